"""What happened, as data: one frozen record each. Sentences are made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened while an action was carried out."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round started; ``number`` is as printed, (3,) for SR 3 and (3, 1) for OR 3.1."""

    kind: str
    number: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase started, because of a train type that was bought or an empty market."""

    phase: str
    train: str
    why: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money changed hands, in the title's currency."""

    payer: str
    payee: str
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """A player took an item in a draft without paying."""

    player: str
    certificate: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player passed or ended a turn; ``acted`` tells whether anything was done before.

    ``skips`` is the verb of what is given up, ``turn``, or the kind of a decision inside a turn; it is empty where no
    unit operates.
    """

    player: str
    unit: str = ""
    acted: bool = False
    skips: str = ""


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A player bought a certificate."""

    player: str
    unit: str
    percent: int
    price: int
    seller: str


@dataclass(frozen=True, slots=True)
class Priced(Event):
    """A corporation got its par price, in the title's currency."""

    unit: str
    price: int


@dataclass(frozen=True, slots=True)
class BidPlaced(Event):
    """A player bid for a private."""

    player: str
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A private went to a player at the end of its auction, or was bought from the bank."""

    player: str
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class Acquired(Event):
    """A unit bought a private company from a player."""

    unit: str
    private: str
    price: int
    seller: str


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """A private company left the game, or a unit did; ``holder`` owned it, and got ``price`` for it."""

    company: str
    holder: str
    why: str
    price: int = 0


@dataclass(frozen=True, slots=True)
class Merged(Event):
    """A unit acquired another one at a price for each share; ``paid`` is what the shareholders got."""

    unit: str
    target: str
    price: int
    paid: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Floated(Event):
    """A corporation got its money and operates from now on."""

    unit: str
    capital: int


@dataclass(frozen=True, slots=True)
class TrainRusted(Event):
    """A train left the game or turned into another one; ``holder`` is a unit, the pool or the depot."""

    holder: str
    train: str
    into: str
    why: str

    @property
    def is_lost(self) -> bool:
        """Whether a phase has taken it from its holder: it was neither exported nor turned into another one."""
        return self.why == "phase" and not self.into


@dataclass(frozen=True, slots=True)
class Indebted(Event):
    """A player's debt changed by an amount, of which ``interest`` is the part that is interest."""

    player: str
    amount: int
    interest: int
    why: str


@dataclass(frozen=True, slots=True)
class OrderChanged(Event):
    """The players have a new turn order."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Cards were dealt to an automaton."""

    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """A unit acts by a line of its card, or skips it; the row is 0 for what stands above the lines."""

    unit: str
    card: str
    row: int
    what: str


@dataclass(frozen=True, slots=True)
class Sold(Event):
    """A player sold shares of one corporation in a block."""

    player: str
    unit: str
    percent: int
    price: int


@dataclass(frozen=True, slots=True)
class Directed(Event):
    """A corporation got a director; ``before`` is empty where it had none."""

    unit: str
    player: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    """A share price marker moved between cells (``"row,column"``)."""

    unit: str
    before: str
    after: str
    why: str


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile was laid or upgraded; ``cost`` is what the unit paid in all, in the title's currency."""

    unit: str
    hex: str
    tile: str
    rotation: int
    before: str
    cost: int
    using: str = ""


@dataclass(frozen=True, slots=True)
class TokenPlaced(Event):
    """A token was placed."""

    unit: str
    hex: str
    stop: int
    cost: int
    stop_name: str = field(default="", compare=False, repr=False)
    """What the city is called where its hex has several."""


@dataclass(frozen=True, slots=True)
class TokenSettled(Event):
    """A token that lay on a hex without track got its city."""

    unit: str
    hex: str
    stop: int
    stop_name: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TokenRemoved(Event):
    """A unit took a token back to its charter."""

    unit: str
    hex: str
    stop: int
    stop_name: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TrainDiscarded(Event):
    """A unit discarded a train without payment; ``to`` is where it can be bought, empty if it left the game."""

    unit: str
    train: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class RouteRun(Event):
    """One train's run, part of :class:`Ran`."""

    train: str
    path: tuple[str, ...]
    revenue: int


@dataclass(frozen=True, slots=True)
class Ran(Event):
    """A unit ran its trains. ``subsidy`` goes to its treasury whole."""

    unit: str
    revenue: int
    subsidy: int = 0
    routes: tuple[RouteRun, ...] = ()
    using: tuple[str, ...] = ()
    claimed: bool = True


@dataclass(frozen=True, slots=True)
class Unproved(Event):
    """The search for a unit's best routes ended early, so only the best it had found must be claimed."""

    unit: str
    found: int


@dataclass(frozen=True, slots=True)
class DividendPaid(Event):
    """A unit's revenue or dividend was divided: among holders, and ``kept`` in the treasury.

    ``apart`` tells that what is kept is no part of the amount: the unit paid out of its treasury.
    """

    unit: str
    amount: int
    kept: int
    paid: Mapping[str, int] = field(default_factory=dict)
    apart: bool = False


@dataclass(frozen=True, slots=True)
class TrainBought(Event):
    """A unit bought a train from the depot or from another unit."""

    unit: str
    train: str
    price: int
    seller: str


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A deal needs the consent of another player."""

    player: str
    other: str
    action: str


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The other player agreed, declined, or the proposer withdrew."""

    player: str
    answer: str
    action: str


@dataclass(frozen=True, slots=True)
class WentOn(Event):
    """A record has ended; ``what`` names the rules by which the game goes on."""

    what: str


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """A counter of the title changed, e.g. the tokens of operating rounds without a train sale."""

    what: str
    value: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class PriorityMoved(Event):
    """The priority deal went to a player."""

    player: str


@dataclass(frozen=True, slots=True)
class TakenAsRecorded(Event):
    """Something was taken as another record has it, against the ``clauses``, or a rule, that forbid it."""

    player: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended with these totals, in the title's currency, the best first."""

    scores: Mapping[str, int]
    why: str
