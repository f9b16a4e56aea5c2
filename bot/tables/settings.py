"""What is set for a table and what has become of it, as stored with its game: a JSON object, read here alone.

A field's name is the key it is stored under; what has its default is not stored.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.dataclasses import dataclass

from bot.clock_time import Pace
from bot.storage import Decider, JsonValue
from bot.tables.requests import Request, noted

STORED = ConfigDict(validate_by_name=True, validate_by_alias=True, ser_json_timedelta="float")
MINUTE = timedelta(minutes=1)
RestReason = Literal["gone", "removed", "locked", "muted"]
"""Why a table rests: its channel was deleted, the bot removed from the server or not allowed to write,
or the thread locked."""
Outage = tuple[datetime, datetime]
"""From when to when nobody could play, for the bot or Discord was out of reach."""
Zero = Literal["skip", "house", "host"]


def _of_minutes(stored: object) -> object:
    return timedelta(minutes=stored) if isinstance(stored, int) else stored


Minutes = Annotated[
    timedelta,
    Field(alias="minutes"),
    BeforeValidator(_of_minutes),
    PlainSerializer(lambda span: span // MINUTE, when_used="json"),
]


@dataclass(frozen=True, slots=True, config=STORED)
class Clock:
    """How much time somebody has: for ``each`` decision, or, from a bank, for all; and what happens at zero."""

    limit: Minutes
    each: bool
    zero: Zero


@dataclass(frozen=True, slots=True, config=STORED)
class Spent:
    """The time somebody has used so far and, if they are awaited now, since when their clock has been running."""

    time: Annotated[timedelta, Field(alias="seconds")] = timedelta()
    since: datetime | None = None

    def until(self, pace: Pace, at: datetime) -> timedelta:
        """Return the time spent by a moment."""
        return self.time if self.since is None else self.time + pace.spent(self.since, max(at, self.since))

    def after(self, clock: Clock, pace: Pace, at: datetime, *, awaited: bool, acted: bool) -> "Spent":
        """Return the time spent by a moment, from which on they are awaited or not.

        With a time for ``each`` decision, who has ``acted`` and is awaited again begins anew.
        """
        goes_on = self.since is not None and awaited and not (acted and clock.each)
        stopped = self if goes_on else Spent(self.until(pace, at))
        if awaited and stopped.since is None:
            return Spent(timedelta() if clock.each else stopped.time, at)
        return stopped


@dataclass(frozen=True, slots=True)
class Deputy:
    """Who acts at a seat for its ``owner``, beside them or, if ``called``, in their place; the house is below 0.

    ``until`` says when that ends, None if only the owner or the deputy ends it.
    """

    seat: Annotated[str, Field(exclude=True)]
    owner: int
    user: int
    name: str
    called: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Predecessor:
    """A person who sat at a ``seat`` that has others' since; by which name."""

    seat: str
    user: int
    name: str


Line = tuple[tuple[str, str, Decider], ...]
"""Moves: the seat of each, its notation, and what decided it."""


@dataclass(frozen=True, slots=True)
class Study:
    """What one person studies alone: a copy of a ``game`` after its move ``ply``, and the lines kept by name.

    A game that was begun to practise is a copy of none: there ``game`` is 0.
    """

    game: int
    ply: int
    branches: Mapping[str, Line] = Field(default_factory=dict)


def _with_seats(stored: object) -> object:
    """Return stored deputies, each with the seat it is stored under."""
    if not isinstance(stored, Mapping):
        return stored
    return {seat: {**one, "seat": seat} if isinstance(one, Mapping) else one for seat, one in stored.items()}


Level = Literal["apprentice", "journeyman", "master"]
"""How well the house plays, the weakest first."""


class HostChoices(BaseModel):
    """What a host chooses for a table; its rematch takes all of it over."""

    scheme: str = ""
    hints: Literal["on", "players", "off"] = "on"
    """Who is shown what a move would earn: everybody, those who play, or nobody."""
    level: Level = "journeyman"
    """How well the house plays at this table."""
    clock: Clock | None = None
    grace: int = 0
    """How many seconds the call of whoever is next waits after a turn."""
    summary: Literal["on", "off"] = "on"
    ask: Literal["choices", "everything"] = "choices"
    """Whether people are asked only where there is something to choose, or for steps with one answer, too."""
    board_again: Literal["turn", "move", "round"] = "turn"
    """With what the board is posted anew; in between it is edited."""
    reminder_minutes: int = 720
    """How long after a call somebody is reminded; 0 for never."""
    reminder_stop_after: int = 10
    """How many reminders a decision gets; 0 for no limit."""
    patience: int = 72
    """How many hours a person may leave a call unanswered until their seat may be taken."""


