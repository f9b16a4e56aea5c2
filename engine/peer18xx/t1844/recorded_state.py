"""A position of 1844 in the terms of 18xx.games, to be compared with what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import PayDividend
from engine.board.tiles import exits
from engine.position import Position
from engine.state import BANK, OFFER, POOL
from engine.titles.t1844 import auction, powers
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import AuctionNotes, turn
from engine.titles.t1844.privates import auctioned, in_debt


def special(pos: Position) -> Mapping[str, Any]:
    """Return the recorded ``special`` part of a position."""
    own = swiss_state(pos)
    return {
        "destinations": _destinations(pos),
        "full_capital": pos.since(figures(pos).full_capital_from),
        "mountains": {
            hex_: {"activated": hex_ in own.active, "marker": pos.state.layers[hex_][0][0]}
            for hex_ in own.mountains
        },
        "sbb_due": own.sbb == "due",
        "sbb_formed": own.sbb == "formed",
        "tunnels": {
            hex_: {"activated": hex_ in own.active, "exits": _mouths(pos, hex_)} for hex_ in own.tunnels
        },
        **_auction(pos),
    }


def _auction(pos: Position) -> dict[str, Any]:
    """Return the lots of the auction; of bids, only their absence is told."""
    if pos.state.over or pos.frame.kind != "auction":
        return {}
    lots = swiss_state(pos).lots
    bids: dict[str, Any] = {} if pos.notes(AuctionNotes).bidder else {"bids": []}
    return {"auction": {"on": lots[0], "min_bid": auction.least(pos), "remaining": list(lots), **bids}}


def _destinations(pos: Position) -> dict[str, str]:
    units = (*figures(pos).destinations, figures(pos).gotthard_for)
    late = pos.since(figures(pos).full_capital_from)
    own = swiss_state(pos)
    return {
        unit: own.reached.get(unit, "void" if late and unit not in own.floated else "open")
        for unit in units
        if unit in pos.state.tokens_left
    }


def _mouths(pos: Position, hex_: str) -> list[int]:
    tiles = figures(pos).tunnel_tiles
    tile, turn = next(laid for laid in pos.state.layers[hex_] if laid[0] in tiles)
    return sorted(exits(pos.title.tiles[tile].track, turn))


def shown(pos: Position, ids: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the other compared values: owners of privates, debts, par prices, the bank, the special line."""
    state = pos.state
    line = figures(pos).furka.items()
    furka = {hex_: [tile, 0] for hex_, tile in line if (tile, 0) in state.layers.get(hex_, ())[-1:]}
    privates = [private for private in auctioned(pos.title) if private != _just_closed(pos)]
    return {
        "map": furka,
        "bank": pos.cash(BANK),
        "player_order": [ids[player] for player in state.order],
        **_forming(pos),
        "players": {ids[player]: {"debt": in_debt(pos, player) or None} for player in state.players},
        "companies": {unit: _company(pos, unit) for unit in state.tokens_left} | _to_come(pos),
        "privates": {private: _private(pos, private, ids) for private in privates},
    }


def _private(pos: Position, private: str, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return a private; the one that brings EVA is recorded as open until the train is given away."""
    owner = pos.owner(private) or (swiss_state(pos).eva if private == powers.power(pos, "eva") else "")
    if not owner:
        return {"closed": private not in swiss_state(pos).lots, "owner": None}
    return {"closed": False, "owner": f"player:{ids[owner]}" if owner in ids else f"company:{owner}"}


def _forming(pos: Position) -> dict[str, Any]:
    """Return the round as recorded while the SBB's director settles what its formation leaves to decide."""
    settling = any(one.kind in ("duplicate_token", "train_limit") for one in pos.state.frames[1:])
    if not settling or swiss_state(pos).sbb != "formed" or not _fresh(pos):
        return {}
    frame = pos.state.frames[0]
    return {"round": f"SBB {frame.number[0]}", "special": {"sbb_due": True}, "sold_this_round": None}


def _fresh(pos: Position) -> bool:
    """Tell whether the round below the open decisions has not begun."""
    frame = pos.state.frames[0]
    return not frame.queue if frame.kind == "operating" else not frame.notes


def _just_closed(pos: Position) -> str:
    """Return the private that a run has closed; the record closes it with the dividend."""
    dividing = any(step.verb is PayDividend for step in pos.open_steps)
    return turn(pos).closed if dividing else ""


def _company(pos: Position, unit: str) -> dict[str, Any]:
    priced = bool(pos.price(unit))
    offered = pos.percent(OFFER, unit) + (0 if priced else pos.percent(POOL, unit))
    counted: dict[str, Any] = {
        "ipo": offered,
        "market": pos.percent(POOL, unit) if priced else 0,
        "ipoed": priced,
        "floated": unit in swiss_state(pos).floated,
        "operated": unit in swiss_state(pos).operated,
    }
    if unit == figures(pos).sbb.id:
        parts = (unit, *figures(pos).sbb_parts)
        here = pos.state.tokens.items()
        counted["stations"] = sorted(
            [hex_, one.stop] for hex_, some in here for one in some if one.unit in parts
        )
    if priced and unit not in swiss_state(pos).floated and pos.kind(unit) == "historical":
        count = figures(pos).tokens_by_par[pos.state.pars[unit]]
        counted["unplaced"] = list(pos.state.tokens_left[unit][:count])
    return counted


def _to_come(pos: Position) -> dict[str, Any]:
    """Return the SBB as recorded before its formation."""
    sbb = figures(pos).sbb.id
    blank = {
        "cash": 0,
        "trains": [],
        "stations": [],
        "unplaced": [],
        "ipo": 100,
        "market": 0,
        "floated": False,
    }
    return {} if sbb in pos.state.tokens_left else {sbb: blank}
