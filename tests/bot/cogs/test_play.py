"""Moves pressed and typed, over real sockets."""

import asyncio

import pytest

from engine import notation
from engine.choices import Offer
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table


async def offers(tabletop: Table, verb: str) -> list[Offer]:
    """The offers of a verb now."""
    table = await tabletop.bot.service.tables.find(1)
    assert table.game is not None
    return [offer for offer in table.game.choices.offers if offer.action.verb == verb]


def button(message: SeenMessage, deed: str) -> str:
    """The id of the first button with a deed."""
    return next(str(one["custom_id"]) for one in message.buttons if f":{deed}" in str(one["custom_id"]))


def select(message: SeenMessage) -> dict[str, object]:
    """The list of a message."""
    return next(one for row in message.raw["components"] for one in row["components"] if one["type"] == 3)


async def open_picker(tabletop: Table, person: Person, verb: str) -> SeenMessage:
    """Press a verb on the board and return the private picker."""
    table = await tabletop.bot.service.tables.find(1)
    reply = await person.press(tabletop.board, f"g:1:{table.rev}:{verb}")
    assert reply.ephemeral
    return reply.messages[-1]


async def test_a_tile_is_laid_by_three_presses(tabletop: Table):
    """The verb, the hex, the tile as it lies: it is played and ticked off, and the card offers what comes next."""
    person = await tabletop.to("lay")
    before = await tabletop.moves()

    picker = await open_picker(tabletop, person, "lay")
    await person.press(picker, next(one for one in hexes(picker) if ":p" in one))
    await person.press(picker, button(picker, "d"))
    await tabletop.settled()
    after = await tabletop.moves()

    assert len(after) == len(before) + 1
    assert after[-1].startswith("lay ")
    assert picker.text.startswith("✓ #")
    assert picker.labels == []
    assert "Undo" in tabletop.board.labels


def hexes(message: SeenMessage) -> list[str]:
    """The ids of the buttons of a message."""
    return [str(one["custom_id"]) for one in message.buttons]


async def test_who_wants_to_be_asked_confirms_each_move_and_sees_what_it_causes(tabletop: Table):
    """A lay is shown on the map before its yes; Cancel leaves the card of the turn alone."""
    person = await tabletop.to("lay")
    before = await tabletop.moves()
    await person.command(CHANNEL, "me confirm", answer="always")

    picker = await open_picker(tabletop, person, "lay")
    await person.press(picker, next(one for one in hexes(picker) if ":p" in one))
    await person.press(picker, button(picker, "d"))
    await person.until(lambda: picker.pictures)
    foreseen = picker.text
    await person.press(picker, "Cancel")
    await tabletop.answered()
    await tabletop.settled()

    assert "→ #" in foreseen
    assert await tabletop.moves() == before
    assert picker.deleted
    assert any(label.startswith("Lay track") for label in tabletop.board.labels)


async def test_a_person_has_one_private_message_at_a_table(tabletop: Table):
    """What is asked next removes what was asked before; a turn that is over leaves none."""
    person = await tabletop.to("lay")
    first = await open_picker(tabletop, person, "lay")
    second = await open_picker(tabletop, person, "lay")
    await tabletop.answered()
    await tabletop.settled()
    gone = first.deleted
    table = await tabletop.bot.service.tables.find(1)
    await person.press(tabletop.board, f"g:1:{table.rev}:pass:d")
    await tabletop.answered()
    await tabletop.settled()

    assert gone
    assert second.deleted
    assert (await tabletop.moves())[-1] == "pass"
    assert not any(one.ephemeral for one in person.messages(CHANNEL))


async def test_a_tile_is_laid_by_typing(tabletop: Table):
    """What is left out and cannot be otherwise is filled in."""
    person = await tabletop.to("lay")
    lay = (await offers(tabletop, "lay"))[0].action

    choices = await person.autocomplete(CHANNEL, "lay", "tile", "", hex=lay.hex)
    reply = await person.command(
        CHANNEL, "lay", hex=lay.hex.lower(), tile=f"#{lay.tile}", rotation=str(lay.rotation)
    )

    assert lay.tile in [choice.value for choice in choices]
    assert reply.text.startswith("✓ #")
    assert (await tabletop.moves())[-1] == notation.write(lay)


