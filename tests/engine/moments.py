"""Moments of 1844 to write on, for tests of what all titles share."""

from engine.game import Game
from engine.scratch import Scratch
from engine.state import OFFER

ANN, BOB, CY = "ann", "bob", "cy"


def opened() -> Scratch:
    """The beginning of a game of three, with all certificates on offer."""
    game = Game.start("1844", (ANN, BOB, CY), (), 1)
    scratch = Scratch(game.title, game.state, {})
    scratch.state.certificates = dict.fromkeys(game.state.certificates, OFFER)
    return scratch


def held(scratch: Scratch, holder: str, *certificates: str) -> None:
    """Hand certificates to somebody."""
    for certificate in certificates:
        scratch.give(certificate, holder)
