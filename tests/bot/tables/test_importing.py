"""Damaged files: whatever was done to them, they are read as a game or refused in one sentence."""

import gzip
import json
import random
import re
from functools import cache
from typing import Any

import pytest

from bot.speech import error_sentences
from bot.tables.importing import read_record
from engine.game import Game
from engine.opponents import STYLES
from engine.peer18xx import written_game
from engine.refusals import Refused
from tests.test_hostile_files import tampered

TITLES = ("18Mag", "18CZ", "1844")


@cache
def file_of(title: str, moves: int) -> Any:
    """The beginning of a game in the form of 18xx.games."""
    player = STYLES["mixed"](7)
    game, done = Game.start(title, ("ann", "bob", "cy"), ("compat=peer18xx",), seed=7), []
    for _ in range(moves):
        done.append(player.choose(game))
        game = game.play(done[-1])
    return json.loads(written_game.file_of(game.setup, done).text)


def told(raw: bytes) -> str:
    """What is said of a file: nothing if it is a game."""
    try:
        read_record(raw, "game.json")
    except Refused as error:
        return error_sentences.sentence(error, "en")
    return ""


def is_a_sentence(text: str) -> bool:
    """Whether it is one short line with nothing of Python in it, but for a move of the file between backquotes."""
    strange = re.search(r"None|True|False|Traceback|<class|\bnan\b|\{\w*\}(?!$)", re.sub("`.*`", "", text))
    return text.isprintable() and 10 < len(text) < 400 and strange is None


def judge(title: str, moves: int, seed: int, tries: int) -> None:
    chance, whole = random.Random(seed), file_of(title, moves)
    answers = [told(json.dumps(tampered(whole, chance)).encode()) for _ in range(tries)]
    said = [answer for answer in answers if answer]

    assert 0 < len(said) < tries
    assert [answer for answer in said if not is_a_sentence(answer)] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_written_game_that_was_tampered_with_is_a_game_or_a_sentence(title: str):
    """A few parts gone, strange, doubled or copied from elsewhere."""
    judge(title, 25, 3, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("title", TITLES)
def test_long_games_that_were_tampered_with(title: str, seed: int):
    """The same within operating rounds."""
    judge(title, 120, seed, 100)


def test_the_number_of_a_round_is_made_of_numbers():
    """Text in its place is refused like anything else."""
    data = file_of("1844", 25)
    entry = {"type": "pass", "entity": "VSB", "entity_type": "corporation", "in_round": ["1", 1]}

    assert "actions.25.in\\_round.0" in told(
        json.dumps({**data, "actions": [*data["actions"], entry]}).encode()
    )


def nested(levels: int) -> bytes:
    """Entries within entries, deeper than any reader goes."""
    inner = '{"type": "message", "auto_actions": ['
    head = json.dumps({**file_of("18Mag", 2), "actions": []})[:-3]
    return f"{head}[{inner * levels}{']}' * levels}]}}".encode()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b'{"title": "18Mag", "players": NaN}',
        b"9" * 5000,
        gzip.compress(b"{}", mtime=0)[:-9],
        b'{"actions": ' + b"[" * 900 + b"]" * 900 + b"}",
        b"\xff\xfe" + "{}".encode("utf-16-le"),
    ],
    ids=["empty", "null", "NaN", "digits", "cut off", "deep", "UTF-16"],
)
def test_what_is_no_record_is_told_in_a_sentence(raw: bytes):
    """Cut off, packed, of other marks, or too deep."""
    assert is_a_sentence(told(raw))


@pytest.mark.parametrize("levels", [200, 900, 5000])
def test_entries_within_entries_are_read_or_refused(levels: int):
    """As deep as they go."""
    answer = told(nested(levels))
    assert not answer or is_a_sentence(answer)
