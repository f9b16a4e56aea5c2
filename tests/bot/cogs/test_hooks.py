"""Web hooks over sockets: a machine on the web is told what a call says, and nothing of it is lost or seen."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.errors.storage import Unreachable
from bot.hooks import hooks as telling
from bot.hooks.post import Postman
from bot.storage import Storage
from bot.storage.hooks import of_person, of_table
from tests.bot.hand_clock import HandClock
from tests.bot.hooks.receiver import Receiver, hostile, is_signed, receiver
from tests.bot.tabletop import CHANNEL, DRAFT, Table, address_of, letters, table


@pytest.fixture
async def there() -> AsyncIterator[Receiver]:
    """A machine on the web."""
    async with receiver() as made:
        yield made


@pytest.fixture
async def hooked(database: Path, clock: HandClock) -> AsyncIterator[Table]:
    """A game of three at a bot that may tell private addresses, too."""
    async with table(database, clock, hooks="any") as made:
        await made.game()
        yield made


def secret_in(text: str) -> str:
    """The secret of an answer."""
    return next(one for one in text.split("`") if one.startswith("whsec_"))


async def test_a_table_tells_an_address_of_its_calls(hooked: Table, there: Receiver):
    """Signed, with whom it rings and what it says; the channel is told of the machine, nobody of the rest."""
    alder = hooked.people[0]
    answer = await alder.command(CHANNEL, "table hook", address=there.url)
    await hooked.settled()
    told = [one.text for one in hooked.shown if "Web address notified of calls" in one.text]
    await hooked.type_moves(DRAFT[:1])
    (call,) = await there.until(1)
    headers, body = there.came[-1]
    awaited = await hooked.awaited()
    seen = await hooked.people[1].command(CHANNEL, "table card")
    other = await hooked.people[1].command(CHANNEL, "table hook", address=there.url)
    again = await hooked.people[1].command(CHANNEL, "table hook")

    assert answer.ephemeral
    assert is_signed(secret_in(answer.text), headers, body)
    assert call["data"]["people"] == [{"id": awaited.id, "name": awaited.name}]
    assert call["data"]["purpose"] == "card"
    assert call["data"]["title"] == "18Mag"
    assert call["data"]["link"] == call["text"].splitlines()[-1]
    assert awaited.name in call["text"]
    assert call["content"] == call["text"]
    assert call["allowed_mentions"] == {"parse": []}
    assert "<@" not in call["text"]
    assert len(told) == 1
    assert "127.0.0.1" in told[0]
    assert "127.0.0.1" in seen.text
    assert "host" in other.text
    assert "127.0.0.1" in again.text
    everything = "\n".join([*(one.text for one in hooked.shown), seen.text, again.text])
    assert "hidden-in-the-path" not in everything
    assert "whsec_" not in everything


async def test_a_person_is_told_of_their_own_calls_alone(hooked: Table, there: Receiver):
    """Of no other person's, with no other person in it; after ``off`` of none."""
    birch = hooked.people[1]
    await birch.command(CHANNEL, "me hook", address=there.url)
    for move in DRAFT:
        await hooked.type_moves([move])
    calls = await there.until(1)
    await birch.command(CHANNEL, "me hook", address="off")
    before = len(there.bodies)
    table_ = await hooked.bot.service.tables.find(1)
    while (table_ := await hooked.bot.service.tables.find(1)).rev < 12:
        await hooked.bot.service.moves.act(
            1, table_.rev, table_.awaited[0].user_id, table_.game.choices.offers[0].action
        )
    await hooked.acted()

    assert {one["id"] for call in calls for one in call["data"]["people"]} == {birch.id}
    assert len(there.bodies) == before
    assert "No web address" in (await birch.command(CHANNEL, "me hook")).text


async def test_a_call_is_told_again_until_it_is_taken(hooked: Table, there: Receiver, clock: HandClock):
    """Under one id, later each time; a bot that stops meanwhile goes on."""
    await hooked.people[0].command(CHANNEL, "table hook", address=there.url)
    there.status = 503
    await hooked.type_moves(DRAFT[:1])
    await there.until(1)
    await clock.on(0.01)
    await there.until(2)
    await hooked.restart(hooks="any")
    there.status = 200
    await clock.on(1)
    await there.until(3)
    await clock.on(8)
    ids = [headers["webhook-id"] for headers, text in there.came if json.loads(text)["type"] == "table.call"]

    assert len(set(ids[:3])) == 1
    assert ids.count(ids[0]) == 3
    assert await hooked.bot.storage.hooks.due(clock.now()) == ()


