"""What István does in the solo game: the actions that his cards and the rules leave to choose from.

Nothing here changes anything: these functions name the actions of the automaton in the position at hand. Where they
name several, the rules let the person at the table decide.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from engine.actions import Action, Buy, BuyTrain, Discard, LayTile, PlaceToken, RunTrains, unit_of
from engine.board.hexes import EDGES, Place, neighbour, opposite, order
from engine.board.tiles import exits
from engine.exhibits import CardLine, ShownCard
from engine.finance import shares
from engine.position import Position
from engine.rules import Rules
from engine.state import DEPOT, POOL
from engine.steps import Step
from engine.steps.track import track_step
from engine.steps.trains import has_room, printed
from engine.steps.unit_routes import route_graph
from engine.title import Title
from engine.titles.t18mag import routing
from engine.titles.t18mag.deck import CardAction, CompanyCard, ShareCard
from engine.titles.t18mag.deck_files import deck_of
from engine.titles.t18mag.figures import mag_state
from engine.titles.t18mag.procedures import procedures
from engine.titles.t18mag.revenue import car_prices

SWAPS = {"SWAP3": ("3", 95), "SWAP4": ("4", 175)}
"""What a swap buys, and the treasury that must be exceeded when a train is discarded for it (XI.2.2.10, .11)."""

SIBLINGS = ("SIB30", "SIB30_80")
"""The lines under which another of his minors sells a 2-train: one with a higher number, or also a lower one."""

CHEAP, DEAR = 30, 80
"""The price of a train from another of his minors: one with a higher number, or a lower one (XI.2.2.12, .13)."""

SMALL = "2"
"""The train that is swapped, sold among his minors, and bought by the permanent action."""

Purchase = tuple[str, str, int]
"""A train that is bought, its seller and the price."""


@cache
def _anyones(title: Title, step: str) -> Rules[Any]:
    """Return the rules of a step except the one about whose turn it is."""
    found: Step[Any] = title.steps[step]
    return found.rules.without("not_your_turn")


def _legal(pos: Position, step: str, action: Action) -> bool:
    """Tell whether an action would be legal in a step, no matter whose turn it is."""
    return _anyones(pos.title, step).broken(pos, action) is None


def himself(pos: Position) -> str:
    """Return the name of the automaton, empty if there is none."""
    return "".join(pos.state.automata[:1])


def people(pos: Position) -> tuple[str, ...]:
    """Return the players other than automata."""
    return tuple(player for player in pos.state.players if player not in pos.state.automata)


def minors(pos: Position) -> list[str]:
    """Return the minors of the automaton by rising number."""
    return [unit.id for unit in pos.units("minor") if pos.owner(unit.id) in pos.state.automata]


# --- cards


def card(pos: Position, minor: str) -> CompanyCard:
    """Return the company card of a minor."""
    return deck_of(pos).card(mag_state(pos).cards[minor])


def share_card(pos: Position) -> ShareCard:
    """Return the share card."""
    return deck_of(pos).share_card(mag_state(pos).share_card)


def line(pos: Position, minor: str) -> CardAction | None:
    """Return the next action to be done; None when all are done."""
    actions, done = card(pos, minor).actions, mag_state(pos).done.get(minor, 0)
    return actions[done] if done < len(actions) else None


def stuck(pos: Position, minor: str) -> bool:
    """Tell whether the permanent action comes before all others: the minor has no train (XI.2.2.5)."""
    return card(pos, minor).permanent and not pos.trains(minor)


# --- track


def promotions(pos: Position) -> tuple[LayTile, ...]:
    """Return the promotions of the nearest city that can be promoted (XI.2.1.2-.7)."""
    state = pos.state
    inputs = (*pos.board, state.supply, state.phase, state.cash, pos.unit)
    return pos.fact("promotions", inputs, lambda: tuple(_promotions(pos)))


def _promotions(pos: Position) -> list[LayTile]:
    near = distances(pos, pos.unit)
    for distance in sorted(set(near.values())):
        cities = sorted((hex_ for hex_, far in near.items() if far == distance), key=order)
        found = [lay for hex_ in cities for lay in _most_joined(pos, hex_)]
        if found:
            return found
    return []


def distances(pos: Position, minor: str) -> dict[str, int]:
    """Return the distance of every city within reach, in hexes along track from home (XI.2.1.5)."""
    cities: dict[str, int] = {}
    for (hex_, stop), far in sorted(stop_distances(pos, minor).items(), key=lambda item: item[1]):
        if pos.network.stop((hex_, stop)).kind == "city":
            cities.setdefault(hex_, far)
    return cities


def stop_distances(pos: Position, minor: str) -> dict[Place, int]:
    """Return the length of the shortest way to every stop within reach, from home or else from another token."""
    home = pos.title.units[minor].home
    own = pos.network.own(minor)
    first = [place for place in own if home is not None and place[0] == home.hex]
    return {**_measured(pos, minor, own), **_measured(pos, minor, first)}


def _measured(pos: Position, minor: str, starts: Iterable[Place]) -> dict[Place, int]:
    chart = route_graph(pos)
    links: dict[Place, list[tuple[Place, int]]] = {}
    for chain in chart.chains:
        one, two = chart.places[chain.one], chart.places[chain.two]
        links.setdefault(one, []).append((two, chain.length))
        links.setdefault(two, []).append((one, chain.length))
    best: dict[Place, int] = {}
    queue = [(0, place) for place in starts]
    while queue:
        far, place = heapq.heappop(queue)
        if place in best:
            continue
        best[place] = far
        if _passable(pos, minor, place):
            for other, length in links.get(place, ()):
                heapq.heappush(queue, (far + length, other))
    return best


def _passable(pos: Position, minor: str, place: Place) -> bool:
    return pos.network.stop(place).kind != "offboard" and not pos.network.blocked(minor, *place)


def _most_joined(pos: Position, hex_: str) -> list[LayTile]:
    """Return the promotions of a city that join most loose tracks (XI.2.1.7)."""
    tiles = track_step(pos).fitting(pos, hex_)
    every = [LayTile(himself(pos), pos.unit, hex_, tile, turn) for tile, turn in tiles]
    legal = [lay for lay in every if _promotes(pos, lay) and _legal(pos, "lay", lay)]
    most = max((joined(pos, lay) for lay in legal), default=0)
    return [lay for lay in legal if joined(pos, lay) == most]


def _promotes(pos: Position, lay: LayTile) -> bool:
    return pos.title.tiles[lay.tile].colour != "yellow" and procedures(pos).his_tile(pos, lay)


def joined(pos: Position, lay: LayTile) -> int:
    """Return how many tracks that lead into the hex without meeting any there a tile joins."""
    old, turn = pos.face(lay.hex)
    before, after = exits(old.track, turn), exits(pos.title.tiles[lay.tile].track, lay.rotation)
    return sum(edge in after and edge not in before and leads_in(pos, lay.hex, edge) for edge in EDGES)


def leads_in(pos: Position, hex_: str, edge: int) -> bool:
    """Tell whether track leads into a hex through an edge."""
    other = neighbour(hex_, edge)
    if other not in pos.title.hexes:
        return False
    face, turn = pos.face(other)
    return opposite(edge) in exits(face.track, turn)


# --- tokens, discards, runs


def tokens(pos: Position) -> tuple[PlaceToken, ...]:
    """Return where the token of the card can be placed now: in the nearest city of the hex (XI.2.2.9)."""
    wanted = line(pos, pos.unit)
    if wanted is None or wanted.op != "STATION" or stuck(pos, pos.unit):
        return ()
    stops = range(len(pos.face(wanted.hex)[0].stops))
    every = [PlaceToken(himself(pos), pos.unit, wanted.hex, stop) for stop in stops]
    legal = [token for token in every if _legal(pos, "token", token)]
    far = stop_distances(pos, pos.unit)
    near = min((far[token.hex, token.stop] for token in legal), default=0)
    return tuple(token for token in legal if far[token.hex, token.stop] == near)


def discards(pos: Position) -> tuple[Discard, ...]:
    """Return the train that is discarded for a better one (XI.2.2.10, .11)."""
    wanted = line(pos, pos.unit)
    if wanted is None or wanted.op not in SWAPS or pos.unit in mag_state(pos).begun:
        return ()
    better, least = SWAPS[wanted.op]
    owned, cash = pos.trains(pos.unit), pos.cash(pos.unit)
    alone = len(owned) == 1 and cash < printed(pos, better)
    if SMALL not in owned or cash <= least or alone:
        return ()
    return (Discard(himself(pos), pos.unit, SMALL),)


def runs(pos: Position) -> tuple[RunTrains, ...]:
    """Return the best run, with the benefit of RÁBA that brings most, if any does (XI.2.2.6, .15)."""
    using = benefits(pos, pos.unit)
    best = routing.best(pos, pos.unit, using)
    return (RunTrains(himself(pos), pos.unit, using, best.routes),) if best.routes else ()


def benefits(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the benefit of RÁBA with which a minor of the automaton runs, if any; of others nothing (XI.2.2.6)."""
    if pos.owner(unit) not in pos.state.automata:
        return ()
    best, using = routing.best(pos, unit, ()), tuple[str, ...]()
    for benefit in pos.title.data.benefits:
        if sum(car_prices(pos, (benefit,))) <= pos.cash(unit):
            more = routing.best(pos, unit, (benefit,))
            if more.routes and more.revenue > best.revenue:
                best, using = more, (benefit,)
    return using


