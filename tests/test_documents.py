"""What is written: tests, files, targets and settings that are named exist."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.settings import Settings
from engine import VERSION

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
TEST = re.compile(r"\bdef (test_\w+)\(")
PATH = re.compile(r"`((?:assets|bot|deploy|docs|engine|render|tests|\.ci)/[\w./-]+)`|\]\((?!http)([^)#]+)")
TARGET = re.compile(r"(?:`|^)make ([a-z-]+)", re.MULTILINE)
SETTING = re.compile(r"STATIONMASTER_([A-Z_]*[A-Z])")
MEMBER = re.compile(r"`([A-Z]\w+)\.(\w+)\b(?=[`(])")
PACKAGES = ("assets", "bot", "engine", "render")
OF_TESTS = {"LATENCY", "SETTINGS"}
"""Settings of the tests alone, and where the others are."""
NAMED = re.compile(r"`(?:([\w/]+\.py)(?:::)?)?(test_\w+)?`")


def defined(file: str) -> set[str]:
    """Every test of a file, whose path may begin anywhere below the tests; of all that are called so."""
    named = (ROOT / "tests").rglob(file.rpartition("/")[2])
    paths = [path for path in named if path.as_posix().endswith(f"/{file}")]
    assert paths, file
    return {test for path in paths for test in TEST.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_test_that_a_page_names_exists(page: Path):
    """In the file named last before it."""
    missing = []
    tests: set[str] = set()
    for file, name in NAMED.findall(page.read_text("utf-8")):
        if file.rpartition("/")[2].startswith("test_"):
            tests = defined(file)
        if name and name not in tests:
            missing.append(name)

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_file_and_target_that_a_page_names_exists(page: Path):
    """Paths from the root, links from the page, and what ``make`` makes."""
    text = page.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

    assert [path for path, _ in PATH.findall(text) if path and not (ROOT / path).exists()] == []
    assert [link for _, link in PATH.findall(text) if link and not (page.parent / link).exists()] == []
    assert set(TARGET.findall(text)) <= targets


@cache
def members() -> dict[str, set[str]]:
    """Return what each class of the code has, by its name."""
    found: dict[str, set[str]] = {}
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(_made(node))
    return found


def _made(node: ast.ClassDef) -> Iterator[str]:
    for part in node.body:
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_method_that_a_page_names_exists(page: Path):
    """Such as ``Game.play``, in backticks."""
    known = members()
    named = MEMBER.findall(page.read_text("utf-8"))

    assert [f"{kind}.{name}" for kind, name in named if name not in known.get(kind, ())] == []


def test_settings_are_told_as_they_are():
    """The run book lists every setting, the example too, and no page names one that there is not."""
    settings = {name.upper() for name in Settings.model_fields}
    table = (ROOT / "docs/operating.md").read_text("utf-8").partition("## Settings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z][^|]+) \|", table, re.MULTILINE)
    listed = {name for row in rows for name in re.findall("`([A-Z_]+)`", row)}
    others = [*PAGES, *(ROOT / name for name in (".env.example", "compose.yaml", "Procfile"))]

    assert listed == settings
    assert {
        name for page in others for name in SETTING.findall(page.read_text("utf-8"))
    } <= settings | OF_TESTS


def test_each_yes_of_the_comparison_names_its_test():
    """Whatever we claim to have is shown by a test that exists; what we lack names none."""
    rows = (ROOT / "docs" / "comparison.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")]
    claimed = [(row[0], row[4], NAMED.findall(row[5])) for row in cells if row[0] != "Feature"]

    assert len(claimed) > 40
    assert [feature for feature, ours, tests in claimed if ours.startswith("yes") != bool(tests)] == []
    assert all(defined(tests[0][0]) for _, _, tests in claimed if tests)


def test_the_version_is_that_of_the_newest_release():
    """In the changelog, in the package, and as the rules and `/admin status` tell it."""
    newest = re.findall(r"^## (\d+\.\d+\.\d+) - ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[
        0
    ]
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert package["version"] == VERSION == newest
