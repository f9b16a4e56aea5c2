import asyncio
import time

from bot.local.ids import EPOCH, Ids
from bot.local.rates import Rates, RateSpent, too_many
from tests.bot.local.demo import running
from tests.bot.local.rest import rest
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord

SAID = {"content": "x"}


def standing() -> float:
    """A clock by which no time passes, however long the requests take."""
    return 0.0


class SpentTime:
    """A clock that stands as long as anything is left of a limit, and runs while it is waited for."""

    def __init__(self, rates: Rates) -> None:
        self.spent_up = 0
        self._spend = rates.spend
        self._stands, self._since = 0.0, None
        rates.clock, rates.spend = self.now, self.spend  # type: ignore[method-assign]

    def now(self) -> float:
        """Return the time."""
        return self._stands + (0.0 if self._since is None else time.monotonic() - self._since)

    def spend(self, method: str, path: str) -> RateSpent:
        """Let the clock run from the request that takes the last one to the first that gets a new one."""
        spent = self._spend(method, path)
        left = spent.headers.get("X-RateLimit-Remaining")
        if left == "0" and spent.wait is None:
            self.spent_up += 1
            self._since = time.monotonic()
        elif left is not None and self._since is not None and spent.wait is None:
            self._stands, self._since = self.now(), None
        return spent


async def test_every_answer_says_what_is_left_and_the_one_too_many_is_told_when_to_come_back():
    async with local_discord(pace=1) as server, rest(server) as ask:
        server.rates.clock = standing
        left = []
        for _ in range(5):
            await ask("POST", f"{ask.room}/messages", SAID)
            left.append(int(ask.headers["X-RateLimit-Remaining"]))
        status, body = await ask("POST", f"{ask.room}/messages", SAID)

    assert left == [4, 3, 2, 1, 0]
    assert (status, body["code"], body["global"]) == (429, 0, False)
    assert body["retry_after"] == 5
    assert ask.headers["Retry-After"] == "5"
    assert ask.headers["X-RateLimit-Scope"] == "user"
    assert ask.headers["X-RateLimit-Limit"] == "5"
    assert len(ask.headers["X-RateLimit-Bucket"]) == 32
    assert server.rates.met == [f"POST {ask.room}/messages"]
    assert server.errors == []


async def test_posts_edits_deletions_and_channels_are_counted_apart(discord: TriedDiscord):
    """Routes have buckets of different names; channels have buckets of their own by the same name."""
    async with rest(discord) as ask:
        other = ask.server.world.new_channel("other")["id"]
        seen = []
        _, message = await ask("POST", f"{ask.room}/messages", SAID)
        seen.append(ask.headers["X-RateLimit-Bucket"])
        await ask("PATCH", f"{ask.room}/messages/{message['id']}", {"content": "y"})
        seen.append(ask.headers["X-RateLimit-Bucket"])
        await ask("DELETE", f"{ask.room}/messages/{message['id']}")
        seen.append(ask.headers["X-RateLimit-Bucket"])
        await ask("POST", f"/channels/{other}/messages", SAID)

        assert len(set(seen)) == 3
        assert ask.headers["X-RateLimit-Bucket"] == seen[0]
        assert ask.headers["X-RateLimit-Remaining"] == "4"


async def test_fifty_requests_a_second_are_the_most_and_interactions_do_not_count():
    async with local_discord(pace=1) as server, rest(server) as ask:
        server.rates.clock = standing
        refused = [await ask.code("POST", "/interactions/1/x/callback", {"type": 5}) for _ in range(60)]
        paths = [f"/channels/{number}" for number in range(1, 61)]
        answers = await asyncio.gather(*(ask("GET", path) for path in paths))

    assert set(refused) == {(404, 10062)}
    limited = [body for status, body in answers if status == 429]
    assert len(limited) == 10
    assert all(body["global"] for body in limited)


async def test_a_bot_that_heeds_the_headers_never_meets_a_limit():
    """Three times everything is spent that it may send, and it asks for more when there is more again."""
    async with local_discord(pace=10) as server, running(server):
        clock = SpentTime(server.rates)
        async with await Person.join(server.url) as alder:
            for count in range(1, 9):
                await alder.command("general", "call", who="Birch")
                await alder.until(lambda count=count: len(alder.messages()) == 3 * count)

        assert clock.spent_up == 3
        assert server.rates.met == []


def test_old_messages_take_three_edits_in_six_seconds_and_no_header_tells_of_it():
    """The fourth is refused with a code of its own; a young message, or another channel, is as free as ever."""
    rates, old = Rates(clock=standing), str((int((time.time() - 4000) * 1000) - EPOCH) << 22)
    young = Ids().next()
    spent = [rates.spend("PATCH", f"/channels/1/messages/{old}") for _ in range(4)]

    assert [one.code for one in spent] == [0, 0, 0, 30046]
    assert spent[2].headers["X-RateLimit-Remaining"] != "0"
    assert spent[3].wait == 6
    assert too_many(6, code=30046)[0]["code"] == 30046
    assert rates.spend("PATCH", f"/channels/1/messages/{young}").wait is None
    assert rates.spend("PATCH", f"/channels/2/messages/{old}").wait is None
