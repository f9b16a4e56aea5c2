"""The colours and the map a person or a table has chosen, and the arrows on the market."""

import random
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot.messages.shown_board import moved
from bot.storage import Storage
from bot.storage.migrate import VERSION_TABLE
from bot.tables.settings import TableSettings
from engine import notation
from engine.actions import Sell
from engine.events import PriceMoved
from render import price_moves
from render.price_moves import PriceMove
from tests.bot.positions import random_action
from tests.bot.tabletop import CHANNEL, Table, address_of


async def test_a_person_chooses_colours_for_private_pictures(tabletop: Table):
    """Theirs are drawn like that, those of others and of the board are not."""
    await tabletop.game()
    alder, birch = tabletop.people[:2]

    said = await alder.command(CHANNEL, "me scheme", scheme="dark")
    for person, private in ((alder, True), (birch, True), (alder, False)):
        await person.command(CHANNEL, "show map", private=private)

    assert "muted colours on a black page" in said.text
    assert [request.look.scheme for request in tabletop.pictures.requests[-3:]] == ["dark", "light", "light"]


async def test_a_choice_of_colours_outlives_a_restart_and_can_be_given_up(tabletop: Table):
    """It is stored; ``table`` follows the table again."""
    await tabletop.game()
    alder = tabletop.people[0]
    await alder.command(CHANNEL, "me scheme", scheme="distinct")
    await tabletop.restart()

    await alder.command(CHANNEL, "show market")
    await alder.command(CHANNEL, "me scheme", scheme="table")
    await alder.command(CHANNEL, "show market")

    assert [request.look.scheme for request in tabletop.pictures.requests[-2:]] == ["distinct", "light"]


async def test_previews_have_the_colours_of_the_person(tabletop: Table):
    """Where one may lay, and what that would look like, is shown privately, so its colours are one's own."""
    person = await tabletop.to("lay")
    await person.command(CHANNEL, "me scheme", scheme="distinct")
    game = (await tabletop.bot.service.tables.find(1)).game
    assert game is not None

    reply = await person.press(tabletop.board, f"g:1:{game.state.ply}:lay")
    picker = reply.message
    await person.until(lambda: picker.pictures)
    await person.press(picker, next(one["custom_id"] for one in picker.buttons if ":p" in one["custom_id"]))
    await person.until(lambda: any(one.kinds == ("ways",) for one in tabletop.pictures.requests))

    private = [one for one in tabletop.pictures.requests if one.kinds in {("places",), ("ways",)}]
    assert [one.look.scheme for one in private] == ["distinct", "distinct"]


async def test_the_host_chooses_the_colours_of_the_board(tabletop: Table):
    """The board is drawn anew at once, and whoever has chosen nothing sees the same colours."""
    await tabletop.game()

    said = await tabletop.people[0].command(CHANNEL, "table scheme", scheme="contrast")
    await tabletop.settled()
    drawn = {one.kinds: one.look.scheme for one in tabletop.pictures.requests[-2:]}
    await tabletop.people[1].command(CHANNEL, "show map")

    assert "black on white" in said.text
    assert drawn[("map", "market", "charters")] == "contrast"
    assert list(drawn.values()) == ["contrast", "contrast"]
    assert tabletop.pictures.requests[-1].look.scheme == "contrast"


@pytest.mark.parametrize("given", [("table scheme", "scheme", "dark"), ("table hints", "hints", "off")])
async def test_only_the_host_chooses_for_the_table(tabletop: Table, given: tuple[str, str, str]):
    """Others are told who may; nothing is drawn anew."""
    await tabletop.game()
    name, option, value = given
    before = len(tabletop.pictures.requests)

    reply = await tabletop.people[1].command(CHANNEL, name, **{option: value})
    await tabletop.settled()

    assert "host" in reply.text.lower()
    assert (await tabletop.bot.service.tables.find(1)).settings == TableSettings()
    assert len(tabletop.pictures.requests) == before


async def test_the_lobby_shows_how_the_pictures_will_look(tabletop: Table):
    """The card names the colours, and follows the host."""
    card = await tabletop.lobby()
    before = card.text

    await tabletop.people[0].command(CHANNEL, "table scheme", scheme="dark")
    await tabletop.settled()

    assert "light: printed colours" in before
    assert "dark: muted colours" in card.text


async def test_other_settings_do_not_draw_the_board_anew(tabletop: Table):
    """How often people are reminded changes no picture."""
    await tabletop.game()
    before = len(tabletop.pictures.requests)

    await tabletop.people[0].command(CHANNEL, "table reminders", interval="2h")
    await tabletop.settled()

    assert len(tabletop.pictures.requests) == before


