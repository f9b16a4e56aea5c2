from typing import cast
from unittest.mock import Mock

import discord
import pytest

from bot.called import called
from bot.tables.lobbies import plain_name


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("漢字", "漢字"),
        ("Ann ⬡", "Ann ⬡"),
        ("\u3164", "ann_18"),
        ("Ann \U00012000", "ann_18"),
        ("\u2800\u2800", "ann_18"),
    ],
)
def test_a_name_that_pictures_cannot_show_gives_way_to_that_of_the_account(shown: str, name: str):
    """Signs may be missing from a picture, letters may not."""
    person = cast("discord.User", Mock(spec=discord.User))
    person.configure_mock(display_name=shown)
    person.name = "ann_18"

    assert called(person) == name


def test_what_joins_letters_is_kept_in_a_name():
    """A Persian name and a person in space stay what they are, but for what cannot be seen."""
    assert plain_name("مَریَم\u200cها 👩\u200d🚀\x07") == "مَریَم\u200cها 👩\u200d🚀"  # noqa: RUF001 - as it is written
