"""Recorded states held against ours: what is compared, when, and what is said of a difference."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.events import DividendPaid, Event, PhaseBegan, Ran
from engine.peer18xx.compared import StateDescriber
from engine.peer18xx.recorded_game import Peer
from engine.records import check as checking
from engine.records.check import Expected, FileReport, _apart, _recorded_event, _without_doubles, check
from engine.refusals import Malformed
from tests.engine.peer18xx.kept_games import kept
from tests.engine.records.test_records import bid, record
from tests.games.t18mag.builders import Builder

LENGTH = 130
"""So many entries of a kept game: two operating rounds."""


def told(unit: Mapping[str, Any]) -> dict[str, Any]:
    """A unit as a record has it: trains with their copies, tokens with their slots."""
    trains = [[f"{train}-{at}", train] for at, train in enumerate(unit["trains"])]
    return {**unit, "trains": trains, "stations": [[*place, 0] for place in unit["stations"]]}


def recorded(describer: StateDescriber, event: Event, pos: Any) -> dict[str, Any] | None:
    """An event as a record has it."""
    if isinstance(event, Ran) and event.routes:
        trains = [
            {
                "train": ["x-0", one.train],
                "revenue": one.revenue,
                "hexes": [place.partition(".")[0] for place in one.path],
            }
            for one in event.routes
        ]
        return {
            "type": "run",
            "company": describer.entity(pos, event.unit),
            "revenue": event.revenue,
            "subsidy": event.subsidy,
            "trains": trains,
        }
    if isinstance(event, DividendPaid):
        paid = {describer.entity(pos, who): amount for who, amount in event.paid.items()}
        unit = describer.entity(pos, event.unit)
        return {"type": "dividend", "company": unit, "amount": event.amount, "paid": {**paid, "bank": 0}}
    return {"type": "phase", "name": event.phase} if isinstance(event, PhaseBegan) else None


def patch(before: Any, after: Any) -> Any:
    """What a merge patch makes of one state for another."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return after
    changed = {key: patch(before.get(key), value) for key, value in after.items() if value != before.get(key)}
    return {**changed, **{key: None for key in before if key not in after}}


@cache
def text() -> str:
    """The beginning of a kept game, with the state and the events after every entry."""
    data = {**kept("mag-two").file, "result": {}}
    data["actions"] = data["actions"][:LENGTH]
    record = Peer(data)
    reader, describer = record.begin(), StateDescriber(record)

    def state() -> dict[str, Any]:
        shown = describer.describe(reader.game.pos)
        units = {
            key: {name: told(unit) for name, unit in shown[key].items()} for key in ("companies", "minors")
        }
        return json.loads(json.dumps({**shown, **units}))

    data["initial"], data["states"] = state(), []
    before = data["initial"]
    for index, (entry, following) in enumerate(
        zip(data["actions"], [*data["actions"][1:], None], strict=True)
    ):
        reader.follow(index, entry)
        if following is not None:
            reader.come_to(index + 1, following)
        else:
            reader.finish()
        events = [recorded(describer, event, reader.game.pos) for event in reader.ours.events]
        reader.ours.events = []
        now = state()
        data["states"].append({"delta": patch(before, now), "events": [one for one in events if one]})
        before = now
    data["result"] = {id_: reader.game.pos.worth(name) for id_, name in record.names.items()}
    return json.dumps(data)


def checked(data: dict[str, Any], folder: Path) -> FileReport:
    path = folder / "game.json"
    path.write_text(json.dumps(data), "utf-8")
    return check(path)


def test_a_record_that_says_what_we_say_has_no_mismatch(tmp_path: Path):
    report = checked(json.loads(text()), tmp_path)

    assert (report.refused, report.mismatches) == (None, [])
    assert report.actions == LENGTH


def test_a_state_that_differs_is_named_with_its_entry_and_the_smallest_part(tmp_path: Path):
    """Until a later entry says it otherwise."""
    data = json.loads(text())
    at = next(
        at
        for at, one in enumerate(data["states"])
        if at > 100 and "cash" in one["delta"].get("players", {}).get("1", {})
    )
    cash = data["states"][at]["delta"]["players"]["1"]["cash"]
    data["states"][at]["delta"]["players"]["1"]["cash"] += 1
    first = checked(data, tmp_path).mismatches[0]

    assert (first.at, first.key) == (at, "players.1.cash")
    assert (first.expected, first.found) == (cash + 1, cash)


def test_an_entry_that_cannot_be_read_ends_the_comparison(tmp_path: Path):
    """With states beside the entries or without; what came before it counts."""
    data = json.loads(text())
    data["actions"][5]["type"] = "dance"
    raw = {key: value for key, value in data.items() if key != "states"}
    found = [checked(one, tmp_path) for one in (data, raw)]

    assert [(str(one.refused), one.mismatches, one.actions) for one in found] == [
        ("unknown_verb {'verb': 'dance'}", [], 5)
    ] * 2


def test_what_was_taken_against_the_rules_is_reported(tmp_path: Path):
    """Bob chooses a minor that is gone."""
    report = checked(record(bid(5, 1, minor="3"), bid(6, 2, minor="3"), bid(7, 3, minor="5")), tmp_path)

    assert [(one.at, one.why.key) for one in report.taken] == [(1, "draft_offer")]


def test_a_player_of_whom_we_know_nothing_is_a_difference(tmp_path: Path):
    """Keys that our view lacks are compared where every one of them must be in it, and left alone elsewhere."""
    data = json.loads(text())
    data["initial"]["players"]["9"] = {"cash": 1}
    data["initial"]["special"]["unheard"] = 1
    report = checked(data, tmp_path)

    assert {one.key for one in report.mismatches} == {"players.9"}
    assert report.mismatches[0].at == -1


