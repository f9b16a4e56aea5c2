import asyncio

import pytest

from tests.bot.local.demo import Demo
from tests.bot.local.long_waits import HandTimers
from tests.bot.local.moderator import archive
from tests.bot.person import COMES, Person, PersonRefused
from tests.bot.servers import TriedDiscord


async def test_completions_are_those_of_the_bot(discord: TriedDiscord, alder: Person):
    choices = await alder.autocomplete("general", "game new", "title", "18c")

    assert [choice.value for choice in choices] == ["18CZ"]
    assert discord.errors == []


async def test_a_deferred_answer_brings_picture_and_buttons_to_everybody(
    discord: TriedDiscord,
    alder: Person,
    birch: Person,
):
    reply = await alder.command("general", "game new", title="18Mag", players=4)
    await birch.until(lambda: birch.messages() and not birch.last().loading)
    seen = birch.last()

    assert reply.text == "**18Mag** for 4" == seen.text
    assert seen.labels == ["Join"]
    assert [(shot.name, shot.alt, shot.width) for shot in seen.pictures] == [
        ("map.png", "Picture of the map", 700)
    ]
    assert (await birch.fetch(seen.pictures[0].url)).startswith(b"\x89PNG")
    assert discord.errors == []


async def test_who_stops_waiting_for_an_answer_hears_what_follows(discord: TriedDiscord, alder: Person):
    """A person that turned deaf would wait for ever for the next answer."""
    asked = asyncio.create_task(alder.command("general", "game new", title="18CZ"))
    await asyncio.sleep(0)
    asked.cancel()
    async with asyncio.timeout(COMES):
        shown = await alder.command("general", "board")

    assert asked.cancelled()
    assert shown.message.pictures


async def test_a_press_edits_the_message_for_all(discord: TriedDiscord, alder: Person, birch: Person):
    await alder.command("general", "game new", title="18CZ")
    await birch.until(lambda: birch.messages() and birch.last().labels)
    reply = await birch.press(birch.last(), "Join")
    await alder.until(lambda: alder.last().edited)

    assert reply.text == alder.last().text == "Table 7: Birch joins"
    assert discord.errors == []


async def test_a_layout_is_edited_with_a_new_picture_in_place_of_the_old(
    discord: TriedDiscord, alder: Person
):
    shown = await alder.command("general", "board")
    before = shown.message.pictures[0]
    reply = await alder.press(shown.message, "Done")

    assert "turn 2" in reply.text
    assert reply.message.pictures[0].alt == "The map in turn 2"
    assert reply.message.pictures[0].url != before.url
    assert len(reply.message.raw["attachments"]) == 1
    assert shown.message.silent
    assert discord.errors == []


async def test_choosing_from_a_list_answers_the_chooser_alone(
    discord: TriedDiscord,
    alder: Person,
    birch: Person,
):
    shown = await alder.command("general", "board")
    await birch.until(birch.messages)
    reply = await birch.choose(birch.last(), "where", "F3 Praha")

    assert reply.text == "You lay at F3"
    assert reply.ephemeral
    assert [message.id for message in alder.messages()] == [shown.message.id]
    assert discord.errors == []


async def test_a_private_message_is_worked_on_by_its_owner_alone(
    discord: TriedDiscord,
    alder: Person,
    birch: Person,
):
    shown = await alder.command("general", "plan")
    await alder.until(lambda: shown.message.edited)
    with pytest.raises(PersonRefused, match="Unknown Message"):
        await birch.press(shown.message, "here:F2")
    pressed = await alder.press(shown.message, "Here, F2")
    await alder.until(lambda: len(alder.messages()) == 2)

    assert shown.text == pressed.messages[0].text == "Placed"
    assert shown.message.pictures[0].alt == "Picture of a preview"
    assert shown.message.labels == ["Here, F3"]
    assert birch.messages() == []
    assert discord.errors == []


async def test_a_press_may_be_answered_by_the_board_itself(discord: TriedDiscord, alder: Person):
    await alder.command("general", "poke")
    reply = await alder.press(alder.messages()[0], "Poke")

    assert reply.acknowledged
    assert reply.text == "Poked"
    assert reply.message.labels == []
    assert discord.errors == []


async def test_a_form_is_opened_filled_and_answered(discord: TriedDiscord, bot: Demo, alder: Person):
    form = await bot.form(alder, "bid")
    reply = await alder.submit(form, {"amount": "65", "minor": "Minor 3"})

    assert form.title == "Bid for a minor"
    assert set(form.fields) == {"amount", "minor"}
    assert reply.text == "65 for 3"
    assert discord.errors == []


@pytest.mark.parametrize(
    "values", [{}, {"amount": "12345", "minor": "1"}, {"amount": "60", "minor": "9"}, {"x": "1"}]
)
async def test_a_form_filled_in_badly_is_not_sent(alder: Person, values: dict[str, str]):
    opened = await alder.command("general", "bid")
    assert opened.modal is not None

    with pytest.raises(PersonRefused):
        await alder.submit(opened.modal, values)


