"""What is noted about turns and rounds of 18CZ while they last."""

from __future__ import annotations

from dataclasses import dataclass

from engine.notes import Notes, OperatingNotes, StockNotes


@dataclass(frozen=True, slots=True)
class CzechOperating(OperatingNotes):
    """Notes of an operating round: the companies whose ``first`` turn it is."""

    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CzechStock(StockNotes):
    """Notes of a stock round: who is ``forced`` to sell in his first turn."""

    forced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftPasses(Notes):
    """Notes of the draft: who has ``passed`` since the last purchase, and how often the order has ``turned``.

    ``poor`` is how many turns in a row were those of players who can afford nothing.
    """

    passed: tuple[str, ...] = ()
    turned: int = 0
    poor: int = 0


@dataclass(frozen=True, slots=True)
class CityQuestion(Notes):
    """The question in which city of a hex a company's token is to stand."""

    unit: str = ""
    hex: str = ""


@dataclass(frozen=True, slots=True)
class ReceivedTrains(Notes):
    """The trains of an acquired company: those still as received, and those turned."""

    trains: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
