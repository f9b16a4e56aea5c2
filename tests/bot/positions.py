"""Positions of a random game, for tests about what may be done and what is said of it."""

import random
from functools import cache
from itertools import count

from engine.actions import SHARED, Acquire, Action, Bid, Par, Pass, Repay
from engine.game import Game
from engine.opponents import STYLES

DULL = ("discard", "refuse", "withdraw", "sell")
ELSEWHERE = {kind.verb for kind in (Acquire, Bid, Par, Repay)}
"""Shared verbs of titles with auctions, par prices or debts."""
NAMES = {"s1": "Anna", "s2": "Béla", "s3": "Cy"}

# fmt: off
TELLING = (
    0, 6, 12, 18, 29, 61, 19, 65, 177, 20, 98, 143, 21, 99, 144, 22, 52, 109, 62, 66,
    72, 178, 74, 88, 161, 75, 83, 149, 126, 214, 132, 207, 145, 146, 147, 156, 168, 181, 215,
)
FEW_TELLING = (0, 18, 19, 20, 21, 22, 62, 66, 74, 75, 126, 132, 145, 147, 181, 215)
# fmt: on
"""Plies of the game of ``played`` at which ``telling()`` and ``telling(1)`` find positions, to name tests by."""


@cache
def played() -> tuple[Game, ...]:
    """The first random game in which every shared verb of its title was possible, position by position."""
    wanted = {kind.verb for kind in SHARED} - ELSEWHERE
    for seed in count():
        line = random_game(seed)
        if wanted <= {offer.action.verb for game in line for offer in game.choices.offers}:
            return line
    raise AssertionError


def random_game(seed: int, plies: int = 220) -> tuple[Game, ...]:
    """A game of random moves."""
    chance = random.Random(seed)
    game = Game.start("18Mag", tuple(NAMES), seed=seed)
    line = [game]
    for _ in range(plies):
        game = game.play(random_action(game, chance))
        line.append(game)
    return tuple(line)


@cache
def late_stock_round() -> tuple[Game, tuple[Action, ...]]:
    """A stock round of 1844 in which mountain railways and tunnels are for sale besides shares, with its moves."""
    game, player, moves = Game.start("1844", tuple(NAMES), seed=3), STYLES["thrifty"](3), list[Action]()
    while not {"buy", "par", "mountain", "permit"} <= {one.action.verb for one in game.choices.offers}:
        moves.append(game.own_move or player.choose(game))
        game = game.play(moves[-1])
    return game, tuple(moves)


def random_action(game: Game, chance: random.Random) -> Action:
    """A random move; a pass only where it must be or now and then."""
    offers = [offer for offer in game.choices.offers if not isinstance(offer.action, Pass)]
    if not offers or chance.random() < 0.1:
        offers = list(game.choices.offers)
    verbs = sorted({offer.action.verb for offer in offers})
    if len(verbs) > 1 and chance.random() < 0.9:
        verbs = [verb for verb in verbs if verb not in DULL] or verbs
    verb = chance.choice(verbs)
    offer = chance.choice([offer for offer in offers if offer.action.verb == verb])
    return chance.choice(list(offer))


@cache
def telling(most: int = 3) -> tuple[Game, ...]:
    """A few positions for every set of verbs that the game came to."""
    found: dict[tuple[str, ...], list[Game]] = {}
    for game in played():
        verbs = tuple(dict.fromkeys(offer.action.verb for offer in game.choices.offers))
        found.setdefault(verbs, []).append(game)
    return tuple(game for games in found.values() for game in games[:: max(1, len(games) // most)][:most])


def having(verb: str) -> Game:
    """The first position in which a verb is possible."""
    return next(game for game in played() if any(offer.action.verb == verb for offer in game.choices.offers))
