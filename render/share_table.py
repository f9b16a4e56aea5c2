"""The companies of the charters, one row each: who holds how much, and what the company has and has earned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.data import Unit
from engine.finance import shares
from engine.position import Position
from engine.state import OFFER, POOL, PastRun
from render import fonts
from render.labels import own_label
from render.remarks import Remarks
from render.seats import seat_colour, seat_plate
from render.shapes import Box, Disc, Layer, Text
from render.sheet import HEAD, HIGHER, MARGIN, NONE, ROW, SMALL, TYPE, Sheet, on_turn
from render.sheet_parts import chip, owned_plates, owned_rows, owned_width, train_plates, trains_width

CHIP = (78, 30)
KIND = 28
"""Height of the line that names a kind of companies."""
APART = 6
"""The least distance of two heads."""
SPARE = 0.2
BESIDE_HEAD: Mapping[str, float] = {"pool": 1.5 * APART + SPARE, "treasury": 2 * APART + SPARE}
"""What the head of a column takes beyond its word beside a plate, and beside trains, which begin at the left."""
SIGN = 10
"""What the plate of a player takes beyond the sign."""
RUN = 41
"""The least width of one of the last runs."""
BESIDE = 4
"""How much more room a run takes than its figure."""
LEAST = {
    "price": 44,
    "par": 44,
    "pool": 34,
    "offer": 34,
    "treasury": 52,
    "tokens": 26,
    "trains": 56,
    "runs": 122,
}
"""The least widths of columns, if what stands in them needs no more; that of a player is ``PLAYER``."""
PLAYER = 33
YIELDING = {"trains": 92, "runs": LEAST["runs"]}
"""Columns of which a part can stand elsewhere or be left out, with their widths where there is room for them."""
WISHED = {"tokens": 34, "treasury": 62, "pool": 48, "offer": 48, "price": 52, "par": 52}
"""Widths at which columns are comfortable, in the order in which they get what is left."""
WIDE = 64
"""The greatest width of a player's column."""


FIGURES: Mapping[str, Callable[[Position, str], str]] = {
    "price": lambda pos, unit: str(pos.price(unit) or NONE),
    "par": lambda pos, unit: str(pos.state.pars.get(unit) or NONE),
    "pool": lambda pos, unit: str(pos.percent(POOL, unit) or NONE),
    "offer": lambda pos, unit: str(pos.percent(OFFER, unit) or NONE),
    "treasury": lambda pos, unit: str(pos.cash(unit)),
    "tokens": lambda pos, unit: str(len(pos.state.tokens_left.get(unit, ()))),
}
"""What stands in a column of figures."""
BOLD = ("price", "treasury")


def needs(pos: Position, units: Sequence[Unit], players: Sequence[str]) -> dict[str, float]:
    """Return how much room the widest of what is to stand in each column takes, in the least size of type."""
    found = {
        "trains": max(trains_width(pos.state.trains.get(unit.id, ())) for unit in units),
        "runs": max(sum(_run_widths(pos, unit)) for unit in units),
    }
    for key, text in FIGURES.items():
        found[key] = 2 + max(_wide(text(pos, unit.id), key in BOLD) for unit in units)
    for player in players:
        held = ((str(pos.percent(player, unit.id)), pos.director(unit.id) == player) for unit in units)
        found[player] = 3 + max(_wide(text, directs) + (8 if directs else 0) for text, directs in held)
    return found


def _wide(text: str, bold: bool) -> float:  # noqa: FBT001 - as in fonts
    return fonts.width(text, bold) * SMALL


@dataclass(frozen=True, slots=True)
class Columns:
    """Left ends and widths of the columns by what they show; those of players by their ids."""

    left: Mapping[str, float]
    wide: Mapping[str, float]

    @classmethod
    def of(
        cls, players: Sequence[str], keys: Sequence[str], width: float, needed: Mapping[str, float]
    ) -> Columns:
        """Lay out the columns: each as wide as it must be, the rest to those that can use it.

        ``needed`` is how much room the contents of columns take; trains have a line of their own where they must.
        """
        wide = _widths(players, keys, width, needed)
        gap = max(0.0, width - sum(wide.values())) / len(keys)
        left, x = {}, MARGIN + CHIP[0] + 6.0
        for key in keys:
            left[key] = x
            x += wide[key] + gap
        return cls(left, wide)

    def middle(self, key: str) -> float:
        """Return the middle of a column."""
        return self.left[key] + self.wide[key] / 2


