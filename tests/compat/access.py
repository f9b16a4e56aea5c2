"""Everything these tests call by its name inside the program; whoever renames it changes this file and no other."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from assets import sentences
from bot import button_ids
from bot.menu.folding import Amount, Ask, Menu, Ready
from bot.pickers import move_ids
from bot.storage import Storage
from bot.tables import replay
from bot.tables.record_file import record_text
from bot.tables.service import Service
from bot.tables.table import Table
from engine import flow
from engine.actions import Action
from engine.game import Game
from engine.powers import only_powers
from engine.records.files import open_recording
from engine.refusals import Refused
from engine.retrace import retrace
from engine.scratch import Scratch
from tests.bot import tabletop
from tests.bot.servers import local_discord

Facts = dict[str, Any]

OWN_SETTINGS = (
    "zone",
    "quiet_from",
    "quiet_to",
    "interval_minutes",
    "snoozed_until",
    "language",
    "locale",
    "scheme",
)
TABLE_SETTINGS = ("reminder_minutes", "reminder_stop_after", "scheme", "view")


# games


def facts(game: Game) -> Facts:
    """Return what is true of a position whatever its parts are called."""
    pos = game.pos
    state, title = pos.state, pos.title
    return {
        "over": state.over,
        "actions": state.ply,
        "round": list(state.frames[0].number) if state.frames else [],
        "phase": pos.phase.name,
        "operates": pos.unit if state.frames and pos.frame.queue else "",
        "awaited": list(pos.awaited),
        "choices": len(game.choices),
        "bank": pos.cash("bank"),
        "cash": {player: pos.cash(player) for player in state.players},
        "worth": {player: pos.worth(player) for player in state.players},
        "debts": {holder: owed for holder, owed in sorted(state.debts.items()) if owed},
        "shares": {
            f"{holder} {unit}": percent
            for (holder, unit), percent in sorted(pos.holdings.items())
            if holder != "offer"
        },
        "owners": dict(sorted((certificate, owner) for certificate, owner in state.owners.items() if owner)),
        "treasuries": {unit: pos.cash(unit) for unit in title.units if pos.cash(unit)},
        "prices": {unit: pos.price(unit) for unit in title.units if pos.price(unit)},
        "directors": {unit: pos.director(unit) for unit in title.units if pos.director(unit)},
        "trains": {unit: list(owned) for unit, owned in sorted(state.trains.items()) if owned},
        "stations": {
            hex_: [f"{token.stop} {token.unit}" for token in tokens]
            for hex_, tokens in sorted(state.tokens.items())
        },
        "tiles": {hex_: list(laid) for hex_, laid in sorted(state.tiles.items())},
    }


def course(path: Path) -> list[Game]:
    """Return a recorded game at its start and after every action."""
    recording = open_recording(path)
    first = recording.at(0)
    return [first, *retrace(first, recording.actions())]


def went_on(game: Game) -> Game:
    """Return the game past what is held up for a power: earlier versions did not wait there."""
    while only_powers(game.pos):
        scratch = Scratch.upon(game.pos)
        flow.release(scratch)
        game = Game(game.setup, scratch.now, ())
    return game


def read(game: Game, line: str, actor: str) -> Action | None:
    """Return the action a line stands for, None if it stands for none."""
    try:
        return game.read(line, actor)
    except Refused:
        return None


def legal(game: Game, action: Action) -> bool:
    """Tell whether the rules allow an action."""
    return game.choices.why_not(action) is None


# the storage and the service


@asynccontextmanager
async def opened(path: Path, now: datetime) -> AsyncIterator[Service]:
    """Open a database without any Discord."""
    async with Storage.open(tabletop.address_of(path), now=lambda: now) as storage:
        service = Service(storage)
        try:
            yield service
        finally:
            service.precompute.close()
            await service.settled()


async def stored(service: Service, table: int) -> list[str]:
    """Return the moves in force of a table, as they are stored."""
    return [row.text for row in await service.storage.actions.in_force(table)]


async def own_settings(service: Service, user: int) -> Facts:
    """Return what a person has set for themselves."""
    row = await service.storage.people.find(user)
    return {name: _plain(getattr(row, name)) for name in OWN_SETTINGS}


async def owed(service: Service, table: int) -> list[Facts]:
    """Return who is reminded of a table, and when next."""
    rows = await service.storage.reminders.of_game(table)
    return [{"user": row.user_id, "due": _plain(row.due_at), "count": row.count} for row in rows]


async def request(service: Service, table: int) -> Facts | None:
    """Return the request to take moves back that waits for consent."""
    asked = (await service.tables.find(table)).undoing
    if asked is None:
        return None
    told: Facts = {"id": asked.id, "by": asked.by, "keeps": asked.keep}
    return {**told, "agreed": sorted(asked.agreed)}


async def posted(service: Service, table: int) -> dict[str, int]:
    """Return the messages of a table by what they are for."""
    return {row.purpose: row.message_id for row in await service.storage.messages.of_game(table)}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def seen(table: Table) -> Facts:
    """Return what everybody may see of a table besides its position."""
    stored = table.settings.stored()
    return {
        "state": table.state,
        "title": table.title,
        "options": list(table.options),
        "seed": table.seed,
        "places": table.places,
        "language": table.language,
        "host": table.host,
        "rev": table.rev,
        "seats": [[seat.id, seat.user_id, seat.name] for seat in table.seats],
        "awaited": [seat.id for seat in table.awaited],
        "settings": {name: stored[name] for name in TABLE_SETTINGS if name in stored},
    }


def record(table: Table) -> str:
    """Return the record of a table's game, as it is handed out when it is over; before, one alone keeps its seed."""
    return record_text(replace(table, state="ended"))


