"""The examples of `fields.toml` as a reader of a language would meet them: numbers, lists, places and moves in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from babel.dates import format_date, format_timedelta

from assets import exchange, places, sentences

Said = Callable[[str], str]
"""What says something in a language."""
THE_DAY = datetime(2026, 12, 24, 18)  # noqa: DTZ001 - it stands for itself
AND, OR, COMMA = " and ", " or ", ", "
AMOUNTS = (1, 2, 5)
"""How many of something are told, where nothing else in the message says so."""
TITLED: Mapping[str, Mapping[str, str]] = {
    "in.1844.": {
        "BEB": "NOB",
        "LS": "SCB",
        "B23 Brno": "C14 Liestal",
        "B23": "C14",
        "C22": "G26",
        "K": "SFR",
    },
    "in.18Mag.": {"BEB": "#7", "LS": "#3", "B23 Brno": "D7 Ödenburg", "B23": "D7", "C22": "F9", "K": "Ft"},
}
"""What stands in the place of 18CZ's companies, places and money in the own words of another title."""
MAJOR = {"#7": "RÁBA", "#3": "SIK"}
_MONEY = re.compile(r"\b(\d{1,3}(?:,\d{3})*) (K|Ft|SFR)\b")
_PERCENT = re.compile(r"\b(\d+)%")
_HOURS = re.compile(r"\b(\d+) hours\b")


def said(key: str, **fields: str | int) -> Said:
    """A message as an example; its fields are examples themselves."""

    def say(lang: str) -> str:
        return sentences.say(key, lang, **{name: in_language(text, lang) for name, text in fields.items()})

    return say


def listed(*parts: Said, by: str) -> Said:
    """Some messages with something between them."""
    return lambda lang: by.join(part(lang) for part in parts)


def ago(**span: int) -> Said:
    """A moment in the past as Discord shows it."""
    return lambda lang: format_timedelta(-timedelta(**span), add_direction=True, threshold=2, locale=lang)


def at_time(lang: str) -> str:
    """A moment to come as Discord shows it."""
    day = format_date(THE_DAY, "long", locale="en_GB" if lang == sentences.ENGLISH else lang)
    return f"{day} {THE_DAY:%H:%M}"


BUY = said("offer.buy", percent="10%", unit="BEB")
PHRASES: Mapping[str, Said] = {
    "20% of BEB": said("certificate.share", percent="20%", unit="BEB"),
    "4-train for 300 K": said("request.train", unit="BEB", price="300 K", seller="LS", train="4"),
    "40 minutes": said("me.value.minutes", n=40),
    "2 hours ago": ago(hours=2),
    "3 days ago": ago(days=3),
    "tomorrow at 18:00": at_time,
    "Anna asks for Cy to take over from Béla.": said("request.seat", player="Anna", new="Cy", old="Béla"),
    "Anna buys 10% BEB": said("event.bought", player="Anna", percent="10%", unit="BEB", price="60 K"),
    "BEB pays 90 K": said("event.dividend_paid.bank", unit="BEB", amount="90 K"),
    "Buy 10% BEB": BUY,
    "Pass · Buy 10% BEB": listed(said("offer.pass"), BUY, by=" · "),
    "Béla is asked to agree": said("headline.consent", player="Béla"),
    "Cy takes over from Béla from now on.": said("request.done.seat", new="Cy", old="Béla"),
    "Europe/Prague, where it is 22:00 now": said("me.value.zone", zone="Europe/Prague", time="22:00"),
    "P3, else P1": said("wish.else", lots="P3", lot="P1"),
    "Phase 3": said("board.phase", phase="3"),
    "Phase d": said("board.phase", phase="d"),
    "Stock round": said("round.stock", number="2"),
    "`/game back` gives you your seat back.": said("request.back"),
    "company, train, price": listed(
        *map(said, ("option.unit.name", "option.train.name", "option.price.name")), by=COMMA
    ),
    "from 100 K to 200 K": said("me.value.quiet", start="100 K", end="200 K"),
    "from 18:00 to 22:00": said("me.value.quiet", start="18:00", end="22:00"),
    "from 22:00 to 8:00": said("me.value.quiet", start="22:00", end="8:00"),
    "in phase 5": said("board.phase", phase="5"),
    "journeyman": said("house.level.journeyman"),
    "lay": said("command.lay.name"),
    "lay, token": listed(said("command.lay.name"), said("command.token.name"), by=COMMA),
    "lays a tile free of charge": said("in.1844.power.P3"),
    "minor": said("kind.minor"),
    "medium": said("kind.medium"),
    "no track leads that way": said("refusal.route_unknown"),
    "off": said("summary.off"),
    "run": said("verb.run"),
    "run trains": said("decision.run"),
    "runs to Brno": said("count.other", n=3),
    "sides 0 and 3": lambda lang: sentences.join([said(f"edge.{one}")(lang) for one in (0, 3)], lang),
    "the house plays this turn": said("clock.zero.house"),
    "tile #7": said("way.lay", tile="#7"),
    "train": said("option.train.name"),
    "with supporters": said("setting.supporters"),
    "B23 green, H5 yellow": lambda lang: (
        f"B23 {said('colour.green')(lang)}, H5 {said('colour.yellow')(lang)}"
    ),
    "yellow, green": listed(said("colour.yellow"), said("colour.green"), by=COMMA),
}
"""Examples that are words of ours, by how they stand in `fields.toml`."""


