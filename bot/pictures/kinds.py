"""Every drawing of a position: what draws it, and what its alt text tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from PIL import Image

import render
from bot.pictures import alt_texts
from bot.pictures.requests import Drawing
from bot.speech.teller import Teller
from engine import outlook
from engine.actions import Action
from engine.position import Position
from render import MapContent, MarketContent
from render.history import RoundEnd
from render.look import Look
from render.placement_sheets import DrawnPlacement
from render.price_moves import PriceMove
from render.tile_sheets import LayChoice
from render.unpainted import Unpainted

NOTHING = MapContent()


@dataclass(frozen=True)
class MapDrawing(Drawing):
    """The whole map; ``run`` says what the run is called whose routes are drawn."""

    kind = "map"
    in_text = True

    shown: MapContent = NOTHING
    run: str = ""

    def draw(self, pos: Position, look: Look) -> Image.Image | Unpainted:
        """The map."""
        return render.unpainted_map(pos, self.shown, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What is drawn on it, whose turn it is, what lies where."""
        return alt_texts.map_facts(teller, pos, self.shown, self.run)


@dataclass(frozen=True)
class OwnPartDrawing(MapDrawing):
    """The part of the map that matters now."""

    kind = "phone"

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """That part of the map."""
        return render.draw_own_part(pos, self.shown, look)


@dataclass(frozen=True)
class PartDrawing(MapDrawing):
    """One part of the map, counted from 1 in the west; the first has the head."""

    kind = "part"

    number: int = 1

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.kind}{self.number}"

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """That part of the map."""
        return render.draw_phone_map(
            pos, self.number - 1, self.shown, look if self.number == 1 else look.bare
        )

    def about(self, teller: Teller, pos: Position) -> str:
        """Its number."""
        return str(self.number)


