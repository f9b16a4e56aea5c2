"""How 18xx.games records 1844."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Buy, BuyTrain, Discard, LayTile, Repay
from engine.board.tiles import exits
from engine.game import Game
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.in_force import Entry
from engine.peer18xx.t1844.recorded_state import shown, special
from engine.peer18xx.t1844.written import WRITING
from engine.peer18xx.verbs import VERBS, acquire, actor, all_or_nothing, kind_of, percent, run, traded
from engine.position import Position
from engine.state import BANK, DEPOT, OFFER, POOL
from engine.titles.t1844 import powers, routing
from engine.titles.t1844.emergency import Bankrupt
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.powers import Eva, Furka
from engine.titles.t1844.privates import Mountain, Permit, in_debt
from engine.titles.t1844.tunnels import Tunnel, unused_permits

EVA = "5-1"
"""The recorded id of the train that comes with P7."""
NATIONAL = {"5-2": "SBB"}
"""The recorded id of the train that is printed on the charter of the SBB."""

# --- auction and shares


def _buy(context: Context, game: Game, entry: Entry) -> Action:
    share, unit, size = entry["shares"][0], traded(context, entry), percent(context, entry)
    seller = _seller(context, game.pos, unit, size, share)
    context.gone.add(share)
    return Buy(actor(context, game, entry), unit, size, seller)


def _seller(context: Context, pos: Position, unit: str, percent: int, share: str) -> str:
    """Return whether a share comes from the offer or from the pool, where it lies once it has been bought."""
    having = [
        seller
        for seller in (OFFER, POOL)
        if any(pos.share(certificate)[1] == percent for certificate in pos.certificates(seller, unit))
    ]
    if len(having) == 1:
        return having[0]
    return POOL if context.has_left(pos, share, figures(pos).pool_at_start.get(unit, 0)) else OFFER


def _sell(context: Context, game: Game, entry: Entry) -> Action | None:
    context.gone.update(entry["shares"])
    return VERBS["sell_shares"](context, game, entry)


def _repay(context: Context, game: Game, entry: Entry) -> Action:
    player = actor(context, game, entry)
    most = min(in_debt(game.pos, player), game.pos.cash(player))
    return Repay(player, int(entry.get("amount") or most))


# --- privates and certificates


def _buy_company(context: Context, game: Game, entry: Entry) -> Action | None:
    private = entry["company"]
    if entry["entity_type"] != "player":
        return acquire(context, game, entry)
    kind = game.title.privates[private].kind
    player = actor(context, game, entry)
    context.owners[private] = player
    if kind == "mountain":
        context.bought.setdefault(player, []).append(private)
        return None
    return Permit(player, game.pos.owned(BANK, kind)[0])


def _lay(context: Context, game: Game, entry: Entry) -> Action | None:
    if entry["entity_type"] != "company":
        return VERBS["lay_tile"](context, game, entry)
    tile = kind_of(entry["tile"])
    context.pieces[entry["tile"]] = entry["hex"]
    pos, private = game.pos, entry["entity"]
    kind = game.title.privates[private].kind
    if kind == "mountain":
        player = context.owners[private]
        context.bought.pop(player, None)
        return Mountain(player, pos.owned(BANK, kind)[0], entry["hex"], tile)
    if kind == "tunnel":
        return _tunnel(context, game, entry, tile)
    player = pos.director(pos.unit)
    return LayTile(player, pos.unit, entry["hex"], tile, int(entry["rotation"]), private)


def _one_of(alike: Sequence[str], named: str) -> str:
    """Return the certificate that is named, or the first of those that are as good."""
    return named if named in alike or not alike else alike[0]


def _tunnel(context: Context, game: Game, entry: Entry, tile: str) -> Action:
    pos = game.pos
    player = context.owners.get(entry["entity"]) or pos.owner(entry["entity"])
    private = _one_of(unused_permits(pos, player), entry["entity"])
    one, two = sorted(exits(game.title.tiles[tile].track, int(entry["rotation"])))
    return Tunnel(player, pos.unit, private, entry["hex"], one, two)


def readings(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the further readings that a record shows its program to have used.

    A program that pays a destination at another company's pass has waited for the company's home token.
    """
    late = any(
        part["type"] == "destination_connection"
        for entry in entries
        if entry["type"] == "pass" and entry["entity_type"] == "corporation"
        for part in entry.get("auto_actions") or ()
    )
    return ("destination_home=placed",) if late else ()


