"""Files of data that an option names, such as decks of cards: those of a folder, by name, and single ones by path."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from engine import handed_in
from engine.refusals import Malformed
from engine.title import Title

VARIABLE = "STATIONMASTER_DECKS"
"""The variable of the environment that names the folder."""
LARGEST = 1024 * 1024
"""How many bytes such a file may hold."""


def look_in(folder: str) -> None:
    """Let games of this process find the files of a folder by their names; with an empty name they find none."""
    handed_in.take_from(partial(_text_in, Path(folder) if folder else None))


def processes(count: int) -> ProcessPoolExecutor:
    """Return processes in which games find the same files as in this one."""
    return ProcessPoolExecutor(count, initializer=handed_in.take_from, initargs=(handed_in.source(),))


def opened(title: Title, options: Iterable[str]) -> tuple[str, ...]:
    """Return options with the paths of data files replaced by what the files are known by.

    :raises Malformed: when a file cannot be used.
    """
    return tuple(_opened(title, option) for option in options)


def _opened(title: Title, option: str) -> str:
    name, _, value = option.partition("=")
    if name not in title.files or not value.endswith(".json"):
        return option
    path = Path(value)
    return f"{name}={title.files[name].read(_text(path), path.name)}"


def _text_in(folder: Path | None, name: str) -> str | None:
    file = folder / f"{name}.json" if folder is not None else None
    return _text(file) if file is not None and file.is_file() else None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Malformed("too_large", path=str(path))
        return data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed("deck_unreadable", file=str(path), why=type(error).__name__) from None
