"""The errors of the bot: one tree, drawn where they are listed."""

import re

import bot.errors
from assets import sentences
from bot.errors import BadRecord, NoGame, NotADatabase
from engine.refusals import Refused


def drawn() -> dict[str, str]:
    """Return the parent of every error in the drawing."""
    parents: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in (bot.errors.__doc__ or "").splitlines():
        if found := re.match(r"[│├└─ ]*([A-Z]\w+)  +\S", line):
            at, name = found.start(1), found[1]
            above = [(depth, one) for depth, one in above if depth < at]
            parents[name] = above[-1][1] if above else ""
            above.append((at, name))
    return parents


def test_the_drawing_is_the_tree():
    """Whoever looks for an error in the drawing finds it, under the error that it is a kind of."""
    listed = (getattr(bot.errors, name) for name in bot.errors.__all__)

    assert drawn() == {Refused.__name__: "", **{kind.__name__: kind.__base__.__name__ for kind in listed}}


def test_the_key_of_an_error_is_its_name():
    """Unless its message has an older one; every error has a sentence."""
    listed = [getattr(bot.errors, name) for name in bot.errors.__all__]

    assert (NoGame.key, NotADatabase.key) == ("error.no_game", "storage.not_a_database")
    assert BadRecord.key == "error.record_move"
    assert [kind for kind in listed if not sentences.known(kind.key)] == []
