"""What others must agree to: who is asked, how many it takes, what ends it, and what is done with the last yes."""

from asyncio import gather
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from bot.errors.storage import AlreadySeated, ChannelTaken, LeaseLost, SeatMissing, StaleRev
from bot.errors.tables import (
    AskedAlready,
    NobodyDecides,
    NoReplacement,
    NoRequest,
    NoStop,
    NotAsked,
    NotRunning,
    NotSeated,
    StillHere,
    TableError,
)
from bot.storage import ChannelPlace, Move, Storage
from bot.storage.shards import Shard
from bot.tables.changes import TableChange
from bot.tables.consent import NOTICE, Newcomer
from bot.tables.requests import KEPT
from bot.tables.service import Service
from bot.tables.settings import Clock, Deputy, Spent
from bot.tables.table import StartedTable, Table
from tests.bot.tables.deeds import ANN, BOB, CY, DEE, Stopped, answer_undo, draft, stop_before

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


async def test_a_step_that_follows_of_itself_is_nobody_who_is_here(
    service: Service, storage: Storage, table: StartedTable
):
    """What a move and such a step overtake has lapsed: nobody has kept a seat by it."""
    await service.consent.stop(table.game_id, ANN)
    await storage.actions.append(
        table.game_id, table.rev, Move("s1", CY, "draft 1"), Move("s2", 0, "draft 2", "forced")
    )
    await service.consent.serve(table.game_id, storage.now())

    assert outcomes(await service.tables.find(table.game_id)) == ["void"]


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


async def test_nobody_is_asked_for_a_channel_that_holds_a_table(
    service: Service, table: StartedTable, other: StartedTable
):
    """Their yes would be for nothing."""
    with pytest.raises(ChannelTaken) as trouble:
        await service.consent.move(table.game_id, ANN, other.channel_id)

    assert str(other.game_id) in str(trouble.value)
    assert (await service.tables.find(table.game_id)).requests == ()


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


@pytest.mark.parametrize("opened", [False, True], ids=["woken", "opened elsewhere"])
async def test_no_seat_is_taken_while_a_table_rests(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch, *, opened: bool
):
    """Nobody can say there that they are here; once it goes on they have a day again."""
    await absent(service, table, BOB)
    seat = seat_of(table, BOB)
    await service.consent.seat(table.game_id, ANN, Newcomer(seat, DEE, "Dee"), electors=(ANN,))
    await service.places.rest(table.game_id, "locked")
    now = await later(storage, monkeypatch, NOTICE + DAY)
    assert await service.consent.serve(table.game_id, now) is None
    resting = await service.consent.answer(table.game_id, DEE, 1, agrees=True)
    if opened:
        await service.places.reopen(table.game_id, ANN, ChannelPlace(901, None))
    else:
        await service.places.wake(table.game_id)
    due = await service.consent.serve(table.game_id, now)

    assert resting.seat_of(BOB)
    assert (await service.tables.find(table.game_id)).seat_of(BOB)
    assert due == now + NOTICE
    await service.consent.serve(table.game_id, await later(storage, monkeypatch, NOTICE))
    assert (await service.tables.find(table.game_id)).seat_of(DEE)


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


@pytest.mark.parametrize("how", ["plays", "says so"])
async def test_whoever_has_come_back_to_the_server_keeps_the_seat(
    service: Service, table: StartedTable, how: str
):
    """Those who had left are warned of nothing: once they are there again nobody votes them out without a word."""
    gone = table.awaited[0]
    by, voter = [seat.user_id for seat in table.seats if seat != gone]
    await service.consent.vote_out(table.game_id, by, gone.id, "House", left=True)
    if how == "plays":
        await draft(service, table, 1)
    else:
        assert await service.consent.here(table.game_id, gone.user_id)
    with pytest.raises(NoReplacement):
        await service.consent.answer(table.game_id, voter, 1, agrees=True)
    await service.consent.serve(table.game_id, service.storage.now())

    after = await service.tables.find(table.game_id)
    assert after.seat_of(gone.user_id) == gone
    assert outcomes(after) == ["here"]


