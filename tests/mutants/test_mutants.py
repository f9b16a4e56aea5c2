"""The tool that makes mutants: what it changes, which tests it asks, and when a mutant counts as killed."""

import os
import shutil
import subprocess
from contextlib import nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import notation
from engine.actions import Pass
from tests.mutants import __main__ as tool
from tests.mutants import touched, trial, warm
from tests.mutants.mutate import Mutant, mutants
from tests.mutants.rooms import ROOMS, ROOT, MutantRoom
from tests.mutants.trial import BrokenTrial, Touched, Trial, _is_killed, copied

HOUSE = '''"""A house of one room."""


def grown(age: int) -> bool:
    """Whether somebody is of age."""
    return age >= 18


def idle(age: int) -> int:
    return age + 1
'''
TESTS = """from house import *


def test_grown():
    assert grown(18)
    assert not grown(17)


def test_idle():
    assert idle(3)
"""
COUNT = """

def count(number: int) -> None:
    while number < 9:
        number += 1
"""
BROKEN = """

def test_broken():
    assert not grown(18)


def test_count():
    count(3)
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["a <= b"]),
        ("x = a is b in c", ["a is not b in c", "a is b not in c"]),
        ("x = a + b", ["a - b"]),
        ("x = not a", ["a"]),
        ("x = a and b", ["a or b"]),
        ("x = 1", ["2"]),
        ("x = True", ["False"]),
        ("if a: pass", ["not a"]),
        ("x = b if a else c", ["not a"]),
        ("def f():\n    return a", ["return None"]),
        ("def f():\n    return False", ["True"]),
        ("f()", ["pass"]),
        ("x.a = b", ["pass"]),
        ("x += b", ["pass"]),
        ("raise a", ["pass"]),
    ],
)
def test_each_kind_of_mutant(source: str, expected: list[str]):
    """One fault each, in the place where it belongs."""
    assert [one.now for one in mutants(source)] == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Text."""',
        "assert a < b",
        "log.info('told')",
        "x: a < b",
        "@dataclass(frozen=True)\nclass A: pass",
        "def f() -> a < b: pass",
        "x = f'{a < b}'",
        "x = zip(a, b, strict=True)",
        "def f():\n    return None",
    ],
)
def test_what_promises_nothing_is_left_alone(source: str):
    """Texts, assertions, lines of a log and types."""
    assert mutants(source) == []


def test_a_mutant_is_the_module_with_one_fault():
    """Letters of several bytes before it move nothing; its function begins where its first decorator stands."""
    source = "x = 'ő'\n\n\n@mark\n@other\ndef f(a):\n    g('ű', 'é', a <\n      18)\n"
    found = {one.now: one for one in mutants(source)}

    assert found["a <= 18"].source == source.replace("a <\n      18", "(a <= 18)")
    assert (found["a <= 18"].line, found["a <= 18"].function) == (7, 4)
    assert found["19"].source == source.replace("18", "(19)")