def fields_of(key: str, chance: Callable[[Sequence[int]], int]) -> Mapping[str, str | int]:
    """An example of every field of a message, in English; how many there are is left to chance where it may be."""
    message = exchange.english()[key]
    fields = {name: of_title(key, exchange.sample(key, name)[0]) for name in sorted(message.needed)}
    numbers = [name for name, example in fields.items() if isinstance(example, int)]
    if message.chooser and numbers == [message.chooser]:
        lists = [name for name, example in fields.items() if _is_list(example)]
        fields[message.chooser] = count = chance(AMOUNTS[:2] if lists else AMOUNTS)
        if count == 1:
            fields |= {name: _items(str(fields[name]))[0] for name in lists}
    return fields


def _is_list(example: str | int) -> bool:
    return isinstance(example, str) and AND in example and example not in PHRASES


def _items(text: str) -> list[str]:
    return re.split(rf"{AND}|{OR}|{COMMA}", text)


def of_title(key: str, example: str | int) -> str | int:
    """An example in the title whose own words a message is in."""
    known = next((names for head, names in TITLED.items() if key.startswith(head)), {})
    if isinstance(example, int) or example in PHRASES or not known:
        return example
    text = re.sub("|".join(rf"\b{name}\b" for name in known), lambda found: known[found[0]], example)
    return MAJOR.get(text, text) if key.endswith("/major") else text


def in_language(example: str | int, lang: str) -> str | int:
    """An example as it is said in a language."""
    if isinstance(example, int):
        return example
    if example in PHRASES:
        return PHRASES[example](lang)
    if key := _plain().get(example):
        return sentences.say(key, lang)
    if AND in example or OR in example:
        items = [str(in_language(item, lang)) for item in _items(example)]
        return sentences.join(items, lang, either=OR in example)
    text = _MONEY.sub(lambda found: _money(found[1], found[2], lang), example)
    text = _PERCENT.sub(lambda found: sentences.percent(int(found[1]), lang), text)
    text = _HOURS.sub(lambda found: sentences.say("me.value.hours", lang, n=int(found[1])), text)
    return " ".join(places.in_language(word, lang) if word.isalpha() else word for word in text.split(" "))


def _money(number: str, sign: str, lang: str) -> str:
    return sentences.money(int(number.replace(COMMA.strip(), "")), f"{{}} {sign}", lang)


@cache
def _plain() -> Mapping[str, str]:
    """The keys of messages of several words without fields, by their English text."""
    found: dict[str, Any] = {}
    for key, message in sentences.messages(sentences.ENGLISH).items():
        if not message.needed and key.partition(".")[0] not in {"command", "option", "glossary", "language"}:
            found.setdefault(message.forms[0], key)
    return found
