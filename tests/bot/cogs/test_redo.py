"""What was taken back is played again; a point to go back to is chosen from a list, and seen before."""

from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table

TAKEN = "Take"


async def first_offers(table: Table, count: int) -> list[Person]:
    """Play so many first offers, and return who played them."""
    who = []
    for _ in range(count):
        now = await table.bot.service.tables.find(1)
        who.append(next(one for one in table.people if int(one.id) == now.awaited[0].user_id))
        await table.bot.service.moves.act(
            1, now.rev, now.awaited[0].user_id, now.started().game.choices.offers[0].action
        )
    await table.settled()
    return who


def requests(table: Table) -> list[SeenMessage]:
    """The open questions to the table."""
    return table.having("u:")


async def test_redo_goes_forward_step_by_step_until_somebody_plays_over_it(tabletop: Table):
    """Two undos, two redos in the reverse order; the log tells; a new move ends it."""
    await tabletop.game()
    await first_offers(tabletop, 2)
    before = await tabletop.moves()
    *_, first, second = [
        next(p for p in tabletop.people if int(p.id) == move.user_id)
        for move in (await tabletop.bot.service.tables.find(1)).moves
    ]

    undone = (await second.command(CHANNEL, "undo")).message.labels
    await first.command(CHANNEL, "undo")
    emptied = await tabletop.moves()
    await tabletop.settled()
    redone = (await first.command(CHANNEL, "redo")).text
    again = (await second.command(CHANNEL, "redo")).text
    await tabletop.settled()
    done = await tabletop.moves()
    nothing = await first.command(CHANNEL, "redo")

    assert "Redo" in undone
    assert emptied == []
    assert "↷ Played again: " in redone
    assert "↷ Played again: " in again
    assert done == before
    assert any(f"{first.name} plays again what was taken back:" in one.text for one in tabletop.shown)
    assert "Nothing has been taken back" in nothing.text

    await second.command(CHANNEL, "undo")
    now = await tabletop.bot.service.tables.find(1)
    other = now.started().game.choices.offers[1].action
    await tabletop.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, other)
    over = await second.command(CHANNEL, "redo")

    assert "Taken back, and kept" in over.text


async def test_the_button_after_an_undo_redoes_once_and_others_are_asked(tabletop: Table):
    """Whose move it was presses once; somebody else asks, and only the agreement plays."""
    await tabletop.game()
    (mover,) = await first_offers(tabletop, 1)
    before = await tabletop.moves()
    undone = await mover.press(
        tabletop.board,
        next(b["custom_id"] for b in tabletop.board.buttons if b["custom_id"].startswith("b:")),
    )

    await mover.until(lambda: "Redo" in undone.message.labels)
    await mover.press(undone.message, "Redo")
    await tabletop.settled()
    assert await tabletop.moves() == before

    await mover.command(CHANNEL, "undo")
    other = next(person for person in tabletop.people if person is not mover)
    plan = await other.command(CHANNEL, "redo")
    waiting = requests(tabletop)
    await other.press(plan.message, next(one for one in plan.message.labels if one.startswith("Ask ")))
    await tabletop.settled()
    asked = requests(tabletop)[0].text
    unchanged = await tabletop.moves()
    await tabletop.restart()
    await mover.press(requests(tabletop)[0], "Agree")
    await mover.until(lambda: not requests(tabletop))
    await tabletop.settled()

    assert f"{mover.name} must agree" in plan.text
    assert waiting == []
    assert f"{other.name} asks to play again: {mover.name}" in asked
    assert unchanged == []
    assert await tabletop.moves() == before


