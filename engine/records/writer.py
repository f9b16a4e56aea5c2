"""Writing a game as 18xx.games records it: its steps wait where ours are skipped, and its copies have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine import flow
from engine.actions import (
    Acquire,
    Action,
    Bid,
    Buy,
    BuyTrain,
    Discard,
    EndGame,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    Sell,
)
from engine.events import Event, Ran
from engine.game import Game, Setup
from engine.position import Position
from engine.records.book import ShareBook, TileBook, TrainBook
from engine.records.dialect import Dialect
from engine.records.writing import PeerStep, RecordedTurn, WriteVerb
from engine.rounds.duplicate_token import RemoveToken
from engine.scratch import Scratch
from engine.steps.trains import train_limit

Entry = dict[str, Any]
NOTHING = 10**9
"""More than anybody has: the price where nothing is sold."""
PASSES_OF_UNITS = ("inherit",)
"""Decisions within a turn that a unit leaves by a pass there as here."""


class Writer:
    """Plays a game again and writes it down."""

    def __init__(self, setup: Setup, dialect: Dialect, ids: Mapping[str, Any]) -> None:
        assert dialect.writing is not None
        self.game = Game.begin(setup)
        self.dialect = dialect
        self.writing = dialect.writing
        self.entries: list[Entry] = []
        self.turn = RecordedTurn()
        self._ids = ids
        self._units = {ours: theirs for theirs, ours in dialect.units.items()}
        self._told = 0
        self._closed = False
        self._time = 0
        self.following: Sequence[Action] = ()
        self._later: list[Callable[[Position, Sequence[Event]], None]] = []
        self.trains = TrainBook(self.pos, self.writing.given, self.writing.kept)
        self.tiles = TileBook(self.pos, self.writing.printed)
        self.shares = ShareBook(self.pos)

    @property
    def pos(self) -> Position:
        """Return the position before the action that is written."""
        return self.game.pos

    # --- what verbs use

    def unit(self, unit: str) -> str:
        """Return the recorded name of a unit."""
        return self._units.get(unit, unit)

    def share(self, certificate: str) -> str:
        """Return the recorded name of a certificate."""
        unit, _, number = certificate.rpartition(".")
        return f"{self.unit(unit)}_{number}"

    def by_player(self, kind: str, player: str, /, **fields: Any) -> Entry:
        """Write what a player does."""
        return self._add(kind, self._ids[player], "player", fields)

    def by_unit(self, kind: str, unit: str, /, **fields: Any) -> Entry:
        """Write what a unit does."""
        minor = self.game.title.units[unit].kind == self.dialect.minors
        return self._add(kind, self.unit(unit), "minor" if minor else "corporation", fields)

    def by_private(self, kind: str, private: str, /, **fields: Any) -> Entry:
        """Write what a private does."""
        return self._add(kind, private, "company", fields)

    def _add(self, kind: str, entity: Any, entity_type: str, fields: Mapping[str, Any]) -> Entry:
        who = {"type": kind, "entity": entity, "entity_type": entity_type}
        entry = {**who, "id": len(self.entries) + 1, "created_at": self._time, **fields}
        self.entries.append(entry)
        return entry

    def by_itself(self, kind: str, unit: str, /, **fields: Any) -> None:
        """Add what happens by itself to the entry written last."""
        parts = self.entries[-1].setdefault("auto_actions", [])
        last = parts[-1] if parts else {}
        if "corporations" in fields and last.get("type") == kind:
            last["corporations"] += fields["corporations"]
            return
        part = {"type": kind, "entity": self.unit(unit), "entity_type": "corporation", **fields}
        parts.append(part)

    def later(self, told: Callable[[Position, Sequence[Event]], None]) -> None:
        """Complete an entry once its action has been played."""
        self._later.append(told)

    # --- the game

    def write(self, actions: Iterable[Action], times: Sequence[int] = ()) -> None:
        """Write actions down in turn, and play them; ``times`` say when each was taken, in seconds since 1970."""
        listed = list(actions)
        for at, action in enumerate(listed):
            self._time = times[at] if times else 0
            self.following = listed[at + 1 :]
            self._write(action)
        if not self.pos.state.over and self._operates(self.pos):
            self._reach(())

    def _write(self, action: Action) -> None:
        if self._operates(self.pos) and len(self.pos.state.frames) == 1:
            self._reach((type(action),))
            self._reach_late(action)
        verb = self.writing.verbs.get(type(action)) or VERBS[type(action)]
        verb(self, action)
        self.turn.done.append(action)
        self._close(type(action))
        scratch = Scratch.upon(self.pos)
        self._told = 0
        flow.act(scratch, action, self._turn_ends)
        self._tell(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        for told in self._later:
            told(self.pos, scratch.events)
        self._later.clear()
        self.trains.agree(self.pos)
        self.shares.agree(self.pos)
        self._skip(type(action))

    def _close(self, verb: type[Action]) -> None:
        """Note that a step that is taken once is over."""
        self._closed = False
        if self.turn.left < len(self.writing.steps) and self._operates(self.pos):
            step = self.writing.steps[self.turn.left]
            self._closed = step.once and verb in step.verbs
            self.turn.left += self._closed

    def _skip(self, verb: type[Action]) -> None:
        """Skip the step that an action belonged to if it waits for no other, and what follows and does not wait.

        What is skipped there is over for this turn.
        """
        if not self._operates(self.pos) or len(self.pos.state.frames) > 1:
            return
        frame, steps = self.pos.state.frames[0], self.writing.steps
        if not frame.queue or (self.turn.unit, self.turn.number) != (frame.queue[0], frame.number):
            return
        own = self.turn.left
        while self.turn.left < len(steps):
            step = steps[self.turn.left]
            done = self.turn.left > own or self._closed or verb in step.verbs
            if not done or step.waits is never or (not step.quiet and self._waits(step, self.pos)):
                return
            self._leave(self.pos)

    def _turn_ends(self, scratch: Scratch) -> None:
        """Write what leaves the steps that are left in a turn that ends."""
        pos = scratch.now
        if len(pos.state.frames) != 1 or not self._operates(pos):
            return
        self._tell(scratch)
        self._begin(pos)
        while self.turn.left < len(self.writing.steps):
            self._leave(pos)
        self.turn = RecordedTurn()

    def _tell(self, scratch: Scratch) -> None:
        for event in scratch.events[self._told :]:
            self.writing.told(self, event)
        self._told = len(scratch.events)

    def _begin(self, pos: Position) -> None:
        frame = pos.state.frames[0]
        if (self.turn.unit, self.turn.number) != (frame.queue[0], frame.number):
            self.turn = RecordedTurn(frame.queue[0], frame.number)
            self.writing.begin(self)

    def _reach(self, verbs: tuple[type[Action], ...]) -> None:
        """Leave the steps before the one that a verb belongs to."""
        self._begin(self.pos)
        steps = self.writing.steps
        wanted = [at for at, step in enumerate(steps) if set(verbs) & set(step.verbs)]
        ahead = next((at for at in wanted if at >= self.turn.left), None)
        if ahead is None and not wanted:
            return
        while ahead is not None and self.turn.left < ahead:
            self._leave(self.pos)

    def leave_open(self) -> None:
        """Leave the steps that a pass of ours closes."""
        verbs = {step.verb for step in self.pos.turn_steps()}
        steps = self.writing.steps
        closed = [at for at, step in enumerate(steps) if verbs & {*step.verbs, *step.also}]
        while closed and self.turn.left <= closed[-1]:
            self._leave(self.pos)

    def _reach_late(self, action: Action) -> None:
        """Leave the steps before the one meant for what any step allows, if nothing follows that belongs to those."""
        steps = self.writing.steps
        at = next((at for at, step in enumerate(steps) if type(action) in step.also), None)
        if at is None:
            return
        sooner = {verb for step in steps[:at] for verb in step.verbs}
        for later in self.following:
            if getattr(later, "unit", self.turn.unit) != self.turn.unit:
                break
            if type(later) in sooner:
                return
        while self.turn.left < at:
            self._leave(self.pos)

    def _leave(self, pos: Position) -> None:
        step = self.writing.steps[self.turn.left]
        if self._waits(step, pos):
            step.leave(self)
        self.turn.left += 1

    def _waits(self, step: PeerStep, pos: Position) -> bool:
        applies = not step.kinds or pos.kind(self.turn.unit) in step.kinds
        return applies and step.waits(pos, self.turn)

    @staticmethod
    def _operates(pos: Position) -> bool:
        return not pos.state.over and pos.state.frames[0].kind == "operating"


# --- what all titles write alike


def possible(verb: type[Action], *ignored: str) -> Callable[[Position, RecordedTurn], bool]:
    """Return whether a step waits: where an action is possible, or would be without the rules that are ignored."""

    def waits(pos: Position, _turn: RecordedTurn) -> bool:
        for step in pos.round.steps(pos):
            if step.verb is verb:
                names = [name for name in ignored if name in step.rules.names]
                judged = step.judged_by(step.rules.without(*names))
                if next(iter(judged.legal(pos)), None) is not None:
                    return True
        return False

    return waits


def may_buy_train(pos: Position, unit: str, cheapest: int, *, trades: bool = True) -> bool:
    """Tell whether a unit could buy a train there: it has room, and money for the bank's or any of another unit."""
    if len(pos.state.trains.get(unit, ())) >= train_limit(pos, unit):
        return False
    sellers = [seller for seller in pos.state.tokens_left if seller != unit]
    others = any(pos.state.trains.get(seller) for seller in sellers)
    return pos.cash(unit) >= cheapest or (trades and others and pos.cash(unit) > 0)


