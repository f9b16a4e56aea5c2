"""A private note at a table: one person's alone; others see at most that there is one."""

import pytest

from tests.bot.tabletop import CHANNEL, Table

SECRET = "Sell two SIK\nbefore **#3** runs"


async def test_a_note_is_written_from_the_card_and_read_by_its_person_alone(tabletop: Table):
    """More, Note, Write: three presses. The card bears a sign; a restart keeps the note, Delete takes both away."""
    person = await tabletop.to("lay")
    other = await tabletop.other()
    await tabletop.settled()
    plain = tabletop.board.labels
    more = await person.press(tabletop.board, "More")
    shown = await person.press(more.message, "Note")
    form = await person.press(shown.message, "Write")
    kept = await person.submit(form.modal, {"text": SECRET})
    await tabletop.settled()
    signed = tabletop.board.labels
    await tabletop.restart()
    again = await person.command(CHANNEL, "note")
    strange = await other.command(CHANNEL, "note")
    seen = await other.press((await other.press(tabletop.board, "More 📝")).message, "Note")
    mine = await person.press(tabletop.board, "More 📝")
    form = await person.press(again.message, "Write")
    gone = await person.press(again.message, "Delete")
    await tabletop.settled()

    assert "More" in plain
    assert "noted nothing" in shown.text
    assert "More 📝" in signed
    assert "> Sell two SIK\n> before \\*\\*\\#3\\*\\* runs" in kept.text
    assert again.text == kept.text
    assert again.ephemeral
    assert kept.ephemeral
    assert form.modal.fields["text"]["value"] == SECRET
    assert "noted nothing" in strange.text
    assert "noted nothing" in seen.text
    assert "Note 📝" in mine.message.labels
    assert "noted nothing" in gone.text
    assert "More" in tabletop.board.labels
    assert not [one for one in tabletop.shown if "SIK" in one.text and "before" in one.text]


async def test_the_sign_stands_only_on_the_card_of_whom_it_reminds(tabletop: Table):
    """While somebody else is to decide, nothing on the card tells of the note."""
    await tabletop.to("lay")
    other = await tabletop.other()
    await other.command(CHANNEL, "note", text="later")
    await tabletop.settled()

    assert "More" in tabletop.board.labels
    assert (await other.command(CHANNEL, "note")).text.endswith("> later")


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_a_note_is_spoken_of_in_every_language(tabletop: Table, lang: str):
    """The answer, its buttons and the form, in the words of the person."""
    await tabletop.lobby()
    person = tabletop.people[0]
    await person.command(CHANNEL, "me language", language=lang)
    none = await person.command(CHANNEL, "note")
    kept = await person.command(CHANNEL, "note", text="x")
    form = await person.press(kept.message, kept.message.labels[0])

    assert "noted" not in none.text
    assert "Your note" not in kept.text
    assert not {"Write", "Delete"} & set(kept.message.labels)
    assert form.modal.title != "Note for yourself"
