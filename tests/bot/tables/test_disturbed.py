"""A game goes on, whatever its people do to each other meanwhile: at rare decisions of every kind, by chance."""

import json
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import Any, get_args

import pytest

from bot.errors.storage import AlreadySeated
from bot.speech.table_view import view_of
from bot.storage import ChannelPlace, Storage
from bot.tables.consent import Newcomer
from bot.tables.importing import read_record
from bot.tables.record_file import record_text
from bot.tables.service import Service
from bot.tables.settings import Clock, Deputy, TableSettings, Zero
from bot.tables.table import HOUSE, Seat, StartedTable
from bot.worker_pool import WorkerLost
from engine.actions import Action
from engine.game import Game
from engine.refusals import Refused
from tests.bot.hand_clock import NOON
from tests.engine.peer18xx.kept_games import kept

GAMES = ("swiss-sbb", "swiss-debts", "swiss-four", "czech-two-merged", "czech-four", "mag-major")
USUAL = ("pass", "buy", "sell", "lay", "token", "run", "dividend", "bid", "draft", "par", "train")
"""What every round is made of; each other verb is played from, once."""
BEFORE = 2
"""How many moves before a rare decision a game is taken up."""
STEPS = 12
"""How many times something is done at each."""
AT_ONCE = 4
"""How many moves the house makes after each."""
FIRST = 101
"""The number of the first person; others follow."""
DAY = timedelta(days=1)


@cache
def positions(name: str) -> dict[str, int]:
    """What is rare in a game, with the number of moves before it: frames, verbs, debts."""
    game, found = Game.begin(kept(name).record.setup), dict[str, int]()
    for ply, action in enumerate(kept(name).actions()):
        frame = game.pos.state.frames[-1].kind
        if len(game.pos.state.frames) > 1:
            found.setdefault(f"in {frame}", ply)
        if action.verb not in USUAL:
            found.setdefault(action.verb, ply)
        game = game.play(action)
        for event in game.events:
            if type(event).__name__ in ("Indebted", "Merged", "Floated"):
                found.setdefault(type(event).__name__, ply)
    return found


def cases() -> Iterator[Any]:
    """Each game and what is rare in it."""
    for name in GAMES:
        yield pytest.param(name, id=name, marks=pytest.mark.slow)