def never(_pos: Position, _turn: RecordedTurn) -> bool:
    """Return that a step does not wait, but where its action follows."""
    return False


def leave_by_pass(writer: Writer) -> None:
    """Write a pass of the unit in turn."""
    writer.by_unit("pass", writer.turn.unit)


def leave_by_empty_run(writer: Writer) -> None:
    """Write a run without routes."""
    writer.by_unit("run_routes", writer.turn.unit, routes=[], extra_revenue=0, subsidy=0)


def _pass(writer: Writer, action: Action) -> None:
    kind = writer.pos.frame.kind
    if kind in PASSES_OF_UNITS:
        writer.by_unit("pass", writer.pos.unit)
    elif kind == "operating":
        writer.leave_open()
    else:
        writer.by_player("pass", action.actor)


def _bid(writer: Writer, action: Any) -> None:
    writer.by_player("bid", action.actor, company=action.private, price=action.price)


def _par(writer: Writer, action: Any) -> None:
    entry = writer.by_player("par", action.actor, corporation=writer.unit(action.unit), share_price="")

    def priced(pos: Position, _events: Sequence[Event]) -> None:
        cell = writer.dialect.cell(pos, pos.cell(action.unit))
        entry["share_price"] = f"{action.price},{cell}"

    writer.later(priced)