async def test_a_command_that_leaves_a_choice_goes_on_with_buttons(tabletop: Table):
    """Typing and pressing mix."""
    person = await tabletop.to("lay")
    lay = (await offers(tabletop, "lay"))[0].action

    reply = await person.command(CHANNEL, "lay", hex=lay.hex)

    assert reply.ephemeral
    assert [one["label"] for one in reply.messages[-1].buttons][:2] == ["1", "2"]


async def test_an_amount_is_pressed_or_typed_into_a_form(tabletop: Table):
    """Common amounts have buttons; any other fits a form, which refuses what is not possible."""
    person = await tabletop.to("train")
    reply = await person.command(CHANNEL, "train", seller="3", train="2")
    if not any(":a" in str(one["custom_id"]) for one in reply.messages[-1].buttons):
        trade = next(offer for offer in await offers(tabletop, "train") if offer.amounts).action
        reply = await person.command(CHANNEL, "train", seller=trade.seller, train=trade.train)
    picker = reply.messages[-1]
    form = await person.press(picker, button(picker, "a"))
    assert form.modal is not None
    wrong = await person.submit(form.modal, {"amount": "99999"})
    form = await person.press(picker, button(picker, "a"))
    assert form.modal is not None
    told = picker.text
    await person.submit(form.modal, {"amount": " 1 7"})

    assert "99,999 Ft is not possible" in wrong.text
    assert " agrees" in told  # so that somebody is asked needs no confirmation
    assert (await tabletop.moves())[-1].endswith(" 17")


async def test_who_wants_to_be_asked_confirms_an_offer_to_others_too(tabletop: Table):
    """Though the page of the amount has said that somebody must agree."""
    person = await tabletop.to("train")
    await person.command(CHANNEL, "me confirm", answer="always")
    trade = next(offer for offer in await offers(tabletop, "train") if offer.amounts).action
    before = await tabletop.moves()
    picker = (await person.command(CHANNEL, "train", seller=trade.seller, train=trade.train)).messages[-1]
    await person.press(picker, button(picker, "d"))

    assert button(picker, "y")
    assert await tabletop.moves() == before


async def test_a_form_is_served_whether_or_not_the_bot_remembers_having_opened_it(tabletop: Table):
    """A restart, or a receipt of the form that is lost on its way, costs nobody what was typed."""
    person = await tabletop.to("train")
    trade = next(offer for offer in await offers(tabletop, "train") if offer.amounts).action
    reply = await person.command(CHANNEL, "train", seller=trade.seller, train=trade.train)
    picker = reply.messages[-1]
    form = await person.press(picker, button(picker, "a"))
    await tabletop.restart()
    assert form.modal is not None
    wrong = await person.submit(form.modal, {"amount": "99999"})

    assert "99,999 Ft is not possible" in wrong.text


@pytest.mark.slow
async def test_others_and_latecomers_change_nothing(tabletop: Table):
    """Not your turn, an old board, a second press: a friendly private answer."""
    person = await tabletop.to("lay")
    other = await tabletop.other()
    table = await tabletop.bot.service.tables.find(1)
    old = tabletop.board

    foreign = await other.press(old, f"g:1:{table.rev}:lay")
    stale = await person.press(old, "g:1:0:draft", force=True)
    picker = await open_picker(tabletop, person, "lay")
    await person.press(picker, next(one for one in hexes(picker) if ":p" in one))
    play = button(picker, "d")
    await asyncio.gather(person.press(picker, play, force=True), person.press(picker, play, force=True))
    await tabletop.settled()

    assert "Waiting for" in foreign.text
    assert stale.ephemeral
    assert len(await tabletop.moves()) == len(table.moves) + 1


async def test_an_old_board_links_to_the_new_one(tabletop: Table):
    """A stale press tells where the game goes on."""
    person = await tabletop.to("draft")
    old = select_id(tabletop.board)
    await tabletop.type_moves(["draft 12"])
    late = await person.choose(tabletop.board, old, "11", force=True)
    other = await tabletop.awaited()
    again = await person.choose(tabletop.board, select_id(tabletop.board), "11")
    await other.choose(tabletop.board, select_id(tabletop.board), "11")
    await tabletop.settled()

    assert "out of date" in late.text
    assert "Waiting for" in again.text
    assert await tabletop.moves() == ["draft 12", "draft 11"]


