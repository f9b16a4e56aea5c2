"""What players may do: one frozen record for each verb. An action names the player who does it.

``verb`` is the word in notation and commands. ``amount`` names the field that an offer may leave open as a range.
``former`` are the words older records have for it, which are still read. ``noted`` fields are not chosen by the
player: they note what the action was judged by. A ``seldom`` verb is rarely what is wanted; a ``closing`` one does
nothing but end what is open. ``matter`` says which decision a verb belongs to, so that whoever shows a decision knows
what it is about without knowing the verbs of a title.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

Matter: TypeAlias = Literal[
    "lay",
    "token",
    "run",
    "dividend",
    "train",
    "share",
    "par",
    "auction",
    "draft",
    "acquisition",
    "deal",
    "discard",
    "home",
    "power",
    "pass",
]
"""What is decided: by most verbs of a title, whether a power is used."""


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run: the hexes in order, a stop written ``E12.1`` (hex and index), plain track ``E14``."""

    train: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.train}:{'-'.join(self.path)}"


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player does."""

    actor: str
    verb: ClassVar[str] = ""
    amount: ClassVar[str] = ""
    former: ClassVar[tuple[str, ...]] = ()
    noted: ClassVar[frozenset[str]] = frozenset()
    seldom: ClassVar[bool] = False
    closing: ClassVar[bool] = False
    matter: ClassVar[Matter] = "power"


def unit_of(action: Action | None) -> str:
    """Return the unit that an action names, which does it or is dealt in; empty where it names none."""
    return str(getattr(action, "unit", ""))


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing more in this turn, or in the steps now open.

    ``held`` notes what was held up for a power and now happens: a step, by its verb, or the end of the turn.
    """

    closing: ClassVar[bool] = True
    verb: ClassVar[str] = "pass"
    matter: ClassVar[Matter] = "pass"
    noted: ClassVar[frozenset[str]] = frozenset({"held"})
    held: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Take an item in a draft: a private, a minor, or a share of a corporation."""

    verb: ClassVar[str] = "draft"
    matter: ClassVar[Matter] = "draft"
    former: ClassVar[tuple[str, ...]] = ("take",)
    certificate: str


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell shares of one corporation in a block, in percent."""

    verb: ClassVar[str] = "sell"
    matter: ClassVar[Matter] = "share"
    unit: str
    percent: int


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy one certificate of a corporation, in percent."""

    verb: ClassVar[str] = "buy"
    matter: ClassVar[Matter] = "share"
    unit: str
    percent: int
    seller: str = "pool"


@dataclass(frozen=True, slots=True)
class Par(Action):
    """Start a corporation: buy its director certificate and set the par price, in the title's currency."""

    verb: ClassVar[str] = "par"
    matter: ClassVar[Matter] = "par"
    unit: str
    price: int


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid for the private that is up for auction."""

    verb: ClassVar[str] = "bid"
    matter: ClassVar[Matter] = "auction"
    amount: ClassVar[str] = "price"
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """Buy a private company for a unit, from its owner."""

    verb: ClassVar[str] = "acquire"
    matter: ClassVar[Matter] = "acquisition"
    amount: ClassVar[str] = "price"
    unit: str
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class Repay(Action):
    """Pay off a part of one's debt."""

    verb: ClassVar[str] = "repay"
    matter: ClassVar[Matter] = "share"
    amount: ClassVar[str] = "total"
    total: int


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """Lay or upgrade a tile; rotation 0-5 clockwise. ``using`` names a token or power that is spent on it."""

    verb: ClassVar[str] = "lay"
    matter: ClassVar[Matter] = "lay"
    unit: str
    hex: str
    tile: str
    rotation: int
    using: str = ""


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Place a token on a stop."""

    verb: ClassVar[str] = "token"
    matter: ClassVar[Matter] = "token"
    unit: str
    hex: str
    stop: int


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a train without payment."""

    seldom: ClassVar[bool] = True
    verb: ClassVar[str] = "discard"
    matter: ClassVar[Matter] = "discard"
    former: ClassVar[tuple[str, ...]] = ("scrap",)
    unit: str
    train: str


@dataclass(frozen=True, slots=True)
class RunTrains(Action):
    """Run trains. ``using`` names benefits paid for, in the order of payment.

    ``least`` notes the revenue that had to be claimed where a search had ended before the best was proved.
    """

    verb: ClassVar[str] = "run"
    matter: ClassVar[Matter] = "run"
    noted: ClassVar[frozenset[str]] = frozenset({"least"})
    unit: str
    using: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    least: int | None = None


@dataclass(frozen=True, slots=True)
class PayDividend(Action):
    """Pay a dividend: this much of a corporation's money goes to its shareholders."""

    verb: ClassVar[str] = "dividend"
    matter: ClassVar[Matter] = "dividend"
    amount: ClassVar[str] = "total"
    unit: str
    total: int


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a train from the depot or from another unit."""

    verb: ClassVar[str] = "train"
    matter: ClassVar[Matter] = "train"
    amount: ClassVar[str] = "price"
    unit: str
    train: str
    seller: str
    price: int


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Agree to the deal that was proposed."""

    verb: ClassVar[str] = "accept"
    matter: ClassVar[Matter] = "deal"


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    """Decline the deal that was proposed."""

    verb: ClassVar[str] = "refuse"
    matter: ClassVar[Matter] = "deal"


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Withdraw one's own proposal."""

    verb: ClassVar[str] = "withdraw"
    matter: ClassVar[Matter] = "deal"


@dataclass(frozen=True, slots=True)
class EndGame(Action):
    """End the game with the scores as they stand, which all ``players`` have agreed to away from the board."""

    verb: ClassVar[str] = "stop"
    matter: ClassVar[Matter] = "pass"
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AsRecorded(Action):
    """Take an action as another record has it, though a rule forbids it.

    ``line`` is its notation, joined by ``|``. A run against the rules earns ``revenue``, and ``subsidy`` for the
    treasury alone. Only records hold such actions: nobody can type one.
    """

    verb: ClassVar[str] = "recorded"
    line: str
    revenue: int = 0
    subsidy: int = 0


@dataclass(frozen=True, slots=True)
class GoOn(Action):
    """Leave the readings of a record where it ends: ``by`` says which rules the game goes on by from here.

    ``printed`` leaves them all, ``recorded`` only those that hold for nothing but what has been recorded.
    """

    verb: ClassVar[str] = "go_on"
    by: str


PRINTED, RECORDED = "printed", "recorded"
"""The rules by which a recorded game may go on."""

SHARED: tuple[type[Action], ...] = (
    Pass,
    Draft,
    Sell,
    Buy,
    Par,
    Bid,
    Acquire,
    Repay,
    LayTile,
    PlaceToken,
    Discard,
    RunTrains,
    PayDividend,
    BuyTrain,
    Accept,
    Refuse,
    Withdraw,
)
