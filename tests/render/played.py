"""Games of virtual players to draw: each move of them, and what is decided first of each kind."""

from functools import cache
from typing import Any

from engine import notation
from engine.actions import SHARED
from engine.choices import Choices
from engine.decisions import DecisionKind, awaited_offers, decision_kind
from engine.game import Game
from engine.notes import Proposal
from engine.opponents import ThriftyPlayer
from render import Look, MapContent
from render.decisions import Question
from render.history import RoundEnd, round_ends_of

PEOPLE = ("ann", "bob", "cy", "dot", "eve", "fay", "guy")
NAMES = ("Anna", "Bartholomäus", "Cy", "Dóra", "Ede", "Fay", "Guy")
END = 100_000


def look(scheme: str = "light", **dress: Any) -> Look:
    """A dress with everybody's names."""
    return Look(scheme, names=dict(zip(PEOPLE, NAMES, strict=True)), **dress)


@cache
def moves(title: str, players: int, until: int = END) -> tuple[Game, ...]:
    """A game before its first move and after each, to its end or to that move."""
    game, player = Game.start(title, PEOPLE[:players], seed=3), ThriftyPlayer(3)
    found = [game]
    while not game.state.over and len(found) <= until:
        game = game.play(game.own_move or player.choose(game))
        found.append(game)
    return tuple(found)


@cache
def course(title: str, players: int, until: int = END) -> tuple[RoundEnd, ...]:
    """The ends of its rounds."""
    return tuple(round_ends_of(moves(title, players, until)))


@cache
def decided(title: str, players: int, until: int = END) -> dict[DecisionKind, Game]:
    """The first moment of it at which each kind of decision is taken."""
    found: dict[DecisionKind, Game] = {}
    for game in moves(title, players, until):
        found.setdefault(decision_kind(game.pos, game.choices), game)
    return found


def asked(game: Game, kind: DecisionKind) -> Question:
    """What is asked of somebody there, with all that is on offer."""
    if kind is DecisionKind.END:
        return Question(kind)
    choices = Choices(game.pos)
    offers = tuple(awaited_offers(game.pos, choices))
    routes = next((offer.action.routes for offer in offers if offer.action.verb == "run"), ())
    notes = game.pos.round_notes
    deal = (
        notation.read(notes.action, "", (*SHARED, *game.pos.title.verbs))
        if isinstance(notes, Proposal)
        else None
    )
    return Question(kind, offers, MapContent(routes=routes), deal)
