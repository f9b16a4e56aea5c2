"""Who is told softly: who watches, who is next, who is the last that others wait for."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages import watchers as module
from bot.messages.watchers import Watchers, upcoming
from bot.storage import NewsRow
from bot.tables.table import PlayedMove
from tests.bot.messages.tables import ANN, BOB, CY, DOT, NOON, running


class Told:
    """What is written, without Discord; whoever is in ``wanting`` wants to be told of something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, alone: int | None = None, **stored: Any) -> None:
        self.written: list[tuple[int, str, str]] = []
        self.noted: list[tuple[str, tuple[int, ...]]] = []
        self.wanting: set[tuple[int, str]] = set()
        self.stored = stored
        self.alone = alone
        flags = {
            what: SimpleNamespace(of=lambda user, what=what: (user, what) in self.wanting)
            for what in ("last", "next")
        }
        monkeypatch.setattr(module, "FLAGS", flags)
        parts = SimpleNamespace(storage=SimpleNamespace(people=self), service=SimpleNamespace(tables=self))
        self.watchers = Watchers(parts, self, self)  # type: ignore[arg-type]
        self.watchers._notes = self  # type: ignore[assignment]

    def link(self, _purpose: str) -> str:
        """Where the card stands."""
        return ""

    async def find(self, found: int) -> Any:
        """A person."""
        return found

    async def glance(self, _game: int) -> Any:
        """The table as it is now."""
        return SimpleNamespace(settings=SimpleNamespace(next_told=self.stored.get("next_told", {})))

    async def note_next(self, _game: int, user: int, rev: int) -> None:
        """Keep who was told."""
        self.stored["next_told"] = {**self.stored.get("next_told", {}), str(user): rev}

    def left_alone(self, kind: str, people: Any) -> int | None:
        """Who is the last."""
        return self.alone if kind == "turn" and self.alone in people else None

    async def note_awaited(self, kind: str, people: Any) -> None:
        """Note who is awaited."""
        self.noted.append((kind, tuple(people)))

    async def write(self, user: int, said: Any, nonce: str, lang: str, *, silent: bool) -> None:
        """Write to somebody."""
        assert silent
        self.written.append((user, said(lang), nonce))


def ended(at: int, rev: int, kind: Any = "round") -> NewsRow:
    """The news of a round that is over."""
    return NewsRow(at, 7, rev, kind, 0, NOON)


MOVES = tuple(PlayedMove(at, at, "s1", ANN, "draft 1", NOON) for at in (1, 2, 3))


async def test_watchers_are_told_of_each_round_once(monkeypatch: pytest.MonkeyPatch):
    """Where the table is, and which round it is; not of one that was taken back, nor of other news."""
    told = Told(monkeypatch)
    view = running(settings={"watchers": (DOT, 15)}, moves=MOVES)

    await told.watchers.tell_rounds(view, [ended(3, 2, "played")])
    assert told.written == []
    await told.watchers.tell_rounds(view, [ended(4, 2), ended(5, 3)])
    await told.watchers.tell_rounds(view, [ended(4, 2), ended(5, 3)])
    assert [(user, nonce) for user, _, nonce in told.written] == [(DOT, "7w5"), (15, "7w5")]
    assert all(
        "18Mag" in text and "<#5>" in text and "First share round" in text for _, text, _ in told.written
    )
    await told.watchers.tell_rounds(view, [ended(6, 9)])
    assert len(told.written) == 2


async def test_the_last_who_is_awaited_is_told_if_they_want(monkeypatch: pytest.MonkeyPatch):
    """Who is awaited is noted either way."""
    told = Told(monkeypatch, alone=ANN)
    table = running().table

    await told.watchers.tell_turns(table, (BOB, CY))
    assert told.written == []
    told.wanting = {(ANN, "last")}
    await told.watchers.tell_turns(table, (BOB, CY))
    assert [(user, nonce) for user, _, nonce in told.written] == [(ANN, "7l0")]
    assert told.noted == [("turn", (ANN,)), ("undo", (BOB, CY))] * 2


async def test_whoever_is_next_is_told_once_after_each_of_their_moves(monkeypatch: pytest.MonkeyPatch):
    """If they want to know."""
    told = Told(monkeypatch)
    table = running(moves=MOVES, rev=3).table

    await told.watchers.tell_turns(table, ())
    assert told.written == []
    told.wanting = {(BOB, "next")}
    for _ in range(2):
        await told.watchers.tell_turns(table, ())
    assert [(user, nonce) for user, _, nonce in told.written] == [(BOB, "7n0")]
    assert told.stored == {"next_told": {"12": 3}}

    theirs = PlayedMove(4, 4, "s2", BOB, "draft 4", NOON)
    await told.watchers.tell_turns(running(moves=(*MOVES, theirs), rev=4).table, ())
    assert [nonce for _, _, nonce in told.written] == ["7n0", "7n4"]


@pytest.mark.parametrize(
    ("people", "settings", "following"),
    [
        ((ANN, BOB, CY), {}, BOB),
        ((ANN, -1, CY), {}, CY),
        ((ANN, BOB, CY), {"stand_ins": {"s2": BOB}}, CY),
        ((ANN, BOB, CY), {"clock_out": {"s2": BOB}}, CY),
        (
            (ANN, BOB, CY),
            {"deputies": {"s2": {"owner": BOB, "user": DOT, "name": "Dot", "called": True}}},
            DOT,
        ),
        (
            (ANN, BOB, CY),
            {"deputies": {"s2": {"owner": BOB, "user": ANN, "name": "Ann", "called": True}}},
            CY,
        ),
        ((ANN, -1), {}, None),
    ],
)
def test_who_is_next(people: tuple[int, ...], settings: dict[str, Any], following: int | None):
    """Whoever decides there, never the house, nor whoever decides now."""
    assert upcoming(running(people, settings=settings).table) == following


def test_nobody_is_next_once_the_game_is_over():
    """Nor at a table of one."""
    assert upcoming(running(state="finished").table) is None
    assert upcoming(running((ANN,)).table) is None
