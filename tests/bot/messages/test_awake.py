"""When those who sit in a lobby are all awake: on each reader's clock, without the names of zones."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.messages.awake import hours_of_all
from bot.storage import UserRow
from tests.bot.tabletop import CHANNEL, Table

NOW = datetime(2026, 11, 3, 9, 40, tzinfo=UTC)
WORDS = {"en": "all awake", "de": "alle wach", "es": "despiertos", "cs": "vzhůru", "hu": "ébren"}


def person(zone: str, quiet_from: int, quiet_to: int) -> UserRow:
    """Somebody with quiet hours, in minutes of their day."""
    return UserRow(1, zone=zone, quiet_from=quiet_from, quiet_to=quiet_to, settings={})


def at(hour: int, minute: int = 0, day: int = 3) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def test_the_hours_of_all_are_those_of_each():
    """Across zones and midnight; two who are never awake at once have none."""
    vienna, tokyo = person("Europe/Vienna", 22 * 60, 7 * 60), person("Asia/Tokyo", 22 * 60, 7 * 60)
    day, night = person("UTC", 8 * 60, 20 * 60), person("UTC", 20 * 60, 8 * 60)

    assert hours_of_all([vienna], NOW) == [(at(6, day=4), at(21, day=4))]
    assert hours_of_all([vienna, tokyo], NOW) == [(at(6, day=4), at(13, day=4))]
    assert hours_of_all([day, night], NOW) == []
    for start, end in hours_of_all([vienna, tokyo], NOW):
        assert end - start < timedelta(days=1)


@pytest.mark.parametrize("lang", WORDS)
async def test_a_lobby_says_when_all_are_awake_who_have_set_their_hours(tabletop: Table, lang: str):
    """Not while only one has: their hours would tell where they live; each reads times on their own clock."""
    card = await tabletop.lobby(3, language=lang)
    alder, birch, _ = await tabletop.seat(3)
    change = tabletop.bot.storage.people.change
    await change(int(alder.id), zone="Europe/Vienna", quiet_from=22 * 60, quiet_to=7 * 60)
    await birch.press(card, "Join" if lang == "en" else card.labels[0])
    await tabletop.settled()
    one = tabletop.card.text
    await change(int(birch.id), zone="Asia/Tokyo", quiet_from=22 * 60, quiet_to=7 * 60)
    await alder.command(CHANNEL, "game leave")
    await alder.command(CHANNEL, "game join")
    await tabletop.settled()
    both = tabletop.card.text

    assert WORDS[lang] not in one
    assert WORDS[lang] in both
    assert "<t:" in both
    assert "Vienna" not in both
    assert "Tokyo" not in both
