"""What a table is in memory, and what is stored: the same after everything that people do, whatever goes wrong."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeAlias

import pytest

from bot.errors.storage import DatabaseLocked, NoAnswer, StaleRev
from bot.storage import ChannelPlace, SignUpRow, Storage
from bot.tables.colours import WISH
from bot.tables.consent import NOTICE, Newcomer
from bot.tables.service import Service
from bot.tables.settings import Clock, Deputy, Study, TableSettings
from bot.tables.table import HOUSE, StartedTable, Table
from engine import standing
from tests.bot.hand_clock import NOON
from tests.bot.tables.deeds import ANN, BOB, CY, DEE, Fault, awaited, draft

Deed: TypeAlias = Callable[[Service, int], Awaitable[object]]
GUILD = 5
DAY = timedelta(days=1)
MOST = 8
"""Before how many writes of one deed a fault is tried."""


# --- where it begins


async def lobby(service: Service, channel: int) -> int:
    """Ann, who has a colour she wishes for, and Bob in a lobby for three."""
    await service.storage.people.change_settings(ANN, **{WISH: 3})
    table = await service.lobbies.create(channel, "18Mag", ANN, "Ann", guild_id=GUILD, seats=3, seed=7)
    await service.lobbies.join(table.game_id, BOB, "Bob")
    return table.game_id


async def housed(service: Service, channel: int) -> int:
    """A lobby in which the house sits, too."""
    game = await lobby(service, channel)
    await service.lobbies.seat_house(game, ANN, "House")
    return game


async def hooked(service: Service, channel: int) -> int:
    """A lobby of whose calls a machine on the web is told."""
    game = await lobby(service, channel)
    await service.lobbies.change_settings(game, ANN, hook="example.org")
    return game


async def running(service: Service, channel: int) -> int:
    """A game of three, two of whose moves are made, with a clock."""
    game = await lobby(service, channel)
    await service.lobbies.join(game, CY, "Cy")
    clock = Clock(DAY, each=False, zero="host")
    await service.lobbies.change_settings(game, ANN, clock=clock)
    table = await draft(service, await service.lobbies.start(game, ANN), 2)
    await service.clocks.serve(game, service.storage.now())
    return table.game_id


async def out_of_time(service: Service, channel: int) -> int:
    """A game in which somebody's time is up, and the host is asked."""
    game = await running(service, channel)
    await service.clocks.serve(game, service.storage.now() + 2 * DAY)
    return game


async def undone(service: Service, channel: int) -> int:
    """A game of which one move was taken back."""
    game = await running(service, channel)
    table = await service.tables.find(game)
    await service.consent.undo(game, table.rev, table.moves[-1].user_id)
    return game


async def resting(service: Service, channel: int) -> int:
    """A game whose channel is out of reach."""
    game = await running(service, channel)
    await service.places.rest(game, "locked")
    return game


async def over(service: Service, channel: int) -> int:
    """A game that all have ended together."""
    game = await running(service, channel)
    for user in (ANN, BOB, CY):
        await service.consent.stop(game, user)
    return game


def asked(deed: Deed) -> Callable[[Service, int], Awaitable[int]]:
    """A game in which somebody has asked for something."""

    async def begun(service: Service, channel: int) -> int:
        game = await running(service, channel)
        await deed(service, game)
        return game

    return begun


async def recorded(service: Service, channel: int) -> int:
    """The lobby of a recorded game, at which its host sits."""
    return await _recorded(service, channel, TableSettings())


async def copied(service: Service, channel: int) -> int:
    """The same, of a copy."""
    return await _recorded(service, channel, TableSettings(copied=True))


async def _recorded(service: Service, channel: int, settings: TableSettings) -> int:
    await service.storage.people.change_settings(ANN, **{WISH: 3})
    record = await service.imports.fresh("18Mag", ("Ann", "Bob", "Cy"), (), 7)
    place = ChannelPlace(channel, GUILD)
    table = await service.imports.open(place, ANN, replace(record, goes_on="printed"), settings=settings)
    await service.imports.sit(table.game_id, ANN, "Ann", 0, ANN)
    return table.game_id


