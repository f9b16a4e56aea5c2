"""Seeing before choosing: pictures beside the questions of the picker, over real sockets."""

import re
from string import ascii_uppercase
from typing import Any

import pytest

from bot.pickers import move_ids
from engine.actions import LayTile
from engine.earnings import gains
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table


def numbered(message: SeenMessage) -> list[str]:
    """The ids of the buttons that bear a number."""
    return [str(one["custom_id"]) for one in message.buttons if str(one["label"]).isdecimal()]


def lettered(message: SeenMessage) -> dict[str, str]:
    """The hexes of the buttons by their letters."""
    presses = [(str(one["label"]), move_ids.read(str(one["custom_id"]))) for one in message.buttons]
    return {label.split()[0]: press.words[1] for label, press in presses if press and len(press.words) > 1}


async def asked(tabletop: Table, verb: str, **options: str) -> tuple[Person, SeenMessage]:
    """Who is to move, and the private picker of a verb, once its picture is there."""
    person = await tabletop.to(verb, **options)
    table = await tabletop.bot.service.tables.find(1)
    reply = await person.press(tabletop.board, f"g:1:{table.rev}:{verb}")
    picker = reply.messages[-1]
    await person.until(lambda: picker.pictures)
    return person, picker


def ids(message: SeenMessage) -> list[Any]:
    """The ids of the buttons of a message."""
    return [one["custom_id"] for one in message.buttons]


async def sheet(person: Person, picker: SeenMessage, hex_: str) -> SeenMessage:
    """The contact sheet of a hex."""
    await person.press(picker, next(one for one in map(str, ids(picker)) if f"~{hex_}" in one))
    await person.until(lambda: picker.pictures and "`1" in picker.text)
    return picker


async def test_the_places_are_seen_before_one_is_chosen(tabletop: Table):
    """The letters of the buttons are those of the picture, without those that 18Mag prints on tiles."""
    _, picker = await asked(tabletop, "lay")
    letters = lettered(picker)

    assert list(letters) == [letter for letter in ascii_uppercase if letter not in "BK"][: len(letters)]
    assert all(f"{letter} {hex_}" in str(picker.pictures[0].alt) for letter, hex_ in letters.items())


async def test_one_sheet_shows_every_tile_and_turn_with_what_it_would_earn(tabletop: Table):
    """As many buttons as pictures; the runs are those of the exact search; the heading keeps unit and place."""
    person, picker = await asked(tabletop, "lay")
    hex_ = next(iter(lettered(picker).values()))
    game = (await tabletop.bot.service.tables.find(1)).started().game
    await sheet(person, picker, hex_)
    lays = [offer.action for offer in game.choices.offers if isinstance(offer.action, LayTile)]
    runs = {str(gain.after.revenue) for gain in gains(game.pos, lays) if gain}

    head, *lines = picker.text.splitlines()
    assert f"#{game.pos.unit}, " in head
    assert hex_ in head
    assert len(lines) == len(numbered(picker)) > 1
    assert {re.findall(r"\d+", line)[-1] for line in lines} <= runs


@pytest.mark.slow
async def test_a_table_may_think_alone(tabletop: Table):
    """Chosen at the lobby among the options, or later by the host: no run is told any more."""
    person, picker = await asked(tabletop, "lay", options="hints=off")
    await sheet(person, picker, next(iter(lettered(picker).values())))
    alone = await person.command(CHANNEL, "show lays")
    await tabletop.people[0].command(CHANNEL, "table hints", hints="on")
    told = await person.command(CHANNEL, "show lays")

    assert "hints=off" not in (await tabletop.bot.service.tables.find(1)).options
    assert "run" not in picker.text
    assert "Nobody gets hints" in alone.text
    assert "run 0" in told.text


@pytest.mark.slow
async def test_the_best_lays_of_the_whole_board_are_compared(tabletop: Table):
    """Ten at most, those first that earn most, as the exact search finds them."""
    person = await tabletop.to("lay")
    game = (await tabletop.bot.service.tables.find(1)).started().game
    lays = [offer.action for offer in game.choices.offers if isinstance(offer.action, LayTile)]
    top = max(gain.after.revenue for gain in gains(game.pos, lays) if gain)

    reply = await person.command(CHANNEL, "show lays")
    lines = [line for line in reply.text.splitlines() if line.startswith("`")]
    runs = [int(re.findall(r"\d+", line)[-1]) for line in lines]

    assert 1 < len(lines) <= 10
    assert runs == sorted(runs, reverse=True)
    assert runs[0] == top
    assert tabletop.pictures.requests[-1].kinds == ("ways",)
    assert len(tabletop.pictures.requests[-1].drawings[0].placements) == len(lines)
