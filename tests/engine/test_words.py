"""The field's words: those of CONTRIBUTING are used in the code, and those that it gave up are not."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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


def files(*packages: str) -> Iterator[Path]:
    """Yield the files of some packages, except those that speak as others do."""
    for path in (path for package in packages for path in sources(package)):
        if not any(part in path.as_posix() for part in FOREIGN):
            yield path


@pytest.mark.parametrize("word", GIVEN_UP)
def test_no_name_has_a_word_that_was_given_up(word: str):
    """There is one word for each thing."""
    assert [str(path) for path in files("assets", "bot", "engine", "render") if word in words(path)] == []


def test_the_words_of_the_list_are_those_of_the_code():
    """Each word that CONTRIBUTING prints in bold is part of a name in the engine; markers are only spoken of."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"\*\*([a-z ]+)\*\*", text.partition("## Words")[2].partition("| Counter")[0])
    used = {"marker"}.union(*map(words, files("engine")))

    assert len(listed) > 25
    assert [name for name in listed if not {*name.split()} <= used] == []
