"""Turns to show: whole ones, out of games that virtual players play from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import notation
from engine.actions import Action
from engine.game import Game, Setup
from engine.opponents import STYLES

WANTED = ("lay", "run", "dividend", "train")
"""What a turn should hold to be worth showing."""
SEEN = 300
"""How many actions of a game are looked through."""


@dataclass(frozen=True)
class Turn:
    """The actions of one unit's turn, and those that lead there."""

    setup: Setup
    before: Sequence[Action]
    actions: Sequence[Action]
    places: int
    """On so many hexes something could be laid when it was done first."""
    is_alone: bool = True
    """Whether somebody else was called before it and is after it, so that its card holds nothing but its record."""

    @property
    def worth(self) -> tuple[bool, int, bool, int]:
        """Return whether its record is its own, how much of what is wanted it holds, whether a place is chosen."""
        verbs = [action.verb for action in self.actions]
        return self.is_alone, sum(verb in verbs for verb in WANTED), self.places > 1, -len(verbs)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Return who did what before the turn, as it is typed."""
        return [(action.actor, notation.write(action)) for action in self.before]


def best_turn(title: str, players: Sequence[str], seed: int) -> Turn:
    """Return the first of the turns that hold most of what is wanted."""
    return max(_turns(title, players, seed), key=lambda turn: turn.worth)


def _turns(title: str, players: Sequence[str], seed: int) -> Iterator[Turn]:
    game, player = Game.start(title, players, seed=seed), STYLES["house"](seed)
    setup, done, began, key, places = game.setup, list[Action](), 0, None, 0
    while not game.state.over and len(done) < SEEN:
        now = (game.pos.frame.number, game.pos.unit) if game.pos.frame.kind == "operating" else None
        if now != key:
            if key is not None:
                alone = done[began].actor != done[began - 1].actor and done[-1].actor not in game.pos.awaited
                yield Turn(setup, tuple(done[:began]), tuple(done[began:]), places, alone)
            began, key, places = len(done), now, 0
        done.append(game.own_move or player.choose(game))
        places = places or _places(game, done[-1])
        game = game.play(done[-1])


def _places(game: Game, action: Action) -> int:
    """Return on how many hexes something may be laid, if that is what is done."""
    if action.verb != "lay":
        return 0
    offers = (offer.action for offer in game.choices.offers)
    return len({getattr(one, "hex", "") for one in offers if one.verb == "lay"})
