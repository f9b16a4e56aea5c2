"""How 18xx.games records 18CZ, and how its games are written for it."""
