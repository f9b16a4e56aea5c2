"""Our data for 18Mag against a file of facts that somebody else made; ``FACTS_DIR`` says where it lies."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Lay
from engine.board import shapes
from engine.board.hexes import neighbour
from engine.board.tiles import Face, Stop, Tile, exits
from engine.data import Hex, Unit
from engine.position import Position
from engine.state import State
from engine.steps import track
from engine.title import find
from engine.titles.t18mag import TITLE
from engine.titles.t18mag.facts import Facts
from engine.titles.t18mag.track import MERGING, RULES

FOLDER = os.environ.get("FACTS_DIR", "")
OWN = Facts.model_validate(TITLE.data.extra)
NAMES = {"G&C": "GC", "SzKÉV": "SKEV", "LdStEG": "LDSTEG", "RÁBA": "RABA", "MÁVAG": "MAVAG"}
ROTATIONS = range(6)


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """The facts, read once."""
    if not FOLDER:
        pytest.skip("FACTS_DIR is not set")
    return json.loads((Path(FOLDER) / "18mag.json").read_text("utf-8"))


# --- what lies on a hex or a tile


def ends(paths: list[list[dict[str, int]]]) -> set[frozenset[str]]:
    """Pieces of track as in our data: edges are digits, stops letters."""
    return {
        frozenset("abc"[end["node"]] if "node" in end else str(end["edge"]) for end in piece)
        for piece in paths
    }


def stop(node: dict[str, Any]) -> tuple[Any, ...]:
    return node["type"], node.get("slots", 0), node["revenue"], node.get("name", "")


def our_stop(one: Stop) -> tuple[Any, ...]:
    return one.kind, one.slots, one.revenue, one.name


def same_face(face: Face, facts: dict[str, Any]) -> bool:
    """Whether a face has these stops, this track, colour and label."""
    return (
        list(map(our_stop, face.stops)) == list(map(stop, facts.get("nodes", ())))
        and {frozenset(piece) for piece in face.track} == ends(facts.get("paths", []))
        and face.colour == facts["colour"]
        and face.label == facts.get("label", "")
    )


def test_hexes(known: dict[str, Any]):
    """Every hex is printed as it should be: stops, track, terrain, closed sides, neighbours, shores of the lake."""
    assert [hex_["id"] for hex_ in known["hexes"]] == list(TITLE.hexes)
    for facts in known["hexes"]:
        ours = TITLE.hexes[facts["id"]]
        assert same_face(ours, facts), ours.id
        if len(ours.stops) < 2:
            assert ours.name == facts.get("name", "")
        symbols = [(one.kind, one.count) for one in ours.terrain]
        assert symbols == [(one["type"], one["count"]) for one in facts.get("terrain", ())]
        assert ours.cost == facts.get("terrain_cost", 0)
        assert ours.tiled == (facts["kind"] not in {"mine", "offboard"})


def test_closed_sides(known: dict[str, Any]):
    """No track leads where the map ends, where a barrier is, or to an unmarked side of a red or gray hex."""
    for facts in known["hexes"]:
        ours = TITLE.hexes[facts["id"]]
        assert {str(side): why for side, why in ours.closed.items()} == facts.get("closed_edges", {}), ours.id
        for side, beyond in facts["neighbours"].items():
            assert neighbour(ours.id, int(side)) == beyond
        lake = facts.get("partition", {}).get("sides", {})
        assert sorted(map(sorted, ours.split)) == sorted(map(sorted, lake.values()))
    borders = [barrier["edges"] for barrier in known["barriers"] if "edges" in barrier]
    ours = {
        (hex_.id, side)
        for hex_ in TITLE.hexes.values()
        for side, why in hex_.closed.items()
        if why == "barrier"
    }
    assert ours == {(hex_, side) for border in borders for hex_, side in border.items()}
    assert [barrier["within"] for barrier in known["barriers"] if "within" in barrier] == ["F9"]


def test_tiles(known: dict[str, Any]):
    """Every tile has its stops, track, colour, label, fixed rotation, cost of promotion, pool and count."""
    assert {facts["id"] for facts in known["tiles"]} == set(TITLE.tiles)
    for facts in known["tiles"]:
        ours = TITLE.tiles[facts["id"]]
        assert same_face(ours, {**facts, "label": ours.label}), ours.id
        assert sorted(exits(ours.track)) == facts["exits"]
        assert list(ours.rotations) == ([facts["fixed_rotation"]] if "fixed_rotation" in facts else [])
        assert ours.cost == facts.get("upgrade_cost", 0) == known["upgrade_costs"].get(ours.id, 0)
        assert ours.pool == facts.get("pool", ours.id)
        assert TITLE.board.supply[ours.pool] == facts["count"]
        labelled = {hex_.id for hex_ in TITLE.hexes.values() if ours.label and hex_.label == ours.label}
        assert set(facts.get("only_on", ())) == labelled, ours.id


def test_tile_totals(known: dict[str, Any]):
    """The pieces of each colour add up."""
    colours = {tile.pool: tile.colour for tile in TITLE.tiles.values()}
    counts = dict.fromkeys(("yellow", "green", "brown", "gray"), 0)
    for pool, pieces in TITLE.board.supply.items():
        counts[colours[pool]] += pieces or 0

    assert {**counts, "all": sum(counts.values())} == known["tile_totals"]
    pools = {facts["pool"] for facts in known["tiles"] if "pool" in facts}
    assert {"/".join(sides) for sides in TITLE.board.pools.values()} == pools == set(TITLE.board.pools)


# --- what may follow what, by the shape rules alone


def shape(pos: Position, hex_: str, tile: str, rotation: int) -> bool:
    """Whether kind and shape let a tile lie on a hex, whatever its colour's phase and the way there."""
    lay = Lay("", "", hex_, tile, rotation)
    kinds = (one for one in RULES if one.name == "tile_wrong_kind")
    rules = (track.hex_takes_tiles, track.one_colour_at_a_time, *kinds, *track.SHAPE)
    return not any(one.test(pos, lay) for one in rules)


