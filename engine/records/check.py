"""Replaying recorded games and comparing every state with what was recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.events import Dividend, Event, PhaseBegan, Ran
from engine.game import Game
from engine.records.files import open_recording, read_json
from engine.records.peer import Peer, Reader, dropped
from engine.records.undo import SILENT, effective
from engine.records.view import Viewer, recorded
from engine.rules import EngineError
from engine.state import BANK

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
    refused: str = ""


def check(path: Path) -> Report:
    """Replay a file and compare what can be compared."""
    report = Report(path.name.removesuffix(".gz").removesuffix(".json"))
    try:
        recording = open_recording(path)
        if isinstance(recording, Peer):
            _check_peer(recording, report, _known(path, report.name))
        else:
            _check_own(recording, report)
    except EngineError as error:
        report.refused = report.refused or str(error)
    return report


def _check_own(recording: Any, report: Report) -> None:
    game = recording.at(None)
    report.actions = len(recording)
    result = recording.file.result
    if result is not None:
        found = {player: game.pos.worth(player) for player in game.state.players}
        report.mismatches += _differences(report.actions, "result", result, found)


def _check_peer(record: Peer, report: Report, known: set[tuple[int, str]]) -> None:
    states = Expected(record.data) if "states" in record.data else None
    reader, viewer = Reader(record), Viewer(record)
    entries = effective(record.entries)
    if states is not None:
        _compare(report, -1, states, viewer, reader.game, known)
    for index, entry in entries:
        try:
            reader.take(entry)
        except EngineError as error:
            report.refused = f"action {index}: {error}"
            report.mismatches.append(Mismatch(index, "refused", json.dumps(entry)[:300], str(error)))
            return
        report.actions += 1 + len(entry.get("auto_actions", ()))
        if states is None:
            continue
        states.advance(index)
        _settle(reader, entries, index)
        if _comparable(entries, index, reader):
            _compare(report, index, states, viewer, reader.game, known)
            _compare_events(report, index, states, viewer, reader, known)
    reader.finish()
    _compare_result(record, report, reader.game)


def _settle(reader: Reader, entries: list[Any], index: int) -> None:
    """Bring our game to where the next entry is on offer, or to the end."""
    following = next((entry for at, entry in entries if at > index), None)
    if following is None:
        reader.finish()
    else:
        parts = (following, *following.get("auto_actions", ()))
        first = next((part for part in parts if part["type"] not in SILENT), None)
        if first is not None:
            reader.prepare(first)


def _comparable(entries: list[Any], index: int, reader: Reader) -> bool:
    """Tell whether the next entry is one of ours, so that both games stand at the same decision."""
    following = next((entry for at, entry in entries if at > index), None)
    if following is None:
        return True
    return not dropped(following) and not any(reader.context.bought.values())


class Expected:
    """The recorded state, merged from its deltas, and the events since they were last compared."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.state: dict[str, Any] = json.loads(json.dumps(data["initial"]))
        self.steps = data["states"]
        self.events: list[Mapping[str, Any]] = []

    def advance(self, index: int) -> None:
        """Go to the state after an entry."""
        merge(self.state, self.steps[index]["delta"])
        self.events += self.steps[index].get("events", ())


def merge(target: dict[str, Any], delta: Mapping[str, Any]) -> None:
    """Apply a JSON merge patch in place."""
    for key, value in delta.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            kept = target.get(key)
            target[key] = dict(kept) if isinstance(kept, dict) else {}
            merge(target[key], value)
        else:
            target[key] = value


def _compare(
    report: Report, index: int, states: Expected, viewer: Viewer, game: Game, known: set[tuple[int, str]]
) -> None:
    found = viewer.view(game.pos)
    expected = recorded(states.state, found)
    for key in found:
        if (index, key) in known:
            report.known += 1
        else:
            report.mismatches += _differences(index, key, expected.get(key, MISSING), found[key])


def _differences(index: int, key: str, expected: Any, found: Any) -> Iterator[Mismatch]:
    """Yield the smallest parts that differ; only what our view names is compared."""
    if isinstance(expected, dict) and isinstance(found, dict):
        names = set(found) | (set(expected) if key in WHOLE else set())
        for name in sorted(names, key=str):
            inner = f"{key}.{name}"
            yield from _differences(index, inner, expected.get(name, MISSING), found.get(name, MISSING))
    elif expected != found:
        yield Mismatch(index, key, expected, found)


WHOLE = {"map", "market_cells", "tiles_left", "players", "companies", "minors", "result"}
"""Keys whose recorded entries must all be ours too."""


def _compare_events(
    report: Report, index: int, states: Expected, viewer: Viewer, reader: Reader, known: set[tuple[int, str]]
) -> None:
    expected = [line for event in states.events if (line := _recorded_event(event))]
    pos = reader.game.pos
    found = [line for event in reader.events if (line := _our_event(viewer, pos, event))]
    states.events, reader.events = [], []
    if (index, "events.run") in known:
        report.known += 1
        return
    report.mismatches += _differences(index, "events", _without_doubles(expected), found)


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


def _compare_result(record: Peer, report: Report, game: Game) -> None:
    result = record.data.get("result")
    if not result or record.data.get("end_reason") == "manually_ended":
        return
    by_name = {str(player["name"]): str(player["id"]) for player in record.data["players"]}
    expected = {by_name.get(str(who), str(who)): score for who, score in result.items()}
    found = {id_: game.pos.worth(name) for id_, name in record.names.items()}
    report.mismatches += _differences(len(record), "result", expected, found)


def _known(path: Path, name: str) -> set[tuple[int, str]]:
    """Return the places in which the record itself is at fault, from ``known.json`` near the file."""
    for folder in (path.parent, path.parent.parent):
        if (folder / "known.json").is_file():
            entries = read_json(folder / "known.json")
            return {(entry["action"], entry["key"]) for entry in entries if entry["file"] == name}
    return set()
