"""The picture of a decision: what matters for it, in one sheet."""

from __future__ import annotations

from bot.pictures import looks
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import with_proposed_run
from bot.pictures.views import WHOLE, Happened
from bot.speech.decision import kind_of
from bot.speech.table_view import TableView
from engine.decisions import DecisionKind

ON_THE_MAP = frozenset(
    (DecisionKind.LAY, DecisionKind.TOKEN, DecisionKind.RUN, DecisionKind.HOME, DecisionKind.POWER)
)
OF_TRAINS = frozenset((DecisionKind.TRAIN, DecisionKind.DISCARD))
OF_PRICES = frozenset((DecisionKind.DIVIDEND, DecisionKind.PAR))


def decision_request(view: TableView, scheme: str, changed: tuple[str, ...] = ()) -> PictureRequest:
    """What to draw for the decision; the hexes that have ``changed`` are marked. This may search for runs."""
    shown = Happened(changed).shown(WHOLE[_sheet(view, kind_of(view))])
    request = PictureRequest((shown,), looks.dress(view, view.game.pos, scheme))
    return with_proposed_run(request, view) if view.game.choices.runs else request


def _sheet(view: TableView, kind: DecisionKind) -> str:
    if kind in ON_THE_MAP:
        return looks.VIEWS[looks.view(view.table)]
    if kind in OF_TRAINS:
        return "supply"
    return "market" if kind in OF_PRICES else "charters"
