"""Bots of other libraries, as they come from PyPI, are at home on the server."""

import asyncio

import pytest

from tests.bot.person import Person
from tests.bot.servers import local_discord


async def play(person: Person) -> list[str]:
    """Do everything the small bot answers to, and return what was seen."""
    hello = await person.command("general", "hello")
    pressed = await person.press(hello.message, "Again")
    thought = await person.command("general", "think")
    await person.until(lambda: len([one for one in thought.messages if not one.loading]) == 2)
    form = await person.command("general", "form")
    assert form.modal is not None
    sent = await person.submit(form.modal, {"line": "well"})
    return [pressed.text, *sorted(message.text for message in thought.messages), sent.text]


@pytest.mark.slow
@pytest.mark.parametrize("library", ["hikari", "disnake"])
async def test_a_bot_of_another_library_logs_in_answers_and_resumes(library: str):
    pytest.importorskip(library, reason=f"{library} is not installed")
    from tests.bot.local import others  # noqa: PLC0415 - only where both libraries are there

    running = {"hikari": others.hikari_bot, "disnake": others.disnake_bot}[library]
    async with local_discord() as server:
        async with running(server) as resumed, await Person.join(server.url) as alder:
            await alder.until(lambda: len(alder.commands) == 3, timeout=20)
            before = await play(alder)
            server.reconnect()
            await asyncio.wait_for(resumed.wait(), 20)
            after = await play(alder)

        assert before == after == ["Pressed", "And more", "Thought", "Line: well"]
        assert (server.backend.gateway.identified, server.backend.gateway.resumed) == (1, 1)
        assert server.errors == []
