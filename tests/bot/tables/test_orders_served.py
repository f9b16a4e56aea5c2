"""Orders at a table: given, carried out when their turn comes, and their people told once, sooner or later."""

import asyncio
import threading
from typing import Any

import pytest

from bot.errors.tables import NotRunning, NotSeated
from bot.storage import Storage
from bot.tables import orders
from bot.tables.orders import NoPrivateMessages, OrderNote
from bot.tables.service import Service
from bot.tables.table import StartedTable
from engine import standing
from engine.standing import Order
from tests.bot.tables.deeds import DEE, draft, others


@pytest.fixture
def told(service: Service) -> list[OrderNote]:
    """What people are told."""
    found: list[OrderNote] = []

    async def tell(note: OrderNote) -> None:
        found.append(note)

    service.orders.tell = tell
    return found


def order(table: StartedTable, user: int) -> Order:
    """The order of somebody to take what is drafted last, when their turn comes."""
    seat = table.seat_of(user)
    assert seat is not None
    return list(standing.KINDS["take_first"].offered(table.game, seat.id))[-1]


async def test_an_order_moves_when_its_turn_comes(
    service: Service, storage: Storage, table: StartedTable, told: list[OrderNote]
):
    """Its person hears of it once; the move says what has decided it; nobody need be called meanwhile."""
    user = next(seat.user_id for seat in table.seats if seat.id == _next(table))
    assert await service.orders.give(table.game_id, user, order(table, user)) == []
    assert service.orders.considers(table.game_id, user)
    await service.settled()
    assert not service.orders.considers(table.game_id, user)
    assert [one.wanted for one, _ in await service.orders.of(table.game_id, user)]
    await draft(service, table, 1)
    await service.settled()

    after = await service.tables.find(table.game_id)
    assert [(one.user_id, one.decided_by) for one in after.moves[1:2]] == [(user, "order")]
    assert [(note.row.user_id, note.action is not None) for note in told[:1]] == [(user, True)]
    assert await storage.orders.unheard(table.game_id) == ()


def _next(table: StartedTable) -> str:
    """The seat that decides after this one."""
    return table.game.play(table.game.choices.offers[0].action).pos.awaited[0]


async def test_a_note_that_fails_is_sent_again(service: Service, storage: Storage, table: StartedTable):
    """Once; then follows that the order is done."""
    sent: list[OrderNote] = []
    troubles: list[Exception] = [RuntimeError("no line")]

    async def tell(note: OrderNote) -> None:
        if troubles:
            raise troubles.pop()
        sent.append(note)

    service.orders.tell = tell
    user = next(seat.user_id for seat in table.seats if seat.id == _next(table))
    await service.orders.give(table.game_id, user, order(table, user))
    await service.settled()
    await draft(service, table, 1)
    await service.settled()
    assert [(note.row.user_id, note.action is not None) for note in sent] == [(user, True), (user, False)]
    assert await storage.orders.unheard(table.game_id) == ()


async def test_who_takes_no_letters_is_told_where_they_look(
    service: Service, storage: Storage, table: StartedTable
):
    """Of an order that has ended; it is known then, and not told again."""

    async def tell(_: OrderNote) -> None:
        raise NoPrivateMessages

    service.orders.tell = tell
    user = others(table)[0]
    await service.orders.give(table.game_id, user, order(table, user))
    ((row, _),) = await service.orders.of(table.game_id, user)
    await storage.orders.end(row.id, "over")
    assert await service.orders.owed(table.game_id, user) == []
    await service.orders.resume()
    await service.settled()

    assert [one.id for one in await service.orders.owed(table.game_id, user)] == [row.id]
    assert await service.orders.owed(table.game_id, user) == []


