"""Ratings of a server's players in one title: worked out anew from its finished games whenever they are asked for."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.storage.games import RatedGame
from bot.tables.settings import TableSettings
from bot.tables.table import is_house

MODEL = PlackettLuce()
"""Rates any number of players by their places; what it is sure of counts: a rating is its lowest likely value."""
PEOPLE = 2
"""How many people a game must rate to count."""
SHARE, SHARE_LATER = 0.5, 0.75
"""What part of a seat's moves its first person must have decided to be rated by it, and whoever comes later.

Nobody escapes a lost game by leaving it; nobody who does the others the favour of taking it over is rated by it.
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person has reached: a cautious rating that grows with wins and with games, games rated and games won."""

    user_id: int
    name: str
    rating: float
    games: int
    wins: int


def rateable(game: RatedGame) -> dict[int, str]:
    """Return the names of all people who have sat at a game, those who have left it too."""
    left = {one.user: one.name for one in TableSettings.of(game.row.settings).sat_before}
    return left | {seat.user_id: seat.name for seat in game.seats if not is_house(seat.user_id)}


def standings(games: Sequence[RatedGame], declined: Collection[int] = ()) -> list[Standing]:
    """Return who stands where after games, the oldest first given; whoever has declined is left out.

    Copies, study rooms and records do not count, nor does a seat that nobody has played most of. Whoever has done so
    keeps its result though they have left it, and whoever came to it late is not rated by it.
    """
    ratings: dict[int, PlackettLuceRating] = {}
    names: dict[int, str] = {}
    played, won = Counter[int](), Counter[int]()
    for game in games:
        scores = _rated(game, declined)
        if len(scores) < PEOPLE:
            continue
        people = list(scores)
        teams = [[ratings.get(one) or MODEL.rating()] for one in people]
        rated = MODEL.rate(teams, scores=[float(scores[one]) for one in people])
        ratings |= {one: team[0] for one, team in zip(people, rated, strict=True)}
        names |= rateable(game)
        for one in people:
            played[one] += 1
            won[one] += scores[one] == max(scores.values())
    found = [
        Standing(one, names[one], round(rating.ordinal(), 1), played[one], won[one])
        for one, rating in ratings.items()
    ]
    return sorted(found, key=lambda one: (-one.rating, one.user_id))


def _rated(game: RatedGame, declined: Collection[int]) -> dict[int, int]:
    """Return the scores of those whom a game rates; of two seats of one person the lower."""
    settings, scores = TableSettings.of(game.row.settings), dict[int, int]()
    if settings.record or settings.copied:
        return {}
    for seat in game.seats:
        before = [one.user for one in settings.sat_before if one.seat == seat.seat]
        person = _played_by(game, seat.seat, [*before, seat.user_id])
        if person is not None and person not in declined and seat.score is not None:
            scores[person] = min(seat.score, scores.get(person, seat.score))
    return scores


def _played_by(game: RatedGame, seat: str, sat: Sequence[int]) -> int | None:
    """Return whom the result of a seat rates, of all who ``sat`` there, the first first; None for nobody.

    That is who has decided half of its moves, or three quarters where somebody else sat there before.
    """
    moves, first = game.moves.get(seat, 0), sat[0]
    for person in dict.fromkeys(sat):
        least = SHARE if person == first else SHARE_LATER
        if moves and not is_house(person) and game.own.get((seat, person), 0) >= least * moves:
            return person
    return None
