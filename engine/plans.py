"""Plans: tiles and tokens that a unit may add to the map one day, what it would earn then, and playing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.actions import Action, LayTile, PlaceToken
from engine.earnings import next_train
from engine.game import Game
from engine.outlook import lay_step, misfit
from engine.position import Position
from engine.refusals import Refusal
from engine.routes import search_budget
from engine.routes.answer import TrainRun
from engine.state import Token
from engine.steps.token import city_exits

LAY, TOKEN = "lay", "token"


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A tile with its rotation, or without a tile a token on a stop of a hex."""

    hex: str
    tile: str = ""
    rotation: int = 0
    stop: int = 0

    @property
    def kind(self) -> str:
        """Return whether a tile or a token is meant."""
        return LAY if self.tile else TOKEN

    def done(self, pos: Position, unit: str) -> bool:
        """Tell whether the map shows it already."""
        if self.tile:
            return pos.state.tiles.get(self.hex) == (self.tile, self.rotation)
        return Token(self.stop, unit) in pos.state.tokens.get(self.hex, ())

    def action(self, actor: str, unit: str) -> Action:
        """Return the action that does it."""
        if self.tile:
            return LayTile(actor, unit, self.hex, self.tile, self.rotation)
        return PlaceToken(actor, unit, self.hex, self.stop)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a unit is to do, in order."""

    unit: str
    steps: tuple[PlanStep, ...] = ()

    def dump(self) -> list[list[Any]]:
        """Return the steps as they are stored."""
        return [[step.hex, step.tile, step.rotation, step.stop] for step in self.steps]

    @classmethod
    def load(cls, unit: str, stored: Iterable[Iterable[Any]]) -> Plan:
        """Return the plan that was stored."""
        return cls(unit, tuple(PlanStep(*step) for step in stored))

    def then(self, step: PlanStep) -> Plan:
        """Return the plan with one more step; a tile takes the place of another on its hex."""
        kept = tuple(one for one in self.steps if not (step.tile and one.tile and one.hex == step.hex))
        return replace(self, steps=(*kept, step))


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a unit would earn after a plan, and its routes; ``train`` is one of the depot where it has none.

    ``proved`` tells that nothing earns more.
    """

    revenue: int
    runs: tuple[TrainRun, ...]
    train: str = ""
    proved: bool = True


def planned(actions: Iterable[Action]) -> Plan | None:
    """Return the tiles and tokens among some actions, those of the first unit that has any; None without any."""
    found: Plan | None = None
    for action in actions:
        if isinstance(action, LayTile):
            step = PlanStep(action.hex, action.tile, action.rotation)
        elif isinstance(action, PlaceToken):
            step = PlanStep(action.hex, stop=action.stop)
        else:
            continue
        found = found or Plan(action.unit)
        if action.unit == found.unit:
            found = found.then(step)
    return found


def imagined(pos: Position, plan: Plan) -> Position:
    """Return the position with all of a plan on the map; nothing is paid for, and no supply is counted."""
    after = pos
    for step in plan.steps:
        if not step.done(after, plan.unit):
            after = _with(after, plan.unit, step)
    return after


def _with(pos: Position, unit: str, step: PlanStep) -> Position:
    """Return the position with one step on the map; tokens follow their track to a tile as in earnest."""
    state, tokens = pos.state.copy(), pos.state.tokens.get(step.hex, ())
    if step.tile:
        if track := lay_step(pos.title):
            tokens = track.building.seat(pos, LayTile("", unit, step.hex, step.tile, step.rotation))
        state.tiles = {**state.tiles, step.hex: (step.tile, step.rotation)}
    elif (stop := city_of(pos, step)) is not None:
        tokens = (*tokens, Token(stop, unit))
    if tokens:
        state.tokens = {**state.tokens, step.hex: tokens}
    return Position(pos.title, state)


