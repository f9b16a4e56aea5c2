"""Whose turn it is in a record, and which turn: what is written there is read there."""

from collections.abc import Callable

import pytest

from engine.actions import Action, Buy, Discard, LayTile, Par, Pass
from engine.finance.floating import floated
from engine.game import Game
from engine.opponents import STYLES
from engine.peer18xx.recorded_game import Peer
from engine.powers import next_step
from tests.engine.peer_walks import came_back, powers, written

COMPAT = "compat=peer18xx"
NAMES = ("ann", "bob", "cy", "dan", "eve", "flo", "gus")


def idle(companies: int) -> tuple[Game, list[Action]]:
    """Companies that all pass through rounds, until the first lays a tile in a second round of a set."""
    game, done = Game.start("18CZ", NAMES[:2], (COMPAT,), seed=0), []
    while not (game.pos.frame.kind == "operating" and game.pos.frame.number[1] == 2):
        passed = Pass(game.pos.awaited[0])
        invests = game.pos.frame.kind == "stock" and len(floated(game.pos)) < companies
        more = [action for action in game.choices if isinstance(action, Buy | Par)] if invests else []
        done += more[:1] or [passed if passed in game.choices else next(iter(game.choices))]
        game = game.play(done[-1])
    lay = next(action for action in game.choices if isinstance(action, LayTile))
    return game.play(lay), [*done, lay]


@pytest.mark.parametrize("companies", [1, 2])
@pytest.mark.parametrize("marked", [True, False])
def test_what_is_done_in_a_second_round_is_not_read_in_the_first(companies: int, marked: bool):
    """What comes before a step, or a unit, that is over belongs to the next round, with our marks or without them."""
    game, actions = idle(companies)
    data = written(game.setup, actions)
    rounds = [entry.get("in_round") if marked else entry.pop("in_round", None) for entry in data["actions"]]
    units = {entry["entity"] for entry in data["actions"] if entry["entity_type"] == "corporation"}

    assert len(units) >= companies
    assert [number for number in rounds if number][-1][-1] == 2
    assert Peer(data).actions() == actions


@pytest.mark.parametrize("companies", [1, 2])
def test_the_game_before_what_is_done_in_a_second_round_stands_there(companies: int):
    """Asked for the position before that entry, the round before it is over."""
    game, actions = idle(companies)
    data = written(game.setup, actions)
    lays = [at for at, entry in enumerate(data["actions"]) if entry["type"] == "lay_tile"]
    before = Peer(data).at(lays[-1])

    assert (before.pos.frame.kind, before.pos.frame.number[-1]) == ("operating", 2)
    assert actions[-1] in before.choices


@pytest.mark.parametrize("companies", [1, 2])
def test_a_game_ended_by_hand_has_passed_what_was_passed_there(companies: int):
    """And no turn more, be it of the same company in the next round, in which privates pay again."""
    game, actions = idle(companies)
    last, now = game.pos.frame.number[0], Game.begin(game.setup)
    for at, action in enumerate(actions, 1):
        operates = now.pos.frame.kind == "operating" and now.pos.frame.number[0] == last
        now = now.play(action)
        if operates:
            ended = [*actions[:at], now.stopped()]
            assert Peer(written(game.setup, ended)).actions() == ended


@pytest.mark.slow
def test_a_power_is_read_in_the_midst_of_what_is_inherited():
    """A local used while the trains of an acquired company are settled, or after it."""
    assert tried(16, 2, lambda game: game.pos.frame.kind == "inherit") > 1


def tried(seed: int, players: int, here: Callable[[Game], bool]) -> int:
    """Use powers before and after a pass wherever a game of 18CZ comes there; return how often both came back."""
    player = STYLES["mixed"](seed)
    game, done, seen = Game.start("18CZ", NAMES[:players], (COMPAT,), seed=seed), [], 0
    while not game.state.over:
        for power in powers(game) if here(game) else ():
            passed = Pass(game.pos.awaited[0])
            seen += sum(came_back(game, done, order) for order in ((power, passed), (passed, power)))
        done.append(player.choose(game))
        game = game.play(done[-1])
    return seen


@pytest.mark.slow
def test_a_supporters_tile_is_read_in_the_turn_in_which_it_was_laid():
    """The last unit that acts in the record may be another: what a private does says in whose turn."""
    player = STYLES["mixed"](508)
    game, done = Game.start("18Mag", NAMES[:3], (COMPAT, "supporters"), seed=508), []
    while not (done and isinstance(done[-1], LayTile) and done[-1].using):
        unit = game.pos.unit
        done.append(player.choose(game))
        game = game.play(done[-1])
    entry = written(game.setup, done)["actions"][-1]

    assert (entry["entity_type"], entry["in_turn"], entry["at_step"]) == ("company", unit, "lay")


@pytest.mark.slow
def test_a_train_is_discarded_after_the_turn_in_which_it_is_not_yet_too_many():
    """The limit falls at the end of a round; the last unit, which could have acquired another, discards then."""
    player = STYLES["mixed"](542)
    game, done, due = Game.start("18CZ", NAMES[:2], (COMPAT,), seed=542), [], False
    while not due:
        done.append(player.choose(game))
        due = isinstance(done[-1], Discard) and game.state.frames[0].kind == "stock"
        game = game.play(done[-1])

    assert Peer(written(game.setup, done)).actions() == done


def settled() -> tuple[Game, list[Action]]:
    """A company has settled all that it inherited, and waits for what a local may change."""
    player = STYLES["mixed"](44)
    game, done = Game.start("18CZ", NAMES[:2], (COMPAT,), seed=44), []
    while not (game.pos.frame.kind == "inherit" and next_step(game.pos) is None):
        done.append(player.choose(game))
        game = game.play(done[-1])
    return game, done


@pytest.mark.slow
def test_no_pass_is_written_where_all_that_was_inherited_is_settled():
    """18xx.games goes on by itself; a record that ends there is passed on here."""
    game, done = settled()
    data = written(game.setup, [*done, Pass(game.pos.awaited[0])])
    last = max(at for at, entry in enumerate(data["actions"]) if entry["type"] == "discard_train")
    del data["status"]

    assert data["actions"][last + 1 :] == []
    assert Peer(data).at().pos.frame.kind != "inherit"
