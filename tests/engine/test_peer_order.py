"""Powers for which we hold a turn up are written for 18xx.games before it has gone on there."""

from collections.abc import Iterator

import pytest

from engine.actions import Action, BuyTrain, Pass, RunTrains
from engine.game import Game
from engine.opponents import STYLES
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.entries import LATER, ROUND, STEP, TURN
from engine.peer18xx.recorded_game import Peer
from engine.peer18xx.turn_plan import TurnPlan
from engine.peer18xx.writing import EndedEarly
from engine.peer18xx.written_game import _write
from engine.powers import held_up
from engine.refusals import Refusal
from engine.titles.t18cz.local_railways import DisposeLocal
from engine.titles.t18cz.purple import LayPurple
from engine.titles.t1844.powers import Furka
from tests.engine.peer18xx.both_ways import played
from tests.engine.peer_entries import Entry
from tests.engine.peer_walks import powers, written
from tests.games.t18cz.czech import sizes
from tests.games.t18cz.tracks import company

NAMES = ("ann", "bob", "cy", "dan", "eve", "flo")


def held(
    title: str, players: int, *options: str, seed: int
) -> Iterator[tuple[Game, list[Action], Action, str]]:
    """Moments of a game at which a turn waits for nothing but powers, and the use of one."""
    early = dialect_of(title).writing.early
    player = STYLES["mixed"](seed)
    game, done = Game.start(title, NAMES[:players], ("compat=peer18xx", *options), seed=seed), []
    while not game.state.over:
        if what := held_up(game.pos):
            yield from ((game, done, use, what) for use in powers(game) if isinstance(use, early))
        done = [*done, player.choose(game)]
        game = game.play(done[-1])


def after(game: Game, done: list[Action], power: Action) -> list[Action]:
    """All that was done, the power, and two actions more."""
    actions = [*done, power]
    game = game.play(power)
    for _ in range(2):
        actions.append(next(iter(game.choices)))
        game = game.play(actions[-1])
    return actions


def unmarked(data: Entry) -> Entry:
    """A file as it comes back from 18xx.games, which leaves our marks out."""
    marks = (TURN, STEP, ROUND, LATER)
    actions = [{key: value for key, value in one.items() if key not in marks} for one in data["actions"]]
    return {**data, "actions": actions}


@pytest.mark.parametrize(
    ("title", "players", "options", "seed", "what"),
    [
        ("18Mag", 4, ("supporters",), 2, "turn"),
        pytest.param("1844", 5, (), 715, "run", marks=pytest.mark.slow),
    ],
)
def test_a_power_used_when_all_else_is_done_is_written_before_it(
    title: str, players: int, options: tuple[str, ...], seed: int, what: str
):
    """It is read in its place again; without the marks it comes sooner, and the game is the same.

    In a file that ends before its place it is used in its own turn, as that has gone so far.
    """
    moments = held(title, players, *options, seed=seed)
    game, done, power, _ = next(one for one in moments if one[-1] == what)
    actions = after(game, done, power)
    data = written(game.setup, actions)
    early = [one for one in data["actions"] if one.get(LATER)][-1]

    assert early["entity_type"] == "company"
    assert Peer(data).actions() == actions
    cut = data["actions"].index(early) + 1
    short = Peer({**data, "actions": data["actions"][:cut]})
    for reader in (short.reader(), Peer(data).reader(cut)):
        *before, last = reader.ours.played
        assert (before, last) == (actions[: len(before)], power)
        assert reader.ours.taken == []
    assert Peer(unmarked(data)).at().state.cash == Peer(data).at().state.cash


def test_a_file_ends_before_the_entry_that_ends_the_turn_there():
    """A pass that cannot be told has come about there by itself: what led to it is left out, too."""
    moments = held("18Mag", 4, "supporters", seed=2)
    game, done, _, _ = next(one for one in moments if one[-1] == "turn")
    dialect, passed = dialect_of("18Mag"), game.choices.noted(Pass(game.pos.awaited[0]))
    stop = EndedEarly(-1, len(done), passed, Refusal("untold_reading"))
    writer = _write(game.setup, dialect, done, (), stop)

    assert isinstance(done[-1], BuyTrain)
    assert writer.stop == EndedEarly(len(writer.entries), len(done) - 1, done[-1], stop.why)
    assert writer.entries == written(game.setup, done[:-1])["actions"]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_two_powers_that_come_too_late_are_not_exchanged_for_ever(start: int):
    """Neither of two locals, sold after a loan, can go before the train: the order stays, and the writing goes on."""
    built = sizes(BN="3+3d 2+2c").cash(ATE=100, ann=1000).owns("ATE", "S1", "S2")
    game = built.company("ATE", "train")
    lines = ("train ATE 3+3d depot 180", "dispose ATE S1", "dispose ATE S2", "train ATE 2+2c BN 50")
    before = [Pass("bob")] * start
    plan = TurnPlan([*before, *(game.read(line) for line in lines)], (), (DisposeLocal,))
    plan.start, plan.at = start, start + 3

    assert not plan.put_forward(game)
    assert [one.place for one in plan.order] == [*range(start + 4)]


