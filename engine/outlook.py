"""What may come: tiles a hex may take and those that follow, prices after a dividend, what shares would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import flow
from engine.actions import Action, LayTile, PayDividend, Sell
from engine.choices import Choices, Offer
from engine.events import DividendPaid, PriceMoved
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.operating import OperatingRound
from engine.rules import Rules
from engine.scratch import Scratch
from engine.state import State
from engine.steps.acquire import AcquireStep
from engine.steps.shares import SellSharesStep
from engine.steps.track import Successor, TrackStep
from engine.title import Title


@dataclass(frozen=True, slots=True)
class Node:
    """A tile that may lie on a hex one day: its rotation, and the tiles that lead up to it."""

    tile: str
    rotation: int
    parents: tuple[str, ...] = ()


def lay_step(title: Title) -> TrackStep | None:
    """Return the step in which the title's units lay tiles; None where they lay none."""
    rounds = (round_ for round_ in title.rounds.values() if isinstance(round_, OperatingRound))
    steps = (step for round_ in rounds for step in title.named(round_.names))
    return next((step for step in steps if isinstance(step, TrackStep)), None)


def offers(pos: Position, hex_: str, choices: Choices | None = None) -> list[Offer]:
    """Return the lays on a hex that are legal now; ``choices`` are those of the position, if known."""
    given = Choices(pos) if choices is None else choices
    return [one for one in given.offers if isinstance(one.action, LayTile) and one.action.hex == hex_]


def misfit(pos: Position, hex_: str, tile: str, rotation: int) -> Refusal | None:
    """Return why a tile in this rotation does not fit on what a hex shows now; None where it fits by shape."""
    step = lay_step(pos.title)
    refusal = step.shape.broken(pos, LayTile("", "", hex_, tile, rotation)) if step else None
    return pos.title.cited(refusal) if refusal else None


def shapely(pos: Position, hex_: str) -> tuple[Successor, ...]:
    """Return the tiles and rotations that fit on a hex by shape, whether or not they are released and in supply."""
    step = lay_step(pos.title)
    return step.fitting(pos, hex_) if step else ()


def fitting(pos: Position, hex_: str) -> list[Successor]:
    """Return the tiles that fit on a hex by shape, are released and in supply, no matter who reaches it."""
    return [(tile, turn) for tile, turn in shapely(pos, hex_) if released(pos, tile) and left(pos, tile) != 0]


def left(pos: Position, tile: str) -> int | None:
    """Return how many pieces of a tile are left, None where they never run out."""
    return pos.state.supply[pos.title.tiles[tile].pool]


def released(pos: Position, tile: str) -> bool:
    """Tell whether the phase has released the colour of a tile."""
    return pos.title.tiles[tile].colour in pos.phase.colours


def generations(pos: Position, hex_: str) -> list[tuple[Node, ...]]:
    """Return the tiles that may follow the one on a hex, by colour; those out of supply included."""
    step, found = lay_step(pos.title), []
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
        placements = [(laid, turn) for laid, after in grown.items() for name, turn in after if name == tile]
        parents = dict.fromkeys(laid[0] for laid, _ in placements if laid)
        yield Node(tile, min(turn for _, turn in placements), tuple(parents))


def _with(pos: Position, hex_: str, laid: Successor | None) -> Position:
    """Return the position with this tile on a hex."""
    if laid is None or laid == pos.state.tiles.get(hex_):
        return pos
    state: State = pos.state.copy()
    state.tiles = {**state.tiles, hex_: laid}
    return Position(pos.title, state)


def tried(pos: Position, action: Action) -> Scratch:
    """Return what a legal action itself does, before anything follows from that."""
    scratch = Scratch.supposing(pos)
    step = Choices(pos).step(action)
    if step is not None:
        step.apply(scratch, action)
    return scratch


def done(pos: Position, action: Action) -> Position:
    """Return the position as a legal action itself leaves it, before anything follows from that."""
    return tried(pos, action).now


LIMIT = 12
"""Up to this many amounts are tried one by one; of more only the lowest and the highest."""


