import json
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from operator import eq
from typing import Any

import pytest

from engine import flow
from engine.actions import Action, Pass, RunTrains
from engine.choices import Choices
from engine.game import Game
from engine.invariants import violations
from engine.powers import held_up, is_choice
from engine.records import own
from engine.refusals import BadSetup, IllegalAction
from engine.state import State
from engine.steps import Step
from engine.title import find, titles
from tests.engine.walks import KNOWN, Bender, Walk, walk

PLIES = 420
DEAR = ("1844",)
"""Titles a whole game of which takes more than ten seconds: here their games are begun, and played to the end in the
slow tests."""
ENDED = [pytest.param(name, marks=pytest.mark.slow if name in DEAR else ()) for name in KNOWN]


def few(quick: int, all_: int) -> pytest.MarkDecorator:
    """Mark a test that looks at some moments of a game, and at more of them when there is time."""
    return pytest.mark.parametrize("count", [quick, pytest.param(all_, marks=pytest.mark.slow)])


pytestmark = pytest.mark.usefixtures("toy_known")


@pytest.fixture(params=KNOWN)
def title(request: pytest.FixtureRequest) -> str:
    """Every title, one by one."""
    return request.param


@pytest.fixture(
    params=[
        pytest.param((False, "thrifty"), id="few"),
        pytest.param((True, "random"), id="many", marks=pytest.mark.slow),
    ]
)
def played(request: pytest.FixtureRequest, title: str) -> Walk:
    """A few hundred actions with as few and, in the slow tests, with as many players as the title takes."""
    most, style = request.param
    return walk(title, most, style, PLIES)


@pytest.fixture(params=ENDED)
def whole(request: pytest.FixtureRequest) -> Walk:
    """A game to its end."""
    return walk(request.param, False, "thrifty", 5000)


@pytest.fixture
def course(title: str) -> Walk:
    """A game to its end, or a good part of one that takes long."""
    return walk(title, False, "thrifty", PLIES if title in DEAR else 5000)


def text(state: State) -> str:
    return json.dumps(state.dump(), sort_keys=True)


# --- one source of legality


