"""What of a record is in force: undo, redo and messages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.peer18xx.in_force import effective


def entries(text: str) -> list[dict[str, Any]]:
    """``a b undo redo undo:1``: actions with ids 1, 2, 3...; messages are ``m``."""
    made = []
    for number, word in enumerate(text.split(), 1):
        name, _, target = word.partition(":")
        kind = {"m": "message", "undo": "undo", "redo": "redo"}.get(name, name)
        entry = {"type": kind, "id": number}
        made.append({**entry, "action_id": int(target)} if target else entry)
    return made


def kept(text: str) -> str:
    return " ".join(entry["type"] for _, entry in effective(entries(text)))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", ""),
        ("a b c", "a b c"),
        ("a m b m", "a b"),
        ("a b undo", "a"),
        ("a b undo undo", ""),
        ("a undo undo undo b", "b"),
        ("a b undo redo", "a b"),
        ("a b undo undo redo", "a"),
        ("a b undo undo redo redo", "a b"),
        ("a b undo c redo", "a c"),
        ("a redo", "a"),
        ("a b c undo:1", "a"),
        ("a b c undo:0", ""),
        ("a b c undo:1 redo", "a b c"),
        ("a b c undo:1 d", "a d"),
        ("a b c undo undo:1 redo redo", "a b c"),
        ("a m undo", ""),
        ("a b undo m redo", "a b"),
        ("a b c undo d undo:2 undo", "a"),
        ("a b undo:9", "a b"),
    ],
)
def test_what_of_a_record_is_in_force(text: str, left: str):
    """Undo takes back one action or a stretch, redo restores it, other actions make that final; chat never counts."""
    assert kept(text) == left


def test_an_entry_without_an_id_is_taken_back_with_those_around_it():
    """An undo takes back all that follows the entry it names, whatever the others are called."""
    made = entries("a b c d undo:1")
    del made[2]["id"]

    assert [entry["type"] for _, entry in effective(made)] == ["a"]


def test_the_places_in_the_file_are_remembered():
    """Every action in force comes with its index in the record."""
    assert [index for index, _ in effective(entries("a m b undo c"))] == [0, 4]


@given(st.lists(st.sampled_from(["a", "b", "undo", "redo", "m", "undo:2", "undo:0"]), max_size=14))
def test_messages_change_nothing(words: list[str]):
    """A record without its chat is in force the same way; ids that undo names are kept."""
    made = entries(" ".join(words))
    without = [entry for entry in made if entry["type"] != "message"]

    assert [one for _, one in effective(made)] == [one for _, one in effective(without)]


@given(st.lists(st.sampled_from(["a", "b", "undo", "redo"]), max_size=14))
def test_an_undo_and_a_redo_cancel(words: list[str]):
    """Taking back and restoring at once leaves things as they were."""
    text = " ".join(words)

    assert kept(f"{text} c undo redo") == kept(f"{text} c")
