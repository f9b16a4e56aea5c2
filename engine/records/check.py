"""Replaying recorded games and comparing every state with what was recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.actions import LayTile, PlaceToken, RunTrains
from engine.events import DividendPaid, Event, PhaseBegan, Ran
from engine.peer18xx.compared import MISSING, StateDescriber, recorded
from engine.peer18xx.entries import first_part, parts
from engine.peer18xx.entry_reader import BROKEN
from engine.peer18xx.in_force import NumberedEntry, effective
from engine.peer18xx.recorded_game import Peer
from engine.peer18xx.replayed_game import Taken
from engine.position import Position
from engine.printed import BadTitle
from engine.records.files import Recording, open_recording
from engine.records.own import Own
from engine.refusals import Malformed, Refused
from engine.state import BANK
from engine.title import find

WHOLE = {"map", "market_cells", "tiles_left", "players", "companies", "minors", "result"}
"""Keys of which every recorded entry must also be in our view."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference after an entry: the key, the recorded value, and ours."""

    at: int
    key: str
    expected: Any
    found: Any


@dataclass(slots=True)
class FileReport:
    """What came of one file."""

    name: str
    actions: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    known: int = 0
    taken: list[Taken] = field(default_factory=list)
    refused: Refused | None = None
    options: tuple[str, ...] = ()


def check(path: Path) -> FileReport:
    """Replay a file and compare what can be compared."""
    report = FileReport(path.name.removesuffix(".gz").removesuffix(".json"))
    try:
        recording = open_recording(path)
        report.options = find(recording.setup.title).normalised_options(recording.setup.options)
        _check(recording, report)
    except Refused as error:
        report.refused = error
    except BadTitle:
        raise
    except BROKEN as error:
        where = f"entry {report.actions}"
        report.refused = Malformed("bad_record", where=where, why=f"{type(error).__name__} {error}")
    return report


def _check(recording: Recording, report: FileReport) -> None:
    if isinstance(recording, Peer):
        _Comparison(recording, report).run()
    elif isinstance(recording, Own):
        pos = recording.at(None).pos
        report.actions = len(recording)
        found = {player: pos.worth(player) for player in pos.state.players}
        if recording.file.result is not None:
            report.mismatches += _differences(report.actions, "result", recording.file.result, found)


class _Comparison:
    """A record of 18xx.games beside our own game."""

    def __init__(self, record: Peer, report: FileReport) -> None:
        self.record = record
        self.report = report
        self.known = record.known
        self.reader = record.begin()
        self.describer = StateDescriber(record)
        self.entries = effective(record.entries)
        self.states = Expected(record.data) if "states" in record.data else None

    def run(self) -> None:
        """Replay entry by entry."""
        self._compare_state(-1)
        for at, (index, entry) in enumerate(self.entries):
            faulty = self.record.faulty(index)
            self.reader.follow(index, entry, faulty=faulty)
            self.report.actions += len(parts(entry))
            if self.states is None:
                self.report.known += faulty
            else:
                self.states.advance(index)
                self._compare(index, self.entries[at + 1 : at + 2])
        self.reader.finish()
        self._compare_result()
        self.report.taken = self.reader.ours.taken

    def _compare(self, index: int, following: list[NumberedEntry]) -> None:
        """Compare after an entry if the next one is an action of ours, so that both are at the same decision."""
        first = None
        for at, entry in following:
            first = first_part(entry)
            self.reader.come_to(at, entry)
        if not following:
            self.reader.finish()
        if self.reader.ours.held or (first is not None and self.reader.spare.stand_for_nothing(first)):
            return
        if not any(self.reader.context.bought.values()):
            self._compare_state(index)
            self._compare_events(index)

    def _compare_state(self, index: int) -> None:
        if self.states is None or _apart(self.states.state, self.reader.game.pos):
            return
        found = self.describer.describe(self.reader.game.pos)
        expected = recorded(self.states.state, found, self.record.dialect, self.reader.game.pos)
        for key in found:
            self._note(index, key, expected.get(key, MISSING), found[key])

    def _compare_events(self, index: int) -> None:
        assert self.states is not None
        pos = self.reader.game.pos
        train_type = self.record.dialect.train
        expected = [line for event in self.states.events if (line := _recorded_event(event, train_type))]
        found = [
            line for event in self.reader.ours.events if (line := _our_event(self.describer, pos, event))
        ]
        self.states.events, self.reader.ours.events = [], []
        self._note(index, "events.run", _without_doubles(expected), found)

    def _note(self, index: int, key: str, expected: Any, found: Any) -> None:
        if (index, key) in self.known:
            self.report.known += 1
        else:
            self.report.mismatches += _differences(index, key, expected, found)

    def _compare_result(self) -> None:
        result = self.record.data.get("result")
        if not result:
            return
        by_name = {str(player.name): player.key for player in self.record.head.players}
        expected = {by_name.get(str(who), str(who)): score for who, score in result.items()}
        found = {id_: self.reader.game.pos.worth(name) for id_, name in self.record.names.items()}
        self.report.mismatches += _differences(len(self.record), "result", expected, found)


