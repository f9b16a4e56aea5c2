"""Every view of a position, declared once: how it is drawn, and what its alt text says."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import render
from bot.pictures import alt_texts
from bot.pictures.requests import PictureRequest
from bot.speech.teller import Teller
from engine import outlook
from engine.position import Position
from render.way_sheets import DrawnWay


def _nothing(_teller: Teller, _pos: Position, _request: PictureRequest) -> tuple[str, ...]:
    return ()


def _no_name(_teller: Teller, _pos: Position, _about: str) -> str:
    return ""


@dataclass(frozen=True)
class View:
    """One view of a position.

    ``facts`` are what its alt text tells, the most important first, and ``named`` says what a request is about;
    of a view that is ``in_text`` the command ``/show text`` tells all. ``alt`` names its alt text where another view
    has the same.
    """

    draw: Callable[[Position, PictureRequest], Any]
    facts: Callable[[Teller, Position, PictureRequest], Iterable[str]] = _nothing
    named: Callable[[Teller, Position, str], str] = _no_name
    in_text: bool = False
    alt: str = ""


def alt_text(kind: str, teller: Teller, pos: Position, request: PictureRequest) -> str:
    """Return the alt text of a picture: what it is, then its facts, as many as fit."""
    view, bare = VIEWS[kind], teller.bare
    head = bare.say(
        f"alt.{view.alt or kind}",
        title=bare.title.name,
        round=bare.round(pos) or bare.say("headline.over"),
        about=view.named(bare, pos, request.about),
        run=request.run,
    )
    return alt_texts.fitted(head, facts(kind, bare, pos, request), bare, whole=not view.in_text)


def facts(kind: str, teller: Teller, pos: Position, request: PictureRequest) -> list[str]:
    """Return what there is to tell of a picture, the most important first."""
    return list(VIEWS[kind].facts(teller, pos, request))


def _place(teller: Teller, _pos: Position, about: str) -> str:
    return teller.place(about)


def _company(_teller: Teller, pos: Position, about: str) -> str:
    return pos.title.units[about].name


def _chart(teller: Teller, _pos: Position, about: str) -> str:
    return teller.say(f"picture.chart.{about}")


def _look(request: PictureRequest) -> dict[str, Any]:
    return {"scheme": request.scheme, "lang": request.language}


def _headed(request: PictureRequest) -> dict[str, Any]:
    return {**_look(request), "caption": request.caption, "names": request.names}


def _with_names(request: PictureRequest) -> dict[str, Any]:
    return {**_look(request), "names": request.names}


PARTS = 4
"""The most parts that a map is cut into."""


def _part(number: int) -> View:
    """Return the view of one part of the map."""

    def draw(pos: Position, request: PictureRequest) -> Any:
        head = _headed(request) if number == 1 else _look(request)
        return render.draw_phone_map(pos, number - 1, highlight=request.highlight, **head)

    return View(draw, alt_texts.map_facts, lambda *_: str(number), in_text=True, alt="part")


def in_parts(pos: Position) -> tuple[str, ...]:
    """Return the views that show the whole map of a position in parts."""
    return tuple(f"part{number + 1}" for number in range(len(render.map_parts(tuple(pos.title.hexes)))))


def _first(request: PictureRequest, kind: str) -> tuple[Any, ...]:
    """Return the routes to be drawn on a map: on the first picture alone."""
    return request.routes if request.kinds[0] == kind else ()


def _ways(pos: Position, request: PictureRequest) -> Any:
    ways = [
        DrawnWay(way.number, way.hex, outlook.done(pos, way.action), way.lines, way.best)
        for way in request.ways
    ]
    return render.draw_ways(pos, ways, **_look(request))


VIEWS = {
    "map": View(
        lambda pos, request: render.draw_map(
            pos, highlight=request.highlight, routes=_first(request, "map"), **_headed(request)
        ),
        alt_texts.map_facts,
        in_text=True,
    ),
    "phone": View(
        lambda pos, request: render.draw_own_part(
            pos, highlight=request.highlight, routes=_first(request, "phone"), **_headed(request)
        ),
        alt_texts.map_facts,
        in_text=True,
    ),
    **{f"part{number}": _part(number) for number in range(1, PARTS + 1)},
    "legend": View(lambda pos, request: render.draw_legend(pos, **_look(request)), alt_texts.legend_facts),
    "closeup": View(
        lambda pos, request: render.draw_closeup(
            pos, request.highlight, routes=request.routes, plan=request.plan, **_look(request)
        ),
        alt_texts.closeup_facts,
    ),
    "routes": View(lambda pos, request: render.draw_closeup(pos, routes=request.routes, **_look(request))),
    "market": View(
        lambda pos, request: render.draw_market(pos, moved=request.moved, **_headed(request)),
        alt_texts.market_facts,
        in_text=True,
    ),
    "charters": View(
        lambda pos, request: render.draw_charters(pos, caption=request.caption, **_with_names(request)),
        alt_texts.charters_facts,
        in_text=True,
    ),
    "supply": View(
        lambda pos, request: render.draw_supply(pos, caption=request.caption, **_with_names(request)),
        alt_texts.supply_facts,
        in_text=True,
    ),
    "tiles": View(
        lambda pos, request: render.draw_tiles(pos, **_look(request)), alt_texts.tiles_facts, in_text=True
    ),
    "lays": View(
        lambda pos, request: render.draw_lays(pos, request.about, request.choices, **_look(request)),
        alt_texts.lays_facts,
        _place,
    ),
    "places": View(
        lambda pos, request: render.draw_choices(
            pos, request.letters, offered=request.offered, **_look(request)
        ),
        alt_texts.places_facts,
    ),
    "ways": View(_ways, alt_texts.ways_facts),
    "upgrades": View(
        lambda pos, request: render.draw_upgrades(pos, request.about, **_look(request)),
        alt_texts.upgrades_facts,
        _place,
    ),
    "company": View(
        lambda pos, request: render.draw_company(pos, request.about, request.moments, **_with_names(request)),
        alt_texts.company_facts,
        _company,
    ),
    "chart": View(
        lambda pos, request: render.draw_chart(request.about, pos, request.moments, **_with_names(request)),
        alt_texts.chart_facts,
        _chart,
    ),
}
"""The views by name, which also names their alt text: ``alt.map``."""
