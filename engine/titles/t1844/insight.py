"""What the house's players know of 1844: the bank that breaks, cards that turn and rust, mountains and tunnels."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf

from engine.finance.floating import floated, not_on_offer
from engine.insight import Insight
from engine.position import Position
from engine.state import BANK
from engine.titles.t1844.companies import waiting
from engine.titles.t1844.figures import broken, figures, swiss_state
from engine.titles.t1844.powers import Eva, Furka, power
from engine.titles.t1844.privates import active
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.revenue import after_dividend
from engine.titles.t1844.tunnels import unused_permits

HOPES = {"regional": 50.0, "historical": 90.0, "pre_sbb": 80.0, "national": 300.0}
"""What a company of a kind earns once it has found its way, in francs."""
BEYOND = 1.1
"""What the bank pays in a round for each unit of revenue, privates and subsidies with it."""
INTEREST = 0.08
"""What a player's money brings in an operating round."""
SPENT, EXPORTED = 70.0, 1
"""What a company spends on new trains in an operating round, in francs, and how many cards a series takes besides."""
JOINS, FORMED = 4.0, 7.0
"""What a percent of a pre-SBB company gains in francs by becoming SBB shares, and with how many rounds to come."""
OPEN, TRAIN, RESALE = 0.4, 130, 0.9
"""In what part of the rounds to come privates are open, what the train EVA is worth, and what part a sale brings."""
UNVISITED = 0.5
"""What part of its worth a mountain railway or a tunnel has until a train runs to it."""
SERIES, UNSURE = 20, 0.8
"""So many series are reckoned with, and how far the rounds are missed for which the bank's money should last."""
USUAL = (18.0, 16.0, 12.0, 9.5, 7.0, 6.0, 5.0)
"""How many operating rounds are to come in each phase; before large trains run, the bank gets back what it pays."""


def rounds(pos: Position) -> float:
    """Return how many operating rounds are to come: as many as usual in the phase, or until the bank has paid out.

    The game ends with the last round of the series in which the bank breaks, so every series that has begun is
    played to its end, and so is the next one where it breaks in a stock round.
    """
    frame, series = pos.state.frames[0], pos.phase.operating_rounds
    coming, now = series, 0.0
    if frame.kind == "operating":
        coming = max(getattr(frame.notes, "rounds", 0) - frame.number[1], 0)
        now = len(frame.queue) / max(len(floated(pos)), 1)
    if broken(pos):
        return float(coming)
    usual = USUAL[min(pos.state.phase, len(USUAL) - 1)]
    paid = sum(run.revenue for run in pos.state.runs.values()) * BEYOND
    after = (pos.cash(BANK) + _to_be_bought(pos)) / max(paid, 1.0) - now
    total = coming + sum(series * _chance(after - coming - more * series) for more in range(SERIES))
    return max(min(total, usual), coming + 0.5 * (frame.kind == "operating"))


def _chance(ahead: float) -> float:
    """Return how likely it is that money which should last for so many rounds more does not break in a series."""
    return 1 / (1 + exp(-ahead / UNSURE))


def _to_be_bought(pos: Position) -> float:
    """Return what the bank should still get for trains of companies whose trains all rust, in francs."""
    needy = [
        unit
        for unit in floated(pos)
        if pos.kind(unit) in figures(pos).must_own_train
        and not any(lasts(pos, train) == inf for train in pos.trains(unit))
    ]
    cards = [one for one in pos.title.data.trains if one.kind == "" and pos.left(one.name) and one.price]
    lasting = [one for one in cards if lasts(pos, one.name) == inf]
    return float(len(needy) * max((one.price for one in lasting), default=0))


