"""The one door of every move: seats, versions, all or nothing, undo and consent; no Discord here."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import product

import pytest

from bot.errors import (
    AlreadySeated,
    ChannelTaken,
    LobbyFull,
    NoRequest,
    NoSuchMove,
    NothingToUndo,
    NotHost,
    NotRunning,
    NotSeated,
    NotYourSeat,
    OwnRequest,
    StaleRev,
    StorageProblem,
    TableError,
    Unavailable,
)
from bot.storage import Storage
from bot.tables import replay
from bot.tables.changes import TableChange
from bot.tables.record_file import record_text
from bot.tables.service import Service
from bot.tables.verify import verify_all
from bot.tables.view import StartedTable, Table
from engine.actions import Draft
from engine.records.own import Own
from engine.refusals import IllegalAction, Malformed

ANN, BOB, CY, DEE = 11, 12, 13, 14
PEOPLE = {ANN: "Ann", BOB: "Bob", CY: "Cy"}


@pytest.fixture
async def storage(address: str) -> AsyncIterator[Storage]:
    async with Storage.open(address, patience=0.2) as opened:
        yield opened


@pytest.fixture
async def service(storage: Storage) -> AsyncIterator[Service]:
    made = Service(storage)
    yield made
    await made.settled()


@pytest.fixture
async def table(service: Service) -> StartedTable:
    """A running game of three."""
    lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", seats=3, seed=7)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    return await service.lobbies.start(lobby.game_id, ANN)


def awaited(table: Table) -> int:
    return table.awaited[0].user_id


def others(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats if seat.user_id != awaited(table)]


async def draft(service: Service, table: StartedTable, count: int) -> StartedTable:
    """Let whoever is awaited take the first certificate on offer, some times over."""
    for _ in range(count):
        action = table.game.choices.offers[0].action
        table = await service.moves.act(table.game_id, table.rev, awaited(table), action)
    return table


async def test_a_move_is_played_stored_and_told(service: Service, storage: Storage, table: StartedTable):
    """What the watchers hear is on disk already."""
    heard: list[tuple[TableChange, int]] = []

    async def look(change: TableChange) -> None:
        heard.append((change, len(await storage.actions.in_force(change.table.game_id))))

    service.changes.watchers.append(lambda change: service.background.begin(look(change)))
    after = await service.moves.act(table.game_id, 0, awaited(table), "draft 5")
    await service.settled()

    assert after.rev == 1
    assert [(change.kind, stored) for change, stored in heard] == [("played", 1)]
    assert heard[0][0].results[0].played.text == "draft 5"


async def test_only_the_seat_that_is_awaited_may_act(service: Service, table: StartedTable):
    """Everybody else is refused, whatever they send; the table is untouched."""
    first, second = awaited(table), others(table)[0]
    seat = table.seat_of(first)
    assert seat is not None

    with pytest.raises(NotYourSeat):
        await service.moves.act(table.game_id, 0, second, Draft(seat.id, "5"))
    with pytest.raises(IllegalAction):
        await service.moves.act(table.game_id, 0, second, "draft 5")
    with pytest.raises(NotSeated):
        await service.moves.act(table.game_id, 0, DEE, "draft 5")

    assert (await service.tables.find(table.game_id)).rev == 0


DEEDS: dict[str, Callable[[Service, int, int], Awaitable[object]]] = {
    "act": lambda service, game, person: service.moves.act(game, None, person, "draft 5"),
    "undo": lambda service, game, person: service.undo.ask(game, None, person),
    "agree": lambda service, game, person: service.undo.answer(game, person, agrees=True),
    "refuse": lambda service, game, person: service.undo.answer(game, person, agrees=False),
    "start": lambda service, game, person: service.lobbies.start(game, person),
    "set": lambda service, game, person: service.lobbies.change_settings(game, person, reminder_minutes=60),
    "end": lambda service, game, person: service.lobbies.end(game, person),
}


async def test_every_person_deed_and_state_that_is_not_allowed_is_refused(service: Service):
    """The matrix: host, awaited, next and stranger against a lobby, a running and an ended table."""
    allowed = set()
    for number, (state, name) in enumerate(product(("lobby", "running", "ended"), DEEDS)):
        for person in (ANN, BOB, CY, DEE):
            table = await service.lobbies.create(number * 100 + person, "18Mag", ANN, "Ann", seats=3, seed=7)
            for other in (BOB, CY):
                await service.lobbies.join(table.game_id, other, PEOPLE[other])
            if state != "lobby":
                table = await service.lobbies.start(table.game_id, ANN)
            if state == "ended":
                await service.lobbies.end(table.game_id, ANN)
            try:
                await DEEDS[name](service, table.game_id, person)
            except (TableError, StorageProblem, IllegalAction):
                continue
            allowed.add((state, PEOPLE.get(person, "Dee"), name))

    first = (await service.tables.find(table.game_id)).seats[0].name
    host = {(state, "Ann", name) for state in ("lobby", "running") for name in ("set", "end")}
    assert allowed == host | {("lobby", "Ann", "start"), ("running", first, "act"), ("ended", "Ann", "set")}


async def test_a_stale_version_is_refused(service: Service, table: StartedTable):
    """Whoever looked at an older table is told so; None means the table as it stands."""
    table = await draft(service, table, 1)

    with pytest.raises(StaleRev):
        await service.moves.act(table.game_id, 0, awaited(table), "draft 9")
    after = await service.moves.act(table.game_id, None, awaited(table), "draft 9")

    assert after.rev == 2


async def test_two_presses_at_once_play_once(service: Service, table: StartedTable):
    """Of many presses on one version exactly one succeeds."""
    presses = [
        service.moves.act(table.game_id, 0, awaited(table), f"draft {certificate}", certificate)
        for certificate in range(1, 9)
    ]

    results = await asyncio.gather(*presses, return_exceptions=True)

    assert sum(isinstance(result, Table) for result in results) == 1
    assert sum(isinstance(result, StaleRev) for result in results) == 7


async def test_an_interaction_that_arrives_twice_is_played_once(service: Service, table: StartedTable):
    """The second arrival gets the table and changes nothing."""
    person = awaited(table)

    first = await service.moves.act(table.game_id, 0, person, "draft 5", 99)
    second = await service.moves.act(table.game_id, 0, person, "draft 5", 99)

    assert first.rev == second.rev == 1


async def test_a_chain_is_all_or_nothing(service: Service, storage: Storage, table: StartedTable):
    """An illegal action in a chain leaves nothing of it."""
    with pytest.raises(IllegalAction):
        await service.moves.act(table.game_id, 0, awaited(table), ["draft 5", "draft 6"])
    with pytest.raises(Malformed):
        await service.moves.act(table.game_id, 0, awaited(table), ["draft 5", "fly"])

    assert await storage.actions.in_force(table.game_id) == ()
    assert (await service.tables.find(table.game_id)).rev == 0


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_a_database_that_fails_costs_nothing(
    service: Service, storage: Storage, address: str, table: Table
):
    """While another program holds the file a move is refused in a sentence; afterwards it is played."""
    person = awaited(table)
    async with Storage.open(address) as other, other.database.writing():
        with pytest.raises(Unavailable):
            await service.moves.act(table.game_id, 0, person, "draft 5")

    after = await service.moves.act(table.game_id, 0, person, "draft 5")

    assert after.rev == 1
    assert len(await storage.actions.in_force(table.game_id)) == 1


async def test_own_last_moves_are_taken_back_at_once(service: Service, table: StartedTable):
    """Nobody has acted since, so nobody is asked."""
    before = await draft(service, table, 3)
    acted = before.moves[-1].user_id

    outcome = await service.undo.ask(before.game_id, before.rev, acted)

    assert outcome.request is None
    assert len(outcome.table.moves) == 2
    assert awaited(outcome.table) == acted
    assert outcome.table.rev == before.rev + 1


async def test_an_undo_keeps_the_trail(service: Service, storage: Storage, table: StartedTable):
    """What was taken back stays stored, with who did it."""
    table = await draft(service, table, 1)
    person = table.moves[0].user_id

    await service.undo.ask(table.game_id, table.rev, person)

    log = await storage.actions.everything(table.game_id)
    assert [(row.text, row.retracted_by) for row in log] == [("draft 1", person)]


async def test_after_others_acted_everybody_else_must_agree(service: Service, table: StartedTable):
    """The undo waits until the last one has agreed."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    asked = await service.undo.ask(table.game_id, table.rev, asker, 0)
    first = await service.undo.answer(table.game_id, rest[0], agrees=True)
    last = await service.undo.answer(table.game_id, rest[1], agrees=True)

    assert asked.request is not None
    assert first.request is not None
    assert (last.request, last.table.moves) == (None, ())


