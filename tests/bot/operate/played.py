"""A few stored games, and what they come to when they are replayed."""

from itertools import count

from bot.storage import Storage
from bot.tables import replay
from bot.tables.service import Service
from bot.tables.table import table_from
from engine.title import titles

Fingerprints = dict[int, tuple[str, int]]
MOVES = 30


async def play_some(service: Service, moves: int = MOVES) -> None:
    """Open a table of every title and play it for some moves, with one undo; and open a lobby."""
    people, channels = (101, 102, 103), count(900)
    for title in sorted(titles()):
        lobby = await service.lobbies.create(next(channels), title, people[0], "Ánn", seats=3, seed=7)
        for person in people[1:]:
            await service.lobbies.join(lobby.game_id, person, f"P{person}")
        table = await service.lobbies.start(lobby.game_id, people[0])
        for _ in range(moves):
            action = table.game.choices.offers[0].action
            seat = table.seat(action.actor)
            assert seat is not None
            table = await service.moves.act(table.game_id, table.rev, seat.user_id, action)
        await service.storage.actions.retract(table.game_id, table.rev, len(table.moves) - 2, people[0])
        await service.storage.people.change(people[0], zone="Europe/Madrid", quiet_from=60)
    await service.lobbies.create(next(channels), "18Mag", people[0], "Ann", seats=3)


async def fingerprints(storage: Storage) -> Fingerprints:
    """Of every game that has begun, by its number: the fingerprint of its replay, and its revision."""
    found: Fingerprints = {}
    for row in await storage.games.in_state("running", "finished", "ended"):
        setup = table_from(row, await storage.seats.of_game(row.id)).setup
        moves = [(one.seat, one.text) for one in await storage.actions.in_force(row.id)]
        found[row.id] = replay.fingerprint(setup, moves), row.rev
    return found
