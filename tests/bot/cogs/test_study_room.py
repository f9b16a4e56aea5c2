"""A study room: one person plays all seats of a copy alone, keeps lines by name, and nobody is called."""

import pytest

from bot.tables.table import StartedTable
from engine.actions import LayTile
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, Table, letters, rung

THERE = "study"


async def room(tabletop: Table) -> tuple[Person, StartedTable]:
    """A game in which a tile may be laid, and its study room in another channel; the person who studies."""
    await tabletop.to("lay")
    (alder, *_) = tabletop.people
    made = await alder.new_channel(THERE)
    await alder.until(lambda: made in alder.channels)
    reply = await alder.command(THERE, "game copy", channel=alder.channel_id(CHANNEL), alone=True)
    assert "Study room: a copy of table 1." in reply.text
    await tabletop.settled()
    return alder, await studied(tabletop)


async def studied(tabletop: Table) -> StartedTable:
    """The table of the study room."""
    return (await tabletop.bot.service.tables.find(2)).started()


async def play(tabletop: Table, person: Person, at: int = 0) -> None:
    """Let the person type the first legal tile, or what comes next, in the study room."""
    table = await studied(tabletop)
    offers = [one.action for one in table.game.choices.offers if isinstance(one.action, LayTile)]
    lay = offers[at]
    reply = await person.command(THERE, "do", move=f"lay {lay.unit} {lay.hex} {lay.tile} {lay.rotation}")
    assert "✓" in reply.text, reply.text
    await tabletop.settled()


async def test_one_person_plays_all_seats_and_nobody_is_called(tabletop: Table):
    """The copy says that it is one; no message there calls, no letter comes, no reminder waits, the game goes on."""
    alder, _ = await room(tabletop)
    before = [rung(person) for person in tabletop.people]
    real = (await tabletop.bot.service.tables.find(1)).moves
    seats = set()
    for _ in range(12):
        table = await studied(tabletop)
        seats.add(table.awaited[0].id)
        offer = next(
            (one.action for one in table.game.choices.offers if one.action.verb == "pass"),
            table.game.choices.offers[0].action,
        )
        await tabletop.bot.service.moves.act(2, table.rev, int(alder.id), offer)
        await tabletop.settled()
    texts = [one.text for one in alder.messages(THERE)]
    mine = await alder.command(THERE, "me games")

    assert len(seats) > 1
    assert [rung(person) for person in tabletop.people] == before
    assert [letters(person) for person in tabletop.people] == [[], [], []]
    assert any("Study room: a copy of table 1 after move" in text for text in texts)
    assert not [text for text in texts if "<@" in text.splitlines()[0] and "OR" in text.splitlines()[0]]
    assert await tabletop.bot.storage.reminders.of_game(2) == ()
    assert (await tabletop.bot.service.tables.find(1)).moves == real
    assert mine.text


async def test_lines_are_kept_by_name_side_by_side(tabletop: Table):
    """From the card: More, Branches, Keep. One goes from line to line, back and forward; a restart keeps them all."""
    alder, start = await room(tabletop)
    await play(tabletop, alder, 0)
    card = next(one for one in reversed(alder.messages(THERE)) if "More" in one.labels)
    more = await alder.press(card, "More")
    page = await alder.press(more.message, "Branches")
    form = await alder.press(page.message, "Keep this line")
    kept = await alder.submit(form.modal, {"name": "north"})
    first = (await studied(tabletop)).move_texts()
    await alder.command(THERE, "undo")
    await tabletop.settled()
    undone = (await studied(tabletop)).move_texts()
    await alder.command(THERE, "redo")
    await tabletop.settled()
    redone = (await studied(tabletop)).move_texts()
    await alder.command(THERE, "undo")
    await play(tabletop, alder, 1)
    await alder.command(THERE, "game branch", name="south")
    second = (await studied(tabletop)).move_texts()
    await tabletop.restart()
    listed = await alder.command(THERE, "game branch")
    shown = listed.text
    went = await alder.choose(listed.message, listed.message.selects[0]["custom_id"], "north")
    await tabletop.settled()
    there, marked = (await studied(tabletop)).move_texts(), went.text
    gone = await alder.press(went.message, "Forget this line")

    assert "▶ north: " in kept.text
    assert undone == start.move_texts()
    assert redone == first
    assert first[: len(start.moves)] == second[: len(start.moves)] == start.move_texts()
    assert first != second
    assert "▶ south" in shown
    assert "\nnorth: " in shown
    assert there == first
    assert "▶ north" in marked
    assert "north" not in gone.text
    assert (await studied(tabletop)).move_texts() == first


