"""Pictures of a position: functions of it and of nothing else, so that equal positions give equal bytes."""

from render.atlas import phone
from render.board import board, closeup
from render.charters import charters
from render.charts import chart
from render.company import company
from render.family import family
from render.film import film
from render.market import market
from render.paint import png
from render.tiles import lays, supply

__all__ = [
    "board",
    "chart",
    "charters",
    "closeup",
    "company",
    "family",
    "film",
    "lays",
    "market",
    "phone",
    "png",
    "supply",
]
