import pytest

from engine.actions import GoOn
from engine.events import GameOver, RoundBegan
from engine.game import Game
from engine.scratch import Scratch
from engine.state import BANK, Frame
from engine.titles.t1844.figures import broken
from engine.titles.t1844.flow import only_incomes
from tests.games.t1844.swiss import Builder, after, until


def table(*options: str, bank: int = 0) -> Builder:
    """The FNM of ann without a train and without a route; so much is left in the bank."""
    built = Builder(3, *options).holds("ann", FNM=60).prices(FNM=100).operated("FNM").phase("5")
    return built.cash(FNM=500, ann=500, bob=500, cy=12000 - 1500 - bank)


def over(game: Game) -> bool:
    return game.state.over


def rounds(game: Game) -> list[tuple[int, ...]]:
    """The rounds that begin from here to the end of the game, at most thirty decisions."""
    begun = []
    for _ in range(30):
        if game.state.over:
            return begun
        game = until(game, lambda now, ply=game.state.ply: now.state.over or now.state.ply > ply)
        begun += [event.number for event in game.events if isinstance(event, RoundBegan)]
    return begun


@pytest.mark.rule("CH-END.1", "CH-END.2")
def test_a_bank_without_money_ends_the_game_after_the_series():
    """EX-38: broken in OR 9.1 of 3: 9.2 and 9.3 are played, then the score is taken."""
    game = table().company("FNM", number=(9, 1), rounds=3)

    assert rounds(game) == [(9, 2), (9, 3)]
    last = until(game, over)
    told = last.events[-1]
    assert told == GameOver({who: last.pos.worth(who) for who in last.state.players}, "bank")
    assert isinstance(told, GameOver)
    assert list(told.scores.values()) == sorted(told.scores.values(), reverse=True)


@pytest.mark.rule("CH-END.2", "CH-EXPORT.1", "CH-SBB.1")
def test_nothing_is_foretold_that_the_end_of_the_game_leaves_out():
    """A bank that has run out ends the game after the last round of the series, without export and formation."""
    for bank, number, told in (
        (0, (9, 1), {"forms_next"}),
        (0, (9, 3), set()),
        (900, (9, 3), {"forms_next", "next_export"}),
    ):
        game = table(bank=bank).extra(sbb="due").company("FNM", number=number, rounds=3)
        keys = {remark.key for remark in game.title.remarks(game.pos)}

        assert keys & {"forms_next", "next_export"} == told


@pytest.mark.rule("CH-END.1")
@pytest.mark.parametrize(("option", "ends"), [((), True), (("bank_break=below_zero",), False)])
def test_an_empty_bank_is_enough(option: tuple[str, ...], ends: bool):
    """Under another reading it must be in debt."""
    game = table(*option).company("FNM", number=(9, 3), rounds=3)
    now = until(game, lambda now: now.state.over or now.pos.frame.kind == "stock")

    assert now.state.over == ends


@pytest.mark.rule("CH-END.1", "CH-OR.EMERG.8")
@pytest.mark.parametrize(("option", "ends"), [((), False), (("bank_count=each_payment",), True)])
def test_what_an_action_passes_through_breaks_no_bank(option: tuple[str, ...], ends: bool):
    """The bank has 10 and lends 18 for a train of 300, which comes in with the same purchase (A-25)."""
    built = Builder(3, *option).holds("ann", FNM=60).prices(FNM=100).operated("FNM").phase("4")
    game = built.cash(FNM=275, ann=7, bob=500, cy=12000 - 782 - 10).company("FNM", "train")
    now = after(game, "train FNM 4 depot 300")

    assert (game.pos.cash("bank"), now.pos.cash("bank")) == (10, 292)
    assert broken(now.pos) == ends


@pytest.mark.rule("CH-END.1", "CH-SBB.13")
@pytest.mark.parametrize(("option", "ends"), [((), False), (("bank_count=each_payment",), True)])
def test_the_bank_is_looked_at_once_the_sbb_is_formed(option: tuple[str, ...], ends: bool):
    """It pays 400 before bob, who comes later, pays in more than that for what he held."""
    built = Builder(3, *option).holds("ann", NOB=75).holds("bob", SCB=75, VSB=75, JS=75).phase("5")
    built = built.cells(NOB="0,11", SCB="7,0", VSB="7,0", JS="7,0").operated("NOB", "SCB", "VSB", "JS")
    built = built.cash(ann=0, bob=2000, cy=12000 - 2000 - 200).extra(sbb="due")
    game = until(built.company("NOB", number=(9, 1), rounds=3), lambda now: now.pos.frame.number == (9, 2))

    assert game.pos.cash("bank") > 0
    assert broken(game.pos) == ends


