"""Our data for 18CZ against files of facts that somebody else made, one of them for two players."""

from itertools import chain
from typing import Any

import pytest

from engine.board import shapes
from engine.board.tiles import Laid, Tile, exits
from engine.data import ClauseData, Hex, MapData, TitleData
from engine.printed import load
from engine.title import find
from tests import outside
from tests.outside import ROTATIONS, plain, same_face, same_sides, successors, tiles_of

PACKAGE = "engine.titles.t18cz"
DATA = load(PACKAGE, "title.toml", TitleData)
BOARD = load(PACKAGE, "map.toml", MapData)
TEXTS = load(PACKAGE, "clauses.toml", ClauseData)
OWN = DATA.extra
RECORDED = find("18CZ").of(3, ("compat=peer18xx",)).data.extra
"""The numbers of recorded games, where these differ from the printed rules."""
PAIR = find("18CZ").of(2)
GIFTS = PAIR.data.extra["dummy"]
HEXES = {hex_.id: hex_ for hex_ in BOARD.hexes}
TILES = tiles_of(BOARD)
TRACK = [tile for tile in TILES.values() if tile.colour != "red"]
SIZES = ("small", "medium", "large")


@pytest.fixture
def known() -> dict[str, Any]:
    """The facts for three to six players."""
    return outside.read("18cz.json")


@pytest.fixture
def pair() -> dict[str, Any]:
    """The facts for two players."""
    return outside.read("18cz-2p.json")


# --- the map


def test_hexes(known: dict[str, Any]):
    """Every hex is printed as it should be: stops, track, terrain, and whether it takes ordinary tiles."""
    assert [hex_["id"] for hex_ in known["hexes"]] == list(HEXES)
    for facts in known["hexes"]:
        ours = HEXES[facts["id"]]
        red = {"colour": "red"} if facts["kind"] == "reserved_red" else {}
        assert same_face(ours, {**facts, **red}), ours.id
        assert ours.name == facts.get("name", "")
        assert [{"type": one.kind, "cost": one.cost} for one in ours.terrain] == facts.get("terrain", [])
        assert ours.cost == facts.get("terrain_cost", 0)
        assert ours.tiled == (facts["kind"] not in {"reserved_red", "fixed_town"})
        assert {one.group for one in ours.stops} <= {"Praha" if ours.label == "P" else ""}


def test_sides(known: dict[str, Any]):
    """Hexes lie beside each other as they should, and no track leads off the map."""
    for facts in known["hexes"]:
        assert same_sides(HEXES[facts["id"]], facts, HEXES), facts["id"]


def test_required_exits(known: dict[str, Any]):
    """Two hexes beside Praha show the beginning of a track."""
    listed = {hex_["id"]: hex_["required_exits"] for hex_ in known["hexes"] if "required_exits" in hex_}

    assert OWN["required_exits"] == listed


def test_the_map_of_two(pair: dict[str, Any]):
    """Two players have fewer hexes; where others were, the map ends."""
    assert [hex_["id"] for hex_ in pair["hexes"]] == list(PAIR.hexes)
    assert [hex_ for hex_ in HEXES if hex_ not in PAIR.hexes] == pair["removed_hexes"]
    for facts in pair["hexes"]:
        red = {"colour": "red"} if facts["kind"] == "reserved_red" else {}
        assert same_face(PAIR.hexes[facts["id"]], {**facts, **red})
        assert same_sides(PAIR.hexes[facts["id"]], facts, PAIR.hexes), facts["id"]


# --- tiles


def test_tiles(known: dict[str, Any]):
    """Every tile has its stops, track, colour, label, border and count."""
    assert {facts["id"] for facts in known["tiles"]} == {tile.id for tile in TRACK}
    for facts in known["tiles"]:
        ours = TILES[facts["id"]]
        assert same_face(ours, facts), ours.id
        assert [one.group for one in ours.stops] == [node.get("group", "") for node in facts["nodes"]]
        assert sorted(exits(ours.track)) == facts["exits"]
        assert (ours.border == "purple") == facts.get("purple_border", False)
        assert BOARD.supply[ours.id] == facts["count"]
        labelled = {hex_.id for hex_ in BOARD.hexes if ours.label and hex_.label == ours.label}
        assert set(facts.get("only_on", ())) == labelled, ours.id


