"""Where printed play and a reading differ inside an effect, 1844 asks one of these functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import BuyTrain
from engine.position import Position
from engine.scratch import Scratch


@dataclass(frozen=True, slots=True)
class SwissProcedures:
    """The functions the title was put together with; the last five do nothing in printed play.

    ``destinations_count`` tells whether companies can reach their destinations now, ``counts_for`` whether this one
    can. ``price_order`` puts companies in the order in which their prices move at the end of a stock round, given all
    that operate, those that move left and those that move up. ``limit_waits`` tells whether trains above the train
    limit may be kept after an export, ``round_opens`` is done when an operating round begins. ``series_ends`` is done
    after the last operating round of a series and tells whether that has ended the game, as ``out_of_money`` says.
    ``at_face_value`` tells whether two companies may trade a train at the printed price only. ``compensate`` pays
    the difference in value between shares of the pre-SBB companies and of the SBB; ``pursued_debts`` are debts from
    it that are paid off from all income and sales. ``mouths`` are the pairs of edges that a tunnel on a hex may join.
    ``next_auctioneer`` returns who follows an auctioneer, empty where that follows from the private.
    """

    price_order: Callable[[Sequence[str], Sequence[str], Sequence[str]], Sequence[str]]
    series_ends: Callable[[Scratch], bool]
    out_of_money: Callable[[Position], bool]
    at_face_value: Callable[[Position, BuyTrain], bool]
    compensate: Callable[[Scratch], None]
    pursued_debts: Callable[[Position], Mapping[str, int]]
    mouths: Callable[[Position, str], tuple[tuple[int, int], ...]]
    destinations_count: Callable[[Position], bool] = lambda _: True
    next_auctioneer: Callable[[Position, str], str] = lambda _pos, _before: ""
    counts_for: Callable[[Position, str], bool] = lambda _pos, _unit: True
    limit_waits: Callable[[Position], bool] = lambda _: False
    round_opens: Callable[[Scratch], None] = lambda _: None


def procedures(pos: Position) -> SwissProcedures:
    """Return the functions that the title was put together with."""
    return pos.procedures(SwissProcedures)
