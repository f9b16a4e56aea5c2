"""The board of a table by itself: when it is shown, with its pictures or without, and which versions are counted."""

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.messages import picture_files, shown_board
from bot.messages.shown_board import ShownBoard
from bot.messages.tally import Tally
from bot.speech.table_view import TableView
from tests.bot.messages.tables import running

FORBIDDEN = discord.Forbidden(SimpleNamespace(status=403, reason=""), "no files")  # type: ignore[arg-type]


class Channel:
    """A board, and what it needs: a pencil that may stand still, a loop, a channel that may refuse."""

    def __init__(self, *, every: int = 1, shown: int | None = None) -> None:
        self.ready = asyncio.Event()
        self.ready.set()
        self.again = False
        self.edits = True
        """Whether the message is still there to be edited."""
        self.refusals: list[Exception] = []
        self.told: list[tuple[str, int, int]] = []
        """How each board came, of which version, with how many pictures."""
        self.rows: dict[str, Any] = {} if shown is None else {"board": SimpleNamespace(rev=shown)}
        self.tally = Tally()
        bot: Any = SimpleNamespace(pictures=self, settings=SimpleNamespace(picture_every=every))
        own: Any = self
        self.board = ShownBoard(bot, own, own, self.tally)

    async def draw(self, *_: object) -> list[bytes]:
        """Draw, as soon as the pencil moves."""
        await self.ready.wait()
        return [b""]

    async def has_done(self, work: "asyncio.Task[Any]", seconds: float) -> bool:
        """Wait for some work, unless more has happened."""
        if not self.again:
            await asyncio.wait([work], timeout=seconds)
        return work.done()

    def nudge(self) -> None:
        """Write soon."""

    def later(self) -> None:
        """Write again after a while."""

    async def send(self, purpose: str, rev: int, *, files: list[Any], silent: bool, **_: object) -> None:
        """Post it."""
        assert silent
        self._tell(f"{purpose} posted", rev, files)

    async def edit(self, purpose: str, rev: int, *, attachments: list[Any], **_: object) -> bool:
        """Edit it, if it is there."""
        if self.edits:
            self._tell(f"{purpose} edited", rev, attachments)
        return self.edits

    def _tell(self, how: str, rev: int, files: list[Any]) -> None:
        if self.refusals:
            raise self.refusals.pop()
        self.rows["board"] = SimpleNamespace(rev=rev)
        self.told.append((how, rev, len(files)))

    async def at(self, rev: int, *, drawn: bool = True, anew: bool = False) -> None:
        """Show a version, its pictures drawn by then or not."""
        view = version(rev)
        (self.ready.set if drawn else self.ready.clear)()
        self.board.begin(view, ())
        await self.board.show(view, anew=anew)


def version(rev: int, **columns: Any) -> TableView:
    """A running table at a revision."""
    return running(rev=rev, **columns)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_board, "PATIENCE", 0.02)
    drawn = [discord.File(io.BytesIO(b""), "map.png")]
    monkeypatch.setattr(picture_files, "files", lambda *_: drawn)


async def test_a_board_is_posted_once_and_edited_after():
    """Posted again where it is gone, or is to come anew: without its pictures it counts as the version before."""
    channel = Channel()
    await channel.at(1)
    await channel.at(2)
    await channel.at(3, anew=True)
    channel.edits = False
    await channel.at(4)

    assert channel.told == [
        ("board posted", 1, 1),
        ("board edited", 2, 1),
        ("board posted", 2, 0),
        ("board posted", 4, 1),
    ]


async def test_versions_without_their_pictures_are_counted_with_the_next_that_has_them():
    """Two went out in words; one that was never shown counts as well."""
    channel = Channel()
    await channel.at(1)
    await channel.at(2, drawn=False)
    await channel.at(3, drawn=False)
    await channel.at(5)

    assert [pictures for *_, pictures in channel.told] == [1, 0, 0, 1]
    assert (channel.tally.drawn, channel.tally.overtaken) == (2, 3)


async def test_what_another_process_has_shown_is_not_counted():
    """The first board after a start is compared with the one that stands in the channel."""
    channel = Channel(shown=4)
    await channel.at(6)

    assert (channel.tally.drawn, channel.tally.overtaken) == (1, 1)


async def test_versions_of_which_no_pictures_are_wanted_are_not_counted():
    """Every third is drawn; those between are shown in words, and nothing is behind then."""
    channel = Channel(every=3, shown=2)
    for rev in range(3, 7):
        await channel.at(rev)

    assert channel.told == [
        ("board edited", 3, 1),
        ("board edited", 4, 0),
        ("board edited", 5, 0),
        ("board edited", 6, 1),
    ]
    assert not channel.board.needed(version(6).table)
    assert (channel.tally.drawn, channel.tally.overtaken) == (2, 0)


async def test_the_last_board_of_a_game_is_drawn_whatever_its_number():
    """Nothing comes after it."""
    channel = Channel(every=3)
    over = version(4, state="finished")
    channel.board.begin(over, ())
    await channel.board.show(over, anew=False)

    assert channel.told == [("board posted", 4, 1)]


async def test_a_board_gives_way_to_what_has_happened_meanwhile():
    """While its pictures may still come in time; the words of one that comes anew, or is late, go out."""
    channel = Channel()
    await channel.at(1)
    channel.again = True
    await channel.at(2, drawn=False)
    given_way = list(channel.told)
    await channel.at(3, drawn=False, anew=True)
    await asyncio.sleep(2 * shown_board.PATIENCE)
    await channel.at(4, drawn=False)

    assert given_way == [("board posted", 1, 1)]
    assert channel.told[1:] == [("board posted", 2, 0), ("board edited", 3, 0)]


async def test_a_board_is_needed_until_it_shows_the_table_as_it_is():
    """Behind, stale, to be posted anew, or without the pictures it should have."""
    channel, table = Channel(), version(2).table
    assert channel.board.needed(table)
    await channel.at(1)
    assert channel.board.needed(table)
    await channel.at(2)
    assert not channel.board.needed(table)
    for fact in ("stale", "post_anew"):
        setattr(channel.board, fact, True)
        assert channel.board.needed(table)
        await channel.at(2)
        assert not channel.board.needed(table)
    channel.board.stale = True
    await channel.at(2, drawn=False)
    assert channel.board.needed(table)


async def test_a_channel_that_takes_no_pictures_is_shown_the_words():
    """They are tried again; where the words are refused, too, the board stays stale."""
    channel = Channel()
    channel.refusals = [FORBIDDEN]
    await channel.at(1)
    assert channel.told == [("board posted", 1, 0)]
    assert channel.tally.refused == 1
    assert channel.board.needed(version(1).table)

    channel.refusals, channel.board.stale = [FORBIDDEN, FORBIDDEN], True
    with pytest.raises(discord.Forbidden):
        await channel.at(1)
    assert channel.board.stale
