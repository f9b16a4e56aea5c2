"""The copies of trains, tiles and shares under their recorded names, as a writer keeps track of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.position import Position
from engine.state import DEPOT, OFFER, POOL

TrainCard = tuple[str, str]
"""A train: the name of its copy, and the side that is up."""
LostTrain = tuple[str, str, str]
"""A train with the unit that had it: the unit, the name of its copy, and the side that was up."""


class TrainBook:
    """Which copies of trains lie where. Copies are numbered by stack, in the order in which they are sold.

    ``given`` are copies that units get without a purchase, by the side that is up.
    """

    def __init__(self, pos: Position, given: Mapping[str, str], kept: Iterable[str] = ()) -> None:
        self._stack_of = {train.name: train.stack for train in pos.title.data.trains}
        self._given = dict(given)
        self._apart = {*given.values(), *kept}
        self._sold: Counter[str] = Counter()
        self._left = dict(pos.state.depot)
        self._returned: dict[str, list[TrainCard]] = {POOL: [], DEPOT: []}
        self._owned: dict[str, list[TrainCard]] = {}
        self._received: list[str] = []

    def buy(self, unit: str, side: str, seller: str) -> str:
        """Return the copy that a unit buys, which is its own from now on."""
        name = self._taken(side, seller)
        self._owned.setdefault(unit, []).append((name, side))
        return name

    def _taken(self, side: str, seller: str) -> str:
        stack = self._stack_of[side]
        if seller not in (DEPOT, POOL):
            return self._removed(seller, side)
        for card in reversed(self._returned[seller]):
            if self._stack_of[card[1]] == stack:
                self._returned[seller].remove(card)
                return card[0]
        return self._next(stack)

    def _next(self, stack: str) -> str:
        left = self._left.get(stack)
        if left is not None:
            self._left[stack] = left - 1
        while f"{stack}-{self._sold[stack]}" in self._apart:
            self._sold[stack] += 1
        self._sold[stack] += 1
        return f"{stack}-{self._sold[stack] - 1}"

    def _removed(self, unit: str, side: str) -> str:
        cards = self._owned[unit]
        alike = [card for card in cards if card[1] == side] or cards
        card = min(alike, key=lambda one: one[0] not in self._received)
        cards.remove(card)
        return card[0]

    def give_back(self, unit: str, side: str, to: str = "") -> str:
        """Return the copy that a unit discards, to be bought again from the pool or the depot, or from nobody."""
        name = self._removed(unit, side)
        if to:
            self._returned[to].append((name, side))
        return name

    def turn(self, unit: str, side: str, into: str) -> str:
        """Return the copy that a unit turns to its other side."""
        name = self._removed(unit, side)
        self._received = [one for one in self._received if one != name]
        self._owned[unit].append((name, into))
        return name

    def named(self, unit: str, sides: Iterable[str]) -> list[str]:
        """Return the copies of a unit behind the sides it runs, each once."""
        left = list(self._owned.get(unit, ()))
        found = []
        for side in sides:
            card = next(card for card in left if card[1] == side)
            left.remove(card)
            found.append(card[0])
        return found

    def receive(self, unit: str, name: str, side: str) -> None:
        """Give a copy to a unit."""
        self._owned.setdefault(unit, []).append((name, side))

    def hand_over(self, unit: str, to: str) -> None:
        """Give all copies of a unit to another, which then settles these before its own."""
        cards = self._owned.pop(unit, [])
        self._received = [name for name, _ in cards]
        self._owned.setdefault(to, []).extend(cards)

    def agree(self, pos: Position) -> None:
        """Follow what happened by itself: trains that came with something, were turned, rusted, or were exported."""
        loose = self._lost(pos)
        missing = [(unit, side) for unit in pos.state.trains for side in self._wanting(pos, unit).elements()]
        for fits in (self._turned, self._handed_over, self._alike):
            for unit, side in [*missing]:
                lost = next((one for one in loose if fits(*one, unit, side)), None)
                if lost is not None:
                    loose.remove(lost)
                    missing.remove((unit, side))
                    self.receive(unit, lost[1], side)
        for unit, side in missing:
            self.receive(unit, self._given.pop(side, "") or self._next(self._stack_of[side]), side)
        self._export(pos)

    def _wanting(self, pos: Position, unit: str) -> Counter[str]:
        """Return the sides of a unit's trains of which no copies are known."""
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

    def _turned(self, owner: str, name: str, side: str, unit: str, into: str) -> bool:
        return owner == unit and self._alike(owner, name, side, unit, into)

    def _handed_over(self, owner: str, name: str, side: str, unit: str, into: str) -> bool:
        return side == into

    def _alike(self, owner: str, name: str, side: str, unit: str, into: str) -> bool:
        return self._stack_of[side] == self._stack_of[into]

    def _export(self, pos: Position) -> None:
        """Count the copies that have left the depot unsold."""
        for stack, count in pos.state.depot.items():
            known = self._left.get(stack)
            while count is not None and known is not None and known > count:
                self._next(stack)
                known -= 1


class TileBook:
    """Which copies of tiles lie where; a tile that is taken up goes behind the others of its number."""

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
        self._layers: dict[str, int] = {}

    def lay(self, hex_: str, tile: str) -> str:
        """Return the copy that is laid on a hex; what lay there is free again."""
        number = self._free[tile][0]
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
        return f"{self._laid.get(hex_) or f'{hex_}-{self._printed.get(hex_, 0)}'}-{stop}"


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
