"""Faults x paths: whatever goes wrong, whoever pressed or typed is answered, and what is done is done once.

The quick tests walk all paths through the faults that are met every week; the slow ones through all of them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.bot.local import moderator
from tests.bot.person import Person
from tests.bot.seen import Modal, Reply, SeenMessage
from tests.bot.tabletop import CHANNEL, Table, table

DRAFT = ("draft 13", "draft 5", "draft 2", "draft 10", "draft 11", "draft GC", "draft LDSTEG", "draft 8")
SOON = 0.1
"""After how many seconds the fallback steps in here."""
ANSWERS, FOLLOWS, CHANNELS = "/interactions/*", "/webhooks/*", "/channels/*"


@dataclass
class Scene:
    """A game with a lobby in the channel beside it."""

    tabletop: Table
    lobby: str
    played: int = 0
    memory: dict[str, SeenMessage] = field(default_factory=dict)
    form: tuple[Person, Modal] | None = None

    @property
    def host(self) -> Person:
        """The host of both."""
        return self.tabletop.people[0]

    @property
    def card(self) -> SeenMessage:
        """The card of the lobby."""
        return next(one for one in self.host.messages(self.lobby) if not one.ephemeral)

    async def move(self) -> tuple[Person, Reply]:
        """Type the next move."""
        person = await self.tabletop.awaited()
        reply = await person.command(CHANNEL, "do", move=DRAFT[self.played])
        return person, reply

    async def typed(self, command: str, **options: Any) -> tuple[Person, Reply]:
        """Type a command."""
        return self.host, await self.host.command(CHANNEL, command, **options)

    async def pressed(self, label: str) -> tuple[Person, Reply]:
        """Press a button of the board."""
        return self.host, await self.host.press(self.tabletop.board, label)

    async def verb(self) -> tuple[Person, Reply]:
        """Choose on the board; whoever is awaited confirms each move."""
        person = await self.tabletop.awaited()
        (draft,) = self.tabletop.board.selects
        return person, await person.choose(
            self.tabletop.board, draft["custom_id"], draft["options"][0]["value"]
        )

    async def page(self, label: str) -> tuple[Person, Reply]:
        """Turn a private page that was opened before."""
        return self.host, await self.host.press(self.memory["page"], label)

    async def chosen(self) -> tuple[Person, Reply]:
        """Choose on a private page that was opened before."""
        person, shown = await self.tabletop.awaited(), self.memory["choices"]
        return person, await person.press(shown, shown.labels[0])

    async def card_pressed(self, label: str) -> tuple[Person, Reply]:
        """Press a button of the lobby's card."""
        person = self.tabletop.people[1]
        return person, await person.press(self.card, label)


Act = Callable[[Scene], Awaitable[tuple[Person, Reply]]]
COMMANDS: dict[str, dict[str, Any]] = {
    "show text": {},
    "show history": {},
    "show player": {},
    "show map": {},
    "show map in public": {"private": False},
    "show lays": {"hex": "D13"},
    "show chart": {"kind": "worth"},
    "game join": {},
    "game list": {},
    "game end": {},
    "game export": {},
    "admin status": {},
    "admin prove": {},
    "admin repost": {},
    "table reminders": {"interval": "2h"},
    "me games": {},
    "me quiet": {"start": "22:00", "end": "7:00"},
    "undo": {"to": 1},
    "do": {"move": "nonsense"},
    "plan": {"hex": "D13", "tile": "7", "rotation": 0},
    "use merge": {"company": "1"},
    "me snooze": {"span": "1d"},
}
PATHS: dict[str, Act] = {
    **{
        f"/{name}": lambda scene, name=name, given=given: scene.typed(
            name.removesuffix(" in public"), **given
        )
        for name, given in COMMANDS.items()
    },
    **{label: lambda scene, label=label: scene.pressed(label) for label in ("Market", "More", "Trains")},
    "a choice": Scene.chosen,
    "a verb": Scene.verb,
    "a page": lambda scene: scene.page("Later"),
    "back a page": lambda scene: scene.page("Earlier"),
    "Join": lambda scene: scene.card_pressed("Join"),
    "Leave": lambda scene: scene.card_pressed("Leave"),
    "a move": Scene.move,
}
QUIET = ("Join", "Leave")
PUBLIC = "/show map in public"