@pytest.mark.parametrize("kind", ["run", "dividend"])
def test_an_event_that_differs_is_named(kind: str, tmp_path: Path):
    """A revenue that was not earned, a share that was not paid."""
    data = json.loads(text())
    states = enumerate(data["states"])
    at, event = next((at, one) for at, state in states for one in state["events"] if one["type"] == kind)
    if kind == "run":
        event["revenue"] += 10
    else:
        event["paid"]["player:1"] = event["paid"].get("player:1", 0) + 1
    (found,) = checked(data, tmp_path).mismatches

    assert (found.at, found.key) == (at, "events.run")


def test_a_result_that_differs_is_named(tmp_path: Path):
    data = json.loads(text())
    data["result"]["2"] += 1
    (found,) = checked(data, tmp_path).mismatches

    assert (found.at, found.key) == (LENGTH, "result.2")
    assert found.expected == found.found + 1


def test_what_a_record_is_known_to_have_wrong_is_counted_apart(tmp_path: Path):
    """Entry and key stand in ``known.json`` beside it."""
    data = json.loads(text())
    data["initial"]["phase"] = "Purple"
    mistaken = checked(data, tmp_path)
    known = [{"file": "game", "action": one.at, "key": one.key} for one in mistaken.mismatches]
    (tmp_path / "known.json").write_text(json.dumps(known), "utf-8")
    report = checked(data, tmp_path)

    assert {one.key for one in mistaken.mismatches} == {"phase"}
    assert (report.mismatches, report.known) == ([], len(known))


def test_a_run_known_to_break_the_rules_is_counted_without_states_too(tmp_path: Path):
    """There is nothing to compare it with."""
    data = {key: value for key, value in json.loads(text()).items() if key != "states"}
    at = next(at for at, entry in enumerate(data["actions"]) if entry["type"] == "run_routes")
    (tmp_path / "known.json").write_text(
        json.dumps([{"file": "game", "action": at, "key": "run_routes"}]), "utf-8"
    )

    assert checked(data, tmp_path).known == 1


@pytest.mark.parametrize(
    ("step", "building", "after"),
    [
        ("lay_track", False, True),
        ("run_trains", False, True),
        ("buy_trains", True, False),
        ("acquire_companies", True, False),
        ("discard", False, False),
        (None, False, False),
    ],
)
def test_only_one_of_both_may_be_past_the_revenue(step: str | None, building: bool, after: bool):
    """Then nothing is compared."""
    lays = Builder(3).owns("ann", "n3").cash(n3=90).minor("3")
    buys = Builder(3).owns("ann", "n3").cash(n3=90).minor("3", "train")

    assert _apart({"step": step}, lays.pos) is building
    assert _apart({"step": step}, buys.pos) is after


def test_of_dividends_of_one_company_in_a_row_the_last_counts():
    """Another company's, or one after something else, stands for itself."""
    one, more, other = ["dividend", "A", 1, {}], ["dividend", "A", 2, {}], ["dividend", "B", 2, {}]
    run = ["run", "A", 1, 0, []]

    assert _without_doubles([one, more, other]) == [more, other]
    assert _without_doubles([one, run, more]) == [one, run, more]
    assert _without_doubles([run, run]) == [run, run]


def test_what_is_recorded_of_events_is_brought_into_one_shape():
    """Nothing of a run without trains, of a dividend of nothing, or of any other event; the bank is paid nothing."""
    trains = [
        {"train": ["3-1", "3"], "revenue": 30, "hexes": ["B"]},
        {"train": ["2-0", "2"], "revenue": 40, "hexes": ["A"]},
    ]
    run = {"type": "run", "company": "A", "revenue": 70, "trains": trains}
    paid = {"type": "dividend", "company": "A", "paid": {"bank": 30, "player:1": 40, "player:2": 0}}

    assert _recorded_event(run, str) == ["run", "A", 70, 0, [["2", 40, ["A"]], ["3", 30, ["B"]]]]
    assert _recorded_event({**run, "subsidy": 5, "trains": trains[:1]}, str) == [
        "run",
        "A",
        70,
        5,
        [["3", 30, ["B"]]],
    ]
    assert _recorded_event({**run, "trains": []}, str) is None
    assert _recorded_event(paid, str) == ["dividend", "A", 70, {"player:1": 40}]
    assert _recorded_event({**paid, "revenue": 60}, str) == ["dividend", "A", 60, {"player:1": 40}]
    assert _recorded_event({**paid, "amount": 50}, str) == ["dividend", "A", 50, {"player:1": 40}]
    assert _recorded_event({**paid, "paid": {}}, str) is None
    assert _recorded_event({"type": "phase", "name": "Green"}, str) == ["phase", "Green"]
    assert _recorded_event({"type": "export", "name": "3"}, str) is None


def test_events_are_gathered_until_they_are_compared():
    """And the state is the one after all deltas; what it began with stays as it was."""
    data = {"initial": {"a": {"b": 1}}, "states": [{"delta": {"a": {"b": 2}}, "events": [1]}, {"delta": {}}]}
    expected = Expected(data)
    for index in (0, 1):
        expected.advance(index)

    assert (expected.state, expected.events) == ({"a": {"b": 2}}, [1])
    assert data["initial"] == {"a": {"b": 1}}


def test_a_file_that_leads_to_an_error_of_the_program_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Other files are checked all the same: the report has the error, and how far the file was read."""

    def broken(_recording: object, report: FileReport) -> None:
        report.actions = 3
        raise KeyError("XX")

    monkeypatch.setattr(checking, "_check", broken)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(kept("mag-two").file), "utf-8")
    refused = check(path).refused

    assert isinstance(refused, Malformed)
    assert (refused.key, refused.values) == ("bad_record", {"where": "entry 3", "why": "KeyError 'XX'"})
