"""Roles x acts x states: whatever anybody does at a table, nobody else is done anything to without having been seen.

Commands are found in the list that a client shows, buttons and lists on the messages of the table, so new ones are
tried by themselves.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.local.ids import GUILD
from bot.local.wire import JsonObject
from bot.pictures import looks
from bot.tables import record_file
from bot.tables.cache import OPEN
from bot.tables.settings import HostChoices
from bot.tables.table import StartedTable
from bot.tables.table import Table as TableState
from engine.actions import SHARED
from tests.bot.cogs.test_every_command import INTEGER, PLACE, ROLE, USER, least
from tests.bot.hand_clock import HandClock
from tests.bot.person import COMES, Person
from tests.bot.seen import Reply, SeenMessage
from tests.bot.tabletop import DRAFT, Table, letters, table

SOME = 300
QUIET = (
    *("show", "me", "admin", "help", "rule", "hint", "why", "digest", "plan", "order", "use"),
    *("game new", "game import", "game copy", "game list", "game export", "game watch", "game rematch"),
)
"""What looks, concerns whoever types it alone, or opens another table."""
DEFAULTS = {"scheme": looks.DEFAULT_SCHEME}
BOOLEAN, SUBCOMMANDS = 5, (1, 2)
Given: TypeAlias = dict[str, Any]


@dataclass
class Club:
    """A server with an admin, a host and two players, a stranger, and somebody who plays for others."""

    made: Table
    rooms: list[str] = field(default_factory=list)
    game: int = 0

    def __post_init__(self) -> None:
        self.admin, self.host, self.second, self.third, self.stranger, self.proxy = self.made.people

    @property
    def people(self) -> list[Person]:
        """Everybody, each of whom does everything."""
        return self.made.people

    @property
    def room(self) -> str:
        """Where the table is."""
        return self.rooms[-1]

    @property
    def players(self) -> list[Person]:
        """Who sits at the table, the host first."""
        return [self.host, self.second, self.third]

    async def new_room(self) -> str:
        """A channel that everybody knows."""
        room = str(self.made.server.world.new_channel(f"room-{len(self.rooms)}")["id"])
        for person in self.people:
            await person.until(lambda person=person: room in person.channels)
        self.rooms.append(room)
        return room

    async def table(self) -> TableState:
        """The table as it is."""
        return await self.made.bot.service.tables.find(self.game)

    async def settled(self) -> None:
        """Wait until all is done and told."""
        await self.made.answered()
        await self.made.acted()

    @property
    def shown(self) -> list[SeenMessage]:
        """What everybody sees at the table."""
        return [one for one in self.admin.messages(self.room) if not one.ephemeral]

    def told(self) -> set[tuple[str, str]]:
        """The lines that everybody can read at the table, and where it may have gone."""
        rooms = {self.rooms[0], *self.rooms[-2:]}
        seen = [one for room in rooms for one in self.admin.messages(room) if not one.ephemeral]
        return {(one.id, line) for one in seen for line in one.text.splitlines()}

    # states

    async def lobby(self, *others: Person) -> None:
        """A table that waits for players."""
        room, lobbies = await self.new_room(), self.made.bot.service.lobbies
        made = await lobbies.create(
            int(room), "18Mag", int(self.host.id), self.host.name, guild_id=int(GUILD), seats=3, seed=7
        )
        self.game = made.game_id
        for person in others:
            await lobbies.join(self.game, int(person.id), person.name)

    async def full(self) -> None:
        """A lobby in which all seats are taken."""
        await self.lobby(self.second, self.third)

    async def begun(self) -> None:
        """A game that goes on, two moves after its beginning."""
        await self.full()
        await self.made.bot.service.lobbies.start(self.game, int(self.host.id))
        await self.play(2)

    async def play(self, moves: int) -> None:
        """Make the next moves."""
        for _ in range(moves):
            now = await self.table()
            line = DRAFT[len(now.moves)]
            await self.made.bot.service.moves.act(self.game, None, now.awaited[0].user_id, line)

    async def asked(self, kind: str) -> None:
        """A game in which something is asked for."""
        await self.begun()
        await self.settled()
        first = (await self.table()).moves[0].user_id
        by = next(one for one in self.people if int(one.id) == first)
        given: dict[str, tuple[Person, str, Given]] = {
            "stop": (self.second, "game stop", {}),
            "move": (self.second, "game move", {"channel": self.rooms[0]}),
            "seat": (self.stranger, "game replace", {"seat": self.third.name, "by": self.stranger.id}),
            "stand": (self.third, "game substitute", {"by": self.proxy.id}),
        }
        if kind == "undo":
            await self.made.bot.service.consent.undo(self.game, None, int(by.id), 0)
        else:
            who, name, options = given[kind]
            await who.command(self.room, name, **options)

    async def late(self, zero: str) -> None:
        """A game in which somebody's time is up."""
        await self.begun()
        await self.host.command(self.room, "table clock", kind="each", time="1h", zero=zero)
        await self.settled()
        clock = self.made.clock
        assert isinstance(clock, HandClock)
        await clock.on(2)

    async def with_house(self) -> None:
        """A game in which one seat is the house's."""
        await self.lobby(self.second)
        await self.host.command(self.room, "game house")
        await self.made.bot.service.lobbies.start(self.game, int(self.host.id))

    async def with_proxy(self) -> None:
        """A game in which somebody may act for another."""
        await self.begun()
        await self.third.command(self.room, "game proxy", by=self.proxy.id)

    async def record(self) -> None:
        """A lobby with the record of a game that goes on."""
        await self.begun()
        raw = record_file.record_text((await self.table()).started()).encode()
        await self.host.command(
            await self.new_room(), "game import", file=await self.host.upload("a.json", raw)
        )
        found = await self.made.bot.service.tables.in_channel(int(self.room))
        assert found is not None
        self.game = found.game_id

    async def finished(self) -> None:
        """A game that is over because all agreed to that."""
        await self.begun()
        for person in self.players:
            await self.made.bot.service.consent.stop(self.game, int(person.id))

    async def resting(self) -> None:
        """A game whose channel was locked."""
        await self.begun()
        await self.settled()
        await self.made.bot.service.places.rest(self.game, "locked")


