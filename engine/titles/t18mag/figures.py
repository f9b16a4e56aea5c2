"""What is special about 18Mag, read from the ``extra`` part of its data, and its own part of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from engine.board.tiles import Data
from engine.finance.privates import UsedPrivates
from engine.notes import Notes, OperatingNotes, TurnNotes
from engine.position import Position


class Supporters(Data):
    """What supporters do, by the id of their card, and how many of them a player takes.

    ``money`` is what the treasury gets, ``upgrade`` the colours of tiles laid besides those of the turn, ``token``
    the percentage taken off the price of a token, ``train`` the amount taken off the price of a train. Those in
    ``terrain`` pay for the terrain of one hex, those in ``town`` let a train visit one more town.
    """

    quota: Mapping[int, int] = Field(default_factory=dict)
    money: Mapping[str, int] = Field(default_factory=dict)
    terrain: tuple[str, ...] = ()
    upgrade: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    token: Mapping[str, int] = Field(default_factory=dict)
    train: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
    town: tuple[str, ...] = ()


class MagFigures(Data):
    """The numbers of 18Mag that no other title has. Money in forints.

    With ``snake`` every second turn of the draft is taken in reverse and the priority deal stays. ``seller_percent``
    of the price of a train goes to its seller. ``rail_cars`` says what each benefit does; ``rail_car_prices`` lists
    the price of each one that may be bought in a turn. Before the draft ``minors_removed`` minors leave the game. A
    route from red to red earns ``red_to_red`` more, and so does ``through_to``. In a solo game ``levels`` are the
    colours of the cards, ``income`` comes at the start of an operating round.
    """

    quota: Mapping[int, tuple[int, int]]
    minors_removed: int = 0
    red_to_red: Mapping[str, int] = Field(default_factory=dict)
    through_to: str = ""
    levels: Mapping[str, str] = Field(default_factory=dict)
    income: Mapping[str, int] = Field(default_factory=dict)
    supporters: Supporters = Supporters()
    shares_offered: Mapping[int, int]
    snake: bool = False
    start_cards: tuple[int, ...]
    start_cash: int
    start_train: str
    terrain_tokens: Mapping[str, int]
    sellers: Mapping[str, str]
    seller_percent: int
    stacks: tuple[str, ...]
    extra_tile: int
    terrain_to: str
    tracks_to: str
    rail_cars: Mapping[str, Literal["bonus", "plus", "mine"]]
    rail_car_prices: Mapping[str, tuple[int, ...]]
    red_bonus: Mapping[str, int]
    token_bonus: int
    no_train_tokens: int
    dividend_moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MagTurn(TurnNotes):
    """Notes of a turn in 18Mag under readings of recorded games.

    Terrain was ``prepaid``, by the supporter ``payer`` or, where that is empty, with a token; the minor has ``built``
    if it could not pay another tile after the last one.
    """

    prepaid: bool = False
    payer: str = ""
    built: bool = False


@dataclass(frozen=True, slots=True)
class MagOperating(OperatingNotes):
    """Notes of an operating round in 18Mag: whether the depot has ``sold`` a train, and the phase has ``changed``."""

    sold: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Drafting(Notes):
    """Notes of the draft: how many ``turns`` everybody has taken."""

    turns: int = 0


@dataclass(frozen=True, slots=True)
class MagState(UsedPrivates):
    """State that only 18Mag has.

    ``offer`` holds the items of the draft; ``terrain`` the terrain tokens left; ``stacks`` the train stacks that
    still carry a round-indicator tile; ``no_train`` counts the no-train tokens on the lowest of them; ``last_set``
    is the number of the last set of operating rounds, 0 while it is not known. ``used`` are the supporters called on
    in this operating round. In a solo game ``cards`` are those of the automaton by minor, ``done`` the lines
    finished, ``skipped`` those of them that were left out, counted from 0, and ``begun`` trains for which another one
    was discarded; ``share_card`` says which shares it buys.
    """

    offer: tuple[str, ...] = ()
    terrain: Mapping[str, int] = field(default_factory=dict)
    stacks: tuple[str, ...] = ()
    no_train: int = 0
    last_set: int = 0
    cards: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    begun: Mapping[str, str] = field(default_factory=dict)
    share_card: str = ""


def figures(pos: Position) -> MagFigures:
    """Return the numbers that only 18Mag has."""
    return pos.title.figures(MagFigures)


def mag_state(pos: Position) -> MagState:
    """Return the part of the state that only 18Mag has."""
    return pos.own(MagState)


def minors(pos: Position) -> tuple[str, ...]:
    """Return the minors in play by rising number."""
    return tuple(unit.id for unit in pos.units("minor"))


def majors(pos: Position) -> list[str]:
    """Return the majors in the order of the title."""
    return [unit.id for unit in pos.units("major")]