class Troublemaker:
    """Does things at a table by chance, and looks each time whether everything still fits together."""

    def __init__(self, storage: Storage, seed: str, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self._dice = random.Random(seed)
        self._storage = storage
        self._monkeypatch = monkeypatch
        self._now = NOON
        storage.database.now = lambda: self._now
        self.service = self._fresh()
        self._people = first
        self.done: list[str] = []
        self._house_may = AT_ONCE

    def _fresh(self) -> Service:
        """A program that has just begun, in which the house decides by chance."""
        made = Service(self._storage)

        async def by_chance(game: Game, seat: str, *_: object) -> Action:
            self._house_may -= 1
            if self._house_may < 0:
                raise WorkerLost("the house has moved often enough")
            return self._choice(game, seat)

        self._monkeypatch.setattr(made.precompute, "house_move", by_chance)
        return made

    def _choice(self, game: Game, seat: str) -> Action:
        """Any action of a seat, of each verb as likely as of another."""
        own = [one.action for one in game.choices.offers if one.action.actor == seat]
        verb = self._dice.choice(sorted({one.verb for one in own}))
        return self._dice.choice([one for one in own if one.verb == verb])

    async def take_up(self, name: str, ply: int, channel: int) -> None:
        """Open a game as it was after some moves, with new people at its seats."""
        record = read_record(_text(name, ply), "game.json")
        seats = len(record.names)
        place = ChannelPlace(channel, 5)
        settings = TableSettings(clock=Clock(DAY, each=True, zero=self._dice.choice(get_args(Zero))))
        table = await self.service.imports.open(place, self._people, record, settings=settings)
        self.game = table.game_id
        for at in range(seats):
            await self.service.imports.sit(self.game, self._people + at, f"P{at}", at, self._people)
        await self.service.lobbies.start(self.game, self._people)
        self._people += seats

    async def table(self) -> StartedTable:
        """The table as it is now."""
        return (await self.service.tables.find(self.game)).started()

    # what people do

    async def move(self) -> None:
        """Whoever decides somewhere does so."""
        table = await self.table()
        if table.state != "running":
            return
        seat = self._dice.choice(table.awaited)
        if not table.plays_itself(seat):
            action = self._choice(table.game, seat.id)
            await self.service.moves.act(self.game, table.rev, table.person_at(seat), action)

    async def hand_over(self) -> None:
        """Whoever is awaited gives the seat to somebody new."""
        table = await self.table()
        seat = self._seat(table)
        self._people += 1
        new = Newcomer(seat.id, self._people, f"P{self._people}")
        by = seat.user_id if not seat.is_house else table.host
        asked = await self.service.consent.seat(self.game, by, new, electors=None)
        await self._all_agree(asked.settings.requests[-1].id)
        now = await self.table()
        action = self._choice(now.game, now.awaited[0].id) if now.awaited else ""
        with pytest.raises(Refused):
            await self.service.moves.act(self.game, now.rev, seat.user_id, action)

    async def vote_out(self) -> None:
        """The others let the house have the seat."""
        table = await self.table()
        seat = self._seat(table)
        by = next(one.user_id for one in table.seats if one != seat and not one.is_house)
        asked = await self.service.consent.vote_out(self.game, by, seat.id, "House", left=True)
        await self._all_agree(asked.settings.requests[-1].id)

    async def substitute(self) -> None:
        """Somebody plays for whoever is awaited, for a time or for longer."""
        seat = self._seat(await self.table())
        self._people += 1
        until = self._dice.choice([None, self._now + DAY])
        deputy = Deputy(seat.id, seat.user_id, self._people, f"P{self._people}", called=True, until=until)
        asked = await self.service.consent.substitute(self.game, seat.user_id, deputy)
        await self._all_agree(asked.settings.requests[-1].id)

    async def to_the_house(self) -> None:
        """Whoever is awaited lets the house play until tomorrow."""
        seat = self._seat(await self.table())
        until = self._now + DAY
        deputy = Deputy(seat.id, seat.user_id, HOUSE, "House", called=True, until=until)
        await self.service.deputies.name(self.game, seat.user_id, deputy, as_host=False)

    async def stand_in(self) -> None:
        """Whoever is awaited lets the house play, or comes back."""
        seat = self._seat(await self.table())
        await self.service.house.stand_in(self.game, seat.user_id, seat.id)

    async def come_back(self) -> None:
        """Somebody takes a seat back."""
        table = await self.table()
        user = self._dice.choice([one.user_id for one in table.seats if not one.is_house])
        await self.service.deputies.back(self.game, user)

    async def regain(self) -> None:
        """Whoever lost a seat to the house has it back."""
        table = await self.table()
        for one in table.settings.sat_before:
            with suppress(AlreadySeated):
                await self.service.consent.regain(self.game, one.user)

    async def undo(self) -> None:
        """Somebody takes back a few moves, and the others agree."""
        table = await self.table()
        keep = max(0, len(table.moves) - self._dice.randint(1, 4))
        by = self._dice.choice([one.user_id for one in table.seats if not one.is_house])
        after = await self.service.consent.undo(self.game, table.rev, by, keep)
        if after.undoing is not None and self._dice.random() < 0.8:
            await self._all_agree(after.undoing.id)

    async def redo(self) -> None:
        """Somebody plays it again, and the others agree."""
        table = await self.table()
        by = self._dice.choice([one.user_id for one in table.seats if not one.is_house])
        after = await self.service.consent.redo(self.game, table.rev, by)
        if after.undoing is not None:
            await self._all_agree(after.undoing.id)

    async def wait(self) -> None:
        """Two days go by: clocks run out, substitutes' time is over, what is due is done."""
        self._now += 2 * DAY
        await self.serve()

    async def serve(self) -> None:
        """Do what is due."""
        for one in (self.service.deputies.lapse, self.service.clocks.serve, self.service.consent.serve):
            await one(self.game, self._now)

    async def grant(self) -> None:
        """The host decides about whoever's time is up."""
        table = await self.table()
        for seat in table.settings.clock_asked:
            more = self._dice.random() < 0.5
            await self.service.clocks.answer(self.game, table.host, seat, more=more, now=self._now)

    async def carry(self) -> None:
        """The table rests, and goes on elsewhere."""
        table = await self.table()
        await self.service.places.rest(self.game, "locked")
        place = ChannelPlace(table.channel_id + 1, 5)
        await self.service.places.reopen(self.game, table.host, place)

    async def restart(self) -> None:
        """The program ends and begins again."""
        await self.service.settled()
        self.service = self._fresh()
        await self.service.house.resume()

    async def _all_agree(self, request: int) -> None:
        for _ in range(10):
            table = await self.table()
            one = next((one for one in table.requests if one.id == request), None)
            if one is None or not one.awaited:
                return
            await self.service.consent.answer(self.game, one.awaited[0], request, agrees=True)

    def _seat(self, table: StartedTable) -> Seat:
        """A seat that is awaited, else any."""
        return self._dice.choice(table.awaited or table.seats)

    # what must be so

    async def trouble(self, steps: int) -> None:
        """Do things by chance."""
        deeds: list[Callable[[], Awaitable[None]]] = [self.move] * 8
        deeds += [self.hand_over, self.vote_out, self.substitute, self.to_the_house, self.stand_in]
        deeds += [self.come_back, self.regain, self.undo, self.undo, self.redo, self.wait, self.grant]
        deeds += [self.carry, self.restart]
        for _ in range(steps):
            waits, self._house_may = self._house_may < 0, AT_ONCE
            if waits:
                self.service.house.begin(self.game)
                await self.service.settled()
            deed = self._dice.choice(deeds)
            try:
                await deed()
                self.done.append(deed.__name__)
            except Refused as refusal:
                self.done.append(f"{deed.__name__}: {type(refusal).__name__}")
            await self.service.settled()
            await self.check()

    async def check(self) -> None:
        """Memory is what is stored; somebody who may act is awaited; every card can be told."""
        table = await self.table()
        again = Service(self._storage)
        stored = (await again.tables.stored(self.game)).started()
        assert table == stored, self.done[-3:]
        assert table.game.state.fingerprint() == stored.game.state.fingerprint(), self.done[-3:]
        view = view_of(table, "en")
        if table.state != "running":
            assert table.game.state.over, self.done[-3:]
            return
        assert len(table.awaited) > 0, self.done[-3:]
        assert view.teller.round(table.game.pos)
        for seat in table.awaited:
            assert not table.plays_itself(seat) or self._house_may < 0, (seat, self.done[-3:])
            if seat.is_house:
                continue
            assert table.acting_seat(table.person_at(seat)) in table.awaited
            assert table.may_act(table.person_at(seat), seat)
        assert len({one.user_id for one in table.seats}) == len(table.seats)
        assert table.host > 0

    async def check_record(self) -> None:
        """The record of the table is the same game, read anew."""
        table = await self.table()
        assert await self.service.history.verify(self.game)
        read = read_record(record_text(table).encode(), "game.json")
        assert list(read.moves)[: len(table.moves)] == table.move_texts()


def _text(name: str, ply: int) -> bytes:
    """The record of the first moves of a game."""
    data = json.loads(json.dumps(kept(name).played))
    data["actions"] = data["actions"][:ply]
    data.pop("result", None)
    return json.dumps(data).encode()


@pytest.mark.parametrize("name", [*cases()])
async def test_what_happens_between_people_breaks_no_rare_decision(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, name: str
):
    """Seats change hands, clocks run out, moves go back, the table moves on: it is always known who decides."""
    for number, (what, ply) in enumerate(positions(name).items()):
        first = FIRST + 1000 * number
        maker = Troublemaker(storage, f"{name} {what} {number}", first, monkeypatch)
        await maker.take_up(name, max(0, ply - BEFORE), 100 * (number + 1))
        try:
            await maker.trouble(STEPS)
            await maker.check_record()
        except Exception as problem:
            problem.add_note(f"{name}, {what}, from move {ply}: {maker.done}")
            raise
