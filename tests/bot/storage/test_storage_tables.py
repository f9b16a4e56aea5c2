import asyncio

import pytest

from bot.errors.storage import AlreadySeated, ChannelTaken, GameMissing, LobbyFull, SeatMissing, WrongState
from bot.storage import GameRow, Move, NewGame, Storage
from tests.bot.storage.finishing import finish
from tests.bot.storage.notation import in_notation

ANN, BOB, CY, DORA = 11, 12, 13, 14


def new(channel_id: int = 900, **more: object) -> NewGame:
    return NewGame(channel_id, "18Mag", seed=7, places=3, host_user_id=ANN, **more)  # type: ignore[arg-type]


async def test_a_lobby_keeps_what_it_was_opened_with(storage: Storage):
    """Options, language and the 64-bit numbers of Discord come back as they went in."""
    big = 1_400_000_000_000_000_001
    lobby = await storage.games.create(new(big, guild_id=big + 1, options=["a=b"], language="es"))

    found = await storage.games.find(lobby.id)

    assert found == lobby
    assert (found.channel_id, found.guild_id, found.options, found.language) == (big, big + 1, ["a=b"], "es")
    assert (found.state, found.rev, found.settings) == ("lobby", 0, {})
    assert found.created_at.utcoffset() is not None


async def test_a_channel_holds_one_open_game(storage: Storage, lobby: GameRow):
    """A second one is refused by name until the first is closed; the closed one stays to be found."""
    with pytest.raises(ChannelTaken) as refused:
        await storage.games.create(new())

    assert refused.value.values["game_id"] == lobby.id
    await storage.games.end(lobby.id)
    second = await storage.games.create(new())
    assert (await storage.games.in_channel(900)) == second
    await storage.games.end(second.id)
    assert await storage.games.in_channel(900) is None
    assert (await storage.games.in_channel(900, closed=True) or lobby).id == second.id


async def test_of_many_lobbies_at_once_one_opens(storage: Storage):
    """The database decides, not the order of asking."""
    results = await asyncio.gather(*(storage.games.create(new()) for _ in range(5)), return_exceptions=True)

    assert sum(isinstance(result, GameRow) for result in results) == 1
    assert sum(isinstance(result, ChannelTaken) for result in results) == 4


async def test_people_join_and_leave(storage: Storage, lobby: GameRow):
    """Seats close up when somebody leaves, so positions are never doubled."""
    for user_id, name in ((ANN, "Ann"), (BOB, "Bob")):
        await storage.seats.join(lobby.id, user_id, name)
    await storage.seats.leave(lobby.id, ANN)

    seats = await storage.seats.join(lobby.id, CY, "Cy")

    assert [(seat.seat, seat.position, seat.name) for seat in seats] == [("s1", 0, "Bob"), ("s2", 1, "Cy")]
    assert await storage.seats.of_game(lobby.id) == seats


async def test_a_lobby_refuses_double_and_surplus_people(storage: Storage, lobby: GameRow):
    """One seat a person, and no more people than places."""
    for user_id in (ANN, BOB, CY):
        await storage.seats.join(lobby.id, user_id, "?")

    with pytest.raises(AlreadySeated):
        await storage.seats.join(lobby.id, BOB, "?")
    with pytest.raises(LobbyFull):
        await storage.seats.join(lobby.id, DORA, "?")
    with pytest.raises(SeatMissing):
        await storage.seats.leave(lobby.id, DORA)


async def test_a_start_seats_people_in_the_given_order(storage: Storage, lobby: GameRow):
    """The caller shuffles; seat ids follow the order."""
    for user_id in (ANN, BOB, CY):
        await storage.seats.join(lobby.id, user_id, str(user_id))

    with pytest.raises(SeatMissing):
        await storage.games.start(lobby.id, (ANN, BOB))
    seats = await storage.games.start(lobby.id, (CY, ANN, BOB), engine_version="1")

    assert [(seat.seat, seat.user_id) for seat in seats] == [("s1", CY), ("s2", ANN), ("s3", BOB)]
    game = await storage.games.find(lobby.id)
    assert (game.state, game.engine_version) == ("running", "1")
    assert game.started_at is not None


