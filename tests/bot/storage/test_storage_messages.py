from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import StatementError

from bot.storage import ChannelPlace, GameRow, NewGame, NewPost, Storage

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


async def posted(storage: Storage, game: GameRow, purpose: str, number: int = 0, content: str = "") -> None:
    """Plan a post; it has arrived if its message has a number."""
    post = await storage.outbox.plan(game.id, NewPost(purpose, 1, "", content), 0)
    if number:
        await storage.outbox.arrived(post, game.channel_id, number)


async def standing(storage: Storage, game: GameRow) -> dict[str, tuple[int, int]]:
    """In which channel each purpose is served, by which message."""
    rows = await storage.messages.of_game(game.id)
    return {row.purpose: (row.channel_id, row.message_id) for row in rows}


async def test_what_takes_over_a_purpose_has_the_message_before_removed(storage: Storage, game: GameRow):
    """Unless there was none, but a note; the card serves those whom it calls, too; a log only ever has a last one."""
    await storage.messages.remember(game.id, "full", 0, 0, 1)
    await posted(storage, game, "full", 5)
    await posted(storage, game, "card", 6, f"<@{ANN}>: your turn\n<@12> waits")
    await posted(storage, game, "card", 7, f"<@{ANN}>: your turn")
    await posted(storage, game, "log", 8)
    await posted(storage, game, "log", 9)

    found = {purpose: message for purpose, (_, message) in (await standing(storage, game)).items()}
    assert found == {"full": 5, "card": 7, f"ping:{ANN}": 7, "old:6": 6, "log": 9}


@pytest.mark.parametrize("cleared", [True, False])
async def test_a_table_that_moves_takes_what_is_its_own(storage: Storage, game: GameRow, cleared: bool):
    """Its messages are to be removed once each, if they can be; what was on its way goes, but for its log."""
    other = await storage.games.create(NewGame(902, "18Mag", seed=7, places=3, host_user_id=ANN))
    for one in (game, other):
        for purpose in ("seats", "log"):
            await posted(storage, one, purpose)
    await posted(storage, game, "card", 6, f"<@{ANN}>: your turn")
    await posted(storage, game, "round:3", 7)
    await posted(storage, game, "log", 8)
    await storage.messages.remember(game.id, "over:1", 0, 0, 1)
    await storage.games.move(game.id, ChannelPlace(901), ANN, {}, ("round:",), cleared=cleared)

    kept = {"old:6": (900, 6), "round:3": (900, 7)} if cleared else {"round:3": (900, 7)}
    assert await standing(storage, game) == {**kept, "log": (901, 0), "over:1": (0, 0)}
    assert [one.purpose for one in await storage.outbox.posts(game.id)] == ["log"]
    assert [one.purpose for one in await storage.outbox.posts(other.id)] == ["seats", "log"]
