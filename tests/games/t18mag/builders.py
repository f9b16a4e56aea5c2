"""Games of 18Mag as tests need them: after the draft, at a minor's turn, at a major's, in a share round.

Units are written as keywords: ``n3`` is minor #3, majors have their names. ``E10="57 2"`` is tile 57 at rotation 2
on E10, ``E12="1.1 SIK.0"`` a station of #1 on the second city of E12 and a marker of SIK on the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.actions import Draft
from engine.finance import market, shares
from engine.game import Game
from engine.notes import StockNotes
from engine.state import POOL, Frame
from engine.titles.t18mag.draft import start_minor
from engine.titles.t18mag.figures import MagOperating, figures, mag_state
from engine.titles.t18mag.figures import minors as in_play
from engine.titles.t18mag.flow import majors_order
from tests.tools.builder import BaseBuilder
from tests.tools.questions import after, legal, refused, round_is, until

__all__ = ("PLAYERS", "Builder", "after", "legal", "opening", "paid", "refused", "round_is", "until")

PLAYERS = ("ann", "bob", "cy", "dan", "eve", "flo")

MINORS = {
    1: ("",),
    2: ("1 3 6", "2 4 7"),
    3: ("1 4 7 10", "2 5 8 11", "3 6 9 12"),
    4: ("1 5 9", "2 6 10", "3 7 11", "4 8 12"),
    5: ("1 6", "2 7", "3 8", "4 9", "5 10"),
    6: ("1 7", "2 8", "3 9", "4 10", "5 11", "6 12"),
}
"""Which minors the players take, by seat, where a test does not say."""

SHARES = {
    1: ("",),
    2: ("RABA", "SIK"),
    3: ("RABA SIK", "GC SKEV", "SNW LDSTEG"),
    4: ("RABA", "GC", "SNW", "SIK"),
    5: ("RABA LDSTEG", "GC MAVAG", "SNW RABA", "SIK GC", "SKEV SNW"),
    6: ("RABA MAVAG", "GC RABA", "SNW GC", "SIK SNW", "SKEV SIK", "LDSTEG SKEV"),
}

STACKS = {"yellow": "3 4 6", "green": "4 6", "brown": "6", "gray": ""}
"""Train stacks that still carry a round-indicator tile, by phase, where a test does not say."""


def opening(players: int = 3, *options: str, seed: int = 1) -> Game:
    """Return a game whose first player is to take a certificate."""
    return Game.start("18Mag", PLAYERS[:players], options, seed)


def drafting(
    players: int = 3,
    *options: str,
    minors: Iterable[str] = (),
    certificates: Iterable[str] = (),
    stop: int = 99,
    seed: int = 1,
) -> Game:
    """Return a game in which so many certificates were taken: everybody's minors by number, then the shares.

    Who has more to take than that takes the first certificate on offer.
    """
    game = opening(players, *options, seed=seed)
    by_seat = zip(tuple(minors) or MINORS[players], tuple(certificates) or SHARES[players], strict=True)
    wanted = {player: " ".join(pair).split() for player, pair in zip(PLAYERS, by_seat, strict=False)}
    while stop and game.pos.frame.kind == "draft":
        player = game.pos.acting
        named_certificates = wanted[player]
        game = game.play(
            Draft(player, named_certificates.pop(0)) if named_certificates else next(iter(game.choices))
        )
        stop -= 1
    return game


def table(
    players: int = 3,
    *options: str,
    minors: Iterable[str] = (),
    certificates: Iterable[str] = (),
    seed: int = 1,
) -> Game:
    """Return a game after the draft, at the first minor's first turn."""
    return drafting(players, *options, minors=minors, certificates=certificates, seed=seed)


def named(unit: str) -> str:
    """Return the name of a unit, a player or the bank that is written as a keyword."""
    return unit[1:] if unit[0] == "n" and unit[1:].isdigit() else unit


