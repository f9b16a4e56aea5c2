"""Pictures look as they did when somebody last looked at them: compared with tolerance, both kept on failure.

A picture in ``golden/`` that is deleted is drawn anew by the next run, which fails until somebody has looked at it
and keeps it.
"""

from collections.abc import Callable

import pytest
from PIL import Image

import render
from engine.outlook import fitting
from engine.title import Title
from render.tile_sheets import LayChoice
from tests.render import kept_pictures, scenes

View = Callable[[Title], Image.Image]


def _lays(title: Title) -> Image.Image:
    pos = scenes.first(title)
    hex_ = next(hex_ for hex_ in title.hexes if fitting(pos, hex_))
    return render.draw_lays(
        pos,
        hex_,
        [LayChoice(tile, turn, tile) for tile, turn in fitting(pos, hex_)[:3]],
        look=render.Look(width=400),
    )


VIEWS: dict[str, View] = {
    "map": lambda title: render.draw_map(scenes.first(title), look=render.Look(width=900)),
    "phone": lambda title: render.draw_phone_map(
        scenes.first(title), look=render.Look(scheme="dark", width=500)
    ),
    "market": lambda title: render.draw_market(scenes.first(title), look=render.Look(width=500)),
    "charters": lambda title: render.draw_charters(
        scenes.first(title), look=render.Look(scheme="distinct", width=400)
    ),
    "supply": lambda title: render.draw_supply(
        scenes.first(title), look=render.Look(scheme="dark", width=400)
    ),
    "tiles": lambda title: render.draw_tiles(
        scenes.first(title), look=render.Look(scheme="contrast", width=400)
    ),
    "lays": _lays,
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("title", scenes.every_board(), ids=lambda title: title.name)
def test_pictures_look_as_they_did(title: Title, view: str):
    """Each view of each title is what it was, but for what another font library may do to edges."""
    players = len(scenes.setup(title).players)
    kept_pictures.same(f"{title.name}-{players}p-{view}", VIEWS[view](title))


def test_a_tile_more_is_noticed():
    """The tolerance is no excuse: one tile on the map is a difference."""
    pos = scenes.opening()
    more = scenes.changed(pos, tiles={"D13": ("58", 4)}, tokens={})
    mean, worst = kept_pictures.difference(
        render.draw_map(pos, look=render.Look(width=900)), render.draw_map(more, look=render.Look(width=900))
    )

    assert mean > kept_pictures.MEAN or worst > kept_pictures.WORST
