"""What people read in real games: computer players play, and everything is told as the bot tells it in a language."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from assets.exchange import CLAUSE
from bot.menu.folding import Amount, Ask, Menu
from bot.messages.round_summary import _is_operating
from bot.pickers import board_buttons
from bot.pickers.whole_moves import counted
from bot.speech import action_log, captions, situation
from bot.speech.chronicles import player_lines, unit_lines
from bot.speech.decision import decision_of
from bot.speech.sheets import charters, supply
from bot.speech.table_view import TableView
from bot.speech.teller import CHOICE, Teller
from engine.actions import Action
from engine.chronicle import chronicle
from engine.events import RoundBegan
from engine.game import Game
from engine.opponents import STYLES
from engine.title import titles
from tests.bot.decisions import view_at

PEOPLE = ("Anna", "Béla", "Cy", "Dora", "Emil", "Fanni", "Gina")
PLAYERS_OF_GAMES = ("thrifty", "mixed")
"""Who plays the games of each title: one that ends soon, and one in which odd things happen."""
PLIES, EVERY = 600, 7
"""How many actions of a game are told, and how many apart everything else that can be read is looked at."""
REFUSED = 3
"""How many actions of other moments are tried at each look."""
FRAMES = (
    "decision.headline",
    "tool.others",
    "after.label",
    "after.label_with_colon",
    "fact.at",
    "deed.unit",
    "tool.further",
    "pick.more",
)
"""Messages that only hold another one, which then says what kind of line it is."""


class Heard(NamedTuple):
    """One message as it was said: its key, its fields, and what came of it."""

    key: str
    fields: Mapping[str, Any]
    text: str


class Spoken(NamedTuple):
    """A line that somebody reads: where, what it says, and the line before it there."""

    where: str
    text: str
    before: str
    kind: str


class AttentiveTeller(Teller):
    """Speaks, and keeps what it has said."""

    heard: list[Heard]

    def say(self, key: str, **values: Any) -> str:
        """Return a message, and keep it."""
        text = super().say(key, **values)
        self.heard.append(Heard(key, values, text))
        return text

    @cached_property
    def bare(self) -> AttentiveTeller:
        """The same for labels, which keeps all in the same place."""
        return attentive(self, self.heard, markup=False)


def attentive(like: Teller, heard: list[Heard], *, markup: bool) -> AttentiveTeller:
    """A teller that speaks like another one and keeps what it has said."""
    made = AttentiveTeller(like.title, like.names, like.lang, markup=markup)
    made.heard = heard
    return made


class AttentiveView(TableView):
    """A table in a language, whose teller keeps what it has said."""

    @cached_property
    def teller(self) -> AttentiveTeller:
        """Who speaks about the table."""
        usual = Teller(self.game.title, self.table.names, self.lang)
        return attentive(usual, [], markup=True)


@dataclass(frozen=True)
class Course:
    """A game as it was played: the position after each action, the actions, and where the last round began."""

    games: Sequence[Game]
    actions: Sequence[Action]

    @property
    def title(self) -> str:
        """The name of the title."""
        return self.games[0].title.name

    @property
    def name(self) -> str:
        """The title and how many play."""
        return f"{self.title}, {len(self.games[0].state.players)} players"

    def view(self, ply: int, lang: str) -> AttentiveView:
        """The table at a position in a language."""
        return AttentiveView(view_at(self.games[ply], lang, PEOPLE).table, lang)


@cache
def courses(seed: int, plies: int = PLIES) -> tuple[Course, ...]:
    """Games of every title, each by other players and as many as chance says; of them no two are as many."""
    found = []
    for title in titles().values():
        chance = random.Random(f"{seed} {title.name}")
        for style, count in zip(PLAYERS_OF_GAMES, chance.sample(title.data.players, 2), strict=True):
            found.append(played(title.name, count, style, seed, plies))
    return tuple(found)


def played(title: str, count: int, style: str, seed: int, plies: int) -> Course:
    """One game."""
    game, player = Game.start(title, PEOPLE[:count], seed=seed), STYLES[style](seed)
    games, actions = [game], list[Action]()
    while len(actions) < plies and not game.state.over:
        actions.append(game.own_move or player.choose(game))
        game = game.play(actions[-1])
        games.append(game)
    return Course(games, actions)


# --- all that is read after an action


def told(course: Course, ply: int, lang: str) -> tuple[list[Spoken], list[Heard]]:
    """What is read after an action in a language, and all messages that were said for it."""
    view = course.view(ply, lang)
    said: list[Spoken] = []
    every: list[Heard] = []
    for where, texts in _places(course, ply, view):
        view.teller.heard.clear()
        lines = [line for text in texts() for line in text.splitlines() if line]
        heard, before = [*view.teller.heard], ""
        every += heard
        for text in lines:
            said.append(Spoken(where, text, before, _kind(text, heard) or where))
            before = text
    return said, every


def _kind(text: str, heard: Sequence[Heard]) -> str:
    """The key of the longest message in a line, but for those that only hold another one; one for all clauses."""
    within = [one for one in heard if one.text and one.text in text]
    longest = max(within, key=lambda one: (one.key not in FRAMES, len(one.text)), default=None)
    key = longest.key if longest else ""
    return CLAUSE if key.startswith(CLAUSE) else key


def _places(
    course: Course, ply: int, view: AttentiveView
) -> Iterator[tuple[str, Callable[[], Iterable[str]]]]:
    """Yield each place where something is read, with what says its texts; all but the log now and then."""
    game, teller = course.games[ply], view.teller
    if ply:
        action = course.actions[ply - 1]
        yield "log", partial(action_log.log, teller, game.events, action, signs=True)
    if _begins_round(game):
        yield "summary of a round", partial(_summary, course, ply, teller)
    if ply % EVERY:
        return
    yield "card", partial(_card, view)
    if game.state.over:
        return
    menu = Menu(game.choices)
    yield "button or list", partial(_labels, view)
    for verb in menu.verbs:
        yield f"question of {verb}", partial(_asked, teller, menu, verb)
    yield "refusal", partial(_refused, course, ply, teller)
    if ply % (EVERY * EVERY) == 0:
        yield "/help", lambda: [situation.running(view, game.pos.awaited[0])]
        yield "charters as text", partial(charters, teller, game.pos)
        yield "supply as text", partial(supply, teller, game.pos)
        yield "above a picture", lambda: [captions.caption(teller, game.pos)]


def _begins_round(game: Game) -> bool:
    return any(isinstance(event, RoundBegan) for event in game.events) and game.state.ply > 1


def _summary(course: Course, ply: int, teller: Teller) -> Iterator[str]:
    """Yield what the round that ended with an action brought to companies and players."""
    first = next((at for at in range(ply - 1, 0, -1) if _begins_round(course.games[at])), 0)
    events = [event for at in range(first + 1, ply + 1) for event in course.games[at].events]
    before, after = course.games[first].pos, course.games[ply].pos
    if _is_operating(course.games[first]):
        yield from unit_lines(teller, chronicle(events), before, after)
    else:
        yield from player_lines(teller, chronicle(events), after)


def _card(view: TableView) -> Iterator[str]:
    """Yield the lines of the card, in the order in which they stand there."""
    said = decision_of(view)
    yield said.headline
    yield from (*said.duties, *said.facts, *said.further, *said.drawn, *said.asides, *said.spare)
    if said.brief:
        yield said.brief


def _labels(view: TableView) -> Iterator[str]:
    """Yield what stands on buttons and lists."""
    for row in board_buttons.controls(view):
        for one in row:
            yield str(getattr(one, "placeholder", "") or getattr(one, "label", "") or "")
            for option in getattr(one, "options", ()):
                yield from filter(None, (option.label, option.description))


def _asked(teller: Teller, menu: Menu, verb: str) -> Iterator[str]:
    """Yield the questions on the way to the last action of a verb, with some answers."""
    chosen: dict[str, str] = {}
    while isinstance(step := menu.narrow(verb, chosen), Ask):
        yield teller.ask(step.field, step.known, verb)
        shown = (counted(teller.bare, option) for option in step.options[-4:])
        yield from dict.fromkeys(teller.bare.option(option, CHOICE) for option in shown)
        chosen[step.field] = step.options[-1].word
    if isinstance(step, Amount):
        yield teller.ask(step.field, step.known, verb)


def _refused(course: Course, ply: int, teller: Teller) -> Iterator[str]:
    """Yield why some actions of other moments cannot be done now."""
    game, chance = course.games[ply], random.Random(ply)
    for action in chance.sample(course.actions, min(REFUSED, len(course.actions))):
        if refusal := game.choices.why_not(action):
            yield teller.refusal(refusal)
