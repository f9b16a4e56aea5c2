"""What a table tells beside its turns, without a server: whose time is up, and whom a call rings."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import HTTPException

from bot.messages.bells import FIRST_REST
from bot.messages.lobby_messages import seats_role
from bot.messages.table_messages import TableMessages
from bot.messages.tally import Tally
from bot.storage import NewGame, NewsRow, Storage
from tests.bot.messages.channels import HERE, Channels
from tests.bot.messages.tables import ANN, BOB, CY, NOON, lobby, running
from tests.bot.tabletop import address_of


class Telling(Channels):
    """The messages of game 1, and what they need: a channel, a database, a clock."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self.now = NOON
        self.clock = SimpleNamespace(now=lambda: self.now)
        self.settings = SimpleNamespace(retry_after=1.0, bump_after=5)
        own: Any = self
        self.messages = TableMessages(own, 1, Tally())

    async def time_up(self, **settings: Any) -> list[tuple[str, list[int]]]:
        """Tell of a table whose time is up at some seats; return what stands in the channel, and whom it rings."""
        await self.messages._tell_time_up(running(settings=settings))
        return self.standing

    @property
    def standing(self) -> list[tuple[str, list[int]]]:
        """The first words of what stands in the channel, and whom each rang: what rings nobody wakes nobody."""
        found = [self.shown[number] for number in sorted(self.shown) if self.shown[number].content]
        assert all(one.silent is (not one.rings) for one in found)
        return [(one.content.partition(":")[0], one.rings) for one in found]


@pytest.fixture
async def telling(database: Path) -> AsyncIterator[Telling]:
    """A running table of which nothing is told yet."""
    async with Storage.open(address_of(database)) as storage:
        await storage.games.create(NewGame(HERE, "18Mag", seed=7, places=3, host_user_id=ANN))
        made = Telling(storage)
        await made.messages.store.load(lobby((ANN, BOB, CY)))
        await made.messages._bells.read()
        yield made


async def test_it_is_told_once_whose_time_is_up(telling: Telling):
    """It rings nobody, and goes when they play themselves again."""
    told = await telling.time_up(clock_out={"s2": BOB})
    again = await telling.time_up(clock_out={"s2": BOB})
    more = await telling.time_up(clock_out={"s2": BOB, "s3": CY})
    back = await telling.time_up(clock_out={"s3": CY})

    assert [rings for _, rings in told] == [[]]
    assert "Bob" in told[0][0]
    assert again == told == more[:1]
    assert "Cy" in more[1][0]
    assert back == more[1:]
    assert await telling.time_up() == []


async def test_a_host_who_is_asked_is_called(telling: Telling):
    """What was only told before is replaced by the question, and the question by what follows the answer."""
    told = await telling.time_up(clock_out={"s2": BOB})
    asked = await telling.time_up(clock_asked={"s2": BOB})
    again = await telling.time_up(clock_asked={"s2": BOB})
    answered = await telling.time_up(clock_out={"s2": BOB})

    assert [rings for _, rings in asked] == [[ANN]]
    assert again == asked
    assert answered == told
    assert len(telling.deleted) == 2


async def test_one_call_for_something_silences_no_call_for_something_else(telling: Telling):
    """A second one for the same rings nobody while the bell rests, and is made up for after."""
    messages = telling.messages
    for purpose in ("clock:s1", "full", "clock:s2"):
        await messages._send_call(purpose, 0, BOB, (ANN,), content=purpose)
    rang = telling.standing
    telling.now += FIRST_REST - timedelta(seconds=1)
    await messages._ring_again()
    rests = len(telling.deleted)
    telling.now += timedelta(seconds=1)
    await messages._ring_again()

    assert rang == [("clock", [ANN]), ("full", [ANN]), ("clock", [])]
    assert rests == 0
    assert "clock:s2" not in messages.store.rows
    assert set(messages.store.rows) == {"clock:s1", "full"}


