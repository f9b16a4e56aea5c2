"""Cards of decisions, and views of games that are under way, look as they did when somebody last looked at them.

A picture in ``golden/`` that is deleted is drawn anew by the next run, which fails until somebody has looked at it
and keeps it.
"""

from collections.abc import Callable

import pytest
from PIL import Image

import render
from engine.decisions import DecisionKind as Kind
from engine.decisions import decision_kind
from engine.outlook import fitting
from engine.position import Position
from render import MapContent, MarketContent
from render.charts import CHARTS, draw_chart
from render.decisions import draw_decision
from render.film import FilmFrame, draw_frame
from render.money import TABLES
from render.price_moves import moves_between
from render.run_legend import draw_run_legend
from tests.render import kept_pictures, played, scenes

CZECH, SWISS, MAGYAR, ALONE = ("18CZ", 4), ("1844", 4, 190), ("18Mag", 3, 110), ("18Mag", 1)
CARDS = [
    *((CZECH, kind) for kind in Kind if kind is not Kind.AUCTION),
    *(
        (SWISS, kind)
        for kind in (Kind.AUCTION, Kind.PAR, Kind.DRAFT, Kind.SHARE, Kind.POWER, Kind.ACQUISITION)
    ),
    *((MAGYAR, kind) for kind in (Kind.DRAFT, Kind.DEAL, Kind.DISCARD, Kind.SHARE)),
    *((ALONE, kind) for kind in (Kind.TRAIN, Kind.DIVIDEND, Kind.SHARE)),
]
LATER = [
    *((CZECH, ply) for ply in (15, 296, 346, 402, 408, 413, 414)),
    *((SWISS, ply) for ply in (23, 56, 166, 189)),
    *((MAGYAR, ply) for ply in (15, 106, 110)),
]
"""Moments at which more has come about: bids, few lots, many trains, offers of others."""
QUICK = (15, 56, 106)
"""Some of them in each title; all others are drawn in the slow tests."""


@pytest.mark.parametrize(
    ("game", "kind"), CARDS, ids=[f"{game[0]}-{game[1]}p-{kind}" for game, kind in CARDS]
)
def test_cards_look_as_they_did(game: tuple[str, int], kind: Kind):
    """The card of each kind of decision, where a game first comes to it."""
    now = played.decided(*game)[kind]
    card = draw_decision(now.pos, played.asked(now, kind), played.look())
    kept_pictures.same(f"{game[0]}-{game[1]}p-card-{kind}", card.reduce(2), mean=0.04, worst=0.0002)


@pytest.mark.parametrize(
    ("game", "ply"),
    [
        pytest.param(
            game, ply, id=f"{game[0]}-{game[1]}p-{ply}", marks=() if ply in QUICK else pytest.mark.slow
        )
        for game, ply in LATER
    ],
)
def test_later_cards_look_as_they_did(game: tuple[str, int], ply: int):
    """The card of a decision later in a game."""
    now = played.moves(*game)[ply]
    kind = decision_kind(now.pos, now.choices)
    card = draw_decision(now.pos, played.asked(now, kind), played.look("dark"))
    kept_pictures.same(f"{game[0]}-{game[1]}p-card-{kind}-{ply}", card.reduce(2), mean=0.04, worst=0.0002)


def _late(title: str, players: int, until: int = played.END) -> Position:
    return played.moves(title, players, until)[-1].pos


def _charts(kind: str) -> Image.Image:
    return draw_chart(_late(*CZECH), kind, played.course(*CZECH), played.look(width=700))


def _money(kind: str) -> Image.Image:
    return render.draw_money(_late(*CZECH), kind, played.course(*CZECH), played.look(width=500))


def _run(draw: Callable[[Position, MapContent], Image.Image]) -> Image.Image:
    """A picture of the first run of a game."""
    now = played.decided(*CZECH)[Kind.RUN]
    return draw(now.pos, played.asked(now, Kind.RUN).shown)


def _moved() -> Image.Image:
    """The market after a stock round, with what moved in it."""
    games = played.moves(*CZECH)
    before, after = games[200].pos, games[260].pos
    return render.draw_market(
        after, MarketContent(moved=moves_between(before, after)), played.look(width=600)
    )


def _upgrades() -> Image.Image:
    pos = scenes.opening("18CZ", played.PEOPLE[:4])
    return render.draw_upgrades(
        pos, next(hex_ for hex_ in pos.title.hexes if fitting(pos, hex_)), played.look(width=600)
    )


VIEWS: dict[str, Callable[[], Image.Image]] = {
    **{f"18CZ-4p-late-chart-{kind}": lambda kind=kind: _charts(kind) for kind in CHARTS},
    **{f"18CZ-4p-late-money-{kind}": lambda kind=kind: _money(kind) for kind in TABLES},
    "18CZ-4p-late-charters": lambda: render.draw_charters(
        played.moves(*CZECH)[300].pos, played.look(width=700)
    ),
    "18CZ-4p-late-market": _moved,
    "18CZ-4p-late-map": lambda: render.draw_map(
        played.moves(*CZECH)[300].pos, look=played.look(width=900, caption="OR")
    ),
    "18CZ-4p-late-film": lambda: draw_frame(
        FilmFrame(played.moves(*CZECH)[300].pos, ("D5",), "18CZ"), played.look()
    ).reduce(2),
    "18CZ-4p-late-company": lambda: render.draw_company(
        _late(*CZECH), "MW", played.course(*CZECH), played.look(width=500)
    ),
    "18CZ-4p-run-map": lambda: _run(lambda pos, shown: render.draw_own_part(pos, shown, played.look())),
    "18CZ-4p-run-legend": lambda: _run(lambda pos, shown: draw_run_legend(pos, shown.routes, played.look())),
    "18CZ-4p-upgrades": _upgrades,
    "18CZ-4p-legend": lambda: render.draw_legend(played.moves(*CZECH)[300].pos, played.look(width=600)),
    "1844-4p-late-map": lambda: render.draw_map(_late(*SWISS), look=played.look(width=900)),
    "1844-4p-late-charters": lambda: render.draw_charters(_late(*SWISS), played.look(width=700)),
    "1844-4p-late-market": lambda: render.draw_market(_late(*SWISS), look=played.look(width=600)),
    "1844-4p-late-supply": lambda: render.draw_supply(_late(*SWISS), played.look(width=600)),
    "1844-4p-legend": lambda: render.draw_legend(_late(*SWISS), played.look(width=600)),
    "18Mag-1p-late-charters": lambda: render.draw_charters(_late(*ALONE), played.look(width=700)),
    "18Mag-1p-late-supply": lambda: render.draw_supply(_late(*ALONE), played.look(width=600)),
    "18Mag-3p-late-map": lambda: render.draw_map(_late(*MAGYAR), look=played.look(width=900)),
    "18Mag-3p-late-charters": lambda: render.draw_charters(_late(*MAGYAR), played.look(width=700)),
    "18Mag-3p-late-market": lambda: render.draw_market(_late(*MAGYAR), look=played.look(width=600)),
}


@pytest.mark.parametrize("view", VIEWS)
def test_views_of_games_look_as_they_did(view: str):
    """Charters, market, supply, map, charts and tables of games that are under way or over."""
    kept_pictures.same(view, VIEWS[view](), mean=0.04, worst=0.0002)
