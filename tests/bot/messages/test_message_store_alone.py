"""The messages of one table by themselves: what becomes of a post that is refused, lost or gone."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.messages import message_store
from bot.messages.message_store import ARCHIVED, UNKNOWN_MESSAGE, MessageStore
from bot.storage import NewGame, Storage
from tests.bot.messages.channels import HERE, OWN, THERE, Channels, refusal
from tests.bot.messages.tables import ANN, BOB, CY, lobby
from tests.bot.tabletop import address_of

CARD = f"<@{ANN}> and <@{BOB}>: your turn"


class Made:
    """The messages of game 1, its channel, and what the database knows."""

    def __init__(self, storage: Storage) -> None:
        self.channels = Channels(storage)
        self.store = MessageStore(self.channels, 1)  # type: ignore[arg-type]

    async def waiting(self) -> list[str]:
        """The purposes of posts of which nobody knows whether they arrived."""
        return [post.purpose for post in await self.channels.storage.outbox.posts(1)]

    @property
    def texts(self) -> list[str]:
        """What stands in the channel."""
        return [self.channels.shown[number].content for number in sorted(self.channels.shown)]

    async def card(self) -> None:
        """Post the card, which calls Ann and Bob."""
        await self.store.send("card", 1, content=CARD, mention=(ANN, BOB))

    async def known(self) -> dict[str, int]:
        """Which message serves which purpose, as the database has it; what the store has is the same."""
        rows = {row.purpose: row for row in await self.channels.storage.messages.of_game(1)}
        assert {name: row.message_id for name, row in rows.items()} == {
            name: row.message_id for name, row in self.store.rows.items()
        }
        return {name: row.message_id for name, row in rows.items()}


@pytest.fixture
async def made(database: Path) -> AsyncIterator[Made]:
    """An empty channel."""
    async with Storage.open(address_of(database)) as storage:
        await storage.games.create(NewGame(HERE, "18Mag", seed=7, places=3, host_user_id=ANN))
        found = Made(storage)
        await found.store.load(lobby((ANN, BOB, CY)))
        yield found


@pytest.mark.parametrize(
    ("status", "doubtful"), [(403, False), (400, False), (429, True), (500, True), (503, True)]
)
async def test_only_a_refusal_that_is_certain_ends_all_doubt(made: Made, status: int, doubtful: bool):
    """Else the post waits, and the channel is looked through before anything else is posted."""
    made.channels.troubles = [refusal(status)]
    with pytest.raises(discord.HTTPException):
        await made.store.send("full", 0, content="All seats are taken.")
    waits = await made.waiting()
    await made.store.send("seats", 0, content="One seat is free.")

    assert waits == (["full"] if doubtful else [])
    assert made.channels.looks == int(doubtful)
    assert await made.waiting() == []
    assert made.texts == ["One seat is free."]


@pytest.mark.parametrize("text", ["All seats are taken.", "Something else."])
@pytest.mark.parametrize("by", [OWN, ANN])
async def test_what_arrived_without_an_answer_is_found_by_its_words_and_author(
    made: Made, text: str, by: int
):
    """It serves its purpose from then on, and is not posted again; what others say, or other words, are not it."""
    made.channels.troubles = [refusal(502)]
    with pytest.raises(discord.HTTPException):
        await made.store.send("full", 3, content="All seats are taken.")
    there = made.channels.put(text, by)
    await made.store.reconcile()
    again = made.channels.looks
    await made.store.reconcile()

    is_it = text == "All seats are taken." and by == OWN
    assert await made.known() == ({"full": there} if is_it else {})
    assert await made.waiting() == []
    assert again == made.channels.looks == 1


async def test_a_line_of_the_log_that_is_lost_is_sent_again(made: Made):
    """Also where the channel cannot be looked through; the parts after it follow in their order, each once."""
    made.channels.troubles = [None, refusal(500), refusal(403)]
    with pytest.raises(discord.HTTPException):
        await made.store.send_log(4, ["one", "two", "three"])
    left = await made.waiting()
    await made.store.reconcile()

    assert left == ["log", "log"]
    assert made.texts == ["one", "two", "three"]
    assert await made.waiting() == []
    assert made.store.rows["log"].rev == 4


async def test_a_message_that_was_removed_at_once_is_posted_again_with_its_files(made: Made):
    """Discord knows its nonce and no message to it: it gets another one, and its files are read from the start."""
    picture = discord.File(io.BytesIO(b"picture"), "map.png")
    made.channels.troubles = [refusal(404, UNKNOWN_MESSAGE)]
    picture.fp.read()
    await made.store.send("board", 1, content="Move 1", files=[picture])
    first, second = made.channels.nonces

    assert first != second
    assert picture.fp.read() == b"picture"
    assert made.texts == ["Move 1"]
    made.channels.troubles = [refusal(404, 10003)]
    with pytest.raises(discord.HTTPException):
        await made.store.send("board", 1, content="Move 1")


async def test_whoever_a_card_called_is_known_until_it_goes(made: Made):
    """With the card its calls are forgotten, and the message is removed once."""
    await made.card()
    (card,) = made.channels.shown
    called = await made.known()
    await made.store.address(2, [BOB, CY])
    addressed = await made.known()
    await made.store.note("told", 2)
    await made.store.remove("card")

    assert called == dict.fromkeys(["card", f"ping:{ANN}", f"ping:{BOB}"], card)
    assert addressed == dict.fromkeys(["card", f"ping:{BOB}", f"ping:{CY}"], card)
    assert made.channels.deleted == [(HERE, card)]
    assert await made.known() == {"told": 0}


async def test_a_record_takes_the_place_of_the_card_and_its_calls(made: Made):
    """The card has become its first message; it stands, and is not removed."""
    await made.card()
    await made.store.send_log(2, ["Ann drafts 1"])
    known = await made.known()

    assert list(known) == ["log"]
    assert made.channels.deleted == []


@pytest.mark.parametrize(("code", "stays", "raises"), [(UNKNOWN_MESSAGE, False, False), (50001, True, True)])
async def test_a_message_that_is_gone_is_forgotten_by_the_edit(
    made: Made, code: int, stays: bool, raises: bool
):
    """Any other refusal is handed on, and the message still known."""
    await made.card()
    made.channels.troubles = [refusal(404, code)]
    try:
        assert not await made.store.edit("card", 2, view=None, content="Done")
        raised = False
    except discord.HTTPException:
        raised = True

    assert raised is raises
    assert ("card" in await made.known()) is stays
    assert bool(made.store.called) is stays


async def test_an_edit_that_shows_a_later_version_is_remembered(made: Made):
    """In the database, too."""
    await made.card()
    assert await made.store.edit("card", 7, view=None, content="Done")
    (row,) = [one for one in await made.channels.storage.messages.of_game(1) if one.purpose == "card"]

    assert row.rev == made.store.rows["card"].rev == 7


async def test_a_thread_that_sleeps_is_woken_for_an_edit(made: Made):
    """Its files are read from the start again; a locked one, and one that we may not open, stay as they are."""
    await made.card()
    picture = discord.File(io.BytesIO(b"picture"), "map.png")
    picture.fp.read()
    made.channels.troubles = [refusal(400, ARCHIVED)]
    assert await made.store.edit("card", 1, view=None, attachments=[picture])
    assert made.channels.woken == (HERE, False)
    assert picture.fp.read() == b"picture"

    for made.channels.locked, code in ((True, ARCHIVED), (False, 50013)):
        made.channels.troubles = [refusal(400, ARCHIVED), refusal(403, 50013)]
        with pytest.raises(discord.HTTPException) as refused:
            await made.store.edit("card", 1, view=None)
        assert refused.value.code == code


@pytest.mark.parametrize("locked", [False, True])
async def test_a_message_in_a_thread_that_sleeps_is_removed(made: Made, locked: bool):
    """The thread is woken for it, as Discord does not take messages out of an archive; in a locked one it stays."""
    await made.card()
    (card,) = made.channels.shown
    made.channels.locked = locked
    made.channels.troubles = [refusal(400, ARCHIVED), *([refusal(403, 50013)] if locked else [])]
    await made.store.remove("card")

    assert made.channels.deleted == ([] if locked else [(HERE, card)])
    assert await made.known() == {}


@pytest.mark.parametrize(
    ("channel", "code", "raises"),
    [
        (HERE, UNKNOWN_MESSAGE, False),
        (HERE, 50001, True),
        (THERE, 50001, False),
    ],
)
async def test_a_message_that_cannot_be_removed(made: Made, channel: int, code: int, raises: bool):
    """One that is gone, or in a channel that the table has left, is forgotten; any other is tried again."""
    await made.channels.storage.messages.remember(1, "old:7", channel, 7, 1)
    made.store.doubt()
    await made.store.load(lobby((ANN, BOB, CY)))
    made.channels.troubles = [refusal(404, code)]
    try:
        await made.store.remove_replaced()
        raised = False
    except discord.HTTPException:
        raised = True

    assert raised is raises
    assert ("old:7" in await made.known()) is raises


async def test_what_a_process_before_has_sent_may_arrive_first(made: Made, monkeypatch: pytest.MonkeyPatch):
    """It is waited for once after a start; what this process itself has sent is in the channel or not."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            made.channels.put("on its way")

    monkeypatch.setattr(message_store.asyncio, "sleep", sleep)
    made.channels.troubles = [refusal(500)]
    with pytest.raises(discord.HTTPException):
        await made.store.send("full", 0, content="on its way")
    made.store.doubt()
    await made.store.load(lobby((ANN, BOB, CY)))
    await made.store.reconcile()
    made.channels.troubles = [refusal(500)]
    with pytest.raises(discord.HTTPException):
        await made.store.send("seats", 0, content="lost")
    await made.store.reconcile()

    (wait,) = waits
    assert 0 < wait <= message_store.IN_FLIGHT.total_seconds()
    assert list(await made.known()) == ["full"]