@dataclass(frozen=True)
class CloseupDrawing(Drawing):
    """The part of the map around routes, changes or plans."""

    kind = "closeup"

    shown: MapContent

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """That part of the map."""
        return render.draw_closeup(pos, self.shown, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """The planned tiles, and what lies there now."""
        return alt_texts.closeup_facts(teller, pos, self.shown)


@dataclass(frozen=True)
class MarketDrawing(Drawing):
    """The market, with the markers that ``moved``."""

    kind = "market"
    in_text = True

    moved: tuple[PriceMove, ...] = ()

    def draw(self, pos: Position, look: Look) -> Unpainted:
        """The market."""
        return render.market_page(pos, MarketContent(moved=self.moved), look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """How markers moved and may move, and the prices."""
        return alt_texts.market_facts(teller, pos, self.moved)


@dataclass(frozen=True)
class LaysDrawing(Drawing):
    """The tiles that a hex may take."""

    kind = "lays"

    hex: str
    choices: tuple[LayChoice, ...]

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """A contact sheet of them."""
        return render.draw_lays(pos, self.hex, self.choices, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """The tiles with their rotations."""
        return alt_texts.lays_facts(teller, pos, self.choices)

    def about(self, teller: Teller, pos: Position) -> str:
        """The hex."""
        return teller.place(self.hex)


@dataclass(frozen=True)
class PlacesDrawing(Drawing):
    """The places somebody chooses from: hexes by letter, free slots with their prices."""

    kind = "places"

    shown: MapContent

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """The part of the map with them."""
        return render.draw_choices(pos, self.shown, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """The letters and the slots."""
        return alt_texts.places_facts(teller, pos, self.shown)


@dataclass(frozen=True, slots=True)
class ShownPlacement:
    """One of several placements on a hex: its number, the lines below it, and whether it is the best."""

    number: int
    hex: str
    action: Action
    lines: tuple[str, ...] = ()
    best: bool = False


@dataclass(frozen=True)
class PlacementsDrawing(Drawing):
    """What may be placed on the map."""

    kind = "ways"

    placements: tuple[ShownPlacement, ...]

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """Each of them, carried out."""
        placements = [
            DrawnPlacement(one.number, one.hex, outlook.done(pos, one.action), one.lines, one.best)
            for one in self.placements
        ]
        return render.draw_placements(pos, placements, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What is written below each."""
        return alt_texts.placement_facts(self.placements)


@dataclass(frozen=True)
class UpgradesDrawing(Drawing):
    """What may become of a hex."""

    kind = "upgrades"

    hex: str

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """The tree of upgrades."""
        return render.draw_upgrades(pos, self.hex, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """The tiles, generation by generation."""
        return alt_texts.upgrades_facts(teller, pos, self.hex)

    def about(self, teller: Teller, pos: Position) -> str:
        """The hex."""
        return teller.place(self.hex)


@dataclass(frozen=True)
class CompanyDrawing(Drawing):
    """One company as it is now."""

    kind = "company"

    unit: str

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """Its charter."""
        return render.draw_company(pos, self.unit, (), look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What it has."""
        return alt_texts.company_facts(teller, pos, self.unit)

    def about(self, teller: Teller, pos: Position) -> str:
        """Its name."""
        return pos.title.units[self.unit].name


@dataclass(frozen=True)
class CompanyHistoryDrawing(Drawing):
    """How one company has done; ``course`` is how the game went."""

    kind = "company_history"
    alt = "company"

    unit: str
    course: tuple[RoundEnd, ...]

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """What it ran for, and its price."""
        return render.draw_company_history(pos, self.unit, self.course, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """Its rounds, the latest first."""
        return alt_texts.company_rounds(teller, self.unit, self.course)

    def about(self, teller: Teller, pos: Position) -> str:
        """Its name."""
        return pos.title.units[self.unit].name


@dataclass(frozen=True)
class ChartDrawing(Drawing):
    """How the game went, as lines over its rounds."""

    kind = "chart"

    chart: str
    course: tuple[RoundEnd, ...] = ()

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """The chart."""
        return render.draw_chart(pos, self.chart, self.course, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """The values of the lines."""
        return alt_texts.chart_facts(teller, self.chart, self.course)

    def about(self, teller: Teller, pos: Position) -> str:
        """What its lines are."""
        return teller.say(f"picture.chart.{self.chart}")


@dataclass(frozen=True)
class MoneyDrawing(Drawing):
    """Money over time, as a table."""

    kind = "money"
    alt = "chart"

    table: str
    course: tuple[RoundEnd, ...] = ()

    def draw(self, pos: Position, look: Look) -> Image.Image:
        """The table."""
        return render.draw_money(pos, self.table, self.course, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """Its rows."""
        return alt_texts.money_facts(teller, self.table, self.course)

    def about(self, teller: Teller, pos: Position) -> str:
        """What it is a table of."""
        return teller.say(f"picture.money.{self.table}")


@dataclass(frozen=True)
class SheetDrawing(Drawing):
    """A sheet that needs nothing but a position, and the facts that it shows."""

    kind: str
    drawn: Callable[[Position, Look], Image.Image | Unpainted] = field(repr=False)
    told: Callable[[Teller, Position], Iterable[str]] = field(repr=False)
    in_text: bool = True

    def draw(self, pos: Position, look: Look) -> Image.Image | Unpainted:
        """The sheet."""
        return self.drawn(pos, look)

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What it shows."""
        return self.told(teller, pos)


WHOLE: Mapping[str, Drawing] = {
    drawing.kind: drawing
    for drawing in (
        MapDrawing(),
        OwnPartDrawing(),
        MarketDrawing(),
        SheetDrawing("charters", render.draw_charters.page, alt_texts.charters_facts),
        SheetDrawing("supply", render.draw_trains.page, alt_texts.supply_facts),
        SheetDrawing("privates", render.draw_privates.page, alt_texts.privates_facts),
        SheetDrawing("tiles", render.draw_tiles, alt_texts.tiles_facts),
        SheetDrawing("legend", render.draw_legend, alt_texts.legend_facts, in_text=False),
    )
}
"""The drawings that need nothing but a position, by name."""
BOARD = ("map", "market", "charters", "supply")
"""The drawings that show a position as a whole."""


@dataclass(frozen=True)
class Happened:
    """What has happened since a board was shown: the hexes that changed, the markers that moved."""

    changed: tuple[str, ...] = ()
    moved: tuple[PriceMove, ...] = field(default=())

    def shown(self, drawing: Drawing) -> Drawing:
        """A drawing that shows it besides."""
        if isinstance(drawing, MapDrawing):
            return replace(drawing, shown=replace(drawing.shown, highlight=self.changed))
        return replace(drawing, moved=self.moved) if isinstance(drawing, MarketDrawing) else drawing


def of_kinds(pos: Position, kinds: Iterable[str]) -> tuple[Drawing, ...]:
    """The drawings that need nothing but a position, by their kinds; privates in play are shown after the trains."""
    told = (
        ("supply", "privates") if kind == "supply" and render.are_privates_in_play(pos) else (kind,)
        for kind in kinds
    )
    return tuple(WHOLE[kind] for several in told for kind in several)


def in_parts(pos: Position) -> tuple[Drawing, ...]:
    """The drawings that show the whole map of a position in parts."""
    return tuple(
        PartDrawing(number=number + 1) for number in range(len(render.map_parts(tuple(pos.title.hexes))))
    )
