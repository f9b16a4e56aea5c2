"""Our data for 1844 against a file of facts that somebody else made."""

import unicodedata
from typing import Any

import pytest

from engine.board.tiles import Face, Tile, exits
from engine.data import ClauseData, Hex, MapData, TitleData
from engine.printed import load
from engine.titles.t1844.readings import OPEN_MOUTHS
from tests import outside
from tests.outside import (
    ROTATIONS,
    follows,
    our_stop,
    plain,
    same_face,
    same_sides,
    stop,
    successors,
    tiles_of,
)

PACKAGE = "engine.titles.t1844"
DATA = load(PACKAGE, "title.toml", TitleData)
BOARD = load(PACKAGE, "map.toml", MapData)
TEXTS = load(PACKAGE, "clauses.toml", ClauseData)
OWN = DATA.extra
HEXES = {hex_.id: hex_ for hex_ in BOARD.hexes}
TILES = tiles_of(BOARD)
TRACK = [tile for tile in TILES.values() if tile.colour != "none"]
KINDS = {"regional": "regional", "historical": "historical", "pre-SBB": "pre_sbb", "SBB": "national"}
UNTILED = {
    "fixed_city",
    "fixed_town",
    "fixed_track",
    "gray_offboard",
    "lake",
    "mountain_railway",
    "offboard",
    "offboard_body",
    "tunnel",
}
MERGING = ("L",)


@pytest.fixture
def known() -> dict[str, Any]:
    """The facts."""
    return outside.read("1844.json")


def letters(name: str) -> str:
    """A name without accents: ours are written as the towns write themselves (CH-CO.V.7 has Neuchâtel)."""
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()


# --- the map


def test_hexes(known: dict[str, Any]):
    """Every hex is printed as it should be: stops, track, terrain, and whether it takes tiles."""
    assert [hex_["id"] for hex_ in known["hexes"]] == list(HEXES)
    for facts in known["hexes"]:
        ours = HEXES[facts["id"]]
        printed = facts if facts["kind"] not in {"tunnel", "lake"} else {"colour": "none"}
        assert same_face(ours, printed), ours.id
        assert letters(ours.name) == letters(facts.get("name", ""))
        lake = [{"type": "lake", "cost": 0}] if facts["kind"] == "lake" else []
        symbols = [{"type": one.kind, "cost": one.cost} for one in ours.terrain]
        assert symbols == facts.get("terrain", lake)
        assert ours.cost == facts.get("terrain_cost", 0)
        assert ours.tiled == (facts["kind"] not in UNTILED), ours.id
        assert {one.group for one in ours.stops} <= {facts.get("area", "")}


def test_sides(known: dict[str, Any]):
    """Hexes lie beside each other as they should, and no track leads off the map or into a barrier."""
    for facts in known["hexes"]:
        assert same_sides(HEXES[facts["id"]], facts, HEXES), facts["id"]


def test_green_labels(known: dict[str, Any]):
    """The letters of Bern and Zürich count from green on."""
    listed = {hex_["id"]: hex_["label_from_green"] for hex_ in known["hexes"] if "label_from_green" in hex_}

    assert OWN["green_labels"] == listed


def test_homes_and_destinations(known: dict[str, Any]):
    """Homes and destinations are cities of the right name; the Gotthard tunnel stands for one destination."""
    places: dict[str, str] = {}
    for company in known["companies"]:
        goal = company["destination"] or {}
        if "event" in goal:
            assert (OWN["gotthard_for"], OWN["gotthard"]) == (company["import_id"], goal["hex"])
        elif goal:
            places[company["import_id"]] = goal["hex"]
    assert OWN["destinations"] == places
    assert {hex_["id"]: hex_["destination_of"] for hex_ in known["hexes"] if "destination_of" in hex_} == {
        place: [one for one in _order(known) if {**places, "GB": "H19"}.get(one) == place]
        for place in [*dict.fromkeys(places.values()), "H19"]
    }
    for unit in DATA.units:
        listed = [
            (facts["id"], home["node"])
            for facts in known["hexes"]
            for home in facts.get("homes", ())
            if home["company"] == unit.id
        ]
        assert listed == ([(unit.home.hex, unit.home.stop)] if unit.home else [])


def _order(known: dict[str, Any]) -> list[str]:
    """Companies as hexes list them: historical before the others, by number."""
    return [one["import_id"] for one in sorted(known["companies"], key=lambda one: one["number"] or "")]


