"""A title varies with the set-up: its map, market, money and companies."""

import pickle
from dataclasses import replace

import pytest

from engine.data import Home
from engine.game import Game
from engine.refusals import BadSetup
from engine.steps.track import TrackStep
from engine.variants import Variant, changed
from tests.engine import toy

pytestmark = pytest.mark.usefixtures("toy_known")


def game(players: int, *options: str) -> Game:
    return Game.start("Toy", ("ann", "bob", "cy")[:players], options, seed=1)


def outcome(**variant: object):
    """The toy's files as one variant leaves them."""
    return changed(toy.TITLE.data, toy.TITLE.board, [Variant.model_validate(variant)])


def test_other_set_ups_play_the_title_itself():
    """Where no variant holds nothing is changed."""
    assert game(3).title is toy.TITLE


def test_a_variant_holds_for_its_numbers_of_players():
    """Money, prices and the limit of two players are their own."""
    two, three = game(2), game(3)

    assert [two.pos.cash("ann"), three.pos.cash("ann")] == [230, 160]
    assert [two.title.prices["0,0"], three.title.prices["0,0"]] == [55, 60]
    assert [two.title.data.holding_limit, three.title.data.holding_limit] == [100, 80]


def test_a_variant_holds_for_its_option():
    """A company joins where the table wants it, and not elsewhere."""
    assert [*game(3).title.units] == ["NORTH", "SOUTH"]
    assert [*game(3, "west").title.units] == ["NORTH", "SOUTH", "WEST"]
    assert game(3, "west").state.tokens_left["WEST"] == (40,)


def test_variants_are_laid_over_each_other():
    """Two players with a third company have both."""
    both = game(2, "west").title

    assert (both.data.holding_limit, *both.units) == (100, "NORTH", "SOUTH", "WEST")


def test_a_title_is_changed_once():
    """The same set-up is played with the very same title."""
    assert game(2).title is game(2).title
    assert game(2).title is not game(2, "west").title


def test_hexes_leave_the_map_and_no_track_leads_there():
    """Neighbours of a hex that is gone are closed on that side."""
    hexes = game(2).title.hexes

    assert "A4" not in hexes
    assert hexes["A2"].closed == {1: "off_map", 2: "off_map", 3: "off_map", 4: "off_map"}
    assert hexes["B3"].closed == {3: "off_map"}
    assert hexes["C2"].closed == toy.TITLE.hexes["C2"].closed


def test_parts_of_lists_are_changed_by_name():
    """What a variant does not say of a part stays as it was."""
    two = game(2).title

    assert two.units["NORTH"].tokens == (0, 30)
    assert two.units["NORTH"].home == Home(hex="A2")
    assert two.hexes["B3"].kinds == ("town",)
    assert two.hexes["A2"].stops == toy.TITLE.hexes["A2"].stops


def test_tiles_are_fitted_to_the_map_of_the_set_up():
    """What fits a hex on one map is not taken for what fits it on another."""
    building = toy.TITLE.steps["lay"]
    assert isinstance(building, TrackStep)
    there, here = ({tile for tile, _ in building.fitting(game(count).pos, "B3")} for count in (3, 2))

    assert (there & {"7", "58"}, here & {"7", "58"}) == ({"7"}, {"58"})


def test_a_variant_may_have_a_map_of_its_own():
    """All hexes may go, and others come."""
    _, board = outcome(without={"hexes": ["*"]}, map={"hexes": [{"id": "D2"}]})

    assert [hex_.id for hex_ in board.hexes] == ["D2"]
    assert board.supply == toy.TITLE.board.supply


def test_tiles_leave_the_supply():
    """A table loses entries by name."""
    assert "15" not in game(2).title.tiles
    assert "15" in game(3).title.tiles


@pytest.mark.parametrize(
    "variant",
    [
        {"without": {"units": ["EAST"]}},
        {"without": {"moons": ["one"]}},
        {"title": {"moon": 1}},
        {"map": {"hexes": [{"id": "A2", "moon": 1}]}},
    ],
)
def test_a_variant_that_fits_no_file_is_refused(variant: dict[str, object]):
    """Unknown parts and unknown words are errors of the data file."""
    with pytest.raises(ValueError, match=r"EAST|moon"):
        outcome(**variant)


def test_forms_are_all_that_set_ups_make_of_a_title():
    """Two players, and the company with two and with more."""
    forms = toy.TITLE.forms

    assert forms[0] is toy.TITLE
    assert [(form.data.holding_limit, len(form.units)) for form in forms] == [
        (80, 2),
        (100, 2),
        (100, 3),
        (80, 3),
    ]


def test_a_position_finds_its_title_again():
    """What is sent to another process is played with the same title there, and so is a stored state."""
    played = game(2, "west")

    assert pickle.loads(pickle.dumps(played.pos)).title is played.title
    assert Game.resume(played.setup, played.state).title is played.title


def test_a_player_may_not_be_called_like_a_company_of_the_variant():
    """Names are compared with the companies that are in the game."""
    with pytest.raises(BadSetup):
        Game.start("Toy", ("WEST", "bob", "cy"), ("west",))

    assert Game.start("Toy", ("WEST", "bob", "cy"))


def test_an_unknown_option_is_refused_before_anything_varies():
    """Options are settled before the title is chosen by them."""
    with pytest.raises(BadSetup):
        toy.TITLE.of(2, ("east",))


def citing(**refusals: tuple[str, ...]) -> Variant:
    return Variant(players=(2,), refusals=refusals)


def test_a_variant_may_cite_other_clauses():
    """Where another clause forbids it, the refusal names that one; other refusals and set-ups stay."""
    title = replace(toy.TITLE, variants=(citing(sell_again=("TOY-4",)),))

    assert title.of(2).texts.refusals == {**toy.TITLE.texts.refusals, "sell_again": ("TOY-4",)}
    assert title.of(3).texts.refusals == toy.TITLE.texts.refusals


def test_a_variant_cites_only_for_refusals_there_are():
    """The name of a refusal that no rule has is an error of the data file."""
    with pytest.raises(ValueError, match="moon"):
        replace(toy.TITLE, variants=(citing(moon=("TOY-4",)),)).of(2)


def test_entries_of_a_table_of_the_title_may_go():
    """The way to a table inside another is written with points; the rest of it stays."""
    first = Variant.model_validate({"title": {"extra": {"moons": {"one": 1, "two": 2}}}})
    then = Variant.model_validate({"without": {"extra.moons": ["one"]}})
    before, _ = changed(toy.TITLE.data, toy.TITLE.board, [first])
    data, _ = changed(toy.TITLE.data, toy.TITLE.board, [first, then])

    assert (before.extra["moons"], data.extra["moons"]) == ({"one": 1, "two": 2}, {"two": 2})
