"""What the page of pictures promises is shown by tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "pictures.md"


def named() -> list[tuple[Path, str]]:
    """The tests that the page names, with their files; one without a file is in that of the one before."""
    found: list[tuple[Path, str]] = []
    file = Path()
    for where, test in re.findall(r"`(?:([\w/.]+\.py)::)?(test_\w+)`", PAGE.read_text("utf-8")):
        file = (ROOT / where if "/" in where else ROOT / "tests" / "render" / where) if where else file
        found.append((file, test))
    return found


def test_every_promise_names_a_test_that_exists():
    """Files and tests are spelled as they are called."""
    found = named()

    assert len(found) > 30
    assert [test for file, test in found if f"def {test}(" not in file.read_text("utf-8")] == []
