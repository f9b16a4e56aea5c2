"""Enemies at the table: forged presses, values never offered, markup in everything that can be typed."""

import asyncio
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import discord
import pytest

from bot import button_ids
from bot.button_ids import NUMBER, ButtonId
from bot.local.ids import GUILD
from bot.pickers.picker import DIGITS
from tests.bot.person import Person, PersonRefused
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table

EVIL = "@everyone <@100000000000000001> **x** `y` [z](https://evil.example) ||s|| <#1> <@&1>"
ALIVE = ("@everyone", "<@100000000000000001>", "<@&1>", "<#1>", "**x**", "`y`", "](https://evil", "||s||")
"""What of it Discord would make something of, unless it is escaped."""

STALE = [
    "g:1:0:pass",
    "g:1:7:draft:y:1",
    "g:1:999999999:draft",
    "g:1:1:lay:y:1~D9~8~0",
    "g:1:1:mountain:y:B1",
    "g:1:1:fly",
    "g:1:1:draft:y:99",
    "g:1:1:draft:y:" + "9" * 60,
    "g:1:1:draft:y:#zzzz",
    "g:1:1:draft:o:99",
    "g:1:1:draft:m",
    "g:1:1:draft:z",
    "g:2:1:draft:y:1",
    "g:" + "9" * 18 + ":1:draft:y:1",
    "g:²:1:draft",
    "l:1:start",
    "l:1:join",
    "l:99:leave",
    "b:1:7",
    "b:1:" + "9" * 18,
    "b:1:" + "9" * 30,
    "b:99:0",
    "t:99:me",
    "t:99:charters",
    "h:1:99999999",
    "h:99",
    "x:1:99",
    "u:1:1:agree",
    "u:99:1:refuse",
    "z:99:1:nonce",
    "q",
]
"""Buttons of other versions, tables, titles and times, and of none."""

CHOSEN = [
    ("take:s0", "99"),
    ("take:s999", "#zzzz"),
    ("lay:s0", "D9"),
    ("take:s0:1", "@everyone"),
    ("s0", "1"),
]
AMOUNTS = ["p0:~abc", "y:~abc", "y:P1~-5", "y:P1~1", "y:P1~" + "9" * 50, "y:P2~30", "y:~²", "o:P9", "m:P1"]


WORDS = {r"-?\d{1,18}": "-99", r"[a-z]+": "zzz", r"\w+": "nonce", r"[^:]+": "Nothing", r"s\d{1,2}": "s99"}
"""What is put in the place of fields that are neither numbers nor one of some words."""
NUMBERS = ("0", "99", "9" * 18)


def forged() -> Iterator[str]:
    """Every kind of button that there is, of this table, with each of its words and numbers that are none of here."""
    kinds = [one for one in vars(button_ids).values() if isinstance(one, ButtonId)]
    for kind in kinds:
        words = {field: _words(pattern) for field, pattern in kind.patterns.items() if pattern != NUMBER}
        for chosen in product(*words.values()):
            for number in NUMBERS:
                fields = dict.fromkeys(kind.patterns, number) | dict(zip(words, chosen, strict=True))
                yield kind.write(**fields | ({"game": "1"} if "game" in fields else {}))


def _words(pattern: str) -> list[str]:
    """The words that a field may hold, by what its pattern says."""
    if pattern in WORDS:
        return [WORDS[pattern]]
    groups = re.findall(r"\(\?:([a-z|]+)\)", pattern) or [pattern]
    assert all(re.fullmatch(r"[a-z|]+", group) for group in groups), pattern
    return ["_".join(one) for one in product(*(group.split("|") for group in groups))]


async def posted(table: Table, custom_id: str, *values: str) -> SeenMessage:
    """A message of the bot with a forged button, or a forged list of these values."""
    view = discord.ui.View(timeout=None)
    if values:
        options = [discord.SelectOption(label=value, value=value) for value in values]
        view.add_item(discord.ui.Select(custom_id=custom_id, options=options))
    else:
        view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
    view.stop()
    first = table.people[0]
    channel = table.bot.get_partial_messageable(int(first.channel_id(CHANNEL)))
    sent = str((await channel.send(view=view)).id)
    found: SeenMessage = await first.until(
        lambda: next((m for m in first.messages(CHANNEL) if m.id == sent), None)
    )
    return found


async def answered(person: Person, message: SeenMessage, custom_id: str, *values: str) -> str:
    """What a person is told in private who presses or chooses."""
    act = person.choose(message, custom_id, *values) if values else person.press(message, custom_id)
    reply = await act
    await person.until(lambda: reply.messages or reply.modal)
    if reply.modal:
        return "a form"
    assert reply.ephemeral, custom_id
    return reply.text