async def joined(service: Service, channel: int) -> int:
    """The lobby of a recorded game, at which a guest sits, too."""
    game = await recorded(service, channel)
    await service.imports.sit(game, BOB, "Bob", 1, BOB)
    return game


async def full(service: Service, channel: int) -> int:
    """The lobby of a recorded game with all at their seats."""
    game = await joined(service, channel)
    await service.imports.sit(game, CY, "Cy", 2, CY)
    return game


async def studied(service: Service, channel: int) -> int:
    """A study room in which a line is kept, and another was gone to."""
    game = await _recorded(service, channel, TableSettings(copied=True, study=Study(1, 0)))
    table = await draft(service, await service.lobbies.start(game, ANN), 2)
    await service.branches.keep(game, ANN, "first")
    await service.consent.undo(game, table.rev, ANN, 1)
    return game


# --- what is done


async def seat(service: Service, game: int, user: int) -> str:
    """The seat of somebody."""
    found = (await service.tables.glance(game)).seat_of(user)
    assert found is not None
    return found.id


async def request(service: Service, game: int) -> int:
    """The number of what was asked last."""
    return (await service.tables.glance(game)).settings.requests[-1].id


async def moved(service: Service, game: int) -> object:
    """Whoever is awaited makes a move."""
    return await draft(service, (await service.tables.find(game)).started(), 1)


async def taken_back(service: Service, game: int) -> object:
    """Whoever moved last takes that back."""
    table = await service.tables.find(game)
    return await service.consent.undo(game, table.rev, table.moves[-1].user_id)


async def asked_back(service: Service, game: int) -> object:
    """Whoever moved first asks to take back both moves."""
    table = await service.tables.find(game)
    return await service.consent.undo(game, table.rev, table.moves[0].user_id, 0)


async def asked_less(service: Service, game: int) -> object:
    """The same person asks to take back something else."""
    table = await service.tables.find(game)
    return await service.consent.undo(game, table.rev, table.moves[0].user_id, 1)


async def agreed(service: Service, game: int) -> object:
    """All who are asked agree."""
    number = await request(service, game)
    open_ = [one for one in (await service.tables.glance(game)).requests if one.id == number]
    for user in open_[0].awaited:
        await service.consent.answer(game, user, number, agrees=True)
    return None


async def played_again(service: Service, game: int) -> object:
    """Whoever took a move back plays it again."""
    table = await service.tables.find(game)
    return await service.consent.redo(game, table.rev, awaited(table))


async def stop(service: Service, game: int) -> object:
    """Two of three wish that the game ends."""
    await service.consent.stop(game, ANN)
    return await service.consent.stop(game, BOB)


async def carried(service: Service, game: int) -> object:
    """One wishes for another channel."""
    channel = (await service.tables.glance(game)).channel_id
    return await service.consent.move(game, BOB, channel + 1)


async def agreed_to_carry(service: Service, game: int) -> object:
    """Another does, too."""
    channel = (await service.tables.glance(game)).channel_id
    return await service.consent.move(game, CY, channel + 1)


async def offered(service: Service, game: int) -> object:
    """The host asks somebody to take over their seat."""
    new = Newcomer(await seat(service, game, ANN), DEE, "Dee")
    return await service.consent.seat(game, ANN, new, electors=None)


async def voted(service: Service, game: int) -> object:
    """One of two votes the host out."""
    return await service.consent.vote_out(game, BOB, await seat(service, game, ANN), "House", left=True)


async def voted_out(service: Service, game: int) -> object:
    """Both do."""
    await voted(service, game)
    return await service.consent.answer(game, CY, await request(service, game), agrees=True)


async def warned(service: Service, game: int) -> object:
    """The house is to play for somebody absent, after a day."""
    table = await service.tables.glance(game)
    ((one, user),) = table.settings.clock_asked.items()
    deputy = Deputy(one, user, HOUSE, "House", called=True)
    return await service.consent.stand_in(game, next(p for p in (ANN, BOB) if p != user), deputy)


async def said_here(service: Service, game: int) -> object:
    """They say that they are here."""
    (user,) = (await service.tables.glance(game)).settings.clock_asked.values()
    return await service.consent.here(game, user)


async def due(service: Service, game: int) -> object:
    """They do not."""
    return await service.consent.serve(game, service.storage.now() + NOTICE)


