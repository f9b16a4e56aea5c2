"""How many presses each decision takes, in whole games played by the buttons and lists that players have.

``python -m tests.tools.presses [title ...] [--style S] [--seed N] [--moves N]`` prints the median and the most for
every kind of decision and for whole turns, and exits with 1 where one is above its goal. Opening a list and choosing
in it are two presses; opening a form and sending it are two as well. What is confirmed because it lasts
is counted apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from discord import ui

from bot.menu.folding import Ask, Menu, words
from bot.pickers import board_buttons, move_ids
from bot.pickers.consequences import is_lasting, is_told
from bot.pickers.move_ids import Press
from bot.pickers.picker import Page, Picker
from bot.pickers.sights import HEX
from bot.pickers.whole_moves import DOZEN
from bot.speech.table_view import TableView
from bot.tables.settings import TableSettings
from bot.tables.table import Seat, StartedTable
from engine import notation
from engine.actions import Action
from engine.game import Game
from engine.opponents import STYLES
from engine.title import titles
from tests.bot.finger import Part, nearest

Parts = Sequence[Sequence[ui.Item[Any]]]

BANK_TRAIN, TRADED = "train from the bank", "train, traded"
MANY_SALES = "sell, of many"
GOALS = {
    "draft": 2,
    "bid": 2,
    "buy": 2,
    "sell": 2,
    MANY_SALES: 3,
    "par": 3,
    "lay": 4,
    "token": 2,
    "run": 3,
    "dividend": 1,
    BANK_TRAIN: 2,
    TRADED: 5,
    "acquire": 4,
    "merge": 4,
    "repay": 3,
    "pass": 1,
}
"""The most presses of a decision."""
USUAL = {"lay": 3, "run": 1, "dividend": 1, BANK_TRAIN: 1}
"""The median: where a phone has no room, only the best run keeps its button."""
TURNS = {"18Mag": ("a plain turn of a minor", 5), "1844": ("a plain turn", 8), "18CZ": ("a first turn", 8)}
TABLES = {"18Mag": 3, "1844": 4, "18CZ": 4}
"""Turns with a goal of their own, and how many play a title; three play those that are not named."""


class LostError(Exception):
    """The buttons lead to no such move."""


def _part(item: ui.Item[Any]) -> Part:
    values = tuple(option.value for option in item.options) if isinstance(item, ui.Select) else None
    return Part(str(getattr(item, "custom_id", "")), values)


@dataclass
class Finger:
    """Somebody who knows what to play and presses as little as the screens allow."""

    view: TableView
    actor: str
    action: Action
    count: int = 0
    is_private: bool = False
    is_confirmed: bool = False
    is_blind: bool = False
    """Whether a place on the map had to be chosen without a picture."""

    def play(self) -> Action:
        """Press on from the board until something is played, and return what that is."""
        parts: Parts = board_buttons.moves(self.view, self.view.menu())
        for _ in range(12):
            self.count += 1
            outcome = self._next(parts)
            if isinstance(outcome, Action):
                return outcome
            parts, self.is_private = outcome, True
        raise LostError(self.action)

    @property
    def menu(self) -> Menu:
        """What this player may do."""
        return self.view.menu(self.actor)

    def _next(self, parts: Parts) -> Parts | Action:
        shown = [_part(item) for row in parts for item in row]
        near = nearest(shown, self.menu, self.action, self.view.bare)
        if near is None:
            raise LostError(self.action)
        self.count += near.part.values is not None or near.press.purpose == move_ids.AMOUNT
        return self._pressed(near.press, near.value)

    def _pressed(self, press: Press, chosen: str) -> Parts | Action:
        picked = move_ids.picked(self.menu, press) or {}
        picker = Picker(self.view, self.menu, press.verb)
        if press.purpose == move_ids.TAKE:
            step = self.menu.narrow(press.verb, picked)
            assert isinstance(step, Ask)
            picked[step.field] = move_ids.find(chosen, (one.word for one in step.options)) or ""
        elif press.purpose == move_ids.AMOUNT:
            picked[self.action.amount] = words(self.action)[self.action.amount]
        page = picker.page(picked, press.page)
        assert page is not None
        step = self.menu.narrow(press.verb, picked)
        self.is_blind |= isinstance(step, Ask) and step.field == HEX and page.sight is None
        return self._played(press, picked, page)

    def _played(self, press: Press, picked: Mapping[str, str], page: Page) -> Parts | Action:
        if page.ready is None:
            return page.parts
        at_once = press.purpose in (move_ids.DO, move_ids.TAKE, move_ids.AMOUNT)
        events = self.view.game.play(page.ready.action).events
        user = next(seat.user_id for seat in self.view.table.seats if seat.id == self.actor)
        told = self.is_private and is_told(page.ready.offer, picked)
        asks = is_lasting(self.view.table, user, events) and not told
        if press.purpose == move_ids.PLAY or (at_once and not asks):
            return page.ready.action
        self.is_confirmed = True
        return page.parts


@dataclass
class Turn:
    """The decisions of one unit's turn."""

    key: tuple[object, ...] = ()
    verbs: list[str] = field(default_factory=list)
    presses: list[int] = field(default_factory=list)
    is_confirmed: bool = False
    traded: bool = False

    def __str__(self) -> str:
        return ", ".join(f"{verb} {presses}" for verb, presses in zip(self.verbs, self.presses, strict=True))

    @property
    def total(self) -> int:
        """Return how many presses the turn took."""
        return sum(self.presses)

    @property
    def is_plain(self) -> bool:
        """Tell whether nothing is done twice, so that no pass stands where the next step says the same."""
        verbs = set(self.verbs)
        return (
            bool(verbs - {"pass"})
            and not self.is_confirmed
            and not self.traded
            and len(verbs) == len(self.verbs)
        )


