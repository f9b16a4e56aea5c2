"""The cards of the solo game as data: what they say, and whether a deck can be played with.

A deck is a file, so that owners of the printed cards can write theirs down. A game keeps the name of its deck and a
digest of it; replaying the game takes a deck with that digest.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from engine.actions import LayTile
from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Data, exits
from engine.position import Position
from engine.printed import Printed
from engine.refusals import BadSetup, Malformed
from engine.rules import Rules
from engine.state import State, Token
from engine.steps import track as laying
from engine.steps.track_reach import reachable
from engine.title import Title, find
from engine.titles.t18mag import track

Op = Literal["BUY", "STATION", "SWAP3", "SWAP4", "SIB30", "SIB30_80"]
Source = Literal["rulebook", "project", "owner"]

FOLDER = "STATIONMASTER_DECKS"
"""Environment variable: a folder with further decks, known by their names."""

AT_MOST = 3
"""How many company cards are dealt."""
CARDS, LINES = 90, 30
"""How many cards of a kind, and lines or tiles of a card, a deck may have; so a nonsensical file is soon refused."""
LARGEST = 1024 * 1024
"""How many bytes the file of a deck may hold."""


class CardAction(Data):
    """One line of a company card; ``train`` is what BUY buys, ``hex`` is where STATION places a token."""

    op: Op
    train: str = ""
    hex: str = ""


class Piece(Data):
    """A tile of the starting track; ``exits`` are the hexes its track leads to."""

    hex: str
    tile: str
    exits: tuple[str, ...] = Field(min_length=1)


class CompanyCard(Data):
    """A card of a minor: its lines in order, the track on its back, and a token that starts on the map."""

    id: str
    minor: str
    colour: Literal["green", "yellow", "red"]
    permanent: bool = False
    extra_token: str | None = None
    actions: tuple[CardAction, ...] = Field(default=(), max_length=LINES)
    track: tuple[Piece, ...] = Field(default=(), max_length=LINES)
    source: Source = "owner"


class ShareLine(Data):
    """A major, and the percentage up to which it is bought."""

    major: str
    max: int = Field(ge=0, le=60, multiple_of=10)


class ShareCard(Data):
    """A share card: the share that is there from the start, then what is bought, in this order."""

    id: str
    start: str
    lines: tuple[ShareLine, ...] = Field(min_length=1, max_length=LINES)
    source: Source = "owner"


class Deck(Data):
    """All cards of the solo game.

    ``swap`` tells what becomes of a swap while there is no 2-train to discard: where there is room it buys the train,
    or it waits.
    """

    deck: str = Field(pattern=r"^[\w-]+$")
    source: Source = "owner"
    note: str = ""
    swap: Literal["buy", "wait"] = "buy"
    company_cards: tuple[CompanyCard, ...] = Field(min_length=1, max_length=CARDS)
    share_cards: tuple[ShareCard, ...] = Field(min_length=1, max_length=CARDS)

    @property
    def known_as(self) -> str:
        """Return the name with a digest of the cards."""
        text = json.dumps(self.model_dump(mode="json", exclude={"note", "swap"}), sort_keys=True)
        return f"{self.deck}:{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def card(self, card: str) -> CompanyCard:
        """Return the company card of that id."""
        return next(one for one in self.company_cards if one.id == card)

    def share_card(self, card: str) -> ShareCard:
        """Return the share card of that id."""
        return next(one for one in self.share_cards if one.id == card)


def rotation(title: Printed, piece: Piece) -> int | None:
    """Return the rotation of a tile in which its track leads to exactly these hexes; None if there is none."""
    wanted = {edge for edge in EDGES if neighbour(piece.hex, edge) in piece.exits}
    if piece.tile not in title.tiles or len(wanted) != len(piece.exits):
        return None
    track = title.tiles[piece.tile].track
    return next((turn for turn in range(6) if exits(track, turn) == wanted), None)


# --- whether a deck can be played with

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
        if title.units.get(card.minor) is None or title.units[card.minor].kind != "minor":
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
        if title.units.get(major) is None or not title.units[major].shares:
            yield f"{where}.{place}", "deck_unit", {"name": major}


def _too_few(deck: Deck) -> Iterator[Problem]:
    for colour in ("green", "yellow", "red"):
        minors = {card.minor for card in deck.company_cards if card.colour == colour}
        if len(minors) < AT_MOST:
            yield "company_cards", "deck_few", {"name": colour}


def _clashes(deck: Deck, title: Title) -> Iterator[Problem]:
    """Yield hexes on which two cards disagree, and tiles of which a selection of cards needs too many."""
    for colour in ("green", "yellow", "red"):
        cards = [(number, card) for number, card in enumerate(deck.company_cards) if card.colour == colour]
        for (_, one), (number, two) in combinations(cards, 2):
            laid = {piece.hex: (piece.tile, frozenset(piece.exits)) for piece in one.track}
            for index, piece in enumerate(two.track):
                if laid.get(piece.hex, (piece.tile, frozenset(piece.exits))) != (
                    piece.tile,
                    frozenset(piece.exits),
                ):
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


# --- where decks come from

_KNOWN: dict[str, Deck] = {}


def read(text: str, name: str) -> Deck:
    """Return the deck in a file.

    :raises Malformed: when it is not a valid deck; the error says where.
    """
    try:
        deck = Deck.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "file"
        raise Malformed("deck_field", file=name, where=where, why=first["msg"]) from None
    for where, key, values in problems(deck, find("18Mag").of(1)):
        raise Malformed(key, file=name, where=where, **values)
    return deck


def by_name(value: str) -> str:
    """Return the digest of a deck, given its name or an earlier digest.

    :raises Refused: when there is no such deck, or its file is no good.
    """
    if value in _KNOWN or _find(value.partition(":")[0], value):
        return value
    deck = _named(value)
    if deck is None:
        raise BadSetup("deck_unknown", deck=value)
    return _remembered(deck)


def opened(path: Path) -> str:
    """Return the digest of the deck in a file.

    :raises Malformed: when the file is at fault.
    """
    return _remembered(_from_file(path))


def _remembered(deck: Deck) -> str:
    _KNOWN[deck.known_as] = deck
    return deck.known_as


def deck_of(pos: Position) -> Deck:
    """Return the deck a game is played with.

    :raises BadSetup: when the deck is not available.
    """
    known = pos.option("deck")
    if known not in _KNOWN and not _find(known.partition(":")[0], known):
        raise BadSetup("deck_unknown", deck=known)
    return _KNOWN[known]


def _find(name: str, known_as: str) -> bool:
    """Tell whether the deck of that name has that digest; if so, remember the deck."""
    for deck in (_named(name), _former(known_as)):
        if deck is not None and deck.known_as == known_as:
            _KNOWN[known_as] = deck
            return True
    return False


def _former(known_as: str) -> Deck | None:
    """Return a deck that came with an earlier version of this program, for the games begun with it."""
    file = resources.files(__package__).joinpath("decks", "former", f"{known_as.replace(':', '-')}.json")
    known = re.fullmatch(r"[\w-]+:[0-9a-f]{12}", known_as)
    return read(file.read_text("utf-8"), known_as) if known and file.is_file() else None


def _named(name: str) -> Deck | None:
    """Return a deck by name, from this program or the folder for further decks."""
    if not re.fullmatch(r"[\w-]+", name):
        return None
    own = resources.files(__package__).joinpath("decks", f"{name}.json")
    if own.is_file():
        return read(own.read_text("utf-8"), name)
    folder = os.environ.get(FOLDER, "")
    file = Path(folder, f"{name}.json")
    return _from_file(file) if folder and file.is_file() else None


def _from_file(path: Path) -> Deck:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Malformed("too_large", path=str(path))
        text = data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed("deck_unreadable", file=str(path), why=type(error).__name__) from None
    return read(text, path.name)
