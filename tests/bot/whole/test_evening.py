"""An evening: twelve people at four tables, every request open at once, and what goes wrong goes wrong."""

from pathlib import Path

import pytest

from bot.tables.table import Table as TableView
from tests.bot.hand_clock import HandClock
from tests.bot.local.moderator import leave
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.settling import until
from tests.bot.tabletop import DRAFT, Table, letters, table

GUESTS = ("Quince", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple")
PLACES = ("attic", "bar", "cellar", "den", "empty", "fresh")


class Evening:
    """Four tables of three, each in a room of its own, and two rooms besides."""

    def __init__(self, made: Table) -> None:
        self.made = made
        self.rooms = {name: str(made.server.world.new_channel(name)["id"]) for name in PLACES}

    async def sit_down(self) -> list[Person]:
        """Begin a game in each of the first four rooms."""
        world = self.made.server.world
        for name in GUESTS[: 12 - len(world.seats())]:
            world.save_seat(None, name, "en-US")
        people = await self.made.seat(12)
        for person in people:
            await person.until(lambda person=person: self.rooms["fresh"] in person.channels)
        for at, room in enumerate(PLACES[:4]):
            group = people[3 * at : 3 * at + 3]
            await group[0].command(self.rooms[room], "game new", title="18Mag", seats=3, seed=7)
            for person in group[1:]:
                await person.command(self.rooms[room], "game join")
            await group[0].command(self.rooms[room], "game start")
        await self.made.settled()
        return people

    async def table(self, game: int) -> TableView:
        """The table of a game."""
        return await self.made.bot.service.tables.find(game)

    async def play(self, game: int, *moves: str) -> None:
        """Type moves, each by whoever is awaited."""
        for move in moves:
            now = await self.table(game)
            person = next(p for p in self.made.people if int(p.id) == now.awaited[0].user_id)
            reply = await person.command(str(now.channel_id), "do", move=move)
            assert "✓" in reply.text, reply.text
        await self.made.acted()

    def questions(self, person: Person, room: str) -> list[SeenMessage]:
        """The messages of a room that ask somebody for an answer."""
        shown = person.messages(self.rooms[room]) if self.rooms[room] in person.channels else []
        ids = [(one, str(b.get("custom_id", ""))) for one in shown for b in one.buttons]
        return list(dict.fromkeys(one for one, name in ids if name.startswith(("v:", "u:"))))

    async def rests(self, game: int) -> bool:
        """Tell whether a table rests, and its players know."""
        return (await self.table(game)).settings.paused and not await self.made.bot.storage.outbox.news(game)


@pytest.mark.slow
async def test_an_evening(database: Path, clock: HandClock):
    """Nothing is lost, nothing stays open, and nobody is done anything to that they did not see."""
    async with table(database, clock) as made:
        evening = Evening(made)
        people = await evening.sit_down()
        rooms, world = evening.rooms, made.server.world
        attic, (alder, birch, cedar) = rooms["attic"], people[:3]

        # at the first table everything is asked for at once, and two things twice
        twice = await everything_asked(evening, people)
        await made.acted()
        open_then = (await evening.table(1)).requests
        asked = evening.questions(alder, "attic")

        # meanwhile a room is pulled down, a host goes home, and somebody's time is up
        await people[9].command(rooms["den"], "table clock", kind="each", time="1h", zero="house")
        world.drop_channel(world.channel(rooms["bar"]))
        await until(lambda: evening.rests(2))
        leave(world, people[6].id)
        await people[5].command(rooms["fresh"], "game reopen", game=2)
        await people[7].command(rooms["cellar"], "game move", channel=rooms["empty"])
        await made.acted()
        (wish,) = evening.questions(people[8], "cellar")
        await people[8].press(wish, "Agree")
        await until(lambda: stands_in(evening, 3, rooms["empty"]))
        await clock.on(2)
        await made.acted()

        # the first table answers: the undo is agreed to, so the end of the game is asked for no longer
        for person in (alder, birch):
            (undoing,) = [one for one in evening.questions(alder, "attic") if "take back" in one.content]
            await person.press(undoing, "Agree")
        await made.acted()
        for one in evening.questions(alder, "attic"):
            for person in (people[3], people[4], birch, cedar, alder):
                if not one.deleted:
                    await person.press(one, "Refuse")
                    await made.acted()
        await made.acted()
        await evening.play(2, DRAFT[0])
        tables = [await evening.table(game) for game in (1, 2, 3, 4)]
        made.server.errors.clear()  # who has left is unknown, and so is the room that is gone

        assert {one.kind for one in open_then} == {"move", "stand", "seat", "stop", "undo"}
        assert len(asked) == 5
        assert all(text and "✓" not in text for text in twice)
        assert [len(one.requests) for one in tables] == [0, 0, 0, 0]
        assert [len(one.moves) for one in tables[:3]] == [0, 1, 0]
        assert tables[3].moves[0].user_id < 0
        assert [str(one.channel_id) for one in tables] == [
            attic,
            rooms["fresh"],
            rooms["empty"],
            rooms["den"],
        ]
        assert [sorted(seat.user_id for seat in one.seats) for one in tables] == [
            sorted(int(person.id) for person in people[at : at + 3]) for at in (0, 3, 6, 9)
        ]
        assert not any(one.deputies for one in tables)
        assert all(any("was deleted" in one.text for one in letters(person)) for person in people[3:6])
        assert evening.questions(alder, "attic") == []
        assert any("has lapsed" in one.text for one in alder.messages(attic))


async def everything_asked(evening: Evening, people: list[Person]) -> list[str]:
    """Ask for everything at the first table, and return what those are told who ask for it a second time."""
    attic, rooms, (alder, birch, cedar) = evening.rooms["attic"], evening.rooms, people[:3]
    await evening.play(1, *DRAFT[:3])
    plan = (await cedar.command(attic, "undo", to=1)).message
    await cedar.press(plan, next(label for label in plan.labels if label.startswith("Ask ")))
    await birch.command(attic, "game move", channel=rooms["empty"])
    await cedar.command(attic, "game substitute", by=people[3].id)
    await people[4].command(attic, "game replace", seat=birch.name, by=people[4].id)
    await alder.command(attic, "game stop")
    return [
        (await cedar.command(attic, "game move", channel=rooms["fresh"])).text,
        (await people[5].command(attic, "game replace", seat=birch.name, by=people[5].id)).text,
    ]


async def stands_in(evening: Evening, game: int, room: str) -> bool:
    """Tell whether a table is played in a room."""
    return str((await evening.table(game)).channel_id) == room
