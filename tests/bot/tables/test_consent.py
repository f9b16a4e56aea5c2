"""What others must agree to: who is asked, how many it takes, what ends it, and what is done with the last yes."""

from datetime import timedelta
from typing import Any

import pytest

from bot.errors import (
    AlreadySeated,
    AskedAlready,
    NobodyDecides,
    NoReplacement,
    NoStop,
    NotAsked,
    NotRunning,
    NotSeated,
    SeatMissing,
    StillHere,
    TableError,
)
from bot.storage import Storage
from bot.tables.changes import TableChange
from bot.tables.consent import KEPT, NOTICE, Newcomer
from bot.tables.service import Service
from bot.tables.settings import Deputy
from bot.tables.table import StartedTable, Table
from tests.bot.tables.deeds import ANN, BOB, CY, DEE, draft

DAY = timedelta(days=1)


@pytest.fixture
def told(service: Service) -> list[TableChange]:
    """What is told of the table."""
    found: list[TableChange] = []
    service.changes.watchers.append(found.append)
    return found


def seat_of(table: Table, user: int) -> str:
    """The seat of somebody."""
    seat = table.seat_of(user)
    assert seat is not None
    return seat.id


def outcomes(table: Table) -> list[str]:
    """What has become of the requests, the oldest first."""
    return [one.outcome for one in table.settings.requests]


async def absent(service: Service, table: StartedTable, user: int) -> None:
    """Let the clock of somebody have run out, so that they seem absent."""
    async with service.tables.locked(table.game_id) as loaded:
        await service.tables.change_settings(loaded, clock_asked={seat_of(table, user): user})


async def later(storage: Storage, monkeypatch: pytest.MonkeyPatch, time: timedelta) -> Any:
    """Let time pass."""
    now = storage.now() + time
    monkeypatch.setattr(storage, "now", lambda: now)
    return now


# --- an end together


async def test_a_game_ends_with_the_last_yes(service: Service, table: StartedTable, told: list[TableChange]):
    """All must agree; it is told as a setting, and the end once."""
    asked = await service.consent.stop(table.game_id, ANN)
    (request,) = asked.requests
    assert (request.kind, request.by, set(request.asked), request.agreed) == (
        "stop",
        ANN,
        {ANN, BOB, CY},
        (ANN,),
    )
    assert [one.kind for one in told] == ["settings"]
    await service.consent.stop(table.game_id, BOB)
    over = await service.consent.answer(table.game_id, CY, request.id, agrees=True)

    assert (over.state, outcomes(over)) == ("finished", ["done"])
    assert [one.kind for one in told] == ["settings", "settings", "played"]


async def test_one_no_is_enough_against_an_end(service: Service, table: StartedTable):
    """Whoever asked withdraws by refusing; somebody may ask again."""
    await service.consent.stop(table.game_id, ANN)
    refused = await service.consent.answer(table.game_id, BOB, 1, agrees=False)
    await service.consent.stop(table.game_id, ANN)
    withdrawn = await service.consent.answer(table.game_id, ANN, 2, agrees=False)

    assert (outcomes(refused), outcomes(withdrawn)) == (["refused"], ["refused", "withdrawn"])
    assert withdrawn.settings.requests[0].closed_by == BOB
    assert withdrawn.state == "running"


async def test_a_move_voids_a_wish_to_end(service: Service, storage: Storage, table: StartedTable):
    """It is closed when the table is served."""
    await service.consent.stop(table.game_id, ANN)
    await draft(service, table, 1)
    assert await service.consent.serve(table.game_id, storage.now()) is None

    assert outcomes(await service.tables.find(table.game_id)) == ["void"]
    with pytest.raises(NoStop):
        await service.consent.answer(table.game_id, BOB, 1, agrees=True)


async def test_only_people_at_the_table_are_asked(service: Service, table: StartedTable):
    """And only they may answer, what is open."""
    with pytest.raises(NotSeated):
        await service.consent.stop(table.game_id, DEE)
    with pytest.raises(NotSeated):
        await service.consent.move(table.game_id, DEE, 901)
    await service.consent.stop(table.game_id, ANN)
    with pytest.raises(NotAsked):
        await service.consent.answer(table.game_id, DEE, 1, agrees=True)
    with pytest.raises(NotAsked):
        await service.consent.answer(table.game_id, DEE, 1, agrees=False)
    with pytest.raises(NoReplacement):
        await service.consent.answer(table.game_id, BOB, 5, agrees=True)


# --- another channel


