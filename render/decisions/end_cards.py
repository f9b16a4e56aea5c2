"""How a game ended: the scores."""

from __future__ import annotations

from engine.retrospect import places
from render import fonts
from render.compose import ROW, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import money
from render.decisions.question import Question
from render.sheet import MARGIN, Sheet

NAME = 480
"""Room for a name."""


def end(dressed: Dressed, _asked: Question) -> tuple[list[PicturePart], float]:
    """The players, the best first, each with the place and the score."""
    scores = {player: dressed.pos.worth(player) for player in dressed.pos.state.players}
    sheet = Sheet(dressed.look, width=WIDTH, y=4)
    for index, (player, place) in enumerate(places(scores).items()):
        sheet.band(index, ROW)
        flow = Flow(sheet, dressed).text(f"{place}.", bold=True, size=26).player(player)
        flow.text(fonts.shorten(dressed.names.get(player, player), 26, NAME, bold=True), bold=True, size=26)
        sheet.write(WIDTH - MARGIN, money(dressed, scores[player]), size=27, bold=True, anchor="r")
        sheet.next(ROW)
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 8
