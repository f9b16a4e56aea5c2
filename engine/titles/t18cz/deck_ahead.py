"""When trains of 18CZ should rust: the deck is played on, with the cards that companies and exports take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from engine.finance.floating import has_floated, held_by_players
from engine.position import Position
from engine.steps.trains import sides, top_card
from engine.titles.t18cz.figures import czech_state, figures
from engine.titles.t18cz.phases import rusted_by, train_type

WANTED, UNTIL = 0.25, 5
"""How many trains more a company buys than it needs in a round, and with how many rounds to come it still does."""
FOUNDED = 0.33
"""How many companies of the middle size each player founds in a stock round, from the fourth set to that time."""
FROM_SET = 4
"""The set before which nobody founds them."""


def rusting(pos: Position) -> tuple[tuple[str, float], ...]:
    """Return the types of train that should rust, and after how many operating rounds each of them does."""
    state = pos.state
    known = (
        state.depot,
        state.trains,
        state.extra,
        state.certificates,
        state.frames[0].number,
        _waiting(pos),
    )
    return pos.fact("deck ahead", known, lambda: tuple(sorted(_Deck.of(pos).played().items())))


def _waiting(pos: Position) -> tuple[str, ...]:
    """Return the companies whose turn in the operating round being played is still to come."""
    frame = pos.state.frames[0]
    return frame.queue if frame.kind == "operating" else ()


def _runs(pos: Position, unit: str) -> bool:
    """Tell whether a company will operate: players hold enough of it."""
    sold = bool(pos.price(unit)) and held_by_players(pos, unit) >= figures(pos).floated_at[pos.kind(unit)]
    return has_floated(pos, unit) or sold


@dataclass
class _Deck:
    """The deck while it is played on: what each company runs, by types, and when which types have rusted.

    Rounds are counted from the one that is played, or else from the next one; ``part`` of the first is to come.
    """

    pos: Position
    cards: list[str]
    owned: dict[str, list[str]]
    kinds: dict[str, str]
    part: float = 1.0
    first: int = 0
    gone: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, pos: Position) -> _Deck:
        """Return the deck as it lies, with what the companies own that have floated."""
        stacks = dict.fromkeys(train.stack for train in pos.title.data.trains)
        cards = [stack for stack in stacks for _ in range(pos.state.depot.get(stack) or 0)]
        units = [unit for unit in pos.title.units if unit in pos.state.tokens_left and _runs(pos, unit)]
        kinds = {unit: pos.kind(unit) for unit in units}
        owned = {
            unit: [train_type(one) for one in pos.trains(unit) if pos.title.trains[one].kind == kinds[unit]]
            for unit in units
        }
        deck, begun = cls(pos, cards, owned, kinds), czech_state(pos).rounds
        if pos.state.frames[0].kind == "operating":
            deck.part, begun = len(_waiting(pos)) / max(len(units), 1), begun - 1
        deck.first = begun
        return deck

    def played(self) -> dict[str, float]:
        """Play all rounds to come, and return when which types rust."""
        ends, wanted, founded = dict(self._ends()), 0.0, 0.0
        last = max(ends) + 1
        for number in range(self.first, last):
            left = last - number
            now = number - self.first
            if number - 1 in ends and now and left >= UNTIL and ends[number - 1][0] >= FROM_SET - 1:
                founded += FOUNDED * len(self.pos.state.players)
                while founded >= 1:
                    founded -= self._found()
            self._buy(now, left)
            wanted += WANTED * len(self.owned) * (self.part if not now else 1.0) * (left >= UNTIL)
            while wanted >= 1:
                wanted -= 1
                self._take("small", now)
            if number in ends and ends[number][1]:
                self._export(now)
        return self.gone

    def _ends(self) -> Iterator[tuple[int, tuple[int, bool]]]:
        """Yield the last round of each set, counted from 0, with the set's number and whether it exports a card."""
        count = 0
        for number, one in enumerate(figures(self.pos).sets, 1):
            count += len(one.values)
            yield count - 1, (number, one.export)

    def _found(self) -> float:
        """Let somebody found a company of the middle size, if there is one left."""
        free = [unit.id for unit in self.pos.units("medium") if unit.id not in self.owned]
        if free:
            self.owned[free[0]], self.kinds[free[0]] = [], "medium"
        return 1.0

    def _buy(self, now: int, left: int) -> None:
        """Let every company without a train buy one, as long as that can run once more."""
        waiting = _waiting(self.pos)
        for unit in [*self.owned]:
            if self.owned[unit] or left <= 1 or (waiting and not now and unit not in waiting):
                continue
            if bought := self._take(self.kinds[unit], now):
                self.owned[unit] = [bought]

    def _take(self, kind: str, now: int) -> str:
        """Let a company of a kind buy from the top card, and return the type it gets."""
        known, card = self.pos.title.trains, self._card()
        side = next((one for one in sides(self.pos, card) if known[one].kind == kind), "") if card else ""
        if side:
            self.cards = self.cards[1:]
            self._rust(side, now)
        return train_type(side) if side else ""

    def _card(self) -> str:
        """Return the top card: the last one does not run out."""
        endless = [
            one.stack for one in self.pos.title.data.trains if self.pos.state.depot.get(one.stack) is None
        ]
        return self.cards[0] if self.cards else next(iter(endless), top_card(self.pos))

    def _export(self, now: int) -> None:
        """Take the top card out, by every side."""
        if self.cards:
            card = self.cards.pop(0)
            for side in sides(self.pos, card):
                self._rust(side, now)

    def _rust(self, side: str, now: int) -> None:
        """Let rust what a side rusts, in the middle of what is to come of the round."""
        when = self.part / 2 if not now else now - 0.5 + self.part
        for kind in rusted_by(self.pos, side):
            self.gone.setdefault(kind, when)
            for unit, types in self.owned.items():
                self.owned[unit] = [one for one in types if one != kind]


def lasts(pos: Position, train: str) -> float:
    """Return after how many operating rounds a train should rust."""
    return dict(rusting(pos)).get(train_type(train), inf)
