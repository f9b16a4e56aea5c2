"""The legend tells of every mark that occurs on a map, in words."""

import pytest

import render
from assets import sentences
from engine.title import Title
from render.legend import legend
from tests.render import scenes
from tests.render.scenes import every_board

BOARDS = pytest.mark.parametrize("title", every_board(), ids=lambda title: title.name)


@pytest.mark.parametrize("lang", sentences.languages())
@BOARDS
def test_every_mark_has_words(title: Title, lang: str):
    """Nothing is told twice, and nothing is a bare key."""
    words = [mark.words for mark in legend(scenes.first(title), lang)]

    assert len(words) == len(set(words)) >= 10
    assert not any("legend." in told or "picture." in told for told in words)


@BOARDS
def test_what_the_map_has_is_in_the_legend(title: Title):
    """Each kind of stop and terrain of the map, and each kind of flag, is among the marks."""
    pos = scenes.first(title)
    marks = legend(pos, "en")
    shown = [mark.hex for mark in marks]
    stops = {kind for hex_ in title.hexes.values() for kind in hex_.kinds}
    terrain = {one.kind for hex_ in title.hexes.values() if hex_.tiled for one in hex_.terrain}
    barred = any(why == "barrier" for hex_ in title.hexes.values() for why in hex_.closed.values())

    assert stops <= {kind for cell in shown for kind in cell.face.kinds}
    assert terrain <= {one.kind for cell in shown for one in cell.hex.terrain}
    assert barred == any(mark.barrier is not None for mark in marks)
    if any(flag.kind == "destination" for flag in title.flags(pos)):
        assert {True, False} <= {flag.done for cell in shown for flag in cell.around.flags}


def test_the_legend_is_a_picture():
    """In each scheme it looks different, in each position the same."""
    pos = scenes.opening("1844")
    drawn = {scheme: render.draw_legend(pos, scheme=scheme).tobytes() for scheme in ("light", "dark")}

    assert drawn["light"] != drawn["dark"]
    assert drawn["light"] == render.draw_legend(pos).tobytes()
