from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

from engine.actions import Route
from engine.position import Position
from engine.routes import RouteBonus, RouteGraph, RouteProblem, RouteStop, TrainSpec, frontier, solve, solver
from engine.titles.t18mag import routing
from tests.engine.routes.brute_force_mag import MagBruteForce, TooMany
from tests.engine.routes.random_mag import MagSample
from tests.tools.builder import position, tiles

LINE = tiles(D13="4 2", E14="57 2", F15="57 2", G16="57 2", H17="57 2")
"""Town, then four cities in a row."""


def graph(**laid: str) -> RouteGraph:
    return RouteGraph(position(tiles(**laid) if laid else LINE, {}).network)


def problem(drawn: RouteGraph, *trains: TrainSpec, own: str = "E14", **rest: object) -> RouteProblem:
    """A question about a graph where towns are worth 10 and cities 20."""
    kinds = {place: "town" if place[0] in ("D13", "H15") else "city" for place in drawn.places}
    stops = [
        RouteStop(kind, 10 if kind == "town" else 20, own=hex_ == own) for (hex_, _), kind in kinds.items()
    ]
    return RouteProblem(drawn, tuple(stops), tuple((train,) for train in trains), **rest)


def test_chains_join_neighbouring_stops():
    """The board contracts to stops and the track between two of them."""
    drawn = graph()
    names = [(drawn.places[chain.one][0], drawn.places[chain.two][0]) for chain in drawn.chains]

    assert names == [("D13", "E14"), ("E14", "F15"), ("F15", "G16"), ("G16", "H17")]


def test_a_chain_that_needs_more_of_the_same_track_is_left_out():
    """Between the same stops only ways that differ in track are kept."""
    drawn = graph(E14="57 0", F13="39 3", G12="57 0", F11="8 4", D13="3 0")
    pairs = [(chain.one, chain.two) for chain in drawn.chains]

    assert len(set(pairs)) == len(pairs)


def test_a_train_counts_stops():
    """A train visits as many stops as it may."""
    best = solve(problem(graph(), TrainSpec("3", 3)))

    assert best.revenue == 60
    assert best.routes[0].path == ("E14.0", "F15.0", "G16.0")


def test_a_plus_train_visits_towns_besides():
    """A 3+1 visits three stops of any kind and one town more."""
    best = solve(problem(graph(), TrainSpec("3+1", 3, towns=1)))

    assert best.revenue == 70


def test_a_train_may_be_limited_by_hexes():
    """A 4H covers four hexes, whatever lies in them."""
    best = solve(problem(graph(), TrainSpec("4H", hexes=4)))

    assert best.routes[0].path == ("E14.0", "F15.0", "G16.0", "H17.0")


def test_a_train_may_skip_towns():
    """A train that skips towns neither counts nor earns them."""
    spec = TrainSpec("2E", 2, skips=frozenset({"town"}))
    best = solve(problem(graph(), spec))

    assert best.revenue == 40


def test_a_route_visits_one_stop_of_a_group():
    """Stops of one group exclude each other on a route."""
    drawn = graph()
    ask = problem(drawn, TrainSpec("5", 5))
    grouped = {drawn.number((hex_, 0)) for hex_ in ("E14", "G16")}
    stops = [
        RouteStop(node.kind, 20, own=node.own, group=int(at in grouped)) for at, node in enumerate(ask.stops)
    ]
    best = solve(RouteProblem(drawn, tuple(stops), ask.trains))

    assert best.routes[0].path == ("D13.0", "E14.0", "F15.0")


def test_equal_trains_share_no_track():
    """Two trains meet in a stop but not on track."""
    best = solve(problem(graph(), TrainSpec("2", 2), TrainSpec("2", 2)))

    assert best.revenue == 70
    assert {("D13.0", "E14.0"), ("E14.0", "F15.0")} == {route.path for route in best.routes}


def worth(drawn: RouteGraph, **values: int) -> tuple[RouteStop, ...]:
    """Every stop is worth nothing but those named, with a token in E14."""
    return tuple(RouteStop("city", values.get(hex_, 0), own=hex_ == "E14") for hex_, _ in drawn.places)


def test_fewest_trains_win_a_tie():
    """A train that would add nothing stays idle."""
    drawn = graph()
    trains = ((TrainSpec("5", 5),), (TrainSpec("2", 2),))
    best = solve(RouteProblem(drawn, worth(drawn, H17=20), trains))

    assert [route.train for route in best.routes] == ["5"]


def test_shorter_routes_win_a_tie():
    """Among equal revenues the fewest stops are visited."""
    drawn = graph()
    best = solve(RouteProblem(drawn, worth(drawn, E14=20, D13=10, G16=10), ((TrainSpec("3", 3),),)))

    assert best.routes[0].path == ("D13.0", "E14.0")


