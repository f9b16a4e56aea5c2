import pytest

from engine.game import Game
from engine.state import POOL
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, until

V = ("NOB", "SCB", "VSB", "JS", "GB")


def shares_of(**held: dict[str, int]) -> Builder:
    """Players hold shares of the five companies; all of these stand at 100."""
    built = Builder(5)
    units = {unit for shares in held.values() for unit in shares}
    for player, shares in held.items():
        for unit in sorted(shares, key=lambda unit: -shares[unit]):
            built = built.holds(player, director=shares[unit] >= 50, **{unit: shares[unit]})
    built = built.prices(**dict.fromkeys(sorted(units), 100)).operated(*units)
    return built.phase("5").extra(sbb="due")


def settled(built: Builder, unit: str) -> Game:
    game = built.company(unit, "train", number=(7, 1), rounds=2)
    return until(game, lambda game: swiss_state(game.pos).sbb == "formed")


def certificates_of(game: Game, player: str) -> list[str]:
    """Return the sizes of a player's certificates of the SBB, the director's marked."""
    held = game.pos.certificates(player, "SBB")
    return [
        f"{game.pos.share(certificate)[1]}{'*' if certificate == 'SBB.0' else ''}" for certificate in held
    ]


@pytest.mark.rule("CH-SBB.20")
def test_the_largest_holder_directs():
    built = shares_of(ann={"NOB": 50}, bob={"SCB": 50, "NOB": 25})
    now = settled(built, "SCB")

    assert now.pos.director("SBB") == "bob"
    assert certificates_of(now, "bob") == ["10*", "5"]
    assert certificates_of(now, "ann") == ["10"]


@pytest.mark.rule("CH-SBB.21", "CH-SBB.24")
def test_of_equal_holders_a_former_director_directs():
    """EX-33: ann five singles, bob three and the SCB's directorship: bob only swaps his 10%."""
    built = shares_of(
        bob={"SCB": 50, "VSB": 25, "JS": 25, "GB": 25},
        cy={"NOB": 50, "VSB": 50},
        ann={"NOB": 25, "SCB": 25, "VSB": 25, "JS": 25, "GB": 25},
    )
    now = settled(built, "VSB")

    assert now.pos.percent("ann", "SBB") == now.pos.percent("bob", "SBB") == 25
    assert now.pos.director("SBB") == "bob"
    assert certificates_of(now, "bob") == ["10*", "5", "5", "5"]
    assert certificates_of(now, "ann") == ["5"] * 5


@pytest.mark.rule("CH-SBB.21")
def test_the_former_director_named_first():
    """Bob directed the NOB, ann the SCB."""
    now = settled(shares_of(bob={"NOB": 50}, ann={"SCB": 50}), "SCB")

    assert now.pos.director("SBB") == "bob"


@pytest.mark.rule("CH-SBB.22", "CH-SBB.24")
def test_a_director_without_a_large_certificate_swaps_with_the_pool():
    """EX-34: ann has 40% in singles; two of them for a 10% from the pool, that for the director's certificate."""
    mine = {"NOB": 50, "SCB": 50, "VSB": 50, "JS": 50}
    built = shares_of(bob={"NOB": 50, "SCB": 50}, cy={"VSB": 50, "JS": 50})
    now = settled(built.holds("ann", director=False, **mine), "JS")

    assert now.pos.director("SBB") == "ann"
    assert certificates_of(now, "ann") == ["10*", *["5"] * 6]
    assert certificates_of(now, "bob") == certificates_of(now, "cy") == ["10", "10"]
    assert sorted(certificates_of(now, POOL)) == ["5"] * 4


@pytest.mark.rule("CH-SBB.21")
def test_of_equal_holders_who_never_directed_the_first_in_turn_order():
    """Ann and bob have three singles each, more than those who directed (A-49)."""
    built = shares_of(cy={"NOB": 50}, dan={"SCB": 50}, eve={"VSB": 50})
    for unit in ("NOB", "SCB", "VSB"):
        built = built.holds("ann", director=False, **{unit: 25}).holds("bob", director=False, **{unit: 25})
    built = built.change(order=("bob", "ann", "cy", "dan", "eve"))
    now = settled(built, "NOB")

    assert now.pos.percent("ann", "SBB") == now.pos.percent("bob", "SBB") == 15
    assert now.pos.director("SBB") == "bob"


@pytest.mark.rule("CH-SBB.23")
def test_without_one_in_the_pool_the_director_swaps_with_the_last_former_director():
    """All five companies had directors; cy of the GB gets two singles for his 10%."""
    built = Builder(4)
    for player, units in {"bob": ("NOB", "SCB"), "cy": ("JS", "GB"), "dan": ("VSB",)}.items():
        built = built.holds(player, **dict.fromkeys(units, 50))
    for unit in V:
        built = built.holds("ann", director=False, **{unit: 25})
    built = built.prices(**dict.fromkeys(V, 100)).operated(*V).phase("5").extra(sbb="due")
    now = settled(built, "GB")

    assert now.pos.director("SBB") == "ann"
    assert certificates_of(now, "ann") == ["10*", "5", "5", "5"]
    assert certificates_of(now, "bob") == ["10", "10"]
    assert sorted(certificates_of(now, "cy")) == ["10", "5", "5"]
