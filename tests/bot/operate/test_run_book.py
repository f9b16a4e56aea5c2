"""The run book: whatever the bot may write into its log as a warning or an error stands there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import asyncpg
import discord
import pytest

from bot.operate import lasting
from bot.settings import Settings

ROOT = Path(__file__).parents[3]
BOOK = (ROOT / "docs" / "operating.md").read_text("utf-8")
LOUD = ("warning", "error", "exception", "critical")
UNKNOWN_SETTING = "STATIONMASTER_… is no setting; …"
BARE = re.compile(r"[%s…\W]*")


@cache
def said() -> frozenset[str]:
    """Every text that is logged as a warning or worse, as the run book shows it."""
    return frozenset(_said())


def _said() -> Iterator[str]:
    yield from (text for _, text in logged())


def logged() -> Iterator[tuple[str, str]]:
    """How loud each text is logged, and the text as the run book shows it."""
    for path in sorted((ROOT / "bot").rglob("*.py")):
        if "local" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in LOUD and ast.unparse(node.func.value) == "log":
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
                text = re.sub(r"%(\.\d)?[sdfr]", "…", str(node.args[0].value))
                if not BARE.fullmatch(text):
                    yield node.func.attr, text


def test_every_warning_is_explained():
    """In a table, once, with what it means and what to do."""
    rows = {text: [row for row in BOOK.splitlines() if row.startswith(f"| `{text}` |")] for text in said()}

    assert {text: found for text, found in rows.items() if len(found) != 1} == {}
    assert [
        row for (row,) in rows.values() if not all(cell.strip() for cell in row.strip("|").split("|"))
    ] == []


def chapter(name: str) -> str:
    """What the run book says of one kind of line."""
    return BOOK.partition(f"\n### {name}\n")[2].partition("\n### ")[0]


def test_a_line_is_as_loud_as_somebody_must_act():
    """What mends itself is a warning; an error is one of the program's own, to be reported."""
    program = chapter("Errors in the program")

    assert program
    assert [text for how, text in logged() if (how == "warning") == (f"| `{text}` |" in program)] == []


def test_nothing_is_explained_that_is_never_said():
    """The run book keeps nothing that has gone out of use."""
    explained = re.findall(
        r"^\| `([^`]*…?[^`]*)` \|", BOOK.partition("## What the log says")[2], re.MULTILINE
    )
    foreign = re.findall(r"^\| `([^`]+)` \|", chapter("From other libraries"), re.MULTILINE)

    assert sorted(set(explained) - set(foreign)) == sorted(said() | {UNKNOWN_SETTING})
    assert {text for text in foreign if not in_a_library(text)} == set()


def in_a_library(text: str) -> bool:
    """Whether discord.py, or the driver of PostgreSQL, has a line with the longest part of it."""
    part = max(text.split("…"), key=len).strip()
    folders = [Path(str(library.__file__)).parent for library in (discord, asyncpg)]
    return any(part in path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py"))


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", ".env.example", "Containerfile", "compose.yaml"),
        *("deploy/stationmaster.service", "deploy/stationmaster-backup.service", "deploy/stationmaster.env"),
        *("docs/operating.md", "docs/scale.md"),
    ],
)
def test_only_settings_that_there_are_are_named(name: str):
    """Whoever copies a line gets what it says."""
    named = set(re.findall(r"STATIONMASTER_([A-Z_]+)", (ROOT / name).read_text("utf-8")))

    assert named
    assert named <= {field.upper() for field in Settings.model_fields} | {"SETTINGS"}


def test_every_setting_is_explained():
    """In the table of the run book, and with a value that can be used in the file to copy."""
    table = BOOK.partition("## Settings")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    explained = [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)]
    copied = (ROOT / ".env.example").read_text("utf-8")
    example = dict(re.findall(r"^#?STATIONMASTER_([A-Z_]+)=(.*)$", copied, re.MULTILINE))

    fields = sorted(field.upper() for field in Settings.model_fields)
    assert sorted(explained) == fields
    assert sorted(example) == fields
    Settings(**{name.lower(): value for name, value in example.items() if value})


def test_the_disks_that_do_not_last_are_explained(tmp_path: Path):
    """Those warnings are sentences of their own."""
    (tmp_path / "mounts").write_text("overlay / overlay rw 0 0\ntmpfs /tmp tmpfs rw 0 0")

    for path in ("/data/x.db", "/tmp/games.db"):
        (sentence,) = lasting.warnings(f"sqlite:///{path}", {}, tmp_path / "mounts")
        assert sentence.partition(";")[0].replace(path, "…") in BOOK
