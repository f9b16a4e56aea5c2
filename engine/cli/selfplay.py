"""Random play with every invariant checked."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from engine import notation
from engine.actions import Action, Pass
from engine.events import (
    Closed,
    Counted,
    Event,
    Merged,
    PhaseBegan,
    RoundBegan,
    TileLaid,
    TrainBought,
    TrainRusted,
)
from engine.game import Game, Setup
from engine.invariants import violations
from engine.opponents import STYLES, RandomPlayer
from engine.records import own
from engine.records.data_folder import opened, processes
from engine.refusals import Malformed, Refused
from engine.state import DEPOT, POOL
from engine.title import Title, find

TREES = ("Alder", "Birch", "Cedar", "Douglas", "Elm", "Fir", "Gorse")
TOO_LONG = 20_000


@dataclass
class PlayedGame:
    """What came of one game."""

    seed: int
    actions: int = 0
    faults: list[str] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    score: tuple[int, int] | None = None


@dataclass(frozen=True)
class Styles:
    """How the players choose: all alike, or one of them, whose seat the seed gives, ``against`` the others."""

    style: str
    against: str = ""

    def one(self, setup: Setup) -> str:
        """Return who plays against the others, empty if all play alike."""
        return setup.players[setup.seed % len(setup.players)] if self.against else ""

    def players(self, setup: Setup) -> Callable[[Game], RandomPlayer]:
        """Return the function that finds the player who decides now."""
        one, first = self.one(setup), STYLES[self.style](setup.seed)
        if not one:
            return lambda _: first
        first.seat, rest = one, {name: STYLES[self.against](setup.seed) for name in setup.players}
        for name, player in rest.items():
            player.seat = name
        return lambda game: {**rest, one: first}[game.pos.awaited[0]]


def play(arguments: Namespace) -> int:
    """Play games and report."""
    if arguments.record is not None and not arguments.record.is_dir():
        raise Malformed("no_folder", path=str(arguments.record))
    arguments.option = opened(find(arguments.title), arguments.option)
    Game.start(arguments.title, _names(arguments.players), arguments.option, arguments.seed)
    started = time.perf_counter()
    results = list(_games(arguments))
    seconds = time.perf_counter() - started
    actions = sum(result.actions for result in results)
    faults = [f"seed {result.seed}: {fault}" for result in results for fault in result.faults]
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    counts: Counter[str] = sum((result.events for result in results), Counter())
    print("met: " + ", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    for line in _against_others(results, arguments.against and arguments.style):
        print(line)
    print(f"{actions / seconds:.0f} actions/s")
    print(f"{len(results)} games, {actions} actions, {len(faults)} violations")
    return 1 if faults else 0


def _against_others(results: list[PlayedGame], style: str) -> Iterator[str]:
    """Yield how often one side won, the person or the one style, and what both had on average, if there were two."""
    scores = [one.score for one in results if one.score is not None]
    if scores:
        won = sum(hers > his for hers, his in scores)
        hers, his = (sum(column) // len(scores) for column in zip(*scores, strict=True))
        yield f"won by {style or 'the person'}: {won} of {len(scores)}; on average {hers} : {his}"


def _score(game: Game, one: str) -> tuple[int, int] | None:
    """Return the worth of the best of each side, in the title's currency; None where there are no sides."""
    worth = {player: game.pos.worth(player) for player in game.state.players}
    if one:
        return (worth.pop(one), max(worth.values()))
    his = [worth.pop(player) for player in game.state.automata]
    return (max(worth.values()), max(his)) if his else None


def _names(count: int) -> tuple[str, ...]:
    return TREES[:count] + tuple(f"player{seat}" for seat in range(len(TREES) + 1, count + 1))


def _games(arguments: Namespace) -> Iterator[PlayedGame]:
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    names = _names(arguments.players)
    setup = Setup(arguments.title, names, tuple(arguments.option))
    one = partial(one_game, setup, arguments.style, arguments.record, against=arguments.against)
    if arguments.jobs == 1:
        yield from map(one, seeds)
        return
    with processes(arguments.jobs) as pool:
        yield from pool.map(one, seeds)


