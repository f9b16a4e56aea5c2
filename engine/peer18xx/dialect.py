"""What a title adds to the reading of games recorded on 18xx.games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Action
from engine.defaults import always
from engine.game import Game
from engine.peer18xx.in_force import Entry
from engine.peer18xx.writing import Writing
from engine.position import Position
from engine.refusals import Malformed
from engine.state import OFFER
from engine.title import Title

UNKNOWN = object()
"""Stands in a view for a value that is not compared at this moment."""


@dataclass
class Context:
    """What a reader must remember, by ids that exist only in the record.

    ``trains`` says who has a train, ``sides`` which side of it is up, and ``pieces`` on which hex a tile lies.
    ``bought`` is what was paid for by a unit or player before the action that it belongs to, ``owners`` who has a
    private or an acquired company; ``gone`` are certificates no longer on offer.
    """

    title: Title
    players: Mapping[str, str]
    units: Mapping[str, str]
    trains: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    bought: dict[str, list[str]] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def fork(self) -> Context:
        """Return a copy to read ahead with."""
        return replace(
            self,
            trains=dict(self.trains),
            pieces=dict(self.pieces),
            bought={unit: list(cars) for unit, cars in self.bought.items()},
            sides=dict(self.sides),
            owners=dict(self.owners),
            gone=set(self.gone),
        )

    def player(self, name: Any) -> str:
        """Return our id of a player, whom the record calls by the id or, on one device, by the name.

        :raises Malformed: when nobody is called so.
        """
        known = self.players.get(str(name)) or next((one for one in self.players.values() if one == name), "")
        if not known:
            raise Malformed("record_player", player=str(name)[:40])
        return known

    def unit(self, name: Any) -> str:
        """Return our id of a unit."""
        return self.units.get(str(name), str(name))

    def has_left(self, pos: Position, share: str, pool: int) -> bool:
        """Tell whether a recorded certificate is no longer on offer; the first ordinary ones lay in the ``pool``.

        One that nobody bought, since a private or an office came with it, is the first of those not named so far.
        """
        name, _, number = share.rpartition("_")
        numbers = range(len(pos.title.units[self.unit(name)].shares))
        open_ = [one for one in numbers if one > pool and f"{name}_{one}" not in self.gone]
        nameless = len(open_) - len(pos.certificates(OFFER, self.unit(name)))
        return int(number) not in open_[max(nameless, 0) :]

    def hex_of(self, city: str) -> tuple[str, int]:
        """Return hex and stop of a recorded city such as ``57-0-1`` or ``C16-1-0``."""
        place, _, stop = city.rpartition("-")
        return self.pieces.get(place) or place.rpartition("-")[0], int(stop)


Verb = Callable[[Context, Game, Entry], Action | None]


@dataclass(frozen=True)
class Dialect:
    """What a title adds to the reading of its records.

    ``units`` maps recorded ids to ours where they differ, and ``options`` recorded names of options to ours;
    ``preset`` are the readings that every record needs. ``verbs`` read actions. ``special`` says in the record's
    terms what is special about a position, ``rounds`` are its names of rounds, and ``minors`` is the kind of unit
    that it lists apart. ``writing`` is how the title's games are written.

    ``shown`` says what else is compared, by the recorded ids of players. ``silent`` entries stand for nothing.
    ``timely`` tells whether the power of a private company, open at any moment here, is recorded at the moment
    reached. ``readings`` are options that the entries of a record show to be needed besides the preset. ``cell``
    names a market cell as recorded, ``phase`` a phase, and ``train`` the type of a train recorded with a run.
    With ``one_bank`` only the record keeps shares sold apart from those never bought. ``annotated`` adds to
    entries what only those around them tell. ``uncounted`` names the tiles that are not compared. ``dummy`` is
    the recorded id of a title's dummy, who is listed among those that decide where all players do. ``older`` are
    readings of former versions there, which no new game has.
    """

    units: Mapping[str, str]
    preset: tuple[str, ...]
    options: Mapping[str, str]
    verbs: Mapping[str, Verb]
    special: Callable[[Position], Mapping[str, Any]]
    rounds: Mapping[str, str]
    minors: str
    writing: Writing
    shown: Callable[[Position, Mapping[str, str]], Mapping[str, Any]] = lambda _pos, _ids: {}
    silent: tuple[str, ...] = ()
    timely: Callable[[Context, Game, Entry], bool] = always
    readings: Callable[[Sequence[Entry]], tuple[str, ...]] = lambda _entries: ()
    cell: Callable[[Position, str], str] = lambda _pos, cell: cell
    one_bank: bool = False
    phase: Callable[[str], str] = str
    train: Callable[[str], str] = str
    annotated: Callable[[Sequence[Entry]], list[Entry]] = list
    uncounted: Callable[[Position], Collection[str]] = lambda _pos: ()
    dummy: str = ""
    older: tuple[str, ...] = ()
