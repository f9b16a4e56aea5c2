"""How 18xx.games records 18CZ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.actions import Action, Buy, BuyTrain, Discard, Draft, LayTile, PlaceToken, Repay, RunTrains
from engine.game import Game
from engine.peer18xx.dialect import UNKNOWN, Context, Dialect
from engine.peer18xx.in_force import Entry
from engine.peer18xx.t18cz.written import WRITING
from engine.peer18xx.verbs import actor, all_or_nothing, kind_of, percent, run, traded
from engine.position import Position
from engine.state import BANK, DEPOT, OFFER, POOL
from engine.titles.t18cz import dummy, routing
from engine.titles.t18cz.draft import for_sale
from engine.titles.t18cz.figures import czech_state, figures, local_value, penalty
from engine.titles.t18cz.homes import ChooseCity, LayRedHome, bare_home
from engine.titles.t18cz.local_railways import DisposeLocal
from engine.titles.t18cz.mergers import Merge
from engine.titles.t18cz.notes import CityQuestion
from engine.titles.t18cz.purple import LayPurple
from engine.titles.t18cz.received_trains import TurnTrain
from engine.titles.t18cz.track import bordered

# --- draft, shares and locals


def _draft(context: Context, game: Game, entry: Entry) -> Action:
    return Draft(actor(context, game, entry), entry["company"])


def _buy(context: Context, game: Game, entry: Entry) -> Action:
    unit, size, pos = traded(context, entry), percent(context, entry), game.pos
    sizes = {pos.share(one)[1] for one in pos.certificates(POOL, unit)}
    return Buy(actor(context, game, entry), unit, size, POOL if size in sizes else OFFER)


def _repay(context: Context, game: Game, entry: Entry) -> Action:
    player = actor(context, game, entry)
    return Repay(player, min(game.state.debts.get(player, 0), game.pos.cash(player)))


def _dispose(context: Context, game: Game, entry: Entry) -> Action:
    return DisposeLocal(actor(context, game, entry), context.unit(entry["entity"]), entry["company"])


# --- the board


def _lay(context: Context, game: Game, entry: Entry) -> Action:
    tile, hex_, rotation = kind_of(entry["tile"]), entry["hex"], int(entry["rotation"])
    context.pieces[entry["tile"]] = hex_
    pos = game.pos
    local = entry["entity"] if entry["entity_type"] == "company" else ""
    unit = pos.owner(local) if local else context.unit(entry["entity"])
    player = _decider(pos, unit, LayTile, _user(context, entry))
    if bordered(pos, tile):
        return LayPurple(player, unit, local, hex_, tile, rotation)
    if any(tile == home.tile for home in figures(pos).red_homes.values()):
        return LayRedHome(_decider(pos, unit, LayRedHome, _user(context, entry)), unit, hex_, rotation)
    return LayTile(player, unit, hex_, tile, rotation, local)


def _token(context: Context, game: Game, entry: Entry) -> Action | None:
    hex_, stop = context.hex_of(entry["city"])
    if game.pos.frame.kind == "settle":
        asked = entry.get("tokener") or game.pos.notes(CityQuestion).unit
        user = _user(context, entry)
        player = user if user in game.pos.awaited else game.pos.awaited[0]
        return ChooseCity(player, context.unit(asked), hex_, stop)
    unit = context.unit(entry.get("tokener") or entry["entity"])
    if bare_home(game.pos, unit) == hex_:
        return None
    unit = context.unit(entry["entity"])
    return PlaceToken(_decider(game.pos, unit, PlaceToken, _user(context, entry)), unit, hex_, stop)


def _decider(pos: Position, unit: str, verb: type[Action], user: str) -> str:
    """Return who acts for a company; for Václav's, the player who is named, or the first of several."""
    if not dummy.owns(pos, unit):
        return pos.director(unit)
    able = dummy.deciders(pos, unit, verb)
    return user if user in able else able[0]


def _user(context: Context, entry: Entry) -> str:
    """Return the player who is named as the one who made an entry, empty if nobody is."""
    return context.players.get(str(entry.get("user", "")), "")


# --- trains and mergers


def _run(context: Context, game: Game, entry: Entry) -> Action | None:
    """Read a run; one without routes, where there are none to run, happens by itself."""
    unit = context.unit(entry["entity"])
    routes = [{**route, "train": f"{_own_side(game, unit, route['train'])}-0"} for route in entry["routes"]]
    action = replace(
        run(context, game, {**entry, "routes": routes}),
        actor=_decider(game.pos, unit, RunTrains, _user(context, entry)),
    )
    return None if not routes and not routing.possible(game.pos, unit) else action


def _own_side(game: Game, unit: str, train: str) -> str:
    """Return the side of a recorded card that a company can run, the card's name if there is none."""
    card, kind = kind_of(train), game.title.units[unit].kind
    sides = (one.name for one in game.title.data.trains if one.stack == card and one.kind == kind)
    return next(sides, card)


