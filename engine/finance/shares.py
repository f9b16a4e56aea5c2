"""Certificates: who holds how many, who directs, and how directorships change hands."""

from __future__ import annotations

from engine.data import Unit
from engine.events import Directed
from engine.position import Position
from engine.scratch import Scratch
from engine.state import OFFER, POOL


def companies(pos: Position) -> list[Unit]:
    """Return the units with shares that are in play, whether or not anybody holds any."""
    return [unit for unit in pos.title.data.units if unit.shares and unit.id in pos.state.tokens_left]


def director_certificate(unit: str) -> str:
    """Return the name of a corporation's director certificate."""
    return f"{unit}.0"


def singles(pos: Position, holder: str, unit: str) -> list[str]:
    """Return the certificates of a corporation that somebody holds, except the director certificate."""
    return [
        certificate
        for certificate in pos.certificates(holder, unit)
        if certificate != director_certificate(unit)
    ]


def size(pos: Position, unit: str) -> int:
    """Return the percentage of one share of a corporation: that of its smallest certificate."""
    return pos.title.share_sizes[unit]


def limit(pos: Position) -> int:
    """Return the certificate limit at this table."""
    return pos.title.data.certificate_limit[len(pos.state.players)]


def counted(pos: Position, player: str) -> int:
    """Return how many of a player's certificates count against the limit, privates included where they count."""
    privates = sum(len(pos.owned(player, kind)) for kind in pos.title.data.counted)
    return [*pos.state.certificates.values()].count(player) + privates


def director_share(pos: Position, unit: str) -> int:
    """Return the percentage of the director certificate."""
    return pos.title.units[unit].shares[0]


def rival(pos: Position, unit: str, director: str, kept: int) -> str:
    """Return who would direct instead of a director who keeps this percentage; empty if nobody may.

    That is the player with the most shares: more than the director keeps, and enough for the certificate. Ties go to
    the next player clockwise from the director.
    """
    held = {player: pos.percent(player, unit) for player in pos.after(director) if player != director}
    most = max(held.values())
    if most <= kept or most < director_share(pos, unit):
        return ""
    return next(player for player, percent in held.items() if percent == most)


def made_of(pos: Position, certificates: list[str], percent: int) -> list[str] | None:
    """Return certificates of exactly this percentage, taken in the order given; None if no selection fits."""
    if percent == 0:
        return []
    tried = set()
    for at, certificate in enumerate(certificates):
        share = pos.share(certificate)[1]
        if share <= percent and share not in tried:
            tried.add(share)
            rest = made_of(pos, certificates[at + 1 :], percent - share)
            if rest is not None:
                return [certificate, *rest]
    return None


def block(pos: Position, seller: str, unit: str, percent: int) -> tuple[list[str], list[str]] | None:
    """Return the ordinary certificates a seller hands to the pool for a sale, and the change given back.

    Small certificates go first; a larger one is broken if the pool has the change. None if that cannot be done. The
    director certificate counts as the certificates exchanged for it.
    """
    own = _smallest_first(pos, singles(pos, seller, unit))
    exact = made_of(pos, own, percent)
    if exact is None and (heir := heir_of(pos, seller, unit, percent)):
        own = _smallest_first(pos, [*own, *_exchanged_for_office(pos, heir, unit)])
        exact = made_of(pos, own, percent)
    if exact is not None:
        return exact, []
    for change in singles(pos, POOL, unit):
        more = made_of(pos, own, percent + pos.share(change)[1])
        if more is not None:
            return more, [change]
    return None


def heir_of(pos: Position, seller: str, unit: str, percent: int) -> str:
    """Return who directs once a director has sold this percentage; empty if nobody else may, or no director sells."""
    if pos.director(unit) != seller:
        return ""
    return rival(pos, unit, seller, pos.percent(seller, unit) - percent)


def _smallest_first(pos: Position, certificates: list[str]) -> list[str]:
    return sorted(certificates, key=lambda certificate: pos.share(certificate)[1])


def _exchanged_for_office(pos: Position, new: str, unit: str) -> list[str]:
    """Return the ordinary certificates a new director gives for the director certificate, the largest first."""
    own = sorted(singles(pos, new, unit), key=lambda certificate: -pos.share(certificate)[1])
    return made_of(pos, own, director_share(pos, unit)) or []


def exchange(scratch: Scratch, unit: str, old: str, new: str) -> None:
    """Hand the director certificate over in exchange for ordinary ones of the same size."""
    for certificate in _exchanged_for_office(scratch.now, new, unit):
        scratch.give(certificate, old)
    scratch.give(director_certificate(unit), new)
    scratch.emit(Directed(unit, new, "" if old == POOL else old))


def retire(scratch: Scratch, unit: str) -> None:
    """Take all certificates of a corporation out of the game."""
    for certificate in scratch.title.issued[unit]:
        scratch.drop("certificates", certificate)


def update_director(scratch: Scratch, unit: str, buyer: str) -> None:
    """Hand the director certificate to the player who may claim it after a purchase, if any."""
    pos = scratch.now
    holder = scratch.state.certificates[director_certificate(unit)]
    if holder == OFFER:
        return
    if holder == POOL:
        if pos.percent(buyer, unit) >= director_share(pos, unit):
            exchange(scratch, unit, POOL, buyer)
    elif new := rival(pos, unit, holder, pos.percent(holder, unit)):
        exchange(scratch, unit, holder, new)


def sell(scratch: Scratch, player: str, unit: str, percent: int) -> None:
    """Hand shares back to the pool; a director who keeps too little hands over the certificate first."""
    pos = scratch.now
    given, change = block(pos, player, unit, percent) or ([], [])
    if heir := heir_of(pos, player, unit, percent):
        exchange(scratch, unit, player, heir)
    for certificate in given:
        scratch.give(certificate, POOL)
    for certificate in change:
        scratch.give(certificate, player)


def worth(pos: Position, player: str) -> int:
    """Return a player's cash and the value of his shares, less his debts, in the title's currency."""
    return pos.cash(player) + worth_held(pos, player) - pos.state.debts.get(player, 0)


def worth_held(pos: Position, player: str) -> int:
    """Return the value of a player's shares of all corporations in play, in the title's currency."""
    known, units = pos.state.tokens_left, pos.title.units
    return sum(
        pos.price(unit) * percent // size(pos, unit)
        for (holder, unit), percent in pos.holdings.items()
        if holder == player and unit in known and units[unit].shares
    )
