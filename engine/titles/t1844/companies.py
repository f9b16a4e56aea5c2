"""Companies of 1844: how they float, their order in a round, and their destinations."""

from __future__ import annotations

from engine.events import Counted
from engine.exhibits import StartTerms
from engine.finance import floating
from engine.finance.floating import can_float, float_unit, floated, not_on_offer
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.home import home_now
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.procedures import procedures

# --- floating


def on_purchase(scratch: Scratch, unit: str) -> None:
    """Float a company once enough of its shares are taken; those given away or in the pool count as taken.

    How many tokens it gets is known as soon as it has a par price.
    """
    pos = scratch.now
    needed = figures(pos).floated_at.get(pos.kind(unit))
    if needed is None or unit in swiss_state(pos).floated or not pos.cell(unit):
        return
    scratch.put("tokens_left", unit, tokens_for(pos, unit))
    if can_float(pos, unit, needed, not_on_offer):
        float_company(scratch, unit)


def starting_capital(pos: Position, unit: str, par: int) -> int:
    """Return the money of a company on floating, in francs: from a certain phase on all that it will get."""
    capital = figures(pos).capital[pos.kind(unit)]
    return par * (capital.full if full_capital(pos) else capital.at_float)


def full_capital(pos: Position) -> bool:
    """Tell whether a company that floats now gets all its capital at once, and so has no destination."""
    return pos.since(figures(pos).full_capital_from)


def start_terms(pos: Position, unit: str, price: int) -> StartTerms | None:
    """Return what a company started at a par price gets on floating, and at its destination; None for no company."""
    numbers, kind = figures(pos), pos.kind(unit)
    if kind not in numbers.floated_at:
        return None
    later = 0 if full_capital(pos) else price * numbers.capital[kind].destination
    return StartTerms(numbers.floated_at[kind], starting_capital(pos, unit, price), later)


def float_company(scratch: Scratch, unit: str) -> None:
    """Give a company its money; with full capital its destination is void."""
    pos = scratch.now
    float_unit(scratch, unit, starting_capital(pos, unit, pos.state.pars[unit]))
    if full_capital(pos) and figures(pos).capital[pos.kind(unit)].destination:
        scratch.change(reached={**swiss_state(pos).reached, unit: "void"})
    check_destinations(scratch)


def tokens_for(pos: Position, unit: str) -> tuple[int, ...]:
    """Return the prices of a company's tokens, its home included: large companies have more at a higher par."""
    known = pos.title.units[unit].tokens
    by_par = figures(pos).tokens_by_par if pos.kind(unit) == "historical" else {}
    return known[: by_par.get(pos.state.pars[unit], len(known))]


# --- order


def operating_order(pos: Position) -> tuple[str, ...]:
    """Return the floated companies with a director: the highest price first, on one cell the upper marker."""
    return tuple(unit for unit in floating.operating_order(pos) if pos.director(unit))


# --- destinations


def check_destinations(scratch: Scratch) -> None:
    """Pay every floated company that is now joined to its destination, no matter who built the track."""
    pos = scratch.now
    if not procedures(pos).destinations_count(pos):
        return
    for unit in waiting(pos):
        if is_joined(pos, unit) and procedures(pos).counts_for(pos, unit):
            _reward(scratch, unit)


def waiting(pos: Position) -> list[str]:
    """Return the floated companies that still have a destination to reach."""
    capital, reached = figures(pos).capital, swiss_state(pos).reached
    able = (unit for unit in floated(pos) if unit not in reached and pos.kind(unit) in capital)
    return [unit for unit in able if capital[pos.kind(unit)].destination]


def is_joined(pos: Position, unit: str) -> bool:
    """Tell whether a train of a company could go from its home to its destination, past no city full of others.

    One company waits for a tunnel instead.
    """
    numbers = figures(pos)
    if unit == numbers.gotthard_for:
        return numbers.gotthard in swiss_state(pos).tunnels
    home = home_now(pos, unit)
    if home is None:
        return False
    goal = numbers.destinations[unit]
    if not pos.network.plan.entered(goal):
        return False
    found = pos.explored(f"from home {unit}", unit, lambda: pos.network.reach_from(unit, home))
    return any(hex_ == goal for hex_, _ in found.stops)


def _reward(scratch: Scratch, unit: str) -> None:
    pos = scratch.now
    scratch.change(reached={**swiss_state(pos).reached, unit: "reached"})
    amount = pos.state.pars[unit] * figures(pos).capital[pos.kind(unit)].destination
    scratch.emit(Counted("destination", amount, unit))
    scratch.pay(BANK, unit, amount, "destination")
