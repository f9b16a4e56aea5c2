"""People who look one action ahead: what opponents are measured against."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Accept, Action, LayTile, PlaceToken, Refuse, RunTrains
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.opponents.plain import RandomPlayer
from engine.position import Position
from engine.routes import Looks

MANY = 30
"""How many lays and tokens are tried, drawn by chance from more."""
AMOUNTS = 3
"""How many amounts of an offer are tried: the lowest, the middle and the highest."""
ROUNDS = 6
"""For how many rounds today's revenue is expected to be paid."""
LONGEST = 9.0
"""For how many rounds at most a person who plans expects anything."""
SURE = 0.8
"""How much the revenue counts to him that a unit will have once it has bought its first train."""
PATIENCE = Looks(100)


class OnePlyPerson(RandomPlayer):
    """Tries each legal action and takes what is best by cash, shares and the dividends expected of them."""

    def choose(self, game: Game) -> Action:
        """Return the action after which this seat has most."""
        self._notice(game.state.frames)
        mine = [offer for offer in game.choices.offers if self._is_own(offer) and not self._tried(offer)]
        runs = [offer for offer in mine if isinstance(offer.action, RunTrains)]
        if runs:
            return max(runs, key=lambda offer: int(offer.facts["revenue"])).action
        spare, self._found = game.apart(), dict[object, int]()
        return max(self._tries(mine), key=lambda action: self._worth(spare, action))

    def _tries(self, offers: list[Offer]) -> Iterator[Action]:
        board = [offer for offer in offers if isinstance(offer.action, LayTile | PlaceToken)]
        rest = [offer for offer in offers if offer not in board]
        some = board if len(board) <= MANY else self._random.sample(board, MANY)
        for offer in reversed([*some, *rest]):
            if offer.facts.get("consent"):
                continue
            amounts = offer.amounts
            if amounts is None:
                yield offer.action
                continue
            for amount in dict.fromkeys((amounts[-1], amounts[len(amounts) // 2], amounts[0])):
                yield offer.filled(amount)

    def _worth(self, game: Game, action: Action) -> tuple[float, bool]:
        pos, me = game.play(action).pos, action.actor
        held = (unit for unit in pos.state.tokens_left if pos.title.units[unit].shares)
        units = [unit for unit in held if pos.percent(me, unit)]
        minors = [unit for unit in pos.state.owners if unit in pos.title.units and pos.owner(unit) == me]
        paid = sum(self._earns(pos, unit) * pos.percent(me, unit) / 100 for unit in units)
        paid += sum(self._earns(pos, unit) / 2 for unit in minors)
        mine = [unit for unit in (*units, *minors) if pos.director(unit) == me]
        incomes = sum(pos.title.privates[private].income for private in pos.owned(me))
        worth = pos.worth(me) + self._rounds(pos) * (paid + incomes) + self._kept_for(pos, mine)
        return worth, isinstance(action, Accept | Refuse)

    def _rounds(self, pos: Position) -> float:
        """Return for how many rounds today's revenue is expected to be paid."""
        return ROUNDS

    def _kept_for(self, pos: Position, units: list[str]) -> float:
        """Return what the treasuries of one's units count."""
        return sum(pos.cash(unit) for unit in units) * 0.25

    def _earns(self, pos: Position, unit: str) -> float:
        if not pos.title.units[unit].shares or pos.trains(unit):
            return self._revenue(pos, unit, pos.trains(unit))
        run = pos.state.runs.get(unit)
        alone = pos.kind(unit) == "major"
        return run.revenue if run and alone else shares.size(pos, unit) / 10

    def _revenue(self, pos: Position, unit: str, trains: tuple[str, ...]) -> int:
        """Return the best revenue of a unit with these trains, looked for once while the board stays the same."""
        name = (unit, trains, pos.state.phase, *map(id, pos.board))
        if name not in self._found:
            self._found[name] = pos.title.routes(pos, unit, (), trains, budget=PATIENCE).revenue
        self._kept = (*getattr(self, "_kept", ())[-50:], pos.board)
        return self._found[name]


class PlanningPerson(OnePlyPerson):
    """Reckons with the rounds that are left, with young units' first trains, and with what he must pay for them.

    Nothing is expected of units that have not floated, and little of money that lies in treasuries near the end.
    """

    def _rounds(self, pos: Position) -> float:
        return 0.0 if pos.state.over else min(pos.title.insight.rounds(pos), LONGEST)

    def _kept_for(self, pos: Position, units: list[str]) -> float:
        ending = min(self._rounds(pos) / ROUNDS, 1.0)
        needy = [unit for unit in units if self._is_needy(pos, unit)]
        owed = sum(max(self._first(pos, unit)[1] - pos.cash(unit), 0) for unit in needy)
        return ending * super()._kept_for(pos, units) - owed

    def _is_needy(self, pos: Position, unit: str) -> bool:
        """Tell whether a unit that runs has no train and must own one."""
        return self._runs(pos, unit) and not pos.trains(unit) and pos.title.insight.must_own(pos, unit)

    def _runs(self, pos: Position, unit: str) -> bool:
        return unit in getattr(pos.state.extra, "floated", pos.title.units)

    def _first(self, pos: Position, unit: str) -> tuple[str, int]:
        """Return the cheapest train of the bank that a unit can run, and its price; 0 where there is none."""
        kinds = pos.title.insight.kinds(pos, unit)
        trains = [
            one for one in pos.title.data.trains if one.kind in kinds and pos.left(one.name) and one.price
        ]
        return (trains[0].name, trains[0].price) if trains else ("", 0)

    def _earns(self, pos: Position, unit: str) -> float:
        if not pos.title.units[unit].shares or pos.trains(unit) or pos.kind(unit) == "major":
            return super()._earns(pos, unit)
        train, _ = self._first(pos, unit)
        if not train or not self._runs(pos, unit) or unit not in pos.state.tokens_left:
            return 0.0
        return SURE * self._revenue(pos, unit, (train,))
