"""What stands above pictures."""

import pytest

from bot.speech.captions import caption
from bot.speech.teller import Teller
from engine.game import Game
from engine.position import Position
from tests.bot.positions import NAMES, played

PLAYERS = ("s1", "s2", "s3")


def said(pos: Position, lang: str = "en") -> str:
    return caption(Teller(pos.title, NAMES, lang), pos)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en", "18CZ · Pre-stock round · Phase a · "), ("es", "18CZ · Ronda prebursátil · Fase a · ")],
)
def test_a_caption_says_game_round_phase_and_whose_turn_it_is(lang: str, expected: str):
    """In the language of the picture, without markup."""
    pos = Game.start("18CZ", PLAYERS, seed=1).pos

    assert said(pos, lang) == expected + NAMES[pos.awaited[0]]


def test_an_operating_unit_is_named_with_who_decides():
    """The unit first, its director behind it."""
    pos = next(game.pos for game in played() if not game.state.over and game.pos.unit)

    assert said(pos).endswith(f"{Teller(pos.title, NAMES, 'en').unit(pos.unit)} ({NAMES[pos.awaited[0]]})")


def test_a_finished_game_is_said_to_be_over():
    """Nobody is to move."""
    pos = Game.start("18Mag", PLAYERS, seed=1).pos
    state = pos.state.copy()
    state.over, state.frames = True, ()

    assert said(Position(pos.title, state)) == "18Mag · Yellow phase · the game is over"
