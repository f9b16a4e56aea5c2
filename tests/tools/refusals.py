"""Refusals by the thousand: at random moments everything that can be typed is tried, and each answer is judged.

``python -m tests.tools.refusals COUNT`` judges so many and prints how often each rule was broken in which round by
which verb, with the clauses told and a sentence; it fails where an answer does not fit what was tried.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property

from assets import sentences
from bot.speech.teller import CITED, Teller
from engine.actions import Action
from engine.game import Game
from engine.opponents import STYLES
from engine.refusals import Refusal
from engine.title import titles
from tests.engine.walks import NAMES, Bender, Walk

Case = tuple[str, str, str, tuple[str, ...]]
"""What makes answers alike: round, verb, broken rule, and the clauses that are told."""

TRACK, TOKENS, RUNS = "lay purple home tunnel furka prepay call", "token berth", "run"
TRAINS, STOCK = "train discard eva turn", "sell buy par repay mountain permit"
TOPICS: Mapping[str, str] = {
    "tile_": TRACK,
    "terrain_": TRACK,
    "red_tile": TRACK,
    "tunnel_": f"{TRACK} permit",
    "token_": TOKENS,
    "route_": RUNS,
    "run_": RUNS,
    "railcar_": RUNS,
    "dividend_": "dividend",
    "train_": TRAINS,
    "discard_": TRAINS,
    "change_": TRAINS,
    "eva_": TRAINS,
    "emergency_": "train sell",
    "sell_": "sell",
    "minor_sale": "sell",
    "buy_": STOCK,
    "par_": STOCK,
    "players_deal": STOCK,
    "mountain_": STOCK,
    "panel_": STOCK,
    "repay_": STOCK,
    "draft_": "draft",
    "bid_": "bid",
    "acquire_": "merge",
    "private_": "acquire dispose",
    "power_": TRACK,
    "must_act": "",
    "must_run": RUNS,
    "MAG-VI.2.": RUNS,
    "MAG-VI.3.2.": TRACK,
    "MAG-VI.3.3": TRACK,
    "MAG-VI.3.4.3": f"{TOKENS} {RUNS}",
    "MAG-VI.3.4.": TOKENS,
    "MAG-VI.3.5.": TRAINS,
    "MAG-VI.3.6.": RUNS,
    "MAG-VI.3.7.": RUNS,
    "MAG-VI.3.8.": TRAINS,
    "MAG-VI.4.2.": TOKENS,
    "MAG-VI.4.3.": "dividend",
    "MAG-III.3.2.5": TRAINS,
    "MAG-III.3.3.1": TRAINS,
    "MAG-XI.2.1.": TRACK,
    "MAG-XI.4.": STOCK,
    "CZ-VIII.4.": TRACK,
    "CZ-VIII.5.": TRACK,
    "CZ-VIII.6.": f"{TOKENS} {RUNS} settle",
    "CZ-VIII.7.": RUNS,
    "CZ-VIII.8.": f"{RUNS} dividend",
    "CZ-VIII.9.1": f"merge {TRAINS} remove token",
    "CZ-VIII.10.": TRAINS,
    "CZ-VIII.11.": f"train {STOCK}",
    "CZ-IV.1.16": TRACK,
    "CZ-IV.1.18": TRACK,
    "CH-OR.TRACK.": TRACK,
    "CH-OR.UPG.": TRACK,
    "CH-OR.TUN.": TRACK,
    "CH-OR.TOKEN.": TOKENS,
    "CH-OR.RUN.": RUNS,
    "CH-OR.REV.": RUNS,
    "CH-OR.DIV.": "dividend",
    "CH-OR.TRAIN.": TRAINS,
    "CH-OR.EMERG.": f"train bankrupt {STOCK}",
    "CH-SR.SELL.": "sell",
    "CH-SR.BUY.": STOCK,
    "CH-MR.": f"mountain {RUNS}",
    "CH-TUN.": f"permit {TRACK}",
    "CH-PRIV.": f"acquire {TRACK}",
    "CH-P7.": "eva",
}
"""Beginnings of rules and of clauses, and the verbs that they may answer; others may answer any."""
ANY = ("consent", "train_limit", "duplicate_token", "inherit", "founding", "settle")
"""Decisions in which one thing is due, whatever is tried."""
ABOUT_ROUNDS: Mapping[str, tuple[str, ...]] = {
    "MAG-V.": ("draft",),
    "MAG-VII.": ("stock",),
    "CZ-VI.": ("draft",),
    "CZ-VII.1": ("stock",),
    "CZ-VII.2": ("stock",),
    "CZ-VII.6": ("stock",),
    "CH-SR.TURN.": ("stock",),
    "CH-ISR.2": ("auction",),
    "CH-ISR.3": ("auction",),
}
"""Beginnings of clauses that speak of one kind of round only; a fault of the same verb may cite them elsewhere."""
INTERNAL = re.compile(
    r"\((?:CH|CZ|MAG)-|\b[IVX]{1,4}\.\d|\br\d+c\d|\b[HRV] \d\b|\b(?:FSR|PD|LDSTEG|SKEV|OPT|None|True|False)\b"
    r"|\{|\}|[a-z]_[a-z]|\bgray\b|\bpromot|-\d+%"
)
"""What no player should read: codes of clauses, cells, short names of kinds and of fields, half-filled sentences."""
SHORT = 12
"""A text with fewer letters is a stump."""


@dataclass(frozen=True)
class Answer:
    """Why an action was refused, at which moment of a game."""

    game: Game
    action: Action
    refusal: Refusal

    @property
    def kind(self) -> str:
        """Return the round or decision that was open."""
        return "over" if self.game.state.over else self.game.pos.frame.kind

    @property
    def case(self) -> Case:
        """Return what it has in common with others."""
        return self.kind, self.action.verb, self.refusal.key, self.refusal.clauses[:CITED]

    def said(self, lang: str) -> list[str]:
        """Return the answer in words: what is wrong, then the clauses."""
        names = dict(zip(self.game.state.players, NAMES, strict=False))
        teller = Teller(self.game.title, names, lang)
        return [teller.fault(self.refusal), *map(teller.clause, self.refusal.clauses[:CITED])]

    @cached_property
    def faults(self) -> list[str]:
        """Return what is wrong with the answer."""
        told = [(lang, text) for lang in sentences.languages() for text in self.said(lang)]
        found = [
            f"{lang}: {text!r} is a stump" for lang, text in told if len(text) < SHORT or text[-1] != "."
        ]
        found += [f"{lang}: {text!r} shows {bad[0]}" for lang, text in told if (bad := INTERNAL.search(text))]
        unsaid = [text for lang, text in told if text == sentences.say("refusal.other", lang)]
        return [*found, *map(repr, unsaid), *self._unfit()]

    def _unfit(self) -> Iterator[str]:
        verb, told = self.action.verb, self.refusal.clauses[:CITED]
        if not told and self.refusal.key != "unknown_verb":
            yield "no clause is told"
        if verb in ("pass", "accept", "refuse", "withdraw") or self.kind in ANY:
            return
        for one in (self.refusal.key, *told):
            topic = next((topic for topic in TOPICS if one.startswith(topic)), "")
            if topic and verb not in TOPICS[topic].split():
                yield f"{one} does not speak of {verb}"
        general = self.refusal.key in ("not_your_turn", "wrong_step")
        for one in told if general else ():
            rounds = next((kinds for head, kinds in ABOUT_ROUNDS.items() if one.startswith(head)), ())
            if rounds and self.kind not in rounds:
                yield f"{one} does not speak of this round ({self.kind})"


def tried(game: Game, others: Sequence[Action], chance: random.Random, each: int) -> Iterator[Action]:
    """Yield actions of this and of other moments, bent and foreign, by those awaited and by others."""
    bender = Bender(game, chance.randrange(10**6))
    alike: dict[type[Action], list[Action]] = {}
    for offer in game.choices.offers:
        alike.setdefault(type(offer.action), []).append(offer.action)
    for actions in alike.values():
        for action in chance.sample(actions, min(len(actions), each)):
            yield from bender.bent(action, 2)
    for actor in (*game.pos.awaited, chance.choice(game.state.players)):
        yield from bender.foreign(actor)
        for action in chance.sample(others, min(len(others), 4 * each)):
            yield replace(action, actor=actor)
            if getattr(action, "unit", "") in game.title.units and game.pos.unit:
                yield replace(action, actor=actor, unit=game.pos.unit)


def plain(action: Action) -> Action:
    """Return an action without what only the engine notes in it."""
    return replace(action, **dict.fromkeys(action.noted))


def typable(action: Action) -> bool:
    """Tell whether somebody could write an action down: no word of it is empty but one that may be left out."""
    routes = getattr(action, "routes", ())
    words = [getattr(action, one.name) for one in fields(action) if one.default is MISSING]
    lists = [given for one in fields(action) if isinstance(given := getattr(action, one.name), tuple)]
    return not any("" in several for several in (words, *lists)) and all(route.train for route in routes)


def answers(
    games: Iterable[Game], others: Sequence[Action], chance: random.Random, each: int
) -> Iterator[Answer]:
    """Yield what is refused at moments of a game; ``others`` are actions of other moments."""
    for game in games:
        for action in filter(typable, map(plain, tried(game, others, chance, each))):
            refusal = game.choices.why_not(action)
            if refusal is not None:
                yield Answer(game, action, refusal)


# --- many of them


OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "18Mag": ((), ("supporters", "new_major", "standard_divs"), ("new_minors=challenge",)),
    "18CZ": ((),),
    "1844": ((),),
}
OPTIONS |= {name: ((),) for name in titles() if name not in OPTIONS}


def played(seed: int) -> Walk:
    """Return a game of one title after the other, with every number of players, its options and a style by chance."""
    title = list(OPTIONS)[seed % len(OPTIONS)]
    low, high = titles()[title].data.players
    players = low + seed // len(OPTIONS) % (high - low + 1)
    chance = random.Random(seed)
    options = chance.choice(OPTIONS[title]) if 2 < players < 7 else ()
    game = Game.start(title, NAMES[:players], options, seed=seed)
    style = STYLES[chance.choice(("eager", "thrifty", "moody"))](seed)
    games, actions = [game], []
    while not game.state.over and len(actions) < 900:
        actions.append(style.choose(game))
        game = game.play(actions[-1])
        games.append(game)
    return Walk(tuple(games), tuple(actions))


def main(count: int) -> int:
    """Judge so many refusals and print what they are; return how many kinds of them are at fault."""
    seen: Counter[Case] = Counter()
    shown: dict[Case, tuple[str, list[str]]] = {}
    seed = 0
    while seen.total() < count:
        walk = played(seed)
        for answer in answers(walk.sample(60), walk.actions, random.Random(seed), 3):
            seen[answer.case] += 1
            if seen[answer.case] <= 20 and not shown.get(answer.case, ("", []))[1]:
                shown[answer.case] = (
                    answer.said("en")[0],
                    [f"{one} ({answer.action})" for one in answer.faults],
                )
        seed += 1
    for case in sorted(seen, key=lambda case: (case[2], *case[:2])):
        text, faults = shown[case]
        kind, verb, key, clauses = case
        say(f"{key} {kind}/{verb} {seen[case]} {' '.join(clauses)}: {text}")
        for fault in faults:
            say(f"  FAULT {fault}")
    wrong = sum(bool(faults) for _, faults in shown.values())
    say(f"{seen.total()} refusals of {seed} games, {len(seen)} kinds, {wrong} at fault")
    return wrong


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])) > 0)
