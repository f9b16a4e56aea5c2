"""Section IV.2: shares, trains, tokens and homes of small, medium and large companies."""

import pytest

from engine.game import Game
from engine.state import BANK
from tests.games.t18cz.czech import Builder, after, legal, opening, paid, refused, until

SIZES = ("small", "medium", "large")
COMPANIES = {"small": ("EKJ", 50), "medium": ("BTE", 60), "large": ("BY", 50)}
CARD = {"small": "3d", "medium": "3+3d", "large": "3Ed"}
"""The sides of one card."""


def operating(size: str, verb: str, **trains: str) -> Builder:
    """A company of a size beside a hex with a token of its own, rich, in phase d."""
    unit, percent = COMPANIES[size]
    built = Builder().holds("ann", **{unit: percent}).cash(**{unit: 900}).phase("d").trains(**trains)
    return built.tiles(F3="8898 3").tokens(F3="BY.0") if size == "large" else built


# --- shares


@pytest.mark.rule("CZ-IV.2.b.1", "CZ-IV.2.c.1", "CZ-IV.2.d.1")
@pytest.mark.parametrize(
    ("kind", "certificates", "share"),
    [("small", [50, 25, 25], 25), ("medium", [40, 20, 20, 20], 20), ("large", [20] + [10] * 8, 10)],
)
def test_certificates(kind: str, certificates: list[int], share: int):
    """What a company is divided into; the first certificate is the director's, and a share is sold by itself."""
    unit, held = COMPANIES[kind]
    game = Builder().holds("ann", **{unit: held}).phase("d").sr("bob")

    assert (
        sorted((game.pos.share(f"{unit}.{at}")[1] for at in range(len(certificates))), reverse=True)
        == certificates
    )
    assert game.pos.share(f"{unit}.0")[1] == certificates[0]
    assert legal(game, f"buy {unit} {share}")
    assert refused(game, f"buy {unit} {share // 5}").key == "buy_none"


@pytest.mark.rule("CZ-IV.2.a.1")
def test_shares_are_traded_in_stock_rounds_only():
    """While companies operate nobody buys or founds; in the stock round before he does."""
    built = Builder().holds("ann", EKJ=50).trains(EKJ="2a").cash(EKJ=100)
    stocks, turn = built.sr(), built.company("EKJ")

    for line in ("buy EKJ 25", "par OFE 50"):
        assert legal(stocks, line)
        assert refused(turn, line).key == "wrong_step"
    assert legal(built.holds("ann", EKJ=75).sr(), "sell EKJ 25")
    assert "sell" not in {action.verb for action in built.company("EKJ").choices}


@pytest.mark.rule("CZ-IV.2.a.2", "CZ-IV.2.a.5")
def test_part_owners_get_dividends():
    """Who buys 25 per cent of a small company gets his part of 40 in the next operating round."""
    built = Builder().holds("ann", EKJ=50).tiles(D5="57 1", D3="57 1").trains(EKJ="2a").operated("EKJ")
    game = after(built.sr("bob"), "buy EKJ 25")
    game = until(game, lambda now: now.pos.unit == "EKJ")
    before = after(game, "run EKJ - 2a:D3.0-D5.0")

    assert paid(before, after(before, "dividend EKJ 40"), "ann", "bob", "EKJ", BANK) == (20, 10, 0, -30)


@pytest.mark.rule("CZ-IV.2.a.5")
def test_nothing_for_shareholders_when_the_earnings_are_kept():
    """The director keeps 40 in the treasury."""
    built = Builder().holds("ann", EKJ=50).holds("bob", EKJ=25)
    game = built.tiles(D5="57 1", D3="57 1").trains(EKJ="2a").company("EKJ", "run")
    before = after(game, "run EKJ - 2a:D3.0-D5.0")

    assert paid(before, after(before, "dividend EKJ 0"), "ann", "bob", "EKJ") == (0, 0, 40)
    idle = Builder().holds("ann", EKJ=50).trains(EKJ="2a").cash(EKJ=100)
    game = idle.sr("ann", number=2)
    later = until(game, lambda now: now.pos.frame.kind == "stock" and now.pos.frame.number == (3,))
    assert paid(game, later, "ann", "EKJ") == (0, 0)


