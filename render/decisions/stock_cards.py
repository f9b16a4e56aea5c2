"""What is decided about shares: who holds what, what can be bought and sold, what a new company would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets import places
from engine import stakes
from engine.choices import Offer
from engine.data import Unit
from engine.finance import shares
from engine.stakes import Start
from engine.state import OFFER, POOL
from engine.turn_order import line_up
from render import fonts, palette
from render.compose import CHIP, HIGH, ROW, WIDTH, Dressed, Flow, PicturePart, chip_width
from render.decisions.lot_cards import WHOLE, add_group, add_priced
from render.decisions.map_cards import map_part, money, range_of
from render.decisions.power_rows import add_uses, put_uses
from render.decisions.question import Question
from render.decisions.train_cards import add_exports, add_next_sale, add_sales, next_sale_height
from render.head import PALE
from render.labels import own_label
from render.map_picture import MapContent
from render.seats import seat_colour, seat_plate
from render.shapes import Box, Disc, Layer, Text
from render.share_table import begun, sold_now
from render.sheet import MARGIN, SMALL, TYPE, Sheet, fitting
from render.sheet_parts import chip, star, train_plates, trains_width
from render.supply import power_in_words

FEW, PRICES = 3, 6
"""Companies that are told with all prices, and how many prices."""
FIGURES = ("price", "offer", "pool", "treasury", "trains", "runs")
MORE = 28
"""Width of how many more trains there are."""
LINE = 28
"""Height of a row of the table."""
FIXED = {"price": 54.0, "offer": 48.0, "pool": 48.0, "treasury": 58.0}
LEAST = 39.0
WIDEST = 62.0
TRAINS, RUN = 66.0, 56.0


def shares_held(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The table of holdings, with what may be bought and what sales would do."""
    ways = (_told, _side_by_side, _used)
    for way in ways:
        sheet, below = Sheet(dressed.look, width=WIDTH, y=2), Sheet(dressed.look, width=WIDTH, y=0)
        add_sales(below, dressed, asked.offers)
        way(below, dressed, asked.offers)
        table = Holdings.of(dressed, asked)
        needed = table.high + below.y + (next_sale_height(dressed) if way is _told else 0)
        if needed <= HIGH - 4:
            break
    table.add(sheet, HIGH - below.y - 4)
    parts = [PicturePart(0, 0, sheet.shapes), PicturePart(0, sheet.y, below.shapes)]
    more = Sheet(dressed.look, width=WIDTH, y=sheet.y + below.y)
    add_next_sale(more, dressed)
    add_exports(more, dressed)
    return [*parts, PicturePart(0, 0, more.shapes)], more.y + 4


