"""Sentences of the command line about files and arguments. What a rule says comes from the title's clauses."""

from __future__ import annotations

from engine.rules import EngineError, IllegalAction
from engine.title import find, titles

ERRORS = {
    "unreadable": "{path}: cannot be read ({why})",
    "too_large": "{path}: too large",
    "not_json": "{path}: not a JSON file",
    "not_a_game": "{path}: not a recorded game",
    "bad_record": "the record is wrong at {where}: {why}",
    "no_such_entry": "entry {at} does not exist; the file has {count}",
    "no_reader": "games of {title} recorded on 18xx.games cannot be read yet",
    "unknown_title": "there is no title {title}; there are: {known}",
    "unknown_option": "there is no option {option}",
    "option_players": "option {option} is not for {count} players",
    "option_twice": "option {option} is given twice",
    "unknown_purchase": "the record buys something unknown: {text}",
    "unknown_verb": "there is no action {verb}",
    "unknown_unit": "there is no company {unit} in play",
    "unknown_train": "there is no train {train}",
    "unknown_car": "there is no benefit {car}; there are: {known}",
    "no_unit": "no company is in turn there; name one with --unit",
    "no_routes": "no routes there: {why}",
    "spare_word": "{verb}: {word} is one word too many",
    "missing_field": "{verb}: {field} is missing",
    "bad_field": "{verb}: {word} is no {field}",
    "player_count": "{title} is for {low} to {high} players, not for {count}",
    "same_player": "two players have the same name",
    "bad_player": "a player cannot be called {player!r}",
    "no_folder": "{path}: no such folder",
    "deck_unreadable": "{file}: cannot be read ({why})",
    "deck_field": "{file}: {where}: {why}",
    "deck_unknown": "there is no deck {deck}",
    "deck_unit": "{file}: {where}: no company {name} in the solo game",
    "deck_twice": "{file}: {where}: {name} is there twice",
    "deck_city": "{file}: {where}: no city on hex {name}",
    "deck_train": "{file}: {where}: no train {name} in the solo game",
    "deck_tile": "{file}: {where}: {name} is no yellow tile",
    "deck_exits": "{file}: {where}: tile {name} on {hex} cannot lead to these hexes",
    "deck_lay": "{file}: {where}: the tile on {hex} cannot be laid after those before it ({rule})",
    "deck_few": "{file}: {where}: fewer than three minors have a {name} card",
    "deck_clash": "{file}: {where}: on {hex} another tile lies than on card {name}",
    "deck_supply": "{file}: {where}: together they need more tiles {name} than there are",
}


def sentence(error: EngineError) -> str:
    """Return one clear line about an error, free of anything a terminal would obey."""
    return harmless(_sentence(error))


def harmless(text: str) -> str:
    """Return a text as one line without anything a terminal would obey."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)


def _sentence(error: EngineError) -> str:
    if isinstance(error, IllegalAction):
        return f"{error.action.verb}: {_clauses(error)}"
    pattern = ERRORS.get(error.key)
    return pattern.format(**error.values) if pattern else str(error)


def _clauses(error: IllegalAction) -> str:
    """Return the clauses behind a refusal, in the words of its title."""
    for name in titles():
        texts = find(name).texts.clauses
        if set(error.refusal.clauses) & set(texts):
            return " ".join(f"[{clause}] {texts[clause]}" for clause in error.refusal.clauses)
    return f"{error.key} {dict(error.values)}"
