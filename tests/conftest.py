import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Take the rules out that ``make rules-strict`` asks about."""
    if without := os.environ.get("STATIONMASTER_WITHOUT"):
        from rules import take_out  # noqa: PLC0415 - nothing is loaded unless it is asked for

        take_out(without)
