"""The tool behind ``make rules`` and ``make rules-strict``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.choices import Choices
from engine.data import ClauseData
from engine.game import Game
from engine.title import Title, find, titles
from tests.tools import rules, rules_strict
from tests.tools.rules import Naming, namings, report
from tests.tools.rules_strict import (
    WITHOUT,
    Case,
    cases,
    citations,
    own_rules,
    rules_of,
    steps,
    take_out,
    watchers,
)

MAG = find("18Mag")
SWISS = find("1844")

TWO = """
import pytest

@pytest.mark.rule("MAG-V.3", "MAG-V.4")
@pytest.mark.parametrize("x", [1])
async def test_one(x):
    raise RuntimeError("never imported")

class TestMore:
    @pytest.mark.rule("MAG-V.9")
    def test_two(self): ...

@pytest.mark.slow("MAG-V.5")
def test_three(): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of tests that knows how to take rules out."""
    shutil.copy(rules.TESTS / "conftest.py", tmp_path)
    return tmp_path


@pytest.fixture
def everything():
    """Whatever is taken out is put back."""
    known = {id(rule): rule for title in titles().values() for rule in rules_of(title)}
    for title in titles().values():
        known |= {id(rule): rule for one in title.readings for rule in own_rules(title, one)}
    tests = [(rule, rule.test) for rule in known.values()]
    readings, refused = [(title, title.readings) for title in titles().values()], Choices._pass_refused
    changed = Title._changed
    yield
    for rule, test in tests:
        object.__setattr__(rule, "test", test)
    for title, some in readings:
        object.__setattr__(title, "readings", some)
        rules_strict._forget_forms(title)
    Choices._pass_refused, Title._changed = refused, changed  # type: ignore[method-assign]


def test_names_are_read_without_importing(tmp_path: Path):
    """Names are found in marks of functions and methods, by reading the source."""
    path = tmp_path / "deep" / "test_it.py"
    path.parent.mkdir()
    path.write_text(TWO)

    found = [(one.clause, one.test.removeprefix(str(path))) for one in namings(tmp_path)]

    assert found == [
        ("MAG-V.3", "::test_one"),
        ("MAG-V.4", "::test_one"),
        ("MAG-V.9", "::TestMore::test_two"),
    ]


def small(**manners: str) -> dict[str, Title]:
    """A title with two clauses."""
    refusals = dict.fromkeys(MAG.texts.refusals, ("A-1",))
    texts = ClauseData(clauses={"A-1": "One.", "A-2": "Two."}, refusals=refusals, manners=manners)
    changed = {name: getattr(MAG, name) for name in MAG.__dataclass_fields__}
    return {"A": Title(**{**changed, "texts": texts})}


def test_unnamed_clauses_are_listed():
    """A clause that no test names fails the report, and the last line counts."""
    found = report(small(), [Naming("A-1", "t::one", 3)])

    assert found.failed
    assert str(found).splitlines() == ["A-2: no test names it", "2 clauses, 1 named, 1 unnamed"]


def test_table_manners_count_as_named():
    """What no program can test needs a reason instead of a test."""
    named = [Naming("A-1", "t::one", 3)]

    assert str(report(small(**{"A-2": "between players"}), named)) == "2 clauses, 2 named, 0 unnamed"
    assert not report(small(**{"A-2": "between players"}), named).failed
    assert report(small(**{"A-2": " "}), named).errors == ("A-2: table manners without a reason",)


def test_unknown_clauses_are_errors():
    """A slip of the pen in a test's mark is found."""
    named = [Naming("A-1", "t::one", 3), Naming("A-2", "t::one", 3), Naming("A-3", "t::two", 9)]

    found = report(small(), named)

    assert found.failed
    assert found.errors == ("t::two:9: unknown clause A-3",)