def _widths(
    players: Sequence[str], keys: Sequence[str], width: float, needed: Mapping[str, float]
) -> dict[str, float]:
    """Return the widths of columns: what they must have, then of the rest what they wish, trains and runs first."""
    wide = {
        key: float(max(LEAST.get(key, PLAYER), 0 if key in YIELDING else needed.get(key, 0))) for key in keys
    }
    rest = width - sum(wide.values())
    for key in (key for key in YIELDING if key in wide):
        more = max(0.0, min(rest, max(YIELDING[key], needed.get(key, 0)) - wide[key]))
        wide[key] += more
        rest -= more
    for key in (*[key for key in WISHED if key in wide], *players):
        wished = WISHED[key] if key in WISHED else min(WIDE, PLAYER + rest / len(players))
        more = min(max(0.0, rest), max(0.0, wished - wide[key]))
        wide[key] += more
        rest -= more if key in WISHED else 0
    return wide


@dataclass(frozen=True, slots=True)
class Companies:
    """The table of companies of a position: its columns, the players with their signs, what the title remarks."""

    sheet: Sheet
    pos: Position
    remarks: Remarks
    signs: Mapping[str, str]
    columns: Columns

    def add(self, units: Sequence[Unit]) -> None:
        """Add heads and rows, the companies of a kind together."""
        self._heads()
        kinds = dict.fromkeys(unit.kind for unit in units)
        index = 0
        for kind in kinds:
            if len(kinds) > 1:
                self.sheet.line(self.sheet.label(f"kind.{kind}"), KIND)
            for unit in (unit for unit in units if unit.kind == kind):
                self._row(unit, index)
                index += 1

    def _heads(self) -> None:
        sheet, columns = self.sheet, self.columns
        sheet.name(sheet.label("companies"))
        above, beside = MARGIN + fonts.width(sheet.label("companies"), bold=True) * SMALL, 0.0
        sheet.next(HEAD - 2)
        for key, x in columns.left.items():
            if key in self.signs:
                at = columns.middle(key), sheet.y + ROW / 2 - 4
                size = min(columns.wide[key] - 3, 44), 30
                colour = seat_colour(self.pos, key, sheet.scheme)
                sheet.shapes += seat_plate(at, self.signs[key], colour, size)
                beside = at[0] + size[0] / 2
                continue
            text = _head(sheet, self.pos, key)
            wide = fonts.width(text) * SMALL
            left = x if key == "trains" else columns.middle(key) - wide / 2
            raised = left < beside + APART and left > above + APART
            above, beside = (left + wide, beside) if raised else (above, left + wide)
            sheet.head(left, text, anchor="l", lift=HIGHER if raised else 0)
        sheet.next(HEAD + 2)

    def _row(self, unit: Unit, index: int) -> None:
        sheet, below = self.sheet, list(self._below(unit))
        high = ROW * (1 + len(below))
        sheet.band(index, high)
        if on_turn(self.pos, unit.id):
            sheet.frame(high)
        sheet.shapes += chip((MARGIN + CHIP[0] / 2, sheet.y + ROW / 2), CHIP, unit, sheet.scheme)
        waits = self._waits(unit)
        for key in self.columns.left:
            if not (waits and key in ("treasury", "trains", "tokens", "runs")):
                self._cell(unit, key)
        sheet.next()
        for goods in below:
            self._goods(*goods)
            sheet.next()

    def _waits(self, unit: Unit) -> bool:
        """Write what a company that has nothing yet waits for, if it does, and tell whether it does."""
        idle = not (self.pos.cash(unit.id) or self.pos.state.trains.get(unit.id))
        line = self.remarks.waiting(unit.id) if idle else ""
        if line:
            sheet, left = self.sheet, self.columns.left["treasury"]
            sheet.write(left, line, size=SMALL, anchor="l", colour=sheet.scheme.soft, room=sheet.width - left)
        return bool(line)

    def _cell(self, unit: Unit, key: str) -> None:
        """Write what stands in a column."""
        if key in self.signs:
            self._share(unit, key)
        elif key == "trains":
            self._trains(unit)
        elif key == "runs":
            self._runs(unit)
        else:
            self._figure(unit, key)

    def _figure(self, unit: Unit, key: str) -> None:
        room = self.columns.wide[key] - 2
        colour = self.sheet.scheme.soft if key in ("par", "pool", "offer") else self.sheet.scheme.ink
        text = FIGURES[key](self.pos, unit.id)
        self.sheet.write(self.columns.middle(key), text, bold=key in BOLD, room=room, colour=colour)

    def _share(self, unit: Unit, player: str) -> None:
        """Write what a player holds; the director's share is framed, a sale of this round is marked."""
        sheet, pos, x = self.sheet, self.pos, self.columns.middle(player)
        directs, percent = pos.director(unit.id) == player, pos.percent(player, unit.id)
        half = min(self.columns.wide[player] / 2 - 1, 26)
        if directs:
            low, high = (x - half, sheet.y + 3), (x + half, sheet.y + ROW - 3)
            sheet.shapes.append(Box(low, high, sheet.scheme.start, sheet.scheme.ink, 1.5, 7, Layer.MARK))
        sheet.write(x, str(percent or NONE), bold=directs, room=2 * half)
        if unit.id in sold_now(pos).get(player, ()):
            beside = min(half - 3, fonts.width(str(percent or NONE), bold=True) * TYPE / 2 + 5)
            sheet.shapes += [Disc((x + beside, sheet.y + 8), 6, sheet.scheme.barrier, layer=Layer.NAME)]

    def _fits(self, unit: Unit) -> bool:
        """Tell whether trains and what a company owns have room in its row."""
        owned = [one for row in owned_rows(self.pos, unit.id, 999) for one in row]
        return self._wide(unit) + sum(map(owned_width, owned)) <= self.columns.wide["trains"]

    def _wide(self, unit: Unit) -> float:
        return trains_width(self.pos.state.trains.get(unit.id, ()))

    def _trains(self, unit: Unit) -> None:
        sheet, pos = self.sheet, self.pos
        at = self.columns.left["trains"], sheet.y + ROW / 2
        if self._wide(unit) <= self.columns.wide["trains"]:
            self._goods(pos.state.trains.get(unit.id, ()), (), at[0])
        if self._fits(unit):
            for row in owned_rows(pos, unit.id, 999):
                place = at[0] + self._wide(unit), at[1]
                sheet.shapes += owned_plates(row, place, self.remarks, sheet.scheme, high=30)

    def _below(self, unit: Unit) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        """Yield what has no room in the row: trains and what the company owns, a line each."""
        if "trains" not in self.columns.left or self._fits(unit):
            return
        room = self.sheet.width - MARGIN - self.columns.left["price"]
        alone = self._wide(unit) <= self.columns.wide["trains"]
        trains = () if alone else self.pos.state.trains.get(unit.id, ())
        first, *others = owned_rows(self.pos, unit.id, room - trains_width(trains)) or [[]]
        yield trains, first
        yield from (((), row) for row in others)

    def _goods(self, trains: Sequence[str], owned: Sequence[str], left: float = 0) -> None:
        sheet, x = self.sheet, left or self.columns.left["price"]
        at = x, sheet.y + ROW / 2
        sheet.shapes += train_plates(at, trains, 999, sheet.scheme)
        place = x + trains_width(trains), at[1]
        sheet.shapes += owned_plates(owned, place, self.remarks, sheet.scheme, high=30)

    def _runs(self, unit: Unit) -> None:
        right = self.columns.left["runs"] + self.columns.wide["runs"]
        add_runs(self.sheet, self.pos, unit, right, self.columns.wide["runs"])


