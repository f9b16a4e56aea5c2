"""What is true of 18Mag at any moment, and is named where it is not."""

from collections.abc import Callable

import pytest

from engine.game import Game
from engine.scratch import Scratch
from engine.state import POOL
from engine.titles.t18mag.flow import check
from tests.games.t18mag.alone import HIM, Alone
from tests.games.t18mag.builders import Builder

Change = Callable[[Scratch], None]
MUCH = dict.fromkeys(("RABA", "GC", "SNW", "SIK", "SKEV"), 5)
"""As many certificates as anybody may ever have: the limit, and one of each major."""


def faults(game: Game, change: Change) -> list[str]:
    """What is named once something was changed."""
    scratch = Scratch(game.title, game.state, {})
    change(scratch)
    return list(check(scratch.now))


def takes(scratch: Scratch, player: str, **counts: int) -> None:
    """Give so many certificates of majors to a player."""
    for major, count in counts.items():
        for certificate in scratch.now.certificates(POOL, major)[:count]:
            scratch.give(certificate, player)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda _scratch: None, []),
        (lambda scratch: scratch.put("tokens_left", "1", (0,)), ["1 has 1 tokens and (0,) left"]),
        (lambda scratch: scratch.put("tokens", "E10", ()), ["3 has 0 tokens and (40, 80) left"]),
        (lambda scratch: scratch.put("trains", "1", ("2", "2", "2", "2")), ["1 owns too many trains"]),
        (lambda scratch: takes(scratch, "ann", GC=6), ["ann holds too much of a major"]),
        (lambda scratch: takes(scratch, "bob", **MUCH), []),
        (lambda scratch: takes(scratch, "bob", **MUCH, MAVAG=1), ["bob holds too many certificates"]),
    ],
)
def test_what_cannot_be_is_named(change: Change, named: list[str]):
    """Three tokens of a minor; trains, shares of a major and certificates within their limits."""
    game = Builder().owns("ann", "n1").owns("bob", "n3").phase("yellow").sr("ann")

    assert faults(game, change) == named


def test_istvan_may_hold_more_certificates():
    """His card alone says what he buys (XI.4.1); the person keeps to the limit."""
    game = Alone().phase("green").sr("ann")
    much = {"RABA": 5, "SIK": 5, "SKEV": 2}

    assert faults(game, lambda scratch: takes(scratch, "ann", **much)) == []
    more = much | {"LDSTEG": 1}
    assert faults(game, lambda scratch: takes(scratch, HIM, **more)) == []
    assert faults(game, lambda scratch: takes(scratch, "ann", **more)) == ["ann holds too many certificates"]
