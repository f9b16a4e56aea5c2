"""Faults x requests: consent, seats, reminders, forms and a deleted board, whatever goes wrong on the way."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.tables.consent import Newcomer
from bot.tables.requests import Request
from tests.bot.person import Person
from tests.bot.seen import Reply
from tests.bot.settling import until
from tests.bot.tabletop import LAYOUT
from tests.bot.test_client import posted
from tests.bot.whole.test_every_path import ALWAYS, ONCE, Fault, Scene, heard, scene_of, thinking

Prepare = Callable[[Scene], Awaitable[None]]
Act = Callable[[Scene], Awaitable[Reply]]
Check = Callable[[Scene], Awaitable[bool]]
SAMPLE = ("40060", "50013 in the channel")


@dataclass(frozen=True)
class Way:
    """What is there before the fault, what somebody does, and what must come of it."""

    prepare: Prepare
    act: Act
    came: Check


async def asker_and_other(scene: Scene) -> tuple[Person, Person]:
    """Who made the first move, and somebody else at the table."""
    made = await scene.tabletop.bot.storage.actions.in_force(1)
    people = {int(one.id): one for one in scene.tabletop.people[:3]}
    asker = people.pop(made[0].user_id)
    return asker, next(iter(people.values()))


async def undo_request(scene: Scene) -> Request | None:
    """The open request to undo."""
    return (await scene.tabletop.bot.service.tables.find(1)).undoing


async def ask_to_undo(scene: Scene) -> None:
    """Somebody asks to go back to the beginning, in place of an earlier request."""
    asker, _ = await asker_and_other(scene)
    await scene.tabletop.bot.service.consent.undo(1, None, int(asker.id), 0)
    await scene.tabletop.settled()


def consent(label: str) -> Act:
    """Answer the request to undo."""

    async def act(scene: Scene) -> Reply:
        _, other = await asker_and_other(scene)
        return await other.press(scene.tabletop.having("u:")[-1], label)

    return act


async def agreed(scene: Scene) -> bool:
    """One has agreed, and the other is still asked."""
    _, other = await asker_and_other(scene)
    request = await undo_request(scene)
    return request is not None and request.agreed == (int(other.id),)


async def refused(scene: Scene) -> bool:
    """The request is over, and its message gone."""
    return await undo_request(scene) is None and scene.tabletop.having("u:") == []


async def ask_for_seat(scene: Scene) -> None:
    """The host proposes a fourth person for a seat."""
    tabletop = scene.tabletop
    new = (await tabletop.seat(4))[3]
    _, other = await asker_and_other(scene)
    table = await tabletop.bot.service.tables.find(1)
    seat = table.seat_of(int(other.id))
    assert seat is not None
    await tabletop.bot.service.consent.seat(
        1, table.host, Newcomer(seat.id, int(new.id), new.name), electors=None
    )
    await tabletop.settled()


async def decline(scene: Scene) -> Reply:
    """The fourth person does not want the seat."""
    return await scene.tabletop.people[3].press(scene.tabletop.having("v:")[-1], "Refuse")


async def declined(scene: Scene) -> bool:
    """Nobody is proposed, and the message is gone."""
    table = await scene.tabletop.bot.service.tables.find(1)
    return not table.requests and scene.tabletop.having("v:") == []


async def remind(scene: Scene) -> None:
    """A reminder of the host stands in the channel."""
    await posted(scene.tabletop, "Snooze", f"z:1:{scene.host.id}:{scene.played}")


async def snooze(scene: Scene) -> Reply:
    """The host puts reminders off."""
    shown = await scene.host.until(lambda: scene.tabletop.having("z:"))
    return await scene.host.press(shown[-1], "Snooze")


async def open_form(scene: Scene) -> None:
    """Whoever bids at a table of 1844 has opened the form for another amount."""
    lobbies, (host, *others) = scene.tabletop.bot.service.lobbies, scene.tabletop.people[:3]
    room = await host.new_channel("auction")
    made = await lobbies.create(int(room), "1844", int(host.id), host.name, seats=3, seed=7)
    for person in others:
        await lobbies.join(made.game_id, int(person.id), person.name)
    await lobbies.start(made.game_id, int(host.id))
    await scene.tabletop.settled()
    table = await scene.tabletop.bot.service.tables.in_channel(int(room))
    assert table is not None
    bidder = next(one for one in scene.tabletop.people if int(one.id) == table.awaited[0].user_id)
    shown = (await bidder.command(room, "bid")).message
    modal = None
    async with asyncio.timeout(20):
        while modal is None:  # the fallback may be quicker, and leaves the button
            modal = (await bidder.press(shown, "Other amount")).modal
    scene.form = bidder, modal


async def formed(scene: Scene) -> None:
    """The form was opened before anything went wrong: Discord opens none once patience was asked for."""
    assert scene.form is not None


async def submit(scene: Scene) -> Reply:
    """Type an amount that nobody has."""
    assert scene.form is not None
    bidder, modal = scene.form
    return await bidder.submit(modal, {"amount": "99999"})


async def explained(scene: Scene) -> bool:
    """The bidder is told that nobody can bid that much."""
    return scene.form is not None and any("not possible" in one for one in heard(scene.form[0]))


async def delete_board(scene: Scene) -> None:
    """A moderator deletes the board and the card below it."""
    for shown in (scene.tabletop.sheets, scene.tabletop.board):
        channel = scene.tabletop.bot.get_partial_messageable(int(shown.channel))
        await channel.get_partial_message(int(shown.id)).delete()
    scene.played += 1


async def move(scene: Scene) -> Reply:
    """Type the next move."""
    scene.played -= 1
    _, reply = await scene.move()
    scene.played += 1
    return reply


async def shown_anew(scene: Scene) -> bool:
    """Board and card are there once, both as the table is after the move, which was stored once."""
    tabletop, rev = scene.tabletop, (await scene.tabletop.bot.service.tables.find(1)).rev
    stored = await tabletop.bot.storage.actions.in_force(1)
    cards = [one for one in tabletop.having("b:") if "18Mag" in one.text]
    current = [one for one in tabletop.having(f"b:1:{rev}") if "18Mag" in one.text]
    boards = [one for one in tabletop.shown if one.raw["flags"] & LAYOUT and "Move " in one.text]
    moved = [f"Move {scene.played}" in one.text for one in boards]
    return len(stored) == scene.played and len(cards) == 1 and current == cards and moved == [True]


async def snoozed(scene: Scene) -> bool:
    """The host knows until when."""
    return any("eminders" in one for one in heard(scene.host))


WAYS = {
    "Agree": Way(ask_to_undo, consent("Agree"), agreed),
    "Refuse": Way(ask_to_undo, consent("Refuse"), refused),
    "Refuse a seat": Way(ask_for_seat, decline, declined),
    "Snooze": Way(remind, snooze, snoozed),
    "a form": Way(formed, submit, explained),
    "a deleted board": Way(delete_board, move, shown_anew),
}
MOOT = {"10008 in the channel": {"Refuse", "Refuse a seat"}}
"""What a fault leaves undone by saying that it is done: a message that is gone need not be deleted."""


async def go(scene: Scene, name: str, fault: Fault | None) -> None:
    """Go one way through a fault: what was wanted comes of it, and nobody waits or is apologised to."""
    tabletop, way = scene.tabletop, WAYS[name]
    await way.prepare(scene)
    if fault is not None:
        await fault[0](scene, *fault[1])
    reply = await way.act(scene)
    await until(lambda: way.came(scene))
    for person in tabletop.people:
        await person.until(lambda person=person: not thinking(person), timeout=20)
    tabletop.server.faults.pending.clear()
    await tabletop.answered()
    await tabletop.settled()
    assert reply.failed is None, (name, reply.failed)
    assert not any("Sorry" in one.text for one in reply.messages), (name, reply.messages)


async def all_ways(database: Path, fault: str) -> None:
    """Go every way through a fault."""
    async with scene_of(database) as scene:
        await open_form(scene)
        if fault in ALWAYS:
            strike, given = ALWAYS[fault]
            await strike(scene, *given)
        for name in (way for way in WAYS if way not in MOOT.get(fault, ())):
            await go(scene, name, ONCE.get(fault))


@pytest.mark.slow
@pytest.mark.parametrize("fault", SAMPLE)
async def test_every_request_survives_what_happens_every_week(database: Path, fault: str):
    """Consent is counted once, a form is answered, a deleted board is there again."""
    await all_ways(database, fault)


@pytest.mark.long
@pytest.mark.parametrize("fault", sorted((ALWAYS.keys() | ONCE.keys()) - set(SAMPLE)))
async def test_every_request_survives_every_fault(database: Path, fault: str):
    """The whole table."""
    await all_ways(database, fault)
