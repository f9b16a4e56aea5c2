"""Events as lines of the log: what one move caused, in as few words as will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assets import sentences
from bot.speech.names import of_kind
from bot.speech.signs import sign
from bot.speech.teller import Teller
from bot.speech.values import record, snake
from engine.actions import Action
from engine.events import (
    Closed,
    Event,
    GameOver,
    Indebted,
    Paid,
    PhaseBegan,
    PriceMoved,
    RoundBegan,
    TrainRusted,
)
from engine.state import BANK

LINE = 300
HEADING = "### "
_ALONE = (RoundBegan, PhaseBegan, GameOver)
_SUBJECTS = ("unit", "player", "payer")
_MARKED = (*_SUBJECTS, "company", "holder")
_SWITCHES = ("tile", "what", "answer", "kind", "seller", "to", "skips", "why")


@dataclass(frozen=True, slots=True)
class Payments(Event):
    """What several were paid by the bank, or had to pay, for one reason."""

    why: str
    paid: Mapping[str, int]
    taken: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Closings(Event):
    """Privates or units that went at once, for one reason."""

    why: str
    companies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrainsGone(Event):
    """How many trains of one type went from several holders at once, or turned into others."""

    why: str
    train: str
    into: str
    holders: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PricesMoved(Event):
    """Prices of several units that moved at once: of each the cell before and after."""

    moved: Mapping[str, tuple[str, str]]


def log(
    teller: Teller, events: Sequence[Event], action: Action | None = None, *, signs: bool = False
) -> list[str]:
    """Return the lines that tell what a move caused; without words for any event, the move in notation.

    What the same player or unit did stands in one line. With ``signs`` the line of a unit begins with its coloured
    square, and a round that begins is a heading.
    """
    lines: list[str] = []
    last = None
    for event in _worth_telling(teller, events):
        subject = None if isinstance(event, _ALONE) else _subject(event)
        again = subject is not None and subject == last
        text = sentence(teller, event, again=again)
        if text and again:
            lines[-1] = f"{lines[-1]}; {text}"
        elif text:
            line = f"{_sign(teller, event)}{text}" if signs else text
            lines += [line] if line not in lines or not isinstance(event, RoundBegan) else []
        last = subject if text else last
    if not lines and action is not None:
        lines = [f"{teller.player(action.actor)}: {teller.action(action)}"]
    return [sentences.cut(line, LINE) for line in lines]


def _sign(teller: Teller, event: Event) -> str:
    """Return the prefix of an event's line: the square of a unit, the mark of a heading, or nothing."""
    if isinstance(event, RoundBegan):
        return HEADING
    told = record(event)
    units = (told[field] for field in _MARKED if told.get(field) in teller.title.units)
    unit = next(units, "")
    square = sign(teller.title, unit) if unit else ""
    return f"{square} " if square else ""


def sentence(teller: Teller, event: Event, *, again: bool = False) -> str:
    """Return one event in words, empty if there are none; ``again`` leaves out who it is about."""
    told = record(event)
    said = teller.values(told)
    if isinstance(event, RoundBegan):
        said["round"] = teller.round_name(event.kind, event.number)
    if isinstance(event, PhaseBegan):
        said["era"] = teller.phase(event.phase)
    if isinstance(told.get("value"), int):
        said["money"] = teller.money(told["value"])
    said |= _single(teller, event)
    name = _name(event).partition("/")[0]
    special = [*_by_kind(teller, name, told), *_special(name, event, told)]
    names = of_kind([*special, name], teller.kind(told.get("unit", "")))
    briefly = {field: text for field, text in said.items() if field != _subject_field(told)}
    text = teller.tell(names, briefly) if again else ""
    return text or teller.tell(names, said)


def _by_kind(teller: Teller, name: str, told: Mapping[str, Any]) -> list[str]:
    """Return the message for the kind of private that changes hands: a tunnel certificate, a mountain railway."""
    privates = teller.title.privates
    traded = (told.get(field) for field in ("private", "certificate"))
    return [f"{name}/{privates[one].kind}" for one in traded if one in privates]


