"""What is written about the tests: those that are named exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
TEST = re.compile(r"\bdef (test_\w+)\(")
NAMED = re.compile(r"`(?:([\w/]+\.py)(?:::)?)?(test_\w+)?`")


def defined(file: str) -> set[str]:
    """Every test of a file, whose path may begin anywhere below the tests."""
    (path,) = (ROOT / "tests").rglob(file.rpartition("/")[2])
    assert path.as_posix().endswith(file)
    return set(TEST.findall(path.read_text("utf-8")))


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