def kinds(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the kinds of train that a company can run."""
    only = figures(pos).trains_only.get(pos.kind(unit))
    return ("", "H", "E") if only is None else (only,)


def lasts(pos: Position, train: str) -> float:
    """Return after how many operating rounds a train rusts."""
    state = pos.state
    known = (state.depot, swiss_state(pos).floated, state.tokens_left, state.phase)
    return pos.fact("lives", known, lambda: _lives(pos)).get(pos.title.trains[train].stack, inf)


def _lives(pos: Position) -> dict[str, float]:
    """Return after how many operating rounds which stacks rust, as fast as they are sold on average."""
    numbers, wait, lives = figures(pos), 0.0, dict[str, float]()
    stacks = dict.fromkeys(one.stack for one in pos.title.data.trains)
    for stack in stacks:
        left, pace = pos.state.depot.get(stack) or 0, _pace(pos, stack)
        if (card := numbers.rusted.get(numbers.starts[stack])) is not None:
            lives[card] = wait + 1 / pace
        wait += left / pace
    return lives


def _pace(pos: Position, stack: str) -> float:
    """Return how many cards of a stack leave it in an operating round: those bought, and the exported one."""
    price = next(train.price for train in pos.title.data.trains if train.stack == stack)
    begun = next(phase for phase in pos.title.data.phases if phase.name == figures(pos).starts[stack])
    return max(SPENT * len(floated(pos)), SPENT) / price + EXPORTED / begun.operating_rounds


def incomes(pos: Position, player: str, left: float) -> float:
    """Return the income from privates, mountains and tunnels, and what pre-SBB shares gain as shares of the SBB."""
    today: float = (1 + INTEREST) ** -max(left - FORMED, 0.0)
    total = sum(pos.percent(player, unit.id) for unit in pos.units("pre_sbb")) * JOINS * today
    for private in pos.owned(player):
        brings = auctioned_brings if pos.title.privates[private].kind == "private" else certificate_brings
        total += brings(pos, private, left)
    return total


def auctioned_brings(pos: Position, private: str, left: float) -> float:
    """Return what a private is expected to bring before it closes, its sale to a company and its train with it."""
    known, closed = pos.title.privates[private], pos.since(figures(pos).privates_close)
    paid = 0.0 if closed else known.income * min(max(left * OPEN, 1.0), left)
    gift = 0 if closed or private != power(pos, "eva") else TRAIN
    return paid + gift + (RESALE * known.price if private in figures(pos).private_sales else 0.0)


def certificate_brings(pos: Position, private: str, left: float) -> float:
    """Return what a mountain railway or a tunnel certificate is expected to bring: less before a train came to it."""
    known = pos.title.privates[private]
    if active(pos, private):
        return known.income * left
    return UNVISITED * (known.income * max(left - 2, 0) + known.price)


def hope(pos: Position, unit: str) -> float:
    """Return the expected earnings of a company that has not run yet."""
    return HOPES[pos.kind(unit)] * (1 + 0.12 * pos.state.phase)


def unsold(pos: Position, unit: str) -> int:
    """Return how much of a company must still be taken from the offer before it floats."""
    return max(figures(pos).floated_at.get(pos.kind(unit), 0) - not_on_offer(pos, unit), 0)


def kept(pos: Position, player: str) -> int:
    """Return the money to be held back in the auction: for the first company."""
    return 320 if pos.state.frames[0].kind == "auction" else 0


def passes(pos: Position, unit: str) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return the mouths that a tunnel of a company could still join, if its director has a permit."""
    if not unused_permits(pos, pos.director(unit)):
        return {}
    built = swiss_state(pos).tunnels
    return {hex_: procedures(pos).mouths(pos, hex_) for hex_ in figures(pos).tunnels if hex_ not in built}


def prizes(pos: Position, unit: str) -> Mapping[str, int]:
    """Return the money that a company gets at its destination, where it has yet to be joined to it."""
    if unit not in waiting(pos):
        return {}
    numbers, par = figures(pos), pos.state.pars[unit]
    goal = numbers.gotthard if unit == numbers.gotthard_for else numbers.destinations[unit]
    return {goal: par * numbers.capital[pos.kind(unit)].destination}


INSIGHT = Insight(
    rounds=rounds,
    kinds=kinds,
    lasts=lasts,
    after=after_dividend,
    incomes=incomes,
    hope=hope,
    must_own=lambda pos, unit: pos.kind(unit) in figures(pos).must_own_train,
    unsold=unsold,
    kept=kept,
    passes=passes,
    prizes=prizes,
    boons=(Eva.verb, Furka.verb),
    idle=0.05,
    growth=0.1,
    arrears=1.5,
    interest=INTEREST,
)
