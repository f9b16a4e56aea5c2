"""The lobby's list of seats: who hosts, where the house plays and how well, and what is free."""

from types import SimpleNamespace
from typing import Any

from bot.messages.lobby_card import _sitting

TELLER: Any = SimpleNamespace(
    say=lambda key, **values: " ".join((key, *values.values())), player=lambda seat: f"name of {seat}"
)


def test_each_seat_says_who_sits_there():
    """The level stands beside the house alone, the host is marked, others are names."""
    seats = {
        "s1": SimpleNamespace(id="s1", is_house=False, user_id=11),
        "s2": SimpleNamespace(id="s2", is_house=True, user_id=0),
        "s3": SimpleNamespace(id="s3", is_house=False, user_id=12),
    }
    table: Any = SimpleNamespace(seat=seats.get, host=11, settings=SimpleNamespace(level="journeyman"))

    assert [_sitting(table, place, TELLER) for place in range(4)] == [
        "lobby.host **name of s1**",
        "**name of s2** · house.level.journeyman",
        "**name of s3**",
        "lobby.free",
    ]
