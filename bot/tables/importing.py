"""A recorded game read for a table: its set-up and its moves, by seats. Runs in a process; nothing is stored here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self, get_args

from bot.errors.tables import BadRecord
from bot.storage import RULES, Decider
from bot.tables import replay
from bot.tables.replay import MoveText
from engine import notation
from engine.actions import PRINTED, Action, GoOn
from engine.game import Game, Setup
from engine.overruling import JOINT
from engine.records.files import json_of, recording_of
from engine.retrace import Stuck, outcome
from engine.rng import seeded

LARGEST = 2 * 1024 * 1024
"""How many bytes a file may have."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A recorded game as a table holds it.

    ``names`` are what its players were called, in seat order; ``state`` is the last one, as it is stored. ``decided``
    says of each move what decided it where no person did; the record ``goes_on`` by these rules where it leaves a
    choice of them.
    """

    setup: Setup
    names: tuple[str, ...]
    moves: tuple[MoveText, ...]
    over: bool
    state: bytes
    decided: tuple[Decider, ...]
    goes_on: str

    def by(self, rules: str) -> Self:
        """Return this record going on by other rules, where it leaves a choice."""
        return replace(self, goes_on=rules) if self.goes_on else self


def read_record(raw: bytes, file: str) -> ReadRecord:
    """Read a file of 18xx.games or of our own and play it once more.

    :raises Malformed: when it holds no game, or one that cannot be read
    :raises BadSetup: when the game in it cannot be set up
    :raises BadRecord: when the rules refuse one of its moves
    """
    recording = recording_of(json_of(raw, file), file)
    players = recording.setup.players
    seats = {player: f"s{place}" for place, player in enumerate(players, 1)}
    seed = seeded(recording.setup.seed)
    game = Game.begin(replace(recording.setup, players=tuple(seats.values()), seed=seed))
    try:
        actions = [_reseated(action, seats) for action in recording.actions()]
        game = outcome(game, actions)
    except Stuck as error:
        raise BadRecord(n=error.at + 1, move=notation.write(error.action)) from None
    names = tuple(recording.called.get(player, player) for player in players)
    moves = [(action.actor, notation.write(action)) for action in actions]
    return waiting(game, names, moves, [*_deciders(actions, recording.decided)])


def _deciders(actions: Sequence[Action], recorded: Mapping[int, str]) -> Iterator[Decider]:
    """Yield what decided each action, as a record says it; nothing where that is not known."""
    for ply, action in enumerate(actions, 1):
        known = (one for one in get_args(Decider) if one == recorded.get(ply) and one != RULES)
        yield RULES if isinstance(action, GoOn) else next(known, "")


def waiting(
    game: Game, names: Sequence[str], moves: Sequence[MoveText], decided: Sequence[Decider]
) -> ReadRecord:
    """Return the record of a game once it waits for a person: what happens by itself comes after its moves."""
    played = list(moves)
    while (own := game.own_move) is not None:
        played.append((own.actor, notation.write(own)))
        game = game.play(own)
    nobody: list[Decider] = [""] * (len(played) - len(decided))
    known = (*decided, *nobody)
    goes_on = PRINTED if game.later_options(PRINTED) is not None else ""
    state = replay.freeze(game)
    return ReadRecord(game.setup, tuple(names), tuple(played), game.state.over, state, known, goes_on)


def _reseated(action: Action, seats: Mapping[str, str]) -> Action:
    """Return an action in which every player is called by the seat."""
    return replace(action, **{one.name: _seat(getattr(action, one.name), seats) for one in fields(action)})


def _seat(value: Any, seats: Mapping[str, str]) -> Any:
    if type(value) is tuple:
        return tuple(_seat(one, seats) for one in value)
    if isinstance(value, str) and JOINT in value:
        return JOINT.join(_seat(word, seats) for word in value.split(JOINT))
    return seats.get(value, value) if isinstance(value, str) else value
