"""Ordinary tables played beside themselves under the readings of 18xx.games: where they part, and why."""

from engine.game import Game
from engine.peer18xx import written_game
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
