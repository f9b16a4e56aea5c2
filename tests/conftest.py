import gc
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import WorkStealingScheduling

if sys.dont_write_bytecode:
    # to compile modules and rewrite assertions takes longer than all else: what comes of it is kept, if not beside
    # them, and processes that tests start find it, too
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

MEMORY = Path("/dev/shm")
"""Where files cost no waiting for a disk; a process that is killed loses none of them either."""
ROOM = 2**30
SPOKEN = ("en", "de")
"""The languages of quick tests: what is said in each language is a slow test in the others."""

settings.register_profile(
    "house",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
"""How long an example takes says what else the machine does, and fails no test. Where ``CI`` is set, a commit meets
the same examples each time; elsewhere new ones, and one that failed is kept and tried first."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files in memory where there is room, and take out what ``make rules-strict`` asks about.

    Nothing that is imported or collected is garbage, so none is looked for meanwhile.
    """
    gc.disable()
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if without := os.environ.get("STATIONMASTER_WITHOUT"):
        from tests.tools.rules_strict import take_out  # noqa: PLC0415 - nothing is loaded unless it is asked for

        take_out(without)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests in other languages as slow, before those that nobody asked for are left out."""
    for item in items:
        given = (
            item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        )
        if given.get("lang", SPOKEN[0]) not in SPOKEN:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for garbage less often, and never among what has been imported: it takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test was skipped, where ``NOTHING_SKIPPED`` says that everything is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("NOTHING_SKIPPED") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling:
    """Let a worker that has nothing left take tests from another: a few of them last a minute."""
    return WorkStealingScheduling(config, log)