def test_areas(known: dict[str, Any]):
    """Red areas have sides, transit bonuses, values and hexes; what each hex opens is its printed track."""
    assert OWN["areas"] == [
        {"name": area["area"], "side": area["direction"], "bonus": area["transit_bonus"]}
        for area in known["offboard_areas"]
    ]
    for area in known["offboard_areas"]:
        stops = {hex_.id: one for hex_ in BOARD.hexes for one in hex_.stops if one.group == area["area"]}
        assert {one.revenue == area["revenue"] for one in stops.values()} == {True}
        assert set(stops) <= set(area["hexes"])
        opened = sorted([name, side] for name in stops for side in exits(HEXES[name].track))
        assert opened == sorted(area["entrances"])


# --- tiles


def test_tiles(known: dict[str, Any]):
    """Every tile has its stops, track, colour, label and count."""
    assert {facts["id"] for facts in known["tiles"]} == {tile.id for tile in TRACK}
    for facts in known["tiles"]:
        ours = TILES[facts["id"]]
        assert same_face(ours, facts), ours.id
        assert sorted(exits(ours.track)) == facts["exits"]
        assert BOARD.supply[ours.id] == facts["count"]
        labels = {hex_.id: hex_.label for hex_ in BOARD.hexes} | OWN["green_labels"]
        labelled = {name for name, label in labels.items() if ours.label and label == ours.label}
        assert set(facts.get("only_on", labelled)) == labelled, ours.id


def test_tile_totals(known: dict[str, Any]):
    """The pieces of each colour add up."""
    counts = dict.fromkeys(("yellow", "green", "brown", "gray"), 0)
    for tile in TRACK:
        counts[tile.colour] += BOARD.supply[tile.id] or 0

    assert {**counts, "all": sum(counts.values())} == known["tile_totals"]


def upgrades(tile: Tile, label: str, turn: int) -> dict[str, list[int]]:
    """Successors of a tile and their rotations, as seen from the tile unturned."""
    return successors(TRACK, lambda new, at: follows((tile, turn), (new, at), label, MERGING), turn)


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades(known: dict[str, Any], turn: int):
    """Which tile may follow which, and how it is turned, is computed as in the table, in all rotations."""
    for tile in TRACK:
        assert upgrades(tile, tile.label, turn) == known["tile_upgrades"].get(tile.id, {}), tile.id


@pytest.mark.parametrize(("place", "label"), [("D19_Zürich", "Z"), ("F11_Bern", "B")])
def test_upgrades_to_letters(known: dict[str, Any], place: str, label: str):
    """A yellow city on Zürich or Bern goes on with the tiles of its letter."""
    cities = [tile for tile in TRACK if tile.colour == "yellow" and tile.kinds == ("city",)]

    assert {tile.id: upgrades(tile, label, 0) for tile in cities} == plain(known[f"tile_upgrades_on_{place}"])


def first_tiles(hex_: Hex) -> dict[str, list[int]]:
    """Tiles that may lie first on a hex; Aarau's two cities grow together."""
    old: Face = hex_
    merging = ("", *MERGING) if hex_.id in OWN["joined_from_green"] else MERGING

    def fits(new: Tile, at: int) -> bool:
        return follows((old, 0), (new, at), hex_.label, merging) and not set(hex_.closed) & exits(
            new.track, at
        )

    return successors(TRACK, fits) if hex_.tiled else {}


def test_first_tiles(known: dict[str, Any]):
    """Which tiles may come first on each hex, and how they are turned, is computed as in the table."""
    computed = {hex_.id: first_tiles(hex_) for hex_ in BOARD.hexes}

    assert {name: tiles for name, tiles in computed.items() if tiles} == plain(known["first_tiles"])


# --- tunnels, the Furka-Oberalp line, mountains


def test_tunnels(known: dict[str, Any]):
    """Mouths, shapes and prices of tunnels; they are the only hexes without a colour that take no tile."""
    facts = known["tunnels"]
    laid = "tunnels_once_furka_is_laid"
    closed = {one["hex"]: one.get(laid, one["tunnels"]) for one in facts["hexes"]}
    assert OWN["tunnels"] == closed
    assert {
        one["hex"]: tuple(map(tuple, one["tunnels"])) for one in facts["hexes"] if laid in one
    } == OPEN_MOUTHS
    for one in facts["hexes"]:
        mouths = {side for pair in one["tunnels"] for side in pair}
        assert sorted(mouths) == one["entrances"]
        assert not mouths & set(HEXES[one["hex"]].closed)
        assert HEXES[one["hex"]].name == (one["name"] or "")
    bare = {hex_.id for hex_ in BOARD.hexes if not hex_.tiled and hex_.colour == "none" and not hex_.terrain}
    assert bare == set(closed)

    tiles = facts["tiles"].values()
    assert OWN["tunnel_tiles"] == [one["import_tile"] for one in tiles]
    for one in tiles:
        assert sorted(exits(TILES[one["import_tile"]].track)) == one["exits"]
        assert BOARD.supply[one["import_tile"]] == facts["certificates"]
    assert (OWN["tunnel_cost"], OWN["tunnel_bonus"]) == (facts["cost"], facts["route_bonus_per_stop"])


