"""Events as lines of the log: what one move caused, in as few words as will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.speech.prose import Teller, record, snake
from engine.actions import Action
from engine.events import Event, GameOver, Paid, PhaseBegan, RoundBegan
from render import words

LINE = 300
_ALONE = (RoundBegan, PhaseBegan, GameOver)
_SUBJECTS = ("unit", "player", "payer")
_SWITCHES = ("what", "answer", "kind", "why")


def log(teller: Teller, events: Sequence[Event], action: Action | None = None) -> list[str]:
    """Return the lines that tell what a move caused; without words for any event, the move in notation.

    What the same player or unit did stands in one line.
    """
    lines: list[str] = []
    last = None
    for event in _worth_telling(events):
        subject = None if isinstance(event, _ALONE) else _subject(event)
        again = subject is not None and subject == last
        text = sentence(teller, event, again=again)
        if text and again:
            lines[-1] = f"{lines[-1]}; {text}"
        elif text:
            lines.append(text)
        last = subject if text else last
    if not lines and action is not None:
        lines = [f"{teller.player(action.actor)}: {teller.action(action)}"]
    return [words.cut(line[:1].upper() + line[1:], LINE) for line in lines]


def sentence(teller: Teller, event: Event, *, again: bool = False) -> str:
    """Return one event in words, empty if there are none; ``again`` leaves out who it is about."""
    told = record(event)
    said = teller.values(told)
    if isinstance(event, RoundBegan):
        said["round"] = teller.round_name(event.kind, event.number)
    name = f"event.{snake(type(event).__name__)}"
    special = [f"{name}/{told[switch]}" for switch in _SWITCHES if switch in told]
    special += [f"{name}/{field}" for field, value in told.items() if value is True]
    briefly = {field: text for field, text in said.items() if field != "unit"}
    text = teller.tell([*special, name], briefly) if again else ""
    return text or teller.tell([*special, name], said)


def _worth_telling(events: Sequence[Event]) -> Iterable[Event]:
    """Leave payments out where something else tells of the move."""
    quiet = any(not isinstance(event, Paid) for event in events)
    return (event for event in events if not (quiet and isinstance(event, Paid)))


def _subject(event: Event) -> Any:
    told = record(event)
    return next((told[name] for name in _SUBJECTS if told.get(name)), None)