ASKED = ("undo", "stop", "move", "seat", "stand")
STATES: dict[str, Callable[[Club], Awaitable[None]]] = {
    "lobby": lambda club: club.lobby(club.third),
    "full lobby": Club.full,
    "running": Club.begun,
    **{
        f"asked: {kind}": lambda club, kind=kind: club.asked(kind)
        for kind in ("undo", "stop", "move", "seat", "stand")
    },
    "late, the host is asked": lambda club: club.late("host"),
    "late, the house plays": lambda club: club.late("house"),
    "the house sits": Club.with_house,
    "a proxy": Club.with_proxy,
    "a record": Club.record,
    "finished": Club.finished,
    "resting": Club.resting,
}

# acts


@dataclass(frozen=True)
class Act:
    """A command with options, or a button or a list of the table by its place among those that are shown."""

    command: str = ""
    given: tuple[tuple[str, Any], ...] = ()
    place: int = 0
    value: int = 0

    def __str__(self) -> str:
        return f"/{self.command} {dict(self.given)}" if self.command else f"part {self.place} {self.value}"


PRESSED = [Act(place=place) for place in range(12)]
CHOSEN = [Act(place=-1 - place, value=value) for place in range(3) for value in (0, -1)]


def commands(tree: list[JsonObject], before: str = "") -> Iterator[tuple[str, list[JsonObject]]]:
    """Every command that may touch others, with its options."""
    for one in tree:
        name = f"{before} {one['name']}".strip()
        parts = [part for part in one.get("options", ()) if part["type"] in SUBCOMMANDS]
        quiet = name in QUIET or name in {kind.verb for kind in SHARED}
        if parts and not quiet:
            yield from commands(parts, name)
        elif not quiet:
            yield name, one.get("options", [])


def acts(club: Club) -> list[Act]:
    """Every act: each command with what it must have, and with each other option by itself."""
    found = [*PRESSED, *CHOSEN]
    for name, options in commands(club.host.commands):
        must = tuple((one["name"], values(club, one)[0]) for one in options if one.get("required"))
        found.append(Act(name, must))
        for one in (one for one in options if not one.get("required")):
            found += [Act(name, (*must, (one["name"], value))) for value in values(club, one)]
    return found


def values(club: Club, option: JsonObject) -> list[Any]:
    """What may be given for an option: the first and the last choice, somebody, or what there is."""
    if choices := option.get("choices"):
        return list(dict.fromkeys(one["value"] for one in (choices[0], choices[-1])))
    known = {INTEGER: least(option), BOOLEAN: True, USER: club.proxy.id, PLACE: club.rooms[0], ROLE: GUILD}
    texts = {"seat": club.third.name, "move": DRAFT[2], "time": "2h", "span": "1d", "words": "token"}
    return [known.get(option["type"], texts.get(option["name"], "nonsense"))]


async def do(club: Club, act: Act, person: Person) -> Reply | None:
    """Do something, and whatever the answer asks to confirm; None where nothing is there to be pressed."""
    if act.command:
        given = dict(act.given)
        if act.command == "game reopen":
            given["game"] = club.game
        reply = await person.command(club.room, act.command, **given)
        for one in reply.messages:
            for label in [label for label in one.labels if label.startswith("Ask ")]:
                await person.press(one, label)
        return reply
    parts = [
        (one, part["custom_id"], part.get("options"))
        for one in club.shown
        for part in (*one.buttons, *one.selects)
        if "custom_id" in part and bool(part.get("options")) == (act.place < 0) and not part.get("disabled")
    ]
    at = act.place if act.place >= 0 else -1 - act.place
    if at >= len(parts):
        return None
    message, name, options = parts[at]
    if options:
        return await person.choose(message, name, options[act.value]["value"])
    return await person.press(message, name)


# what has changed, and who saw it


