"""What is stored for one table or person is read and changed for it alone: each store with two of everything."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.errors.storage import StaleRev
from bot.errors.tables import OrderEnded
from bot.storage import UNTOLD, BellRow, GameRow, Move, NewGame, Storage
from bot.storage.hooks import of_person, of_table, plan_calls
from bot.storage.queries import merged
from bot.storage.rows import Decision, HookRow, ReminderRow, SeasonRow
from bot.storage.schema import games
from bot.storage.shards import Shard
from tests.bot.storage.conftest import ANN, BOB, CY
from tests.bot.untold import forget_untold

HOUR = timedelta(hours=1)


@pytest.fixture
async def other(storage: Storage) -> GameRow:
    """Another running game of the same people, in another channel."""
    row = await storage.games.create(NewGame(901, "18CZ", seed=8, places=3, host_user_id=BOB))
    for user_id, name in ((ANN, "Ann"), (BOB, "Bob"), (CY, "Cy")):
        await storage.seats.join(row.id, user_id, name)
    await storage.games.start(row.id, (ANN, BOB, CY))
    return await storage.games.find(row.id)


def at(monkeypatch: pytest.MonkeyPatch, storage: Storage, later: timedelta) -> Any:
    """Let it be some time later."""
    now = storage.database.now() + later
    monkeypatch.setattr(storage.database, "now", lambda: now)
    return now


async def test_messages(storage: Storage, game: GameRow, other: GameRow):
    """Of one purpose at one table; in the order of their purposes."""
    for row in (game, other):
        for purpose in ("log", "board"):
            await storage.messages.remember(row.id, purpose, row.channel_id, 5, 1)
    await storage.messages.remember(game.id, "board", 900, 6, 2)
    found = await storage.messages.find(game.id, "board")

    assert found is not None
    assert (found.message_id, found.rev, found.channel_id) == (6, 2, 900)
    assert [one.purpose for one in await storage.messages.of_game(game.id)] == ["board", "log"]
    await storage.messages.forget(game.id, "board")
    await storage.messages.forget(game.id, "no such")
    assert await storage.messages.find(game.id, "board") is None
    assert [one.purpose for one in await storage.messages.of_game(game.id)] == ["log"]
    assert len(await storage.messages.of_game(other.id)) == 2


async def test_visits(storage: Storage, game: GameRow, other: GameRow):
    """What somebody saw last of one table."""
    await storage.visits.keep(game.id, ANN, 3)
    await storage.visits.keep(game.id, ANN, 5)
    await storage.visits.keep(game.id, BOB, 1)
    found = await storage.visits.find(game.id, ANN)

    assert found is not None
    assert found.rev == 5
    assert await storage.visits.find(other.id, ANN) is await storage.visits.find(game.id, CY) is None


async def test_plans(storage: Storage, game: GameRow, other: GameRow):
    """By table, person and name; in the order of their names."""
    second = await storage.plans.keep(game.id, ANN, "b", "7", ["x"])
    first = await storage.plans.keep(game.id, ANN, "a", "", [])
    for where, who in ((game.id, BOB), (other.id, ANN)):
        await storage.plans.keep(where, who, "b", "8", ["y"])

    assert await storage.plans.of(game.id, ANN) == (first, second)
    again = await storage.plans.keep(game.id, ANN, "b", "9", ["z"])
    assert (again.id, again.unit, again.steps) == (second.id, "9", ["z"])
    assert await storage.plans.find(second.id) == again
    assert [one.unit for one in await storage.plans.of(game.id, BOB)] == ["8"]
    await storage.plans.drop(second.id)
    assert await storage.plans.find(second.id) is None
    assert await storage.plans.of(game.id, ANN) == (first,)
    assert len(await storage.plans.of(other.id, ANN)) == 1


async def test_leases(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """Who holds one puts off its end; others take it when it is over, or from who is known to be gone."""
    leases = storage.leases
    begun = at(monkeypatch, storage, timedelta())
    assert await leases.take("one", "a", HOUR)
    assert await leases.take("two", "a", HOUR)
    assert await leases.take("one", "a", 2 * HOUR)
    assert not await leases.take("one", "b", HOUR)
    known = await leases.find("one")
    assert known is not None
    assert (known.holder, known.until) == ("a", begun + 2 * HOUR)
    assert await leases.find("three") is None
    await leases.give_up("one", "b")
    await leases.give_up("two", "a")
    assert [(one.name, one.holder) for one in await leases.in_force() if len(one.name) == 3] == [("one", "a")]
    assert await leases.take("one", "b", HOUR, gone=known)
    assert not await leases.take("one", "c", HOUR, gone=known)
    at(monkeypatch, storage, HOUR)
    assert [one.name for one in await leases.in_force() if one.name == "one"] == []
    assert await leases.take("one", "c", HOUR)


async def test_hooks_and_what_they_are_to_be_told(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """A new address begins anew; posts are told one by one, the oldest first, and by one process alone."""
    hooks, now = storage.hooks, at(monkeypatch, storage, timedelta())
    mine, theirs = of_person(ANN), of_table(7)
    for owner in (mine, theirs):
        await hooks.keep(HookRow(owner, ANN, "https://x", "secret", 0))
    async with storage.database.writing() as connection:
        await plan_calls(connection, {}, now)
        await plan_calls(connection, {theirs: "first"}, now - HOUR)
        await plan_calls(connection, {mine: "second", theirs: "third"}, now)
    assert await hooks.owners() == {mine, theirs}
    assert await hooks.next_due() == now - HOUR
    assert [one.body for one in await hooks.due(now - HOUR)] == ["first"]
    first, second, third = await hooks.due(now)
    assert [first.body, second.body, third.body] == ["first", "second", "third"]

    assert await hooks.claim(first, now + HOUR)
    assert not await hooks.claim(first, now + HOUR)
    assert [one.id for one in await hooks.due(now)] == [second.id, third.id]
    await hooks.postpone(second.id, now + 3 * HOUR)
    await hooks.drop(third.id)
    assert [(one.id, one.tries) for one in await hooks.due(now + 3 * HOUR)] == [(first.id, 1), (second.id, 0)]
    await hooks.count_failures(mine, "secret", 4)
    assert [(await hooks.find(owner)).failures for owner in (mine, theirs)] == [4, 0]  # type: ignore[union-attr]
    await hooks.keep(HookRow(mine, ANN, "https://y", "secret", 0))
    assert [one.id for one in await hooks.due(now + 3 * HOUR)] == [first.id]
    await hooks.count_failures(mine, "of the one before", 4)
    assert not await hooks.end(mine, "of the one before")
    assert (await hooks.find(mine)).failures == 0  # type: ignore[union-attr]
    assert [await hooks.end(theirs), await hooks.end(theirs)] == [True, False]
    assert (await hooks.next_due(), await hooks.find(theirs)) == (None, None)
    assert (await hooks.find(mine)).url == "https://y"  # type: ignore[union-attr]


async def test_bells(storage: Storage, game: GameRow, other: GameRow):
    """Of one table; whoever has acted is forgotten there alone; only open games owe calls."""
    now = storage.database.now()
    rows = [
        BellRow(where, "rang", "turn", 0, who, now, 600, owed)
        for where, who, owed in ((game.id, ANN, "card"), (game.id, BOB, ""), (other.id, ANN, ""))
    ]
    for row in rows:
        await storage.bells.keep(row)

    assert set(await storage.bells.of_game(game.id)) == set(rows[:2])
    assert await storage.bells.games_owing() == (game.id,)
    await storage.bells.keep(rows[1], acted=[ANN])
    assert await storage.bells.of_game(game.id) == (rows[1],)
    assert await storage.bells.of_game(other.id) == (rows[2],)
    assert await storage.bells.games_owing() == ()
    await storage.bells.forget(game.id, [BOB])
    await storage.bells.drop(rows[0])
    assert await storage.bells.of_game(other.id) == (rows[2],)
    await storage.bells.drop(rows[2])
    assert await storage.bells.of_game(other.id) == await storage.bells.of_game(game.id) == ()
    await storage.bells.keep(rows[0])
    await storage.games.end(game.id)
    assert await storage.bells.games_owing() == ()


async def test_people(storage: Storage):
    """Defaults for who has set nothing; None removes what is set."""
    await storage.people.change_settings(ANN, one=1, two=2)
    after = await storage.people.change_settings(ANN, one=None, three=3)
    await storage.people.change(BOB, zone="Europe/Budapest")

    assert after.settings == {"two": 2, "three": 3}
    assert (await storage.people.find(ANN)) == after
    found = await storage.people.find_all([ANN, BOB, CY])
    assert list(found) == [ANN, BOB, CY]
    assert (found[ANN], found[BOB].zone, found[CY]) == (
        after,
        "Europe/Budapest",
        await storage.people.find(CY),
    )
    assert (await storage.people.find(CY)).settings == {}


async def test_all_that_a_person_sets_at_once_is_kept(storage: Storage, game: GameRow):
    """As with two clients: the first settings of somebody, too, and one plan of a name."""
    several = (storage.people.change_settings(ANN, **{f"key{at}": at}) for at in range(6))
    await asyncio.gather(*several, storage.people.change(ANN, zone="Europe/Budapest"))
    row = await storage.people.find(ANN)
    steps = [[{"hex": f"A{at}"}] for at in range(4)]
    plans = await asyncio.gather(*(storage.plans.keep(game.id, ANN, "north", "SBB", one) for one in steps))
    (kept,) = await storage.plans.of(game.id, ANN)

    assert (row.settings, row.zone) == ({f"key{at}": at for at in range(6)}, "Europe/Budapest")
    assert {one.id for one in plans} == {kept.id}
    assert kept.steps in steps


async def test_a_league(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """Lists by server and title, the first to come first; one season runs at a time."""
    league, begun = storage.league, at(monkeypatch, storage, timedelta())
    assert await league.sign_up(5, "18Mag", BOB, "Bob")
    at(monkeypatch, storage, HOUR)
    assert await league.sign_up(5, "18Mag", ANN, "Ann")
    assert not await league.sign_up(5, "18Mag", ANN, "Anna")
    for server, title in ((5, "18CZ"), (6, "18Mag")):
        assert await league.sign_up(server, title, ANN, "Ann")
    assert [(one.user_id, one.name) for one in await league.waiting(5, "18Mag")] == [
        (BOB, "Bob"),
        (ANN, "Ann"),
    ]
    assert [await league.withdraw(5, "18Mag", [ANN, CY]), await league.withdraw(5, "18Mag", [ANN])] == [
        True,
        False,
    ]
    counts = [len(await league.waiting(*one)) for one in ((5, "18Mag"), (5, "18CZ"), (6, "18Mag"))]
    assert counts == [1, 1, 1]

    assert await league.begin_season(5, "spring")
    assert await league.begin_season(6, "spring")
    then = at(monkeypatch, storage, HOUR)
    assert not await league.begin_season(5, "spring")
    assert await league.begin_season(5, "summer")
    assert [(one.name, one.ended_at) for one in await league.seasons(5)] == [
        ("summer", None),
        ("spring", then),
    ]
    assert [one.ended_at for one in await league.seasons(6)] == [None]
    assert begun < then


def test_what_lies_in_a_season(storage: Storage):
    """From its beginning until before its end; the one that runs has none."""
    begun = storage.database.now()
    over, runs = SeasonRow(5, "spring", begun, begun + HOUR), SeasonRow(5, "summer", begun, None)

    assert [over.holds(one) for one in (begun - HOUR, begun, begun + HOUR, None)] == [
        False,
        True,
        False,
        False,
    ]
    assert [runs.holds(one) for one in (begun - HOUR, begun, begun + 9 * HOUR, None)] == [
        False,
        True,
        True,
        False,
    ]


async def test_orders(storage: Storage, game: GameRow, other: GameRow):
    """Of one table or person, the oldest first; one that has ended ends once, and its person learns why."""
    orders = storage.orders
    one = await orders.give(game.id, ANN, "s1", {"pass": 1})
    two = await orders.give(game.id, BOB, "s2", {})
    away = await orders.give(other.id, ANN, "s1", {})
    assert await orders.standing(game.id) == (one, two)
    assert await orders.standing(game.id, ANN) == (one,)
    assert set(await orders.games()) == {game.id, other.id}
    three = await orders.give(game.id, ANN, "s1", {}, instead_of=[one.id, two.id, away.id])
    assert await orders.standing(game.id) == (two, three)
    assert len(await orders.standing(other.id)) == 0
    assert await orders.untold(game.id) == ()  # who gives another order knows it

    assert [await orders.end(two.id, "undone", {"x": 1}), await orders.end(two.id, "late")] == [True, False]
    (ended,) = await orders.untold(game.id)
    assert (ended.id, ended.reason) == (two.id, {"x": 1, "why": "undone"})
    assert await orders.untold(other.id) == ()
    assert await orders.end(three.id, "withdrawn", told=True)
    assert [row.id for row in await orders.untold(game.id)] == [two.id]
    assert await orders.games() == (game.id,)
    await orders.told(two.id)
    assert (await orders.untold(game.id), await orders.games()) == ((), ())
    assert await orders.unheard(game.id) == ()


async def test_snapshots(storage: Storage, game: GameRow, other: GameRow):
    """The newest two of a table are kept, and found by its engine."""
    for rev in (1, 2, 3):
        assert await storage.snapshots.save(game.id, rev, rev, "e", b"%d" % rev)
    await storage.snapshots.save(other.id, 9, 9, "e", b"9")
    newest = await storage.snapshots.newest(game.id, "e")

    assert newest is not None
    assert (newest.rev, newest.ply, newest.blob) == (3, 3, b"3")
    assert await storage.snapshots.newest(game.id, "f") is None
    await storage.snapshots.save(game.id, 4, 4, "f", b"4")
    assert (await storage.snapshots.newest(game.id, "e")).rev == 3  # type: ignore[union-attr]
    await storage.snapshots.save(game.id, 5, 5, "f", b"5")
    assert await storage.snapshots.newest(game.id, "e") is None
    await storage.snapshots.drop(game.id)
    assert await storage.snapshots.newest(game.id, "f") is None
    assert await storage.snapshots.newest(other.id, "e") is not None


async def test_reminders(storage: Storage, game: GameRow, other: GameRow):
    """Whoever is awaited still keeps theirs, unless they have just acted; other tables keep all."""
    reminders, now = storage.reminders, storage.database.now()

    def turn(row: GameRow, kind: str = "turn", acted: int | None = None) -> Decision:
        return Decision(row.id, row.rev, kind, now, acted)

    assert await reminders.await_users(turn(game), {ANN: now, BOB: now + HOUR})
    assert await reminders.await_users(turn(game, "undo"), {CY: None})
    assert await reminders.await_users(turn(other), {ANN: now + 2 * HOUR})
    assert not await reminders.await_users(Decision(game.id, 5, "turn", now), {CY: now})
    first = {one.user_id: one.id for one in await reminders.of_game(game.id)}
    assert set(first) == {ANN, BOB, CY}
    assert [one.reminder.user_id for one in await reminders.due(now)] == [ANN]
    assert await reminders.next_due() == now
    assert {one.reminder.user_id for one in await reminders.pending(game_id=game.id)} == {ANN, BOB, CY}
    assert [one.reminder.game_id for one in await reminders.pending(user_id=ANN)] == [game.id, other.id]

    assert await reminders.await_users(turn(game, acted=ANN), {ANN: now + HOUR, BOB: now})
    again = {one.user_id: one for one in await reminders.of_game(game.id)}
    assert again[BOB].id == first[BOB]
    assert again[ANN].id != first[ANN]
    assert (again[ANN].due_at, again[BOB].due_at) == (now + HOUR, now + HOUR)
    await storage.games.end(game.id)
    assert await reminders.of_game(game.id) == ()
    assert len(await reminders.of_game(other.id)) == 1
    assert await reminders.next_due() == now + 2 * HOUR


async def test_a_reminder_is_sent_by_one_who_claims_it(storage: Storage, game: GameRow):
    """Under one nonce until it is confirmed; whoever claims, confirms or tries again too late changes nothing."""
    reminders, now = storage.reminders, storage.database.now()
    await reminders.await_users(Decision(game.id, game.rev, "turn", now), {ANN: now, BOB: now + 9 * HOUR})

    async def anns() -> ReminderRow:
        return (await reminders.of_game(game.id))[0]

    seen = await anns()
    assert await reminders.claim(seen, now, now + HOUR, "n1") == "n1"
    assert await reminders.claim(seen, now, now + HOUR, "n2") is None
    assert [one.reminder.user_id for one in await reminders.pending(game_id=game.id)] == [BOB]
    await reminders.retry(seen.id, "n2", now)
    await reminders.retry(seen.id, "n1", now + HOUR / 2)
    failed = await anns()
    assert (failed.failures, failed.due_at, failed.nonce, failed.attempted_at) == (
        1,
        now + HOUR / 2,
        "n1",
        now,
    )
    assert await reminders.claim(failed, now, now + HOUR, "n3") == "n1"

    assert not await reminders.confirm(seen.id, "n3", now, None)
    assert await reminders.confirm(seen.id, "n1", now, now + 2 * HOUR)
    sent = await anns()
    assert (sent.count, sent.last_sent_at, sent.due_at) == (1, now, now + 2 * HOUR)
    assert (sent.failures, sent.nonce, sent.attempted_at) == (0, None, None)
    await reminders.postpone(seen, None)
    assert await anns() == sent
    await reminders.postpone(sent, None)
    assert (await anns()).due_at is None
    await reminders.snooze_game(game.id, BOB, now + HOUR)
    assert [one.snoozed_until for one in await reminders.of_game(game.id)] == [None, now + HOUR]


async def test_a_move_overtakes_a_reminder(storage: Storage, game: GameRow):
    """What was seen before it can be claimed no longer."""
    now = storage.database.now()
    await storage.reminders.await_users(Decision(game.id, game.rev, "turn", now), {ANN: now})
    (seen,) = await storage.reminders.of_game(game.id)
    await storage.actions.append(game.id, game.rev, Move("s1", ANN, "pass"))

    assert await storage.reminders.claim(seen, now, now + HOUR, "n") is None


async def test_settings_of_one_table(storage: Storage, game: GameRow, other: GameRow):
    """None removes one; the other table keeps its own."""
    await storage.games.change_settings(game.id, one=1, two=2)
    await storage.games.change_settings(other.id, one=5)
    await storage.games.change_settings(game.id, one=None)

    assert (await storage.games.find(game.id)).settings == {"two": 2}
    assert (await storage.games.find(other.id)).settings == {"one": 5}
    assert merged({"a": 1, "b": 2}, {"b": None, "c": 3}) == {"a": 1, "c": 3}


async def test_requests_about_moves(storage: Storage, game: GameRow, other: GameRow):
    """News of whoever asks or answers; closed in one write with the moves, or neither; at one table alone."""
    games, actions = storage.games, storage.actions
    for row in (game, other):
        await actions.append(row.id, 0, Move("s1", ANN, "pass"), Move("s2", BOB, "pass"))
        await forget_untold(storage, row.id)
    await games.change_settings(game.id, ("asked", CY), requests=["asked"])
    await games.change_settings(other.id, ("asked", CY), requests=["theirs"])
    await games.change_settings(game.id, ("answered", ANN), requests=["answered"])
    assert [(one.kind, one.user_id, one.rev) for one in await storage.outbox.news(game.id)] == [
        ("asked", CY, 2),
        ("answered", ANN, 2),
    ]

    async def requests(row: GameRow) -> object:
        return (await games.find(row.id)).settings["requests"]

    with pytest.raises(StaleRev):
        await actions.retract(game.id, 1, 0, CY, settings={"requests": ["late"]})
    with pytest.raises(StaleRev):
        await actions.append(game.id, 1, Move("s3", CY, "pass"), settings={"requests": ["late"]})
    assert await requests(game) == ["answered"]
    rev = await actions.retract(game.id, 2, 0, CY, settings={"requests": ["undone"]})
    assert (rev, await requests(game)) == (3, ["undone"])
    await actions.append(game.id, 3, Move("s1", ANN, "pass"), redone_by=CY, settings={"requests": ["redone"]})
    assert (await requests(game), await requests(other)) == (["redone"], ["theirs"])


async def test_an_order_moves_only_while_it_stands(storage: Storage, game: GameRow, other: GameRow):
    """It counts its acts, which its person hears of; an undo ends what was given since, or what has moved."""
    orders, actions = storage.orders, storage.actions
    one, two = [await orders.give(game.id, who, seat, {}) for who, seat in ((ANN, "s1"), (BOB, "s2"))]
    away = await orders.give(other.id, ANN, "s1", {})
    await actions.append(game.id, 0, Move("s1", ANN, "pass"), order_id=one.id)
    (moved,) = await orders.unheard(game.id)
    assert (moved.id, moved.acts, moved.acted_rev) == (one.id, 1, 1)
    await orders.heard(one.id, 1)
    assert await orders.unheard(game.id) == ()
    late = await orders.give(game.id, CY, "s3", {})
    await actions.append(game.id, 1, Move("s2", BOB, "pass", "order"), order_id=two.id)
    assert [row.id for row in await orders.unheard(game.id)] == [two.id]

    await actions.retract(game.id, 2, 1, BOB)
    assert {row.id: row.reason for row in await orders.untold(game.id)} == {two.id: {"why": "undone"}}
    assert [row.id for row in await orders.standing(game.id)] == [one.id, late.id]
    with pytest.raises(OrderEnded):
        await actions.append(game.id, 3, Move("s2", BOB, "pass"), order_id=two.id)
    await actions.retract(game.id, 3, 0, CY)
    assert [row.id for row in await orders.standing(game.id)] == [one.id]
    assert [row.id for row in await orders.standing(other.id)] == [away.id]


@pytest.mark.parametrize("back", ["forced", "twice", "others"])
async def test_what_an_order_did_is_not_done_again_where_its_person_takes_it_back(
    storage: Storage, game: GameRow, back: str
):
    """Though steps followed of themselves, or it has moved again since; others' undo leaves it standing."""
    orders, actions = storage.orders, storage.actions
    mine, theirs = await orders.give(game.id, ANN, "s1", {}), await orders.give(game.id, BOB, "s2", {})
    first, follows = Move("s1", ANN, "pass", "order"), Move("s2", 0, "run", "forced")
    await actions.append(game.id, 0, first, follows, order_id=mine.id)
    await actions.append(game.id, 2, Move("s2", BOB, "pass", "order"), order_id=theirs.id)
    if back == "twice":
        await actions.append(game.id, 3, first, order_id=mine.id)

    await actions.retract(game.id, await storage.games.rev(game.id), 0, CY if back == "others" else ANN)

    standing = [row.id for row in await orders.standing(game.id)]
    assert standing == ([mine.id, theirs.id] if back == "others" else [theirs.id])


