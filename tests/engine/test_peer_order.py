"""Powers for which we hold a turn up are written for 18xx.games before it has gone on there."""

from collections.abc import Iterator

import pytest

from engine.actions import Action
from engine.game import Game
from engine.opponents import STYLES
from engine.powers import held_up
from engine.records.entries import LATER, ROUND, STEP, TURN
from engine.records.peer import Peer
from engine.title import find
from tests.engine.peer_entries import Entry
from tests.engine.peer_walks import powers, written

NAMES = ("ann", "bob", "cy", "dan", "eve", "flo")


def held(
    title: str, players: int, *options: str, seed: int
) -> Iterator[tuple[Game, list[Action], Action, str]]:
    """Moments of a game at which a turn waits for nothing but powers, and the use of one."""
    early = find(title).dialect.writing.early
    player = STYLES["mixed"](seed)
    game, done = Game.start(title, NAMES[:players], ("compat=peer18xx", *options), seed=seed), []
    while not game.state.over:
        if what := held_up(game.pos):
            yield from ((game, done, use, what) for use in powers(game) if isinstance(use, early))
        done = [*done, player.choose(game)]
        game = game.play(done[-1])


def after(game: Game, done: list[Action], power: Action) -> list[Action]:
    """All that was done, the power, and two actions more."""
    actions = [*done, power]
    game = game.play(power)
    for _ in range(2):
        actions.append(next(iter(game.choices)))
        game = game.play(actions[-1])
    return actions


def unmarked(data: Entry) -> Entry:
    """A file as it comes back from 18xx.games, which leaves our marks out."""
    marks = (TURN, STEP, ROUND, LATER)
    actions = [{key: value for key, value in one.items() if key not in marks} for one in data["actions"]]
    return {**data, "actions": actions}


@pytest.mark.parametrize(
    ("title", "players", "options", "seed", "what"),
    [
        ("18Mag", 4, ("supporters",), 2, "turn"),
        pytest.param("1844", 6, (), 721, "run", marks=pytest.mark.slow),
    ],
)
def test_a_power_used_when_all_else_is_done_is_written_before_it(
    title: str, players: int, options: tuple[str, ...], seed: int, what: str
):
    """It is read in its place again; without the marks it comes sooner, and the game is the same."""
    moments = held(title, players, *options, seed=seed)
    game, done, power, _ = next(one for one in moments if one[-1] == what)
    actions = after(game, done, power)
    data = written(game.setup, actions)
    early = [one for one in data["actions"] if one.get(LATER)][-1]

    assert early["entity_type"] == "company"
    assert Peer(data).actions() == actions
    assert Peer(unmarked(data)).at().state.cash == Peer(data).at().state.cash