async def substituted(service: Service, game: int) -> object:
    """Somebody is asked to play for another."""
    deputy = Deputy(await seat(service, game, BOB), BOB, DEE, "Dee", called=True)
    return await service.consent.substitute(game, BOB, deputy)


async def left_to_house(service: Service, game: int) -> object:
    """Somebody lets the house play until tomorrow."""
    until = service.storage.now() + DAY
    deputy = Deputy(await seat(service, game, BOB), BOB, HOUSE, "House", called=True, until=until)
    return await service.deputies.name(game, BOB, deputy, as_host=False)


async def rematch(service: Service, game: int) -> object:
    """Somebody wants to play again."""
    return await service.lobbies.rematch(game, BOB, "Bob", "House")


async def league(service: Service, game: int) -> object:
    """A table is opened for those who have signed up."""
    people = [SignUpRow(GUILD, "18Mag", user, name, NOON) for user, name in ((BOB, "Bob"), (CY, "Cy"))]
    channel = (await service.tables.glance(game)).channel_id
    return await service.lobbies.open_league(channel, GUILD, "18Mag", people, "en")


async def given_up(service: Service, game: int) -> object:
    """Nobody has seen the lobby of those who had waited for it."""
    return await service.lobbies.discard(game)


async def room(service: Service, game: int) -> object:
    """Somebody studies the game alone."""
    table = (await service.tables.glance(game)).started()
    record = await service.imports.copied(table, 2)
    place, settings = ChannelPlace(table.channel_id, GUILD), TableSettings(copied=True, study=Study(1, 0))
    return await service.imports.open(place, ANN, record, settings=settings, sits=(1, "Ann"))


async def clock_answered(service: Service, game: int, *, more: bool) -> object:
    """The host grants time, or does not."""
    table = await service.tables.glance(game)
    (one,) = table.settings.clock_asked
    return await service.clocks.answer(game, table.host, one, more=more, now=service.storage.now())


async def carried_by_host(service: Service, game: int) -> object:
    """The host moves the table."""
    channel = (await service.tables.glance(game)).channel_id
    return await service.places.move(game, ANN, ChannelPlace(channel + 1, GUILD))


async def reopened(service: Service, game: int) -> object:
    """Somebody opens a table that rests somewhere else."""
    channel = (await service.tables.glance(game)).channel_id
    return await service.places.reopen(game, BOB, ChannelPlace(channel + 1, GUILD))


async def stood_in(service: Service, game: int) -> object:
    """Somebody lets the house play on, at another level."""
    return await service.house.stand_in(game, BOB, await seat(service, game, BOB), level="master")


