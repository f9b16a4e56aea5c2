"""Section VI.3.3: promoting track."""

import pytest

from engine.game import Game
from engine.steps.token import free_slots
from tests.games.t18mag.builders import Builder, after, legal, paid, refused


def straight(phase: str, tile: str = "57 1", **more: str) -> Game:
    """#3 at its turn with a tile at home."""
    own = {"last_set": 9} if phase == "gray" else {}
    return Builder().tiles(E10=tile, **more).phase(phase, **own).cash(n3=100).minor("n3")


@pytest.mark.rule("MAG-VI.3.3.1")
def test_a_promotion_takes_the_place_of_the_main_lay():
    """With a promotion done the yellow tile is the extra one and costs 10, in either order."""
    game = straight("green")

    assert paid(game, after(game, "lay 3 E10 14 0"), "n3", "SKEV") == (0, 0)
    assert paid(game, after(game, "lay 3 E10 14 0", "lay 3 E8 9 1"), "n3", "SKEV") == (-10, 10)
    assert paid(game, after(game, "lay 3 E8 9 1", "lay 3 E10 14 0"), "n3", "SKEV") == (-10, 10)
    refusal = refused(after(game, "lay 3 E8 9 1", "lay 3 E10 14 0"), "lay 3 E12 L33 2")
    assert refusal.key == "tile_third"


@pytest.mark.rule("MAG-VI.3.3.2")
@pytest.mark.parametrize(
    ("before", "right", "wrong"),
    [
        ("57 1", "lay 3 E10 14 0", ("lay 3 E10 611 0", "lay 3 E10 455 0")),
        ("14 0", "lay 3 E10 611 0", ("lay 3 E10 455 0", "lay 3 E10 57 1")),
        ("611 0", "lay 3 E10 455 0", ("lay 3 E10 14 0", "lay 3 E10 57 1")),
    ],
)
def test_one_colour_at_a_time(before: str, right: str, wrong: tuple[str, str]):
    """Yellow becomes green, green brown and brown gray; no colour is skipped and none comes back."""
    game = straight("gray", before)
    assert legal(game, right)

    for line in wrong:
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_order", ("MAG-VI.3.3.2",))


@pytest.mark.rule("MAG-VI.3.3.2")
def test_a_bare_hex_takes_yellow_first():
    """Where no tile lies, green is too early in every phase."""
    refusal = refused(Builder().phase("brown").minor("n3"), "lay 3 E10 14 0")

    assert refusal.key == "tile_order"


@pytest.mark.rule("MAG-VI.3.3.3")
@pytest.mark.parametrize(
    ("before", "line", "phases"),
    [
        ("57 1", "lay 3 E10 14 0", ("yellow", "green")),
        ("14 0", "lay 3 E10 611 0", ("green", "brown")),
        ("611 0", "lay 3 E10 455 0", ("brown", "gray")),
    ],
)
def test_a_phase_releases_its_colour(before: str, line: str, phases: tuple[str, str]):
    """A colour is refused in the phase before its own, and can be laid as soon as that has begun."""
    early, due = phases
    refusal = refused(straight(early, before), line)

    assert refusal.key == "tile_colour"
    assert "MAG-VI.3.3.3" in refusal.clauses
    assert legal(straight(due, before), line)


@pytest.mark.rule("MAG-VI.3.3.3")
def test_yellow_tiles_stay_available():
    """In gray yellow tiles are still laid."""
    assert legal(straight("gray"), "lay 3 E8 9 1")


@pytest.mark.rule("MAG-VI.3.3.4")
def test_the_promoted_tile_holds_connected_track():
    """A tile that is joined to no own station may be promoted only by one that joins it."""
    game = straight("green", "57 2", F11="9 1")

    refusal = refused(game, "lay 3 F11 20 0")

    assert refusal.key == "tile_unreachable"
    assert "MAG-VI.3.3.4" in refusal.clauses
    joining = [turn for turn in range(6) if legal(game, f"lay 3 F11 23 {turn}")]
    assert joining == [4]
    joined = after(game, "lay 3 F11 23 4")
    assert "F11" in joined.pos.reach("3").hexes
    assert "F11" not in game.pos.reach("3").hexes


@pytest.mark.rule("MAG-VI.3.3.4")
def test_a_full_city_on_the_way_prevents_a_promotion():
    """Track beyond a city full of others' tokens is not promoted, though it is joined to it."""
    tiles = {"E10": "57 2", "D9": "57 2", "C8": "5 4"}
    built = Builder().tiles(**tiles).phase("green")

    free = Builder().tiles(**tiles).phase("green").minor("n3")
    line = next(line for line in (f"lay 3 C8 619 {turn}" for turn in range(6)) if legal(free, line))

    full = built.tokens(D9="11.0", D7="").minor("n3")

    assert refused(full, line).key == "tile_blocked"


@pytest.mark.rule("MAG-VI.3.3.5")
def test_new_track_need_not_be_usable():
    """#20 adds a track that crosses the connected one and leads nowhere of use."""
    game = straight("green", E8="9 1")
    crossing = [turn for turn in range(6) if legal(game, f"lay 3 E8 20 {turn}")]
    assert crossing

    crossed = after(game, f"lay 3 E8 20 {crossing[0]}")

    gained = crossed.pos.reach("3").sides - game.pos.reach("3").sides
    assert not gained


@pytest.mark.rule("MAG-VI.3.3.9")
def test_a_promotion_adds_slots():
    """A yellow city has one slot, a green one two, a gray one three."""
    slots = {}
    for phase, tile in (("yellow", "57 1"), ("green", "14 0"), ("brown", "611 0"), ("gray", "455 0")):
        slots[phase] = free_slots(straight(phase, tile).pos, "E10", 0)

    assert slots == {"yellow": 0, "green": 1, "brown": 1, "gray": 2}
    game = after(straight("green"), "lay 3 E10 14 0")
    assert free_slots(game.pos, "E10", 0) == 1


@pytest.mark.rule("MAG-VI.3.3.10")
def test_a_free_slot_lets_anybody_trace_through():
    """While D9 has a free slot #3 builds beyond it; a second stranger there closes the way."""
    tiles = {"E10": "57 2", "D9": "14 1"}

    def beyond(there: str) -> Game:
        return Builder().tiles(**tiles).tokens(D9=there, D7="").phase("green").minor("n3")

    assert legal(beyond("11.0"), "lay 3 C8 5 4")
    assert refused(beyond("11.0 SIK.0"), "lay 3 C8 5 4").key == "tile_blocked"


@pytest.mark.rule("MAG-VI.3.3.11")
def test_a_replaced_tile_returns_to_the_supply():
    """The old tile goes back, the new one is taken."""
    game = straight("green")

    promoted = after(game, "lay 3 E10 14 0")

    assert promoted.state.supply["5/57"] == game.state.supply["5/57"] + 1 == 10
    assert promoted.state.supply["14/15"] == game.state.supply["14/15"] - 1 == 7