def _timely(context: Context, game: Game, entry: Entry) -> bool:
    """Tell whether a power of a private is recorded at this turn: the line in a turn of the one who decides about it.

    EVA is given away in the turn of the company that gets it.
    """
    pos, private = game.pos, entry["entity"]
    if entry["type"] != "choose_ability" or pos.frame.kind not in ("stock", "operating"):
        return True
    if private == powers.power(pos, "furka"):
        return powers.holder(pos, private) in (pos.acting, pos.director(pos.unit))
    return pos.unit == context.unit(entry["choice"])


def _ability(context: Context, game: Game, entry: Entry) -> Action:
    pos = game.pos
    if entry["entity"] == powers.power(pos, "furka"):
        return Furka(powers.holder(pos, entry["entity"]))
    unit = context.unit(entry["choice"])
    context.trains[EVA] = unit
    return Eva(swiss_state(pos).eva, unit)


# --- trains


def _side(context: Context, pos: Position, unit: str, train: str) -> str:
    """Return which side of a recorded train is up: the one bought, or the H side to which it was turned later."""
    stack = kind_of(train)
    side = context.sides.get(train, figures(pos).sbb.train if train in (EVA, *NATIONAL) else stack)
    if side in pos.state.trains.get(unit, ()):
        return side
    return next((kind.name for kind in pos.title.data.trains if kind.card == stack), stack)


def _run(context: Context, game: Game, entry: Entry) -> Action | None:
    """Read a run; one without routes, where there are none to run, happens by itself."""
    unit = context.unit(entry["entity"])
    turned = [
        {**route, "train": f"{_side(context, game.pos, unit, route['train'])}-0"} for route in entry["routes"]
    ]
    action = run(context, game, {**entry, "routes": turned})
    idle = not turned and not routing.possible(game.pos, unit)
    return None if idle else action


def _train(context: Context, game: Game, entry: Entry) -> Action:
    unit, train = context.unit(entry["entity"]), entry["train"]
    seller = context.trains.get(train, NATIONAL.get(train, DEPOT))
    if seller != DEPOT and seller not in game.state.tokens_left:
        seller = figures(game.pos).sbb.id
    side = entry.get("variant") or (
        kind_of(train) if seller == DEPOT else _side(context, game.pos, seller, train)
    )
    context.trains[train] = unit
    context.sides[train] = side
    return BuyTrain(actor(context, game, entry), unit, side, seller, int(entry["price"]))


def _discard(context: Context, game: Game, entry: Entry) -> Action:
    unit = context.unit(entry["entity"])
    return Discard(actor(context, game, entry), unit, _side(context, game.pos, unit, entry["train"]))


def _bankrupt(context: Context, game: Game, entry: Entry) -> Action:
    return Bankrupt(game.pos.director(game.pos.unit), game.pos.unit)


def _not_tiles(pos: Position) -> tuple[str, ...]:
    """Return the names in a record of what are tiles here."""
    return ("X78", "X79", "OP1", "OP2", "OP3", "XM1", "XM2", "XM3")


DIALECT = Dialect(
    units={},
    preset=("compat=peer18xx",),
    options={},
    verbs={
        "buy_shares": _buy,
        "sell_shares": _sell,
        "payoff_player_debt": _repay,
        "buy_company": _buy_company,
        "lay_tile": _lay,
        "choose_ability": _ability,
        "run_routes": _run,
        "dividend": all_or_nothing,
        "buy_train": _train,
        "discard_train": _discard,
        "bankrupt": _bankrupt,
    },
    special=special,
    shown=shown,
    silent=("destination_connection",),
    timely=_timely,
    readings=readings,
    uncounted=_not_tiles,
    rounds={"auction": "Auction", "stock": "SR", "operating": "OR", "founding": "Auction"},
    minors="",
    writing=WRITING,
    older=("destination_home=placed",),
)
