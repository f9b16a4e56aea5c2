"""What anybody may look at besides the board: sheets of tiles, companies, charts, films, plans, pages of words."""

from typing import Any

import pytest

from bot.limits import check_request
from bot.local.wire import as_read
from bot.pictures.workers import PictureWorkers
from bot.speech import tile_sheets
from bot.speech.teller import Teller
from engine import notation, outlook
from engine.actions import LayTile
from engine.choices import Offer
from engine.game import Game
from render.charts import CHARTS
from render.labels import TIMES
from tests.bot.cogs.test_money import opened
from tests.bot.positions import NAMES, played
from tests.bot.seen import Reply
from tests.bot.tabletop import CHANNEL, Table

DRAFT = (
    "draft 13",
    "draft 5",
    "draft 2",
    "draft 10",
    "draft 11",
    "draft GC",
    "draft LDSTEG",
    "draft 8",
    "draft 6",
)


async def laying(tabletop: Table) -> Game:
    """Play until a unit may lay a tile; return the game."""
    await tabletop.to("lay")
    game = (await tabletop.bot.service.tables.find(1)).game
    assert game is not None
    return game


def offered(game: Game) -> Any:
    """The first lay on offer."""
    return laid(game)[0].action


def alt(reply: Reply) -> str:
    """The alt text of the only picture of an answer."""
    (picture,) = reply.message.pictures
    return picture.alt


async def test_the_map_for_a_phone_and_the_tiles_left_are_shown(tabletop: Table):
    """Private pictures with alt texts that say what they show."""
    await tabletop.game()
    alder = tabletop.people[0]

    phone = await alder.command(CHANNEL, "show phone")
    tiles = await alder.command(CHANNEL, "show tiles")

    names = [[picture.name for picture in one.message.pictures] for one in (phone, tiles)]
    assert names == [[f"part{number}-0.png" for number in (1, 2, 3, 4)], ["tiles-0.png"]]
    assert all(one.ephemeral for one in (phone, tiles))
    assert "part 4 of the map, from west to east" in phone.message.pictures[3].alt
    assert f"yellow: 6 {TIMES}" in alt(tiles)


async def test_lays_of_the_moment_come_with_their_costs(tabletop: Table):
    """The sheet has every legal lay of the unit in turn on that hex, and only those."""
    game = await laying(tabletop)
    lay = offered(game)

    reply = await tabletop.people[0].command(CHANNEL, "show lays", hex=lay.hex)

    legal = {(offer.action.tile, offer.action.rotation) for offer in outlook.offers(game.pos, lay.hex)}
    request = tabletop.pictures.requests[-1].drawings[0]
    assert "may lay here now" in reply.text
    assert request.hex == lay.hex
    assert {(one.tile, one.rotation) for one in request.choices} <= legal
    assert {one.tile for one in request.choices} == {tile for tile, _ in legal}
    assert all("Ft" in one.text for one in request.choices)
    assert f"{lay.tile}/{lay.rotation} · " in alt(reply)


def test_a_sheet_of_lays_names_what_each_costs():
    """The number under a tile is the cost in the facts of its offer."""
    games = (game for game in played() if any(offer.facts.get("cost") for offer in laid(game)))
    game = next(games)
    offer = next(one for one in laid(game) if one.facts["cost"])
    said = Teller(game.title, NAMES, "en")

    _, choices = tile_sheets.lays(said, game, offer.action.hex)

    texts = {(one.tile, one.rotation): one.text for one in choices}
    wanted = f"{offer.action.tile}/{offer.action.rotation} · {offer.facts['cost']} Ft"
    assert as_read(texts[offer.action.tile, offer.action.rotation]) == wanted


def laid(game: Game) -> list[Offer]:
    """The lays on offer."""
    return [offer for offer in game.choices.offers if isinstance(offer.action, LayTile)]


