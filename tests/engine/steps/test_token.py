"""Places for tokens: how many a city takes, and which edges tell two cities of a hex apart."""

from engine.state import Token
from engine.steps import token
from tests.engine.moments import opened


def test_a_city_takes_as_many_tokens_as_it_has_slots():
    """Tokens on another stop of the hex take none of them; where there is no city, there is no slot."""
    scratch = opened()
    hex_, stop = next(place for place in scratch.now.cities if token.free_slots(scratch.now, *place) == 1)
    scratch.put("tokens", hex_, (Token(stop + 1, "FNM"),))
    assert token.free_slots(scratch.now, hex_, stop) == 1
    token.place(scratch, "RhB", hex_, stop)

    assert scratch.state.tokens[hex_] == (Token(stop + 1, "FNM"), Token(stop, "RhB"))
    assert token.free_slots(scratch.now, hex_, stop) == 0
    for nowhere in (("Z99", 0), (hex_, -1), (hex_, 9)):
        assert token.free_slots(scratch.now, *nowhere) == 0
        assert not token.is_city(scratch.now, *nowhere)
    assert token.is_city(scratch.now, hex_, stop)


def test_edges_are_named_only_where_a_hex_has_several_cities():
    """The only city of a hex needs nothing to tell it by."""
    pos = opened().now
    cities = [hex_ for hex_, _ in pos.cities]
    alone = next(hex_ for hex_ in cities if cities.count(hex_) == 1)

    assert token.city_exits(pos, alone, 0) == []
    assert [token.city_exits(pos, "I4", stop) for stop in (0, 1)] == [[1, 2], [4]]