# --- trains


def siblings(pos: Position, minor: str, op: str) -> dict[str, int]:
    """Return which of his minors may sell a 2-train under a line of a minor's card, and at what price, in order."""
    own = minors(pos)
    at = own.index(minor)
    lower = own[:at][::-1] if op == SIBLINGS[1] else []
    return {**dict.fromkeys(own[at + 1 :], CHEAP), **dict.fromkeys(lower, DEAR)}


def sale(pos: Position, minor: str) -> Purchase | None:
    """Return the purchase of a 2-train from another of his minors under the current line; None if none sells."""
    wanted = line(pos, minor)
    if wanted is None or wanted.op not in SIBLINGS:
        return None
    sellers = siblings(pos, minor, wanted.op).items()
    return next(((SMALL, other, price) for other, price in sellers if SMALL in pos.trains(other)), None)


def skipped(pos: Position, minor: str) -> bool:
    """Tell whether a line is skipped: none of his minors can sell (XI.2.2.12), or there is no room to swap."""
    wanted = line(pos, minor)
    if wanted is None or stuck(pos, minor):
        return False
    if wanted.op in SIBLINGS:
        return sale(pos, minor) is None
    return _swaps_freely(pos, minor) and not has_room(pos, minor)


def _swaps_freely(pos: Position, minor: str) -> bool:
    """Tell whether the current line is a swap with nothing to discard, by which the better train is only bought."""
    wanted, begun = line(pos, minor), mag_state(pos).begun.get(minor, "")
    swap = wanted is not None and wanted.op in SWAPS and not begun
    return swap and SMALL not in pos.trains(minor) and deck_of(pos).swap == "buy"


