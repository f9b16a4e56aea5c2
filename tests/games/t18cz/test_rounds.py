"""Sections IV.1.5-7, V and X.1: the progress track, from the first round to the last, and who pays for what."""

import pytest

from engine.events import Counted, GameOver, RoundBegan, TrainRusted
from engine.game import Game
from engine.state import BANK
from engine.titles.t18cz.figures import local_value
from tests.games.t18cz.czech import Builder, after, legal, opening, paid, refused, until

TRACK = {
    1: (40,),
    2: (45,),
    3: (50,),
    4: (55,),
    5: (60, 65),
    6: (70, 75),
    7: (80, 90),
    8: (100, 110, 120),
}
"""The value of locals in every operating round of every set."""


def steps(game: Game) -> list[Game]:
    """Every position to the end of the game while everybody passes."""
    found = []
    while not game.state.over:
        game = until(game, lambda now, ply=game.state.ply: now.state.ply > ply)
        found.append(game)
    return found


def rounds() -> list[tuple[str, tuple[int, ...]]]:
    """The rounds of a game in which nobody does anything."""
    begun = (event for game in steps(opening()) for event in game.events if isinstance(event, RoundBegan))
    return [(event.kind, event.number) for event in begun]


# --- the order of rounds


@pytest.mark.rule("CZ-V.2", "CZ-X.1.1", "CZ-IV.1.7")
def test_the_rounds_of_the_progress_track():
    """Eight stock rounds, each before its set of operating rounds, thirteen in all; then the game is over."""
    expected = []
    for number, values in TRACK.items():
        expected.append(("stock", (number,)))
        expected += [("operating", (number, turn)) for turn in range(1, len(values) + 1)]

    assert rounds() == expected


@pytest.mark.rule("CZ-IV.1.5", "CZ-IV.1.6", "CZ-V.3")
def test_the_value_of_locals_moves_with_every_operating_round():
    """WE-06: 40 in the first, 45 in the second, 120 in the last; everybody sees the marker."""
    last = steps(opening())
    counted = [
        event.value
        for game in last
        for event in game.events
        if isinstance(event, Counted) and event.what == "local_value"
    ]

    assert counted == [value for values in TRACK.values() for value in values]
    assert len(counted) == 13
    told = {one.key: one.values for one in last[-1].title.foresight.prospects(last[-1].pos)}
    assert told["local_value"] == {"money": 120}


@pytest.mark.rule("CZ-IV.1.5")
def test_the_value_stays_while_stocks_are_traded():
    """In stock round 6 all locals of all sizes are worth what they were in the last operating round, 65."""
    pos = Builder().holds("ann", EKJ=50).sr(number=6).pos

    assert {local_value(pos, local) for local in ("S1", "M1", "L1")} == {65}


@pytest.mark.rule("CZ-IV.1.7", "CZ-X.1.1")
def test_120_is_the_end():
    """The second round of the last set is followed by a third, the third by nothing; no action is legal then."""
    built = Builder().holds("ann", EKJ=50).trains(EKJ="5g").phase("g")
    game = until(built.company("EKJ", number=(8, 2)), lambda now: now.pos.frame.number == (8, 3))
    assert local_value(game.pos) == 120

    over = until(game, lambda now: now.state.over)
    assert any(isinstance(event, GameOver) for event in over.events)
    refusal = refused(over, "pass", "ann")
    assert (refusal.key, refusal.clauses) == ("game_over", ("CZ-X.1.1",))


@pytest.mark.rule("CZ-V.4")
def test_a_train_is_exported_after_every_set_but_the_last():
    """D-55: seven cards leave the deck, one at the end of each of the sets 1 to 7: five of a, two of b."""
    gone = []
    for game in steps(opening()):
        exports = [event.train for event in game.events if isinstance(event, TrainRusted)]
        numbers = [event.number for event in game.events if isinstance(event, RoundBegan)]
        gone += [(train, min(numbers)[0]) for train in exports]

    trains = ["2a"] * 5 + ["2b"] * 2
    assert gone == [(train, number + 1) for number, train in enumerate(trains)]


# --- who acts, and with whose money


@pytest.mark.rule("CZ-V.5")
def test_players_trade_shares_with_their_own_money():
    """A share for 50 is paid by the player to the bank; the treasuries of his companies stay as they are."""
    game = Builder().holds("ann", EKJ=50, MW=50).cash(EKJ=300, MW=300).sr()
    bought = after(game, "buy EKJ 25")

    assert paid(game, bought, "ann", BANK, "EKJ", "MW") == (-50, 50, 0, 0)


@pytest.mark.rule("CZ-V.6")
def test_the_largest_holder_decides_for_a_company():
    """Bob directs with 60 against 40 per cent: he lays track for it, ann may not."""
    game = Builder().holds("bob", KFN=60).holds("ann", KFN=40).phase("b").company("KFN")
    assert game.pos.director("KFN") == "bob"

    assert refused(game, "lay KFN G20 202 0", "ann").key == "not_your_turn"
    assert legal(game, "lay KFN G20 202 0", "bob")


@pytest.mark.rule("CZ-V.7")
def test_track_is_paid_by_the_treasury():
    """A river costs 10: with 9 in the treasury the rich director cannot help."""
    built = Builder().holds("ann", BCB=50).cash(BCB=9, ann=500).owns("bob", "S1").phase("b")
    refusal = refused(built.company("BCB"), "lay BCB D17 57 0")
    assert (refusal.key, refusal.values["cost"], refusal.values["cash"]) == ("terrain_cost", 10, 9)
    assert "CZ-V.7" in refusal.clauses

    game = built.cash(BCB=10).company("BCB")
    assert paid(game, after(game, "lay BCB D17 57 0"), "BCB", "ann", BANK) == (-10, 0, 10)


@pytest.mark.rule("CZ-V.7")
def test_trains_are_paid_by_the_treasury():
    """A second train for 70 is bought with 70 in the treasury, not with 69 and a rich director."""
    built = Builder().holds("ann", EKJ=50).trains(EKJ="2a").cash(EKJ=69, ann=500).owns("bob", "S1").phase("b")
    refusal = refused(built.company("EKJ", "train"), "train EKJ 2b depot 70")
    assert (refusal.key, refusal.clauses) == ("train_cost", ("CZ-VIII.10.8", "CZ-V.7"))

    game = built.cash(EKJ=70).company("EKJ", "train")
    assert paid(game, after(game, "train EKJ 2b depot 70"), "EKJ", "ann", BANK) == (-70, 0, 70)
