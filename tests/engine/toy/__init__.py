"""A toy title that breaks what 18Mag keeps: it proves that the engine assumes nothing of one game.

It is played as the kit for new titles is, with data of its own: shares of a fifth, set-ups that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import kit
from engine import title as known
from engine.data import ClauseData, MapData, TitleData
from engine.printed import load
from engine.title import Title
from engine.variants import Variant

TITLE = replace(
    kit.TITLE,
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    variants=(load(__package__, "two.toml", Variant), load(__package__, "west.toml", Variant)),
)


@contextmanager
def made_known() -> Iterator[Title]:
    """Make the toy known for a while."""
    known.add(TITLE)
    try:
        yield TITLE
    finally:
        known._ADDED.pop(TITLE.name, None)