@few(6, 14)
def test_every_offer_plays(played: Walk, count: int):
    """Whatever is offered is legal and can be played, and leads to a sound position."""
    for game in played.sample(count):
        actions = list(game.choices)
        for action in actions[:: max(1, len(actions) // 12)]:
            assert action in game.choices
            assert not list(violations(game.play(action).pos))


def test_choices_are_never_empty_before_the_end(whole: Walk):
    """Somebody always has something to do, and nobody once the game is over."""
    for game in whole.games[:-1]:
        assert len(game.choices) > 0
        assert len(game.pos.awaited) > 0
    last = whole.games[-1]

    assert last.state.over
    assert (bool(last.choices), len(last.choices), last.pos.awaited) == (False, 0, ())


def test_after_the_end_everything_is_refused(whole: Walk):
    """An action of a game that is over is refused for that reason."""
    for action in (Pass("Ann"), *whole.actions[-3:]):
        refusal = whole.games[-1].choices.why_not(action)
        assert refusal is not None
        assert refusal.key == "game_over"


def agreed(game: Game, action: Action) -> bool:
    """Whether an action is legal, asked in all three ways; they must agree."""
    choices = Choices(game.pos)
    refusal = choices.why_not(action)
    assert (action in choices) == (refusal is None), action
    if refusal is None:
        assert not list(violations(game.play(action).pos)), action
        return True
    with pytest.raises(IllegalAction) as error:
        game.play(action)
    assert (error.value.refusal.key, error.value.action) == (refusal.key, action)
    assert refusal.clauses or refusal.key == "unknown_verb"
    assert set(refusal.clauses) <= set(game.title.texts.clauses)
    return False


@few(20, 60)
def test_listing_explaining_and_playing_agree(played: Walk, count: int):
    """Changed actions are in the list, unexplained and playable, or none of the three."""
    seen = {True: 0, False: 0}
    for at, game in enumerate(played.sample(count)):
        bender, listed = Bender(game, at), set(game.choices)
        some: dict[str, Action] = {action.verb: action for action in game.choices}
        for one in some.values():
            for action in (*bender.bent(one, 5), *bender.foreign(one.actor)):
                legal = agreed(game, action)
                seen[legal] += 1
                assert not legal or action in listed or isinstance(action, RunTrains), action

    assert min(seen.values()) > 0


def test_strangers_and_other_players_are_refused(played: Walk):
    """Nobody acts for another player, and whoever is not at the table does not act at all."""
    for game in played.sample(20):
        for offer in game.choices.offers[:3]:
            for actor in (set(game.state.players) | {"Zoe", ""}) - set(game.pos.awaited):
                bent = replace(offer.action, actor=actor)
                if bent in set(game.choices):
                    continue
                assert not agreed(game, bent), bent


def test_offers_count_their_actions(played: Walk):
    """The length of the choices is the number of different actions in them."""
    for game in played.sample(20):
        assert len(list(game.choices)) == len(game.choices) == len(set(game.choices))


def test_the_nearest_offers_are_legal_and_alike(played: Walk):
    """What is proposed instead of a refused action is of its verb, and at most three."""
    for at, game in enumerate(played.sample(10)):
        for action in Bender(game, at).foreign(game.pos.awaited[0]):
            near = game.choices.nearest(action)
            assert len(near) <= 3
            assert all(offer in game.choices.offers and type(offer.action) is type(action) for offer in near)


# --- clauses


def test_every_rule_has_a_clause(title: str, course: Walk):
    """Each rule a title names, and each refusal of the engine itself, cites clauses that exist."""
    known = find(title)
    names = {"not_your_turn", "wrong_step", "nothing_proposed", "must_act", "game_over"}
    for game in course.sample(40):
        names |= {one.name for step in game.pos.round.steps(game.pos) for one in step.rules}

    assert not {name for name in names if not known.texts.refusals.get(name)}
    cited = {clause for clauses in known.texts.refusals.values() for clause in clauses}
    assert cited <= set(known.texts.clauses)
    assert all(known.texts.clauses.values())
    assert all(known.texts.manners.values())


@pytest.mark.parametrize("title", ENDED)
def test_what_is_cited_out_of_turn_belongs_to_the_round(title: str):
    """Who acts as in another kind of round is told the clauses of the round that is played."""
    cited, told = find(title).texts.refusals, set()
    course = walk(title, False, "thrifty", 5000)
    rare = {game.pos.frame.kind: game for game in course.games if not game.state.over}
    for at, game in enumerate([*course.sample(40), *rare.values()]):
        for action in Bender(game, at).foreign(game.pos.awaited[0]):
            refusal = game.choices.why_not(action)
            if refusal is not None and refusal.key == "wrong_step":
                told.add((game.pos.frame.kind, refusal.clauses))

    kinds = {key.partition(".")[2] for key in cited if key.startswith("wrong_step.")}
    assert kinds & {*rare} <= {kind for kind, _ in told}
    assert kinds - {"consent", "train_limit", "duplicate_token"} <= {*rare}
    usual = {clauses for key, clauses in cited.items() if key.split("/")[0] == "wrong_step"}
    assert all(found == cited[f"wrong_step.{kind}"] for kind, found in told if kind in kinds)
    assert all(found in usual for kind, found in told if kind not in kinds)


# --- deterministic, pure, rebuilt by replay only


def test_playing_leaves_the_old_game_alone(played: Walk):
    """Legal or refused, an action changes nothing in the game it is played on."""
    for at, game in enumerate(played.sample(16)):
        before = text(game.state)
        for action in (*list(game.choices)[:6], *Bender(game, at).foreign(game.pos.awaited[0])):
            with suppress(IllegalAction):
                game.play(action)
            assert text(game.state) == before, action


def test_a_replay_equals_play(course: Walk):
    """The actions alone lead to the same state, after every one of them."""
    last = course.games[-1]
    game = Game.begin(last.setup)
    for action, expected in zip(course.actions, course.games[1:], strict=True):
        game = game.play(action)
        if expected.state.ply % 20 == 0:
            assert game.state.fingerprint() == expected.state.fingerprint()
            assert game.events == expected.events

    assert game.state.fingerprint() == last.state.fingerprint()
    half = len(course.actions) // 2
    replayed = Game.replay(last.setup, course.actions[:half])
    assert replayed.state.fingerprint() == course.games[half].state.fingerprint()


def test_an_action_known_beforehand_changes_nothing_but_what_is_searched(course: Walk):
    """Whoever names the action that follows comes to the same state with it, and is refused the same."""
    pairs = pairwise(course.actions)
    for at, (action, then) in list(enumerate(pairs))[::3]:
        waiting = course.games[at].play(action, then)
        if isinstance(then, Pass) and not held_up(course.games[at + 1].pos):
            assert not held_up(waiting.pos), (action, then)
        known = waiting.play(then)
        assert all(map(eq, known.state.columns, course.games[at + 2].state.columns)), (action, then)

    last = course.games[-1]
    short = [*course.actions[:20], course.actions[0]]
    plain = course.games[20].choices.why_not(course.actions[0])
    if plain is not None:
        with pytest.raises(IllegalAction) as known_refusal:
            Game.replay(last.setup, short)
        assert known_refusal.value.refusal == plain


def test_a_replay_searches_less_than_play(course: Walk, monkeypatch: pytest.MonkeyPatch):
    """Where the action that follows is legal, nothing else is looked for."""
    asked: list[Step[Any]] = []
    monkeypatch.setattr(flow, "is_choice", lambda pos, step: asked.append(step) or is_choice(pos, step))
    setup, some = course.games[0].setup, course.actions[:150]
    game = Game.begin(setup)
    for action in some:
        game = game.play(action)
    played = len(asked)
    asked.clear()

    assert Game.replay(setup, some).state.fingerprint() == game.state.fingerprint()
    assert len(asked) < 0.8 * played


def test_our_own_file_keeps_the_whole_game(course: Walk):
    """A game written as a file and read again ends in the same state."""
    last = course.games[-1]
    written = own.dump(last.setup, course.actions, result={"Ann": 1})
    record = own.Own(json.loads(written))

    assert tuple(record.actions()) == course.actions
    assert record.at().state.fingerprint() == last.state.fingerprint()
    assert record.at(30).state.fingerprint() == course.games[30].state.fingerprint()


def test_a_stored_state_goes_on_as_before(played: Walk):
    """A state that was stored as JSON and loaded again offers the same choices."""
    for game in played.sample(20):
        stored = State.load(json.loads(text(game.state)), game.title)
        again = Game.resume(game.setup, stored)
        assert again.state.fingerprint() == game.state.fingerprint()
        assert again.choices.offers == game.choices.offers


def test_different_positions_have_different_fingerprints(course: Walk):
    """No two moments of a game are taken for the same."""
    prints = [game.state.fingerprint() for game in course.games[::5]]

    assert len(set(prints)) == len(prints)


# --- setting up


def test_the_number_of_players_is_checked(title: str):
    """A game cannot begin with too few or too many players."""
    low, high = find(title).data.players
    names = [f"p{seat}" for seat in range(high + 1)]
    for count in (low - 1, high + 1):
        with pytest.raises(BadSetup, match="player_count"):
            Game.start(title, names[:count])


@pytest.mark.parametrize(
    "name", ["", "two words", "a,b", "a;b", "a:b", "a|b", "bank", "pool", "depot", "tab\t", "\x1b[31m"]
)
def test_names_must_fit_on_a_line(title: str, name: str):
    """A player's name is one word, and no word the engine uses."""
    count = find(title).data.players[0]
    with pytest.raises(BadSetup, match="bad_player"):
        Game.start(title, [name, *(f"p{seat}" for seat in range(1, count))])


def test_two_players_have_two_names(title: str):
    """Players that cannot be told apart do not play."""
    count = max(2, find(title).data.players[0])
    with pytest.raises(BadSetup, match="same_player"):
        Game.start(title, ["Ann"] * count)


@pytest.mark.parametrize("option", ["", "none", "none=1", "compat=nobody", "=", "no_train"])
def test_unknown_options_are_refused(title: str, option: str):
    """An option the title does not know, or a value it does not have, is an error."""
    count = find(title).data.players[0]
    with pytest.raises(BadSetup, match=r"unknown_option|option_value"):
        Game.start(title, [f"p{seat}" for seat in range(count)], [option])


def test_titles_are_found_by_any_spelling(title: str):
    """Upper and lower case make no difference in the name of a title."""
    assert find(title.upper()) is find(title.lower()) is titles()[title]


def test_an_unknown_title_lists_the_known_ones():
    """Who asks for a title that is not there learns which are."""
    with pytest.raises(BadSetup) as error:
        find("1899")
    assert all(name in error.value.values["known"] for name in titles())
