"""A tile half chosen, and then something happens to table, seat or program: the next press is answered."""

from collections.abc import Awaitable, Callable

import pytest

from bot.storage import ChannelPlace
from bot.tables.consent import Newcomer
from bot.tables.settings import Deputy
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.settling import until
from tests.bot.tabletop import Table

Interruption = Callable[[Table, Person], Awaitable[None]]


async def half_way(tabletop: Table) -> tuple[Person, SeenMessage]:
    """Somebody who has opened the choice of hexes for a tile, and that page."""
    person = await tabletop.to("lay")
    await tabletop.settled()
    page = (await person.press(tabletop.board, "Lay track (2)")).message
    assert "Which hex?" in page.text
    return person, page


def hex_of(page: SeenMessage) -> str:
    """The id of the button that leads on to a hex with several tiles."""
    return next(one["custom_id"] for one in page.buttons if ":lay:p" in one["custom_id"])


async def undone(tabletop: Table, person: Person) -> None:
    """Whoever moved last takes that back."""
    table = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.consent.undo(1, table.rev, table.moves[-1].user_id)


async def handed_over(tabletop: Table, person: Person) -> None:
    """The seat goes to somebody else, who agrees."""
    new, consent = (await tabletop.seat(4))[3], tabletop.bot.service.consent
    seat = (await tabletop.bot.service.tables.find(1)).seat_of(int(person.id))
    assert seat is not None
    comes = Newcomer(seat.id, int(new.id), new.name)
    asked = await consent.seat(1, int(person.id), comes, electors=None)
    await consent.answer(1, int(new.id), asked.requests[-1].id, agrees=True)


async def substituted(tabletop: Table, person: Person) -> None:
    """A substitute has come, and lays no tile."""
    new, service = (await tabletop.seat(4))[3], tabletop.bot.service
    seat = (await service.tables.find(1)).seat_of(int(person.id))
    assert seat is not None
    deputy = Deputy(seat.id, seat.user_id, int(new.id), new.name, called=True)
    asked = await service.consent.substitute(1, int(person.id), deputy)
    after = await service.consent.answer(1, int(new.id), asked.requests[-1].id, agrees=True)
    await service.moves.act(1, after.rev, int(new.id), "pass")


async def carried(tabletop: Table, person: Person) -> None:
    """The host moves the table to another channel."""
    place = ChannelPlace(int(await person.new_channel("elsewhere")), None)
    host = (await tabletop.bot.service.tables.find(1)).host
    await tabletop.bot.service.places.move(1, host, place)


async def resting(tabletop: Table, person: Person) -> None:
    """The table's channel was out of reach for a moment."""
    await tabletop.bot.publisher.rest(1, "removed")


async def ended(tabletop: Table, person: Person) -> None:
    """An admin ends the game."""
    await tabletop.given_up()


async def restarted(tabletop: Table, person: Person) -> None:
    """The program ends and begins again."""
    await tabletop.restart()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (undone, "moved on"),
        (handed_over, "You have no seat"),
        (substituted, "moved on"),
        (carried, "Which one?"),
        (resting, "Which one?"),
        (ended, "was given up"),
        (restarted, "Which one?"),
    ],
)
async def test_a_choice_left_half_way_is_answered_and_plays_nothing(
    tabletop: Table, happens: Interruption, said: str
):
    """It goes on where nothing has changed for the person; else they are told, and no move is made by it."""
    person, page = await half_way(tabletop)
    await happens(tabletop, person)
    await tabletop.acted()
    before = (await tabletop.bot.service.tables.find(1)).moves
    answer = await person.press(page, hex_of(page))
    await tabletop.acted()
    tables = tabletop.bot.service.tables

    async def goes_on() -> bool:
        return not (await tables.stored(1)).settings.paused

    await until(goes_on)  # where somebody presses

    assert said in answer.text, answer.text
    assert (await tables.find(1)).moves == before
    if said == "Which one?":
        lays = [one["custom_id"] for one in answer.message.buttons if ":lay:" in one["custom_id"]]
        await person.press(answer.message, lays[0])
        await tabletop.acted()
        played = await tabletop.bot.service.tables.find(1)
        assert played.moves[len(before)].text.startswith("lay ")


@pytest.mark.slow
async def test_another_person_presses_with_a_copied_id(tabletop: Table):
    """Whoever is not in turn is told so, and changes nothing, whatever id they press."""
    person, page = await half_way(tabletop)
    other, stranger = await tabletop.other(), (await tabletop.seat(4))[3]
    before = (await tabletop.bot.service.tables.find(1)).rev
    ids = [one["custom_id"] for one in page.buttons]
    answers = [
        (await one.press(tabletop.board, custom_id, force=True)).text
        for one in (other, stranger)
        for custom_id in ids
    ]

    assert (await tabletop.bot.service.tables.find(1)).rev == before
    assert [text for text in answers if "✓" in text] == []
    shown = await person.press(page, hex_of(page))
    assert "Which one?" in shown.text
