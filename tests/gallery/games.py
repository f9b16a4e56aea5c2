"""Games to show: played by virtual players from a seed, so that everybody can make the same gallery."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from engine.title import titles
from render.history import RoundEnd, round_ends_of

NAMES = ("Ada", "Béla", "Ciro", "Dóra", "Emil", "Fanni", "Gergő")
USUAL = 4
"""Players of the games that are shown in full."""
STAGES = {"early": 0.2, "middle": 0.55, "late": 0.85, "final": 1.0}


@dataclass(frozen=True)
class Played:
    """A whole game with the position after each action."""

    name: str
    games: Sequence[Game]
    actions: Sequence[Action]

    def at(self, stage: str) -> Position:
        """Return a position, from early to final."""
        return self.games[round(STAGES[stage] * (len(self.games) - 1))].pos

    @property
    def own_verbs(self) -> frozenset[str]:
        """What is done in this title alone, by its verbs."""
        return frozenset(action.verb for action in self.games[0].title.verbs)

    @cached_property
    def rounds(self) -> tuple[RoundEnd, ...]:
        """Return how the game went."""
        return tuple(round_ends_of(self.games))


def play(title: str, players: int, seed: int = 7) -> Played:
    """Play a game to its end."""
    game, player = Game.start(title, NAMES[:players], seed=seed), ThriftyPlayer(seed)
    games, actions = [game], []
    while not game.state.over:
        actions.append(game.own_move or player.choose(game))
        game = game.play(actions[-1])
        games.append(game)
    return Played(f"{title}-{players}p", games, actions)


def shown() -> list[tuple[str, int]]:
    """Return which games are shown: each title for four, for one or two if that is possible, and for the most."""
    return [
        (name, players)
        for name, title in titles().items()
        for players in (USUAL, *range(title.data.players[0], 3), title.data.players[1])
    ]
