"""Writing to one table: what is stored is compared with what is shown, and the difference is told.

Whatever fails is tried again later from the same comparison, so that neither a failure nor a restart loses a line,
and messages carry a nonce, so that Discord drops what a restart would tell twice.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.errors import StorageProblem, TableError
from bot.messages import cards, previews
from bot.messages.message_store import MessageStore
from bot.pickers import picker
from bot.pictures import looks
from bot.pictures.drawing import Picture, PictureRequest
from bot.speech import captions
from bot.tables.changes import Change
from bot.tables.view import MoveResult, Table
from engine.events import PriceMoved
from engine.game import Game
from render import arrows

if TYPE_CHECKING:
    from bot.messages.publisher import Publisher

log = logging.getLogger(__name__)

TROUBLE = (discord.HTTPException, aiohttp.ClientError, StorageProblem, TableError, OSError)
LONGEST_WAIT = 600.0
STEPS_KEPT = 200
UNKNOWN_CHANNEL = 10003
FRESH = 900.0


class TableMessages:
    """Tells one game's table what happened, in order, one hand at a time."""

    def __init__(self, publisher: "Publisher", game_id: int) -> None:
        self.publisher = publisher
        self.bot = publisher.bot
        self.game_id = game_id
        self.posts = MessageStore(self.bot, game_id)
        self._steps: dict[int, MoveResult] = {}
        self._actors: set[int] = set()
        self._aside: set[int] = set()
        self._undone_by = 0
        self._again = False
        self._forced = False
        self._due = False
        self._unpainted = False
        self._fresh_board = False
        self._failures = 0
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._used = 0.0

    # when to write

    @property
    def busy(self) -> bool:
        """Tell whether something is being told."""
        return self._task is not None and not self._task.done()

    @property
    def fresh(self) -> bool:
        """Tell whether this pen wrote lately, or has something to try again."""
        return self._timer is not None or asyncio.get_running_loop().time() - self._used < FRESH

    def note(self, change: Change) -> None:
        """Remember what happened and tell it."""
        if self._out_of_turn(change):
            self._actors.add(change.by)
            self._aside.update(step.played.rev for step in change.results)
        else:
            self._actors = {change.by}
        if change.kind == "undone":
            self._undone_by = change.by
        self._steps.update({step.played.rev: step for step in change.results})
        while len(self._steps) > STEPS_KEPT:
            del self._steps[min(self._steps)]
        repainted = change.before is not None and looks.differ(change.before, change.table)
        self._forced |= change.kind == "ended" or repainted
        self.nudge()

    def _out_of_turn(self, change: Change) -> bool:
        """Tell whether somebody moved whom nobody waited for, so that others' turns go on as they were."""
        before = change.before
        return change.kind == "played" and before is not None and change.by not in _users(before)

    def nudge(self) -> None:
        """Write soon."""
        self._again = True
        self._used = asyncio.get_running_loop().time()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.busy:
            self._task = asyncio.create_task(self._run())

    async def settled(self) -> None:
        """Wait until everything is told, or has failed and will be tried later."""
        while self.busy:
            assert self._task is not None
            await asyncio.wait([self._task])

    def stop(self) -> None:
        """Write no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._again:
            self._again = False
            self._due, self._forced = self._forced, False
            try:
                await self._write(await self.bot.service.tables.find(self.game_id))
            except TROUBLE as trouble:
                log.warning("game %d could not be told: %s", self.game_id, trouble)
                if getattr(trouble, "code", 0) != UNKNOWN_CHANNEL:
                    self._later()
            except Exception:
                log.exception("game %d could not be told", self.game_id)
                self._later()
            else:
                if not self._unpainted:
                    self._failures = 0

    def _later(self) -> None:
        self._forced |= self._due
        wait = min(self.bot.settings.retry_after * 2**self._failures, LONGEST_WAIT)
        self._failures += 1
        self._timer = asyncio.get_running_loop().call_later(wait, self._retry)

    def _retry(self) -> None:
        self._timer = None
        self.nudge()

    # what to write

    async def _write(self, table: Table) -> None:
        await self.posts.load(table)
        await self._lobby(table)
        if table.game is None:
            return
        await self._await_users(table)
        request = await self._wish(table)
        drawing = self._start_drawing(table, request)
        try:
            await self._log(table)
            await self._board(table, request, drawing)
        finally:
            if drawing is not None:
                drawing.cancel()
        if not self._again:  # else the next round knows better whom to call
            await self._pings(table)
            await self._request(table)

    async def _await_users(self, table: Table) -> None:
        """Note who owes a decision, for the reminders."""
        if table.state == "running":
            users = [seat.user_id for seat in table.awaited]
            await self.bot.reminders.awaiting(table.game_id, users, table.rev, acted=self._moved())

    def _moved(self) -> int | None:
        """Return who has moved in turn, if that was the last thing to happen."""
        (*others, last) = self._actors or {0}
        return None if others else last or None

    # the lobby

    async def _lobby(self, table: Table) -> None:
        row = self.posts.rows.get("lobby")
        if row is not None and row.rev:
            return
        open_ = table.state == "lobby"
        view = cards.lobby(table)
        if row is None or not await self.posts.edit("lobby", 0 if open_ else 1, view=view):
            nonce = f"c{self.game_id}.{row.message_id % 10**9 if row else 0}"
            await self.posts.send("lobby", 0 if open_ else 1, view=view, nonce=nonce)
        full = open_ and len(table.seats) == table.places
        if full and "full" not in self.posts.rows:
            host = table.host
            text = cards.full(table, host, self.posts.link("lobby"))
            await self.posts.send("full", 0, content=text, mention=(host,), nonce=f"f{table.game_id}")
        elif not full:
            await self.posts.remove("full")

    # the log

    async def _log(self, table: Table) -> None:
        row = self.posts.rows.get("log")
        since = row.rev if row else 0
        if table.rev <= since:
            return
        steps = await self._steps_since(table, since)
        lines = [cards.log_line(step, table) for step in steps]
        if table.rev - since > len(steps):  # some versions are no moves that stand, so moves were taken back
            stands = steps[0].played.ply - 1 if steps else len(table.moves)
            lines.insert(0, cards.undone_line(table, self._undone_by, stands))
            self._undone_by = 0
        for part, text in enumerate(cards.joined(lines)):
            await self.posts.send(
                "log", table.rev, content=text, silent=True, nonce=f"l{self.game_id}.{since}.{part}"
            )
        if not lines:
            await self.posts.note("log", table.rev)

    def steps(self, table: Table, since: int) -> list[MoveResult]:
        """Return what this pen has heard of the moves of a table after a revision."""
        return [self._steps[move.rev] for move in table.moves if move.rev > since and move.rev in self._steps]

    async def _steps_since(self, table: Table, since: int) -> list[MoveResult]:
        wanted = [move.rev for move in table.moves if move.rev > since] if table.moves else []
        if all(rev in self._steps for rev in wanted):
            return [self._steps[rev] for rev in wanted]
        return [
            step
            for step in await self.bot.service.history.results_after(self.game_id, since)
            if step.played.rev <= table.rev
        ]

    # the board

    def _start_drawing(self, table: Table, request: PictureRequest) -> asyncio.Task[list[Picture]] | None:
        """Begin to draw while the log is being written."""
        if not self._needs_board(table) or not self._wants_pictures(table):
            return None
        assert table.game is not None
        return asyncio.create_task(self._draw(table.game, request))

    async def _draw(self, game: Game, request: PictureRequest) -> list[Picture]:
        """Draw the board, and the routes that are proposed if trains may run."""
        if game.choices.runs:
            after = await asyncio.to_thread(game.play, game.choices.runs[0].action)
            request = replace(request, kinds=(*request.kinds, "routes"), routes=previews.routes(after))
        return await self.bot.pictures.draw(game.pos, request)

    async def _wish(self, table: Table) -> PictureRequest:
        """Return what the board shows, with what happened since it was shown last."""
        row = self.posts.rows.get("board")
        steps = await self._steps_since(table, row.rev) if row else []
        kinds, changed, scheme = looks.kinds(table), _changed(steps), looks.scheme(table)
        caption = captions.caption(cards.teller(table), table.game.pos) if table.game else ""
        return PictureRequest(
            kinds, table.names, table.language, changed, caption=caption, scheme=scheme, moved=moved(steps)
        )

    def _needs_board(self, table: Table) -> bool:
        row = self.posts.rows.get("board")
        stale = row is None or row.rev < table.rev or self._unpainted or self._fresh_board
        return stale or self._due

    def _wants_pictures(self, table: Table) -> bool:
        every = self.bot.settings.picture_every
        return table.rev % every == 0 or table.state != "running"

    async def _board(
        self, table: Table, request: PictureRequest, drawing: asyncio.Task[list[Picture]] | None
    ) -> None:
        if not self._needs_board(table):
            return
        row = self.posts.rows.get("board")
        pictures = await self._painted(drawing)
        files = await asyncio.to_thread(cards.files, table, pictures, request)
        message = cards.board(table, files, picker.controls(table), follow=self._unpainted)
        buried = self.posts.below > self.bot.settings.bump_after and self._to_ping(table)
        anew = row is None or buried or self._fresh_board
        if anew or not await self.posts.edit("board", table.rev, view=message, attachments=files):
            await self._post_board(table, message, files)
        self._fresh_board = False
        if pictures:
            self.publisher.count(self.game_id, row.rev if row else 0, table.rev)

    async def _painted(self, drawing: asyncio.Task[list[Picture]] | None) -> list[Picture]:
        """Return the pictures, none if they failed: the text goes out, and they are tried again."""
        self._unpainted = False
        if drawing is None:
            return []
        try:
            return await drawing
        except Exception:
            log.exception("the pictures of game %d failed", self.game_id)
            self.publisher.tally.failed += 1
            self._unpainted = True
            self._later()
            return []

    async def _post_board(self, table: Table, message: Any, files: list[discord.File]) -> None:
        old = self.posts.rows.get("board")
        nonce = f"b{self.game_id}.{old.message_id % 10**9 if old else 0}"
        await self.posts.send("board", table.rev, view=message, files=files, silent=True, nonce=nonce)
        await self.posts.stand(table.rev)
        if old is not None:
            await self.posts.delete(old.message_id)

    # calls

    def _to_ping(self, table: Table) -> list[int]:
        """Return who must be called: awaited, not called yet, and not the one who has just acted."""
        users = [seat.user_id for seat in table.awaited]
        return [user for user in users if not self._called(table, user) and user not in self._actors]

    def _called(self, table: Table, user: int) -> bool:
        """Tell whether a call stands that its person has not answered: by moving, after which others moved."""
        row = self.posts.rows.get(f"ping:{user}")
        if row is None:
            return False
        later = [move for move in table.moves if move.rev > row.rev and move.rev not in self._aside]
        since = [move.user_id == user for move in later]
        return True not in since or False not in since[since.index(True) :]

    async def _pings(self, table: Table) -> None:
        awaited = {seat.user_id for seat in table.awaited}
        for purpose in [name for name in self.posts.rows if name.startswith(("ping:", "reminder:"))]:
            kind, _, whose = purpose.partition(":")
            if int(whose) not in awaited or (kind == "ping" and not self._called(table, int(whose))):
                await self.posts.remove(purpose)
        for user in self._to_ping(table):
            text = cards.ping(table, user, self.posts.link("board"))
            nonce = self.call(table, user)
            await self.posts.send(f"ping:{user}", table.rev, content=text, mention=(user,), nonce=nonce)

    def call(self, table: Table, user: int) -> str:
        """Return the nonce of the call that a person at this table waits for now."""
        last = max((move.rev for move in table.moves if move.user_id == user), default=0)
        place = next(place for place, seat in enumerate(table.seats) if seat.user_id == user)
        return f"p{self.game_id}.{last}.{table.rev - len(table.moves)}.{place}"

    # requests to undo

    async def _request(self, table: Table) -> None:
        request = await self.bot.storage.undo.of_game(self.game_id)
        if request is None:
            await self.posts.remove("undo")
            return
        row = self.posts.rows.get("undo")
        if row is not None and row.rev == request.rev:
            await self.posts.edit("undo", request.rev, view=cards.consent(table, request))
            return
        await self.posts.remove("undo")
        asked = cards.asked(table, request)
        await self.bot.reminders.awaiting(self.game_id, asked, table.rev, kind="undo")
        view = cards.consent(table, request)
        nonce = f"u{self.game_id}.{request.id}"
        await self.posts.send("undo", request.rev, view=view, mention=asked, nonce=nonce)

    async def repost(self) -> None:
        """Post the board anew, pictures and all."""
        self._fresh_board = True
        self.nudge()
        await self.settled()


def _changed(steps: Sequence[MoveResult]) -> tuple[str, ...]:
    """Return the hexes on which something happened."""
    places = [getattr(event, "hex", "") for step in steps for event in step.events]
    return tuple(dict.fromkeys(place for place in places if place))


def moved(steps: Sequence[MoveResult]) -> tuple[arrows.Step, ...]:
    """Return how share price markers moved, each from where it was to where it is."""
    moves = [event for step in steps for event in step.events if isinstance(event, PriceMoved)]
    first = {move.unit: move.before for move in reversed(moves)}
    last = {move.unit: move.after for move in moves}
    return tuple(arrows.Step(unit, first[unit], last[unit]) for unit in last if first[unit] != last[unit])


def _users(table: Table) -> set[int]:
    return {seat.user_id for seat in table.awaited}