@pytest.mark.slow
def test_every_mutant_of_the_house_is_a_module():
    """Of each room one module is taken: all of its mutants are read by Python, and none is as it was."""
    for name, room in ROOMS.items():
        modules = room.modules()
        source = (ROOT / modules[len(modules) // 2]).read_text("utf-8")
        for mutant in mutants(source):
            compile(mutant.source, name, "exec")
            assert mutant.source != source


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_rooms_and_their_tests_are_there(room: MutantRoom):
    """A folder that has moved would let every mutant survive."""
    assert all(list(ROOT.glob(source)) for source in room.sources)
    assert all((ROOT / test).exists() for test in (*room.tests, *room.elsewhere))
    assert not set(room.tests) & set(room.elsewhere)


def test_the_same_seed_takes_the_same_mutants():
    """Others come with another seed."""
    first, again, other = (tool.sample(ROOMS["records"], 8, seed) for seed in (1, 1, 2))

    assert [str(mutant) for _, mutant in first] == [str(mutant) for _, mutant in again]
    assert [str(mutant) for _, mutant in first] != [str(mutant) for _, mutant in other]
    assert len(first) == 8


def test_the_quickest_tests_that_call_a_function_are_asked_first():
    """Without any, those of its module; without those, all. Tests that fail as it is are not asked."""
    told = Touched.read(
        [
            [
                {"test": "slow", "seconds": 2.0, "calls": ["a.py:1"]},
                {"test": "quick", "seconds": 1.0, "calls": ["a.py:1", "b.py:1"]},
            ],
            [
                {"test": "other", "seconds": 3.0, "calls": ["a.py:9"]},
                {"test": "broken", "seconds": 0.1, "calls": ["a.py:1"]},
                {"test": "broken", "without": True},
            ],
        ]
    )

    def asked(module: str, function: int | None) -> list[str]:
        return told.of(Path(module), Mutant(1, "", "", function, ""))

    assert asked("a.py", 1) == ["quick", "slow"]
    assert asked("a.py", 5) == asked("a.py", None) == ["quick", "slow", "other"]
    assert asked("c.py", 1) == ["quick", "slow", "other"]

    def more(module: str, function: int | None) -> list[str]:
        return told.more(Path(module), Mutant(1, "", "", function, ""))

    assert more("a.py", 1) == ["other"]
    assert more("a.py", 5) == more("c.py", 1) == []
    told.seconds["other"] = 61.0
    assert more("a.py", 1) == []

    told.calls["b.py:1"] |= {"test_b.py::test_long"}
    told.seconds["test_b.py::test_long"] = 9.0
    assert asked("b.py", 1) == ["test_b.py::test_long", "quick"]


def test_elsewhere_only_tests_that_call_a_function_are_asked():
    """Or its module, for what stands outside of functions; where none does, none."""
    told = Touched({"one": 2.0, "two": 1.0}, {"a.py:1": {"one"}, "a.py:7": {"one", "two"}})

    def asked(module: str, function: int | None) -> list[str]:
        return told.callers(Path(module), Mutant(1, "", "", function, ""))

    assert (asked("a.py", 1), asked("a.py", 7), asked("a.py", None)) == (
        ["one"],
        ["two", "one"],
        ["two", "one"],
    )
    assert asked("a.py", 5) == asked("b.py", None) == []


@pytest.mark.parametrize(
    ("code", "told", "killed"),
    [
        (0, "", False),
        (1, "", True),
        (2, "", True),
        (None, "", True),
        (-24, "", True),
        (4, "while loading conftest", True),
        (4, "__ ERROR collecting tests/test_one.py __", True),
    ],
)
def test_when_a_mutant_is_killed(code: int | None, told: str, killed: bool):
    """A test fails, nothing can be imported, or it never ends."""
    assert _is_killed(code, told) is killed


@pytest.mark.parametrize(("waited", "code"), [(0.0, None), pytest.param(1000.0, 0, marks=pytest.mark.slow)])
def test_a_busy_machine_kills_no_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waited: float, code: int | None
):
    """What takes too long is ended, unless it had no processor all the while."""
    (tmp_path / "test_slow.py").write_text("import time\n\n\ndef test_slow():\n    time.sleep(2)\n", "utf-8")
    monkeypatch.setattr(trial, "LOOK", 0.05)
    monkeypatch.setattr(trial, "waited", lambda _process: waited)

    assert trial.pytest(tmp_path, seconds=0.5)[0] == code


def test_a_mutant_that_takes_all_memory_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nobody else has less for it."""
    (tmp_path / "test_big.py").write_text("def test_big():\n    bytearray(2 << 30)\n", "utf-8")
    monkeypatch.setattr(trial, "MEMORY", 1 << 30)
    code, told = trial.pytest(tmp_path)

    assert code == trial.FAILED
    assert "MemoryError" in told


@pytest.mark.slow
def test_a_mutant_that_goes_on_for_ever_ends_when_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The system ends it: who began it may be gone."""
    (tmp_path / "test_ever.py").write_text("def test_ever():\n    while True:\n        pass\n", "utf-8")
    monkeypatch.setattr(trial, "waited", lambda _process: 1000.0)
    monkeypatch.setattr(trial, "LATER", 1.0)
    code, told = trial.pytest(tmp_path, seconds=1.0)

    assert code in trial.CUT_SHORT
    assert _is_killed(code, told)


def test_how_long_a_process_waited_is_read():
    """Of one that has ended nothing is known."""
    assert trial.waited(os.getpid()) > 0
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert trial.waited(ended.pid) == 0


@pytest.mark.parametrize("code", [4, 5])
def test_tests_that_are_not_there_say_nothing(code: int):
    """Neither killed nor survived."""
    with pytest.raises(BrokenTrial, match="what pytest said"):
        _is_killed(code, "what pytest said")


@pytest.mark.slow
def test_a_mutant_is_tried_on_a_copy(tmp_path: Path):
    """What a test asserts is killed; what none does survives; house and copy are as before."""
    (tmp_path / "house.py").write_text(HOUSE, "utf-8")
    (tmp_path / "test_house.py").write_text(TESTS, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    names = {"grown": "test_house.py::test_grown", "idle": "test_house.py::test_idle"}
    tests = Touched(
        dict.fromkeys(names.values(), 0.1), {"house.py:4": {names["grown"]}, "house.py:9": {names["idle"]}}
    )
    found = {one.now: one for one in mutants(HOUSE)}

    with copied(tmp_path) as there:
        trial = Trial(there)
        lives = {
            now: trial.survives(Path("house.py"), found[now], tests)
            for now in ("age > 18", "age - 1", "return None")
        }
        after = (there / "house.py").read_text("utf-8")

    assert lives == {"age > 18": False, "age - 1": True, "return None": False}
    assert after == (tmp_path / "house.py").read_text("utf-8") == HOUSE
    assert not there.exists()


ROW = """AGE = 18


def row(ages, least=AGE):
    def old(age):
        return [one for one in ages if one >= age]

    return old


def begun():
    while False:
        pass
    return super


class Person:
    @property
    def age(self):
        return (lambda: 7)()


kept = row([17, 18])
"""


def test_functions_that_are_there_get_their_new_code(tmp_path: Path):
    """Within others, of classes, or made before; what modules computed when they were loaded stays."""
    path = tmp_path / "row.py"
    path.write_text(ROW, "utf-8")
    there: dict[str, Any] = {}
    exec(compile(ROW, str(path), "exec"), there)

    functions = warm.loaded()[str(path)]
    warm.replace(functions, str(path), ROW.replace(">=", ">").replace("7", "8").replace("18", "20"))

    assert there["kept"](17) == [18]
    assert there["row"]([1, 2])(1) == [2]
    assert there["Person"]().age == 8
    assert there["AGE"] == 18
    warm.replace(functions, str(path), ROW)
    assert there["kept"](17) == [18], "the text before is no longer what is there"


@pytest.mark.slow
def test_mutants_are_tried_in_forks(tmp_path: Path):
    """What goes on for ever is killed, too; what a test fails on as it is, is not."""
    source = HOUSE + COUNT
    shutil.copytree(ROOT / "tests" / "mutants", tmp_path / "tests" / "mutants")
    shutil.copy(ROOT / "tests" / "processor.py", tmp_path / "tests")
    (tmp_path / "house.py").write_text(source, "utf-8")
    (tmp_path / "test_house.py").write_text(TESTS + BROKEN, "utf-8")
    found = {one.now: one.source for one in mutants(source)}

    with warm.warm(tmp_path, ["test_house.py"]) as hot:

        def killed(now: str, *tests: str) -> bool:
            return hot.kills(
                Path("house.py"), found[now], {f"test_house.py::test_{one}": 2.0 for one in tests}
            )

        assert killed("age > 18", "idle", "grown")
        assert not killed("age > 18", "idle")
        assert not killed("age > 18", "broken", "grown")
        assert not killed("age - 1", "idle")
        assert killed("pass", "count")
        assert not killed("age > 18", "gone")


def test_a_process_that_has_ended_says_nothing_of_a_mutant(tmp_path: Path):
    """What pytest said is passed on."""
    shutil.copytree(ROOT / "tests" / "mutants", tmp_path / "tests" / "mutants")
    shutil.copy(ROOT / "tests" / "processor.py", tmp_path / "tests")
    with (
        warm.warm(tmp_path, ["test_gone.py"]) as hot,
        pytest.raises(BrokenTrial, match=r"not found: .*test_gone"),
    ):
        hot.kills(Path("house.py"), "", {})


def test_what_survives_is_tried_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Only there, and only if nothing of the room has killed it."""
    room = MutantRoom(("house.py",), ("test_house.py",), 85, ("test_street.py",))
    found = [(Path("house.py"), one) for one in mutants(HOUSE)]
    asked: list[tuple[str, ...]] = []

    def touches(of: MutantRoom, workers: int) -> Touched:
        asked.append(of.tests)
        return Touched(
            {of.tests[0]: 0.1},
            {"house.py:4": {of.tests[0]}} if of is room else {"house.py:9": {"test_street.py"}},
        )

    def passes(_trial: Trial, _module: Path, mutant: Mutant, chosen: list[str], _tests: Touched) -> bool:
        return chosen != ["test_street.py"] or mutant.now != "age - 1"

    monkeypatch.setattr(tool, "touched", touches)
    monkeypatch.setattr(tool, "copied", lambda: nullcontext(tmp_path))
    monkeypatch.setattr(tool, "warm", lambda *_given: nullcontext(SimpleNamespace(kills=None)))
    monkeypatch.setattr(Trial, "survives", lambda _trial, _module, mutant, _tests: mutant.function == 9)
    monkeypatch.setattr(Trial, "passes", passes)
    outcome = tool.tried(room, found, 2)

    assert [one.now for _, one in outcome.elsewhere] == ["age - 1"]
    assert [one.now for _, one in outcome.left] == ["return None", "2"]
    assert asked == [("test_house.py",), ("test_street.py",)]


def test_calls_are_noted(monkeypatch: pytest.MonkeyPatch):
    """The plugin names a function of the house by the place where it begins."""
    noted: list[dict[str, object]] = []
    monkeypatch.setattr(touched, "_tests", noted)
    around = touched.pytest_runtest_protocol(SimpleNamespace(nodeid="test_one.py::test_one"))
    next(around)
    notation.write(Pass("ann"))
    with suppress(StopIteration):
        next(around)

    (one,) = noted
    begins = notation.write.__code__.co_firstlineno
    assert one["test"] == "test_one.py::test_one"
    assert f"engine/notation.py:{begins}" in one["calls"]


def test_a_room_below_its_floor_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Each survivor is named; the floor is a part of a hundred."""
    monkeypatch.setattr(tool, "tried", lambda _room, found, _jobs: tool.Outcome(found[:1], found[1:3]))

    assert tool.main(["--rooms", "storage", "--sample", "10"]) == 0
    told = capsys.readouterr().out
    assert "storage: 9 of 10 killed, 2 of them elsewhere, 1 survived; at least 85%\n" in told
    assert told.count("  elsewhere bot/storage/") == 2
    assert tool.main(["--rooms", "storage", "--sample", "4"]) == 1
    told = capsys.readouterr().out
    assert "  survived  bot/storage/" in told
    assert "TOO FEW" in told
