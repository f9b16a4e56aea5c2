"""The picture for a decision: composed by what is asked, one sheet that a phone shows whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import Image

from engine.decisions import DecisionKind
from engine.position import Position
from render.compose import Dressed, PicturePart, composed
from render.decisions.deal_cards import acquisition, deal
from render.decisions.end_cards import end
from render.decisions.lot_cards import lots
from render.decisions.map_cards import on_the_map
from render.decisions.money_cards import dividend
from render.decisions.question import Question
from render.decisions.stock_cards import shares_held, start
from render.decisions.train_cards import discard, emergency, train_purchase
from render.look import PLAIN, Look
from render.recolour import in_scheme

Composer = Callable[[Dressed, Question], tuple[list[PicturePart], float]]
"""Puts the parts of a picture together; returns them with the height of all."""

COMPOSED: Mapping[DecisionKind, Composer] = {
    DecisionKind.LAY: on_the_map,
    DecisionKind.TOKEN: on_the_map,
    DecisionKind.RUN: on_the_map,
    DecisionKind.HOME: on_the_map,
    DecisionKind.POWER: on_the_map,
    DecisionKind.TRAIN: train_purchase,
    DecisionKind.EMERGENCY: emergency,
    DecisionKind.DISCARD: discard,
    DecisionKind.DIVIDEND: dividend,
    DecisionKind.SHARE: shares_held,
    DecisionKind.PAR: start,
    DecisionKind.AUCTION: lots,
    DecisionKind.DRAFT: lots,
    DecisionKind.ACQUISITION: acquisition,
    DecisionKind.DEAL: deal,
    DecisionKind.END: end,
}
"""What composes the picture of each kind of decision."""


def draw_decision(pos: Position, asked: Question, look: Look = PLAIN) -> Image.Image:
    """The picture for a decision, 11:7 or wider."""
    recoloured, _ = in_scheme(pos, look)
    parts, high = COMPOSED[asked.kind](Dressed(recoloured, look), asked)
    return composed(parts, high, look)


__all__ = ["Question", "draw_decision"]