def test_every_step_of_a_title_is_found():
    """Rules are looked for in all rounds: draft, share rounds, both parts of operating rounds."""
    verbs = {step.verb.verb for step in steps(MAG)}

    assert verbs == {
        "draft",
        "sell",
        "buy",
        "lay",
        "prepay",
        "token",
        "discard",
        "run",
        "train",
        "dividend",
        "accept",
        "refuse",
        "withdraw",
        "berth",
        "call",
    }


def refusal(text: str, actor: str = "", *options: str) -> str:
    """Why the first thing that somebody does in a game is refused."""
    game = Game.start("18Mag", ["ann", "bob", "cy"], options, seed=7)
    fault = game.choices.why_not(game.read(text, actor))
    return fault.key if fault else ""


@pytest.mark.usefixtures("everything")
def test_a_rule_is_taken_out_everywhere():
    """A rule objects to nothing in any step that has it, in every form of the title; the others stay."""
    before = [refusal("draft 4", "bob"), refusal("draft 4", "bob", "compat=peer18xx")]

    take_out("18Mag:not_your_turn")

    assert before == ["not_your_turn"] * 2
    assert refusal("draft 4", "bob") != "not_your_turn"
    assert refusal("draft 4", "bob", "compat=peer18xx") != "not_your_turn"
    assert refusal("draft KFB") == "draft_offer"


@pytest.mark.usefixtures("everything")
def test_a_duty_is_taken_out():
    """Whoever must not pass may pass then."""
    before = refusal("pass")

    take_out("18Mag:pass draft_no_pass")

    assert (before, refusal("pass")) == ("draft_no_pass", "")


@pytest.mark.usefixtures("everything")
def test_a_reading_is_taken_out():
    """The printed rules count although the reading is chosen."""
    read = SWISS.of(3, ("furka_time=own_turn",))
    names = {rule.name for rule in rules_of(read)}

    take_out("1844:furka_time=own_turn")

    assert "power_turn" in names
    assert "power_turn" not in {rule.name for rule in rules_of(SWISS.of(3, ("furka_time=own_turn",)))}


@pytest.mark.usefixtures("everything")
def test_a_rule_of_a_reading_is_taken_out_of_it_alone():
    """The printed rule of the same name stays."""
    printed = [rule.test for rule in rules_of(SWISS) if rule.name == "emergency_more"]
    reading = next(one for one in SWISS.readings if one.option == "emergency_sale=any_train")

    take_out("1844:emergency_more@emergency_sale=any_train")

    read = SWISS.of(3, ("emergency_sale=any_train",))
    assert [rule.test for rule in rules_of(SWISS) if rule.name == "emergency_more"] == printed
    assert {rule.test for rule in own_rules(SWISS, reading) if rule.name == "emergency_more"} == {
        rules_strict._kept
    }
    assert rules_strict._kept in {rule.test for rule in rules_of(read)}


def test_everything_that_can_be_taken_out_is_found():
    """Rules, readings, the rules of readings and duties are cases, each with a clause of its title."""
    found = {case.demand: case for title in titles().values() for case in cases(title)}

    assert {"18Mag:tile_colour", "18Mag:terrain_time=laying", "1844:power_turn@furka_time=own_turn"} <= set(
        found
    )
    assert {"18CZ:pass train_duty", "18CZ:pass must_act/run"} <= set(found)
    assert all(case.clauses for case in found.values())


@pytest.mark.parametrize(
    "text",
    [
        "18Mag:nonsense",
        "18Nothing:tile_colour",
        "tile_colour",
        "18Mag:pass nonsense",
        "18Mag:tile_colour@no=such",
    ],
)
def test_an_unknown_rule_is_not_taken_out(text: str):
    """Taking out what is not there is an error, so that no test seems strong by it."""
    with pytest.raises(ValueError, match="there is no rule"):
        take_out(text)


@pytest.mark.slow
def test_everything_that_can_be_taken_out_cites_a_clause_that_tests_name():
    """For each rule, reading and duty of each title some test is to be found that would have to fail without it."""
    named = namings()
    lonely = [
        case for title in titles().values() for case in cases(title) if not watchers(case.clauses, named)
    ]

    assert lonely == []


