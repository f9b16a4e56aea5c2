"""What is written about the tests: those that are named exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
TEST = re.compile(r"\bdef (test_\w+)\(")
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


def test_each_yes_of_the_comparison_names_its_test():
    """Whatever we claim to have is shown by a test that exists; what we lack names none."""
    rows = (ROOT / "docs" / "comparison.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")]
    claimed = [(row[0], row[4], NAMED.findall(row[5])) for row in cells if row[0] != "Feature"]

    assert len(claimed) > 40
    assert [feature for feature, ours, tests in claimed if ours.startswith("yes") != bool(tests)] == []
    assert all(defined(tests[0][0]) for _, _, tests in claimed if tests)
