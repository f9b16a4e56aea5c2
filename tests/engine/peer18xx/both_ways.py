"""Actions at a position that was put together by hand: written as entries of 18xx.games, and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.actions import Action
from engine.game import Game
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.in_force import Entry
from engine.peer18xx.reader import Reader
from engine.peer18xx.share_book import ShareBook
from engine.peer18xx.tile_book import TileBook
from engine.peer18xx.writer import Writer


def dialect_at(game: Game) -> Dialect:
    """How 18xx.games records the title of a game."""
    found = dialect_of(game.title.name)
    assert found is not None
    return found


def writer_at(game: Game) -> Writer:
    """A writer that stands at a position; its books know what lies there."""
    writer = Writer(game.setup, dialect_at(game))
    writer.game = game
    writer.trains.agree(game.pos)
    writer.shares = ShareBook(game.pos, one_bank=writer.dialect.one_bank)
    writer.tiles = TileBook(game.pos, writer.writing.printed(game.pos))
    for hex_, (tile, _) in game.state.tiles.items():
        writer.tiles.lay(hex_, tile)
    return writer


def played(game: Game, *lines: str) -> list[Action]:
    """Actions at a position, one after the other."""
    actions = list[Action]()
    for line in lines:
        actions.append(game.choices.noted(game.read(line)))
        game = game.play(actions[-1])
    return actions


def entries(game: Game, actions: Sequence[Action]) -> list[Entry]:
    """What is written of actions, as data."""
    writer = writer_at(game)
    writer.write(actions)
    assert writer.stop is None
    told: list[Entry] = json.loads(json.dumps(writer.entries))
    return told


def reader_at(game: Game, **known: Any) -> Reader:
    """A reader that stands at a position; players are called 1, 2 and so on, and it remembers what is ``known``."""
    dialect, ids = dialect_at(game), map(str, range(1, 9))
    players = dict(zip(ids, game.setup.players, strict=False))
    context = Context(game.title, players, dialect.units, **known).fork()
    reader = Reader(game.setup, dialect, context)
    reader.ours.game = game
    return reader


def read(game: Game, told: Sequence[Entry], **known: Any) -> list[Action]:
    """The actions that entries stand for at a position."""
    reader = reader_at(game, **known)
    for at, entry in enumerate(told):
        reader.follow(at, entry)
    return reader.ours.played


def entry(who: int | str, kind: str, **more: Any) -> Entry:
    """An entry as 18xx.games records it: a player by number, a company by name, a private by letter and number."""
    company = isinstance(who, str) and who[-1].isdigit()
    by = "player" if isinstance(who, int) else "company" if company else "corporation"
    return {"type": kind, "entity": who, "entity_type": by, **more}
