"""Behind ``make rules-strict``: what a title demands is taken out in turn; a test that names its clause must fail.

Four kinds of demands can be taken out:

* a **rule** of the printed title, in all its steps: ``18Mag:tile_colour``;
* a rule that is a **reading's** own: ``1844:power_turn@furka_time=own_turn``;
* a **reading** as a whole, rules, steps, figures and procedures: ``18Mag:trade_consent=off``;
* a **duty**, which is why a pass is refused: ``18CZ:pass train_duty``, ``18CZ:pass must_act/run``.

What cannot be taken out: the printed figures (prices, limits, counts) and the printed procedures, unless a reading
replaces them; what changes nothing (:data:`ALIKE`); what steps do when they are applied; in which order steps come;
which candidates they list. Nor does this tell which of a rule's several clauses a test misses, only that one test
among those naming them does.

All tests are collected once; each case then has a process of its own, forked from that one, in which the tests that
name its clauses run until the first fails.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest

from engine.choices import Choices
from engine.position import Position
from engine.readings import Reading
from engine.refusals import Refusal
from engine.rules import KEPT, Rule
from engine.steps import Step
from engine.title import Title, titles
from engine.variants import Variant
from tests.tools.rules import Naming, namings, say

WITHOUT = "STATIONMASTER_WITHOUT"
"""Environment variable that takes demands out while tests run: ``18Mag:tile_colour,18Mag:pass must_act/run``."""
PASS = "pass "
DUTIES = (
    "acquire_consent",
    "acquire_open",
    "debt_sell_first",
    "draft_no_pass",
    "must_act",
    "over_limit",
    "private_consent",
    "red_tile",
    "tile_home_first",
    "token_choice",
    "train_duty",
    "train_limit_choose",
    "train_trade_consent",
)
"""Refusals that a pass may meet."""
ALIKE: Mapping[str, str] = {
    "1844:sr_end=single_pass": "a price that comes from the right is higher, and so moves first in either order",
    "1844:pass must_act/bid": "what nobody bids for goes to its auctioneer by itself",
    "1844:pass must_act/discard": "the train limit is told",
    "1844:pass tile_home_first": "tiles elsewhere are refused, passes are not",
    "18CZ:pass must_act/discard": "the train limit is told",
    "18CZ:pass must_act/train": "the duty to own a train is told",
    "18Mag:pass must_act/draft": "that nobody passes in the draft is told",
    "18Mag:pass tile_home_first": "tiles elsewhere are refused, passes are not",
}
"""What changes nothing if it is taken out, with the reason: no test can miss it."""
AT_ONCE = 2
SECONDS = 300
"""The processor time after which the tests of a case are broken off: without a rule some game may never end."""
NEVER_END = 3


# --- what there is to take out


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


def rules_of(title: Title) -> list[Rule[Any]]:
    """Return the rules in the steps of a title, in the order of play."""
    return list({id(rule): rule for step in steps(title) for rule in step.rules}.values())


def rule_names(title: Title) -> list[str]:
    """Return the names of the rules in the steps of a title, in the order of play."""
    return list(dict.fromkeys(rule.name for rule in rules_of(title)))


def own_rules(title: Title, reading: Reading) -> list[Rule[Any]]:
    """Return the rules that only a reading has."""
    printed = {id(rule) for rule in rules_of(title)}
    return [rule for rule in rules_of(title._changed((), (reading,))) if id(rule) not in printed]


def duties(title: Title) -> list[str]:
    """Return why passes are refused in a title: each verb by itself where the title cites clauses for it."""
    keys = [key for key in title.texts.refusals if key.partition("/")[0] in DUTIES and "." not in key]
    verbs = {verb.verb for verb in title.moves}
    told = [key for key in keys if "/" not in key or key.partition("/")[2] in verbs]
    return [key for key in told if "/" in key or not any(one.startswith(f"{key}/") for one in told)]


@dataclass(frozen=True)
class Case:
    """Something to take out, and what is cited for it."""

    title: str
    what: str
    clauses: tuple[str, ...]

    @property
    def demand(self) -> str:
        """Return what :func:`take_out` understands."""
        return f"{self.title}:{self.what}"


NOTHING = Case("", "", ())
"""Everything in place."""


def cases(title: Title) -> Iterator[Case]:
    """Yield everything that can be taken out of a title and changes something then."""
    return (case for case in _cases(title) if case.demand not in ALIKE)


def _cases(title: Title) -> Iterator[Case]:
    for rule in rule_names(title):
        for clauses in citations(title, rule):
            yield Case(title.name, rule, clauses)
    for reading in title.readings:
        clause = title.options[reading.option.partition("=")[0]].clause
        yield Case(title.name, reading.option, (clause,))
        for name in dict.fromkeys(rule.name for rule in own_rules(title, reading)):
            yield Case(title.name, f"{name}@{reading.option}", (*_cited(title.texts.refusals, name), clause))
    for duty in duties(title):
        yield Case(title.name, f"{PASS}{duty}", title.texts.refusals[duty])


def citations(title: Title, rule: str) -> list[tuple[str, ...]]:
    """Return what a rule's refusal cites in all its cases, which may be other clauses in some set-ups."""
    return list(dict.fromkeys(_cited(form.texts.refusals, rule) for form in title.forms))


