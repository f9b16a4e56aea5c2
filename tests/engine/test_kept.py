"""What is found once and kept gives the same answers as what is found anew."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any
from weakref import ref

import pytest

from engine import outlook
from engine.actions import LayTile
from engine.board.network import Network
from engine.board.track_plan import TrackPlan
from engine.choices import Choices
from engine.game import Game
from engine.invariants import violations
from engine.opponents import STYLES
from engine.position import OF_A_TURN, Memo, Position
from engine.routes import RouteGraph
from engine.rules import NO_RULES, Actor
from engine.scratch import Scratch
from engine.state import State, digest
from engine.steps import Step
from engine.steps.track import track_step
from engine.title import titles
from tests.engine.walks import walk

PLAYERS = ("ann", "bob", "cy", "dan")
TITLES = pytest.mark.parametrize("name", titles())


def moments(name: str) -> Iterator[Game]:
    """Every moment of a thrifty game, to its end."""
    player, game = STYLES["thrifty"](2), Game.start(name, PLAYERS, seed=2)
    while not game.state.over:
        yield game
        game = game.play(player.choose(game))


@pytest.fixture(scope="module", params=[420, pytest.param(5000, marks=pytest.mark.slow)])
def played(request: pytest.FixtureRequest) -> dict[str, list[Game]]:
    """Moments of a game of each title: of the first part of one, or of the whole."""
    walks = {name: walk(name, False, "thrifty", request.param) for name in titles()}
    return {name: one.sample(max(len(one.actions) // 15 + 1, 29)) for name, one in walks.items()}


def anew(pos: Position) -> Position:
    """The position without anything that was found out about it."""
    return Position(pos.title, pos.state.copy())


@TITLES
def test_choices_do_not_depend_on_what_was_kept(name: str, played: dict[str, list[Game]]):
    """A position that knows nothing lists the same offers as one that has come a long way."""
    for game in played[name]:
        assert list(game.choices.offers) == list(Choices(anew(game.pos)).offers)


@TITLES
def test_there_is_a_choice_exactly_where_there_are_offers(name: str, played: dict[str, list[Game]]):
    """Asking whether anything can be done says what the whole list would."""
    for game in played[name]:
        choices = Choices(game.pos)
        assert bool(choices) is (len(choices.offers) > 0)


@TITLES
def test_a_moment_is_freed_as_soon_as_nobody_wants_it(name: str):
    """A position and what was asked of it do not wait for the collector of cycles."""
    game = Game.start(name, PLAYERS, seed=2)
    gone = ref(game.pos)
    gc.disable()
    try:
        game = game.play(next(action for action in game.choices if game.choices.why_not(action) is None))
        assert gone() is None
    finally:
        gc.enable()


@TITLES
def test_what_is_kept_of_a_turn_does_not_depend_on_its_step(name: str, played: dict[str, list[Game]]):
    """What is taken along from step to step of a turn is what a position finds that knows nothing."""
    seen = 0
    for game in played[name]:
        scratch = Scratch.upon(anew(game.pos))
        before = {fact: getattr(scratch.now, fact) for fact in OF_A_TURN}
        for _ in scratch.now.ahead:
            scratch.skip_steps(1)
            assert {fact: scratch.now.__dict__[fact] for fact in OF_A_TURN} == before
            assert {fact: getattr(anew(scratch.now), fact) for fact in OF_A_TURN} == before
            seen += 1
    assert seen


@TITLES
def test_lays_that_fit_are_those_that_keep_every_rule(name: str, played: dict[str, list[Game]]):
    """Leaving out rules of shape where a tile is known to fit lets nothing pass that they forbid, and no less."""
    seen = 0
    for game in played[name]:
        step = outlook.lay_step(game.title)
        if step is not None and step in game.pos.open_steps:
            plain = [lay for lay in step.candidates(game.pos) if not step.rules.broken(game.pos, lay)]
            seen += len(plain)
            assert list(step.legal(game.pos)) == plain

    assert seen > 10


@TITLES
def test_tiles_that_fit_are_all_that_keep_the_rules_of_shape(name: str, played: dict[str, list[Game]]):
    """Looking only at tiles that lead wherever the old track does, and at one border, leaves none of them out."""
    step, seen = None, 0
    for game in played[name][-2:]:
        pos, step = game.pos, outlook.lay_step(game.title)
        for hex_ in [*pos.title.hexes][::7] if step else ():
            every = [(tile, turn) for tile in pos.title.tiles for turn in range(6)]
            kept = [one for one in every if step.shape.kept(pos, LayTile("", "", hex_, *one))]
            seen += len(kept)
            assert list(step.fitting(pos, hex_)) == kept
            purple = [one for one in kept if pos.title.tiles[one[0]].border == "purple"]
            assert list(step.fitting(pos, hex_, "purple")) == purple
    assert step is None or seen


@TITLES
def test_percentages_follow_the_certificates(name: str, played: dict[str, list[Game]]):
    """What somebody holds of a corporation, kept from sale to sale, is what all certificates say."""
    for game in played[name]:
        pos = game.pos
        known = {*pos.holdings} | {(player, unit) for player in pos.state.players for unit in pos.title.units}
        assert all(pos.percent(*one) == anew(pos).holdings.get(one, 0) for one in known)


@TITLES
def test_no_lay_is_legal_once_a_turn_is_spent(name: str):
    """Where no lay is looked for any more, the rules refuse each that the board would bear."""
    spent = 0
    for game in moments(name):
        step = outlook.lay_step(game.title)
        if step is None or game.state.over or not game.pos.unit or not step.building.spent(game.pos):
            continue
        spent += 1
        lays = (
            LayTile(game.pos.awaited[0], game.pos.unit, hex_, tile, turn)
            for hex_ in sorted(game.pos.reach(game.pos.unit).hexes)
            for tile, turn in step.fitting(game.pos, hex_)
        )
        assert all(step.rules.broken(game.pos, lay) for lay in lays)
        if spent == 12:
            return
    assert spent


@TITLES
def test_stations_change_no_track(name: str, played: dict[str, list[Game]]):
    """A plan with other tokens reaches what a network made of the same board reaches."""
    for game in played[name][-3:]:
        pos = game.pos
        fresh = Network(TrackPlan({hex_: pos.face(hex_) for hex_ in pos.title.hexes}), pos.state.tokens)
        for unit in pos.title.units:
            assert pos.network.reach(unit) == fresh.reach(unit)
            assert pos.network.reach(unit, ignoring_blocks=True) == fresh.reach(unit, ignoring_blocks=True)


@TITLES
def test_a_plan_changed_is_a_plan_made_anew(name: str, played: dict[str, list[Game]]):
    """Whatever is laid, upgraded or taken back: the same track and the same stops."""
    faces = [{hex_: game.pos.face(hex_) for hex_ in game.title.hexes} for game in played[name]]
    changed = 0
    for before, after in [*pairwise(faces), *pairwise(faces[::-1])]:
        other = {hex_: face for hex_, face in after.items() if face != before[hex_]}
        changed += len(other)
        old = TrackPlan(before)
        assert old.places
        assert old.numbers
        assert old.cities
        plan, fresh = old.having(other), TrackPlan(after)

        assert (plan.faces, plan.places, plan.mates) == (fresh.faces, fresh.places, fresh.mates)
        assert (plan.numbers, plan.cities) == (fresh.numbers, fresh.cities)
        assert (plan.sides, plan.joined) == (fresh.sides, fresh.joined)
        assert (old.mates, old.joined) == (TrackPlan(before).mates, TrackPlan(before).joined)
    assert changed


@TITLES
def test_what_was_reached_is_kept_only_while_it_is_true(name: str, played: dict[str, list[Game]]):
    """Whatever was laid and placed in between, near or far: what a unit reaches is what a fresh search finds."""
    memo: Memo = {}
    for game in [*played[name], *played[name][::-1]]:
        kept, fresh = Position(game.title, game.state, memo), anew(game.pos)
        for unit in game.title.units:
            assert kept.reach(unit) == fresh.reach(unit)
            assert kept.reach(unit, ignoring_blocks=True) == fresh.reach(unit, ignoring_blocks=True)


@TITLES
def test_personal_rules_look_only_at_who_acts(name: str, played: dict[str, list[Game]]):
    """They say the same of everything that a player could do, so a step that they bar is barred whatever is done."""
    seen = 0
    for game in played[name]:
        pos = anew(game.pos)
        for step in pos.title.named(tuple(pos.title.steps)):
            if step not in (*pos.round.steps(pos), *pos.round.powers(pos)):
                continue
            actions = [*step.candidates(pos)]
            for action, one in product(actions, step.rules.personal):
                seen += 1
                told = one.test(pos, action)
                assert (told is None) is (one.test(pos, Actor(action.actor, pos.unit)) is None)
            if not step.rules.able(pos):
                assert all(step.rules.broken(pos, action) for action in actions)
    assert seen


def bare(step: Step[Any]) -> Step[Any]:
    """The step without any rule, which leaves out no candidate on their account."""
    return step.judged_by(NO_RULES)


@TITLES
def test_candidates_left_out_are_those_that_rules_forbid(name: str, played: dict[str, list[Game]]):
    """A step that lists less because of its rules lists all that they allow."""
    seen = 0
    for game in played[name]:
        pos = anew(game.pos)
        for step in (*pos.ahead, *pos.powers):
            if step.slow or step.verb is LayTile:
                continue
            plain = [action for action in bare(step).candidates(pos) if step.rules.kept(pos, action)]
            seen += len(plain)
            assert [*step.legal(pos)] == plain, step
    assert seen > 10


@TITLES
def test_rules_by_some_facts_look_at_nothing_else_of_an_action(name: str, played: dict[str, list[Game]]):
    """They say the same of all candidates that are alike in these facts and in who acts."""
    for game in played[name]:
        pos = anew(game.pos)
        for step in (*pos.ahead, *pos.powers):
            by_facts = [] if step.verb is LayTile else [one for one in step.rules if one.by]
            told: dict[tuple[object, ...], bool] = {}
            for action, one in product(bare(step).candidates(pos) if by_facts else (), by_facts):
                kept = one.test(pos, action) is None
                facts = (one.name, action.actor, *(getattr(action, fact) for fact in one.by))
                assert told.setdefault(facts, kept) is kept


def test_what_is_written_on_a_state_is_noticed():
    """A scratch shows what was written on its state, and the same position until then."""
    game = Game.start("18Mag", PLAYERS, seed=2)
    scratch = Scratch.upon(game.pos)
    assert scratch.now is game.pos
    scratch.state.phase = 1
    after = scratch.now
    assert (after.state.phase, game.state.phase) == (1, 0)
    assert scratch.now is after
    scratch.state.phase = 2
    assert (scratch.now.state.phase, after.state.phase) == (2, 1)
    assert type(after.state) is State


@TITLES
def test_rules_by_colour_look_at_nothing_else_of_a_lay(name: str, played: dict[str, list[Game]]):
    """They say the same of every tile of a colour with the same aid, wherever and however it lies."""
    seen = 0
    for game in played[name]:
        pos = anew(game.pos)
        step = track_step(pos)
        if not pos.unit or step not in pos.round.steps(pos):
            continue
        told: dict[tuple[str, str, str], bool] = {}
        places = [(hex_, *laid) for hex_ in pos.title.hexes for laid in step.fitting(pos, hex_)]
        by_colour = [one for one in step.rules if one.by]
        for (hex_, tile, turn), aid in product(places, ("", *step.building.aids(pos))):
            lay = LayTile(pos.awaited[0], pos.unit, hex_, tile, turn, aid)
            for one in by_colour:
                seen += 1
                kept = one.test(pos, lay) is None
                assert told.setdefault((one.name, pos.title.tiles[tile].colour, aid), kept) is kept
    assert seen


@TITLES
def test_stops_are_joined_by_the_shortest_chain(name: str, played: dict[str, list[Game]]):
    """What a chart says of a stop's neighbours is what its chains say."""
    chart = RouteGraph(played[name][-1].pos.network)
    for place in chart.places:
        number, lengths = chart.number(place), dict[tuple[str, int], int]()
        for chain in chart.chains:
            if number in (chain.one, chain.two):
                other = chart.places[chain.one + chain.two - number]
                lengths[other] = min(chain.length, lengths.get(other, chain.length))
        assert chart.joined(place) == lengths


