"""CPU time by kind of work: what has ended stays counted."""

import threading
import time
from pathlib import Path

import pytest

from bot.operate import costs

ENOUGH = 0.1


def busy(measured: threading.Event, enough: threading.Event) -> None:
    """Compute for a while, and end when the meter has been read."""
    end = time.thread_time() + ENOUGH
    while time.thread_time() < end:
        pass
    enough.set()
    measured.wait()


def test_the_time_of_a_thread_that_has_ended_is_not_taken_back():
    """Of each kind of work the seconds only grow."""
    meter, measured, enough = costs.CpuMeter(), threading.Event(), threading.Event()
    thread = threading.Thread(target=busy, args=(measured, enough), name="Thread-of-a-connection")
    thread.start()
    enough.wait()
    before = meter.seconds()
    measured.set()
    thread.join()
    after = meter.seconds()

    assert before["storage"] >= ENOUGH - 2 / costs.TICKS
    assert all(after[kind] >= taken for kind, taken in before.items())
    assert meter.seconds()["storage"] == pytest.approx(after["storage"], abs=2 / costs.TICKS)


def test_another_thread_of_the_same_number_adds_its_own(monkeypatch: pytest.MonkeyPatch):
    """The system gives numbers anew."""
    place, there = Path("number"), {"kind": "storage", "taken": 3.0}
    monkeypatch.setattr(costs, "_at_work", lambda: iter([(place, str(there["kind"]))]))
    monkeypatch.setattr(costs, "_ticks", lambda _path: float(there["taken"]))
    meter = costs.CpuMeter()
    assert meter.seconds() == {"storage": 3.0}
    there["taken"] = 1.0
    assert meter.seconds() == {"storage": 4.0}
    there["kind"], there["taken"] = "engine", 5.0
    assert meter.seconds() == {"storage": 4.0, "engine": 5.0}
