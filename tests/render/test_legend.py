"""The legend tells of every mark that occurs on a map, in words."""

from dataclasses import replace

import pytest

import render
from assets import sentences
from engine.title import Title
from render import Look
from render.legend import legend
from render.palette import colourful
from tests.render import scenes
from tests.render.scenes import changed, every_board

BOARDS = pytest.mark.parametrize("title", every_board(), ids=lambda title: title.name)


@pytest.mark.parametrize("lang", sentences.languages())
@BOARDS
def test_every_mark_has_words(title: Title, lang: str):
    """Nothing is told twice, and nothing is a bare key."""
    words = [mark.words for mark in legend(scenes.first(title), Look(lang=lang))]

    assert len(words) == len(set(words)) >= 10
    assert not any("legend." in told or "picture." in told for told in words)


@BOARDS
def test_what_the_map_has_is_in_the_legend(title: Title):
    """Each kind of stop and terrain of the map, and each kind of flag, is among the marks."""
    pos = scenes.first(title)
    marks = legend(pos)
    shown = [mark.hex for mark in marks]
    stops = {kind for hex_ in title.hexes.values() for kind in hex_.kinds}
    terrain = {one.kind for hex_ in title.hexes.values() if hex_.tiled for one in hex_.terrain}
    barred = any(why == "barrier" for hex_ in title.hexes.values() for why in hex_.closed.values())

    assert stops <= {kind for cell in shown for kind in cell.face.kinds}
    assert terrain <= {one.kind for cell in shown for one in cell.hex.terrain}
    assert barred == any(mark.barrier is not None for mark in marks)
    if any(flag.kind == "destination" for flag in title.flags(pos)):
        assert {True, False} <= {flag.done for cell in shown for flag in cell.around.flags}


def test_values_of_mountain_railways_are_in_the_legend():
    """Before one is bought its mountain bears none; once one stands there, the dot of those run to has words too."""
    pos = scenes.opening("1844")
    told = {mark.words: mark.hex for mark in legend(pos)}
    values = next(cell for words, cell in told.items() if words.startswith("Mountain railway: its value"))

    assert values.face.stops[0].revenue
    assert values.colours == pos.phase.colours

    own = replace(pos.state.extra, mountains={"G14": "B1"})
    for active in ((), ("G14",)):
        bought = changed(pos, extra=replace(own, active=active))
        dots = [mark for mark in legend(bought) if mark.words.startswith("B1 \u2022: A dot after its name")]
        assert [mark.hex.around.remark for mark in dots] == ["B1 \u2022"]


@BOARDS
def test_tokens_of_the_legend_have_a_colour(title: Title):
    """A ring around a pale or grey token could hardly be seen."""
    [cell] = [mark.hex for mark in legend(scenes.first(title)) if mark.words.startswith("With a ring")]

    assert colourful(cell.tokens[0].colour) > 100


def test_the_legend_is_a_picture():
    """In each scheme it looks different, in each position the same."""
    pos = scenes.opening("1844")
    drawn = {
        scheme: render.draw_legend(pos, look=render.Look(scheme=scheme)).tobytes()
        for scheme in ("light", "dark")
    }

    assert drawn["light"] != drawn["dark"]
    assert drawn["light"] == render.draw_legend(pos).tobytes()
