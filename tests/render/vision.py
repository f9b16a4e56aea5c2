"""How far colours lie apart for people with the common kinds of colour blindness: CIEDE2000 after simulation.

``python -m tests.render.vision`` writes the tables of docs/pictures.md anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path

from coloraide import Color

from engine.data import Terrain
from engine.title import titles
from render import Look, symbols
from render.charts import styles, unit_colours
from render.market import PALE
from render.palette import Scheme, ink_on, mix, readable
from render.recolour import in_scheme
from render.schemes import SCHEMES
from render.shapes import Text, rim
from tests.render.scenes import every_title, first, setup

KINDS = ("normal", "protan", "deutan", "tritan")
PAGE = Path(__file__).parents[2] / "docs" / "pictures.md"
BEGIN, END = "<!-- measured -->", "<!-- measured until here -->"
"""Between these lines of the page stand the tables."""
Pairs = Iterable[tuple[str, str]]
"""Inks, each with the ground it lies on."""


def seen(colour: str, kind: str):
    """The colour as somebody with that vision sees it."""
    return Color(colour) if kind == "normal" else Color(colour).filter(kind)


def nearest(colours: Iterable[str], kind: str) -> float:
    """The least difference of two of the colours."""
    return min(_apart(one, two, kind) for one, two in combinations(dict.fromkeys(colours), 2))


@cache
def _apart(one: str, two: str, kind: str) -> float:
    return seen(one, kind).delta_e(seen(two, kind), method="2000")


def groups(name: str) -> dict[str, Sequence[str]]:
    """The colours of a scheme that must not be taken for each other: tiles, routes, companies of each title."""
    look = SCHEMES[name]
    made: dict[str, Sequence[str]] = {
        "tiles": [*look.tiles.values()],
        "routes": look.routes,
        "players": look.seats,
    }
    for title in every_title():
        pos, _ = in_scheme(first(title), Look(scheme=name))
        made[f"companies of {title.name}, {len(setup(title).players)} players"] = [
            unit.colour for unit in pos.title.data.units
        ]
    return made


def same_lines(name: str) -> Iterator[list[str]]:
    """The colours of the lines of charts that are broken in the same way: players, companies of each title."""
    look = SCHEMES[name]
    charts = [look.seats]
    for title in every_title():
        pos, _ = in_scheme(first(title), Look(scheme=name))
        charts.append(unit_colours(pos.title.data.units, look))
    for colours in charts:
        worn = styles(colours)
        for style in set(worn):
            yield [colour for colour, known in zip(colours, worn, strict=True) if known == style]


def inks(name: str) -> dict[str, Pairs]:
    """What is written and drawn in a scheme, each ink with its ground."""
    look = SCHEMES[name]
    pages, tiles = (look.page, look.card), tuple(look.tiles.values())
    return {
        "names on tiles": product((look.ink,), (*pages, *tiles)),
        "soft letters": product((look.soft,), pages),
        "faint lines": product((look.faint,), pages),
        "seats on the page": product(look.seats, pages),
        "signs of seats": ((ink_on(seat), seat) for seat in look.seats),
        "signs of companies": signs(look),
        "costs of terrain": (one for ground in tiles for one in terrain(ground, look, cost=True)),
        "signs of terrain": (one for ground in tiles for one in terrain(ground, look, cost=False)),
    }


def signs(look: Scheme) -> Pairs:
    """The signs of companies on their colours as printed, and on the paler ones of the market."""
    for unit in (unit for title in titles().values() for unit in title.forms[0].data.units):
        for ground in (unit.colour, mix(unit.colour, look.page, PALE)):
            yield readable(unit.ink, ground), ground


def terrain(ground: str, look: Scheme, *, cost: bool) -> Pairs:
    """What terrain on a ground costs, or what is seen best of its sign."""
    for kind in ("river", "mountain"):
        shapes = symbols.terrain((0, 0), Terrain(kind=kind, cost=30), 1, ground, look)
        if cost:
            yield next(one.colour for one in shapes if isinstance(one, Text)), ground
        else:
            rims = (rim(one) for one in shapes if not isinstance(one, Text))
            yield max(rims, key=lambda ink: contrast(ink, ground)), ground


def least_contrast(pairs: Pairs, kind: str) -> float:
    """The least contrast of inks to their grounds."""
    return min(contrast(as_hex(ink, kind), as_hex(ground, kind)) for ink, ground in dict.fromkeys(pairs))


@cache
def as_hex(colour: str, kind: str) -> str:
    return seen(colour, kind).convert("srgb").to_string(hex=True, fit="clip")


def distances() -> Iterator[str]:
    """Lines of a table: for each scheme and group the least difference by kind of vision."""
    yield from _head("colours of")
    for name in SCHEMES:
        for group, colours in groups(name).items():
            apart = [f"{nearest(colours, kind):.1f}" for kind in KINDS]
            yield _row(name, group, len(set(colours)), apart)


def ratios() -> Iterator[str]:
    """Lines of a table: for each scheme the least contrast by kind of vision."""
    yield from _head("ink")
    for name in SCHEMES:
        for group, pairs in inks(name).items():
            known = [*dict.fromkeys(pairs)]
            least = [f"{least_contrast(known, kind):.1f}" for kind in KINDS]
            yield _row(name, group, len(known), least)


def _head(what: str) -> Iterator[str]:
    yield f"| scheme | {what} | count | " + " | ".join(KINDS) + " |"
    yield "|---|---|---:|" + "---:|" * len(KINDS)


def _row(*cells: object) -> str:
    *first, last = cells
    assert isinstance(last, list)
    return f"| {' | '.join(map(str, [*first, *last]))} |"


def measured() -> str:
    """What docs/pictures.md says of colours."""
    return "\n".join(
        (
            "The least difference of two colours of a group (CIEDE2000; 2 is just noticed, 10 is clear).",
            "",
            *distances(),
            "",
            "The least contrast of an ink to its grounds (WCAG 2.1; letters need 4.5, large ones and marks 3).",
            "",
            *ratios(),
        )
    )


def contrast(ink: str, ground: str) -> float:
    """The contrast ratio of WCAG 2.1."""
    return Color(ink).contrast(ground, method="wcag21")


def write(page: Path = PAGE) -> None:
    """Write the tables of the page anew."""
    text = page.read_text("utf-8")
    before, _, rest = text.partition(f"{BEGIN}\n")
    after = rest.partition(f"{END}\n")[2]
    page.write_text(f"{before}{BEGIN}\n{measured()}\n{END}\n{after}", "utf-8")


if __name__ == "__main__":
    write()
