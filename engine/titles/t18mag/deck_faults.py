"""Whether a deck of the solo game can be played with: its names, its tracks, and cards that go together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.actions import LayTile
from engine.position import Position
from engine.rules import Rules
from engine.state import State, Token
from engine.steps import track as laying
from engine.steps.track_reach import reachable
from engine.title import Title
from engine.titles.t18mag import track
from engine.titles.t18mag.deck import AT_MOST, COLOURS, CompanyCard, Deck, ShareCard, rotation

Problem = tuple[str, str, dict[str, str]]
"""Where something is wrong, what, and the values for its sentence."""

STARTING: Rules[LayTile] = Rules(
    (
        laying.tile_exists,
        laying.hex_takes_tiles,
        laying.one_colour_at_a_time,
        laying.wrong_kind(track.BUILDING),
        *laying.SHAPE,
        reachable,
    )
)
"""The rules that starting track keeps; nobody pays for it."""


def problems(deck: Deck, title: Title) -> Iterator[Problem]:
    """Yield the faults of a deck in order."""
    yield from _twice("company_cards", [card.id for card in deck.company_cards])
    yield from _twice("share_cards", [card.id for card in deck.share_cards])
    for number, card in enumerate(deck.company_cards):
        where = f"company_cards[{number}]"
        if card.minor not in title.units or title.units[card.minor].kind != "minor":
            yield f"{where}.minor", "deck_unit", {"name": card.minor}
            continue
        yield from _bad_actions(card, where, title)
        yield from _bad_track(card, where, title)
    for number, share in enumerate(deck.share_cards):
        yield from _bad_shares(share, f"share_cards[{number}]", title)
    yield from _too_few(deck)
    yield from _clashes(deck, title)


def _twice(where: str, ids: list[str]) -> Iterator[Problem]:
    for number, name in enumerate(ids):
        if name in ids[:number]:
            yield f"{where}[{number}].id", "deck_twice", {"name": name}


def _bad_actions(card: CompanyCard, where: str, title: Title) -> Iterator[Problem]:
    if card.extra_token is not None and not _city(title, card.extra_token):
        yield f"{where}.extra_token", "deck_city", {"name": card.extra_token}
    for number, action in enumerate(card.actions):
        place = f"{where}.actions[{number}]"
        if action.op == "STATION" and not _city(title, action.hex):
            yield f"{place}.hex", "deck_city", {"name": action.hex}
        if action.op == "BUY" and action.train not in title.trains:
            yield f"{place}.train", "deck_train", {"name": action.train}


def _city(title: Title, hex_: str) -> bool:
    return hex_ in title.hexes and any(stop.kind == "city" for stop in title.hexes[hex_].stops)


def _bad_track(card: CompanyCard, where: str, title: Title) -> Iterator[Problem]:
    """Yield the first tile of a card that cannot be laid after those before it."""
    pos = _at_home(card, title)
    for number, piece in enumerate(card.track):
        place = f"{where}.track[{number}]"
        if piece.hex not in title.hexes:
            yield f"{place}.hex", "deck_lay", {"hex": piece.hex, "rule": laying.hex_takes_tiles.name}
            return
        turn = rotation(title, piece)
        if piece.tile not in title.tiles or title.tiles[piece.tile].colour != "yellow":
            yield f"{place}.tile", "deck_tile", {"name": piece.tile}
            return
        if turn is None:
            yield f"{place}.exits", "deck_exits", {"name": piece.tile, "hex": piece.hex}
            return
        lay = LayTile("", card.minor, piece.hex, piece.tile, turn)
        if broken := STARTING.broken(pos, lay):
            yield place, "deck_lay", {"hex": piece.hex, "rule": broken.key}
            return
        pos = _with(pos, lay)


def _at_home(card: CompanyCard, title: Title) -> Position:
    home = title.units[card.minor].home
    state = State((), (), 0)
    if home is not None:
        state.tokens = {home.hex: (Token(home.stop, card.minor),)}
    return Position(title, state)


def _with(pos: Position, lay: LayTile) -> Position:
    state = pos.state.copy()
    seats = track.BUILDING.seat(pos, lay)
    state.tiles = {**state.tiles, lay.hex: (lay.tile, lay.rotation)}
    state.tokens = {**state.tokens, lay.hex: seats} if seats else state.tokens
    return Position(pos.title, state)


def _bad_shares(card: ShareCard, where: str, title: Title) -> Iterator[Problem]:
    named = [("start", card.start)]
    named += [(f"lines[{number}].major", line.major) for number, line in enumerate(card.lines)]
    for place, major in named:
        if major not in title.units or not title.units[major].shares:
            yield f"{where}.{place}", "deck_unit", {"name": major}


def _too_few(deck: Deck) -> Iterator[Problem]:
    for colour in COLOURS:
        minors = {card.minor for card in deck.company_cards if card.colour == colour}
        if len(minors) < AT_MOST:
            yield "company_cards", "deck_few", {"name": colour}


def _clashes(deck: Deck, title: Title) -> Iterator[Problem]:
    """Yield hexes on which two cards disagree, and tiles of which a selection of cards needs too many."""
    for colour in COLOURS:
        cards = [(number, card) for number, card in enumerate(deck.company_cards) if card.colour == colour]
        for (_, one), (number, two) in combinations(cards, 2):
            laid = {piece.hex: piece.lies for piece in one.track}
            for index, piece in enumerate(two.track):
                if laid.get(piece.hex, piece.lies) != piece.lies:
                    place = f"company_cards[{number}].track[{index}]"
                    yield place, "deck_clash", {"hex": piece.hex, "name": one.id}
        for some in combinations([card for _, card in cards], min(AT_MOST, len(cards))):
            yield from _supply(some, title)


def _supply(cards: tuple[CompanyCard, ...], title: Title) -> Iterator[Problem]:
    laid = {piece.hex: piece.tile for card in cards for piece in card.track}
    pools = [title.tiles[tile].pool for tile in laid.values() if tile in title.tiles]
    for pool in dict.fromkeys(pools):
        left = title.board.supply[pool]
        if left is not None and pools.count(pool) > left:
            yield f"cards {', '.join(card.id for card in cards)}", "deck_supply", {"name": pool}
