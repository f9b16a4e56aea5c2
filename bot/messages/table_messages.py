"""Writing to one table: what is stored is compared with what is shown, and the difference is told.

Whatever fails is tried again later from the same comparison. What is posted goes through the outbox, and the news of
a table stay there until its channel shows them all, so that neither a failure nor a restart loses or doubles a line.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord

from assets import sentences
from bot.errors import StorageProblem
from bot.messages import lines
from bot.messages.announcements import Announcements
from bot.messages.bells import ANSWERS, TURN, Bells
from bot.messages.calls import Calls, grace
from bot.messages.clock_notes import PURPOSE, clock_lines, time_up
from bot.messages.decided import Decided
from bot.messages.letters import Letters
from bot.messages.lobby_card import full, lobby_card
from bot.messages.message_store import MessageStore
from bot.messages.presence import Presence, away_lines
from bot.messages.private_notes import PrivateNotes
from bot.messages.recaps import Recaps
from bot.messages.request_card import RequestCards
from bot.messages.shown_board import ShownBoard
from bot.messages.table_changes import ENDED, TableChanges, ended_text
from bot.messages.tally import Tally
from bot.messages.watchers import Watchers
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pictures import looks
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow, UndoRow
from bot.tables import undo
from bot.tables.changes import TableChange
from bot.tables.places import is_paused
from bot.tables.settings import RestReason
from bot.tables.view import MoveResult, StartedTable, Table

log = logging.getLogger(__name__)

RESULTS_KEPT = 200
CALLS_WAIT = 1.0
"""How many seconds the calls wait for the pictures; then they go out before the board."""
LOOK_AGAIN = timedelta(minutes=5)
"""How long it is until the table looks again whether somebody who wanted no calls may be called."""
TOLD, ASKS = 0, 1
"""The revisions under which it is remembered that somebody's time is up: told, or the host is asked."""
UNKNOWN_CHANNEL, ARCHIVED = 10003, 50083
OUT_OF_REACH: dict[int, RestReason] = {UNKNOWN_CHANNEL: "gone", ARCHIVED: "locked"}
"""Discord's codes for a channel in which nothing can be posted, and what that means."""


class Overtaken(Exception):
    """Moves were taken back since the table was read."""