def add_runs(sheet: Sheet, pos: Position, unit: Unit, right: float, room: float) -> None:
    """Write the last runs of a unit up to a right end, the latest last; what was kept stands on grey.

    The earliest are left out where there is no room for them.
    """
    last, x = pos.state.runs.get(unit.id), right
    for index, (run, wide) in enumerate(
        zip(last.latest if last else (), _run_widths(pos, unit), strict=True)
    ):
        if x - wide < right - room - 1:
            return
        _add_run(sheet, run, x, latest=not index)
        x -= wide


def _add_run(sheet: Sheet, run: PastRun, x: float, *, latest: bool) -> None:
    text = str(run.revenue)
    if run.kept:
        wide = fonts.width(text, bold=latest) * SMALL + 6
        low, high = (x - wide + 2, sheet.y + 4), (x + 4, sheet.y + ROW - 4)
        sheet.shapes.append(Box(low, high, sheet.scheme.shade, sheet.scheme.faint, 1.5, 5, Layer.MARK))
    colour = sheet.scheme.ink if latest else sheet.scheme.soft
    at = x, sheet.y + ROW / 2
    sheet.shapes.append(Text(at, text, SMALL, colour, bold=latest, anchor="r", layer=Layer.NAME))


def _run_widths(pos: Position, unit: Unit) -> list[float]:
    """Return how much room each of the last runs takes, the latest first."""
    last = pos.state.runs.get(unit.id)
    widths = (_wide(str(run.revenue), not index) for index, run in enumerate(last.latest if last else ()))
    return [max(RUN, wide + BESIDE) for wide in widths]


