"""Sections XI.3 and XI.4: István's majors, and what he buys in share rounds."""

import pytest

from engine.actions import Buy
from engine.events import TokenPlaced
from engine.finance import shares
from engine.game import Game
from tests.games.t18mag.alone import HIM, Alone
from tests.games.t18mag.builders import legal, refused


@pytest.mark.rule("MAG-XI.3.1", "MAG-XI.3.2")
def test_his_majors_pay_everything_and_build_nothing():
    """RABA with 130 and two markers: nobody is asked, 130 are paid out, no marker is placed."""
    start = (
        Alone("level=easy").his(n3="3").owns("ann", "n2").prices(RABA=75).holds(HIM, RABA=20).cash(RABA=130)
    )
    game = start.major("RABA")
    events = [type(event).__name__ for event in game.events]

    assert game.pos.cash("RABA") == 0
    assert game.pos.cash(HIM) >= 26
    assert TokenPlaced.__name__ not in events
    assert game.state.tokens_left["RABA"] == (40, 80)


def share_round(cash: int, limit: int = 8, option: str = "level=easy", **more: int) -> Game:
    """EX-32 to EX-35: card A, prices 120, 75, 80 and 65, and what he holds."""
    start = Alone(option).his(n3="3").owns("ann", "n2").share_card("A").certificates(limit)
    start = start.prices(SKEV=120, RABA=75, SIK=80, LDSTEG=65)
    start = start.holds(HIM, **{"SKEV": 40, "RABA": 10, "SIK": 20, "LDSTEG": 30, **more})
    return start.cash(**{HIM: cash, "ann": 0}).sr(HIM)


def bought(game: Game) -> list[str]:
    """What he buys in the round, share by share."""
    found = []
    while not game.state.over and game.pos.frame.kind == "stock":
        action = game.own_move
        if action is None:
            break
        assert isinstance(action, Buy)
        found.append(action.unit)
        game = game.play(action)
    return found


@pytest.mark.rule("MAG-XI.4.2", "MAG-XI.4.3", "MAG-XI.4.4")
@pytest.mark.parametrize(
    ("cash", "expected"),
    [
        (80, ["RABA"]),
        (70, ["LDSTEG"]),
        (190, ["SKEV", "LDSTEG"]),
        (400, ["SKEV", "SKEV", "RABA", "SIK"]),
    ],
    ids=["EX-32", "EX-33", "EX-34", "EX-35"],
)
def test_he_buys_by_his_share_card(cash: int, expected: list[str]):
    """EX-32 to EX-35: the first line that he can pay, below its percentage, read anew for every share.

    The examples leave the certificate limit out of account: he would have up to ten certificates.
    """
    assert bought(share_round(cash, limit=10)) == expected


@pytest.mark.rule("MAG-XI.4.1")
def test_the_limit_ends_his_purchases():
    """With the seven certificates of the examples he buys one more, then only what he exchanges at once."""
    assert bought(share_round(400)) == ["SKEV", "RABA"]
    assert bought(share_round(400, RABA=0, LDSTEG=40)) == ["SKEV"]


@pytest.mark.rule("MAG-XI.4.1", "MAG-VII.3.4")
def test_at_the_limit_he_buys_what_he_exchanges_at_once():
    """A second 10% of RABA becomes the director's certificate: he has eight before and after, as anybody may."""
    game = share_round(80, SKEV=50)
    now = game.play(game.own_move)

    assert (shares.counted(game.pos, HIM), shares.counted(now.pos, HIM)) == (8, 8)
    assert now.pos.director("RABA") == HIM
    assert bought(share_round(80, SKEV=50, option="istvan_exchange=counted_before")) == []


@pytest.mark.rule("MAG-XI.4.1")
def test_a_table_may_let_him_go_beyond_the_limit():
    """As in the examples EX-34 and EX-35; the person keeps to eight."""
    free = "istvan_limit=none"
    start = Alone(free).his(n3="3").owns("ann", "n2").prices(SKEV=60, RABA=60, SIK=60, LDSTEG=60)
    hers = start.holds("ann", SKEV=60, RABA=40).cash(ann=900, **{HIM: 0}).sr("ann")

    assert bought(share_round(190, option=free)) == ["SKEV", "LDSTEG"]
    assert bought(share_round(400, option=free)) == ["SKEV", "SKEV", "RABA", "SIK"]
    assert refused(hers, "buy SIK 10").key == "buy_limit"