async def test_who_sits_down_elsewhere_is_asked_no_more(
    service: Service, storage: Storage, table: StartedTable
):
    """Two want the same person for their seats; the second may ask another, and nothing fails again and again."""
    for user in (BOB, CY):
        seat = seat_of(table, user)
        await service.consent.seat(table.game_id, user, Newcomer(seat, DEE, "Dee"), electors=None)
    await service.consent.answer(table.game_id, DEE, 1, agrees=True)
    with pytest.raises(NoReplacement):
        await service.consent.answer(table.game_id, DEE, 2, agrees=True)
    await service.consent.serve(table.game_id, storage.now())

    assert outcomes(await service.tables.find(table.game_id)) == ["done", "void"]
    again = await service.consent.seat(
        table.game_id, CY, Newcomer(seat_of(table, CY), BOB, "Bob"), electors=None
    )
    assert [one.user for one in again.requests] == [BOB]


async def hand_over(service: Service, table: Table, user: int, new: int, name: str) -> None:
    """Give somebody's seat to another, who agrees."""
    seat = seat_of(table, user)
    asked = await service.consent.seat(table.game_id, user, Newcomer(seat, new, name), electors=None)
    await service.consent.answer(table.game_id, new, asked.requests[-1].id, agrees=True)


async def test_who_has_given_up_their_seat_decides_no_more_about_others(
    service: Service, storage: Storage, table: StartedTable
):
    """A vote of those who sat there is void once one of them has gone: the others may ask anew."""
    bob = seat_of(table, BOB)
    await service.consent.vote_out(table.game_id, ANN, bob, "House", left=True)
    await hand_over(service, table, ANN, DEE, "Dee")
    for voter in (ANN, CY):
        with pytest.raises(NoReplacement):
            await service.consent.answer(table.game_id, voter, 1, agrees=True)
    await service.consent.serve(table.game_id, storage.now())
    again = await service.consent.vote_out(table.game_id, DEE, bob, "House", left=True)

    assert outcomes(again) == ["done", "void", ""]
    assert set(again.requests[-1].asked) == {CY, DEE}


async def test_an_undo_is_asked_for_no_more_by_who_has_given_up_their_seat(
    service: Service, storage: Storage, table: StartedTable
):
    """What they did there is another's now, whom nobody would ask."""
    table = await draft(service, table, 2)
    first, second = table.moves[0].user_id, table.moves[1].user_id
    await service.consent.undo(table.game_id, table.rev, first, 0)
    await hand_over(service, table, first, DEE, "Dee")
    with pytest.raises(NoRequest):
        await answer_undo(service, table.game_id, second, agrees=True)
    await service.consent.serve(table.game_id, storage.now())
    after = await service.tables.find(table.game_id)

    assert len(after.moves) == 2
    assert outcomes(after) == ["done", "withdrawn"]


async def test_only_who_lost_a_seat_last_has_a_way_back_to_it(service: Service, table: StartedTable):
    """Who was voted out before somebody else sat there, and lost it in turn, does not come back in their place."""
    bob = seat_of(table, BOB)
    for lost, by in ((BOB, ANN), (DEE, ANN)):
        asked = await service.consent.vote_out(table.game_id, by, bob, "House", left=True)
        await service.consent.answer(table.game_id, CY, asked.requests[-1].id, agrees=True)
        if lost == BOB:
            new = await service.consent.seat(table.game_id, ANN, Newcomer(bob, DEE, "Dee"), electors=None)
            await service.consent.answer(table.game_id, DEE, new.requests[-1].id, agrees=True)

    assert not await service.consent.regain(table.game_id, BOB)
    assert await service.consent.regain(table.game_id, DEE)
    assert seat_of(await service.tables.find(table.game_id), DEE) == bob


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


@pytest.mark.parametrize("how", ["seat", "substitute"])
async def test_a_stranger_who_does_not_answer_keeps_no_seat_from_others(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch, how: str
):
    """Whoever was asked to come has a day; then somebody else may ask about the seat, and this one lapses."""
    consent, game, seat = service.consent, table.game_id, seat_of(table, BOB)
    if how == "seat":
        await consent.seat(game, BOB, Newcomer(seat, DEE, "Dee"), electors=None)
    else:
        await consent.substitute(game, BOB, Deputy(seat, BOB, DEE, "Dee", called=True))
    await later(storage, monkeypatch, NOTICE - timedelta(hours=1))
    with pytest.raises(AskedAlready):
        await consent.vote_out(game, ANN, seat, "House", left=True)
    await later(storage, monkeypatch, timedelta(hours=1))
    with pytest.raises(StillHere):  # who cannot ask closes nothing
        await consent.vote_out(game, ANN, seat, "House")
    assert outcomes(await service.tables.find(game)) == [""]
    await consent.vote_out(game, ANN, seat, "House", left=True)
    asked = await service.tables.find(game)

    assert outcomes(asked) == ["void", ""]
    assert [one.kind for one in asked.requests] == ["out"]
    assert asked.settings.requests[0].closed_by == ANN