def board(**laid: tuple[str, int]) -> Position:
    return Position(find("18Mag"), State(players=("a", "b", "c"), options=(), rng=0, tiles=laid))


def allowed(pos: Position, hex_: str) -> dict[str, list[int]]:
    found = {tile: [at for at in ROTATIONS if shape(pos, hex_, tile, at)] for tile in TITLE.tiles}
    return {tile: rotations for tile, rotations in found.items() if rotations}


def follows(old: tuple[Tile, int], new: tuple[Tile, int], label: str) -> bool:
    """Whether a tile may follow another one on a hex with this label, far from any edge."""
    return (
        shapes.next_colour(old[0], new[0])
        and shapes.same_kind(old[0], new[0], label, MERGING)
        and shapes.keeps_track(old, new)
        and shapes.turnable(*new)
    )


def upgrades(tile: Tile, label: str, turn: int = 0) -> dict[str, list[int]]:
    """Successors of a tile and their rotations, as seen from the tile unturned."""
    found = {
        after.id: [at for at in ROTATIONS if follows((tile, turn), (after, (at + turn) % 6), label)]
        for after in TITLE.tiles.values()
    }
    return {after: rotations for after, rotations in found.items() if rotations}


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades(known: dict[str, Any], turn: int):
    """Which tile may follow which, and how it is turned, is computed as in the table, in all rotations."""
    table = known["tile_upgrades"]
    assert {tile.id for tile in TITLE.tiles.values() if upgrades(tile, tile.label)} == set(table)
    for tile in TITLE.tiles.values():
        assert upgrades(tile, tile.label, turn) == table.get(tile.id, {}), tile.id


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades_of_yellow_cities_on_k_hexes(known: dict[str, Any], turn: int):
    """A yellow city on a K hex goes on with K tiles only."""
    table = {tile: found for tile, found in known["tile_upgrades_on_K_hexes"].items() if tile[0] != "_"}
    cities = [tile for tile in TITLE.tiles.values() if tile.colour == "yellow" and tile.kinds == ("city",)]

    assert {tile.id: upgrades(tile, "K", turn) for tile in cities} == table


def test_first_tiles(known: dict[str, Any]):
    """Which tiles may come first on each hex, and how they are turned, is computed as in the table."""
    table = {name: tiles for name, tiles in known["first_tiles"].items() if name[0] != "_"}
    computed = {name: allowed(board(), name) for name in TITLE.hexes}

    assert {name: tiles for name, tiles in computed.items() if tiles} == table


def chains(hex_: str, laid: tuple[tuple[str, int], ...] = ()) -> Iterator[tuple[tuple[str, int], ...]]:
    """Every sequence of tiles and rotations on one hex."""
    pos = board(**({hex_: laid[-1]} if laid else {}))
    for tile, rotations in allowed(pos, hex_).items():
        for rotation in rotations:
            yield (*laid, (tile, rotation))
            yield from chains(hex_, (*laid, (tile, rotation)))


def test_chains_on_the_lake(known: dict[str, Any]):
    """On Lake Balaton exactly the listed sequences of tiles are possible."""
    listed = {tuple((tile, at) for tile, at in chain) for chain in known["hex_chains"]["F9"]}

    assert set(chains("F9")) == listed
    assert len(listed) == 22


# --- companies, money, trains, phases


def test_minors(known: dict[str, Any]):
    """Names, homes, stations, terrain tokens, treasury and train of every minor."""
    minors = [unit for unit in TITLE.data.units if unit.kind == "minor"]
    assert [unit.id for unit in minors] == [str(facts["number"]) for facts in known["minors"]]
    for unit, facts in zip(minors, known["minors"], strict=True):
        _same_company(unit, facts)
        assert unit.home is not None
        city = TITLE.hexes[unit.home.hex].stops[unit.home.stop]
        assert (unit.home.hex, unit.home.stop) == (facts["home"]["hex"], facts["home"]["node"])
        assert (city.name or TITLE.hexes[unit.home.hex].name) == facts["home"]["city"]
        assert OWN.terrain_tokens.get(unit.id, 0) == facts["terrain_tokens"]
        assert (OWN.start_cash, [OWN.start_train]) == (facts["start_treasury"], facts["start_trains"])
        assert {phase.train_limit["minor"] for phase in TITLE.data.phases} == {facts["train_limit"]}
    assert list(minors[0].markers) == known["station_prices_minor"]["prices"]


