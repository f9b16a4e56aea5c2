"""The actions that all titles write alike for 18xx.games, and what their steps wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.actions import (
    Acquire,
    Action,
    Bid,
    Buy,
    BuyTrain,
    Discard,
    EndGame,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
    Sell,
)
from engine.events import Event, Ran
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import NewEntry, RecordedTurn, WriteVerb
from engine.position import Position
from engine.powers import next_step
from engine.rounds.duplicate_token import RemoveToken
from engine.routes.graph import RouteGraph
from engine.state import POOL

PASSES_OF_UNITS = ("inherit",)
"""Decisions within a turn that a unit leaves by a pass there as here, unless nothing is left but powers."""


# --- what all titles write alike


def possible(verb: type[Action], *ignored: str) -> Callable[[Position, RecordedTurn], bool]:
    """Return whether a step waits: where an action is possible, or would be without the rules that are ignored."""

    def waits(pos: Position, _turn: RecordedTurn) -> bool:
        for step in pos.steps:
            if step.verb is verb:
                names = [name for name in ignored if name in step.rules.names]
                judged = step.judged_by(step.rules.without(*names))
                if next(iter(judged.legal(pos)), None) is not None:
                    return True
        return False

    return waits


def joins_a_token(pos: Position, unit: str, chart: RouteGraph, *, inside: bool) -> bool:
    """Tell whether track joins a token of a unit to another stop, however far; perhaps only ``inside`` the board."""
    own = set(pos.network.own(unit))
    joined = ((chart.places[chain.one], chart.places[chain.two]) for chain in chart.chains)
    ours = (pair for pair in joined if pair[0] != pair[1] and own.intersection(pair))
    return any(not inside or not any(pos.network.stop(one).group for one in pair) for pair in ours)


def leave_by_pass(writer: Writer) -> None:
    """Write a pass of the unit in turn."""
    writer.by_unit("pass", writer.turn.unit)


def leave_by_empty_run(writer: Writer) -> None:
    """Write a run without routes."""
    writer.by_unit("run_routes", writer.turn.unit, routes=[], extra_revenue=0, subsidy=0)


def _pass(writer: Writer, action: Action) -> None:
    kind = writer.pos.frame.kind
    if kind in PASSES_OF_UNITS:
        if next_step(writer.pos) is not None:
            writer.by_unit("pass", writer.pos.unit)
    elif kind == "operating":
        writer.leave_open()
    else:
        writer.by_player("pass", action.actor)


def _bid(writer: Writer, action: Bid) -> None:
    writer.by_player("bid", action.actor, company=action.private, price=action.price)


def _par(writer: Writer, action: Par) -> None:
    cell = writer.dialect.cell(writer.pos, writer.pos.title.starts[action.price])
    price = f"{action.price},{cell}"
    writer.by_player("par", action.actor, corporation=writer.unit(action.unit), share_price=price)


def write_purchase(writer: Writer, action: Buy) -> None:
    """Write the purchase of a certificate."""
    certificate = writer.shares.bought(action.unit, action.percent, action.seller)
    writer.shares.move(certificate, action.actor)
    writer.by_player("buy_shares", action.actor, shares=[writer.share(certificate)], percent=action.percent)


def write_sale(writer: Writer, action: Sell) -> NewEntry:
    """Write the sale of shares."""
    entry = writer.by_player("sell_shares", action.actor, shares=[], percent=action.percent)
    before = _sizes_in_pool(writer.pos, action.unit)

    def told(pos: Position, _events: Sequence[Event]) -> None:
        sizes = _sizes_in_pool(pos, action.unit) - before
        sold = writer.shares.sold(action.unit, action.percent, action.actor, tuple(sizes.elements()))
        entry["shares"] = [writer.share(one) for one in sold]
        for certificate in sold:
            writer.shares.move(certificate, POOL)

    writer.later(told)
    return entry


def _sizes_in_pool(pos: Position, unit: str) -> Counter[int]:
    return Counter(pos.share(one)[1] for one in pos.certificates(POOL, unit))


def _acquire(writer: Writer, action: Acquire) -> None:
    writer.by_unit("buy_company", action.unit, company=action.private, price=action.price)


def lay_fields(writer: Writer, hex_: str, tile: str, rotation: int) -> NewEntry:
    """Return how a tile is laid."""
    return {"hex": hex_, "tile": writer.tiles.lay(hex_, tile), "rotation": rotation}


def write_lay(writer: Writer, action: LayTile) -> None:
    """Write a tile that is laid, by a unit or with the power of a private."""
    fields = lay_fields(writer, action.hex, action.tile, action.rotation)
    if action.using:
        writer.by_private("lay_tile", action.using, **fields)
    else:
        writer.by_unit("lay_tile", action.unit, **fields)


def slot(pos: Position, hex_: str, stop: int) -> int:
    """Return the first free slot of a city."""
    return sum(one.stop == stop for one in pos.state.tokens.get(hex_, ()))


def write_token(writer: Writer, action: PlaceToken) -> None:
    """Write a token that is placed."""
    writer.by_unit(
        "place_token",
        action.unit,
        city=writer.tiles.city(action.hex, action.stop),
        slot=slot(writer.pos, action.hex, action.stop),
        tokener=writer.unit(action.unit),
    )


def write_run(writer: Writer, action: RunTrains, first: Route | None = None) -> NewEntry:
    """Write a run; what it earned is known once it is played.

    The train of the ``first`` route is the one of its type that the unit has had for longest.
    """
    named = sorted(action.routes, key=lambda route: route is not first)
    copies = writer.trains.named(action.unit, [route.train for route in named], oldest=first is not None)
    names = {id(route): name for route, name in zip(named, copies, strict=True)}
    routes = [_route(writer.pos, names[id(route)], route.path) for route in action.routes]
    entry = writer.by_unit("run_routes", action.unit, routes=routes, extra_revenue=0)

    def earned(_pos: Position, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Ran) and event.unit == action.unit:
                entry["subsidy"] = event.subsidy
                revenues = [one.revenue for one in event.routes] or [event.revenue]
                for route, revenue in zip(routes, revenues, strict=False):
                    route["revenue"] = revenue

    writer.later(earned)
    return entry


def _route(pos: Position, train: str, path: Sequence[str]) -> NewEntry:
    pieces: list[list[str]] = []
    stops = [place for place in path if "." in place]
    for place in path:
        hex_, _, stop = place.partition(".")
        if pieces:
            pieces[-1].append(hex_)
        if stop:
            pieces.append([hex_])
    hexes = [place.partition(".")[0] for place in stops]
    nodes = [f"{hex_}-{_node(pos, place)}" for hex_, place in zip(hexes, stops, strict=True)]
    return {
        "train": train,
        "connections": pieces[:-1],
        "hexes": hexes,
        "revenue": 0,
        "revenue_str": "-".join(hexes),
        "nodes": nodes,
    }


def _node(pos: Position, place: str) -> int:
    """Return the number of a stop among those of its kind on a hex."""
    hex_, _, stop = place.partition(".")
    kinds = [one.kind == "town" for one in pos.face(hex_)[0].stops]
    return kinds[: int(stop)].count(kinds[int(stop)])


def _dividend(writer: Writer, action: PayDividend) -> None:
    writer.by_unit("dividend", action.unit, kind="payout" if action.total else "withhold")


def train_fields(writer: Writer, action: BuyTrain) -> NewEntry:
    """Return how a train is bought."""
    fields = {"train": writer.trains.offered(action.train, action.seller), "price": action.price}
    return fields if action.seller in writer.pos.state.tokens_left else {**fields, "variant": action.train}


def _train(writer: Writer, action: BuyTrain) -> None:
    writer.by_unit("buy_train", action.unit, **train_fields(writer, action))


def _discard(writer: Writer, action: Discard) -> None:
    name = writer.trains.one_of(action.unit, action.train)
    writer.by_unit("discard_train", action.unit, train=name)


def _remove(writer: Writer, action: RemoveToken) -> None:
    city = writer.tiles.city(action.hex, action.stop)
    writer.by_unit("remove_token", writer.pos.unit, city=city, slot=0)


def _stop(writer: Writer, action: Action) -> None:
    writer.by_player("end_game", action.actor)


VERBS: Mapping[type[Action], WriteVerb] = {
    Pass: _pass,
    EndGame: _stop,
    Bid: _bid,
    Par: _par,
    Buy: write_purchase,
    Sell: write_sale,
    Acquire: _acquire,
    LayTile: write_lay,
    PlaceToken: write_token,
    RunTrains: write_run,
    PayDividend: _dividend,
    BuyTrain: _train,
    Discard: _discard,
    RemoveToken: _remove,
}
