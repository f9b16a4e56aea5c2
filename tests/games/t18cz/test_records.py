"""Recorded games of 18CZ replay exactly, and games played at random never break an invariant."""

import os
from pathlib import Path

import pytest

from engine.cli.selfplay import one_game
from engine.game import Setup
from engine.records.check import check

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
GAMES = (
    "18CZ/fixture_18cz_29247",
    "18CZ/gen_18cz_2p_209",
    "raw/raw_gen_18cz_3p_205",
    *(
        pytest.param(f"18CZ/gen_18cz_{name}", marks=pytest.mark.slow)
        for name in ("3p_fav_523", "4p_209", "5p_206", "6p_208")
    ),
)
NAMES = ("ann", "bob", "cy", "dan", "eve", "flo")
COMPAT = "compat=peer18xx"


@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_is_replayed_exactly(game: str):
    """After every action the whole state is the recorded one, and so are the totals; one run is known to be false."""
    report = check(Path(FOLDER) / f"{game}.json.gz")

    assert report.refused is None
    assert report.mismatches == []
    assert report.actions >= 380
    assert report.known == ("29247" in game)


@pytest.mark.parametrize("options", [(), (COMPAT,)], ids=["printed", "compat"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.slow
def test_a_game_played_at_random_breaks_nothing(players: int, options: tuple[str, ...]):
    """Every position of a whole game keeps the invariants."""
    played = one_game(Setup("18CZ", NAMES[:players], options), "random", None, players)

    assert played.faults == []
    assert played.actions > 100 * min(players - 1, 2)
