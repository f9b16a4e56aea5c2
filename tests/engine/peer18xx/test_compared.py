"""Positions in the terms of 18xx.games: what a recorded state says, in the shape in which ours is compared."""

from typing import Any

import pytest

from engine.game import Game
from engine.peer18xx.compared import MISSING, _priority, merge, recorded
from engine.peer18xx.dialect import UNKNOWN
from engine.peer18xx.dialects import dialect_of
from tests.games.t18cz.czech import Builder, after

NAMES = ("ann", "bob", "cy")
UNIT = {
    "market": 20,
    "ipo": 50,
    "trains": [["3-1", "3c"], ["2-0", "2a"]],
    "stations": [["D5", 1, 0], ["B9", 0, 1]],
}
LISTED = {"trains": ["2a", "3c"], "stations": [["B9", 0], ["D5", 1]]}


def shaped(title: str, state: dict[str, Any], count: int = 3, **wanted: Any) -> dict[str, Any]:
    """What of a recorded state is compared with a description."""
    dialect = dialect_of(title)
    assert dialect is not None
    return recorded(state, wanted, dialect, Game.start(title, NAMES[:count], seed=1).pos)


def test_where_the_bank_is_one_shares_sold_and_never_bought_are_counted_together():
    """In 18CZ; elsewhere they lie apart. Trains are compared by type, tokens without their slots."""
    state = {"companies": {"EKJ": UNIT}, "minors": {"3": UNIT}, "round": "SR 1"}
    czech, other = (shaped(title, state, companies={}, minors={}) for title in ("18CZ", "18Mag"))

    assert czech == {"companies": {"EKJ": {"market": 70, **LISTED}}, "minors": {"3": {**UNIT, **LISTED}}}
    assert other["companies"] == {"EKJ": {**UNIT, **LISTED}}


def test_trains_without_end_are_not_counted():
    """The record counts those in the box; what it does not name is sold out there."""
    state = {"depot": {"upcoming": {"2a": 3, "5j": 7, "old": 1}}}
    found = shaped("18CZ", state, depot={"upcoming": {"2a": 4, "5j": "unlimited", "3c": 1}})

    assert found == {"depot": {"upcoming": {"2a": 3, "5j": "unlimited", "old": 1, "3c": 0}}}


@pytest.mark.parametrize(("count", "left"), [(2, {"57"}), (3, {"57", "236", "L17"})])
def test_tiles_that_differ_to_no_effect_are_not_compared(count: int, left: set[str]):
    """The box for two players has fewer of some there."""
    state = {"tiles_left": {"57": 4, "236": 1, "L17": 1}}

    assert set(shaped("18Mag", state, count, tiles_left={})["tiles_left"]) == left


def test_what_a_title_adds_is_put_in_place():
    """A value that is missing is named, one that is unknown is left out."""
    seen: dict[str, Any] = {"a": 1, "b": {"c": 2, "d": 3}, "e": 4}
    merge(seen, {"a": None, "b": {"c": UNKNOWN, "f": 5}, "g": {"h": 6}})

    assert seen == {"a": MISSING, "b": {"d": 3, "f": 5}, "e": 4, "g": {"h": 6}}


def test_the_priority_deal_moves_with_every_deal_of_a_stock_round():
    """There at once, here at the end of the round: behind who dealt last, or is dealing; a pass moves nothing."""
    built = Builder(3).holds("ann", BN=60).operated("BN").cash(bob=500, cy=0).change(priority="cy")
    game = built.sr("ann", 3)
    passed, sold = after(game, "pass"), after(game, "sell BN 20")
    done = after(sold, "pass")

    assert [_priority(one.pos) for one in (game, passed, sold, done)] == ["cy", "cy", "bob", "bob"]
    assert [one.pos.acting for one in (passed, sold, done)] == ["bob", "ann", "bob"]
    assert _priority(built.company("BN").pos) == "cy"