def test_majors(known: dict[str, Any]):
    """Names, shares and markers of every major, in the order in which equal prices are stacked."""
    majors = [unit for unit in TITLE.data.units if unit.kind == "major"]
    assert [unit.abbr for unit in majors] == [facts["abbr"] for facts in known["majors"]]
    for unit, facts in zip(majors, known["majors"], strict=True):
        _same_company(unit, facts)
        assert list(unit.shares) == facts["shares"]
        assert OWN.marker_bonus == facts["station_bonus"] == known["route_bonus_per_major_station"]
        assert TITLE.data.holding_limit == facts["max_holding_percent"]
    assert list(majors[0].markers) == known["station_prices_major"]["prices"]


def _same_company(unit: Unit, facts: dict[str, Any]) -> None:
    assert (unit.abbr, unit.name) == (facts["abbr"], facts["name"])
    assert (unit.colour.lower(), unit.ink.lower()) == (facts["colour"].lower(), facts["text_colour"].lower())
    assert list(unit.markers) == facts["station_prices"]


def test_market(known: dict[str, Any]):
    """One row of prices, the start prices marked, and how payouts move a marker."""
    (row,) = TITLE.data.market.rows
    cells = [(int(cell.rstrip("*")), cell.endswith("*")) for cell in row]
    assert cells == [(cell["price"], cell["initial"]) for cell in known["market"]["cells"]]

    words = {"none": 0, "1 left": -1, "1 right": 1, "2 right": 2, "3 right": 3, "4 right": 4}
    for line in known["market"]["moves"]["dividend"]:
        least = int("".join(mark for mark in line["dividend_total"].split("-")[0] if mark.isdigit()))
        least += "more than" in line["dividend_total"] or ">" in line["dividend_total"]
        moved = [cells for bound, cells in OWN.payout_moves if least >= bound][-1]
        assert moved == words[line["move"]], line


def test_trains_and_phases(known: dict[str, Any]):
    """Trains with their sellers and prices; phases with tiles and operating rounds."""
    for train, facts in zip(TITLE.data.trains, known["trains"], strict=True):
        assert (train.name, train.price, train.count) == (facts["name"], facts["price"], facts["count"])
        assert train.stops == facts["stops"]
        assert OWN.sellers[train.name] == NAMES.get(facts["seller"], facts["seller"])
        assert (train.price // 2, train.price - train.price // 2) == (facts["to_seller"], facts["to_bank"])
        assert (train.name in OWN.stacks) == facts["triggers_phase_change"]
    for phase, facts in zip(TITLE.data.phases, known["phases"], strict=True):
        assert phase.name == facts["name"].lower()
        assert list(phase.colours) == facts["tiles"]
        assert phase.operating_rounds == facts["operating_rounds"]
        assert dict(phase.train_limit) == facts["train_limit"]
    assert OWN.no_train_tokens == known["no_train_tokens"]


def test_table_sizes(known: dict[str, Any]):
    """Players, cash, certificate limits, draft quotas, papers offered and start cards."""
    assert TITLE.data.players == (known["players"]["min"], known["players"]["max"])
    assert {str(count): cash for count, cash in TITLE.data.cash.items()} == known["starting_cash"]
    limits = {str(count): limit for count, limit in TITLE.data.certificate_limit.items()}
    assert limits == known["certificate_limit"]
    assert TITLE.data.currency == known["currency"]["format"]
    draft = known["draft"]
    quota = {str(count): {"minors": one, "shares": two} for count, (one, two) in OWN.quota.items()}
    assert quota == draft["per_player"]
    assert {str(count): one for count, one in OWN.shares_offered.items()} == draft["shares_offered_per_major"]
    assert list(OWN.start_cards) == known["starting_price_cards"]


def test_rail_cars_and_mines(known: dict[str, Any]):
    """Who sells rail cars at which price, what they bring, and what mines are worth."""
    cars = known["rail_cars"]
    assert set(OWN.rail_cars) == {NAMES.get(seller, seller) for seller in cars["sellers"]}
    prices = {phase: list(found) for phase, found in OWN.rail_car_prices.items()}
    assert prices == cars["price_first_second_third"]
    assert dict(OWN.red_bonus) == cars["off_board_bonus"]
    mines = [hex_ for hex_ in TITLE.hexes.values() if is_mine(hex_)]
    assert [hex_.id for hex_ in mines] == known["mines"]["hexes"]
    assert all(hex_.stops[0].revenue == known["mines"]["value"] for hex_ in mines)


def is_mine(hex_: Hex) -> bool:
    return hex_.kinds == ("mine",)


def test_extra_tile(known: dict[str, Any]):
    """The second tile of a turn costs what the facts say, paid to the same major."""
    second = known["tile_lays"]["per_turn"][1]

    assert (OWN.extra_tile, OWN.tracks_to) == (second["cost"], second["paid_to"])
    assert OWN.terrain_to in json.dumps(known["terrain"])