async def test_a_point_is_chosen_from_a_list_and_drawn_before_anything_happens(tabletop: Table):
    """Round, player and unit head each point; the picture outlines the hexes that would change."""
    person = await tabletop.to("lay")
    before = await tabletop.bot.service.tables.find(1)
    offer = next(one for one in before.started().game.choices.offers if one.action.verb == "lay")
    await tabletop.bot.service.moves.act(1, before.rev, before.awaited[0].user_id, offer.action)
    await tabletop.settled()
    last = len(before.moves) + 1

    plan = await person.command(CHANNEL, "undo", to=last)
    (listed,) = plan.message.selects
    plan = await person.choose(plan.message, listed["custom_id"], listed["options"][1]["value"])
    earlier = plan.text
    plan = await person.choose(plan.message, listed["custom_id"], str(last - 1))
    await person.until(lambda: plan.message.pictures)
    asked = tabletop.pictures.requests[-1]
    kept = len(await tabletop.moves())
    await person.until(lambda: "Take back" in plan.message.labels)
    await person.press(plan.message, "Take back")
    await person.until(lambda: "↶" in plan.message.text)
    await tabletop.settled()

    assert listed["options"][0]["label"].startswith(f"{last}. OR 1.1 · {person.name} · ")
    assert listed["options"][0]["description"].startswith(person.name)
    assert (asked.kinds, asked.drawings[0].shown.highlight) == (("map",), (offer.action.hex,))
    assert earlier.startswith("These moves would be taken back: ")
    assert kept == last
    assert len(await tabletop.moves()) == last - 1


async def test_a_request_that_is_refused_ends_with_a_word(tabletop: Table):
    """Whoever asked learns who has refused; once, and nothing else has changed."""
    await tabletop.game()
    asker, other, *_ = dict.fromkeys(await first_offers(tabletop, 3))
    before = await tabletop.moves()
    plan = (await asker.command(CHANNEL, "undo", to=1)).message
    await asker.press(plan, next(one for one in plan.labels if one.startswith("Ask ")))
    (asked,) = await asker.until(lambda: requests(tabletop))
    await other.press(asked, "Refuse")
    await tabletop.answered()
    await tabletop.settled()
    told = [one for one in tabletop.shown if f"{other.name} refuses the request" in one.text]
    await tabletop.restart()
    tabletop.bot.publisher.nudge(1)
    await tabletop.settled()

    assert [(one.silent, asker.mention in one.text) for one in told] == [(False, True)]
    assert len([one for one in tabletop.shown if "refuses the request" in one.text]) == 1
    assert requests(tabletop) == []
    assert await tabletop.moves() == before


async def test_what_is_cut_off_is_kept_to_be_looked_at_and_copied(tabletop: Table):
    """It is listed until it is in force again; its end is drawn, and a copy in another channel goes on from there."""
    await tabletop.game()
    (mover,) = await first_offers(tabletop, 1)
    gone = await tabletop.moves()
    await mover.command(CHANNEL, "undo")
    now = (await tabletop.bot.service.tables.find(1)).started()
    await tabletop.bot.service.moves.act(1, now.rev, int(mover.id), now.game.choices.offers[2].action)
    made = await mover.new_channel("study")
    for person in tabletop.people:
        await person.until(lambda person=person: made in person.channels)
    await tabletop.settled()

    listed = await mover.command(CHANNEL, "show undone")
    (chooser,) = listed.message.selects
    shown = await mover.choose(listed.message, chooser["custom_id"], chooser["options"][0]["value"])
    (offered,) = await mover.autocomplete(
        "study", "game copy", "undone", "", channel=mover.channel_id(CHANNEL)
    )
    typed = {"ÁFTER 0": [offered.value], "after 7": []}
    found = {
        text: [
            one.value
            for one in await mover.autocomplete(
                "study", "game copy", "undone", text, channel=mover.channel_id(CHANNEL)
            )
        ]
        for text in typed
    }
    await mover.command("study", "game copy", channel=mover.channel_id(CHANNEL), undone=offered.value)
    copy = await tabletop.bot.service.tables.find(2)
    texts = [row.text for row in await tabletop.bot.storage.actions.in_force(2)]

    assert "After move 0: " in listed.text
    assert found == typed
    assert shown.messages[-1].raw["attachments"]
    assert copy.state == "lobby"
    assert texts == gone
