"""What pictures and pages say to those who cannot see them."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from assets import sentences
from bot.limits import FILE_SIZE
from bot.local.wire import as_read
from bot.pictures import kinds, whole_games
from bot.pictures.drawing import draw
from bot.pictures.requests import Drawing, PictureRequest
from bot.speech import positions, sheets
from bot.speech.teller import Teller
from engine import notation
from engine.board.tiles import exits
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from render import Look, MapContent, price_moves
from render.charts import CHARTS
from render.history import round_ends_of
from render.owners import minors_on_map
from render.price_moves import PriceMove
from render.tile_sheets import LayChoice
from tests.bot.positions import NAMES, played

LONG_NAMES = ("Maximiliane von Trautmannsdorff", "Bartholomäus Weißenberger", "Clementine Schwarzenegger")


@cache
def late() -> Position:
    """The last position of a random game of 18Mag: many tiles, stations and companies."""
    return played()[-1].pos


@cache
def swiss() -> Position:
    """A position of 1844 after some hundred moves of a virtual player."""
    game, player = Game.start("1844", ("s1", "s2", "s3"), seed=7), ThriftyPlayer(7)
    for _ in range(260):
        game = game.play(player.choose(game))
    return game.pos


POSITIONS = pytest.mark.parametrize("at", [late, swiss])
LANGUAGES = pytest.mark.parametrize("lang", sentences.languages())


def teller(pos: Position, lang: str = "en") -> Teller:
    return Teller(pos.title, NAMES, lang)


@POSITIONS
@LANGUAGES
@pytest.mark.parametrize("kind", ["map", "phone", "market", "charters", "supply", "tiles"])
def test_an_alt_text_ends_with_a_whole_fact_or_says_how_many_are_left(at: Any, lang: str, kind: str):
    """Within the limit; what is left out is counted, and the command that tells it is named."""
    pos = at()
    said = Teller(pos.title, dict(zip(pos.state.players, LONG_NAMES, strict=True)), lang)

    text = kinds.WHOLE[kind].alt_text(said, pos)

    facts = list(kinds.WHOLE[kind].facts(said.bare, pos))
    told = [fact for fact in facts if fact.removesuffix(".") in text]
    rest = said.say("alt.more", n=len(facts) - len(told), command=sentences.typed("show text", said.lang))
    assert len(text) <= 1024
    assert text.endswith(facts[-1] if len(told) == len(facts) else rest)


def test_a_map_tells_first_what_changed_then_whose_turn_it_is_and_last_the_tiles():
    """Changed hexes with the tile that lies there now, the unit in turn and what it reaches, tokens, tiles."""
    pos = late()
    hex_, (tile, rotation) = next(iter(pos.state.tiles.items()))
    placed = next(hex_ for hex_, tokens in pos.state.tokens.items() if tokens)

    text = kinds.MapDrawing(MapContent((hex_,))).alt_text(teller(pos), pos)

    changed = text.index(f"changed: {teller(pos).place(hex_)} {tile}/{rotation}")
    token = text.index("tokens: ")
    assert f"{teller(pos).place(placed)}: " in text
    laid = text.index("tiles as hex number/rotation: ")
    turn = text.index(teller(pos).player(pos.awaited[0]))
    assert changed < turn < token < laid
    if pos.unit:
        assert turn < text.index(f"{teller(pos).unit(pos.unit)} reaches: ") < token


def test_a_market_tells_every_price_with_markers_the_moved_first():
    """The way of a marker, then prices from the highest."""
    pos = late()
    unit = next(unit for stack in pos.state.market.values() for unit in stack)
    cells = list(pos.title.prices)
    moved = PriceMove(unit, cells[0], pos.cell(unit))

    text = as_read(kinds.MarketDrawing((moved,)).alt_text(teller(pos), pos))

    prices = [pos.title.prices[cell] for cell, stack in pos.state.market.items() if stack]
    at = [text.index(f"{price} Ft: ") for price in sorted(prices, reverse=True)]
    assert text.index(" moved from ") < at[0]
    assert at == sorted(at)


def test_a_price_that_stands_in_several_rows_is_told_with_its_row():
    """Two markers at one price in different rows differ; a price of one cell needs no row."""
    pos = swiss()
    prices = list(pos.title.prices.items())
    twice = [cell for cell, price in prices if price == 60][:2]
    once = next(cell for cell, price in prices if [other for _, other in prices].count(price) == 1)
    stacks = {twice[0]: ("BLS",), twice[1]: ("JN",), once: ("STB",)}
    shown = Position(pos.title, replace(pos.state, market=stacks))

    text = as_read(kinds.MarketDrawing().alt_text(teller(pos), shown))

    rows = [1 + int(cell.partition(",")[0]) for cell in twice]
    assert f"60 SFR in row {rows[0]}: BLS; 60 SFR in row {rows[1]}: JN" in text
    assert f"{pos.title.prices[once]} SFR: STB" in text


def test_a_map_tells_who_owns_the_minors_on_it():
    """What the rings and their legend show, before the tokens."""
    pos = late()
    owners = minors_on_map(pos)

    text = kinds.MapDrawing().alt_text(teller(pos), pos)

    assert owners
    for player, minors in owners.items():
        told = f"{teller(pos).bare.player(player)} {', '.join(map(teller(pos).bare.unit, minors))}"
        assert (
            text.index("Owners: ")
            < text.index(told) + len("Owners: ")
            < text.index("tokens: ") + len("tokens: ")
        )


def test_a_market_tells_where_a_dividend_would_move_the_marker():
    """What the broken arrows show while a dividend is being declared."""
    pos = next(game.pos for game in played() if price_moves.pending_moves(game.pos))
    step = price_moves.pending_moves(pos)[0]
    said, prices = teller(pos).bare, pos.title.prices

    text = kinds.MarketDrawing().alt_text(teller(pos), pos)

    unit, before, after = said.unit(step.unit), prices[step.before], prices[step.after]
    assert f"{unit} may move from {before} Ft to {after} Ft; " in as_read(text)


def test_charters_tell_money_shares_and_trains_of_everybody():
    """Nothing that a player owns is left out."""
    pos = late()
    text = kinds.WHOLE["charters"].alt_text(teller(pos), pos)

    for player, name in NAMES.items():
        assert f"{name}: {pos.cash(player):,} Ft" in as_read(text)
    for unit, trains in pos.state.trains.items():
        if trains and unit in pos.title.units:
            assert ", ".join(trains) in text
    for (holder, unit), share in pos.holdings.items():
        assert holder not in NAMES or f"{teller(pos).unit(unit)} {share}%" in text


@POSITIONS
def test_a_hex_in_words_tells_its_track_and_its_stations(at: Any):
    """Every exit of every tile, every station, and the rotation to type."""
    pos = at()
    said = teller(pos)
    for hex_, (tile, rotation) in pos.state.tiles.items():
        text = "; ".join(positions.hex_facts(said, pos, hex_))

        assert f"tile {tile}, rotation {rotation}" in text
        for edge in exits(pos.title.tiles[tile].track, rotation):
            assert said.say(f"edge.{edge}") in text
        for token in pos.state.tokens.get(hex_, ()):
            assert said.unit(token.unit) in text


@POSITIONS
@LANGUAGES
def test_a_position_in_words_has_every_train_and_price(at: Any, lang: str):
    """Trains of companies, pool and depot; every cell of the market."""
    pos = at()
    charters = "\n".join(
        line for part in ("charters", "supply") for line in positions.lines(part, teller(pos, lang), pos)
    )
    market = positions.lines("market", teller(pos, lang), pos)

    assert all(train in charters for trains in pos.state.trains.values() for train in trains)
    assert all(name in charters for name, count in pos.state.depot.items() if count != 0)
    assert sum(line.count(", ") + 1 for line in market) >= len(pos.title.prices)


@pytest.mark.parametrize("kind", CHARTS)
@LANGUAGES
def test_a_chart_in_words_has_the_last_round_first(kind: str, lang: str):
    """Values by round, the highest first."""
    pos, course = late(), tuple(round_ends_of(played()))

    text = kinds.ChartDrawing(kind, course).alt_text(teller(pos, lang), pos)

    last = [values for one in course if any((values := dict(getattr(one, kind))).values())][-1]
    who, value = max(last.items(), key=lambda one: one[1])
    first = text.partition(": ")[2].partition(";")[0]
    assert f"{teller(pos).bare.who(who)} {teller(pos, lang).money(value)}" in first


def test_a_company_in_words_has_its_history():
    """What it has, then round by round what it ran for."""
    pos, course = late(), tuple(round_ends_of(played()))
    unit, earned = next(pair for one in course for pair in one.earned.items() if pair[1])

    shown = PictureRequest((kinds.CompanyDrawing(unit), kinds.CompanyHistoryDrawing(unit, course)))
    now, before = shown.alt_texts(teller(pos), pos)

    assert f"has {teller(pos).money(pos.cash(unit))}" in now
    assert f"ran for {teller(pos).money(earned)}" in before


@LANGUAGES
def test_the_alt_texts_of_a_game_that_is_over_say_so(lang: str):
    """There is no round to name any more; nothing stands between two commas."""
    pos = played()[0].pos
    end = Position(pos.title, replace(pos.state, frames=(), over=True))

    for drawing in (
        *(kinds.WHOLE[kind] for kind in ("map", "market", "charters")),
        kinds.ChartDrawing("worth"),
    ):
        text = drawing.alt_text(teller(end, lang), end)
        assert sentences.say("headline.over", lang) in text
        assert ", :" not in text
        assert ", ," not in text


@pytest.mark.parametrize(
    "drawing",
    [
        kinds.OwnPartDrawing(),
        kinds.WHOLE["tiles"],
        kinds.LaysDrawing("D9", (LayChoice("57", 1, "57/1 · 20 Ft"),)),
        kinds.UpgradesDrawing("D9"),
        kinds.CompanyDrawing("1"),
        kinds.ChartDrawing("worth"),
        kinds.CloseupDrawing(MapContent(plan=(("D9", "57", 1),))),
    ],
    ids=lambda drawing: drawing.kind,
)
@LANGUAGES
def test_every_picture_can_be_drawn_and_told(drawing: Drawing, lang: str):
    """In each language, at the beginning of a game, below the limits of Discord."""
    pos = played()[0].pos

    (picture,) = draw(pos, PictureRequest((drawing,), Look(lang=lang, names=NAMES)))
    text = drawing.alt_text(teller(pos, lang), pos)

    assert Image.open(BytesIO(picture.data)).format == "PNG"
    assert len(picture.data) < FILE_SIZE
    assert 20 < len(text) <= 1024


@pytest.mark.parametrize("title", ["18Mag", "1844"])
def test_the_course_of_a_game_that_goes_on_is_that_of_the_whole(title: str):
    """Told again after every few moves, and after some were taken back, it is what a replay from the start tells."""
    game, player = Game.start(title, tuple(NAMES), seed=8), ThriftyPlayer(8)
    games, lines = [game], list[tuple[str, str]]()
    for _ in range(150):
        action = player.choose(game)
        lines.append((action.actor, notation.write(action)))
        game = game.play(action)
        games.append(game)

    for count in (0, 1, 40, 47, 90, 60, 61, 150):
        told = whole_games.course(game.setup, tuple(lines[:count]))
        assert told == tuple(round_ends_of(games[: count + 1])), count


@LANGUAGES
def test_what_is_for_sale_is_told(lang: str):
    """The privates of a draft with their prices, in the alt text and in words; nothing once all are sold."""
    pos = Game.start("18CZ", tuple(NAMES), seed=1).pos
    said = teller(pos, lang)
    fact = next(sheets.unsold(said, pos))

    assert all(
        f"{said.private(private)} {said.money(pos.title.privates[private].price)}" in fact
        for private in pos.title.unsold(pos)
    )
    assert fact in kinds.WHOLE["charters"].alt_text(said, pos)
    assert f"- {fact}" in positions.lines("charters", said, pos)
    assert list(sheets.unsold(said, late())) == []


@POSITIONS
@LANGUAGES
def test_pictures_of_one_message_do_not_repeat_each_other(at: Any, lang: str):
    """Whose turn it is, tokens and tiles are told with the first picture that shows them."""
    pos = at()
    shown = PictureRequest(tuple(kinds.WHOLE[kind] for kind in ("map", "market", "charters", "supply")))
    texts = shown.alt_texts(teller(pos, lang), pos)
    facts = [set(text.partition(". ")[2].split("; ")[:-1]) for text in texts]

    assert len(texts) == len(set(texts)) == 4
    assert not [one & two for index, one in enumerate(facts) for two in facts[:index] if one & two]


@POSITIONS
@LANGUAGES
def test_no_fact_ends_before_the_sign_that_parts_facts(at: Any, lang: str):
    """One sign is enough."""
    pos = at()
    for drawing in kinds.WHOLE.values():
        assert ".;" not in drawing.alt_text(teller(pos, lang), pos)


@pytest.mark.parametrize(("title", "shown"), [("1844", ["supply", "privates"]), ("18Mag", ["supply"])])
def test_privates_in_play_have_a_picture_below_the_trains(title: str, shown: list[str]):
    """Each as wide as a phone; where there are none the trains have all that is to come."""
    pos = Game.start(title, ("s1", "s2", "s3"), seed=7).pos

    assert [one.kind for one in kinds.of_kinds(pos, ("supply",))] == shown
    assert [one.kind for one in kinds.of_kinds(pos, ("map",))] == ["map"]
