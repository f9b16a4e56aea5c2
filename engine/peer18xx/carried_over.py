"""A game carried over to the readings of 18xx.games, as far as printed play and they agree in it.

A reading matters only where the game came to it. Both games are played side by side; the first action after which
they differ, or that is not legal there, is where the other one ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from engine.actions import Accept, Action, Pass
from engine.game import Game, Setup
from engine.notes import NOTHING
from engine.peer18xx.writing import EndedEarly, Writing
from engine.position import Position
from engine.refusals import IllegalAction, Refusal
from engine.state import Frame, State
from engine.title import find

BESIDE = ("options", "ply", "lowest", "frames")
"""What may differ between two games that stand alike: how they came there."""
APART = Refusal("untold_reading")
"""Why a game ends there where its readings lead elsewhere."""
PASSES = 12
"""How many passes may be added before an action, or after it."""


@dataclass(frozen=True)
class CarriedOver:
    """The actions of a game under the readings of 18xx.games, the number each had, and where they end."""

    setup: Setup
    actions: tuple[Action, ...]
    numbers: tuple[int, ...]
    stop: EndedEarly | None = None


@dataclass(frozen=True)
class Parting:
    """An action with its ``number``, the game there ``before`` it, and ours ``after`` it.

    ``count`` are the actions carried before it.
    """

    before: Game
    action: Action
    after: Game
    number: int
    count: int


class Carrier:
    """Plays a game beside the same game under other readings."""

    def __init__(self, setup: Setup, options: tuple[str, ...], writing: Writing) -> None:
        self.setup = Setup(setup.title, setup.players, options, setup.seed)
        self._writing = writing
        self.ours, self.theirs = Game.begin(setup), Game.begin(self.setup)
        self.actions: list[Action] = []
        self.numbers: list[int] = []
        self._deal: tuple[int, Action] | None = None
        self._parted: Parting | None = None
        self._miscounted: Parting | None = None
        self._astray: Parting | None = None
        self._ahead: Parting | None = None

    @property
    def alike(self) -> bool:
        """Tell whether both games stand alike."""
        return self._same(self.theirs)

    def _same(self, theirs: Game) -> bool:
        """Tell whether a game there stands as ours, whatever both have counted on the way to something else."""
        return same(self.ours.state, theirs.state, self._writing.counters)

    def carry(self, actions: Sequence[Action]) -> CarriedOver:
        """Play as far as both agree."""
        stop = self._play_both(actions)
        return CarriedOver(self.setup, tuple(self.actions), tuple(self.numbers), stop)

    def _play_both(self, actions: Sequence[Action]) -> EndedEarly | None:
        """Play actions until both disagree, and return where that is; None where they agree to the end."""
        for number, action in enumerate(actions):
            self.ours = self.ours.play(action)
            if self._asked:
                self._deal = (number, action)
                continue
            stop = self._keep_up(number, action)
            if stop is not None:
                return stop
        return None if self._ahead is None else self._stop(self._ahead)

    def _keep_up(self, number: int, action: Action) -> EndedEarly | None:
        """Play an action there, too, and return where both disagree; None where they agree, or still may.

        The game there may be ahead of ours, whose players then do nothing but pass until both stand alike.
        """
        if self._ahead is not None:
            if not isinstance(action, Pass):
                return self._stop(self._ahead)
            self._ahead = None if self.alike else self._ahead
            return None
        told = self._told(number, action)
        refusal = self._follow(told, action)
        if refusal is not None:
            return self._stop(self._astray or told, refusal)
        if self._catch_up(number + 1):
            self._note_parting(told)
        else:
            self._ahead = self._astray or told
        return None

    def _stop(self, last: Parting, refusal: Refusal = APART) -> EndedEarly:
        """End before an action."""
        del self.actions[last.count :], self.numbers[last.count :]
        return EndedEarly(-1, last.number, last.action, self._blamed(last, refusal))

    def _told(self, number: int, action: Action) -> Parting:
        """Return what is to be played there for an action: of a deal that it answers, the deal."""
        number, action = self._deal or (number, action)
        return Parting(self.theirs, action, self.ours, number, len(self.actions))

    @property
    def _is_there(self) -> bool:
        """Tell whether the game there has come by itself to where ours is, round and turn included."""
        return self.alike and self.ours.state.frames == self.theirs.state.frames

    @property
    def _asked(self) -> bool:
        return not self.ours.state.over and self.ours.pos.frame.kind == "consent"

    def _follow(self, told: Parting, action: Action) -> Refusal | None:
        """Play an action there, too: a deal once it is agreed, and a pass only where one is waited for."""
        declined = self._deal is not None and not isinstance(action, Accept)
        self._deal = None
        return None if declined else self._play(told.number, told.action)

    def _play(self, number: int, action: Action) -> Refusal | None:
        """Play an action, after the passes that only these readings wait for; a pass only where it leads on."""
        first = self.theirs.choices.why_not(action)
        if isinstance(action, Pass) and (first is not None or self._is_there):
            return None
        for added, reached in _passing(self.theirs):
            for told in (action,), self._writing.reworded(reached.pos, action):
                if (after := _outcome(reached, told)) is not None:
                    self.theirs = after
                    self._add(number, *added, *told)
                    return None
        return first

    def _catch_up(self, number: int) -> bool:
        """Pass where only these readings wait, in a turn that is over here; tell whether both stand alike then."""
        for added, reached in _passing(self.theirs):
            if self._same(reached):
                self.theirs = reached
                self._add(number, *added)
                return True
        return False

    def _add(self, number: int, *actions: Action) -> None:
        self.actions += actions
        self.numbers += [number] * len(actions)

    def _note_parting(self, told: Parting) -> None:
        """Remember after which action the game waits or counts otherwise there, for as long as it does.

        It has gone astray where passes were added before an action and others are waited for than here: nobody may
        have passed.
        """
        if same(self.ours.state, self.theirs.state):
            self._miscounted = None
        elif self._miscounted is None:
            self._miscounted = told
        if _rounds(self.ours) == _rounds(self.theirs):
            self._parted = None
        elif self._parted is None:
            self._parted = told
        if _waiting(self.ours) == _waiting(self.theirs):
            self._astray = None
        elif self._astray is None and len(self.actions) > told.count + 1:
            self._astray = told

    def _blamed(self, last: Parting, refusal: Refusal) -> Refusal:
        """Name the reading without which both would agree, with its clause, or the rule that refuses."""
        places = [last, *(place for place in (self._parted, self._miscounted) if place)]
        option = next((option for place in places if (option := self._cause(place))), None)
        clauses = refusal.clauses
        if option:
            clause = self.theirs.title.options[option.partition("=")[0]].clause
            clauses = (clause,) if clause else ()
        values = {"reading": option or refusal.key, "title": last.before.title.name}
        return Refusal("untold_reading", values, clauses)

    def _cause(self, place: Parting) -> str | None:
        """Return the reading without which an action leads to the same there, None if there is no such one."""
        counters = self._writing.counters if place is not self._miscounted else ()
        for option, after in self._without_one(place):
            if place is self._parted and _rounds(after) != _rounds(place.after):
                continue
            later = _passing(after) if place is not self._parted else [((), after)]
            if any(same(reached.state, place.after.state, counters) for _, reached in later):
                return option
        return None

    def _without_one(self, place: Parting) -> Iterator[tuple[str, Game]]:
        """Yield each reading that only the game there has, and what an action leads to without it."""
        readings = self.theirs.state.options
        for option in (one for one in readings if one not in self.ours.state.options):
            options = tuple(one for one in readings if one != option)
            title = find(self.setup.title).of(len(self.setup.players), options)
            pos = Position(title, replace(place.before.state, options=options))
            after = self._led(Game(self.setup, pos, ()), place.action)
            if after is not None:
                yield option, after

    def _led(self, before: Game, action: Action) -> Game | None:
        """Return what an action leads to, in other words if need be; None where the rules refuse it."""
        for told in (action,), self._writing.reworded(before.pos, action):
            if (after := _outcome(before, told)) is not None:
                return after
        return None


def _outcome(game: Game, actions: Sequence[Action]) -> Game | None:
    """Return a game after actions, None if one of them is against the rules."""
    try:
        for action in actions:
            game = game.play(action)
    except IllegalAction:
        return None
    return game


def _rounds(game: Game) -> list[Frame]:
    """Return which rounds are on and how far they have come, but for what a turn notes of its own actions."""
    return [replace(frame, turn=NOTHING) for frame in game.state.frames]


def _waiting(game: Game) -> tuple[object, ...]:
    """Return which rounds are on, and for whom a game waits."""
    if game.state.over:
        return ()
    rounds = [(frame.kind, frame.number) for frame in game.state.frames]
    return *rounds, game.pos.unit, game.pos.awaited


def _passing(game: Game) -> Iterator[tuple[tuple[Action, ...], Game]]:
    """Yield a game, and what it becomes after a pass, two passes and so on, each with these passes."""
    added: tuple[Action, ...] = ()
    yield added, game
    while len(added) < PASSES and game.pos.awaited:
        passing = Pass(game.pos.awaited[0])
        if passing not in game.choices:
            return
        noted = game.choices.noted(passing)
        added, game = (*added, noted), game.play(noted)
        yield added, game


def same(one: State, other: State, counters: Sequence[str] = ()) -> bool:
    """Tell whether two states hold the same money, certificates, trains, tokens and tiles, ``counters`` apart."""
    names = (column.name for column in fields(State) if column.name not in BESIDE)
    different = [name for name in names if getattr(one, name) != getattr(other, name)]
    if different != ["extra"] or not counters:
        return not different
    own = vars(one.extra).keys() - {*counters}
    return all(getattr(one.extra, name) == getattr(other.extra, name) for name in own)
