"""Texts that are longer than a message: their pages, and how one turns from one to another."""

import pytest
from discord import ui

from bot.errors.tables import NothingToShow
from bot.messages.pages import position
from bot.speech import positions
from tests.bot.messages.tables import running


def shown(part: str = "", page: int | None = None) -> tuple[str, list[bool]]:
    """The head of a page, and whether one can turn to the one before and the one after."""
    made = list(position(running(), part, page).walk_children())
    (text,) = (one.content for one in made if isinstance(one, ui.TextDisplay))
    return text.split("\n")[0], [not one.disabled for one in made if isinstance(one, ui.Button)]


def test_pages_follow_each_other():
    """One begins with the map; there is nothing before the first nor after the last."""
    head, turns = shown()
    count = int(head.rpartition(" ")[2])

    assert "page 1 of" in head
    assert turns == [False, True]
    assert shown(page=1) == (head, turns)
    assert shown(page=2)[1] == ([True, True] if count > 2 else [True, False])
    assert shown(page=count)[1] == [True, False]
    for page in (-1, count + 1):
        with pytest.raises(NothingToShow):
            position(running(), page=page)


def test_a_part_begins_where_it_begins():
    """Each part is named in its head; its second page is the one after its first."""
    heads = {part: shown(part)[0] for part in positions.PARTS}
    numbers = {part: int(head.rpartition("page ")[2].split(" ")[0]) for part, head in heads.items()}

    assert sorted(numbers.values()) == list(numbers.values())
    assert len(set(numbers.values())) == len(numbers)
    first = next(iter(numbers.values()))
    assert shown(page=first)[0] == heads[positions.PARTS[0]]
    for part, number in list(numbers.items())[1:]:
        assert shown(part)[0] == shown(page=number)[0]
        assert shown(part, 1)[0] == shown(part)[0]
