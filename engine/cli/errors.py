"""Errors as lines for a terminal. What a rule says comes from the title's clauses, the rest from the catalogues."""

from __future__ import annotations

from assets import sentences
from engine.refusals import IllegalAction, Refusal, Refused
from engine.retrace import Stuck
from engine.title import find, titles


def sentence(error: Refused, lang: str = sentences.ENGLISH) -> str:
    """Return one clear line about an error, free of control characters."""
    return harmless(_sentence(error, lang))


def harmless(text: str) -> str:
    """Return a text as one line without control characters."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)


def because(why: Refusal) -> str:
    """Return why something cannot be written, in the words of ``error.<key>``."""
    values = {name: _listed(value) for name, value in why.values.items()}
    return sentences.say(f"error.{why.key}", clauses=", ".join(why.clauses), **values)


def _sentence(error: Refused, lang: str) -> str:
    if isinstance(error, Stuck):
        return sentences.say("cli.bad_record", lang, where=f"entry {error.at}", why=_why(error).rstrip("."))
    if isinstance(error, IllegalAction):
        return _why(error)
    keys = [key for key in (f"error.{error.key}", f"cli.{error.key}") if sentences.known(key)]
    typed = {name: _listed(value) for name, value in error.values.items()}
    return sentences.say(keys[0], lang, **typed) if keys else str(error)


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _why(error: IllegalAction) -> str:
    return f"{error.action.verb}: {_clauses(error)}"


def _clauses(error: IllegalAction) -> str:
    """Return the clauses behind a refusal, in the words of its title."""
    for name in titles():
        texts = find(name).texts.clauses
        if set(error.refusal.clauses) & set(texts):
            return " ".join(f"[{clause}] {texts[clause]}" for clause in error.refusal.clauses)
    return f"{error.key} {dict(error.values)}"
