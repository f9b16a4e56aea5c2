"""Behind ``make rules``: clauses that no test names; and behind ``make rules-strict``: rules that no test misses.

A test names the clauses it proves: ``@pytest.mark.rule("MAG-V.3")``. ``--strict`` takes one named rule of a title
out at a time and demands that a test fails that names a clause of its refusal. Names of rules after ``--strict``
choose among them.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from engine.steps import Step
from engine.title import Title, titles

TESTS = Path(__file__).parent
WITHOUT = "STATIONMASTER_WITHOUT"
"""Environment variable that takes rules out while tests run: ``18Mag:tile_colour``."""


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


# --- rules taken out


def steps(title: Title) -> list[Step[Any]]:
    """Return every step of the rounds of a title."""
    found = {id(step): step for step in title.steps.values()}
    for part in title.rounds.values():
        _search(part, found)
    return list(found.values())


def _search(thing: Any, found: dict[int, Step[Any]]) -> None:
    """Look for steps in a round, in its parts, and in lists of them."""
    if isinstance(thing, Step):
        found[id(thing)] = thing
    elif isinstance(thing, tuple | list):
        for part in thing:
            _search(part, found)
    elif type(thing).__module__.startswith("engine."):
        parts = [getattr(thing, field.name) for field in fields(thing)] if is_dataclass(thing) else []
        for part in parts or vars(thing).values():
            _search(part, found)


def rule_names(title: Title) -> list[str]:
    """Return the names of the rules in the steps of a title, in the order of play."""
    return list(dict.fromkeys(rule.name for step in steps(title) for rule in step.rules))


def take_out(text: str) -> None:
    """Take rules out of titles for the rest of this process: ``18Mag:tile_colour,18Mag:tile_supply``.

    :raises ValueError: there is no such title or rule.
    """
    for one in text.split(","):
        name, _, rule = one.partition(":")
        title = titles().get(name)
        if title is None or rule not in rule_names(title):
            raise ValueError(f"{WITHOUT}: there is no rule {one}")
        for step in steps(title):
            if any(known.name == rule for known in step.rules):
                object.__setattr__(step, "rules", step.rules.without(rule))


# --- whether tests notice


def citations(title: Title, rule: str) -> list[tuple[str, ...]]:
    """Return what a rule's refusal cites in all its cases, which may be other clauses in some set-ups."""
    return list(dict.fromkeys(_cited(form.texts.refusals, rule) for form in title.forms))


def _cited(refusals: Mapping[str, tuple[str, ...]], rule: str) -> tuple[str, ...]:
    cases = (clauses for key, clauses in refusals.items() if key == rule or key.startswith(f"{rule}/"))
    return tuple(dict.fromkeys(clause for clauses in cases for clause in clauses))


def watchers(clauses: Iterable[str], named: Iterable[Naming]) -> list[str]:
    """Return the tests that name one of these clauses."""
    return list(dict.fromkeys(one.test for one in named if one.clause in clauses))


def run(tests: list[str], without: str = "") -> int:
    """Run tests in a process of their own and return its exit status: 0 all passed, 1 some failed."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, WITHOUT: without}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def verdict(title: Title, rule: str, clauses: tuple[str, ...], named: list[Naming]) -> str:
    """Return what is wrong with the tests of a rule by what it cites; empty if one of them misses it."""
    tests = watchers(clauses, named)
    cited = ", ".join(clauses)
    if not tests:
        return f"{title.name} {rule}: no test names {cited}"
    status = run(tests, f"{title.name}:{rule}")
    if status == 1:
        return ""
    if status == 0:
        return f"{title.name} {rule}: without it all {len(tests)} tests naming {cited} pass"
    return f"{title.name} {rule}: tests cannot be run without it (status {status})"


def strict(chosen: tuple[str, ...] = ()) -> int:
    """Take every rule out in turn; return how many of them no test misses."""
    named = namings()
    cases = [
        (title, rule, clauses)
        for title in titles().values()
        for rule in rule_names(title)
        for clauses in citations(title, rule)
        if not chosen or rule in chosen
    ]
    every = list(dict.fromkeys(test for *_, clauses in cases for test in watchers(clauses, named)))
    if every and run(every):
        say("the tests fail with all rules in place")
        return 1
    with ThreadPoolExecutor(max_workers=2) as pool:
        verdicts = list(pool.map(lambda case: verdict(*case, named), cases))
    weak = [text for text in verdicts if text]
    for text in weak:
        say(text)
    say(f"{len(cases)} rules taken out, {len(cases) - len(weak)} missed by a test, {len(weak)} not")
    return len(weak)


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def main(arguments: list[str]) -> int:
    """Print what is missing; return the exit status."""
    if arguments[:1] == ["--strict"]:
        return int(strict(tuple(arguments[1:])) > 0)
    if arguments:
        say("usage: python -m tests.rules [--strict [RULE ...]]")
        return 2
    found = report(titles(), namings())
    say(str(found))
    return int(found.failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
