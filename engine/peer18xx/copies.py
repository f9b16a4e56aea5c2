"""The copies of trains, tiles and shares under their recorded names, as a writer keeps track of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.events import Event, TrainBought, TrainDiscarded, TrainRusted
from engine.position import Position
from engine.refusals import Refused
from engine.state import DEPOT, OFFER, POOL

TrainCard = tuple[str, str]
"""A train: the name of its copy, and the side that is up."""
LostTrain = tuple[str, str, str]
"""A train with the unit that had it: the unit, the name of its copy, and the side that was up."""
HIDDEN = "*"
"""Ends the name of a copy that 18xx.games no longer finds: a younger one bears its name."""


class Untold(Refused):
    """The form of 18xx.games cannot say this."""


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
        """The copy that is bought.

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
        """The copy that a unit discards or turns: one that it has just received before its own.

        :raises Untold: when 18xx.games would take another for it.
        """
        return self._told(self._of(unit, side))

    def named(self, unit: str, sides: Iterable[str]) -> list[str]:
        """The copies of a unit behind the sides it runs, each once.

        :raises Untold: when 18xx.games would take another for one of them.
        """
        left = sorted(self._owned.get(unit, ()), key=_is_hidden)
        found = []
        for side in sides:
            card = next(card for card in left if card[1] == side)
            left.remove(card)
            found.append(self._told(card))
        return found

    def once(self, sides: Collection[str]) -> list[str]:
        """The sides now up of cards that once showed one of these; the side that names a card forgets them."""
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
        """What speaks against giving up a copy before others that are alike."""
        number = int(card[0].removesuffix(HIDDEN).rpartition("-")[2])
        return card[0] not in self._received, card[0] in self._fixed, _is_hidden(card), self._order * number

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
            card = self._of(event.unit, event.train)
            self._owned[event.unit].remove(card)
            self._lay(card, event.to or self._scrapped)

    def _buy(self, event: TrainBought) -> None:
        if event.seller == DEPOT:
            name = self._from_stack(self._stack_of[event.train])
        elif event.seller == POOL:
            card = self._in_pool(event.train)
            self._pool.remove(card)
            name = card[0]
        elif event.seller in self._owned:
            card = self._of(event.seller, event.train)
            self._owned[event.seller].remove(card)
            name = card[0]
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
        for unit in pos.state.trains:
            if unit != POOL:
                for side in self._wanting(pos, unit).elements():
                    lost = next((one for one in loose if one[2] == side), None)
                    if lost is not None:
                        loose.remove(lost)
                    given = lost[1] if lost else self._given.pop(side, "")
                    self.receive(unit, given or self._from_stack(self._stack_of[side]), side)

    def _wanting(self, pos: Position, unit: str) -> Counter[str]:
        """The sides of a unit's trains of which no copies are known."""
        return Counter(pos.state.trains.get(unit, ())) - Counter(
            side for _, side in self._owned.get(unit, ())
        )

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


class TileBook:
    """Which copies of tiles lie where; a tile that is taken up goes behind the others of its number.

    ``printed`` are the numbers of bare hexes that are not 0.
    """

    def __init__(self, pos: Position, printed: Mapping[str, int]) -> None:
        self._printed = printed
        self._pools = {tile.id: tile.pool for tile in pos.title.tiles.values()}
        supply = pos.state.supply
        self._free = {
            tile: [*range(supply.get(pool) or 1)] for tile, pool in self._pools.items() if pool in supply
        }
        self._endless = {
            tile for tile, pool in self._pools.items() if pool in supply and supply[pool] is None
        }
        self._laid: dict[str, str] = {}
        self.spoilt: set[str] = set()
        """Copies that 18xx.games takes for other tiles since they were laid last, and lays no more."""
        self._layers: dict[str, int] = {}

    def lay(self, hex_: str, tile: str) -> str:
        """Return the copy that is laid on a hex; what lay there is free again.

        :raises Untold: when none is left that 18xx.games would lay.
        """
        fit = (number for number in self._free[tile] if f"{tile}-{number}" not in self.spoilt)
        number = next(fit, None)
        if number is None:
            raise Untold("untold_tile", tile=tile)
        if tile in self._endless:
            self._free[tile].append(max(self._free[tile]) + 1)
        for side in self._sides(tile):
            self._free[side].remove(number)
        before = self._laid.get(hex_)
        if before is not None:
            old, _, copy = before.rpartition("-")
            for side in self._sides(old):
                self._free[side].append(int(copy))
        self._laid[hex_] = f"{tile}-{number}"
        return self._laid[hex_]

    def copy(self, hex_: str) -> str:
        """Return the copy that lies on a hex, empty if none does."""
        return self._laid.get(hex_, "")

    def layer(self, tile: str) -> str:
        """Return the copy of a tile that is laid upon what a hex shows."""
        number = self._layers.get(tile, 0)
        self._layers[tile] = number + 1
        return f"{tile}-{number}"

    def _sides(self, tile: str) -> list[str]:
        return [
            side for side, pool in self._pools.items() if pool == self._pools[tile] and side in self._free
        ]

    def city(self, hex_: str, stop: int) -> str:
        """Return the recorded name of a city."""
        return f"{self.copy(hex_) or f'{hex_}-{self._printed.get(hex_, 0)}'}-{stop}"


