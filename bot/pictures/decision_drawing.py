"""The picture for a decision and its alt text: what the processes that draw load."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

from bot.pictures import alt_texts
from bot.pictures.requests import Drawing
from bot.speech import sheets
from bot.speech.teller import Teller
from engine.decisions import DecisionKind as Kind
from engine.position import Position
from render import MapContent
from render.decisions import Question, draw_decision
from render.look import Look


@dataclass(frozen=True)
class DecisionDrawing(Drawing):
    """The picture for a decision; ``run`` says what the run is called whose routes are drawn."""

    kind = "decision"
    in_text = True

    asked: Question
    run: str = ""

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """The picture."""
        return draw_decision(pos, self.asked, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What is shown of that kind of decision."""
        return TOLD.get(self.asked.kind, _map)(self, teller, pos)


Telling = Callable[[DecisionDrawing, Teller, Position], Iterator[str]]


def _map(drawing: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    """Whose turn it is and what the unit has, then the map."""
    yield from _unit(teller, pos)
    yield from alt_texts.map_facts(teller, pos, drawing.asked.shown, drawing.run)


def _places(_: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    """The same where the outlined hexes are those to choose from."""
    yield from _unit(teller, pos)
    yield from alt_texts.map_facts(teller, pos, MapContent(), "")


def _unit(teller: Teller, pos: Position) -> Iterator[str]:
    if pos.unit:
        yield sheets.unit_line(teller, pos, pos.title.units[pos.unit])


def _trains(drawing: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    yield from _unit(teller, pos)
    yield from sheets.mergers(teller, pos, drawing.asked.offers)
    yield from alt_texts.supply_facts(teller, pos)


def _money(_: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    yield from _unit(teller, pos)
    yield from alt_texts.market_facts(teller, pos, ())


def _bought(drawing: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    yield from _unit(teller, pos)
    yield from sheets.mergers(teller, pos, drawing.asked.offers)
    yield from alt_texts.charters_facts(teller, pos)


def _charters(_: DecisionDrawing, teller: Teller, pos: Position) -> Iterator[str]:
    yield from alt_texts.charters_facts(teller, pos)


TOLD: Mapping[Kind, Telling] = {
    Kind.HOME: _places,
    Kind.TRAIN: _trains,
    Kind.EMERGENCY: _trains,
    Kind.DISCARD: _trains,
    Kind.DIVIDEND: _money,
    Kind.ACQUISITION: _bought,
    **dict.fromkeys((Kind.SHARE, Kind.PAR, Kind.AUCTION, Kind.DRAFT, Kind.DEAL, Kind.END), _charters),
}
"""What the alt text of each kind tells; that of others tells the map."""
