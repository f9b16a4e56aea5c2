"""The one door of every move: seats, versions, all or nothing; no Discord here."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Any

import pytest

from bot.errors.storage import AlreadySeated, ChannelTaken, LobbyFull, StaleRev, StorageProblem, Unavailable
from bot.errors.tables import NotHost, NotRunning, NotSeated, NotYourSeat, TableError
from bot.storage import Storage
from bot.storage.games import StoredGames
from bot.tables.changes import TableChange
from bot.tables.record_file import record_text
from bot.tables.service import Service
from bot.tables.table import StartedTable, Table
from engine.actions import Draft
from engine.records.own import Own
from engine.refusals import IllegalAction, Malformed
from tests.bot.tables.deeds import ANN, BOB, CY, DEE, PEOPLE, answer_undo, awaited, draft, others


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
    "undo": lambda service, game, person: service.consent.undo(game, None, person),
    "agree": lambda service, game, person: answer_undo(service, game, person, agrees=True),
    "refuse": lambda service, game, person: answer_undo(service, game, person, agrees=False),
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
                await service.lobbies.end(table.game_id, ANN, as_host=True)
            try:
                await DEEDS[name](service, table.game_id, person)
            except (TableError, StorageProblem, IllegalAction):
                continue
            allowed.add((state, PEOPLE.get(person, "Dee"), name))

    first = (await service.tables.find(table.game_id)).seats[0].name
    host = {("lobby", "Ann", "set"), ("lobby", "Ann", "end"), ("running", "Ann", "set")}
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
        service.moves.act(
            table.game_id, 0, awaited(table), f"draft {certificate}", interaction_id=certificate
        )
        for certificate in range(1, 9)
    ]

    results = await asyncio.gather(*presses, return_exceptions=True)

    assert sum(isinstance(result, Table) for result in results) == 1
    assert sum(isinstance(result, StaleRev) for result in results) == 7


async def test_an_interaction_that_arrives_twice_is_played_once(service: Service, table: StartedTable):
    """The second arrival gets the table and changes nothing."""
    person = awaited(table)

    first = await service.moves.act(table.game_id, 0, person, "draft 5", interaction_id=99)
    second = await service.moves.act(table.game_id, 0, person, "draft 5", interaction_id=99)

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
    async with (
        Storage.open(address) as other,
        Storage.open(address, patience=0.2) as short,
        other.database.writing(),
    ):
        with pytest.raises(Unavailable):
            await Service(short).moves.act(table.game_id, 0, person, "draft 5")

    after = await service.moves.act(table.game_id, 0, person, "draft 5")

    assert after.rev == 1
    assert len(await storage.actions.in_force(table.game_id)) == 1


async def test_idle_tables_leave_memory_and_come_back(storage: Storage):
    """More tables than are kept: the least used are read again when needed."""
    service = Service(storage, keep=2)
    for channel in range(5):
        await service.lobbies.create(channel, "18Mag", ANN, "Ann", seed=1)

    first = await service.tables.find(1)

    assert service.tables.count <= 3
    assert first.channel_id == 0


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


async def test_a_lobby_is_never_seen_without_its_host(service: Service, monkeypatch: pytest.MonkeyPatch):
    """Whoever looks at all lobbies while one is opened, as a bot does that starts, sees who opened it there."""
    create = StoredGames.create

    async def looked_at(games: StoredGames, *given: Any) -> Any:
        row = await create(games, *given)
        assert (await service.tables.find(row.id)).seats
        return row

    monkeypatch.setattr(StoredGames, "create", looked_at)
    table = await service.lobbies.create(900, "18Mag", 7, "Ann")

    assert [(seat.user_id, seat.name) for seat in table.seats] == [(7, "Ann")]
