"""Recorded games opened at a table: looked at, played on, or refused."""

import json
import re
from typing import Any

import pytest

from bot.tables.importing import LARGEST
from engine.actions import Action
from engine.game import Game
from engine.peer18xx import written_game
from engine.records import own
from tests.bot.tabletop import CHANNEL, Table

COMPAT = "compat=peer18xx"
NAMES = {"ann": "Ann Bee", "bob": "Bob", "cy": "Cy"}


def begun(moves: int = 4) -> tuple[Game, list[Action]]:
    game, done = Game.start("18Mag", NAMES, (COMPAT,), seed=5), []
    for _ in range(moves):
        done.append(next(iter(game.choices)))
        game = game.play(done[-1])
    return game, done


def running() -> dict[str, Any]:
    game, done = begun()
    return written_game.complete(written_game.written(game.setup, done), names=NAMES)


async def bring(tabletop: Table, data: Any, **options: Any) -> Any:
    """Let the first person import a file, and return the answer."""
    (alder, *_) = await tabletop.seat()
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return await alder.command(CHANNEL, "game import", file=await alder.upload("game.json", raw), **options)


async def test_a_running_game_goes_on_with_its_players(tabletop: Table):
    """Its seats carry the names of the record: chosen from the card, given by the host, or the first free one."""
    reply = await bring(tabletop, running())
    alder, birch, cedar = tabletop.people
    card = await alder.until(lambda: tabletop.card)
    seats, rules = card.selects

    assert "4 moves" in reply.text
    assert "1. Ann Bee → *free seat*" in card.text
    assert [option["label"] for option in seats["options"]] == ["Ann Bee", "Bob", "Cy"]
    assert [one["label"] for one in rules["options"] if one.get("default")] == ["Go on by the printed rules"]

    await birch.choose(card, seats["custom_id"], "Cy")
    taken = await cedar.command(CHANNEL, "game join", seat="cy")
    given = await alder.command(CHANNEL, "game join", seat="Bob", person=cedar.id)
    forbidden = await birch.command(CHANNEL, "game join", seat="Ann Bee", person=cedar.id)
    early = await alder.command(CHANNEL, "game start")
    joined = await alder.command(CHANNEL, "game join")
    await tabletop.settled()
    started = await alder.command(CHANNEL, "game start")
    await alder.until(lambda: tabletop.having("b:"))
    await tabletop.settled()

    assert "Free seats: Ann Bee, Bob" in taken.text
    assert "2 of 3" in given.text
    assert "host" in forbidden.text
    assert "joined so far: 2" in early.text
    assert "3 of 3" in joined.text
    assert "goes on" in started.text
    assert "drawn by lot" not in card.text
    assert "goes on where the record ended" in card.text
    assert re.search(r"Options: \d+ rules as they are read on 18xx.games", card.text)
    table = (await tabletop.bot.service.tables.find(1)).started()
    assert [seat.name for seat in table.seats] == ["Alder", "Cedar", "Birch"]
    assert [move.text for move in table.moves[4:]] == ["go_on printed"]

    await tabletop.type_moves(["draft 8"])
    table = (await tabletop.bot.service.tables.find(1)).started()
    assert len(table.moves) == 6
    history = await alder.command(CHANNEL, "show history")
    assert "Alder" in history.text


async def test_recorded_moves_are_those_of_whoever_sits_there(tabletop: Table):
    """The host, who brought the record, takes back no move of the others unasked, and nobody acts by proxy in it."""
    await bring(tabletop, running())
    host, *others = tabletop.people
    for person, seat in zip(tabletop.people, NAMES.values(), strict=True):
        await person.command(CHANNEL, "game join", seat=seat)
    await host.command(CHANNEL, "game start")
    await host.until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    table = (await tabletop.bot.service.tables.find(1)).started()
    plan = await host.command(CHANNEL, "undo", to=1)

    assert [move.user_id for move in table.moves[:4]] == [
        seat.user_id for move in table.moves[:4] for seat in table.seats if seat.id == move.seat
    ]
    assert [one.name for one in others if one.name not in plan.text] == []
    assert "must agree" in plan.text
    assert f"{host.name} for" not in str(plan.message.raw)
    assert not any(table.proxy_name(move) for move in table.moves)


