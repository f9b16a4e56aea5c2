"""The board: hexes, tiles, and what the track on them connects."""
