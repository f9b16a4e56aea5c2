"""The copies of trains under their recorded names, as a writer keeps track of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.events import Event, TrainBought, TrainDiscarded, TrainRusted
from engine.peer18xx.writing import Untold
from engine.position import Position
from engine.state import DEPOT, POOL

TrainCard = tuple[str, str]
"""A train: the name of its copy, and the side that is up."""
LostTrain = tuple[str, str, str]
"""A train with the unit that had it: the unit, the name of its copy, and the side that was up."""
HIDDEN = "*"
"""Ends the name of a copy that 18xx.games no longer finds: a younger one bears its name."""


class TrainBook:
    """Which copies of trains lie where, as 18xx.games keeps them: it follows the events of a game.

    ``given`` are copies that units get without a purchase, by the side that is up, and do not sell there; ``kept``
    are others that are not on the stacks. What leaves a unit for nobody lies ``scrapped``: on the stacks or nowhere.
    Of copies that are alike the one held longest is given up first, with an ``order`` of 1 the one of the lowest
    number, of -1 that of the highest.
    """

    def __init__(
        self,
        pos: Position,
        given: Mapping[str, str],
        kept: Iterable[str] = (),
        scrapped: str = "",
        order: int = 0,
    ) -> None:
        self._stack_of = {train.name: train.stack for train in pos.title.data.trains}
        self._given = dict(given)
        self._fixed = {*given.values()}
        self._kept = [*kept]
        self._scrapped, self._order = scrapped, order
        self._pool: list[TrainCard] = []
        self._owned: dict[str, list[TrainCard]] = {}
        self._received: list[str] = []
        self._shown: dict[str, set[str]] = {}
        counts = {train.name: train.count for train in pos.title.data.trains if train.name == train.stack}
        self._endless = {stack for stack, count in counts.items() if count is None}
        self._stacks = [*self._printed(counts)]

    def _printed(self, depot: Mapping[str, int | None]) -> Iterator[tuple[str, int]]:
        """Yield the copies on the stacks, from the top; of a stack without an end there is always one."""
        for stack, count in depot.items():
            numbers = (at for at in itertools.count() if f"{stack}-{at}" not in {*self._fixed, *self._kept})
            yield from ((stack, at) for at in itertools.islice(numbers, 1 if count is None else count))

    # --- names

    def offered(self, side: str, seller: str) -> str:
        """Return the copy that is bought.

        :raises Untold: when 18xx.games would not sell it.
        """
        stack = self._stack_of[side]
        if seller == DEPOT:
            return next(f"{name}-{number}" for name, number in self._stacks if name == stack)
        if seller == POOL:
            return self._told(self._in_pool(side))
        return self._told(self._of(seller, side, for_sale=True))

    def on_top(self, name: str) -> bool:
        """Tell whether a copy is the top one of all stacks."""
        return bool(self._stacks) and name == "{}-{}".format(*self._stacks[0])

    def one_of(self, unit: str, side: str) -> str:
        """Return the copy that a unit discards or turns: one that it has just received before its own.

        :raises Untold: when 18xx.games would take another for it.
        """
        return self._told(self._of(unit, side))

    def named(self, unit: str, sides: Sequence[str], *, oldest: bool = False) -> list[str]:
        """Return the copies of a unit behind the sides it runs, each once; with ``oldest`` the first held longest.

        :raises Untold: when 18xx.games would take another for one of them.
        """
        owned = self._owned.get(unit, ())
        found = [self._told(next(card for card in owned if card[1] == side)) for side in sides[:oldest]]
        left = sorted((card for card in owned if card[0] not in found), key=_is_hidden)
        for side in sides[oldest:]:
            card = next(card for card in left if card[1] == side)
            left.remove(card)
            found.append(self._told(card))
        return found

    def once(self, sides: Collection[str]) -> list[str]:
        """Return the sides now up of cards that once showed one of these; the side that names a card forgets them."""
        cards = [*self._pool, *(card for cards in self._owned.values() for card in cards)]
        turned = [(name, side) for name, side in cards if side != name.rpartition("-")[0]]
        return [side for name, side in turned if side not in sides and self._shown[name] & {*sides}]

    def _told(self, card: TrainCard) -> str:
        if _is_hidden(card):
            raise Untold("untold_train", train=card[1])
        return card[0]

    def _of(self, unit: str, side: str, *, for_sale: bool = False) -> TrainCard:
        alike = [card for card in self._owned[unit] if card[1] == side]
        if for_sale and all(name in self._fixed for name, _ in alike):
            raise Untold("untold_sale", train=side, unit=unit)
        return min(alike, key=self._preference)

    def _preference(self, card: TrainCard) -> tuple[bool, bool, bool, int]:
        """Return what speaks against giving up a copy before others that are alike."""
        number = int(card[0].removesuffix(HIDDEN).rpartition("-")[2])
        return card[0] not in self._received, card[0] in self._fixed, _is_hidden(card), self._order * number

    def _give_up(self, unit: str, side: str) -> TrainCard:
        """Take the copy from a unit that it sells or discards."""
        card = self._of(unit, side)
        self._owned[unit].remove(card)
        return card

    def _in_pool(self, side: str) -> TrainCard:
        stack = self._stack_of[side]
        alike = [card for card in self._pool if self._stack_of[card[1]] == stack]
        return next((card for card in alike if card[1] == side), alike[0])

    # --- what happens

    def follow(self, event: Event) -> None:
        """Follow an event: trains are bought, discarded, turned, exported, and rust."""
        if isinstance(event, TrainBought):
            self._buy(event)
        elif isinstance(event, TrainRusted) and event.holder == DEPOT:
            self._from_stack(self._stack_of[event.train])
        elif isinstance(event, TrainRusted):
            self._rust(event)
        elif isinstance(event, TrainDiscarded):
            self._lay(self._give_up(event.unit, event.train), event.to or self._scrapped)

    def _buy(self, event: TrainBought) -> None:
        if event.seller == DEPOT:
            name = self._from_stack(self._stack_of[event.train])
        elif event.seller == POOL:
            card = self._in_pool(event.train)
            self._pool.remove(card)
            name = card[0]
        elif event.seller in self._owned:
            name = self._give_up(event.seller, event.train)[0]
        else:
            name = self._kept.pop()
        self.receive(event.unit, name, event.train)

    def _rust(self, event: TrainRusted) -> None:
        cards = self._pool if event.holder == POOL else self._owned.get(event.holder, [])
        alike = [card for card in cards if card[1] == event.train]
        if not alike:
            return
        card = self._of(event.holder, event.train) if event.why == "turned" else alike[0]
        at = cards.index(card)
        cards[at : at + 1] = [(card[0], event.into)] if event.into else []
        if event.into:
            self._shown[card[0]].add(event.into)
            self._received = [one for one in self._received if one != card[0]]

    def _from_stack(self, stack: str) -> str:
        """Take the first copy of a stack; one without an end gets another where no other of it comes next."""
        at = next(at for at, (name, _) in enumerate(self._stacks) if name == stack)
        number = self._stacks.pop(at)[1]
        if stack in self._endless and [name for name, _ in self._stacks[at : at + 1]] != [stack]:
            self._stacks.insert(at, (stack, number + 1))
            self._hide(f"{stack}-{number + 1}")
        return f"{stack}-{number}"

    def _hide(self, name: str) -> None:
        """Note that a new copy bears a name: an older one is not found under it any more."""
        for cards in (self._pool, *self._owned.values()):
            for at, (known, side) in enumerate(cards):
                if known == name:
                    cards[at] = (name + HIDDEN, side)
                    self._shown[name + HIDDEN] = self._shown.pop(name)

    def _lay(self, card: TrainCard, to: str) -> None:
        """Lay a copy that was discarded into the pool, or back on top of the stacks."""
        if to == POOL:
            self._pool.append(card)
        elif to == DEPOT:
            stack, _, number = card[0].removesuffix(HIDDEN).rpartition("-")
            self._stacks.insert(0, (stack, int(number)))

    def receive(self, unit: str, name: str, side: str) -> None:
        """Give a copy to a unit."""
        self._shown.setdefault(name, set()).add(side)
        self._owned.setdefault(unit, []).append((name, side))

    def hand_over(self, unit: str, to: str) -> None:
        """Give all copies of a unit to another, which then settles these before its own."""
        cards = self._owned.pop(unit, [])
        self._received = [name for name, _ in cards]
        self._owned.setdefault(to, []).extend(cards)

    def agree(self, pos: Position) -> None:
        """Follow what no event tells: trains that a unit begins with, or takes over from others."""
        loose = self._lost(pos)
        for unit in (holder for holder in pos.state.trains if holder != POOL):
            for side in self._wanting(pos, unit).elements():
                lost = next((one for one in loose if one[2] == side), None)
                if lost is not None:
                    loose.remove(lost)
                given = lost[1] if lost else self._given.pop(side, "")
                self.receive(unit, given or self._from_stack(self._stack_of[side]), side)

    def _wanting(self, pos: Position, unit: str) -> Counter[str]:
        """Return the sides of a unit's trains of which no copies are known."""
        known = Counter(side for _, side in self._owned.get(unit, ()))
        return Counter(pos.state.trains.get(unit, ())) - known

    def _lost(self, pos: Position) -> list[LostTrain]:
        """Take copies away from units that no longer have them, and return them."""
        loose: list[LostTrain] = []
        for unit, cards in self._owned.items():
            left = Counter(pos.state.trains.get(unit, ()))
            for card in [*cards]:
                left[card[1]] -= 1
                if left[card[1]] < 0:
                    cards.remove(card)
                    loose.append((unit, *card))
        return loose


def _is_hidden(card: TrainCard) -> bool:
    return card[0].endswith(HIDDEN)
