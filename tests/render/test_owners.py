import pytest
from PIL import ImageChops

from engine.state import Token
from render import Look, draw_map
from render.charters import draw_charters
from render.legend import legend
from render.map_hexes import map_hexes
from render.owners import draw_owners, minors_on_map
from render.schemes import SCHEMES
from render.seats import seat_signs
from render.supply import draw_supply
from tests.render.scenes import changed, opening
from tests.render.vision import contrast

OWNERS = {"1": "ann", "2": "cy", "3": "ann"}


def owned():
    """Three minors of two players, and a corporation, on the map."""
    pos = opening()
    hexes = [hex_.id for hex_ in pos.title.hexes.values() if "city" in hex_.kinds][:4]
    units = (*OWNERS, next(unit.id for unit in pos.title.data.units if unit.shares))
    tokens = {hex_: (Token(0, unit),) for hex_, unit in zip(hexes, units, strict=True)}
    return changed(pos, tokens=tokens, owners=OWNERS)


@pytest.mark.parametrize("name", SCHEMES)
def test_tokens_of_minors_have_a_ring_in_the_colour_of_their_owner(name: str):
    """Whoever owns the same minors has the same ring; a corporation belongs to many, and has none."""
    seats = SCHEMES[name].seats
    shown = {
        token.text: token
        for cell in map_hexes(owned(), look=Look(scheme=name))
        for token in cell.tokens
        if token.placed
    }

    assert [shown[unit].owner for unit in OWNERS] == [seats[0], seats[2], seats[0]]
    assert {token.owner for text, token in shown.items() if text not in OWNERS} == {""}
    assert min(contrast(seat, SCHEMES[name].casing) for seat in seats) >= 3


def test_rings_are_seen_on_the_map():
    """Another owner makes another picture."""
    pos = owned()

    assert draw_map(pos).tobytes() != draw_map(changed(pos, owners={**OWNERS, "1": "bob"})).tobytes()


def test_a_legend_below_the_map_says_whose_rings_they_are():
    """Owners in the order of their seats with their minors; no legend where there is no ring."""
    pos, look = owned(), Look(names={"ann": "Anna", "bob": "Béla", "cy": "漢字"}, width=900)

    assert minors_on_map(pos) == {"ann": ["1", "3"], "cy": ["2"]}
    assert draw_map(pos, look=look).height > draw_map(changed(pos, owners={}), look=look).height
    assert draw_owners(opening("1844"), look) is None


def test_the_legend_is_never_wider_than_the_map():
    """Long names and many minors take more lines."""
    pos = owned()
    long = Look(names=dict.fromkeys(pos.state.players, "Bartholomew the Railwayman"), width=700)
    units = [unit.id for unit in pos.title.data.units if not unit.shares]
    cities = [hex_.id for hex_ in pos.title.hexes.values() if hex_.kinds][: len(units)]
    many = changed(
        pos,
        tokens={hex_: (Token(0, unit),) for hex_, unit in zip(cities, units, strict=False)},
        owners={unit: pos.state.players[index % 3] for index, unit in enumerate(units)},
    )

    assert draw_owners(many, long).width == 700
    assert draw_owners(many, long).height > draw_owners(pos, Look(width=700)).height


def test_the_legend_of_the_map_explains_the_ring():
    """Where a title has minors."""
    assert "The ring on a minor: its owner" in [mark.words for mark in legend(opening())]
    assert "The ring on a minor: its owner" not in [mark.words for mark in legend(opening("1844"))]


@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
def test_no_player_is_called_like_a_private_or_a_company(title: str):
    """Whose signs might be P6 and P7, or S1, Sx and Pr, have others."""
    names = {f"s{number}": f"Player {number}" for number in range(1, 8)} | {
        "a": "S1",
        "b": "Sx",
        "c": "Prague 4",
    }
    pos = opening(title)
    data = pos.title.data
    signs = seat_signs(pos, names)

    assert len(set(signs.values())) == len(names)
    assert not set(signs.values()) & {one.id for one in data.privates}
    assert not set(signs.values()) & {one.abbr for one in data.units}


def test_a_seat_wears_the_colour_its_person_has_chosen():
    """Every picture that names a seat follows, whatever was drawn before."""
    plain, look = Look(), Look(seats=(4, 1, 2))
    pos = opening()
    first, second = plain.colours, look.colours

    assert second.seats[:3] == (first.seats[4], first.seats[1], first.seats[2])
    for draw in (draw_charters, draw_supply):
        before, other, after = draw(pos, plain), draw(pos, look), draw(pos, plain)
        assert ImageChops.difference(before, other).getbbox()
        assert not ImageChops.difference(before, after).getbbox()
