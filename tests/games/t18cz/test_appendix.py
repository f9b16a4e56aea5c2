import pytest

from engine.actions import BuyTrain
from tests.games.t18cz.czech import after, legal, opening, paid, refused, sizes

TABLE = opening().title.data

# --- locals


NAMES = {
    "small": "Plan-Tachau, Melnik-Mscheno, Zwittau-Polička, Wolframs-Teltsch, Strakonitz-Blatná-Březnitz, "
    "Starkenbach-Rochlitz",
    "medium": "Raudnitz-Hospozín, Schweißing-Haid, Deutschbrod-Tischnowitz, Troppau-Grätz, "
    "Hannsdorf-Mährisch Altstadt, Friedland-Bila",
    "large": "Aujezd-Luhatschowitz, Neuhaus-Wobratín, Opočno-Dobruschka, Wekelsdorf-Parschnitz-Trautenau, "
    "Nezamislitz-Morkowitz, Taus-Tachau",
}


@pytest.mark.rule("CZ-XI.1.1", "CZ-XI.2.1", "CZ-XI.3.1")
@pytest.mark.parametrize("size", NAMES)
def test_names_of_locals(size: str):
    """The printed names, six of each size (D-59)."""
    known = {local.id: local.name for local in TABLE.privates}
    names = [known[local].replace("\N{EN DASH}", "-") for local in TABLE.extra["locals"][size]]

    assert ", ".join(names) == NAMES[size]


@pytest.mark.rule("CZ-XI.4.1", "CZ-IV.1.10", "CZ-IV.1.20")
@pytest.mark.parametrize("local", ["S1", "M1", "L1"])
def test_a_company_sells_a_local_of_any_size(local: str):
    """For what locals are worth now, 65 in the sixth operating round; a player never sells one."""
    built = sizes(SX="3Ed").owns("SX", local).owns("ann", "S2")
    game = built.company("SX", "train", number=(5, 2))
    now = after(game, f"dispose SX {local}")
    stock = sizes().owns("ann", "S2").sr("ann", 6)

    assert paid(game, now, "SX", "bank") == (65, -65)
    assert now.pos.owner(local) == ""
    assert refused(game, "dispose SX S2").key == "private_owner"
    assert refused(stock, "sell S2 100").key == "sell_private"
    assert not legal(stock, "dispose SX S2")


# --- tokens


@pytest.mark.rule("CZ-XI.5.1", "CZ-IV.2.b.5", "CZ-IV.2.c.5", "CZ-IV.2.d.5")
def test_how_many_tokens():
    """Three for small and medium companies, two for large ones."""
    counts = {unit: len(tokens) for unit, tokens in opening().state.tokens_left.items()}

    assert [counts[unit] for unit in ("EKJ", "OFE", "BCB", "MW", "VBW")] == [3] * 5
    assert [counts[unit] for unit in ("BN", "NWB", "ATE", "BTE", "KFN")] == [3] * 5
    assert [counts[unit] for unit in ("SX", "PR", "BY", "kk", "Ug")] == [2] * 5


@pytest.mark.rule("CZ-XI.5.1")
@pytest.mark.parametrize(
    ("unit", "placed", "last", "city"),
    [("BCB", ["D17", "C26"], "G20", "E16 0"), ("SX", ["A8"], "G20", "B9 1")],
)
def test_no_token_beyond_those(unit: str, placed: list[str], last: str, city: str):
    """With all of them on the map a company places none in a city which it reaches."""
    built = sizes().tiles(D17="5 5", E16="5 2", A10="3 0", B9="8865 0")
    one_left = built.tokens(**dict.fromkeys(placed, f"{unit}.0")).company(unit, "lay")
    none_left = built.tokens(**{last: f"{unit}.0"}).company(unit, "lay")

    refusal = refused(none_left, f"token {unit} {city}")
    assert (refusal.key, refusal.clauses) == ("token_none_left", ("CZ-XI.5.1",))
    assert legal(one_left, f"token {unit} {city}")


# --- train cards


@pytest.mark.rule("CZ-XI.8.2")
def test_how_many_cards_there_are():
    """Five a, four each of b to g, two each of h and i, j without end."""
    assert opening().state.depot == {
        "2a": 5,
        **dict.fromkeys(("2b", "3c", "3d", "4e", "4f", "5g"), 4),
        "5h": 2,
        "5i": 2,
        "5j": None,
    }


@pytest.mark.rule(
    "CZ-XI.8.4", "CZ-XI.8.5", "CZ-XI.8.6", "CZ-XI.8.7", "CZ-XI.8.8", "CZ-XI.8.9", "CZ-XI.8.10", "CZ-XI.8.11"
)
@pytest.mark.rule("CZ-XI.8.12", "CZ-XI.8.13")
@pytest.mark.parametrize(
    ("letter", "sides"),
    [
        ("a", {"2": 70}),
        ("b", {"2": 70, "2+2": 80}),
        ("c", {"3": 120, "2+2": 80}),
        ("d", {"3": 120, "3+3": 180, "3E": 250}),
        ("e", {"4": 250, "3+3": 180, "3E": 250}),
        ("f", {"4": 250, "4+4": 400, "4E": 350}),
        ("g", {"5": 350, "4+4": 400, "4E": 350}),
        ("h", {"5": 350, "5+5": 500, "5E": 700}),
        ("i", {"5": 350, "5+5": 500, "6E": 800}),
        ("j", {"5": 350, "5+5": 500, "8E": 1000}),
    ],
)
def test_sides_and_prices_of_cards(letter: str, sides: dict[str, int]):
    """What a large company may buy of the card on top of the deck, and at which prices."""
    game = sizes(phase=letter, SX="5Eh").company("SX", "train")
    offers = {one.train: one.price for one in game.choices if isinstance(one, BuyTrain)}

    assert offers == {side + letter: price for side, price in sides.items()}
