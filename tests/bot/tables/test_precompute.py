"""What a table will be asked is sought beforehand, elsewhere, and no longer than anybody wants it."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from functools import cache

import pytest

from bot.tables import precompute as beforehand
from bot.tables import replay, searches
from bot.tables.precompute import Precompute
from engine.game import Game
from engine.position import ANSWERS, Position
from engine.routes import SearchStopped
from engine.routes.budget import check_stopped
from engine.titles.t18mag import routing
from tests.bot.positions import having

TABLE = 7


def at(verb: str) -> Game:
    """A position in which a verb is possible, with nothing known of it."""
    game = having(verb)
    return Game.resume(game.setup, game.state)


def listed(game: Game) -> bool:
    return "offers" in vars(game.choices)


def not_here(problem: object, seconds: float | None = None) -> None:
    """A search in this process; whether one is needed may be asked."""
    check_stopped()
    raise AssertionError


@pytest.fixture
async def threads() -> AsyncIterator[Precompute]:
    made = Precompute()
    yield made
    made.close()


@pytest.fixture
async def processes() -> AsyncIterator[Precompute]:
    made = Precompute(workers=1)
    yield made
    made.close()


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Searches go on until they are stopped; the event tells that one has begun."""
    begun = threading.Event()

    def search(game: Game, seconds: float | None, stopped: Callable[[], bool]) -> None:
        begun.set()
        while not stopped():
            threading.Event().wait(0.001)
        raise SearchStopped

    monkeypatch.setattr(replay, "precompute", search)
    monkeypatch.setattr(replay, "needs_no_search", lambda game: game is not quick())
    return begun


@cache
def quick() -> Game:
    """A game whose next actions are said to need no search."""
    return at("run")


@pytest.mark.parametrize(("verb", "needed"), [("run", True), ("lay", False)])
def test_where_a_search_is_needed(verb: str, *, needed: bool):
    """For the best routes, and for nothing that can be listed without them."""
    assert replay.needs_no_search(at(verb)) is not needed


async def test_choices_are_listed_once_a_table_is_ready(threads: Precompute):
    """Whoever waited for a table may ask what can be done there without waiting again."""
    game = at("run")

    assert await threads.ready(TABLE, game)
    assert listed(game)


@pytest.mark.slow
async def test_searches_run_in_another_process(processes: Precompute, monkeypatch: pytest.MonkeyPatch):
    """This process only takes over what the other one found."""
    expected = at("run").choices.offers
    game = at("run")
    monkeypatch.setattr(routing, "solve", not_here)

    assert await processes.ready(TABLE, game)
    assert game.choices.offers == expected


async def test_what_was_found_for_a_table_is_found_again(
    threads: Precompute, monkeypatch: pytest.MonkeyPatch
):
    """Going back to an earlier position needs no second search."""
    await threads.ready(TABLE, at("run"))
    monkeypatch.setattr(routing, "solve", not_here)
    again = at("run")

    assert await threads.ready(TABLE, again)
    assert listed(again)


async def test_of_what_was_found_for_a_table_the_oldest_is_forgotten(threads: Precompute):
    """A long game is no reason to keep more and more, nor to forget the newest for it."""
    game = at("lay")
    for turn in range(3):
        game = Game(game.setup, Position(game.title, game.state, game.pos.memo), ())
        game.pos.learn({f"{turn} {number}": () for number in range(ANSWERS // 2 + 1)})
        await threads.ready(TABLE, game)

    assert len(threads._answers[TABLE]) == ANSWERS
    assert {f"2 {number}" for number in range(ANSWERS // 2)} <= game.pos.answers.keys()


async def test_a_search_is_stopped_when_the_table_goes_on(threads: Precompute, endless: threading.Event):
    """Whoever waits for the old position is told, and the new one is ready."""
    waiting = asyncio.create_task(threads.ready(TABLE, quick()))
    await asyncio.to_thread(endless.wait)
    newer = at("lay")
    threads.begin(TABLE, newer)

    assert not await waiting
    assert await threads.ready(TABLE, newer)


async def test_a_search_in_another_process_is_stopped_by_its_flag(monkeypatch: pytest.MonkeyPatch):
    """The flag of a search is looked at while it goes on."""
    flags = beforehand.SPAWN.Array("b", 2)
    monkeypatch.setattr(searches, "_flags", [flags])
    flags[1] = 1

    assert searches.search(at("run").pos, None, 0)
    with pytest.raises(SearchStopped):
        searches.search(at("run").pos, None, 1)


async def test_moving_on_sets_the_flag(processes: Precompute, monkeypatch: pytest.MonkeyPatch):
    """A search under way in another process gets to know that the table went on."""
    began, over = asyncio.Event(), asyncio.Event()
    flags: list[int] = []

    async def run(work: object, pos: object, budget: None, slot: int, *, seconds: float) -> dict[str, object]:
        began.set()
        await over.wait()
        flags.append(processes._flags[slot])
        raise SearchStopped

    monkeypatch.setattr(processes._pool, "run", run)
    waiting = asyncio.create_task(processes.ready(TABLE, at("run")))
    await began.wait()
    processes.begin(TABLE, having("lay"))
    over.set()

    assert not await waiting
    assert flags == [1]


async def test_a_search_that_fails_keeps_nobody_waiting(threads: Precompute, monkeypatch: pytest.MonkeyPatch):
    """A fault is logged; whoever asks then searches for themselves."""
    game = at("run")
    monkeypatch.setattr(routing, "solve", not_here)

    assert await threads.ready(TABLE, game)
    assert not listed(game)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGSTOP, signal.SIGKILL])
async def test_a_worker_that_answers_no_more_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, sign: signal.Signals
):
    """Another one or a thread finds the same, and nothing is left to search for on the loop."""
    expected = at("run").choices.offers
    monkeypatch.setattr(beforehand, "GRACE", 1.0)
    made, game = Precompute(seconds=0.5, workers=1), at("run")
    assert made._pool is not None
    os.kill(await made._pool.run(os.getpid, seconds=60), sign)
    try:
        assert await made.ready(TABLE, game)
        assert listed(game)
        assert game.choices.offers == expected
    finally:
        made.close()
