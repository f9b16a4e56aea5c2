import pytest

from engine.actions import Pass
from engine.events import Counted, TileLaid, Won
from engine.game import Game
from engine.scratch import Scratch
from engine.state import BANK
from engine.titles.t1844.figures import swiss_state
from engine.titles.t1844.privates import Mountain, Permit
from engine.titles.t1844.revenue import activate
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def table(players: int = 3) -> Builder:
    """A stock round in which everybody has 600."""
    names = ("ann", "bob", "cy", "dan", "eve", "flo")
    return Builder(players).cash(**dict.fromkeys(names[:players], 600)).operated("FNM")


def offered(game: Game, verb: type) -> list:
    return [action for action in game.choices if isinstance(action, verb)]


@pytest.mark.rule("CH-MR.1", "CH-MR.2", "CH-SET.11")
def test_a_mountain_railway_is_placed_at_once():
    """150 SFR to the bank; marker and panel lie on the mountain."""
    game = table().sr("ann")
    assert len(offered(game, Mountain)) == 7 * 3
    now = after(game, "mountain B1 H7 XM2")

    assert paid(game, now, "ann", BANK) == (-150, 150)
    assert now.pos.owned("ann", "mountain") == ["B1"]
    assert swiss_state(now.pos).mountains == {"H7": "B1"}
    assert now.state.layers["H7"] == (("XM2", 0),)
    assert [stop.kind for stop in now.pos.face("H7")[0].stops] == ["mountain"]
    assert Won("ann", "B1", 150) in now.events
    assert TileLaid("B1", "H7", "XM2", 0, "", 0) in now.events
    assert now.pos.awaited == ("bob",)


@pytest.mark.rule("CH-MR.1", "CH-TUN.1")
@pytest.mark.parametrize(("verb", "price"), [(Mountain, 150), (Permit, 50)])
def test_each_certificate_is_offered_with_its_price(verb: type, price: int):
    offers = [one for one in table().sr("ann").choices.offers if isinstance(one.action, verb)]

    assert offers
    assert all(one.facts == {"price": price} for one in offers)


@pytest.mark.rule("CH-MR.2")
def test_mountains_and_panels_are_taken_once():
    game = after(table().sr("ann"), "mountain B1 H7 XM1", "mountain B2 L13 XM1")

    assert refused(game, "mountain B3 H7 XM2").key == "mountain_taken"
    assert refused(game, "mountain B3 I14 XM1").values["panel"] == "XM1"
    assert refused(game, "mountain B3 F7 XM2").values["hex"] == "F7"
    assert refused(game, "mountain B3 I14 X78").key == "panel_taken"
    assert legal(game, "mountain B3 I14 XM2")


@pytest.mark.rule("CH-MR.5")
@pytest.mark.parametrize(
    ("panel", "values"), [("XM1", [10, 20, 50, 80]), ("XM2", [10, 40, 50, 60]), ("XM3", [10, 50, 80, 10])]
)
def test_panels(panel: str, values: list[int]):
    """Two of each; the value of a mountain follows the phase."""
    game = after(table().sr("ann"), f"mountain B1 H7 {panel}")
    stop = game.pos.face("H7")[0].stops[0]

    assert [stop.value([colour]) for colour in ("yellow", "green", "brown", "gray")] == values
    assert game.title.board.supply[panel] == 2
    assert game.state.supply[panel] == 1


@pytest.mark.rule("CH-MR.1", "CH-SET.11")
def test_five_mountain_railways():
    built = table(6).privates(B1="eve", B2="eve", B3="eve", B4="eve")
    game = after(built.sr("ann"), "mountain B5 H7 XM1")

    assert not offered(game, Mountain)
    assert refused(game, "mountain B5 L13 XM2").key == "buy_none"


@pytest.mark.rule("CH-TUN.1", "CH-SET.11")
def test_five_tunnel_certificates():
    """50 SFR each; they are all alike and go in their order."""
    game = table(6).privates(T1="eve", T2="eve", T3="eve").sr("ann")
    assert offered(game, Permit) == [Permit("ann", "T4")]
    assert refused(game, "permit T5").key == "buy_none"
    now = after(game, "permit T4")
    assert paid(game, now, "ann", BANK) == (-50, 50)
    assert now.pos.owned("ann", "tunnel") == ["T4"]
    assert now.pos.awaited == ("bob",)

    now = after(now, "permit T5")
    assert not offered(now, Permit)


