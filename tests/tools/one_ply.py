"""A person who looks one action ahead: what opponents are measured against."""

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
        pos = Position(game.title, game.state, dict(game.pos.memo))
        spare, self._found = Game(game.setup, pos, ()), dict[object, int]()
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
        treasuries = sum(pos.cash(unit) for unit in mine) * 0.25
        incomes = sum(pos.title.privates[private].income for private in pos.owned(me))
        worth = pos.worth(me) + ROUNDS * (paid + incomes) + treasuries
        return worth, isinstance(action, Accept | Refuse)

    def _earns(self, pos: Position, unit: str) -> float:
        if not pos.title.units[unit].shares or pos.trains(unit):
            name = (unit, pos.trains(unit), pos.state.phase, *map(id, pos.board))
            if name not in self._found:
                self._found[name] = pos.title.routes(pos, unit, (), None, budget=PATIENCE).revenue
            self._kept = (*getattr(self, "_kept", ())[-50:], pos.board)
            return self._found[name]
        run = pos.state.runs.get(unit)
        alone = pos.kind(unit) == "major"
        return run.revenue if run and alone else shares.size(pos, unit) / 10


STYLE = "person"
