"""What a person has set for themselves, in words."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from assets import sentences
from bot.quiet import zone_named
from bot.speech import times
from bot.speech.times import OFF, TABLE
from bot.storage import UserRow
from bot.tables.colours import COLOURS, colour_wished
from render.schemes import SCHEMES

DISCORD = "auto"
DAYS = ("1d", "2d", "3d", "4d", "5d", "6d", "7d", "10d", "14d", "21d", "28d")
HOURS = tuple(str(hour * 60) for hour in range(24))
SPANS = {
    "language": (),
    "from": (OFF, *HOURS),
    "to": HOURS,
    "interval": (TABLE, OFF, *times.COMMON),
    "snooze": (OFF, "1h", "4h", "12h", "24h", "2d", "3d", "7d"),
    "away": (OFF, *DAYS),
    "scheme": (TABLE, *SCHEMES),
    "colour": (TABLE, *map(str, range(COLOURS))),
}
"""The lists of the page, and what can be chosen in each; the languages are those there are."""
NAMED = {"language": "language", "scheme": "scheme", "colour": "seat_colour"}
"""The lists whose choices do not say of what they are, and the messages of the choices."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off."""

    name: str
    default: bool

    def of(self, row: UserRow) -> bool:
        """Tell whether it is on for a person."""
        return bool((row.settings or {}).get(self.name, self.default))


FLAGS = {
    flag.name: flag
    for flag in (
        Switch("confirm", default=False),
        Switch("next", default=False),
        Switch("last", default=False),
        Switch("guide", default=True),
    )
}


@dataclass(frozen=True)
class Preferences:
    """A person's settings at a moment, told in a language."""

    row: UserRow
    now: datetime
    lang: str

    def lines(self) -> list[str]:
        """Return every setting in a line."""
        row, say = self.row, self._say
        quiet = say("me.value.none")
        if row.quiet_from is not None and row.quiet_to is not None:
            start, end = times.shown(row.quiet_from), times.shown(row.quiet_to)
            quiet = say("me.value.quiet", start=start, end=end)
        told = {
            "language": self._language(row.language or DISCORD),
            "zone": say("me.value.zone", zone=row.zone or "UTC", time=f"{self._local:%H:%M}"),
            "quiet": quiet,
            "interval": self._interval,
            "scheme": say(f"scheme.{row.scheme or TABLE}"),
            "colour": say(f"seat_colour.{self._colour}"),
            "snooze": self._until(row.snoozed_until),
            "away": self._until(row.away_until),
        }
        return [say("me.page.head"), *(say(f"me.page.{what}", value=value) for what, value in told.items())]

    def flag(self, what: str) -> str:
        """Return the label of a setting that is on or off."""
        return self._say(f"me.flag.{what}.{'on' if FLAGS[what].of(self.row) else 'off'}")

    def options(self, what: str) -> list[tuple[str, str, bool]]:
        """Return the choices of a list: values, labels, and which of them is set."""
        now = self._chosen(what)
        values = (DISCORD, *sentences.languages()) if what == "language" else SPANS[what]
        return [(value, self._label(what, value), value == now) for value in values]

    def hours(self) -> list[tuple[str, str, bool]]:
        """Return the hours it may be now somewhere, each with some of the places."""
        own = times.hour_of(zone_named(self.row.zone), self.now)
        return [
            (str(hour), self._hour(hour, places), hour == own and self.row.zone is not None)
            for hour, places in sorted(times.by_hour(self.now).items())
        ]

    def _hour(self, hour: int, places: list[str]) -> str:
        clock = f"{self.now + timedelta(hours=hour):%H:%M}"
        some = ", ".join(place.rpartition("/")[2].replace("_", " ") for place in places[:3])
        return sentences.cut(f"{clock} · {some}", 100)

    @property
    def _local(self) -> datetime:
        return self.now.astimezone(zone_named(self.row.zone))

    @property
    def _interval(self) -> str:
        minutes = self.row.interval_minutes
        if minutes is None:
            return self._say("me.value.table")
        return times.spoken(timedelta(minutes=minutes), self.lang) if minutes else self._say("me.value.off")

    @property
    def _colour(self) -> str:
        """The colour wished for, as the list has it."""
        wish = colour_wished(self.row.settings)
        return TABLE if wish is None else str(wish)

    def _chosen(self, what: str) -> str:
        """Return the value of a list that is set, empty where none of them is."""
        row = self.row
        if what == "interval":
            if row.interval_minutes is None:
                return TABLE
            spans = {times.span(one): one for one in SPANS[what][2:]}
            return spans.get(timedelta(minutes=row.interval_minutes), OFF)
        found = {"language": row.language or DISCORD, "scheme": row.scheme or TABLE, "colour": self._colour}
        found["from"] = OFF if row.quiet_from is None else str(row.quiet_from)
        found["to"] = "" if row.quiet_to is None else str(row.quiet_to)
        return found.get(what, "" if self._later(what) else OFF)

    def _later(self, what: str) -> bool:
        until = self.row.away_until if what == "away" else self.row.snoozed_until
        return until is not None and until > self.now

    def _label(self, what: str, value: str) -> str:
        if what in NAMED:
            named = self._language(value) if what == "language" else self._say(f"{NAMED[what]}.{value}")
            return self._say("me.list.chosen", what=self._say(f"me.list.{what}"), value=named)
        if value in (OFF, TABLE):
            return self._say(f"me.{what}.{value}")
        if what in ("from", "to"):
            return self._say(f"me.{what}.hour", time=times.shown(int(value)))
        return self._say(f"me.{what}.span", span=times.spoken(times.span(value), self.lang))

    def _language(self, value: str) -> str:
        return self._say("me.value.auto") if value == DISCORD else sentences.say("language.name", value)

    def _until(self, until: datetime | None) -> str:
        if until is None or until <= self.now:
            return self._say("me.value.none")
        return self._say("me.value.until", until=discord.utils.format_dt(until, "f"))

    def _say(self, key: str, **values: object) -> str:
        return sentences.say(key, self.lang, **values)
