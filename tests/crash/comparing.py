"""What is stored and shown of a table, held against what its people were told."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.local.wire import as_read
from bot.messages import end_card, lines, round_summary
from bot.speech.table_view import view_of
from bot.storage import ActionRow, BellRow, MessageRow
from bot.tables import replay
from bot.tables.table import MoveResult, PlayedMove, StartedTable
from engine.events import RoundBegan
from engine.game import Game as Played
from tests.bot.reading import record_lines
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import LAYOUT

CALL = re.compile(r"^<@(\d+)> ")
BACK, AGAIN = "ame is back at move", "hat was taken back"
"""Of the lines of a log those that tell of no move hold one of these."""
LATE = "The pictures follow."
UNDO = "b:"
"""How the id of the button begins that a card alone has."""
RECAP = re.compile(r"^### (.*) is over")
FAULTS = (
    *("lost", "doubled", "lines_missing", "lines_doubled"),
    *("boards_orphaned", "boards_behind", "calls_orphaned", "calls_missing", "calls_silent"),
    *("recaps_missing", "recaps_doubled"),
)
SLOWEST = ("slowest_boards", "slowest")


@dataclass
class Game:
    """A table that is played: its channel, and what its people were told to have done."""

    title: str
    seats: int
    undoing: bool = False
    grace: int = 0
    ending: bool = False
    """Whether it begins shortly before its end, where it ends again and again."""
    stored: int = 0
    """So many of its moves were stored as they are, so that nobody is to be told what ended with one of them."""
    number: int = 0
    channel: str = ""
    told: list[tuple[str, str]] = field(default_factory=list)
    unanswered: int = 0
    replayed: dict[int, MoveResult] = field(default_factory=dict)
    """What every move did that was ever stored, by its revision."""


@dataclass
class Counts:
    """What was found; everything after the first line of figures should be nothing."""

    kills: int = 0
    moves: int = 0
    pressed: int = 0
    lines: int = 0
    backs: int = 0
    recaps: int = 0
    calls: int = 0
    lost: int = 0
    doubled: int = 0
    lines_missing: int = 0
    lines_doubled: int = 0
    boards_orphaned: int = 0
    boards_behind: int = 0
    calls_orphaned: int = 0
    calls_missing: int = 0
    calls_silent: int = 0
    recaps_missing: int = 0
    recaps_doubled: int = 0
    slowest_boards: float = 0.0
    slowest: float = 0.0

    @property
    def faults(self) -> int:
        """Return how much is not as it should be."""
        return sum(getattr(self, name) for name in FAULTS)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.moves} acknowledged moves, {self.pressed} of them pressed, "
            f"{self.backs} times taken back or played again, "
            f"{self.lines} lines, {self.calls} calls, {self.recaps} summaries and cards\n"
            f"moves: {self.lost} lost, {self.doubled} doubled\n"
            f"lines: {self.lines_missing} missing, {self.lines_doubled} doubled\n"
            f"boards and cards: {self.boards_orphaned} orphaned, {self.boards_behind} behind after 30 s\n"
            f"calls: {self.calls_orphaned} orphaned, {self.calls_missing} missing, {self.calls_silent} silent\n"
            f"summaries and cards: {self.recaps_missing} missing, {self.recaps_doubled} doubled\n"
            f"slowest restart: boards after {self.slowest_boards:.1f} s, "
            f"everything with films and cards after {self.slowest:.1f} s"
        )


@dataclass(frozen=True)
class Stored:
    """What the database holds of a table."""

    table: StartedTable
    rows: tuple[ActionRow, ...]
    """Every move that was ever stored, those taken back too."""
    messages: tuple[MessageRow, ...]
    behind: bool
    """Whether something was left to be told after all the time there was."""
    bells: Mapping[str, Sequence[datetime]]
    """When each person was notified of something in the channel."""
    notes: tuple[BellRow, ...] = ()
    """What is noted of whom the table has called."""


def compare(
    game: Game, stored: Stored, shown: Sequence[SeenMessage], found: Counts, drawn: bool = False
) -> None:
    """Add to the counts what is not as it should be at a table, pictures too where all are ``drawn``."""
    before = found.faults
    _compare_moves(game, stored, found)
    told = _replayed(game, stored)
    recorded = _recorded(stored)
    _compare_lines(stored, [one for one in told if one.played.rev <= recorded], _log(shown), found)
    _compare_calls(game, stored, told, shown, found)
    _compare_boards(stored, shown, found, drawn)
    _compare_recaps(game, stored, told, shown, found)
    if found.faults > before:
        sys.stdout.write(f"{game.title} with {game.seats}, game {game.number}: see above\n")


def _say(what: str, things: Iterable[object]) -> None:
    for thing in things:
        sys.stdout.write(f"  {what}: {thing}\n")


# moves


def _compare_moves(game: Game, stored: Stored, found: Counts) -> None:
    """Nothing acknowledged is missing, and nothing typed or pressed is there that was neither told nor in doubt."""
    people = {seat.id for seat in stored.table.seats}
    mine = Counter((row.seat, row.text) for row in stored.rows if row.seat in people)
    made = [row for row in stored.rows if row.seat in people and not row.decided_by]
    acted = [row for row in made if row.interaction_id is not None]
    typed = Counter((row.seat, row.text) for row in acted)
    told = Counter(game.told)
    found.moves += sum(told.values())
    lost, unknown = told - mine, typed - told
    found.lost += lost.total()
    found.doubled += max(0, unknown.total() - game.unanswered)
    _say("lost", lost.items())
    _say("of nobody", unknown.items() if unknown.total() > game.unanswered else ())


def _replayed(game: Game, stored: Stored) -> list[MoveResult]:
    """Return what every move did that was ever stored, in the order in which they were stored."""
    stack: list[MoveResult] = []
    backs = sorted({row.retraction_rev for row in stored.rows if row.retraction_rev is not None})
    for row in sorted(stored.rows, key=lambda row: row.rev):
        while backs and backs[0] < row.rev:
            _take_back(stack, stored.rows, backs.pop(0))
        if row.rev not in game.replayed:
            before = stack[-1].after if stack else Played.begin(stored.table.setup)
            ((action, after),) = replay.again(before, [(row.seat, row.text)])
            who, by = (row.seat, row.user_id), row.decided_by
            played = PlayedMove(row.ply, row.rev, *who, row.text, row.created_at, decided_by=by)
            game.replayed[row.rev] = MoveResult(played, action, after)
        stack.append(game.replayed[row.rev])
    return [game.replayed[row.rev] for row in sorted(stored.rows, key=lambda row: row.rev)]


def _take_back(stack: list[MoveResult], rows: Sequence[ActionRow], rev: int) -> None:
    gone = {row.rev for row in rows if row.retraction_rev == rev}
    stack[:] = [one for one in stack if one.played.rev not in gone]


# the log


def _log(shown: Sequence[SeenMessage]) -> list[str]:
    lines = record_lines(one for one in shown if not CALL.match(one.text))
    return [line.removesuffix("…").strip() for line in lines]


def _compare_lines(stored: Stored, told: Sequence[MoveResult], log: Sequence[str], found: Counts) -> None:
    """Every line that stands is there, in order; none more often than it happened; after an undo nothing else."""
    view, stands = view_of(stored.table), _standing(stored)
    worded = [(one.played.rev in stands, as_read(lines.log_line(view, one)).splitlines()) for one in told]
    ever = [line.removesuffix("…").strip() for _, some in worded for line in some]
    now = [line.removesuffix("…").strip() for stand, some in worded if stand for line in some]
    backs = [place for place, line in enumerate(log) if BACK in line]
    moves = [line for line in log if BACK not in line and AGAIN not in line]
    last = [line for line in log[backs[-1] + 1 :] if AGAIN not in line] if backs else moves
    missing, doubled = Counter(now) - Counter(moves), Counter(moves) - Counter(ever)
    done = len({row.retraction_rev for row in stored.rows if row.retraction_rev is not None})
    found.lines += len(log)
    found.backs += done + len([line for line in log if AGAIN in line])
    found.lines_missing += missing.total()
    found.lines_doubled += doubled.total() + max(0, len(backs) - done)
    _say("missing", missing.items())
    _say("doubled", doubled.items())
    if missing or doubled or len(backs) > done:
        _say(f"{len(backs)} times back, {done} stored; log", log[-25:])
    if not missing and not doubled and last != now[len(now) - len(last) :]:
        found.lines_missing += 1  # they are told in another order, or of what does not stand any more
        _say("another order", [last[-5:], now[-5:]])


def _standing(stored: Stored) -> set[int]:
    """Return the moves that stood when the last record was written: what happened since is told by the card."""
    recorded = _recorded(stored)
    return {
        row.rev
        for row in stored.rows
        if row.rev <= recorded and (row.retraction_rev is None or row.retraction_rev > recorded)
    }


def _recorded(stored: Stored) -> int:
    return next((row.rev for row in stored.messages if row.purpose == "log"), 0)


# calls and boards


def _compare_calls(
    game: Game, stored: Stored, told: Sequence[MoveResult], shown: Sequence[SeenMessage], found: Counts
) -> None:
    table = stored.table
    calls = [(match[1], one.silent) for one in shown for match in CALL.finditer(one.text)]
    called, awaited = [who for who, _ in calls], {str(seat.user_id) for seat in table.awaited}
    orphaned = Counter(called) - Counter(awaited if table.state == "running" else ())
    found.calls += len(called)
    found.calls_orphaned += orphaned.total()
    _say("orphaned call", (f"{who}, awaited {awaited}, {_texts(shown, who)}" for who in orphaned))
    if not game.undoing and table.moves and table.state == "running":
        last = _last_mover(table)
        named = {str(one.user_id) for one in table.seats if _is_named(one.name, shown)}
        missing = awaited - {*called, last} - (_resting(table) & named)
        unheard = {who for who, is_silent in calls if is_silent and not _was_rung(stored, told, who)}
        silent = unheard - _resting(table) - {last}
        found.calls_missing += len(missing)
        found.calls_silent += len(silent)
        _say("missing call", missing)
        _say("silent call", silent)


def _is_named(name: str, shown: Sequence[SeenMessage]) -> bool:
    """Tell whether the card calls somebody by name, without a mention: their bell rests."""
    return any(f"**{name}**" in one.text.partition("\n")[0] for one in cards(shown))


def _last_mover(table: StartedTable) -> str:
    """Return who moved last, whatever has followed of itself: they go on without a call."""
    return next((str(one.user_id) for one in reversed(table.moves) if one.decided_by != "forced"), "")


def _texts(shown: Sequence[SeenMessage], who: str) -> list[str]:
    return [f"{one.id} {one.text[:200]}" for one in shown if one.text.startswith(f"<@{who}> ")]


def _was_rung(stored: Stored, told: Sequence[MoveResult], who: str) -> bool:
    """Tell whether somebody was rung since the decision is theirs, by a card that another has replaced."""
    since = None
    for one in reversed(told):
        people = {
            stored.table.person_at(seat) for seat in stored.table.seats if seat.id in one.after.pos.awaited
        }
        if int(who) not in people:
            break
        since = one.played.at
    return any(since is None or at >= since for at in stored.bells.get(who, ()))


def _resting(table: StartedTable) -> set[str]:
    """Return who need not be rung again: they were offered something that was withdrawn, and have not moved since."""
    people, resting = {str(seat.user_id) for seat in table.seats}, set[str]()
    for move in table.moves:
        resting.discard(str(move.user_id))
        if move.text.split()[0] == "withdraw":
            resting |= people - {str(move.user_id)}
    return resting


def _compare_boards(stored: Stored, shown: Sequence[SeenMessage], found: Counts, drawn: bool) -> None:
    there = boards(shown)
    is_shown = any(f"Move {len(stored.table.moves)}" in one.text for one in there)
    playable = cards(shown)
    bare = [one for one in (*there, *playable) if LATE in one.text or (drawn and not one.pictures)]
    behind = stored.behind or not there or not (is_shown or stored.table.state != "running") or bool(bare)
    found.boards_orphaned += max(0, len(there) - 1) + max(0, len(playable) - 1)
    found.boards_behind += behind
    _say("board", [one.text[:200] for one in there] if behind or len(there) > 1 else ())
    _say("without its pictures", (one.text[:200] for one in bare))
    _say("card", [one.text[:200] for one in playable] if len(playable) > 1 else ())


def boards(shown: Sequence[SeenMessage]) -> list[SeenMessage]:
    """Return the messages that are boards."""
    return [one for one in shown if is_board(one)]


def cards(shown: Sequence[SeenMessage]) -> list[SeenMessage]:
    """Return the messages that one plays from."""
    return [one for one in shown if any(name.startswith(UNDO) for name in ids(one))]


def is_board(message: SeenMessage) -> bool:
    """Tell whether a message is a board."""
    return bool(message.raw["flags"] & LAYOUT) and any(
        "Move " in line for line in message.text.splitlines()[-2:]
    )


def ids(message: SeenMessage) -> list[str]:
    """Return the ids of a message's buttons."""
    return [str(button.get("custom_id", "")) for button in message.buttons]