async def test_a_vote_that_waits_for_people_at_the_table_gives_way_to_nobody(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch
):
    """However long it takes: those who are asked can answer."""
    seat = seat_of(table, BOB)
    await service.consent.vote_out(table.game_id, ANN, seat, "House", left=True)
    await later(storage, monkeypatch, 3 * NOTICE)
    with pytest.raises(AskedAlready):
        await service.consent.seat(table.game_id, CY, Newcomer(seat, DEE, "Dee"), electors=None)


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


# --- moves


@pytest.fixture
async def other(service: Service) -> StartedTable:
    """Another game of the same people."""
    lobby = await service.lobbies.create(901, "18Mag", BOB, "Bob", seats=3, seed=7)
    for user, name in ((ANN, "Ann"), (CY, "Cy")):
        await service.lobbies.join(lobby.game_id, user, name)
    return await service.lobbies.start(lobby.game_id, BOB)


async def reread(service: Service, table: Table) -> Table:
    """The table as it is stored."""
    service.tables.drop(table.game_id)
    return await service.tables.find(table.game_id)


async def test_undo_requests(service: Service, table: StartedTable, other: StartedTable):
    """With who has answered what last; another request, a move or a refusal closes one, at its table alone."""
    consent = service.consent
    table, other = await draft(service, table, 3), await draft(service, other, 3)
    asker, second, third = (move.user_id for move in table.moves)
    await consent.undo(table.game_id, 3, asker, 1)
    theirs = (await consent.undo(other.game_id, 3, other.moves[0].user_id, 0)).undoing
    with pytest.raises(AskedAlready):
        await consent.undo(table.game_id, 3, second, 0)
    new = (await consent.undo(table.game_id, 3, asker, 0)).undoing
    assert new is not None
    assert theirs is not None
    assert (new.kind, new.id, new.rev, new.keep, new.by, new.again, new.moves) == (
        "undo", 2, 3, 0, asker, 0, (),
    )  # fmt: skip
    assert set(new.asked) == {second, third}
    with pytest.raises(NoRequest):
        await consent.answer(table.game_id, second, 1, agrees=True)
    await answer_undo(service, other.game_id, other.moves[1].user_id, agrees=True)
    await answer_undo(service, table.game_id, third, agrees=True)
    assert (await reread(service, table)).undoing.agreed == (third,)  # type: ignore[union-attr]
    await answer_undo(service, table.game_id, third, agrees=False)

    after = await reread(service, table)
    assert after.undoing is None
    assert outcomes(after) == ["withdrawn", "refused"]
    assert (after.settings.requests[1].agreed, after.settings.requests[1].refused) == ((), (third,))
    assert len(after.moves) == 3
    beside = (await reread(service, other)).undoing
    assert beside is not None
    assert (beside.id, beside.agreed) == (theirs.id, (other.moves[1].user_id,))
    await draft(service, other, 1)
    assert (await reread(service, other)).undoing is None
    with pytest.raises(StaleRev):
        await consent.undo(other.game_id, 3, other.moves[0].user_id, 0)


async def test_the_same_asked_again_keeps_the_answers(service: Service, table: StartedTable):
    """Whoever presses twice, or asks once more after a trouble, takes nobody's answer back, and asks but once."""
    table = await draft(service, table, 3)
    asker, second, third = (move.user_id for move in table.moves)
    await service.consent.undo(table.game_id, 3, asker, 0)
    await answer_undo(service, table.game_id, second, agrees=True)
    again = (await service.consent.undo(table.game_id, 3, asker, 0)).undoing
    assert again is not None
    assert (again.id, again.agreed) == (1, (second,))
    await answer_undo(service, table.game_id, third, agrees=True)

    assert len((await reread(service, table)).moves) == 0
    await service.consent.redo(table.game_id, None, asker)
    await answer_undo(service, table.game_id, second, agrees=True)
    anew = (await service.consent.redo(table.game_id, None, asker)).undoing
    assert anew is not None
    assert (anew.id, anew.agreed) == (2, (second,))


