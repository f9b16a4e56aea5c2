"""What the guide shows: turns that end with their record, and no picture of an older one."""

from pathlib import Path

from engine.game import Game
from tests.guide.__main__ import unused
from tests.guide.turns import best_turn


def test_the_turn_that_is_shown_has_a_record():
    """Somebody else is called before and after it: the card of whoever goes on is edited, and holds several turns."""
    turn = best_turn("18CZ", ("s1", "s2", "s3", "s4"), 7)
    after = Game.replay(turn.setup, (*turn.before, *turn.actions))

    assert turn.before[-1].actor != turn.actions[0].actor
    assert turn.actions[-1].actor not in after.pos.awaited


def test_a_picture_that_the_page_does_not_show_is_left_over(tmp_path: Path):
    """Of a title whose turn had more of them."""
    folder = tmp_path / "playing"
    folder.mkdir()
    for name in ("18CZ-1", "18CZ-2"):
        (folder / f"{name}.webp").touch()

    assert unused(folder, "![a card](playing/18CZ-1.webp)") == [folder / "18CZ-2.webp"]
