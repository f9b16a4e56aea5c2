"""What the storage hands out and takes in: frozen records, one for each kind of row."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypedDict

TableState = Literal["lobby", "running", "finished", "ended"]
JsonValue = Any
Decider = Literal["", "order", "house", "clock", "forced", "rules"]
"""What decided a move: the person who is noted with it (empty), a standing order, the house in somebody's place, a
clock that had run out, nobody because there was one answer only, or the rules of the table where a record ends."""
ORDER: Decider = "order"
RULES: Decider = "rules"
AWAY, AWAY_SINCE = "away_until", "away_since"
"""The personal settings that say when a vacation ends and when it began, as texts in ISO's form."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One table: its title, its place on Discord, and where it stands.

    ``rev`` counts every stored action and every undo; it only grows and is never used twice. ``options`` and
    ``settings`` are JSON values. ``places`` is the number of seats the lobby offers.
    """

    id: int
    guild_id: int | None
    channel_id: int
    title: str
    options: JsonValue
    seed: int
    places: int
    state: TableState
    language: str
    host_user_id: int
    engine_version: str
    rev: int
    settings: Mapping[str, JsonValue]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a lobby is opened with."""

    channel_id: int
    title: str
    seed: int
    places: int
    host_user_id: int
    guild_id: int | None = None
    options: JsonValue = ()
    language: str = "en"
    engine_version: str = ""


@dataclass(frozen=True, slots=True)
class ChannelPlace:
    """A channel or thread, and the server that it is in."""

    channel_id: int
    guild_id: int | None = None


class GameChanges(TypedDict, total=False):
    """What may be changed of a game besides its moves."""

    title: str
    options: JsonValue
    seed: int
    places: int
    language: str
    host_user_id: int
    engine_version: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One person at one table; ``position`` counts from 0 in seat order, ``seat`` is 's1', 's2' and so on.

    ``score`` is what the seat of a finished game has scored; None until somebody asked where an earlier version
    stored the end.
    """

    game_id: int
    seat: str
    position: int
    user_id: int
    name: str
    joined_at: datetime
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One action to store: the seat it acts for, the person who really pressed, and its notation.

    ``decided_by`` says what decided it where no person did. ``ends_round`` tells that a round is over with it, of
    which the channel is to hear.
    """

    seat: str
    user_id: int
    text: str
    decided_by: Decider = ""
    ends_round: bool = False


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One stored action.

    ``ply`` is its place in the moves in force, counted from 1. ``part`` counts, from 0, the actions that one
    interaction caused. The three retraction fields are set when it has been undone, ``retraction_rev``
    being the revision of that undo.
    """

    game_id: int
    ply: int
    rev: int
    seat: str
    user_id: int
    text: str
    created_at: datetime
    interaction_id: int | None
    part: int
    retracted_at: datetime | None
    retracted_by: int | None
    retraction_rev: int | None
    decided_by: Decider = ""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A cached state after the first ``ply`` actions; ``engine`` is the version and fingerprint it fits.

    ``digest`` is that of everything else, None where an earlier version stored it.
    """

    game_id: int
    rev: int
    ply: int
    engine: str
    blob: bytes
    created_at: datetime
    digest: str | None = None

    @property
    def sound(self) -> bool:
        """Tell whether this is what was stored."""
        return self.digest == snapshot_digest(self.game_id, self.ply, self.engine, self.blob)


def snapshot_digest(game_id: int, ply: int, engine: str, blob: bytes) -> str:
    """Return the digest of a snapshot: of the state, and of the position it is said to be."""
    return hashlib.sha256(f"{game_id} {ply} {engine}\n".encode() + blob).hexdigest()


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message on Discord that belongs to a game; ``rev`` is the revision it shows."""

    game_id: int
    purpose: str
    channel_id: int
    message_id: int
    rev: int
    posted_at: datetime


NewsKind = Literal[
    "lobby",
    "started",
    "played",
    "redone",
    "undone",
    "asked",
    "answered",
    "ended",
    "settings",
    "seats",
    "round",
    "over",
    "undone_told",
    "redone_told",
    "rests",
    "moved",
    "names",
]
KEPT: Mapping[NewsKind, NewsKind] = {"undone": "undone_told", "redone": "redone_told"}
"""News that stay until the turn has its record, and what they become when its card has told them."""

UNTOLD = None
"""In place of news: nobody hears of a change."""

RECAPS: tuple[NewsKind, ...] = ("round", "over")
"""News that stay until each has its own message: the summary of a round, the card of a game."""


@dataclass(frozen=True, slots=True)
class NewsRow:
    """A change that a game's channel has yet to hear of, and who made it (0: nobody known)."""

    id: int
    game_id: int
    rev: int
    kind: NewsKind
    user_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class NewPost:
    """A message to be posted: the mark made of the words it will show, and its text if it is a plain one.

    ``rings`` are the people whom it rings, apart by spaces.
    """

    purpose: str
    rev: int
    mark: str
    content: str = ""
    rings: str = ""


@dataclass(frozen=True, slots=True)
class PostRow:
    """A message on its way to a game's channel.

    ``after_id`` is a message that was there before it, 0 where none was known.
    """

    id: int
    game_id: int
    purpose: str
    rev: int
    content: str
    mark: str
    nonce: str
    after_id: int
    created_at: datetime
    rings: str = ""


