"""Replaying recorded games and comparing every state with what was recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.events import Dividend, Event, PhaseBegan, Ran
from engine.records.files import open_recording, read_json
from engine.records.peer import Peer, Reader, dropped
from engine.records.undo import SILENT, Entry, effective
from engine.records.view import Viewer, recorded
from engine.rules import EngineError
from engine.state import BANK
from engine.title import find

MISSING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference before an entry: the key, what was recorded, what we found."""

    at: int
    key: str
    expected: Any
    found: Any


@dataclass(slots=True)
class Report:
    """What came of one file."""

    name: str
    actions: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    known: int = 0
    refused: EngineError | None = None
    options: tuple[str, ...] = ()


def check(path: Path) -> Report:
    """Replay a file and compare what can be compared."""
    report = Report(path.name.removesuffix(".gz").removesuffix(".json"))
    try:
        recording = open_recording(path)
        report.options = find(recording.setup.title).settle_options(recording.setup.options)
        if isinstance(recording, Peer):
            _Comparison(recording, report, _known(path, report.name)).run()
        else:
            _check_own(recording, report)
    except EngineError as error:
        report.refused = error
    return report


def _check_own(recording: Any, report: Report) -> None:
    game = recording.at(None)
    report.actions = len(recording)
    result = recording.file.result
    if result is not None:
        found = {player: game.pos.worth(player) for player in game.state.players}
        report.mismatches += _differences(report.actions, "result", result, found)


class _Comparison:
    """A record of 18xx.games beside our own game."""

    def __init__(self, record: Peer, report: Report, known: set[tuple[int, str]]) -> None:
        self.record = record
        self.report = report
        self.known = known
        self.reader = Reader(record)
        self.viewer = Viewer(record)
        self.entries = effective(record.entries)
        self.states = Expected(record.data) if "states" in record.data else None

    def run(self) -> None:
        """Replay entry by entry."""
        self._compare_state(-1)
        for at, (index, entry) in enumerate(self.entries):
            try:
                self.reader.take(entry)
            except EngineError as error:
                self.report.refused = error
                self.report.mismatches.append(Mismatch(index, "refused", dict(entry), str(error)))
                return
            self.report.actions += 1 + len(entry.get("auto_actions", ()))
            if self.states is not None:
                self.states.advance(index)
                self._compare(index, self.entries[at + 1 : at + 2])
        self.reader.finish()
        self._compare_result()

    def _compare(self, index: int, following: list[Entry]) -> None:
        """Compare after an entry, if the next one is ours too, so that both stand at the same decision."""
        _settle(self.reader, following)
        if following and dropped(following[0][1]):
            return
        if not any(self.reader.context.bought.values()):
            self._compare_state(index)
            self._compare_events(index)

    def _compare_state(self, index: int) -> None:
        if self.states is None:
            return
        found = self.viewer.view(self.reader.game.pos)
        expected = recorded(self.states.state, found)
        for key in found:
            self._note(index, key, expected.get(key, MISSING), found[key])

    def _without_doubles(lines: list[Any]) -> list[Any]:
    """Keep the last of dividends that follow each other for one company."""
    kept: list[Any] = []
    for line in lines:
        if kept and kept[-1][0] == line[0] == "dividend" and kept[-1][1] == line[1]:
            kept.pop()
        kept.append(line)
    return kept


def _recorded_event(event: Mapping[str, Any]) -> list[Any] | None:
    kind = event["type"]
    if kind == "run" and event["trains"]:
        runs = sorted([train["train"][1], train["revenue"], train["hexes"]] for train in event["trains"])
        return ["run", event["company"], event["revenue"], event.get("subsidy", 0), runs]
    if kind == "dividend":
        paid = {who: amount for who, amount in event["paid"].items() if amount and who != BANK}
        amount = event.get("amount", event.get("revenue", 0))
        return ["dividend", event["company"], amount, paid] if amount else None
    if kind == "phase":
        return ["phase", event.get("phase") or event.get("name")]
    return None


def _our_event(viewer: Viewer, pos: Any, event: Event) -> list[Any] | None:
    if isinstance(event, Ran) and event.routes:
        runs = sorted([run.train, run.revenue, _hexes(run.path)] for run in event.routes)
        return ["run", viewer.entity(pos, event.unit), event.revenue, event.subsidy, runs]
    if isinstance(event, Dividend):
        paid = {viewer.entity(pos, who): amount for who, amount in event.paid.items() if amount}
        return ["dividend", viewer.entity(pos, event.unit), event.amount, paid] if event.amount else None
    if isinstance(event, PhaseBegan):
        return ["phase", event.phase.capitalize()]
    return None


def _hexes(path: tuple[str, ...]) -> list[str]:
    return [place.partition(".")[0] for place in path]


def _known(path: Path, name: str) -> set[tuple[int, str]]:
    """Return the places in which the record itself is at fault, from ``known.json`` near the file."""
    for folder in (path.parent, path.parent.parent):
        if (folder / "known.json").is_file():
            entries = read_json(folder / "known.json")
            return {(entry["action"], entry["key"]) for entry in entries if entry["file"] == name}
    return set()
