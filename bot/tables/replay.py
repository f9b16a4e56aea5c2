"""Work on games that takes time and so runs in a thread or process of its own; nothing is stored here."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from bot.errors import Outdated
from engine.actions import Action
from engine.game import Game, Setup
from engine.refusals import Refused
from engine.routes import SearchStopped, search_budget
from engine.state import State
from engine.title import find

MoveText = tuple[str, str]
"""A stored move: the seat and the notation."""


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


def begin(setup: Setup) -> Game:
    """Set a game up."""
    return Game.begin(setup)


def rebuild(setup: Setup, moves: Sequence[MoveText], kept: StoredState | None = None) -> Game:
    """Play the moves from the start, or from a kept state.

    Raises:
        Outdated: the rules of this version refuse one of the moves.
    """
    game, start = (thaw(setup, kept.blob), kept.ply) if kept else (Game.begin(setup), 0)
    for ply, (seat, text) in enumerate(moves[start:], start + 1):
        try:
            game = game.play(game.read(text, seat))
        except Refused as error:
            raise Outdated(move=ply, reason=str(error)) from error
    return game


def slow(game: Game, seat: str, item: str | Action) -> bool:
    """Tell whether judging an action takes a search."""
    try:
        step = game.choices.step(game.read(item, seat) if isinstance(item, str) else item)
    except Refused:
        return False
    return step is not None and step.slow


def play(
    game: Game, seat: str, wanted: Sequence[str | Action], seconds: float | None = None
) -> list[tuple[Action, Game]]:
    """Play one or more actions, and after each what players do who are no people.

    The game is untouched and nothing is returned if one of them fails.

    What they are judged by is noted in them. ``seconds`` end searches for that with the best found.

    Raises:
        Malformed: a text is no action of this title.
        IllegalAction: the rules forbid one of them.
    """
    played: list[tuple[Action, Game]] = []
    with search_budget(seconds):
        for item in wanted:
            action = game.choices.noted(game.read(item, seat) if isinstance(item, str) else item)
            game = game.play(action)
            played.append((action, game))
            while (own := game.own_move) is not None:
                game = game.play(own)
                played.append((own, game))
    return played


def again(game: Game, moves: Sequence[MoveText]) -> list[tuple[Action, Game]]:
    """Play stored moves once more, for what they caused."""
    played: list[tuple[Action, Game]] = []
    for seat, text in moves:
        action = game.read(text, seat)
        game = game.play(action)
        played.append((action, game))
    return played


def fingerprint(setup: Setup, moves: Sequence[MoveText]) -> str:
    """Return the fingerprint of the state that replaying every move leads to."""
    return rebuild(setup, moves).state.fingerprint()


def known(game: Game) -> bool:
    """Tell whether what may be done can be listed without a search."""
    try:
        foresee(game, None, lambda: True)
    except SearchStopped:
        return False
    return True


def foresee(game: Game, seconds: float | None, stopped: Callable[[], bool]) -> None:
    """Make the searches that listing what may be done asks for.

    Raises:
        Stopped: nobody wants their answers any more.
    """
    with search_budget(seconds, stopped):
        game.choices.foresee()


def listed(game: Game) -> None:
    """List what may be done, so that nobody has to wait for the list later."""
    _ = game.choices.offers
