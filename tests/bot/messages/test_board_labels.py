"""What the buttons under a board say: the outcome of a dividend, and the numbers that the headline has, too."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from discord import ui

from bot.local.wire import as_read
from bot.menu.folding import Ready
from bot.messages.turn_card import CardPlan, card_text
from bot.pickers import board_buttons, move_ids
from bot.pickers.picker import Picker
from bot.pickers.sights import LetteredPlaces, PlacementSheet
from bot.speech.teller import Teller
from engine.actions import PayDividend
from engine.choices import Offer
from engine.earnings import gains
from engine.game import Game
from engine.opponents import STYLES
from engine.title import titles
from engine.titles.t18cz.homes import ChooseCity
from engine.titles.t1844.tunnels import Tunnel
from tests.bot.reading import lines_read
from tests.games.t18cz.czech import sizes
from tests.games.t1844.swiss import Builder as Swiss
from tests.tools import presses

NAMES = ("Anna", "Béla", "Cy", "Dora")
PLIES = 260
TITLES = pytest.mark.parametrize("title", list(titles()))


@cache
def line(title: str) -> tuple[Game, ...]:
    """The beginning of a game, position by position."""
    game, player = Game.start(title, NAMES, seed=3), STYLES["thrifty"](3)
    found = [game]
    while len(found) < PLIES and not found[-1].state.over:
        found.append(found[-1].play(player.choose(found[-1])))
    return tuple(found)


def buttons(game: Game) -> Iterator[Any]:
    """The buttons under the board, and the entries of its list."""
    view = presses.view_of(game, NAMES)
    for row in board_buttons.moves(view, view.menu()):
        yield from row


@pytest.mark.parametrize("title", ["1844", "18CZ"])
def test_a_dividend_says_what_it_brings_and_where_the_price_goes(title: str):
    """Whether or not there is something else to do."""
    games = [
        game
        for game in line(title)
        if any(isinstance(one.action, PayDividend) for one in game.choices.offers)
    ]
    said = [str(getattr(one, "label", "")) for game in games for one in buttons(game)]
    labels = [label for label in said if label.startswith("Pay ")]

    assert len(labels) > 5
    assert not [label for label in labels if ": you " not in label]
    assert [label for label in labels if " → " in label]


@TITLES
def test_numbers_of_choices_are_the_same_above_and_on_the_buttons(title: str):
    """A verb that asks on says in how many ways, in the headline and in the call as on its button."""
    asked = 0
    for game in line(title)[::5]:
        view = presses.view_of(game, NAMES)
        needs = board_buttons.needs(view, view.menu()).split(" · ")
        for one in buttons(game):
            verb, _, count = str(getattr(one, "label", "")).rpartition(" (")
            if count.rstrip(")").isdecimal() and verb in {need.rpartition(" (")[0] for need in needs}:
                asked += 1
                assert f"{verb} ({count}" in needs

    assert asked > 10


def test_a_city_beside_its_picture_is_named_by_its_sides_alone():
    """The place stands above the sheet already."""
    teller, pos = Teller(titles()["18CZ"], {}, "en"), line("18CZ")[0].pos
    offers = (Offer(ChooseCity("s1", "ATE", "B9", 0), None, {"exits": [3, 5]}),)

    assert PlacementSheet(offers).text(teller, pos) == "`1` city (NE, SE)"


def test_a_bid_is_its_amount_alone():
    """What is up stands above the buttons, which fit side by side on a phone."""
    labels = [str(one.label) for one in buttons(line("1844")[0])]

    assert labels[:2] == ["Bid 20\N{NO-BREAK SPACE}SFR", "Bid 25\N{NO-BREAK SPACE}SFR"]


def test_a_share_sold_at_two_places_names_the_seller():
    """The bank pool and the offer ask different prices, and only one of them pays the company."""
    built = Swiss().holds("ann", FNM=20, NOB=50, SCB=50).holds("bob", FNM=40).holds("pool", FNM=10)
    game = built.cash(ann=1000).prices(FNM=80, NOB=90, SCB=100).pars(FNM=100).sr("ann")
    view = presses.view_of(game, NAMES)
    page = Picker(view, view.menu(), "buy").page({})

    assert page is not None
    labels = lines_read(str(one.label).partition(": ")[0] for row in page.parts for one in row)
    assert "FNM 10%, 80 SFR from the bank pool" in labels
    assert "FNM 10%, 100 SFR from the IPO" in labels


def test_a_train_of_the_bank_has_a_button_though_others_sell_it():
    """What the bank sells is bought by the second press, though a company has such a train, too."""
    built = sizes(phase="f", ATE="4+4f 3+3e", BN="4+4f", BCB="4f 3c", pool="3d 3+3d 3Ed 4e 3+3e 3Ee 2+2b 3c")
    view = presses.view_of(built.company("SX", "train"), NAMES)
    picker = Picker(view, view.menu(), "train")
    page = picker.page({})

    assert page is not None
    *found, _ = [one for row in page.parts for one in row]
    labels = lines_read(str(one.label) for one in found)
    bank = found[labels.index("4f-train, 250 K")]
    press = move_ids.read(str(bank.custom_id))
    assert picker.count == len(found)
    assert {"4f-train from BCB", "4+4f-train, 400 K", "4+4f-train \N{EN DASH} 3 sellers"} <= set(labels)
    assert press is not None
    assert press.purpose == move_ids.DO
    assert isinstance(picker.menu.narrow("train", move_ids.picked(picker.menu, press) or {}), Ready)


def test_tunnels_are_chosen_by_their_place_where_the_certificates_are_alike():
    """Nobody is asked which of them is used up: every tunnel is drawn in its place at once."""
    game, player = line("1844")[-1], STYLES["thrifty"](3)
    while len({one.action.permit for one in game.choices.offers if isinstance(one.action, Tunnel)}) < 2:
        game = game.play(player.choose(game))
    view = presses.view_of(game, NAMES)
    picker = Picker(view, view.menu(), "tunnel")
    page = picker.page({})

    assert page is not None
    assert picker.count == 6
    assert "certificate" not in page.text
    assert [one.label for row in page.parts for one in row] == [*"123456", "Cancel"]
    assert isinstance(page.sight, PlacementSheet)
    assert page.sight.text(view.teller, game.pos).startswith("`1` SW (I26) to NW (G26 Chur), 100")


@pytest.mark.parametrize("places", [("D17",), ("D17", "D21")])
def test_a_lay_that_reaches_a_destination_says_what_comes_in(places: tuple[str, ...]):
    """On the card, and on the sheet of the ways at the one that does."""
    built = Swiss(3).holds("ann", NOB=50).prices(NOB=90).floated("NOB").cash(NOB=100)
    view = presses.view_of(built.tiles(D19="57 1").tokens(D19="NOB.0").company("NOB"), NAMES)
    told = "NOB reaches its destination, +180 SFR"
    page = Picker(view, view.menu(), "lay").page({"hex": places[-1]})

    assert page is not None
    assert isinstance(page.sight, PlacementSheet)
    ways = as_read(page.sight.text(view.teller, view.game.pos)).splitlines()
    assert f"D17: {told}" in as_read(card_text(view, CardPlan())).splitlines()
    assert sum(told in way for way in ways) == (places == ("D17",))


def test_the_only_tile_of_a_hex_says_what_a_run_would_earn():
    """A press lays it without a sheet, so its line stands beside the places."""
    for game in (one for one in line("1844") if one.pos.trains(one.pos.unit)):
        view = presses.view_of(game, NAMES)
        page = Picker(view, view.menu(), "lay").page({}) if "lay" in view.menu().verbs else None
        if page is not None and isinstance(page.sight, LetteredPlaces) and page.sight.sole:
            break
    else:
        pytest.fail("every hex may take several tiles")
    found = gains(game.pos, [one.action for one in page.sight.sole])
    lines = page.sight.text(view.teller, found).splitlines()
    labels = [str(one.label) for row in page.parts for one in row]

    assert [line.split("`")[1] for line in lines] == [one.split()[0] for one in labels if ": tile " in one]
    assert [line for line in lines if "run " not in line and "-train: " not in line] == []


def test_a_board_tells_what_the_company_has_and_that_it_must_buy_a_train():
    """Who finds no button to end the turn reads why, and what is there to pay with."""
    told = []
    for trains in ({"VZ": "3H"}, {}):
        built = Swiss(3).holds("ann", VZ=60).prices(VZ=70).operated("VZ").cash(VZ=277).trains(**trains)
        game = built.phase("3").tiles(K10="15 1", K8="58 2").company("VZ", "train")
        told.append(as_read(card_text(presses.view_of(game, NAMES), CardPlan())))

    assert all("**VZ 277 SFR** · " in text and " · ann " in text for text in told)
    assert ["VZ has a route and must own a train: buy one." in text for text in told] == [False, True]


def test_a_bankruptcy_is_never_what_a_turn_is_for():
    """The game would be over: the train that must be bought is blue, and to give up is gray and comes last."""
    built = Swiss(3, "bankruptcy=ends_game").holds("ann", VZ=60).prices(VZ=70).operated("VZ")
    game = built.cash(VZ=7, ann=1).phase("3").tiles(K10="15 1", K8="58 2").company("VZ", "train")
    shown = {str(one.label): one.style for one in buttons(game) if isinstance(one, ui.Button)}

    assert list(shown)[-1] == "Declare VZ bankrupt"
    assert shown["Declare VZ bankrupt"] is board_buttons.Style.secondary


def test_what_is_seldom_wanted_is_confirmed_in_red():
    """Green means what most people want next; a bankruptcy is the other thing."""
    built = Swiss(3, "bankruptcy=ends_game").holds("ann", VZ=60).prices(VZ=70).operated("VZ")
    game = built.cash(VZ=7, ann=1).phase("3").tiles(K10="15 1", K8="58 2").company("VZ", "train")
    view = presses.view_of(game, NAMES)
    page = Picker(view, view.menu(), "bankrupt").page({})

    assert page is not None
    assert page.ready is not None
    assert page.parts[0][0].style is board_buttons.Style.danger


def test_a_local_is_seldom_sold_to_the_bank():
    """It stands last, behind the end of the turn, and is confirmed in red."""
    game = sizes(ATE="3+3d").owns("ATE", "S1").company("ATE", "train")
    view = presses.view_of(game, NAMES)
    menu = view.menu()
    page = Picker(view, menu, "dispose").page({})

    assert menu.useful[-2:] == ["pass", "dispose"]
    assert page is not None
    assert page.ready is not None
    assert page.ready.action.verb == "dispose"
    assert page.parts[0][0].style is board_buttons.Style.danger
