"""A book of what a file for 18xx.games names, kept from the game alone: copies of trains, subsidies, tiles, cities.

It shares nothing with the writer but the game's events. The copies of a card are numbered in the order in which they
leave its stack, sold or exported; a train on the map of a run, in a deal, returned or turned belongs to who names it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

from engine.actions import Action
from engine.events import Event, Ran, TrainBought, TrainDiscarded, TrainRusted
from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.position import Position
from engine.state import DEPOT, POOL
from tests.engine.peer_entries import Entry

RESERVED = {"1844": {"5-1": "", "5-2": "SBB"}}
"""Copies that do not lie on the stacks, with who is formed with one; a player gives the other away."""
LAYERS = ("XM", "X78", "X79")
"""Panels and tunnels, which lie on top of what a hex shows."""


class PeerBook:
    """Holds the entries of a file against a game; ``faults`` are those that name something else."""

    def __init__(self, game: Game, entries: Sequence[Entry]) -> None:
        self.game = game
        self.faults: list[str] = []
        self.entries = entries
        self.left = [entry for entry in entries if not entry.get("auto_actions")]
        self.card = {train.name: train.stack for train in game.title.data.trains}
        self.limits = {train.name: train.count for train in game.title.data.trains}
        reserved = RESERVED.get(game.title.name, {})
        self.numbers = {stack: self._copies(stack, reserved) for stack in dict.fromkeys(self.card.values())}
        self.returned: dict[str, list[str]] = defaultdict(list)
        self.owner: dict[str, str] = {}
        self.side: dict[str, str] = {}
        dialect = dialect_of(game.title.name)
        self.units = dict(dialect.units) if dialect is not None else {}
        self._tiles()
        self._agree(game.pos)

    @staticmethod
    def _copies(stack: str, reserved: Collection[str]) -> Iterator[str]:
        return (name for at in count() if (name := f"{stack}-{at}") not in reserved)

    # --- tiles and cities

    def _tiles(self) -> None:
        """See that no copy lies twice, and that a city is named by the tile that lies there."""
        laid: dict[str, str] = {}
        for entry in self.entries:
            if entry["type"] == "lay_tile" and not entry["tile"].startswith(LAYERS):
                name, _, number = entry["tile"].rpartition("-")
                if entry["tile"] in laid.values():
                    self._fault(entry, "lies elsewhere")
                tile = self.game.title.tiles.get(name)
                supply = self.game.title.board.supply.get(tile.pool) if tile else None
                if tile is None or (supply is not None and int(number) >= supply):
                    self._fault(entry, "no such tile")
                laid[entry["hex"]] = entry["tile"]
            elif "city" in entry:
                at = entry["city"].rpartition("-")[0]
                place = at.rpartition("-")[0]
                if at not in laid.values() and (place not in self.game.title.hexes or place in laid):
                    self._fault(entry, "no such city")

    # --- trains

    def keep(self, actions: Iterable[Action]) -> list[str]:
        """Play the game beside its file; return what the file names otherwise."""
        for action in actions:
            self.game = self.game.play(action)
            for event in self.game.events:
                self._follow(event)
            self._agree(self.game.pos)
        return self.faults

    def _follow(self, event: Event) -> None:
        if isinstance(event, TrainBought):
            self._bought(event)
        elif isinstance(event, TrainRusted) and event.holder == DEPOT:
            self._next(self.card[event.train])
        elif isinstance(event, TrainRusted):
            self._rusted(event)
        elif isinstance(event, TrainDiscarded):
            self._gave_back(event)
        elif isinstance(event, Ran) and event.routes:
            self._ran(event)

    def _bought(self, event: TrainBought) -> None:
        stack = self.card[event.train]
        director, gift = self.game.pos.director(event.unit), event.seller in self.game.state.players
        if gift or (director and director == self.game.title.data.dummy):
            name = "5-1" if gift else self._next(stack)
            self.owner[name], self.side[name] = event.unit, event.train
            return
        entry = self._entry("buy_train", event.unit)
        name = str(entry.get("train"))
        if event.seller == DEPOT:
            wanted = self._next(stack)
            if name != wanted:
                self._fault(entry, f"the next is {wanted}")
        elif self.owner.get(name) != event.seller:
            self._fault(entry, f"{event.seller} does not sell it")
        if self.card.get(name.rpartition("-")[0]) != stack:
            self._fault(entry, f"a {event.train} is bought")
        self.owner[name], self.side[name] = event.unit, event.train

    def _next(self, stack: str) -> str:
        """The copy that leaves a stack: the last one laid back on it, or the next."""
        return self.returned[stack].pop() if self.returned[stack] else next(self.numbers[stack])

    def _rusted(self, event: TrainRusted) -> None:
        if event.why == "turned":
            entry = self._entry("swap_train", event.holder)
            names = [str(entry.get("train"))]
            if not self._is(names[0], event.holder, event.train):
                self._fault(entry, f"{event.holder} has no such {event.train}")
        else:
            names = [name for name in self.owner if self._is(name, event.holder, event.train)][:1]
        for name in names:
            if event.into:
                self.side[name] = event.into
            else:
                self.owner.pop(name, None)

    def _gave_back(self, event: TrainDiscarded) -> None:
        entry = self._entry("discard_train", event.unit)
        name = str(entry.get("train"))
        if not self._is(name, event.unit, event.train):
            self._fault(entry, f"{event.unit} has no such {event.train}")
        self.owner.pop(name, None)
        if event.to == POOL:
            self.owner[name] = POOL
        elif self.game.title.name == "18Mag":
            self.returned[self.card[event.train]].append(name)

    def _ran(self, event: Ran) -> None:
        entry = self._entry("run_routes", event.unit)
        routes = entry.get("routes", [])
        names = [route["train"] for route in routes]
        if Counter(route["revenue"] for route in routes) != Counter(one.revenue for one in event.routes):
            self._fault(entry, f"earned {[one.revenue for one in event.routes]}")
        if entry.get("subsidy") != event.subsidy or any("subsidy" in route for route in routes):
            self._fault(entry, f"subsidy {event.subsidy}")
        for name, one in zip(names, event.routes, strict=False):
            if not self._is(name, event.unit, one.train) or names.count(name) > 1:
                self._fault(entry, f"{name} is no {one.train} of {event.unit}")

    def _is(self, name: str, unit: str, side: str) -> bool:
        return self.owner.get(name) == unit and self.side.get(name) == side

    def _agree(self, pos: Position) -> None:
        """Hand over what companies take from each other when one is acquired, or begin with."""
        wanted = {unit: Counter(trains) for unit, trains in pos.state.trains.items() if unit != POOL}
        loose = []
        for name, unit in [*self.owner.items()]:
            if unit != POOL and wanted.get(unit, Counter())[self.side[name]] < 1:
                loose.append(name)
            elif unit != POOL:
                wanted[unit][self.side[name]] -= 1
        for unit, some in wanted.items():
            for side in some.elements():
                found = next((name for name in loose if self.side[name] == side), "")
                if found:
                    loose.remove(found)
                else:
                    found = self._begun_with(unit, side)
                self.owner[found], self.side[found] = unit, side
        for name in loose:
            del self.owner[name]

    def _begun_with(self, unit: str, side: str) -> str:
        """The copy that a unit gets for nothing: one that never lay on a stack, or the next."""
        reserved = RESERVED.get(self.game.title.name, {})
        own = next((name for name, former in reserved.items() if former == unit), "")
        return own or self._next(self.card[side])

    # --- entries

    def _entry(self, kind: str, unit: str) -> Entry:
        """The next entry of a kind that a unit makes; it is empty, and a fault, where there is none."""
        for at, entry in enumerate(self.left):
            by = self.units.get(str(entry.get("entity")), entry.get("entity"))
            by = unit if entry.get("entity_type") == "company" else by
            full = kind != "run_routes" or entry.get("routes")
            if entry["type"] == kind and by == unit and full:
                del self.left[: at + 1]
                return entry
        self.faults.append(f"no {kind} of {unit}")
        return {}

    def _fault(self, entry: Entry, why: str) -> None:
        self.faults.append(f"{entry.get('id')} {entry.get('type')} {entry.get('train', '')}: {why}")
