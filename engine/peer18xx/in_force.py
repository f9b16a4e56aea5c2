"""Which entries of a recording from 18xx.games count: undo and redo resolved, messages left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
"""What a recorded file says of one thing that was done, or said."""
NumberedEntry = tuple[int, Entry]
TALK = ("message", "log")
"""Types of entries that do not belong to the game, and are never taken back."""


def silent(entry: Entry) -> bool:
    """Tell whether an entry changes nothing: talk, or what a player lets the program do later."""
    kind = entry["type"]
    return kind in TALK or kind.startswith("program_")


def effective(entries: Sequence[Entry]) -> list[NumberedEntry]:
    """Return the entries that are in force, with their index in the file.

    Messages never count. An undo takes back the last entry, or everything after the one whose id it names; a
    redo restores what the latest undo took back; any other entry makes earlier undos final.
    """
    live: list[NumberedEntry] = []
    taken: list[list[NumberedEntry]] = []
    for index, entry in enumerate(entries):
        kind = entry["type"]
        if kind in TALK:
            continue
        if kind == "undo":
            keep = _kept(live, entry.get("action_id"))
            taken.append(live[keep:])
            del live[keep:]
        elif kind == "redo":
            if taken:
                live += taken.pop()
        else:
            taken.clear()
            live.append((index, entry))
    return live


def _kept(live: list[NumberedEntry], action_id: int | str | None) -> int:
    """Return how many entries an undo leaves: to the last one, or up to the one whose id it names."""
    if action_id is None:
        return max(len(live) - 1, 0)
    last = int(action_id)
    left = (at for at in range(len(live), 0, -1) if 0 < int(live[at - 1][1].get("id") or 0) <= last)
    return next(left, 0)
