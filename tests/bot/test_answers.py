"""Answers that are late, raced or lost: one to every press, and never in anybody else's message."""

import ast
import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.answers import Answer
from bot.presses import on_press
from bot.replies import guarded, reply
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table, table
from tests.bot.test_client import posted

SOON, WORK = 0.1, 0.3
"""After how many seconds the fallback asks for patience in these tests, and how long a slow search takes."""
LATENCY = 0.12
DIRECT = ("response", "followup", "edit_original_response", "delete_original_response", "original_response")


@pytest.fixture
async def hasty(database: Path) -> AsyncIterator[Table]:
    """A table whose fallback steps in early."""
    async with table(database, answer_after=SOON) as made:
        yield made


def searching(table: Table, monkeypatch: pytest.MonkeyPatch, seconds: float = WORK) -> None:
    """Let every look at the table wait, as for a search of routes."""
    tables = table.bot.service.tables
    find = tables.find

    async def late(*given: Any) -> Any:
        await asyncio.sleep(seconds)
        return await find(*given)

    monkeypatch.setattr(tables, "find", late)


def told(person: Person) -> list[SeenMessage]:
    """What this person alone is told."""
    return [one for one in person.messages(CHANNEL) if one.ephemeral]


async def answer(person: Person, known: Sequence[SeenMessage] = ()) -> SeenMessage:
    """The private message that follows those known, which may have gone meanwhile."""
    old = {one.id for one in known}

    def new() -> list[SeenMessage]:
        return [one for one in told(person) if one.id not in old and not one.loading]

    await person.until(new)
    (found,) = new()
    return found


def laying(board: SeenMessage) -> str:
    """The button that shows where track may be laid."""
    return str(next(one["custom_id"] for one in board.buttons if one["custom_id"].endswith(":lay")))


async def test_a_preview_that_comes_late_leaves_the_board_alone(
    hasty: Table, monkeypatch: pytest.MonkeyPatch
):
    """The places are drawn into the person's own message; everybody's pictures stay."""
    person = await hasty.to("lay")
    board = hasty.board
    pictures = [one.name for one in board.pictures]
    searching(hasty, monkeypatch)

    await person.press(board, laying(board))
    shown = await answer(person)
    await person.until(lambda: shown.pictures)

    assert "preview" in shown.pictures[0].name
    assert [one.name for one in board.pictures] == pictures


COMMANDS = {
    "show text": {},
    "show history": {},
    "show player": {},
    "show map": {},
    "show lays": {"hex": "D13"},
    "game join": {},
    "game leave": {},
    "game list": {},
    "game end": {},
    "game export": {},
    "undo": {},
    "admin status": {},
    "admin prove": {},
    "admin repost": {},
    "table reminders": {"interval": "2h"},
    "me games": {},
    "do": {"move": "draft 10"},
    "draft": {},
}


async def test_a_preview_on_its_way_does_not_come_after_what_follows(hasty: Table):
    """The person goes on while the picture is under way: it arrives first, and does not bring the page back."""
    person = await hasty.to("lay")
    board = hasty.board
    held = hasty.server.faults.hold(method="PATCH", path="/webhooks/*")
    shown = (await person.press(board, laying(board))).message
    await held.arrived.wait()

    going = asyncio.create_task(person.press(shown, "Cancel"))
    await asyncio.sleep(0.1)
    held.let_go()
    await going
    await person.until(lambda: shown.deleted)
    await asyncio.sleep(0.1)

    assert shown.deleted


@pytest.mark.parametrize("label", ["Cancel", "A "])
async def test_whoever_is_quicker_than_a_receipt_gets_no_picture_of_the_page_before(
    hasty: Table, monkeypatch: pytest.MonkeyPatch, label: str
):
    """On a slow line a page can be pressed before the bot knows that it is there: what it asked is past by then."""
    person = await hasty.to("lay")
    gate, first = asyncio.Event(), Answer._first

    async def late(answer: Answer, *given: Any) -> bool:
        monkeypatch.undo()
        done = await first(answer, *given)
        await gate.wait()
        return done

    await asyncio.sleep(SOON)  # the board is pressed in time, without the fallback
    monkeypatch.setattr(Answer, "_first", late)
    shown = (await person.press(hasty.board, laying(hasty.board))).message
    pressed = next(str(one["custom_id"]) for one in shown.buttons if str(one["label"]).startswith(label))
    await person.press(shown, pressed)
    await person.until(lambda: shown.deleted or "Which hex" not in shown.text)
    gate.set()
    await hasty.answered()
    await asyncio.sleep(SOON)

    assert shown.deleted or "Which hex" not in shown.text
    assert not any("letter" in str(one.alt) for one in shown.pictures)


@pytest.mark.slow
async def test_commands_that_wait_are_answered(hasty: Table, monkeypatch: pytest.MonkeyPatch):
    """Whatever is typed while the table searches gets its own answer, and no apology."""
    await hasty.game()
    await hasty.type_moves(DRAFT[:3])
    players = hasty.people[0], await hasty.awaited()
    searching(hasty, monkeypatch)

    for command, options in COMMANDS.items():
        person = players[command in ("do", "draft")]
        before = told(person)
        await person.command(CHANNEL, command, **options)
        said = await answer(person, before)

        assert "Sorry" not in said.text, command
        assert said.text or said.pictures or said.raw["attachments"], command