def _cited(refusals: Mapping[str, tuple[str, ...]], rule: str) -> tuple[str, ...]:
    found = (clauses for key, clauses in refusals.items() if key == rule or key.startswith(f"{rule}/"))
    return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))


# --- taking it out


def take_out(text: str) -> None:
    """Take demands out of titles for the rest of this process: ``18Mag:tile_colour,18CZ:pass train_duty``.

    :raises ValueError: there is no such title or demand.
    """
    for one in text.split(","):
        name, _, what = one.partition(":")
        title = titles().get(name)
        if title is None or not _taken_out(title, what):
            raise ValueError(f"{WITHOUT}: there is no rule {one}")


def _taken_out(title: Title, what: str) -> bool:
    """Take one thing out and tell whether it was there."""
    if what.startswith(PASS):
        return what.removeprefix(PASS) in duties(title) and _let_pass(title.name, what.removeprefix(PASS))
    name, _, option = what.partition("@")
    reading = next((one for one in title.readings if one.option in {option, what}), None)
    if reading is None:
        return not option and _keep(rules_of(title), name)
    return _keep_in(title, reading, name) if option else _print_only(title, reading)


def _keep(rules: Iterable[Rule[Any]], name: str) -> bool:
    """Let rules of a name object to nothing, and tell whether there are any."""
    alike = [rule for rule in rules if rule.name == name]
    for rule in alike:
        object.__setattr__(rule, "test", _kept)
    return bool(alike)


def _keep_in(title: Title, reading: Reading, name: str) -> bool:
    """Let a rule that only a reading has object to nothing; the reading may make it anew for each form."""
    printed, changed = {id(rule) for rule in rules_of(title)}, Title._changed

    def leniently(title: Title, variants: Sequence[Variant], readings: Sequence[Reading]) -> Title:
        form = changed(title, variants, readings)
        if reading in readings:
            _keep((rule for rule in rules_of(form) if id(rule) not in printed), name)
        return form

    Title._changed = leniently  # type: ignore[method-assign]
    _forget_forms(title)
    return name in {rule.name for rule in own_rules(title, reading)}


def _kept(pos: Position, action: Any) -> Refusal | None:
    """Let a rule object to nothing; it stays in its place, so that readings can replace it."""
    return KEPT


def _print_only(title: Title, reading: Reading) -> bool:
    """Let the printed rules count although the reading is chosen."""
    object.__setattr__(title, "readings", tuple(one for one in title.readings if one is not reading))
    _forget_forms(title)
    return True


def _forget_forms(title: Title) -> None:
    """Let the forms of a title be put together anew."""
    title._forms.clear()
    title._forms[()] = title


def _let_pass(title: str, duty: str) -> bool:
    """Allow passes that a duty forbids."""
    key, _, verb = duty.partition("/")
    refused = Choices._pass_refused

    def leniently(choices: Choices, player: str) -> Refusal | None:
        fault, pos = refused(choices, player), choices._pos
        meant = fault is not None and fault.key == key and verb in {"", _verb(pos, fault)}
        return None if meant and pos.title.name == title else fault

    Choices._pass_refused = leniently  # type: ignore[method-assign]
    return True


def _verb(pos: Position, fault: Refusal) -> str:
    return str(fault.values.get("duty", ""))


# --- whether tests notice


def watchers(clauses: Iterable[str], named: Iterable[Naming]) -> list[str]:
    """Return the tests that name one of these clauses."""
    return list(dict.fromkeys(one.test for one in named if one.clause in clauses))


