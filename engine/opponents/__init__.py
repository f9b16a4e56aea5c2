"""Computer players: they choose among the legal actions and know nothing else."""

from __future__ import annotations

from collections.abc import Callable

from engine.opponents.building import BuilderPlayer
from engine.opponents.eager import EagerPlayer, FoundingPlayer
from engine.opponents.house import HousePlayer
from engine.opponents.journeyman import Journeyman
from engine.opponents.master import Master
from engine.opponents.moody import MoodyPlayer
from engine.opponents.plain import RandomPlayer, ThriftyPlayer
from engine.opponents.raiding import RaidingPlayer

_KINDS = (
    MoodyPlayer,
    FoundingPlayer,
    RaidingPlayer,
    RandomPlayer,
    MoodyPlayer,
    FoundingPlayer,
    RandomPlayer,
    EagerPlayer,
    EagerPlayer,
    RaidingPlayer,
)


def mixed(seed: int) -> RandomPlayer:
    """Return a player whose kind depends on the last digit of the seed."""
    return _KINDS[seed % len(_KINDS)](seed)


LEVELS: dict[str, type[HousePlayer]] = {
    "apprentice": HousePlayer,
    "journeyman": Journeyman,
    "master": Master,
}
"""The levels of the house's players, the weakest first."""
SIMPLER = {"master": "journeyman", "journeyman": "apprentice"}
"""The level that decides where another one takes too long."""
USUAL = "journeyman"
"""The level of those nobody has chosen one for."""

STYLES: dict[str, Callable[[int], RandomPlayer]] = {
    "mixed": mixed,
    "random": RandomPlayer,
    "thrifty": ThriftyPlayer,
    "moody": MoodyPlayer,
    "eager": EagerPlayer,
    "founding": FoundingPlayer,
    "raiding": RaidingPlayer,
    "builder": BuilderPlayer,
    "house": HousePlayer,
    **LEVELS,
}

__all__ = [
    "LEVELS",
    "SIMPLER",
    "STYLES",
    "USUAL",
    "BuilderPlayer",
    "EagerPlayer",
    "FoundingPlayer",
    "HousePlayer",
    "Journeyman",
    "Master",
    "MoodyPlayer",
    "RaidingPlayer",
    "RandomPlayer",
    "ThriftyPlayer",
    "mixed",
]
