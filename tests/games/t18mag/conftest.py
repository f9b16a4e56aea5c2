from pathlib import Path

import pytest

from engine.game import Game
from engine.records import open_recording


@pytest.fixture(scope="session")
def whole_game() -> tuple[Game, ...]:
    """A game of three played to the end, position by position."""
    recording = open_recording(Path(__file__).parent / "records" / "3p-thrifty.json")
    line = [Game.begin(recording.setup)]
    for action in recording.actions():
        line.append(line[-1].play(action))
    return tuple(line)
