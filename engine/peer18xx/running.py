"""Where a record of 18xx.games ends in the middle of a game: what has been passed there is passed here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.peer18xx import written_game
from engine.peer18xx.entries import dropped
from engine.peer18xx.in_force import Entry, effective, silent
from engine.peer18xx.replayed_game import ReplayedGame


def pass_as_recorded(ours: ReplayedGame, entries: Sequence[Entry]) -> None:
    """Pass as often as the last passes of a record mean; what they pass only in part stays open here."""
    recorded = _last_passes([entry for _, entry in effective(entries)])
    while recorded:
        before = ours.game, list(ours.played), list(ours.events)
        if not ours.pass_on() or _written(ours) > recorded:
            ours.game, ours.played, ours.events = before
            return


def _written(ours: ReplayedGame) -> int:
    """Return with how many passes what has been played so far would be written."""
    return _last_passes(written_game.written(ours.game.setup, ours.played).entries)


def _last_passes(entries: Sequence[Entry]) -> int:
    heard = [entry for entry in entries if not silent(entry)]
    acts = [at for at, entry in enumerate(heard) if not (dropped(entry) or entry.get("routes") == [])]
    return len(heard) - 1 - max(acts, default=-1)
