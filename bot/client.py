"""The client: what it asks of Discord, the commands it offers, and the one error hook."""

import asyncio
import hashlib
import importlib
import json
import logging
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands

from assets import sentences
from bot import limits, repeated_events, replies, request_rate
from bot.answers import Answer
from bot.choice_pictures import ChoicePictures
from bot.errors.storage import DatabaseClosed, StorageProblem
from bot.hooks import Hooks
from bot.localise import Translator
from bot.messages.hook_notes import HookNotes
from bot.messages.order_notes import OrderNotes
from bot.messages.publisher import Publisher
from bot.messages.reminder_sender import ReminderSender
from bot.parts import BotParts
from bot.pictures.workers import PictureWorkers
from bot.presses import Forms
from bot.private_cards import PrivateCards
from bot.reach import DiscordReach
from bot.reminders import ReminderLoop, SystemClock
from bot.settings import Settings
from bot.storage import Storage
from bot.storage.shards import Shard
from bot.tables.precompute import Precompute
from bot.tables.service import Service
from bot.tables.verify import verify_all
from bot.time_source import TimeSource
from bot.timekeeper import Timekeeper

log = logging.getLogger(__name__)

COMMANDS_KEY, IDS_KEY = "commands", "command_ids"
NO_ANSWER = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
TOO_MANY, BROKEN = 429, 500
"""What Discord answers that passes by itself: it has had too much from this machine's address, or it is broken."""
LONGEST_REST = 60.0
TOKEN_LIFE = 900.0
"""Seconds in which an interaction can be answered."""
COGS = "bot.cogs"
"""Where commands and buttons are found; every module there has ``setup(bot)``."""