def test_tile_totals(known: dict[str, Any]):
    """The pieces of each colour add up."""
    counts = dict.fromkeys(("yellow", "green", "brown", "gray", "purple_bordered", "red"), 0)
    for tile in TILES.values():
        counts["purple_bordered" if tile.border == "purple" else tile.colour] += BOARD.supply[tile.id] or 0

    assert {**counts, "all": sum(counts.values())} == known["tile_totals"]


def may_follow(old: Laid, new: Laid, label: str) -> bool:
    """Whether a tile may follow: two towns may become one under a purple border; Praha and OO cities change."""
    before, after = old[0], new[0]
    towns, grown = shapes.count(before, "town"), shapes.count(after, "town")
    cities, larger = shapes.count(before, "city"), shapes.count(after, "city")
    return (
        isinstance(after, Tile)
        and shapes.next_colour(before, after)
        and after.label == label
        and (towns == grown or (towns == 2 and grown == 1 and after.border == "purple"))
        and (cities == larger or (label in {"OO", "P"} and larger > 0))
        and shapes.keeps_track(old, new)
    )


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades(known: dict[str, Any], turn: int):
    """Which tile may follow which, and how it is turned, is as in the table, in all rotations."""
    for tile in TRACK:

        def fits(new: Tile, at: int, old: Tile = tile) -> bool:
            return may_follow((old, turn), (new, at), old.label)

        assert successors(TRACK, fits, turn) == known["tile_upgrades"].get(tile.id, {}), tile.id


def first_tiles(hex_: Hex) -> dict[str, list[int]]:
    """Tiles that may lie first on a hex, and how."""
    wanted = set(OWN["required_exits"].get(hex_.id, ()))

    def fits(new: Tile, at: int) -> bool:
        sides = exits(new.track, at)
        return (
            may_follow((hex_, 0), (new, at), hex_.label) and wanted <= sides and not sides & set(hex_.closed)
        )

    return successors(TRACK, fits) if hex_.tiled else {}


@pytest.mark.parametrize("players", [2, 3])
def test_first_tiles(known: dict[str, Any], pair: dict[str, Any], players: int):
    """Which tiles may come first on each hex, and how they are turned, is as in the table."""
    hexes = PAIR.hexes if players == 2 else HEXES
    computed = {name: first_tiles(hex_) for name, hex_ in hexes.items()}
    table = plain((pair if players == 2 else known)["first_tiles"])

    assert {name: tiles for name, tiles in computed.items() if tiles} == table


@pytest.mark.parametrize("players", [2, 3])
def test_red_tiles(known: dict[str, Any], pair: dict[str, Any], players: int):
    """A large company lays its red tile on one of two hexes, turned so that both tracks stay on the map."""
    hexes = PAIR.hexes if players == 2 else HEXES
    for unit, facts in plain((pair if players == 2 else known)["red_home_tiles"]).items():
        home = OWN["red_homes"][unit]
        tile = TILES[home["tile"]]
        assert home["tile"] == facts["tile"]
        assert same_face(tile, {**facts, "colour": "red"})
        assert [{unit: node["home_bonus"]} for node in facts["nodes"]] == [stop.bonus for stop in tile.stops]
        assert BOARD.supply[tile.id] == facts["count"]
        found = {name: [at for at in ROTATIONS if lies_well(tile, at, hexes[name])] for name in home["hexes"]}
        assert found == facts["hexes"]
        assert {hexes[name].name for name in home["hexes"]} == {facts["city"]}
    reserved = {one["id"]: one["reserved_for"] for one in known["hexes"] if "reserved_for" in one}
    assert {name: unit for unit, home in OWN["red_homes"].items() for name in home["hexes"]} == reserved


def lies_well(tile: Tile, rotation: int, hex_: Hex) -> bool:
    return not exits(tile.track, rotation) & set(hex_.closed)


# --- companies, certificates, money


def test_companies(known: dict[str, Any]):
    """Names, colours, shares, tokens, homes and money of every company."""
    assert [unit.id for unit in DATA.units] == [facts["import_id"] for facts in known["companies"]]
    for unit, facts in zip(DATA.units, known["companies"], strict=True):
        assert (unit.abbr, unit.name, unit.kind) == (facts["abbr"], facts["name"], facts["size"])
        assert (unit.colour, unit.ink) == (facts["colour"], facts["text_colour"])
        assert (list(unit.shares), list(unit.tokens)) == (facts["shares"], facts["station_prices"])
        assert OWN["floated_at"][unit.kind] == facts["float_percent"]
        assert OWN["capital"][unit.kind] == facts["capital_multiple"]
        assert OWN["holding_limits"][unit.kind] == facts["max_holding_percent"]
        assert OWN["start_prices"][unit.kind] == facts["initial_prices"]
        assert homes(unit.id) == facts["home"]["hexes"]
        if unit.home:
            assert (unit.home.stop, unit.id in OWN["home_choice"]) == (
                facts["home"]["node"] or 0,
                facts["home"]["node"] is None,
            )


