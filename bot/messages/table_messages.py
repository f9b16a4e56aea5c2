"""Writing to one table: what is stored is compared with what is shown, and the difference is told.

Whatever fails is tried again later from the same comparison. What is posted goes through the outbox, and the news of
a table stay there until its channel shows them all, so that neither a failure nor a restart loses or doubles a line.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from assets import sentences
from bot.called import mentions
from bot.errors.storage import StorageProblem
from bot.messages.announcements import Announcements
from bot.messages.bells import ANSWERS, TURN, Bells
from bot.messages.calls import Calls, grace
from bot.messages.clock_notes import PURPOSE, clock_lines, time_up
from bot.messages.decided import Decided
from bot.messages.easel import Easel
from bot.messages.lobby_messages import LobbyMessages
from bot.messages.message_store import MessageStore
from bot.messages.presence import Presence, away_lines
from bot.messages.private_notes import Letters, PrivateNotes
from bot.messages.recaps import Recaps
from bot.messages.record import Overtaken, TurnRecord
from bot.messages.request_card import RequestCards
from bot.messages.resting import UNKNOWN_CHANNEL, Resting
from bot.messages.shown_board import ShownBoard
from bot.messages.table_changes import ENDED, TableChanges, ended_text
from bot.messages.tally import Tally
from bot.messages.turn_card import FULL, CardPlan, TurnCard
from bot.messages.watchers import Watchers
from bot.messages.write_loop import TROUBLE, WriteLoop
from bot.parts import BotParts
from bot.pictures import looks
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow
from bot.storage.outbox import CARD, PING
from bot.storage.rows import KEPT
from bot.tables.changes import TableChange
from bot.tables.places import is_paused
from bot.tables.table import MoveResult, StartedTable, Table

log = logging.getLogger(__name__)

CALLS_WAIT = 1.0
"""How many seconds a call waits for pictures; then it goes out before them."""
RECHECK = timedelta(minutes=5)
"""How long it is until the table looks again whether somebody who wanted no calls may be called."""
CATCHING_UP = 20.0
"""How many seconds the next table waits for the board of one that is caught up with."""
TOLD, ASKS = 0, 1
"""The revisions under which it is remembered that somebody's time is up: told, or the host is asked."""
PLAIN = "plain"
"""The purpose of a call without a card, which could not be made."""
BAD_REQUEST = 400


