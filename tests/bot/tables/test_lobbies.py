"""Lobbies: who may sit down, who is the host, what they may choose, and how a game begins and ends."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.errors.storage import SeatMissing
from bot.errors.tables import (
    BadSeats,
    NotHost,
    NotInvited,
    NotRunning,
    NotSeated,
    OthersPlay,
    RecordIsSet,
    TableError,
    TooFew,
)
from bot.storage import ChannelPlace, SignUpRow, Storage
from bot.tables.changes import TableChange
from bot.tables.service import Service
from bot.tables.settings import Study, TableSettings
from bot.tables.table import StartedTable, Table
from engine.refusals import BadSetup
from tests.bot.tables.deeds import ANN, BOB, CY, DEE, Stopped, stop_before


@pytest.fixture
def told(service: Service) -> list[tuple[str, int]]:
    """What is told, and who did it."""
    found: list[tuple[str, int]] = []

    def note(change: TableChange) -> None:
        found.append((change.kind, change.by))

    service.changes.watchers.append(note)
    return found


@pytest.fixture
async def lobby(service: Service) -> Table:
    """A lobby of Ann for three."""
    return await service.lobbies.create(900, "18Mag", ANN, "Ann", guild_id=5, seats=3, seed=7)


def sitting(table: Table) -> list[int]:
    """Who sits at a table, in order."""
    return [seat.user_id for seat in table.seats]


async def refused(error: type[Exception], asked: Any) -> TableError:
    """Something is refused."""
    with pytest.raises(error) as trouble:
        await asked
    return trouble.value  # type: ignore[return-value]


async def test_whoever_opens_a_lobby_is_its_host_and_sits_there(
    service: Service, told: list[tuple[str, int]]
):
    """As many seats as a title has at most, unless told otherwise; a seed by chance, the language English."""
    one = await service.lobbies.create(900, "18Mag", ANN, "An\u200bn *x*")
    two = await service.lobbies.create(901, "18Mag", ANN, "Ann", seats=2, seed=-1, language="hu")

    assert (one.host, sitting(one), one.places, one.language, one.state, one.rev) == (
        ANN,
        [ANN],
        6,
        "en",
        "lobby",
        0,
    )
    assert (two.places, two.language, two.channel_id) == (2, "hu", 901)
    assert one.seed != two.seed >= 0
    assert told == [("lobby", ANN)] * 2
    for seats in (0, 7):
        await refused(BadSeats, service.lobbies.create(902, "18Mag", ANN, "Ann", seats=seats))
    await refused(BadSetup, service.lobbies.create(902, "18Mag", ANN, "Ann", options=("none such",)))


async def test_others_sit_down_and_leave(service: Service, lobby: Table, told: list[tuple[str, int]]):
    """Who leaves as host hands over; the last one closes the lobby."""
    await service.lobbies.join(lobby.game_id, BOB, "Ann")
    both = await service.lobbies.join(lobby.game_id, CY, "Cy")
    assert [seat.name for seat in both.seats] == ["Ann", "Ann 2", "Cy"]
    assert both.state == "lobby"
    left = await service.lobbies.leave(lobby.game_id, ANN)
    assert (sitting(left), left.host) == ([BOB, CY], BOB)
    stays = await service.lobbies.leave(lobby.game_id, CY)
    assert (sitting(stays), stays.host) == ([BOB], BOB)
    await refused(SeatMissing, service.lobbies.leave(lobby.game_id, CY))
    closed = await service.lobbies.leave(lobby.game_id, BOB)
    assert (closed.state, closed.host) == ("ended", BOB)
    assert told == [("lobby", BOB), ("lobby", CY), ("lobby", ANN), ("lobby", CY), ("ended", BOB)]
    assert await service.tables.find(lobby.game_id) == closed


async def test_a_host_frees_seats(service: Service, lobby: Table):
    """Nobody else may, but an admin."""
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    trouble = await refused(NotHost, service.lobbies.free(lobby.game_id, CY, BOB))
    assert str(ANN) in str(trouble)

    assert sitting(await service.lobbies.free(lobby.game_id, CY, ANN)) == [ANN, BOB]
    freed = await service.lobbies.free(lobby.game_id, ANN, DEE, as_host=True)
    assert (sitting(freed), freed.host) == ([BOB], BOB)


async def test_a_lobby_by_invitation(service: Service, lobby: Table, told: list[tuple[str, int]]):
    """Only whoever is invited may sit down; one invitation for nobody opens it to all."""
    await refused(NotHost, service.lobbies.invite(lobby.game_id, BOB, CY, "Cy"))
    await service.lobbies.invite(lobby.game_id, ANN, BOB, "B*ob")
    both = await service.lobbies.invite(lobby.game_id, ANN, CY, "Cy")
    assert set(both.settings.guests) == {str(BOB), str(CY)}
    await refused(NotInvited, service.lobbies.join(lobby.game_id, DEE, "Dee"))
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    assert told == [("lobby", ANN), ("lobby", ANN), ("lobby", BOB)]

    open_ = await service.lobbies.invite(lobby.game_id, ANN)
    assert dict(open_.settings.guests) == {}
    await service.lobbies.join(lobby.game_id, DEE, "Dee")
    await service.lobbies.start(lobby.game_id, ANN)
    await refused(NotRunning, service.lobbies.invite(lobby.game_id, ANN, CY, "Cy"))


async def test_the_house_sits_down_and_gets_up(service: Service, lobby: Table):
    """Under a name with its number; the last to come is the first to go; only the host decides."""
    await refused(NotHost, service.lobbies.seat_house(lobby.game_id, BOB, "House"))
    await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    both = await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    assert [(seat.user_id, seat.name) for seat in both.seats[1:]] == [(-1, "House 1"), (-2, "House 2")]
    await refused(NotHost, service.lobbies.unseat_house(lobby.game_id, BOB))
    assert sitting(await service.lobbies.unseat_house(lobby.game_id, ANN)) == [ANN, -1]
    again = await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    assert sitting(again) == [ANN, -1, -2]
    for _ in range(2):
        await service.lobbies.unseat_house(lobby.game_id, ANN)
    await refused(SeatMissing, service.lobbies.unseat_house(lobby.game_id, ANN))
    await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    assert (await service.lobbies.leave(lobby.game_id, ANN)).state == "ended"


async def test_only_a_host_starts_and_only_with_enough(
    service: Service, lobby: Table, told: list[tuple[str, int]]
):
    """Everybody has a seat then; it cannot be begun twice."""
    trouble = await refused(TooFew, service.lobbies.start(lobby.game_id, ANN))
    assert "2" in str(trouble)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await refused(NotHost, service.lobbies.start(lobby.game_id, BOB))
    started = await service.lobbies.start(lobby.game_id, ANN)

    assert (started.state, set(sitting(started)), [one.id for one in started.seats]) == (
        "running",
        {ANN, BOB},
        ["s1", "s2"],
    )
    assert started.game.setup.players == ("s1", "s2")
    assert told[-1] == ("started", ANN)
    await refused(NotRunning, service.lobbies.start(lobby.game_id, ANN))
    stored = (await service.tables.stored(lobby.game_id)).started()
    assert (stored, stored.game.state) == (started, started.game.state)


async def test_options_in_force_by_themselves_are_stored_as_the_game_begins(service: Service):
    """So that another version begins the same."""
    lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", seats=1)
    started = await service.lobbies.start(lobby.game_id, ANN)

    assert started.options == started.game.setup.options
    assert (await service.tables.stored(lobby.game_id)).options == started.options != lobby.options


async def test_people_get_the_colours_they_wish_for(service: Service, storage: Storage, lobby: Table):
    """As long as the table is open, and they sit there."""
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    for user, wish in ((ANN, 3), (BOB, 4), (DEE, 5)):
        await service.lobbies.recolour(lobby.game_id, user, wish)
    assert dict((await service.tables.find(lobby.game_id)).settings.colours) == {str(ANN): 3, str(BOB): 4}
    await service.lobbies.recolour(lobby.game_id, ANN, None)
    assert dict((await service.tables.find(lobby.game_id)).settings.colours) == {str(BOB): 4}


async def test_a_person_is_called_as_they_are_by_now(
    service: Service, lobby: Table, told: list[tuple[str, int]]
):
    """While the table is open; what changes nothing is not told."""
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    told.clear()

    assert await service.lobbies.rename(lobby.game_id, BOB, "Ann")
    assert not await service.lobbies.rename(lobby.game_id, BOB, "Ann")
    assert not await service.lobbies.rename(lobby.game_id, DEE, "Dee")
    assert told == [("names", BOB)]
    assert [seat.name for seat in (await service.tables.find(lobby.game_id)).seats] == ["Ann", "Ann 2"]
    await service.lobbies.end(lobby.game_id, ANN)
    assert not await service.lobbies.rename(lobby.game_id, BOB, "Robert")


async def test_who_watches_is_told_until_they_do_not(service: Service, lobby: Table):
    """One press begins, the next ends it."""
    assert [await service.lobbies.watch(lobby.game_id, user) for user in (DEE, CY, DEE)] == [
        True,
        True,
        False,
    ]
    assert (await service.tables.find(lobby.game_id)).settings.watchers == (CY,)


async def test_who_may_end_a_table(service: Service, table: StartedTable):
    """A host where nobody else plays; else an admin, who is named, or all together."""
    await refused(NotHost, service.lobbies.end(table.game_id, BOB))
    await refused(OthersPlay, service.lobbies.end(table.game_id, ANN))
    over = await service.lobbies.end(table.game_id, DEE, as_host=True)
    assert (over.state, over.settings.ended_by) == ("ended", DEE)

    alone = await service.lobbies.create(901, "18Mag", ANN, "Ann", seats=2)
    await service.lobbies.seat_house(alone.game_id, ANN, "House")
    await service.lobbies.start(alone.game_id, ANN)
    ended = await service.lobbies.end(alone.game_id, ANN)
    assert (ended.state, ended.settings.ended_by) == ("ended", 0)


async def test_a_host_chooses_options_anew(service: Service, lobby: Table, told: list[tuple[str, int]]):
    """Single readings stay, those of a preset go with it."""
    await refused(NotHost, service.lobbies.change_options(lobby.game_id, BOB, ()))
    preset = await service.lobbies.change_options(lobby.game_id, ANN, ("compat=peer18xx", "standard_divs"))
    assert "standard_divs" in preset.options
    assert len(preset.options) > 3
    plain = await service.lobbies.change_options(lobby.game_id, ANN, ("setup_stack=random",))
    assert plain.options == ("setup_stack=random",)
    assert (await service.tables.stored(lobby.game_id)).options == plain.options
    assert told == [("lobby", ANN)] * 2
    with pytest.raises(BadSetup):
        await service.lobbies.change_options(lobby.game_id, ANN, ("length=short",))
    record = TableSettings(record=("a", "b", "c"))
    set_ = await service.lobbies.create(901, "18Mag", ANN, "Ann", settings=record)
    await refused(RecordIsSet, service.lobbies.change_options(set_.game_id, ANN, ()))


async def test_a_host_changes_settings_and_the_channel_is_told(service: Service, told: list[tuple[str, int]]):
    """What was told last is remembered until it is told; of a new table there is nothing to tell."""
    begun = lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", settings=TableSettings(grace=30))
    await refused(NotHost, service.lobbies.change_settings(lobby.game_id, BOB, grace=60))
    assert (begun.settings.grace, begun.settings.changes, dict(begun.settings.announced)) == (
        30,
        0,
        {"grace": 30, "language": "en"},
    )
    first = await service.lobbies.change_settings(lobby.game_id, ANN, grace=60, language="hu")
    second = await service.lobbies.change_settings(lobby.game_id, ANN, scheme="dark")

    assert (first.settings.changes, first.settings.changed_by, first.language) == (1, ANN, "hu")
    assert (second.settings.changes, second.settings.grace, second.settings.scheme) == (2, 60, "dark")
    assert second.settings.announced == first.settings.announced == {"grace": 30, "language": "en"}
    assert told == [("lobby", ANN), *[("settings", ANN)] * 2]
    assert (await service.tables.stored(lobby.game_id)) == second


async def test_a_hook_that_is_gone_is_shown_no_longer(service: Service, told: list[tuple[str, int]]):
    """Nobody has done it, and the channel is not told again."""
    lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", settings=TableSettings(hook="https://x"))
    await service.lobbies.forget_hook(lobby.game_id)
    after = (await service.tables.find(lobby.game_id)).settings

    assert (after.hook, dict(after.announced)) == ("", {"language": "en"})
    assert told == [("lobby", ANN), ("settings", 0)]


async def test_a_league_seats_and_calls_who_signed_up(service: Service, storage: Storage):
    """The first is the host; there are as many seats as people; they wait no longer, and are seated but once."""
    people = [SignUpRow(5, "18Mag", user, name, storage.now()) for user, name in ((BOB, "Bob"), (ANN, "Ann"))]
    for one in people:
        assert await storage.league.sign_up(one.guild_id, one.title, one.user_id, one.name)
    table = await service.lobbies.open_league(900, 5, "18Mag", people, "de")

    assert table is not None
    assert (sitting(table), table.host, table.places, table.language, table.guild_id) == (
        [BOB, ANN],
        BOB,
        2,
        "de",
        5,
    )
    assert (table.settings.league, table.settings.invited) == (True, (BOB, ANN))
    assert await storage.league.waiting(5, "18Mag") == ()
    assert await service.lobbies.open_league(901, 5, "18Mag", people, "de") is None
    assert [one.id for one in await storage.games.in_state("lobby")] == [table.game_id]


async def test_a_rematch_is_for_who_played(service: Service, table: StartedTable):
    """Once the game is over; a second press joins the lobby that is open."""
    await refused(NotRunning, service.lobbies.rematch(table.game_id, ANN, "Ann"))
    for user in (ANN, BOB, CY):
        await service.consent.stop(table.game_id, user)
    await refused(NotSeated, service.lobbies.rematch(table.game_id, DEE, "Dee"))
    opened = await service.lobbies.rematch(table.game_id, BOB, "Bob")
    joined = await service.lobbies.rematch(table.game_id, ANN, "Ann")

    assert (opened.host, opened.settings.rematch_of, set(opened.settings.invited)) == (
        BOB,
        table.game_id,
        {ANN, CY},
    )
    assert (opened.places, opened.title, opened.options) == (3, "18Mag", table.options)
    assert (joined.game_id, sitting(joined)) == (opened.game_id, [BOB, ANN])


async def test_the_house_sits_at_a_rematch_by_its_own_name(service: Service, storage: Storage, lobby: Table):
    """Not by what somebody was called whose seat in a copy nobody has taken, or who is called like the house."""
    await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    table = await service.lobbies.start(lobby.game_id, ANN)
    (seat,) = [one for one in table.seats if one.is_house]
    await storage.seats.rename(table.game_id, seat.id, "Ann 2")
    for user in {one.user_id for one in table.seats if not one.is_house}:
        await service.consent.stop(table.game_id, user)
    service.tables.drop(table.game_id)
    opened = await service.lobbies.rematch(table.game_id, ANN, "Ann", "Haus")

    assert [one.name for one in opened.seats] == ["Ann", "Haus 1"]


async def test_the_rematch_of_a_table_by_invitation_is_one_too(service: Service, lobby: Table):
    """For those who were invited, and those who came to a seat later; nobody else sits down before them."""
    await service.lobbies.invite(lobby.game_id, ANN, BOB, "Bob")
    await service.lobbies.invite(lobby.game_id, ANN, CY, "Cy")
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    table = await service.lobbies.start(lobby.game_id, ANN)
    await service.storage.seats.replace(table.game_id, table.seats[0].id, DEE, "Dee")
    service.tables.drop(table.game_id)
    left = ({ANN, BOB} - {table.seats[0].user_id}).pop()
    for user in (DEE, left):
        await service.consent.stop(table.game_id, user)
    opened = await service.lobbies.rematch(table.game_id, left, "Ann or Bob")
    await refused(NotInvited, service.lobbies.join(opened.game_id, 99, "Eve"))
    joined = await service.lobbies.rematch(table.game_id, DEE, "Dee")

    assert sitting(joined) == [left, DEE]
    assert set(opened.settings.guests) == {str(one) for one in (BOB, CY, DEE, left)}


async def test_all_who_want_a_rematch_at_once_sit_at_one_table(service: Service, table: StartedTable):
    """One opens it, with what its host had chosen from the beginning; the others find it open."""
    await service.lobbies.change_settings(table.game_id, table.host, grace=30, language="de")
    for user in (ANN, BOB, CY):
        await service.consent.stop(table.game_id, user)
    names = {ANN: "Ann", BOB: "Bob", CY: "Cy"}.items()
    opened = await asyncio.gather(*(service.lobbies.rematch(table.game_id, *one) for one in names))
    lobby = await service.tables.find(opened[0].game_id)

    assert {one.game_id for one in opened} == {lobby.game_id}
    assert sorted(sitting(lobby)) == [ANN, BOB, CY]
    assert (lobby.settings.grace, lobby.settings.rematch_of) == (30, table.game_id)
    assert lobby.settings.announced == {"grace": 30, "language": "de"}


async def test_a_lobby_that_nobody_has_seen_is_closed_without_a_word(
    service: Service, lobby: Table, told: list[tuple[str, int]]
):
    """Its channel is free."""
    await service.lobbies.discard(lobby.game_id)

    assert (await service.tables.find(lobby.game_id)).state == "ended"
    assert told == []
    await service.lobbies.create(900, "18Mag", BOB, "Bob", settings=TableSettings(grace=60))


@pytest.mark.parametrize("alone", [False, True])
async def test_a_stop_before_any_write_leaves_no_lobby_without_a_host(
    service: Service, storage: Storage, monkeypatch: pytest.MonkeyPatch, alone: bool
):
    """Its host leaves: afterwards somebody who sits there is the host, or it is closed, whenever the stop came."""
    ends = []
    for allowed in range(4):
        lobby = await service.lobbies.create(950 + allowed, "18Mag", ANN, "Ann", seats=3, seed=7)
        if not alone:
            await service.lobbies.join(lobby.game_id, BOB, "Bob")
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.lobbies.leave(lobby.game_id, ANN)
        after = await Service(storage).tables.find(lobby.game_id)
        ends.append((after.state, after.host, sitting(after)))

    left = ("ended", ANN, [ANN]) if alone else ("lobby", BOB, [BOB])
    assert ends == [("lobby", ANN, [ANN] if alone else [ANN, BOB]), *[left] * 3]


async def test_a_stop_while_a_copy_begins_leaves_no_seat_to_the_house(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch
):
    """Whoever starts again plays all the free seats, whenever the stop came."""
    record = await service.imports.copied(table)
    ends = set()
    for allowed in range(5):
        channel = ChannelPlace(950 + allowed, None)
        lobby = await service.imports.open(channel, ANN, record, settings=TableSettings(copied=True))
        await service.imports.sit(lobby.game_id, ANN, "Ann", 0, ANN)
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.lobbies.start(lobby.game_id, ANN)
        again = Service(storage)
        if (await again.tables.find(lobby.game_id)).state == "lobby":
            await again.lobbies.start(lobby.game_id, ANN)
        after = await again.tables.find(lobby.game_id)
        await again.settled()
        ends.add(tuple(after.person_at(seat) for seat in after.seats))

    assert ends == {(ANN, ANN, ANN)}


async def test_a_stop_while_somebody_changes_seats_leaves_them_one(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch
):
    """In the lobby of a recorded game; its host stays the host, though somebody else sits there, too."""
    record = await service.imports.copied(table)
    ends = []
    for allowed in range(3):
        lobby = await service.imports.open(ChannelPlace(950 + allowed, None), ANN, record)
        await service.imports.sit(lobby.game_id, ANN, "Ann", 0, ANN)
        await service.imports.sit(lobby.game_id, BOB, "Bob", 1, BOB)
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.imports.sit(lobby.game_id, ANN, "Ann", 2, ANN)
        after = await Service(storage).tables.find(lobby.game_id)
        ends.append((after.host, [(seat.id, seat.user_id) for seat in after.seats]))

    moved = ANN, [("s2", BOB), ("s3", ANN)]
    assert ends == [(ANN, [("s1", ANN), ("s2", BOB)]), moved, moved]


async def test_a_guest_who_leaves_closes_no_record_of_its_host(service: Service, table: StartedTable):
    """Whoever opened it need not sit there yet; it goes with its host alone."""
    record = await service.imports.copied(table)
    lobby = await service.imports.open(ChannelPlace(950, None), ANN, record)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    left = await service.lobbies.leave(lobby.game_id, BOB)
    await service.lobbies.join(lobby.game_id, ANN, "Ann")
    closed = await service.lobbies.leave(lobby.game_id, ANN)

    assert (left.state, left.host, left.seats) == ("lobby", ANN, ())
    assert closed.state == "ended"


async def test_nobody_sits_down_in_the_study_room_of_somebody_else(service: Service, table: StartedTable):
    """Its person has a seat from the beginning; a stop before it begins leaves them there alone."""
    record, settings = await service.imports.copied(table), TableSettings(copied=True, study=Study(1, 0))
    room = await service.imports.open(
        ChannelPlace(950, None), ANN, record, settings=settings, sits=(1, "Ann")
    )
    await refused(NotInvited, service.lobbies.join(room.game_id, BOB, "Bob"))
    await refused(NotInvited, service.imports.sit(room.game_id, BOB, "Bob", 0, BOB))
    await refused(NotInvited, service.imports.sit(room.game_id, BOB, "Bob", 0, ANN))
    begun = await service.lobbies.start(room.game_id, ANN)

    assert [(seat.id, seat.user_id) for seat in room.seats] == [("s2", ANN)]
    assert [begun.person_at(seat) for seat in begun.seats] == [ANN] * 3


async def test_a_league_lobby_that_nobody_has_seen_gives_back_the_places(
    service: Service, storage: Storage, monkeypatch: pytest.MonkeyPatch
):
    """A stop leaves either a lobby, or all of them waiting."""
    ends = []
    for allowed in range(2):
        people = [SignUpRow(5, "18Mag", user, str(user), storage.now()) for user in (BOB, ANN)]
        for one in people:
            await storage.league.sign_up(one.guild_id, one.title, one.user_id, one.name)
        waited = await storage.league.waiting(5, "18Mag")
        lobby = await service.lobbies.open_league(950 + allowed, 5, "18Mag", waited, "de")
        assert lobby is not None
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.lobbies.discard(lobby.game_id)
        state = (await Service(storage).tables.find(lobby.game_id)).state
        ends.append((state, await storage.league.waiting(5, "18Mag") == waited))

    assert ends == [("lobby", False), ("ended", True)]


async def test_a_stop_while_a_rematch_is_opened_leaves_the_house_its_seats(
    service: Service, storage: Storage, lobby: Table, monkeypatch: pytest.MonkeyPatch
):
    """There is no rematch yet, or one at which the house sits where it sat before."""
    for _ in range(2):
        await service.lobbies.seat_house(lobby.game_id, ANN, "House")
    table = await service.lobbies.start(lobby.game_id, ANN)
    await service.consent.stop(table.game_id, ANN)
    with monkeypatch.context() as patched:
        stop_before(patched, 0)
        with suppress(Stopped):
            await service.lobbies.rematch(table.game_id, ANN, "Ann", "House")
    none = await storage.games.in_channel(table.channel_id)
    with monkeypatch.context() as patched:
        stop_before(patched, 1)
        with suppress(Stopped):
            await service.lobbies.rematch(table.game_id, ANN, "Ann", "House")
    after = await Service(storage).tables.in_channel(table.channel_id)

    assert none is None
    assert after is not None
    assert [(seat.user_id, seat.name) for seat in after.seats] == [
        (ANN, "Ann"),
        (-1, "House 1"),
        (-2, "House 2"),
    ]


async def test_a_stop_before_an_admin_ends_a_game_leaves_it_as_it_was(
    service: Service, storage: Storage, table: StartedTable, monkeypatch: pytest.MonkeyPatch
):
    """Nothing says that somebody has ended a game which goes on."""
    seen = []
    for allowed in range(2):
        with monkeypatch.context() as patched:
            stop_before(patched, allowed)
            with suppress(Stopped):
                await service.lobbies.end(table.game_id, CY, as_host=True)
        after = await Service(storage).tables.stored(table.game_id)
        seen.append((after.state, after.settings.ended_by))

    assert seen == [("running", 0), ("ended", CY)]


async def test_players_of_a_record_are_told_apart(service: Service, table: StartedTable):
    """Names that differ only in what nobody sees get a number: a seat is chosen by its name."""
    record = await service.imports.copied(table)
    alike = replace(record, names=("Ann", "An\u200dn", "\u3164"))
    lobby = await service.imports.open(ChannelPlace(950, None), ANN, alike)

    assert lobby.recorded == ("Ann", "An\u200dn 2", "?")
