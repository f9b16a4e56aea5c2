"""Behind ``make rules``: clauses that no test names.

A test names the clauses it proves: ``@pytest.mark.rule("MAG-V.3")``. ``--strict`` asks
``tests/tools/rules_strict.py`` whether these tests fail without what their clauses demand; names of
rules after it choose among them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.title import Title, titles

TESTS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Naming:
    """A clause named by a test; ``test`` is what pytest calls it."""

    clause: str
    test: str
    line: int


# --- what tests name


def namings(folder: Path = TESTS) -> list[Naming]:
    """Return every clause that a test of a folder names, without importing any of them."""
    found: list[Naming] = []
    for path in sorted(folder.rglob("*.py")):
        found += _in_body(ast.parse(path.read_text("utf-8")).body, str(path))
    return found


def _in_body(body: Iterable[ast.stmt], prefix: str) -> Iterator[Naming]:
    for item in body:
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = f"{prefix}::{item.name}"
        for mark in item.decorator_list:
            yield from _marked(mark, name)
        if isinstance(item, ast.ClassDef):
            yield from _in_body(item.body, name)


def _marked(mark: ast.expr, test: str) -> Iterator[Naming]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
        for argument in mark.args:
            clause = argument.value if isinstance(argument, ast.Constant) else ast.unparse(argument)
            yield Naming(str(clause), test, mark.lineno)


@dataclass(frozen=True)
class Report:
    """What tests say about clauses: how many there are, which ones nobody names, and what is wrong."""

    count: int
    unnamed: tuple[str, ...]
    errors: tuple[str, ...]

    def __str__(self) -> str:
        named = self.count - len(self.unnamed)
        last = f"{self.count} clauses, {named} named, {len(self.unnamed)} unnamed"
        return "\n".join([*self.errors, *self.unnamed, last])

    @property
    def failed(self) -> bool:
        """Tell whether something is missing or wrong."""
        return bool(self.unnamed or self.errors)


def report(known: Mapping[str, Title], named: Iterable[Naming]) -> Report:
    """Compare the clauses of titles with those that tests name; table manners need no test, but a reason."""
    manners = {clause: why for title in known.values() for clause, why in title.texts.manners.items()}
    clauses = [clause for title in known.values() for clause in title.texts.clauses]
    every = list(dict.fromkeys([*clauses, *manners]))
    errors = [
        f"{one.test}:{one.line}: unknown clause {one.clause}" for one in named if one.clause not in every
    ]
    errors += [
        f"{clause}: table manners without a reason" for clause, why in manners.items() if not why.strip()
    ]
    proved = {one.clause for one in named} | set(manners)
    unnamed = tuple(f"{clause}: no test names it" for clause in every if clause not in proved)
    return Report(len(every), unnamed, tuple(errors))


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def main(arguments: list[str]) -> int:
    """Print what is missing; return the exit status."""
    if arguments[:1] == ["--strict"]:
        from tests.tools.rules_strict import strict  # noqa: PLC0415 - it loads the test runner

        return int(strict(tuple(arguments[1:])) > 0)
    if arguments:
        say("usage: python -m tests.tools.rules [--strict [RULE ...]]")
        return 2
    found = report(titles(), namings())
    say(str(found))
    return int(found.failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
