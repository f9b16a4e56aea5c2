"""Section 2.20: tunnels and their certificates."""

import pytest

from engine import powers
from engine.events import TileLaid
from engine.game import Game
from engine.state import BANK
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.tunnels import Tunnel
from tests.games.t1844.swiss import Builder, after, legal, opening, paid, refused


def gb(*options: str, permits: str = "T1", cash: int = 500, phase: str = "2") -> Builder:
    """The GB in Stans, with track to the Gotthard."""
    built = Builder(3, *options).holds("ann", GB=50).prices(GB=90).floated("GB").phase(phase)
    built = built.owns("ann", *permits.split()) if permits else built
    return built.tiles(G18="57 2").tokens(G18="GB.0").cash(GB=cash)


def tunnels(game: Game) -> set[tuple[str, int, int]]:
    return {(one.hex, one.one, one.two) for one in game.choices if isinstance(one, Tunnel)}


@pytest.mark.rule("CH-OR.TUN.1", "CH-OR.TUN.5", "CH-TUN.4")
def test_a_tunnel_is_built_beside_the_tile_of_the_turn():
    """It costs the company 100; a tile may follow, or come first."""
    game = gb().company("GB")
    assert tunnels(game) == {("H19", 2, 5)}

    assert {offer.facts["cost"] for offer in game.choices.offers if isinstance(offer.action, Tunnel)} == {100}

    built = after(game, "tunnel GB T1 H19 2 5")
    assert paid(game, built, BANK, "ann") == (100 - 180, 0)
    assert built.state.layers["H19"] == (("X79", 2),)
    assert TileLaid("GB", "H19", "X79", 2, "", 100, "T1") in built.events
    assert legal(built, "lay GB F17 6 5")

    tile = after(game, "lay GB F17 6 5")
    assert tunnels(tile) == {("H19", 2, 5)}


@pytest.mark.rule("CH-OR.TUN.1", "CH-OR.SEQ.5")
def test_not_after_the_track_step():
    """Once a token is placed or trains run, no tunnel is built."""
    game = gb().tiles(F17="6 5").company("GB")
    assert legal(game, "tunnel GB T1 H19 2 5")

    late = after(game, "token GB F17 0")

    assert refused(late, "tunnel GB T1 H19 2 5", "ann").key == "wrong_step"


@pytest.mark.rule("CH-OR.TUN.1", "CH-OR.TUN.6", "CH-OR.TRACK.9")
def test_a_tunnel_makes_room_for_the_tile():
    """Where no tile can be laid before, one may be laid behind the tunnel after it."""
    game = gb().company("GB")
    assert refused(game, "lay GB I20 8 2").key == "tile_unreachable"

    assert legal(after(game, "tunnel GB T1 H19 2 5"), "lay GB I20 8 2")


@pytest.mark.rule("CH-OR.TUN.2", "CH-OR.TUN.5")
def test_several_tunnels_in_a_turn():
    """With two certificates two tunnels are built, for 100 each; the first may lead to the second."""
    game = gb(permits="T1 T3").tiles(I20="7 2").company("GB")
    assert tunnels(game) == {("H19", 2, 5)}
    assert tunnels(after(game, "tunnel GB T1 H19 2 5")) == {("H21", 0, 3)}

    game = gb(permits="T1 T3").tiles(G18="14 2").company("GB")
    both = after(game, "tunnel GB T1 H19 2 5", "tunnel GB T3 H17 3 5")
    assert swiss_state(both.pos).tunnels == {"H19": "T1", "H17": "T3"}
    assert paid(game, both, "GB") == (180 - 200,)


@pytest.mark.rule("CH-TUN.5", "CH-OR.TUN.7", "CH-OR.TUN.1")
def test_a_certificate_is_used_once():
    """The certificate is turned after the build; five of them allow five tunnels in a game."""
    game = after(gb().tiles(G18="14 2").company("GB"), "tunnel GB T1 H19 2 5")

    assert swiss_state(game.pos).used == ("T1",)
    assert tunnels(game) == set()
    assert refused(game, "tunnel GB T1 H17 3 5").key == "tunnel_certificate"
    assert sum(permit.kind == "tunnel" for permit in game.title.data.privates) == 5


@pytest.mark.rule("CH-TUN.4", "CH-OR.TUN.1", "CH-PRIV.6")
def test_the_director_must_own_the_certificate():
    """Neither a certificate of another player nor one that is still for sale will do."""
    game = gb(permits="").owns("bob", "T1").company("GB")

    for permit in ("T1", "T2"):
        refusal = refused(game, f"tunnel GB {permit} H19 2 5")
        assert (refusal.key, refusal.values) == ("tunnel_certificate", {"permit": permit})
    assert refused(game, "tunnel GB X9 H19 2 5").values == {}
    assert refused(game, "tunnel GB T1 H19 2 5", "bob").key == "not_your_turn"


@pytest.mark.rule("CH-OR.TUN.3")
def test_tunnel_hexes_are_marked_and_have_one_tunnel():
    game = gb(permits="T1 T2").tiles(G18="14 2").company("GB")

    assert refused(game, "tunnel GB T1 G16 2 5").key == "tunnel_hex"
    now = after(game, "tunnel GB T1 H19 2 5")
    refusal = refused(now, "tunnel GB T2 H19 3 5")
    assert (refusal.key, refusal.values) == ("tunnel_taken", {"hex": "H19"})


