"""How 18xx.games records 1844, and how its games are written for it."""
