"""The cards of the solo game as data: what they say."""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from pydantic import Field

from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Data, exits
from engine.printed import Printed

Op = Literal["BUY", "STATION", "SWAP3", "SWAP4", "SIB30", "SIB30_80"]
Source = Literal["rulebook", "project", "owner"]
COLOURS = ("green", "yellow", "red")
"""The colours of company cards, one for each level of the game."""

AT_MOST = 3
"""How many company cards are dealt."""
CARDS, LINES = 90, 30
"""How many cards of a kind, and lines or tiles of a card, a deck may have; so a nonsensical file is soon refused."""


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

    @property
    def lies(self) -> tuple[str, frozenset[str]]:
        """Return what is equal for tiles that lie alike."""
        return self.tile, frozenset(self.exits)


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
    return next((turn for turn in EDGES if exits(track, turn) == wanted), None)
