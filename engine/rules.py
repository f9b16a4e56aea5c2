"""Named rules: the name is the key of what is said when one is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.actions import Action
from engine.position import Position
from engine.refusals import Refusal

A = TypeVar("A", bound="Action")
Test = Callable[["Position", A], Refusal | None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[A]):
    """A test with a name; the name becomes the key of its refusal."""

    name: str
    test: Test[A]


@dataclass(frozen=True, slots=True)
class Rules(Generic[A]):
    """Rules in the order in which a referee would object.

    >>> quick, brief = Rule("quick", lambda pos, action: KEPT), Rule("brief", lambda pos, action: refuse(words=9))
    >>> Rules((quick, brief)).broken(None, None)
    Refusal(key='brief', values={'words': 9}, clauses=())
    >>> Rules((quick,)).before("quick", brief).names
    ('brief', 'quick')
    >>> Rules((quick, brief)).without("brief").broken(None, None) is None
    True
    """

    items: tuple[Rule[A], ...] = ()

    def __iter__(self) -> Iterator[Rule[A]]:
        return iter(self.items)

    def broken(self, pos: Position, action: A) -> Refusal | None:
        """Return the refusal of the first broken rule, None if all are kept."""
        for one in self.items:
            refusal = one.test(pos, action)
            if refusal is not None:
                return Refusal(one.name, refusal.values)
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the rules in order."""
        return tuple(one.name for one in self.items)

    def without(self, *names: str) -> Rules[A]:
        """Leave rules out by name.

        :raises KeyError: when there is no such rule.
        """
        if missing := set(names) - set(self.names):
            raise KeyError(missing)
        return Rules(tuple(one for one in self.items if one.name not in names))

    def replacing(self, *others: Rule[A]) -> Rules[A]:
        """Replace the rules of the same names by these.

        :raises KeyError: when there is no such rule.
        """
        new = {one.name: one for one in others}
        if missing := set(new) - set(self.names):
            raise KeyError(missing)
        return Rules(tuple(new.get(one.name, one) for one in self.items))

    def then(self, *more: Rule[A]) -> Rules[A]:
        """Add rules at the end."""
        return Rules(self.items + more)

    def before(self, name: str, *more: Rule[A]) -> Rules[A]:
        """Add rules in front of the rule of that name."""
        at = self.names.index(name)
        return Rules(self.items[:at] + more + self.items[at:])


NO_RULES: Rules[Any] = Rules()
"""The rules of a step that happens by itself."""


def rule(name: str) -> Callable[[Test[A]], Rule[A]]:
    """Give a test its name: it returns None where the rule is kept, else a refusal."""

    def named(test: Test[A]) -> Rule[A]:
        return Rule(name, test)

    return named


KEPT = None
"""What a test returns when the rule is kept."""


def refuse(**values: Any) -> Refusal:
    """Return the refusal of the rule that is being tested, with the values for its sentence."""
    return Refusal("", values)


def unless(kept: bool, **values: Any) -> Refusal | None:  # noqa: FBT001 - reads as a sentence
    """Return None when the rule is kept, else its refusal with the values for its sentence."""
    return KEPT if kept else Refusal("", values)