async def test_one_refusal_ends_a_request(service: Service, table: StartedTable):
    """The moves stand, and the request is gone."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    await service.undo.ask(table.game_id, table.rev, asker, 0)
    with pytest.raises(OwnRequest):
        await service.undo.answer(table.game_id, asker, agrees=True)
    await service.undo.answer(table.game_id, rest[0], agrees=False)
    with pytest.raises(NoRequest):
        await service.undo.answer(table.game_id, rest[1], agrees=True)

    assert len((await service.tables.find(table.game_id)).moves) == 3


async def test_a_move_overtakes_a_request(service: Service, table: StartedTable):
    """Any act in between cancels it."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    await service.undo.ask(table.game_id, table.rev, asker, 0)
    table = await draft(service, table, 1)
    with pytest.raises(NoRequest):
        await service.undo.answer(table.game_id, rest[0], agrees=True)

    assert len(table.moves) == 4


async def test_what_cannot_be_undone_is_refused(service: Service, table: StartedTable):
    """No own move, a number outside the game, an old version, a stranger."""
    table = await draft(service, table, 1)
    acted = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != acted]

    with pytest.raises(NothingToUndo):
        await service.undo.ask(table.game_id, table.rev, rest[0])
    with pytest.raises(NoSuchMove):
        await service.undo.ask(table.game_id, table.rev, acted, 1)
    with pytest.raises(StaleRev):
        await service.undo.ask(table.game_id, 0, acted)
    with pytest.raises(NotSeated):
        await service.undo.ask(table.game_id, table.rev, DEE)


