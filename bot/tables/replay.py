"""Work on games that takes time and so runs in a thread or process of its own; nothing is stored here."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TypeAlias

from bot.errors.tables import Outdated
from engine.actions import Action, EndGame
from engine.data import EDITION
from engine.events import Event, RoundBegan
from engine.forced import forced as forced_step
from engine.game import Game, Setup
from engine.refusals import IllegalAction, Refusal, Refused
from engine.retrace import Stuck, outcome, retrace
from engine.routes import SearchStopped, search_budget
from engine.state import State
from engine.title import find

MoveText: TypeAlias = tuple[str, str]
"""A stored move: the seat and the notation."""
PlayedAction: TypeAlias = tuple[Action, Game]
"""An action and the game after it."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """A state stored after the first ``ply`` moves."""

    ply: int
    blob: bytes


@cache
def engine_id() -> str:
    """Return a digest of all rules and facts of the engine; a stored state is used only with the same."""
    digest = hashlib.sha256()
    for name, data in sorted(_files(resources.files("engine"), "")):
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:16]


def begun_now() -> str:
    """Return the edition of the rules and the engine's digest, as stored with a new game."""
    return f"{EDITION}:{engine_id()}"


def edition_of(stored: str) -> int:
    """Return the edition of the rules under which a game began; the first was stored without a number."""
    number, colon, _ = stored.partition(":")
    return int(number) if colon else 1


def _files(folder: Traversable, path: str) -> Iterable[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith((".py", ".toml", ".json")):
            yield f"{path}{entry.name}", entry.read_bytes()


def freeze(game: Game) -> bytes:
    """Return the state of a game as it is stored."""
    return json.dumps(game.state.dump(), separators=(",", ":")).encode()


def thaw(setup: Setup, blob: bytes) -> Game:
    """Return the game whose state was stored."""
    return Game.resume(setup, State.load(json.loads(blob), find(setup.title)))


def rebuild(setup: Setup, moves: Sequence[MoveText], stored: StoredState | None = None) -> Game:
    """Return the game after the moves, played from the start or from a stored state.

    :raises Outdated: when the rules of this version refuse one of the moves
    """
    game, start = (thaw(setup, stored.blob), stored.ply) if stored else (Game.begin(setup), 0)
    actions = _read(game, moves[start:], start)
    try:
        return outcome(game, actions)
    except Stuck as error:
        raise Outdated(move=start + error.at + 1, reason=str(error)) from error


def _read(game: Game, moves: Sequence[MoveText], start: int) -> list[Action]:
    actions: list[Action] = []
    for seat, text in moves:
        try:
            actions.append(game.recorded(text, seat))
        except Refused as error:
            raise Outdated(move=start + len(actions) + 1, reason=str(error)) from error
    return actions


def fingerprint(setup: Setup, moves: Sequence[MoveText]) -> str:
    """Return the fingerprint of the state that the moves lead to from the start."""
    return rebuild(setup, moves).state.fingerprint()


def again(game: Game, moves: Sequence[MoveText]) -> list[PlayedAction]:
    """Return stored moves played once more, for what they caused."""
    actions = [game.recorded(text, seat) for seat, text in moves]
    return list(zip(actions, retrace(game, actions), strict=True))


def ends_round(events: Iterable[Event]) -> bool:
    """Tell by what a move caused whether a round is over with it; the first round of a game ends none."""
    return any(isinstance(event, RoundBegan) for event in events)


def scores(game: Game) -> dict[str, int]:
    """Return the score of each seat once the game is over; nothing while it is played."""
    return {seat: game.pos.worth(seat) for seat in game.setup.players} if game.state.over else {}


def needs_search(game: Game, seat: str, wanted: str | Action) -> bool:
    """Tell whether judging an action takes a search."""
    try:
        step = game.choices.step(game.read(wanted, seat) if isinstance(wanted, str) else wanted)
    except Refused:
        return False
    return step is not None and step.slow


def play(
    game: Game, seat: str, wanted: Sequence[str | Action], seconds: float | None = None
) -> list[PlayedAction]:
    """Return actions played one after the other, each followed by the moves of automatic players.

    Every action notes what it was judged by; after ``seconds`` a search for that ends with the best found so far.
    If one of the actions fails, none is played.

    :raises Malformed: when a text is not an action of this title
    :raises IllegalAction: when the rules forbid one of them
    """
    played: list[PlayedAction] = []
    with search_budget(seconds):
        for one in wanted:
            action = game.choices.noted(_said(game, one, seat) if isinstance(one, str) else one)
            game = game.play(action)
            played.append((action, game))
            while (own := game.own_move) is not None:
                game = game.play(own)
                played.append((own, game))
    return played


def forced(game: Game, seconds: float | None = None) -> list[PlayedAction]:
    """Return the step that has one answer only, and what automatic players do then.

    It is empty where somebody is to be asked. With 0 ``seconds`` nothing is searched for.

    :raises SearchStopped: when that takes a search and there is no time for any
    """
    with search_budget(None, lambda: True) if seconds == 0 else search_budget(seconds):
        found = forced_step(game)
    if found is None:
        return []
    played, after = [found], found[1]
    while (own := after.own_move) is not None:
        after = after.play(own)
        played.append((own, after))
    return played


def _said(game: Game, text: str, seat: str) -> Action:
    """Return the action that somebody typed; nobody can end the game for all by typing."""
    action = game.read(text, seat)
    if isinstance(action, EndGame):
        raise IllegalAction(action, Refusal("wrong_step", {"verb": action.verb}))
    return action


def precompute(game: Game, seconds: float | None, stopped: Callable[[], bool]) -> None:
    """Make the searches that listing the choices of a game asks for; the game remembers their answers.

    :raises SearchStopped: when nobody wants their answers any more
    """
    with search_budget(seconds, stopped):
        game.choices.foresee()


def needs_no_search(game: Game) -> bool:
    """Tell whether the choices of a game can be listed without a search."""
    try:
        precompute(game, None, lambda: True)
    except SearchStopped:
        return False
    return True


def list_choices(game: Game) -> None:
    """List the choices of a game, so that nobody has to wait for the list later."""
    _ = game.choices.offers
