"""Playing at all tables, killing the bot, and comparing when it has been left in peace."""

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from discord.utils import snowflake_time

from bot.menu.folding import Menu
from bot.pickers import move_ids, whole_moves
from bot.pickers.picker import Picker
from bot.speech.table_view import view_of
from bot.storage import Move, Storage
from bot.storage.shards import SHIFT
from bot.tables import replay
from bot.tables.service import Service
from bot.tables.table import StartedTable
from engine import notation
from engine.choices import Offer
from engine.opponents import STYLES
from tests.bot.local.moderator import new_guild
from tests.bot.person import Person, PersonRefused
from tests.bot.seen import Reply, SeenMessage
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import FEW, address_of, kill_in, own_process
from tests.crash.comparing import FAULTS, SLOWEST, UNDO, Counts, Game, Stored, cards, compare, ids
from tests.crash.waiting import games_behind, games_to_tell

PEACE_EVERY = 10
PEACE_SECONDS, CARDS_SECONDS = 30.0, 150.0
"""How long boards may be behind from the start of a process, and drawing the card of a finished game may take; longer
on a machine that has more to do than it has processors."""
ONLINE_SECONDS = 240.0
PATIENCE = 6.0
PRESSES, CARD_SECONDS = 0.4, 1.5
"""How often, and how long, somebody waits for the card to press one of its buttons, rather than to type at once."""
LONGEST_LIFE = 3.0
LONG_LOG = 70
MOVES, A_KILL = 250, 3
"""After this many moves a table is not played any further, so that its pages stay small, and after no fewer than so
many for each kill: nothing can be lost where nobody plays."""
LAST_MOVES = 8
NEVER = "1000"
"""So many moves no picture is drawn."""


def games() -> list[Game]:
    """Return the tables: every title, with moves taken back and without, one for a single player, one at its end."""
    return [
        Game("18Mag", 3),
        Game("18CZ", 3, grace=2),
        Game("1844", 3),
        Game("18Mag", 3, undoing=True),
        Game("18CZ", 2, undoing=True),
        Game("1844", 3, undoing=True, grace=1),
        Game("18Mag", 1),
        Game("18Mag", 2, undoing=True, ending=True),
    ]


