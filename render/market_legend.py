"""What the marks of the market mean, in words a player knows."""

from __future__ import annotations

from assets import sentences
from engine.position import Position
from render.labels import label, short_remark

LegendMark = tuple[str, str]
"""What stands in cells, or ``start`` and ``line`` for what is drawn, and what it means."""


def legend_entries(pos: Position, lang: str = sentences.ENGLISH) -> list[LegendMark]:
    """Return the meaning of each mark of the market; what holds for every stack comes last."""
    market, found = pos.title.data.market, []
    if any(text.endswith("*") for row in market.rows for text in row):
        found.append(("start", label("start_price", lang)))
    of_cells = (remark for remark in pos.title.remarks(pos) if remark.about in pos.title.prices)
    found += [
        (short_remark(remark, lang), label(remark.key, lang))
        for remark in of_cells
        if sentences.known(f"picture.{remark.key}")
    ]
    if market.line is not None:
        kinds = sentences.join([label(f"kind.{kind}", lang) for kind in market.barred], lang)
        found.append(("line", sentences.say("picture.market_line", lang, kinds=kinds)))
    found.append(("", label("market_stack", lang)))
    return list(dict.fromkeys(found))


def market_marks(pos: Position, lang: str = sentences.ENGLISH) -> list[LegendMark]:
    """Return the same for those who read the market as text, where the line is a sign of its own."""
    told = (one for one in legend_entries(pos, lang) if one[0] != "start")
    return [("‖" if mark == "line" else mark, text) for mark, text in told]