def _special(name: str, event: Event, told: Mapping[str, Any]) -> list[str]:
    """Return the messages for what is special about an event, the most special ones first."""
    kinds = [f"{name}/{told[switch]}" for switch in _SWITCHES if switch in told]
    flags = [field for field, value in told.items() if value is True]
    flags += ["zero"] * (told.get("value") == 0)
    found = [f"{name}/{'.'.join(map(str, told['number']))}"] if "number" in told else []
    found += [f"{kind}/{flag}" for kind in kinds for flag in flags] + kinds
    found += [f"{name}/{flag}" for flag in flags]
    if isinstance(event, Paid):
        found += [f"{name}/from_bank"] * (event.payer == BANK) + [f"{name}/to_bank"] * (event.payee == BANK)
    return found


def _single(teller: Teller, event: Event) -> dict[str, str]:
    """Return who paid and how much where only one did."""
    if not isinstance(event, Payments) or len(event.taken) != 1:
        return {}
    [(who, amount)] = event.taken.items()
    return {"who": teller.who(who), "money": teller.money(amount)}


def _worth_telling(teller: Teller, events: Sequence[Event]) -> Iterator[Event]:
    """Join what happened to several at once; leave payments out where something else tells of the move."""
    quiet = any(not isinstance(event, Paid) for event in events)
    told: list[Event] = []
    for event in events:
        together = _together(event, events)
        if together is None or not teller.speaks_of(_name(together)):
            if not (quiet and isinstance(event, Paid)):
                yield event
        elif together not in told:
            told.append(together)
            yield together


def _together(event: Event, events: Sequence[Event]) -> Event | None:
    """Return the group that an event belongs to, None if it stands alone."""
    if isinstance(event, Paid):
        bank = event.payer == BANK
        sums: dict[str, int] = {}
        for one in events:
            if isinstance(one, Paid) and one.why == event.why and (one.payer == BANK) is bank:
                whose = one.payee if bank else one.payer
                sums[whose] = sums.get(whose, 0) + one.amount
        return Payments(event.why, sums if bank else {}, {} if bank else sums)
    if isinstance(event, Closed):
        closed = [one.company for one in events if isinstance(one, Closed) and one.why == event.why]
        return Closings(event.why, tuple(closed)) if len(closed) > 1 else None
    if isinstance(event, PriceMoved):
        moved = {one.unit: (one.before, one.after) for one in events if isinstance(one, PriceMoved)}
        return PricesMoved(moved) if len(moved) > 1 else None
    if isinstance(event, Indebted):
        return _whole_debt(event, events)
    if isinstance(event, TrainRusted):
        turned = event.train, event.into, event.why
        alike = [one for one in events if isinstance(one, TrainRusted)]
        holders = Counter(one.holder for one in alike if (one.train, one.into, one.why) == turned)
        return TrainsGone(event.why, event.train, event.into, holders)
    return None


def _whole_debt(event: Indebted, events: Sequence[Event]) -> Indebted | None:
    """Return all that changed a player's debt for one reason, None if there was only one change."""
    ours = [
        one
        for one in events
        if isinstance(one, Indebted) and (one.player, one.why) == (event.player, event.why)
    ]
    amount, interest = sum(one.amount for one in ours), sum(one.interest for one in ours)
    return replace(event, amount=amount, interest=interest) if len(ours) > 1 else None


def _name(event: Event) -> str:
    """Return the name of the messages about an event, with what it was for."""
    why = getattr(event, "why", "")
    return f"event.{snake(type(event).__name__)}" + (f"/{why}" if why else "")


def _subject(event: Event) -> Any:
    told = record(event)
    return told.get(_subject_field(told))


def _subject_field(told: Mapping[str, Any]) -> str:
    """Return the field that names who an event is about, '' where nobody is named."""
    return next((name for name in _SUBJECTS if told.get(name)), "")
