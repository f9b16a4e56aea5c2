"""Games recorded on 18xx.games: their actions become ours.

A title adds a :class:`Dialect`: its own verbs and names. Passes of operating steps are dropped; before each
recorded action our own passes are added until that action is on offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Action, Buy, Dividend, Lay, Pass, Route, Run, Scrap, Sell, Token, Train
from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import stop_exits
from engine.game import Game, Setup
from engine.position import Position
from engine.records.undo import SILENT, effective
from engine.rules import Malformed
from engine.state import DEPOT
from engine.title import Title, find

Entry = Mapping[str, Any]


@dataclass
class Context:
    """What a reader must remember: ids that only the record uses."""

    title: Title
    players: Mapping[str, str]
    units: Mapping[str, str]
    trains: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    bought: dict[str, list[str]] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    papers: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def fork(self) -> Context:
        """Return a copy to read ahead with."""
        bought = {unit: list(cars) for unit, cars in self.bought.items()}
        copies = {name: type(kept)(kept) for name, kept in self._kept().items()}
        return replace(self, **copies, bought=bought)

    def _kept(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("trains", "pieces", "sides", "papers", "gone")}

    def unit(self, name: Any) -> str:
        """Return our id of a unit."""
        return self.units.get(str(name), str(name))

    def hex_of(self, city: str) -> tuple[str, int]:
        """Return hex and stop of a recorded city such as ``57-0-1`` or ``C16-1-0``."""
        place, _, stop = city.rpartition("-")
        return self.pieces.get(place) or place.rpartition("-")[0], int(stop)


Verb = Callable[[Context, Game, Entry], Action | None]


def _same_cell(pos: Position, cell: str) -> str:
    return cell


def _none(entries: Sequence[Entry]) -> tuple[str, ...]:
    return ()


def _always(context: Context, game: Game, entry: Entry) -> bool:
    return True


def _nothing_more(pos: Position, ids: Mapping[str, str]) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Dialect:
    """What a title adds to the reading of its records.

    ``units`` maps recorded ids to ours where they differ; ``verbs`` read actions; ``options`` are recorded names
    of our options, ``preset`` the readings every record needs. ``special`` says in the record's terms what is
    special about a position, ``ignored`` which of its keys are not compared and why. ``rounds`` are its names of
    rounds, ``minors`` is the kind of unit that it lists apart. ``shown`` says what else is compared, by the recorded
    ids of players; ``silent`` entries stand for nothing, ``uncounted`` tiles are not compared. ``timely`` tells
    whether the power of a private company, open at any moment here, is recorded at the moment reached; ``readings``
    are options that the entries of a record show to be needed besides the preset. ``cell`` names a market cell as
    recorded; with ``one_bank`` shares never bought and shares sold are not told apart.
    """

    units: Mapping[str, str]
    preset: tuple[str, ...]
    options: Mapping[str, str]
    verbs: Mapping[str, Verb]
    special: Callable[[Position], Mapping[str, Any]]
    ignored: Mapping[str, str]
    rounds: Mapping[str, str]
    minors: str
    shown: Callable[[Position, Mapping[str, str]], Mapping[str, Any]] = _nothing_more
    silent: tuple[str, ...] = ()
    timely: Callable[[Context, Game, Entry], bool] = _always
    readings: Callable[[Sequence[Entry]], tuple[str, ...]] = _none
    cell: Callable[[Position, str], str] = _same_cell
    one_bank: bool = False
    uncounted: tuple[str, ...] = ()


class Peer:
    """A game read from a file of 18xx.games or from a conformance file."""

    def __init__(self, data: Entry) -> None:
        self.data = data
        self.entries: list[Entry] = data["actions"]
        self.title = find(str(data["title"]))
        dialect: Dialect | None = self.title.dialect
        if dialect is None:
            raise Malformed("no_reader", title=self.title.name)
        self.dialect = dialect
        self.ids = [str(player["id"]) for player in data["players"]]
        self.names = dict(zip(self.ids, _names(self.title, data["players"]), strict=True))
        settings = data.get("settings", data)
        self.recorded = tuple(settings.get("optional_rules", data.get("options", ())) or ())
        options = (
            *dialect.preset,
            *dialect.readings(self.entries),
            *(_option(dialect, name) for name in self.recorded),
        )
        self.setup = Setup(self.title.name, tuple(self.names.values()), options, _seed(data, settings))

    def __len__(self) -> int:
        return len(self.entries)

    def at(self, index: int | None = None) -> Game:
        """Return the game before that entry, or after the last.

        :raises EngineError: an action is illegal or cannot be read.
        """
        return self.reader(index).game

    def reader(self, index: int | None = None) -> Reader:
        """Return a reader that stands before that entry, or at the end."""
        reader = Reader(self)
        for _, entry in effective(self.entries[:index]):
            reader.take(entry)
        if index is None:
            reader.finish()
        elif index < len(self.entries):
            reader.prepare(self.entries[index])
        return reader

    def actions(self) -> list[Action]:
        """Return our actions for the whole record."""
        return self.reader().played

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

    def take(self, entry: Entry) -> None:
        """Play an entry and what the peer did by itself as part of it."""
        for part in (entry, *entry.get("auto_actions", ())):
            self._passes = [*self._passes, str(part["entity"])] if dropped(part) else []
            if part["type"] not in (*SILENT, *self.dialect.silent):
                self._take(part)

    def prepare(self, entry: Entry) -> None:
        """Add our passes until an entry is on offer."""
        silent = entry["type"] in (*SILENT, *self.dialect.silent, "undo", "redo")
        if not silent and not self.stands_for_nothing(entry):
            self._reach(entry)
            action = self.read(entry, self.context.fork())
            if action is not None:
                self._pass_until(action)

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

    def _take(self, entry: Entry) -> None:
        if self.stands_for_nothing(entry):
            return
        self._reach(entry)
        action = self.read(entry, self.context)
        if action is not None:
            self._pass_until(action)
            self._play(action)

    def _reach(self, entry: Entry) -> None:
        """Pass for others until the unit or player of the entry is in turn."""
        wanted = entry["entity_type"]
        unit = self.context.unit(entry["entity"])
        if wanted in ("corporation", "minor"):
            self._end_turn("")
        while wanted in ("corporation", "minor") and self.game.pos.unit != unit and self._pass():
            pass
        while wanted == "player" and self._operates() and self._pass():
            pass
        late = (wanted == "company" or entry["type"] == "buy_company") and self._leave_track(entry)
        while wanted == "company" and not late and not self._usable(entry) and self._pass():
            pass
        if wanted == "player":
            self._end_turn(self.context.players.get(str(entry["entity"]), ""))

    def _leave_track(self, entry: Entry) -> bool:
        """Pass before a power is used if the record has passed track and stations of this turn; tell whether so."""
        if self._late is entry:
            return True
        unit = self.game.pos.unit
        passed = len(self._passes) > 1 and {self.context.unit(name) for name in self._passes[-2:]} == {unit}
        building = any(step.verb in (Lay, Token) for step in self.game.pos.open_steps)
        if passed and building and Pass(self.game.pos.director(unit)) in self.game.choices:
            self._play(Pass(self.game.pos.director(unit)))
            self._late = entry
        return passed

    def _usable(self, entry: Entry) -> bool:
        """Tell whether the power of a private company may be used now."""
        action = self.read(entry, self.context.fork())
        usable = action is None or action in self.game.choices
        return usable and self.dialect.timely(self.context, self.game, entry)

    def stands_for_nothing(self, entry: Entry) -> bool:
        """Tell whether our turns do without an entry: a pass, or a run of nothing where nothing can run."""
        idle = entry["type"] == "run_routes" and not entry["routes"]
        return self.spare(entry) or (idle and self.read(entry, self.context.fork()) is None)

    def spare(self, entry: Entry) -> bool:
        """Tell whether an entry is a pass that our rounds do without."""
        out = self._kind() == "auction" and entry["type"] == "pass"
        return dropped(entry) or (
            out and self.context.players[str(entry["entity"])] not in self.game.pos.awaited
        )

    def _kind(self) -> str:
        return "" if self.game.state.over else self.game.pos.frame.kind

    def _end_turn(self, player: str) -> None:
        """Pass for others in a stock round, where the record goes on with a player without saying so."""
        while self._kind() == "stock" and self.game.pos.acting != player:
            action = Pass(self.game.pos.acting)
            if action not in self.game.choices:
                return
            self._play(action)

    def _operates(self) -> bool:
        return not self.game.state.over and self.game.pos.frame.kind == "operating"

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
        self.game = self.game.play(action)
        self.played.append(action)
        self.events += self.game.events


def dropped(entry: Entry) -> bool:
    """Tell whether an entry is a pass of an operating step, which our turns do without."""
    return bool(entry["type"] == "pass" and entry["entity_type"] != "player") or entry["type"] == "end_game"


def _names(title: Title, players: list[Entry]) -> Iterator[str]:
    seen = set(title.units)
    for seat, player in enumerate(players, 1):
        name = re.sub(r"[\s,;:|]+", "_", str(player.get("name", "")))
        name = "".join(filter(str.isprintable, name))
        if not name or name in seen:
            name = f"player{seat}"
        seen.add(name)
        yield name


def _option(dialect: Dialect, name: str) -> str:
    if name not in dialect.options:
        raise Malformed("unknown_option", option=name)
    return dialect.options[name]


def _seed(data: Entry, settings: Entry) -> int:
    seed = settings.get("seed", "")
    if seed in ("", None):
        digits = re.search(r"\d+", str(data.get("id", "")))
        return int(digits.group()) if digits else 0
    return int(seed)


# --- verbs that all titles record alike


def actor(context: Context, game: Game, entry: Entry) -> str:
    """Return who does an entry: the player himself, or who decides for the unit."""
    if entry["entity_type"] == "player":
        return context.players[str(entry["entity"])]
    return game.pos.director(context.unit(entry["entity"]))


def _lay(context: Context, game: Game, entry: Entry) -> Action:
    tile = entry["tile"].rpartition("-")[0]
    context.pieces[entry["tile"]] = entry["hex"]
    unit = context.unit(entry["entity"])
    return Lay(actor(context, game, entry), unit, entry["hex"], tile, int(entry["rotation"]))


def _token(context: Context, game: Game, entry: Entry) -> Action:
    hex_, stop = context.hex_of(entry["city"])
    return Token(actor(context, game, entry), context.unit(entry["entity"]), hex_, stop)


def train_type(name: str) -> str:
    """Return the type of a recorded train such as ``3-5``."""
    return name.rpartition("-")[0]


def _train(context: Context, game: Game, entry: Entry) -> Action:
    unit = context.unit(entry["entity"])
    seller = context.trains.get(entry["train"], DEPOT)
    context.trains[entry["train"]] = unit
    train = entry.get("variant") or train_type(entry["train"])
    return Train(actor(context, game, entry), unit, train, seller, int(entry["price"]))


def _scrap(context: Context, game: Game, entry: Entry) -> Action:
    context.trains.pop(entry["train"], None)
    unit = context.unit(entry["entity"])
    return Scrap(actor(context, game, entry), unit, train_type(entry["train"]))


def _buy(context: Context, game: Game, entry: Entry) -> Action:
    unit = entry["shares"][0].rpartition("_")[0]
    return Buy(actor(context, game, entry), context.unit(unit), int(entry["percent"]))


def _sell(context: Context, game: Game, entry: Entry) -> Action:
    unit = entry["shares"][0].rpartition("_")[0]
    return Sell(actor(context, game, entry), context.unit(unit), int(entry["percent"]))


def _dividend(context: Context, game: Game, entry: Entry) -> Action:
    unit = context.unit(entry["entity"])
    amount = {"withhold": 0, "payout": game.pos.cash(unit)}.get(entry["kind"]) or entry.get("amount", 0)
    return Dividend(actor(context, game, entry), unit, int(amount))


def _pass_turn(context: Context, game: Game, entry: Entry) -> Action:
    return Pass(actor(context, game, entry))


def run(context: Context, game: Game, entry: Entry) -> Run:
    """Return a recorded run; benefits bought before it come with it."""
    unit = context.unit(entry["entity"])
    routes = tuple(_route(game.pos, route) for route in entry["routes"])
    return Run(actor(context, game, entry), unit, tuple(context.bought.pop(unit, ())), routes)


def _route(pos: Position, route: Entry) -> Route:
    words: list[str] = []
    for piece in oriented(route["connections"]):
        ends = {0: _stop(pos, piece[0], piece[1]), len(piece) - 1: _stop(pos, piece[-1], piece[-2])}
        names = [f"{hex_}.{ends[at]}" if at in ends else hex_ for at, hex_ in enumerate(piece)]
        words += names[1:] if words else names
    return Route(train_type(route["train"]), tuple(words))


def _stop(pos: Position, hex_: str, other: str) -> int:
    """Return the stop of a hex that track from a neighbouring hex leads to."""
    side = next(edge for edge in EDGES if neighbour(hex_, edge) == other)
    face, rotation = pos.face(hex_)
    return next(at for at in range(len(face.stops)) if side in stop_exits(face.track, at, rotation))


def oriented(connections: list[list[str]]) -> list[list[str]]:
    """Return the pieces of a route turned so that each begins where the one before it ended."""
    if len(connections) < 2:
        return connections
    first, second = connections[0], connections[1]
    turned = [first if first[-1] in (second[0], second[-1]) else first[::-1]]
    for piece in connections[1:]:
        turned.append(piece if piece[0] == turned[-1][-1] else piece[::-1])
    return turned


VERBS: Mapping[str, Verb] = {
    "pass": _pass_turn,
    "lay_tile": _lay,
    "place_token": _token,
    "buy_train": _train,
    "discard_train": _scrap,
    "buy_shares": _buy,
    "sell_shares": _sell,
    "dividend": _dividend,
    "run_routes": run,
}
