"""Calls told to addresses on the web."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages.elsewhere import Elsewhere
from bot.storage import PostRow
from tests.bot.messages.tables import ANN, NOON, running


def elsewhere(bodies: Any) -> Elsewhere:
    """A table of which one address listens to what rings."""

    async def listening(_game: int, _rung: tuple[int, ...]) -> list[str]:
        return ["table"]

    async def glance(_game: int) -> Any:
        return running().table

    tables = SimpleNamespace(tables=SimpleNamespace(glance=glance))
    bot: Any = SimpleNamespace(hooks=SimpleNamespace(listening=listening, bodies=bodies), service=tables)
    return Elsewhere(bot, 7)


POST = PostRow(1, 7, "card", 3, "<@11> it is your turn", "mark", "nonce", 0, NOON, rings=str(ANN))


async def test_a_call_is_told_with_its_purpose_people_and_link():
    """And everybody's name at the table."""
    told: Any = await elsewhere(lambda owners, call: {owners[0]: call}).told(POST, "link")
    call = told["table"]

    assert (call.purpose, call.people, call.link, call.text) == ("card", (ANN,), "link", POST.content)
    assert call.names[ANN] == "Ann"


async def test_a_call_that_cannot_be_written_for_the_web_has_arrived_all_the_same(
    caplog: pytest.LogCaptureFixture,
):
    """An error there keeps no message from being remembered."""
    assert await elsewhere(lambda _owners, _call: {}["nothing"]).told(POST, "link") == {}
    assert "game 7: a call is not told on the web" in caplog.text
    caplog.clear()
