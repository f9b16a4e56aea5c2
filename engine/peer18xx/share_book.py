"""The certificates under their recorded names, as a writer keeps track of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.position import Position
from engine.state import OFFER, POOL


class ShareBook:
    """Which certificates lie where, in the order in which their owners got them.

    With ``one_bank`` only 18xx.games keeps those sold apart from those never bought. ``formed`` are units whose
    certificates are exchanged for those of other units, with the names of these.
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
        """Follow what no entry tells: units formed, director's certificates that changed hands, and the rest."""
        holders = pos.state.certificates
        for unit, parts in self._formed.items():
            if f"{unit}.0" in holders and f"{unit}.0" in self.of(unit, OFFER):
                self._form(unit, parts)
        for known in (one for one in pos.title.data.units if one.shares):
            office = f"{known.id}.0"
            started = self._swap(known.id, office, holders.get(office, OFFER))
            wanted = self._wanted(known.id, known.shares, holders)
            self._hand_on(known.id, _sums(wanted))
            if (started and self._one_bank) or self._sizes(known.id) != wanted:
                self._take_over(known.id, known.shares, holders)

    def _form(self, unit: str, parts: Sequence[str]) -> None:
        """Exchange the certificates of other units: large ones go to their directors first, then to other holders."""
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

    def _holder(self, certificate: str) -> str:
        return next(owner for (_, owner), held in self._held.items() if certificate in held)

    def _hand_on(self, unit: str, wanted: Counter[str]) -> None:
        """Where one owner has too much and one too little, move the first ordinary certificates between them."""
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
        """Return an owner as the books are compared: with one bank the offer is a part of the pool."""
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
