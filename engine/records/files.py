"""Opening a recorded game of any kind."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol

from engine.actions import Action
from engine.game import Game, Setup
from engine.peer18xx import recorded_game
from engine.peer18xx.entry_reader import BROKEN
from engine.records import own
from engine.refusals import Malformed

LARGEST = 64 * 1024 * 1024
"""How many bytes of JSON a file may hold."""

KNOWN = "known.json"
"""The file that lists faults of the records beside it."""


class Recording(Protocol):
    """A game as recorded: a set-up and entries, counted from 0."""

    setup: Setup

    @property
    def called(self) -> Mapping[str, str]:
        """Return the names of people, by player."""
        ...

    @property
    def decided(self) -> Mapping[int, str]:
        """Return who decided the actions that no player decided, by their number, counted from 1."""
        ...

    def __len__(self) -> int: ...

    def at(self, index: int | None = None) -> Game:
        """Return the game before that entry, or after the last."""
        ...

    def actions(self) -> list[Action]:
        """Return our actions for the whole record."""
        ...


def open_recording(path: str | Path) -> Recording:
    """Read a recorded game, plain or gzipped.

    :raises Malformed: when the file cannot be read, or holds no game in a known format.
    :raises BadSetup: when the game in it cannot be set up.
    """
    return recording_of(read_json(path), path, known_faults(path))


def recording_of(data: Any, path: str | Path, known: frozenset[tuple[int, str]] = frozenset()) -> Recording:
    """Return the recorded game in the data of a file; ``path`` names it to whoever reads what is wrong.

    :raises Malformed: when they hold no game in a known format.
    :raises BadSetup: when the game in them cannot be set up.
    """
    if not isinstance(data, dict):
        raise Malformed("not_a_game", path=str(path))
    try:
        return own.Own(data) if data.get("format") == own.FORMAT else recorded_game.Peer(data, known)
    except BROKEN:
        raise Malformed("not_a_game", path=str(path)) from None


def open_game(path: str | Path, at: int | None = None) -> Game:
    """Return a recorded game before entry ``at``, or after its last.

    :raises Refused: when the file is unreadable, the entry does not exist, or an action in it is illegal.
    """
    recording = open_recording(path)
    if at is not None and not 0 <= at <= len(recording):
        raise Malformed("no_such_entry", at=at, count=len(recording))
    return recording.at(at)


def open_actions(path: str | Path) -> tuple[Recording, list[Action], Game]:
    """Return a recording with all its actions and the game they lead to.

    :raises Refused: when :func:`open_game` would raise it.
    """
    recording = open_recording(path)
    return recording, recording.actions(), recording.at()


def known_faults(path: str | Path) -> frozenset[tuple[int, str]]:
    """Return the entries and keys at which the record itself is at fault, from ``known.json`` near the file.

    :raises Malformed: when ``known.json`` cannot be read.
    """
    name = Path(path).name.removesuffix(".gz").removesuffix(".json")
    for folder in Path(path).absolute().parents[:2]:
        if (folder / KNOWN).is_file():
            return _faults_of(read_json(folder / KNOWN), name, path)
    return frozenset()


def _faults_of(entries: Any, name: str, path: str | Path) -> frozenset[tuple[int, str]]:
    try:
        return frozenset((entry["action"], entry["key"]) for entry in entries if entry["file"] == name)
    except BROKEN:
        raise Malformed("not_a_game", path=str(path)) from None


def read_json(path: str | Path) -> Any:
    """Return the JSON of a file, plain or gzipped.

    :raises Malformed: when it cannot be read, is too large, or is not JSON.
    """
    try:
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST + 1)
        if raw[:2] == b"\x1f\x8b":
            with gzip.open(BytesIO(raw)) as packed:
                raw = packed.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Malformed(
            "unreadable", path=str(path), why=str(getattr(error, "strerror", "") or error)
        ) from None
    if len(raw) > LARGEST:
        raise Malformed("too_large", path=str(path))
    return json_of(raw, path)


def json_of(raw: bytes, path: str | Path) -> Any:
    """Return the JSON content of a file.

    :raises Malformed: when it is not JSON.
    """
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("not_json", path=str(path)) from None
