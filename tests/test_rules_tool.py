"""The tool behind ``make rules`` and ``make rules-strict``."""

import shutil
from pathlib import Path

import pytest

from engine.data import ClauseData
from engine.rules import Rules
from engine.title import Title, find, titles
from tests import rules
from tests.rules import Naming, citations, namings, report, rule_names, steps, take_out, verdict, watchers

MAG = find("18Mag")

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
def whole_rules():
    """Whatever is taken out is put back."""
    kept = [(step, step.rules) for step in steps(MAG)]
    yield
    for step, known in kept:
        object.__setattr__(step, "rules", known)


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
    texts = ClauseData(clauses={"A-1": "One.", "A-2": "Two."}, refusals={}, manners=manners)
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


@pytest.mark.usefixtures("whole_rules")
def test_a_rule_is_taken_out_everywhere():
    """A rule is gone from every step that has it, and the others stay."""
    before = rule_names(MAG)

    take_out("18Mag:not_your_turn")

    assert [name for name in before if name not in rule_names(MAG)] == ["not_your_turn"]
    assert all(isinstance(step.rules, Rules) for step in steps(MAG))


@pytest.mark.parametrize("text", ["18Mag:nonsense", "18Nothing:tile_colour", "tile_colour"])
def test_an_unknown_rule_is_not_taken_out(text: str):
    """Taking out what is not there is an error, so that no test seems strong by it."""
    with pytest.raises(ValueError, match="there is no rule"):
        take_out(text)


def test_every_rule_cites_a_clause_that_tests_name():
    """For each named rule of each title some test is to be found that would have to fail without it."""
    named = namings()
    lonely = [
        (rule, clauses)
        for title in titles().values()
        for rule in rule_names(title)
        for clauses in citations(title, rule)
        if not watchers(clauses, named)
    ]

    assert lonely == []


def test_a_rule_is_watched_by_what_it_cites_in_every_set_up():
    """Where two players are refused by another clause, tests must name that one too."""
    assert citations(MAG, "draft_quota") == [
        ("MAG-V.9", "MAG-V.10"),
        ("MAG-XI.1.7", "MAG-XI.1.8"),
        ("MAG-V.10", "MAG-X.17"),
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STRONG, ""),
        (WEAK, "18Mag draft_quota: without it all 1 tests naming MAG-V.9, MAG-V.10 pass"),
        ("", "18Mag draft_quota: no test names MAG-V.9, MAG-V.10"),
    ],
)
def test_a_weak_test_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str):
    """A rule is taken out in a process of its own, and who does not miss it is told."""
    monkeypatch.setenv("PYTHONPATH", str(rules.TESTS.parent))
    path = folder / "test_quota.py"
    path.write_text(text)
    if text:
        assert rules.run([str(path)]) == 0

    assert verdict(MAG, "draft_quota", ("MAG-V.9", "MAG-V.10"), namings(folder)) == said


def test_an_unknown_rule_in_the_environment_stops_the_tests(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Such a run is neither passed nor failed."""
    monkeypatch.setenv("PYTHONPATH", str(rules.TESTS.parent))
    path = folder / "test_quota.py"
    path.write_text(WEAK)

    assert rules.run([str(path)], "18Mag:nonsense") not in {0, 1}


def test_the_command_says_how_many(capsys: pytest.CaptureFixture[str]):
    """The last line counts clauses, and the exit status tells whether any is unnamed."""
    status = rules.main([])

    last = capsys.readouterr().out.splitlines()[-1].split()
    assert (last[1], last[3], last[5]) == ("clauses,", "named,", "unnamed")
    assert status == int(last[4] != "0")
    assert rules.main(["--nonsense"]) == 2
