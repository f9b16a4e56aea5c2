"""What looks different on the map in two positions."""

from __future__ import annotations

from engine.position import Position


def changed_hexes(one: Position, two: Position) -> tuple[str, ...]:
    """Return the hexes that look different in two positions."""
    columns = (
        (one.state.tiles, two.state.tiles),
        (one.state.tokens, two.state.tokens),
        (one.state.layers, two.state.layers),
    )
    return tuple(
        dict.fromkeys(
            hex_ for old, new in columns for hex_ in {**old, **new} if old.get(hex_) != new.get(hex_)
        )
    )
