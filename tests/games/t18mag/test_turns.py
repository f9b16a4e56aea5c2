"""Sections IV, VI.1 and VI.3.1: whose turn it is, what it consists of, and how rounds follow each other."""

import pytest

from engine.events import DividendPaid, RoundBegan
from tests.games.t18mag.builders import Builder, after, legal, paid, refused, round_is, table, until

PHASES = {"yellow": 1, "green": 2, "brown": 2, "gray": 3}


def running() -> Builder:
    """#3 between E10 and D9, with a 2-train worth 40."""
    return Builder().tiles(E10="57 2", D9="57 2").trains(n3="2").cash(n3=500)


RUN = "run 3 - 2:E10.0-D9.0"


def phased(built: Builder, phase: str) -> Builder:
    return built.phase(phase, **({"last_set": 9} if phase == "gray" else {}))


@pytest.mark.rule("MAG-IV.1")
def test_the_game_opens_with_shares_and_goes_on_with_companies():
    """First Share Round, operating round, share round, operating round."""
    game = table()
    assert game.pos.frame.number == (1, 1)

    game = until(game, round_is("stock"))
    assert game.pos.frame.number == (2,)

    assert until(game, round_is("operating")).pos.frame.number == (2, 1)


@pytest.mark.rule("MAG-IV.2", "MAG-VI.1.1")
@pytest.mark.parametrize(("phase", "count"), PHASES.items())
def test_as_many_operating_rounds_as_the_phase_says(phase: str, count: int):
    """After a share round: one operating round in yellow, two in green and brown, three in gray."""
    game = phased(Builder(), phase).cash(ann=100).sr("ann", number=9)

    numbers = []
    while game.pos.frame.kind == "stock":
        game = after(game, "pass")
    while not game.state.over and game.pos.frame.kind == "operating":
        numbers.append(game.pos.frame.number)
        here = game.pos.frame.number
        game = until(game, lambda now, here=here: now.state.over or now.pos.frame.number != here)

    assert numbers == [(9, number) for number in range(1, count + 1)]


@pytest.mark.rule("MAG-IV.3")
def test_players_use_their_own_money_in_share_rounds():
    """However rich his minors are, a player buys with his own cash."""
    rich = Builder().cash(ann=74, bob=500, n1=900, n4=900).prices(SIK=75).holds("ann", GC=10).sr("ann")

    assert refused(rich, "buy SIK 10").key == "buy_cash"

    enough = Builder().cash(ann=75, n1=900).prices(SIK=75).sr("ann")
    assert paid(enough, after(enough, "buy SIK 10"), "ann", "n1", "SIK") == (-75, 0, 0)


@pytest.mark.rule("MAG-IV.4", "MAG-VI.1.2")
def test_the_owner_acts_for_a_minor():
    """#3 belongs to cy: nobody else acts for it, and cy does not act for a minor that is not in turn."""
    game = Builder().minor("n3")
    assert game.pos.awaited == ("cy",)

    for line, actor in (("lay 3 E10 57 2", "ann"), ("pass", "bob"), ("lay 6 B17 57 0", "cy")):
        refusal = refused(game, line, actor)
        assert (refusal.key, "MAG-VI.1.2" in refusal.clauses) == ("not_your_turn", True)
    assert legal(game, "lay 3 E10 57 2", "cy")


@pytest.mark.rule("MAG-IV.4")
def test_the_director_acts_for_a_major():
    """Who directs a major decides, and another shareholder does not."""
    game = Builder().holds("bob", SIK=30).holds("ann", SIK=10).cash(SIK=100).major("SIK")
    assert game.pos.awaited == ("bob",)

    assert refused(game, "dividend SIK 50", "ann").key == "not_director"
    assert legal(game, "dividend SIK 50", "bob")


@pytest.mark.rule("MAG-VI.1.2")
def test_minors_act_by_number():
    """Ascending numbers, #10 after #9, and before any major."""
    game = table()
    assert game.pos.frame.queue == tuple(str(number) for number in range(1, 13))

    seen = []
    while game.pos.frame.kind == "operating" and not game.pos.round_notes.part:
        unit = game.pos.acting
        seen.append(unit)
        game = until(game, lambda now, unit=unit: now.pos.frame.kind == "stock" or now.pos.acting != unit)

    assert seen == [str(number) for number in range(1, 13)]