def dividends(pos: Position) -> Iterator[tuple[str, int, Position]]:
    """Yield the operating unit with each dividend in all that may be declared now, and the position after it."""
    if pos.state.over or not any(step.verb is PayDividend for step in pos.open_steps):
        return
    declared = [
        action for offer in Choices(pos).offers for action in offer if isinstance(action, PayDividend)
    ]
    for action in declared if len(declared) <= LIMIT else (declared[0], declared[-1]):
        scratch = Scratch.supposing(pos)
        flow.act(scratch, action)
        yield action.unit, action.total, scratch.now


def foretold(pos: Position, action: Action) -> dict[str, int]:
    """Return a dividend's yield for the director, and the share price before and after; nothing of others.

    ``yours`` is in the title's currency, like ``old`` and ``new``, which are left out where the price stays.
    """
    if not isinstance(action, PayDividend):
        return {}
    found, prices = dict[str, int](), pos.title.prices
    for event in tried(pos, action).events:
        if isinstance(event, DividendPaid):
            found["yours"] = event.paid.get(action.actor, 0)
        elif isinstance(event, PriceMoved) and event.unit == action.unit:
            found = {"old": prices[event.before], **found, "new": prices[event.after]}
    return found


def sale_prices(pos: Position, private: str) -> range | None:
    """Return the prices at which a unit may buy a private now, None where it is not for sale to units."""
    step = next((step for step in pos.title.steps.values() if isinstance(step, AcquireStep)), None)
    try:
        return step.prices(pos, private) if step is not None else None
    except KeyError:
        return None


PRESENT = ("not_your_turn", "sell_after_buy", "sell_first_round", "sell_again")
"""Sale rules about timing, ignored when estimating what a player could sell on their own turn."""


def liquidity(pos: Position, player: str) -> int:
    """Return a player's cash with what his shares would bring, the most of each that the rules let him sell.

    Once the game is over nobody sells.
    """
    return pos.once(f"liquidity {player}", lambda: _liquidity(pos, player))


def _liquidity(pos: Position, player: str) -> int:
    step = next((step for step in pos.title.steps.values() if isinstance(step, SellSharesStep)), None)
    if step is None or pos.state.over:
        return pos.cash(player)
    if pos.turn.rates and player not in pos.awaited:
        pos = _without_rates(pos)
    return pos.cash(player) + _best_sales(pos, step, PRESENT, player)


HOWEVER_MUCH = ("emergency_more",)
"""Sale rules about how much is needed, ignored when reckoning what could be raised in all."""


def raised(pos: Position, player: str) -> int:
    """Return what a director's shares would bring for a train that his unit must own; 0 where none may be sold."""
    steps = (step for step in pos.title.steps.values() if isinstance(step, SellSharesStep))
    step = next((step for step in steps if "emergency_needless" in step.rules.names), None)
    return _best_sales(pos, step, HOWEVER_MUCH, player) if step is not None else 0


def _best_sales(pos: Position, step: SellSharesStep, apart: Sequence[str], player: str) -> int:
    """Return the proceeds of the largest block of each of a player's holdings, ``apart`` from some rules."""
    rules = step.rules.without(*(set(apart) & set(step.rules.names)))
    held = {
        unit: share for (holder, unit), share in pos.holdings.items() if holder == player and pos.price(unit)
    }
    return sum(_best_sale(pos, step, rules, Sell(player, unit, share)) for unit, share in held.items())


def _without_rates(pos: Position) -> Position:
    """Return a position as if nothing had been sold in this turn: what others have sold sets nobody else's price."""
    scratch = Scratch.supposing(pos)
    scratch.note(rates={})
    return scratch.now


def _best_sale(pos: Position, step: SellSharesStep, rules: Rules[Sell], whole: Sell) -> int:
    """Return the proceeds of the largest legal block of a holding."""
    least = shares.size(pos, whole.unit)
    for percent in range(whole.percent, 0, -least):
        sale = replace(whole, percent=percent)
        if rules.broken(pos, sale) is None:
            return step.proceeds(pos, sale)
    return 0
