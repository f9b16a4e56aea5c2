"""The map: hexes, tiles, and what the track on them connects."""