def _side(context: Context, train: str) -> str:
    """Return which side of a recorded card is up."""
    return context.sides.get(train, kind_of(train))


def _train(context: Context, game: Game, entry: Entry) -> Action:
    unit, train = context.unit(entry["entity"]), entry["train"]
    seller = context.trains.get(train, DEPOT)
    while seller in context.owners:
        seller = context.owners[seller]
    side = entry.get("variant") or _side(context, train)
    context.trains[train] = unit
    context.sides[train] = side
    return BuyTrain(actor(context, game, entry), unit, side, seller, int(entry["price"]))


def _discard(context: Context, game: Game, entry: Entry) -> Action:
    unit, train = context.unit(entry["entity"]), entry["train"]
    if game.pos.frame.kind != "inherit":
        context.trains[train] = POOL
    return Discard(actor(context, game, entry), unit, _side(context, train))


def _merge(context: Context, game: Game, entry: Entry) -> Action:
    unit, target = context.unit(entry["entity"]), context.unit(entry["corporation"])
    context.owners[target] = unit
    return Merge(actor(context, game, entry), unit, target, int(entry["price"]))


def _turn(context: Context, game: Game, entry: Entry) -> Action:
    unit, train = context.unit(entry["entity"]), entry["train"]
    side, into = _side(context, train), _own_side(game, unit, train)
    context.sides[train] = into
    return TurnTrain(actor(context, game, entry), unit, side, into)


# --- what is special about a position, in the record's terms


def special(pos: Position) -> Mapping[str, Any]:
    """Return the recorded ``special`` part of a position."""
    seen: dict[str, Any] = {"or_count": czech_state(pos).rounds}
    if pos.title.data.dummy:
        seen["dummy_companies"] = dummy.companies(pos)
    if not pos.state.over and pos.frame.kind == "draft":
        seen["draft"] = {"privates": for_sale(pos)}
    return seen


def cell(pos: Position, place: str) -> str:
    """Return a market cell as recorded: the record has one row, in the order of prices."""
    prices = sorted(pos.title.prices.values())
    return f"0,{prices.index(pos.title.prices[place])}"


def shown(pos: Position, ids: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the other compared values: order, debts and penalties, locals, who is active, unstarted companies.

    The record keeps an acquired company until it is settled which of two tokens on a hex stays.
    """
    state = pos.state
    asked = not state.over and pos.frame.kind == "settle"
    doubled = not state.over and pos.frame.kind == "duplicate_token"
    return {
        **({"active": UNKNOWN} if asked else {}),
        **({"market_cells": UNKNOWN} if doubled else {}),
        "player_order": [ids[player] for player in state.order],
        "players": {ids[player]: _player(pos, player, whole=not doubled) for player in state.players},
        "companies": UNKNOWN if doubled else {unit: _company(pos, unit) for unit in state.tokens_left},
        "privates": {
            local: _local(pos, local, ids) for local, owner in state.owners.items() if owner != BANK
        },
    }


def _player(pos: Position, player: str, *, whole: bool) -> dict[str, Any]:
    seen = {"debt": pos.state.debts.get(player) or None, "penalty": penalty(pos, player) or None}
    held: dict[str, Any] = {} if whole else dict.fromkeys(("certs", "value", "shares"), UNKNOWN)
    return {**seen, **held}


def _company(pos: Position, unit: str) -> dict[str, Any]:
    """Return a company as recorded; a token on a home without track is not compared."""
    seen: dict[str, Any] = {"ipoed": bool(pos.price(unit)), "floated": unit in czech_state(pos).floated}
    asked = not pos.state.over and pos.frame.kind == "settle"
    if unit in figures(pos).home_choice and (asked or bare_home(pos, unit)):
        seen |= {"stations": UNKNOWN, "unplaced": UNKNOWN}
    return seen


def _local(pos: Position, local: str, ids: Mapping[str, str]) -> dict[str, Any]:
    owner = pos.owner(local)
    name = f"player:{ids[owner]}" if owner in ids else f"company:{owner}"
    return {"closed": False, "owner": name, "value": local_value(pos, local)}


DIALECT = Dialect(
    units={},
    preset=("compat=peer18xx",),
    options={},
    verbs={
        "bid": _draft,
        "buy_shares": _buy,
        "special_buy": _repay,
        "sell_company": _dispose,
        "lay_tile": _lay,
        "place_token": _token,
        "run_routes": _run,
        "dividend": all_or_nothing,
        "buy_train": _train,
        "discard_train": _discard,
        "buy_corporation": _merge,
        "swap_train": _turn,
    },
    special=special,
    shown=shown,
    cell=cell,
    one_bank=True,
    dummy="-1",
    rounds={"draft": "Draft", "stock": "SR", "operating": "OR"},
    minors="",
    writing=WRITING,
)
