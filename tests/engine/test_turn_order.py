"""Who has acted, who acts, who follows: the same whatever kind of round is on."""

from dataclasses import replace

import pytest

from engine.game import Game
from engine.turn_order import line_up, open_round, operated, operating_order
from tests.render import scenes


def played(title: str, players: tuple[str, ...] = scenes.PLAYERS):
    """A game in which the first thing on offer is done every time."""
    game = Game.start(title, players, seed=3)
    while not game.pos.state.over:
        yield game
        game = game.play(next(iter(game.choices)))


@pytest.mark.parametrize("title", ["18Mag", "18CZ", "1844"])
def test_everybody_who_acts_is_in_the_line_up_once(title: str):
    """At any moment of a round: nobody twice, the unit that operates now, and the turns done only grow."""
    before = None
    for count, game in enumerate(played(title)):
        pos, found = game.pos, line_up(game.pos)
        if found is None:
            continue
        everybody = (*found.done, found.now, *found.ahead)
        assert len(everybody) == len(set(everybody))
        assert not pos.unit or found.now == pos.unit
        frame = open_round(pos)
        if found.kind == "operating" and before and before[0] == frame.number:
            assert set(before[1]) <= {*found.done, *(unit for unit in before[1] if unit not in everybody)}
        before = (frame.number, found.done)
        if count > 150:
            break


def test_majors_follow_the_minors():
    """In a round of two parts the units of the later part are still to come, or those of the earlier are done."""
    rounds = [game.pos for _, game in zip(range(60), played("18Mag"), strict=False)]
    minors = next(pos for pos in rounds if pos.kind(pos.unit) == "minor")
    found = line_up(minors)

    assert [minors.kind(unit) for unit in found.ahead[-2:]] == ["major", "major"]
    assert operating_order(minors)[0] == found.now
    assert operated(minors) == frozenset()


def test_those_who_passed_last_are_done_in_a_stock_round():
    """After two passes in a row two players are done, and a purchase lets everybody act again."""
    pos = scenes.opening("1844")
    queue, notes = ("cy", "ann", "bob"), pos.title.rounds["stock"].notes
    frame = replace(pos.state.frames[-1], kind="stock", number=(2,), queue=queue, notes=notes(passes=2))
    found = line_up(scenes.changed(pos, frames=(frame,)))
    fresh = line_up(scenes.changed(pos, frames=(replace(frame, notes=notes()),)))

    assert (found.done, found.now, found.ahead) == (("ann", "bob"), "cy", ())
    assert (fresh.done, fresh.ahead) == ((), ("ann", "bob"))


def test_nobody_is_next_once_the_game_is_over():
    """No round is open then."""
    assert line_up(scenes.changed(scenes.opening("18CZ"), over=True, frames=())) is None