def write_purchase(writer: Writer, action: Any) -> None:
    """Write the purchase of a certificate."""
    certificate = writer.shares.bought(action.unit, action.percent, action.seller)
    writer.shares.move(certificate, action.actor)
    writer.by_player("buy_shares", action.actor, shares=[writer.share(certificate)], percent=action.percent)


def write_sale(writer: Writer, action: Any) -> Entry:
    """Write the sale of shares."""
    sold = writer.shares.sold(action.unit, action.percent, action.actor)
    entry = writer.by_player(
        "sell_shares", action.actor, shares=[writer.share(one) for one in sold], percent=action.percent
    )
    for certificate in sold:
        if not certificate.endswith(".0"):
            writer.shares.move(certificate, "pool")
    return entry


def _sell(writer: Writer, action: Any) -> None:
    write_sale(writer, action)


def _acquire(writer: Writer, action: Any) -> None:
    writer.by_unit("buy_company", action.unit, company=action.private, price=action.price)


def lay_fields(writer: Writer, hex_: str, tile: str, rotation: int) -> Entry:
    """Return how a tile is laid."""
    return {"hex": hex_, "tile": writer.tiles.lay(hex_, tile), "rotation": rotation}


def write_lay(writer: Writer, action: Any) -> None:
    """Write a tile that is laid, by a unit or with the power of a private."""
    fields = lay_fields(writer, action.hex, action.tile, action.rotation)
    if action.using:
        writer.by_private("lay_tile", action.using, **fields)
    else:
        writer.by_unit("lay_tile", action.unit, **fields)


