"""What is set for a table: read from what any version has stored, and stored so that the others can read it."""

from datetime import UTC, datetime, timedelta

from bot.tables.requests import Request
from bot.tables.service import Service
from bot.tables.settings import Clock, Deputy, Spent, Status, TableSettings
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, BOB

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BEFORE = {
    "clock": {"minutes": 90, "each": True, "zero": "house"},
    "deputies": {"s1": {"owner": 1, "user": 2, "name": "Fir", "called": True, "until": NOON.isoformat()}},
    "clock_times": {"s1": {"seconds": 30.5, "since": None}},
    "grace": "30",
    "hints": "off",
    "paused": True,
}


def test_what_version_0_3_0_has_stored_is_read():
    """Each value as what it is."""
    read = TableSettings.of(BEFORE)

    assert read.clock == Clock(timedelta(minutes=90), each=True, zero="house")
    assert read.deputies == {"s1": Deputy("s1", 1, 2, "Fir", called=True, until=NOON)}
    assert read.clock_times == {"s1": Spent(timedelta(seconds=30.5))}
    assert (read.grace, read.hints, read.paused, read.summary) == (30, "off", True, "on")


def test_what_is_stored_has_the_form_of_version_0_3_0():
    """The same keys, times that its reader takes, and every key of a value."""
    stored = TableSettings.of(BEFORE).stored()

    until = stored["deputies"]["s1"].pop("until")
    assert datetime.fromisoformat(until) == NOON
    assert stored["deputies"] == {"s1": {"owner": 1, "user": 2, "name": "Fir", "called": True}}
    assert {**stored, "grace": "30", "deputies": BEFORE["deputies"]} == BEFORE


def test_other_versions_keep_what_only_they_understand():
    """A key nobody knows here stays, and a value that is not understood counts as not set and is left alone."""
    read = TableSettings.of({"weather": "fine", "hints": "perhaps", "grace": 30})
    changed = read.having(grace=60, paused=True)

    assert (read.hints, read.grace) == ("on", 30)
    assert changed.stored()["weather"] == "fine"
    assert changed.since(read) == {"grace": 60, "paused": True}


def test_requests_that_only_another_version_understands_stay():
    """Among those that are understood, as they were stored; no new one has the number of one of them."""
    asked = {"rev": 4, "by": 1, "at": NOON.isoformat(), "asked": [1, 2]}
    strange = {**asked, "kind": "swap", "id": 9, "with": "s3"}
    read = TableSettings.of({"requests": [strange, {**asked, "kind": "stop", "id": 3}], "grace": "soon"})
    more = read.having(requests=read.noting(Request("move", 0, 4, 1, NOON, channel=7)))

    assert [(one.kind, one.id) for one in read.requests] == [("stop", 3)]
    assert [(one.kind, one.id) for one in more.requests] == [("stop", 3), ("move", 10)]
    assert [one["id"] for one in more.stored()["requests"]] == [9, 3, 10]
    assert more.stored()["requests"][0] == strange
    assert TableSettings.of(more.stored()) == more
    assert list(more.since(read)) == ["requests"]


def test_nothing_has_become_of_a_new_table():
    """It does not rest, is no copy, and nobody acts for anybody."""
    new = TableSettings()

    assert [name for name in Status.model_fields if getattr(new, name)] == []
    assert new.stored() == {}


def test_what_is_set_back_is_no_longer_stored():
    """The default need not be stored."""
    read = TableSettings.of(BEFORE)

    assert read.having(clock=None, hints="on").since(read) == {"clock": None, "hints": None}


async def test_a_rematch_takes_over_all_that_the_host_chose(service: Service, table: StartedTable):
    """Whatever a host can choose, and nothing of what has become of the table."""
    chosen = {"grace": 120, "summary": "off", "hints": "off", "scheme": "dark", "reminder_minutes": 30}
    await service.lobbies.change_settings(table.game_id, ANN, **chosen, proxies={"7": "Fir"})
    for person in (ANN, BOB, table.seats[-1].user_id, *(seat.user_id for seat in table.seats)):
        if (await service.tables.find(table.game_id)).state == "running":
            await service.consent.stop(table.game_id, person)

    again = await service.lobbies.rematch(table.game_id, BOB, "Bob")

    stored = (await service.storage.games.find(again.game_id)).settings
    assert {key: stored[key] for key in chosen} == chosen
    assert set(stored) == {*chosen, "rematch_of", "invited", "announced"}