@pytest.mark.rule("CH-MR.3", "CH-TUN.2", "CH-SR.BUY.11")
def test_one_of_each_kind_a_round():
    """A mountain and a tunnel, but no second of either; in the next round again."""
    game = after(table().sr("ann"), "mountain B1 H7 XM1", "pass", "pass", "permit T1", "pass", "pass")
    assert game.pos.awaited == ("ann",)
    assert refused(game, "mountain B2 L13 XM2").key == "mountain_one"
    assert refused(game, "permit T2").key == "tunnel_one"
    assert legal(after(game, "par MOB 60"), "permit T2")
    assert Pass("ann") in game.choices


@pytest.mark.rule("CH-PRIV.4", "CH-MR.4", "CH-TUN.3")
def test_certificates_do_not_count_toward_the_share_limit():
    built = table(6).holds("ann", RhB=60, BLS=60).prices(RhB=60, BLS=60, AB=60)
    built = built.holds("bob", AB=20).privates(P1="ann", P2="ann", B1="ann", T1="ann", T2="ann")
    game = built.sr("ann")

    assert legal(game, "buy AB 10 offer")


@pytest.mark.rule("CH-PRIV.12")
def test_certificates_pass_between_nobody():
    """Neither the bank nor another player buys them."""
    game = table().privates(P1="bob", B1="bob", T1="bob").sr("ann")

    for private in ("P1", "B1", "T1"):
        assert refused(game, f"buy {private} 10 bob").key == "players_deal"
        assert refused(game, f"sell {private} 10").key == "sell_private"


def paid_out(built: Builder) -> tuple[Game, Game]:
    """The game before and after the end of a stock round; cy's RhB is next."""
    built = built.holds("cy", RhB=60).prices(RhB=100).extra(floated=("RhB",)).cash(RhB=500)
    before = built.sr("cy", passes=2)
    return before, after(before, "pass")


@pytest.mark.rule("CH-PRIV.1", "CH-OR.SEQ.1")
def test_privates_pay_at_the_start_of_an_operating_round():
    before, now = paid_out(table().privates(P1="ann", P4="ann", P6="bob", P7="bob"))

    assert now.pos.frame.kind == "operating"
    assert paid(before, now, "ann", "bob", "cy") == (5 + 20, 30 + 0, 0)


@pytest.mark.rule("CH-PRIV.2")
def test_the_income_of_a_companys_private_is_the_companys():
    before, now = paid_out(table().privates(P5="RhB"))

    assert paid(before, now, "RhB", "cy") == (25, 0)


@pytest.mark.rule("CH-MR.6", "CH-TUN.6")
def test_mountains_and_tunnels_pay_once_a_train_has_been_there():
    """40 for the mountain, 10 for the tunnel; nothing for those no train has run to."""
    own = {"mountains": {"H7": "B1", "L13": "B2"}, "tunnels": {"I12": "T1", "J9": "T2"}}
    built = table().privates(B1="ann", T2="ann", T3="ann", B2="bob", T1="bob")
    layers = {
        "H7": (("XM1", 0),),
        "L13": (("XM2", 0),),
        "I12": (("X79", 2),),
        "J9": (("X78", 3),),
    }
    before, now = paid_out(built.change(layers=layers).extra(**own, active=("H7", "J9")))

    assert paid(before, now, "ann", "bob") == (50, 0)


@pytest.mark.rule("CH-MR.6", "CH-TUN.6")
def test_what_a_train_has_come_to_is_told_once():
    """The mountain on H7, and later the tunnel on J9 as well."""
    scratch = Scratch.upon(Builder().sr().pos)
    activate(scratch, ("H7",))
    activate(scratch, ("H7", "J9"))

    assert [*scratch.events] == [Counted("activated", 1, hex_) for hex_ in ("H7", "J9")]
    assert swiss_state(scratch.now).active == ("H7", "J9")