class ShareBook:
    """Which certificates lie where, in the order in which their owners got them.

    With ``one_bank`` those sold lie apart from those never bought only there. ``formed`` are units whose certificates
    are exchanged for those of other units, with the names of these.
    """

    def __init__(
        self, pos: Position, formed: Mapping[str, Sequence[str]] | None = None, *, one_bank: bool = False
    ) -> None:
        self._held: dict[tuple[str, str], list[str]] = {}
        self._percent = {}
        self._formed = formed or {}
        self._one_bank = one_bank
        for unit in pos.title.data.units:
            for number, percent in enumerate(unit.shares):
                certificate = f"{unit.id}.{number}"
                self._percent[certificate] = percent
                self.move(certificate, OFFER)
        self.agree(pos)

    def of(self, unit: str, owner: str) -> list[str]:
        """Return the certificates of a unit that somebody has."""
        return [*self._held.get((unit, owner), ())]

    def bought(self, unit: str, percent: int, seller: str) -> str:
        """Return the certificate that is bought: the first ordinary one, or the director's."""
        sellers = (POOL, OFFER) if self._one_bank else (seller,)
        every = (one for owner in sellers for one in self.of(unit, owner))
        return min((one for one in every if self._percent[one] == percent), key=_is_office)

    def sold(self, unit: str, percent: int, owner: str, sizes: Sequence[int] = ()) -> list[str]:
        """Return the certificates that are sold, the smallest first; the director's for what they do not make up.

        ``sizes`` are those that have come to the pool, in percent, where they are known.
        """
        mine = sorted(
            self.of(unit, owner), key=lambda one: (_is_office(one), self._percent[one], _number(one))
        )
        plain = [one for one in mine if not _is_office(one)]
        exact = self._sized(plain, sizes) if sum(sizes) == percent else None
        exact = exact or self._exactly(plain, percent)
        if exact is not None:
            return exact
        return [*self._within(plain, percent), *(one for one in mine if _is_office(one))]

    def _sized(self, mine: Sequence[str], sizes: Sequence[int]) -> list[str] | None:
        """Return the first certificates of these sizes, None if there are not enough."""
        left, chosen = list(mine), []
        for size in sorted(sizes):
            fitting = next((one for one in left if self._percent[one] == size), None)
            if fitting is None:
                return None
            left.remove(fitting)
            chosen.append(fitting)
        return chosen

    def _exactly(self, mine: list[str], percent: int) -> list[str] | None:
        chosen = self._within(mine, percent)
        return chosen if sum(map(self._percent.__getitem__, chosen)) == percent else None

    def _within(self, mine: list[str], percent: int) -> list[str]:
        """Return the first certificates that are together no more than so much."""
        chosen: list[str] = []
        for one in mine:
            if sum(map(self._percent.__getitem__, (*chosen, one))) <= percent:
                chosen.append(one)
        return chosen

    def move(self, certificate: str, owner: str) -> None:
        """Give a certificate to somebody."""
        unit = certificate.rpartition(".")[0]
        for (name, _), held in self._held.items():
            if name == unit and certificate in held:
                held.remove(certificate)
        self._held.setdefault((unit, owner), []).append(certificate)

    def agree(self, pos: Position) -> None:
        """Follow what happened to certificates besides: a director's certificate that changed hands, and all else."""
        holders = pos.state.certificates
        for unit, parts in self._formed.items():
            if f"{unit}.0" in holders and f"{unit}.0" in self.of(unit, OFFER):
                self._form(unit, parts, holders[f"{unit}.0"])
        for known in (one for one in pos.title.data.units if one.shares):
            office = f"{known.id}.0"
            started = self._swap(known.id, office, holders.get(office, OFFER))
            wanted = self._wanted(known.id, known.shares, holders)
            self._hand_on(known.id, _sums(wanted))
            if (started and self._one_bank) or self._sizes(known.id) != wanted:
                self._take_over(known.id, known.shares, holders)

    def _form(self, unit: str, parts: Sequence[str], director: str) -> None:
        """Exchange the certificates of other units, those of who had some first before those of others.

        The director's own double is changed for the director's certificate afterwards.
        """
        offices = [self._holder(f"{part}.0") for part in parts]
        of_parts = [
            (owner, held) for part in parts for (name, owner), held in self._held.items() if name == part
        ]
        plain = [owner for owner, held in of_parts for one in held if not _is_office(one)]
        every = self.of(unit, OFFER)
        large = [one for one in every if self._percent[one] == self._percent[every[0]]]
        small = [one for one in every if one not in large]
        owners = [POOL if owner == OFFER else owner for owner in (*offices, *plain)]
        for certificate, owner in zip((*large, *small), owners, strict=False):
            self.move(certificate, owner)
        if director in owners[1 : len(large)] and director != owners[0]:
            self.move(large[owners.index(director)], owners[0])
            self.move(large[0], director)

    def _holder(self, certificate: str) -> str:
        return next(owner for (_, owner), held in self._held.items() if certificate in held)

    def _hand_on(self, unit: str, wanted: Counter[str]) -> None:
        """Move the first ordinary certificates of who has too many to who has too few, where one of each does."""
        found = _sums(self._sizes(unit))
        more = [owner for owner in found if found[owner] > wanted[owner]]
        less = [owner for owner in wanted if wanted[owner] > found[owner]]
        if len(more) == len(less) == 1:
            sellers = (POOL, OFFER) if self._one_bank and more[0] == POOL else more
            plain = [one for owner in sellers for one in self.of(unit, owner) if not _is_office(one)]
            for one in self._exactly(plain, found[more[0]] - wanted[more[0]]) or ():
                self.move(one, less[0])

    def _swap(self, unit: str, office: str, director: str) -> bool:
        """Give the director's certificate to a new director for certificates of the same size, the largest first.

        Return whether it had never been bought.
        """
        before = self._holder(office)
        if director not in (before, OFFER):
            mine = sorted(self.of(unit, director), key=lambda one: -self._percent[one])
            for one in (self._exactly(mine, self._percent[office]) or ()) if before != OFFER else ():
                self.move(one, before)
            self.move(office, director)
        return before == OFFER != director

    def _sizes(self, unit: str) -> Counter[tuple[str, int]]:
        """Return how many certificates of each size everybody has."""
        return Counter(
            (self._owner(owner), self._percent[one])
            for (name, owner), held in self._held.items()
            if name == unit
            for one in held
        )

    def _wanted(
        self, unit: str, shares: tuple[int, ...], holders: Mapping[str, str]
    ) -> Counter[tuple[str, int]]:
        owners = (self._owner(holders.get(f"{unit}.{number}", OFFER)) for number in range(len(shares)))
        return Counter(zip(owners, shares, strict=True))

    def _owner(self, owner: str) -> str:
        """Return who has what somebody has here, where the bank is only one."""
        return POOL if self._one_bank and owner == OFFER else owner

    def _take_over(self, unit: str, shares: tuple[int, ...], holders: Mapping[str, str]) -> None:
        for number in range(len(shares)):
            certificate = f"{unit}.{number}"
            owner = holders.get(certificate, OFFER)
            if self._owner(self._holder(certificate)) != self._owner(owner):
                self.move(certificate, owner)


def _sums(sizes: Counter[tuple[str, int]]) -> Counter[str]:
    """Return how many percent everybody has."""
    found: Counter[str] = Counter()
    for (owner, percent), count in sizes.items():
        found[owner] += percent * count
    return found


def _is_office(certificate: str) -> bool:
    """Tell whether a certificate is the director's."""
    return certificate.endswith(".0")


def _number(certificate: str) -> int:
    return int(certificate.rpartition(".")[2])
