"""The house's player: it builds, runs and buys on every title, ends its turns at once, and beats chance."""

import pytest

from engine.actions import Action, LayTile, RunTrains
from engine.cli.selfplay import Styles, one_game
from engine.game import Game, Setup
from engine.opponents import LEVELS, STYLES, HousePlayer
from engine.title import titles

THREE = ("Alder", "Birch", "Cedar")


def test_it_takes_the_minor_with_the_best_start():
    """A draft is decided by what the minors would come to earn and by temper; the same seed decides alike."""
    game = Game.start("18Mag", THREE, seed=7)

    chosen = [HousePlayer(seed).choose(game) for seed in (1, 1, 2, 3, 4, 5)]

    assert chosen[0] == chosen[1]
    assert 1 < len(set(chosen)) < len(game.choices.offers)
    assert {game.pos.kind(one.certificate) for one in chosen} == {"minor"}


def test_a_turn_lays_track_before_it_runs():
    """One turn of a minor: track where it earns, a run, and no dawdling."""
    house, game = HousePlayer(1), Game.start("18Mag", THREE, seed=7)
    done = []
    while not any(isinstance(action, RunTrains) for action in done):
        done.append(house.choose(game))
        game = game.play(done[-1])

    assert any(isinstance(action, LayTile) for action in done)
    assert game.state.runs
    assert game.state.ply < 60


def test_it_acts_for_its_own_seat_alone():
    """Where several may act, it never moves for somebody else."""
    game = Game.start("18Mag", THREE, seed=7)

    assert HousePlayer(1, game.pos.awaited[0]).choose(game).actor == game.pos.awaited[0]


def test_one_seat_plays_against_the_others():
    """Which seat it is goes round with the seed, so that no seat's luck counts."""
    setups = [Setup("18Mag", THREE, seed=seed) for seed in range(3)]

    assert {Styles("house", "random").one(setup) for setup in setups} == set(THREE)
    assert not Styles("house").one(setups[0])


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(titles()))
def test_it_beats_chance(title: str):
    """Against random play it wins, on every title."""
    low, high = titles()[title].data.players
    names = tuple(f"p{seat}" for seat in range(min(max(low, 3), high)))
    played = [one_game(Setup(title, names), "house", None, seed, against="random") for seed in (1, 2)]

    assert not [fault for one in played for fault in one.faults]
    assert all(one.score and one.score[0] > one.score[1] for one in played)


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "count"),
    [
        (name, count)
        for name, title in sorted(titles().items())
        for count in range(title.data.players[0], title.data.players[1] + 1)
    ],
)
def test_a_table_of_its_own_comes_to_an_end(title: str, count: int):
    """Every title with every number of players is played out by the house alone."""
    played = one_game(Setup(title, tuple(f"p{seat}" for seat in range(count))), "house", None, 3)

    assert not played.faults


def test_it_is_offered_by_name():
    """The command line knows every level, and the apprentice by its former name too."""
    assert STYLES["house"] is STYLES["apprentice"] is HousePlayer
    assert list(LEVELS) == ["apprentice", "journeyman", "master"]
    assert {STYLES[level] for level in LEVELS} == {*LEVELS.values()}


def opening(title: str, level: str, seed: int, plies: int) -> tuple[Action, ...]:
    """The first actions of a table of one level."""
    game, seats, done = Game.start(title, THREE, seed=seed), {}, list[Action]()
    for name in THREE:
        seats[name] = LEVELS[level](seed, name)
    while len(done) < plies:
        done.append(seats[game.pos.awaited[0]].choose(game))
        game = game.play(done[-1])
    return tuple(done)


@pytest.mark.parametrize(
    ("title", "level"),
    [
        ("18CZ", "apprentice"),
        pytest.param("18CZ", "journeyman", marks=pytest.mark.slow),
        pytest.param("1844", "apprentice", marks=pytest.mark.slow),
        pytest.param("1844", "journeyman", marks=pytest.mark.slow),
    ],
)
def test_openings_vary_with_the_seed(title: str, level: str):
    """Where the set-up is always the same, temper alone makes games differ; the same seed plays the same game."""
    plies = {"18CZ": 26, "1844": 45}[title]
    games = {opening(title, level, seed, plies) for seed in range(1, 21)}

    assert len(games) >= 18
    assert opening(title, level, 1, plies) in games
