"""Games to show: played by virtual players from a seed, so that everybody can make the same gallery."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from engine.actions import Action
from engine.decisions import awaited_offers
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from engine.title import titles
from render.history import RoundEnd, round_ends_of
from tests.games.t18cz.czech import after, sizes
from tests.games.t1844.swiss import Builder
from tests.tools.questions import until

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


# --- decisions that the games above do not come to


def come_to(verb: str, title: str, option: str, seed: int = 7) -> Game:
    """A game with an option, where a verb is possible first."""
    game, player = Game.start(title, NAMES[:USUAL], (option,), seed), ThriftyPlayer(seed)
    while verb not in {offer.action.verb for offer in awaited_offers(game.pos, game.choices)}:
        game = game.play(game.own_move or player.choose(game))
    return game


def _two_tokens_of_the_sbb() -> Game:
    """The SBB is formed of two companies with a token each in Aarau."""
    built = Builder(3).holds("ann", NOB=50).holds("bob", JS=50).holds("cy", FNM=60)
    built = built.pars(FNM=60).cells(FNM="7,0").prices(NOB=100, JS=100).operated("NOB", "JS", "FNM")
    built = built.cash(FNM=500).trains(FNM="5").phase("5").extra(sbb="due").tokens(D15="NOB.1 JS.0")
    game = built.company("FNM", "train", number=(7, 1), rounds=2)
    return until(game, lambda now: now.pos.frame.kind == "duplicate_token")


def _two_tokens_in_praha() -> Game:
    """A company has acquired another; both had a token in a city of Praha."""
    built = sizes(other="ann", BN="2+2c").tiles(E12="8889 0").tokens(E12="BN.1 SX.2")
    return after(built.company("SX", "merge"), "merge SX BN 70")


def _ruined() -> Game:
    """Somebody can raise the price of a train by no means, under the reading that ends the game so."""
    built = Builder(3, "bankruptcy=ends_game").holds("ann", FNM=20).prices(FNM=100).operated("FNM")
    return built.cash(FNM=200, ann=59).phase("4").company("FNM", "train")


RARE: Mapping[str, Mapping[str, Callable[[], Game]]] = {
    "1844": {"remove": _two_tokens_of_the_sbb, "bankrupt": _ruined},
    "18CZ": {"remove": _two_tokens_in_praha},
    "18Mag": {
        "call": partial(come_to, "call", "18Mag", "supporters"),
        "berth": partial(come_to, "berth", "18Mag", "supporters"),
        "prepay": partial(come_to, "prepay", "18Mag", "terrain_token=prepaid"),
    },
}
"""Positions of each title by a verb of its own that is possible there."""