def look(path: Path, now: datetime, tables: Iterable[int]) -> None:
    """Look at some tables, and keep what was found out about them."""

    async def look_at_all() -> None:
        async with opened(path, now) as service:
            for number in tables:
                await service.tables.find(number)

    asyncio.run(look_at_all())


def positions(path: Path, now: datetime, wanted: Mapping[int, Collection[int]]) -> dict[int, dict[int, Game]]:
    """Return the games of some tables after some numbers of their moves in force."""

    async def read_all() -> dict[int, dict[int, Game]]:
        async with opened(path, now) as service:
            return {
                number: _after(await service.tables.find(number), moves) for number, moves in wanted.items()
            }

    return asyncio.run(read_all())


def _after(table: Table, moves: Collection[int]) -> dict[int, Game]:
    game = Game.begin(table.setup)
    actions = [game.read(move.text, move.seat) for move in table.moves[: max(moves)]]
    every = dict(enumerate((game, *retrace(game, actions))))
    return {number: one for number, one in every.items() if number in {0, *moves}}


async def undone(service: Service, table: Table, user: int) -> Table:
    """Take somebody's last move back."""
    return await service.consent.undo(table.game_id, table.rev, user)


async def answered(service: Service, table: int, user: int, *, agrees: bool) -> Table:
    """Answer whoever asks to take moves back."""
    asked = (await service.tables.find(table)).undoing
    assert asked is not None
    return await service.consent.answer(table, user, asked.id, agrees=agrees)


async def rewound(service: Service, path: Path, table: int, rev: int, game: Game) -> None:
    """Let a table stand at an earlier version, as if nothing had been stored since."""
    await asyncio.to_thread(
        _rewind, path, table, rev
    )  # what the bot is storing meanwhile must be able to end
    blob = replay.freeze(game)  # nobody need replay it
    await service.storage.snapshots.save(table, rev, game.state.ply, replay.engine_id(), blob)
    service.tables.drop(table)


