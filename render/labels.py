"""The few words in pictures, each behind a key ``picture.*``; a word that nobody translated shows its key."""

from __future__ import annotations

from engine.exhibits import Note
from render import words


def label(key: str, lang: str = words.ENGLISH) -> str:
    """Return a short label."""
    whole = f"picture.{key}"
    return words.say(whole, lang) if words.known(whole) else key.rpartition(".")[2].replace("_", " ")


def told(note: Note, value: str, lang: str = words.ENGLISH) -> str:
    """Return a note in words, with its value as it is to be shown."""
    whole = f"picture.{note.key}"
    if words.known(whole) and "value" in words.messages(words.ENGLISH)[whole].fields:
        return " ".join(words.say(whole, lang, value=value).split())
    return f"{label(note.key, lang)} {value}".rstrip()


def short(note: Note, lang: str = words.ENGLISH) -> str:
    """Return a note for a place with little room: mostly its value alone."""
    key = f"picture.short.{note.key}"
    return words.say(key, lang, value=note.value) if words.known(key) else str(note.value)