async def test_a_running_game_has_no_lobby(storage: Storage, game: GameRow):
    """Nobody joins, leaves or starts again."""
    with pytest.raises(WrongState):
        await storage.seats.join(game.id, DORA, "Dora")
    with pytest.raises(WrongState):
        await storage.seats.leave(game.id, ANN)
    with pytest.raises(WrongState) as refused:
        await storage.games.start(game.id, (ANN, BOB, CY))
    assert (refused.value.values["state"], refused.value.values["wanted"]) == ("running", "lobby")


async def test_a_closed_game_stays_closed(storage: Storage, game: GameRow):
    """Finishing twice, or abandoning what is finished, is refused."""
    finished = await finish(storage, game.id)

    assert finished.finished_at is not None
    with pytest.raises(WrongState):
        await finish(storage, game.id)
    with pytest.raises(WrongState):
        await storage.games.end(game.id)


async def test_games_are_found_by_person_and_state(storage: Storage, game: GameRow):
    """Hosts and players see their games, others do not."""
    other = await storage.games.create(new(901))

    assert [row.id for row in await storage.games.of_user(ANN)] == [other.id, game.id]
    assert [row.id for row in await storage.games.of_user(BOB)] == [game.id]
    assert await storage.games.of_user(DORA) == ()
    assert [row.id for row in await storage.games.in_state("running")] == [game.id]


async def test_settings_merge_and_vanish(storage: Storage, game: GameRow):
    """Each setting stands for itself; None removes one."""
    await storage.games.change_settings(game.id, reminder_minutes=60, colours="dark")
    await storage.games.change_settings(game.id, colours=None, zoom=2)

    assert (await storage.games.find(game.id)).settings == {"reminder_minutes": 60, "zoom": 2}
    assert (await storage.games.change(game.id, host_user_id=BOB)).host_user_id == BOB


async def test_an_unknown_game_is_named(storage: Storage):
    """Every door says which number it did not find."""
    for request in (
        storage.games.find(5),
        storage.games.rev(5),
        storage.seats.join(5, ANN, "Ann"),
        storage.games.end(5),
        storage.games.change(5),
    ):
        with pytest.raises(GameMissing, match="no game number 5"):
            await request


async def test_finished_games_of_some_people_come_with_their_seats(storage: Storage):
    """Those at which all of them sat, the last to end first; no running one, and no more than are asked for."""
    numbers = []
    for channel, people in ((901, (ANN, BOB)), (902, (ANN, CY)), (903, (BOB, ANN)), (904, (ANN, BOB))):
        lobby = await storage.games.create(new(channel))
        for person in people:
            await storage.seats.join(lobby.id, person, f"P{person}")
        await storage.games.start(lobby.id, people)
        numbers.append(lobby.id)
    for number in numbers[:3]:
        await finish(storage, number)
    found = await storage.games.finished_by((BOB, ANN), 9)

    assert [row.id for row, _ in found] == [numbers[2], numbers[0]]
    assert [[seat.user_id for seat in seats] for _, seats in found] == [[BOB, ANN], [ANN, BOB]]
    assert [row.id for row, _ in await storage.games.finished_by((ANN,), 2)] == [numbers[2], numbers[1]]
    assert await storage.games.finished_by((DORA,), 9) == ()


async def test_a_game_that_was_played_elsewhere_is_taken_in(storage: Storage):
    """With names it is over, and nobody's; without it waits for people to go on. Nobody hears of its moves."""
    moves = [Move("s1", -1, "pass"), Move("s2", -2, "pass")]
    over = await storage.games.take_in(new(901), moves, ("Ann", "Bob"), {"go_on": "x"})
    begun = await storage.games.take_in(new(902), moves[:1], (), {})

    assert (over.state, over.rev, over.settings) == ("finished", 2, {"go_on": "x"})
    assert over.started_at == over.finished_at is not None
    assert [(seat.seat, seat.user_id, seat.name) for seat in await storage.seats.of_game(over.id)] == [
        ("s1", -1, "Ann"),
        ("s2", -2, "Bob"),
    ]
    assert await in_notation(storage, over.id) == ("pass", "pass")
    assert (begun.state, begun.rev, begun.started_at) == ("lobby", 1, None)
    assert await storage.seats.of_game(begun.id) == ()
    for game, recorded in ((over, 2), (begun, 1)):
        log = await storage.messages.find(game.id, "log")
        assert log is not None
        assert (log.rev, log.message_id, log.channel_id) == (recorded, 0, game.channel_id)
        assert await storage.outbox.news(game.id) == ()
