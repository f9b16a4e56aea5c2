"""Who acts at a seat for somebody: who may say so, how that is taken back, and when it ends by itself."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.errors.storage import AlreadySeated, SeatMissing
from bot.errors.tables import NoDeputy, NotHost, NotRunning
from bot.tables.changes import TableChange
from bot.tables.service import Service
from bot.tables.settings import Deputy
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, BOB, CY, DEE

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def deputy(table: StartedTable, owner: int = BOB, user: int = DEE, **how: Any) -> Deputy:
    """Somebody who acts for a person at the table."""
    seat = table.seat_of(owner)
    return Deputy(seat.id if seat else "s9", owner, user, "Dee", **how)


@pytest.mark.parametrize(
    ("by", "as_host", "called", "allowed"),
    [
        (BOB, False, False, True),
        (BOB, False, True, True),
        (ANN, False, True, True),
        (ANN, False, False, False),
        (CY, False, True, False),
        (CY, True, True, True),
        (CY, True, False, False),
    ],
)
async def test_who_may_name_a_deputy(  # noqa: PLR0917 - a row of the table of cases
    service: Service, table: StartedTable, by: int, as_host: bool, called: bool, allowed: bool
):
    """Beside somebody only that person; in their place the host and admins, too."""
    told: list[TableChange] = []
    service.changes.watchers.append(told.append)
    one = deputy(table, called=called)
    if not allowed:
        with pytest.raises(NotHost):
            await service.deputies.name(table.game_id, by, one, as_host=as_host)
    else:
        after = await service.deputies.name(table.game_id, by, one, as_host=as_host)
        assert after.deputies == {one.seat: one}
        assert after.settings.proxies == {str(DEE): "Dee"}
    assert [(change.kind, change.by) for change in told] == [("seats", by)] * allowed
    assert bool((await service.tables.find(table.game_id)).deputies) is allowed


async def test_nobody_acts_where_nobody_sits_or_nothing_is_played(service: Service, table: StartedTable):
    """Nor for themselves, nor at the seat of another."""
    game, seat = table.game_id, table.seat_of(BOB)
    assert seat is not None
    for one, trouble in (
        (Deputy("s9", BOB, DEE, "Dee"), SeatMissing),
        (Deputy(seat.id, CY, DEE, "Dee"), SeatMissing),
        (Deputy(seat.id, BOB, BOB, "Bob"), AlreadySeated),
    ):
        with pytest.raises(trouble):
            await service.deputies.name(game, one.owner, one, as_host=True)
    await service.lobbies.end(game, ANN, as_host=True)
    with pytest.raises(NotRunning):
        await service.deputies.name(game, BOB, deputy(table), as_host=False)


async def test_whoever_takes_a_seat_back_ends_what_was_theirs(service: Service, table: StartedTable):
    """Who has none to take back gives up the seats they play at, but not those at which they act beside another."""
    game = table.game_id
    of_bob, of_cy, of_ann = (
        deputy(table, BOB, DEE, called=True),
        deputy(table, CY, DEE),
        deputy(table, ANN, BOB, called=True),
    )
    for one in (of_bob, of_cy, of_ann):
        await service.deputies.name(game, one.owner, one, as_host=False)
    own = await service.deputies.back(game, BOB)
    given_up = await service.deputies.back(game, BOB)
    with pytest.raises(NoDeputy):
        await service.deputies.back(game, BOB)
    with pytest.raises(NoDeputy):
        await service.deputies.back(game, DEE)

    assert set(own.deputies.values()) == {of_cy, of_ann}
    assert list(given_up.deputies.values()) == [of_cy]


async def test_what_lasts_until_a_day_ends_on_it(service: Service, table: StartedTable):
    """The next of them is told, so that somebody looks again; what has no end stays."""
    game, day = table.game_id, timedelta(days=1)
    named = [
        deputy(table, ANN, DEE, called=True),
        deputy(table, BOB, DEE, called=True, until=NOON + day),
        deputy(table, CY, DEE, called=True, until=NOON + 2 * day),
    ]
    for one in named:
        await service.deputies.name(game, one.owner, one, as_host=False)
    left: list[list[Deputy]] = []
    looks = []
    for now in (NOON, NOON + day, NOON + 2 * day):
        looks.append(await service.deputies.lapse(game, now))
        left.append(list((await service.tables.find(game)).deputies.values()))

    assert looks == [NOON + day, NOON + 2 * day, None]
    assert [sorted(one.owner for one in each) for each in left] == [[ANN, BOB, CY], [ANN, CY], [ANN]]