def test_each_of_two_powers_written_early_has_a_place_of_its_own():
    """S2 is sold last and written first: S1 is read behind the train, S2 behind the next one.

    A power goes no farther at a time than it must.
    """
    built = sizes(BN="3+3d 2+2c").cash(ATE=500, ann=1000).owns("ATE", "S1", "S2")
    game = built.company("ATE", "train")
    lines = ("train ATE 3+3d depot 180", "dispose ATE S1", "train ATE 2+2c BN 50", "accept", "dispose ATE S2")
    plan, orders = TurnPlan(played(game, *lines), (), (DisposeLocal,)), list[list[int]]()
    for late in (4, 3, 2):
        plan.at = late
        assert plan.put_forward(game)
        orders.append([one.place for one in plan.order])

    due = []
    for at, planned in enumerate(plan.order, 1):
        plan.at = at
        planned.entry = {} if planned.early else None
        due.append([one.place for one in plan.due()])
        for one in plan.due():
            one.entry = None

    assert orders == [[0, 1, 4, 2, 3], [4, 0, 1, 2, 3], [4, 1, 0, 2, 3]]
    assert due == [[], [], [1], [], [4]]


def test_a_power_that_waits_for_another_is_tried_again_once_that_has_gone():
    """L1 cannot be sold before the train while its tile is laid behind it: the tile goes first, then the sale."""
    built = (
        company("SX", "j", A8="8896 4", D5="5 4", D3="57 1").owns("SX", "L1").trains(SX="3Ed").cash(SX=900)
    )
    game = built.tokens(A8="SX.0", D5="SX.0").company("SX", "train")
    actions = played(game, "train SX 5j depot 350", "purple SX L1 D5 14p 0", "dispose SX L1")
    plan, orders = TurnPlan(actions, (), (DisposeLocal, LayPurple)), list[list[int]]()
    plan.at = 2
    while plan.put_forward(game):
        orders.append([one.place for one in plan.order])
        plan.at = 2

    assert orders == [[1, 0, 2], [1, 2, 0]]


@pytest.mark.slow
def test_a_power_between_two_turns_is_not_used_in_the_turn_before():
    """The line of 1844 laid in a stock round comes after the pass that ended the operating round."""
    player = STYLES["mixed"](3162)
    game, done, found = Game.start("1844", NAMES[:3], ("compat=peer18xx",), seed=3162), [], 0
    while not game.state.over and found < 2:
        operated, done = bool(game.pos.unit), [*done, player.choose(game)]
        game = game.play(done[-1])
        if operated and isinstance(done[-1], Pass) and game.pos.frame.kind == "stock":
            for furka in (one for one in game.choices if isinstance(one, Furka)):
                found += 1
                assert Peer(written(game.setup, [*done, furka])).actions() == [*done, furka]

    assert found


def test_a_pass_that_a_power_makes_needless_is_left_out_before_it():
    """The first route comes with a purple tile, after a pass: laid before, the run is what must follow."""
    built = company("SX", "j", A8="8896 4", D5="5 4", D3="57 1").owns("SX", "L1").trains(SX="3Ed")
    game = built.tokens(A8="SX.0", D5="SX.0").company("SX")
    actions = played(game, "pass", "purple SX L1 D5 14p 0")
    actions.append(next(iter(game.play(actions[0]).play(actions[1]).choices)))
    plan = TurnPlan(actions, (), (LayPurple,))
    plan.at = 2

    assert isinstance(actions[2], RunTrains)
    assert plan.put_forward(game)
    assert [one.place for one in plan.order] == [1, 2]
    assert plan.order[0].turn_step == ("SX", "run")
    assert plan.due() == []
