from collections.abc import Iterable

from engine.board.network import Network
from engine.steps.token import free_slots
from tests.engine.routes.brute_force_walks import TrackPieces
from tests.engine.routes.random_mag import MagSample
from tests.tools.builder import network, position, tiles, tokens


def test_reach_goes_on_over_sides_with_track_on_both_hexes():
    """Connected track ends at a side where the next hex has none, and that side is reached."""
    reach = network(tiles(E14="57 0", F13="9 0"), tokens(E14="1.0")).reach("1")

    assert frozenset({"E14", "F13"}) == reach.hexes
    assert frozenset({("E14", 0)}) == reach.stops & {("E14", 0), ("G12", 0)}
    assert {("G12", 3), ("D15", 0)} <= reach.sides


def test_reach_needs_track_on_both_sides():
    """Track that meets a side without track beyond connects nothing."""
    reach = network(tiles(E14="57 0", F13="57 1"), tokens(E14="1.0")).reach("1")

    assert ("F13", 0) not in reach.stops
    assert ("F13", 3) in reach.sides


def test_reach_does_not_reverse_at_a_junction():
    """Two pieces that share an edge of a tile do not connect to each other."""
    reach = network(tiles(F17="23 0", E18="57 0", F19="57 1"), tokens(E18="1.0")).reach("1")

    assert ("F19", 0) not in reach.stops
    assert ("G16", 3) in reach.sides


LOOP = tiles(F17="23 0", E18="57 0", F19="57 1", G16="24 3", H15="3 3", H17="5 1")


def test_reach_does_not_turn_round_over_its_own_track():
    """A loop brings nobody back over the track that led to it."""
    reach = network(LOOP, tokens(E18="1.0")).reach("1")

    assert {("H15", 0), ("H17", 0)} <= reach.stops
    assert ("F19", 0) not in reach.stops


def test_reach_of_a_loop_is_that_of_both_directions():
    """From a token on a loop both ends of it lead back to the junction."""
    reach = network(LOOP, tokens(H17="1.0")).reach("1")

    assert {("E18", 0), ("F19", 0), ("H15", 0)} <= reach.stops


LINE = tiles(D13="4 2", E14="57 2", F15="57 2", G16="57 2")


def test_a_full_city_is_reached_but_not_passed():
    """Where all slots are taken by others the connection ends."""
    reach = network(LINE, tokens(E14="1.0", F15="2.0")).reach("1")

    assert ("F15", 0) in reach.stops
    assert "G16" not in reach.hexes


def test_a_city_with_a_free_slot_is_passed():
    """A free slot keeps the way open."""
    reach = network(LINE, tokens(E14="1.0")).reach("1")

    assert {("D13", 0), ("F15", 0), ("G16", 0)} <= reach.stops


def test_blocks_can_be_ignored():
    """Without blocks the connection shows what a full city keeps from a unit."""
    net = network(LINE, tokens(E14="1.0", F15="2.0"))

    assert ("G16", 0) in net.reach("1", ignoring_blocks=True).stops


def test_the_blocking_city_is_named():
    """Of several full cities the one in the way is named, and none where nothing blocks."""
    net = network(LINE, tokens(E14="1.0", F15="2.0", D13="2.0"))

    assert net.blocker("1", lambda reach: ("G16", 0) in reach.stops) == ("F15", 0)
    assert net.blocker("1", lambda reach: ("F15", 0) in reach.stops) is None
    assert net.blocker("1", lambda reach: "A12" in reach.hexes) is None


def test_off_board_stops_end_a_connection():
    """A red location is reached and never passed."""
    reach = network(tiles(C8="57 1", D7="57 2"), tokens(C8="1.0")).reach("1")

    assert ("C6", 0) in reach.stops
    assert "D7" not in reach.hexes


def test_a_token_without_track_reaches_its_own_hex():
    """A token connects its hex even while no track lies there."""
    reach = network({}, tokens(B17="6.0")).reach("6")

    assert frozenset({"B17"}) == reach.hexes
    assert frozenset() == reach.sides


def test_free_slots_are_counted_by_stop():
    """Tokens on another stop of the hex take no slot."""
    pos = position(tiles(E12="L33 2"), tokens(E12="1.0"))

    assert free_slots(pos, "E12", 0) == 0
    assert free_slots(pos, "E12", 1) == 1


def _slow(net: Network, unit: str) -> tuple[set, set, set]:
    pieces, own = TrackPieces(net), net.own(unit)
    ends = {place for place in net.places if net.stop(place).kind == "offboard" or net.blocked(unit, *place)}
    stops, hexes, sides = set(own), {hex_ for hex_, _ in own}, set()
    for start in own:
        for walk in pieces.walks(start, frozenset(ends)):
            for spot in walk[1:]:
                hexes.add(spot[0])
                if spot[1].isdigit():
                    beyond, edge = pieces.across(spot)
                    if beyond in net.faces:
                        sides.add((beyond, int(edge)))
                else:
                    stops.add(pieces.stop(spot))
    return stops, hexes, sides


def test_reach_agrees_with_every_single_walk(samples: Iterable[MagSample]):
    """On random boards the connections are those of all walks that use no track twice."""
    for sample in samples:
        net = sample.pos.network
        reach = net.reach(sample.unit)

        assert _slow(net, sample.unit) == (reach.stops, reach.hexes, reach.sides), sample