def _rewind(path: Path, table: int, rev: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as plain:
        plain.execute("BEGIN IMMEDIATE")
        guards = plain.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            plain.execute(f"DROP TRIGGER {name}")
        for statement in REWINDING:
            plain.execute(statement, {"table": table, "rev": rev})
        for _, made in guards:
            plain.execute(made)
        plain.execute("COMMIT")


REWINDING = (
    "DELETE FROM actions WHERE game_id = :table AND rev > :rev",
    """UPDATE actions SET retracted_at = NULL, retracted_by = NULL, retraction_rev = NULL
    WHERE game_id = :table AND retraction_rev > :rev""",
    "DELETE FROM snapshots WHERE game_id = :table",
    "UPDATE games SET rev = :rev, state = 'running', finished_at = NULL WHERE id = :table",
)


# buttons, lists and forms


def handlers(bot: Any, custom_id: str) -> list[Any]:
    """Return whatever would answer to an id."""
    known = bot._connection._view_store._dynamic_items  # discord.py has no other door
    return [kind for pattern, kind in known.items() if pattern.fullmatch(custom_id)]


def carried(custom_id: str) -> list[Facts]:
    """Return what an id says by each declaration that knows it."""
    declared = (one for one in vars(button_ids).values() if isinstance(one, button_ids.ButtonId))
    found = (re.fullmatch(one.template, custom_id) for one in declared)
    return [match.groupdict() for match in found if match is not None]


def picked(custom_id: str) -> Facts | None:
    """Return what the id of a move says by itself, None if it is no such id."""
    press = move_ids.read(custom_id)
    if press is None:
        return None
    return {"verb": press.verb, "purpose": press.purpose, "page": press.page, "words": list(press.words)}


def meaning(game: Game, custom_id: str, chosen: str = "") -> Facts | None:
    """Return what the id of a move's button, list or form leads to, None if it is no such id.

    ``words`` is what is picked so far; ``line`` is the action once all is, ``then`` what is to be picked else.
    """
    press = move_ids.read(custom_id)
    if press is None:
        return None
    press = move_ids.with_todays_verb(press, game.title)
    told: Facts = {"table": press.game, "rev": press.rev, "page": press.page}
    if press.purpose == move_ids.CANCEL:
        return {**told, "then": "cancel"}
    offers = [offer for offer in game.choices.offers if offer.action.verb == press.verb]
    menu = Menu(game.choices, offers[0].action.actor if offers else "")
    picked = move_ids.picked(menu, press)
    if picked is None:
        return None
    step = menu.narrow(press.verb, picked)
    if chosen and isinstance(step, Ask):
        word = move_ids.find(chosen, (option.word for option in step.options))
        assert word is not None
        picked = {**picked, step.field: word}
        step = menu.narrow(press.verb, picked)
    return {**told, "words": list(picked.values()), **_next(step)}


def _next(step: object) -> Facts:
    """Return what is to be picked next, or the action if nothing is."""
    if isinstance(step, Ready):
        return {"then": "ready", "action": step.action}
    if isinstance(step, Ask):
        return {"then": "ask", "options": [move_ids.shortened(option.word) for option in step.options]}
    if isinstance(step, Amount):
        return {"then": "amount", "low": step.low, "high": step.high, "count": step.count}
    return {"then": "nothing"}


def out_of_date(text: str) -> bool:
    """Tell whether somebody is told that the table has moved on since."""
    said = (sentences.say("play.moved_on", "en", link=""), sentences.say("storage.stale", "en"))
    return any(text.startswith(one.strip()) for one in said)


def unknown(text: str) -> bool:
    """Tell whether somebody is told that nobody knows what was pressed, or that something went wrong."""
    said = sentences.say("error.unforeseen", "en", reference="\0").partition("\0")[0]
    return text == sentences.say("error.out_of_date", "en") or text.startswith(said)


def snoozed(text: str) -> bool:
    """Tell whether somebody is told that no reminder will come for a while."""
    return text.startswith(sentences.say("me.snoozed", "en", until="\0").partition("\0")[0])


def offered(components: Sequence[dict[str, Any]], table: int, rev: int) -> list[str]:
    """Return the ids among components that belong to moves of a table at a version."""
    ids = [str(one.get("custom_id", "")) for one in components]
    return [one for one in ids if (press := move_ids.read(one)) and (press.game, press.rev) == (table, rev)]


# the bot at its Discord


async def told(made: tabletop.Table) -> None:
    """Wait until the table has been told everything."""
    await made.bot.publisher.settled()


@asynccontextmanager
async def playing(database: Path, channels: Path, clock: Any) -> AsyncIterator[tabletop.Table]:
    """Start the real bot on a database, with the messages that hang in its channels."""
    async with local_discord(database=channels) as server:
        made = tabletop.Table(server, database, clock)
        await made.open()
        try:
            yield made
        finally:
            for person in made.people:
                await person.close()
            await made.close()