async def test_any_earlier_moment_can_be_looked_at(service: Service, table: StartedTable):
    """From memory or by replay, the position is the one that was."""
    states = [table.game.state.fingerprint()]
    for _ in range(4):
        table = await draft(service, table, 1)
        states.append(table.game.state.fingerprint())
    service.tables.drop(table.game_id)

    seen = [(await service.history.at(table.game_id, ply)).state.fingerprint() for ply in range(5)]

    assert seen == states
    with pytest.raises(NoSuchMove):
        await service.history.at(table.game_id, 6)


async def test_idle_tables_leave_memory_and_come_back(storage: Storage):
    """More tables than are kept: the least used are read again when needed."""
    service = Service(storage, keep=2)
    for channel in range(5):
        await service.lobbies.create(channel, "18Mag", ANN, "Ann", seed=1)

    first = await service.tables.find(1)

    assert service.tables.count <= 3
    assert first.channel_id == 0


async def test_a_snapshot_loads_to_the_same_position(service: Service, storage: Storage, table: StartedTable):
    """A stored state with the moves after it is as good as the replay, which stays the truth."""
    table = await draft(service, table, 18)
    for _ in range(9):
        offer = table.game.choices.offers[-1].action
        person = next(seat.user_id for seat in table.seats if seat.id == offer.actor)
        table = await service.moves.act(table.game_id, table.rev, person, offer)
    await service.settled()

    fresh = Service(storage)
    loaded = await fresh.tables.find(table.game_id)

    assert loaded.game.state.fingerprint() == table.game.state.fingerprint()
    assert await fresh.history.verify(table.game_id)