async def test_most_take_the_table_to_another_channel(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """Two of three; another channel cannot be asked for meanwhile; asking again is agreeing."""
    asked = await service.consent.move(table.game_id, ANN, 901)
    assert [one.kind for one in told] == ["seats"]
    assert asked.channel_id == 900
    with pytest.raises(AskedAlready) as trouble:
        await service.consent.move(table.game_id, BOB, 902)
    assert str(ANN) in str(trouble.value)
    moved = await service.consent.move(table.game_id, BOB, 901)

    assert (moved.channel_id, outcomes(moved)) == (901, ["done"])
    assert [one.kind for one in told].count("place") == 1


# --- a seat


async def test_who_leaves_gives_the_seat_to_who_comes(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """Only the newcomer must agree; the seat has their name."""
    seat = seat_of(table, BOB)
    asked = await service.consent.seat(table.game_id, BOB, Newcomer(seat, DEE, "D_ee"), electors=None)
    (request,) = asked.requests
    assert (request.kind, request.must, request.asked, request.due) == ("seat", (DEE,), (), None)
    assert (request.seat, request.holder, request.back, request.user) == (seat, BOB, "Bob", DEE)
    after = await service.consent.answer(table.game_id, DEE, 1, agrees=True)

    assert after.seat_of(BOB) is None
    assert seat_of(after, DEE) == seat
    assert (told[-1].kind, told[-1].by, told[-1].before.seat_of(BOB) is not None) == ("seats", DEE, True)  # type: ignore[union-attr]


async def test_a_host_who_gives_up_a_seat_is_no_longer_the_host(service: Service, table: StartedTable):
    """Somebody at the table is."""
    await service.consent.seat(table.game_id, ANN, Newcomer(seat_of(table, ANN), DEE, "Dee"), electors=None)
    after = await service.consent.answer(table.game_id, DEE, 1, agrees=True)

    assert after.host in after.people
    assert after.host != ANN
    assert after == await service.tables.find(table.game_id)


async def test_whoever_is_here_decides_alone_about_their_seat(service: Service, table: StartedTable):
    """Not those who would decide about one who is absent; one who has left the server is not asked."""
    seat = seat_of(table, BOB)
    asked = await service.consent.seat(table.game_id, ANN, Newcomer(seat, DEE, "Dee"), electors=(ANN, CY))
    assert (asked.requests[0].asked, asked.requests[0].due) == ((BOB,), None)
    await service.consent.answer(table.game_id, BOB, 1, agrees=False)
    gone = await service.consent.seat(
        table.game_id, ANN, Newcomer(seat, DEE, "Dee"), electors=(ANN, CY), left=True
    )
    assert (gone.requests[0].asked, gone.requests[0].due) == ((ANN, CY), None)


async def test_whoever_is_absent_has_a_day_to_say_that_they_are_here(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch
):
    """Then the seat is taken, if enough have agreed."""
    await absent(service, table, BOB)
    seat = seat_of(table, BOB)
    began = storage.now()
    asked = await service.consent.seat(table.game_id, ANN, Newcomer(seat, DEE, "Dee"), electors=(ANN, CY))
    due = asked.requests[0].due
    assert due is not None
    assert began + NOTICE <= due <= storage.now() + NOTICE
    for user in (DEE, CY):
        asked = await service.consent.answer(table.game_id, user, 1, agrees=True)
    assert asked.seat_of(BOB)
    assert await service.consent.serve(table.game_id, storage.now()) == due
    now = await later(storage, monkeypatch, NOTICE + DAY)
    assert await service.consent.serve(table.game_id, now) is None

    after = await service.tables.find(table.game_id)
    assert (seat_of(after, DEE), outcomes(after)) == (seat, ["done"])


async def test_whoever_is_here_keeps_the_seat(service: Service, table: StartedTable):
    """Only whose seat it is can say so, and only while somebody asks because they seemed absent."""
    await absent(service, table, BOB)
    assert not await service.consent.here(table.game_id, BOB)
    await service.consent.seat(
        table.game_id, ANN, Newcomer(seat_of(table, BOB), DEE, "Dee"), electors=(ANN, CY)
    )
    assert not await service.consent.here(table.game_id, CY)
    assert await service.consent.here(table.game_id, BOB)
    after = await service.tables.find(table.game_id)
    assert (outcomes(after), after.settings.requests[0].closed_by) == (["here"], BOB)


async def test_what_cannot_be_asked_for(service: Service, table: StartedTable):
    """A seat that is not there, by one who sits, with nobody who could agree, or for which somebody has asked."""
    consent, game, seat = service.consent, table.game_id, seat_of(table, BOB)

    async def refused(error: type[TableError], asked: Any) -> None:
        with pytest.raises(error):
            await asked

    await refused(SeatMissing, consent.seat(game, ANN, Newcomer("s9", DEE, "Dee"), electors=None))
    await refused(AlreadySeated, consent.seat(game, BOB, Newcomer(seat, CY, "Cy"), electors=None))
    await refused(NobodyDecides, consent.seat(game, ANN, Newcomer(seat, DEE, "Dee"), electors=()))
    await refused(AlreadySeated, consent.substitute(game, BOB, Deputy(seat, BOB, BOB, "Bob")))
    await refused(StillHere, consent.vote_out(game, ANN, seat, "House"))
    await refused(StillHere, consent.stand_in(game, ANN, Deputy(seat, BOB, DEE, "Dee")))
    await refused(NotSeated, consent.vote_out(game, DEE, seat, "House", left=True))
    await refused(NotSeated, consent.vote_out(game, BOB, seat, "House", left=True))
    await consent.seat(game, BOB, Newcomer(seat, DEE, "Dee"), electors=None)
    await refused(AskedAlready, consent.seat(game, BOB, Newcomer(seat, 99, "Eve"), electors=None))
    await service.lobbies.end(game, ANN, as_host=True)
    await refused(NotRunning, consent.stop(game, ANN))


# --- votes, and those who play for others


async def test_the_others_vote_an_absent_person_out(service: Service, table: StartedTable):
    """The house sits there then, under a name and its number; the person may come back."""
    seat = seat_of(table, BOB)
    asked = await service.consent.vote_out(table.game_id, ANN, seat, "House", left=True)
    (request,) = asked.requests
    assert (request.kind, set(request.asked), request.must, request.user, request.name) == (
        "out",
        {ANN, CY},
        (),
        -1,
        "House 1",
    )
    after = await service.consent.answer(table.game_id, CY, 1, agrees=True)
    assert after.seat(seat).user_id == -1  # type: ignore[union-attr]
    with pytest.raises(SeatMissing):
        await service.consent.vote_out(table.game_id, ANN, seat, "House", left=True)
    with pytest.raises(SeatMissing):
        await service.consent.stand_in(table.game_id, ANN, Deputy(seat, -1, DEE, "Dee"), left=True)
    with pytest.raises(NobodyDecides):
        await service.consent.vote_out(table.game_id, ANN, seat_of(after, CY), "House", left=True)

    assert not await service.consent.regain(table.game_id, CY)
    assert await service.consent.regain(table.game_id, BOB)
    back = await service.tables.find(table.game_id)
    assert (seat_of(back, BOB), back.seat(seat).name, outcomes(back)) == (seat, "Bob", ["done", "done"])  # type: ignore[union-attr]
    assert not await service.consent.regain(table.game_id, BOB)


@pytest.mark.parametrize("until", [None, 3])
async def test_somebody_plays_for_another_who_asks_for_it(
    service: Service, storage: Storage, table: StartedTable, until: Any
):
    """Once they agree; they are called in the other's place, and known as who moved for them."""
    seat, day = seat_of(table, BOB), storage.now() + until * DAY if until else None
    asked = await service.consent.substitute(table.game_id, BOB, Deputy(seat, BOB, DEE, "Dee", until=day))
    assert (asked.requests[0].kind, asked.requests[0].must, asked.requests[0].until) == ("stand", (DEE,), day)
    after = await service.consent.answer(table.game_id, DEE, 1, agrees=True)

    (deputy,) = after.deputies.values()
    assert (deputy.seat, deputy.owner, deputy.user, deputy.name, deputy.called, deputy.until) == (
        seat, BOB, DEE, "Dee", True, day,
    )  # fmt: skip
    assert dict(after.settings.proxies) == {str(DEE): "Dee"}
    assert dict(after.stand_ins) == {}


@pytest.mark.parametrize("until", [None, 3])
async def test_the_house_stands_in_at_once(
    service: Service, storage: Storage, table: StartedTable, until: Any
):
    """It agrees to anything; with a day it plays until that day."""
    seat, day = seat_of(table, BOB), storage.now() + until * DAY if until else None
    after = await service.consent.stand_in(
        table.game_id, ANN, Deputy(seat, BOB, -1, "House", until=day), left=True
    )

    assert outcomes(after) == ["done"]
    assert dict(after.stand_ins) == ({} if until else {seat: BOB})
    assert [one.until for one in after.deputies.values()] == ([day] if until else [])
    assert dict(after.settings.proxies) == {}
    assert after.is_left(after.seat(seat))  # type: ignore[arg-type]


async def test_only_the_last_requests_are_remembered(service: Service, table: StartedTable):
    """Their numbers go on."""
    for _ in range(KEPT + 3):
        await service.consent.stop(table.game_id, ANN)
        number = (await service.tables.find(table.game_id)).requests[0].id
        last = await service.consent.answer(table.game_id, ANN, number, agrees=False)

    assert number == KEPT + 3
    assert [one.id for one in last.settings.requests] == list(range(3, KEPT + 4))
