"""Named rules: the name is the key of what is said when one is broken."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from engine.actions import Action
from engine.position import Position
from engine.refusals import Refusal

A = TypeVar("A", bound="Action")
Test = Callable[["Position", A], Refusal | None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[A]):
    """A test with a name; the name becomes the key of its refusal.

    ``turn`` rules check whose turn it is. ``personal`` rules depend on the actor alone, so one verdict holds for
    every action in the step. Rules ``by`` some facts of an action, as by the colour of a tile, depend on these and
    the actor alone.
    """

    name: str
    test: Test[A]
    turn: bool = False
    personal: bool = False
    by: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """Return the rule in a sentence, for developers; empty where none is written."""
        return (self.test.__doc__ or "").strip().partition("\n")[0]


class Actor(NamedTuple):
    """Who acts: a player, for the unit in turn if there is one. Personal rules look at no more of an action."""

    actor: str
    unit: str


@dataclass(frozen=True, slots=True)
class Rules(Generic[A]):
    """Rules in the order in which a referee would object.

    >>> quick, brief = Rule("quick", lambda pos, action: KEPT), Rule("brief", lambda pos, action: refuse(words=9))
    >>> Rules((quick, brief)).broken(None, None)
    Refusal(key='brief', values={'words': 9}, clauses=(), kind='')
    >>> Rules((quick,)).before("quick", brief).names
    ('brief', 'quick')
    >>> Rules((quick, brief)).without("brief").broken(None, None) is None
    True
    >>> Rules((quick,)).before("brief", quick)
    Traceback (most recent call last):
    KeyError: 'there is no rule brief; there are quick'
    """

    items: tuple[Rule[A], ...] = ()
    personal: tuple[Rule[Any], ...] = field(init=False, repr=False, compare=False)
    others: tuple[Rule[A], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find the rules that look at nothing but who acts, if a rule of the turn says who may, and the others."""
        of_turn = any(one.turn for one in self.items)
        alike = tuple(one for one in self.items if one.personal) if of_turn else ()
        object.__setattr__(self, "personal", alike)
        object.__setattr__(self, "others", tuple(one for one in self.items if one not in alike))

    def __iter__(self) -> Iterator[Rule[A]]:
        return iter(self.items)

    def broken(self, pos: Position, action: A) -> Refusal | None:
        """Return the refusal of the first broken rule, None if all are kept."""
        for one in self.items:
            refusal = one.test(pos, action)
            if refusal is not None:
                return Refusal(one.name, refusal.values)
        return None

    def kept(self, pos: Position, action: A) -> bool:
        """Tell whether an action breaks no rule."""
        for one in self.items:  # noqa: SIM110 - a generator would cost as much as the tests
            if one.test(pos, action) is not None:
                return False
        return True

    def able(self, pos: Position) -> list[str]:
        """Return those awaited who break no personal rule, so that the others alone decide what they may do."""
        able = []
        for player in pos.awaited:
            who = Actor(player, pos.unit)
            for one in self.personal:
                if one.test(pos, who) is not None:
                    break
            else:
                able.append(player)
        return able

    def sifted(self, pos: Position, actions: Iterable[A], able: Container[str] = ()) -> Iterator[A]:
        """Yield those of some actions that break no rule; personal ones are known to be kept by who is ``able``.

        What one of them breaks is asked first of the next, which is often alike.
        """
        broken: Rule[A] | None = None
        for action in actions:
            if broken is not None and broken.test(pos, action) is not None:
                continue
            for one in self.others if action.actor in able else self.items:
                if one.test(pos, action) is not None:
                    broken = one
                    break
            else:
                yield action

    def __contains__(self, rule: object) -> bool:
        return any(one is rule for one in self.items)

    def allow(self, pos: Position, action: A, *facts: str) -> bool:
        """Tell whether an action keeps the rules by these facts alone; where not, none like it in them is legal."""
        return all(one.test(pos, action) is None for one in self.items if one.by == facts)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the rules in order."""
        return tuple(one.name for one in self.items)

    def _known(self, name: str) -> str:
        if name not in self.names:
            raise KeyError(f"there is no rule {name}; there are {', '.join(self.names)}")
        return name

    def without(self, *names: str) -> Rules[A]:
        """Leave rules out by name.

        :raises KeyError: when there is no such rule.
        """
        gone = tuple(map(self._known, names))
        return Rules(tuple(one for one in self.items if one.name not in gone))

    def replacing(self, *others: Rule[A]) -> Rules[A]:
        """Replace the rules of the same names by these.

        :raises KeyError: when there is no such rule.
        """
        new = {self._known(one.name): one for one in others}
        return Rules(tuple(new.get(one.name, one) for one in self.items))

    def then(self, *more: Rule[A]) -> Rules[A]:
        """Add rules at the end."""
        return Rules(self.items + more)

    def before(self, name: str, *more: Rule[A]) -> Rules[A]:
        """Add rules in front of the rule of that name.

        :raises KeyError: when there is no such rule.
        """
        at = self.names.index(self._known(name))
        return Rules(self.items[:at] + more + self.items[at:])


NO_RULES: Rules[Any] = Rules()
"""The rules of a step that happens by itself."""


def rule(
    name: str, *, turn: bool = False, personal: bool = False, by: tuple[str, ...] = ()
) -> Callable[[Test[A]], Rule[A]]:
    """Give a test its name: it returns None where the rule is kept, else a refusal."""

    def named(test: Test[A]) -> Rule[A]:
        return Rule(name, test, turn, personal, by)

    return named


KEPT = None
"""What a test returns when the rule is kept."""


def refuse(**values: Any) -> Refusal:
    """Return the refusal of the rule that is being tested, with the values for its sentence."""
    return Refusal("", values)


def unless(kept: bool, **values: Any) -> Refusal | None:  # noqa: FBT001 - reads as a sentence
    """Return None when the rule is kept, else its refusal with the values for its sentence."""
    return KEPT if kept else Refusal("", values)
