"""Best routes in late positions of random games: solver, rules and checker agree.

``python -m tests.engine.routes.fuzz_routes COUNT [SEED]`` plays random games of every title on two processes until
COUNT positions were tried. In each of them every proposed run is proved, accepted and worth what was promised. For
some runs of each a second way of searching finds a set worth as much, and a checker that tries everything nothing
better, wherever it finishes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from engine.actions import RunTrains
from engine.choices import Offer
from engine.events import Ran
from engine.game import Game
from engine.opponents import STYLES, RandomPlayer
from engine.position import Position
from engine.routes import BestRoutes, solver
from engine.steps.run import RunStep
from tests.engine.routes import brute_force_czech, brute_force_mag, brute_force_swiss
from tests.engine.routes.brute_force_mag import TooMany

TITLES = {"18Mag": (3, 6), "1844": (3, 7), "18CZ": (3, 6)}
WALKS, SETS = 250, 60_000
"""How many routes, and how many sets of them, the checker tries at most."""

BRANCHES = 4
"""How often the second half of a game is played."""

GAME = 200
"""Positions tried of one game at most."""

COMPARED = 3
"""How many of the runs proposed in a position are sought in other ways too."""

LONGEST = 9
"""Stops on a route up to which the checker tries every way of leaving some out."""


@dataclass
class Found:
    """What came of the positions of one game; ``slowest`` is CPU seconds, and where it was."""

    title: str
    positions: int = 0
    runs: int = 0
    priced: int = 0
    checked: int = 0
    seconds: list[tuple[float, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def late(title: str, seed: int) -> Iterator[Game]:
    """Positions of the second half of random games at which a unit may run, each board, unit and trains once.

    The games have their first half in common: that takes most of the time.
    """
    low, high = TITLES[title]
    names = tuple(f"p{seat}" for seat in range(low + seed % (high - low + 1)))
    game = Game.start(title, names, seed=seed)
    player = _style(seed // 2)(seed)
    while not game.state.over and not _is_late(game):
        game = game.play(player.choose(game))
    seen: set[object] = set()
    for branch in range(BRANCHES):
        yield from _from(game, _style(branch)(seed * BRANCHES + branch), seen)


def _style(number: int) -> Callable[[int], RandomPlayer]:
    return tuple(STYLES.values())[number % 2]


def _from(game: Game, player: RandomPlayer, seen: set[object]) -> Iterator[Game]:
    """Play a game on to its end."""
    while not game.state.over:
        state = game.state
        if any(isinstance(step, RunStep) and step.open(game.pos) for step in game.pos.open_steps):
            board = (frozenset(state.tiles.items()), frozenset(state.tokens.items()))
            here = (game.pos.unit, state.trains.get(game.pos.unit), state.phase, *board)
            if here not in seen:
                seen.add(here)
                yield game
        game = game.play(player.choose(game))


def _is_late(game: Game) -> bool:
    return 2 * game.state.phase >= len(game.title.data.phases) - 1


def tried(title: str, seed: int, most: int) -> Found:
    """Try the late positions of a game."""
    found = Found(title)
    for game in late(title, seed):
        fresh = Game.resume(game.setup, game.state)
        began = process_time()
        offers = [offer for offer in fresh.choices.offers if isinstance(offer.action, RunTrains)]
        where = f"{title} seed {seed} ply {game.state.ply} {game.pos.unit} {_trains(game.pos)}"
        found.seconds.append((process_time() - began, where))
        found.positions += 1
        compared = Random(len(found.seconds)).sample(offers, min(len(offers), COMPARED))
        for offer in offers:
            found.runs += 1
            faults = [*_faults(fresh, offer), *(_rivals(fresh, offer, found) if offer in compared else ())]
            found.faults += [f"{where}: {fault}" for fault in faults]
        if found.positions == most:
            break
    return found


def _trains(pos: Position) -> str:
    return " ".join(pos.state.trains.get(pos.unit, ()))


def _faults(game: Game, offer: Offer) -> Iterator[str]:
    """What the rules find wrong with a proposed run."""
    run: Any = offer.action
    if not offer.facts["proved"]:
        yield f"{run.using} is not proved"
    refusal = game.choices.why_not(run)
    if refusal is not None:
        yield f"{run} is refused: {refusal.key}"
        return
    ran = next(event for event in game.play(run).events if isinstance(event, Ran))
    if ran.revenue != offer.facts["revenue"]:
        yield f"{run} earns {ran.revenue}, not {offer.facts['revenue']}"


def _rivals(game: Game, offer: Offer, found: Found) -> Iterator[str]:
    """Where another search, or trying everything, comes to another revenue."""
    run: Any = offer.action
    revenue = offer.facts["revenue"]
    found.priced += 1
    best = _priced(game, run)
    if best.revenue != revenue:
        yield rf"{run.using}: {revenue} found by listing, {best.revenue} by\ prices"
    truth = _truth(game.pos, run)
    found.checked += truth is not None
    if truth not in (None, revenue):
        yield f"{run} earns {revenue}, but {truth} is possible"


def _priced(game: Game, run: RunTrains) -> BestRoutes:
    """Return the best set where no routes may be listed beforehand."""
    kept = solver.FEW_ROUTES, solver.MANY_ROUTES
    solver.FEW_ROUTES = solver.MANY_ROUTES = 1
    try:
        pos = Position(game.title, game.state)
        return game.title.routes(pos, run.unit, run.using)
    finally:
        solver.FEW_ROUTES, solver.MANY_ROUTES = kept


def _truth(pos: Position, run: RunTrains) -> int | None:
    """Return the highest revenue, None where trying everything takes too long."""
    try:
        if pos.title.name == "18Mag":
            mag = brute_force_mag.MagBruteForce(pos, run.unit, run.using, WALKS)
            _check_size(len(mag.walks), len(mag.trains))
            return max(revenue for revenue, _ in mag.sets())
        if pos.title.name == "1844":
            swiss = brute_force_swiss.SwissBruteForce(pos, run.unit, WALKS)
            _check_size(len(swiss.walks), len(swiss.trains))
            if max((len(walk.stops) for walk in swiss.walks), default=0) > LONGEST:
                return None
            return swiss.best()
        czech = brute_force_czech.CzechBruteForce(pos, run.unit, WALKS)
        _check_size(len(czech.walks), len(czech.names))
        return czech.best()
    except TooMany:
        return None


def _check_size(walks: int, trains: int) -> None:
    if (walks + 1) ** trains > SETS:
        raise TooMany


def main(count: int, seed: int) -> int:
    """Try so many positions, as many of every title; tell what was found."""
    share = -(-count // len(TITLES))
    total: dict[str, Counter[str]] = {title: Counter() for title in TITLES}
    slow: dict[str, list[tuple[float, str]]] = {title: [] for title in TITLES}
    faults = 0
    with ProcessPoolExecutor(2) as pool:
        waiting = {}
        numbers = dict.fromkeys(TITLES, seed)
        for title in TITLES:
            waiting[pool.submit(tried, title, numbers[title], min(share, GAME))] = title
        while waiting:
            done = next(as_completed(waiting))
            title, found = waiting.pop(done), done.result()
            total[title].update(
                positions=found.positions,
                runs=found.runs,
                priced=found.priced,
                checked=found.checked,
                faults=len(found.faults),
            )
            sys.stdout.write(f"{title} seed {numbers[title]}: {dict(total[title])} so far\n")
            sys.stdout.flush()
            slow[title] = sorted([*slow[title], *found.seconds], reverse=True)
            for fault in found.faults[:5]:
                sys.stdout.write(f"{fault}\n")
            faults += len(found.faults)
            left = share - total[title]["positions"]
            if left > 0:
                numbers[title] += 1
                waiting[pool.submit(tried, title, numbers[title], min(left, GAME))] = title
    for title, counts in total.items():
        sys.stdout.write(f"{title}: {', '.join(f'{counts[name]} {name}' for name in counts)}\n")
        times = [seconds for seconds, _ in slow[title]]
        ranks = {"p50": len(times) // 2, "p99": len(times) // 100, "max": 0}
        sys.stdout.write("  " + "  ".join(f"{name} {times[at]:.3f} s" for name, at in ranks.items()) + "\n")
        for seconds, where in slow[title][:5]:
            sys.stdout.write(f"  {seconds:.2f} s {where}\n")
    sys.stdout.write(f"{sum(one['positions'] for one in total.values())} positions, {faults} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