BUILDING = ("lay_track", "lay_home_tile", "place_home_station", "place_station", "run_trains")
AFTERWARDS = ("acquire_companies", "buy_trains", "buy_privates")
"""The recorded steps of a turn before the revenue, and those after it."""


def _apart(recorded: Mapping[str, Any], pos: Position) -> bool:
    """Tell whether only one of the record and our turn is past the revenue.

    Steps in which nothing can be done have happened here already, and a power is used before the passes that only
    the record has; the next recorded action finds both at the same point.
    """
    before = any(step.verb in (LayTile, PlaceToken, RunTrains) for step in pos.open_steps)
    return recorded.get("step") in (AFTERWARDS if before else BUILDING)


class Expected:
    """The recorded state, merged from its deltas, and the events since they were last compared."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.state: dict[str, Any] = json.loads(json.dumps(data["initial"]))
        self.steps = data["states"]
        self.events: list[Mapping[str, Any]] = []

    def advance(self, index: int) -> None:
        """Go to the state after an entry."""
        patch(self.state, self.steps[index]["delta"])
        self.events += self.steps[index].get("events", ())


def patch(target: dict[str, Any], delta: Mapping[str, Any]) -> None:
    """Apply a JSON merge patch in place."""
    for key, value in delta.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            kept = target.get(key)
            target[key] = dict(kept) if isinstance(kept, dict) else {}
            patch(target[key], value)
        else:
            target[key] = value


def _differences(index: int, key: str, expected: Any, found: Any) -> Iterator[Mismatch]:
    """Yield the smallest parts that differ; keys that our view does not have are not compared."""
    if expected == found:
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        names = set(found) | (set(expected) if key in WHOLE else set())
        for name in sorted(names, key=str):
            inner = f"{key}.{name}"
            yield from _differences(index, inner, expected.get(name, MISSING), found.get(name, MISSING))
    else:
        yield Mismatch(index, key, expected, found)


# --- events in one shape


def _without_doubles(lines: list[Any]) -> list[Any]:
    """Keep only the last of consecutive dividends of one company."""
    kept: list[Any] = []
    for line in lines:
        if kept and kept[-1][0] == line[0] == "dividend" and kept[-1][1] == line[1]:
            kept.pop()
        kept.append(line)
    return kept


def _recorded_event(event: Mapping[str, Any], train_type: Callable[[str], str]) -> list[Any] | None:
    kind = event["type"]
    if kind == "run" and event["trains"]:
        runs = sorted(
            [train_type(train["train"][1]), train["revenue"], train["hexes"]] for train in event["trains"]
        )
        return ["run", event["company"], event["revenue"], event.get("subsidy", 0), runs]
    if kind == "dividend":
        paid = {who: amount for who, amount in event["paid"].items() if amount and who != BANK}
        amount = event.get("amount", event.get("revenue", 0)) or sum(event["paid"].values())
        return ["dividend", event["company"], amount, paid] if amount else None
    return ["phase", event["name"]] if kind == "phase" else None


def _our_event(describer: StateDescriber, pos: Position, event: Event) -> list[Any] | None:
    if isinstance(event, Ran) and event.routes:
        runs = sorted([run.train, run.revenue, _hexes(run.path)] for run in event.routes)
        return ["run", describer.entity(pos, event.unit), event.revenue, event.subsidy, runs]
    if isinstance(event, DividendPaid):
        paid = {describer.entity(pos, who): amount for who, amount in event.paid.items() if amount}
        return ["dividend", describer.entity(pos, event.unit), event.amount, paid] if event.amount else None
    return ["phase", describer.dialect.phase(event.phase)] if isinstance(event, PhaseBegan) else None


def _hexes(path: tuple[str, ...]) -> list[str]:
    return [place.partition(".")[0] for place in path]
