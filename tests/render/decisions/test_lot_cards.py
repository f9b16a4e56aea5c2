"""What is for sale, in an auction or a draft: all of it is named, with what it costs, pays and can do."""

from collections.abc import Iterator

import pytest

from assets import sentences
from engine import stakes
from engine.actions import Bid
from engine.choices import Choices
from engine.decisions import decision_kind
from engine.game import Game
from engine.position import Position
from render.decisions import draw_decision
from render.map_hexes import unit_sign
from render.supply import power_in_words
from tests.render.decisions.kinds import PEOPLE, TABLES, asked
from tests.render.drawn_texts import texts_drawn

ALIKE = 40
"""How much of what a private can do is told even where there is little room, in letters."""


def first(title: str, players: int) -> Game:
    """A game that begins with a sale."""
    return Game.start(title, PEOPLE[:players], seed=3)


def money(amount: int, pos: Position) -> str:
    """An amount as pictures write it."""
    return sentences.money(amount, pos.title.data.currency, "en").replace("\N{NO-BREAK SPACE}", " ")


def told(pos: Position) -> list[str]:
    """All that the picture says, in its order."""
    with texts_drawn() as found:
        draw_decision(pos, asked(pos, decision_kind(pos, Choices(pos))))
    return [one.text.replace("\N{NO-BREAK SPACE}", " ") for one in found if one.text]


def about(pos: Position, lot: str, *, alone: bool) -> Iterator[str]:
    """What stands in the row of something for sale: its name, price and income or home."""
    unit, private = pos.title.units.get(lot), pos.title.privates.get(lot)
    yield unit_sign(unit) if unit else lot
    if alone and private and private.name:
        yield private.name
    if unit and unit.home:
        yield unit.home.hex
    if private and private.price:
        yield money(private.price, pos)
    if private and private.income:
        yield f"+{private.income}"


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_everything_for_sale_has_its_row(title: str, players: int):
    """Now or later; those that can do the same stand together, and what that is is told once."""
    pos = first(title, players).pos
    said = told(pos)
    named = stakes.for_sale(asked(pos, decision_kind(pos, Choices(pos))).offers)
    powers = {power_in_words(pos, lot, "en") for lot in named}
    whole = " ".join(said)

    for lot in {*named, *pos.title.unsold(pos)}:
        assert " ".join(about(pos, lot, alone=named == (lot,))) in whole
    assert [power for power in powers if power and whole.count(power[:ALIKE]) != 1] == []


def test_a_bid_that_stands_is_told_with_the_least_that_is_higher():
    """Whose it is, too; who has how much stands above."""
    game = first("1844", 4)
    (lot,) = stakes.lots(asked(game.pos, decision_kind(game.pos, game.choices)).offers)
    after = game.play(Bid(game.pos.awaited[0], lot.private, lot.least)).pos
    (now,) = stakes.lots(asked(after, decision_kind(after, Choices(after))).offers)

    assert f"{lot.private} at least {money(lot.least, game.pos)}" in " ".join(told(game.pos))
    assert f"{lot.private} An {money(lot.least, after)} at least {money(now.least, after)}" in " ".join(
        told(after)
    )
    assert now.least > lot.least