class Tree(app_commands.CommandTree["Bot"]):
    """The command tree. Errors are reported to whoever used the command."""

    def __init__(self, client: "Bot") -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: discord.Interaction["Bot"], /) -> bool:
        """Note that a command takes care of this interaction."""
        Answer.to(interaction).served = True
        return True

    async def on_error(
        self, interaction: discord.Interaction["Bot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell what went wrong."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=error)
            return
        await replies.tell_error(interaction, error)


class Bot(BotParts):
    """Stationmaster on Discord."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        *,
        pictures: PictureWorkers | None = None,
        clock: TimeSource | None = None,
    ) -> None:
        self.room = request_rate.ChannelRoom()
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=settings.ready_timeout,
            **_nothing_kept(),
            **_connection(storage.database.shard),
            http_trace=request_rate.trace(settings.requests_a_second, self.room),
        )
        self.settings = settings
        self.storage = storage
        self.pictures = pictures or PictureWorkers(settings.picture_workers)
        precompute = Precompute(settings.route_seconds, settings.route_workers)
        self.service = Service(storage, settings.active_games, precompute)
        self.tree = Tree(self)
        self.clock = clock or SystemClock()
        self.publisher = Publisher(self)
        self.cards = PrivateCards()
        self.choice_pictures = ChoicePictures(self)
        sender = ReminderSender(self, self.publisher)
        self.reminders = ReminderLoop(storage, self.clock, sender.send, sender.was_sent)
        self.hooks = Hooks(storage, self.clock, settings.hooks, HookNotes(self).tell_end)
        self.timekeeper = self._wire_services(settings)
        self.reach = DiscordReach(
            storage,
            self.clock,
            in_reach=self._in_reach,
            outage=self._note_outage,
            steady=self.timekeeper.wake,
        )
        self._work: set[asyncio.Task[None]] = set()
        self.forms = Forms()
        self._open: set[discord.Interaction[Any]] = set()
        self._started = False
        self.caught_up = asyncio.Event()
        self.greet: Callable[[], None] = lambda: None
        self.answered: Callable[[float], None] = lambda _seconds: None

    def _wire_services(self, settings: Settings) -> Timekeeper:
        """Connect publisher, timekeeper, house and orders to the service; return the timekeeper."""
        service = self.service
        served = {"deputies": service.deputies.lapse, "clock": service.clocks.serve}
        served["asking"] = service.consent.serve
        timekeeper = Timekeeper(self.storage, self.clock, served, may_serve=lambda: self.reach.is_steady)
        service.changes.watchers += [self.publisher.watch, timekeeper.watch]
        service.serving += [self.publisher.nudge, timekeeper.serve_soon]
        service.house.delay, service.orders.delay = settings.house_delay, settings.order_delay
        service.orders.tell, service.orders.call_people = OrderNotes(self).tell, self.publisher.nudge
        return timekeeper

    async def _in_reach(self) -> bool:
        """Whether Discord tells of presses and takes messages; where a request has failed it is asked once more."""
        if self.is_closed() or self.ws is None or not self.ws.open:
            return False
        if not self.room.is_failing:
            return True
        try:
            async with asyncio.timeout(LONGEST_REST):
                await self.http.request(discord.http.Route("GET", "/users/@me"))
        except NO_ANSWER:
            return False
        return True

    async def _note_outage(self, since: datetime, until: datetime) -> None:
        """Note from when to when nobody could play; what is due later for it is told at the tables."""
        for game_id in await self.service.outages.note(since, until):
            self.publisher.nudge(game_id)
            self.timekeeper.serve_soon(game_id)

    async def reschedule(self, user_id: int) -> None:
        """Work out anew when a person is to be reminded or called, after their settings changed."""
        await self.reminders.reschedule(user_id=user_id)
        await self.publisher.wake(user_id)
        await self.timekeeper.wake_for(user_id)

    async def login(self, token: str) -> None:
        """Log in; a Discord that does not answer is tried again, but an address of one's own must be right."""
        for wait in self._waits():
            try:
                return await super().login(token)
            except NO_ANSWER as trouble:
                if not self._passes(trouble):
                    raise
                await self.http.close()
                self.http.connector = discord.utils.MISSING  # it was closed too
                await self._rest(wait, trouble)
        return None

    def _passes(self, trouble: Exception) -> bool:
        """Tell whether a login that failed may succeed later, with nothing changed here."""
        if isinstance(trouble, discord.HTTPException):
            return trouble.status == TOO_MANY or trouble.status >= BROKEN
        return not (self.settings.discord and isinstance(trouble, aiohttp.ClientConnectorError))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected; a first handshake that fails is tried again like any later one."""
        for wait in self._waits():
            try:
                return await super().connect(reconnect=reconnect)
            except AttributeError as trouble:  # the library looks for the connection that it has not had yet
                if self.ws is not None:
                    raise
                await self._rest(wait, trouble.__context__ or trouble)
        return None

    def _waits(self) -> Iterator[float]:
        """Yield how long to wait for a Discord that does not answer, twice as long each time."""
        wait = self.settings.retry_after
        while True:
            yield wait
            wait = min(wait * 2, LONGEST_REST)

    async def _rest(self, wait: float, trouble: BaseException) -> None:
        log.warning("Discord does not answer (%s); trying again in %.0f s", trouble or type(trouble), wait)
        await asyncio.sleep(wait)

    async def setup_hook(self) -> None:
        """Add commands and buttons, and tell Discord of the commands if they have changed."""
        limits.install(self.http)
        repeated_events.take_once(self._connection.parsers)
        await self.add_commands()
        await self._sync()

    async def add_commands(self) -> None:
        """Add all commands and buttons, in every language."""
        await self.tree.set_translator(Translator())
        for module in pkgutil.iter_modules(importlib.import_module(COGS).__path__, f"{COGS}."):
            importlib.import_module(module.name).setup(self)

    async def _sync(self) -> None:
        """Send the commands to Discord when they are not the ones it knows."""
        assert self.application_id is not None
        payload = await self.command_payload()
        digest = "" if self.settings.always_sync else f"{self.application_id}:{_digest(payload)}"
        known = await self.storage.meta.read(IDS_KEY)
        if known and digest and digest == await self.storage.meta.read(COMMANDS_KEY):
            sentences.command_ids.update(json.loads(known))
            return
        try:
            sent = await self.http.bulk_upsert_global_commands(self.application_id, payload)
        except (discord.HTTPException, aiohttp.ClientError) as trouble:
            log.warning("Discord did not take the commands: %s", trouble)
            return
        sentences.command_ids.update({command["name"]: str(command["id"]) for command in sent})
        await self.storage.meta.write(IDS_KEY, json.dumps(sentences.command_ids))
        await self.storage.meta.write(COMMANDS_KEY, digest)
        log.info("commands sent to Discord")

    async def command_payload(self) -> list[dict[str, Any]]:
        """Return the commands as they are sent to Discord."""
        translator = self.tree.translator
        assert translator is not None
        return [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]

    async def on_ready(self) -> None:
        """Catch up with what was stored before the last stop; only once, for Discord says this again."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        self.dispatch("tables_ready")
        if self._started:
            return
        self._started = True
        self.greet()
        self.work(self.reach.run())
        self.work(self.reminders.run())
        self.work(self.hooks.run())
        self.work(self.timekeeper.run())
        self.work(self._catch_up())

    async def _catch_up(self) -> None:
        """Tell what a stop left untold, as soon as the database lets us, and verify the stored games."""
        while not self.caught_up.is_set():
            try:
                await self.publisher.catch_up()
                await self.service.orders.resume()
                await self.service.house.resume()
                await self.timekeeper.resume()
                self.caught_up.set()
            except StorageProblem as trouble:
                log.warning("cannot catch up yet: %s", trouble)
                await asyncio.sleep(self.settings.retry_after)
        await verify_all(self.service)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event, but not after the end: the library waits for servers longer than it lives."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what went wrong in an event; of the database, and at the end of the program, one line is enough."""
        trouble = sys.exception()
        if isinstance(trouble, DatabaseClosed):
            log.info("%s came too late", event_method)
            return
        if isinstance(trouble, StorageProblem):
            log.warning("%s was left: %s", event_method, trouble)
            return
        await super().on_error(event_method, *args, **kwargs)

    async def on_message(self, message: discord.Message) -> None:
        """Count what people write below a card; what they write nobody reads."""
        if not message.author.bot:
            self.publisher.heard(message.channel.id)

    async def on_interaction(self, interaction: discord.Interaction["Bot"]) -> None:
        """See to it that no press stays unanswered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        self._open.add(interaction)
        self.work(self._timed(interaction))
        self.dispatch("used_in", interaction.channel_id or 0, interaction.user)
        if (work := self.forms.work_on(interaction)) is not None:
            self.work(work)
        try:
            await replies.fallback(interaction, self.settings.answer_after)
            with suppress(TimeoutError):
                async with asyncio.timeout(TOKEN_LIFE):
                    await Answer.to(interaction).settled()
        finally:
            self._open.discard(interaction)

    async def _timed(self, interaction: discord.Interaction["Bot"]) -> None:
        """Report how long somebody waited for an answer; those who get none are not counted."""
        began = self.loop.time()
        with suppress(TimeoutError):
            async with asyncio.timeout(TOKEN_LIFE):
                await Answer.to(interaction).settled()
                self.answered(self.loop.time() - began)

    def work(self, job: Any) -> None:
        """Do something for as long as the client runs."""
        task: asyncio.Task[None] = asyncio.create_task(job)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self) -> None:
        """Finish what is being told, then leave."""
        await replies.last_answers(list(self._open))
        for task in list(self._work):
            task.cancel()
        await self.publisher.close()
        self.service.precompute.close()
        self.service.background.stop()
        await self.service.settled()
        self.pictures.close()
        await self.hooks.close()
        self.room.close()
        await super().close()


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _nothing_kept() -> dict[str, Any]:
    """Return the client options that switch off discord.py's caches of members and messages."""
    flags = discord.MemberCacheFlags.none()
    return {"member_cache_flags": flags, "chunk_guilds_at_startup": False, "max_messages": None}


def _connection(shard: Shard) -> dict[str, int]:
    """Return a connection's shard as Discord is told; nothing for the only one."""
    return {} if shard.count == 1 else {"shard_id": shard.number, "shard_count": shard.count}


Interaction: TypeAlias = discord.Interaction[Bot]
