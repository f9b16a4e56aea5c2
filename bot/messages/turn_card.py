"""The card of a turn: who must do what, what there is to know, one picture, the buttons; then the record of the turn.

While those whom it has called go on it is edited in place. When the decision passes on it becomes the record - the
lines of the log, no picture, no buttons - and the next card is posted, which rings whom it calls.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import ui

from assets import sentences
from bot.components import MESSAGE, Row, as_view, phone_lines
from bot.messages import lines, phone
from bot.messages.bells import Bells
from bot.messages.calls import Calls
from bot.messages.easel import Easel, Missing
from bot.messages.message_store import MessageStore
from bot.messages.studied import studied
from bot.messages.tally import Tally
from bot.pickers import board_buttons
from bot.pictures import looks
from bot.pictures.decision import decision_request
from bot.pictures.requests import PictureRequest
from bot.speech.decision import DecisionText, decision_of, kind_of
from bot.speech.table_view import TableView
from bot.storage.outbox import CARD

log = logging.getLogger(__name__)

NOT_ALLOWED = 50013
LATEST = 3
"""How many of the last lines of a turn its card repeats; the record has them all."""
LINE = 160
"""Characters of such a line."""
FULL = 1500
"""Characters of lines with which a record is full."""

Ring: TypeAlias = Callable[..., Awaitable[None]]
"""Posts a message that calls people."""


@dataclass(frozen=True)
class CardPlan:
    """What is to be shown of a turn: the lines since the last record, whom to call, and whether a card is posted.

    ``named`` are those awaited whom the card names because it calls them, has called them, or has their turn going
    on. The card before ``closes`` as a record where its turn is over, and a ``board`` is posted above the new one.
    """

    lines: tuple[str, ...] = ()
    due: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    anew: bool = False
    closes: bool = False
    board: bool = False


class TurnCard:
    """Keeps the card of one table."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a table keeps for its cards
        self, store: MessageStore, easel: Easel, calls: Calls, bells: Bells, call: Ring, tally: Tally
    ) -> None:
        self._store = store
        self._tally = tally
        self._easel = easel
        self._calls = calls
        self._bells = bells
        self._call = call
        self._shown = ""
        self._remarks: tuple[str, ...] = ()

    def remark(self, remarks: Sequence[str]) -> None:
        """Say some more on the card."""
        self._remarks = tuple(remarks)

    def drop(self) -> None:
        """Draw no more."""
        self._easel.drop()

    def begin(self, view: TableView, plan: CardPlan, *, stale: bool) -> None:
        """Begin to draw what the decision is about, unless that is shown already and is not ``stale``."""
        row = self._store.rows.get(CARD)
        is_shown = row is not None and row.rev >= view.table.rev and self._easel.missing is None
        if is_shown and not plan.anew and not stale:
            return

        async def wanted() -> PictureRequest:
            return await asyncio.to_thread(decision_request, view, looks.scheme(view.table))

        self._easel.begin((view.table.rev, stale), view, wanted, again=plan.anew or stale)

    async def drawn_within(self, seconds: float) -> bool:
        """Wait for the picture, but not longer; whether nothing is being drawn any more."""
        return await self._easel.drawn_within(seconds)

    # the record

    async def close(self, view: TableView, plan: CardPlan) -> None:
        """Make the card the record of its turn; what does not fit, or has no card, is posted below."""
        if not plan.lines:
            return
        texts = lines.joined(plan.lines)
        where = "-# " + view.teller.say("card.position", move=len(view.table.moves))
        if CARD in self._store.rows and await self._is_recorded(
            view, texts[0], where if len(texts) == 1 else ""
        ):
            texts = texts[1:]
        await self._store.send_log(view.table.rev, texts)
        self._shown = ""

    async def _is_recorded(self, view: TableView, text: str, where: str) -> bool:
        """Whether the card has become the record of a text; one that cannot be changed goes as well as it can."""
        content = "\n".join(filter(None, (text, where)))
        try:
            stored = self._store.rows[CARD].rev  # what the record shows is stored with the log
            return await self._store.edit(CARD, stored, content=content, view=None, attachments=())
        except discord.Forbidden as refused:
            if refused.code != NOT_ALLOWED:
                raise
            log.info("game %d: a card cannot become a record: %s", view.table.game_id, refused)
            self._tally.refused += 1
        await self._store.remove(CARD)
        return False

    # the card

    async def tell(self, view: TableView, plan: CardPlan) -> None:
        """Post or edit the card."""
        await self._easel.show(view, partial(self._put, view, plan))

    async def _put(self, view: TableView, plan: CardPlan, files: Sequence[discord.File]) -> None:
        rev, (text, rows) = view.table.rev, self._made(view, plan)
        told = "\n".join([text, *(_as_told(item) for row in rows for item in row)])
        row = self._store.rows.get(CARD)
        if not self._shown and not self._remarks and row is not None and row.rev == rev:
            self._shown = told  # by the program before this one
        is_shown = not files and told == self._shown
        if not plan.anew and (is_shown or await self._edit(rev, plan, text, rows, files)):
            self._shown = told
            return
        shown = {"content": text, "view": as_view(rows), "files": files, "whole": self._easel.whole}
        await self._call(CARD, rev, self._calls.moved or 0, plan.due, **shown)
        for one in plan.due:
            await self._bells.called(one)
        self._shown = told

    def _made(self, view: TableView, plan: CardPlan) -> tuple[str, Sequence[Row]]:
        """What the card says, and its buttons: plain after an error in either, or nobody would be called."""
        try:
            rows = board_buttons.controls(view)
            buttons = sum(map(phone_lines, rows))
            return card_text(view, plan, self._remarks, self._easel.missing, buttons=buttons), rows
        except Exception:
            log.exception("game %d: its card is plain", view.table.game_id)
            told = DecisionText(view.teller.say("card.plain"))
            return _text(view, told, plan, self._remarks, self._easel.missing), board_buttons.plain(view)

    async def _edit(
        self, rev: int, plan: CardPlan, text: str, rows: Sequence[Row], files: Sequence[discord.File]
    ) -> bool:
        """Edit the card, which keeps its picture until a newer one is there; False where somebody has removed it."""
        kept = files if files or self._easel.missing == "refused" else None
        if CARD not in self._store.rows:
            return False
        is_there = await self._store.edit(
            CARD,
            self._easel.shown_whole(rev),
            content=text,
            view=as_view(rows),
            attachments=kept,
            mention=plan.named,
        )
        if is_there:
            await self._store.address(rev, plan.named)
        return is_there


