"""Values that are computed once, when they are first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

V = TypeVar("V")

if TYPE_CHECKING:
    lazily = cached_property
else:

    class lazily(cached_property[V]):  # noqa: N801 - it stands before a method as ``property`` does
        """A property that is computed once; unlike that of Python 3.11 it locks nothing, so it costs no time."""

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
            """Compute the value, and leave it where the next look-up finds it."""
            if instance is None:
                return self
            made = instance.__dict__[self.attrname] = self.func(instance)
            return made
