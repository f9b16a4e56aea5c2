"""What a message says, as it reads outside Discord."""

import pytest

from assets.sentences import escaped
from bot.hooks.plain_text import plain

NAMES = {7: "Anna", -1: "the house", 9: "<!channel> @all", 10: "https://x.org", 11: "[a](x.org)"}


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


@pytest.mark.parametrize("way", ["mention", "typed"])
@pytest.mark.parametrize("user", [9, 10, 11])
def test_what_somebody_is_called_calls_nobody_elsewhere(user: int, way: str):
    """Slack would ring a whole channel, others would show a link, and the way to the table would be missing."""
    text = f"<@{user}>, your turn" if way == "mention" else f"{escaped(NAMES[user])}, your turn"
    shown = plain(text, NAMES)

    assert "<" not in shown
    assert "@all" not in shown
    assert "https://" not in shown
    assert "](" not in shown
    assert shown.replace("\u200b", "").translate({0x2039: "<", 0x203A: ">"}) == f"{NAMES[user]}, your turn"
