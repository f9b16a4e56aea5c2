"""What may be done now: a view that lists, counts, tests and explains. Nothing else decides about legality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

from engine.actions import Action, AsRecorded, EndGame, Pass, RunTrains
from engine.position import Position
from engine.powers import held_up, skipped
from engine.refusals import Refusal
from engine.steps import UNDECIDED, Step, out_of_step
from engine.steps.turn import whose


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of the menu: one action, or one action with a range of whole numbers in its amount field.

    An ``idle`` one is legal, but of no use as things stand.
    """

    action: Action
    amounts: range | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    idle: bool = False

    def __iter__(self) -> Iterator[Action]:
        if self.amounts is None:
            yield self.action
            return
        for amount in self.amounts:
            yield self.filled(amount)

    def __len__(self) -> int:
        return 1 if self.amounts is None else len(self.amounts)

    def filled(self, amount: int) -> Action:
        """Return the action with this amount."""
        changes: Any = {self.action.amount: amount}
        return replace(self.action, **changes)


class Choices:
    """The legal actions of a position, in a fixed order.

    All choices of one position share what is found out about it. The position keeps that and not the choices, so that
    both are freed as soon as nobody wants them.

    >>> from engine import Game
    >>> game = Game.start("18Mag", ("ann", "bob", "cy"), seed=7)
    >>> game.read("draft 4") in game.choices
    True
    >>> game.choices.why_not(game.read("pass")).key
    'draft_no_pass'
    """

    def __init__(self, pos: Position) -> None:
        self._pos = pos
        self._steps, self._passes = pos.once(Choices, _nothing_found)

    def __getstate__(self) -> dict[str, Any]:
        """What goes to other processes: not the steps, which each of them has of its own."""
        return {**self.__dict__, "_steps": {}, "_passes": {}}

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Return every offer, in the order of the steps; a pass comes last."""
        return tuple(self._offers())

    def of(self, verb: type[Action]) -> Iterator[Offer]:
        """Yield the offers of one verb, in their order; the others are not listed for that."""
        for step in self._pos.open_steps:
            if step.verb is verb:
                yield from self._of_step(step)

    def _of_step(self, step: Step[Any]) -> Iterator[Offer]:
        pos = self._pos
        for action in step.legal(pos):
            yield Offer(action, step.amounts(pos, action), step.facts(pos, action), step.idle(pos, action))

    def _offers(self) -> Iterator[Offer]:
        pos = self._pos
        for step in pos.open_steps:
            yield from self._of_step(step)
        for player in pos.awaited:
            if self._pass_refused(player) is None:
                yield Offer(Pass(player, held_up(pos) or None), None, {"skips": skipped(pos)})

    @cached_property
    def only(self) -> Action | None:
        """Return the one action of use that can be taken, whoever takes it; None where there are several, or a power.

        Where all are idle, it is the only one of those. What is slow to list is listed only where nothing else can
        be done.
        """
        pos = self._pos
        passes = (
            Pass(player, held_up(pos) or None) for player in pos.awaited if not self._pass_refused(player)
        )
        found = _unlike(chain(passes, self._plain(idle=False))) or _unlike(self._plain(idle=True))
        if len(found) != 1:
            return None
        step = self.step(found[0])
        return None if step in pos.powers or (step and not step.obvious(pos, found[0])) else found[0]

    def _plain(self, *, idle: bool) -> Iterator[Action]:
        """Yield the actions of the open steps, at most two for each amount left open, those of slow steps last."""
        pos = self._pos
        for step in sorted(pos.open_steps, key=lambda step: step.slow):
            for action in step.legal(pos):
                if step.idle(pos, action) == idle:
                    yield from islice(Offer(action, step.amounts(pos, action)), 2)

    @property
    def runs(self) -> tuple[Offer, ...]:
        """Return the runs that are proposed, in the order of the offers."""
        return tuple(offer for offer in self.offers if isinstance(offer.action, RunTrains))

    def __iter__(self) -> Iterator[Action]:
        for offer in self.offers:
            yield from offer

    def __len__(self) -> int:
        return sum(map(len, self.offers))

    def __bool__(self) -> bool:
        return next(self._offers(), None) is not None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def why_not(self, action: Action) -> Refusal | None:
        """Return why an action is refused, None if it is legal.

        Only optimal-route claims may be slow; everything else is judged without listing the alternatives.
        """
        refusal, pos = self._refused(action), self._pos
        if refusal is None:
            return None
        round_, unit = ("", "") if pos.state.over else (pos.frame.kind, pos.unit)
        kind = pos.kind(getattr(action, "unit", unit))
        return replace(pos.title.cited(refusal, round_, action.verb, kind), kind=kind)

    def why_not_more(self, action: Action) -> Refusal | None:
        """Return why an action is refused, or which legal one would bring more; None if it is as good as any.

        A hint that something else is better cites no clause. This may be slow where a run is claimed.
        """
        refusal = self.why_not(action)
        step = self.step(action)
        return refusal if refusal is not None or step is None else step.better(self._pos, action)

    def _refused(self, action: Action) -> Refusal | None:
        pos = self._pos
        if pos.state.over:
            return Refusal("game_over")
        if isinstance(action, EndGame):
            agreed = set(action.players) == set(pos.state.players)
            return None if agreed else Refusal("wrong_step", {"verb": action.verb})
        if isinstance(action, AsRecorded):
            return None
        if isinstance(action, Pass):
            return self._pass_refused(action.actor)
        step = self.step(action)
        if step is not None:
            return step.judge(pos, action)
        return self._closed(action)

    @property
    def duty(self) -> Refusal | None:
        """Return which duty keeps a turn from ending; None where there is none, or only a decision to take."""
        demanded = self._demanded() if self._pos.awaited else None
        return None if demanded is None or demanded.key == UNDECIDED else demanded

    @property
    def slow(self) -> bool:
        """Tell whether listing may take long, because of a search."""
        return any(step.slow for step in self._pos.open_steps)

    def foresee(self) -> None:
        """Run every search the list will need, so that listing is quick afterwards."""
        for step in self._pos.open_steps:
            step.foresee(self._pos)

    def noted(self, action: Action) -> Action:
        """Return an action with its ``noted`` fields set from this position if it is legal, and empty otherwise."""
        if not action.noted:
            return action
        none: Any = dict.fromkeys(action.noted)
        plain = replace(action, **none)
        if isinstance(plain, Pass):
            return plain if self._refused(plain) else replace(plain, held=held_up(self._pos) or None)
        step = self.step(plain)
        return plain if step is None or self._refused(plain) else step.noted(self._pos, plain)

    def _closed(self, action: Action) -> Refusal:
        """Return why an action is refused if its step is over, not yet reached, or no part of this turn."""
        for step in self._pos.steps:
            if step.verb is type(action):
                return step.closed(self._pos, action)
        if action.actor not in self._pos.awaited:
            return Refusal("not_your_turn", whose(self._pos))
        return out_of_step(self._pos, type(action))

    def step(self, action: Action) -> Step[Any] | None:
        """Return the open step an action belongs to."""
        verb = type(action)
        if verb not in self._steps:
            steps = self._pos.each_open_step()
            self._steps[verb] = next((step for step in steps if step.verb is verb), None)
        return self._steps[verb]

    def learn(self, step: Step[Any]) -> None:
        """Note that a step is open and the first of its verb, where that was found out on another way."""
        self._steps[step.verb] = step

    def _pass_refused(self, player: str) -> Refusal | None:
        pos = self._pos
        if player not in pos.awaited:
            return Refusal("not_your_turn", whose(pos))
        if player not in self._passes:
            self._passes[player] = pos.round.no_pass(pos) or self._demanded()
        return self._passes[player]

    def _demanded(self) -> Refusal | None:
        """Return why nobody may pass before a step that must be taken, None if there is none."""
        pos = self._pos
        for step in pos.open_steps:
            if step.must(pos) and (step.open(pos) or pos.title.could_open(pos, step)):
                return step.demand(pos)
        return None

    def nearest(self, action: Action, limit: int = 3) -> list[Offer]:
        """Return legal offers of the same verb that share most fields with an action."""

        def likeness(offer: Offer) -> int:
            names = action.__dataclass_fields__
            return sum(getattr(offer.action, name) == getattr(action, name) for name in names)

        alike = [offer for offer in self.offers if type(offer.action) is type(action)]
        return sorted(alike, key=likeness, reverse=True)[:limit]


def _nothing_found() -> tuple[dict[type[Action], Step[Any] | None], dict[str, Refusal | None]]:
    """Return where it is kept which step a verb belongs to, and why a player may not pass."""
    return {}, {}


def _unlike(actions: Iterable[Action]) -> list[Action]:
    """Return the first action, and the first that differs from it in more than in who takes it."""
    found: list[Action] = []
    for action in actions:
        if not found or replace(action, actor=found[0].actor) != found[0]:
            found.append(action)
        if len(found) > 1:
            break
    return found
