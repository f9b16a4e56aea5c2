"""The few words in pictures: messages ``picture.*``; a word that nobody has translated shows its key."""

from __future__ import annotations

from assets import sentences
from engine.data import Phase
from engine.exhibits import Remark
from engine.title import Title

TIMES = "\u00d7"
ENDLESS = "\u221e"


def label(key: str, lang: str = sentences.ENGLISH) -> str:
    """Return a short label."""
    whole = f"picture.{key}"
    return sentences.say(whole, lang) if sentences.known(whole) else key.rpartition(".")[2].replace("_", " ")


def own_label(title: Title, key: str, lang: str, kind: str = "") -> str:
    """Return a short label in a title's own words, for a kind of unit if one is named, else the one of all titles."""
    own = f"in.{title.name}.picture.{key}" + (f"/{kind}" if kind else "")
    return sentences.say(own, lang) if sentences.known(own) else label(key, lang)


def remark_text(remark: Remark, value: str, lang: str = sentences.ENGLISH) -> str:
    """Return a remark in words, with its value as it is to be shown; without one, as the head of several."""
    whole = f"picture.{remark.key}"
    if sentences.known(whole) and "value" in sentences.messages(sentences.ENGLISH)[whole].fields:
        said = " ".join(filter(None, sentences.say(whole, lang, value=value).split(" ")))
        return said if value else said.rstrip(":")
    return f"{label(remark.key, lang)} {'' if value == '1' else value}".rstrip()


def head_of_several(remark: Remark, head: str, lang: str = sentences.ENGLISH) -> str:
    """Return the head of more than one remark of a kind: the plural, where a language has one."""
    key = f"picture.{remark.key}.several"
    return sentences.say(key, lang) if sentences.known(key) else head


def short_remark(remark: Remark, lang: str = sentences.ENGLISH) -> str:
    """Return a remark for a place with little room: mostly its value alone."""
    key = f"picture.short.{remark.key}"
    return sentences.say(key, lang, value=remark.value) if sentences.known(key) else str(remark.value)


def phase_name(phase: Phase, lang: str) -> str:
    """Return what a phase is called: as it is printed where nobody has translated it."""
    key = f"phase.{phase.name}"
    return sentences.say(key, lang) if sentences.known(key) else phase.name


def round_title(kind: str, number: str, lang: str) -> str:
    """Return what a round is called with its number, one of a kind that has no name of its own as well."""
    keys = f"round.{kind}", "round.other"
    return sentences.say_first(keys, lang, kind=kind, number=number).strip()


def count_left(left: int | None) -> str:
    """Return how many are left, the endless sign where they never run out."""
    return ENDLESS if left is None else str(left)