async def test_what_fits_is_shown_where_nobody_may_lay(tabletop: Table):
    """Outside operating rounds the sheet has the tiles that fit by shape, and says so."""
    await tabletop.game()

    reply = await tabletop.people[0].command(CHANNEL, "show lays", hex="F15")
    table = await tabletop.bot.service.tables.find(1)
    assert table.game is not None

    fits = {tile for tile, _ in outlook.fitting(table.game.pos, "F15")}
    assert "Nobody may lay a tile here now" in reply.text
    assert {one.tile for one in tabletop.pictures.requests[-1].drawings[0].choices} == fits
    assert all("left" in one.text for one in tabletop.pictures.requests[-1].drawings[0].choices)


async def test_a_hex_where_nothing_fits_is_told_without_a_picture(tabletop: Table):
    """A mine takes no tile."""
    await tabletop.game()

    reply = await tabletop.people[0].command(CHANNEL, "show lays", hex="A10")

    assert "No tile fits on A10" in reply.text
    assert reply.message.pictures == []


async def test_upgrades_tell_the_generations(tabletop: Table):
    """The alt text names each tile with those it may follow and how many are left."""
    await tabletop.game()

    reply = await tabletop.people[0].command(CHANNEL, "show upgrades", hex="Győr")

    assert tabletop.pictures.requests[-1].drawings[0].hex == "D9"
    assert "possible upgrades: D9 Győr" in alt(reply)
    assert f"14 {TIMES}8 after 5, 57, 6" in alt(reply)


@pytest.mark.parametrize("command", ["show lays", "show upgrades"])
async def test_an_unknown_hex_is_refused(tabletop: Table, command: str):
    """One sentence, with what was typed made harmless."""
    await tabletop.game()

    reply = await tabletop.people[0].command(CHANNEL, command, hex="@everyone")

    assert "There is no hex @\u200beveryone on this map." in reply.text


async def test_hexes_for_laying_are_offered_first(tabletop: Table):
    """The autocomplete begins with the hexes on which something may be laid now."""
    game = await laying(tabletop)
    now = {offer.action.hex for offer in laid(game)}

    choices = await tabletop.people[0].autocomplete(CHANNEL, "show lays", "hex", "")
    named = await tabletop.people[0].autocomplete(CHANNEL, "show lays", "hex", "győr")

    assert {choice.value for choice in choices[: len(now)]} == now
    assert len(choices) == 25
    assert [choice.value for choice in named] == ["D9"]


async def test_a_company_is_shown_by_what_it_is_called(tabletop: Table):
    """Number, abbreviation or name will do."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT)

    replies = [
        await tabletop.people[0].command(CHANNEL, "show company", company=typed)
        for typed in ("#13", "dv", "13")
    ]

    requests = tabletop.pictures.requests[-3:]
    assert [[one.unit for one in request.drawings] for request in requests] == [["13"]] * 3
    assert "#13 DV: Cedar, place 13 in operating order, has " in alt(replies[-1])


async def test_a_company_that_has_run_is_shown_with_its_history(tabletop: Table):
    """In a picture of its own below its charter, so that a phone shows both whole."""
    await opened(tabletop, "1844", 190)
    game = (await tabletop.bot.service.tables.find(1)).started().game
    unit = next(unit for unit, runs in game.pos.state.runs.items() if runs.latest)
    await tabletop.acted()  # the board is drawn as well
    reply = await tabletop.people[0].command(CHANNEL, "show company", company=unit)

    now, before = tabletop.pictures.requests[-1].drawings
    assert (now.unit, before.unit) == (unit, unit)
    assert any(unit in one.earned for one in before.course)
    assert len(reply.message.pictures) == 2


async def test_an_unknown_company_is_refused(tabletop: Table):
    """One sentence."""
    await tabletop.game()

    reply = await tabletop.people[0].command(CHANNEL, "show company", company="B&O")

    assert "There is no company B&O" in reply.text


async def test_companies_are_offered_by_name(tabletop: Table):
    """What is typed may be any part of the label."""
    await tabletop.game()

    choices = await tabletop.people[0].autocomplete(CHANNEL, "show company", "company", "kév")

    assert [choice.value for choice in choices] == ["SKEV"]


async def test_a_chart_tells_its_values(tabletop: Table):
    """The chart is named in the reader's language; its alt text gives the values of each round."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT)
    alder = tabletop.people[0]
    await alder.command(CHANNEL, "me language", language="es")

    reply = await alder.command(CHANNEL, "show chart", kind="worth")

    table = await tabletop.bot.service.tables.find(1)
    assert table.game is not None
    worth = table.game.pos.worth(table.seat_of(int(alder.id)).id)
    assert tabletop.pictures.requests[-1].drawings[0].chart == "worth"
    assert "Patrimonio de los jugadores" in reply.text
    assert f"Alder {worth} Ft" in alt(reply)