class Crash:
    """Plays, kills and compares."""

    def __init__(  # noqa: PLR0917 - a run is described by so much
        self,
        folder: Path,
        kills: int,
        seed: int,
        database: str = "",
        processes: int = 1,
        life: float = LONGEST_LIFE,
        keep: Path | None = None,
        drawn: bool = False,
    ) -> None:
        self.folder = folder
        self.database = database or address_of(folder / "games.db")
        self.processes = processes
        self.kills = kills
        self.moves = max(MOVES, A_KILL * kills)
        self.life = life
        self.keep = keep
        self.drawn = drawn
        """Whether every board and card is drawn, and must have its pictures in the end."""
        self.dice = random.Random(seed)
        self.games = games()
        self.counts = Counts()
        self.pressed = 0
        self.people: list[Person] = []

    async def run(self) -> Counts:
        """Return what was found."""
        async with local_discord(database=self.folder / "channels.db") as server:
            self.guilds = await _one_of_each_shard(server, self.processes)
            self.people = [await Person.join(server.url, place) for place in (1, 2, 3)]
            try:
                await self._play(server)
            finally:
                for person in self.people:
                    await person.close()
        return self.counts

    async def _play(self, server: TriedDiscord) -> None:
        async with self._bots(server, self.processes):
            for game in self.games:
                await self._open(server, game)
        for game in self.games:
            await self._prepare(game)
        compared = 0
        while self.counts.kills < self.kills:
            self.counts.kills += await self._until_killed(server)
            if self.counts.kills // PEACE_EVERY > compared or self.counts.kills >= self.kills:
                compared = self.counts.kills // PEACE_EVERY
                await self._in_peace(server)
            elif self.dice.random() < 0.1:
                await self._play_unheard()

    @asynccontextmanager
    async def _bots(self, server: TriedDiscord, count: int, **settings: str) -> AsyncIterator[list[Any]]:
        """Start processes that divide the tables among them, and wait until all tables are served, or some."""
        shards = {"STATIONMASTER_SHARDS": str(self.processes), **FEW}
        async with AsyncExitStack() as stack:
            started: list[Any] = []
            stack.callback(self._keep, started)
            for number in range(count):
                own = {"STATIONMASTER_SHARD_IDS": str(number)} if self.processes > 1 else {}
                process = own_process(server, self.database, awaited=False, **settings, **shards, **own)
                started.append(await stack.enter_async_context(process))
            wanted = self.processes if count == self.processes else 1
            async with asyncio.timeout(ONLINE_SECONDS):
                while _served(started) < wanted:  # noqa: ASYNC110 - it tells nobody
                    await asyncio.sleep(0.02)
            yield started

    def _keep(self, processes: list[Any]) -> None:
        """Keep what processes that have ended have logged."""
        if self.keep is not None:
            self.keep.mkdir(parents=True, exist_ok=True)
            for process in processes:
                said = "\n".join(f"{process.pid}: {line}" for line in process.said)
                (self.keep / f"{self.counts.kills:04}-{process.pid}.log").write_text(said)

    def _keep_complaint(self, game: Game, stored: Stored) -> None:
        """Keep what is stored and shown of a table of which something is not as it should be."""
        if self.keep is not None:
            shown = [f"{one.id} {one.silent} {one.text}" for one in self._shown(game)]
            parts = [*stored.rows, *stored.messages, *stored.notes, *stored.bells.items(), *shown]
            place = self.keep / f"{self.counts.kills:04}-game-{game.number}.txt"
            place.write_text("\n".join(map(str, parts)))

    async def _open(self, server: TriedDiscord, game: Game) -> None:
        """Open a table in a channel of its own and start it."""
        host, others = self.people[0], self.people[1 : game.seats]
        number = str(self.games.index(game))
        guild = self.guilds[int(number) % len(self.guilds)]
        game.channel = str(server.world.new_channel(f"table-{number}", guild=guild)["id"])
        for person in self.people:
            person.patience = 20.0
            await person.until(lambda person=person: game.channel in person.channels)
        await host.command(game.channel, "game new", title=game.title, seats=game.seats, seed=int(number) + 5)
        for person in others:
            await person.command(game.channel, "game join")
        await host.command(game.channel, "game start")
        (card,) = await host.until(lambda: self._cards(game), timeout=30)
        game.number = int(_undo_button(card)[1])

    async def _prepare(self, game: Game) -> None:
        """Let the calls of a table wait, or store all moves of a game but the last."""
        async with self._stored() as service:
            if game.grace:
                await service.storage.games.change_settings(game.number, grace=game.grace)
            if game.ending:
                table = (await service.tables.find(game.number)).started()
                users = {seat.id: seat.user_id for seat in table.seats}
                moves = await asyncio.to_thread(_whole, table.game)
                played = [Move(seat, users[seat], text) for seat, text in moves[:-LAST_MOVES]]
                game.stored = await service.storage.actions.append(game.number, 0, *played)

    # between two starts

    @asynccontextmanager
    async def _stored(self) -> AsyncIterator[Service]:
        """Yield the tables as they are stored."""
        async with Storage.open(self.database, patience=30) as storage:
            service = Service(storage)
            yield service
            await service.settled()

    async def _tables(self) -> list[StartedTable]:
        async with self._stored() as service:
            return [(await service.tables.find(game.number)).started() for game in self.games]

    async def _play_unheard(self) -> None:
        """Store many moves of one table while no bot is there, so that a long log is to be told."""
        game = self.dice.choice([one for one in self.games if not one.ending])
        async with self._stored() as service:
            for _ in range(LONG_LOG):
                table = (await service.tables.find(game.number)).started()
                if table.state != "running" or len(table.moves) >= self.moves:
                    return
                action = self._chosen(table).action
                seat = table.seat(action.actor)
                assert seat is not None
                await service.moves.act(game.number, table.rev, seat.user_id, action)
                game.told.append((action.actor, notation.write(action)))

    def _chosen(self, table: StartedTable) -> Offer:
        return self.dice.choice(_offers(table))

    # at the tables

    async def _until_killed(self, server: TriedDiscord) -> int:
        """Start the bot, play at all tables, kill it at some moment, or some of its processes; return how many."""
        tables = await self._tables()
        every = "1" if self.drawn or self.dice.random() < 0.2 else NEVER
        settings = {"STATIONMASTER_PICTURE_EVERY": every, "STATIONMASTER_BUMP_AFTER": "3"}
        for person in self.people:
            person.patience = PATIENCE
        async with self._bots(server, self.processes, **settings) as processes:
            killed = self.dice.sample(processes, self.dice.randint(1, len(processes)))
            for process in killed:
                life = self.dice.uniform(0.0, self.life)
                kill_in(life, process)
            sitting = asyncio.gather(*map(self._sit, self.games, tables))
            ends = [process.wait() for process in (killed if len(killed) == len(processes) else ())]
            over = asyncio.gather(*ends, asyncio.sleep(0 if ends else self.life + 1))  # who lives plays on
            await asyncio.wait([sitting, over], return_when=asyncio.FIRST_COMPLETED)
            sitting.cancel()
            with suppress(asyncio.CancelledError):
                await sitting
            await over
            for process in killed:
                await process.wait()
        server.forget_nonces()  # as after a stop of some minutes
        return len(killed)

    async def _sit(self, game: Game, table: StartedTable) -> None:
        """Play at a table until the bot does not answer any more."""
        while True:
            if game.undoing and self.dice.random() < (0.5 if table.state == "finished" else 0.15):
                await self._take_back(game)
                return
            if table.state != "running" or (table.game.state.ply >= self.moves and not game.ending):
                return
            wanted = await self._on_card(game, table) if self.dice.random() < PRESSES else None
            offer = wanted or self._chosen(table)
            try:
                done = await self._act(game, table, offer)
            except (TimeoutError, PersonRefused):
                game.unanswered += 1
                return
            except asyncio.CancelledError:  # killed, or the process that serves this table goes on living
                game.unanswered += 1
                raise
            if not done:
                game.unanswered += 1
                return
            game.told.append((offer.action.actor, notation.write(offer.action)))
            table = await asyncio.to_thread(_after, table, offer)

    async def _on_card(self, game: Game, table: StartedTable) -> Offer | None:
        """Wait a little for the card of the position; return an offer that it has a button for, if it comes."""
        person = self._person(table, self._chosen(table).action.actor)
        try:
            await person.until(lambda: any(_rev(one) == table.rev for one in self._cards(game)), CARD_SECONDS)
        except TimeoutError:
            return None
        shown = {button for one in self._cards(game) for button in ids(one)}
        found = [offer for offer in _offers(table) if _button(table, offer) in shown]
        return self.dice.choice(found) if found else None

    async def _act(self, game: Game, table: StartedTable, offer: Offer) -> bool:
        """Press the button of an offer where the card has one, or type it; return whether it was acknowledged."""
        person = self._person(table, offer.action.actor)
        button = _button(table, offer)
        card = next((one for one in self._cards(game) if button in ids(one)), None)
        if card is None:
            return _is_done(await person.command(game.channel, "do", move=notation.write(offer.action)))
        reply = await person.press(card, button)

        def done() -> bool:
            return _is_done(reply) or any(_rev(one) > table.rev for one in self._cards(game))

        await person.until(done, PATIENCE)
        self.pressed += 1
        return True

    async def _take_back(self, game: Game) -> None:
        """Take back what may be taken back at once, by typing or by the button of the card, or play it again."""
        person = self.dice.choice(self.people[: game.seats])
        with suppress(TimeoutError, PersonRefused):
            if self.dice.random() < 0.5:
                await person.command(game.channel, "undo")
                await person.command(game.channel, "undo", answer="refuse")
            elif shown := self._cards(game):
                await person.press(shown[-1], next(one for one in ids(shown[-1]) if one.startswith("b:")))
            if self.dice.random() < 0.5:
                await person.command(game.channel, "redo")

    def _person(self, table: StartedTable, seat_id: str) -> Person:
        seat = table.seat(seat_id)
        assert seat is not None
        return next(person for person in self.people if person.id == str(seat.user_id))

    # comparing

    async def _in_peace(self, server: TriedDiscord) -> None:
        """Let the bot catch up, and compare."""
        began = time.monotonic()
        left = self.dice.randint(1, self.processes)  # fewer serve the tables of all
        async with self._bots(server, left, STATIONMASTER_PICTURE_EVERY="1" if self.drawn else NEVER):
            behind = await self._caught_up(began)
            self.counts.slowest = max(self.counts.slowest, time.monotonic() - began)
        for person in self.people:
            with suppress(PersonRefused):
                await person._ask("history", channel="0")  # an answer comes after what was told before it
        slowest = {name: getattr(self.counts, name) for name in SLOWEST}
        found = Counts(self.counts.kills, pressed=self.pressed, **slowest)
        for game in self.games:
            before, stored = found.faults, await self._found(game, behind)
            compare(game, stored, self._shown(game), found, self.drawn)
            if found.faults > before:
                self._keep_complaint(game, stored)
        for name in FAULTS:
            setattr(found, name, max(getattr(found, name), getattr(self.counts, name)))
        self.counts = found
        late = f"boards after {found.slowest_boards:.0f} s at the latest"
        sys.stdout.write(f"{found.kills} kills: {found.faults} faults, {found.moves} moves; {late}\n")
        sys.stdout.flush()

    async def _caught_up(self, began: float) -> set[int]:
        """Wait until nothing is left to be told; return the games whose boards are behind for too long.

        The time counts from ``began``, before the bot starts.
        """
        behind, late = set[int](), set[int]()
        patience = time.monotonic() + CARDS_SECONDS * self._crowding
        shown = False
        while time.monotonic() < patience:
            async with self._stored() as service:
                storage = service.storage
                behind = await games_behind(storage)
                left = await games_to_tell(storage, self._waiting)
            if not behind and not shown:
                shown = True
                self.counts.slowest_boards = max(self.counts.slowest_boards, time.monotonic() - began)
            if not left:
                return late
            if time.monotonic() - began > PEACE_SECONDS * self._crowding:
                late |= behind
            await asyncio.sleep(0.2)
        return late | left

    @property
    def _crowding(self) -> float:
        """How many times as long everything takes here as on a machine of one's own."""
        return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))

    @property
    def _waiting(self) -> set[int]:
        """Return the games whose calls wait a little."""
        return {game.number for game in self.games if game.grace and not game.undoing}

    async def _found(self, game: Game, behind: set[int]) -> Stored:
        async with self._stored() as service:
            table = (await service.tables.find(game.number)).started()
            rows = await service.storage.actions.everything(game.number)
            messages = await service.storage.messages.of_game(game.number)
            notes = await service.storage.bells.of_game(game.number)
        bells = {
            person.id: [
                snowflake_time(int(bell.message))
                for bell in person.notifications
                if bell.channel == game.channel
            ]
            for person in self.people
        }
        return Stored(table, tuple(rows), messages, game.number in behind, bells, tuple(notes))

    def _shown(self, game: Game) -> list[SeenMessage]:
        shown = self.people[0].messages(game.channel)
        return [one for one in shown if not one.ephemeral and not one.deleted]

    def _cards(self, game: Game) -> list[SeenMessage]:
        return cards(self._shown(game))