async def test_a_line_is_carried_over_as_a_plan(tabletop: Table):
    """Its tiles stand in a plan of its name at the table that was copied; what does not fit there is named."""
    alder, _ = await room(tabletop)
    await play(tabletop, alder, 0)
    page = await alder.command(THERE, "game branch", name="north")
    told = await alder.press(page.message, "As a plan")
    plans = await tabletop.bot.storage.plans.of(1, int(alder.id))
    lay = (await studied(tabletop)).moves[-1].text
    shown = await alder.command(CHANNEL, "plan", name="north")
    real = (await tabletop.bot.service.tables.find(1)).started()
    other = next(
        one.action
        for one in real.game.choices.offers
        if isinstance(one.action, LayTile) and one.action.hex == plans[0].steps[0][0]
    )
    await tabletop.bot.service.moves.act(1, real.rev, real.awaited[0].user_id, other)
    late = await alder.press(page.message, "As a plan")

    assert "Kept as plan north" in told.text
    assert "1 step" in told.text
    assert [step[0] in lay for step in plans[0].steps] == [True]
    assert "north · " in shown.text
    assert "- " in late.text.splitlines()[1]


async def test_what_is_no_study_room_says_so(tabletop: Table):
    """Nor does anybody else keep lines in one, or see what is kept there."""
    alder, _ = await room(tabletop)
    birch = tabletop.people[1]
    await play(tabletop, alder, 0)
    page = await alder.command(THERE, "game branch", name="secret")
    told = await birch.command(THERE, "game branch")
    await alder.press(page.message, "Forget this line")

    assert "You have no seat" in told.text

    assert "not a study room" in (await alder.command(CHANNEL, "game branch", name="x")).text
    assert "seat" in (await birch.command(THERE, "game branch", name="x")).text
    assert (await studied(tabletop)).settings.study.branches == {}


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_a_study_room_is_spoken_of_in_every_language(tabletop: Table, lang: str):
    """The page, its buttons, the form and the plan, in the words of the person."""
    alder, _ = await room(tabletop)
    await play(tabletop, alder, 0)
    await alder.command(THERE, "me language", language=lang)
    page = await alder.command(THERE, "game branch", name="x")
    keep, plan, _forget = page.message.labels
    form = await alder.press(page.message, keep)
    told = await alder.press(page.message, plan)

    english = ("Lines of play", "moves", "Kept as", "Keep", "plan x", "Forget this")
    said = " ".join([page.text, told.text, form.modal.title, *page.message.labels])
    assert not [word for word in english[:4] if word in said]
    assert "x" in told.text


