"""What may be acquired: all of it is named, with its price, and what it can do is told beside its like."""

from functools import cache
from itertools import pairwise

import pytest

from bot.pictures.decision import decision_drawing
from engine import stakes
from engine.actions import BuyTrain
from engine.decisions import DecisionKind, decision_kind
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from render.compose import HIGH, ZOOM, Dressed
from render.decisions import draw_decision
from render.decisions.deal_cards import acquisition
from render.look import Look
from render.map_hexes import unit_sign
from render.shapes import Text
from render.supply import power_in_words
from tests.bot.decisions import view_at
from tests.render.decisions.kinds import PEOPLE, asked
from tests.render.drawn_texts import texts_drawn

MANY = 9
"""Privates and companies that leave no room for a row each."""
ALIKE = 12
"""How much of a power is told even where there is little room, in letters."""


@cache
def crowded() -> Position:
    """A position of 18CZ in which a company may acquire more than a row each has room for."""
    game, player = Game.start("18CZ", PEOPLE[:3], seed=7), ThriftyPlayer(7)
    while True:
        kind = decision_kind(game.pos, game.choices)
        if kind is DecisionKind.ACQUISITION and len(acquired(game.pos)) > MANY:
            return game.pos
        game = game.play(game.own_move or player.choose(game))


def acquired(pos: Position) -> list[stakes.Deal]:
    """What may be acquired."""
    return stakes.acquisitions(pos, asked(pos, DecisionKind.ACQUISITION).offers)


@pytest.mark.parametrize("lang", ["en", "de", "es", "cs", "hu"])
def test_all_that_may_be_acquired_is_named_and_its_powers_told(lang: str):
    """Each power once, whole where there is room; and no price of turning stands apart from its train."""
    pos = crowded()
    with texts_drawn() as found:
        picture = draw_decision(pos, asked(pos, DecisionKind.ACQUISITION), Look("light", lang))
    said = [one.text for one in found]
    powers = {power_in_words(pos, one.target, lang) for one in acquired(pos)} - {""}

    for one in acquired(pos):
        unit = pos.title.units.get(one.target)
        assert (unit_sign(unit) if unit else one.target) in said
    assert len(powers) > 1
    for power in powers:
        assert [text for text in said if text.startswith(power[:ALIKE])], power
    assert picture.height <= ZOOM * (HIGH + 4)


def test_what_turning_costs_stands_beside_its_train():
    """What has no room in a row goes to the next with the side that it is the price of."""
    dressed = Dressed(crowded(), Look("light", "hu"))
    (part,), _ = acquisition(dressed, asked(dressed.pos, DecisionKind.ACQUISITION))
    texts = [one for one in part.shapes if isinstance(one, Text)]
    prices = [(before, one) for before, one in pairwise(texts) if one.text.startswith("+")]

    assert prices
    assert [price.text for before, price in prices if before.at[1] != price.at[1]] == []


def test_both_sides_show_the_trains_they_have_after_a_deal():
    """As they show their money, before and after it."""
    game, player = Game.start("1844", PEOPLE[:4], seed=7), ThriftyPlayer(7)
    while decision_kind(game.pos, game.choices) is not DecisionKind.DEAL:
        game = game.play(game.own_move or player.choose(game))
    view = view_at(game)
    with texts_drawn() as found:
        decision_drawing(view).draw(game.pos, Look())
    told, terms = [one.text for one in found], view.teller.proposed(game.pos.round_notes.action)

    assert isinstance(terms, BuyTrain)
    for unit, more in ((terms.unit, 1), (terms.seller, -1)):
        count, limit = len(game.pos.trains(unit)) + more, game.pos.phase.train_limit[game.pos.kind(unit)]
        assert f"{count}/{limit}" in told
    assert told.count("→") == 5
