"""What a message says, as it reads outside Discord."""

import pytest

from bot.hooks.plain_text import plain

NAMES = {7: "Anna", -1: "the house"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@7>, it is **your** turn", "Anna, it is your turn"),
        ("<@8> <@-1>", "? the house"),
        ("until <t:1772452800:f>", "until 2026-03-02 12:00 UTC"),
        ("</me hook:123> or [a board](<https://x.org/1>)", "/me hook or a board"),
        ("<https://x.org/1>", "https://x.org/1"),
        ("### Head\n-# small\n> said", "Head\nsmall\nsaid"),
        (r"\*A\* \_b\_ C\\D", r"*A* _b_ C\D"),
        (r"a snake\_case \*\*x\*\*", "a snake_case **x**"),
    ],
)
def test_marks_of_discord_are_gone(text: str, shown: str):
    """Names stand for mentions, moments are written out, what was typed stays as it was typed."""
    assert plain(text, NAMES) == shown