@pytest.mark.parametrize(
    ("guild", "shard"), [(None, 0), (5, 0), (1 << 22, 1), (3 << 22, 0), ((5 << 22) + 9, 2)]
)
async def test_each_table_belongs_to_the_shard_of_its_server(storage: Storage, guild: int | None, shard: int):
    """As Discord counts them; tables without a server belong to the first."""
    row = await storage.games.create(NewGame(700, "18Mag", 7, 3, ANN, guild_id=guild))
    found = []
    for number in range(3):
        query = select(games.c.id).where(Shard(number, 3).own_games)
        async with storage.database.reading() as connection:
            found.append(row.id in set(await connection.scalars(query)))

    assert found == [number == shard for number in range(3)]
    assert Shard(1, 3).lease == "shard 1 of 3"
    assert Shard(1, 3).wish == "wish for shard 1 of 3"


async def test_every_change_of_a_table_is_news_of_who_made_it(storage: Storage):
    """Of a lobby, of its game, and of settings; who frees or seats another is named, not the other."""
    row = await storage.games.create(NewGame(900, "18Mag", 7, 3, ANN), {ANN: "Ann"})
    for change in (
        storage.seats.join(row.id, BOB, "Bob"),
        storage.seats.join(row.id, -1, "House 1", by=ANN),
        storage.seats.leave(row.id, -1),
        storage.games.start(row.id, (ANN, BOB)),
        storage.games.change_settings(row.id, one=1),
        storage.games.change_settings(row.id, UNTOLD, two=2),
        storage.actions.append(row.id, 0, Move("s1", ANN, "pass"), Move("s2", BOB, "pass", ends_round=True)),
        storage.actions.retract(row.id, 2, 1, BOB),
    ):
        await change
    news = await storage.outbox.news(row.id)

    assert [(one.kind, one.user_id, one.rev) for one in news] == [
        ("lobby", ANN, 0),
        ("lobby", BOB, 0),
        ("lobby", ANN, 0),
        ("lobby", -1, 0),
        ("started", ANN, 0),
        ("settings", 0, 0),
        ("played", ANN, 2),
        ("round", ANN, 2),
        ("undone", BOB, 3),
    ]
    await storage.outbox.told_of(news[0])
    assert (await storage.outbox.news(row.id))[0] == news[1]
