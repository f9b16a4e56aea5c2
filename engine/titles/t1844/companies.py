"""Companies of 1844: how they float, their first token, their order in a round, and their destinations."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action
from engine.board import shapes
from engine.board.network import Network, Place
from engine.data import Unit
from engine.events import Counted, Floated, TokenPlaced
from engine.finance import market
from engine.position import Position
from engine.rules import Rules
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, OFFER, Token
from engine.steps import Step
from engine.steps.token import place
from engine.titles.t1844.figures import figures, floated, swiss_state

# --- float


def on_purchase(scratch: Scratch, unit: str) -> None:
    """Float a company of which enough shares have been taken; those given away or in the pool count as taken.

    How many tokens it gets is known as soon as it has a par price.
    """
    pos = scratch.now
    needed = figures(pos).floated_at.get(pos.kind(unit))
    if needed is None or unit in swiss_state(pos).floated or not pos.cell(unit):
        return
    scratch.put("tokens_left", unit, tokens_for(pos, unit))
    if 100 - pos.percent(OFFER, unit) >= needed:
        float_unit(scratch, unit)


def float_unit(scratch: Scratch, unit: str) -> None:
    """Give a company its money and its tokens; from the phase of full capital on it has no destination."""
    pos = scratch.now
    numbers, par = figures(pos), pos.state.pars[unit]
    capital = numbers.capital[pos.kind(unit)]
    late = pos.since(numbers.full_capital_from)
    amount = par * (capital.full if late else capital.at_float)
    change(scratch, floated=(*swiss_state(pos).floated, unit))
    scratch.put("tokens_left", unit, tokens_for(pos, unit))
    scratch.emit(Floated(unit, amount))
    scratch.pay(BANK, unit, amount, "float")
    if late and capital.destination:
        change(scratch, reached={**swiss_state(pos).reached, unit: "void"})
    check_destinations(scratch)


def tokens_for(pos: Position, unit: str) -> tuple[int, ...]:
    """Return the prices of a company's tokens, its home included: large companies have more at a higher par."""
    known = pos.title.units[unit].tokens
    by_par = figures(pos).tokens_by_par if pos.kind(unit) == "historical" else {}
    return known[: by_par.get(pos.state.pars[unit], len(known))]


# --- order


def operating_order(pos: Position) -> tuple[str, ...]:
    """Return the floated companies with a director: the highest price first, on one cell the upper marker."""
    able = [unit for unit in floated(pos) if pos.director(unit)]
    return tuple(market.order(pos, able))


# --- home


def homes(pos: Position) -> dict[str, Place | None]:
    """Return the city of every unit's first token: hex and stop as they are now; None if it has no home.

    Where a hex is printed with two cities it is the one that took over the track of the city it was.
    """
    inputs = (pos.state.tiles, pos.state.layers)
    return pos.fact("homes", inputs, lambda: {unit.id: _home(pos, unit) for unit in pos.title.data.units})


def home(pos: Position, unit: str) -> Place | None:
    """Return the city of a company's first token."""
    return homes(pos)[unit]


def _home(pos: Position, unit: Unit) -> Place | None:
    if unit.home is None:
        return None
    hex_ = unit.home.hex
    stop = shapes.images((pos.title.hexes[hex_], 0), pos.face(hex_))[unit.home.stop]
    return hex_, stop or 0


def has_home_token(pos: Position, unit: str) -> bool:
    """Tell whether a company's first token stands; a company without a home waits for none."""
    at = home(pos, unit)
    return at is None or any(one.unit == unit for one in pos.state.tokens.get(at[0], ()))


class HomeToken(Step[Action]):
    """Place a company's first token on its home at the start of its first turn; nobody is asked."""

    verb = Action

    def __init__(self) -> None:
        super().__init__(Rules())

    def candidates(self, pos: Position) -> Iterator[Action]:
        """Yield nothing: there is no choice."""
        return iter(())

    def by_itself(self, pos: Position) -> bool:
        """Tell whether the token is still to be placed."""
        return not has_home_token(pos, pos.unit)

    def happen(self, scratch: Scratch) -> None:
        """Place it for nothing."""
        pos = scratch.now
        at = home(pos, pos.unit)
        assert at is not None
        scratch.put("tokens_left", pos.unit, pos.state.tokens_left[pos.unit][1:])
        scratch.emit(TokenPlaced(pos.unit, *at, 0))
        place(scratch, pos.unit, *at)
        check_destinations(scratch)


HOME_TOKEN = HomeToken()


# --- destinations


def check_destinations(scratch: Scratch) -> None:
    """Pay every floated company that is now joined to its destination, whoever built the track.

    Under other readings that happens during operating rounds only, or for companies whose home token is placed.
    """
    pos = scratch.now
    if pos.option("destination") == "or_only" and not _operating(pos):
        return
    for unit in waiting(pos):
        if is_joined(pos, unit) and (unit in at_home(pos) or not pos.option("destination_home")):
            _reward(scratch, unit)


def at_home(pos: Position) -> list[str]:
    """Return the companies with a token on the map, and the one that waits for a tunnel instead."""
    placed = {one.unit for here in pos.state.tokens.values() for one in here}
    return [unit for unit in floated(pos) if unit in placed or unit == figures(pos).gotthard_for]


def _operating(pos: Position) -> bool:
    return any(frame.kind == "operating" for frame in pos.state.frames)


def waiting(pos: Position) -> list[str]:
    """Return the floated companies that still have a destination to reach."""
    capital, settled = figures(pos).capital, swiss_state(pos).reached
    able = (unit for unit in floated(pos) if unit not in settled and pos.kind(unit) in capital)
    return [unit for unit in able if capital[pos.kind(unit)].destination]


def is_joined(pos: Position, unit: str) -> bool:
    """Tell whether a train of a company could go from its home to its destination, past no city full of others.

    One company waits for a tunnel instead.
    """
    numbers = figures(pos)
    if unit == numbers.gotthard_for:
        return numbers.gotthard in swiss_state(pos).tunnels
    at = home(pos, unit)
    if at is None or numbers.destinations[unit] not in pos.network.plan.island(at[0]):
        return False
    found = pos.fact(f"from home {unit}", pos.board, lambda: _from_home(pos, unit, at))
    return numbers.destinations[unit] in found


def _from_home(pos: Position, unit: str, at: Place) -> frozenset[str]:
    """Return the hexes with a stop that a train from a company's home could visit.

    The company's other cities can be passed and are no place to start from, so they are taken as empty.
    """
    tokens: dict[str, tuple[Token, ...]] = {}
    for hex_, here in pos.state.tokens.items():
        own = {one.stop for one in here if one.unit == unit}
        tokens[hex_] = tuple(one for one in here if one.stop not in own)
    tokens[at[0]] = (*(one for one in tokens.get(at[0], ()) if one.stop != at[1]), Token(at[1], unit))
    network = Network(pos.network.plan, tokens)
    return frozenset(hex_ for hex_, _ in network.reach(unit).stops)


def _reward(scratch: Scratch, unit: str) -> None:
    pos = scratch.now
    change(scratch, reached={**swiss_state(pos).reached, unit: "reached"})
    amount = pos.state.pars[unit] * figures(pos).capital[pos.kind(unit)].destination
    scratch.emit(Counted("destination", amount, unit))
    scratch.pay(BANK, unit, amount, "destination")