def _as_told(item: ui.Item[Any]) -> str:
    """What a button does and says."""
    return f"{getattr(item, 'custom_id', '')} {getattr(item, 'label', '')}"


def card_text(
    view: TableView,
    plan: CardPlan,
    remarks: Sequence[str] = (),
    missing: Missing | None = None,
    *,
    buttons: int = 0,
) -> str:
    """What a card says: who must do what, why, what there is to know, and what has been done in this turn.

    Where its picture and so many lines of buttons leave a phone no room, what can be spared is left out.
    """
    kind = kind_of(view)
    for told in _ever_shorter(decision_of(view)):
        text = _text(view, told, plan, remarks, missing)
        if missing is not None or phone.fits(text, buttons, kind):
            break
    return text


def _ever_shorter(told: DecisionText) -> Iterator[DecisionText]:
    """A decision, then without what can be spared line by line, the last first, then with its first fact in brief."""
    yield told
    for kept in reversed(range(len(told.spare))):
        yield replace(told, spare=told.spare[:kept])
    for kept in reversed(range(len(told.further))):
        yield replace(told, spare=(), further=told.further[:kept])
    if told.brief:
        yield replace(told, spare=(), further=(), facts=(told.brief, *told.facts[1:]))


def _text(
    view: TableView, told: DecisionText, plan: CardPlan, remarks: Sequence[str], missing: Missing | None
) -> str:
    unseen = told.drawn if missing is not None else ()
    duties = (f"**{duty}**" for duty in told.duties)
    parts = [_first_line(view, told, plan), *duties, *told.facts, *told.further, *unseen]
    small = [*studied(view.table, view.lang), *told.asides, *told.spare, *_latest(view, plan.lines), *remarks]
    if missing is not None:
        small.append(view.teller.say(f"board.pictures_{missing}"))
    return sentences.cut("\n".join([*parts, *(f"-# {line}" for line in small)]), MESSAGE)


def _first_line(view: TableView, told: DecisionText, plan: CardPlan) -> str:
    """Who is awaited, and for what: as a lock screen shows it."""
    table, names = view.table, []
    for seat in table.awaited:
        person = table.person_at(seat)
        names.append(f"<@{person}>" if person in plan.named else f"**{view.teller.player(seat.id)}**")
    if not names:
        names = [f"<@{person}>" for person in plan.named]
    return " ".join([*dict.fromkeys(names), told.headline])


def _latest(view: TableView, told: Sequence[str]) -> Iterator[str]:
    """The last lines of the turn so far, shortened; how many there are before them."""
    flat = [line.removeprefix("### ") for text in told for line in text.splitlines()]
    if len(flat) > LATEST:
        yield view.teller.say("card.before", n=len(flat) - LATEST)
    yield from (sentences.cut(line, LINE) for line in flat[-LATEST:])