def homes(unit: str) -> list[str]:
    """Hexes where a company may begin, as recorded games have it."""
    red = OWN["red_homes"].get(unit)
    if red:
        return list(red["hexes"])
    printed = next(one.home for one in DATA.units if one.id == unit)
    return [RECORDED["other_homes"].get(unit, printed and printed.hex)]


def test_the_printed_home():
    """One company begins in the city that the rules name, not where recorded games let it begin."""
    assert (OWN["other_homes"], RECORDED["other_homes"]) == ({}, {"BCB": "E16"})
    (home,) = [unit.home for unit in DATA.units if unit.id == "BCB"]

    assert home is not None
    assert HEXES[home.hex].name == "Hradec Králové"
    assert "Hradec Králové (D17)" in TEXTS.clauses["CZ-IV.2.b.8"]


def test_sizes(known: dict[str, Any]):
    """What companies of a size may own, when they are for sale, how their price moves."""
    for size, facts in known["company_classes"].items():
        assert OWN["opened_in"][size] == facts["available_from_phase"]
        assert OWN["may_own"][size] == facts["may_hold"]
        assert OWN["dividend_steps"][size] == facts["price_step_on_dividend"]
        assert {tuple(unit.shares) for unit in DATA.units if unit.kind == size} == {tuple(facts["shares"])}


def test_locals(known: dict[str, Any]):
    """Names, prices, incomes and powers of the locals."""
    for ours, facts in zip(DATA.privates, known["locals"], strict=True):
        listed = (facts["import_id"], facts["name"], facts["draft_price"], facts["income"])
        assert (ours.id, ours.name, ours.price, ours.income) == listed
        assert ours.kind == "local"
        assert ours.id in OWN["locals"][facts["size"]]
    for size, facts in known["locals_by_size"].items():
        assert len(OWN["locals"][size]) == facts["count"]
        assert OWN["free_terrain"][size] == facts["exempt_terrain"]
        able = OWN["purple_colours"][size]
        borders = [tile.id for tile in TILES.values() if tile.border == "purple" and tile.colour in able]
        assert sorted(borders) == sorted(facts["purple_tiles"])
        assert [owner for owner in SIZES if size in OWN["may_own"][owner]] == facts["buyers"]
    assert OWN["private_sales_from"] == known["local_purchase_by_company"]["from_phase"]


def test_market(known: dict[str, Any]):
    """Two rows make one list of prices, a lower and an upper one in turn; start prices of every size."""
    upper, lower = DATA.market.rows
    ours = [text for two in zip(lower, upper, strict=True) for text in two]
    cells = known["market"]["cells"]
    assert [int(text.rstrip("*")) for text in ours] == [cell["price"] for cell in cells]
    assert [text.endswith("*") for text in ours] == ["initial_for" in cell for cell in cells]
    assert [index % 2 for index in range(len(ours))] == [cell["row"] for cell in cells]
    for size, prices in OWN["start_prices"].items():
        assert prices == [cell["price"] for cell in cells if size in cell.get("initial_for", ())]


def test_trains(known: dict[str, Any]):
    """Every card has a side for each size that can buy it, with price and range."""
    trains = iter(DATA.trains)
    for card in known["trains"]:
        front = card["sides"][0]["import_id"]
        for facts in card["sides"]:
            ours = next(trains)
            assert (ours.name, ours.price, ours.kind) == (facts["import_id"], facts["price"], facts["size"])
            assert ours.stack == front
            assert ours.count == (card["count"] if ours.name == front else None)
            assert facts["range"] == reach(ours.stops, ours.kind)
            assert rusted_by(facts["name"]) == facts.get("scrapped_by_sale_of", [])
            assert ours.name == facts["name"] + card["letter"]
        assert OWN["starts"].get(front, "a") == card["letter"]
    assert next(trains, None) is None


def reach(stops: int, size: str) -> dict[str, Any]:
    """The range of a train in the words of the facts."""
    kind = OWN["ranges"][size]
    return {"kind": kind} | ({"cities": stops, "towns": stops} if kind == "plus" else {"stops": stops})