class Status(BaseModel):
    """What has become of a table."""

    paused: bool = False
    """Nothing is posted, and nobody is reminded: the channel is out of reach."""
    rests: RestReason | None = None
    """Why; None too where an earlier version stored that the table is paused."""
    went_on: datetime | None = None
    """When it last went on after it had rested: nobody has left a call unanswered before."""
    outages: tuple[Outage, ...] = ()
    """The last times in which nobody could play anywhere."""
    moved_from: int | None = None
    """From which channel the table was moved to where it is."""
    record: tuple[str, ...] = ()
    """What the players of a game that was begun elsewhere were called there, in seat order."""
    copied: bool = False
    """The game was copied from another table, to try something out: one person may play all of it."""
    study: Study | None = None
    """Set in a study room: one person plays all of it, and nobody is called."""
    rematch_of: int | None = None
    invited: tuple[int, ...] = ()
    league: bool = False
    """Opened for those who had signed up for it; all of them are seated, and called to it."""
    signed_up: Mapping[str, datetime] = {}
    """Since when they had waited for such a table, by the numbers of the people."""
    guests: Mapping[str, str] = {}
    """Who alone may sit down in a lobby by invitation besides its host: names by the numbers of the people."""
    watchers: tuple[int, ...] = ()
    """Who is told of the rounds."""
    hook: str = ""
    """The machine on the web that is told of the table's calls."""
    colours: Mapping[str, int] = {}
    """The numbers of the colours that people wish for, by the numbers of the people."""
    notes: Mapping[str, str] = {}
    """What people have noted for themselves here, by the numbers of the people."""
    next_told: Mapping[str, int] = {}
    """After which revision people were last told that they are next."""
    stand_ins: Mapping[str, int] = {}
    """The seats at which the house stands in, and for whom."""
    deputies: Annotated[Mapping[str, Deputy], BeforeValidator(_with_seats)] = {}
    """Who acts at other people's seats."""
    proxies: Mapping[str, str] = {}
    """The names of all who ever acted for somebody."""
    predecessors: tuple[Predecessor, ...] = ()
    """Who sat at seats that have changed hands, the first first."""
    go_on: str = ""
    """The rules by which a record goes on where it ends; empty where there is nothing to choose."""
    clock_times: Mapping[str, Spent] = {}
    clock_past: Mapping[int, Mapping[str, timedelta]] = {}
    """By the revision of each of the last moves what everybody had spent before it."""
    clock_out: Mapping[str, int] = {}
    """The seats whose turn is played because their time is up, and whose they are."""
    clock_asked: Mapping[str, int] = {}
    """The seats about which the host is asked because their time is up, and whose they are."""
    changes: int = 0
    """How often a host has changed something, and who did so last."""
    changed_by: int = 0
    announced: Mapping[str, JsonValue] = {}
    """What the channel was last told of what is chosen."""
    ended_by: int = 0
    """Who has ended a game that others were playing."""
    requests: tuple[Request, ...] = ()
    """What others must agree to, and the last of what was asked before."""
    strange: Annotated[tuple[dict[str, JsonValue], ...], Field(exclude=True)] = ()
    """Requests of another version, which are not understood and kept among the others as they were stored."""


class TableSettings(HostChoices, Status):
    """All that is stored beside the columns of a game; keys of other versions are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    @classmethod
    def of(cls, stored: Mapping[str, JsonValue]) -> Self:
        """Read what is stored; a value of another version that is not understood stands for the default.

        Of requests only those count that are understood.
        """
        try:
            return cls.model_validate(stored)
        except ValidationError as trouble:
            wrong = {error["loc"][:2] for error in trouble.errors()}
            strange = {at[1] for at in wrong if at[0] == "requests" and len(at) > 1}
            known = {key: one for key, one in stored.items() if (key,) not in {at[:1] for at in wrong}}
            asked = list(enumerate(stored["requests"])) if strange else []
            kept = [one for at, one in asked if at not in strange]
            return cls.model_validate(known).having(
                requests=kept, strange=[one for at, one in asked if at in strange]
            )

    def having(self, **changes: object) -> Self:
        """Return these settings with some changed."""
        return type(self).model_validate({**dict(self), **changes})

    def stored(self) -> dict[str, JsonValue]:
        """Return the settings that differ from their defaults, as they are stored."""
        known = type(self).model_fields
        told = self.model_dump(mode="json", by_alias=True).items()
        kept = {key: one for key, one in told if key not in known or getattr(self, key) != known[key].default}
        return {**kept, "requests": [*self.strange, *kept.get("requests", [])]} if self.strange else kept

    def noting(self, *requests: Request) -> tuple[Request, ...]:
        """Return the requests with some more, or as these stand now; no number is one of another version's."""
        known = self.requests
        for one in requests:
            known = noted(known, one, after=max(self.strange_numbers, default=0))
        return known

    @property
    def strange_numbers(self) -> list[int]:
        """Return the numbers of the requests that are not understood."""
        return [one["id"] for one in self.strange if isinstance(one.get("id"), int)]

    def since(self, before: "TableSettings") -> dict[str, JsonValue]:
        """Return the changes against ``before``, as they are stored; None for a key that goes."""
        old, new = before.stored(), self.stored()
        return {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}

    @property
    def asking(self) -> bool:
        """Tell whether others are asked to agree to something."""
        return any(not one.outcome for one in self.requests)

    @property
    def sat_before(self) -> tuple[Predecessor, ...]:
        """Return who sat at seats that have changed hands, the first first; of older games what is remembered."""
        taken = [one for one in self.requests if one.kind in ("seat", "out") and one.outcome == "done"]
        known = [Predecessor(one.seat, one.holder, one.back) for one in taken if one.holder > 0]
        return self.predecessors or tuple(known)

    def to_announce(self, language: str) -> dict[str, JsonValue]:
        """Return the settings that the channel is told about: the host's choices, the language, the hook."""
        known = {*HostChoices.model_fields, "hook"}
        return {key: one for key, one in self.stored().items() if key in known} | {"language": language}

    @property
    def chosen(self) -> dict[str, object]:
        """Return the settings that a rematch takes over."""
        return {key: getattr(self, key) for key in HostChoices.model_fields}