@dataclass(frozen=True, slots=True)
class OrderRow:
    """What a person has decided beforehand at one table; the engine alone reads ``wanted``.

    ``acted_rev`` is the revision that the last of its ``acts`` led to. ``reason`` says why it ended, with the values
    of that sentence, and is empty while it stands; ``told`` that its person has heard of that. ``told_rev`` is the
    last ``acted_rev`` of which they have heard, ``given_rev`` the revision at which the order was given.
    """

    id: int
    game_id: int
    user_id: int
    seat: str
    wanted: JsonValue
    created_at: datetime
    acted_rev: int | None = None
    acts: int = 0
    ended_at: datetime | None = None
    reason: JsonValue = None
    told: bool = False
    told_rev: int | None = None
    given_rev: int = 0


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person's own settings; what is None follows the table or the default.

    ``zone`` is an IANA name. ``quiet_from`` and ``quiet_to`` are minutes of the day on that zone's clock;
    equal or None means no quiet hours. ``interval_minutes`` is None for the table's interval and 0 for no
    reminders at all. ``scheme`` names the colours of pictures.
    """

    user_id: int
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    interval_minutes: int | None = None
    snoozed_until: datetime | None = None
    language: str | None = None
    locale: str | None = None
    settings: JsonValue = None
    scheme: str | None = None

    @property
    def away_until(self) -> datetime | None:
        """Return when somebody's vacation ends, None if they have none; it may be over by now."""
        told = (self.settings or {}).get(AWAY)
        return datetime.fromisoformat(told) if told else None

    @property
    def away_since(self) -> datetime | None:
        """Return when that vacation began."""
        told = (self.settings or {}).get(AWAY_SINCE)
        return datetime.fromisoformat(told) if told else None


class UserChanges(TypedDict, total=False):
    """What a person may change of their own settings."""

    zone: str | None
    quiet_from: int | None
    quiet_to: int | None
    interval_minutes: int | None
    snoozed_until: datetime | None
    language: str | None
    locale: str | None
    settings: JsonValue
    scheme: str | None


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """A decision somebody owes, and when to remind them next (``due_at`` None: not again).

    ``since`` is when the decision began, ``count`` how many reminders were confirmed. ``nonce`` is set from
    a claim to its confirmation; ``attempted_at`` is when it was last claimed, ``failures`` how often sending
    failed in a row.
    """

    id: int
    game_id: int
    user_id: int
    kind: str
    rev: int
    since: datetime
    due_at: datetime | None
    count: int
    last_sent_at: datetime | None
    snoozed_until: datetime | None
    nonce: str | None
    attempted_at: datetime | None
    failures: int


@dataclass(frozen=True, slots=True)
class PendingRow:
    """A reminder together with the settings that decide about it: the table's and the person's."""

    reminder: ReminderRow
    table: Mapping[str, JsonValue]
    user: UserRow


@dataclass(frozen=True, slots=True)
class Decision:
    """What a game waits for at a revision; ``acted`` is the person whose move has just led there."""

    game_id: int
    rev: int
    kind: str
    since: datetime
    acted: int | None = None


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """A lease: which process holds an exclusive right, and until when."""

    name: str
    holder: str
    until: datetime


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan that a person keeps at one table; the engine alone reads ``steps``."""

    id: int
    game_id: int
    user_id: int
    name: str
    unit: str
    steps: JsonValue


@dataclass(frozen=True, slots=True)
class VisitRow:
    """The revision of a game that a person saw last, and when."""

    game_id: int
    user_id: int
    rev: int
    looked_at: datetime


@dataclass(frozen=True, slots=True)
class HookRow:
    """An address on the web that is told of a person's or a table's calls, and who has set it.

    ``failures`` counts the calls in a row that it did not take.
    """

    owner: str
    user_id: int
    url: str
    secret: str
    failures: int


@dataclass(frozen=True, slots=True)
class HookPostRow:
    """A call that an address has not taken yet, and how often that was tried."""

    id: int
    owner: str
    body: str
    created_at: datetime
    due_at: datetime
    tries: int


BellKind = Literal["rang", "waits", "quiet", "among"]


@dataclass(frozen=True, slots=True)
class BellRow:
    """When a person was called last for a purpose because of another (0: of nobody), and how many seconds it rests.

    ``kind`` says what is known of the bell: that it ``rang``; that it ``waits`` until the turn before is over for
    certain; that it is ``quiet`` until its person wants calls again; or that they are awaited ``among`` others.
    ``owed`` is the purpose of a message that stands without having called them, empty if there is none.
    """

    game_id: int
    kind: BellKind
    purpose: str
    by_user_id: int
    user_id: int
    rung_at: datetime
    rest: int
    owed: str = ""

    @property
    def ready_at(self) -> datetime:
        """Return from when on they may be called again."""
        return self.rung_at + timedelta(seconds=self.rest)


@dataclass(frozen=True, slots=True)
class SignUpRow:
    """Somebody who waits for a table of a server's league."""

    guild_id: int
    title: str
    user_id: int
    name: str
    signed_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season of a server's league; the one that runs has no end."""

    guild_id: int
    name: str
    begun_at: datetime
    ended_at: datetime | None

    def holds(self, at: datetime | None) -> bool:
        """Whether a moment lies in the season."""
        return at is not None and self.begun_at <= at and (self.ended_at is None or at < self.ended_at)
