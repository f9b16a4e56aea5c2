"""What the house expects of 18Mag in each phase: the rounds that are left, and what majors and minors take."""

import pytest

from engine.insight import Insight
from engine.opponents import Journeyman, Master
from engine.opponents.forecast import Forecast
from engine.position import Position
from engine.routes import Looks
from engine.titles.t18mag.insight import INSIGHT, PAYS, TAKES
from tests.games.t18mag.builders import Builder, opening

PHASES = ("yellow", "green", "brown", "gray")
FIRST = {"yellow": 2, "green": 4, "brown": 7, "gray": 9}
"""The share round in which a phase is usually found."""


def at(phase: str, number: int = 0) -> Position:
    """A share round in a phase."""
    return Builder().cash(ann=100).phase(phase).sr("ann", number or FIRST[phase]).pos


def deeper() -> Insight:
    """What is taught to those who think longer."""
    assert INSIGHT.deeper is not None
    return INSIGHT.deeper


def hopes(pos: Position) -> dict[str, float]:
    """What each major is expected to take in a round."""
    return {major: pos.title.insight.hope(pos, major) for major in PAYS}


@pytest.mark.parametrize(
    ("phase", "number", "left"),
    [
        ("yellow", 2, 13),  # one round lies behind
        ("yellow", 4, 11),
        ("green", 4, 11),
        ("green", 6, 7),  # two rounds a set from the fourth set on
        ("brown", 7, 5),
        ("gray", 9, 3),
    ],
)
def test_the_rounds_that_are_left(phase: str, number: int, left: float):
    """Fourteen rounds in all: three sets of one round, then sets of two."""
    pos = at(phase, number)

    assert pos.title.insight.rounds(pos) == left


@pytest.mark.parametrize(("phase", "least"), [("yellow", 6), ("green", 6), ("brown", 3.5), ("gray", 3)])
def test_a_slow_game_goes_on(phase: str, least: float):
    """However many sets were played, the phases still to come take their rounds."""
    pos = at(phase, 30)

    assert pos.title.insight.rounds(pos) == least


@pytest.mark.parametrize(("number", "begun", "left"), [(8, 0, 3), (9, 0, 3), (9, 1, 2), (9, 2, 1), (9, 3, 0)])
def test_the_last_set_is_counted(number: int, begun: int, left: float):
    """Once it is known which set is the last, its three rounds are all there is, until the last has begun."""
    built = Builder().owns("ann", "n12").cash(ann=100).phase("gray", last_set=9)
    game = built.minor("12", number=(number, begun), rounds=3) if begun else built.sr("ann", number)

    assert game.title.insight.rounds(game.pos) == left


def test_no_phase_lengthens_the_game():
    """In one share round, a later phase never has more rounds to come."""
    for number in range(2, 12):
        left = [pos.title.insight.rounds(pos) for pos in (at(phase, number) for phase in PHASES)]
        assert left == sorted(left, reverse=True)


@pytest.mark.parametrize(
    ("phase", "total"), [("yellow", 740.19), ("green", 867.0), ("brown", 1109.4), ("gray", 1235.0)]
)
def test_what_seven_majors_take_together(phase: str, total: float):
    """What they pay in the phases to come, on average, and in the last rounds what they pay in the last phase."""
    assert sum(hopes(at(phase)).values()) == pytest.approx(total, abs=0.01)


@pytest.mark.parametrize("phase", PHASES)
def test_a_major_is_expected_to_take_what_lies_ahead(phase: str):
    """Between the least and the most of what it takes in this phase and those to come."""
    pos = at(phase)
    for major, hope in hopes(pos).items():
        ahead = PAYS[major][PHASES.index(phase) :]
        assert min(ahead) <= hope <= max(ahead), major
    assert set(PAYS) == {unit for unit, known in pos.title.units.items() if known.kind == "major"}


def test_seven_majors_change_places():
    """Bridges and track pay early, cars and the main line late."""
    early, late = hopes(at("yellow")), hopes(at("gray"))

    assert early["SIK"] > late["SIK"]
    assert all(early[major] < late[major] for major in ("RABA", "GC", "SNW", "LDSTEG", "MAVAG"))


