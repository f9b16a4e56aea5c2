import os
import sys
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import WorkStealingScheduling

if (
    sys.dont_write_bytecode
):  # rewriting assertions takes longer than all else: it is kept, if not beside the tests
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")


def pytest_configure(config: pytest.Config) -> None:
    """Take the rules out that ``make rules-strict`` asks about."""
    if without := os.environ.get("STATIONMASTER_WITHOUT"):
        from tests.rules import take_out  # noqa: PLC0415 - nothing is loaded unless it is asked for

        take_out(without)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test was skipped, where ``NOTHING_SKIPPED`` says that everything is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("NOTHING_SKIPPED") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling:
    """Let a worker that has nothing left take tests from another: a few of them last a minute."""
    return WorkStealingScheduling(config, log)
