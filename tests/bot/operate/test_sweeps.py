"""Of several processes on one database each looks after its own tables: whatever is asked for all games at once."""

import inspect
from collections.abc import Iterator
from dataclasses import fields
from datetime import timedelta
from typing import Any

from bot.storage import BellRow, Move, NewGame, Storage
from bot.storage.rows import Decision
from bot.storage.shards import Shard

USER, HOST = 11, 12
NAMES = frozenset(
    {
        *(
            "game_id",
            "guild_id",
            "channel_id",
            "user_id",
            "user_ids",
            "people",
            "request_id",
            "reminder_id",
            "plan_id",
            "order_id",
        ),
        *("row", "rows", "seen", "post", "new", "decision", "name", "key", "request"),
        *("owner", "owners", "post_id"),
    }
)
"""What a request names that is about some games or people, and not about all there are."""
OF_ALL = {
    "games.count": "a figure of the whole database",
    "outbox.count": "likewise",
    "leases.in_force": "who serves which shard is everybody's",
    "hooks.owners": "a person's calls come from tables of every shard",
    "hooks.due": "each is sent by whichever process claims it first",
    "hooks.next_due": "likewise",
}


def sweeps(storage: Storage) -> Iterator[tuple[str, Any]]:
    """The requests that name no game and no person, by part and name."""
    for part in vars(storage).values():
        if part is storage.database:
            continue
        where = next(name for name, one in vars(storage).items() if one is part)
        for name, request in inspect.getmembers(part, inspect.iscoroutinefunction):
            if not name.startswith("_") and not NAMES & {*inspect.signature(request).parameters}:
                yield f"{where}.{name}", request


def given(request: Any, storage: Storage) -> list[Any]:
    """What a sweep is to be asked with, so that it finds something."""
    late = storage.now() + timedelta(days=1)
    known: dict[str, list[Any]] = {
        "now": [late],
        "latest": [storage.now() - timedelta(days=9)],
        "states": ["running"],
    }
    needed = [
        one.name
        for one in inspect.signature(request).parameters.values()
        if one.default is one.empty and one.kind is not one.KEYWORD_ONLY
    ]
    return [value for name in needed for value in known[name]]


async def table_of(storage: Storage, shard: int) -> int:
    """A running game of a server of a shard, with something of everything that is looked after."""
    lobby = await storage.games.create(
        NewGame(900 + shard, "18Mag", 7, 3, HOST, guild_id=(10**6 * 2 + shard) << 22)
    )
    await storage.seats.join(lobby.id, USER, "Ann")
    await storage.games.start(lobby.id, (USER,))
    await storage.actions.append(lobby.id, 0, Move("s1", USER, "a"))
    now = storage.now()
    await storage.bells.keep(BellRow(lobby.id, "rang", "turn", HOST, USER, now, 60, f"ping:{USER}"))
    await storage.orders.give(lobby.id, USER, "s1", {"what": "pass"})
    return lobby.id


def numbers(found: Any) -> set[int]:
    """The games of what was found."""
    rows = found if isinstance(found, (list, tuple, set, frozenset)) else [found]
    return {number for row in rows for number in _numbers(row)}


def _numbers(row: Any) -> Iterator[int]:
    if isinstance(row, int):
        yield row
        return
    names = [one.name for one in fields(row)]
    if "game_id" in names:
        yield row.game_id
    elif "reminder" in names:
        yield row.reminder.game_id
    else:
        yield row.id


async def swept(part: Storage) -> dict[str, set[int]]:
    """What each sweep finds."""
    asked = dict(sweeps(part))
    assert {*OF_ALL} <= {*asked}
    found = {}
    for name, request in asked.items():
        if name not in OF_ALL:
            found[name] = await request(*given(request, part))
    told = found.pop("reminders.next_due")
    assert told is None or told <= part.now()
    return {name: numbers(rows) for name, rows in found.items()}


async def test_whatever_is_asked_for_all_games_tells_of_ones_own(address: str):
    """Every request of the storage that names no game; a new one is found by itself, and must do so too."""
    async with Storage.open(address) as storage:
        games = [await table_of(storage, shard) for shard in (0, 1)]
        parts = [storage.of_shard(Shard(shard, 2)) for shard in (0, 1)]
        before = [await swept(part) for part in parts]
        for game in games:
            now = storage.now()
            await storage.reminders.await_users(Decision(game, 1, "turn", now), {USER: now})
        for part, game, first in zip(parts, games, before, strict=True):
            after = await swept(part)
            wrong = {
                name: (first[name], rows) for name, rows in after.items() if first[name] | rows != {game}
            }
            assert wrong == {}


async def test_tables_of_somebody_are_woken_where_they_are_served(address: str):
    """They are listed wherever they are, and looked after by one process."""
    async with Storage.open(address) as storage:
        games = [await table_of(storage, shard) for shard in (0, 1)]
        for shard, game in enumerate(games):
            part = storage.of_shard(Shard(shard, 2)).games
            assert [row.id for row in await part.of_user(USER)] == games[::-1]
            assert [row.id for row in await part.of_user(USER, served=True)] == [game]
