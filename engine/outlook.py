"""What may become of things: of a hex by tiles it may take and those that may follow, of a price by a dividend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import flow
from engine.actions import Dividend, Lay
from engine.choices import Choices, Offer
from engine.position import Position
from engine.rounds.operating import OperatingRound
from engine.scratch import Scratch
from engine.state import State
from engine.steps.track import LayTrack, Successor
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Node:
    """A tile a hex may bear one day: one way for it to lie, and the tiles before it that lead to it."""

    tile: str
    rotation: int
    parents: tuple[str, ...] = ()


def layer(title: Title) -> LayTrack | None:
    """Return the step in which the title's units lay tiles."""
    rounds = (round_ for round_ in title.rounds.values() if isinstance(round_, OperatingRound))
    steps = (step for round_ in rounds for step in round_.every_step)
    return next((step for step in steps if isinstance(step, LayTrack)), None)


def offers(pos: Position, hex_: str) -> list[Offer]:
    """Return the legal lays on a hex at this moment."""
    found = (offer for offer in Choices(pos).offers if isinstance(offer.action, Lay))
    return [offer for offer in found if isinstance(offer.action, Lay) and offer.action.hex == hex_]


def fitting(pos: Position, hex_: str) -> list[Successor]:
    """Return the tiles that fit on a hex by shape, are released and left: whoever reaches it, whenever."""
    step = layer(pos.title)
    found = step.fitting(pos, hex_) if step else ()
    return [(tile, turn) for tile, turn in found if _released(pos, tile)]


def _released(pos: Position, tile: str) -> bool:
    kind = pos.title.tiles[tile]
    return kind.colour in pos.phase.colours and pos.state.supply[kind.pool] != 0


def generations(pos: Position, hex_: str) -> list[tuple[Node, ...]]:
    """Return what may follow what lies on a hex now, by colour; tiles that are used up are among them."""
    step, found = layer(pos.title), []
    face = pos.state.tiles.get(hex_)
    ahead: set[Successor | None] = {face}
    while step and ahead:
        grown = {laid: step.fitting(_with(pos, hex_, laid), hex_) for laid in sorted(ahead, key=str)}
        nodes = tuple(_nodes(grown))
        found += [nodes] if nodes else []
        ahead = {laid for after in grown.values() for laid in after}
    return found


def _nodes(grown: dict[Successor | None, tuple[Successor, ...]]) -> Iterator[Node]:
    tiles = dict.fromkeys(tile for after in grown.values() for tile, _ in after)
    for tile in tiles:
        ways = [(laid, turn) for laid, after in grown.items() for name, turn in after if name == tile]
        parents = dict.fromkeys(laid[0] for laid, _ in ways if laid)
        yield Node(tile, min(turn for _, turn in ways), tuple(parents))


def _with(pos: Position, hex_: str, laid: Successor | None) -> Position:
    """Return the position with another tile on a hex."""
    if laid is None or laid == pos.state.tiles.get(hex_):
        return pos
    state: State = pos.state.copy()
    state.tiles = {**state.tiles, hex_: laid}
    return Position(pos.title, state)


LIMIT = 12
"""So many amounts to choose from are tried one by one; of more only the least and the most."""


def dividends(pos: Position) -> Iterator[tuple[str, Position]]:
    """Yield the operating unit with the position after each dividend that may be declared now."""
    if pos.state.over or not any(step.verb is Dividend for step in pos.open_steps):
        return
    amounts = [action for offer in Choices(pos).offers for action in offer if isinstance(action, Dividend)]
    for action in amounts if len(amounts) <= LIMIT else (amounts[0], amounts[-1]):
        scratch = Scratch(pos.title, pos.state, dict(pos.memo))
        flow.act(scratch, action)
        yield action.unit, scratch.now
