"""What is shown beside a question of the picker: the places to choose from, or every placement on one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase
from typing import Any

from bot.menu import folding
from bot.menu.folding import Ask, MenuOption, WordedOffer
from bot.speech import placements
from bot.speech.teller import Teller
from engine.actions import unit_of
from engine.board.tiles import turned
from engine.choices import Offer
from engine.earnings import Gain
from engine.position import Position
from engine.title import Title
from render.slots_offered import OfferedSlot

HEX, STOP, TILE, ROTATION = "hex", "stop", "tile", "rotation"
MOST = 20
"""How many placements are shown at once: four rows of buttons."""


@dataclass(frozen=True)
class LetteredPlaces:
    """Places to choose from: their letters by hex, and the free slots with what a token costs there.

    ``sole`` are the only lays of their hexes, which a press plays without another question.
    """

    letters: dict[str, str]
    offered: tuple[OfferedSlot, ...] = ()
    sole: tuple[Offer, ...] = ()

    def text(self, teller: Teller, gains: Sequence[Gain | None]) -> str:
        """Return what a run would earn after each lay that is the only one of its hex, as lines."""
        pairs = zip(self.sole, gains, strict=False)
        known = ((self.letters[str(getattr(one.action, HEX))], gain) for one, gain in pairs)
        return "\n".join(f"`{letter}` {placements.run(teller, gain)}" for letter, gain in known if gain)


@dataclass(frozen=True)
class PlacementSheet:
    """A contact sheet: placements on a hex, in the order of their numbers, counted from ``first``."""

    offers: tuple[Offer, ...]
    first: int = 1

    @property
    def numbered(self) -> Iterator[tuple[int, Offer]]:
        """Yield the placements with their numbers."""
        yield from enumerate(self.offers, self.first)

    def text(self, teller: Teller, pos: Position, gains: Sequence[Gain | None] = ()) -> str:
        """Return the placements as lines, the best marked, with what a run would earn where that is known."""
        lines = zip(self.offers, self.told(teller, pos, gains), strict=True)
        return "\n".join(
            f"`{number}{'*' if best else ''}` {', '.join((placements.in_full(teller, offer), *more))}"
            for offer, (number, (_, *more), best) in lines
        )

    def told(
        self, teller: Teller, pos: Position, gains: Sequence[Gain | None] = ()
    ) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """Yield number, what it is and what it brings, what a run would earn, and whether that is the most."""
        known = gains or [None] * len(self.offers)
        for (number, offer), gain, best in zip(self.numbered, known, placements.best(known), strict=True):
            brings = placements.prizes(teller, pos, offer), placements.run(teller, gain)
            yield number, (placements.what(teller, offer), *filter(None, brings)), best


Sight = LetteredPlaces | PlacementSheet


def letters(options: Sequence[MenuOption], title: Title) -> dict[str, str]:
    """Return the letters by which hexes are picked: A to Z without those printed on tiles, then AA and so on."""
    names = (*ascii_uppercase, *("".join(pair) for pair in product(ascii_uppercase, repeat=2)))
    printed = {one.label for one in (*title.tiles.values(), *title.hexes.values())}
    free = (name for name in names if name not in printed)
    return dict(zip((str(option.value) for option in options), free, strict=False))


def places(pos: Position, ask: Ask) -> LetteredPlaces | None:
    """Return the places that a question is about, None if it asks for no hex."""
    if ask.field != HEX or not all(option.value in pos.title.hexes for option in ask.options):
        return None
    offers = (one.offer for option in ask.options for one in option.worded)
    alone = (distinct_offers(pos, option.worded) for option in ask.options)
    sole = tuple(found[0] for found in alone if len(found) == 1 and hasattr(found[0].action, TILE))
    return LetteredPlaces(letters(ask.options, pos.title), tuple(dict.fromkeys(_slots(pos, offers))), sole)


def _slots(pos: Position, offers: Iterable[Offer]) -> Iterator[OfferedSlot]:
    for offer in offers:
        action: Any = offer.action
        known = hasattr(action, STOP) and unit_of(action) in pos.title.units
        if known and _free(pos, action.hex, action.stop):
            yield OfferedSlot(action.hex, action.stop, action.unit, str(offer.facts.get("cost", "")))


def _free(pos: Position, hex_: str, stop: int) -> bool:
    """Tell whether a city has a slot in which something can be shown."""
    taken = sum(token.stop == stop for token in pos.state.tokens.get(hex_, ()))
    return pos.face(hex_)[0].stops[stop].slots > taken


def sheets(pos: Position, ask: Ask, worded: Sequence[WordedOffer]) -> list[PlacementSheet]:
    """Return the placements that are left on the hex that is known, in parts; none where it is not known yet.

    Of placements that look alike the first is shown.
    """
    names = folding.fields(worded)
    chosen = HEX in names and names.index(HEX) < names.index(ask.field)
    if not chosen or any(one.offer.amounts is not None for one in worded):
        return []
    offers = distinct_offers(pos, worded)
    return [PlacementSheet(offers[at : at + MOST], at + 1) for at in range(0, len(offers), MOST)]


def distinct_offers(pos: Position, worded: Iterable[WordedOffer]) -> tuple[Offer, ...]:
    """Return offers, of those that look alike the first."""
    found: dict[object, Offer] = {}
    for one in worded:
        found.setdefault(_appearance(pos, one), one.offer)
    return tuple(found.values())


def _appearance(pos: Position, one: WordedOffer) -> object:
    """Return a key that is equal for placements that look the same (a straight tile has two equal rotations)."""
    tile = pos.title.tiles.get(getattr(one.offer.action, TILE, ""))
    if tile is None or ROTATION not in one.words:
        return tuple(one.words.items())
    track = frozenset(map(frozenset, turned(tile.track, int(one.words[ROTATION]))))
    return track, tuple(item for item in one.words.items() if item[0] != ROTATION)