@pytest.mark.slow
@pytest.mark.parametrize("persons", [1, pytest.param(3, marks=pytest.mark.slow)])
async def test_forged_buttons_change_nothing_and_are_answered(tabletop: Table, persons: int):
    """Whoever presses what no board shows is told so in a private sentence, without an apology."""
    await tabletop.game()
    await tabletop.type_moves(["draft 13"])
    await tabletop.seat(4)
    people = [await tabletop.awaited(), await tabletop.other(), tabletop.people[3]]
    for custom_id in STALE:
        message = await posted(tabletop, custom_id)
        people.append(people.pop(0))
        for person in people[:persons]:
            told = await answered(person, message, custom_id)
            assert told, custom_id
            assert "eference" not in told, (custom_id, told)

    assert await tabletop.moves() == ["draft 13"]


@pytest.mark.slow
@pytest.mark.parametrize("values", [(), ("99",), ("zzz",)], ids=["button", "number", "word"])
async def test_every_kind_of_button_may_be_forged(tabletop: Table, values: tuple[str, ...]):
    """With numbers that nothing has, or as a list: each is answered in a sentence that is no apology."""
    await tabletop.game()
    await tabletop.type_moves(["draft 13"])
    await tabletop.seat(4)
    people, before = [tabletop.people[3], *tabletop.people[:3]], await tabletop.bot.service.tables.find(1)
    wrong = []
    for custom_id in dict.fromkeys(forged()):
        people.append(people.pop(0))
        try:
            told = await answered(people[0], await posted(tabletop, custom_id, *values), custom_id, *values)
        except TimeoutError:
            told = ""
        if not told or "eference" in told:
            wrong.append((custom_id, told))

    assert wrong == []
    after = await tabletop.bot.service.tables.find(1)
    assert (after.moves, after.seats, after.state) == (before.moves, before.seats, before.state)
    assert after.settings == before.settings
    for person in people:
        row = await tabletop.bot.storage.people.find(int(person.id))
        assert not {row.scheme, row.language, row.zone, row.quiet_from, row.quiet_to} & {*values, 99}


async def test_values_never_offered_are_refused(tabletop: Table):
    """A list can be made to say anything; only what is legal is taken."""
    await tabletop.game()
    person = await tabletop.awaited()
    for tail, value in CHOSEN:
        custom_id = f"g:1:0:{tail}"
        told = await answered(person, await posted(tabletop, custom_id, value), custom_id, value)
        assert "eference" not in told, (tail, told)

    assert await tabletop.moves() == []


async def test_amounts_that_are_none_are_refused(tabletop: Table):
    """Letters, signs, foreign digits, too little, too much, another private: the bid stays open."""
    await tabletop.game(title="1844")
    person = await tabletop.awaited()
    for tail in AMOUNTS:
        custom_id = f"g:1:0:bid:{tail}"
        told = await answered(person, await posted(tabletop, custom_id), custom_id)
        assert "eference" not in told, (tail, told)

    assert await tabletop.moves() == []


async def test_what_is_typed_into_a_form_is_a_number_or_refused(tabletop: Table):
    """Nothing but a whole number in its range is an amount, and four thousand digits are not."""
    await tabletop.game(title="1844")
    person = await tabletop.awaited()
    for typed in ("9" * 4000, "@everyone", "-1", "7,5", "²", "0"):
        picker = await person.command(CHANNEL, "bid")
        form = await person.press(picker.message, "Other amount")
        assert form.modal is not None
        (field,) = form.modal.fields.values()
        assert field["max_length"] == DIGITS
        for live in tabletop.server.backend.interactions.live.values():
            if live.modal:
                _unlimited(live.modal)
        reply = await person.submit(form.modal, {"amount": typed})

        assert reply.ephemeral
        assert "eference" not in reply.text
        assert "✓" not in reply.text
        assert await tabletop.moves() == []


def _unlimited(modal: Any) -> None:
    """Let the form of a client that is not Discord's take any text."""
    for part in modal["components"]:
        (part.get("component") or part["components"][0])["max_length"] = 4000


async def test_two_presses_at_once_play_once(tabletop: Table):
    """Of two presses of one button the first plays, and both are told that it is done."""
    await tabletop.game()
    person = await tabletop.awaited()
    message = await posted(tabletop, "g:1:0:draft:y:1")
    told = await asyncio.gather(*(answered(person, message, "g:1:0:draft:y:1") for _ in range(2)))

    assert sum("✓" in one for one in told) == 2
    assert await tabletop.moves() == ["draft 1"]


