"""Pictures before they are painted: a file that is kept is, byte by byte, what would be painted now."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from PIL import Image

import render
from bot.pictures.kinds import BOARD, WHOLE, Happened
from engine.game import Game
from render import paint
from render.map_hex import MapHex
from render.map_picture import UnpaintedMap
from render.schemes import SCHEMES
from render.shapes import Layer
from render.unpainted import KeptFiles, Unpainted, UnpaintedPage, UnpaintedStack, sign
from tests.render import played

TITLES = {"18Mag": 4, "1844": 3, "18CZ": 3}
KIB = 1 << 10


def boards(title: str, every: int, until: int) -> Iterator[tuple[Game, Unpainted]]:
    """Yield the pictures of the boards of a game, each twice, in one scheme after the other."""
    games = played.moves(title, TITLES[title], until)[::every]
    for number, game in enumerate(games):
        look = played.look(list(SCHEMES)[number // 3 % len(SCHEMES)], caption=title)
        for kind in (*BOARD, *BOARD):
            changed = tuple(game.pos.state.tiles)[:2] if number % 2 else ()
            yield game, Happened(changed).shown(WHOLE[kind]).draw(game.pos, look)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_kept_file_is_what_would_be_painted(title: str):
    """Board after board of a game, as a process that draws has them."""
    kept, alike = KeptFiles(), 0
    for _, picture in boards(title, 40, 160):
        before = kept.size
        assert kept.png(picture) == paint.png(picture.painted())
        alike += kept.size == before

    assert alike


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_every_kept_file_of_a_game_is_what_would_be_painted(title: str):
    """All of a longer game, while little is kept, so that files and hexes are forgotten and known anew."""
    kept = KeptFiles(600 * KIB)
    for _, picture in boards(title, 7, 160):
        assert kept.png(picture) == paint.png(picture.painted())
        assert kept.size <= 600 * KIB


def test_equal_positions_have_equal_signs_and_are_painted_once(monkeypatch: pytest.MonkeyPatch):
    """Though nothing of them is the same object."""
    kept, painted = KeptFiles(), []
    monkeypatch.setattr(
        UnpaintedPage, "painted", lambda page: painted.append(page) or Image.new("RGB", (9, 9))
    )
    for _ in range(2):
        pos = Game.start("1844", ("ann", "bob", "cy"), seed=4).pos
        kept.png(WHOLE["charters"].draw(pos, played.look()))

    assert len(painted) == 1


def leaves(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a thing with one of its fields changed, then with one of what lies below it changed, and so on."""
    for field in fields(thing):
        value = getattr(thing, field.name)
        for other in others(value):
            yield field.name, replace(thing, **{field.name: other})


def others(value: Any) -> Iterator[Any]:
    """Yield values that differ from one in one place."""
    if isinstance(value, tuple):
        yield from (
            (*value[:at], other, *value[at + 1 :]) for at, one in enumerate(value) for other in others(one)
        )
        yield value[:-1] if value else ("more",)
    elif is_dataclass(value):
        yield from (other for _, other in leaves(value))
    elif isinstance(value, Layer):
        yield next(layer for layer in Layer if layer != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, int | float):
        yield value + 1


def page(pos: Any = None) -> UnpaintedPage:
    """The page of a market with a few shapes of each kind."""
    pos = pos or played.moves("18Mag", 4, 160)[-1].pos
    whole = WHOLE["charters"].draw(pos, played.look())
    kinds = {type(shape): shape for shape in whole.shapes}
    return replace(whole, shapes=tuple(kinds.values()))


def test_whatever_is_changed_of_a_page_changes_its_sign():
    """Every field of it and of each shape: what paints sees nothing else."""
    one = page()
    found = {name: sign(other) for name, other in leaves(one)}
    signs = [sign(other) for _, other in leaves(one)]

    assert set(found) == {"size", "shapes", "ground", "width"}
    assert sign(one) not in signs
    assert len(set(signs)) == len(signs) > 20
    assert sign(UnpaintedStack((one,), "#ffffff")) != sign(UnpaintedStack((one, one), "#ffffff")) != sign(one)


def test_whatever_is_changed_of_a_map_changes_its_sign():
    """Every field of it and of each hex, but for the printed hex and the face, which are others as a whole."""
    pos = played.moves("18Mag", 4, 160)[-1].pos
    whole = UnpaintedMap.of(pos, render.MapContent(highlight=tuple(pos.title.hexes)[:1]), render.PLAIN)
    laid = next(one for one in whole.drawn.stamped if one[1].laid)
    one = replace(whole, drawn=replace(whole.drawn, stamped=(laid,), over=whole.drawn.over[:1]))
    signs = [sign(other) for _, other in leaves(one)]

    assert sign(one) not in signs
    assert len(set(signs)) == len(signs) > 20
    hex_: MapHex = laid[1]
    other = replace(hex_, hex=hex_.hex.model_copy(update={"name": "Elsewhere"}))
    assert sign(replace(one, drawn=replace(one.drawn, stamped=((laid[0], other, 0.0),)))) != sign(one)


@pytest.mark.parametrize("change", ["scheme", "lang", "names", "caption", "width", "seats"])
def test_whatever_is_changed_of_a_look_changes_what_is_kept(change: str):
    """Each field of a look reaches the pixels through what is drawn, so it reaches the sign."""
    pos, look = played.moves("1844", 3, 160)[-1].pos, played.look(caption="OR 1")
    other = {
        "scheme": "dark",
        "lang": "de",
        "names": {**(look.names or {}), "ann": "Somebody"},
        "caption": "OR 2",
        "width": 900,
        "seats": (4, 3, 2),
    }[change]
    changed = replace(look, **{change: other})
    for kind in BOARD:
        one, two = (WHOLE[kind].draw(pos, which) for which in (look, changed))
        same = one.painted().tobytes() == two.painted().tobytes()
        assert same or sign(one) != sign(two), kind
    assert {field.name for field in fields(look)} == {"scheme", "lang", "names", "caption", "width", "seats"}


def test_the_oldest_files_are_forgotten_first():
    """Those that were wanted again stay."""
    kept = KeptFiles(3 * KIB)
    pages = [UnpaintedPage((10, 10), (), f"#0000{step:02x}", 10) for step in range(99)]
    for one in pages:
        kept.png(pages[0])
        kept.png(one)

    assert 0 < kept.size <= 3 * KIB
    kept.clear()
    assert kept.size == 0
