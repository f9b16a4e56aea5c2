"""How far a unit's turn has come there, step by step."""

from engine.actions import BuyTrain, PlaceToken
from engine.peer18xx.turn_walk import TurnWalk
from engine.peer18xx.writing import PeerStep
from engine.titles.t1844.privates import Mountain
from tests.games.t1844.swiss import Builder


def test_a_step_that_is_taken_once_ends_itself_and_no_later_one():
    """The next one waits, then no more: what belongs to no step leaves it open, and a train ends it."""
    pos = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").cash(NOB=500).company("NOB").pos
    waits, left = [True], list[PeerStep]()
    steps = (
        PeerStep((PlaceToken,), lambda _pos, _turn: True, lambda _writer: None, once=True),
        PeerStep((BuyTrain,), lambda _pos, _turn: bool(waits), lambda _writer: None),
    )
    walk, reached = TurnWalk(steps, left.append), list[int]()
    walk.begin(pos)
    walk.close(PlaceToken)
    for verb in (PlaceToken, Mountain, BuyTrain):
        walk.skip(verb, pos)
        reached.append(walk.turn.left)
        waits.clear()

    assert (reached, left) == ([1, 1, 2], [])


def test_a_pass_leaves_the_steps_that_it_closes():
    """The last of them, too, where the turn has come to it; behind it nothing is left, and nothing closed."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").cash(NOB=500).trains(NOB="2")
    pos, told = built.company("NOB", "train").pos, list[tuple[int, list[PeerStep], bool]]()
    steps = [
        PeerStep((verb,), lambda _pos, _turn: True, lambda _writer: None) for verb in (PlaceToken, BuyTrain)
    ]
    for begun in (0, 1, 2):
        left = list[PeerStep]()
        walk = TurnWalk(steps, left.append)
        walk.begin(pos)
        walk.turn.left = begun
        walk.leave_open(pos)
        told.append((walk.turn.left, left, walk._closed))

    assert told == [(2, steps, True), (2, steps[1:], True), (2, [], False)]