def slot(pos: Position, hex_: str, stop: int) -> int:
    """Return the first free slot of a city."""
    return sum(one.stop == stop for one in pos.state.tokens.get(hex_, ()))


def write_token(writer: Writer, action: Any) -> None:
    """Write a token that is placed."""
    writer.by_unit(
        "place_token",
        action.unit,
        city=writer.tiles.city(action.hex, action.stop),
        slot=slot(writer.pos, action.hex, action.stop),
        tokener=writer.unit(action.unit),
    )


def _run(writer: Writer, action: RunTrains) -> None:
    write_run(writer, action)


def write_run(writer: Writer, action: RunTrains) -> Entry:
    """Write a run; what it earned is known once it is played."""
    names = writer.trains.named(action.unit, [route.train for route in action.routes])
    routes = [_route(writer.pos, name, route.path) for name, route in zip(names, action.routes, strict=True)]
    entry = writer.by_unit("run_routes", action.unit, routes=routes, extra_revenue=0, subsidy=0)

    def earned(_pos: Position, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Ran) and event.unit == action.unit:
                entry["subsidy"] = event.subsidy
                for route, one in zip(routes, event.routes, strict=True):
                    route["revenue"] = one.revenue

    writer.later(earned)
    return entry


def _route(pos: Position, train: str, path: Sequence[str]) -> Entry:
    pieces: list[list[str]] = []
    stops = [place for place in path if "." in place]
    for place in path:
        hex_, _, stop = place.partition(".")
        if pieces:
            pieces[-1].append(hex_)
        if stop:
            pieces.append([hex_])
    hexes = [place.partition(".")[0] for place in stops]
    nodes = [f"{hex_}-{_node(pos, place)}" for hex_, place in zip(hexes, stops, strict=True)]
    return {
        "train": train,
        "connections": pieces[:-1],
        "hexes": hexes,
        "revenue": 0,
        "revenue_str": "-".join(hexes),
        "subsidy": 0,
        "nodes": nodes,
    }


def _node(pos: Position, place: str) -> int:
    """Return the number of a stop among those of its kind on a hex."""
    hex_, _, stop = place.partition(".")
    kinds = [one.kind == "town" for one in pos.face(hex_)[0].stops]
    return kinds[: int(stop)].count(kinds[int(stop)])


def _dividend(writer: Writer, action: Any) -> None:
    writer.by_unit("dividend", action.unit, kind="payout" if action.total else "withhold")


def train_fields(writer: Writer, action: Any) -> Entry:
    """Return how a train is bought."""
    fields = {"train": writer.trains.buy(action.unit, action.train, action.seller), "price": action.price}
    return fields if action.seller in writer.pos.state.tokens_left else {**fields, "variant": action.train}


def _train(writer: Writer, action: Any) -> None:
    writer.by_unit("buy_train", action.unit, **train_fields(writer, action))


def _discard(writer: Writer, action: Any) -> None:
    writer.by_unit(
        "discard_train", action.unit, train=writer.trains.give_back(action.unit, action.train, kept=True)
    )


def _remove(writer: Writer, action: Any) -> None:
    city = writer.tiles.city(action.hex, action.stop)
    writer.by_unit("remove_token", writer.pos.unit, city=city, slot=0)


def _stop(writer: Writer, action: Action) -> None:
    writer.by_player("end_game", action.actor)


VERBS: Mapping[type[Action], WriteVerb] = {
    Pass: _pass,
    EndGame: _stop,
    Bid: _bid,
    Par: _par,
    Buy: write_purchase,
    Sell: _sell,
    Acquire: _acquire,
    LayTile: write_lay,
    PlaceToken: write_token,
    RunTrains: _run,
    PayDividend: _dividend,
    BuyTrain: _train,
    Discard: _discard,
    RemoveToken: _remove,
}