def _told(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add what may be started, and the privates that may be bought, with what they can do; then powers."""
    _starts(flow := Flow(sheet, dressed), dressed, offers)
    if flow.x > flow.left:
        flow.end()
    for lot in stakes.for_sale(offers):
        add_group(sheet, dressed, [lot], power_in_words(dressed.pos, lot, sheet.lang), WHOLE)
    add_uses(sheet, dressed, offers)


def _side_by_side(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the same side by side, without what privates can do."""
    _starts(flow := Flow(sheet, dressed), dressed, offers)
    for lot in stakes.for_sale(offers):
        add_priced(flow, dressed, lot)
        flow.gap(4)
    put_uses(flow, dressed, offers)
    if flow.x > flow.left:
        flow.end()


def _used(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add what may be started and powers alone."""
    _starts(flow := Flow(sheet, dressed), dressed, offers)
    put_uses(flow, dressed, offers)
    if flow.x > flow.left:
        flow.end()


def _starts(flow: Flow, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Write the companies that may be started, behind the lowest and the highest price for all that is paid."""
    found = stakes.price_ends(offers)
    if not found:
        return
    flow.label("card.start")
    told, begins = "", flow.sheet.y
    for index, (unit, pars) in enumerate(found.items()):
        text = range_of(stakes.cost_ends(dressed.pos, pars))
        wide = CHIP + 4 + (fonts.width(text) * TYPE + 7 if text != told else 0)
        if flow.sheet.y > begins and flow.cut_off(wide + 40, len(found) - index):
            break
        flow.keep(wide)
        if text != told:
            flow.text(text)
        told = text
        flow.unit(dressed.pos.title.units[unit])
    flow.gap(12)


@dataclass(frozen=True)
class Holdings:
    """The table of the companies that have begun: its columns with their left ends and widths."""

    dressed: Dressed
    buyable: frozenset[tuple[str, str]]
    columns: Mapping[str, tuple[float, float]]
    chip: float

    @classmethod
    def of(cls, dressed: Dressed, asked: Question) -> Holdings:
        """Lay the columns out for so many players."""
        pos = dressed.pos
        buyable = stakes.buyable(asked.offers)
        keys = ["price", *dressed.signs]
        keys += ["offer"] if OFFER in pos.state.certificates.values() else []
        keys += ["pool", "treasury"]
        sign = max(map(chip_width, shares.companies(pos)), default=CHIP)
        whole = WIDTH - 2 * MARGIN - sign - 8
        fixed = sum(FIXED.get(key, 0) for key in keys)
        wide = min(WIDEST, max(LEAST, (whole - fixed - TRAINS - RUN) / max(1, len(dressed.signs))))
        columns, x = {}, MARGIN + sign + 8.0
        for key in keys:
            columns[key] = x, FIXED.get(key, wide)
            x += columns[key][1]
        rest = WIDTH - MARGIN - x
        columns["trains"] = x, max(TRAINS, rest - RUN - 40)
        columns["runs"] = x + columns["trains"][1], max(RUN, rest - columns["trains"][1])
        return cls(dressed, buyable, columns, sign)

    @property
    def high(self) -> float:
        """How high it is with all companies."""
        return 2 + ROW + 2 + (2 + len(self._units())) * LINE

    def middle(self, key: str) -> float:
        """The middle of a column."""
        left, wide = self.columns[key]
        return left + wide / 2

    def add(self, sheet: Sheet, room: float) -> None:
        """Add heads, the players' cash and certificates, then as many companies as have room."""
        self._heads(sheet)
        self._people(sheet)
        units = self._units()
        fits = max(1, int((room - sheet.y) // LINE))
        shown = units if len(units) <= fits else units[: max(1, fits - 1)]
        order = [unit.id for unit in self.dressed.pos.title.data.units]
        for index, unit in enumerate(
            sorted(shown, key=lambda one: (-self.dressed.pos.price(one.id), order.index(one.id)))
        ):
            self._row(sheet, unit, index)
        if len(shown) < len(units):
            flow = Flow(sheet, self.dressed)
            rest = units[len(shown) :]
            for index, unit in enumerate(rest):
                if flow.cut_off(170, len(rest) - index):
                    break
                flow.unit(unit).text(str(self.dressed.pos.price(unit.id)), soft=True)
            sheet.next(LINE)

    def _units(self) -> list[Unit]:
        """The companies that have begun, those first that somebody here may trade or holds."""
        pos = self.dressed.pos
        mine = {
            unit
            for player in pos.awaited
            for (holder, unit), part in pos.holdings.items()
            if holder == player and part
        }
        traded = {unit for unit, _ in self.buyable}
        shown = [unit for unit in shares.companies(pos) if begun(pos, unit)]
        return sorted(
            shown, key=lambda unit: (unit.id not in traded and unit.id not in mine, unit.id not in traded)
        )

    def _heads(self, sheet: Sheet) -> None:
        pos, scheme = self.dressed.pos, sheet.scheme
        turns = line_up(pos)
        passed = turns.done if turns else ()
        for key, sign in self.dressed.signs.items():
            x, y = self.middle(key), sheet.y + ROW / 2
            if key in pos.awaited:
                low, high = (x - 22, y - 17), (x + 22, y + 17)
                sheet.shapes.append(Box(low, high, scheme.accent, radius=8, layer=Layer.GROUND))
            colour = seat_colour(pos, key, scheme)
            fill = palette.mix(colour, scheme.page, PALE) if key in passed else colour
            sheet.shapes += seat_plate((x, y), sign, fill, (36, 26))
            if key == pos.state.priority:
                sheet.shapes += star((x + 21, y - 10), 9, scheme)
        sheet.next(ROW + 2)
        for index, key in enumerate(key for key in FIGURES if key in self.columns):
            left, wide = self.columns[key]
            raised = index % 2 == 1 and key != "price"
            head = own_label(pos.title, "card.run" if key == "runs" else f"head.{key}", sheet.lang)
            text, size = fitting(head, SMALL, 2 * wide)
            half = fonts.width(text) * size / 2
            middle = min(left + wide / 2, WIDTH - 4 - half)
            at = middle, sheet.y - ROW / 2 if raised or key == "price" else sheet.y + LINE / 2 - 2
            sheet.shapes.append(Text(at, text, size, sheet.scheme.soft, layer=Layer.NAME))

    def _people(self, sheet: Sheet) -> None:
        """Add cash and certificates of the players."""
        pos = self.dressed.pos
        self._label(sheet, "cash")
        for player in self.dressed.signs:
            self._write(sheet, player, str(pos.cash(player)), bold=True)
        sheet.next(LINE)
        self._label(sheet, "certificates")
        for player in self.dressed.signs:
            self._write(sheet, player, str(shares.counted(pos, player)))
        Flow(sheet, self.dressed, self.columns["pool"][0]).text(f"\u2264 {shares.limit(pos)}", soft=True)
        sheet.next(LINE)

    def _label(self, sheet: Sheet, key: str) -> None:
        label, size = fitting(sheet.label(key), SMALL, self.chip + FIXED["price"])
        at = float(MARGIN), sheet.y + LINE / 2
        sheet.shapes.append(Text(at, label, size, sheet.scheme.soft, anchor="l", layer=Layer.NAME))

    def _write(self, sheet: Sheet, key: str, text: str, *, bold: bool = False, soft: bool = False) -> None:
        wide = self.columns[key][1] - 3
        text, size = fitting(text, TYPE, wide, bold=bold)
        ink = sheet.scheme.soft if soft else sheet.scheme.ink
        at = self.middle(key), sheet.y + LINE / 2
        sheet.shapes.append(Text(at, text, size, ink, bold, "m", layer=Layer.NAME))

    def _row(self, sheet: Sheet, unit: Unit, index: int) -> None:
        pos = self.dressed.pos
        sheet.band(index, LINE)
        sheet.shapes += chip(
            (MARGIN + self.chip / 2, sheet.y + LINE / 2), (self.chip, 25), unit, sheet.scheme
        )
        self._write(sheet, "price", str(pos.price(unit.id) or ""), bold=True)
        for player in self.dressed.signs:
            self._share(sheet, unit, player)
        for key, source in (("offer", OFFER), ("pool", POOL)):
            if key in self.columns:
                self._source(sheet, unit, key, source)
        self._write(sheet, "treasury", str(pos.cash(unit.id)))
        self._trains(sheet, pos.state.trains.get(unit.id, ()))
        last = pos.state.runs.get(unit.id)
        if last is not None:
            left, wide = self.columns["runs"]
            if last.kept:
                low, high = (left + 3, sheet.y + 2), (left + wide - 3, sheet.y + LINE - 2)
                sheet.shapes.append(
                    Box(low, high, sheet.scheme.shade, sheet.scheme.faint, 1.5, 5, Layer.MARK)
                )
            self._write(sheet, "runs", str(last.revenue), soft=last.kept)
        sheet.next(LINE)

    def _trains(self, sheet: Sheet, trains: Sequence[str]) -> None:
        """Add the trains of a company; of more than have room the first, and how many more."""
        left, wide = self.columns["trains"]
        shown, at = trains, (left, sheet.y + LINE / 2)
        while len(shown) > 1 and trains_width(shown) + (0 if shown == trains else MORE) > wide:
            shown = shown[:-1]
        sheet.shapes += train_plates(at, shown, wide - 4, sheet.scheme)
        if len(shown) < len(trains):
            end = left + trains_width(shown) + 2, at[1]
            text = f"+{len(trains) - len(shown)}"
            sheet.shapes.append(Text(end, text, SMALL, sheet.scheme.soft, anchor="l", layer=Layer.NAME))

    def _share(self, sheet: Sheet, unit: Unit, player: str) -> None:
        """Write what a player holds; the director's share is framed, a sale of this round is marked."""
        pos, (left, wide) = self.dressed.pos, self.columns[player]
        part, directs = pos.percent(player, unit.id), pos.director(unit.id) == player
        if directs:
            half = min(wide / 2 - 1, 25)
            low, high = (left + wide / 2 - half, sheet.y + 2), (left + wide / 2 + half, sheet.y + LINE - 2)
            sheet.shapes.append(Box(low, high, sheet.scheme.start, sheet.scheme.ink, 1.5, 6, Layer.MARK))
        if part:
            self._write(sheet, player, str(part), bold=directs)
        if unit.id in sold_now(pos).get(player, ()):
            at = left + wide - 7, sheet.y + 7
            sheet.shapes.append(Disc(at, 5, sheet.scheme.barrier, layer=Layer.NAME))

    def _source(self, sheet: Sheet, unit: Unit, key: str, source: str) -> None:
        """Write what lies in the offer or the pool; what can be bought now is framed."""
        part = self.dressed.pos.percent(source, unit.id)
        can_buy = (unit.id, source) in self.buyable
        if can_buy:
            left, wide = self.columns[key]
            low, high = (left + 2, sheet.y + 2), (left + wide - 2, sheet.y + LINE - 2)
            sheet.shapes.append(Box(low, high, sheet.scheme.card, sheet.scheme.accent, 2.5, 6, Layer.STOP))
        if part:
            self._write(sheet, key, str(part), bold=can_buy, soft=not can_buy)


# --- a new company


def start(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The companies that may be started, what each par price costs and brings, and where they are at home."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    found = stakes.starts(pos, asked.offers)
    people = Flow(sheet, dressed)
    for player in pos.state.players:
        people.player(player).text(str(pos.cash(player)), bold=player in pos.awaited).gap(6)
    people.label("card.start_key").end(2)
    wide: float = WIDTH
    parts: list[PicturePart] = []
    homes = [home.hex for unit in found if (home := pos.title.units[unit].home)]
    if len(found) <= 2 and homes:
        image, across, _ = map_part(dressed, MapContent(highlight=tuple(homes)), HIGH - sheet.y, 250)
        parts.append(PicturePart(WIDTH - across, sheet.y, picture=image))
        wide = WIDTH - across - 4
    table = Sheet(dressed.look, width=round(wide), y=sheet.y)
    most = max(1, int((HIGH - table.y) // (ROW * (3 if len(found) <= 3 else 2))))
    for unit in list(found)[:most]:
        _company(table, dressed, unit, found[unit], len(found))
    high = max(table.y, HIGH if parts else table.y) + 4
    return [*parts, PicturePart(0, 0, sheet.shapes), PicturePart(0, 0, table.shapes)], high


def _company(sheet: Sheet, dressed: Dressed, unit: str, pars: Sequence[Start], count: int) -> None:
    """Add a company with its kind, home, shares and tokens, then what each par price costs and brings."""
    pos, known = dressed.pos, dressed.pos.title.units[unit]
    flow = Flow(sheet, dressed).unit(known).text(sheet.label(known.kind), size=SMALL)
    if known.home:
        name = places.in_language(pos.title.hexes[known.home.hex].name, dressed.look.lang)
        flow.text(f"{known.home.hex} {name}".strip(), soft=True, size=SMALL)
    if count <= FEW:
        flow.end()
        flow = Flow(sheet, dressed, MARGIN + 12).label("shares").text(_shares(known))
        flow.label_of(known.kind, "head.tokens").tokens(known.tokens)
    flow.end()
    shown = pars if len(pars) <= PRICES else [*pars[: PRICES // 2], *pars[-PRICES // 2 :]]
    if count > FEW:
        flow = Flow(sheet, dressed, MARGIN + 12)
        for one in (shown[0], shown[-1]):
            _priced(flow, dressed, one)
        flow.end(2)
        return
    for one in shown:
        flow = Flow(sheet, dressed, MARGIN + 12)
        _priced(flow, dressed, one)
        flow.end(-2)
    sheet.next(6)


def _priced(flow: Flow, dressed: Dressed, one: Start) -> None:
    """Write what one par price costs, and what the treasury is then."""
    flow.text(f"{one.price}:", bold=True, size=26).text(f"\u2212{one.paid}" if one.paid else "0")
    flow.text("\u2192", soft=True).text(money(dressed, one.treasury), bold=True)
    if one.tokens:
        flow.label("head.tokens").text(str(one.tokens))
    flow.gap(18)


def _shares(unit: Unit) -> str:
    """The sizes of the certificates of a company, equal ones counted."""
    sizes = dict.fromkeys(unit.shares)
    counts = ((size, unit.shares.count(size)) for size in sizes)
    return " + ".join(f"{count}\u00d7{size}" if count > 1 else str(size) for size, count in counts)
