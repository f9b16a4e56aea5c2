"""Named rules, and what is said when one is broken.

Errors of the engine, all of them :class:`EngineError`:

    EngineError
    ├── BadSetup        a game that cannot be started
    ├── Malformed       a text or file that is not what it should be
    └── IllegalAction   an action the rules forbid now; carries the :class:`Refusal`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.position import Position

A = TypeVar("A", bound="Action")
Fault = Mapping[str, Any]
Test = Callable[["Position", A], Fault | None]


class EngineError(Exception):
    """An error with a key for its sentence and the values to fill in."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return f"{self.key} {self.values}" if self.values else self.key

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.key, self.values)


def _again(kind: type[EngineError], key: str, values: dict[str, Any]) -> EngineError:
    return kind(key, **values)


class BadSetup(EngineError):
    """The title, players, options or seed do not make a game."""


class Malformed(EngineError):
    """A text or file is not what it should be."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the broken rule, the clauses behind it, values for the sentence."""

    key: str
    clauses: tuple[str, ...] = ()
    values: Fault = field(default_factory=dict)


class IllegalAction(EngineError):
    """The rules forbid this action now."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(refusal.key, **refusal.values)
        self.action = action
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.action, self.refusal)

    def __str__(self) -> str:
        return (
            f"{self.action}: {self.refusal.key} {dict(self.refusal.values)} {', '.join(self.refusal.clauses)}"
        )


@dataclass(frozen=True, slots=True)
class Rule(Generic[A]):
    """A test with a name; the name is the key of its refusal."""

    name: str
    test: Test[A]


@dataclass(frozen=True, slots=True)
class Rules(Generic[A]):
    """Rules in the order in which a referee would object."""

    items: tuple[Rule[A], ...] = ()

    def __iter__(self) -> Iterator[Rule[A]]:
        return iter(self.items)

    def broken(self, pos: Position, action: A) -> tuple[str, Fault] | None:
        """Return the first broken rule's name and the values for its sentence."""
        for one in self.items:
            fault = one.test(pos, action)
            if fault is not None:
                return one.name, fault
        return None

    def without(self, *names: str) -> Rules[A]:
        """Leave rules out by name.

        :raises KeyError: there is no such rule.
        """
        if missing := set(names) - {one.name for one in self.items}:
            raise KeyError(missing)
        return Rules(tuple(one for one in self.items if one.name not in names))

    def then(self, *more: Rule[A]) -> Rules[A]:
        """Add rules at the end."""
        return Rules(self.items + more)

    def before(self, name: str, *more: Rule[A]) -> Rules[A]:
        """Add rules in front of the rule of that name."""
        at = [one.name for one in self.items].index(name)
        return Rules(self.items[:at] + more + self.items[at:])


def rule(name: str) -> Callable[[Test[A]], Rule[A]]:
    """Give a test its name: it returns None where the rule is kept, else values for the sentence."""

    def named(test: Test[A]) -> Rule[A]:
        return Rule(name, test)

    return named


KEPT = None
"""What a test returns when the rule is kept."""


def unless(kept: bool, **values: Any) -> Fault | None:  # noqa: FBT001 - reads as a sentence
    """Return None when the rule is kept, else the values for the sentence."""
    return KEPT if kept else values