def test_furka_oberalp(known: dict[str, Any]):
    """The line lies on five hexes, as printed for each, and has a town at Andermatt."""
    facts = known["furka_oberalp"]
    assert OWN["furka"] == facts["import_tiles"]
    for one in facts["hexes"]:
        tile = TILES[OWN["furka"][one["hex"]]]
        assert {frozenset(piece) for piece in tile.track} == outside.ends(one["paths"])
        assert [our_stop(found)[:3] for found in tile.stops] == [stop(node)[:3] for node in one["nodes"]]
        assert (tile.colour, tile.rotations) == ("none", (0,))
    tiles = list(OWN["furka"].values())
    assert {tile: BOARD.supply[tile] for tile in tiles} == {tile: tiles.count(tile) for tile in tiles}
    assert OWN["furka_payment"] == known["privates"][3]["compensation"]


def test_mountains(known: dict[str, Any]):
    """Seven mountains wait for a panel; certificates, prices, incomes and values of the panels."""
    facts = known["mountain_railways"]
    assert OWN["mountains"] == facts["hexes"]
    assert {hex_.id for hex_ in BOARD.hexes if hex_.kinds == ("mountain",)} == set(facts["hexes"])
    assert OWN["panels"] == [panel["import_tile"] for panel in facts["panels"]]
    for panel in facts["panels"]:
        tile = TILES[panel["import_tile"]]
        assert list(map(our_stop, tile.stops)) == [("mountain", 0, panel["revenue"], "")]
        assert BOARD.supply[tile.id] == panel["count"]
        assert not tile.track


# --- companies, certificates, money


def test_companies(known: dict[str, Any]):
    """Names, colours, shares, tokens, capital and floating of every company."""
    assert [unit.id for unit in DATA.units] == [facts["import_id"] for facts in known["companies"]]
    for unit, facts in zip(DATA.units, known["companies"], strict=True):
        assert (unit.abbr, unit.name, unit.kind) == (facts["abbr"], facts["name"], KINDS[facts["type"]])
        assert (unit.colour, unit.ink) == (facts["colour"], facts["text_colour"])
        assert list(unit.shares) == facts["shares"]
        if unit.kind == "national":
            continue
        assert list(unit.tokens) == facts["station_prices"]
        assert OWN["floated_at"][unit.kind] == facts["float_percent"]
        capital = OWN["capital"][unit.kind]
        assert (capital["at_float"], capital["destination"]) == tuple(facts["capital"].values())
        assert capital["full"] == sum(facts["capital"].values())
        assert facts.get("stations_by_initial_price", OWN["tokens_by_par"]) == OWN["tokens_by_par"]


def test_the_national_company(known: dict[str, Any]):
    """Price, place, money, train and tokens of the SBB, and the companies it is made of."""
    facts = known["companies"][-1]
    sbb, unit = OWN["sbb"], DATA.units[-1]
    assert (unit.id, sbb["id"]) == ("SBB", "SBB")
    assert (sbb["price"], sbb["grant"]) == (facts["start_price"], facts["capital"]["fixed"])
    assert sbb["cell"] == ",".join(map(str, facts["start_cell"]))
    assert facts["start_train"].startswith(sbb["train"])
    assert unit.tokens == (facts["station_price_from_charter"],) * 10
    parts = [one["import_id"] for one in known["companies"] if one.get("merges_into") == "SBB"]
    assert OWN["sbb_parts"] == parts
    assert sum(len(one["station_prices"]) for one in known["companies"] if one["import_id"] in parts) == 10