class TableMessages:
    """Tells one game's table what happened, in order, one round of messages at a time."""

    def __init__(self, bot: BotParts, game_id: int, tally: Tally) -> None:
        self.bot = bot
        self.game_id = game_id
        self.store = MessageStore(bot, game_id)
        self.loop = WriteLoop(game_id, self._tell, bot.settings.retry_after)
        self._board = ShownBoard(bot, self.store, self.loop, tally)
        self._calls = Calls(self.store)
        self._tally = tally
        self._bells = Bells(game_id, bot.storage.bells, bot.clock.now)
        self._presence = Presence(bot)
        self._watchers = Watchers(bot, self.store, self._bells)
        self._notes = PrivateNotes(bot)
        self._announcements = Announcements(bot, self.store, self._bells, self._presence)
        self._letters = Letters(bot, game_id)
        self._changes = TableChanges(bot, self.store)
        self._decided = Decided(bot, self.store, self._letters)
        self._requests = RequestCards(bot, self.store, self._send_call, self._letters)
        self._results: dict[int, MoveResult] = {}
        self._taken_back = ""
        self._recaps = Recaps(bot, self.store, self.loop)
        self._away: dict[str, datetime] = {}
        self._noted: tuple[int, tuple[int, ...], int | None] | None = None

    def note(self, change: TableChange) -> None:
        """Remember what happened and tell it."""
        self._calls.note(change)
        if change.kind in ANSWERS:
            self._bells.answered(change.by)
        self._results.update({result.played.rev: result for result in change.results})
        while len(self._results) > RESULTS_KEPT:
            del self._results[min(self._results)]
        if change.kind == "undone" and change.before is not None:
            self._taken_back = lines.moves_since(view_of(change.before.started()), len(change.table.moves))
        if change.before is not None and looks.differ(change.before, change.table):
            self._board.stale = True
        self.loop.nudge()

    def wake(self, user_id: int) -> None:
        """Work out anew when a person whose own settings have changed may be called."""
        self._bells.wake(user_id)
        self.loop.nudge()

    async def repost(self) -> None:
        """Post the board anew, pictures and all."""
        self._board.post_anew = True
        self.loop.nudge()
        await self.loop.settled()

    def stop(self) -> None:
        """Write and draw no more."""
        self.loop.stop()
        self._board.drop()
        self._recaps.drop()

    def results(self, table: Table, since: int) -> list[MoveResult]:
        """Return what has been heard of the moves of a table after a revision."""
        return [
            self._results[move.rev] for move in table.moves if move.rev > since and move.rev in self._results
        ]

    # places that go

    async def rest(self, why: RestReason) -> None:
        """Let a table rest whose channel is out of reach, and tell its players in private."""
        if await self.bot.service.places.rest(self.game_id, why):
            log.info("game %d rests: its channel is out of reach (%s)", self.game_id, why)
            await self.bot.reminders.resettle(game_id=self.game_id)
        self.loop.nudge()

    async def go_on(self, *, seen: bool) -> None:
        """Go on with a table that rests; one whose channel is gone only if somebody is ``seen`` there."""
        if await self.bot.service.places.wake(self.game_id, seen=seen):
            log.info("game %d goes on", self.game_id)
            await self.bot.reminders.resettle(game_id=self.game_id)
        self.loop.nudge()

    async def give_up(self, refusal: discord.HTTPException) -> bool:
        """Let a table rest whose channel Discord calls gone or locked; False if it calls it neither."""
        why = OUT_OF_REACH.get(refusal.code)
        if why is not None:
            await self.rest(why)
        return why is not None

    async def _tell(self) -> None:
        try:
            await self._bring_up_to_date()
        except discord.HTTPException as refusal:
            if not await self.give_up(refusal):
                raise
        except Overtaken:
            self.loop.later()
        except StorageProblem:
            self.store.doubt()
            raise

    async def _bring_up_to_date(self) -> None:
        outbox, seen_at = self.bot.storage.outbox, self.bot.clock.now()
        news = await outbox.news(self.game_id)
        table = await self.bot.service.tables.find(self.game_id)
        if is_paused(table):
            await self._notes.tell_rest(table, news)
            await outbox.told_of(*(one for one in news if one.kind == "rests"))
            return
        await self.store.load(table)
        await self._wake_who_is_free()
        await self._bells.settle(news, seen_at)
        await self.store.settle()
        await self.store.remove_replaced()
        await self._ring_again()
        await self._announcements.tell_moved(table, news)
        refusals = [await _refusal(self._tell_lobby, table, news)]
        if table.state in ("lobby", "running"):
            refusals.append(await _refusal(self._changes.tell, table))
        elif table.settings.ended_by and ENDED not in self.store.rows:
            people = [seat.user_id for seat in table.seats if not seat.is_house]
            refusals.append(await _refusal(self._tell_end, table, people))
        if isinstance(table, StartedTable):
            self._board.stale |= any(one.kind in ("ended", "seats", "names") for one in news)
            self._calls.recall(news)
            refusals += await self._tell_game(view_of(table), news)
        for refusal in filter(None, refusals):
            self._tally.refused += 1
            raise refusal
        self._sleep()
        await self._bells.store_acted()
        if news and not self.loop.again:
            await outbox.told(self.game_id, news[-1].id)

    def _sleep(self) -> None:
        """Write again when somebody may be called who could not be, or a vacation is over."""
        now = self.bot.clock.now()
        waits = [wait for wait in (self._bells.next_due,) if wait is not None]
        waits += [until - now for until in self._away.values()]
        if self._bells.postponed:
            waits.append(LOOK_AGAIN)
        if waits:
            self.loop.after(min(waits))

    async def _look_around(self, view: TableView) -> None:
        """Find out who is away; where that has changed the board is shown anew."""
        await self._presence.look(map(view.table.person_at, view.table.seats))
        self._away = self._presence.away(view.table)
        clock = clock_lines(view, self._presence.people, self.bot.clock.now())
        self._board.remark([*clock, *away_lines(view, self._away)])

    async def _tell_game(
        self, view: TableView, news: Sequence[NewsRow]
    ) -> list[discord.HTTPException | None]:
        """Tell log, board, calls and requests, each whatever becomes of the others, and return what was refused."""
        table = view.table
        await self._look_around(view)
        needed = self._board.needed(table)
        if needed:
            row = self.store.rows.get("board")
            self._board.begin(view, await self._results_since(table, row.rev) if row else [])
        refusals = [await _refusal(self._announcements.tell_begun, view, news)]
        refusals.append(await _refusal(self._tell_log, view, news))
        await self._note_awaited(table)
        request = await self.bot.service.undo.request(self.game_id)
        if needed:
            if not await self._board.drawn_within(CALLS_WAIT) and not self.loop.again:
                refusals.append(await _refusal(self._tell_calls, view, request))
            refusals.append(await _refusal(self._tell_board, view))
        if not self.loop.again:  # else the next round knows better whom to call
            refusals.append(await _refusal(self._tell_calls, view, request))
            refusals.append(await _refusal(self._announcements.tell_over, view, news))
            refusals.append(await _refusal(self._requests.tell, view, request))
            refusals.append(await _refusal(self._tell_time_up, view))
            refusals.append(await _refusal(self._decided.tell, view))
            refusals.append(await _refusal(self._tell_softly, view, news, request))
            refusals.append(await _refusal(self._recaps.tell, view, news))
        return refusals

    async def _note_awaited(self, table: StartedTable) -> None:
        """Note who owes a decision, for the reminders."""
        awaited = table.rev, table.called_people, self._calls.moved
        if table.state == "running" and awaited != self._noted:
            rev, people, acted = awaited
            noted = await self.bot.reminders.awaiting(table.game_id, people, rev, acted=acted)
            self._noted = awaited if noted else None

    # the lobby

    async def _tell_lobby(self, table: Table, news: Sequence[NewsRow]) -> None:
        row = self.store.rows.get("lobby")
        if row is not None and row.rev:
            return
        rev, card = 0 if table.state == "lobby" else 1, lobby_card(table)
        if row is None or not await self.store.edit("lobby", rev, view=card):
            await self.store.send("lobby", rev, view=card)
        await self._invite(table)
        is_full = table.state == "lobby" and len(table.seats) == table.places
        by = next((one.user_id for one in reversed(news) if one.kind == "lobby"), table.host)
        if is_full and by != table.host and "full" not in self.store.rows:
            text = full(table, self.store.link("lobby"))
            await self._send_call("full", 0, 0, (table.host,), content=text)
        elif not is_full:
            await self.store.remove("full")

    async def _tell_end(self, table: Table, people: Sequence[int]) -> None:
        """Tell everybody who played who has ended the game."""
        mentions = " ".join(f"<@{user}>" for user in people)
        await self._send_call(ENDED, table.rev, 0, people, content=f"{ended_text(table)} {mentions}")

    async def _invite(self, table: Table) -> None:
        """Call those who played before to the lobby of a rematch, once."""
        people = table.settings.invited
        if table.state == "lobby" and people and "invited" not in self.store.rows:
            said = {"host": f"<@{table.host}>", "mentions": " ".join(f"<@{user}>" for user in people)}
            text = sentences.say("lobby.rematch", table.language, title=table.title, **said)
            await self._send_call("invited", 0, table.host, people, content=text)
        elif table.state != "lobby":
            await self.store.remove("invited")

    # the log

    async def _tell_log(self, view: TableView, news: Sequence[NewsRow]) -> None:
        row, rev = self.store.rows.get("log"), view.table.rev
        since = row.rev if row else 0
        if rev > since:
            told = await self._log_lines(view, since, news)
            await self.store.send_log(rev, lines.joined(told))

    async def _log_lines(self, view: TableView, since: int, news: Sequence[NewsRow]) -> list[str]:
        """Return what happened after a revision, first of all that moves were taken back."""
        table, results = view.table, await self._results_since(view.table, since)
        redone = {one.rev: one.user_id for one in news if one.kind == "redone"}
        told = []
        for result in results:
            if result.played.rev in redone:
                told.append(lines.redone_line(view, redone[result.played.rev]))
            told.append(lines.log_line(view, result))
        if table.rev - since > len(
            results
        ):  # some versions are no moves that stand, so moves were taken back
            stands = results[0].played.ply - 1 if results else len(table.moves)
            by = [one.user_id for one in news if one.kind == "undone" and since < one.rev <= table.rev]
            told.insert(0, lines.undone_line(view, by[-1] if by else 0, stands, self._taken_back))
        return told

    async def _results_since(self, table: StartedTable, since: int) -> list[MoveResult]:
        wanted = [move.rev for move in table.moves if move.rev > since]
        if all(rev in self._results for rev in wanted):
            return [self._results[rev] for rev in wanted]
        found = await self.bot.service.history.results_after(self.game_id, since)
        results = [result for result in found if result.played.rev <= table.rev]
        if [result.played.rev for result in results] != wanted:
            raise Overtaken
        return results

    # board and calls

    async def _tell_board(self, view: TableView) -> None:
        alone = len({seat.user_id for seat in view.table.seats}) == 1

        def buried() -> bool:
            drifted = self.store.below > self.bot.settings.bump_after
            wanted = alone or self._calls.goes_on(view.table) or self._calls.due(view.table)
            return drifted and bool(wanted)

        await self._board.show(view, buried=buried)

    async def _tell_calls(self, view: TableView, request: UndoRow | None) -> None:
        table = view.table
        awaited = set(table.called_people)
        reminded = awaited.union(undo.asked(table, request) if request else ())
        for purpose in [name for name in self.store.rows if name.startswith(("ping:", "reminder:"))]:
            kind, _, whose = purpose.partition(":")
            stands = int(whose) in awaited and self._calls.stands(table, int(whose))
            if not (stands if kind == "ping" else int(whose) in reminded):
                await self.store.remove(purpose)
        for user in await self._bells.rung_after(grace(table), self._due(table)):
            text = lines.ping(view, user, self.store.link("board"))
            if self._announcements.called.get(user) == table.rev:  # a moment ago, of this very decision
                await self.store.send(f"ping:{user}", table.rev, content=text, silent=True)
            else:
                by = self._calls.moved or 0
                await self._send_call(f"ping:{user}", table.rev, by, (user,), content=text)
            await self._bells.called(user)

    def _due(self, table: StartedTable) -> list[int]:
        """Return who must be called now: not those whose standing orders may decide at once."""
        orders = self.bot.service.orders
        return [user for user in self._calls.due(table) if not orders.considers(self.game_id, user)]

    async def _tell_time_up(self, view: TableView) -> None:
        """Say once whose time is up, and ask the host where the table has chosen that."""
        asked = view.table.settings.clock_asked
        wanted = {f"{PURPOSE}{seat}": seat for seat in (*view.table.out_of_time, *asked)}
        for purpose in [name for name in self.store.rows if name.startswith(PURPOSE)]:
            asks = self.store.rows[purpose].rev == ASKS
            if purpose not in wanted or asks != (wanted[purpose] in asked):
                await self.store.remove(purpose)
        for purpose, seat in wanted.items():
            if purpose in self.store.rows:
                continue
            text, answers = time_up(view, seat, asks=seat in asked)
            if seat in asked:
                await self._send_call(purpose, ASKS, 0, (view.table.host,), content=text, view=answers)
            else:
                await self.store.send(purpose, TOLD, content=text, silent=True)

    async def _tell_softly(self, view: TableView, news: Sequence[NewsRow], request: UndoRow | None) -> None:
        await self._watchers.tell_rounds(view, news)
        await self._watchers.tell_turns(view.table, undo.asked(view.table, request) if request else ())

    # bells

    async def _send_call(
        self,
        purpose: str,
        rev: int,
        by: int,
        people: Sequence[int],
        **shown: Any,
    ) -> None:
        """Post a message that calls people because of somebody; who rests, or whose bell does, is called later."""
        why = TURN if purpose.startswith("ping:") else purpose.partition(":")[0]
        ready, busy = self._bells.ready(by, people, why), await self._presence.busy(people)
        rung = tuple(one for one in ready if one not in busy)
        await self.store.send(purpose, rev, **shown, mention=rung, silent=not rung)
        await self._bells.ring(by, rung, why)
        await self._bells.owe(by, set(people) - {*ready, *busy}, purpose, why)
        await self._bells.postpone(by, busy, purpose, why)

    async def _wake_who_is_free(self) -> None:
        """Wake those whose calls wait and who want calls again: nobody else tells of a change in another process."""
        waiting = self._bells.postponed
        for person in waiting - (await self._presence.busy(waiting)).keys() if waiting else ():
            self._bells.wake(person)

    async def _ring_again(self) -> None:
        """Remove the messages that could not call somebody and may now, so that they are posted anew."""
        for purpose in await self._bells.take_due():
            await self.store.remove(purpose)


async def _refusal(tell: Callable[..., Awaitable[None]], *given: object) -> discord.HTTPException | None:
    """Tell one part, and return Discord's refusal of it if the other parts can be told all the same."""
    try:
        await tell(*given)
    except discord.HTTPException as refusal:
        if refusal.code == UNKNOWN_CHANNEL:
            raise
        return refusal
    return None
