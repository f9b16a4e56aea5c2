"""What is typed as a move and is none: the name of a command that does not play, or of a button of the card."""

from __future__ import annotations

from collections.abc import Iterable

from assets import sentences
from bot.components import Row
from bot.menu.search import fold
from bot.pickers import board_buttons
from bot.speech.table_view import TableView

MARKS = " .!?/"
"""What may stand around a name and is no part of it."""


def commands_named(paths: Iterable[str], typed: str, lang: str) -> list[str]:
    """The commands with which a line begins, or whose last word it is, as links; in a language or in English.

    :param paths: the English names of all commands, as in ``show map``
    """
    line = _bare(typed)
    found = {}
    for path in paths:
        for one in (lang, sentences.ENGLISH):
            called = _bare(sentences.typed(path, one))
            if f"{line} ".startswith(f"{called} ") or line == called.rpartition(" ")[2]:
                found[path] = sentences.command(path, lang)
    return list(found.values())


def tools_named(view: TableView, typed: str) -> Row:
    """The tools of a card that are called so."""
    tools = [tool for row in board_buttons.tools(view) for tool in row]
    return [tool for tool in tools if _bare(str(getattr(tool, "label", ""))) == _bare(typed)]


def _bare(text: str) -> str:
    """A text without case, accents, and signs around it."""
    kept = "".join(mark for mark in fold(text) if mark.isalnum() or mark in MARKS or mark in "-_")
    return " ".join(kept.split()).strip(MARKS)