async def test_a_state_of_another_engine_is_not_read(service: Service, storage: Storage, table: StartedTable):
    """What its columns are called may have changed since: the moves are replayed instead."""
    table = await draft(service, table, 2)
    await storage.snapshots.save(table.game_id, table.rev, 2, "another", b'{"stations": {}}')
    fresh = Service(storage)

    loaded = await fresh.tables.find(table.game_id)

    assert loaded.started().game.state.fingerprint() == table.game.state.fingerprint()
    assert await fresh.history.verify(table.game_id)


async def test_a_snapshot_that_lies_is_found_and_dropped(
    service: Service, storage: Storage, table: StartedTable
):
    """The replay contradicts it, so it goes."""
    earlier = table
    table = await draft(service, table, 2)
    blob = replay.freeze(earlier.game)
    await storage.snapshots.save(table.game_id, table.rev, 2, replay.engine_id(), blob)
    fresh = Service(storage)

    assert not await fresh.history.verify(table.game_id)
    assert len((await fresh.tables.find(table.game_id)).moves) == 2
    assert await fresh.history.verify(table.game_id)


async def test_one_game_a_channel_and_one_seat_a_person(service: Service, table: StartedTable):
    """The errors a person can make at a lobby."""
    with pytest.raises(ChannelTaken):
        await service.lobbies.create(table.channel_id, "18Mag", DEE, "Dee")
    lobby = await service.lobbies.create(901, "18Mag", ANN, "Ann", seats=3)
    with pytest.raises(AlreadySeated):
        await service.lobbies.join(lobby.game_id, ANN, "Ann")
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    with pytest.raises(LobbyFull):
        await service.lobbies.join(lobby.game_id, DEE, "Dee")
    with pytest.raises(NotHost):
        await service.lobbies.start(lobby.game_id, BOB)
    with pytest.raises(NotRunning):
        await service.lobbies.start(table.game_id, ANN)


async def test_a_watcher_that_fails_costs_nothing(service: Service, table: StartedTable):
    """The move stands, and the next watcher hears of it."""
    heard: list[TableChange] = []

    def fail(_change: TableChange) -> None:
        raise RuntimeError

    service.changes.watchers += [fail, heard.append]
    after = await service.moves.act(table.game_id, 0, awaited(table), "draft 5")

    assert after.rev == 1
    assert len(heard) == 1


async def test_stored_games_are_verified_once_in_the_background(
    service: Service, storage: Storage, table: StartedTable
):
    """A replay leaves a note; a snapshot that lies is found by it."""
    await draft(service, table, 2)
    await verify_all(service)
    noted = await storage.meta.read(f"proved:{table.game_id}")
    blob = replay.freeze(table.game)
    table = await draft(service, await service.tables.find(table.game_id), 1)
    await storage.snapshots.save(table.game_id, table.rev, 3, replay.engine_id(), blob)
    fresh = Service(storage)

    await verify_all(fresh)

    assert noted == f"{replay.engine_id()}:2"
    assert await storage.snapshots.newest(table.game_id, replay.engine_id()) is None


# records


async def test_the_seed_of_a_game_alone_is_told_when_it_is_over(service: Service, table: StartedTable):
    """István's cards follow from it; a table of several has nothing hidden, and its record can be replayed."""
    lobby = await service.lobbies.create(901, "18Mag", ANN, "Ann", seats=1, seed=11)
    alone = await service.lobbies.start(lobby.game_id, ANN)

    secret = json.loads(record_text(alone))
    with pytest.raises(Malformed, match="secret_record"):
        Own(secret)
    ended = await service.lobbies.end(lobby.game_id, ANN)

    assert secret["seed"] is None
    assert json.loads(record_text(ended))["seed"] == 11
    assert Own(json.loads(record_text(table))).setup.seed == 7