def test_required_benefits_are_used_even_at_a_loss():
    """A benefit that must be used goes to the train that loses least by it."""
    ask = problem(
        graph(),
        TrainSpec("3", 3),
        bonuses=lambda *_: (RouteBonus(), RouteBonus(-10, 1)),
        required=1,
    )
    best = solve(ask)

    assert best.revenue == 50
    assert best.runs[0].uses == 1


def test_a_benefit_is_used_once():
    """An optional benefit serves one train only."""
    ask = problem(
        graph(),
        TrainSpec("2", 2),
        TrainSpec("2", 2),
        bonuses=lambda *_: (RouteBonus(), RouteBonus(100, 1)),
    )

    assert solve(ask).revenue == 170


def test_benefits_that_cannot_be_used_leave_no_set():
    """There is no answer where a required benefit fits no route."""
    assert solve(problem(graph(), TrainSpec("3", 3), required=1)) is None


def test_a_search_cut_short_says_so():
    """A search that is told to end keeps what it has and does not call it proved."""
    hexes = [
        "C12",
        "C14",
        "D11",
        "D13",
        "D15",
        "E10",
        "E12",
        "E14",
        "E16",
        "F11",
        "F13",
        "F15",
        "F17",
        "G12",
        "G14",
    ]
    pos = position(dict.fromkeys(hexes, ("455", 0)), {}, {"1": ("6", "6")})
    best = routing.best(pos, "1", everywhere=True, budget=0)

    assert not best.proved
    assert routing.best(pos, "1", everywhere=True).proved


def test_where_a_diagram_grows_too_large_all_routes_are_listed(monkeypatch: pytest.MonkeyPatch):
    """The same set is found and proved, however long it takes."""
    pos = position(
        dict.fromkeys(["E12", "E14", "F13", "D13", "F11", "E10"], ("455", 0)), {}, {"1": ("4", "4")}
    )
    best = routing.best(pos, "1", everywhere=True)
    monkeypatch.setattr(solver, "MANY_ROUTES", 1)
    monkeypatch.setattr(frontier, "MOST_STATES", 1)

    assert best.revenue > 0
    assert routing.best(Position(pos.title, pos.state), "1", everywhere=True) == best


def test_benefits_are_shared_out_where_routes_are_not_listed(
    samples: Iterable[MagSample], monkeypatch: pytest.MonkeyPatch
):
    """With rail cars the very same set is found, ties included, or that one of them is of no use."""
    asked = [sample for sample in samples if sample.using]
    expected = [routing.best(one.pos, one.unit, one.using) for one in asked]
    monkeypatch.setattr(solver, "MANY_ROUTES", 1)

    assert any(best.runs for best in expected)
    assert any(best.fault for best in expected)
    for one, best in zip(asked, expected, strict=True):
        again = Position(one.pos.title, one.pos.state)
        found = routing.best(again, one.unit, one.using)
        assert (found.runs, found.subsidy, found.proved) == (best.runs, best.subsidy, best.proved), one
        assert str(found.fault) == str(best.fault)


def checked(samples: Iterable[MagSample]) -> Iterator[tuple[MagSample, MagBruteForce]]:
    """Boards that the checker can finish."""
    for sample in samples:
        try:
            yield sample, MagBruteForce(sample.pos, sample.unit, sample.using, 120)
        except TooMany:
            continue


def test_the_best_set_agrees_with_trying_everything(samples: Iterable[MagSample]):
    """On random boards nothing earns more than the best set, and that set exists."""
    for sample, checker in checked(samples):
        best = routing.best(sample.pos, sample.unit, sample.using)
        expected = max(checker.sets(), default=None)

        assert expected == (None if best.fault else (best.revenue, best.subsidy)), sample
        assert best.proved


def test_the_best_set_is_accepted_by_the_rules(samples: Iterable[MagSample]):
    """The judge, who knows nothing of the search, prices the best set alike."""
    for sample in samples:
        best = routing.best(sample.pos, sample.unit, sample.using)
        judged = routing.judge(sample.pos, sample.unit, sample.using, best.routes)
        if best.fault is None:
            assert judged.fault is None, sample
            assert (best.revenue, best.subsidy) == (judged.revenue, judged.subsidy), sample


def test_the_judge_agrees_with_trying_everything(samples: Iterable[MagSample]):
    """A set is legal for the judge exactly if the checker prices it, and at that price."""
    for sample, checker in checked(samples):
        trains = sample.pos.state.trains[sample.unit]
        for walks, price in islice(checker.tries(), 0, None, 1 + len(checker.walks) ** 2 // 20):
            chosen = zip(trains, walks, strict=True)
            routes = tuple(Route(train, walk.path) for train, walk in chosen if walk)
            judged = routing.judge(sample.pos, sample.unit, sample.using, routes)

            assert price == (None if judged.fault else (judged.revenue, judged.subsidy)), (sample, routes)