def purchases(pos: Position) -> tuple[BuyTrain, ...]:
    """Return the train that is bought next, if any."""
    wanted = _wanted(pos, pos.unit) if has_room(pos, pos.unit) else None
    if wanted is None or pos.cash(pos.unit) < wanted[2]:
        return ()
    return (BuyTrain(himself(pos), pos.unit, *wanted),)


def _wanted(pos: Position, minor: str) -> Purchase | None:
    """Return the purchase that must come first, whether or not it can be paid; None where there is none."""
    begun, wanted = mag_state(pos).begun.get(minor, ""), line(pos, minor)
    if begun and (pos.cash(minor) >= printed(pos, begun) or not stuck(pos, minor)):
        train = begun
    elif stuck(pos, minor):
        train = SMALL
    elif wanted is not None and wanted.op == "BUY":
        train = wanted.train
    elif wanted is not None and _swaps_freely(pos, minor):
        train = SWAPS[wanted.op][0]
    else:
        return sale(pos, minor)
    return train, DEPOT, printed(pos, train)


def follows(pos: Position, action: Action) -> int:
    """Return the number of the line an action of the automaton carries out; 0 for the permanent action."""
    unit = unit_of(action)
    begun = mag_state(pos).begun.get(unit, "")
    permanent = isinstance(action, BuyTrain) and stuck(pos, unit) and action.train != begun
    return 0 if permanent else mag_state(pos).done.get(unit, 0) + 1


# --- shares


def shares_wanted(pos: Position) -> tuple[Buy, ...]:
    """Return the share bought by the first line of the share card that can be carried out (XI.4.3)."""
    actor = himself(pos)
    for wanted in share_card(pos).lines:
        deal = Buy(actor, wanted.major, shares.size(pos, wanted.major), POOL)
        if pos.percent(actor, wanted.major) < wanted.max and _may_buy(pos, deal):
            return (deal,)
    return ()


def as_anybody(rules: Rules[Buy]) -> Rules[Buy]:
    """Return the rules for a purchase as they are."""
    return rules


def _may_buy(pos: Position, deal: Buy) -> bool:
    rules = procedures(pos).his_purchase(_anyones(pos.title, "buy"))
    return rules.broken(pos, deal) is None


# --- what everybody sees


def cards(pos: Position) -> tuple[ShownCard, ...]:
    """Return the cards that lie on his board, line by line."""
    if not mag_state(pos).cards:
        return ()
    his = himself(pos)
    shown = (
        ShownCard(his, card(pos, minor).id, tuple(_lines(pos, minor)), minor)
        for minor in mag_state(pos).cards
    )
    return (*shown, ShownCard(his, share_card(pos).id, tuple(_share_lines(pos))))


def _share_lines(pos: Position) -> Iterator[CardLine]:
    for wanted in share_card(pos).lines:
        held = pos.percent(himself(pos), wanted.major)
        shown = f"{pos.title.units[wanted.major].abbr} {held}/{wanted.max}"
        yield CardLine("card.share", shown, "done" if held >= wanted.max else "open")


def _lines(pos: Position, minor: str) -> Iterator[CardLine]:
    if card(pos, minor).permanent:
        yield CardLine("card.PERMANENT")
    for number, action in enumerate(card(pos, minor).actions):
        asked = siblings(pos, minor, action.op) if action.op in SIBLINGS else ()
        sellers = ", ".join(f"#{other}" for other in asked)
        key = f"card.{action.op}" if sellers or action.op not in SIBLINGS else "card.SIB_NONE"
        yield CardLine(key, sellers or action.train or action.hex, _how_far(pos, minor, number))


def _how_far(pos: Position, minor: str, number: int) -> str:
    """Return whether a line is done, was skipped, is the next one or still to come."""
    own = mag_state(pos)
    done = own.done.get(minor, 0)
    if number in own.skipped.get(minor, ()):
        return "skipped"
    return "done" if number < done else "next" if number == done else "open"