async def test_what_is_to_be_played_again(service: Service, table: StartedTable, other: StartedTable):
    """What the undo of that revision took back, at that table, in order."""
    for one in (table, other):
        before = await draft(service, one, 3)
        first, second, third = (move.user_id for move in before.moves)
        await service.consent.undo(one.game_id, None, second, 1)
        await answer_undo(service, one.game_id, third, agrees=True)
    asked = (await service.consent.redo(other.game_id, None, first)).undoing

    assert asked is not None
    assert (asked.kind, asked.again, set(asked.asked)) == ("redo", 4, {second, third})
    assert [one.text for one in asked.moves] == [move.text for move in before.moves[1:]]
    assert [one.user_id for one in asked.moves] == [second, third]
    assert (await reread(service, other)).undoing == asked
    assert (await reread(service, table)).undoing is None


async def test_a_request_stands_though_another_answers_it_now(
    service: Service, storage: Storage, table: StartedTable
):
    """Whoever has come back is asked in place of their substitute; nothing has overtaken it."""
    table = await draft(service, table, 3)
    asker, owner, third = (move.user_id for move in table.moves)
    seat = seat_of(table, owner)
    await service.consent.substitute(table.game_id, owner, Deputy(seat, owner, DEE, "Dee"))
    await service.consent.answer(table.game_id, DEE, 1, agrees=True)
    asked = (await service.consent.undo(table.game_id, None, asker, 0)).undoing
    assert asked is not None
    assert set(asked.asked) == {DEE, third}
    await service.deputies.back(table.game_id, owner)
    assert await service.consent.serve(table.game_id, storage.now()) is None

    now = (await service.tables.find(table.game_id)).undoing
    assert now is not None
    assert (now.id, set(now.asked)) == (asked.id, {owner, third})
    for user in (third, owner):
        await answer_undo(service, table.game_id, user, agrees=True)
    assert (await reread(service, table)).moves == ()


async def test_an_undo_needs_no_answer_of_a_seat_that_was_lost(
    service: Service, storage: Storage, table: StartedTable
):
    """All others have agreed to it when the house takes over the seat of the last one: nobody has to press again."""
    table = await draft(service, table, 3)
    asker, silent, third = (move.user_id for move in table.moves)
    await service.consent.undo(table.game_id, None, asker, 0)
    await answer_undo(service, table.game_id, third, agrees=True)
    await service.consent.serve(table.game_id, storage.now())
    assert len((await reread(service, table)).moves) == 3

    await service.consent.vote_out(table.game_id, asker, seat_of(table, silent), "House", left=True)
    await service.consent.answer(table.game_id, third, 2, agrees=True)
    await service.consent.serve(table.game_id, storage.now())

    after = await reread(service, table)
    assert (after.moves, after.undoing, outcomes(after)) == ((), None, ["done", "done"])


# --- a stop comes between two writes


async def with_an_hour_left(service: Service, channel: int) -> StartedTable:
    """A running game with a clock, whose first player has used up most of their time, and let the house stand in."""
    lobby = await service.lobbies.create(channel, "18Mag", ANN, "Ann", seats=3, seed=7)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    made = await service.lobbies.start(lobby.game_id, ANN)
    seat, now = made.awaited[0].id, service.storage.now()
    async with service.tables.locked(made.game_id) as loaded:
        clock = Clock(limit=timedelta(hours=30), each=False, zero="house")
        spent = {seat: Spent(timedelta(hours=29), now)}
        await service.tables.change_settings(loaded, clock=clock, clock_times=spent)
        return loaded.table.started()


async def ask_for_seat(service: Service, table: StartedTable, user: int) -> int:
    """Ask for the seat of somebody; return the number of the request."""
    after = await service.consent.seat(
        table.game_id, user, Newcomer(seat_of(table, user), DEE, "Dee"), electors=None
    )
    return after.requests[-1].id


async def ask_to_vote(service: Service, table: StartedTable, user: int) -> int:
    """Ask to vote somebody out who has left; return the number of the request."""
    by, _ = [one.user_id for one in table.seats if one.user_id != user]
    after = await service.consent.vote_out(table.game_id, by, seat_of(table, user), "House", left=True)
    return after.requests[-1].id


