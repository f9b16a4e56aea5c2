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


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person has reached: a cautious rating that grows with wins and with games, games rated and games won."""

    user_id: int
    name: str
    rating: float
    games: int
    wins: int


def standings(games: Sequence[RatedGame], declined: Collection[int] = ()) -> list[Standing]:
    """Return who stands where after games, the oldest first given; whoever has declined is left out.

    Copies, study rooms and records do not count, nor does a seat that the house owns, nor one of which somebody else,
    a clock or the house decided more than half of the moves.
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
        names |= {seat.user_id: seat.name for seat in game.seats}
        for one in people:
            played[one] += 1
            won[one] += scores[one] == max(scores.values())
    found = [
        Standing(one, names[one], round(rating.ordinal(), 1), played[one], won[one])
        for one, rating in ratings.items()
    ]
    return sorted(found, key=lambda one: (-one.rating, one.user_id))


def _rated(game: RatedGame, declined: Collection[int]) -> dict[int, int]:
    """Return the scores of those whom a game rates."""
    settings = TableSettings.of(game.row.settings)
    if settings.record or settings.copied:
        return {}
    return {
        seat.user_id: seat.score
        for seat in game.seats
        if seat.score is not None
        and not is_house(seat.user_id)
        and seat.user_id not in declined
        and 2 * game.own.get(seat.seat, 0) >= game.moves.get(seat.seat, 0) > 0
    }