@pytest.mark.rule("CZ-IV.2.a.3", "CZ-VII.3.4", "CZ-III.3.3")
@pytest.mark.parametrize(("unit", "share", "price"), [("EKJ", 25, 50), ("BTE", 20, 60), ("BY", 10, 90)])
def test_the_director_goes_first(unit: str, share: int, price: int):
    """No other certificate is sold before; once it is, the next buyer may take one."""
    game = Builder().phase("d").cash(ann=900).sr()

    for line in (f"buy {unit} {share} offer", f"buy {unit} {share}"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("buy_director_first", ("CZ-IV.2.a.3", "CZ-VII.3.4"))
    game = after(game, f"par {unit} {price}")
    assert game.pos.director(unit) == "ann"
    assert legal(game, f"buy {unit} {share}")


@pytest.mark.rule("CZ-VII.3.1", "CZ-VII.3.2", "CZ-VII.3.3")
@pytest.mark.parametrize(("unit", "share", "phase"), [("BTE", 20, "a"), ("BY", 10, "c")])
def test_what_is_not_for_sale_yet_says_from_when(unit: str, share: int, phase: str):
    """Whichever certificate is asked for: it is the phase that is lacking."""
    game = Builder().phase(phase).cash(ann=900).sr()

    for line in (f"buy {unit} {share}", f"buy {unit} {share * 2}"):
        assert refused(game, line).key == "buy_size"


@pytest.mark.rule("CZ-IV.2.a.4")
@pytest.mark.parametrize(("unit", "price"), [("EKJ", 55), ("BTE", 80), ("BY", 110)])
def test_the_directors_certificate_counts_two_shares(unit: str, price: int):
    """It costs twice the price, and is worth as much."""
    game = Builder().phase("d").cash(ann=500).sr()
    start = after(game, f"par {unit} {price}")

    assert paid(game, start, "ann") == (-2 * price,)
    assert start.pos.worth("ann") == 500


# --- trains


@pytest.mark.rule("CZ-IV.2.b.2", "CZ-IV.2.c.2", "CZ-IV.2.d.2")
@pytest.mark.parametrize("owner", SIZES)
@pytest.mark.parametrize("train", SIZES)
def test_only_trains_of_its_own_size_run(owner: str, train: str):
    """Small companies run small trains, medium ones medium trains, large ones large trains."""
    unit, percent = COMPANIES[owner]
    owned = dict.fromkeys([CARD[owner], *([CARD[train]] if SIZES.index(train) <= SIZES.index(owner) else [])])
    built = Builder().holds("ann", **{unit: percent}).phase("d").trains(**{unit: " ".join(owned)})
    built = built.tiles(D3="57 1", D5="14 0", E4="4 0", F3="8898 3")
    home = {"small": "", "medium": "D3", "large": "F3"}[owner]
    game = (built.tokens(**{home: f"{unit}.0"}) if home else built).company(unit, "run")
    line = (
        f"run {unit} - {CARD[train]}:D3.0-D5.0"
        if owner != "large"
        else f"run BY - {CARD[train]}:F3.0-E4.0-D5.0"
    )

    if train == owner:
        assert legal(game, line)
    else:
        refusal = refused(game, line)
        assert refusal.key == "route_train"
        own = {"small": "CZ-IV.2.b.2", "medium": "CZ-IV.2.c.2", "large": "CZ-IV.2.d.2"}[owner]
        assert refusal.clauses == ("CZ-VIII.7.1", own)


@pytest.mark.rule("CZ-IV.2.b.3", "CZ-IV.2.c.3", "CZ-IV.2.d.3")
@pytest.mark.parametrize("owner", SIZES)
@pytest.mark.parametrize(("side", "price"), [(0, 120), (1, 180), (2, 250)])
def test_which_sides_of_a_card_a_size_may_buy(owner: str, side: int, price: int):
    """The card shows three trains; a company buys its own and smaller ones, no larger ones."""
    unit = COMPANIES[owner][0]
    game = operating(owner, "train", **{unit: CARD[owner]}).company(unit, "train")
    line = f"train {unit} {CARD[SIZES[side]]} depot {price}"

    if side <= SIZES.index(owner):
        assert after(game, line).state.trains[unit] == (CARD[owner], CARD[SIZES[side]])
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == (
            "train_size",
            ({"small": "CZ-IV.2.b.3", "medium": "CZ-IV.2.c.3"}[owner],),
        )


# --- tokens and homes


@pytest.mark.rule("CZ-IV.2.b.5", "CZ-IV.2.c.5", "CZ-IV.2.d.5")
@pytest.mark.parametrize(("unit", "count"), [("EKJ", 3), ("BTE", 3), ("BY", 2)])
def test_tokens(unit: str, count: int):
    """A company has three tokens, a large one two; its home costs nothing."""
    tokens = opening().state.tokens_left[unit]

    assert len(tokens) == count
    assert tokens[0] == 0


def first_turn(unit: str, percent: int, *options: str, **board: str) -> Game:
    """A company's turn begins, the first it ever takes."""
    built = Builder(3, *options).holds("ann", **{unit: percent}).cash(**{unit: 500}).phase("d")
    return built.tiles(**board).company(unit, "")


@pytest.mark.rule(
    "CZ-IV.2.b.6",
    "CZ-IV.2.b.7",
    "CZ-IV.2.b.8",
    "CZ-IV.2.b.9",
    "CZ-IV.2.b.10",
    "CZ-IV.2.c.6",
    "CZ-IV.2.c.7",
    "CZ-IV.2.c.9",
    "CZ-IV.2.c.10",
)
@pytest.mark.parametrize(
    ("unit", "percent", "home", "city"),
    [
        ("EKJ", 50, ("D5", 0), "Karlovy Vary"),
        ("OFE", 50, ("C26", 0), "Ostrava"),
        ("BCB", 50, ("D17", 0), "Hradec Králové"),
        ("MW", 50, ("F23", 0), "Přerov"),
        ("VBW", 50, ("I10", 0), "Strakonice"),
        ("BN", 60, ("E12", 1), "Praha"),
        ("NWB", 60, ("E12", 0), "Praha"),
        ("BTE", 60, ("D3", 0), "Cheb"),
        ("KFN", 60, ("G20", 0), "Brno"),
    ],
)
def test_homes(unit: str, percent: int, home: tuple[str, int], city: str):
    """The first token stands in the city of the rules (D-03, D-04); BN and NWB have one of Praha's each (D-13)."""
    game = first_turn(unit, percent)

    placed = {hex_: [(one.stop, one.unit) for one in here] for hex_, here in game.state.tokens.items()}
    assert placed == {home[0]: [(home[1], unit)]}
    assert game.title.hexes[home[0]].name == city


@pytest.mark.rule("CZ-IV.2.b.8")
def test_the_home_of_recorded_games():
    """D-04: under the other reading BCB begins in Pardubice."""
    game = first_turn("BCB", 50, "bcb_home=pardubice")

    assert list(game.state.tokens) == ["E16"]
    assert game.title.hexes["E16"].name == "Pardubice"


@pytest.mark.rule("CZ-IV.2.c.8")
def test_the_home_of_ate():
    """ATE begins in Teplice, a hex with two cities: on track its director chooses one of them."""
    game = first_turn("ATE", 60, B9="8863 1")

    assert game.title.hexes["B9"].name.startswith("Teplice")
    assert legal(game, "settle ATE B9 0")
    assert legal(game, "settle ATE B9 1")
    assert refused(game, "settle ATE E12 0").key == "token_choice"
    leads = {
        one.action.stop: one.facts["exits"] for one in game.choices.offers if one.action.verb == "settle"
    }
    assert leads == {0: [1, 2], 1: [0, 3]}


@pytest.mark.rule("CZ-IV.2.d.6", "CZ-IV.2.d.7", "CZ-IV.2.d.8", "CZ-IV.2.d.9", "CZ-IV.2.d.10")
@pytest.mark.parametrize(
    ("unit", "homes", "city"),
    [
        ("SX", {"A8", "B5"}, "Dresden"),
        ("PR", {"B19", "A22"}, "Berlin"),
        ("BY", {"F3", "H5"}, "München"),
        ("kk", {"J15", "I18"}, "Wien"),
        ("Ug", {"I24", "G28"}, "Budapest"),
    ],
)
def test_homes_of_large_companies(unit: str, homes: set[str], city: str):
    """Two hexes with the name of one city are open to each, no others; its token comes with the red tile."""
    game = first_turn(unit, 50)
    offered = [action for action in game.choices if action.verb == "home"]

    assert {action.hex for action in offered} == homes
    assert {game.title.hexes[hex_].name for hex_ in homes} == {city}
    laid = game.play(offered[0])
    assert [one.unit for one in laid.state.tokens[offered[0].hex]] == [unit]
    other = "F3" if unit != "BY" else "A8"
    assert refused(game, f"home {unit} {other} 3").key == "red_tile"