@pytest.mark.rule("MAG-XI.4.4")
def test_he_stops_at_the_percentage_of_a_line():
    """With 20% of RABA and 60% of SKEV he buys SIK, however much money he has."""
    assert bought(share_round(80, 10, SKEV=60, RABA=20)) == ["SIK"]


@pytest.mark.rule("MAG-XI.4.5", "MAG-XI.4.6")
def test_he_never_sells_and_passes_when_nothing_can_be_bought():
    """With 60 he does nothing, and the person is next; a sale of his is refused."""
    poor, rich = share_round(60), share_round(80)

    assert poor.state.over or poor.pos.frame.kind != "stock" or poor.pos.acting == "ann"
    assert refused(rich, "sell SKEV 10", HIM).key == "wrong_step"
    assert refused(rich, "pass", HIM).key == "istvan_share"
    assert refused(rich, "buy LDSTEG 10", HIM).key == "istvan_share"


@pytest.mark.rule("MAG-XI.4.1")
def test_eight_certificates_are_the_limit_for_both():
    """With eight neither buys; the refusal names the clause of the solo game."""
    start = Alone("level=easy").his(n3="3").owns("ann", "n2").prices(SKEV=60, RABA=60, SIK=60, LDSTEG=60)
    hers = start.holds("ann", SKEV=60, RABA=40).cash(ann=900, **{HIM: 0}).sr("ann")
    full = refused(hers, "buy SIK 10")

    assert (full.key, full.clauses) == ("buy_limit", ("MAG-XI.4.1",))
    other = Alone("level=easy").his(n3="3").owns("ann", "n2").prices(SKEV=60, RABA=60, SIK=60, LDSTEG=60)
    assert bought(other.holds(HIM, SIK=50, LDSTEG=50).cash(**{HIM: 900, "ann": 0}).sr(HIM)) == []


@pytest.mark.rule("MAG-XI.4.1", "MAG-VII.3.1")
def test_the_person_over_the_limit_sells_before_anything_else():
    """With nine certificates neither a pass nor a purchase is possible."""
    start = Alone("level=easy").his(n3="3").owns("ann", "n2").prices(SKEV=60, RABA=60, SIK=60, LDSTEG=60)
    game = start.holds("ann", SKEV=60, RABA=50).cash(ann=900, **{HIM: 0}).sr("ann")

    for line in ("pass", "buy SIK 10"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("over_limit", ("MAG-XI.4.1",))
    assert legal(game, "sell RABA 10")


@pytest.mark.rule("MAG-XI.4.2", "MAG-XI.4.3")
def test_nobody_buys_for_him_what_his_card_does_not_say():
    """With 190 his card says SKEV; that he could pay for others, or sell, is of no account."""
    game = share_round(190)
    for line in ("buy RABA 10", "buy LDSTEG 10", "buy SKEV 20"):
        refusal = refused(game, line, HIM)
        assert (refusal.key, refusal.clauses) == ("istvan_share", ("MAG-XI.4.2", "MAG-XI.4.3"))
    assert legal(game, "buy SKEV 10", HIM)


@pytest.mark.rule("MAG-XI.4.5")
def test_over_the_limit_he_neither_sells_nor_buys():
    """With nine certificates, as after losing an office, the round goes on without him; others would have to sell."""
    start = Alone("level=easy").his(n3="3").owns("ann", "n2").prices(SKEV=60, RABA=60, SIK=60, LDSTEG=60)
    held = start.holds(HIM, SIK=50, LDSTEG=50, RABA=10).cash(**{HIM: 900, "ann": 60})
    game = held.sr(HIM)

    assert game.pos.acting == "ann"
    assert legal(game, "pass")


@pytest.mark.rule("MAG-XI.0.1")
def test_a_whole_game_is_played_through_the_same_door():
    """His actions are in the record like hers: replaying them leads to the same position."""
    start = Game.start("18Mag", ["ann"], ["level=difficult"], 5)
    game, record = start, []
    while not game.state.over:
        action = game.own_move or next(iter(game.choices))
        game = game.play(action)
        record.append(action)

    assert {action.actor for action in record} == {"ann", HIM}
    assert Game.replay(start.setup, record).state.fingerprint() == game.state.fingerprint()
