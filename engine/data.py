"""What a title's data files may say. They state facts and contain no formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from engine.board.tiles import Colour, Data, Face, Tile


def _borne(names: str, what: str) -> AfterValidator:
    """Return the check that a name is borne by something of the title whose figures are read."""

    def known(name: str, info: ValidationInfo) -> str:
        there = getattr(info.context["title"], names) if info.context else (name,)
        if name not in there:
            raise ValueError(f"there is no {what} {name}; there are {', '.join(there)}")
        return name

    return AfterValidator(known)


TrainName = Annotated[str, _borne("trains", "train")]
PhaseName = Annotated[str, _borne("phases", "phase")]
CellName = Annotated[str, _borne("prices", "market cell")]
"""Names in a title's own figures that must be borne by a train, a phase, a cell of the title."""


class Terrain(Data):
    """Symbols printed on a hex."""

    kind: str
    count: int = 1
    cost: int = 0


class Hex(Face):
    """A hex of the map with what is printed on it.

    ``tiled`` is false where no tile may ever be laid. ``closed`` gives the edges no track may lead to, with the
    reason; those that lead off the map are found without it. ``split`` lists groups of edges that one tile may not
    join (a lake between two shores).
    """

    name: str = ""
    tiled: bool = True
    terrain: tuple[Terrain, ...] = ()
    closed: Mapping[int, str] = Field(default_factory=dict)
    split: tuple[tuple[int, ...], ...] = ()

    @property
    def cost(self) -> int:
        """Return the price of the first tile on this hex, in the title's currency."""
        return sum(terrain.cost for terrain in self.terrain)


class Home(Data):
    """Where a unit's first token is placed."""

    hex: str
    stop: int = 0


class Unit(Data):
    """Anything that operates: a minor or a corporation.

    ``tokens`` are the prices of its tokens in order; ``shares`` the percentages of its certificates, the director's
    first.
    """

    id: str
    abbr: str
    name: str
    kind: str
    colour: str
    ink: str = "#ffffff"
    tokens: tuple[int, ...] = ()
    home: Home | None = None
    shares: tuple[int, ...] = ()


class TrainType(Data):
    """A kind of train: one side of a card; ``count`` is missing where the supply is unlimited.

    ``card`` names the stack it is taken from where that is named after another side. ``kind`` tells a title's sorts
    of trains apart; ``stops`` and ``hexes`` limit its route.
    """

    name: str
    price: int
    count: int | None = None
    card: str = ""
    kind: str = ""
    stops: int = 0
    hexes: int | None = None

    @property
    def stack(self) -> str:
        """Return the name of the stack its card lies on."""
        return self.card or self.name


class Private(Data):
    """A private company or another certificate with one owner: face value and income, in the title's currency."""

    id: str
    name: str = ""
    kind: str = "private"
    price: int = 0
    income: int = 0


class Phase(Data):
    """A phase: its tile colours, how many operating rounds follow a stock round, trains a unit may own.

    ``brings`` names what else begins or ends with it, for those who want to know beforehand.
    """

    name: str
    colours: tuple[Colour, ...]
    operating_rounds: int
    train_limit: Mapping[str, int]
    brings: tuple[str, ...] = ()


def _row(text: Any) -> Any:
    return tuple(text.split()) if isinstance(text, str) else text


class Market(Data):
    """The share price board.

    Every row is a text of cells; ``.`` is a gap, ``*`` marks a start price. ``line`` is the number of columns to the
    left of a line that units of the kinds ``barred`` may not cross. In a ``zigzag`` prices rise from a cell of the
    lower row to the one above it, and on to the next of the lower row.
    """

    rows: tuple[Annotated[tuple[str, ...], BeforeValidator(_row)], ...]
    line: int | None = None
    barred: tuple[str, ...] = ()
    zigzag: bool = False


EDITION = 3
"""The edition of the rules, raised when one is mended under which games begun before could not go on."""


class Option(Data):
    """An option of a table; ``compat`` ones exist to replay games recorded under another reading.

    Without ``players`` it suits any number of them. Where it applies and the table does not choose a value, the
    ``default`` counts, if there is one. The value of a ``file`` option names a data file. One that is ``past`` holds
    for what has been recorded, and for nothing that is played after it.
    """

    id: str
    values: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    default: str = ""
    file: bool = False
    compat: bool = False
    past: bool = False
    clause: str = ""


class TitleData(Data):
    """The facts of ``title.toml``. ``bank`` is all the money there is, missing where it never runs out.

    It has run out where an action leaves it without money; ``each_payment`` where one payment of an action does.
    ``counted`` are the kinds of privates that count against the certificate limit; ``benefits`` says what may be
    bought for a run, and from whom; those without a seller are free. ``dummy`` holds shares like a player without
    being one: his money may fall below zero, and all players decide for him. ``automata`` are seats that no person
    plays; they take part beside the players at the table. ``former`` are the readings under which games go on that
    began before rules were mended, by the last edition in which they were the rules; ``presets`` are options that
    stand for several.
    """

    name: str
    full_name: str
    subtitle: str = ""
    former: Mapping[int, tuple[str, ...]] = Field(default_factory=dict)
    presets: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    designer: str
    currency: str
    players: tuple[int, int]
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    counted: tuple[str, ...] = ()
    dummy: str = ""
    automata: tuple[str, ...] = ()
    holding_limit: int = 100
    bank: int | None = None
    each_payment: bool = False
    units: tuple[Unit, ...]
    privates: tuple[Private, ...] = ()
    trains: tuple[TrainType, ...]
    phases: tuple[Phase, ...]
    market: Market
    options: tuple[Option, ...] = ()
    benefits: Mapping[str, str] = Field(default_factory=dict)
    extra: Mapping[str, Any] = Field(default_factory=dict)


class MapData(Data):
    """The facts of ``map.toml``: hexes, the title's own tiles, and how many of each tile there are."""

    hexes: tuple[Hex, ...]
    tiles: tuple[Tile, ...] = ()
    supply: Mapping[str, int | None]
    pools: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)


class ClauseData(Data):
    """The texts of ``clauses.toml``: every clause, which clauses a refusal cites, and table manners."""

    clauses: Mapping[str, str]
    refusals: Mapping[str, tuple[str, ...]]
    manners: Mapping[str, str] = Field(default_factory=dict)