class TableMessages:
    """Tells one game's table what happened, in order, one round of messages at a time."""

    def __init__(self, bot: BotParts, game_id: int, tally: Tally) -> None:
        self.bot = bot
        self.game_id = game_id
        self.store = MessageStore(bot, game_id)
        self.loop = WriteLoop(game_id, self._tell, bot.settings.retry_after)
        self._board = ShownBoard(bot, self.store, self.loop, tally)
        self._calls = Calls(self.store)
        self._record = TurnRecord(bot, game_id)
        self._tally = tally
        self._bells = Bells(game_id, bot.storage.bells, bot.clock.now)
        self._presence = Presence(bot)
        easel = Easel(bot, self.loop, tally)
        self._card = TurnCard(self.store, easel, self._calls, self._bells, self._send_call, tally)
        self._talk = 0
        self._watchers = Watchers(bot, self.store, self._bells)
        self.resting = Resting(bot, game_id, self.store, self.loop, PrivateNotes(bot))
        self._lobby = LobbyMessages(bot, self.store, self._send_call)
        self._announcements = Announcements(bot, self.store, self._bells, self._presence)
        self._letters = Letters(bot, game_id)
        self._changes = TableChanges(bot, self.store)
        self._decided = Decided(bot, self.store, self._letters)
        self._requests = RequestCards(bot, self.store, self._send_call, self._letters)
        self._recaps = Recaps(bot, self.store, self.loop)
        self._away: dict[str, datetime] = {}
        self._noted: tuple[int, tuple[int, ...], int | None] | None = None

    def note(self, change: TableChange) -> None:
        """Remember what happened and tell it: after an error in the one as it is stored."""
        try:
            self._remember(change)
        except Exception:
            log.exception("game %d is told as it is stored", self.game_id)
        self.loop.nudge()

    def _remember(self, change: TableChange) -> None:
        self._calls.note(change)
        if change.kind in ANSWERS:
            self._bells.answered(change.by)
        self._record.note(change)
        if change.before is not None and looks.differ(change.before, change.table):
            self._board.stale = True

    def wake(self, user_id: int) -> None:
        """Work out anew when a person whose own settings have changed may be called."""
        self._bells.wake(user_id)
        self.loop.nudge()

    def heard(self) -> None:
        """Count what somebody has written in the channel."""
        self._talk += 1

    async def repost(self) -> None:
        """Post the board anew, pictures and all."""
        self._board.post_anew = True
        self.loop.nudge()
        await self.loop.settled()

    async def catch_up(self) -> None:
        """Tell what a stop left untold; wait for its board, but not for long."""
        self.loop.nudge()
        await self.loop.settled()
        await self._board.drawn_within(CATCHING_UP)

    def end(self) -> None:
        """Write and draw no more, whatever happens."""
        self.loop.end()
        self.stop()

    def stop(self) -> None:
        """Write and draw no more."""
        self.loop.stop()
        self._board.drop()
        self._card.drop()
        self._recaps.drop()

    def results(self, table: Table, since: int) -> list[MoveResult]:
        """Return the told moves of a table after a revision."""
        return self._record.heard(table, since)

    async def _tell(self) -> None:
        try:
            await self._bring_up_to_date()
        except discord.HTTPException as refusal:
            if await self.resting.give_up(refusal):
                return
            if refusal.status == BAD_REQUEST:
                await self._call_plainly()
            raise
        except Overtaken:
            self.loop.later()
        except StorageProblem:
            self.store.doubt()
            raise
        except TROUBLE:
            raise
        except Exception:
            await self._call_plainly()
            raise

    async def _call_plainly(self) -> None:
        """Call whom an error of ours has kept from being called: whoever is next must not wait until it is mended."""
        table = await self.bot.service.tables.find(self.game_id)
        if not isinstance(table, StartedTable) or table.state != "running":
            return
        due = await self._bells.rung_after(grace(table), self._due(table))
        row = self.store.rows.get(PLAIN)
        if due and (row is None or row.rev < table.rev):
            said = {"title": table.title, "mentions": mentions(due)}
            text = sentences.say("card.call", table.language, **said)
            await self._send_call(PLAIN, table.rev, self._calls.moved or 0, due, content=text)
            self._announcements.note(table, due)

    async def _bring_up_to_date(self) -> None:
        outbox, seen_at = self.bot.storage.outbox, self.bot.clock.now()
        news = await outbox.news(self.game_id)
        table = await self.bot.service.tables.find(self.game_id)
        if is_paused(table):
            await self.resting.tell(table, news)
            return
        await self.store.load(table)
        await self._wake_who_is_free()
        await self._bells.read(news, seen_at)
        await self.store.reconcile()
        await self.store.remove_replaced()
        await self._ring_again()
        await self._announcements.tell_moved(table, news)
        failures = [await _failure(self._lobby.tell, table, news)]
        if table.state in ("lobby", "running"):
            failures.append(await _failure(self._changes.tell, table))
        elif table.settings.ended_by and ENDED not in self.store.rows:
            failures.append(await _failure(self._tell_end, table))
        if isinstance(table, StartedTable):
            self._board.stale |= any(one.kind in ("ended", "seats", "names") for one in news)
            self._calls.recall(news)
            failures += await self._tell_game(view_of(table), news)
        for failure in filter(None, failures):
            self._tally.refused += isinstance(failure, discord.HTTPException)
            raise failure
        await self.store.remove(PLAIN)
        self._sleep()
        await self._bells.store_acted()
        if any(one.kind not in KEPT.values() for one in news) and not self.loop.again:
            recorded = self.store.rows.get("log")
            await outbox.told(self.game_id, news[-1].id, recorded.rev if recorded else 0)

    def _sleep(self) -> None:
        """Write again when somebody may be called who could not be, or a vacation is over."""
        due, now = self._bells.next_due, self.bot.clock.now()
        waits = [until - now for until in self._away.values()]
        if due is not None:
            waits.append(due)
        if self._bells.postponed:
            waits.append(RECHECK)
        if waits:
            self.loop.after(min(waits))

    async def _read_presence(self, view: TableView) -> None:
        """Find out who is away, and what clocks say: the card tells it."""
        await self._presence.read(map(view.table.person_at, view.table.seats))
        self._away = self._presence.away(view.table)
        clock = clock_lines(view, self._presence.people, self.bot.clock.now())
        self._card.remark([*clock, *away_lines(view, self._away)])

    async def _tell_game(self, view: TableView, news: Sequence[NewsRow]) -> list[Exception | None]:
        """Tell the turn, then requests and notes, each whatever becomes of the others; what failed."""
        failures = [await _failure(self._read_presence, view)]
        failures.append(await _failure(self._announcements.tell_begun, view, news))
        await self._note_awaited(view.table)
        failures += await self._tell_turn(view, news)
        if not self.loop.again:  # else the next round knows better whom to call
            parts = (
                partial(self._announcements.tell_over, view, news),
                partial(self._forget_reminders, view),
                partial(self._requests.tell, view),
                partial(self._tell_time_up, view),
                partial(self._decided.tell, view),
                partial(self._tell_softly, view, news),
                partial(self._recaps.tell_end, view, news),
            )
            failures += [await _failure(tell) for tell in parts]
        return failures

    # the turn

    async def _tell_turn(self, view: TableView, news: Sequence[NewsRow]) -> list[Exception | None]:
        """Tell the record of a turn that is over, the summary of its round, board and card."""
        since = self.store.rows["log"].rev if "log" in self.store.rows else 0
        row = self.store.rows.get("board")
        shown = row.rev if row else since
        results = await self._record.results(view.table, min(since, shown))
        untold = [one for one in results if one.played.rev > since]
        plan = await self._plan(view, self._record.lines(view, since, untold, news), news)
        is_needed, stale = self._board.needed(view.table), self._board.stale
        if is_needed or plan.board:
            self._board.begin(view, [one for one in results if one.played.rev > shown])
        if not (is_needed or CARD in self.store.rows or view.table.state == "running"):
            return []
        posts, edits = (1 + plan.board, plan.closes) if plan.anew else (0, 1)
        if wait := self.store.full_for(posts=posts, edits=edits):
            return [await self._wait_for_room(view, wait)]
        self._card.begin(view, plan, stale=stale)
        failures = [await _failure(self._card.close, view, plan)] if plan.closes else []
        if not any(failures):
            failures.append(await _failure(self._recaps.tell_rounds, view, news))
        if any(failures):  # a card above the summary of the round before would come too early
            return failures
        if plan.closes:
            plan = replace(plan, lines=())
        if plan.anew:
            return [*failures, *await self._post_turn(view, plan)]
        return [*failures, *await self._edit_turn(view, plan)]

    async def _wait_for_room(self, view: TableView, wait: float) -> Exception | None:
        """Wait until the channel takes more, and then tell of the table as it is then; show the board meanwhile."""
        failure = None
        if "board" in self.store.rows and self._board.needed(view.table):
            failure = await self._show_board(view, edits=2)
        if failure is None:
            await self.loop.rest(wait)
        return failure

    async def _show_board(self, view: TableView, edits: int = 1) -> Exception | None:
        """Edit the board, if the channel takes so many edits; else look at the table again when it does."""
        if wait := self.store.full_for(edits=edits):
            await self.loop.rest(wait)
            return None
        return await _failure(partial(self._board.show, anew=False), view)

    async def _post_turn(self, view: TableView, plan: CardPlan) -> list[Exception | None]:
        """Post the card anew, the board directly above it where it is to come with it."""
        failures, began = list[Exception | None](), asyncio.get_running_loop().time()
        if plan.board:
            await self._board.drawn_within(CALLS_WAIT)
            failures.append(await _failure(partial(self._board.show, anew=True), view))
        await self._card.drawn_within(began + CALLS_WAIT - asyncio.get_running_loop().time())
        if self.loop.again and not plan.due:
            return failures
        failures.append(await _failure(self._card.tell, view, plan))
        failures.append(await _failure(self.store.remove_replaced))
        self._talk = 0
        if not plan.board and self._board.needed(view.table):
            failures.append(await self._show_board(view))
        return failures

    async def _edit_turn(self, view: TableView, plan: CardPlan) -> list[Exception | None]:
        """Edit the card, then the board."""
        await self._card.drawn_within(CALLS_WAIT)
        failures = [await _failure(self._card.tell, view, plan)]
        if self._board.needed(view.table):
            failures.append(await self._show_board(view))
        return failures

    async def _plan(self, view: TableView, told: Sequence[str], news: Sequence[NewsRow]) -> CardPlan:
        """What is to be shown of the turn, and whom to call."""
        table, rows = view.table, self.store.rows
        await self._forget_calls(table)
        due = await self._bells.rung_after(grace(table), self._due(table))
        named = [one for one in table.called_people if one in due or self._calls.knows(table, one)]
        round_over, again = any(one.kind == "round" for one in news), table.settings.board_again
        is_full = len("\n".join(told)) > FULL
        moves_on = again == "move" and self._board.needed(table)
        drifted = moves_on or self._board.post_anew or self._talk > self.bot.settings.bump_after
        anew = CARD not in rows or bool(due) or round_over or is_full or drifted
        passed = self._addressed != set(named) if CARD in rows else bool(due)
        passed |= round_over or is_full
        board = "board" not in rows or CARD not in rows or self._board.post_anew
        board |= moves_on or round_over or (again == "turn" and bool(due))
        return CardPlan(tuple(told), tuple(due), tuple(named), anew, anew and passed, board)

    @property
    def _addressed(self) -> set[int]:
        """Whom the card names."""
        return {int(purpose.removeprefix(PING)) for purpose in self.store.called}

    async def _forget_calls(self, table: StartedTable) -> None:
        """Forget calls that were answered; remove the messages by which earlier versions made them."""
        awaited, called = set(table.called_people), self.store.called
        for purpose in [name for name in self.store.rows if name.startswith(PING)]:
            person = int(purpose.removeprefix(PING))
            stands = person in awaited and self._calls.stands(table, person)
            if purpose not in called and not stands:
                await self.store.remove(purpose)
            elif person in awaited and not stands:
                await self.store.forget(purpose)

    async def _note_awaited(self, table: StartedTable) -> None:
        """Note who owes a decision, for the reminders."""
        awaited = table.rev, table.called_people, self._calls.moved
        if table.state == "running" and awaited != self._noted:
            rev, people, acted = awaited
            noted = await self.bot.reminders.awaiting(table.game_id, people, rev, acted=acted)
            self._noted = awaited if noted else None

    async def _tell_end(self, table: Table) -> None:
        """Tell everybody who played who has ended the game."""
        people = [seat.user_id for seat in table.seats if not seat.is_house]
        text = f"{ended_text(table)} {mentions(people)}"
        await self._send_call(ENDED, table.rev, 0, people, content=text)

    async def _forget_reminders(self, view: TableView) -> None:
        """Remove the reminders of those who have decided."""
        undoing = view.table.undoing
        awaited = {*view.table.called_people, *(undoing.awaited if undoing else ())}
        for purpose in [name for name in self.store.rows if name.startswith("reminder:")]:
            if int(purpose.partition(":")[2]) not in awaited:
                await self.store.remove(purpose)

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

    async def _tell_softly(self, view: TableView, news: Sequence[NewsRow]) -> None:
        await self._watchers.tell_rounds(view, news)
        undoing = view.table.undoing
        await self._watchers.tell_turns(view.table, undoing.awaited if undoing else ())

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
        if purpose == CARD:  # who was called a moment ago, of this very decision, is not called again
            told = self._announcements.called
            people = [one for one in people if told.get(one) != rev]
        why = TURN if purpose == CARD else purpose.partition(":")[0]
        ready, busy = self._bells.ready(by, people, why), await self._presence.busy(people)
        rung = tuple(one for one in ready if one not in busy)
        # noted before it is out: a message that stands is not called again
        for one in set(people) - {*ready, *busy}:
            await self._bells.owe(by, one, _owed(purpose, one), why)
        for one, at in busy.items():
            await self._bells.postpone(by, one, at, _owed(purpose, one), why)
        await self.store.send(purpose, rev, **shown, mention=rung, silent=not rung)
        await self._bells.ring(by, rung, why)

    async def _wake_who_is_free(self) -> None:
        """Wake those whose calls wait and who want calls again: nobody else tells of a change in another process."""
        waiting = self._bells.postponed
        for person in waiting - (await self._presence.busy(waiting)).keys() if waiting else ():
            self._bells.wake(person)

    async def _ring_again(self) -> None:
        """Have the messages posted anew that could not call somebody and may now."""
        called = self.store.called
        for purpose in await self._bells.take_due():
            if purpose in called:
                await self.store.forget(purpose)
            else:
                await self.store.remove(purpose)


def _owed(purpose: str, person: int) -> str:
    """As what a call is owed to somebody: of a card each person is called alone."""
    return f"{PING}{person}" if purpose == CARD else purpose


async def _failure(tell: Callable[..., Awaitable[None]], *given: object) -> Exception | None:
    """Tell one part, and return what kept it from being told where the other parts can be told all the same.

    That is a refusal of Discord's or an error of ours, not a channel or a database that is out of reach.
    """
    try:
        await tell(*given)
    except discord.HTTPException as refusal:
        if refusal.code == UNKNOWN_CHANNEL:
            raise
        return refusal
    except (*TROUBLE, Overtaken):
        raise
    except Exception as error:  # noqa: BLE001 - whoever asked raises it once all is told
        return error
    return None