@pytest.mark.rule("MAG-VI.1.3")
def test_majors_act_by_falling_price():
    """After the minors the dearest major acts first; on one space the upper marker does."""
    prices = {"GC": 60, "SIK": 80, "RABA": 75, "MAVAG": 75, "SNW": 100, "SKEV": 55, "LDSTEG": 65}
    built = Builder().trains(n12="").cash(n12=0, SIK=10).prices(**prices)

    game = after(built.holds("ann", **dict.fromkeys(prices, 20)).minor("n12"), "pass")

    order = ["SNW", "SIK", "RABA", "MAVAG", "LDSTEG", "GC", "SKEV"]
    acted = [event.unit for event in game.events if isinstance(event, DividendPaid)]
    assert [*acted, *game.pos.frame.queue][: len(order)] == order


@pytest.mark.rule("MAG-VI.1.4")
def test_every_company_has_its_turn():
    """Minors without train and money act, and majors without money or director pay nothing and lose a step."""
    built = Builder().cash(ann=100, **{f"n{number}": 0 for number in range(1, 13)}).prices(SIK=75)
    game = built.trains(**{f"n{number}": "" for number in range(1, 13)}).minor("n1")

    acted, paid_out = [], []
    while game.pos.frame.kind == "operating":
        acted.append(game.pos.acting)
        game = after(game, "pass")
        paid_out += [event.unit for event in game.events if isinstance(event, DividendPaid)]

    assert acted == [str(number) for number in range(1, 13)]
    assert sorted(paid_out) == sorted(["RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG"])
    assert RoundBegan("stock", (3,)) in game.events
    assert game.pos.price("SIK") == 70


# --- VI.3.1: the turn of a minor


@pytest.mark.rule("MAG-VI.3.1.1")
def test_the_order_of_a_minors_turn():
    """Track, station, scrapping, running with the split, and trains, one after the other."""
    game = running().trains(n3="2 2").minor("n3")

    lines = ("lay 3 F11 9 2", "token 3 D9 0", "discard 3 2", RUN, "train 3 2 depot 80")
    done = after(game, *lines)

    assert done.state.trains["3"] == ("2", "2")
    assert paid(game, done, "cy") == (20,)
    open_verbs = [{offer.action.verb for offer in after(game, *lines[:at]).choices.offers} for at in range(5)]
    assert "lay" in open_verbs[0]
    assert "token" in open_verbs[1]
    assert open_verbs[3] == {"discard", "run"}
    assert "train" not in open_verbs[3]
    assert "train" in open_verbs[4]


@pytest.mark.rule("MAG-VI.3.1.2")
def test_running_is_mandatory_and_the_rest_is_not():
    """A minor with a route runs at once if it likes, but does not pass before it has; then it may stop."""
    game = running().minor("n3")

    refusal = refused(game, "pass")

    assert (refusal.key, "MAG-VI.3.1.2" in refusal.clauses) == ("must_act", True)
    ran = after(game, RUN)
    assert paid(game, ran, "cy") == (20,)
    assert after(ran, "pass").pos.acting == "4"

    idle = Builder().minor("n3")
    assert after(idle, "pass").state.tiles == {}


@pytest.mark.rule("MAG-VI.3.1.3")
@pytest.mark.parametrize(
    ("done", "late"),
    [
        ("token 3 D9 0", "lay 3 F11 9 2"),
        ("discard 3 2", "lay 3 F11 9 2"),
        ("discard 3 2", "token 3 D9 0"),
        (RUN, "lay 3 F11 9 2"),
        (RUN, "token 3 D9 0"),
        (RUN, RUN),
    ],
)
def test_no_way_back_to_an_earlier_step(done: str, late: str):
    """What could have been done before is refused once a later step has begun."""
    game = running().trains(n3="2" if done == RUN else "2 2").minor("n3")
    if done != late:
        assert legal(game, late)

    refusal = refused(after(game, done), late)

    assert (refusal.key, "MAG-VI.3.1.3" in refusal.clauses) == ("wrong_step", True)


@pytest.mark.rule("MAG-VI.3.1.3")
def test_trains_are_not_bought_before_running():
    """The last step is not open while there is a run to be made."""
    game = running().minor("n3")

    assert refused(game, "train 3 2 depot 80").key == "wrong_step"
    assert legal(after(game, RUN), "train 3 2 depot 80")