async def test_a_scheme_of_another_version_is_read_as_the_usual_one(tabletop: Table):
    """What is stored may be older or newer than the program."""
    await tabletop.game()
    storage = tabletop.bot.storage
    await storage.games.change_settings(1, scheme="sepia")
    await storage.people.change(int(tabletop.people[0].id), scheme="sepia")
    await tabletop.restart()

    await tabletop.people[0].command(CHANNEL, "show map")

    assert tabletop.pictures.requests[-1].look.scheme == "light"


async def test_settings_of_people_survive_the_new_column(database: Path):
    """A database of the first schema is brought up to date with everything in it."""
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.set_main_option("path_separator", "os")
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with sqlite3.connect(database) as old:
        old.execute("INSERT INTO users (user_id, language, settings) VALUES (7, 'es', '{}')")
    old.close()

    async with Storage.open(address_of(database)) as storage:
        before = await storage.people.find(7)
        after = await storage.people.change(7, scheme="dark")

    with sqlite3.connect(database) as new:
        (version,) = new.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    new.close()
    assert (before.language, before.scheme) == ("es", None)
    assert (after.language, after.scheme) == ("es", "dark")
    assert version > "0001"


async def selling(tabletop: Table) -> Sell:
    """Play random moves until shares may be sold that are not at the lowest price; return the sale."""
    await tabletop.game()
    chance, service = random.Random(2), tabletop.bot.service
    service.changes.watchers.clear()
    for _ in range(300):
        game = (await service.tables.find(1)).game
        assert game is not None
        sales = [action for action in game.choices if isinstance(action, Sell)]
        if found := [sale for sale in sales if game.pos.price(sale.unit) > min(game.title.prices.values())]:
            await tabletop.restart()
            await tabletop.settled()
            return found[0]
        action = random_action(game, chance)
        await service.moves.act(1, None, await user_of(tabletop, action.actor), notation.write(action))
    raise AssertionError


@pytest.mark.slow
async def test_the_market_shows_how_prices_moved_since_the_last_board(tabletop: Table):
    """A sale: an arrow from the old price to the new one, and words for it."""
    sale = await selling(tabletop)
    before = (await tabletop.bot.service.tables.find(1)).game.pos

    await tabletop.type_moves([notation.write(sale)])

    after = (await tabletop.bot.service.tables.find(1)).game.pos
    market = tabletop.sheets.pictures[1]
    step = PriceMove(sale.unit, before.cell(sale.unit), after.cell(sale.unit))
    assert step.before != step.after
    board = next(one for one in reversed(tabletop.pictures.requests) if len(one.drawings) == 3)
    assert board.drawings[1].moved == (step,)
    assert f" moved from {before.price(sale.unit)} Ft to {after.price(sale.unit)} Ft; " in market.alt


@pytest.mark.slow
async def test_the_market_catches_up_after_a_restart(tabletop: Table):
    """Moves that nobody was shown before the bot stopped: the first board after it has all their arrows."""
    sale = await selling(tabletop)
    first = (await tabletop.bot.service.tables.find(1)).game.pos
    tabletop.bot.service.changes.watchers.clear()
    await tabletop.bot.service.moves.act(1, None, await user_of(tabletop, sale.actor), notation.write(sale))

    await tabletop.restart()
    await tabletop.settled()

    pos = (await tabletop.bot.service.tables.find(1)).game.pos
    assert first.price(sale.unit) > pos.price(sale.unit)
    board = next(one for one in reversed(tabletop.pictures.requests) if len(one.drawings) == 3)
    assert list(board.drawings[1].moved) == price_moves.moves_between(first, pos)


async def user_of(tabletop: Table, seat: str) -> int:
    """Who sits there."""
    found = (await tabletop.bot.service.tables.find(1)).seat(seat)
    assert found is not None
    return found.user_id


def test_a_marker_has_one_arrow_for_all_its_moves():
    """From where it was to where it is; none if it has come back."""
    steps = [
        step_with(PriceMoved("SIK", "0,3", "0,4", "dividend"), PriceMoved("SNW", "0,3", "0,2", "sale")),
        step_with(PriceMoved("SIK", "0,4", "0,5", "sold_out"), PriceMoved("SNW", "0,2", "0,3", "dividend")),
    ]

    assert moved(steps) == (PriceMove("SIK", "0,3", "0,5"),)


def step_with(*events: Any) -> Any:
    """A move that caused these events."""
    return SimpleNamespace(events=events)
