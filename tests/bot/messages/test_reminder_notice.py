"""The notice that somebody is reminded no longer, with what the others may do."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.messages.reminder_sender import _notice
from tests.bot.messages.tables import ANN, DOT, running


@pytest.mark.parametrize(
    ("user", "kind", "offers"), [(ANN, "turn", True), (ANN, "undo", False), (DOT, "turn", False)]
)
def test_a_notice_offers_a_substitute_for_a_turn(user: int, kind: str, offers: bool):
    """The house or a person; not for an answer, nor for one who has no seat."""
    reminder: Any = SimpleNamespace(user_id=user, kind=kind, game_id=7, of=10)
    made = list(_notice(running(), reminder, "the last line").walk_children())
    (text,) = (one.content for one in made if isinstance(one, ui.TextDisplay))
    ids = [str(one.custom_id) for one in made if isinstance(one, ui.Button)]

    assert ("Ann" in text) == (user == ANN)
    assert "10" in text
    assert text.endswith("\nthe last line")
    assert len(ids) == (2 if offers else 0)
    assert all("7" in one and "s1" in one for one in ids)
    assert "\n" not in next(
        one.content
        for one in _notice(running(), reminder, "").walk_children()
        if isinstance(one, ui.TextDisplay)
    )
