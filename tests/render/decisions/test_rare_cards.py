"""What is decided rarely is told where it is decided: powers, mergers, flips, certificates, homes."""

from functools import cache
from itertools import combinations
from math import dist

import pytest

from assets import sentences
from bot.pictures.decision import decision_drawing
from bot.speech.decision import decision_of
from engine import stakes
from engine.board.tiles import Stop
from engine.decisions import awaited_offers
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.title import titles
from render import sprites
from render.compose import HIGH, ZOOM
from render.look import Look
from render.sizes import CARD
from render.stops import slot_radius, stop_positions
from tests.bot.decisions import view_at
from tests.games.t18cz.czech import after, sizes
from tests.render.drawn_texts import texts_drawn

RING = 0.08
"""How far the ring reaches beyond the tokens of the unit in turn."""
PEOPLE = ("ann", "bob", "cy", "dot")


@cache
def where(title: str, verb: str, players: int = 4, *options: str) -> Game:
    """The first position of a game of virtual players at which something may be done."""
    game, player = Game.start(title, PEOPLE[:players], options, seed=7), ThriftyPlayer(7)
    while verb not in {offer.action.verb for offer in awaited_offers(game.pos, game.choices)}:
        game = game.play(game.own_move or player.choose(game))
    return game


def told(game: Game, lang: str = "en") -> list[str]:
    """All that is written in the picture that the table of a game is shown."""
    sprites.sprite.clear()
    with texts_drawn() as found:
        picture = decision_drawing(view_at(game, lang)).draw(game.pos, Look(lang=lang))
    assert picture.height <= ZOOM * HIGH
    return [one.text for one in found]


@pytest.mark.parametrize(
    ("title", "verb", "options"),
    [
        ("1844", "tunnel", ()),
        ("1844", "furka", ()),
        ("1844", "eva", ()),
        ("18CZ", "purple", ()),
        ("18Mag", "call", ("supporters",)),
        ("18Mag", "berth", ("supporters",)),
    ],
)
def test_a_power_at_hand_is_told(title: str, verb: str, options: tuple[str, ...]):
    """What gives it, what is done by it and where, what it costs or brings, and the money after it."""
    game = where(title, verb, 4, *options)
    said = told(game)
    (use,) = [
        one for one in stakes.uses(game.pos, awaited_offers(game.pos, game.choices)) if one.verb == verb
    ]

    assert sentences.say(f"verb.{verb}", "en") in said
    for thing in use.things:
        assert thing in said
    for hex_ in use.targets:
        assert hex_ in said or hex_ in game.title.units
    if use.change[1]:
        assert f"\u2192{game.pos.cash(use.payer) + use.change[1]}" in said


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_merger_is_told_beside_the_trains(lang: str):
    """The whole price, what comes with each company, and treasury and trains of the buyer after it."""
    game = where("18CZ", "merge")
    said = told(game, lang)
    found = stakes.mergers(game.pos, awaited_offers(game.pos, game.choices))

    assert len(found) > 2
    for one in found:
        low, high = one.deal.whole
        assert f"{low}\u2013{high}" in said
        assert f"{one.treasury[0]}\u2013{one.treasury[1]}" in said
    limit = game.pos.phase.train_limit[game.pos.kind(game.pos.unit)]
    assert {f"{len(one.trains)}/{limit}" for one in found} <= set(said)


def test_a_train_received_is_told_with_what_it_may_become():
    """What each side costs, what is left then, and with which card it goes."""
    game = after(sizes(other="ann", BCB="2b").company("SX", "merge"), "merge SX BCB 65")
    said = told(game)
    (flip,) = stakes.flips(game.pos, awaited_offers(game.pos, game.choices))

    assert said[said.index(flip.into) + 1 : said.index(flip.into) + 3] == [
        f"\u2212{flip.price}",
        f"\u2192{flip.treasury}",
    ]


def test_certificates_on_offer_are_told_in_the_stock_round():
    """Price and income of the next mountain railway and the next tunnel."""
    said = " ".join(told(where("1844", "mountain"))).replace("\N{NO-BREAK SPACE}", " ")

    assert "B1 150 SFR +40" in said
    assert " 50 SFR +10" in said


def test_companies_that_cost_the_same_to_start_stand_behind_one_price():
    """Which leaves room for all of them."""
    said = told(where("1844", "mountain"))
    first = said.index(sentences.say("picture.card.start", "en"))

    assert said[first + 1] == "120\u2013200"
    assert said.count("120\u2013200") == 1
    assert set(said[first + 2 :]) >= {"NOB", "SCB", "VSB", "JS", "GB", "JN", "ChA", "VZ", "RhB"}


def test_whose_home_is_chosen_is_told():
    """Where no unit operates."""
    game = where("18CZ", "settle", 2)
    unit = awaited_offers(game.pos, game.choices)[0].action.unit

    assert game.pos.unit == ""
    assert f"{game.pos.cash(unit)} K" in [one.replace("\N{NO-BREAK SPACE}", " ") for one in told(game)]


@pytest.mark.parametrize("verb", ["train", "sell"])
def test_the_phase_that_any_of_several_trains_begins_is_told_once(verb: str):
    """They are on sale at once, and the first sale of any begins it."""
    assert sum(text.startswith("green phase") for text in told(where("18Mag", verb))) == 1


def test_tokens_in_a_tile_of_three_cities_do_not_touch():
    """Not even the ring around those of the unit in turn."""
    tiles = [tile for tile in titles()["18CZ"].tiles.values() if [*map(_is_city, tile.stops)] == [True] * 3]

    assert len(tiles) > 1
    for tile in tiles:
        places = stop_positions(tile, 0, CARD)
        apart = min(dist(one, two) for one, two in combinations(places, 2))
        assert apart - 2 * slot_radius(tile, CARD) > RING


def _is_city(stop: Stop) -> bool:
    return stop.kind == "city" and stop.slots == 1


def test_a_name_is_written_smaller_before_it_is_shortened():
    """As small as can be read at a desk: these had been cut."""
    said = " ".join(told(after_the_merger()))

    assert "Pardubice" in said
    assert "Cho- mutov" in said


def after_the_merger() -> Game:
    """A company has acquired another; both had a token in a city of Praha."""
    built = sizes(other="ann", BN="2+2c").tiles(E12="8889 0").tokens(E12="BN.1 SX.2")
    return after(built.company("SX", "merge"), "merge SX BN 70")


def test_the_hex_is_outlined_on_which_a_token_is_taken_back():
    """It is the only one that is asked about; what is asked is said, too."""
    view = view_at(after_the_merger())

    assert decision_drawing(view).asked.shown.highlight == ("E12",)
    assert decision_of(view).headline.endswith("take back a token")