def test_a_rule_is_watched_by_what_it_cites_in_every_set_up():
    """Where two players, or an option, are refused by another clause, tests must name that one too."""
    assert citations(MAG, "draft_quota") == [
        ("MAG-V.9", "MAG-V.10", "MAG-OPT.SUP.1"),
        ("MAG-XI.1.7", "MAG-XI.1.8", "MAG-OPT.SUP.1"),
        ("MAG-V.10", "MAG-X.17", "MAG-OPT.SUP.1"),
        ("MAG-OPT.MIN.2", "MAG-V.10", "MAG-OPT.SUP.1"),
    ]
    assert citations(MAG, "draft_no_pass") == [("MAG-V.3",)]


STRONG = """
import pytest
from engine.game import Game

@pytest.mark.rule("MAG-V.9")
def test_a_full_quota():
    game = Game.start("18Mag", ["a", "b", "c", "d"])
    for certificate in "RABA 1 2 3 4 5 6".split():
        game = game.play(game.read(f"draft {certificate}"))
    assert game.choices.why_not(game.read("draft SIK", "a")).key == "draft_quota"
"""

WEAK = """
import pytest

@pytest.mark.rule("MAG-V.9")
def test_nothing():
    assert True
"""


WRONG = """
import pytest

@pytest.mark.rule("MAG-V.9")
def test_never_right():
    assert False
"""

JUDGE = """
import sys
from pathlib import Path
from tests.tools.rules import namings
from tests.tools.rules_strict import Case, judged

found = judged([Case("18Mag", "draft_quota", ("MAG-V.9", "MAG-V.10"))], namings(Path(sys.argv[1])))
print("VERDICT", None if found is None else list(found.values()))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STRONG, "['']"),
        (WEAK, "['18Mag draft_quota: without it all 1 tests naming MAG-V.9, MAG-V.10 pass']"),
        ("", "['18Mag draft_quota: no test names MAG-V.9, MAG-V.10']"),
        (WRONG, "None"),
    ],
)
def test_a_weak_test_is_found(folder: Path, text: str, said: str):
    """A rule is taken out in a process of its own, and who does not miss it is told."""
    (folder / "test_quota.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(rules.TESTS.parent)}
    command = [sys.executable, "-c", JUDGE, str(folder)]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)

    assert done.stdout.splitlines()[-1] == f"VERDICT {said}", done.stderr


def test_verdicts_tell_apart_what_fails_and_what_cannot_run():
    """Only a test that fails misses what is taken out."""
    case = Case("18Mag", "draft_quota", ("MAG-V.9",))
    told = [rules_strict.verdict(case, ["test"], status) for status in (0, 1, 2, rules_strict.NEVER_END)]

    assert told == [
        "18Mag draft_quota: without it all 1 tests naming MAG-V.9 pass",
        "",
        "18Mag draft_quota: tests cannot be run without it (status 2)",
        "18Mag draft_quota: tests naming MAG-V.9 do not end without it",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("without", "passes"), [("", True), ("18Mag:nonsense", False)])
def test_an_unknown_rule_in_the_environment_stops_the_tests(folder: Path, without: str, passes: bool):
    """Such a run is neither passed nor failed."""
    (folder / "test_quota.py").write_text(WEAK)
    environment = {**os.environ, "PYTHONPATH": str(rules.TESTS.parent), WITHOUT: without}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=False)

    assert (done.returncode == 0) == passes
    assert done.returncode != 1


@pytest.mark.slow
def test_the_command_says_how_many(capsys: pytest.CaptureFixture[str]):
    """The last line counts clauses, and the exit status tells whether any is unnamed."""
    status = rules.main([])

    last = capsys.readouterr().out.splitlines()[-1].split()
    assert (last[1], last[3], last[5]) == ("clauses,", "named,", "unnamed")
    assert status == int(last[4] != "0")
    assert rules.main(["--nonsense"]) == 2