async def slow_line(scene: Scene, seconds: float) -> None:
    """Let everything take longer on its way."""
    scene.tabletop.server.backend.latency.slow(seconds, jitter=0.3)


async def work(scene: Scene, seconds: float) -> None:
    """Let every look at a table wait, as for a search or a replay."""
    tables = scene.tabletop.bot.service.tables
    for name in ("find", "glance"):
        look = getattr(type(tables), name)

        async def late(*given: Any, look: Any = look) -> Any:
            await asyncio.sleep(seconds)
            return await look(tables, *given)

        setattr(tables, name, late)


async def refuse(scene: Scene, path: str, status: int, code: int) -> None:
    """Let Discord refuse the next request."""
    scene.tabletop.server.faults.refuse(status, code, "refused by the test", path=path)


async def break_off(scene: Scene, path: str, status: int) -> None:
    """Let Discord fail the next request."""
    scene.tabletop.server.faults.server_error(status, path=path)


async def limit(scene: Scene, path: str) -> None:
    """Let Discord ask to come back later."""
    scene.tabletop.server.faults.rate_limit(0.1, path=path)


async def lose(scene: Scene, path: str, after: bool) -> None:
    """Break the line before or after the next request arrives."""
    scene.tabletop.server.faults.lose(path=path, after=after)


TAKEN = ("attach_files", "read_message_history")


async def forbid(scene: Scene, permission: str) -> None:
    """Take a permission from the bot."""
    permit(scene, permission, allowed=False)


def permit(scene: Scene, permission: str, *, allowed: bool) -> None:
    """Give a permission to the bot, or take it."""
    for role in ("@everyone", "Stationmaster"):
        moderator.permit(scene.tabletop.server.world, role, permission, allowed=allowed)


Fault = tuple[Callable[..., Awaitable[None]], tuple[Any, ...]]
ALWAYS: dict[str, Fault] = {
    "latency 200": (slow_line, (0.2,)),
    "latency 500": (slow_line, (0.5,)),
    "work": (work, (0.25,)),
    "2 s of work": (work, (2.0,)),
    "no Attach Files": (forbid, TAKEN[:1]),
    "no Read Message History": (forbid, TAKEN[1:]),
}
"""What stays as long as the walk takes."""
ONCE: dict[str, Fault] = {
    "lost answer": (lose, (ANSWERS, False)),
    "40060": (lose, (ANSWERS, True)),
    "429 on the answer": (limit, (ANSWERS,)),
    "500 on the answer": (break_off, (ANSWERS, 500)),
    "503 on the answer": (break_off, (ANSWERS, 503)),
    "lost follow-up": (lose, (FOLLOWS, False)),
    "429 on the follow-up": (limit, (FOLLOWS,)),
    "500 on the follow-up": (break_off, (FOLLOWS, 500)),
    "10008 on the follow-up": (refuse, (FOLLOWS, 404, 10008)),
    "50013 in the channel": (refuse, (CHANNELS, 403, 50013)),
    "429 in the channel": (limit, (CHANNELS,)),
    "500 in the channel": (break_off, (CHANNELS, 500)),
    "10008 in the channel": (refuse, (CHANNELS, 404, 10008)),
}
"""What strikes one request of each path."""
GONE = {"10062": (refuse, (ANSWERS, 404, 10062))}
"""What nobody can answer any more, but Discord itself."""
WEEKLY = ("work", "40060", "50013 in the channel")


@asynccontextmanager
async def scene_of(database: Path) -> AsyncIterator[Scene]:
    """A game of three with its first moves, and a lobby of two in the next channel."""
    async with table(database, answer_after=SOON) as tabletop:
        await tabletop.game()
        await tabletop.type_moves(DRAFT[:3])
        host = tabletop.people[0]
        lobby = await host.new_channel("beside")
        await host.until(lambda: lobby in host.channels)
        await host.command(lobby, "game new", title="18Mag", seats=3, seed=7)
        scene = Scene(tabletop, lobby, played=3)
        scene.memory["page"] = (await host.command(CHANNEL, "show text", page=2)).message
        awaited = await tabletop.awaited()
        for person in tabletop.people:
            await person.command(CHANNEL, "me confirm", answer="always")
        scene.memory["choices"] = (await awaited.command(CHANNEL, "draft")).message
        await tabletop.settled()
        yield scene
        for permission in TAKEN:  # what is tried again later is refused no more
            permit(scene, permission, allowed=True)
        await tabletop.settled()
        tabletop.server.errors.clear()  # they were asked for