async def test_a_sign_alone_names_nothing(tabletop: Table):
    """Though it stands in what a single certificate is called, nobody has said which one they mean."""
    await tabletop.game()
    for typed in ("-", "#", ".", "  -  ", "&"):
        reply = await (await tabletop.awaited()).command(CHANNEL, "draft", certificate=typed)

        assert "✓" not in reply.text, typed
        assert await tabletop.moves() == []


@pytest.mark.parametrize("number", ["1", "3", "13"])
async def test_a_number_with_its_sign_means_no_other_certificate(tabletop: Table, number: str):
    """It is typed as the labels show it; once it is gone that is said, and nothing else is taken in its place."""
    await tabletop.game()
    replies = [
        await (await tabletop.awaited()).command(CHANNEL, "draft", certificate=f"#{number}") for _ in range(2)
    ]

    assert ["✓" in reply.text for reply in replies] == [True, False]
    assert await tabletop.moves() == [f"draft {number}"]


async def test_a_number_is_no_part_of_another(tabletop: Table):
    """Once 1, 11, 12 and 13 are gone, 10 alone is called by anything with a 1 in it, and is not meant."""
    await tabletop.game()
    gone = ["draft 1", "draft 11", "draft 12", "draft 13"]
    await tabletop.type_moves(gone)
    for typed in ("1", "#1", "minor 1"):
        reply = await (await tabletop.awaited()).command(CHANNEL, "draft", certificate=typed)

        assert "✓" not in reply.text, typed
        assert await tabletop.moves() == gone


async def test_a_sign_alone_is_no_move(tabletop: Table):
    """Though whole moves may be carried by a digest that begins with it."""
    await tabletop.game()
    reply = await (await tabletop.awaited()).command(CHANNEL, "do", move="#")

    assert "✓" not in reply.text
    assert await tabletop.moves() == []


# --- everything that can be typed


def commands(person: Person) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command with its options, groups unfolded."""

    def unfolded(name: str, node: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        options = node.get("options", [])
        inner = [one for one in options if one["type"] in (1, 2)]
        for one in inner:
            yield from unfolded(f"{name} {one['name']}", one)
        if not inner:
            yield name, options

    for command in person.commands:
        yield from unfolded(command["name"], command)


ANNOUNCED = {"game proxy", "game substitute", "game back"}
"""What the whole table is told at once."""


async def hostile(who: Person, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Markup wherever a text may be typed or a file attached, something harmless elsewhere."""
    place, file = who.channel_id(CHANNEL), await who.upload("evil.json", EVIL.encode())
    kinds = {3: EVIL, 4: 1, 5: True, 6: "1", 7: place, 8: GUILD, 11: file}
    return {
        one["name"]: one["choices"][0]["value"] if one.get("choices") else _within(kinds[one["type"]], one)
        for one in options
        if one["name"] not in ("sure", "private")
    }


def _within(value: Any, option: dict[str, Any]) -> Any:
    """As much of a text as may be typed, at least as large a number as must be."""
    if isinstance(value, str):
        return value[: option.get("max_length", 6000)]
    return max(value, option.get("min_value", value))


@pytest.mark.slow
async def test_nothing_typed_becomes_markup_or_a_call(tabletop: Table):
    """Every command with markup in all its texts: a private answer, in which none of it is alive."""
    await tabletop.game()
    await tabletop.seat(4)
    person, stranger, host = await tabletop.awaited(), tabletop.people[3], tabletop.people[0]
    called = [len(one.notifications) for one in tabletop.people]
    told: dict[str, str] = {}
    for name, options in commands(person):
        if name == "game stop":  # nothing is typed, and everybody is asked
            continue
        for who in (person, stranger):
            try:
                reply = await who.command(CHANNEL, name, **await hostile(who, options))
            except PersonRefused:
                assert name.startswith("admin ")
                continue
            await who.until(lambda reply=reply: reply.messages)
            assert reply.ephemeral or name in ANNOUNCED, name
            told[f"{who.name}: {name}"] = reply.text.replace(f"the host, {host.mention}", "")
    alive = {name: text for name, text in told.items() if any(mark in text for mark in ALIVE)}

    assert alive == {}
    assert not any("eference" in text for text in told.values())
    assert len(told) > 80
    assert [len(one.notifications) for one in tabletop.people] == called
