"""Small games of our own players in both forms, as they were written when the engine behind 18xx.games accepted them.

``python -m tests.engine.peer18xx.kept_games`` writes the second forms anew, for looking at what a change changes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.actions import Action
from engine.game import Game
from engine.peer18xx import written_game
from engine.peer18xx.compared import StateDescriber
from engine.peer18xx.recorded_game import Peer
from engine.records import own

FOLDER = Path(__file__).parent / "games"
NAMES = tuple(sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.json.gz")))
EVERY = 40
"""After so many actions a position is kept."""


@dataclass(frozen=True)
class KeptGame:
    """A game as it was played here, its file, and what some of its positions are in the terms of 18xx.games."""

    played: dict[str, Any]
    file: dict[str, Any]
    states: dict[str, Any]

    @property
    def record(self) -> own.Own:
        """Our own record of it."""
        return own.Own(self.played)

    def actions(self) -> list[Action]:
        """What was played."""
        return [*self.record.actions()]

    def told(self) -> list[Action]:
        """What the file tells of it."""
        return self.actions()[: self.file.get("stopped", {}).get("ply")]

    @property
    def is_plain(self) -> bool:
        """Tell whether it was played under the readings of 18xx.games from the beginning."""
        return not written_game.apart(self.record.setup)


@cache
def kept(name: str) -> KeptGame:
    """The game of that name."""
    return KeptGame(**json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes())))


def written(game: KeptGame) -> dict[str, Any]:
    """Write the file of a game anew."""
    file: dict[str, Any] = json.loads(written_game.file_of(game.record.setup, game.actions()).text)
    return file


def views(record: Peer, actions: Sequence[Action]) -> dict[str, Any]:
    """Every so many positions of what was read of a file, by number, and the last one."""
    describer, game = StateDescriber(record), Game.begin(record.setup)
    seen = {}
    for number, action in enumerate(actions, 1):
        game = game.play(action)
        if number % EVERY == 0 or number == len(actions):
            seen[str(number)] = json.loads(json.dumps(describer.describe(game.pos)))
    return seen


def main() -> None:
    """Write all files and positions anew."""
    for name in NAMES:
        game = kept(name)
        file = written(game)
        record = Peer(file)
        known = {"played": game.played, "file": file, "states": views(record, record.actions())}
        text = json.dumps(known, separators=(",", ":"), ensure_ascii=False)
        (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
