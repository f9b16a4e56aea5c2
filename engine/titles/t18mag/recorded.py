"""How 18xx.games records 18Mag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.actions import Action, Run, Take
from engine.game import Game
from engine.position import Position
from engine.records.dialect import Context, Dialect
from engine.records.verbs import actor, run
from engine.rules import Malformed
from engine.titles.t18mag.companies import can_run
from engine.titles.t18mag.facts import extra, minors
from engine.titles.t18mag.running import judge
from engine.titles.t18mag.track import Prepay, prepaid

UNITS = {"G&C": "GC", "LdStEG": "LDSTEG"}
CARS = {"[RABA]": "RABA", "[G&C]": "GC", "[SNW]": "SNW"}


def _take(context: Context, game: Game, entry: Mapping[str, Any]) -> Action:
    paper = context.unit(entry.get("minor") or entry.get("corporation"))
    if context.title.units[paper].kind == "minor":
        context.trains[f"2-{len(context.trains)}"] = paper
    return Take(actor(context, game, entry), paper)


def _special_buy(context: Context, game: Game, entry: Mapping[str, Any]) -> Action | None:
    unit = context.unit(entry["entity"])
    text = str(entry["description"])
    if text == "Use Terrain Token":
        return Prepay(actor(context, game, entry), unit)
    for mark, car in CARS.items():
        if text.endswith(mark):
            context.bought.setdefault(unit, []).append(car)
            return None
    raise Malformed("unknown_purchase", text=text)


def _run(context: Context, game: Game, entry: Mapping[str, Any]) -> Action | None:
    """Read a run; one without routes, where there are none to run, happens by itself."""
    action = _told(game, run(context, game, entry))
    idle = not action.routes and not can_run(game.pos)
    return None if idle else action


def _told(game: Game, action: Run) -> Run:
    """Return a run with the benefits it uses, where the record names only who sold one of several."""
    meant = [replace(action, using=using) for using in game.title.meant(action.using)]
    kept = (one for one in meant if judge(game.pos, one.unit, one.using, one.routes).fault is None)
    return next(kept, meant[0])


def special(pos: Position) -> Mapping[str, Any]:
    """Return the recorded ``special`` part of a position."""
    own = extra(pos)
    kind = "" if pos.state.over else pos.frame.kind
    seen: dict[str, Any] = {
        "terrain_tokens": dict(own.terrain),
        "ors_without_train": own.no_train,
        "untouched_stacks": list(own.stacks),
        "removed_minors": [] if kind == "draft" else _removed(pos),
    }
    if kind == "draft":
        seen["draft"] = _draft(pos)
    if kind == "operating":
        seen["terrain_token_in_use"] = prepaid(pos)
    return seen


def _removed(pos: Position) -> list[str]:
    every = [unit.id for unit in pos.title.data.units if unit.kind == "minor"]
    return [minor for minor in every if minor not in minors(pos)]


def _draft(pos: Position) -> dict[str, list[str]]:
    names = {ours: theirs for theirs, ours in UNITS.items()}
    shares = [names.get(paper, paper) for paper in extra(pos).offer if paper not in minors(pos)]
    return {"minors": [paper for paper in extra(pos).offer if paper in minors(pos)], "shares": sorted(shares)}


def _uncounted(pos: Position) -> tuple[str, ...]:
    """Return the tiles of which the record's box for two has fewer, all without effect on play."""
    return ("236", "237", "238", "L17", "L34") if len(pos.state.players) == 2 else ()


DIALECT = Dialect(
    units=UNITS,
    preset=("compat=peer18xx",),
    options={},
    verbs={"bid": _take, "special_buy": _special_buy, "run_routes": _run},
    special=special,
    ignored={
        "rail_cars": "bought one by one there, with the run here",
        "train_bought_this_or": "its own flag; what it leads to is compared",
    },
    rounds={"draft": "Draft", "stock": "SR", "operating": "OR"},
    minors="minor",
    phase=str.capitalize,
    uncounted=_uncounted,
)
