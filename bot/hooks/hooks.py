"""The addresses that are told of calls: setting them, and telling them until they have taken it.

A call is stored for its addresses before it is told. It is claimed for two minutes when it is sent, so that two
processes do not tell it twice; where a stop comes between, it is told again under the same id.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yarl import URL

from bot.errors.tables import HookAnswer, HookSilent, PrivateHook
from bot.hooks.addresses import Allowed, checked
from bot.hooks.plain_text import plain
from bot.hooks.post import HookReply, Postman, new_secret
from bot.storage import HookPostRow, HookRow, Storage
from bot.storage.hooks import of_person, of_table
from bot.time_source import DueLoop, TimeSource

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
PAUSES = tuple(timedelta(seconds=one) for one in (30, 120, 600, 3600, 4 * 3600))
"""How long after each try that failed the next one comes; after the last the call is stale."""
KNOWN = timedelta(minutes=1)
"""How long it is known who has an address."""
ENOUGH = 5
"""After so many calls in a row that it has not taken an address is told no more."""


@dataclass(frozen=True, slots=True)
class CallTold:
    """A call as it was made in a channel: its purpose, the people it rings, and its text.

    ``people`` are the Discord ids of those it rings, ``names`` what those at the table are called.
    """

    game_id: int
    title: str
    purpose: str
    server: int | None
    channel: int
    link: str
    people: Sequence[int]
    names: Mapping[int, str]
    text: str


class Hooks(DueLoop):
    """Tells addresses of calls; ``ended`` is told of an address that is told no more."""

    work, again = "web hooks", timedelta(minutes=1)

    def __init__(
        self,
        storage: Storage,
        clock: TimeSource,
        allowed: Allowed,
        ended: Callable[[HookRow, str], Awaitable[None]],
    ) -> None:
        super().__init__(clock)
        self._storage = storage
        self._allowed = allowed
        self._ended = ended
        self._postman = Postman(allowed)
        self._owners: frozenset[str] = frozenset()
        self._read_at: datetime | None = None

    # setting

    async def tried(self, owner: str, user_id: int, typed: str, test: str) -> HookRow:
        """Return an address that has taken a test, with the secret that signs; it is told nothing until it is kept.

        :raises HooksOff, BadHook, PrivateHook: when it may not be told anything
        :raises HookAnswer, HookSilent: when it did not take the test
        """
        url, secret = checked(typed, self._allowed), new_secret()
        now = self._clock.now()
        body = _body("test", now, {}, test)
        reply = await self._postman.post(url, secret, f"test_{int(now.timestamp())}", body, now)
        if reply.fate == "private":
            raise PrivateHook
        if not reply.status:
            raise HookSilent(site=host_of(str(url)))
        if reply.fate != "taken":
            raise HookAnswer(site=host_of(str(url)), answer=str(reply.status))
        return HookRow(owner, user_id, str(url), secret, 0)

    async def keep(self, row: HookRow) -> None:
        """Tell an address from now on, in place of the one before."""
        await self._storage.hooks.keep(row)
        self._read_at = None

    async def end(self, owner: str, secret: str | None = None) -> bool:
        """Tell an address no more; tell whether there was one, with that ``secret`` if one is given."""
        ended = await self._storage.hooks.end(owner, secret)
        self._read_at = None
        return ended

    async def find(self, owner: str) -> HookRow | None:
        """Return the address of a person or table."""
        return await self._storage.hooks.find(owner)

    # telling

    async def listening(self, game_id: int, rung: Sequence[int]) -> tuple[str, ...]:
        """Return whose addresses are to be told of a table's call that rings some people.

        What another process has set is known after a minute.
        """
        if self._allowed == "off" or not rung:
            return ()
        now = self._clock.now()
        if self._read_at is None or abs(now - self._read_at) > KNOWN:
            self._owners, self._read_at = await self._storage.hooks.owners(), now
        return tuple(one for one in (of_table(game_id), *map(of_person, rung)) if one in self._owners)

    def bodies(self, owners: Sequence[str], call: CallTold) -> dict[str, str]:
        """Return the body of a call for each address; a person's own address is told of that person alone."""
        own, now = {of_person(user): (user,) for user in call.people}, self._clock.now()
        return {owner: _call_body(call, own.get(owner, call.people), now) for owner in owners}

    async def tick(self) -> datetime | None:
        """Tell everything that is due now and return when the next is."""
        if self._allowed == "off":
            return None
        while batch := await self._storage.hooks.due(self._clock.now()):
            await asyncio.gather(*map(self._serve, batch))
        return await self._storage.hooks.next_due()

    async def _serve(self, post: HookPostRow) -> None:
        now = self._clock.now()
        if not await self._storage.hooks.claim(post, now + LEASE):
            return
        hook = await self._storage.hooks.find(post.owner)
        if hook is None:
            await self._storage.hooks.drop(post.id)
            return
        reply = await self._postman.post(URL(hook.url), hook.secret, f"call_{post.id}", post.body, now)
        if reply.fate == "taken":
            await self._storage.hooks.drop(post.id)
            if hook.failures:
                await self._storage.hooks.count_failures(hook.owner, hook.secret, 0)
        elif reply.fate == "later" and post.tries < len(PAUSES):
            log.info("%s did not take call %d: %s", host_of(hook.url), post.id, reply.status or "no answer")
            await self._storage.hooks.postpone(post.id, now + PAUSES[post.tries])
        else:
            await self._give_up(hook, post, reply)

    async def _give_up(self, hook: HookRow, post: HookPostRow, reply: HookReply) -> None:
        """Forget a call that an address does not take, and after some of them the address."""
        failures = hook.failures + 1
        log.info("%s never took call %d: %s", host_of(hook.url), post.id, reply.status or reply.fate)
        await self._storage.hooks.drop(post.id)
        if failures < ENOUGH and reply.fate not in ("gone", "private"):
            await self._storage.hooks.count_failures(hook.owner, hook.secret, failures)
        elif await self.end(hook.owner, hook.secret):
            await self._ended(hook, host_of(hook.url))

    async def close(self) -> None:
        """Give all connections back."""
        await self._postman.close()


def host_of(url: str) -> str:
    """Return the part of an address that is no secret."""
    return URL(url).host or "?"


def _call_body(call: CallTold, people: Sequence[int], now: datetime) -> str:
    ids = {"channel": str(call.channel), "server": str(call.server or "")}
    called = [{"id": str(user), "name": call.names.get(user, "?")} for user in people]
    about = {"game": call.game_id, "title": call.title, "purpose": call.purpose, "people": called}
    return _body(
        "table.call", now, {**about, "link": call.link, **ids}, plain(call.text, call.names), call.link
    )


def _body(kind: str, now: datetime, data: Mapping[str, object], text: str, link: str = "") -> str:
    """Return a body that receivers of their own read, and such as Slack's and Discord's show as it is."""
    shown = text if "https://" in text else f"{text}\n{link}".strip()
    told = {"type": kind, "timestamp": now.isoformat(), "data": data, "text": shown, "content": shown}
    return json.dumps({**told, "allowed_mentions": {"parse": []}}, ensure_ascii=False)
