"""How far colours lie apart for people with the common kinds of colour blindness: CIEDE2000 after simulation."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from coloraide import Color

from render import Look
from render.charts import styles, unit_colours
from render.palette import RANKS
from render.recolour import in_scheme
from render.schemes import SCHEMES
from tests.render.scenes import every_title, first, setup

KINDS = ("normal", "protan", "deutan", "tritan")


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
        "tiles": [look.tiles[colour] for colour in ("none", *RANKS, "red")],
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


def table() -> Iterator[str]:
    """Lines of a table: for each scheme and group the least difference by kind of vision."""
    yield "| scheme | colours of | count | " + " | ".join(KINDS) + " |"
    yield "|---|---|---:|" + "---:|" * len(KINDS)
    for name in SCHEMES:
        for group, colours in groups(name).items():
            apart = " | ".join(f"{nearest(colours, kind):.1f}" for kind in KINDS)
            yield f"| {name} | {group} | {len(set(colours))} | {apart} |"


def contrast(ink: str, ground: str) -> float:
    """The contrast ratio of WCAG 2.1."""
    return Color(ink).contrast(ground, method="wcag21")