def heard(person: Person) -> list[str]:
    """What this person alone sees, as it stands."""
    return [str(one.raw) for channel in person.channels for one in person.messages(channel) if one.ephemeral]


def thinking(person: Person) -> list[SeenMessage]:
    """The messages in which the bot still thinks."""
    return [one for channel in person.channels for one in person.messages(channel) if one.loading]


def shown_anew(tabletop: Table, name: str) -> bool:
    """Tell whether somebody has shown a picture to everybody, and that is what was asked for."""
    return name == PUBLIC and any(one.pictures and not one.buttons for one in tabletop.shown)


async def walk(scene: Scene, name: str, fault: Fault | None) -> Reply:
    """Go one path, with a fault on its way, and return what came of it once nothing is on its way any more."""
    tabletop = scene.tabletop
    stored = len(await tabletop.bot.storage.actions.in_force(1))
    before = {person.id: heard(person) for person in tabletop.people}
    if fault is not None:
        await fault[0](scene, *fault[1])
    person, reply = await PATHS[name](scene)
    if name not in QUIET:
        await person.until(
            lambda: (
                reply.failed
                or reply.modal
                or heard(person) != before[person.id]
                or shown_anew(tabletop, name)
            ),
            timeout=20,
        )
    await person.until(lambda: not thinking(person), timeout=20)
    tabletop.server.faults.pending.clear()
    await tabletop.answered()
    await tabletop.settled()
    now = len(await tabletop.bot.storage.actions.in_force(1))
    done = reply.failed is None and name == "a move"
    assert now - stored == done, f"{name}: {now - stored} moves stored"
    scene.played += done
    assert {"preview"} & {one.name[:7] for shown in tabletop.shown for one in shown.pictures} == set(), name
    return reply


async def all_paths(database: Path, fault: Fault, *, always: bool) -> None:
    """Walk every path through a fault."""
    async with scene_of(database) as scene:
        if always:
            await fault[0](scene, *fault[1])
        for name in PATHS:
            reply = await walk(scene, name, None if always else fault)
            assert reply.failed is None, (name, reply.failed)
            assert "Sorry" not in reply.text, (name, reply.text)
        seats = await scene.tabletop.bot.storage.seats.of_game(2)
        await scene.host.until(lambda: f"Move {scene.played}" in scene.tabletop.sheets.text, timeout=20)
        assert len(seats) == 1  # one has joined and left again
        cards = [one for one in scene.tabletop.shown if "First share round: " in one.text]
        assert len(cards) == 1
        assert cards[0].buttons


@pytest.mark.slow
@pytest.mark.parametrize("fault", WEEKLY)
async def test_every_path_survives_what_happens_every_week(database: Path, fault: str):
    """An answer to everybody, the board as it is stored, one card."""
    await all_paths(database, (ALWAYS | ONCE)[fault], always=fault in ALWAYS)


@pytest.mark.long
@pytest.mark.parametrize("fault", sorted((ALWAYS.keys() | ONCE.keys()) - set(WEEKLY)))
async def test_every_path_survives_every_fault(database: Path, fault: str):
    """The whole table."""
    await all_paths(database, (ALWAYS | ONCE)[fault], always=fault in ALWAYS)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in PATHS if name not in QUIET])
async def test_a_channel_that_vanishes_meanwhile_silences_nobody(database: Path, name: str):
    """Whoever asked is still answered, and what was stored stays; then the table is over."""
    async with scene_of(database) as scene:
        scene.tabletop.server.faults.refuse(404, 10003, "Unknown Channel", path=CHANNELS, times=99)
        reply = await walk(scene, name, None)

        assert reply.failed is None
        assert "Sorry" not in reply.text


@pytest.mark.long
@pytest.mark.parametrize("name", PATHS)
async def test_what_can_be_answered_no_more_changes_nothing(database: Path, name: str):
    """Discord has told the person that it failed: then nothing was stored, and the next try works."""
    async with scene_of(database) as scene:
        scene.tabletop.server.backend.interactions.answer_within = 1.0
        failed = await walk(scene, name, GONE["10062"])
        again = await walk(scene, name, None)

        assert failed.failed
        assert again.failed is None
