import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game import Game
from engine.rng import draw, seeded, shuffled
from tests.engine import toy
from tests.engine.walks import KNOWN, walk

ROOT = Path(__file__).parents[2]

SCRIPT = """
from tests.engine import toy
from tests.engine.walks import KNOWN, walk
with toy.made_known():
    for title in KNOWN:
        for style in ("random", "thrifty"):
            played = walk(title, True, style, 120)
            last = played.games[-1]
            lines = [repr(offer) for offer in last.choices.offers]
            print(title, style, last.state.fingerprint(), hash(0), *lines, sep="|")
"""


def outcome(hash_seed: str) -> str:
    """What another process finds, with its own order of sets."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.slow
def test_every_process_plays_the_same_game():
    """The same set-up and choices lead to the same state and the same offers, however sets are ordered."""
    one, two = outcome("1"), outcome("4242")

    assert one == two
    assert len(one.splitlines()) == 2 * len(KNOWN)


@pytest.mark.parametrize("title", KNOWN)
def test_this_process_plays_it_twice(title: str):
    """Nothing is remembered from one game to the next."""
    with toy.made_known():
        first = walk(title, most=False, style="random", plies=80)
        again = walk.__wrapped__(title, False, "random", 80)

    assert first.actions == again.actions
    assert first.games[-1].state.fingerprint() == again.games[-1].state.fingerprint()


@pytest.mark.parametrize("title", [title for title in KNOWN if title != toy.TITLE.name])
def test_the_seed_settles_the_set_up(title: str):
    """One seed is one set-up; different seeds are different ones."""
    names = tuple("abcdefg")[
        : walk(title, most=False, style="random", plies=1).games[0].title.data.players[0]
    ]
    prints = [Game.start(title, names, seed=seed).state.fingerprint() for seed in (1, 1, 2, 3)]

    assert prints[0] == prints[1]
    assert len(set(prints)) == 3


def test_the_generator_is_the_published_one():
    """The numbers are those of 18xx set-ups: 1103515245 x + 12345 modulo 2 to the 31."""
    assert draw(seeded(1)) == 1103527590
    assert draw(1103527590) == (1103515245 * 1103527590 + 12345) % 2**31
    assert seeded(2**31 + 5) == 5


def test_shuffling_keeps_every_item():
    """All items come back, and the new state lets the next draw go on."""
    items, state = shuffled(range(10), 7)
    again, _ = shuffled(range(10), 7)

    assert (sorted(items), items) == (list(range(10)), again)
    assert shuffled(range(10), state)[0] != items
