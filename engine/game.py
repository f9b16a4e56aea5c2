"""A game: a set-up, the actions played, and the position they lead to."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any
from weakref import ref

from engine import flow, notation
from engine.actions import PRINTED, RECORDED, SHARED, Action, AsRecorded, EndGame, GoOn
from engine.choices import Choices
from engine.data import EDITION
from engine.events import Event, WentOn
from engine.position import Position
from engine.refusals import BadSetup, IllegalAction, Refusal
from engine.rng import seeded
from engine.scratch import Scratch
from engine.state import RESERVED, State
from engine.title import Title, find


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from. Players are in seat order; options are written as ``name`` or ``name=value``.

    A game is played to its end under the ``edition`` of the rules with which it began.
    """

    title: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    seed: int = 0
    edition: int = EDITION


class Game:
    """A game at one moment. Playing returns another one; this one never changes.

    >>> game = Game.start("18Mag", ("ann", "bob", "cy"), seed=7)
    >>> game.pos.awaited
    ('ann',)
    >>> after = game.play(game.read("draft 4"))
    >>> after.pos.awaited, after.pos.owner("4")
    (('bob',), 'ann')
    >>> game.pos.owner("4")
    ''
    """

    def __init__(self, setup: Setup, pos: Position, events: tuple[Event, ...]) -> None:
        self.setup = setup
        self.pos = pos
        self.events = events
        self._last: tuple[Action, ref[Game]] | None = None
        """What was played from here last, and the game it led to, as long as somebody else keeps that."""

    def __getstate__(self) -> dict[str, Any]:
        """What goes to other processes: not what was played from here."""
        return {**self.__dict__, "_last": None}

    @classmethod
    def start(cls, title: str, players: Iterable[str], options: Iterable[str] = (), seed: int = 0) -> Game:
        """Set a game up.

        :raises BadSetup: when there is no such title or option, the number of players is wrong,
            or two names are too alike.
        """
        return cls.begin(Setup(title, tuple(players), tuple(options), seed))

    @classmethod
    def begin(cls, setup: Setup) -> Game:
        """Set a game up.

        :raises BadSetup: when :meth:`start` would raise it.
        """
        title, count = find(setup.title), len(setup.players)
        chosen = title.completed(title.normalised_options(setup.options), count)
        title.check_allowed(count, chosen)
        options = title.as_begun(chosen, count, setup.edition)
        title = title.of(count, options)
        _check_players(title, setup.players)
        bank, players = title.data.bank or 0, (*setup.players, *title.data.automata)
        state = State(players, options, seeded(setup.seed), order=players, lowest=bank)
        state.automata = title.data.automata
        scratch = Scratch(title, state, {})
        title.start(scratch)
        flow.settle(scratch)
        setup = replace(setup, title=title.name, options=chosen)
        return cls(setup, scratch.now, tuple(scratch.events))

    @classmethod
    def replay(cls, setup: Setup, actions: Iterable[Action]) -> Game:
        """Play recorded actions from the start: the only way to rebuild a state.

        :raises IllegalAction: when one of them is against the rules.
        """
        game, known = cls.begin(setup), [*actions]
        for action, then in zip_longest(known, known[1:]):
            game = game.play(action, then)
        return game

    @classmethod
    def resume(cls, setup: Setup, state: State) -> Game:
        """Go on from a stored state, which is taken on trust."""
        return cls(setup, Position(find(setup.title).of(len(setup.players), state.options), state), ())

    def apart(self) -> Game:
        """Return this very game with a cache of its own, in which what is only thought of leaves its facts."""
        return Game(self.setup, Position(self.title, self.state, dict(self.pos.memo)), ())

    @property
    def title(self) -> Title:
        """Return the title that is played."""
        title = self.pos.title
        assert isinstance(title, Title)
        return title

    @property
    def state(self) -> State:
        """Return the state, which callers must not change."""
        return self.pos.state

    @cached_property
    def choices(self) -> Choices:
        """Return every legal action."""
        return Choices(self.pos)

    @property
    def own_move(self) -> Action | None:
        """Return the next action of an automaton; None if a person is awaited, or nobody."""
        if not set(self.pos.awaited) & set(self.state.automata):
            return None
        return next(iter(self.choices))

    def play(self, action: Action, then: Action | None = None) -> Game:
        """Return the game after an action; the very same one while what was played last is kept by somebody.

        If the next action is known, pass it as ``then`` (saves a search); the returned game may then be used for that
        action only.

        :raises IllegalAction: when the rules forbid it; this game is untouched.
        """
        if isinstance(action, GoOn):
            return self._gone_on(action)
        if then is None and self._last is not None and _said(self._last[0]) == _said(action):
            known = self._last[1]()
            if known is not None:
                return known
        scratch = Scratch.upon(self.pos)
        flow.act(scratch, action, then=then)
        after = Game(self.setup, scratch.now, tuple(scratch.events))
        if then is None:
            self._last = action, ref(after)
        return after

    def _gone_on(self, action: GoOn) -> Game:
        """Return the game as it goes on by other rules, from the decision it has come to."""
        options = self.later_options(action.by)
        if options is None:
            raise IllegalAction(action, Refusal("wrong_step", {"verb": action.verb}))
        state = self.state.copy()
        state.options, state.ply = options, state.ply + 1
        scratch = Scratch(find(self.setup.title).of(len(self.setup.players), options), state, {})
        scratch.emit(WentOn(action.by))
        scratch.title.carried(scratch, self.pos)
        flow.settle(scratch)
        return Game(self.setup, scratch.now, tuple(scratch.events))

    def later_options(self, by: str) -> tuple[str, ...] | None:
        """Return the options with which a record goes on by some rules, None where it would leave none of its own."""
        if self.state.over or by not in (PRINTED, RECORDED):
            return None
        title, count = find(self.setup.title), len(self.setup.players)
        left = title.gone_on(self.setup.options, by)
        options = title.as_begun(left, count, self.setup.edition)
        return options if set(options) < set(self.state.options) else None

    def read(self, text: str, actor: str = "") -> Action:
        """Return the action a line of notation stands for; if it names no actor, it is the player who must decide.

        :raises Malformed: when the line is not an action of this title.
        """
        first = self.pos.awaited[:1] or ("",)
        return notation.read(text, actor or first[0], (*SHARED, *self.title.verbs))

    def recorded(self, text: str, actor: str) -> Action:
        """The action a stored line stands for, also one that nobody types: an agreed end, what a record held.

        :raises Malformed: when the line is none of these.
        """
        return notation.read(text, actor, (*SHARED, EndGame, GoOn, AsRecorded, *self.title.verbs))

    def stopped(self) -> Action:
        """Return the action that ends this game as it stands, which is for all players to agree to."""
        players = self.state.players
        return EndGame(players[0], players)


def _said(action: Action) -> tuple[Any, ...]:
    """Return all that an action says, also in fields that make no difference to whether it equals another."""
    return type(action), *(getattr(action, one.name) for one in fields(action))


def _check_players(title: Title, players: tuple[str, ...]) -> None:
    low, high = title.data.players
    if not low <= len(players) <= high:
        raise BadSetup("player_count", title=title.name, low=low, high=high, count=len(players))
    if len(set(players)) < len(players):
        raise BadSetup("same_player", players=list(players))
    for player in players:
        taken = player in title.units or player in (*RESERVED, title.data.dummy, *title.data.automata)
        marks = any(mark.isspace() or mark in ",;:|" for mark in player)
        if taken or not player or marks or not player.isprintable():
            raise BadSetup("bad_player", player=player)


def _sent(pos: Position) -> tuple[Any, ...]:
    """Return how a position travels between processes: its state, and the name of the title."""
    return _received, (pos.title.name, pos.state)


def _received(title: str, state: State) -> Position:
    return Position(find(title).of(len(state.players) - len(state.automata), state.options), state)


copyreg.pickle(Position, _sent)
