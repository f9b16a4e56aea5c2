"""Recorded games that go on: from where the record ends, a deal between two owners is asked for in any case."""

import asyncio
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.tables import record_file
from bot.tables.table import StartedTable
from engine import notation
from engine.actions import Action, GoOn
from engine.game import Game, Setup
from engine.records import open_recording, own
from engine.retrace import Stuck
from engine.steps.deals import DealStep
from tests.bot.person import Person
from tests.bot.tables.deeds import answer_undo
from tests.bot.tabletop import CHANNEL, Table

GAMES = Path(os.environ.get("CONFORMANCE_DIR", "nowhere"))
KINDS = (("18CZ", "acquire"), ("18CZ", "train"), ("18CZ", "merge"), ("1844", "train"))
"""The kinds of deals: a local railway, a train, a whole company; a train in 1844."""
SEARCHED = 12
"""How many recorded games are searched for a deal of a kind."""


def deals(game: Game, verb: str) -> Iterator[tuple[Action, str]]:
    """The deals on offer by a verb that somebody else must agree to once the record has ended."""
    after = game.play(GoOn(game.setup.players[0], "printed"))
    for offer in after.choices.offers:
        step = after.choices.step(offer.action)
        if offer.action.verb == verb and isinstance(step, DealStep) and step.asked(after.pos, offer.action):
            yield offer.action, step.asked(after.pos, offer.action)


@cache
def cut(title: str, verb: str) -> tuple[Setup, tuple[Action, ...], Action, str]:
    """A recorded game up to a decision with such a deal, the deal, and who is to agree."""
    for path in sorted((GAMES / title).glob("*.json.gz"))[:SEARCHED]:
        recording = open_recording(path)
        try:
            actions = recording.actions()
        except Stuck:  # the record itself is at fault
            continue
        game = Game.begin(recording.setup)
        for ply, action in enumerate(actions):
            if action.verb == verb and verb in {offer.action.verb for offer in game.choices.offers}:
                for deal, other in deals(game, verb):
                    return recording.setup, tuple(actions[:ply]), deal, other
            game = game.play(action)
    raise LookupError(f"no deal by {verb}")


async def go_on(tabletop: Table, setup: Setup, actions: tuple[Action, ...], **given: str) -> StartedTable:
    """Import a record, let everybody sit down, and start it."""
    people = await tabletop.seat(len(setup.players))
    raw = own.dump(setup, actions).encode()
    reply = await people[0].command(
        CHANNEL, "game import", file=await people[0].upload("game.json", raw), **given
    )
    assert "The record is at table" in reply.text, reply.text
    for person, player in zip(people, setup.players, strict=True):
        await person.command(CHANNEL, "game join", seat=player)
    await people[0].command(CHANNEL, "game start")
    await people[0].until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    return (await tabletop.bot.service.tables.find(1)).started()


def at(tabletop: Table, table: StartedTable, setup: Setup, player: str) -> tuple[str, Person]:
    """The seat of a recorded player, and who sits there."""
    seat = table.seats[setup.players.index(player)]
    return seat.id, next(one for one in tabletop.people if int(one.id) == seat.user_id)