async def test_buttons_of_the_board_that_wait_are_answered(hasty: Table, monkeypatch: pytest.MonkeyPatch):
    """What stands under the board answers whoever presses, and changes nothing for the others."""
    await hasty.game()
    await hasty.type_moves(DRAFT[:3])
    person, board = hasty.people[0], hasty.board
    searching(hasty, monkeypatch)

    for label in ("Map", "Market", "Charters", "Trains"):
        before, raw = told(person), str(board.raw)
        await person.press(board, label)
        said = await answer(person, before)

        assert "Sorry" not in said.text, label
        assert str(board.raw) == raw, label


async def test_a_page_that_waits_is_turned_where_it_stands(hasty: Table, monkeypatch: pytest.MonkeyPatch):
    """The private page itself shows the next one; no second message."""
    await hasty.game()
    person = hasty.people[1]
    shown = (await person.command(CHANNEL, "show text")).message
    first = shown.text
    searching(hasty, monkeypatch)

    await person.press(shown, "Later")
    await person.until(lambda: shown.text != first)

    assert len(told(person)) == 1
    assert "Sorry" not in shown.text


async def test_a_form_that_comes_too_late_is_a_button_that_opens_it(
    hasty: Table, monkeypatch: pytest.MonkeyPatch
):
    """Discord opens no form after an acknowledgement; the button opens it at once."""
    await hasty.game(title="1844")
    person = await hasty.awaited()
    shown = (await person.command(CHANNEL, "bid")).message
    with monkeypatch.context() as slow:
        searching(hasty, slow)
        await person.press(shown, "Other amount")
        await person.until(lambda: "could not be opened in time" in shown.text)

    reply = await person.press(shown, "Other amount")

    assert reply.modal is not None


@pytest.mark.parametrize("work", [SOON, SOON + 0.05, SOON + LATENCY])
async def test_the_fallback_and_the_answer_do_not_race(hasty: Table, work: float):
    """However long the answer takes on a slow line, it arrives, once, and nothing thinks for ever."""

    @guarded
    async def slow(interaction: Any, _match: object) -> None:
        await asyncio.sleep(work)
        await reply(interaction, "At last")

    hasty.bot.add_dynamic_items(on_press("x:slow", slow))
    alder, message = await posted(hasty, "Slow", "x:slow")
    hasty.server.backend.latency.slow(LATENCY, jitter=0)

    await alder.press(message, "Slow")
    await alder.until(lambda: [one.text for one in told(alder)] == ["At last"])
    await asyncio.sleep(LATENCY)

    assert [one.text for one in told(alder)] == ["At last"]
    assert message.text == "Look"


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("command", [pytest.param("show text", marks=pytest.mark.slow), "show map", "do"])
async def test_an_answer_that_is_lost_on_the_way_is_given_once(tabletop: Table, command: str, after: bool):
    """The line breaks before or after Discord has taken the first answer; whoever asked still gets it, once."""
    await tabletop.game()
    person = await tabletop.awaited()
    before = told(person)
    tabletop.server.faults.lose(path="/interactions/*", after=after)

    await person.command(
        CHANNEL, command, **COMMANDS[command] | ({"move": DRAFT[0]} if command == "do" else {})
    )
    said = await answer(person, before)
    await tabletop.answered()
    await tabletop.settled()

    assert tabletop.server.faults.struck == 1
    assert "did not take" not in said.text
    assert len(await tabletop.bot.storage.actions.in_force(1)) == (command == "do")
    tabletop.server.errors.clear()  # 40060 is what it answers


FOLLOWS = "/webhooks/*"


async def test_an_answer_that_discord_breaks_is_explained(tabletop: Table):
    """The move is stored; its answer never arrived, not at the second try either, so the person is told to look."""
    await tabletop.game()
    person = await tabletop.awaited()
    tabletop.server.faults.lose(method="POST", path=FOLLOWS, times=2)

    reply = await person.command(CHANNEL, "do", move=DRAFT[0])

    assert "Look at the board" in reply.text
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 1


@pytest.mark.parametrize("fault", ["lost", "lost on the way back", "gone"])
async def test_what_follows_thinking_is_said_once_whatever_becomes_of_it(
    hasty: Table, monkeypatch: pytest.MonkeyPatch, fault: str
):
    """The line breaks before or after Discord has the answer, or what it was to replace is gone."""
    await hasty.game()
    person = await hasty.awaited()
    searching(hasty, monkeypatch)
    faults = hasty.server.faults
    if fault == "gone":
        faults.refuse(404, 10008, "Unknown Message", method="POST", path=FOLLOWS)
    else:
        faults.lose(after=fault != "lost", method="POST", path=FOLLOWS)

    await person.command(CHANNEL, "do", move=DRAFT[0])
    await answer(person)
    await hasty.answered()

    assert faults.struck == 1
    assert ["✓" in one.text for one in told(person)] == [True]


def test_nobody_answers_past_the_one_answer():
    """Only ``bot.answers`` speaks with Discord's interaction; everybody else asks it to."""
    folder = Path(bot.__file__).parent
    found = []
    for path in folder.rglob("*.py"):
        if (
            path.name in ("answers.py", "request_rate.py") or "local" in path.parts
        ):  # it reads aiohttp's responses
            continue
        tree = ast.parse(path.read_text("utf-8"))
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        found += [f"{path.relative_to(folder)}: {name}" for name in used & set(DIRECT)]

    assert found == []