async def test_who_takes_nothing_for_long_is_told_no_more(
    hooked: Table, there: Receiver, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    """Its person is told in private; the table shows it no longer."""
    monkeypatch.setattr(telling, "ENOUGH", 2)
    alder = hooked.people[0]
    await alder.command(CHANNEL, "table hook", address=there.url)
    await hooked.settled()
    there.status = 404
    for at, move in enumerate(DRAFT[:3], 1):
        await hooked.type_moves([move])
        await there.until(min(at, 2))
    await clock.on(0.1)
    await hooked.settled()
    told = await alder.until(lambda: [one.text for one in letters(alder) if "127.0.0.1" in one.text])

    assert len(told) == 1
    assert await hooked.bot.hooks.find(of_table(1)) is None
    assert (await hooked.bot.service.tables.find(1)).settings.hook == ""
    assert "No web address" in (await alder.command(CHANNEL, "table hook")).text


async def test_an_address_that_wants_no_more_is_told_no_more(hooked: Table, there: Receiver):
    """It says so by 410, once."""
    birch = hooked.people[1]
    await birch.command(CHANNEL, "me hook", address=there.url)
    there.status = 410
    while int((await hooked.awaited()).id) != int(birch.id):
        await hooked.type_moves([DRAFT[len((await hooked.bot.service.tables.find(1)).moves)]])
    told = await birch.until(lambda: [one.text for one in letters(birch) if "127.0.0.1" in one.text])

    assert len(told) == 1
    assert await hooked.bot.hooks.find(of_person(int(birch.id))) is None


async def test_whatever_rings_is_told(hooked: Table, there: Receiver, clock: HandClock):
    """A reminder, a request, the end of the game: not the calls for turns alone."""
    alder = hooked.people[0]
    await alder.command(CHANNEL, "table hook", address=there.url)
    await hooked.type_moves(DRAFT[:2])
    await clock.on(13)
    await hooked.settled()
    await alder.command(CHANNEL, "game stop")
    await hooked.settled()
    for person in hooked.people[1:]:
        await person.press(next(one for one in hooked.shown[::-1] if "Agree" in one.labels), "Agree")
    await hooked.acted()
    await clock.on(0.1)
    purposes = {one["data"]["purpose"] for one in there.bodies}

    assert {"card", "reminder", "request", "over"} <= purposes


async def test_an_address_that_takes_no_test_is_not_set(hooked: Table, there: Receiver):
    """What was set before stays."""
    alder = hooked.people[0]
    await alder.command(CHANNEL, "me hook", address=there.url)
    for status, said in ((404, "404"), (500, "500"), (302, "302"), (0, "does not answer")):
        there.status = status
        bad = there.url if status else "http://127.0.0.1:1/x"
        answer = await alder.command(CHANNEL, "me hook", address=bad)

        assert said in answer.text
        assert (await hooked.bot.hooks.find(of_person(int(alder.id)))).url == there.url


@pytest.mark.parametrize("address", ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x"])
async def test_private_addresses_are_refused_where_nobody_has_allowed_them(tabletop: Table, address: str):
    """By name and by number."""
    await tabletop.game()
    answer = await tabletop.people[0].command(CHANNEL, "table hook", address=address)

    assert "private network" in answer.text
    assert (await tabletop.bot.service.tables.find(1)).settings.hook == ""


async def test_no_log_tells_a_secret(hooked: Table, there: Receiver, caplog: pytest.LogCaptureFixture):
    """Neither the secret nor what is hidden in an address, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    alder = hooked.people[0]
    secret = secret_in((await alder.command(CHANNEL, "table hook", address=there.url)).text)
    for status, move in zip((503, 404, 200), DRAFT, strict=False):
        there.status = status
        await hooked.type_moves([move])
    await there.until(3)
    own = [one.getMessage() for one in caplog.records if one.name.startswith(("bot", "aiohttp.client"))]

    assert own
    assert not [one for one in own if secret in one or "hidden-in-the-path" in one]


async def test_nobody_is_told_twice_by_two_processes(hooked: Table, there: Receiver, clock: HandClock):
    """A post that one has claimed no other sends; where that one is killed, it is told again under the same id."""
    alder = hooked.people[0]
    await alder.command(CHANNEL, "table hook", address=there.url)
    there.status = 503
    await hooked.type_moves(DRAFT[:1])
    await there.until(1)
    await hooked.close()
    storage = hooked.bot.storage.hooks
    async with Storage.open(address_of(hooked.database), now=clock.now) as again:
        (post,) = await again.hooks.due(clock.now() + telling.PAUSES[-1])
        claims = [await again.hooks.claim(post, clock.now() + telling.LEASE) for _ in range(2)]
    there.status = 200
    await hooked.open(hooks="any")
    clock.time += telling.LEASE
    await clock.on(1)
    await there.until(2)
    ids = {headers["webhook-id"] for headers, text in there.came if json.loads(text)["type"] == "table.call"}

    assert claims == [True, False]
    assert len(ids) == 1
    assert storage is not hooked.bot.storage.hooks


@pytest.mark.slow
async def test_a_kill_between_the_message_and_its_note_leaves_no_call_untold(hooked: Table, there: Receiver):
    """The message stands in the channel, but nobody noted it: the next start finds it, and tells the call once."""
    await hooked.people[0].command(CHANNEL, "table hook", address=there.url)
    await hooked.settled()

    async def killed(*_: object, **__: object) -> None:
        raise Unreachable(place="here")

    hooked.bot.storage.outbox.__class__.arrived, arrived = killed, hooked.bot.storage.outbox.__class__.arrived
    try:
        await (await hooked.awaited()).command(CHANNEL, "do", move=DRAFT[0])
        await hooked.bot.publisher.settled()
    finally:
        hooked.bot.storage.outbox.__class__.arrived = arrived
    untold = len(there.bodies)
    await hooked.restart(hooks="any")
    await hooked.settled()
    await there.until(1)
    await hooked.settled()

    assert untold == 0
    assert len({one["data"]["link"] for one in there.bodies}) == len(there.bodies) == 1


async def test_no_table_is_told_of_that_does_not_show_it(
    hooked: Table, there: Receiver, monkeypatch: pytest.MonkeyPatch
):
    """Where the change cannot be stored, or a stop comes between, nothing is told behind anybody's back."""
    alder, lobbies = hooked.people[0], hooked.bot.service.lobbies

    async def broken(*_: object, **__: object) -> None:
        raise Unreachable(place="here")

    with monkeypatch.context() as patched:
        patched.setattr(lobbies, "change_settings", broken)
        await alder.command(CHANNEL, "table hook", address=there.url)
    await hooked.type_moves(DRAFT[:2])
    await hooked.acted()

    assert await hooked.bot.hooks.find(of_table(1)) is None
    assert there.bodies == []


async def test_a_bot_that_may_tell_nobody_rests(hooked: Table, there: Receiver, clock: HandClock):
    """What waits from before the operator switched hooks off is left alone, and keeps nobody busy."""
    await hooked.people[0].command(CHANNEL, "table hook", address=there.url)
    there.status = 503
    await hooked.type_moves(DRAFT[:1])
    await there.until(1)
    await hooked.restart(hooks="off")
    clock.time += telling.LEASE
    asked = 0

    async def counted() -> object:
        nonlocal asked
        asked += 1
        return await tick()

    tick, hooked.bot.hooks.tick = hooked.bot.hooks.tick, counted
    hooked.bot.hooks.wake()
    await clock.on(1)
    answer = await hooked.people[0].command(CHANNEL, "me hook", address=there.url)

    assert len(there.bodies) == 1
    assert asked <= 3
    assert "Whoever runs this bot" in answer.text


async def send_to_hostile(hooked: Table, url: str) -> None:
    """Let a machine that Alder has given be told of a move of Alder's."""
    alder = hooked.people[0]
    async with receiver() as good:
        await alder.command(CHANNEL, "me hook", address=good.url)
    row = await hooked.bot.hooks.find(of_person(int(alder.id)))
    await hooked.bot.storage.hooks.keep(replace(row, url=url))
    while int((await hooked.awaited()).id) != int(alder.id):
        await hooked.type_moves([DRAFT[len((await hooked.bot.service.tables.find(1)).moves)]])
    await hooked.type_moves([DRAFT[len((await hooked.bot.service.tables.find(1)).moves)]])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["body", "header", "slow"])
async def test_a_hostile_machine_harms_nothing(hooked: Table, kind: str, monkeypatch: pytest.MonkeyPatch):
    """An answer without end, a head of a megabyte, a machine that never answers: the table goes on meanwhile."""
    monkeypatch.setattr("bot.hooks.post.SECONDS", 1.0)
    alder = hooked.people[0]
    async with hostile(kind) as url:
        await send_to_hostile(hooked, url)
        refused = await alder.command(CHANNEL, "me hook", address=url)

    assert kind == "body" or "127.0.0.1" in refused.text
    assert (await hooked.bot.hooks.find(of_person(int(alder.id)))) is not None


async def test_no_move_waits_for_a_machine_that_never_answers(hooked: Table, monkeypatch: pytest.MonkeyPatch):
    """What it is told is still under way when the move has been made and shown."""
    monkeypatch.setattr("bot.hooks.post.SECONDS", 600.0)
    begun, ended = list[object](), list[object]()
    post = Postman.post

    async def noted(*given: Any) -> Any:
        begun.append(given)
        try:
            return await post(*given)
        finally:
            ended.append(given)

    monkeypatch.setattr(Postman, "post", noted)
    async with hostile("slow") as url:
        await send_to_hostile(hooked, url)
        while len(begun) < 2:  # noqa: ASYNC110 - it is told beside the game
            await asyncio.sleep(0.01)

        assert len(ended) == 1  # the first one tried the address


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_hooks_are_spoken_of_in_every_language(hooked: Table, there: Receiver, lang: str):
    """Set, shown and ended."""
    alder = hooked.people[0]
    english = (await alder.command(CHANNEL, "me hook")).text
    await alder.command(CHANNEL, "me language", language=lang)
    none = await alder.command(CHANNEL, "me hook")
    set_ = await alder.command(CHANNEL, "me hook", address=there.url)
    ended = await alder.command(CHANNEL, "me hook", address="off")

    assert english != none.text
    assert "127.0.0.1" in set_.text
    assert "whsec_" in set_.text
    assert ended.text not in (none.text, english)
