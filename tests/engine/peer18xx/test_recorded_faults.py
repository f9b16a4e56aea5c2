"""Runs of a record that break the rules: known ones earn what was recorded, others are taken so and named."""

import json
from typing import Any

import pytest

from engine.actions import AsRecorded, LayTile, PayDividend, RunTrains
from engine.events import Paid, TakenAsRecorded
from engine.peer18xx.our_turn import same_turn
from engine.peer18xx.recorded_game import RUNS, Peer
from engine.peer18xx.replayed_game import ReplayedGame, Taken, recorded_earnings
from engine.refusals import IllegalAction
from tests.engine.peer18xx.both_ways import entries, read, reader_at
from tests.engine.peer18xx.kept_games import kept
from tests.engine.peer18xx.test_both_ways import ran
from tests.games.t18cz.tracks import company
from tests.games.t18mag.builders import Builder, paid
from tests.games.t18mag.test_railcars import fiume


def doubled() -> tuple[int, dict[str, Any]]:
    """The place of a run in which one train goes the same way twice, and a game that ends with it."""
    file = kept("czech-two").file
    entries = json.loads(json.dumps(file["actions"]))
    at = next(at for at, one in enumerate(entries) if one["type"] == "run_routes" and len(one["routes"]) == 1)
    entries[at]["routes"] *= 2
    return at, {**file, "status": "active", "actions": entries[: at + 1]}


@pytest.mark.parametrize("key", RUNS)
def test_a_known_fault_of_a_run_earns_what_was_recorded(key: str):
    """Nothing is named, and the game goes on after the run, which counts as an action."""
    at, file = doubled()
    peer = Peer(file, frozenset({(at, key)}))
    before, reader = peer.at(at), peer.reader()
    revenue = sum(route["revenue"] for route in file["actions"][at]["routes"])

    assert peer.faulty(at)
    assert not peer.faulty(at - 1)
    assert reader.ours.taken == []
    assert not [event for event in reader.ours.events if isinstance(event, TakenAsRecorded)]
    assert (reader.game.pos.unit, reader.game.pos.turn.revenue) == (before.pos.unit, revenue)
    assert PayDividend in {step.verb for step in reader.game.pos.open_steps}
    assert reader.game.state.ply == before.state.ply + 1


def test_a_known_fault_ends_a_turn_in_which_nothing_is_left_to_do():
    """Nothing was earned that could be divided, and there is no money for a train."""
    before = Builder().cash(n6=0).trains(n6="2").minor("6", "lay")
    ours = ReplayedGame(before.setup)
    ours.game = before
    ours.earn(RunTrains("ann", "6", (), ()), {"routes": []})

    assert (ours.game.pos.unit, same_turn(before, ours.game)) == ("7", False)


def test_a_minors_run_against_the_rules_is_shared_as_it_was():
    """Its trains go the same way: its owner and the RABA are paid, the mine's part is the treasury's alone."""
    before = fiume(n13="2 2")
    routes = [ran(train, 60, "I2", "H1")["routes"][0] for train in ("2-12", "2-13")]
    minor = {"entity": "13", "entity_type": "minor"}
    bought = {"type": "special_buy", "description": "+20 Offboard Bonus [RABA]", "cost": 10}
    told = [
        {**minor, **bought},
        {"type": "run_routes", **minor, "routes": routes, "subsidy": 30},
    ]
    reader = reader_at(before)
    for at, one in enumerate(told):
        reader.follow(at, one)
    known, [taken] = reader_at(before), reader.ours.played
    known.follow(0, told[0])
    known.follow(1, told[1], faulty=True)

    assert taken == AsRecorded("cy", "run|13|RABA|2:I2.0-H1.0;2:I2.0-H1.0", 120, 30)
    for ours in (reader.ours, known.ours):
        assert paid(before, ours.game, "cy", "n13") == (60, 60 + 30 - 10)
        assert Paid("13", "RABA", 10, "rail_car") in ours.events
        assert ours.game.state.runs["13"].latest[0].revenue == 150
    written = entries(before, [taken])
    assert [one["type"] for one in written][-2:] == ["special_buy", "run_routes"]
    assert read(before, written) == [taken]


def test_a_route_without_a_revenue_earned_nothing_there():
    """Nor did what is no run."""
    routes = [{"train": "2-0"}, {"train": "2-1", "revenue": 40}]

    assert [recorded_earnings(one) for one in ({"routes": routes, "subsidy": 30}, {})] == [(40, 30), (0, 0)]


@pytest.mark.parametrize("known", [(), ((-1, RUNS[1]),), ((0, "bank"),)])
def test_a_fault_that_is_not_known_is_taken_as_recorded(known: tuple[tuple[int, str], ...]):
    """One known elsewhere, or of another kind, does not excuse it: entry and rule are named."""
    at, file = doubled()
    peer = Peer(file, frozenset((at + away, key) for away, key in known))
    reader = peer.reader()

    assert not peer.faulty(at)
    assert [(one.at, one.why.key) for one in reader.ours.taken] == [(at, "route_shared")]
    assert [event for event in reader.ours.events if isinstance(event, TakenAsRecorded)]


@pytest.mark.parametrize(
    ("before", "at", "taken"),
    [(7, 7, True), (8, 8, False), (8, 15, False), (8, 16, True), (9, 16, False), (9, 17, True)],
)
def test_eight_entries_against_the_rules_within_sixteen_are_no_slips(before: int, at: int, taken: bool):
    """The next is refused; if the eighth before it is farther away it is taken as recorded, too."""
    tiles = {"A8": "8896 4", "D5": "5 4", "D3": "57 1"}
    game, wrong = company("SX", "j", **tiles).company("SX"), LayTile("ann", "SX", "D3", "14", 0)
    ours = ReplayedGame(game.setup)
    ours.game = game
    refusal = game.choices.why_not(wrong)
    assert refusal is not None
    ours.taken = [Taken(place, wrong, refusal) for place in range(before)]

    if taken:
        ours.play_or_take(wrong, at, {"type": "lay_tile"})
        assert ours.taken[before:] == [Taken(at, wrong, refusal)]
    else:
        with pytest.raises(IllegalAction):
            ours.play_or_take(wrong, at, {"type": "lay_tile"})
        assert ours.game is game
