"""Whatever any title can do, ask, refuse or tell has its words in every language: found by asking and by playing."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from assets import sentences
from bot.menu.folding import Amount, Ask, Menu
from bot.speech import action_log, options
from bot.speech.names import variants
from bot.speech.teller import CHOICE, Teller
from engine import notation
from engine.actions import SHARED, Action
from engine.events import Paid
from engine.game import Game
from engine.milestones import milestones
from engine.opponents import STYLES
from engine.steps import UNDECIDED, Step
from engine.title import Title, titles
from render.prospects import Prospects
from tests.bot.heard import english, raw, same

NAMES = ("Anna", "Béla", "Cy", "Dora")
PLIES, WHOLE, EVERY = 150, 5000, 4
"""How long each title is played, or to its end, and how many positions apart it is asked about everything."""
ON_THE_MAP = {"hex", "routes"}
TITLES = pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.name)
LANGUAGES = [lang for lang in sentences.languages() if lang != sentences.ENGLISH]


class Strict(Teller):
    """Speaks, and notes where it would have to fall back on notation or on words for anything."""

    missing: set[str]

    def tell(self, prefixes: Sequence[str], said: Mapping[str, Any]) -> str:
        """Return the message, the last resort left out."""
        text = super().tell([prefix for prefix in prefixes if not prefix.endswith(".other")], said)
        if not text:
            self.missing.add(prefixes[0])
        return text

    @property
    def bare(self) -> "Strict":
        """Return a teller for labels that notes the same."""
        return strict(self.title, self.names, self.lang, self.missing, markup=False)


def strict(title: Title, names: Mapping[str, str], lang: str, missing: set[str], *, markup: bool) -> Strict:
    """Return a strict teller; what it misses lands in a set."""
    made = Strict(title, names, lang, markup=markup)
    made.missing = missing
    return made


@cache
def walk(name: str, plies: int = PLIES) -> tuple[list[Game], list[Action]]:
    """A game from its start: the positions, and the actions between them."""
    game, player = Game.start(name, NAMES, seed=11), STYLES["thrifty"](5)
    games, actions = [game], []
    while len(actions) < plies and not game.state.over:
        actions.append(player.choose(game))
        game = game.play(actions[-1])
        games.append(game)
    return games, actions


def kinds_of(title: Title) -> tuple[type[Action], ...]:
    return (*SHARED, *title.verbs)


def own(title: Title, key: str) -> tuple[str, ...]:
    """The messages of a name, in the title's own words or in everybody's."""
    return (*variants(f"in.{title.name}.{key}"), *variants(key))


# --- what can be done


@TITLES
def test_every_verb_has_a_button_a_line_a_call_and_a_command(title: Title):
    """And every field of it a name, a description, a question and labels for its values."""
    wanted = set()
    for kind in kinds_of(title):
        wanted |= {f"{word}.{kind.verb}" for word in ("verb", "offer")}
        wanted |= {f"command.{kind.verb}.about", f"command.{kind.verb}.name"}
        for field in notation.names(kind):
            wanted |= {f"option.{field}.name", f"option.{field}.about", f"ask.{field}"}
            wanted |= {f"pick.{field}"} if field != kind.amount else set()

    assert [key for key in sorted(wanted) if not own(title, key)] == []


@TITLES
def test_every_duty_without_a_rule_of_its_own_has_a_sentence(title: Title):
    """Why a pass is refused is a sentence for each verb: none can be made of the words on its button."""
    duties = {
        step.verb.verb
        for step in title.steps.values()
        if may_be_due(step) and type(step).demand is Step.demand
    }

    assert "run" in duties
    assert [verb for verb in sorted(duties) if not own(title, f"refusal.{UNDECIDED}/{verb}")] == []


def may_be_due(step: Step[Any]) -> bool:
    """Whether a turn may have to wait for this step."""
    return step.required or type(step).must is not Step.must


@TITLES
def test_every_round_option_and_kind_of_company_has_a_name(title: Title):
    """In headlines, at the lobby, and on the charters."""
    shared = {unit.kind for unit in title.data.units if unit.shares}
    wanted = {f"round.{kind}" for kind in title.rounds}
    wanted |= {f"picture.kind.{kind}" for kind in shared if len(shared) > 1}
    wanted |= {f"picture.{kind}" for phase in title.data.phases for kind in phase.train_limit}
    told = Teller(title, {}, "es")
    unsaid = [
        one.id
        for one in title.options.values()
        if not options.meaning(told, f"{one.id}={one.values[0]}" if one.values else one.id)
    ]

    assert [key for key in sorted(wanted) if not own(title, key)] == []
    assert unsaid == []


@TITLES
def test_every_note_of_a_position_has_a_label(title: Title):
    """What a title tells of its own on map and charters."""
    games, _ = walk(title.name)
    keys = {note.key for game in games[::EVERY] for note in title.remarks(game.pos)}

    unsaid = keys - {
        key
        for key in keys
        for head in ("picture", "picture.short", "picture.prospect")
        if sentences.known(f"{head}.{key}")
    }

    assert unsaid == set()


@TITLES
def test_whatever_is_to_come_can_be_said(title: Title):
    """What the first sale of a train brings, what is exported, how the game ends."""
    games, _ = walk(title.name)
    for lang in sentences.languages():
        for game in games[::EVERY]:
            told = Prospects(game.pos, dict(zip(game.state.players, NAMES, strict=False)), lang)
            lines = [text for sale in milestones(game.pos).values() for text in told.sale(sale)]
            assert not [line for line in (*lines, *told.sentences()) if "picture." in line or "_" in line]
            assert told.sentences() or game.state.over


@TITLES
def test_moves_that_differ_are_told_apart(title: Title):
    """What may be done has a label of its own, but for moves on the map, which a picture shows."""
    games, _ = walk(title.name)
    for lang in sentences.languages():
        told = Teller(title, dict(zip(NAMES, NAMES, strict=True)), lang).bare
        for game in games[:: 2 * EVERY]:
            offers = [
                one for one in game.choices.offers if ON_THE_MAP.isdisjoint(notation.names(type(one.action)))
            ]
            labels = [told.offer(offer, CHOICE) for offer in offers]
            assert sorted(set(labels)) == sorted(labels)


# --- what is said while it is played


def asked(said: Strict, game: Game) -> Iterator[str]:
    """Everything that is asked and offered in a position."""
    yield said.headline(game)
    yield said.needs(Menu(game.choices))
    menu = Menu(game.choices)
    for verb in menu.verbs:
        offers = menu.offers(verb)
        yield from (said.bare.offer(offer, CHOICE) for offer in offers[:: len(offers) // 5 + 1])
        yield said.deed(offers[-1].action)
        yield from picked(said, menu, verb)


def picked(said: Strict, menu: Menu, verb: str) -> Iterator[str]:
    """The questions on the way to the last action of a verb, with the labels of their lists."""
    chosen: dict[str, str] = {}
    while isinstance(step := menu.narrow(verb, chosen), Ask):
        yield said.ask(step.field, step.known, verb)
        yield from (said.bare.option(option, CHOICE) for option in step.options[-9:])
        chosen[step.field] = step.options[-1].word
    if isinstance(step, Amount):
        yield said.ask(step.field, step.known, verb)


def told(said: Strict, game: Game) -> Iterator[str]:
    """All that the last action caused."""
    for event in game.events:
        line = action_log.sentence(said, event)
        if not line and not isinstance(event, Paid):
            said.missing.add(f"event {event}")
        yield line


def refused(said: Strict, game: Game, actions: Sequence[Action], chance: random.Random) -> Iterator[str]:
    """Why actions of other moments cannot be done now."""
    for action in chance.sample(actions, 12):
        refusal = game.choices.why_not(action)
        if refusal is not None:
            yield said.refusal(refusal)


@cache
def spoken(name: str, lang: str, plies: int) -> tuple[tuple[str, ...], frozenset[str]]:
    """All that is told, asked and refused in a game, and the messages that were missing for it."""
    games, actions = walk(name, plies)
    missing: set[str] = set()
    said = strict(titles()[name], dict(zip(NAMES, NAMES, strict=True)), lang, missing, markup=True)
    chance, texts = random.Random(7), []
    for at, game in enumerate(games):
        texts += (lines := [*told(said, game)])
        if at and not any(lines):
            missing.add(f"nothing tells of {actions[at - 1]}")
        if at % EVERY == 0 and not game.state.over:
            texts += [*asked(said, game), *refused(said, game, actions, chance)]
    return tuple(texts), frozenset(missing)


@pytest.mark.parametrize("plies", [PLIES, pytest.param(WHOLE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("lang", LANGUAGES)
@TITLES
def test_a_game_is_told_without_a_word_of_another_language(title: Title, lang: str, plies: int):
    """Offers, questions, labels, events and refusals of a game: none is missing, English, or a word of the engine."""
    texts, missing = spoken(title.name, lang, plies)
    originals, _ = spoken(title.name, sentences.ENGLISH, plies)
    alike = {text for text, other in zip(texts, originals, strict=True) if same(text, other, title)}
    foreign = {
        text: heard for text in set(texts) if (heard := [*english(text, lang), *raw(text, title, lang)])
    }

    assert missing == set()
    assert foreign == {}
    assert alike == set()
    assert len(set(texts)) > min(1000, 3 * plies)


def test_foreign_words_are_noticed():
    """The test above can fail: a word of the engine, and a sentence left in English."""
    title = titles()["18Mag"]

    assert raw("Trenes que inician brown", title, "es") == {"brown"}
    assert raw("CH-SR.BUY.5: SIK Győr", title, "es") == set()
    assert same("Anna passes SIK", "Anna passes SIK", title)
    assert not same("SIK: Győr, panel", "SIK: Győr, panel", title)
