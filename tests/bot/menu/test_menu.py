"""The menu leads to every legal action and to nothing else."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.menu import folding, search
from bot.menu.folding import Amount, Ask, Menu, Nothing, Ready
from engine.actions import Action, LayTile
from engine.choices import Offer
from tests.bot.positions import FEW_TELLING, TELLING, having, played, telling


@dataclass
class Few:
    """A stand-in for choices."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Haul(Action):
    """A verb of no title."""

    verb: ClassVar[str] = "haul"
    amount: ClassVar[str] = "load"
    load: int
    what: str
    where: tuple[str, ...] = ()


def leaves(made: Menu, verb: str, picked: dict[str, str]):
    """Every action that choosing on leads to."""
    step = made.narrow(verb, picked)
    if isinstance(step, Ready):
        yield step.action
    elif isinstance(step, Amount):
        for amount in {one for card in step.worded for one in card.amounts}:
            yield from leaves(made, verb, {**picked, step.field: str(amount)})
    elif isinstance(step, Ask):
        for option in step.options:
            yield from leaves(made, verb, {**picked, step.field: option.word})
    else:
        pytest.fail(str(step))


@pytest.mark.slow
def test_positions_that_differ_in_what_may_be_done_are_known():
    """They are listed by their plies, so that nothing is played while tests are collected."""
    assert tuple(game.state.ply for game in telling()) == TELLING
    assert tuple(game.state.ply for game in telling(1)) == FEW_TELLING


@pytest.mark.parametrize("ply", TELLING)
def test_choosing_on_leads_to_every_legal_action_and_to_no_other(ply: int):
    """What the menu ends in is what the choices list, for every player."""
    game = played()[ply]
    for player in game.state.players:
        made = Menu(game.choices, player)
        found = [action for verb in made.verbs for action in leaves(made, verb, {})]
        legal = [action for action in game.choices if action.actor == player]

        assert set(legal) == set(found)
        assert len(legal) == len(found)


@pytest.mark.parametrize("ply", FEW_TELLING)
def test_fields_may_be_picked_in_any_order(ply: int):
    """Typed commands fill fields in the order the person likes."""
    choices = played()[ply].choices
    for offer in choices.offers:
        words = folding.words(offer.action)
        backwards = dict(reversed(words.items()))
        step = Menu(choices, offer.action.actor).narrow(offer.action.verb, backwards)

        assert isinstance(step, Ready)
        assert offer.action == step.action


def test_a_field_with_one_value_is_filled_in_silently():
    """Nobody is asked which unit lays the tile."""
    game = having("lay")
    step = Menu(game.choices).narrow("lay")

    assert isinstance(step, Ask)
    assert step.field != "unit"
    assert game.pos.unit == step.known["unit"]


def test_an_illegal_pick_is_named():
    """The first field that does not fit is told."""
    made = Menu(having("lay").choices)

    assert Nothing("hex") == made.narrow("lay", {"hex": "Z99"})
    assert Nothing("") == made.narrow("par", {})


def test_amounts_come_in_ranges_and_merge():
    """Amounts of several offers are asked for once, each kept within its own range."""
    first = Offer(Haul("a", 0, "coal"), range(10, 60, 10))
    second = Offer(Haul("a", 0, "coal"), range(100, 102))
    made = Menu(Few((first, second)))
    step = made.narrow("haul")

    assert isinstance(step, Amount)
    assert (step.low, step.high, step.count) == (10, 101, 7)
    assert 50 in step
    assert 55 not in step
    assert Ready(Haul("a", 101, "coal"), second) == made.narrow("haul", {"load": "101"})
    assert Nothing("load") == made.narrow("haul", {"load": "55"})
    assert len(step.common(4)) == 4
    assert all(amount in step for amount in step.common(4))


def test_fields_are_asked_in_the_order_of_the_verb_the_amount_last():
    """Whatever the amount's place among the fields."""
    offers = tuple(
        Offer(Haul("a", 0, what, (where,)), range(1, 4))
        for what in ("coal", "ore")
        for where in ("D1", "B12")
    )
    made = Menu(Few(offers))

    first = made.narrow("haul")
    second = made.narrow("haul", {"what": "ore"})
    third = made.narrow("haul", {"what": "ore", "where": "B12"})

    assert [("what", Ask), ("where", Ask), ("load", Amount)] == [
        (step.field, type(step)) for step in (first, second, third)
    ]
    assert [option.word for option in second.options] == ["B12", "D1"]


def test_an_option_says_what_it_leads_to():
    """A hex with several tiles counts them; one with a single lay is that lay."""
    lays = tuple(
        Offer(LayTile("a", "1", hex_, tile, turn))
        for hex_, tile, turn in (("B2", "7", 0), ("B2", "8", 0), ("B2", "8", 1), ("A10", "9", 0))
    )
    step = Menu(Few(lays)).narrow("lay")

    assert isinstance(step, Ask)
    assert [option.word for option in step.options] == ["A10", "B2"]
    assert lays[3] == step.options[0].offer
    assert step.options[1].offer is None
    assert step.options[1].then == ("tile", 2)


def test_hundreds_of_lays_are_folded_into_hexes():
    """Five hundred offers make a short list."""
    lays = tuple(
        Offer(LayTile("a", "1", f"{row}{column}", tile, turn))
        for row in "ABCDE"
        for column in range(1, 11)
        for tile in ("7", "8")
        for turn in range(5)
    )
    step = Menu(Few(lays)).narrow("lay", {"tile": "8"})

    assert isinstance(step, Ask)
    assert len(step.options) == 50
    assert [len(page) for page in search.pages(step.options)] == [25, 25]


@pytest.mark.parametrize("typed", ["gyor", "GYŐR", "d9 gy", "yőr", "d9"])
def test_typing_finds_places_without_accents_or_case(typed: str):
    """Any part in any case, on any keyboard."""
    places = ["C8 Pozsony", "D9 Győr", "H23 Nagyszeben"]

    assert search.search(places, typed, str) == ["D9 Győr"]


def test_what_begins_with_the_typed_text_comes_first():
    """Typing 1 offers 1 before 12 and 21."""
    assert search.search(["21", "12", "1"], "1", str) == ["1", "12", "21"]
    assert search.search(["b", "a"], "", str) == ["b", "a"]


@given(st.lists(st.integers(), max_size=80))
def test_pages_hold_everything_once(entries: list[int]):
    """There is always a page, none is too long, and nothing is lost."""
    made = search.pages(entries)

    assert made
    assert entries == [entry for page in made for entry in page]
    assert all(len(page) <= search.PAGE for page in made)
