"""Figures for whoever runs the bot: what was played, how long people waited, and whether all is well."""

import json
import logging
import re

import aiohttp
import pytest

from bot.logs import JsonLines, set_up_logs
from bot.operate.metrics import Metrics
from bot.settings import read_settings
from tests.bot.tabletop import Table


async def read(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


def figure(text: str, name: str) -> float:
    """The sum of a figure over its labels."""
    found = re.findall(rf"^stationmaster_{name}(?:\{{[^}}]*\}})? (\S+)$", text, re.MULTILINE)
    assert found, text
    return sum(map(float, found))


async def test_what_happens_at_tables_is_counted(tabletop: Table):
    """Moves by title, answers with their times, servers, tables, warnings, and how long the loop was blocked."""
    metrics = Metrics()
    async with metrics.watching(tabletop.bot), metrics.served("127.0.0.1", 0) as port:
        await tabletop.game()
        table = await tabletop.bot.service.tables.find(1)
        await tabletop.type_moves(["draft 5" for _ in table.awaited])
        logging.getLogger("bot.some").warning("something")
        status, text = await read(port, "/metrics")
        well = await read(port, "/healthz")

    assert status == 200
    assert figure(text, "moves_total") == 1
    assert 'moves_total{title="18Mag"}' in text
    assert figure(text, "interaction_seconds_count") >= 5
    assert figure(text, "log_lines_total") >= 1
    assert figure(text, "servers") == 1
    assert figure(text, "tables_in_memory") == 1
    assert figure(text, "tables_behind") == 0
    assert figure(text, "posts_under_way") == 0
    assert 0 <= figure(text, "loop_blocked_seconds") < 10
    assert figure(text, "process_resident_memory_bytes") > 2**20
    assert figure(text, "cpu_seconds") > 0
    assert 'memory_bytes{process="bot"}' in text
    assert well == (200, "well\n")


async def test_health_tells_what_is_wrong(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """A connection that is lost, a database that does not answer, and nothing to serve."""
    metrics = Metrics()
    async with metrics.served("127.0.0.1", 0) as port:
        assert (await read(port, "/healthz"))[0] == 503
        async with metrics.watching(tabletop.bot):
            monkeypatch.setattr(tabletop.bot, "is_ready", lambda: False)
            monkeypatch.setattr(tabletop.bot.storage.database, "_limit", 0)
            status, text = await read(port, "/healthz")

    assert status == 503
    assert "not connected" in text
    assert "does not answer" in text


def test_logs_can_be_lines_of_json(capsys: pytest.CaptureFixture[str]):
    """One object a line, traces inside it, secrets blotted out."""
    form = JsonLines(("token-of-the-bot",))
    trouble = ValueError("token-of-the-bot")
    record = logging.LogRecord("bot.x", 30, "f", 1, "game %d: ő\n", (7,), (ValueError, trouble, None))

    line = form.format(record)

    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"]) == ("WARNING", "bot.x", "game 7: ő\n")
    assert "ValueError" in found["trace"]
    assert "token-of-the-bot" not in line
    assert "\n" not in line


def test_the_form_of_the_log_is_a_setting():
    """Text, where nothing else is asked for."""
    before = logging.getLogger().handlers[:]
    try:
        for form, kind in (("text", False), ("json", True)):
            set_up_logs(read_settings(log_form=form))
            assert isinstance(logging.getLogger().handlers[0].formatter, JsonLines) == kind
    finally:
        logging.getLogger().handlers[:] = before