async def test_who_may_give_and_withdraw(
    service: Service, storage: Storage, table: StartedTable, told: list[OrderNote]
):
    """Only at one's own seat, while the game runs; a new order stands in the place of one that contradicts it."""
    user, other = others(table)
    wanted = order(table, user)
    with pytest.raises(NotSeated):
        await service.orders.give(table.game_id, DEE, wanted)
    await service.orders.give(table.game_id, user, wanted)
    ((row, known),) = await service.orders.of(table.game_id, user)
    assert known == wanted
    assert not await service.orders.withdraw(table.game_id, other, row.id)
    assert await service.orders.withdraw(table.game_id, user, row.id)
    assert not await service.orders.withdraw(table.game_id, user, row.id)
    await service.settled()
    assert (told, await storage.orders.untold(table.game_id)) == ([], ())
    await service.orders.give(table.game_id, user, wanted)
    await service.settled()
    await service.lobbies.end(table.game_id, DEE, as_host=True)
    await service.settled()
    with pytest.raises(NotRunning):
        await service.orders.give(table.game_id, user, wanted)


async def test_of_two_orders_given_at_once_the_later_stands(
    service: Service, table: StartedTable, told: list[OrderNote]
):
    """As with two clients: nobody has the same order twice, and hears twice that it has ended."""
    user = next(seat.user_id for seat in table.seats if seat.id == _next(table))
    wanted = order(table, user)
    replaced = await asyncio.gather(*(service.orders.give(table.game_id, user, wanted) for _ in range(2)))

    assert sorted(map(len, replaced)) == [0, 1]
    assert [one for _, one in await service.orders.of(table.game_id, user)] == [wanted]


async def test_an_order_withdrawn_as_it_moves_keeps_no_other_back(
    service: Service, table: StartedTable, told: list[OrderNote], monkeypatch: pytest.MonkeyPatch
):
    """The next one that stands moves in its place, and nobody is called for what it decides."""
    user = next(seat.user_id for seat in table.seats if seat.id == _next(table))
    monkeypatch.setattr(standing, "contradict", lambda *_: False)
    seat = table.seat_of(user)
    assert seat is not None
    for one in list(standing.KINDS["take_first"].offered(table.game, seat.id))[-2:]:
        await service.orders.give(table.game_id, user, one)
    await service.settled()
    (first, _), (second, _) = await service.orders.of(table.game_id, user)
    act, needless = service.moves.act, list[int]()

    async def late(*given: Any, **how: Any) -> StartedTable:
        if how.get("order_id") == first.id:
            await service.orders.withdraw(table.game_id, user, first.id)
        return await act(*given, **how)

    monkeypatch.setattr(service.moves, "act", late)
    service.orders.call_people = lambda _: needless.extend(_called(service, table, user))
    await draft(service, table, 1)
    await service.settled()

    made = (await service.tables.find(table.game_id)).moves
    assert [(one.user_id, one.decided_by) for one in made[1:2]] == [(user, "order")]
    assert [note.row.id for note in told if note.action] == [second.id]
    assert needless == []


async def test_nobody_is_called_whose_order_is_asked_next(
    service: Service, table: StartedTable, told: list[OrderNote], monkeypatch: pytest.MonkeyPatch
):
    """A move is made while the orders are asked about the position before it, in which none of them moves."""
    user = next(seat.user_id for seat in table.seats if seat.id == _next(table))
    answer, needless = orders._answer, list[int]()
    asked, moved = threading.Event(), threading.Event()

    def slow(*given: Any) -> Any:
        found = answer(*given)
        asked.set()
        moved.wait(30)
        return found

    monkeypatch.setattr(orders, "_answer", slow)
    service.orders.call_people = lambda _: needless.extend(_called(service, table, user))
    await service.orders.give(table.game_id, user, order(table, user))
    await asyncio.to_thread(asked.wait, 30)
    await draft(service, table, 1)
    moved.set()
    await service.settled()

    made = (await service.tables.find(table.game_id)).moves
    assert [(one.user_id, one.decided_by) for one in made[1:2]] == [(user, "order")]
    assert needless == []


def _called(service: Service, table: StartedTable, user: int) -> list[int]:
    """The person, where they would be called now."""
    present = service.tables.open_in(table.channel_id)
    assert present is not None
    called = user in present.called_people and not service.orders.considers(table.game_id, user)
    return [user] if called and len(present.moves) == 1 else []
