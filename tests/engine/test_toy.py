"""A title that lies outside the package, and breaks what 18Mag keeps, plays like any other."""

from itertools import pairwise

import pytest

from engine.cli.main import main
from engine.events import GameOver, PhaseBegan, PriceMoved, Ran, RouteRun
from engine.game import Game
from engine.invariants import violations
from engine.opponents import STYLES
from engine.state import BANK
from engine.title import find, titles
from tests.engine import toy

pytestmark = pytest.mark.usefixtures("toy_known")


def game(style: str, seed: int, players: int = 3) -> list[Game]:
    """A whole game, position by position."""
    player = STYLES[style](seed)
    games = [Game.start("Toy", ("ann", "bob", "cy", "dan")[:players], seed=seed)]
    while not games[-1].state.over:
        games.append(games[-1].play(player.choose(games[-1])))
    return games


def test_a_title_is_added_and_taken_away():
    """A title needs no place in the package to be found."""
    assert "Toy" in titles()
    assert find("toy") is toy.TITLE


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.slow), 3, pytest.param(4, marks=pytest.mark.slow)]
)
def test_it_is_played_to_the_end(style: str, players: int):
    """Random and thrifty games end, and no position on the way is unsound."""
    games = game(style, 3, players)
    over = [event for event in games[-1].events if isinstance(event, GameOver)]

    assert not [fault for one in games for fault in violations(one.pos)]
    assert [dict(event.scores) for event in over] == [
        {player: games[-1].pos.worth(player) for player in games[-1].state.players}
    ]


def test_corporations_run_their_own_trains():
    """Units with shares run, and 2-trains rust when green begins."""
    events = [event for seed in range(4) for one in game("thrifty", seed) for event in one.events]
    runs = [event for event in events if isinstance(event, Ran) and event.revenue]

    assert {event.unit for event in runs} == {"NORTH", "SOUTH"}
    assert all(isinstance(route, RouteRun) for event in runs for route in event.routes)
    assert [event for event in events if isinstance(event, PhaseBegan)]


def test_shares_are_fifths():
    """A director certificate of two fifths and three others make a corporation."""
    for one in game("random", 5)[::7]:
        for unit in one.title.units:
            holders = ("pool", *one.state.players)
            percents = [one.pos.percent(holder, unit) for holder in holders]
            assert sum(percents) == 100
            assert all(percent % 20 == 0 for percent in percents)


def test_the_market_has_two_dimensions():
    """Sales lead a row down, payouts along the row."""
    moves = {"sale": set(), "dividend": set()}
    for seed in range(4):
        for one in game("random", seed):
            for event in one.events:
                if isinstance(event, PriceMoved):
                    (row, column), (to_row, to_column) = (
                        tuple(map(int, cell.split(","))) for cell in (event.before, event.after)
                    )
                    moves[event.why].add((to_row - row, to_column - column))

    assert moves == {"sale": {(1, 0)}, "dividend": {(0, 1), (0, -1)}}


def test_the_bank_is_finite():
    """What players and corporations have, the bank has not; a broken bank ends the game."""
    games = game("thrifty", 2)
    banks = [one.pos.cash(BANK) for one in games]

    assert all(sum(one.state.cash.values()) == 1200 for one in games)
    assert max(banks) < 1200
    last = games[-2].pos.frame.number
    assert games[-1].pos.cash(BANK) <= 0 or last[0] == 8


def test_trains_run_out():
    """A stack of three trains sells three, then no more."""
    for before, now in pairwise(game("thrifty", 1)):
        for train, left in now.state.depot.items():
            assert 0 <= left <= 3
            assert left <= before.state.depot[train] or not before.state.frames


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str]):
    """Titles from elsewhere are listed and played by the same commands."""
    assert main(["titles"]) == 0
    assert "Toy: A Toy Railway" in capsys.readouterr().out
    assert main(["play", "toy", "--players", "2", "--games", "3"]) == 0
    assert "3 games" in capsys.readouterr().out
