"""How 18xx.games records 18Mag, and how its games are written for it."""
