import pytest

from engine.routes import (
    BestRoutes,
    RouteGraph,
    RouteProblem,
    RouteStop,
    TrainSpec,
    joint_search,
    priced_search,
    solve,
    solver,
)
from engine.routes.chain_order import sweep_order, usable_chains
from tests.tools.builder import position, tiles

GRID = tuple(f"{row}{column}" for row in "CDEFG" for column in range(10, 19) if (ord(row) + column) % 2)
CITIES = dict.fromkeys(GRID, ("455", 0))
"""Cities that all have track on every side."""

EXPRESS = TrainSpec("3E", 3, drops=frozenset({"city"}))


def question(
    laid: dict[str, tuple[str, int]], *trains: TrainSpec, own: str = "E12", **rest: object
) -> RouteProblem:
    """A board where every city is worth something else."""
    graph = RouteGraph(position(laid, {}).network)
    stops = [
        RouteStop("city", 10 + 10 * (7 * number % 5), own=hex_ == own)
        for number, (hex_, _) in enumerate(graph.places)
    ]
    return RouteProblem(graph, tuple(stops), tuple((train,) for train in trains), **rest)


def by_lists(monkeypatch: pytest.MonkeyPatch, problem: RouteProblem) -> BestRoutes | None:
    """The answer where all routes are listed."""
    with monkeypatch.context() as patched:
        patched.setattr(solver, "FEW_ROUTES", 1 << 30)
        patched.setattr(solver, "MANY_ROUTES", 1 << 30)
        return solve(problem)


def by_joint_search(monkeypatch: pytest.MonkeyPatch, problem: RouteProblem) -> BestRoutes | None:
    """The answer where no route may be listed beforehand."""
    with monkeypatch.context() as patched:
        patched.setattr(solver, "FEW_ROUTES", 1)
        patched.setattr(solver, "MANY_ROUTES", 1)
        return solve(problem)


def small(count: int = 7) -> dict[str, tuple[str, int]]:
    """A part of the grid."""
    return {hex_: CITIES[hex_] for hex_ in ("E12", "E14", "D13", "F13", "D11", "F11", "E10")[:count]}


def test_an_order_has_every_chain_once():
    """The order in which chains are swept leaves none out and repeats none."""
    graph = question(CITIES, EXPRESS).graph
    order = sweep_order(graph, range(len(graph.chains)))

    assert sorted(order) == list(range(len(graph.chains)))
    assert sweep_order(graph, ()) == ()


def test_chains_beyond_a_full_city_are_of_no_use():
    """Routes end at a stop that is not passable: what lies behind it is left out, like what a train may not enter."""
    laid = tiles(D13="4 2", E14="57 2", F15="57 2", G16="57 2", H17="57 2")
    graph = RouteGraph(position(laid, {}).network)
    kinds = {hex_: "town" if hex_ == "D13" else "city" for hex_, _ in graph.places}
    stops = [
        RouteStop(kinds[hex_], 20, passable=hex_ != "F15", own=hex_ == "E14") for hex_, _ in graph.places
    ]

    assert [graph.places[graph.chains[number].two][0] for number in usable_chains(graph, stops, ())] == [
        "E14",
        "F15",
    ]
    assert [
        graph.places[graph.chains[number].two][0] for number in usable_chains(graph, stops, {"town"})
    ] == ["F15"]


@pytest.mark.parametrize("trains", [1, 2, 3])
def test_trains_that_leave_stops_out_run_as_well_together_as_from_lists(
    trains: int, monkeypatch: pytest.MonkeyPatch
):
    """The very same set is found, ties included, however few sets may be tried before routes are listed."""
    ask = question(small(6), *[EXPRESS] * trains)
    expected = by_lists(monkeypatch, ask)

    for few in (0, 5, 1 << 20):
        monkeypatch.setattr(priced_search, "SETS_TRIED", few)
        assert by_joint_search(monkeypatch, ask) == expected
    assert expected is not None
    assert expected.proved


def test_different_trains_run_as_well_together_as_from_lists(monkeypatch: pytest.MonkeyPatch):
    """Trains with limits of every kind walk together."""
    trains = TrainSpec("2", 2), TrainSpec("2+2", 2, towns=2), TrainSpec("4H", hexes=4), EXPRESS
    for own in ("E12", "D11", "F13"):
        ask = question(small(6), *trains, own=own)

        assert by_joint_search(monkeypatch, ask) == by_lists(monkeypatch, ask)


def test_a_narrow_walk_says_that_it_left_something_out(monkeypatch: pytest.MonkeyPatch):
    """However few states a walk keeps at first, the last one keeps all, and the same set is found."""
    ask = question(small(), EXPRESS, EXPRESS)
    expected = by_lists(monkeypatch, ask)
    monkeypatch.setattr(priced_search, "BEAM_WIDTHS", (1, 2, None))

    assert by_joint_search(monkeypatch, ask) == expected


def test_a_joint_search_that_grows_too_large_gives_way_to_prices(monkeypatch: pytest.MonkeyPatch):
    """The same set is found and proved without it."""
    ask = question(small(), EXPRESS, EXPRESS)
    expected = by_lists(monkeypatch, ask)
    monkeypatch.setattr(joint_search, "MOST_STATES", 1)

    assert by_joint_search(monkeypatch, ask) == expected


def test_a_walk_cut_short_is_not_proved(monkeypatch: pytest.MonkeyPatch):
    """A search that is told to end while trains walk returns what it has."""
    ask = question(CITIES, *[TrainSpec("5E", 5, drops=frozenset({"city"}))] * 2)
    calls = iter(range(1 << 30))
    monkeypatch.setattr(joint_search, "PAUSE", 1)
    known = solve(RouteProblem(ask.graph, ask.stops, ask.trains, must_end=lambda: next(calls) > 60))

    assert known is not None
    assert not known.proved
    assert known.runs
