from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import StatementError

from bot.storage import GameRow, Storage

ANN = 11


async def test_messages_are_remembered_by_purpose(storage: Storage, game: GameRow):
    """A new one takes the place of the one before."""
    await storage.messages.remember(game.id, "board", 900, 1, 0)
    await storage.messages.remember(game.id, "ping:11", 900, 2, 0)
    await storage.messages.remember(game.id, "board", 900, 3, 1)

    assert [(row.purpose, row.message_id) for row in await storage.messages.of_game(game.id)] == [
        ("board", 3),
        ("ping:11", 2),
    ]
    await storage.messages.forget(game.id, "ping:11")
    assert await storage.messages.find(game.id, "ping:11") is None


async def test_a_person_starts_with_defaults_and_changes_some(storage: Storage):
    """What is not named stays."""
    assert (await storage.people.find(ANN)).zone is None
    await storage.people.change(ANN, zone="Europe/Budapest", quiet_from=1320, quiet_to=480)
    await storage.people.change(
        ANN, snoozed_until=datetime(2026, 1, 2, tzinfo=UTC), settings={"colours": "deutan"}
    )

    user = await storage.people.find(ANN)

    assert (user.zone, user.quiet_from, user.quiet_to) == ("Europe/Budapest", 1320, 480)
    assert (user.snoozed_until, user.settings) == (datetime(2026, 1, 2, tzinfo=UTC), {"colours": "deutan"})


async def test_a_time_without_zone_is_refused(storage: Storage):
    """It would silently mean something else after a move of the server."""
    with pytest.raises(StatementError, match="without a zone"):
        await storage.people.change(ANN, snoozed_until=datetime(2026, 1, 2))  # noqa: DTZ001 - the very point


async def test_the_program_remembers_facts_about_itself(storage: Storage):
    """Such as the hash of its commands."""
    assert await storage.meta.read("commands") is None
    await storage.meta.write("commands", "abc")
    await storage.meta.write("commands", "def")
    assert await storage.meta.read("commands") == "def"