async def test_a_film_is_handed_out_as_a_file(tabletop: Table):
    """The whole game goes into it; the file is a WebP that everybody may see if asked."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    alder = tabletop.people[0]

    private = await alder.command(CHANNEL, "show film")
    public = await alder.command(CHANNEL, "show film", private=False)

    (attached,) = public.message.raw["attachments"]
    assert (private.ephemeral, public.ephemeral) == (True, False)
    assert attached["filename"] == "film-3.webp"
    assert "in 3 moves" in attached["description"]
    assert await alder.fetch(attached["url"]) == b"18Mag 3 light en"


async def test_a_plan_shows_a_ghost_and_changes_nothing(tabletop: Table):
    """Off turn, privately: the tile on its hex, where its track leads, how many are left."""
    await tabletop.game()
    guest = (await tabletop.seat(4))[3]

    reply = await guest.command(CHANNEL, "plan", hex="D9", tile="57", rotation=1)

    table = await tabletop.bot.service.tables.find(1)
    assert tabletop.pictures.requests[-1].drawings[0].shown.plan == (("D9", "57", 1),)
    assert reply.ephemeral
    assert "tile 57, rotation 1, track to W, E" in reply.text
    assert "Left: 10" in reply.text
    assert "planned on D9 Győr: tile 57, rotation 1, to W, E" in alt(reply)
    assert (table.rev, table.game.state.tiles) == (0, {})


async def test_a_plan_of_a_later_colour_says_that_it_is_not_released(tabletop: Table):
    """Shape is asked, not the phase: a green tile may be planned on a yellow one before its time."""
    game = await laying(tabletop)
    lay = offered(game)
    table = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, None, table.seat(lay.actor).user_id, notation.write(lay))
    table = await tabletop.bot.service.tables.find(1)
    assert table.game is not None
    tile, rotation = outlook.shapely(table.game.pos, lay.hex)[0]

    reply = await tabletop.people[0].command(CHANNEL, "plan", hex=lay.hex, tile=tile, rotation=rotation)

    assert "Tiles of that colour (green) are not available yet." in reply.text


async def test_a_plan_against_the_shape_is_refused_with_its_clause(tabletop: Table):
    """The rules of the engine say what is wrong, and what would fit is told."""
    await tabletop.game()
    before = len(tabletop.pictures.requests)
    for hex_, tile, rotation, fault, clause in (
        ("A10", "57", 0, "no tile", "MAG-"),
        ("D9", "8", 0, "8", "MAG-"),
        ("D9", "nonsense", 0, "nonsense", "MAG-II.3.9"),
        ("D9", "14", 0, "14", "MAG-"),
        ("A12", "8", 1, "A12", "MAG-"),
    ):
        reply = await tabletop.people[0].command(CHANNEL, "plan", hex=hex_, tile=tile, rotation=rotation)

        assert fault in reply.text.lower() or fault in reply.text
        assert f"-# {clause}" in reply.text
        assert ("What fits there" in reply.text) == (hex_ != "A10")
        assert len(tabletop.pictures.requests) == before


async def test_a_plan_completes_what_fits(tabletop: Table):
    """Tiles by shape of that hex, rotations of that tile with where they lead; nothing for an unknown hex."""
    await tabletop.game()
    alder = tabletop.people[0]

    tiles = await alder.autocomplete(CHANNEL, "plan", "tile", "", hex="D9")
    turns = await alder.autocomplete(CHANNEL, "plan", "rotation", "", hex="D9", tile="57")
    lost = await alder.autocomplete(CHANNEL, "plan", "tile", "", hex="Z99")

    assert {choice.value for choice in tiles} == {"5", "6", "57"}
    assert "1: W, E" in [choice.name for choice in turns]
    assert lost == []


async def test_the_position_can_be_read_page_by_page(tabletop: Table):
    """Every hex, price, player, company, train and tile is told on one of the pages."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT)
    alder = tabletop.people[0]

    reply = await alder.command(CHANNEL, "show text")
    pages = [reply.text]
    while "Later" in reply.message.labels:
        await alder.press(reply.message, "Later")
        await alder.until(lambda: reply.message.text != pages[-1])
        pages.append(reply.message.text)

    told = "\n".join(pages)
    table = await tabletop.bot.service.tables.find(1)
    assert table.game is not None
    assert [hex_ for hex_ in table.game.title.hexes if hex_ not in told] == []
    assert [price for price in table.game.title.prices.values() if str(price) not in told] == []
    assert [seat.name for seat in table.seats if f"- {seat.name}: " not in told] == []
    assert [tile for tile in table.game.title.tiles if f"{tile} {TIMES}" not in told] == []
    assert all(len(page) <= 4000 for page in pages)


