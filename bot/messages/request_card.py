"""What others are asked to agree to, whatever it is: one message a request, and what has become of it."""

import logging
from collections.abc import Awaitable, Callable, Collection

import discord
from discord import ui

from assets import sentences
from bot.button_ids import CONSENT, REQUEST
from bot.called import mentions
from bot.components import Style, as_view, button
from bot.messages.lines import moves_told
from bot.messages.message_store import MessageStore
from bot.messages.private_notes import Letters
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.tables.requests import Request
from bot.tables.table import is_house

log = logging.getLogger(__name__)

PURPOSE, UNDO, OUTCOME = "request:", "undo:", "outcome:"
"""How the purposes of these messages begin; the number of the request follows."""
ASKED = "asked:"
"""How the purposes of notes begin that somebody was asked by such a message."""
BEFORE = ("undo", "stop", "seat:")
"""How the purposes of such messages of version 0.3.0 begin."""
DONE = 1
"""The revision under which it remembered a message about a seat that had changed hands."""


def purpose_of(request: Request) -> str:
    """Return the purpose of a request's message."""
    return f"{UNDO if request.about_moves else PURPOSE}{request.id}"


class RequestCards:
    """Keeps the messages of a table's requests as they stand, and says once what has become of each."""

    def __init__(
        self, bot: BotParts, store: MessageStore, call: Callable[..., Awaitable[None]], letters: Letters
    ) -> None:
        self._bot = bot
        self._store = store
        self._call = call
        self._letters = letters

    async def tell(self, view: TableView) -> None:
        """Ask those who are to answer, close what is no longer asked, and tell whoever asked what came of it."""
        table = view.table
        cards = {purpose_of(one): one for one in table.requests}
        left = {f"{part}{one}" for part in (PURPOSE, UNDO) for one in table.settings.strange_numbers}
        for purpose in self._open({*cards, *left}):
            await self._close(view, purpose)
        await self._remind(view)
        for purpose, request in cards.items():
            await self._show(view, purpose, request)
        for request in cards.values():
            await self._warn(view, request)
        for request in table.settings.requests:
            if request.outcome and f"{OUTCOME}{request.id}" not in self._store.rows:
                await self._tell_outcome(view, request)

    def _open(self, wanted: Collection[str]) -> list[str]:
        """Return the purposes of messages that ask for what is no longer asked, but for those ``wanted``."""
        rows = self._store.rows.items()
        asking = [name for name, row in rows if not (name.startswith("seat:") and row.rev == DONE)]
        return [
            one
            for one in asking
            if one not in wanted and (one.startswith((PURPOSE, UNDO, "seat:")) or one in BEFORE)
        ]

    async def _remind(self, view: TableView) -> None:
        """Let those be reminded who are to agree to an undo, and nobody once nothing is asked."""
        undoing = view.table.undoing
        if undoing is not None or any(name.startswith(UNDO) for name in self._store.rows):
            asked = undoing.awaited if undoing else ()
            await self._bot.reminders.awaiting(view.table.game_id, asked, view.table.rev, kind="undo")

    async def _show(self, view: TableView, purpose: str, request: Request) -> None:
        called = request.awaited if not request.warns else (*request.awaited, request.holder)
        content, people = self._content(view, request, called), called
        before = self._asked(purpose)
        new = [one for one in called if f"{ASKED}{purpose}:{one}" not in before]
        if before and new and purpose in self._store.rows:  # an edit would ring nobody
            await self._store.remove(purpose)
            people = tuple(new)
        shown = as_view([answers(view, request)])
        edited = purpose in self._store.rows
        if not edited or not await self._store.edit(
            purpose, request.rev, content=content, view=shown, mention=called
        ):
            shown = as_view([answers(view, request)])
            await self._call(purpose, request.rev, request.by, people, content=content, view=shown)
        for one in new:
            await self._store.note(f"{ASKED}{purpose}:{one}", request.rev)

    def _content(self, view: TableView, request: Request, called: Collection[int]) -> str:
        """The text of a request; without its question where an error of ours keeps it from being put into words."""
        try:
            return card(view, request, question(view, request))
        except Exception:
            log.exception("game %d: a request is asked without its question", view.table.game_id)
            said = {"by": f"<@{request.by}>", "players": mentions(called)}
            return sentences.say("request.plain", view.table.language, **said)

    def _asked(self, purpose: str) -> list[str]:
        """Return the notes of whom the message of a request has asked."""
        return [name for name in self._store.rows if name.startswith(f"{ASKED}{purpose}:")]

    async def _close(self, view: TableView, purpose: str) -> None:
        """Remove the message of a request that is over; nobody is reminded of it."""
        if purpose.startswith(UNDO) or purpose == "undo":
            await self._bot.reminders.awaiting(view.table.game_id, (), view.table.rev, kind="undo")
        await self._store.remove(purpose)
        for name in self._asked(purpose):
            await self._store.forget(name)

    # whose seat is wanted

    async def _warn(self, view: TableView, request: Request) -> None:
        """Write to a person whose seat others want because they seem absent, before it is taken."""
        if not request.warns or await self._letters.is_written(request.holder, f"q{request.id}"):
            return
        own = await self._letters.view_for(view.table, request.holder)
        said = {"place": self._place(own), "what": question(own, request), "due": _due_date(request)}
        text = own.teller.say("request.letter", **said)
        await self._letters.write(request.holder, f"q{request.id}", text, rings=True)

    async def _tell_outcome(self, view: TableView, request: Request) -> None:
        """Say in a new message what has become of a request, and write to whoever has lost a seat by it."""
        shown = {"by": f"<@{request.by}>", "what": question(view, request)}
        people: tuple[int, ...] = (request.by,)
        if request.outcome == "done":
            if request.about_moves or request.kind in ("stop", "move"):  # which are told of themselves
                return
            text, people = self._done(view, request)
        elif request.outcome == "withdrawn":
            return
        elif request.outcome == "void":
            key = "request.void.seat" if request.seat else "request.void"
            if request.closed_by:
                key, shown["player"] = "request.void.late", _person(view, request.closed_by, request)
            text = view.teller.say(key, **shown)
        else:
            key = "undo.refused_by" if request.about_moves else f"request.{request.outcome}"
            who = _person(view, request.closed_by or request.holder, request)
            text = view.teller.say(key, player=who, **shown)
        if request.outcome == "done" and request.by != request.holder:
            # first: what is told is not told again
            await self._write_to_holder(view, request)
        await self._call(f"{OUTCOME}{request.id}", request.rev, 0, people, content=text)

    def _done(self, view: TableView, request: Request) -> tuple[str, tuple[int, ...]]:
        """Return that a seat has changed hands, and whom that calls: whoever sits there now, and who asked."""
        who = tuple(one for one in dict.fromkeys((request.user, request.by)) if one > 0)
        return view.teller.say(f"request.done.{request.kind}", **_names(view, request)), who

    async def _write_to_holder(self, view: TableView, request: Request) -> None:
        if await self._letters.is_written(request.holder, f"t{request.id}"):
            return
        own = await self._letters.view_for(view.table, request.holder)
        back = own.teller.say("request.back.seat" if request.kind == "seat" else "request.back")
        done = own.teller.say(f"request.done.{request.kind}", **_names(own, request))
        text = own.teller.say("request.lost", place=self._place(view), what=done, back=back)
        await self._letters.write(request.holder, f"t{request.id}", text, rings=True)

    def _place(self, view: TableView) -> str:
        return self._store.link("board") or f"<#{view.table.channel_id}>"


