"""``make samples``: what a reader of a language reads, drawn by chance, so that native readers can judge it.

``python -m tests.tools.samples LANG --seed N [--messages 150] [--lines 150] [--to FILE]`` prints messages of the
catalogue with their fields filled in, in English and in the language, and lines of games of all titles that computer
players play. Fields are those with which a message was said in such a game; one that was not has the examples of
`assets/fields.toml`. The same seed draws the same sample.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from assets import exchange, sentences
from bot.speech.teller import ELLIPSIS
from tests.tools.examples import fields_of, in_language
from tests.tools.overheard import PLIES, Course, Heard, Spoken, courses, told

MESSAGES, LINES = 150, 150
MARGIN = "     "
OWN = re.compile(r"(?:in\.([^.]+)\.)?(.*)")


class Meant(NamedTuple):
    """Where a message was heard: the game, after how many actions, and which of those with its key it was."""

    course: Course
    ply: int
    nth: int


class Met(NamedTuple):
    """A line and the game in which somebody reads it."""

    course: Course
    ply: int
    line: Spoken


class Ears:
    """All that was read in some games in a language: the lines of each title by kind, and a use of each message."""

    def __init__(self, played: tuple[Course, ...], lang: str, seed: int) -> None:
        self.lang = lang
        self.seed = seed
        self.chance = random.Random(seed)
        self.lines: dict[str, dict[str, list[Met]]] = {}
        self.uses: dict[str, tuple[Meant, str]] = {}
        self._often = Counter[str]()
        for course in played:
            for ply in range(len(course.games)):
                self._listen(course, ply)

    def _listen(self, course: Course, ply: int) -> None:
        said, heard = told(course, ply, self.lang)
        kinds = self.lines.setdefault(course.title, defaultdict(list))
        for line in dict.fromkeys(one for one in said if not one.text.endswith(ELLIPSIS)):
            kinds[line.kind].append(Met(course, ply, line))
        counted = Counter[str]()
        for one in heard:
            self._often[one.key] += 1
            if self.chance.random() * self._often[one.key] < 1:
                self.uses[one.key] = Meant(course, ply, counted[one.key]), one.text
            counted[one.key] += 1


# --- messages


def messages(ears: Ears, count: int) -> Iterator[str]:
    """Yield so many messages, the same ones in each language: number, key, where it is said, and two sentences."""
    known = exchange.english()
    keys = random.Random(f"{ears.seed} messages").sample(sorted(known), min(count, len(known)))
    for number, key in enumerate(keys, 1):
        yield "\n".join(_message(ears, number, key))


def _message(ears: Ears, number: int, key: str) -> Iterator[str]:
    source, english, text = _heard(ears, key) or _made(ears, key)
    yield f"{number:>3}. {key}"
    yield f"{MARGIN}said: {_where(key)}; fields: {source}"
    if ears.lang != sentences.ENGLISH:
        yield f"{MARGIN}en: {_indented(english)}"
    yield f"{MARGIN}{ears.lang}: {_indented(text)}"


def _where(key: str) -> str:
    """Where a message is said, in a few words."""
    if key.startswith(exchange.CLAUSE):
        return "the rules"
    title, own = OWN.fullmatch(key).groups()  # type: ignore[union-attr]
    found = [f"{file}:{line}" for file, line in dict.fromkeys(exchange.places(own))]
    return ", ".join([*([f"{title} alone"] if title else []), *(found or ["nowhere by that name"])])


def _heard(ears: Ears, key: str) -> tuple[str, str, str] | None:
    """Where a message was heard, in English and in the language; None where it was not, or in one of them only."""
    if key not in ears.uses:
        return None
    (course, ply, nth), text = ears.uses[key]
    both = [_of_key(key, told(course, ply, lang)[1]) for lang in (sentences.ENGLISH, ears.lang)]
    if len(both[0]) != len(both[1]):
        return None
    return f"from {course.name}, after {ply} actions", both[0][nth].text, text


def _of_key(key: str, heard: list[Heard]) -> list[Heard]:
    return [one for one in heard if one.key == key]


def _made(ears: Ears, key: str) -> tuple[str, str, str]:
    """A message with examples in its fields, in English and in the language."""
    fields = fields_of(key, ears.chance.choice)
    said = [_filled(key, fields, lang) for lang in (sentences.ENGLISH, ears.lang)]
    return "examples" if fields else "none", said[0], said[1]


def _filled(key: str, fields: Mapping[str, str | int], lang: str) -> str:
    if lang == sentences.ENGLISH and key.startswith(exchange.CLAUSE):
        return exchange.english()[key].forms[0]
    return sentences.say(key, lang, **{name: in_language(one, lang) for name, one in fields.items()})


# --- lines of games


def lines(ears: Ears, count: int) -> Iterator[str]:
    """Yield so many lines of games, the titles in turn: of the kinds that were drawn least, one by chance."""
    drawn, number, names = Counter[str](), 0, sorted(ears.lines)
    while number < count and any(ears.lines.values()):
        kinds = ears.lines[names[number % len(names)]]
        number += 1
        if kinds:
            met = _drawn(kinds, drawn, ears.chance)
            yield "\n".join(_line(number, met))


def _drawn(kinds: dict[str, list[Met]], drawn: Counter[str], chance: random.Random) -> Met:
    """A line that has not been drawn, of a kind that was drawn as seldom as any."""
    least = min(drawn[kind] for kind in kinds)
    kind = chance.choice(sorted(kind for kind in kinds if drawn[kind] == least))
    drawn[kind] += 1
    met = chance.choice(kinds[kind])
    kinds[kind] = [one for one in kinds[kind] if one.line.text != met.line.text]
    if not kinds[kind]:
        del kinds[kind]
    return met


def _line(number: int, met: Met) -> Iterator[str]:
    yield f"{number:>3}. {met.course.name}, after {met.ply} actions; {met.line.where}"
    if met.line.before:
        yield f"{MARGIN}before: {met.line.before}"
    yield f"{MARGIN}line:   {met.line.text}"


def _indented(text: str) -> str:
    """A text of several lines, each of them below the first."""
    return text.replace("\n", f"\n{MARGIN}    ")


def sample(lang: str, seed: int, count: int, line_count: int, plies: int = PLIES) -> str:
    """A whole sample as text."""
    ears = Ears(courses(seed, plies), lang, seed)
    parts = (
        f"Messages ({lang}, seed {seed})",
        *messages(ears, count),
        "Lines of games",
        *lines(ears, line_count),
    )
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Draw and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.samples", description=__doc__)
    parser.add_argument("lang", choices=sentences.languages())
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--to", type=Path, help="a file instead of the screen")
    given = parser.parse_args()
    text = sample(given.lang, given.seed, given.messages, given.lines)
    if given.to:
        given.to.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