async def test_whoever_wants_no_calls_is_called_when_they_do(telling: Telling):
    """The message goes out at once and rings the others; it is removed, to be posted anew, when all may be called."""
    await telling.storage.people.change_settings(BOB, away_until=(NOON + timedelta(days=1)).isoformat())
    await telling.messages._send_call("undo", 0, 0, (ANN, BOB), content="May Cy take that back?")
    rang, waits = telling.standing, telling.messages._bells.postponed
    await telling.messages._ring_again()
    early = len(telling.deleted)
    telling.now += timedelta(days=1)
    await telling.messages._ring_again()

    assert rang == [("May Cy take that back?", [ANN])]
    assert waits == {BOB}
    assert (early, telling.standing) == (0, [])


async def test_a_refusal_before_the_channel_is_looked_up_lets_no_table_rest(telling: Telling):
    """As of a letter to somebody, while the table rests already: it is tried again."""
    answer: Any = SimpleNamespace(status=503, reason="")
    unread = TableMessages(telling, 1, Tally())  # type: ignore[arg-type]

    assert not await unread.resting.give_up(HTTPException(answer, "later"))


@pytest.mark.parametrize("why", ["rests", "away"])
async def test_a_call_that_is_owed_is_noted_before_its_message_is_out(
    telling: Telling, monkeypatch: pytest.MonkeyPatch, why: str
):
    """A message that stands calls nobody a second time: a stop between the two would leave them uncalled."""
    messages = telling.messages
    if why == "away":
        await telling.storage.people.change_settings(BOB, away_until=(NOON + timedelta(days=1)).isoformat())
    else:
        await messages._send_call("clock:s1", 0, CY, (BOB,), content="first")

    async def stopped(*_given: object, **_shown: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(messages.store, "send", stopped)
    with pytest.raises(InterruptedError):
        await messages._send_call("clock:s2", 0, CY, (BOB,), content="second")
    owed = [row.owed for row in await telling.storage.bells.of_game(1) if row.owed]

    assert owed == ["clock:s2"]


async def told(telling: Telling, by: int = ANN, **columns: Any) -> list[list[int]]:
    """Tell a lobby after somebody has changed it; return whom each message beside its card rings."""
    news = [NewsRow(1, 1, 0, "lobby", by, NOON)]
    await telling.messages._lobby.tell(lobby(**columns), news)
    return [rings for _, rings in telling.standing]


@pytest.mark.parametrize("league", [False, True])
async def test_whoever_is_invited_is_called_once(telling: Telling, league: bool):
    """To the lobby of a rematch, or a table of the league; when the game begins the call goes."""
    invited = {"settings": {"invited": (BOB, CY), "league": league}}
    calls = [await told(telling, **invited), await told(telling, **invited)]
    ((text, _),) = telling.standing
    begun = await told(telling, state="running", people=(ANN, BOB, CY), **invited)

    assert ("league" in text) is league
    assert calls == [[[BOB, CY]]] * 2
    assert begun == []


async def test_the_host_of_a_full_lobby_is_called_unless_they_filled_it(telling: Telling):
    """Once; somebody who leaves takes the call along. A league begins by itself."""
    everybody = (ANN, BOB, CY)
    own = await told(telling, people=everybody)
    league = await told(telling, CY, people=everybody, settings={"league": True})
    full = [await told(telling, CY, people=everybody) for _ in range(2)]
    left = await told(telling, CY, people=(ANN, BOB))

    assert own == league == left == []
    assert full == [[[ANN]]] * 2


async def test_a_role_is_called_to_a_lobby_that_anybody_may_join(telling: Telling):
    """Once, while it has seats; not to one for people who were invited."""
    await telling.storage.meta.write(seats_role(1), "77")
    guests = await told(telling, settings={"guests": {str(BOB): "Bob"}})
    free = [await told(telling) for _ in range(2)]
    full = await told(telling, people=(ANN, BOB, CY))

    assert guests == full == []
    assert free == [[[77]]] * 2


async def test_whoever_played_is_told_who_has_ended_the_game(telling: Telling):
    """The house is not."""
    ended = lobby((ANN, -1, CY), state="ended", settings={"ended_by": CY})
    await telling.messages._tell_end(ended)

    assert [rings for _, rings in telling.standing] == [[ANN, CY]]
