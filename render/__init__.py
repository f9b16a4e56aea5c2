"""Pictures of a position: functions of it and of nothing else, so that equal positions give equal bytes."""

from render.charters import draw_charters
from render.charts import draw_chart
from render.company import draw_company, draw_company_history
from render.film import make_film
from render.legend import draw_legend
from render.look import PLAIN, Look
from render.map_picture import MapContent
from render.maps import draw_closeup, draw_map, unpainted_map
from render.market import MarketContent, draw_market, market_page
from render.money import draw_money
from render.phone_map import draw_choices, draw_own_part, draw_phone_map, map_parts
from render.placement_sheets import draw_placements
from render.supply import are_privates_in_play, draw_privates, draw_supply, draw_trains
from render.tile_sheets import draw_lays, draw_tiles
from render.unpainted import files, painted
from render.upgrade_tree import draw_upgrades

png = files.png
"""Returns the file of a picture: one that equals another of late is not painted again."""

__all__ = [
    "PLAIN",
    "Look",
    "MapContent",
    "MarketContent",
    "are_privates_in_play",
    "draw_chart",
    "draw_charters",
    "draw_choices",
    "draw_closeup",
    "draw_company",
    "draw_company_history",
    "draw_lays",
    "draw_legend",
    "draw_map",
    "draw_market",
    "draw_money",
    "draw_own_part",
    "draw_phone_map",
    "draw_placements",
    "draw_privates",
    "draw_supply",
    "draw_tiles",
    "draw_trains",
    "draw_upgrades",
    "make_film",
    "map_parts",
    "market_page",
    "painted",
    "png",
    "unpainted_map",
]
