"""The copies of tiles under their recorded names, as a writer keeps track of them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.peer18xx.writing import Untold
from engine.position import Position


class TileBook:
    """Which copies of tiles lie where; a tile that is taken up goes behind the others of its number.

    ``printed`` are the numbers of bare hexes that are not 0.
    """

    def __init__(self, pos: Position, printed: Mapping[str, int]) -> None:
        self._printed = printed
        self._pools = {tile.id: tile.pool for tile in pos.title.tiles.values()}
        supply = pos.state.supply
        self._free = {
            tile: [*range(supply.get(pool) or 1)] for tile, pool in self._pools.items() if pool in supply
        }
        self._endless = {
            tile for tile, pool in self._pools.items() if pool in supply and supply[pool] is None
        }
        self._laid: dict[str, str] = {}
        self.spoilt: set[str] = set()
        """Copies that 18xx.games takes for other tiles since they were laid last, and lays no more."""
        self._layers: dict[str, int] = {}

    def lay(self, hex_: str, tile: str) -> str:
        """Return the copy that is laid on a hex; what lay there is free again.

        :raises Untold: when none is left that 18xx.games would lay.
        """
        fit = (number for number in self._free[tile] if f"{tile}-{number}" not in self.spoilt)
        number = next(fit, None)
        if number is None:
            raise Untold("untold_tile", tile=tile)
        if tile in self._endless:
            self._free[tile].append(max(self._free[tile]) + 1)
        for side in self._sides(tile):
            self._free[side].remove(number)
        before = self._laid.get(hex_)
        if before is not None:
            old, _, copy = before.rpartition("-")
            for side in self._sides(old):
                self._free[side].append(int(copy))
        self._laid[hex_] = f"{tile}-{number}"
        return self._laid[hex_]

    def copy(self, hex_: str) -> str:
        """Return the copy that lies on a hex, empty if none does."""
        return self._laid.get(hex_, "")

    def layer(self, tile: str) -> str:
        """Return the copy of a tile that is laid upon what a hex shows."""
        number = self._layers.get(tile, 0)
        self._layers[tile] = number + 1
        return f"{tile}-{number}"

    def _sides(self, tile: str) -> list[str]:
        return [
            side for side, pool in self._pools.items() if pool == self._pools[tile] and side in self._free
        ]

    def city(self, hex_: str, stop: int) -> str:
        """Return the recorded name of a city."""
        return f"{self.copy(hex_) or f'{hex_}-{self._printed.get(hex_, 0)}'}-{stop}"