async def ask_to_stop(service: Service, table: StartedTable, user: int) -> int:
    """Ask for the end, to which all but one agree; return the number of the request."""
    await service.consent.stop(table.game_id, user)
    others = [one.user_id for one in table.seats if one.user_id != user]
    return (await service.consent.stop(table.game_id, others[0])).requests[-1].id


@pytest.mark.parametrize("ask", [ask_for_seat, ask_to_vote, ask_to_stop])
async def test_a_stop_before_any_write_leaves_all_or_nothing(
    service: Service, storage: Storage, monkeypatch: pytest.MonkeyPatch, ask: Any
):
    """A seat and the time that goes with it, an end and the request for it: what is missing comes after the start."""
    ends: list[tuple[str, Any]] = []
    for allowed in range(4):
        table = await with_an_hour_left(service, 950 + allowed)
        user = table.awaited[0].user_id
        number = await ask(service, table, user)
        last = DEE if ask is ask_for_seat else [one.user_id for one in table.seats if one.user_id != user][1]
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.consent.answer(table.game_id, last, number, agrees=True)
        again = Service(storage)
        if await again.consent.serve(table.game_id, storage.now()) is None:
            after = await again.tables.find(table.game_id)
            spent = after.settings.clock_times[table.awaited[0].id].time
            ends.append((outcomes(after)[-1], spent))
        await again.settled()

    assert ends[0][0] == ""
    assert {outcome for outcome, _ in ends[1:]} == {"done"}
    fresh = timedelta(hours=29) if ask is ask_to_stop else timedelta(hours=6)
    assert {spent for _, spent in ends[1:]} == {fresh}


async def test_what_its_person_chose_for_a_seat_goes_with_them(service: Service, table: StartedTable):
    """Who gets a seat back after others sat there plays there: no house, nobody who once stood in."""
    ann = seat_of(table, ANN)
    await service.house.stand_in(table.game_id, ANN, ann)
    await service.deputies.name(table.game_id, ANN, Deputy(ann, ANN, CY, "Cy", called=True), as_host=False)
    for holder, new, name in ((ANN, DEE, "Dee"), (DEE, ANN, "Ann")):
        asked = await service.consent.seat(table.game_id, holder, Newcomer(ann, new, name), electors=None)
        await service.consent.answer(table.game_id, new, asked.requests[-1].id, agrees=True)
    after = await service.tables.find(table.game_id)
    seat = after.seat(ann)

    assert seat is not None
    assert seat.user_id == ANN
    assert not after.is_left(seat)
    assert after.deputies == {}
    assert [(one.user, one.name) for one in after.settings.sat_before] == [(ANN, "Ann"), (DEE, "Dee")]


# --- two processes

LEASE = timedelta(minutes=1)


async def test_of_two_processes_one_hands_a_seat_over(
    service: Service, storage: Storage, table: StartedTable
):
    """Whoever holds the lease; the other, who has the table in memory, changes nothing, at the same moment either."""
    first, second = (Shard(holder=holder) for holder in ("first", "second"))
    old, new = Service(storage.of_shard(first)), Service(storage.of_shard(second))
    bob, cy = seat_of(table, BOB), seat_of(table, CY)
    await storage.leases.take(first.lease, "first", LEASE)
    for seat, holder, user in ((bob, BOB, DEE), (cy, CY, 15)):
        await old.consent.seat(table.game_id, holder, Newcomer(seat, user, f"New {user}"), electors=None)
    before = await storage.leases.find(first.lease)
    assert await storage.leases.take(first.lease, "second", LEASE, gone=before)
    with pytest.raises(LeaseLost):
        await old.consent.answer(table.game_id, DEE, 1, agrees=True)
    assert outcomes(await service.tables.stored(table.game_id)) == ["", ""]

    both = await gather(
        new.consent.answer(table.game_id, 15, 2, agrees=True),
        old.consent.answer(table.game_id, DEE, 1, agrees=True),
        return_exceptions=True,
    )
    stored = await service.tables.stored(table.game_id)
    for one in (old, new):
        await one.settled()

    assert isinstance(both[1], LeaseLost)
    assert outcomes(stored) == ["", "done"]
    assert [seat.user_id for seat in stored.seats if seat.id in (bob, cy)] in ([BOB, 15], [15, BOB])
