"""Positions put together by hand: boards for the search of routes, and what the builders of all titles share.

``E10="57 2"`` is tile 57 at rotation 2 on E10, ``D15="NOB.1 STB.0"`` a token of NOB on the second city of D15 and
one of STB on the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from engine import flow
from engine.board.network import Network
from engine.finance import market, shares
from engine.game import Game
from engine.invariants import all_the_money, violations
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK, POOL, Frame, State, Token
from engine.title import find


def tiles(**laid: str) -> dict[str, tuple[str, int]]:
    """``E14="57 2"``: tile 57 at rotation 2."""
    return {hex_: (tile, int(rotation)) for hex_, (tile, rotation) in _split(laid)}


def tokens(**placed: str) -> dict[str, tuple[Token, ...]]:
    """``E12="1.1 SIK.0"``: a token of unit 1 on stop 1, one of SIK on stop 0."""
    parts = {hex_: [part.rpartition(".") for part in text] for hex_, text in _split(placed)}
    return {hex_: tuple(Token(int(stop), unit) for unit, _, stop in found) for hex_, found in parts.items()}


def _split(texts: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    return [(hex_, text.split()) for hex_, text in texts.items()]


def position(
    laid: Mapping[str, tuple[str, int]],
    placed: Mapping[str, tuple[Token, ...]],
    trains: Mapping[str, tuple[str, ...]] | None = None,
    phase: str = "yellow",
    *,
    title: str = "18Mag",
    options: tuple[str, ...] = (),
) -> Position:
    """Return a board of three players in no round of any game."""
    played = find(title).of(3, options)
    phases = [known.name for known in played.data.phases]
    state = State(players=("a", "b", "c"), options=options, rng=0, phase=phases.index(phase))
    state.tiles, state.tokens, state.trains = laid, placed, trains or {}
    return Position(played, state)


def network(laid: Mapping[str, tuple[str, int]], placed: Mapping[str, tuple[Token, ...]]) -> Network:
    """Return the track of such a board."""
    return position(laid, placed).network


class BaseBuilder:
    """What a test says of a position; a title's builder adds its own words and the moment at which play goes on."""

    def __init__(self, game: Game) -> None:
        self.setup = game.setup
        self._scratch = Scratch(game.title, game.state, {})

    # --- the board

    def tiles(self, **laid: str) -> Self:
        """Put tiles on the map."""
        return self.each("tiles", tiles(**laid))

    def tokens(self, **placed: str) -> Self:
        """Say which tokens are on a hex, that of a home included."""
        return self.each("tokens", tokens(**placed))

    # --- belongings

    def cash(self, **holders: int) -> Self:
        """Say who has how much; the bank makes up for it."""
        return self.each("cash", holders)

    def trains(self, **owned: str) -> Self:
        """Say which trains companies own, and which lie in the pool: ``BBE="2a 3b"``."""
        return self.each("trains", {holder: tuple(text.split()) for holder, text in owned.items()})

    def owns(self, owner: str, *certificates: str) -> Self:
        """Give minors or certificates to somebody."""
        return self.each("owners", dict.fromkeys(certificates, owner))

    def give(self, player: str, unit: str, percent: int, start: str, director: bool = True) -> None:
        """Give so much of a company to somebody, and what he had back to where shares start."""
        for certificate in self._scratch.now.certificates(player, unit):
            self._scratch.give(certificate, start)
        pos = self._scratch.now
        most = shares.director_share(pos, unit)
        first = director and player != POOL and not pos.director(unit) and percent >= most
        certificates = shares.made_of(pos, shares.singles(pos, start, unit), percent - most * first)
        assert certificates is not None, f"there is no {percent}% of {unit} left for {player}"
        for certificate in [*([f"{unit}.0"] if first else []), *certificates]:
            self._scratch.give(certificate, player)

    def debts(self, **owed: int) -> Self:
        """Say who owes how much."""
        return self.change(debts=owed)

    def depot(self, lowest: str) -> Self:
        """Say which stack is on sale; those below are empty, that one and those above are full."""
        gone = True
        for train in self._scratch.title.data.trains:
            gone = gone and train.name != lowest
            if not train.card:
                self._scratch.put("depot", train.name, 0 if gone else train.count)
        return self

    # --- the market

    def cells(self, **cells: str) -> Self:
        """Put companies' markers on cells, beneath those already there."""
        for unit, cell in cells.items():
            market.leave(self._scratch, unit)
            market.enter(self._scratch, unit, cell)
        return self

    # --- the moment

    def phase(self, name: str) -> Self:
        """Say which phase it is."""
        names = [phase.name for phase in self._scratch.title.data.phases]
        return self.change(phase=names.index(name))

    def each(self, column: str, values: dict[str, Any]) -> Self:
        """Write entries of a column of the state."""
        for key, value in values.items():
            self._scratch.put(column, self.named(key), value)
        return self

    def named(self, keyword: str) -> str:
        """Return the name of a unit or person that is written as a keyword."""
        return keyword

    def change(self, **columns: Any) -> Self:
        """Write columns of the state as they are."""
        for column, value in columns.items():
            setattr(self._scratch.state, column, value)
        return self

    def extra(self, **own: Any) -> Self:
        """Write the title's own part of the state."""
        return self.change(extra=replace(self._scratch.state.extra, **own))

    def count_tiles(self) -> None:
        """Make the tiles left add up with those on the map."""
        title, state = self._scratch.title, self._scratch.state
        left = dict(title.board.supply)
        layers = [layer for here in state.layers.values() for layer in here]
        for tile, _ in (*state.tiles.values(), *layers):
            pool = title.tiles[tile].pool
            left[pool] = (left[pool] or 0) - 1
        state.supply = left

    def placed(self, unit: str) -> int:
        """Return how many tokens of a company are on the map."""
        return sum(one.unit == unit for here in self._scratch.state.tokens.values() for one in here)

    def at(self, frame: Frame, stage: str) -> Game:
        """Return the game in a round, at the step of a verb; without a verb the turn begins."""
        scratch = self._scratch
        scratch.state.frames = (frame,)
        self.count()
        verbs = [step.verb.verb for step in scratch.now.round.steps(scratch.now)]
        scratch.set_frame(stage=verbs.index(stage) if stage else 0)
        flow.settle(scratch)
        assert list(violations(scratch.now)) == []
        return Game(self.setup, scratch.now, tuple(scratch.events))

    def count(self) -> None:
        """Make tiles, tokens and money add up."""
        state = self._scratch.state
        self.count_tiles()
        for unit in state.tokens_left:
            self._scratch.put("tokens_left", unit, self.tokens_of(unit)[self.placed(unit) :])
        self._scratch.put("cash", BANK, 0)
        self._scratch.put("cash", BANK, all_the_money(self._scratch.now) - sum(state.cash.values()))

    def tokens_of(self, unit: str) -> tuple[int, ...]:
        """Return the prices of all tokens of a unit, placed or not."""
        return self._scratch.title.units[unit].tokens


def paid(before: Game, now: Game, *holders: str) -> tuple[int, ...]:
    """Return what the money of these companies and players changed by."""
    return tuple(now.pos.cash(holder) - before.pos.cash(holder) for holder in holders)
