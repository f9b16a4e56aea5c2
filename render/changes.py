"""What looks different on the map in two positions."""

from __future__ import annotations

from engine.position import Position


def changed_hexes(one: Position, two: Position) -> tuple[str, ...]:
    """Return the hexes that look different in two positions."""
    a, b = one.state, two.state
    columns = (a.tiles, b.tiles), (a.tokens, b.tokens), (a.layers, b.layers)
    changed = (hex_ for old, new in columns for hex_ in {**old, **new} if old.get(hex_) != new.get(hex_))
    return tuple(dict.fromkeys(changed))
