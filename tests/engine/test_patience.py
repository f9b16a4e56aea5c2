"""Searches that end early: what they found counts, and whoever looks at the game later sees it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import notation
from engine.actions import RunTrains
from engine.events import Unproved
from engine.game import Game
from engine.routes import BestRoutes, SearchStopped, search_budget
from engine.routes.budget import Looks, deadline
from engine.titles.t18mag import routing
from tests.engine.walks import walk


@pytest.fixture
def game() -> Game:
    """A game of 18Mag in which the best run is made of two routes."""
    line = walk("18Mag", False, "thrifty", 420).games
    return next(Game.resume(one.setup, one.state) for one in line if len(_run(one).routes) == 2)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Searches find the first route of two only, and prove nothing."""
    with monkeypatch.context() as patched:
        patched.setattr(routing, "solve", lambda problem, seconds: _first(SOLVE(problem, seconds)))
        yield patched


SOLVE = routing.solve


def _first(best: BestRoutes | None) -> BestRoutes | None:
    return best and replace(best, runs=best.runs[:1], proved=False)


def _run(game: Game) -> RunTrains:
    runs = [action for action in game.choices if isinstance(action, RunTrains) and not action.using]
    return runs[0] if runs else RunTrains("", "")


def test_the_best_found_in_time_is_offered_and_may_be_claimed(game: Game, hasty: pytest.MonkeyPatch):
    """A run that is not proved to be the best is on offer, says so, and is noted with what had to be claimed."""
    offer = next(offer for offer in game.choices.offers if offer.action == _run(game))
    noted = game.choices.noted(offer.action)
    played = game.play(noted)

    assert (offer.facts["proved"], offer.facts["found"]) == (False, offer.facts["revenue"])
    assert noted == replace(offer.action, least=offer.facts["revenue"])
    assert Unproved(noted.unit, noted.least) in played.events


def test_more_than_was_found_may_be_claimed_and_less_may_not(game: Game, hasty: pytest.MonkeyPatch):
    """Who sees more than the search may run for it; who claims less is told what was found."""
    found = _run(game)
    hasty.undo()
    best = _run(Game.resume(game.setup, game.state))
    least = game.choices.noted(found).least
    refusal = game.choices.why_not(replace(found, routes=()))

    assert least is not None
    assert replace(best, least=least) in game.choices
    assert refusal is not None
    assert (refusal.key, refusal.values["found"]) == ("route_not_best", least)


def test_a_noted_run_is_replayed_by_whoever_searches_longer(game: Game, hasty: pytest.MonkeyPatch):
    """What was demanded then is demanded again; without the note the same run is refused."""
    noted = game.choices.noted(_run(game))
    after = game.play(noted).state.fingerprint()
    hasty.undo()
    fresh = Game.resume(game.setup, game.state)

    assert fresh.play(fresh.read(notation.write(noted))).state.fingerprint() == after
    assert fresh.choices.why_not(replace(noted, least=None)).key == "route_not_best"


def test_what_a_player_notes_is_not_believed(game: Game):
    """A note that somebody writes into a run is replaced by what was found; a proved best needs none."""
    best = _run(game)

    assert game.choices.noted(replace(best, least=0)) == best


def test_seconds_end_a_search():
    """A search must end once the time of the patience, or its own, is over."""
    with search_budget(0):
        assert deadline()()
        assert not deadline(60)()
    with search_budget(60):
        assert not deadline()()
        assert deadline(0)()
    assert not deadline()()


def test_looks_end_a_search_wherever_it_runs():
    """A number of looks and no clock: the same search ends at the same place on every machine."""
    must_end = deadline(Looks(2))

    assert [must_end() for _ in range(3)] == [False, False, True]
    assert not deadline(Looks(1))()
    with search_budget(stopped=lambda: True):
        assert deadline(Looks(2))()


def test_a_search_that_nobody_wants_is_stopped(game: Game):
    """It ends without an answer, and nothing of it is kept."""
    with search_budget(stopped=lambda: True), pytest.raises(SearchStopped):
        game.choices.foresee()
    assert not game.pos.answers
    assert _run(game).routes


def test_answers_found_elsewhere_are_not_sought_again(game: Game, monkeypatch: pytest.MonkeyPatch):
    """Answers go by what they follow from, so any position alike takes them over."""
    game.choices.foresee()
    other = Game.resume(game.setup, game.state)
    other.pos.learn(game.pos.answers)
    monkeypatch.setattr(routing, "solve", None)

    assert _run(other) == _run(game)


def test_a_position_may_be_told_its_own_answers(game: Game):
    """They are what they were, in their order: a search in a thread leaves them in the very same place."""
    game.choices.foresee()
    found = list(game.pos.answers.items())
    game.pos.learn(game.pos.answers)

    assert found
    assert list(game.pos.answers.items()) == found
