"""A title's rules by the words somebody types: clauses, and the terms that every 18xx uses."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import zip_longest
from math import log

from assets import sentences
from bot.menu.search import fold
from bot.speech.teller import Teller

TERMS = tuple(
    key.split(".")[1]
    for key in sentences.messages(sentences.ENGLISH)
    if key.startswith("glossary.") and key.endswith(".name")
)
"""The terms of the glossary, as the English sentences have them."""
_WORD = re.compile(r"[\w+%-]+")
_STEM = 5
"""Letters that the forms of a word have in common: "purchase" and "purchasing", "compra" and "compran"."""
SLIP, NEAR = 4, 0.75
"""How many letters a word has at least that is read as another one, and how alike the two must be."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A clause by its id, or a term by its name, with what it says."""

    name: str
    text: str

    @property
    def line(self) -> str:
        """Return the entry as one paragraph."""
        return f"**{self.name}**: {self.text}"


def clauses(teller: Teller) -> list[Passage]:
    """Return every clause of the teller's title in its language, in the order of the rules."""
    return [Passage(clause, teller.clause(clause)) for clause in teller.title.texts.clauses]


def terms(lang: str) -> list[Passage]:
    """Return the words of the field with what they mean."""
    return [
        Passage(sentences.say(f"glossary.{term}.name", lang), sentences.say(f"glossary.{term}.text", lang))
        for term in TERMS
    ]


def found(entries: Sequence[Passage], typed: str) -> list[Passage]:
    """Return the entries that speak of what is typed, those first that say most of it; none for no words.

    An id, or the beginning of one, brings those clauses in their order. A word that few entries have counts for
    more than one that stands everywhere.
    """
    wanted = fold(typed).strip()
    if not wanted:
        return []
    if by_name := [entry for entry in entries if _is_called(entry, wanted)]:
        return by_name
    told = [(entry, frozenset(_words(f"{entry.name} {entry.text}"))) for entry in entries]
    counts = {stem: sum(_has(words, stem) for _, words in told) for stem in map(_stem, _words(wanted))}
    weights = {stem: log(1 + len(told) / count) for stem, count in counts.items() if count}
    scores = [(sum(weights[stem] for stem in weights if _has(words, stem)), entry) for entry, words in told]
    best = max((score for score, _ in scores), default=0)
    near = [(score, entry) for score, entry in scores if score and score >= best / 2]
    return [entry for _, entry in sorted(near, key=lambda pair: -pair[0])]


def _is_called(entry: Passage, wanted: str) -> bool:
    """Tell whether a name is meant: the whole of it, or a clause's id up to one of its dots."""
    name = fold(entry.name)
    names = (name, name.partition("-")[2])
    return bool(wanted) and (wanted in names or any(one.startswith(f"{wanted}.") for one in names))


def _words(text: str) -> list[str]:
    """Return the words that tell something: none of two letters, unless there is a number in them."""
    found = _WORD.findall(fold(text))
    return [word for word in found if len(word) > 2 or any(mark.isdigit() for mark in word)]


def _stem(word: str) -> str:
    """Return the letters with which a form of a word begins."""
    return word.removesuffix("s")[:_STEM]


def _has(words: Iterable[str], stem: str) -> bool:
    return any(word.startswith(stem) for word in words)


def meant(entries: Iterable[Passage], typed: str) -> str:
    """Return the typed text with each unknown word replaced by the nearest word of an entry."""
    told = (word for entry in entries for word in _WORD.findall(f"{entry.name} {entry.text}".lower()))
    known = {fold(word): word for word in told if len(word) >= SLIP}

    def nearest(match: re.Match[str]) -> str:
        word = fold(match[0])
        if len(word) < SLIP or any(mark.isdigit() for mark in word) or _has(known, _stem(word)):
            return match[0]
        return next((known[near] for near in get_close_matches(word, known, 1, NEAR)), match[0])

    return _WORD.sub(nearest, typed)


def answer(tellers: Sequence[Teller], typed: str, room: int) -> str:
    """Return terms and clauses that speak of what is typed, as many as fit into so many characters.

    A slip is read as the nearest word that there is, and that is told.

    :param tellers: who speaks about each title that is asked about, all in one language
    """
    known = [entry for teller in tellers for entry in clauses(teller)]
    words = typed if any(_is_called(entry, fold(typed).strip()) for entry in known) else ""
    words = words or meant([*known, *terms(tellers[0].lang)], typed)
    lines = [*_terms(tellers[0].lang, words), *_clauses(tellers, words)]
    if not lines:
        return tellers[0].say("rule.none", text=sentences.escaped(typed, 60))
    head = [] if words == typed else [tellers[0].say("rule.meant", words=sentences.escaped(words, 60))]
    shown = [*head, *_fitting(lines, room - sum(map(len, head)))]
    left = len(head) + len(lines) - len(shown)
    return "\n".join([*shown, *([tellers[0].say("rule.more", n=left)] if left else [])])


def _terms(lang: str, typed: str) -> list[str]:
    return [entry.line for entry in terms(lang) if _is_called(entry, fold(typed).strip())]


def _clauses(tellers: Sequence[Teller], typed: str) -> list[str]:
    """Return the clauses of each title that speak of it, the best of every title first."""
    lists = [[entry.line for entry in found(clauses(teller), typed)] for teller in tellers]
    return [line for best in zip_longest(*lists) for line in best if line is not None]


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    shown: list[str] = []
    for line in lines:
        if sum(len(one) + 1 for one in shown) + len(line) > room:
            break
        shown.append(line)
    return shown or [sentences.cut(lines[0], room)]
