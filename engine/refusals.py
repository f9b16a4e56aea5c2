"""From a broken rule to its sentence: one record all the way, and the errors that carry it.

Refused
├── BadSetup        a game that cannot be started
├── Malformed       a text or file that cannot be understood
├── RouteFault      a claimed route that breaks a rule
└── IllegalAction   an action the rules forbid now
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Action


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the broken rule, the values for its sentence, the clauses behind it.

    ``kind`` is that of the unit which the action names, else of the one in turn; empty where there is none.
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    kind: str = ""

    def __str__(self) -> str:
        said = (self.key, dict(self.values), ", ".join(self.clauses))
        return " ".join(str(part) for part in said if part)


class Refused(Exception):
    """Something was refused: a key for its sentence and the values to fill in."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.refusal = Refusal(key, values)

    @property
    def key(self) -> str:
        """Return the key of the sentence."""
        return self.refusal.key

    @property
    def values(self) -> Mapping[str, Any]:
        """Return the values that fill in the sentence."""
        return self.refusal.values

    def __str__(self) -> str:
        return str(self.refusal)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.key, dict(self.values))


def _again(kind: type[Refused], key: str, values: dict[str, Any]) -> Refused:
    return kind(key, **values)


class BadSetup(Refused):
    """The title, players, options or seed do not give a valid game."""


class Malformed(Refused):
    """A text or file cannot be understood."""


class RouteFault(Refused):
    """A claimed route, or the set it belongs to, breaks a rule."""


class IllegalAction(Refused):
    """The rules forbid this action now."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(refusal.key, **refusal.values)
        self.action = action
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.action}: {self.refusal}"

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.action, self.refusal)
