"""What the house expects of 18Mag in each phase: the rounds that are left, and what majors and minors take."""

import pytest

from engine.opponents import Journeyman
from engine.position import Position
from engine.titles.t18mag.insight import AT_LEAST, PAYS
from tests.games.t18mag.builders import Builder, opening

PHASES = ("yellow", "green", "brown", "gray")
FIRST = {"yellow": 2, "green": 4, "brown": 7, "gray": 9}
"""The share round in which a phase is usually found."""


def at(phase: str, number: int = 0) -> Position:
    """A share round in a phase."""
    return Builder().cash(ann=100).phase(phase).sr("ann", number or FIRST[phase]).pos


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


@pytest.mark.parametrize(("phase", "least"), [*zip(PHASES, AT_LEAST, strict=True)])
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
    expected = [pos.title.insight.hope(pos, "1") for pos in earns]

    assert expected == sorted(set(expected))


def test_the_new_major_is_hoped_for_as_well():
    """The eighth major has no figures of its own."""
    pos = opening(3, "new_major").pos

    assert pos.title.insight.hope(pos, "CIWL") > 0


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
