"""Files of data from outside, such as the decks that owners of cards write down.

The engine reads no files: whoever may do so names a source, once for the whole process. A game keeps what its file is
known by, so that any process with the same source can go on with it.
"""

from __future__ import annotations

from collections.abc import Callable

DataSource = Callable[[str], str | None]
"""Return the text of the file of that name; None where there is none."""


def _nothing(_name: str) -> None:
    """Return None: no file is handed in."""


_sources: list[DataSource] = [_nothing]


def take_from(source: DataSource) -> None:
    """Look for files of data in this source from now on."""
    _sources[:] = [source]


def source() -> DataSource:
    """Return where files of data are looked for, so that other processes can be told."""
    return _sources[0]


def text_of(name: str) -> str | None:
    """Return the text of the file of that name, None where nobody hands one in.

    :raises Malformed: when it cannot be read.
    """
    return _sources[0](name)