async def test_a_game_that_is_over_is_looked_at(tabletop: Table):
    """One exported here: its players keep their names, its history and chart are shown, and nobody is called."""
    game, done = begun(8)
    file = own.dump(game.setup, [*done, game.stopped()], names=NAMES)
    reply = await bring(tabletop, json.loads(file))
    (alder, birch, _) = tabletop.people
    await tabletop.settled()

    table = (
        await tabletop.bot.service.tables.in_channel(tabletop.board.raw["channel_id"], closed=True)
    ).started()
    assert (table.state, [seat.name for seat in table.seats]) == ("finished", list(NAMES.values()))
    assert "the game is over" in reply.text
    assert "Ann Bee" in tabletop.board.text
    assert "Cy" in (await birch.command(CHANNEL, "show history")).text
    assert (await birch.command(CHANNEL, "show chart", kind="worth")).message.raw["attachments"]
    assert not alder.notifications


def spoilt(**changes: Any) -> dict[str, Any]:
    return running() | changes


def illegal(count: int = 1) -> dict[str, Any]:
    """A game of which so many entries are against the rules: what is drafted is gone."""
    data = running()
    again = data["actions"][2] | {"minor": data["actions"][1]["minor"]}
    data["actions"][2 : 2 + count] = [again] * count
    return data


HOSTILE: list[tuple[Any, str]] = [
    (b"\x00\xff not at all", "not a JSON file"),
    (b"[" * 100_000, "not a JSON file"),
    (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "not a JSON file"),
    ([1, 2], "no recorded game"),
    ({"title": "18Mag"}, "players"),
    (spoilt(title="1830"), "1830"),
    (spoilt(title={"a": 1}), "title"),
    (spoilt(players=7), "players"),
    (spoilt(players=[{"id": 1, "name": "x"}] * 3), "players"),
    (spoilt(actions=[7]), "actions"),
    (spoilt(actions=[{"type": "bid", "entity": 1, "entity_type": "player", "price": "x"}]), "price"),
    (spoilt(actions=[{"type": "explode", "entity": 1, "entity_type": "player"}]), "explode"),
    (spoilt(settings={"seed": 5, "optional_rules": ["moonlight"]}), "moonlight"),
    (illegal(12), "the rules refuse entry"),
    (b" " * (LARGEST + 1), "2 MiB"),
]


async def test_files_that_are_no_game_are_refused_in_a_sentence(tabletop: Table):
    """Nothing is stored of any, and only who brought it is told."""
    told = [(await bring(tabletop, data), wanted) for data, wanted in HOSTILE]

    for reply, wanted in told:
        assert reply.ephemeral
        assert wanted in reply.text
    assert await tabletop.bot.storage.games.count() == 0


async def test_an_entry_against_the_rules_is_taken_as_recorded(tabletop: Table):
    """The game is held all the same."""
    reply = await bring(tabletop, illegal(1))

    assert "The record is at table" in reply.text
    assert await tabletop.bot.storage.games.count() == 1


async def test_strange_numbers_and_names_are_taken_as_they_can_be(tabletop: Table):
    """A seed of any size begins the game that its remainder does; names are as long as names are."""
    data = running()
    data["settings"]["seed"] += 2**31 * 10**30
    data["players"][1]["name"] = "Bob\x1b[31m\n" * 20_000
    reply = await bring(tabletop, data)

    assert "4 moves" in reply.text
    table = await tabletop.bot.service.tables.find(1)
    assert table.seed == running()["settings"]["seed"]


async def test_a_channel_with_a_game_takes_no_record(tabletop: Table):
    """It is refused before the file is read."""
    await tabletop.lobby()
    reply = await bring(tabletop, b"nothing")

    assert reply.text.startswith(
        "There is an open game in the channel already (number 1). Each table has a channel"
    )
    assert await tabletop.bot.storage.games.count() == 1


@pytest.mark.slow
async def test_a_file_is_read_in_a_process(tabletop: Table):
    """With workers, what is wrong comes back as the same sentence."""
    await tabletop.restart(route_workers=1)
    refused, read = await bring(tabletop, illegal(12)), await bring(tabletop, running())

    assert "the rules refuse" in refused.text
    assert "4 moves" in read.text
