"""What everybody may foresee in 18CZ: what each card brings, the next export, and how the rounds go on."""

from typing import Any

import pytest

from engine.exhibits import Prospect, StartTerms
from tests.games.t18cz.czech import VACLAV, Builder, opening, sizes

SETS = (1, 1, 1, 1, 2, 2, 2, 3)


def told(prospects: tuple[Prospect, ...]) -> dict[str, dict[str, Any]]:
    return {one.key: dict(one.values) for one in prospects}


@pytest.mark.parametrize(
    ("players", "medium"),
    [
        (3, Prospect("opens", {"kind": "medium"})),
        (2, Prospect("opens_dummy", {"kind": "medium", "player": VACLAV})),
    ],
)
def test_what_the_first_card_of_a_phase_brings(players: int, medium: Prospect):
    """Companies of the next size, in the game for two Václav's as well; later what each side rusts."""
    game = opening(players)
    cards = {one.card: one for one in game.title.foresight.first_sales(game.pos)}

    assert [card for card, one in cards.items() if not one.phase] == ["2a"]
    assert cards["2b"].phase == "b"
    assert cards["2b"].follows == (medium,)
    assert cards["5i"].follows == tuple(
        Prospect("side_rusts", {"train": side, "trains": (kind,)})
        for side, kind in (("5i", "3"), ("5+5i", "3+3"), ("6Ei", "3E"))
    )
    assert cards["4e"].rusts == ("2a", "2b")


def test_what_has_rusted_is_not_foreseen():
    """In phase i the cards before it bring nothing new; what is gone rusts no more."""
    pos = Builder().holds("ann", BN=60).phase("i").extra(gone=("3",)).sr(number=6).pos
    cards = {one.card: one for one in pos.title.foresight.first_sales(pos)}

    assert [card for card, one in cards.items() if one.phase] == ["5j"]
    assert [one.values["train"] for one in cards["5j"].follows] == ["5+5j", "8Ej"]


@pytest.mark.rule("CZ-VIII.13.1")
@pytest.mark.parametrize(("players", "key"), [(3, "next_export"), (2, "gift")])
def test_the_card_that_is_exported_next_is_named(players: int, key: str):
    """The top one, until the last set; in the game for two Václav gets it."""

    def at(number: int) -> dict[str, dict[str, Any]]:
        pos = Builder(players).holds("ann", BN=60).phase("d").sr("ann", number).pos
        return told(pos.title.foresight.prospects(pos))

    assert at(7)[key] == {"train": "3d", **({"player": VACLAV} if key == "gift" else {})}
    assert key not in at(8)
    assert at(8)["sets"] == {"rounds": SETS}
    assert at(8)["end_round"] == {"number": (8, 3)}


@pytest.mark.parametrize(("number", "rounds"), [*enumerate(SETS, 1)])
def test_how_many_rounds_follow_a_stock_round(number: int, rounds: int):
    """Everybody is told how many operating rounds belong to its set."""
    pos = Builder().holds("ann", BN=60).phase("d").sr("ann", number).pos

    assert pos.title.foresight.rounds(pos) == rounds


@pytest.mark.parametrize(
    ("train", "prices"),
    [
        ("3c", {"2+2c": 0}),
        ("3d", {"3+3d": 60, "3Ed": 130}),
        ("3+3d", {"3Ed": 70}),
        ("5g", {"4+4g": 50, "4Eg": 0}),
        ("3Ed", {}),
    ],
)
def test_what_it_costs_to_turn_a_train_is_foreseen(train: str, prices: dict[str, int]):
    """The difference to the larger side, nothing where that one is cheaper."""
    pos = sizes(phase="g").company("SX", "train").pos

    assert pos.title.foresight.turns(pos, train) == prices


def test_to_a_side_that_has_rusted_no_train_is_turned():
    """In phase h trains of 2+2 are gone for long."""
    pos = sizes(phase="h").extra(gone=("2", "2+2", "3")).company("SX", "train").pos

    assert pos.title.foresight.turns(pos, "2b") == pos.title.foresight.turns(pos, "3c") == {}


@pytest.mark.parametrize(
    ("unit", "terms"),
    [("BCB", StartTerms(50, 400)), ("ATE", StartTerms(60, 500)), ("SX", StartTerms(50, 1000))],
)
def test_what_a_company_gets_when_it_floats_is_foreseen(unit: str, terms: StartTerms):
    """Four, five or ten shares at 100, once so much of it is bought."""
    pos = opening().pos

    assert pos.title.foresight.start(pos, unit, 100) == terms