def select_id(message: SeenMessage) -> str:
    """The id of the list of a message."""
    return str(message.selects[0]["custom_id"])


async def test_a_refusal_is_private_and_offers_what_is_legal(tabletop: Table):
    """The clause, its sentence, and moves one press away."""
    person = await tabletop.to("lay")
    reply = await person.command(CHANNEL, "lay", hex="C6")
    message = reply.messages[-1]

    assert reply.ephemeral
    assert "No ordinary tile can be laid on C6 Vienna." in reply.text
    assert "MAG-VI.3.2.5" in reply.text
    await person.press(message, str(message.buttons[0]["custom_id"]))
    await tabletop.settled()
    assert (await tabletop.moves())[-1].startswith("lay ")


async def test_lines_that_are_no_legal_move_are_explained(tabletop: Table):
    """Typed moves meet the same referee."""
    await tabletop.game()
    person = await tabletop.awaited()
    for line, told in (
        ("fly me", 'I cannot read "fly me"'),
        ("draft 99", "Not on offer: 99."),
        ("lay 1 D13 4 0", "is not possible in the first share round"),
        ("@everyone", "I cannot read"),
    ):
        reply = await person.command(CHANNEL, "do", move=line)

        assert reply.ephemeral, line
        assert told in reply.text
        assert "@everyone" not in reply.text
        assert await tabletop.moves() == []


async def test_the_name_of_a_command_or_of_a_button_leads_there(tabletop: Table):
    """Whoever types it into the line for moves is told what it is, with the button itself to press."""
    await tabletop.game()
    person = await tabletop.awaited()
    for line, command, pressed in (
        ("undo", "undo", "Undo"),
        ("Undo my last move", "undo", ""),
        ("/map", "show map", "Map"),
        ("market", "show market", "Market"),
        ("trains", "", "Trains"),
        ("More.", "", "More"),
        ("show charters", "show charters", ""),
        ("reminders", "table reminders", ""),
    ):
        reply = await person.command(CHANNEL, "do", move=line)

        assert "is not a move" in reply.text, line
        assert not command or f"</{command}:" in reply.text
        assert [str(one["label"]) for one in reply.message.buttons] == [pressed] * bool(pressed)
        if pressed:
            answer = await person.press(reply.message, str(reply.message.buttons[0]["custom_id"]))
            # a slow answer is only acknowledged first, and the message before it may go meanwhile
            await person.until(lambda answer=answer: answer.messages and answer.ephemeral)
            assert answer.ephemeral
        assert await tabletop.moves() == []


async def test_half_a_command_that_cannot_be_done_now_says_what_can(tabletop: Table):
    """In the draft no tile is laid: the answer names what is possible, and nothing changes."""
    await tabletop.game()
    person = await tabletop.awaited()

    reply = await person.command(CHANNEL, "lay", hex="D13")

    assert reply.ephemeral
    assert "not possible now" in reply.text
    assert reply.message.selects
    assert "Move 0" in tabletop.sheets.text


async def test_a_move_of_another_title_is_called_one(tabletop: Table):
    """Typed as a command or as a line, it is told to which titles it belongs, and what is possible here."""
    await tabletop.game()
    person = await tabletop.awaited()
    told = [
        (await person.command(CHANNEL, "use furka")).message,
        (await person.command(CHANNEL, "do", move="furka")).message,
        (await person.command(CHANNEL, "use merge", company="1")).message,
    ]

    assert ["is not a move of 18Mag" in one.text for one in told] == [True] * 3
    assert ["belongs to 1844" in one.text for one in told] == [True, True, False]
    assert all(one.selects for one in told)


async def test_what_cannot_be_read_is_answered_with_what_is_possible(tabletop: Table):
    """Half a line is asked on; a word too many, a wrong word, nonsense: each answer has moves to press."""
    await tabletop.game()
    person = await tabletop.awaited()
    for line, told in (
        ("draft", "Which certificate do you draft?"),
        ("draft 1 2 3", "2 is one too many"),
        ("lay 1", "is not possible now. Possible: Draft"),
        ("lay 1 D13 58 x", "is not possible now. Possible: Draft"),
        ("gibberish", "cannot read"),
    ):
        reply = await person.command(CHANNEL, "do", move=line)

        assert told in reply.text, line
        assert reply.message.selects or reply.message.labels
        assert await tabletop.moves() == []


