"""The address of the database, as somebody gives it: which driver it means, and what is refused."""

from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.errors.storage import BadAddress, UnescapedPassword, UnknownParameter
from bot.storage.connect import address_of_file, file_of, place_of, read_address


@pytest.mark.parametrize(
    ("given", "trouble", "place"),
    [
        ("postgresql://bot:p@ss@host/games", UnescapedPassword, "given"),
        ("no address", BadAddress, "given"),
        ("mysql://bot:secret@host/games", BadAddress, "mysql://bot:***@host/games"),
        ("postgresql://bot:secret@host", BadAddress, "postgresql://bot:***@host"),
        ("sqlite://", BadAddress, "in memory"),
        ("sqlite:///:memory:", BadAddress, ":memory:"),
        (
            "postgresql://bot:secret@host/games?colour=red",
            UnknownParameter,
            "postgresql+asyncpg://bot:***@host/games",
        ),
    ],
)
def test_an_address_is_refused_and_no_secret_told(given: str, trouble: type[BadAddress], place: str):
    """Nobody can tell where a password with an @ ends, so nothing of that address is shown."""
    with pytest.raises(BadAddress) as refused:
        read_address(given)

    assert type(refused.value) is trouble
    assert refused.value.values["place"] == place
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("sqlite:///a@b@c.db", "sqlite+aiosqlite:///a%40b%40c.db"),
        ("postgresql://bot:p%40ss@host/games", "postgresql+asyncpg://bot:p%40ss@host/games"),
        ("postgresql://bot@host/games?sslmode=require", "postgresql+asyncpg://bot@host/games?ssl=require"),
    ],
)
def test_an_address_gets_our_driver(given: str, shown: str):
    """A password is escaped, and what other programs call a parameter is called as our driver does."""
    assert read_address(given).render_as_string(hide_password=False) == shown


def test_a_file_has_its_address_and_its_place():
    """Whatever its name has; a server has no file."""
    address = make_url(address_of_file("/data/a@b?c.db"))
    server = make_url("postgresql://bot:secret@host/games")

    assert file_of(address) == Path("/data/a@b?c.db")
    assert place_of(address) == "/data/a@b?c.db"
    assert file_of(make_url("sqlite:///file:/data/games.db?uri=true")) == Path("/data/games.db")
    assert file_of(server) is None
    assert place_of(server) == "postgresql://bot:***@host/games"