@dataclass
class Counts:
    """Presses by kind of decision, and of whole turns."""

    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    turns: dict[str, list[Turn]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)
    blind: list[str] = field(default_factory=list)


def view_of(game: Game, seats: Sequence[str]) -> TableView:
    """Return a position as a table that people sit at."""
    people = tuple(Seat(seat, 100 + place, seat.title()) for place, seat in enumerate(seats))
    table = StartedTable(
        game_id=1,
        guild_id=1,
        channel_id=1,
        title=game.title.name,
        options=(),
        seed=1,
        places=len(seats),
        state="running",
        language="en",
        host=100,
        rev=game.state.ply,
        settings=TableSettings(),
        seats=people,
        game=game,
    )
    return TableView(table, "en")


def kind_of(action: Action, ways: int = 1) -> str:
    """Return the kind of a decision with so many ways: trains are told apart by who sells them."""
    if action.verb == "sell" and ways > DOZEN:
        return MANY_SALES
    if action.verb == "train":
        return BANK_TRAIN if getattr(action, "seller", "") in ("depot", "pool") else TRADED
    return action.verb


def count(title: str, style: str, seed: int, moves: int) -> Counts:
    """Play one game and count."""
    seats = tuple(f"s{place + 1}" for place in range(TABLES.get(title, 3)))
    game, player = Game.start(title, seats, seed=seed), STYLES[style](seed)
    counts, turn, first = Counts(), Turn(), set[str]()
    while not game.state.over and game.state.ply < moves:
        if game.own_move is not None:
            game = game.play(game.own_move)
            continue
        wanted = player.choose(game)
        if any(offer.idle and wanted in offer for offer in game.choices.offers):
            game = game.play(wanted)  # such a move is typed
            continue
        finger = Finger(view_of(game, seats), wanted.actor, wanted)
        try:
            action = finger.play()
        except LostError:
            counts.lost.append(notation.write(wanted))
            game = game.play(wanted)
            continue
        counts.blind += [notation.write(wanted)] if finger.is_blind else []
        pos, after = game.pos, game.play(action)
        ways = len(finger.menu.offers(action.verb))
        counts.kinds[kind_of(action, ways) + (", confirmed" if finger.is_confirmed else "")].append(
            finger.count
        )
        if pos.unit and pos.frame.kind == "operating":
            key = (pos.frame.number, pos.unit)
            if key != turn.key:
                _close(counts, title, turn, first)
                turn = Turn(key)
            turn.verbs.append(action.verb)
            turn.presses.append(finger.count)
            turn.is_confirmed |= finger.is_confirmed
            turn.traded |= kind_of(action) == TRADED
        game = after
    _close(counts, title, turn, first)
    return counts


def _close(counts: Counts, title: str, turn: Turn, first: set[str]) -> None:
    """Note a turn that is over, if it is of a kind that has a goal."""
    if not turn.key:
        return
    unit = str(turn.key[1])
    new = unit not in first
    first.add(unit)
    counts.turns["every turn"].append(turn)
    if title not in TURNS:
        return
    name, _ = TURNS[title]
    small = unit.isdecimal() and "token" not in turn.verbs
    wanted = new if title == "18CZ" else title == "1844" or small
    if wanted and turn.is_plain:
        counts.turns[name].append(turn)


def above(title: str, counts: Counts) -> list[str]:
    """Return what takes more presses than its goal, or cannot be pressed at all."""
    name, goal = TURNS.get(title, ("", 99))
    found = [
        f"{title}: {kind} takes {median(taken):g}, at most {max(taken)}"
        for kind, taken in sorted(counts.kinds.items())
        if max(taken) > GOALS.get(kind, 99) or median(taken) > USUAL.get(kind, 99)
    ]
    most = max((turn.total for turn in counts.turns.get(name, ())), default=0)
    found += [f"{title}: {name} takes at most {most}, wanted {goal}"] if most > goal else []
    found += [f"{title}: its place is not seen: {move}" for move in counts.blind]
    return found + [f"{title}: no buttons lead to: {move}" for move in counts.lost]


def report(title: str, counts: Counts) -> None:
    """Print what was counted."""
    for kind, found in sorted(counts.kinds.items()):
        say(f"{title:6} {kind:24} {len(found):5}  median {median(found):g}  most {max(found)}")
    for kind, turns in counts.turns.items():
        most = max(turns, key=lambda turn: turn.total)
        middle = median(turn.total for turn in turns)
        say(f"{title:6} {kind:24} {len(turns):5}  median {middle:g}  most {most.total}: {most}")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Count and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--style", default="thrifty")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--moves", type=int, default=100_000)
    given = parser.parse_args()
    missed: list[str] = []
    for title in given.titles:
        counts = count(title, given.style, given.seed, given.moves)
        report(title, counts)
        missed += above(title, counts)
    for line in missed:
        say(line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
