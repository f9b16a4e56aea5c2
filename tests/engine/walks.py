"""Random play for the contract tests: games remembered position by position, and actions bent out of shape."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from engine.actions import SHARED, Action, Route
from engine.game import Game
from engine.notation import hints
from engine.opponents import STYLES
from engine.title import titles
from tests.engine import toy

KNOWN = (*titles(), toy.TITLE.name)
"""Every title there is, and one that lies outside the package."""

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gus")


@dataclass(frozen=True)
class Walk:
    """A game from its start: the positions, and the actions between them."""

    games: tuple[Game, ...]
    actions: tuple[Action, ...]

    def sample(self, count: int) -> list[Game]:
        """Return some of its positions, evenly spread; the end of the game is none of them."""
        last = len(self.games) - 1 - self.games[-1].state.over
        return [self.games[at * last // (count - 1)] for at in range(count)]


@cache
def walk(title: str, most: bool, style: str, plies: int, options: tuple[str, ...] = ()) -> Walk:
    """Play with as few or as many players as the title takes."""
    known = toy.TITLE if title == toy.TITLE.name else titles()[title]
    game = Game.start(title, NAMES[: known.data.players[most]], options, seed=11)
    games, actions, player = [game], [], STYLES[style](5)
    while len(actions) < plies and not game.state.over:
        actions.append(player.choose(game))
        game = game.play(actions[-1])
        games.append(game)
    return Walk(tuple(games), tuple(actions))


STRANGE = ("", "nobody", "bank", "pool", "depot", "-", "A1", "ZZ99", "é")
WHOLE = (-10, -1, 0, 1, 7, 10, 10**9)


class Bender:
    """Changes actions field by field into others, plausible and foreign."""

    def __init__(self, game: Game, seed: int) -> None:
        self._random = random.Random(seed)
        title, pos = game.title, game.pos
        players = list(pos.state.players)
        self._verbs = (*SHARED, *title.verbs)
        self._words: dict[str, list[str]] = {
            "actor": players,
            "unit": list(title.units),
            "certificate": list(title.units),
            "private": list(title.units),
            "hex": list(title.hexes),
            "tile": list(title.tiles),
            "train": list(title.trains),
            "seller": [*title.units, "depot", "pool", *players],
            "using": [*title.data.benefits, "terrain"],
        }

    def bent(self, action: Action, each: int) -> Iterator[Action]:
        """Yield the action with one field changed, ``each`` times a field."""
        for field in fields(action):
            for _ in range(each):
                yield replace(action, **{field.name: self._other(action, field.name)})

    def foreign(self, actor: str) -> Iterator[Action]:
        """Yield an action of every verb, its fields filled at random."""
        for verb in self._verbs:
            values = {name: self._fresh(name, str(kind)) for name, kind in hints(verb).items()}
            values = {field.name: values[field.name] for field in fields(verb)}
            yield verb(**{**values, "actor": actor})

    def _other(self, action: Action, name: str) -> Any:
        old = getattr(action, name)
        if isinstance(old, int):
            return self._random.choice((old + 1, old - 1, old + 10, old - 10, old * 2, *WHOLE))
        if isinstance(old, tuple) and old:
            return self._random.choice((old[::-1], old[1:], (*old, old[0]), self._bend(old)))
        return self._fresh(name, str(hints(type(action))[name]))

    def _bend(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        first = items[0]
        if not isinstance(first, Route):
            return (self._random.choice(STRANGE), *items[1:])
        path = list(first.path)
        at = self._random.randrange(len(path))
        changed = self._random.choice((path[:at], path[::-1], [*path, path[at]], [*path[:at], "Q7.3", "Q7"]))
        train = self._random.choice((first.train, *self._words["train"], ""))
        return (Route(train, tuple(changed)), *items[1:])

    def _fresh(self, name: str, kind: str) -> Any:
        if kind == str(int | None):
            return self._random.choice((None, *WHOLE))
        if kind == str(int):
            return self._random.choice((*WHOLE, 20, 40, 3))
        if kind == str(str):
            return self._random.choice((*self._words.get(name, ()), *self._random.sample(STRANGE, 2)))
        if kind == str(tuple[Route, ...]):
            return self._random.choice(((), (Route("2", ("A1.0", "A1")),), (Route("", ()),)))
        return self._random.choice(((), tuple(self._words["using"]), ("x",), ("RABA", "RABA")))