@pytest.mark.rule("CH-END.1", "CH-END.2")
@pytest.mark.parametrize(("bank", "ends"), [(5, True), (6, False)])
def test_incomes_alone_may_break_the_bank(bank: int, ends: bool):
    """While privates are for sale no company operates: the incomes are all of the round, and P1 pays 5."""
    game = table(bank=bank).owns("ann", "P1").extra(lots=("P2",)).sr("ann", 1)
    scratch = Scratch.upon(game.pos)
    only_incomes(scratch, Frame("auction", (1,)))

    assert scratch.now.cash("ann") == 505
    assert scratch.state.over == ends
    assert ("auction" in [frame.kind for frame in scratch.state.frames]) != ends


@pytest.mark.rule("CH-END.3", "CH-END.4")
def test_broken_in_a_stock_round():
    """The round is finished and a whole series follows, even if the bank gets money again."""
    game = table().sr("ann", 9)
    now = after(game, "permit T1")
    assert now.pos.cash("bank") == 50

    assert rounds(now) == [(9, 1), (9, 2), (9, 3)]


@pytest.mark.rule("CH-END.2", "CH-SBB.5", "CH-P4.4")
@pytest.mark.parametrize("phase", ["5", "4"])
@pytest.mark.parametrize(("option", "ends"), [((), True), (("bank_check=before_formation",), False)])
def test_what_ends_a_series_belongs_to_it(phase: str, option: tuple[str, ...], ends: bool):
    """The formation takes the last money, due after a sale or by the export that closes the series (page 16)."""
    built = table(*option, bank=300).phase(phase).depot("5").trains(FNM="5")
    built = built.extra(sbb="due" if phase == "5" else "")
    now = until(built.company("FNM", number=(9, 3), rounds=3), lambda now: now.pos.cash("bank") < 0)

    assert "SBB" in now.state.tokens_left
    assert now.state.over == ends
    assert now.state.over or now.pos.frame.kind == "stock"


@pytest.mark.rule("CH-END.2", "CH-EXPORT.1")
def test_a_bank_broken_by_the_formation_exports_no_train():
    """No train is exported after the trigger (A-53)."""
    built = table(bank=300).depot("5").trains(FNM="5").extra(sbb="due")
    now = until(built.company("FNM", number=(9, 3), rounds=3), over)

    assert now.state.depot["5"] == 4
    assert now.events[-1] == GameOver({who: now.pos.worth(who) for who in now.state.players}, "bank")


@pytest.mark.rule("CH-END.5")
def test_with_money_in_the_bank_the_game_goes_on():
    game = table(bank=1000).company("FNM", number=(9, 3), rounds=3)
    now = until(game, lambda now: now.state.over or now.pos.frame.kind == "stock")

    assert not now.state.over


@pytest.mark.rule("CH-SCORE.1", "CH-SCORE.3", "CH-SCORE.4", "CH-MR.7", "CH-TUN.7", "CH-P5.4")
def test_the_score():
    """EX-39: 100 in cash, a used tunnel and a visited mountain, less 27 of debt; the rest is worth nothing."""
    built = table(bank=1000).holds("bob", MOB=10).cash(bob=100).change(debts={"bob": 27})
    built = built.privates(T1="bob", T2="bob", B1="bob", B2="bob", P1="bob", P5="bob")
    layers = {"H7": (("XM1", 0),), "L13": (("XM2", 0),), "J9": (("X78", 3),)}
    built = built.change(layers=layers).extra(
        mountains={"H7": "B1", "L13": "B2"}, tunnels={"J9": "T2"}, active=("L13", "J9"), used=("T2",)
    )
    game = built.sr("cy")

    assert game.pos.worth("bob") == 100 + 50 + 150 - 27 == 273


@pytest.mark.rule("CH-SCORE.1", "CH-SCORE.2")
def test_shares_count_at_the_market_price():
    """A director's certificate counts two shares; treasuries and privates count nothing."""
    game = table(bank=1000).privates(P6="ann").sr("ann")

    assert game.pos.worth("ann") == 500 + 6 * 100


@pytest.mark.rule("CH-END.1")
@pytest.mark.parametrize(("lowest", "breaks"), [(0, False), (-1, True)])
def test_a_bank_that_was_empty_breaks_from_where_the_record_is_left(lowest: int, breaks: bool):
    """In recorded games it breaks below 0; what was at 0 before and has money again counts from now on."""
    game = table("compat=peer18xx", bank=300).sr("ann")
    scratch = Scratch(game.title, game.state.copy(), {})
    scratch.state.lowest = lowest
    now = Game(game.setup, scratch.now, ()).play(GoOn("ann", "printed"))

    assert broken(now.pos) == breaks
    assert now.state.lowest == (lowest if breaks else now.pos.cash(BANK))
