"""How games of 1844 are written in the form of 18xx.games."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Acquire, BuyTrain, LayTile, PayDividend, PlaceToken, Repay, RunTrains, Sell
from engine.events import Counted, Event, RoundBegan, Sold
from engine.finance import shares
from engine.finance.floating import floated
from engine.peer18xx.writer import Writer
from engine.peer18xx.writer_verbs import (
    VERBS,
    joins_a_token,
    leave_by_empty_run,
    leave_by_pass,
    possible,
    train_fields,
    write_sale,
)
from engine.peer18xx.writing import PeerStep, RecordedTurn, Untold, Writing, never
from engine.position import Position
from engine.steps.trains import could_buy
from engine.titles.t1844 import powers, routing
from engine.titles.t1844.auction import bidders
from engine.titles.t1844.emergency import Bankrupt
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import AuctionNotes, turn
from engine.titles.t1844.phases import printed_one
from engine.titles.t1844.powers import Eva, Furka
from engine.titles.t1844.privates import Mountain, Permit
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.track import tile_laid
from engine.titles.t1844.tunnels import Tunnel, tube, unused_permits

EVA, NATIONAL = "5-1", "5-2"
"""The copies that come with P7 and with the charter of the SBB."""


def _sell(writer: Writer, action: Sell) -> None:
    entry = write_sale(writer, action)
    writer.turn.raised = writer.pos.price(action.unit)
    if action.unit not in swiss_state(writer.pos).operated:
        writer.later(lambda pos, events: entry.update(share_price=_per_share(pos, events)))


def _per_share(pos: Position, events: Sequence[Event]) -> int:
    """Return what a share brought, whatever became of its price as the round ended."""
    sold = next(event for event in events if isinstance(event, Sold))
    return sold.price * shares.size(pos, sold.unit) // sold.percent


def _train(writer: Writer, action: BuyTrain) -> None:
    """Write a purchase; what a director sold shares for is all but spent there on another company's train.

    One that has its face value costs that there, whatever is left.
    """
    pos, price = writer.pos, writer.game.title.trains[action.train].price
    agreed = action.seller in pos.state.tokens_left and not procedures(pos).at_face_value(pos, action)
    if agreed and writer.turn.raised and pos.cash(action.unit) < price:
        most = pos.cash(action.unit) + pos.cash(action.actor)
        if not most - writer.turn.raised < action.price <= most:
            raise Untold("untold_price", train=action.train, price=action.price)
    writer.by_unit("buy_train", action.unit, **train_fields(writer, action))


def _repay(writer: Writer, action: Repay) -> None:
    writer.by_player("payoff_player_debt", action.actor, amount=action.total)


def _buy_certificate(writer: Writer, action: Mountain | Permit) -> None:
    price = writer.game.title.privates[action.private].price
    writer.by_player("buy_company", action.actor, company=action.private, price=price)


def _mountain(writer: Writer, action: Mountain) -> None:
    _buy_certificate(writer, action)
    panel = writer.tiles.layer(action.panel)
    writer.by_private("lay_tile", action.private, hex=action.hex, tile=panel, rotation=0)


def _tunnel(writer: Writer, action: Tunnel) -> None:
    tile, rotation = tube(writer.pos, action.one, action.two)
    laid = writer.tiles.layer(tile)
    writer.by_private("lay_tile", action.permit, hex=action.hex, tile=laid, rotation=rotation)


def _furka(writer: Writer, _action: Furka) -> None:
    writer.by_private("choose_ability", powers.power(writer.pos, "furka"), choice="Place tile")


def _eva(writer: Writer, action: Eva) -> None:
    private = powers.power(writer.pos, "eva")
    writer.by_private("choose_ability", private, choice=writer.unit(action.unit))


def _bankrupt(writer: Writer, action: Bankrupt) -> None:
    writer.by_unit("bankrupt", action.unit)


def _told(writer: Writer, event: Event) -> None:
    """Write that a company has reached its destination, in the turn of the unit that operates then or next.

    An auction that nobody can pay for goes on otherwise there once the par price of the company that came with the
    private before it is set.
    """
    if isinstance(event, RoundBegan) and event.kind == "operating":
        _check_the_sbb(writer.reached)
        if writer.pos.frame.kind == "founding":
            raise Untold("untold_auction", private=swiss_state(writer.pos).lots[0])
    if not isinstance(event, Counted) or event.what != "destination":
        return
    reached = [writer.unit(event.about)]
    if event.about == writer.turn.unit:
        writer.turn.granted = event.value

    def in_turn(unit: str) -> None:
        writer.by_itself("destination_connection", unit, corporations=reached)

    if writer.turn.unit:
        in_turn(writer.turn.unit)
    else:
        writer.later(lambda pos, _events: in_turn(pos.unit or event.about))


def _check_the_sbb(pos: Position) -> None:
    """Stop before an operating round that breaks off there at the SBB: nobody directs it, or it is not on the map.

    :raises Untold: which of both it is
    """
    sbb = figures(pos).sbb.id
    if sbb not in floated(pos):
        return
    if not pos.director(sbb):
        raise Untold("untold_director", unit=sbb)
    if all(token.unit != sbb for tokens in pos.state.tokens.values() for token in tokens):
        raise Untold("untold_token", unit=sbb)


def _for_sale(pos: Position, unit: str, granted: int = 0) -> list[str]:
    """Return the privates of players that a unit could pay anything for, without money just granted to it."""
    if not pos.since(figures(pos).private_sales_from) or pos.cash(unit) - granted < 1:
        return []
    return [private for private in figures(pos).private_sales if pos.owner(private) in pos.state.players]


def _awaited(pos: Position) -> bool:
    """Tell whether a player is waited for in an auction: who begins it, however poor, before a company is founded."""
    if pos.frame.kind != "auction" or turn(pos).bid or pos.notes(AuctionNotes).bidder:
        return False
    return pos.acting == bidders(pos)[0] and not pos.state.pars


def _lays(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the track step waits: for the tile, a tunnel, or the tile of a private, at hand or for sale.

    A director's own private is waited for even where the treasury has nothing to pay.
    """
    if not tile_laid(pos) or unused_permits(pos, pos.director(turn.unit)):
        return True
    extra = next(private for private, known in figures(pos).powers.items() if known == "extra_yellow")
    if extra in swiss_state(pos).used:
        return False
    given = pos.since(figures(pos).private_sales_from) and pos.owner(extra) == pos.director(turn.unit)
    return given or pos.owner(extra) == turn.unit or extra in _for_sale(pos, turn.unit, turn.granted)