def sold_now(pos: Position) -> Mapping[str, Sequence[str]]:
    """Return the companies each player has sold in the stock round that is on, and may not buy again in it."""
    frames = [frame for frame in pos.state.frames if frame.kind == "stock"]
    sold: Mapping[str, Sequence[str]] = getattr(frames[-1].notes, "sold", {}) if frames else {}
    return sold


def begun(pos: Position, unit: Unit) -> bool:
    """Tell whether a company has a price or a shareholder."""
    certificates = (f"{unit.id}.{index}" for index in range(len(unit.shares)))
    holders = {pos.state.certificates.get(one, "") for one in certificates}
    return bool(pos.price(unit.id)) or bool(holders - {OFFER, POOL, ""})


def add_companies(sheet: Sheet, pos: Position, remarks: Remarks, signs: Mapping[str, str]) -> None:
    """Add the table of companies with shares; those without price and holder come last, as chips."""
    units = shares.companies(pos)
    shown = [unit for unit in units if begun(pos, unit)]
    if shown:
        keys = _keys(pos, shown, signs)
        room, needed = sheet.inner - CHIP[0] - 6, needs(pos, shown, tuple(signs))
        last = next(key for key, after in pairwise(keys) if after in signs)
        needed[last] = max(needed[last], 6 + _wide(_head(sheet, pos, last), bold=False))
        heads = _head_widths(sheet, pos, keys, signs)
        needed = _with_heads(heads, needed, room, _two_trains(pos, shown))
        columns = Columns.of(tuple(signs), keys, room, needed)
        Companies(sheet, pos, remarks, signs, columns).add(shown)
    waiting = [unit for unit in units if unit not in shown]
    if waiting:
        _waiting(sheet, waiting)
    sheet.next(sheet.gap)


def _two_trains(pos: Position, units: Sequence[Unit]) -> float:
    """Return the room for the trains of all companies that have two at most."""
    owned = (pos.state.trains.get(unit.id, ()) for unit in units)
    return max((trains_width(trains) for trains in owned if len(trains) <= 2), default=0.0)


def _head(sheet: Sheet, pos: Position, key: str) -> str:
    """Return the head of a column, as it is called of the companies with shares where all are of one kind."""
    kinds = {unit.kind for unit in shares.companies(pos)}
    return own_label(pos.title, f"head.{key}", sheet.lang, kinds.pop() if len(kinds) == 1 else "")


def _head_widths(
    sheet: Sheet, pos: Position, keys: Sequence[str], signs: Mapping[str, str]
) -> dict[str, float]:
    """Return the room that the heads of columns take beside each other."""
    return {
        key: SIGN + fonts.width(signs[key], bold=True) * SMALL
        if key in signs
        else BESIDE_HEAD.get(key, APART + SPARE) + fonts.width(_head(sheet, pos, key)) * SMALL
        for key in keys
    }


def _with_heads(
    heads: Mapping[str, float], needed: Mapping[str, float], room: float, two: float
) -> dict[str, float]:
    """Return how much room columns need beside each other with their heads; without them where that is too much.

    Before that, trains are left as much as ``two`` need, and more of one company take a line of their own.
    """
    for taken in (needed, {**needed, "trains": two}):
        wished = {key: max(taken[key], LEAST.get(key, PLAYER), wide) for key, wide in heads.items()}
        if sum(wished.values()) <= room:
            return {**wished, **{key: needed[key] for key in YIELDING if key in wished}}
    return dict(needed)


def _keys(pos: Position, units: Sequence[Unit], signs: Mapping[str, str]) -> list[str]:
    """Return the columns for some companies, from left to right."""
    whole = any(not unit.shares for unit in pos.title.data.units)
    offered = any(pos.percent(OFFER, unit.id) for unit in units)
    prices = ["price", "par"] if pos.state.pars else ["price"]
    holders = [*signs, "pool", *(["offer"] if offered else [])]
    return [*prices, *holders, "treasury", *([] if whole else ["trains"]), "tokens", "runs"]


def _waiting(sheet: Sheet, units: Sequence[Unit]) -> None:
    text = sheet.label("not_started")
    at = MARGIN, sheet.y + ROW / 2
    sheet.shapes.append(Text(at, text, SMALL, sheet.scheme.soft, bold=True, anchor="l", layer=Layer.NAME))
    x = MARGIN + fonts.width(text, bold=True) * SMALL + 12
    for unit in units:
        if x + CHIP[0] > sheet.width - MARGIN:
            x = float(MARGIN)
            sheet.next()
        sheet.shapes += chip((x + CHIP[0] / 2, sheet.y + ROW / 2), (CHIP[0], 30), unit, sheet.scheme)
        x += CHIP[0] + 6
    sheet.next()
