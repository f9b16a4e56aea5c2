"""Which button or list of a screen leads a player to a move: what whoever knows what to play presses next."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.menu.folding import Ask, Menu, Ready, words
from bot.pickers import move_ids
from bot.pickers.move_ids import Press
from bot.speech.teller import Teller
from engine import notation
from engine.actions import Action


@dataclass(frozen=True)
class Part:
    """A component as it is sent: its id, and the values of a list."""

    custom_id: str
    values: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Nearer:
    """A component that leads nearer to a move; ``value`` is what to choose in it, ``worth`` how near it leads."""

    worth: tuple[int, bool]
    press: Press
    part: Part
    value: str = ""


def nearest(parts: Iterable[Part], menu: Menu, action: Action, alike: Teller | None = None) -> Nearer | None:
    """Return what to press next for a move, or for one that reads ``alike``; None if nothing leads there."""
    found = [led for part in parts for led in _all_led(part, menu, action, alike)]
    return max(found, key=lambda one: one.worth, default=None)


def _all_led(part: Part, menu: Menu, action: Action, alike: Teller | None) -> Iterator[Nearer]:
    """Yield where a component leads; a list of further moves holds buttons."""
    press = move_ids.read(part.custom_id)
    if press is None or press.purpose != move_ids.FURTHER:
        led = _led(part, menu, action, alike)
        if led is not None:
            yield led
        return
    for value in part.values or ():
        for led in _all_led(Part(value), menu, action, alike):
            yield replace(led, part=part, value=value)


def _led(part: Part, menu: Menu, action: Action, alike: Teller | None) -> Nearer | None:
    press = move_ids.read(part.custom_id)
    if press is None or press.verb != action.verb or press.purpose == move_ids.CANCEL:
        return None
    wanted = words(action)
    pairs = [pair for pair in zip(notation.names(type(action)), press.words, strict=False) if pair[1]]
    plays = press.purpose in (move_ids.DO, move_ids.PLAY)
    if any(not move_ids.means(word, wanted[name]) for name, word in pairs):
        same = plays and alike is not None and _reads_alike(press, menu, action, alike)
        return Nearer((len(pairs), False), press, part) if same else None
    if part.values is None:
        return Nearer((len(pairs), plays), press, part)
    step = menu.narrow(press.verb, move_ids.picked(menu, press))
    assert isinstance(step, Ask)
    value = move_ids.shortened(wanted[step.field])
    return Nearer((len(pairs) + 1, False), press, part, value) if value in part.values else None


def _reads_alike(press: Press, menu: Menu, action: Action, bare: Teller) -> bool:
    """Tell whether a button plays what reads like the move: a straight tile lies the same way round twice."""
    step = menu.narrow(press.verb, move_ids.picked(menu, press))
    if not isinstance(step, Ready):
        return False
    return bare.action(step.action, step.offer.facts) == bare.action(action, step.offer.facts)