def card(view: TableView, request: Request, text: str) -> str:
    """Return the text of a request: the wish, who counts, who has agreed, and who is still asked."""
    say, lines = view.teller.say, [text]
    if len(request.asked) > 1 or request.needed < len(request.asked):
        names = [_person(view, one, request) for one in request.asked]
        lines.append("-# " + say("request.votes", needed=request.needed, n=len(names), players=names))
    agreed = [_person(view, one, request) for one in request.agreed if one in {*request.asked, *request.must}]
    if agreed:
        lines.append("-# " + say("undo.agreed", players=agreed))
    if request.warns:
        lines.append(say("request.warns", player=f"<@{request.holder}>", due=_due_date(request)))
    if request.awaited:
        lines.append(say("request.open", players=mentions(request.awaited)))
    return "\n".join(lines)


def question(view: TableView, request: Request) -> str:
    """Return a request in one sentence."""
    say = view.teller.say
    by = _person(view, request.by, request)
    if request.about_moves:  # once it is over, other moves may stand there
        if request.outcome:
            return say(f"{request.kind}.asks.short", player=by)
        moves = [(move.seat, move.text) for move in view.table.moves_of(request)]
        return say(f"{request.kind}.asks", player=by, moves=moves_told(view, moves))
    if request.kind == "stop":
        return say("request.stop", player=by)
    if request.kind == "move":
        return say("request.move", player=by, channel=f"<#{request.channel}>")
    until = {"until": discord.utils.format_dt(request.until, "f")} if request.until else {}
    key = f"request.{request.kind}" + (".until" if until else "")
    return say(key, player=by, **_names(view, request), **until)


def answers(view: TableView, request: Request) -> list[ui.Item[ui.View]]:
    """Return the buttons of a request."""
    styles = {"agree": Style.success, "refuse": Style.danger}
    shown = [
        button(view.teller.say(f"undo.button.{one}"), _id(view, request, one), style)
        for one, style in styles.items()
    ]
    if request.warns:
        here = button(view.teller.say("request.button.here"), _id(view, request, "here"), Style.primary)
        shown = [here, *(shown if request.awaited else shown[1:])]
    return [*shown]


def _id(view: TableView, request: Request, answer: str) -> str:
    form = CONSENT if request.about_moves else REQUEST
    return form.write(game=view.table.game_id, request=request.id, answer=answer)


def _names(view: TableView, request: Request) -> dict[str, str]:
    """Return whose seat is wanted, and for whom."""
    new = view.teller.say("house.name") if is_house(request.user) else sentences.escaped(request.name)
    return {"old": _person(view, request.holder, request), "new": new}


def _player(view: TableView, user: int) -> str:
    """Return the name of somebody who sits at a table, or plays there for another."""
    seat = view.table.seat_of(user)
    return view.teller.player(seat.id) if seat is not None else sentences.escaped(view.table.name_of(user))


def _person(view: TableView, user: int, request: Request) -> str:
    """Return the name of somebody, who may have no seat: as one who asks to sit there, or who sat there."""
    if view.table.name_of(user):
        return _player(view, user)
    if user == request.user:
        return sentences.escaped(request.name)
    return f"<@{user}>" if user > 0 else view.teller.say("house.name")


def _due_date(request: Request) -> str:
    assert request.due is not None
    return discord.utils.format_dt(request.due, "f")