def standing(table: TableState, person: Person) -> tuple[object, ...]:
    """What is a person's own at a table: the seat, who else acts there, and whether they are its host."""
    user = int(person.id)
    seat = table.seat_of(user)
    hosts = table.host == user
    if seat is None:
        return (None, hosts)
    others = table.deputies.get(seat.id), table.stand_ins.get(seat.id), table.out_of_time.get(seat.id)
    return (seat, hosts, *others)


def chosen(table: TableState) -> dict[str, object]:
    """What the host has chosen, as far as it makes a difference."""
    return {name: getattr(table.settings, name) or DEFAULTS.get(name) for name in HostChoices.model_fields}


def common(table: TableState) -> tuple[object, ...]:
    """What all share: the state, the place, what the host has chosen, and the moves."""
    moves = [(one.rev, one.text) for one in table.moves] if isinstance(table, StartedTable) else []
    told = (table.language, table.options, chosen(table), table.settings.go_on)
    return (table.state, table.channel_id, moves, *told)


async def everything(club: Club) -> tuple[object, ...]:
    """All by which it is seen whether an act has changed anything."""
    now = await club.table()
    return (
        common(now),
        now.seats,
        now.host,
        now.settings.stored(),
    )


@dataclass
class Heard:
    """What can be read that could not be read before: by all, and who got a letter."""

    lines: list[str]
    letters: set[str]

    def by(self, club: Club, person: Person) -> bool:
        """Tell whether somebody is told of themselves, not only listed with all who play."""
        listed = [all(one.name in line for one in club.players) for line in self.lines]
        named = [person.name in line and not all_ for line, all_ in zip(self.lines, listed, strict=True)]
        return person.id in self.letters or any(named) or any(person.mention in line for line in self.lines)


def unseen(club: Club, by: Person, before: TableState, after: TableState, heard: Heard) -> Iterator[str]:
    """Whom something has happened to that they could not see."""
    for person in club.people:
        changed = standing(before, person) != standing(after, person)
        told = heard.by(club, person) or (before.state == "lobby" and heard.lines)  # by the card, as docs say
        if person is not by and changed and not told:
            yield f"{person.name} was not told: {standing(before, person)} -> {standing(after, person)}"
    if common(before) != common(after) and not heard.lines:
        yield "nobody was told"
    if chosen(before) != chosen(after) and not heard.by(club, by):
        yield "nobody was told who has chosen that"


async def woken(club: Club) -> None:
    """Wait until a table goes on that rested: what anybody does in its channel wakes it, unless that ends it."""
    async with asyncio.timeout(COMES):
        while rests(await club.table()):  # noqa: ASYNC110 - it tells nobody when it wakes
            await asyncio.sleep(0.01)


def rests(table: TableState) -> bool:
    """Whether a table that can still be played is at rest."""
    return table.settings.paused and table.state in OPEN


async def tried(club: Club, act: Act, person: Person) -> tuple[bool, list[str]]:
    """Whether an act has changed anything, and what nobody saw of it."""
    before, then, was = await club.table(), await everything(club), club.told()
    wrote = {one.id: len(letters(one)) for one in club.people}
    reply = await do(club, act, person)
    if reply is None:
        return False, []
    await club.made.answered()
    if before.settings.paused:
        await woken(club)
    await club.made.bot.service.settled()
    troubles = ["an apology"] if any("Sorry" in one.text for one in reply.messages) else []
    if await everything(club) == then:
        return False, troubles
    await club.settled()
    written = {one.id for one in club.people if len(letters(one)) > wrote[one.id]}
    heard = Heard([line for _, line in club.told() - was], written)
    return True, [*troubles, *unseen(club, person, before, await club.table(), heard)]


@asynccontextmanager
async def club_of(database: Path) -> AsyncIterator[Club]:
    """A club with a room that is free."""
    async with table(database, HandClock()) as made:
        made.bot.service.house.delay = 0.0
        await made.seat(6)
        club = Club(made)
        await club.new_room()
        yield club


async def all_found(database: Path, states: list[str], some: int | None) -> tuple[int, int, list[str]]:
    """How many acts were tried, how many changed something, and what of it was not seen."""
    dice, found, count, changes = random.Random(1), list[str](), 0, 0
    async with club_of(database) as club:
        for state in states:
            every = [(act, person) for act in acts(club) for person in club.people]
            fresh = False
            for act, person in dice.sample(every, some) if some else every:
                if not fresh:
                    await STATES[state](club)
                    await club.settled()
                changed, troubles = await tried(club, act, person)
                fresh, count, changes = not changed, count + 1, changes + changed
                found += [f"{state}: {person.name} {act}: {trouble}" for trouble in troubles]
        club.made.server.errors.clear()  # buttons of messages that are gone
    return count, changes, found


@pytest.mark.slow
async def test_nobody_is_done_anything_to_unseen(database: Path):
    """A sample of every state."""
    count, changes, found = await all_found(database, [*STATES], SOME // len(STATES))

    assert found == []
    assert changes > count / 30


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
async def test_nobody_is_ever_done_anything_to_unseen(database: Path, state: str):
    """Every act of everybody in every state."""
    count, changes, found = await all_found(database, [state], None)

    assert found == []
    assert changes == 0 if state == "finished" else changes > count / 60