def _offers(table: StartedTable) -> list[Offer]:
    """Return what people may do."""
    people = {seat.id for seat in table.seats}
    return [offer for offer in table.game.choices.offers if offer.action.actor in people]


def _button(table: StartedTable, offer: Offer) -> str:
    """Return the id of the button that plays an offer; empty where its amount is still to be chosen."""
    if offer.amounts is not None:
        return ""
    picker = Picker(view_of(table), Menu(table.game.choices, offer.action.actor), offer.action.verb)
    return picker.id(move_ids.DO, whole_moves.words_of(offer))


def _undo_button(card: SeenMessage) -> list[str]:
    """Return the parts of the id of a card's button to take moves back: its game and the revision it shows."""
    return next(one.split(":") for one in ids(card) if one.startswith(UNDO))


def _rev(card: SeenMessage) -> int:
    return int(_undo_button(card)[2])


def _is_done(reply: Reply) -> bool:
    """Tell whether an answer ticks a move off."""
    return any(one.text.startswith("✓") for one in reply.messages)


def _served(processes: list[Any]) -> int:
    """Return how many shards are served."""
    for process in processes:
        assert process.returncode is None, process.said[-20:]
    return sum("ready as" in line for process in processes for line in process.said)


async def _one_of_each_shard(server: TriedDiscord, shards: int) -> list[str]:
    """Return servers whose tables different shards serve."""
    found: dict[int, str] = {}
    while len(found) < shards:
        guild = new_guild(server.world, f"server-{len(found)}")
        found.setdefault((int(guild.id) >> SHIFT) % shards, guild.id)
        await asyncio.sleep(0.001)
    return [found[shard] for shard in range(shards)]


def _whole(game: Any) -> list[tuple[str, str]]:
    """Return the moves of a game that is played to its end."""
    player, moves = STYLES["eager"](7), list[tuple[str, str]]()
    while not game.state.over:
        action = game.own_move or player.choose(game)
        game = game.play(action)
        moves.append((action.actor, notation.write(action)))
    return moves


def _after(table: StartedTable, offer: Offer) -> StartedTable:
    """Return a table after an action and the moves that follow by themselves, as far as a player sees it."""
    done = replay.play(table.game, offer.action.actor, [offer.action])
    while more := replay.forced(done[-1][1]):
        done += more
    game, rev = done[-1][1], table.rev + len(done)
    return replace(table, game=game, rev=rev, state="finished" if game.state.over else "running")
