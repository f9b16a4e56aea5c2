"""Statements of SQLAlchemy, compiled once for all SQLite files of a process: each bot of a test asks the same."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

KEPT = 1000


class CompiledStatements(LRUCache[Any, Any]):
    """Keeps statements for any engine, where SQLAlchemy asks for the one that compiled them: they are all alike."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return a statement as any of the engines has compiled it."""
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key[1:], value)


COMPILED = CompiledStatements(KEPT)


def made_engine(*given: Any, **named: Any) -> AsyncEngine:
    """Return an engine that compiles no statement which another SQLite engine has compiled."""
    engine = create_async_engine(*given, **named)
    if engine.dialect.name == "sqlite":
        engine.sync_engine._compiled_cache = COMPILED
    return engine
