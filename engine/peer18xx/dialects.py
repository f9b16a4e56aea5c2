"""What 18xx.games makes of a title, found by the title's folder here."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec

from engine.peer18xx.dialect import Dialect


@cache
def dialect_of(title: str) -> Dialect | None:
    """Return the dialect of a title, by the title's name; None for one whose games are not exchanged."""
    home = f"{__package__}.t{title.lower()}"
    if find_spec(home) is None:
        return None
    found: Dialect = importlib.import_module(f"{home}.recorded").DIALECT
    return found
