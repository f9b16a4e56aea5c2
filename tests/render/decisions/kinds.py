"""Positions of each kind of decision, from games of virtual players."""

from functools import cache

from engine.choices import Choices
from engine.decisions import DecisionKind, awaited_offers, decision_kind
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from render import MapContent
from render.decisions import Question

LONG = (
    "Maximiliane von Trautmannsdorff",
    "Bartholomäus Weißenberger",
    "Clementine",
    "Dóra",
    "Ede",
    "Fay",
    "Guy",
)
PEOPLE = ("ann", "bob", "cy", "dot", "eve", "fay", "guy")
TABLES = (("18Mag", 3), ("1844", 4), ("18CZ", 4), ("18Mag", 1), ("18CZ", 2))


@cache
def positions(title: str, players: int) -> dict[DecisionKind, Position]:
    """The first position of each kind in a game of virtual players."""
    game, player = Game.start(title, PEOPLE[:players], seed=3), ThriftyPlayer(3)
    found: dict[DecisionKind, Position] = {}
    while not game.state.over:
        found.setdefault(decision_kind(game.pos, game.choices), game.pos)
        game = game.play(game.own_move or player.choose(game))
    return {**found, DecisionKind.END: game.pos}


def asked(pos: Position, kind: DecisionKind) -> Question:
    """A question about all that is on offer."""
    choices = Choices(pos)
    offers = () if pos.state.over else tuple(awaited_offers(pos, choices))
    routes = next((offer.action.routes for offer in offers if offer.action.verb == "run"), ())
    return Question(kind, offers, MapContent(routes=routes))
