import pytest

from engine.events import PhaseBegan, Ran, TrainRusted
from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t18cz.czech import CARDS, Builder, after, legal, opening, paid, refused, sizes

EARLIER = dict(zip("bcdefghij", "abcdefghi", strict=True))
"""The phase before a phase."""


def first(letter: str, *options: str, unit: str = "SX", **trains: str) -> Game:
    """The turn of a company in which it may buy the first card of a letter; SX has a 5E, which lasts for ever."""
    built = sizes(*options, phase=EARLIER[letter], **{"SX": "5Eh", **trains})
    return built.depot(CARDS[letter][0]).company(unit, "train")


def buy(game: Game, side: str) -> Game:
    """The game after the company in turn has bought a side of the top card."""
    price = game.title.trains[side].price
    return after(game, f"train {game.pos.unit} {side} depot {price}")


# --- when a phase begins


@pytest.mark.rule("CZ-VIII.12.2", "CZ-VIII.12.3")
def test_the_first_phase():
    """It is on from the start: yellow tiles, three trains."""
    phase = opening().pos.phase

    assert (phase.name, phase.colours, phase.train_limit["small"]) == ("a", ("yellow",), 3)


@pytest.mark.rule("CZ-VIII.12.1", "CZ-VIII.10.4")
@pytest.mark.parametrize("letter", CARDS)
def test_the_first_card_of_a_letter_starts_a_phase(letter: str):
    """Whichever side is bought, at once; the second card starts nothing."""
    for side in CARDS[letter]:
        now = buy(first(letter), side)
        again = buy(sizes(phase=letter, SX="5Eh").company("SX", "train"), side)
        assert now.pos.phase.name == again.pos.phase.name == letter
        assert PhaseBegan(letter, side, "sale") in now.events
        assert not [event for event in again.events if isinstance(event, PhaseBegan)]


# --- what begins with a phase


@pytest.mark.rule("CZ-VIII.12.8", "CZ-VIII.12.15", "CZ-VIII.12.20")
@pytest.mark.parametrize(
    ("tile", "line", "before", "since"),
    [
        ("5 0", "lay BCB D17 14 0", "c", "d"),
        ("14 0", "lay BCB D17 611 0", "f", "g"),
        ("8892 0", "lay BN E12 8893 0", "h", "i"),
    ],
)
def test_colours_of_tiles(tile: str, line: str, before: str, since: str):
    """Green tiles come with d, brown ones with g, gray ones with i."""
    _, unit, hex_, *_ = line.split()

    def turn(phase: str) -> Game:
        built = sizes(phase=phase).tiles(**{hex_: tile}).tokens(**{hex_: f"{unit}.0"})
        return built.company(unit, "lay")

    assert refused(turn(before), line).key == "tile_colour"
    assert legal(turn(since), line)


def along(phase: str) -> Builder:
    """ATE's token in Teplice (40) is joined to SX's red tile by way of a town (10)."""
    built = sizes(phase=phase, ATE="5+5h", SX="4Ef")
    return built.tiles(B9="8865 0", A10="3 0").tokens(B9="ATE.1")


@pytest.mark.rule("CZ-VIII.12.9", "CZ-VIII.12.16", "CZ-VIII.12.21")
@pytest.mark.parametrize(("phases", "visitor", "owner"), [("def", 30, 80), ("gh", 40, 90), ("ij", 50, 100)])
def test_values_of_red_tiles(phases: str, visitor: int, owner: int):
    """WE-59: green, brown and gray value, and 50 more for the company whose home it is."""
    for phase in phases:
        ate = after(along(phase).company("ATE", "run"), "run ATE - 5+5h:B9.1-A10.0-A8.0")
        sx = after(along(phase).company("SX", "run"), "run SX - 4Ef:A8.0-A10.0-B9.1")
        (one,) = [event for event in ate.events if isinstance(event, Ran)]
        (two,) = [event for event in sx.events if isinstance(event, Ran)]
        assert (one.revenue, two.revenue) == (50 + visitor, 50 + owner)


@pytest.mark.rule("CZ-VIII.12.4", "CZ-VIII.12.5")
def test_what_opens_with_b():
    """Trains of other companies and locals of players may be bought."""

    def turn(phase: str) -> Game:
        built = Builder(3).holds("ann", BCB=50, MW=50).prices(BCB=65, MW=50).operated("BCB", "MW")
        built = built.cash(BCB=500).trains(BCB="2a", MW="2a").owns("ann", "S1")
        return built.phase(phase).company("BCB", "train")

    early, late = turn("a"), turn("b")

    assert refused(early, "train BCB 2a MW 50").values == {"phase": "b"}
    refusal = refused(early, "acquire BCB S1 40")
    assert (refusal.key, refusal.clauses) == ("private_phase", ("CZ-IV.1.8", "CZ-VIII.12.5"))
    assert refusal.values == {"phase": "b"}
    assert legal(late, "train BCB 2a MW 50")
    assert legal(late, "acquire BCB S1 40")


