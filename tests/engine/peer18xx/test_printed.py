"""Numbers of cities on bare hexes: 18xx.games counts those that look alike, from 0."""

from collections import defaultdict

import pytest

from engine.game import Game
from engine.peer18xx.t18cz.written import WRITING as CZECH
from engine.peer18xx.t18mag.written import WRITING as HUNGARIAN
from engine.peer18xx.t1844.written import WRITING as SWISS
from engine.peer18xx.writing import Writing

TABLES = [
    (SWISS, "1844", 3),
    (CZECH, "18CZ", 3),
    (CZECH, "18CZ", 2),
    (HUNGARIAN, "18Mag", 3),
    (HUNGARIAN, "18Mag", 2),
]


def alike(writing: Writing, title: str, players: int) -> dict[str, list[tuple[int, str]]]:
    """The numbers of bare hexes with cities, by what is printed on them."""
    pos = Game.start(title, tuple("abc")[:players], (), 1).pos
    numbers, found = writing.printed(pos), defaultdict(list)
    for hex_ in dict.fromkeys(hex_ for hex_, _ in pos.cities):
        face = pos.title.hexes[hex_]
        stops = [(stop.kind, stop.slots, stop.revenue) for stop in face.stops]
        found[repr((face.colour, face.label, stops, len(face.track), face.terrain))].append(
            (numbers.get(hex_, 0), hex_)
        )
    return found


@pytest.mark.parametrize(("writing", "title", "players"), TABLES)
def test_those_that_look_alike_are_counted_without_a_gap(writing: Writing, title: str, players: int):
    """Only 0 comes more than once, where names that we do not know tell hexes apart."""
    for numbers in alike(writing, title, players).values():
        later = sorted(number for number, _ in numbers if number)
        assert later == list(range(1, 1 + len(later))), numbers
        assert any(number == 0 for number, _ in numbers), numbers


def test_for_two_the_hexes_that_are_left_keep_their_order():
    """The map of 18CZ for two is a part of the whole."""
    (_, *few), (_, *all_) = TABLES[2], TABLES[1]
    whole = alike(CZECH, *all_)
    for printed, numbers in alike(CZECH, *few).items():
        left = {hex_ for _, hex_ in numbers}
        assert [hex_ for _, hex_ in sorted(numbers)] == [
            hex_ for _, hex_ in sorted(whole[printed]) if hex_ in left
        ]
