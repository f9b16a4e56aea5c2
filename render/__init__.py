"""Pictures of a position: functions of it and of nothing else, so that equal positions give equal bytes."""

from render.board import board, closeup
from render.charters import charters
from render.market import market
from render.paint import png

__all__ = ["board", "charters", "closeup", "market", "png"]