async def test_a_mention_calls_whom_it_may_and_only_them(discord: TriedDiscord, alder: Person, birch: Person):
    await alder.command("general", "call", who="Birch")
    await birch.until(lambda: len(birch.messages()) == 2)

    assert [ping.message for ping in birch.notifications] == [birch.messages()[0].id]
    assert alder.notifications == []
    assert discord.errors == []


async def test_a_silent_message_and_an_edit_call_nobody(alder: Person, birch: Person):
    await alder.command("general", "call", who="Birch", silent=True)
    await birch.until(lambda: len(birch.messages()) == 2)
    shown = await alder.command("general", "game new", title=birch.mention)

    assert birch.mention in shown.text
    assert birch.notifications == []


async def test_calls_wait_for_whoever_is_away(discord: TriedDiscord, alder: Person):
    await alder.command("general", "call", who=3)
    await alder.until(lambda: len(alder.messages()) == 3)
    async with await Person.join(discord.url, "Cedar") as cedar:
        assert len(cedar.notifications) == 1
        assert len(cedar.messages()) == 2


async def test_a_private_letter_reaches_one_person(alder: Person, birch: Person):
    await birch.command("general", "letter")
    await birch.until(lambda: birch.notifications)
    room = birch.channels[birch.notifications[0].channel]

    answered = await birch.command(room, "bid")

    assert answered.modal is not None
    assert birch.last(room).text == "For your eyes only"
    assert room["id"] not in alder.channels


async def test_a_thread_opens_below_its_channel_and_can_be_archived(discord: TriedDiscord, alder: Person):
    await alder.command("general", "thread", name="table 4")
    thread = await alder.until(lambda: [one for one in alder.channels.values() if one["name"] == "table 4"])
    await alder.until(lambda: alder.messages(thread[0]))
    reply = await alder.command(thread[0], "board")
    pressed = await alder.press(reply.message, "Done")
    archive(discord.world, thread[0]["id"])

    assert alder.messages(thread[0])[0].text == "Here we play"
    assert pressed.message.channel == thread[0]["id"]
    assert "turn 2" in pressed.text
    with pytest.raises(PersonRefused, match="archived"):
        await alder.command(thread[0], "board")


async def test_a_new_channel_is_known_to_bot_and_people_at_once(alder: Person, birch: Person):
    channel = await alder.new_channel("Table Two")
    await birch.until(lambda: channel in birch.channels)
    reply = await birch.command("table-two", "board")

    assert reply.message.channel == channel


async def test_a_file_given_to_a_command_can_be_read(alder: Person):
    number = await alder.upload("game.json", b'{"title": "18Mag"}')
    reply = await alder.command("general", "import", file=number)

    assert reply.text == '{"title": "18Mag"}'


async def test_commands_for_the_host_are_refused_to_others(alder: Person, birch: Person):
    reply = await alder.command("general", "repair")

    assert reply.text == "Repaired"
    with pytest.raises(PersonRefused, match="may not"):
        await birch.command("general", "repair")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("game", {}),
        ("game old", {}),
        ("nothing", {}),
        ("game new", {}),
        ("game new", {"title": "18CZ", "players": 9}),
        ("game new", {"title": "18CZ", "players": "many"}),
        ("game new", {"title": "18CZ", "colour": "red"}),
    ],
)
async def test_what_the_client_would_not_send_is_not_sent(
    alder: Person, name: str, options: dict[str, object]
):
    with pytest.raises(PersonRefused):
        await alder.command("general", name, **options)


async def test_a_button_that_is_not_there_is_pressed_by_force_only_and_dropped_by_the_library(
    discord: TriedDiscord, alder: Person, timers: HandTimers
):
    shown = await alder.command("general", "board")
    with pytest.raises(PersonRefused):
        await alder.press(shown.message, "join:9")
    timers.begun.clear()
    pressed = asyncio.create_task(alder.press(shown.message, "turn:40", force=True))
    await timers.begun.wait()
    timers.on(discord.backend.interactions.answer_within)
    reply = await pressed

    assert reply.kind == "failed"
    assert discord.errors == []


async def test_forty_presses_at_once_are_all_answered(discord: TriedDiscord, alder: Person, birch: Person):
    shown = await alder.command("general", "board")
    await birch.until(birch.messages)
    presses = [
        person.choose(shown.message, "where", f"F{2 + turn % 6}")
        for turn in range(20)
        for person in (alder, birch)
    ]
    replies = await asyncio.gather(*presses)

    assert all(reply.ephemeral for reply in replies)
    assert discord.errors == []


async def test_a_request_over_a_limit_is_named_before_it_is_sent(
    discord: TriedDiscord, bot: Demo, alder: Person, timers: HandTimers
):
    typed = asyncio.create_task(alder.command("general", "long"))
    await bot.failed.wait()
    timers.on(discord.backend.interactions.answer_within)
    reply = await typed

    assert reply.failed is not None
    assert [type(failure).__name__ for failure in bot.failures] == ["LimitExceeded"]
    assert "2001" in str(bot.failures[0])
    assert discord.errors == []
