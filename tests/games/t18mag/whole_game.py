"""One whole recorded game, position by position."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.game import Game
from engine.records import open_recording

FILE = Path(__file__).parent / "records" / "3p-thrifty.json"


@cache
def positions() -> tuple[Game, ...]:
    """Return the game before its first action and after every one."""
    recording = open_recording(FILE)
    games = [recording.at(0)]
    for action in recording.actions():
        games.append(games[-1].play(action))
    return tuple(games)
