"""A plugin of pytest that notes which functions of the house each test calls, and how long it takes.

`python -m pytest -p tests.mutants.touched`, with the folder for what it notes in ``MUTANTS_TOUCHED``. What a process
of its own does for a test is not seen.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOT = str(Path(__file__).parents[2])
ROOMS = tuple(f"{ROOT}/{room}/" for room in ("assets", "bot", "engine", "render"))

_seen: set[CodeType] = set()
_tests: list[dict[str, object]] = []


def _note(frame: FrameType, event: str, _given: object) -> None:
    if event == "call":
        _seen.add(frame.f_code)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what is called from the first fixture of a test to the last."""
    _seen.clear()
    threading.setprofile(_note)
    sys.setprofile(_note)
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        calls = sorted({_place(code) for code in list(_seen) if code.co_filename.startswith(ROOMS)})
        took = round(time.perf_counter() - began, 3)
        _tests.append({"test": item.nodeid, "seconds": took, "calls": calls})


def _place(code: CodeType) -> str:
    return f"{code.co_filename.removeprefix(ROOT + '/')}:{code.co_firstlineno}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Leave out tests that fail as it is, and those that are skipped."""
    if report.outcome != "passed":
        _tests.append({"test": report.nodeid, "without": True})


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write it down; each worker for itself."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    folder = Path(os.environ["MUTANTS_TOUCHED"])
    (folder / f"{worker}.json").write_text(json.dumps(_tests), "utf-8")
