"""How 18xx.games records 18Mag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Action, Draft, LayTile, PayDividend, PlaceToken, RunTrains
from engine.benefits import meant
from engine.game import Game
from engine.peer18xx.dialect import Context, Dialect, Verb
from engine.peer18xx.in_force import Entry
from engine.peer18xx.t18mag.written import WRITING
from engine.peer18xx.verbs import VERBS, actor, run
from engine.position import Position
from engine.refusals import Malformed
from engine.titles.t18mag import roster
from engine.titles.t18mag.figures import figures, mag_state, majors, minors
from engine.titles.t18mag.readings import prepaid
from engine.titles.t18mag.revenue import can_run, full
from engine.titles.t18mag.routing import judge
from engine.titles.t18mag.supporters import Berth, Call
from engine.titles.t18mag.track import Prepay

UNITS = {"G&C": "GC", "LdStEG": "LDSTEG"}
HELPING = ("choose_ability", "lay_tile", "place_token", "buy_train")
"""How supporters are recorded to help."""
CALLED = "called"
"""Where a reader keeps the supporter whose help belongs to the next run."""
CARS = {"[RABA]": "RABA", "[G&C]": "GC", "[SNW]": "SNW"}


def _drafted(context: Context, game: Game, entry: Entry) -> Action:
    certificate = context.unit(entry.get("minor") or entry.get("corporation") or entry["company"])
    if entry.get("minor"):
        context.trains[f"2-{len(context.trains)}"] = certificate
    return Draft(actor(context, game, entry), certificate)


def _special_buy(context: Context, game: Game, entry: Entry) -> Action | None:
    unit = context.unit(entry["entity"])
    text = str(entry["description"])
    if text == "Use Terrain Token":
        return Prepay(actor(context, game, entry), unit)
    for mark, car in CARS.items():
        if text.endswith(mark):
            context.bought.setdefault(unit, []).append(car)
            return None
    raise Malformed("unknown_purchase", text=text)


def _choose(context: Context, game: Game, entry: Entry) -> Action | None:
    """Read the call of a supporter; one who helps trains is named with the run."""
    card = str(entry["entity"])
    if card in _towns(game):
        context.bought[CALLED] = [card]
        return None
    return Call(game.pos.director(game.pos.unit), game.pos.unit, card)


def _with_help(verb: Verb) -> Verb:
    """Read what a supporter is recorded to do as done by the minor in turn with that help; a major gets none."""

    def read(context: Context, game: Game, entry: Entry) -> Action | None:
        if entry["entity_type"] != "company":
            return verb(context, game, entry)
        action = verb(context, game, {**entry, "entity": game.pos.unit, "entity_type": "minor"})
        if isinstance(action, LayTile):
            return replace(action, using=str(entry["entity"]))
        if isinstance(action, PlaceToken) and action.unit in minors(game.pos):
            return Berth(action.actor, action.unit, action.hex, action.stop)
        return action

    return read


def _run(context: Context, game: Game, entry: Entry) -> Action | None:
    """Read a run; one without routes, where there are none to run, happens by itself."""
    action = _told(game, run(context, game, entry))
    idle = not action.routes and not can_run(game.pos, action.unit)
    called = context.bought.pop(CALLED, ())
    helped = replace(action, using=(*action.using, *called))
    if called and judge(game.pos, helped.unit, helped.using, helped.routes).fault is None:
        action = helped
    return None if idle else action


def _told(game: Game, action: RunTrains) -> RunTrains:
    """Return a run with the benefits it uses, where the record names only who sold one of several."""
    every = [replace(action, using=using) for using in meant(game.title.data, action.using)]
    kept = (one for one in every if judge(game.pos, one.unit, one.using, one.routes).fault is None)
    return next(kept, every[0])


def _dividend(context: Context, game: Game, entry: Entry) -> Action:
    """Read a dividend: an amount, or with standard dividends nothing or all that can be divided."""
    unit, whole = context.unit(entry["entity"]), {"withhold": 0, "payout": full(game.pos)}
    total = whole.get(entry["kind"], entry.get("amount") or 0)
    return PayDividend(actor(context, game, entry), unit, int(total))


def special(pos: Position) -> Mapping[str, Any]:
    """Return the recorded ``special`` part of a position."""
    own = mag_state(pos)
    kind = "" if pos.state.over else pos.frame.kind
    seen: dict[str, Any] = {
        "terrain_tokens": dict(own.terrain),
        "ors_without_train": own.no_train,
        "untouched_stacks": list(own.stacks),
        "removed_minors": _removed(pos),
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
    offer = mag_state(pos).offer
    helping = roster.supporters(pos)
    shares = [names.get(certificate, certificate) for certificate in offer if certificate in majors(pos)]
    seen = {
        "minors": [certificate for certificate in offer if certificate in minors(pos)],
        "shares": sorted(shares),
    }
    if helping:
        seen["supporters"] = [certificate for certificate in offer if certificate in helping]
    return seen


def _in_turn(entries: Sequence[Entry], at: int) -> str:
    """Return the minor whom a supporter helps: the one that gets a token, or whose actions are recorded beside it."""
    entry = entries[at]
    if entry["type"] == "place_token":
        return str(entry["tokener"])
    before = entry["type"] == "buy_train"
    around = range(at - 1, -1, -1) if before else range(at + 1, len(entries))
    for index in around:
        other = entries[index]
        if other.get("entity_type") == "minor":
            return str(other["entity"])
        if (
            not before
            and other.get("entity_type") == "company"
            and other["type"] in ("buy_train", "place_token")
        ):
            return _in_turn(entries, index)
    return ""


def annotated(entries: Sequence[Entry]) -> list[Entry]:
    """Add to every call of a supporter the minor in whose turn it is."""
    kept: list[Entry] = []
    for at, entry in enumerate(entries):
        helps = entry.get("entity_type") == "company" and entry["type"] in HELPING
        kept.append({**entry, "minor_in_turn": _in_turn(entries, at)} if helps else entry)
    return kept


def _timely(context: Context, game: Game, entry: Entry) -> bool:
    """Tell whether it is the turn of the minor whom a supporter helps, if its director has that supporter at all."""
    minor = str(entry.get("minor_in_turn") or game.pos.unit)
    return minor == game.pos.unit or game.pos.director(minor) != game.pos.owner(str(entry["entity"]))


def _towns(game: Game) -> tuple[str, ...]:
    return figures(game.pos).supporters.town


def _train_type(name: str) -> str:
    """Return the type of a train that a supporter may have made longer."""
    return name.partition("+")[0]


def _uncounted(pos: Position) -> tuple[str, ...]:
    """Return the tiles of which the record's box for two players has fewer, which has no effect on play."""
    return ("236", "237", "238", "L17", "L34") if len(pos.state.players) == 2 else ()


DIALECT = Dialect(
    units=UNITS,
    preset=("compat=peer18xx",),
    options={
        "standard_divs": "standard_divs",
        "new_minors_simple": "new_minors=simple",
        "new_minors_challenge": "new_minors=challenge",
        "new_major": "new_major",
        "supporters": "supporters",
    },
    verbs={
        "bid": _drafted,
        "special_buy": _special_buy,
        "choose_ability": _choose,
        "run_routes": _run,
        "dividend": _dividend,
        **{verb: _with_help(VERBS[verb]) for verb in ("lay_tile", "place_token", "buy_train")},
    },
    special=special,
    rounds={"draft": "Draft", "stock": "SR", "operating": "OR"},
    minors="minor",
    phase=str.capitalize,
    train=_train_type,
    annotated=annotated,
    timely=_timely,
    uncounted=_uncounted,
    writing=WRITING,
)
