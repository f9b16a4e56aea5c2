"""The colours of seats: who gets the one they wish for, and where it is seen."""

import pytest

from bot.tables.colours import COLOURS, colour_wished, shared_out
from render.schemes import SCHEMES
from tests.bot.tabletop import CHANNEL, Table


@pytest.mark.parametrize(
    ("wishes", "colours"),
    [
        ([None, None, None], ()),
        ([None, 4, None], (0, 4, 2)),
        ([None, 0, None], (1, 0, 2)),
        ([3, 3, None], (3, 1, 2)),
        ([1, 0], (1, 0)),
        ([None, 99, -1], ()),
        ([99, 2], (0, 2)),
        ([6, 5, 4, 3, 2, 1, 0], (6, 5, 4, 3, 2, 1, 0)),
        ([None, None, 0, 1, None, None, None], (2, 3, 0, 1, 4, 5, 6)),
    ],
)
def test_every_seat_has_a_colour_of_its_own(wishes: list[int | None], colours: tuple[int, ...]):
    """Who sits before another has their wish first; the others keep their seat's colour where it is free."""
    assert shared_out(wishes) == colours
    assert len(set(colours)) == len(colours)


@pytest.mark.parametrize(
    "stored", [None, {}, {"colour": "3"}, {"colour": 7}, {"colour": -1}, {"colour": None}]
)
def test_what_is_no_colour_is_no_wish(stored: object):
    """Settings of another version ask for nothing."""
    assert colour_wished(stored) is None
    assert colour_wished({"colour": 6}) == 6


def test_every_scheme_has_as_many():
    """A number means a colour in each of them."""
    assert {len(scheme.seats) for scheme in SCHEMES.values()} == {COLOURS}


async def test_a_colour_is_seen_by_all_at_every_table(tabletop: Table):
    """Chosen before a game or during it, it is on the board and on private pictures, and outlives a restart."""
    alder, birch, cedar = await tabletop.seat(3)
    said = await birch.command(CHANNEL, "me colour", colour="4")
    await tabletop.game()
    begun = await tabletop.bot.service.tables.find(1)
    seat = [one.user_id for one in begun.seats].index(int(birch.id))
    board = tabletop.pictures.requests[-1].look.seats

    await cedar.command(CHANNEL, "me colour", colour="4")
    await alder.command(CHANNEL, "me colour", colour="6")
    order = [one.user_id for one in begun.seats]
    wished = order.index(int(alder.id))
    await tabletop.acted()
    await alder.until(
        lambda: tabletop.pictures.requests[-1].look.seats[wished] == 6
    )  # it follows where it is late
    redrawn = tabletop.pictures.requests[-1].look.seats
    await tabletop.restart()
    await cedar.command(CHANNEL, "show market")
    private = tabletop.pictures.requests[-1].look.seats
    await birch.command(CHANNEL, "me colour", colour="table")
    table = await tabletop.bot.service.tables.find(1)

    assert "ochre" in said.text
    assert board[seat] == 4
    first = min((birch, cedar), key=lambda one: order.index(int(one.id)))
    assert redrawn[order.index(int(first.id))] == 4
    assert private == redrawn
    assert table.seat_colours[order.index(int(cedar.id))] == 4


async def test_whoever_takes_a_seat_brings_their_colour(tabletop: Table):
    """A wish that was made elsewhere is seen once its person sits at the table."""
    await tabletop.game()
    new, gone = (await tabletop.seat(4))[3], await tabletop.awaited()
    await new.command(CHANNEL, "me colour", colour="5")
    before = await tabletop.bot.service.tables.find(1)
    await tabletop.people[0].command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    for person in (gone, new):
        await person.press(tabletop.having("v:")[-1], "Agree")
    await tabletop.settled()
    table = await tabletop.bot.service.tables.find(1)
    seat = [one.user_id for one in table.seats].index(int(new.id))

    assert before.seat_colours == ()
    assert table.seat_colours[seat] == 5
