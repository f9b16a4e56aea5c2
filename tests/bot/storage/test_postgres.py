"""PostgreSQL in the quick tests: a sample of what the slow ones show, and what only a server can do."""

import asyncio

import pytest
from sqlalchemy import text

from bot.errors import storage as errors
from bot.storage import Move, NewGame, Storage, connect
from bot.storage.connect import place_of, read_address
from tests import postgres
from tests.bot.storage.notation import in_notation

on_a_server = pytest.mark.parametrize("address", ["postgres"], indirect=True)


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_addresses_are_taken_as_hosts_hand_them_out(kind: str):
    """Whatever they call the kind, and with parameters that other drivers know; passwords are not shown."""
    url = read_address(f"{kind}://ann:secret@host/games?sslmode=require&channel_binding=require")

    assert url.drivername == "postgresql+asyncpg"
    assert dict(url.query) == {"ssl": "require"}
    assert "secret" not in place_of(url)


@pytest.mark.parametrize("address", ["postgres://host:port/games", "postgres://host", "postgres:games"])
def test_an_address_that_names_no_database_is_refused(address: str):
    """With an example of a good one."""
    with pytest.raises(errors.BadAddress, match="postgres://user@host/name"):
        read_address(address)


@on_a_server
async def test_a_game_is_stored_on_a_server(address: str):
    """Moves, an undo, and of two who write at once one; the other reads what is there."""
    async with Storage.open(address) as storage, Storage.open(address) as other:
        lobby = await storage.games.create(NewGame(2**60, "18Mag", 7, 3, 2**60))
        await storage.games.start(lobby.id, ())
        rev = await storage.actions.append(lobby.id, 0, Move("s1", 1, "á"), Move("s1", 1, "b"))
        both = await asyncio.gather(
            *(one.actions.append(lobby.id, rev, Move("s1", 1, "c")) for one in (storage, other)),
            return_exceptions=True,
        )
        await other.actions.retract(lobby.id, rev + 1, 1, by=1)

        assert sorted(map(type, both), key=str) == [errors.StaleRev, int]
        assert await in_notation(storage, lobby.id) == ("á",)


async def test_a_server_that_goes_is_named_and_comes_back(server: postgres.Server):
    """While it is away every request says so; when it is there again nobody has to restart the bot."""
    async with Storage.open(server.database()) as storage:
        await storage.meta.write("key", "value")
        server.stop()
        try:
            with pytest.raises(errors.Unavailable):
                await storage.meta.write("key", "lost")
        finally:
            server.start()
        assert await storage.meta.read("key") == "value"


@on_a_server
async def test_a_connection_that_ended_while_nobody_used_it_is_replaced(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    """The server has closed it, and whoever asks next does not hear of it."""
    monkeypatch.setattr(connect, "IDLE", -1)
    others = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with Storage.open(address) as storage, Storage.open(address) as other:
        await storage.meta.write("key", "value")
        async with other.database.asking() as connection:
            await connection.execute(text(f"{others} AND datname = current_database()"))

        assert await storage.meta.read("key") == "value"


async def test_a_database_that_the_server_does_not_have_is_named(server: postgres.Server):
    """In a sentence without a trace."""
    with pytest.raises(errors.Unavailable, match="does not exist"):
        async with Storage.open(server.address("none")):
            pass


@on_a_server
async def test_a_database_that_may_only_be_read_says_so(address: str):
    """A server in that mode, or one that another has taken over from."""
    async with Storage.open(address) as storage:
        name = read_address(address).database
        async with storage.database.writing() as connection:
            await connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    with pytest.raises(errors.ReadOnly):
        async with Storage.open(address):
            pass