@pytest.mark.rule("CH-OR.TUN.4", "CH-OR.TRACK.12")
@pytest.mark.parametrize(("one", "two"), [(2, 3), (0, 2), (2, 4), (1, 4), (5, 2), (2, 2)])
def test_only_between_mouths_of_the_hex(one: int, two: int):
    """The Gotthard has mouths at the north-west, the north-east and the south-east, and no sharp curve."""
    refusal = refused(gb().company("GB"), f"tunnel GB T1 H19 {one} {two}")

    assert (refusal.key, refusal.clauses[0]) == ("tunnel_mouth", "CH-OR.TUN.4")


@pytest.mark.rule("CH-OR.TUN.4")
def test_all_pairs_of_mouths():
    """Tunnels are straight or wide curves, and join no two tunnel hexes."""
    game = gb().company("GB")
    numbers = figures(game.pos)

    assert set(numbers.tunnels) == {"H17", "H19", "H21", "H23", "H27", "I12", "I16", "J9", "K14"}
    for pairs in numbers.tunnels.values():
        assert all((two - one) % 6 in (2, 3, 4) for one, two in pairs)


@pytest.mark.rule("CH-OR.TUN.5")
def test_the_treasury_pays():
    game = gb(cash=99).company("GB")

    refusal = refused(game, "tunnel GB T1 H19 2 5")

    assert (refusal.key, refusal.values) == ("tunnel_cost", {"cost": 100, "cash": 99})
    assert legal(gb(cash=100).company("GB"), "tunnel GB T1 H19 2 5")


@pytest.mark.rule("CH-OR.TUN.6")
def test_one_mouth_must_be_reached():
    game = gb().company("GB")

    refusal = refused(game, "tunnel GB T1 H23 2 5")

    assert (refusal.key, refusal.clauses) == ("tunnel_unreachable", ("CH-OR.TUN.6",))
    assert legal(game, "tunnel GB T1 H19 2 5")


@pytest.mark.rule("CH-OR.TUN.8")
def test_a_tunnel_crosses_the_furka_line_without_joining():
    """On the Gotthard the line runs west-east below the tunnel: nobody changes from one to the other."""
    built = gb(phase="3").owns("bob", "P4")
    game = after(built.company("GB"), "tunnel GB T1 H19 2 5")
    now = game.play(game.read("furka", "bob"))

    assert now.state.layers["H19"] == (("X79", 2), ("OP2", 0))
    reach = now.pos.reach("GB")
    assert {"H17", "H21"} & reach.hexes == set()
    assert ("I20", 2) in reach.sides


@pytest.mark.rule("CH-OR.TUN.8", "CH-OR.TUN.4")
def test_no_tunnel_on_a_side_of_the_line():
    """H23 has no mouth towards H25, the line's side; under the other reading it has until the line is laid."""

    def disentis(*options: str) -> Builder:
        built = Builder(3, *options).holds("ann", RhB=60).prices(RhB=100).floated("RhB").phase("3")
        built = built.owns("ann", "T1").owns("bob", "P4").cash(RhB=500)
        return built.tiles(G26="5 0", H25="58 1").tokens(G26="RhB.0")

    assert refused(disentis().company("RhB"), "tunnel RhB T1 H23 2 4").key == "tunnel_mouth"
    game = disentis("tunnel_on_furka_side=on").company("RhB")
    assert legal(game, "tunnel RhB T1 H23 2 4")
    laid = game.play(game.read("furka", "bob"))
    assert refused(laid, "tunnel RhB T1 H23 2 4", "ann").key == "tunnel_mouth"


@pytest.mark.rule("CH-OR.TUN.8", "CH-OR.TUN.4")
def test_the_other_reading_adds_mouths_on_the_side_of_the_line_alone():
    """What is printed stays; from H23 tunnels lead to the line's side 4, from I16 to its side 5, and nowhere else."""
    printed = figures(opening().pos).tunnels
    game = opening(3, "tunnel_on_furka_side=on")
    more = {hex_: set(procedures(game.pos).mouths(game.pos, hex_)) - {*printed[hex_]} for hex_ in printed}

    assert {hex_: pairs for hex_, pairs in more.items() if pairs} == {
        "H23": {(0, 4), (2, 4)},
        "I16": {(2, 5)},
    }
    for hex_, pairs in printed.items():
        assert {*pairs} <= {*procedures(game.pos).mouths(game.pos, hex_)}


@pytest.mark.rule("CH-TUN.4", "CH-P3.2")
def test_certificates_work_from_the_start():
    """A tunnel certificate is no private with a power: it can be used before phase 3."""
    assert legal(gb(phase="1").company("GB"), "tunnel GB T1 H19 2 5")


# --- what tunnels could open


def tried(game: Game) -> list[tuple[str, ...]]:
    """The hexes of the tunnels in each position that is tried while a turn waits for what tunnels could open."""
    found = powers._chains(game.pos, [game.title.steps["tunnel"]], powers.DEPTH)
    return [tuple(swiss_state(pos).tunnels) for pos in found]


@pytest.mark.rule("CH-OR.TUN.1", "CH-OR.TUN.8")
def test_tunnels_apart_are_tried_one_by_one():
    """Three certificates, five tunnels in three places and one behind them: six boards, not 285 in every order."""
    built = gb(permits="T1 T2 T3").tiles(K10="57 2", H13="57 0").tokens(K10="GB.0", H13="GB.0")

    found = sorted(tried(built.company("GB")))
    assert found == [("H19",), ("I12",), ("I12", "K14"), ("J9",), ("J9",), ("J9",)]


@pytest.mark.rule("CH-OR.TUN.1", "CH-OR.TUN.8")
def test_a_tunnel_behind_a_tunnel_is_tried():
    """Track from the first leads to the second; with one certificate there is none."""
    built = gb(permits="T1 T2").tiles(I20="7 2")

    assert ("H19", "H21") in tried(built.company("GB"))
    assert tried(gb().tiles(I20="7 2").company("GB")) == [("H19",)]
