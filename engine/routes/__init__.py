"""The search for the best routes: what a legal route is, what a set of them earns, and which set earns most."""

from engine.routes.answer import BestRoutes, TrainRun
from engine.routes.budget import Looks, SearchStopped, search_budget
from engine.routes.claims import (
    LazyStops,
    RouteClaim,
    check_passed,
    check_shared,
    check_token,
    check_trains,
    claims_of,
)
from engine.routes.graph import RouteGraph, TrackMarks
from engine.routes.paths import TracedPath, trace
from engine.routes.problem import Bonuses, RouteBonus, RouteProblem, RouteStop, TrainSpec
from engine.routes.solver import solve

__all__ = [
    "BestRoutes",
    "Bonuses",
    "LazyStops",
    "Looks",
    "RouteBonus",
    "RouteClaim",
    "RouteGraph",
    "RouteProblem",
    "RouteStop",
    "SearchStopped",
    "TracedPath",
    "TrackMarks",
    "TrainRun",
    "TrainSpec",
    "check_passed",
    "check_shared",
    "check_token",
    "check_trains",
    "claims_of",
    "search_budget",
    "solve",
    "trace",
]