def test_privates(known: dict[str, Any]):
    """Names, prices, incomes and sale ranges of privates; mountain and tunnel certificates."""
    privates = [one for one in DATA.privates if one.kind == "private"]
    for private, facts in zip(privates, known["privates"], strict=True):
        name = facts["name"].replace("Societa ", "Società ")  # in Italian it has an accent
        listed = (facts["import_id"], name, facts["price"], facts["income"])
        assert (private.id, private.name, private.price, private.income) == listed
        assert OWN["private_sales"].get(private.id) == facts["sale_to_company"]
    gifts = {one["import_id"]: one["comes_with"] for one in known["privates"] if "comes_with" in one}
    assert {one: str(next(iter(what.values()))) in gifts[one] for one, what in OWN["comes_with"].items()} == (
        dict.fromkeys(gifts, True)
    )

    incomes = {
        "mountain": known["mountain_railways"]["income_once_visited"],
        "tunnel": known["tunnels"]["income_once_used"],
    }
    for kind, income in incomes.items():
        found = [(one.id, one.price, one.income) for one in DATA.privates if one.kind == kind]
        listed = known[f"{kind}_certificates"]
        assert found == [(one["import_id"], one["price"], income) for one in listed]


def test_market(known: dict[str, Any]):
    """Rows of prices with gaps, par cells, and how far regional companies come."""
    ours = {
        (row, column): (int(text.rstrip("*")), text.endswith("*"), column < DATA.market.line)
        for row, texts in enumerate(DATA.market.rows)
        for column, text in enumerate(texts)
        if text != "."
    }
    listed = {
        tuple(cell["cell"]): (cell["price"], cell.get("initial", False), cell.get("regional", True))
        for cell in known["market"]["cells"]
    }
    assert ours == listed
    pars = sorted(price for price, par, _ in ours.values() if par)
    assert pars == known["market"]["initial_prices"]


def test_trains(known: dict[str, Any]):
    """Every card has a front and the cheaper H side; what its first sale turns and rusts."""
    trains = iter(DATA.trains)
    for facts in known["trains"]:
        front, back = next(trains), next(trains)
        number = int("".join(mark for mark in facts["name"] if mark.isdigit()))
        assert (front.name, front.price, front.count) == (facts["name"], facts["price"], facts["count"])
        assert (back.name, back.price, back.stack) == (facts["h_name"], facts["h_price"], front.name)
        assert (front.stops, front.hexes, back.hexes, back.count) == (number, None, number, None)
        assert (front.kind, back.kind) == ("E" if "E" in front.name else "", "H")
        assert OWN["starts"][front.name] == str(facts["phase"])
        for key, fact in (("turned", "downgraded_in_phase"), ("rusted", "scrapped_in_phase")):
            phases = [phase for phase, card in OWN[key].items() if card == front.name]
            assert phases == ([str(facts[fact])] if facts[fact] else [])
    assert next(trains, None) is None


def test_phases(known: dict[str, Any]):
    """Tiles, operating rounds and train limits of every phase."""
    assert [phase.name for phase in DATA.phases] == [facts["name"] for facts in known["phases"]]
    for phase, facts in zip(DATA.phases, known["phases"], strict=True):
        assert (list(phase.colours), phase.operating_rounds) == (facts["tiles"], facts["operating_rounds"])
        limits = {KINDS[kind]: limit for kind, limit in facts["train_limit"].items()}
        assert limits.items() <= phase.train_limit.items()
        assert phase.colours[-1] == facts["revenue_column"]


def test_table_sizes(known: dict[str, Any]):
    """Players, money, certificate limits, limits of the pool, bids, interest."""
    assert DATA.players == (known["players"]["min"], known["players"]["max"])
    assert DATA.bank == known["bank"]["cash"]
    assert {str(count): cash for count, cash in DATA.cash.items()} == known["starting_cash"]
    limits = {str(count): limit for count, limit in DATA.certificate_limit.items()}
    assert limits == known["certificate_limit"]
    assert DATA.currency == known["currency"]["format"]
    assert OWN["auction"] == {
        "step": known["auction"]["minimum_raise"],
        "drop": known["auction"]["P1_price_drop_if_all_pass"],
    }
    assert OWN["pool_limit"] == known["limits"]["pool_percent"]
    units = known["limits"]["share_units"]
    only = known["limits"]["shares_from_which_only_pool_purchases"]
    assert OWN["pool_only_from"] == {KINDS[kind]: count * units[kind] for kind, count in only.items()}
    assert OWN["pool_at_start"] == {"FNM": known["fnm_pool_shares_at_start"]}
    assert OWN["interest"] == known["loan"]["interest_percent"]


# --- clauses


def test_clauses_are_cited():
    """Refusals and options cite clauses that exist."""
    cited = [clause for clauses in TEXTS.refusals.values() for clause in clauses]
    cited += [option.clause for option in DATA.options]

    assert set(cited) <= set(TEXTS.clauses)
    assert all(TEXTS.refusals.values())
