"""The picture of a decision: what matters for it, in one sheet."""

from __future__ import annotations

from bot.pictures import looks
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import with_proposed_run
from bot.speech import captions
from bot.speech.table_view import TableView
from engine.decisions import DecisionKind

ON_THE_MAP = frozenset(
    (DecisionKind.LAY, DecisionKind.TOKEN, DecisionKind.RUN, DecisionKind.HOME, DecisionKind.POWER)
)
OF_TRAINS = frozenset((DecisionKind.TRAIN, DecisionKind.DISCARD))
OF_PRICES = frozenset((DecisionKind.DIVIDEND, DecisionKind.PAR))


def decision_picture(view: TableView, kind: DecisionKind, changed: tuple[str, ...] = ()) -> PictureRequest:
    """What to draw for a decision of a kind; the hexes that have ``changed`` are marked. This may search for runs."""
    request = PictureRequest(
        (_sheet(view, kind),),
        view.table.names,
        view.lang,
        changed,
        caption=captions.caption(view.teller, view.game.pos),
        scheme=looks.scheme(view.table),
    )
    return with_proposed_run(request, view) if view.game.choices.runs else request


def _sheet(view: TableView, kind: DecisionKind) -> str:
    if kind in ON_THE_MAP:
        return looks.VIEWS[looks.view(view.table)]
    if kind in OF_TRAINS:
        return "supply"
    return "market" if kind in OF_PRICES else "charters"
