"""Solo games of 18Mag put together by hand: who has which minors, and what István's cards have led to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.actions import LayTile
from engine.board.hexes import EDGES, neighbour
from engine.board.shapes import closed_side
from engine.board.tiles import exits
from engine.game import Game
from engine.records.data_folder import opened
from engine.scratch import Scratch
from engine.titles.t18mag import TITLE, istvan
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder, named

HIM = "István"
DECK = Path(__file__).with_name("trial.json")
"""Cards that stay as they are when the shipped ones are tuned."""


class Alone(Builder):
    """A solo game without any minor, track or card; ann is the person."""

    def __init__(self, *options: str, seed: int = 1) -> None:
        super().__init__(1, *options, *opened(TITLE, [f"deck={DECK}"]), seed=seed)
        state = self._scratch.state
        for column in ("tiles", "tokens", "trains", "owners"):
            setattr(state, column, {})
        state.tokens_left = {unit: left for unit, left in state.tokens_left.items() if not unit.isdigit()}
        own = replace(mag_state(self._scratch.now), cards={}, done={}, begun={}, terrain={}, share_card="A")
        state.extra = own
        self.cash(**dict.fromkeys((*state.players, "RABA", "SIK", "SKEV", "LDSTEG"), 0))

    def his(self, done: int = 0, begun: str = "", **cards: str) -> Alone:
        """Give minors to István with a card each: ``n2="16"``; so many lines of each card are done."""
        for minor, card in cards.items():
            self.owns(HIM, minor)
            own, unit = mag_state(self._scratch.now), named(minor)
            self._scratch.state.extra = replace(
                own,
                cards={**own.cards, unit: card},
                done={**own.done, unit: done},
                begun={**own.begun, **({unit: begun} if begun else {})},
            )
        return self

    def track(self, **laid: str) -> Alone:
        """Put tiles on the map so that their track leads to hexes: ``D11="8 E10 C10"``, to others if need be."""
        for hex_, text in laid.items():
            tile, *wanted = text.split()
            track = self._scratch.title.tiles[tile].track
            edges = {edge for edge in EDGES if neighbour(hex_, edge) in wanted}
            hex_data, face = self._scratch.title.hexes[hex_], self._scratch.title.tiles[tile]
            fits = [turn for turn in range(6) if edges <= exits(track, turn)]
            turns = [turn for turn in fits if closed_side(hex_data.closed, face, turn) is None]
            self.tiles(**{hex_: f"{tile} {turns[0]}"})
        return self

    def certificates(self, limit: int) -> Alone:
        """Let the certificate limit be another one."""
        title = self._scratch.title
        data = title.data.model_copy(update={"certificate_limit": {2: limit}})
        self._scratch = Scratch(replace(title, data=data), self._scratch.state, {})
        return self

    def share_card(self, card: str) -> Alone:
        """Say which share card he has."""
        self._scratch.state.extra = replace(mag_state(self._scratch.now), share_card=card)
        return self


def wanted(game: Game) -> list[LayTile]:
    """The promotions his cards and the rules leave open."""
    return list(istvan.promotions(game.pos))


def his(game: Game) -> list[str]:
    """The verbs of what one of his minors may do now; nothing if it is not in turn."""
    if game.pos.owner(game.pos.unit) != HIM:
        return []
    return sorted({action.verb for action in game.choices})


def on_his_own(game: Game) -> Game:
    """The game once he has done what he does without asking."""
    while (action := game.own_move) is not None:
        game = game.play(action)
    return game
