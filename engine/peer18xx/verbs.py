"""Actions that all titles record alike on 18xx.games."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from engine.actions import (
    Acquire,
    Action,
    Bid,
    Buy,
    BuyTrain,
    Discard,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
    Sell,
)
from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import stop_exits
from engine.game import Game
from engine.peer18xx.dialect import Context, Verb
from engine.peer18xx.in_force import Entry
from engine.position import Position
from engine.rounds.duplicate_token import RemoveToken
from engine.state import DEPOT
from engine.steps.dividend import earned


def actor(context: Context, game: Game, entry: Entry) -> str:
    """Return the player behind an entry: the one named, or the one who decides for the unit."""
    if entry["entity_type"] == "player":
        return context.player(entry["entity"])
    return game.pos.director(context.unit(entry["entity"]))


def _lay(context: Context, game: Game, entry: Entry) -> Action:
    tile = kind_of(entry["tile"])
    context.pieces[entry["tile"]] = entry["hex"]
    unit = context.unit(entry["entity"])
    return LayTile(actor(context, game, entry), unit, entry["hex"], tile, int(entry["rotation"]))


def _token(context: Context, game: Game, entry: Entry) -> Action:
    hex_, stop = context.hex_of(entry["city"])
    return PlaceToken(actor(context, game, entry), context.unit(entry["entity"]), hex_, stop)


def percent(context: Context, entry: Entry) -> int:
    """Return how many percent are bought or sold; where none are recorded, those of the certificates named."""
    recorded = entry.get("percent")
    if recorded is not None:
        return int(recorded)
    names = (share.rpartition("_") for share in entry["shares"])
    return sum(context.title.units[context.unit(unit)].shares[int(number)] for unit, _, number in names)


def kind_of(piece: str) -> str:
    """Return what a recorded train or tile is: a ``3`` for ``3-5``."""
    return piece.rpartition("-")[0]


def traded(context: Context, entry: Entry) -> str:
    """Return the unit whose shares are bought or sold."""
    return context.unit(entry["shares"][0].rpartition("_")[0])


def _train(context: Context, game: Game, entry: Entry) -> Action:
    unit = context.unit(entry["entity"])
    seller = context.trains.get(entry["train"], DEPOT)
    context.trains[entry["train"]] = unit
    train = entry.get("variant") or kind_of(entry["train"])
    return BuyTrain(actor(context, game, entry), unit, train, seller, int(entry["price"]))


def _discard(context: Context, game: Game, entry: Entry) -> Action:
    context.trains.pop(entry["train"], None)
    unit = context.unit(entry["entity"])
    return Discard(actor(context, game, entry), unit, kind_of(entry["train"]))


def _buy(context: Context, game: Game, entry: Entry) -> Action:
    return Buy(actor(context, game, entry), traded(context, entry), percent(context, entry))


def _sell(context: Context, game: Game, entry: Entry) -> Action:
    return Sell(actor(context, game, entry), traded(context, entry), percent(context, entry))


def all_or_nothing(context: Context, game: Game, entry: Entry) -> Action:
    """Return a recorded dividend of a title in which all revenue is paid out or none."""
    total = earned(game.pos) if entry["kind"] == "payout" else 0
    return PayDividend(actor(context, game, entry), context.unit(entry["entity"]), total)


def _bid(context: Context, game: Game, entry: Entry) -> Action:
    return Bid(actor(context, game, entry), entry["company"], int(entry["price"]))


def _par(context: Context, game: Game, entry: Entry) -> Action:
    price = int(str(entry["share_price"]).partition(",")[0])
    return Par(actor(context, game, entry), context.unit(entry["corporation"]), price)


def acquire(context: Context, game: Game, entry: Entry) -> Action:
    """Return the recorded purchase of a private by a unit."""
    unit = context.unit(entry["entity"])
    return Acquire(actor(context, game, entry), unit, entry["company"], int(entry["price"]))


def _remove(context: Context, game: Game, entry: Entry) -> Action:
    hex_, stop = context.hex_of(entry["city"])
    return RemoveToken(actor(context, game, entry), hex_, stop)


def _pass_turn(context: Context, game: Game, entry: Entry) -> Action:
    return Pass(actor(context, game, entry))


def run(context: Context, game: Game, entry: Entry) -> RunTrains:
    """Return a recorded run together with the benefits bought before it."""
    unit = context.unit(entry["entity"])
    routes = tuple(_route(game.pos, route) for route in entry["routes"])
    return RunTrains(actor(context, game, entry), unit, tuple(context.bought.pop(unit, ())), routes)


def _route(pos: Position, route: Entry) -> Route:
    words: list[str] = []
    for piece in oriented(route["connections"], route.get("hexes") or ()):
        ends = {0: _stop(pos, piece[0], piece[1]), len(piece) - 1: _stop(pos, piece[-1], piece[-2])}
        names = [f"{hex_}.{ends[at]}" if at in ends else hex_ for at, hex_ in enumerate(piece)]
        words += names[1:] if words else names
    return Route(kind_of(route["train"]), tuple(words))


def _stop(pos: Position, hex_: str, other: str) -> int:
    """Return the stop on a hex to which track from a neighbouring hex leads."""
    side = next(edge for edge in EDGES if neighbour(hex_, edge) == other)
    face, rotation = pos.face(hex_)
    return next(at for at in range(len(face.stops)) if side in stop_exits(face.track, at, rotation))


def oriented(connections: list[list[str]], hexes: Sequence[str] = ()) -> list[list[str]]:
    """Return the pieces of a route, reversed where needed so that each begins where the one before it ended.

    ``hexes`` are those of the stops in order, from either end, where they are recorded: two tracks may join the same.
    """
    if len(connections) < 2:
        return connections
    joined = [{piece[0], piece[-1]} for piece in connections]
    for stops in (hexes, hexes[::-1]):
        if [{*ends} for ends in itertools.pairwise(stops)] == joined:
            return [
                piece if piece[0] == start else piece[::-1]
                for piece, start in zip(connections, stops, strict=False)
            ]
    first, second = connections[0], connections[1]
    turned = [first if first[-1] in (second[0], second[-1]) else first[::-1]]
    for piece in connections[1:]:
        turned.append(piece if piece[0] == turned[-1][-1] else piece[::-1])
    return turned


VERBS: Mapping[str, Verb] = {
    "pass": _pass_turn,
    "bid": _bid,
    "par": _par,
    "buy_company": acquire,
    "remove_token": _remove,
    "lay_tile": _lay,
    "place_token": _token,
    "buy_train": _train,
    "discard_train": _discard,
    "buy_shares": _buy,
    "sell_shares": _sell,
    "run_routes": run,
}