def test_minors_earn_more_in_each_phase():
    """With each colour of track."""
    earns = [at(phase) for phase in PHASES]

    assert [pos.title.insight.hope(pos, "1") for pos in earns] == [40, 55, 70, 85]


def test_the_new_major_is_hoped_for_as_well():
    """The eighth major has no figures of its own."""
    pos = opening(3, "new_major").pos

    assert pos.title.insight.hope(pos, "CIWL") == 40


@pytest.mark.parametrize(("phase", "better", "worse"), [("brown", "LDSTEG", "SIK"), ("gray", "MAVAG", "SIK")])
def test_he_buys_what_will_pay(phase: str, better: str, worse: str):
    """At one price, of two majors that have not paid yet, the one that pays in the phases to come."""
    built = Builder().cash(ann=100).prices(**{better: 95, worse: 95}).phase(phase)
    game = built.sr("ann", FIRST[phase])
    buys = [
        offer.action for offer in game.choices.offers if getattr(offer.action, "unit", "") in (better, worse)
    ]
    player = Journeyman(1, "ann")
    player.choose(game)
    gains = {thought.action.unit: thought.gain for thought in player.thoughts if thought.action in buys}

    assert gains[better] > gains[worse]


@pytest.mark.parametrize(("number", "left"), [(2, 11), (4, 9), (7, 3.5)])
def test_who_thinks_longer_expects_twelve_rounds(number: int, left: float):
    """Where nobody waits for the end; the phases that are still to come take as many as for everybody."""
    assert (
        deeper().rounds(at("brown" if number == 7 else "green" if number == 4 else "yellow", number)) == left
    )


@pytest.mark.parametrize("major", TAKES)
def test_what_a_major_takes_ends_with_the_last_round(major: str):
    """However many rounds are to come; before the twelve that are known it is thought to begin as they do."""
    pos, known = at("yellow"), TAKES[major]

    assert list(deeper().takes(pos, major, 2.5)) == [*known[-3:]]
    assert list(deeper().takes(pos, major, 14)) == [known[0], known[0], *known]
    assert list(deeper().takes(pos, major, 0.0)) == [0.0]


def test_what_seven_majors_take_in_each_of_the_last_rounds():
    """Together, where thirteen minors pay them: trains sell in the middle, and bring less at the end."""
    pos = at("yellow")
    rounds = zip(*(deeper().takes(pos, major, 12) for major in TAKES), strict=True)

    assert [sum(taken) for taken in rounds] == [260, 215, 290, 330, 315, 400, 595, 840, 750, 695, 465, 595]


def test_fewer_minors_pay_less():
    """Two players have seven of thirteen; a major that is not known takes the same in each round."""
    two, three = (Builder(players).cash(ann=100).sr("ann", 2).pos for players in (2, 3))
    new = opening(3, "new_major").pos

    assert sum(deeper().takes(two, "GC", 12)) == pytest.approx(7 / 13 * sum(deeper().takes(three, "GC", 12)))
    assert not deeper().takes(new, "CIWL", 12)


def test_when_a_major_takes_most_moves_its_price():
    """SIK pays early and falls behind, G&C pays late; a journeyman expects of each the same in every round."""
    pos = Builder().cash(ann=100).prices(SIK=100, GC=100).sr("ann", 2).pos
    usual, longer = (Forecast(known, Looks(60)) for known in (pos.title.insight, deeper()))
    then = {major: longer.prospects(pos, major, 11.0) for major in ("SIK", "GC")}

    assert then["SIK"].price < usual.prospects(pos, "SIK", 11.0).price
    assert then["GC"].price > 2 * then["SIK"].price
    assert then["GC"].dividends == pytest.approx(sum(TAKES["GC"][1:]), rel=0.2)  # less interest
    assert longer.prospects(pos, "LDSTEG", 2.0).dividends == 0


def test_he_buys_early_what_pays_late():
    """At one price for all a master takes G&C, which a journeyman leaves for what sells trains."""
    majors = dict.fromkeys(PAYS, 70)
    game = Builder().cash(ann=140, bob=140, cy=140).prices(**majors).sr("ann", 2)
    far, near = (level(1, "ann").choose(game) for level in (Master, Journeyman))

    assert far.unit == "GC"
    assert near.unit in ("LDSTEG", "MAVAG")