DEEDS: dict[str, tuple[Callable[[Service, int], Awaitable[int]], Deed]] = {
    "join": (lobby, lambda service, game: service.lobbies.join(game, CY, "Cy")),
    "host leaves": (lobby, lambda service, game: service.lobbies.leave(game, ANN)),
    "other leaves": (lobby, lambda service, game: service.lobbies.leave(game, BOB)),
    "freed": (lobby, lambda service, game: service.lobbies.free(game, BOB, ANN)),
    "house sits": (lobby, lambda service, game: service.lobbies.seat_house(game, ANN, "House")),
    "house stands": (housed, lambda service, game: service.lobbies.unseat_house(game, ANN)),
    "host leaves the house": (housed, lambda service, game: service.lobbies.leave(game, ANN)),
    "start": (lobby, lambda service, game: service.lobbies.start(game, ANN)),
    "start with house": (housed, lambda service, game: service.lobbies.start(game, ANN)),
    "options": (
        lobby,
        lambda service, game: service.lobbies.change_options(game, ANN, ("setup_stack=random",)),
    ),
    "settings": (
        lobby,
        lambda service, game: service.lobbies.change_settings(game, ANN, language="hu", grace=60),
    ),
    "hook forgotten": (hooked, lambda service, game: service.lobbies.forget_hook(game)),
    "invite": (lobby, lambda service, game: service.lobbies.invite(game, ANN, CY, "Cy")),
    "rename": (lobby, lambda service, game: service.lobbies.rename(game, BOB, "Robert")),
    "recolour": (lobby, lambda service, game: service.lobbies.recolour(game, BOB, 4)),
    "watch": (lobby, lambda service, game: service.lobbies.watch(game, DEE)),
    "told to be next": (running, lambda service, game: service.tables.note_next(game, BOB, 2)),
    "note": (running, lambda service, game: service.tables.note(game, BOB, "mine")),
    "discard": (lobby, given_up),
    "study room": (over, room),
    "end of a lobby": (lobby, lambda service, game: service.lobbies.end(game, ANN)),
    "end by an admin": (running, lambda service, game: service.lobbies.end(game, DEE, as_host=True)),
    "rematch": (over, rematch),
    "league": (over, league),
    "change of seats": (recorded, lambda service, game: service.imports.sit(game, ANN, "Ann", 2, ANN)),
    "seat taken": (recorded, lambda service, game: service.lobbies.join(game, BOB, "Bob")),
    "seat left": (recorded, lambda service, game: service.lobbies.leave(game, ANN)),
    "guest leaves": (joined, lambda service, game: service.lobbies.leave(game, BOB)),
    "rules": (recorded, lambda service, game: service.imports.go_on_by(game, ANN, "recorded")),
    "record goes on": (full, lambda service, game: service.lobbies.start(game, ANN)),
    "copy goes on": (copied, lambda service, game: service.lobbies.start(game, ANN)),
    "move": (running, moved),
    "undo": (running, taken_back),
    "redo": (undone, played_again),
    "asks to undo": (running, asked_back),
    "asks to undo less": (asked(asked_back), asked_less),
    "agrees to undo": (asked(asked_back), agreed),
    "stop": (running, lambda service, game: service.consent.stop(game, ANN)),
    "last stop": (asked(stop), agreed),
    "asks to move": (running, carried),
    "agrees to move": (asked(carried), agreed_to_carry),
    "offers a seat": (running, offered),
    "takes a seat": (asked(offered), agreed),
    "voted out": (asked(voted), agreed),
    "regains": (asked(voted_out), lambda service, game: service.consent.regain(game, ANN)),
    "warned": (out_of_time, warned),
    "asks a substitute": (running, substituted),
    "substitute agrees": (asked(substituted), agreed),
    "to the house": (running, left_to_house),
    "back": (asked(left_to_house), lambda service, game: service.deputies.back(game, BOB)),
    "lapse": (asked(left_to_house), lambda service, game: service.deputies.lapse(game, NOON + 2 * DAY)),
    "stand in": (running, stood_in),
    "time is up": (running, lambda service, game: service.clocks.serve(game, NOON + 2 * DAY)),
    "time granted": (out_of_time, lambda service, game: clock_answered(service, game, more=True)),
    "time not granted": (out_of_time, lambda service, game: clock_answered(service, game, more=False)),
    "rest": (running, lambda service, game: service.places.rest(game, "locked")),
    "wake": (resting, lambda service, game: service.places.wake(game)),
    "moved": (running, carried_by_host),
    "reopened": (resting, reopened),
    "line kept": (studied, lambda service, game: service.branches.keep(game, ANN, "second")),
    "line gone to": (studied, lambda service, game: service.branches.go(game, ANN, "first")),
}


# --- what goes wrong


def shape(table: Table, channel: int) -> tuple[object, ...]:
    """All that a table is, but for its number and its channel's."""
    sits = [(one.id, one.user_id, one.name, one.since) for one in table.seats]
    state = table.game.state.fingerprint() if isinstance(table, StartedTable) else ""
    seed = 0 if table.state == "lobby" else table.seed  # of a rematch it comes by chance
    same = replace(
        table, game_id=0, channel_id=table.channel_id - channel, seed=seed, settings=TableSettings()
    )
    settings = {**table.settings.stored(), "rematch_of": bool(table.settings.rematch_of)}
    settings["requests"] = [
        {**one, "channel": one["channel"] and one["channel"] - channel}  # type: ignore[index, operator, list-item]
        for one in settings.get("requests", ())  # type: ignore[union-attr]
    ]
    if settings.get("moved_from"):
        settings["moved_from"] = True
    return same, sits, state, settings