# summaries and cards


def _ends_round(one: MoveResult) -> bool:
    return any(isinstance(event, RoundBegan) for event in one.events)


def _compare_recaps(
    game: Game, stored: Stored, told: Sequence[MoveResult], shown: Sequence[SeenMessage], found: Counts
) -> None:
    """The last round that ended is summed up, a game that is over has its card, and no message comes twice."""
    stands = {move.rev for move in stored.table.moves if move.rev > game.stored}
    ended = [one.played.rev for one in told if _ends_round(one) and not round_summary.goes_on(one)]
    last = [rev for rev in ended if rev in stands][-1:]
    wanted = {f"{round_summary.PURPOSE}{rev}" for rev in last}
    if stored.table.state == "finished":
        wanted |= {f"{end_card.PURPOSE}{stored.table.moves[-1].rev}"}
    kinds = (round_summary.PURPOSE, end_card.PURPOSE)
    noted = {row.purpose: str(row.message_id) for row in stored.messages if row.purpose.startswith(kinds)}
    there = {one.id: one.text for one in shown if RECAP.match(one.text) and not is_board(one)}
    found.recaps += len(there)
    missing = {*(wanted - {*noted}), *({*noted.values()} - {*there})}
    doubled = {*there} - {*noted.values()}
    found.recaps_missing += len(missing)
    found.recaps_doubled += len(doubled)
    _say("missing summary", missing)
    _say("doubled summary", [there[one].splitlines()[0] for one in doubled])