class Builder(BaseBuilder):
    """A position put together by hand. What a test does not say is as after the draft, but nobody holds shares.

    The last call is :meth:`minor`, :meth:`major` or :meth:`sr`, which returns the game.
    """

    def __init__(self, players: int = 3, *options: str, seed: int = 1) -> None:
        game = table(players, *options, seed=seed)
        super().__init__(game)
        self._scratch.state.certificates = dict.fromkeys(game.state.certificates, POOL)

    def named(self, keyword: str) -> str:
        """Return the name of a unit, a player or the bank that is written as a keyword."""
        return named(keyword)

    def owns(self, player: str, *minors: str) -> Builder:
        """Give minors to a player; a minor that was not drafted starts."""
        state = self._scratch.state
        for minor in map(named, minors):
            if minor not in state.owners:
                self._scratch.put("cash", minor, 0)
                start_minor(self._scratch, player, minor)
                tokens = figures(self._scratch.now).terrain_tokens.get(minor, 0)
                self.terrain(**{f"n{minor}": tokens})
            self._scratch.put("owners", minor, player)
        return self

    def terrain(self, **tokens: int) -> Builder:
        """Say how many terrain tokens minors have."""
        own = mag_state(self._scratch.now)
        changed = {named(unit): count for unit, count in tokens.items()}
        self._scratch.state.extra = replace(own, terrain={**own.terrain, **changed})
        return self

    def phase(self, name: str, stacks: str | None = None, **own: Any) -> Builder:
        """Say which phase it is, which stacks are untouched, and other state of the title's own."""
        super().phase(name)
        known = figures(self._scratch.now).stacks
        left = [one for one in STACKS[name].split() if one in known] if stacks is None else stacks.split()
        self._scratch.state.extra = replace(mag_state(self._scratch.now), stacks=tuple(left), **own)
        return self

    def holds(self, player: str, **percents: int) -> Builder:
        """Give shares of majors to a player, the director certificate among them while it is free."""
        for unit, percent in percents.items():
            for certificate in self._scratch.now.certificates(player, unit):
                self._scratch.give(certificate, POOL)
            pos = self._scratch.now
            office = shares.director_share(pos, unit)
            certificates = [f"{unit}.0"] if percent >= office and not pos.director(unit) else []
            singles = shares.singles(pos, POOL, unit)[::-1]
            certificates += singles[: (percent - office * len(certificates)) // shares.size(pos, unit)]
            for certificate in certificates:
                self._scratch.give(certificate, player)
        return self

    def prices(self, **cells: int) -> Builder:
        """Put markers on prices, one beneath the other in the order written, above those already there."""
        found = {price: cell for cell, price in self._scratch.title.prices.items()}
        for unit in cells:
            stacks = self._scratch.state.market.items()
            left = {cell: tuple(one for one in stack if one != unit) for cell, stack in stacks}
            self._scratch.state.market = {cell: stack for cell, stack in left.items() if stack}
        others = self._scratch.state.market
        self._scratch.state.market = {}
        for unit, price in cells.items():
            market.enter(self._scratch, unit, found[price])
        for cell, stack in others.items():
            for unit in stack:
                market.enter(self._scratch, unit, cell)
        return self

    def priority(self, player: str) -> Builder:
        """Say who holds the priority deal."""
        self._scratch.state.priority = player
        return self

    # --- the moment

    def minor(
        self, unit: str, verb: str = "lay", number: tuple[int, int] = (2, 1), rounds: int = 1, **notes: Any
    ) -> Game:
        """Return the game at a minor's turn, at the step of a verb; lower minors have acted in this round."""
        order = in_play(self._scratch.now)
        queue = order[order.index(named(unit)) :]
        return self.at(
            Frame("operating", number, queue, notes=MagOperating(part=0, rounds=rounds, **notes)), verb
        )

    def major(
        self, unit: str, verb: str = "token", number: tuple[int, int] = (2, 1), rounds: int = 1, **notes: Any
    ) -> Game:
        """Return the game at a major's turn; those above it have acted in this round."""
        order = majors_order(self._scratch.now)
        queue = order[order.index(unit) :]
        return self.at(
            Frame("operating", number, queue, notes=MagOperating(part=1, rounds=rounds, **notes)), verb
        )

    def sr(self, player: str = "ann", number: int = 2, **notes: Any) -> Game:
        """Return the game in a share round, at a player's turn."""
        after = self._scratch.now.after(player)
        return self.at(Frame("stock", (number,), (player, *after[:-1]), notes=StockNotes(**notes)), "")


# --- questions


def paid(before: Game, now: Game, *holders: str) -> tuple[int, ...]:
    """Return what the money of these units and players changed by: ``n3``, ``SIK``, ``ann``, ``bank``."""
    names = map(named, holders)
    return tuple(now.pos.cash(name) - before.pos.cash(name) for name in names)


def turn_of(unit: str) -> Callable[[Game], bool]:
    """Return the question whether it is a unit's turn."""
    return lambda game: game.pos.acting == named(unit)