def test_a_scratch_is_the_same_position_until_something_is_written():
    """What was found out is kept as long as it is true, and the position that was given never changes."""
    pos = Game.start("18Mag", PLAYERS, seed=1).pos
    scratch = Scratch.upon(pos)
    assert scratch.now is pos

    before = pos.state.fingerprint()
    scratch.put("cash", "ann", 7)
    written = scratch.now
    assert written is not pos
    assert written is scratch.now
    assert (written.cash("ann"), pos.state.fingerprint()) == (7, before)


def test_what_is_found_once_is_found_for_one_position_only():
    """A second question is not answered anew; another position asks for itself."""
    pos, asked = Game.start("18Mag", PLAYERS, seed=1).pos, list[int]()
    found = [pos.once("number", lambda: asked.append(1) or len(asked)) for _ in range(2)]

    assert found == [1, 1]
    assert anew(pos).once("number", lambda: 5) == 5


def test_what_differs_from_a_board_is_not_told_of_one_that_came_into_its_place():
    """A board that is forgotten may leave its place in memory to another one, which is compared anew."""
    pos = Game.start("18Mag", PLAYERS, seed=1).pos
    tiles, layers, tokens = pos.board

    for hex_ in sorted(pos.title.hexes):
        assert pos._changed_since(({**tiles, hex_: ("57", 0)}, layers, tokens)) == {hex_}


