"""Games recorded on 18xx.games: their actions become ours.

A title adds a :class:`Dialect`: its own verbs and names. Passes of operating steps are dropped; before each
recorded action our own passes are added until that action is on offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine import flow
from engine.actions import Action, LayTile, Pass, PlaceToken, RunTrains
from engine.game import Game, Setup
from engine.records.dialect import Context, Dialect, Entry
from engine.records.peer_file import PeerPlayer, read_head
from engine.records.undo import effective, silent
from engine.records.verbs import VERBS
from engine.refusals import Malformed
from engine.scratch import Scratch
from engine.state import RESERVED
from engine.title import Title, find

BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""The errors that what stands in a record may lead to."""

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
        self.title = find(self.head.title)
        dialect: Dialect | None = self.title.dialect
        if dialect is None:
            raise Malformed("no_reader", title=self.title.name)
        self.dialect = dialect
        self.entries = dialect.annotated(self.head.actions)
        self.ids = [player.key for player in self.head.players]
        options = (
            *dialect.preset,
            *dialect.readings(self.entries),
            *(_option(self.title, dialect, name) for name in self.head.optional_rules),
        )
        self.title = self.title.of(len(self.ids), options)
        self.names = dict(zip(self.ids, _names(self.title, self.head.players), strict=True))
        self.setup = Setup(self.title.name, tuple(self.names.values()), options, self.head.random_seed)
        self.title = self.title.of(len(self.ids), options)

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

    def reader(self, index: int | None = None) -> Reader:
        """Return a reader that stands before that entry, or at the end."""
        reader = Reader(self)
        for at, entry in effective(self.entries[:index]):
            reader.follow(at, entry, faulty=self.faulty(at))
        if index is None:
            reader.finish()
        elif index < len(self.entries):
            reader.settle(self.entries[index])
        return reader

    def actions(self) -> list[Action]:
        """Return our actions for the whole record.

        :raises Refused: when one of them is illegal, even where that is known.
        """
        return Peer(self.data).reader().played

    def bought(self, index: int | None, unit: str) -> tuple[str, ...]:
        """Return the benefits a unit has paid for before that entry."""
        return tuple(self.reader(index).context.bought.get(unit, ()))


