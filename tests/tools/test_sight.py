"""``make sight`` looks at real calls in Chromium, and its table is good only where nothing was missed."""

import pytest

from tests.bot import decisions
from tests.bot.browser import needs_chromium
from tests.tools import sight
from tests.tools.sight import Seen, report, watched


@pytest.mark.parametrize(
    ("button", "letters", "facts", "code"),
    [(True, 7.5, 98, 0), (False, 7.5, 98, 1), (True, 6.9, 98, 1), (True, 7.5, 84, 1)],
)
def test_the_table_is_good_where_all_is_in_sight_and_can_be_read(
    button: bool,
    letters: float,
    facts: int,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
):
    """A button out of sight, low letters, or too few facts on the card: each of them is a 1."""
    monkeypatch.setattr(decisions, "counted", lambda: {decisions.CARD: facts})
    seen = [
        Seen("18Mag", 3, size, button=button, text=True, picture=True, letters=letters)
        for size in sight.SIZES
    ]

    assert report(seen) == code


def test_what_is_missing_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """So that the very call can be looked at again."""
    monkeypatch.setattr(decisions, "counted", lambda: {decisions.CARD: 98})
    seen = [
        Seen("18Mag", ply, size, button=True, text=ply == 3, picture=True, letters=ply + 3.5)
        for ply in (3, 4)
        for size in sight.SIZES
    ]

    report(seen)

    lines = [line for line in capsys.readouterr().out.splitlines() if "misses" in line]
    assert lines == [
        "18Mag before action 3 (phone) misses: letters",
        "18Mag before action 3 (desk) misses: letters",
        "18Mag before action 4 (phone) misses: text",
        "18Mag before action 4 (desk) misses: text",
    ]


@needs_chromium
@pytest.mark.slow
async def test_calls_are_looked_at_on_a_phone_and_at_a_desk():
    """The first two calls of a game: their buttons are in sight and their letters are measured."""
    found = await watched("18Mag", 7, 2)

    assert [(one.ply, one.size) for one in found] == [(1, "phone"), (1, "desk"), (2, "phone"), (2, "desk")]
    assert all(one.button for one in found)
    assert all(one.letters > 0 for one in found)


@needs_chromium
@pytest.mark.slow
async def test_some_calls_of_a_longer_game_can_be_looked_at():
    """Every other of three: the game is played on between them."""
    found = await watched("18Mag", 7, 3, wanted=lambda count, _ply: count % 2 == 0)

    assert [(one.ply, one.size) for one in found] == [(1, "phone"), (1, "desk"), (3, "phone"), (3, "desk")]