def test_privates_are_found_by_owner_and_kind():
    """All privates of an owner, those of one kind, and none of a stranger, in the order of the title."""
    pos = Game.start("18CZ", PLAYERS, seed=1).pos
    privates = [private.id for private in pos.title.data.privates]
    state: State = replace(pos.state, owners=dict.fromkeys(reversed(privates[:3]), "ann"))
    now = Position(pos.title, state)

    assert now.owned("ann") == privates[:3]
    assert now.owned("ann", pos.title.privates[privates[0]].kind) == privates[:3]
    assert now.owned("ann", "nothing") == now.owned("bob") == []
    assert now.owned("") == privates[3:]


def test_a_state_that_changes_when_stored_is_a_violation(monkeypatch: pytest.MonkeyPatch):
    """What is stored and loaded again must be the same state."""
    pos, load = Game.start("18Mag", PLAYERS, seed=1).pos, State.load
    assert digest(pos.state.dump()) == pos.state.fingerprint()
    assert not list(violations(pos))

    monkeypatch.setattr(State, "load", lambda data, extra: replace(load(data, extra), priority="cy"))
    assert list(violations(pos)) == ["the state does not survive being stored"]


@pytest.mark.slow
def test_only_the_title_that_is_played_is_loaded():
    """A process that plays one title does not read the data of the others."""
    asked = "import sys; from engine.title import find; find('18cz'); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout

    assert "engine.titles.t18cz" in said.split()
    assert not {"engine.titles.t1844", "engine.titles.t18mag"} & set(said.split())