def _runs(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the run step waits: a train, and track that joins a token to another stop that is open to it."""
    inside = pos.kind(turn.unit) in figures(pos).no_red_stops.units
    joined = joins_a_token(pos, turn.unit, routing.route_graph(pos), inside=inside)
    return joined and bool(pos.state.trains.get(turn.unit))


def _chooses(pos: Position, unit: str) -> bool:
    """Tell whether the Furka-Oberalp line may be laid for a unit now, or EVA given by its director."""
    lays = powers.serves(pos, powers.power(pos, "furka"), unit) and powers.powers_open(pos)
    return lays or swiss_state(pos).eva == pos.director(unit)


def _sells_privates(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the step of privates waits: where one could be bought, or a choice is left."""
    unit = turn.unit
    owns = pos.kind(unit) in figures(pos).may_own_privates
    asked = owns or unit == figures(pos).sbb.id
    return (owns and bool(_for_sale(pos, unit))) or (asked and _chooses(pos, unit))


def _buys(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the train step waits."""
    left = [train.price for train in pos.title.data.trains if pos.state.depot[train.stack] != 0]
    trades = pos.since(figures(pos).trade_from) and _is_for_sale(pos, turn.unit)
    return possible(BuyTrain)(pos, turn) or could_buy(pos, turn.unit, left, trades=trades)


def _is_for_sale(pos: Position, unit: str) -> bool:
    """Tell whether another unit has a train that it may sell: any but the one printed on the SBB's charter."""
    others = (seller for seller in pos.state.tokens_left if seller != unit)
    return any(not printed_one(pos, seller, train) for seller in others for train in pos.trains(seller))


def _checked(writer: Writer) -> None:
    """Write that the step in which destinations are looked at is over."""
    writer.by_itself("pass", writer.turn.unit)


PRINTED = {
    "D25": 1,
    "G18": 2,
    "C12": 1,
    "D13": 2,
    "E18": 3,
    "H13": 4,
    "K10": 5,
    "K20": 6,
    "K22": 7,
    "G28": 1,
    "I28": 2,
    "L21": 1,
    "G8": 1,
}
"""The numbers of bare hexes with a city that are not 0."""
CHECK = PeerStep((), lambda _pos, _turn: True, _checked, quiet=True)
STEPS = (
    PeerStep((LayTile,), _lays, leave_by_pass),
    CHECK,
    PeerStep((PlaceToken,), possible(PlaceToken), leave_by_pass, once=True),
    CHECK,
    PeerStep((RunTrains,), _runs, leave_by_empty_run, once=True),
    PeerStep((PayDividend,), never, leave_by_pass, once=True),
    PeerStep((BuyTrain, Sell, Bankrupt), _buys, leave_by_pass),
    PeerStep((), _sells_privates, leave_by_pass, also=(Acquire,)),
)

WRITING = Writing(
    verbs={
        **VERBS,
        Sell: _sell,
        BuyTrain: _train,
        Repay: _repay,
        Mountain: _mountain,
        Permit: _buy_certificate,
        Tunnel: _tunnel,
        Furka: _furka,
        Eva: _eva,
        Bankrupt: _bankrupt,
    },
    steps=STEPS,
    early=(Furka, Eva),
    given={"5H": NATIONAL},
    kept=(EVA,),
    printed=lambda _pos: PRINTED,
    told=_told,
    awaited=_awaited,
    formed=lambda pos: {figures(pos).sbb.id: figures(pos).sbb_parts},
)