@pytest.mark.rule("CZ-VIII.12.6", "CZ-VIII.12.10")
@pytest.mark.parametrize(("unit", "price", "before", "since"), [("ATE", 60, "a", "b"), ("kk", 90, "c", "d")])
def test_sizes_of_companies(unit: str, price: int, before: str, since: str):
    """Medium companies are for sale from b on, large ones from d on."""

    def turn(phase: str) -> Game:
        return Builder(3).cash(ann=500).phase(phase).sr("ann")

    refusal = refused(turn(before), f"par {unit} {price}")
    assert (refusal.key, refusal.values["phase"]) == ("buy_size", since)
    assert legal(turn(since), f"par {unit} {price}")


@pytest.mark.rule("CZ-VIII.12.7")
def test_nothing_changes_with_c():
    """The third phase has the colours and limits of the second; large companies are not for sale yet."""
    before, after_ = (sizes(phase=phase).company("BCB", "lay").pos.phase for phase in "bc")

    assert (before.colours, dict(before.train_limit)) == (after_.colours, dict(after_.train_limit))
    assert refused(Builder(3).cash(ann=500).phase("c").sr("ann"), "par kk 90").key == "buy_size"


# --- rusted trains


RUSTED = {"4": "2", "4+4": "2+2", "5": "3", "5+5": "3+3", "6E": "3E", "8E": "4E"}
EVERY = "2a 2+2b 3c 3+3d 3Ed 4e 4+4f 4Ef 5g 5+5h 5Eh 6Ei"
"""One train of every type."""


@pytest.mark.rule(
    "CZ-VIII.12.11", "CZ-VIII.12.13", "CZ-VIII.12.17", "CZ-VIII.12.18", "CZ-VIII.12.22", "CZ-VIII.12.24"
)
@pytest.mark.rule("CZ-VIII.12.26", "CZ-VIII.12.27")
@pytest.mark.parametrize("letter", "bcdefghij")
def test_what_a_sale_rusts(letter: str):
    """WE-07: every side of every card: exactly one type of its own colour, or nothing; 4, 5 and so on stay."""
    for side in CARDS[letter]:
        now = buy(first(letter, pool=EVERY), side)
        old = RUSTED.get(side[:-1])
        assert now.state.trains[POOL] == tuple(train for train in EVERY.split() if train[:-1] != old)


@pytest.mark.rule("CZ-VIII.12.11", "CZ-VIII.12.13", "CZ-VIII.12.26")
def test_trains_rust_everywhere():
    """WE-34: a 4+4 is bought by a large company: the 2+2s of companies go, and those in the pool."""
    game = first("f", ATE="2+2b 3+3d", BN="2+2c", BCB="2a", pool="2+2b 3+3d", SX="5Eh")
    now = buy(game, "4+4f")

    assert now.state.trains["ATE"] == now.state.trains[POOL] == ("3+3d",)
    assert (now.state.trains["BN"], now.state.trains["BCB"]) == ((), ("2a",))
    for holder, train in (("ATE", "2+2b"), ("BN", "2+2c"), (POOL, "2+2b")):
        assert TrainRusted(holder, train, "", "phase") in now.events
    assert paid(game, now, "ATE", "BN", "SX", BANK) == (0, 0, -400, 400)


@pytest.mark.rule("CZ-VIII.12.11", "CZ-VIII.12.26")
def test_any_sale_rusts_not_only_the_first():
    """All e-cards went as 3+3; the first 4 is an f-card, the second card of its letter."""
    game = sizes(phase="f", SX="5Eh", BCB="2a").company("SX", "train")
    now = buy(game, "4f")

    assert now.state.trains["BCB"] == ()


@pytest.mark.rule("CZ-VIII.12.11")
@pytest.mark.parametrize(("side", "kept"), [("5g", "2a"), ("5+5h", "2+2b"), ("8Ej", "3Ed")])
def test_a_still_larger_train_does_not_rust_it(side: str, kept: str):
    """The rules name one type for each that rusts; under another reading later ones count too (D-37)."""
    letter = side[-1]
    printed = buy(first(letter, pool=kept), side)
    cascade = buy(first(letter, "rust_cascade=on", pool=kept), side)

    assert printed.state.trains[POOL] == (kept,)
    assert cascade.state.trains[POOL] == ()


@pytest.mark.rule("CZ-VIII.12.11", "CZ-VIII.12.26")
def test_the_buyer_loses_trains_too():
    """BCB has a 2 and a 3 and buys a 4: the 2 goes, and its place is free again."""
    now = buy(first("e", unit="BCB", BCB="2a 3c"), "4e")

    assert now.state.trains["BCB"] == ("3c", "4e")


# --- trains above the limit