class Reader:
    """Plays a record entry by entry."""

    def __init__(self, record: Peer) -> None:
        self.dialect = record.dialect
        self.game = Game.begin(record.setup)
        self.context = Context(record.title, record.names, record.dialect.units)
        self.played: list[Action] = []
        self.events = list(self.game.events)
        self._passes: list[str] = []
        self._late: Entry = {}
        self._settled: Entry = {}
        self._dealt: tuple[tuple[int, ...], str] = ((), "")

    def follow(self, at: int, entry: Entry, *, faulty: bool = False) -> None:
        """Play the entry at a place of the file.

        :raises Malformed: when it cannot be read.
        :raises Refused: when it stands for an action that is illegal.
        """
        try:
            self.take(entry, faulty=faulty)
        except BROKEN as error:
            raise Malformed("record_entry", entry=at, verb=entry["type"]) from error

    def take(self, entry: Entry, *, faulty: bool = False) -> None:
        """Play an entry and what the peer did by itself as part of it.

        With ``faulty`` a run that the rules forbid earns what was recorded.
        """
        self.settle(entry)
        for part in parts(entry):
            if part["type"] == "end_game":
                self._stop()
                return
            self._passes = [*self._passes, str(part["entity"])] if dropped(part) else []
            if not self._silent(part):
                self._take(part, faulty=faulty)

    def settle(self, following: Entry) -> None:
        """Add our passes until the following entry is on offer, or what the peer did by itself as part of it."""
        first = first_part(following)
        if first is not None and self._settled is not following:
            self._prepare(first)
        self._settled = following

    def _prepare(self, entry: Entry) -> None:
        if not self._silent(entry) and not self.stands_for_nothing(entry):
            self._reach(entry)
            action = self.read(entry, self.context.fork())
            if action is not None:
                self._pass_until(action)

    def _silent(self, entry: Entry) -> bool:
        return silent(entry) or entry["type"] in (*self.dialect.silent, "undo", "redo", "end_game")

    def _stop(self) -> None:
        """End the game where the record does; what was passed there is passed here."""
        passed = {self.context.unit(name) for name in self._passes}
        while not self.game.state.over and self.game.pos.unit in passed and self._pass():
            pass
        if not self.game.state.over:
            self._play(self.game.stopped())

    def finish(self) -> None:
        """Pass to the end of the game, where nothing but passes is left."""
        while not self.game.state.over and self.game.state.frames[-1].kind == "operating":
            if not self._pass():
                return

    def read(self, entry: Entry, context: Context) -> Action | None:
        """Return our action for an entry, None if it stands for nothing of its own."""
        verb = self.dialect.verbs.get(entry["type"]) or VERBS.get(entry["type"])
        if verb is None:
            raise Malformed("unknown_verb", verb=entry["type"])
        return verb(context, self.game, entry)

    def _take(self, entry: Entry, *, faulty: bool) -> None:
        if self.stands_for_nothing(entry):
            return
        self._reach(entry)
        action = self.read(entry, self.context)
        if action is not None:
            self._pass_until(action)
            if faulty and isinstance(action, RunTrains) and action not in self.game.choices:
                self._earn(sum(int(route["revenue"]) for route in entry["routes"]))
            else:
                self._play(action)

    def _reach(self, entry: Entry) -> None:
        """Pass for others until it is the turn of the entry's unit or player."""
        wanted = entry["entity_type"]
        unit = self.context.unit(entry["entity"])
        if wanted in ("corporation", "minor"):
            self._end_turn("")
        while wanted in ("corporation", "minor") and self.game.pos.unit != unit and self._pass():
            pass
        while wanted == "player" and self._operates() and self._pass():
            pass
        late = (wanted == "company" or entry["type"] == "buy_company") and self._leave_track(entry)
        while wanted == "company" and not self._usable(entry, late=late) and self._pass():
            pass
        if wanted == "player":
            self._end_turn(self.context.player(entry["entity"]))

    def _leave_track(self, entry: Entry) -> bool:
        """Pass before a power is used if the record is past track and tokens in this turn; tell whether it was."""
        if self._late is entry:
            return True
        unit = self.game.pos.unit
        passed = len(self._passes) > 1 and {self.context.unit(name) for name in self._passes[-2:]} == {unit}
        building = any(step.verb in (LayTile, PlaceToken) for step in self.game.pos.open_steps)
        if passed and building and Pass(self.game.pos.director(unit)) in self.game.choices:
            self._play(Pass(self.game.pos.director(unit)))
            self._late = entry
        return passed

    def _usable(self, entry: Entry, *, late: bool) -> bool:
        """Tell whether the power of a private company may be used now; one known to be late is used at once."""
        action = self.read(entry, self.context.fork())
        usable = action is None or action in self.game.choices
        return usable and (late or self.dialect.timely(self.context, self.game, entry))

    def stands_for_nothing(self, entry: Entry) -> bool:
        """Tell whether our turns skip an entry: a pass, or an empty run where nothing can run."""
        idle = entry["type"] == "run_routes" and not entry["routes"]
        return self.spare(entry) or (idle and self.read(entry, self.context.fork()) is None)

    def spare(self, entry: Entry) -> bool:
        """Tell whether an entry is a pass that our rounds skip.

        A player leaves an auction only once; a turn in a stock round ends by itself when nothing more can be done.
        """
        if dropped(entry) or entry["type"] != "pass" or entry["entity_type"] != "player":
            return dropped(entry)
        player = self.context.player(entry["entity"])
        if self.game.state.over or player in self.game.pos.awaited:
            return False
        kind = self._kind()
        return kind == "auction" or (kind == "stock" and player in self._left_out())

    def _left_out(self) -> tuple[str, ...]:
        """Return the players of a stock round whose turns have ended by themselves since the last action."""
        pos = self.game.pos
        number, last = self._dealt
        if number != pos.frame.number:
            last = pos.state.order[0]
        queue = pos.frame.queue
        return queue[queue.index(last) :]

    def _kind(self) -> str:
        return "" if self.game.state.over else self.game.pos.frame.kind

    def _end_turn(self, player: str) -> None:
        """Pass for others in a stock round, where the record goes on with a later player without their passes."""
        while self._kind() == "stock" and self.game.pos.acting != player:
            action = Pass(self.game.pos.acting)
            if action not in self.game.choices:
                return
            self._play(action)

    def _operates(self) -> bool:
        return not self.game.state.over and self.game.state.frames[0].kind == "operating"

    def _pass_until(self, action: Action) -> None:
        unit = getattr(action, "unit", None)
        while self.game.choices.step(action) is None and not isinstance(action, Pass):
            if self.game.state.over or (unit is not None and self.game.pos.unit != unit) or not self._pass():
                return

    def _pass(self) -> bool:
        if self.game.state.over or not self.game.pos.awaited:
            return False
        action = Pass(self.game.pos.awaited[0])
        if not self._operates() or action not in self.game.choices:
            return False
        self._play(action)
        return True

    def _play(self, action: Action) -> None:
        if self._kind() == "stock":
            self._dealt = (self.game.pos.frame.number, action.actor)
        self.game = self.game.play(action)
        self.played.append(action)
        self.events += self.game.events

    def _earn(self, revenue: int) -> None:
        """Go on as if the unit in turn had run for a revenue."""
        scratch = Scratch.upon(self.game.pos)
        steps = scratch.now.round.steps(scratch.now)
        at = next(index for index, step in enumerate(steps) if step.verb is RunTrains)
        scratch.set_frame(stage=at + 1)
        scratch.note(revenue=revenue)
        scratch.state.ply += 1
        flow.settle(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        self.events += self.game.events


def parts(entry: Entry) -> tuple[Entry, ...]:
    """Return an entry and what was done by itself as part of it."""
    return (entry, *(entry.get("auto_actions") or ()))


def first_part(entry: Entry) -> Entry | None:
    """Return the first part of an entry that is an action."""
    return next((part for part in parts(entry) if not silent(part)), None)


def dropped(entry: Entry) -> bool:
    """Tell whether an entry is a pass of an operating step, which our turns skip."""
    return bool(entry["type"] == "pass" and entry["entity_type"] != "player")


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
