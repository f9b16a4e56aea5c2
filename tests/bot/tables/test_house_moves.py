"""What the house does and says outside any table: levels that fail or take too long, and words for every reason."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import engine.opponents.reasons
from assets import sentences
from bot.tables import precompute, searches
from bot.tables.consent import Newcomer
from bot.tables.precompute import Precompute
from bot.tables.service import Service
from bot.tables.table import StartedTable
from bot.worker_pool import WorkerLost
from engine.actions import Accept
from engine.game import Game
from engine.opponents import LEVELS, Journeyman
from tests.bot.person import COMES
from tests.bot.tables.deeds import ANN, BOB, CY, DEE

THREE = ("Alder", "Birch", "Cedar")


@pytest.mark.parametrize("lang", sentences.languages())
def test_every_reason_has_words(lang: str):
    """In every language; the keys are those that the engine can give."""
    source = Path(engine.opponents.reasons.__file__).read_text("utf-8")
    keys = set(re.findall(r'Reason\(\s*"(\w+)"', source))

    assert len(keys) >= 10
    assert [key for key in sorted(keys) if not sentences.messages(lang).get(f"reason.{key}")] == []


def test_a_level_that_fails_leaves_the_move_to_a_simpler_one(monkeypatch: pytest.MonkeyPatch):
    """A table does not stand still because a player does not know what to do."""

    def fail(self: Journeyman, game: Game) -> Any:
        raise ZeroDivisionError

    game = Game.start("18CZ", THREE, seed=3)
    monkeypatch.setattr(Journeyman, "choose", fail)

    action = searches.house_move(searches.HouseTurn(game.setup, game.pos, (), "Alder"), "master")

    assert action == LEVELS["apprentice"](3, "Alder").choose(game)


def test_a_level_that_takes_too_long_leaves_it_to_a_simpler_one():
    """The next one is asked after a time, down to the simplest."""
    asked = []

    class Slow:
        """Processes in which everybody but the apprentice takes too long."""

        async def run(self, work: Any, *given: Any, seconds: float) -> Any:
            asked.append((given[-1], seconds))
            if given[-1] != "apprentice":
                raise WorkerLost("a working process took too long")
            return work(*given)

    game, made = Game.start("18CZ", THREE, seed=3), Precompute()
    made._thinkers = Slow()

    action = asyncio.run(made.house_move(game, "Alder", "master"))

    assert action in game.choices
    assert [level for level, _ in asked] == ["master", "journeyman", "apprentice"]
    assert [seconds for _, seconds in asked[:2]] == [*precompute.THINKING.values()]


async def test_the_house_takes_its_time(service: Service, table: StartedTable):
    """Where the program stops meanwhile it has not moved; it begins anew with the program."""
    service.house.delay = 60.0
    await service.house.stand_in(table.game_id, ANN, table.awaited[0].id)
    await asyncio.sleep(0.05)
    service.background.stop()
    async with asyncio.timeout(COMES):
        await service.settled()
    assert (await service.tables.find(table.game_id)).rev == table.rev

    again = Service(service.storage)
    await again.house.resume()
    await again.settled()
    assert (await again.tables.find(table.game_id)).rev > table.rev


async def come_back(service: Service, game_id: int, user: int, _seat: str) -> None:
    """Take one's seat back from the house."""
    await service.deputies.back(game_id, user)


async def hand_over(service: Service, game_id: int, user: int, seat: str) -> None:
    """Give one's seat to somebody else."""
    asked = await service.consent.seat(game_id, user, Newcomer(seat, DEE, "Dee"), electors=None)
    await service.consent.answer(game_id, DEE, asked.requests[-1].id, agrees=True)


async def rest(service: Service, game_id: int, _user: int, _seat: str) -> None:
    """Let the table rest."""
    await service.places.rest(game_id, "locked")


@pytest.mark.parametrize("meanwhile", [come_back, hand_over, rest])
async def test_the_house_does_not_move_where_it_no_longer_plays(
    service: Service, table: StartedTable, monkeypatch: pytest.MonkeyPatch, meanwhile: Any
):
    """A master thinks for seconds: whoever comes back meanwhile, or sits down there, decides for themselves."""
    thinks, may_answer = asyncio.Event(), asyncio.Event()
    seat = table.awaited[0]

    async def slowly(game: Game, *_: Any) -> Any:
        thinks.set()
        await may_answer.wait()
        return game.choices.offers[0].action

    monkeypatch.setattr(service.precompute, "house_move", slowly)
    await service.house.stand_in(table.game_id, seat.user_id, seat.id)
    async with asyncio.timeout(COMES):
        await thinks.wait()
        await meanwhile(service, table.game_id, seat.user_id, seat.id)
        may_answer.set()
        await service.settled()

    assert (await service.tables.find(table.game_id)).moves == ()


OFFERED = (
    "draft 12", "draft 1", "draft 8", "draft SNW", "draft SIK", "draft 4", "draft MAVAG", "draft SKEV", "draft 5",
    "draft 13", "draft 9", "draft 10", "draft 7", "draft 6", "draft GC", "draft 11", "draft 3", "draft LDSTEG",
    "pass", "train 1 2 9 46", "lay 3 E10 57 4", "lay 3 E8 7 3", "train 3 2 8 21",
)  # fmt: skip
"""A game of 18Mag up to an offer for a train of somebody else's."""


@pytest.mark.parametrize("owned", [False, True], ids=["a person's", "its own"])
async def test_the_house_sells_nothing_of_a_persons(
    service: Service, monkeypatch: pytest.MonkeyPatch, owned: bool
):
    """Whatever it thinks of a deal, it refuses for whoever is away; of its own seat it decides as it thinks."""

    async def agree(game: Game, *_: Any) -> Any:
        return next(one.action for one in game.choices.offers if isinstance(one.action, Accept))

    lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", seats=3, seed=3)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    table = await service.lobbies.start(lobby.game_id, ANN)
    for move in OFFERED:
        seat = table.awaited[0]
        table = await service.moves.act(table.game_id, table.rev, seat.user_id, move)
    monkeypatch.setattr(service.precompute, "house_move", agree)
    (seat,), asked_at = table.awaited, table.rev
    if owned:
        asker = next(one.user_id for one in table.seats if one != seat)
        asked = await service.consent.vote_out(table.game_id, asker, seat.id, "House", left=True)
        for one in asked.requests[-1].awaited:
            await service.consent.answer(table.game_id, one, asked.requests[-1].id, agrees=True)
    else:
        await service.house.stand_in(table.game_id, seat.user_id, seat.id)
    service.changes.watchers.remove(service.house.watch)
    await service.settled()

    after = await service.tables.find(table.game_id)
    assert after.moves[asked_at].text == ("accept" if owned else "refuse")