def one_game(setup: Setup, style: str, folder: Path | None, seed: int, *, against: str = "") -> PlayedGame:
    """Play one game to the end, checking every position."""
    played, setup, styles = PlayedGame(seed), replace(setup, seed=seed), Styles(style, against)
    player = styles.players(setup)
    game = Game.begin(setup)
    done: list[Action] = []
    while not game.state.over and not played.faults and played.actions < TOO_LONG:
        played.events.update(held_back(game))
        action = player(game).choose(game)
        try:
            game = game.play(action)
        except Refused as error:
            played.faults.append(f"offered but refused: {notation.write(action)}: {error}")
            break
        done.append(action)
        played.actions += 1
        played.events.update(met(game.title, event) for event in game.events)
        faults = (*violations(game.pos), *uncited(game), *stuck(game))
        played.faults += [f"ply {game.state.ply}: {fault}" for fault in faults]
    if played.actions >= TOO_LONG:
        played.faults.append("the game does not end")
    played.score = _score(game, styles.one(setup))
    if folder is not None:
        _record(folder, game, done)
    return played


def held_back(game: Game) -> list[str]:
    """Return the counter names for a position in which passing is refused: one for each rule that refuses it."""
    refusals = (game.choices.why_not(Pass(player)) for player in game.pos.awaited)
    return [f"no pass {refusal.key}" for refusal in refusals if refusal]


def uncited(game: Game) -> Iterator[str]:
    """Yield a line about each refusal of a pass for which the title cites no clause."""
    for player in game.pos.awaited:
        refusal = game.choices.why_not(Pass(player))
        if refusal and not refusal.clauses:
            yield f"clauses.toml lacks the refusal {refusal.key}, with which nobody may pass now"


def stuck(game: Game) -> Iterator[str]:
    """Yield a line where nobody may pass, and all that can be done needs the consent of somebody else."""
    refusals = [game.choices.why_not(Pass(player)) for player in game.pos.awaited]
    if game.state.over or not all(refusals):
        return
    if all(offer.facts.get("consent") for offer in game.choices.offers):
        keys = ", ".join(refusal.key for refusal in refusals if refusal)
        yield f"nobody may pass ({keys}), and all that can be done needs the consent of somebody else"


def met(title: Title, event: Event) -> str:
    """Return the name under which an event is counted: its kind, its reason, and its place where that matters."""
    reasons = (getattr(event, name, "") for name in ("why", "what", "using", "answer"))
    words = [type(event).__name__, *_place(title, event), *_subject(title, event)]
    return " ".join([*words, *(str(reason) for reason in reasons if reason)])


def _place(title: Title, event: Event) -> Iterator[str]:
    """Yield where an event happened, if places of its kind differ."""
    if isinstance(event, TileLaid) and not title.hexes[event.hex].tiled:
        yield event.hex
    if isinstance(event, Counted) and event.about in title.hexes:
        yield event.about
    if isinstance(event, TileLaid) and event.using:
        yield title.tiles[event.tile].colour


def _subject(title: Title, event: Event) -> Iterator[str]:
    """Yield what an event is about, if what is counted depends on it."""
    if isinstance(event, PhaseBegan):
        yield event.phase
    if isinstance(event, RoundBegan):
        yield from (event.kind, *(["0"] if event.number == (0,) else []))
    if isinstance(event, Closed):
        yield event.company
    if isinstance(event, Merged):
        yield from (title.units[event.unit].kind, title.units[event.target].kind)
    if isinstance(event, TrainRusted):
        yield event.train
    if isinstance(event, TrainBought):
        sellers = {DEPOT: "depot", POOL: "pool"}
        yield sellers.get(event.seller, "unit" if event.seller in title.units else "player")


def _record(folder: Path, game: Game, done: list[Action]) -> None:
    setup: Setup = game.setup
    result = {player: game.pos.worth(player) for player in game.state.players}
    name = f"{setup.title.lower()}-{len(setup.players)}p-{setup.seed}.json"
    (folder / name).write_text(own.dump(setup, done, result=result), "utf-8")