@pytest.mark.slow
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs recorded games")
@pytest.mark.parametrize("rules", ["printed", pytest.param("recorded", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("title", "verb"), KINDS)
async def test_the_owner_is_asked_and_called(tabletop: Table, title: str, verb: str, rules: str):
    """Whatever the game goes on by, nothing is taken from somebody who was not asked."""
    setup, actions, deal, other = cut(title, verb)
    table = await go_on(tabletop, setup, actions, rules=rules)
    _, buyer = at(tabletop, table, setup, deal.actor)
    owners, owner = at(tabletop, table, setup, other)
    before = len(owner.notifications)

    await buyer.command(CHANNEL, "do", move=notation.write(deal))
    confirm = [one for one in buyer.messages(CHANNEL) if one.ephemeral and "y:" in str(one.buttons)]
    if confirm and len((await tabletop.bot.service.tables.find(1)).moves) == len(table.moves):
        await buyer.press(confirm[-1], confirm[-1].labels[0])
    await tabletop.acted()
    after = (await tabletop.bot.service.tables.find(1)).started()

    assert after.game.pos.frame.kind == "consent"
    assert after.game.pos.awaited == (owners,)
    assert len(owner.notifications) > before
    assert after.game.state.cash == table.game.state.cash


CASE = Path(os.environ.get("CASES_DIR", "nowhere")) / "18cz-running-own.json"


@pytest.fixture
def case() -> tuple[Setup, tuple[Action, ...]]:
    """A running game of 18CZ, recorded."""
    if not CASE.is_file():
        pytest.skip("needs a recorded game")
    recording = open_recording(CASE)
    return recording.setup, tuple(recording.actions())


@pytest.mark.slow
async def test_what_follows_a_record_outlives_everything(
    tabletop: Table, case: tuple[Setup, tuple[Action, ...]]
):
    """It is replayed and verified, exported and brought back, copied, undone behind its border, and played again."""
    table = await go_on(tabletop, *case)
    border, service = len(case[1]), tabletop.bot.service
    people = tabletop.people
    assert "from now on the printed rules hold" in " ".join(one.text for one in tabletop.shown)
    for _ in range(3):
        offer = table.game.choices.offers[0].action
        user = next(seat.user_id for seat in table.seats if seat.id == offer.actor)
        table = await service.moves.act(1, table.rev, user, offer)
    assert await service.history.verify(1)
    assert not [one for one in table.game.state.options if one.startswith("consent")]

    written = json.loads(record_file.record_text(table))
    assert written["actions"][border] == ["s1", "go_on printed"]
    again = await tabletop.bot.service.imports.read(json.dumps(written).encode(), "x.json")
    assert again.moves == tuple(table.move_texts())
    assert not again.goes_on
    copied = await service.imports.copied(table, border - 5)
    assert copied.goes_on == "printed"

    played = table.moves
    asked = await service.consent.undo(1, table.rev, table.host, border - 4)
    for user in [seat.user_id for seat in table.seats if seat.user_id != table.host]:
        if asked.undoing is not None:
            asked = await answer_undo(service, 1, user, agrees=True)
    back = asked
    assert [move.text for move in back.moves[border - 4 :]] == ["go_on printed"]
    assert await service.history.verify(1)
    await tabletop.restart()
    service = tabletop.bot.service
    assert (await service.tables.find(1)).started().game.state.options == table.game.state.options

    redone = await service.consent.redo(1, None, table.host)
    for user in [seat.user_id for seat in table.seats if seat.user_id != table.host]:
        if redone.undoing is not None:
            redone = await answer_undo(service, 1, user, agrees=True)
    now = (await service.tables.find(1)).started()
    assert [move.text for move in now.moves] == [move.text for move in played]
    assert now.game.state.fingerprint() == table.game.state.fingerprint()
    assert await service.history.verify(1)
    assert len(people) == len(table.seats)


async def test_the_lobby_says_by_which_rules_it_goes_on(
    tabletop: Table, case: tuple[Setup, tuple[Action, ...]]
):
    """The host alone chooses: from the list on the card, or typed; everybody reads it there."""
    alder, birch, *_ = await tabletop.seat(3)
    raw = own.dump(*case).encode()
    await alder.command(CHANNEL, "game import", file=await alder.upload("game.json", raw))
    card = await alder.until(lambda: tabletop.card)
    printed = card.text
    stranger = await birch.choose(card, card.selects[1]["custom_id"], "recorded")
    await alder.choose(card, card.selects[1]["custom_id"], "recorded")
    await alder.until(lambda: "as on 18xx.games; a deal" in card.text)
    typed = await alder.command(CHANNEL, "table rules", rules="printed")

    assert "the printed rules hold; a deal with another player needs their consent" in printed
    assert "host" in stranger.text
    assert "the printed rules hold" in typed.text


@pytest.mark.slow
async def test_what_18xx_games_would_take_is_written_for_it(
    tabletop: Table, case: tuple[Setup, tuple[Action, ...]]
):
    """The record, and what follows as long as it is the same game there; it comes back as it was."""
    table = await go_on(tabletop, *case)
    people, service = tabletop.people, tabletop.bot.service
    for _ in range(3):
        offer = table.game.choices.offers[0].action
        user = next(seat.user_id for seat in table.seats if seat.id == offer.actor)
        table = await service.moves.act(1, table.rev, user, offer)
    reply = await people[0].command(CHANNEL, "game export", form="18xx.games")
    await people[0].until(lambda: "The record of this game" in reply.text)
    text = await asyncio.to_thread(record_file.record_text, table, record_file.PEER)
    again = await service.imports.read(text.encode(), "x.json")

    assert len(again.moves) >= len(case[1])
    assert list(again.moves)[: len(case[1])] == table.move_texts(len(case[1]))
