"""Games recorded on 18xx.games: their actions become ours.

A title adds a :class:`Dialect`: its own verbs and names. Passes of operating steps are dropped; before each
recorded action our own passes are added until that action is on offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from engine.actions import Action
from engine.game import Game, Setup
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.entries import with_turns
from engine.peer18xx.file_head import PeerPlayer, read_head
from engine.peer18xx.in_force import Entry, effective
from engine.peer18xx.reader import Reader
from engine.peer18xx.running import pass_as_recorded
from engine.refusals import IllegalAction, Malformed
from engine.retrace import Stuck
from engine.state import RESERVED
from engine.title import Title, find

RUNS = ("events.run", "run_routes")
"""Keys of known faults in a run, for which the recorded revenue is taken."""


class Peer:
    """A game read from a file of 18xx.games or from a conformance file.

    ``known`` are the entries and keys at which the record itself is at fault.
    """

    def __init__(self, data: Entry, known: frozenset[tuple[int, str]] = frozenset()) -> None:
        self.data = data
        self.known = known
        self.head = read_head(data)
        title = find(self.head.title)
        dialect = dialect_of(title.name)
        if dialect is None:
            raise Malformed("no_reader", title=title.name)
        self.dialect = dialect
        self.entries = with_turns(dialect.annotated(self.head.actions))
        self.ids = [player.key for player in self.head.players]
        options = (
            *dialect.preset,
            *dialect.readings(self.entries),
            *(_option(title, dialect, name) for name in self.head.optional_rules),
        )
        self.title = title.of(len(self.ids), options)
        self.names = dict(zip(self.ids, _names(self.title, self.head.players), strict=True))
        self.setup = Setup(title.name, tuple(self.names.values()), options, self.head.random_seed)

    @property
    def called(self) -> Mapping[str, str]:
        """Return the names of people, by player."""
        return {self.names[player.key]: str(player.name) or player.key for player in self.head.players}

    @property
    def decided(self) -> Mapping[int, str]:
        """Return nothing: who decided an action that no player decided is not recorded there."""
        return {}

    @property
    def running(self) -> bool:
        """Tell whether the file says that the game is still played."""
        return self.data.get("status") == "active"

    def __len__(self) -> int:
        return len(self.entries)

    def at(self, index: int | None = None) -> Game:
        """Return the game before that entry, or after the last.

        :raises Refused: when an action is illegal or cannot be read.
        """
        return self.reader(index).game

    def faulty(self, index: int) -> bool:
        """Tell whether an entry is a run known to break the rules."""
        return any((index, key) in self.known for key in RUNS)

    def begin(self) -> Reader:
        """Return a reader that stands before the first entry."""
        return Reader(self.setup, self.dialect, Context(self.title, self.names, self.dialect.units))

    def reader(self, index: int | None = None) -> Reader:
        """Return a reader that stands before that entry, or at the end."""
        reader = self.begin()
        for at, entry in effective(self.entries[:index]):
            try:
                reader.follow(at, entry, faulty=self.faulty(at))
            except IllegalAction as error:
                raise Stuck(error, at) from None
        reader.catch_up()
        if index is None and self.running:
            pass_as_recorded(reader.ours, self.entries)
        elif index is None:
            reader.finish()
        elif index < len(self.entries):
            reader.come_to(index, self.entries[index])
        return reader

    def actions(self) -> list[Action]:
        """Return our actions for the whole record; one that breaks a rule, even where that is known, is as recorded.

        :raises Refused: when too many do, or one cannot be read.
        """
        return Peer(self.data).reader().ours.played

    def bought(self, index: int | None, unit: str) -> tuple[str, ...]:
        """Return the benefits a unit has paid for before that entry."""
        return tuple(self.reader(index).context.bought.get(unit, ()))


def _names(title: Title, players: Iterable[PeerPlayer]) -> Iterator[str]:
    seen = {*title.units, title.data.dummy, *title.data.automata, *RESERVED}
    for seat, player in enumerate(players, 1):
        name = re.sub(r"[\s,;:|]+", "_", str(player.name))
        name = "".join(filter(str.isprintable, name))
        if not name or name in seen:
            name = f"player{seat}"
        seen.add(name)
        yield name


def _option(title: Title, dialect: Dialect, name: str) -> str:
    if name not in dialect.options:
        raise Malformed("unknown_option", option=name, title=title.name)
    return dialect.options[name]