@pytest.mark.parametrize(("title", "seats"), [("18Mag", 4), ("18CZ", 3), ("1844", 5), ("18CZ", 2)])
async def test_a_game_to_practise_is_begun_from_nothing(tabletop: Table, title: str, seats: int):
    """No game is copied: one person plays all seats of a new one, keeps a line and comes back to it."""
    (alder,) = await tabletop.seat(1)
    reply = await alder.command(CHANNEL, "game new", title=title, seats=seats, seed=3, alone=True)
    await tabletop.settled()
    table = (await tabletop.bot.service.tables.find(1)).started()
    before = rung(alder)
    for _ in range(4):
        table = (await tabletop.bot.service.tables.find(1)).started()
        offer = table.game.choices.offers[0].action
        await tabletop.bot.service.moves.act(1, table.rev, int(alder.id), offer)
        await tabletop.settled()
    kept = await alder.command(CHANNEL, "game branch", name="first")
    again = (await tabletop.bot.service.tables.find(1)).started()
    other = await alder.command(CHANNEL, "game new", title=title, alone=True)

    assert f"a new game of {title}" in reply.text
    assert {seat.user_id for seat in again.seats} <= {
        int(alder.id),
        *(seat.user_id for seat in again.seats if seat.is_house),
    }
    assert len(again.seats) == seats
    assert again.seats[0].name == "Alder"
    assert again.seats[1].name == "Player 2"
    assert "first" in kept.text
    assert "copy of table" not in kept.text + tabletop.board.text
    assert "a game to practise" in tabletop.board.text
    assert [one["label"] for one in kept.message.buttons if one.get("disabled")] == ["As a plan"]
    assert rung(alder) == before == 0
    assert "already" in other.text


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_a_game_to_practise_is_spoken_of_in_every_language(tabletop: Table, lang: str):
    """The answer, the seats and the card."""
    (alder,) = await tabletop.seat(1)
    await alder.command(CHANNEL, "me language", language=lang)
    reply = await alder.command(CHANNEL, "game new", title="18Mag", seats=3, alone=True)
    await tabletop.settled()
    table = await tabletop.bot.service.tables.find(1)

    assert "new game" not in reply.text
    assert "18Mag" in reply.text
    assert "Player" not in table.seats[2].name
    assert "practise" not in tabletop.board.text


async def test_what_cannot_be_practised_is_refused(tabletop: Table):
    """A title, a number of seats or an option that there is not: nothing is opened."""
    (alder,) = await tabletop.seat(1)
    asked = [{"title": "1830"}, {"title": "1844", "seats": 2}, {"title": "18Mag", "options": "nonsense"}]
    said = [(await alder.command(CHANNEL, "game new", alone=True, **one)).text for one in asked]

    assert all(said)
    assert not any("Sorry" in one for one in said)
    assert await tabletop.bot.service.tables.in_channel(int(alder.channel_id(CHANNEL))) is None


async def test_the_card_of_a_room_says_what_it_is(tabletop: Table):
    """A game to practise goes on from no record, and the house plays at none of its seats."""
    await tabletop.seat(1)
    (alder,) = tabletop.people
    await alder.command(CHANNEL, "game new", title="18Mag", seats=3, alone=True)
    await tabletop.settled()
    card = next(one.text for one in tabletop.shown if "A game by" in one.text)

    assert "Study room: a game to practise." in card
    assert "where the record ended" not in card
    assert "journeyman" not in card


async def test_nobody_else_comes_to_a_study_room(tabletop: Table):
    """Whoever has a seat there would see the lines that are kept: nobody is asked, whoever it is that asks."""
    alder, table = await room(tabletop)
    birch = tabletop.people[1]
    await alder.command(THERE, "game branch", name="mine")
    before = rung(alder), rung(birch)
    free = next(seat for seat in table.seats if seat.user_id != int(alder.id))
    said = [
        await birch.command(THERE, "game replace", seat=free.name),
        await alder.command(THERE, "game replace", seat=free.name, by=birch.id),
        await alder.command(THERE, "game replace", seat=alder.name, by=birch.id),
        await alder.command(THERE, "game substitute", by=birch.id),
        await alder.command(THERE, "game proxy", by=birch.id),
    ]
    await tabletop.acted()
    seen = await birch.command(THERE, "game branch")

    assert [one.text for one in said if "one person plays all its seats" not in one.text] == []
    assert (await studied(tabletop)).requests == ()
    assert (rung(alder), rung(birch)) == before
    assert "mine" not in seen.text
