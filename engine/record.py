"""Records: data classes that nobody changes once they are made.

The type checker watches over that. At run time nothing does: guarding every field would make a record three times as
slow to build, and a game builds dozens of them for each action.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["having", "record"]

R = TypeVar("R")

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import dataclass

    def record(*, frozen: bool, slots: bool) -> Any:
        """Make a class a record; the type checker takes this for ``dataclass``."""
        assert frozen
        return dataclass(slots=slots, unsafe_hash=True)


def having(one: R, **values: Any) -> R:
    """Return a record of the same kind with some values changed."""
    kind: Any = type(one)
    names = _fields(kind)
    other: R = kind(*[getattr(one, name) for name in names])
    for name, value in values.items():
        setattr(other, name, value)
    return other


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