@pytest.fixture
def service(storage: Storage) -> Service:
    """Tables at noon, at which nobody watches and the house does not move."""
    storage.database.now = lambda: NOON
    made = Service(storage)
    made.changes.watchers.clear()
    return made


async def seen(service: Service, game: int, channel: int) -> list[object]:
    """A table, and the newest of its channel, with who waits for a league table."""
    newest = await service.tables.in_channel(channel, closed=True, glance=True)
    waiting = await service.storage.league.waiting(GUILD, "18Mag")
    tables = [await service.tables.glance(game), *([newest] if newest else [])]
    return [*(shape(one, channel) for one in tables), [one.user_id for one in waiting]]


def cases() -> Iterator[Any]:
    """Every deed with a write that fails, and quickly only some with one of which nobody hears."""
    for deed in DEEDS:
        yield pytest.param(deed, False, id=f"{deed} not made")
        quick = deed in ("join", "start", "copy goes on", "rest")
        yield pytest.param(deed, True, id=f"{deed} unheard", marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize(("deed", "made"), cases())
async def test_memory_is_what_is_stored_and_nothing_is_done_by_halves(
    service: Service, storage: Storage, monkeypatch: pytest.MonkeyPatch, deed: str, made: bool
):
    """Whichever write of a deed fails, or is made without anybody hearing of it."""
    begin, act = DEEDS[deed]
    found: list[object] = []
    for at in range(MOST):
        channel = 1000 * (at + 1)
        game, fault = await begin(service, channel), Fault(at, made)
        for user, name in ((BOB, "Bob"), (CY, "Cy")):
            await storage.league.sign_up(GUILD, "18Mag", user, name)
        if not found:
            found.append(await seen(service, game, channel))
        with monkeypatch.context() as patched:
            fault.install(patched)
            try:
                await act(service, game)
            except (DatabaseLocked, NoAnswer):
                assert fault.met
        await service.settled()
        remembered, stored = await seen(service, game, channel), await seen(Service(storage), game, channel)
        assert remembered == stored, f"{deed}, write {at}"
        found += [stored] if stored not in found else []
        if not fault.met:
            break
    assert len(found) == 2, deed


async def until_moved(service: Service, game: int, moves: int) -> Table:
    """The table once it has more moves."""
    async with asyncio.timeout(30):
        while len(await service.storage.actions.in_force(game)) <= moves:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
    return await service.tables.stored(game)


@pytest.mark.parametrize("made", [False, True], ids=["not made", "unheard"])
async def test_the_house_goes_on_once_the_database_answers(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, made: bool
):
    """A move of a person or of its own that could not be stored, or of which nobody heard, stops nobody for ever."""
    service = Service(storage)
    service.again = 0.01
    game = await running(service, 1000)
    table = (await service.tables.find(game)).started()
    seat = table.awaited[0]
    Fault(1, made).install(monkeypatch)
    await service.house.stand_in(game, seat.user_id, seat.id)
    after = await until_moved(service, game, len(table.moves))
    await service.settled()

    assert after.moves[len(table.moves)].decided_by == "house"


async def test_what_nobody_heard_of_is_looked_at_again(service: Service, monkeypatch: pytest.MonkeyPatch):
    """A move is stored and its answer lost: whoever serves the table looks at it, once."""
    game, looked = await running(service, 1000), list[int]()
    service.again = 0.01
    service.serving.append(looked.append)
    Fault(0, made=True).install(monkeypatch)
    for _ in range(2):
        with suppress(NoAnswer, StaleRev):
            await moved(service, game)
    await asyncio.sleep(0.1)

    assert looked == [game]


async def test_an_order_moves_once_the_database_lets_it(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """It could not be stored that it had moved: it is asked again, and moves."""
    service = Service(storage)
    service.again = 0.01
    game = await running(service, 1000)
    table = (await service.tables.find(game)).started()
    seat = table.awaited[0]
    *_, wanted = standing.KINDS["take_first"].offered(table.game, seat.id)
    Fault(1, made=False).install(monkeypatch)
    await service.orders.give(game, seat.user_id, wanted)
    after = await until_moved(service, game, len(table.moves))
    await service.settled()

    assert after.moves[len(table.moves)].decided_by == "order"