@pytest.mark.rule("CZ-VIII.12.12", "CZ-VIII.12.14", "CZ-VIII.12.19", "CZ-VIII.12.23", "CZ-VIII.12.25")
@pytest.mark.parametrize(
    ("letter", "unit", "trains", "limit"),
    [
        ("e", "BCB", "3c 3c 3d", 2),
        ("f", "ATE", "2+2b 3+3d 3+3d", 2),
        ("h", "BCB", "4e 4f", 1),
        ("i", "ATE", "4+4f 4+4f", 1),
        ("j", "SX", "5Eh 6Ei", 2),
    ],
)
def test_a_limit_falls(letter: str, unit: str, trains: str, limit: int):
    """WE-33 and others: the first card is bought by its large side; a company has one train too many."""
    now = buy(first(letter, **{unit: trains}), CARDS[letter][2])
    owned = now.state.trains[unit]

    assert len(owned) == limit + 1
    assert (now.pos.frame.kind, now.pos.unit, now.pos.awaited) == ("train_limit", unit, ("ann",))
    for train in dict.fromkeys(owned):
        assert legal(now, f"discard {unit} {train}")


@pytest.mark.rule("CZ-VIII.12.12", "CZ-VIII.12.14", "CZ-VIII.12.19", "CZ-VIII.12.23", "CZ-VIII.12.25")
@pytest.mark.parametrize("letter", "bcdg")
def test_other_phases_keep_the_limits(letter: str):
    """Three small, three medium trains are kept until e and f; two of each in g."""
    count = 2 if letter == "g" else 3
    owned = {"BCB": ("4e",) * count, "ATE": ("5+5h",) * count}
    game = first(letter, **{unit: " ".join(trains) for unit, trains in owned.items()})
    now = buy(game, CARDS[letter][1])

    assert now.pos.frame.kind == "operating"
    assert {unit: now.state.trains[unit] for unit in owned} == owned


def crowded(*options: str) -> Game:
    """WE-36: SX has bought the first i-card as a 6E; ATE and BN may own one train each."""
    game = first("i", *options, ATE="3+3d 5+5h", BN="3+3d 3+3e", BCB="5h", SX="5Eh 3Ed")
    return buy(game, "6Ei")


@pytest.mark.rule("CZ-VIII.12.29")
def test_trains_above_the_limit_go_to_the_pool():
    """Each director chooses one, in operating order, and gets nothing; then SX goes on (D-43)."""
    game = crowded()
    one = after(game, "discard ATE 3+3d")
    two = after(one, "discard BN 3+3e")

    assert game.state.trains["SX"] == ("5Eh", "6Ei")
    assert (game.pos.unit, game.pos.awaited) == ("ATE", ("ann",))
    assert (one.pos.unit, one.pos.awaited) == ("BN", ("bob",))
    assert two.state.trains[POOL] == ("3+3d", "3+3e")
    assert (two.state.trains["ATE"], two.state.trains["BN"]) == (("5+5h",), ("3+3d",))
    assert paid(game, two, "ATE", "BN", "ann", "bob", BANK) == (0, 0, 0, 0, 0)
    assert (two.pos.frame.kind, two.pos.unit) == ("operating", "SX")


@pytest.mark.rule("CZ-VIII.12.29")
def test_the_choice_is_the_directors():
    """Nobody else chooses, nobody passes, and only a train that is there is returned."""
    game = crowded()

    refusal = refused(game, "pass")
    assert (refusal.key, refusal.clauses) == ("train_limit_choose", ("CZ-VIII.12.29", "CZ-VIII.10.7"))
    assert refusal.values == {"unit": "ATE", "count": 1}
    assert refused(game, "discard ATE 3+3d", "bob").key == "not_your_turn"
    assert refused(game, "discard BN 3+3d", "bob").key == "not_your_turn"
    assert refused(game, "discard ATE 3Ed").key == "discard_none"
    assert legal(game, "discard ATE 5+5h")


@pytest.mark.rule("CZ-VIII.12.29")
def test_the_order_under_the_other_reading():
    """There companies return trains in the order in which they are listed."""
    game = crowded("return_order=listed")

    assert game.pos.unit == "BN"
    assert after(game, "discard BN 3+3e").pos.unit == "ATE"


@pytest.mark.rule("CZ-VIII.12.29", "CZ-VIII.12.11")
def test_trains_rust_before_limits_count():
    """BCB has two 2s and a 3; the first 4 leaves it one train, within its limit of 2 (D-43)."""
    now = buy(first("e", BCB="2a 2b 3c"), "4e")

    assert now.pos.frame.kind == "operating"
    assert now.state.trains["BCB"] == ("3c",)


@pytest.mark.rule("CZ-VIII.12.29", "CZ-VIII.10.7")
def test_in_another_turn_the_last_train_to_run_may_go():
    """ATE returns its only plus train while SX is in turn; it will have to buy another one (D-36)."""
    now = buy(first("f", ATE="3c 3d 3+3d"), "4Ef")

    assert after(now, "discard ATE 3+3d").state.trains["ATE"] == ("3c", "3d")