class Trials:
    """Runs, in place of all collected tests at once, those of each case in a process without what it takes out.

    ``tests`` are the tests of each case, and of :data:`NOTHING`; ``results`` are exit statuses: 0 all passed, 1 one
    failed, others that they could not be run. What fails with everything in place is written to ``out``.
    """

    def __init__(self, tests: Mapping[Case, list[str]], out: int) -> None:
        self.results: dict[Case, int] = {}
        self._tests = tests
        self._out = out
        self._failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork a process for each case, a few at once."""
        if session.testsfailed:
            return True
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        session.config.pluginmanager.unregister(reporter)
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            items.setdefault(test_of(item), []).append(item)
        running: dict[int, Case] = {}
        for case, tests in self._tests.items():
            if len(running) == AT_ONCE:
                self._end_one(running)
            found = [item for test in tests for item in items.get(test, [])]
            if child := os.fork():
                running[child] = case
            else:
                self._try(case, sorted(found, key=_slowly))
        while running:
            self._end_one(running)
        return True

    def _end_one(self, running: dict[int, Case]) -> None:
        child, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        self.results[running.pop(child)] = NEVER_END if code < 0 else code

    def _try(self, case: Case, items: list[pytest.Item]) -> None:
        """Run tests without something until one fails, and end this process."""
        code = 2
        try:
            if case != NOTHING:
                _end_after(SECONDS)
                take_out(case.demand)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    break
            code = int(bool(self._failed))
            if code and case == NOTHING:
                os.write(self._out, f"{self._failed} fails\n".encode())
        finally:
            os._exit(code)


def _end_after(seconds: int) -> None:
    """Let this process be ended when it has worked so long."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))


def test_of(item: pytest.Item) -> str:
    """Return the name under which :class:`Naming` knows a test: without the values of its parameters."""
    names = item.nodeid.partition("[")[0].split("::")[1:]
    return "::".join([str(item.path), *names])


def _slowly(item: pytest.Item) -> int:
    """Put tests that take long last."""
    return sum(
        2 if mark.name == "long" else 1 for mark in item.iter_markers() if mark.name in {"slow", "long"}
    )


def run(tests: Mapping[Case, list[str]]) -> dict[Case, int]:
    """Run the tests of each case without it, and return each exit status: 0 all passed, 1 some failed."""
    out = os.dup(1)
    trials = Trials(tests, out)
    files = dict.fromkeys(test.partition("::")[0] for some in tests.values() for test in some)
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files], plugins=[trials])
    os.close(out)
    return {case: trials.results.get(case, 2) for case in tests}


def verdict(case: Case, tests: list[str], status: int) -> str:
    """Return what is wrong with the tests of a case by how they ended; empty if one of them misses it."""
    cited = ", ".join(case.clauses)
    what = f"{case.title} {case.what}"
    if not tests:
        return f"{what}: no test names {cited}"
    if status == 1:
        return ""
    if status == 0:
        return f"{what}: without it all {len(tests)} tests naming {cited} pass"
    if status == NEVER_END:
        return f"{what}: tests naming {cited} do not end without it"
    return f"{what}: tests cannot be run without it (status {status})"


def judged(chosen: Iterable[Case], named: list[Naming]) -> dict[Case, str] | None:
    """Take every case out and return what is wrong with its tests; None if they fail with everything in place."""
    tests = {case: watchers(case.clauses, named) for case in chosen}
    watched = {case: some for case, some in tests.items() if some}
    every = list(dict.fromkeys(test for some in watched.values() for test in some))
    results = run({NOTHING: every, **watched}) if every else {NOTHING: 0}
    if results[NOTHING]:
        return None
    return {case: verdict(case, some, results.get(case, 0)) for case, some in tests.items()}


def strict(chosen: tuple[str, ...] = ()) -> int:
    """Take everything out in turn, or what is chosen; return how much of it no test misses."""
    every = [case for title in titles().values() for case in cases(title)]
    wanted = [case for case in every if not chosen or case.what in chosen or case.demand in chosen]
    verdicts = judged(wanted, namings())
    if verdicts is None:
        say("the tests fail with all rules in place")
        return 1
    weak = [text for text in verdicts.values() if text]
    for text in weak:
        say(text)
    say(f"{len(verdicts)} rules taken out, {len(verdicts) - len(weak)} missed by a test, {len(weak)} not")
    return len(weak)