def rusted_by(train: str) -> list[str]:
    """Trains whose sale rusts this one, where larger ones do so too."""
    return sorted(sold for sold, types in RECORDED["rusts"].items() if train in types)


def test_rust_as_printed():
    """The rules name one train for each that rusts; that larger ones count too is another reading."""
    named = "".join(TEXTS.clauses[f"CZ-VIII.12.{number}"] for number in (11, 13, 17, 18, 22, 24))

    for sold, (old,) in OWN["rusts"].items():
        assert f"{sold}-train is sold, all {old}-trains rust" in named
        assert old in RECORDED["rusts"][sold]


def test_phases(known: dict[str, Any]):
    """Tiles and train limits of every phase, and what opens with it."""
    assert [phase.name for phase in DATA.phases] == [facts["name"] for facts in known["phases"]]
    for phase, facts in zip(DATA.phases, known["phases"], strict=True):
        assert list(phase.colours) == facts["tiles"]
        assert facts["train_limit"].items() <= phase.train_limit.items()
        assert phase.colours[-1] == facts["red_tile_column"]
        opened = " ".join(facts.get("opens", ()))
        assert ("bought from other companies" in opened) == (phase.name == OWN["trade_from"])


def test_sets(known: dict[str, Any]):
    """Eight sets of operating rounds, the value of the locals in each round, and exports."""
    assert OWN["sets"] == [
        {"values": facts["local_values"], "export": facts["train_exported_after"]}
        for facts in known["operating_schedule"]
    ]
    assert [len(one["values"]) for one in OWN["sets"]] == [
        facts["operating_rounds"] for facts in known["operating_schedule"]
    ]


def test_table_sizes(known: dict[str, Any], pair: dict[str, Any]):
    """Players, money, certificate limits, loans, acquisitions."""
    assert DATA.players == (2, 6)
    assert DATA.bank is None
    assert texts(DATA.cash) == {**pair["starting_cash"], **known["starting_cash"]}
    assert texts(DATA.certificate_limit) == {**pair["certificate_limit"], **known["certificate_limit"]}
    assert DATA.currency == known["currency"]["format"]
    assert OWN["penalty"] == known["loan"]["end_penalty_percent"]
    bounds = known["acquisition"]["price_per_share_percent_of_current"]
    assert [OWN["acquisition"]["least"], OWN["acquisition"]["most"]] == bounds
    assert OWN["acquired_token"] == known["station_prices"]["taken_over"]


def texts(table: Any) -> dict[str, int]:
    return {str(key): number for key, number in table.items()}


def test_two_players(known: dict[str, Any], pair: dict[str, Any]):
    """What two players leave out, and what Václav gets."""
    absent = [unit["import_id"] for unit in known["companies"] if unit["import_id"] not in PAIR.units]
    assert absent == pair["removed_companies"]
    assert list(PAIR.units) == [facts["import_id"] for facts in pair["companies"]]
    gone = [one["import_id"] for one in known["locals"] if one["import_id"] not in PAIR.privates]
    assert sorted(gone) == sorted(pair["removed_locals"])
    assert list(PAIR.privates) == [facts["import_id"] for facts in pair["locals"]]
    assert sorted(chain(*PAIR.data.extra["locals"].values())) == sorted(PAIR.privates)
    assert PAIR.data.extra["holding_limits"] == pair["max_holding_percent"]


def test_what_vaclav_gets(pair: dict[str, Any]):
    """Prices, certificates and tokens of his companies, who decides for them, and from which of them he draws."""
    facts = pair["vaclav"]
    pools = {size: [unit.id for unit in PAIR.units.values() if unit.kind == size] for size in SIZES}
    assert pools == facts["draw_pools"]
    assert GIFTS["prices"] == facts["price"]
    assert GIFTS["certificates"] == facts["shares_received"]
    assert {GIFTS["token_price"]} == set(facts["station_prices"])
    for ours, fact in (("track_by", "track_by"), ("tokens_by", "tokens_by")):
        assert {size: f"player {player}" for size, player in GIFTS[ours].items()} == {
            size: who.partition(" (")[0] for size, who in facts[fact].items()
        }


# --- clauses


def test_clauses_are_cited():
    """Refusals, options and table manners speak of clauses that exist."""
    cited = [clause for clauses in TEXTS.refusals.values() for clause in clauses]
    cited += [option.clause for option in DATA.options] + list(TEXTS.manners)

    assert set(cited) <= set(TEXTS.clauses)
    assert all(TEXTS.refusals.values())
