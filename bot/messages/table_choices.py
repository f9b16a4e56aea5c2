"""What is chosen for a table, in words: what the host may choose instead, and what a choice changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from assets import sentences
from bot.pictures import looks
from bot.speech import times
from bot.tables.settings import Clock, TableSettings
from engine.opponents import LEVELS
from render.schemes import SCHEMES

OFF, EACH, BANK = "off", "each", "bank"
CLOCKS = (
    OFF,
    "each.12h",
    "each.1d",
    "each.2d",
    "each.3d",
    "each.7d",
    "bank.3d",
    "bank.7d",
    "bank.14d",
    "bank.30d",
)
ZEROS = ("house", "skip", "host")
INTERVALS = (OFF, "2h", "6h", "12h", "1d", "2d", "3d")
GRACES = ("0", "30", "60", "120", "300")
"""Seconds that the call of whoever is next waits."""
PATIENCES = ("1d", "2d", "3d", "5d", "7d", "14d")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
Changed = dict[str, object]


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting of which exactly one value holds: those offered, the present one, its words, what it changes."""

    name: str
    offered: tuple[str, ...]
    of: Callable[[TableSettings], str]
    said: Callable[[str, str], str]
    sets: Callable[[TableSettings, str], Changed]

    def values(self, settings: TableSettings) -> tuple[str, ...]:
        """Return the choices on offer, with those that hold now."""
        return tuple(dict.fromkeys((*self.offered, self.of(settings))))


def short(span: timedelta) -> str:
    """Return a time as it is typed: ``2d``, ``12h`` or ``90m``."""
    for unit, length in (("d", DAY), ("h", HOUR)):
        if span and not span % length:
            return f"{span // length}{unit}"
    return f"{span // timedelta(minutes=1)}m"


def _clock(settings: TableSettings) -> str:
    clock = settings.clock
    return OFF if clock is None else f"{EACH if clock.each else BANK}.{short(clock.limit)}"


def _clock_said(value: str, lang: str) -> str:
    kind, _, time = value.partition(".")
    said = sentences.say(f"clock.{kind}", lang)
    return f"{times.spoken(times.span(time), lang)}: {said}" if time else said


def _clock_set(settings: TableSettings, value: str) -> Changed:
    kind, _, time = value.partition(".")
    zero = settings.clock.zero if settings.clock else "house"
    return with_clock(None if kind == OFF else Clock(times.span(time), each=kind == EACH, zero=zero))


def with_clock(clock: Clock | None) -> Changed:
    """Return what a clock changes that everybody begins anew with, or that there is none."""
    return {"clock": clock, "clock_times": {}, "clock_past": {}, "clock_asked": {}, "clock_out": {}}


def _zero_set(settings: TableSettings, value: str) -> Changed:
    clock = settings.clock
    return {"clock": Clock(clock.limit, each=clock.each, zero=value)} if clock else {}  # type: ignore[arg-type]


def _span_said(value: str, lang: str) -> str:
    return sentences.say("interval.off", lang) if value == OFF else times.spoken(times.span(value), lang)


def _interval(settings: TableSettings) -> str:
    minutes = settings.reminder_minutes
    return short(timedelta(minutes=minutes)) if minutes else OFF


def _worded(name: str, values: tuple[str, ...], of: Callable[[TableSettings], str]) -> Choice:
    """Return a setting whose values are words of their own."""
    return Choice(
        name,
        values,
        of,
        lambda value, lang: sentences.say(f"{name}.{value}", lang),
        lambda _, value: {name: value},
    )


CHOICES: Mapping[str, Choice] = {
    one.name: one
    for one in (
        Choice("clock", CLOCKS, _clock, _clock_said, _clock_set),
        Choice(
            "zero",
            ZEROS,
            lambda settings: settings.clock.zero if settings.clock else "house",
            lambda value, lang: sentences.say(f"clock.zero.{value}", lang),
            _zero_set,
        ),
        Choice(
            "reminders",
            INTERVALS,
            _interval,
            _span_said,
            lambda _, value: {
                "reminder_minutes": 0 if value == OFF else times.span(value) // timedelta(minutes=1)
            },
        ),
        Choice(
            "grace",
            GRACES,
            lambda settings: str(settings.grace),
            lambda value, lang: sentences.say(f"grace.{value}", lang) if value in GRACES else f"{value} s",
            lambda _, value: {"grace": int(value)},
        ),
        Choice(
            "patience",
            PATIENCES,
            lambda settings: short(settings.patience * HOUR),
            _span_said,
            lambda _, value: {"patience": times.span(value) // HOUR},
        ),
        Choice(
            "level",
            tuple(LEVELS),
            lambda settings: settings.level,
            lambda value, lang: sentences.say(f"house.level.{value}", lang),
            lambda _, value: {"level": value},
        ),
        _worded("ask", ("choices", "everything"), lambda settings: settings.ask),
        _worded("hints", looks.HINTS, lambda settings: settings.hints),
        _worded("summary", ("on", OFF), lambda settings: settings.summary),
        _worded("scheme", tuple(SCHEMES), looks.scheme_of),
    )
}


def lines(settings: TableSettings, lang: str) -> dict[str, str]:
    """Return every setting with its label and its value in words; at zero something happens only with a clock."""
    shown = [one for one in CHOICES.values() if one.name != "zero" or settings.clock]
    return {one.name: _line(one.name, one.said(one.of(settings), lang), lang) for one in shown}


def changed(before: TableSettings, after: TableSettings, lang: str) -> list[str]:
    """Return the lines of what differs."""
    was, now = (
        {**lines(one, lang), "board": board_line(one, lang), "hook": hook_line(one, lang)}
        for one in (before, after)
    )
    return [line for name, line in now.items() if was.get(name) != line]


def board_line(settings: TableSettings, lang: str) -> str:
    """Return how often the board is posted anew."""
    chosen = sentences.say(f"board_again.{settings.board_again}", lang)
    return sentences.say("table.board_again.set", lang, chosen=chosen)


def hook_line(settings: TableSettings, lang: str) -> str:
    """Return which machine on the web is told of the table's calls."""
    return _line("hook", settings.hook or sentences.say("hook.nowhere", lang), lang)


def language_line(language: str, lang: str) -> str:
    """Return in which language everybody at the table reads, in that of a reader."""
    return _line("language", sentences.language_name(language, lang), lang)


def _line(name: str, value: str, lang: str) -> str:
    return sentences.say(f"table.card.{name}", lang, value=value)
