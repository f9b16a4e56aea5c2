"""What papers can do is told where they are for sale, and by name."""

import pytest

from bot.menu.folding import Menu
from bot.speech import powers
from bot.speech.teller import Teller
from engine.game import Game

NAMES = {"s1": "Anna", "s2": "Béla", "s3": "Cy"}


def started(title: str, *options: str) -> Game:
    """A game that has just begun."""
    return Game.start(title, tuple(NAMES), options=options, seed=7)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(("title", "options"), [("1844", ()), ("18CZ", ()), ("18Mag", ("supporters",))])
def test_every_private_says_what_it_can_do_and_when_it_closes(
    title: str, options: tuple[str, ...], lang: str
):
    """In both languages, none left out."""
    game = started(title, *options)
    teller = Teller(game.title, NAMES, lang)
    for private in game.title.privates:
        assert teller.power(private), private
        assert teller.of_group("closes", private), private
        assert len(powers.private(teller, game.pos, private)) >= 3


def test_the_majors_of_18mag_say_what_their_business_is():
    """Each of the seven, at no length that a list would cut."""
    game = started("18Mag")
    teller = Teller(game.title, NAMES, "en")
    majors = [unit.id for unit in game.title.data.units if unit.kind == "major" and teller.power(unit.id)]

    assert len(majors) == 7
    assert all(len(teller.power(major)) <= 80 for major in majors)


def test_what_is_up_for_auction_says_what_it_can_do():
    """On the board, in one line."""
    game = started("1844")
    lines = powers.for_sale(Teller(game.title, NAMES, "en"), Menu(game.choices, "s1").offers())

    assert lines == ["P1 Brienzer-Rothorn-Bahn: no special ability"]


def test_a_private_tells_its_price_range_and_owner():
    """P2 of 1844 may be sold to a company."""
    game = started("1844")
    told = "\n".join(powers.private(Teller(game.title, NAMES, "en"), game.pos, "P2"))

    assert "one extra yellow tile" in told
    assert "belongs to nobody" in told
    assert "closes: when the first 5- or 5H-train is sold" in told
    assert "companies may buy it for " in told