@pytest.mark.slow
async def test_whatever_is_asked_for_is_drawn(tabletop: Table):
    """Every command with the real brushes: a picture of some size, with words for it; the film is one of them."""
    game = await laying(tabletop)
    lay, alder = offered(game), tabletop.people[0]
    tabletop.bot.pictures = PictureWorkers()
    asked: list[tuple[str, dict[str, Any]]] = [
        ("show phone", {}),
        ("show legend", {}),
        ("show tiles", {}),
        ("show lays", {"hex": lay.hex}),
        ("show upgrades", {"hex": lay.hex}),
        ("show company", {"company": lay.unit}),
        *(("show chart", {"kind": kind}) for kind in CHARTS),
        ("show film", {}),
        ("plan", {"hex": lay.hex, "tile": lay.tile, "rotation": lay.rotation}),
    ]

    for name, options in asked:
        reply = await alder.command(CHANNEL, name, **options)
        await alder.until(lambda: reply.messages and reply.message.pictures, timeout=60)  # noqa: B023

        assert all(picture.width > 300 for picture in reply.message.pictures), name
        assert all(len(picture.alt) > 20 for picture in reply.message.pictures), name


async def test_all_commands_together_are_within_the_limits(tabletop: Table):
    """Numbers, names, descriptions and sizes of the whole tree in every language; no name twice in a group."""
    tree = tabletop.bot.tree
    translator = tree.translator
    assert translator is not None
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]

    names = [
        [one.get("name_localizations", {}).get(locale, one["name"]) for one in group]
        for group in (payload, *(command.get("options", []) for command in payload))
        for locale in ("en-US", "es-ES", "es-419")
    ]
    assert check_request("PUT", "/applications/1/commands", payload) == []
    assert [found for found in names if len(found) != len(set(found))] == []


async def test_reading_begins_where_one_wants(tabletop: Table):
    """A part has its own first page; a page that does not exist is refused."""
    await tabletop.game()
    alder = tabletop.people[0]

    market = await alder.command(CHANNEL, "show text", part="market")
    missing = await alder.command(CHANNEL, "show text", page=99)

    assert "Market, page " in market.text
    assert "Prices: 55, 60 (start, SNW, LdStEG), " in market.text
    assert "nothing" in missing.text.lower()
