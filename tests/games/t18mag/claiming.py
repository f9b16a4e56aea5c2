"""Routes that tests claim, and the blocked cross of the rulebook."""

from engine.actions import Route
from engine.position import Position
from engine.titles.t18mag import routing
from tests.tools.builder import position, tiles, tokens


def claim(pos: Position, unit: str, *texts: str, using: tuple[str, ...] = ()) -> routing.MinorRun:
    """Judge routes written ``4:E12.0-E14-F13.0``."""
    routes = [text.partition(":") for text in texts]
    return routing.judge(
        pos, unit, using, tuple(Route(train, tuple(path.split("-"))) for train, _, path in routes)
    )


def fault(judged: routing.MinorRun) -> tuple[str, dict]:
    """The rule that a set of routes breaks, and the values for the sentence."""
    assert judged.fault is not None
    return judged.fault.key, dict(judged.fault.values)


# --- the blocked cross of the rulebook: I-E-G-H, A-B-D-G-F-C

CROSS = tiles(
    C12="14 2", D13="4 2", E14="611 0", D15="14 0", E16="14 0", E18="57 1", E20="L34 1", F13="4 0", G12="57 0"
)
"""I, E, G, H, D, B, A, F and C in this order."""


def cross(**trains: str) -> Position:
    owned = {unit.lstrip("n"): tuple(names.split()) for unit, names in trains.items()}
    placed = tokens(E14="3.0 11.0", E16="3.0 5.0", C12="1.0")
    return position(CROSS, placed, owned, "brown")


RED_LINE = tiles(C8="57 1", D7="57 2")