def city_of(pos: Position, step: PlanStep) -> int | None:
    """Return the stop at which a planned token stands: the first city where its own has become one with others.

    None where the hex has no city.
    """
    cities = [index for index, stop in enumerate(pos.face(step.hex)[0].stops) if stop.kind == "city"]
    return step.stop if step.stop in cities else next(iter(cities), None)


def unfit(pos: Position, plan: Plan, step: PlanStep) -> Refusal | None:
    """Return why a tile does not fit where it takes the place of a planned one; None where it fits by shape."""
    if not step.tile:
        return None
    kept = tuple(one for one in plan.steps if not (one.tile and one.hex == step.hex))
    return misfit(imagined(pos, replace(plan, steps=kept)), step.hex, step.tile, step.rotation)


def early_colour(pos: Position, step: PlanStep) -> str:
    """Return the colour of a planned tile that no tile may have in this phase, empty where it may be laid."""
    colour = pos.title.tiles[step.tile].colour if step.tile else ""
    return "" if colour in pos.phase.colours else colour


def free_stops(pos: Position, plan: Plan, hex_: str) -> list[int]:
    """Return the cities of a hex that would have room for a token after a plan, as numbers of its stops."""
    after = imagined(pos, plan)
    held = [token.stop for token in after.state.tokens.get(hex_, ())]
    cities = [(index, stop) for index, stop in enumerate(after.face(hex_)[0].stops) if stop.kind == "city"]
    return [index for index, stop in cities if held.count(index) < stop.slots]


def in_other_city(pos: Position, plan: Plan) -> Plan | None:
    """Return a plan whose last token stands in the next city of its hex; None where there is no other with room."""
    if not plan.steps or plan.steps[-1].tile:
        return None
    before, last = replace(plan, steps=plan.steps[:-1]), plan.steps[-1]
    free = free_stops(pos, before, last.hex)
    others = [stop for stop in free if stop > last.stop] + [stop for stop in free if stop < last.stop]
    return before.then(replace(last, stop=others[0])) if others else None


def exits_of(pos: Position, plan: Plan, step: PlanStep) -> list[int]:
    """Return the edges to which the city of a planned token leads, empty where its hex has no other city."""
    after = imagined(pos, plan)
    stop = None if step.tile else city_of(after, step)
    return [] if stop is None else city_exits(after, step.hex, stop)


def reckoned(pos: Position, plan: Plan, seconds: float | None = None) -> Reckoning | None:
    """Return the best run of the unit after a plan; None where it has no train and cannot buy one now.

    After ``seconds`` the search ends with the best found so far.
    """
    after = imagined(pos, plan)
    train = "" if pos.state.trains.get(plan.unit) else next_train(pos, plan.unit)
    if not train and not pos.state.trains.get(plan.unit):
        return None
    with search_budget(seconds):
        best = pos.title.routes(after, plan.unit, (), *([(train,)] if train else []))
    return Reckoning(best.revenue + best.subsidy, best.runs, train, best.proved)


def next_step(game: Game, plan: Plan, actor: str) -> Action | Refusal | None:
    """Return the legal action of the first step not yet done, or why it is not legal; None when all is done."""
    step = next((one for one in plan.steps if not one.done(game.pos, plan.unit)), None)
    if step is None:
        return None
    wanted = step.action(actor, plan.unit)
    refusal = game.choices.why_not(wanted)
    if refusal is None:
        return wanted
    offered = (offer.action for offer in game.choices.offers if offer.amounts is None)
    return next((one for one in offered if _same(one, wanted)), refusal)


def _same(one: Action, wanted: Action) -> bool:
    """Tell whether an action does what is wanted, even if by other means."""
    fields: Mapping[str, Any] = {
        name: getattr(wanted, name)
        for name in ("actor", "unit", "hex", "tile", "rotation", "stop")
        if hasattr(wanted, name)
    }
    return all(getattr(one, name, None) == value for name, value in fields.items())
