"""The field's words: those of CONTRIBUTING are used in the code, and those that it gave up are not."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.engine.test_layers import ROOT, nodes, sources

FOREIGN = (
    "bot/local/",
    "bot/storage/schema.py",
    "engine/peer18xx/",
    "engine/records/",
)
"""Where Discord, 18xx.games, or a database of earlier versions has the words."""

GIVEN_UP = {
    "station": "token",
    "scrap": "discard",
    "launch": "float",
    "takeover": "merger",
    "payout": "dividend",
    "funding": "emergency",
    "entity": "unit",
    "president": "director",
    "seq": "ply",
    "paper": "certificate",
    "manager": "what it does",
    "helper": "what it does",
    "util": "what it does",
    "handle": "what it does",
}
"""Words that no name in the code has, each with the one that it has instead."""


class Meaning(NamedTuple):
    """The one thing a word stands for: what is annotated so, and where else a name may have it."""

    what: str
    types: str
    places: tuple[str, ...]


MEANINGS = {
    "look": Meaning(
        "how a picture is dressed",
        "Look",
        (
            *("render/look", "bot/pictures/looks"),
            *("engine/opponents/", "engine/routes/budget", "bot/operate/shards"),
        ),
    ),
    "view": Meaning(
        "a table as one reader sees it; at the border what discord.py calls a View",
        r"TableView|.*\bui\.(View|LayoutView).*|AnyView \| None",
        (
            *("bot/speech/table_view", "bot/components", "bot/pickers/picker"),
            *("bot/messages/marks", "bot/messages/message_store", "bot/messages/private_notes"),
        ),
    ),
    "settle": Meaning(
        "to go on until nothing more follows by itself",
        r"Callable\[\[Scratch\], None\]",
        (
            *("engine/flow", "engine/events", "engine/opponents/", "bot/answers"),
            *("bot/messages/publisher", "bot/messages/write_loop"),
            *("bot/tables/background", "bot/tables/precompute", "bot/tables/service"),
        ),
    ),
    "moment": Meaning("what decided a game", "Moment", ("engine/retrospect", "bot/speech/retrospects")),
    "memo": Meaning("facts kept so as not to be found again", r"Memo( \| None)?", ("engine/position",)),
    "way": Meaning("nothing by itself: a move, a placement, a path and a curve are called so", "", ()),
}
"""Words that meant many things once. Players of the house and shards count their looks, a token settles in a city."""


@cache
def words(path: Path) -> frozenset[str]:
    """Return the words of all names that a file makes, and of its own."""
    names = {path.stem}
    for node in nodes(path):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
    parts = (part.lower() for name in names for part in re.findall("[A-Z]?[a-z]+|[A-Z]+", name))
    return frozenset(word for part in parts for word in (part, part.removesuffix("s")))


def uses(path: Path, word: str) -> Iterator[str]:
    """Yield the names of modules, classes, functions, parameters and fields with a word, with what they are."""
    found = [(path.stem, "")]
    for node in nodes(path):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.append((name, ""))
            case (
                ast.arg(arg=name, annotation=kind) | ast.AnnAssign(target=ast.Name(id=name), annotation=kind)
            ):
                found.append((name, ast.unparse(kind) if kind else ""))
    for name, kind in found:
        parts = [part.lower() for part in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)]
        if {word, f"{word}s", f"{word}d"} & {*parts}:
            yield f"{name}: {kind}" if kind else name


def files(*packages: str) -> Iterator[Path]:
    """Yield the files of some packages, except those that speak as others do."""
    for path in (path for package in packages for path in sources(package)):
        if not any(part in path.as_posix() for part in FOREIGN):
            yield path


@pytest.mark.parametrize("word", GIVEN_UP)
def test_no_name_has_a_word_that_was_given_up(word: str):
    """There is one word for each thing."""
    assert [str(path) for path in files("assets", "bot", "engine", "render") if word in words(path)] == []


@pytest.mark.parametrize("word", MEANINGS)
def test_a_word_has_one_meaning(word: str):
    """Modules, parameters and fields have it for one thing; of other names only those of its places."""
    _, types, places = MEANINGS[word]
    found = [(path.relative_to(ROOT).as_posix(), name) for path in _named() for name in uses(path, word)]
    kept = [one for one in found if one[0].startswith(places) or re.fullmatch(f".*: ({types})", one[1])]

    assert [one for one in found if one not in kept] == []
    assert [place for place in places if not any(path.startswith(place) for path, _ in kept)] == []


def _named() -> list[Path]:
    """The files whose names are ours today."""
    return [path for path in files("bot", "engine", "render") if "migrations" not in path.parts]


def test_the_words_of_the_list_are_those_of_the_code():
    """Each word that CONTRIBUTING prints in bold is part of a name in the engine; markers are only spoken of."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"\*\*([a-z ]+)\*\*", text.partition("## Words")[2].partition("| Counter")[0])
    used = {"marker"}.union(*map(words, files("engine")))

    assert len(listed) > 25
    assert [name for name in listed if not {*name.split()} <= used] == []
