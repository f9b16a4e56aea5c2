"""The picture for each kind of decision: it can be read where it is shown as wide as a phone, and be enlarged."""

from functools import cache

import pytest

from engine.choices import Choices
from engine.decisions import DecisionKind, awaited_offers, decision_kind
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from render import MapContent, paint, png, sprites
from render.compose import HIGH, WIDTH, ZOOM
from render.decisions import COMPOSED, Question, draw_decision
from render.look import Look
from render.schemes import SCHEMES
from render.shapes import Layer

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
PHONE = 350
LEAST = 7.0
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


def test_every_kind_has_a_picture():
    """None is left out."""
    assert set(COMPOSED) == set(DecisionKind)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_each_is_wide_and_light_and_can_be_read_on_a_phone(title: str, players: int):
    """11:7 or wider, 1,400 pixels, below 300 KiB; what must be read has capitals of seven pixels at 350."""
    look = Look("dark", "hu", dict(zip(PEOPLE, LONG, strict=True)))
    for kind, pos in positions(title, players).items():
        sprites.sprite.clear()
        with paint.texts_drawn() as found:
            image = draw_decision(pos, asked(pos, kind), look)

        assert image.width == WIDTH * ZOOM >= 1400
        assert image.height <= HIGH * ZOOM
        assert len(png(image)) < 300 * 1024, kind
        small = {
            one.text: round(one.cap * PHONE / image.width, 1)
            for one in found
            if one.layer in {Layer.NAME, Layer.TOKEN} and one.cap * PHONE / image.width < LEAST
        }
        assert not small or kind in ON_MAPS, (kind, small)


ON_MAPS = {
    DecisionKind.LAY,
    DecisionKind.TOKEN,
    DecisionKind.RUN,
    DecisionKind.HOME,
    DecisionKind.POWER,
    DecisionKind.DRAFT,
    DecisionKind.PAR,
}
"""Kinds whose pictures have a map, which ``make legible`` measures."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_equal_positions_give_equal_pictures(scheme: str):
    """In each scheme one of its own."""
    pos = positions("18Mag", 3)[DecisionKind.LAY]
    one, two = (draw_decision(pos, asked(pos, DecisionKind.LAY), Look(scheme)).tobytes() for _ in range(2))

    assert one == two
