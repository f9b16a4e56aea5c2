"""Ordinary tables played beside themselves under the readings of 18xx.games: where they part, and why."""

from engine.game import Game
from engine.peer18xx import written_game
from engine.peer18xx.writing import EndedEarly
from tests.tools.questions import after


def test_the_reading_is_named_by_which_both_had_parted_before():
    """Dan should auction P4 and cannot pay; there cy does, which shows once dan bids, two passes later."""
    start = Game.start("1844", ("ann", "bob", "cy", "dan"), seed=1)
    lines = ("bid P1 620", "pass", "pass", "pass", "bid P2 620", "pass", "pass")
    lines += ("bid P3 80", "bid P3 535", "pass", "pass", "pass", "bid P4 110", "bid P4 300")
    actions, game = [], start
    for line in lines:
        actions.append(game.read(line))
        game = after(game, line)
    stop = written_game.file_of(start.setup, actions).stop

    assert stop is not None
    assert (stop.ply, stop.why.values["reading"], stop.why.clauses) == (
        12,
        "auctioneer=solvent",
        ("CH-ISR.2",),
    )


OPENING = """pass; pass; pass; pass; pass; draft L6; pass; pass; draft L5; pass; pass; draft L4; draft M6; pass; pass
pass; draft L3; draft M5; pass; pass; pass; pass; pass; pass; par EKJ 50; buy EKJ 25 pool; buy EKJ 25 pool; par OFE 50
buy OFE 25 pool; buy OFE 25 pool; par {third} 50; buy {third} 25 pool; buy {third} 25 pool; lay EKJ D5 6 3
lay EKJ C6 4 0; train EKJ 2a depot 70; train EKJ 2a depot 70; lay OFE C26 621 2; lay OFE B25 8 5
train OFE 2a depot 70; train OFE 2a depot 70"""


def opened(third: str) -> EndedEarly | None:
    """Where a file of 18CZ ends: the second company has bought its last train, and the third comes in turn."""
    game = start = Game.start("18CZ", ("ann", "bob", "cy", "dan", "eve", "flo"), seed=750012)
    actions = []
    for line in OPENING.format(third=third).replace("\n", "; ").split("; "):
        actions.append(game.read(line))
        game = game.play(actions[-1])
    assert game.pos.unit == third
    return written_game.file_of(start.setup, actions, times=range(len(actions))).stop


def test_a_turn_that_goes_on_there_is_passed_before_both_are_compared():
    """The next company has its home token already; there the second could still buy a train of the first."""
    assert opened("MW") is None


def test_the_reading_is_named_though_the_turn_goes_on_there():
    """The home of BCB lies elsewhere there, which shows once the turn before it is over."""
    stop = opened("BCB")

    assert stop is not None
    assert (stop.why.values["reading"], stop.ply) == ("bcb_home=pardubice", 40)
