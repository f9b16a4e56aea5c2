"""The errors of the bot: one tree, whose branches are drawn at its top."""

import re
from collections.abc import Iterator

import bot.errors
from bot.errors.base import BotError
from bot.errors.storage import NotADatabase
from bot.errors.tables import BadRecord, NoGame
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


def kinds(base: type[BotError] = BotError) -> Iterator[type[BotError]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


def test_the_drawing_is_the_tree():
    """It shows every kind of error that has many kinds below it, under the error that it is a kind of."""
    branches = {
        kind.__name__: (kind.__base__ or Refused).__name__ for kind in kinds() if len([*kinds(kind)]) > 4
    }

    assert drawn() == {Refused.__name__: "", **branches}


def test_every_error_lies_in_the_module_of_its_branch():
    """Whoever looks for an error finds it where the drawing says."""
    branch = {"BotError": "base", "TableError": "tables", "StorageProblem": "storage"}

    def home(kind: type[BotError]) -> str:
        return next(branch[one.__name__] for one in kind.mro() if one.__name__ in branch)

    wrong = [kind.__name__ for kind in kinds() if kind.__module__ != f"bot.errors.{home(kind)}"]

    assert wrong == []


def test_the_key_of_an_error_is_its_name():
    """Unless its message has an older one."""
    assert (NoGame.key, NotADatabase.key) == ("error.no_game", "storage.not_a_database")
    assert BadRecord.key == "error.record_move"