async def test_a_capital_letter_at_the_start_of_a_line_is_no_mistake(tabletop: Table):
    """Phones begin a line with one."""
    await tabletop.game()
    person = await tabletop.awaited()
    await person.command(CHANNEL, "do", move="Draft 1")

    assert await tabletop.moves() == ["draft 1"]


async def test_moves_in_the_history_name_the_unit(tabletop: Table):
    """A lay says whose it is; a draft needs no unit."""
    person = await tabletop.to("lay")
    lay = (await offers(tabletop, "lay"))[0].action
    await person.command(CHANNEL, "do", move=notation.write(lay))
    await tabletop.settled()

    reply = await tabletop.people[0].command(CHANNEL, "show history")

    assert f"{person.name} · #{lay.unit} lays tile {lay.tile} on {lay.hex}" in reply.text
    assert "`1` Cedar drafts " in reply.text


async def test_buttons_of_the_board_and_the_picker_survive_a_restart(tabletop: Table):
    """Nothing is kept in memory but what can be read again."""
    person = await tabletop.to("lay")
    picker = await open_picker(tabletop, person, "lay")
    await tabletop.restart()
    await person.press(picker, next(one for one in hexes(picker) if ":p" in one))
    await person.press(picker, button(picker, "d"))
    await tabletop.answered()

    assert (await tabletop.moves())[-1].startswith("lay ")


async def test_outsiders_and_empty_channels_are_told_so(tabletop: Table):
    """No seat, no game: a sentence, and no suggestions."""
    people = await tabletop.seat(4)
    early = await people[0].command(CHANNEL, "pass")
    await tabletop.game()
    outsider = people[3]

    reply = await outsider.choose(tabletop.board, select_id(tabletop.board), "11")
    choices = await outsider.autocomplete(CHANNEL, "draft", "certificate", "")

    assert early.ephemeral
    assert reply.ephemeral
    assert choices == []


async def test_who_types_a_poorer_run_is_told_what_more_there_was(tabletop: Table):
    """Where less may be claimed it is played as typed; only the private answer names the better routes."""
    person = await tabletop.to("run", options="revenue_claim=free")
    best = (await offers(tabletop, "run"))[0]

    reply = await person.command(CHANNEL, "do", move=f"run {best.action.unit}")
    await tabletop.settled()

    assert reply.ephemeral
    assert f"-# With other routes {best.facts['revenue']} Ft more is possible" in reply.text
    assert (await tabletop.moves())[-1] == f"run {best.action.unit}"
    assert not any("more is possible" in message.text for message in tabletop.shown)


async def test_a_run_as_good_as_any_is_not_remarked_upon(tabletop: Table):
    """The best run typed is played like one that is pressed."""
    person = await tabletop.to("run", options="revenue_claim=free")
    best = (await offers(tabletop, "run"))[0]

    reply = await person.command(CHANNEL, "do", move=notation.write(best.action))

    assert reply.text.startswith("✓ ")
    assert "more is possible" not in reply.text


async def test_the_company_in_turn_is_understood_and_a_word_that_is_none_is_named(tabletop: Table):
    """A hex typed in place of the company leads on; a word that is no company is told as one, with moves to press."""
    person = await tabletop.to("lay")
    hex_ = (await person.autocomplete(CHANNEL, "lay", "hex", ""))[0].value

    asked = (await person.command(CHANNEL, "lay", company=hex_)).text
    strange = await person.command(CHANNEL, "do", move=f"lay XYZ {hex_} 8 1")
    judged = await person.command(CHANNEL, "why", move=f"lay XYZ {hex_} 8 1")

    assert hex_ in asked
    assert "decides" not in asked
    for reply in (strange, judged):
        assert "There is no company XYZ" in reply.text
    assert all(hex_ in label for label in strange.message.labels)
    assert strange.message.labels


async def test_words_of_a_button_are_not_taken_for_another_verb(tabletop: Table):
    """Whoever types 'buy a 2-train' wants a train, not shares of a company called a."""
    person = await tabletop.to("train")

    reply = await person.command(CHANNEL, "do", move="buy a 2-train please")

    assert "company a" not in reply.text
    assert any("2-train" in label for label in reply.message.labels)
