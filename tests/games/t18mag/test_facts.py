"""Our data for 18Mag against files of facts that somebody else made."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from engine.actions import LayTile
from engine.board.hexes import neighbour
from engine.board.tiles import Tile, exits
from engine.data import Hex, Unit
from engine.position import Position
from engine.state import State
from engine.steps import track
from engine.title import Title
from engine.titles.t18mag import TITLE
from engine.titles.t18mag.figures import MagFigures
from engine.titles.t18mag.track import MERGING, RULES
from tests import outside
from tests.outside import ROTATIONS, follows, plain, same_face, successors

NAMES = {"G&C": "GC", "SzKÉV": "SKEV", "LdStEG": "LDSTEG", "RÁBA": "RABA", "MÁVAG": "MAVAG"}
Laid = tuple[str, int]


@dataclass(frozen=True)
class Given:
    """What others say of a form of the title, and that form."""

    known: dict[str, Any]
    players: int

    @property
    def title(self) -> Title:
        """The title for so many players."""
        return TITLE.of(self.players)

    @property
    def closed(self) -> Title:
        """The same under the reading of 18xx.games, which has blank sides of grey hexes closed."""
        return TITLE.of(self.players, ("grey_sides=closed",))

    @property
    def own(self) -> MagFigures:
        """The numbers that only this title has."""
        return MagFigures.model_validate(self.title.data.extra)


def given_for(name: str, players: int) -> Given:
    return Given(outside.read(name), players)


@pytest.fixture(scope="module", params=[("18mag.json", 3), ("18mag-2p.json", 2)], ids=["3-6", "2"])
def given(request: pytest.FixtureRequest) -> Given:
    """The facts of either side of the board, read once."""
    return given_for(*request.param)


@pytest.fixture(scope="module")
def most() -> Given:
    """The facts for three to six players."""
    return given_for("18mag.json", 3)


@pytest.fixture(scope="module")
def two() -> Given:
    """The facts for two players."""
    return given_for("18mag-2p.json", 2)


# --- what lies on a hex or a tile


def test_hexes(given: Given):
    """Every hex is printed as it should be: stops, track, terrain, closed sides, neighbours, shores of the lake."""
    assert [hex_["id"] for hex_ in given.known["hexes"]] == list(given.title.hexes)
    for facts in given.known["hexes"]:
        ours = given.title.hexes[facts["id"]]
        assert same_face(ours, facts), ours.id
        if len(ours.stops) < 2:
            assert ours.name == facts.get("name", "")
        symbols = [(one.kind, one.count) for one in ours.terrain]
        assert symbols == [(one["type"], one["count"]) for one in facts.get("terrain", ())]
        assert ours.cost == facts.get("terrain_cost", 0)
        assert ours.tiled == (facts["kind"] not in {"mine", "offboard", "fixed_town"})


def test_closed_sides(given: Given):
    """No track leads where the map ends or a barrier is; 18xx.games closes blank sides of grey hexes besides."""
    for facts in given.known["hexes"]:
        ours = given.closed.hexes[facts["id"]]
        assert {str(side): why for side, why in ours.closed.items()} == facts.get("closed_edges", {}), ours.id
        for side, beyond in facts["neighbours"].items():
            assert neighbour(ours.id, int(side)) == beyond
        lake = facts.get("partition", {}).get("sides", {})
        assert sorted(map(sorted, ours.split)) == sorted(map(sorted, lake.values()))
    borders = [barrier["edges"] for barrier in given.known["barriers"] if "edges" in barrier]
    ours = {
        (hex_.id, side)
        for hex_ in given.title.hexes.values()
        for side, why in hex_.closed.items()
        if why == "barrier"
    }
    assert ours == {(hex_, side) for border in borders for hex_, side in border.items()}
    assert [barrier["within"] for barrier in given.known["barriers"] if "within" in barrier] == [
        hex_.id for hex_ in given.title.hexes.values() if hex_.split
    ]


def test_tiles(given: Given):
    """Every tile has its stops, track, colour, label, fixed rotation, cost of promotion, pool and count."""
    assert {facts["id"] for facts in given.known["tiles"]} == set(given.title.tiles)
    for facts in given.known["tiles"]:
        ours = given.title.tiles[facts["id"]]
        assert same_face(ours, {**facts, "label": ours.label}), ours.id
        assert sorted(exits(ours.track)) == facts["exits"]
        assert list(ours.rotations) == ([facts["fixed_rotation"]] if "fixed_rotation" in facts else [])
        assert ours.cost == facts.get("upgrade_cost", 0) == given.known["upgrade_costs"].get(ours.id, 0)
        assert ours.pool == facts.get("pool", ours.id)
        assert given.title.board.supply[ours.pool] == facts["count"]
        labelled = {hex_.id for hex_ in given.title.hexes.values() if ours.label and hex_.label == ours.label}
        assert set(facts.get("only_on", ())) == labelled, ours.id


def test_tile_totals(given: Given):
    """The pieces of each colour add up."""
    colours = {tile.pool: tile.colour for tile in given.title.tiles.values()}
    counts = dict.fromkeys((tile.colour for tile in given.title.tiles.values()), 0)
    for pool, pieces in given.title.board.supply.items():
        counts[colours[pool]] += pieces or 0

    assert {**counts, "all": sum(counts.values())} == given.known["tile_totals"]
    pools = {facts["pool"] for facts in given.known["tiles"] if "pool" in facts}
    assert (
        {"/".join(sides) for sides in given.title.board.pools.values()}
        == pools
        == set(given.title.board.pools)
    )


# --- what may follow what, by the shape rules alone


def shape(pos: Position, hex_: str, tile: str, rotation: int) -> bool:
    """Whether kind and shape let a tile lie on a hex, whatever its colour's phase and the way there."""
    lay = LayTile("", "", hex_, tile, rotation)
    kinds = (one for one in RULES if one.name == "tile_wrong_kind")
    rules = (track.hex_takes_tiles, track.one_colour_at_a_time, *kinds, *track.SHAPE)
    return not any(one.test(pos, lay) for one in rules)


def board(title: Title, **laid: tuple[str, int]) -> Position:
    return Position(title, State(players=("a", "b"), options=(), rng=0, tiles=laid))


def allowed(pos: Position, hex_: str) -> dict[str, list[int]]:
    found = {tile: [at for at in ROTATIONS if shape(pos, hex_, tile, at)] for tile in pos.title.tiles}
    return {tile: rotations for tile, rotations in found.items() if rotations}


def upgrades(title: Title, tile: Tile, label: str, turn: int = 0) -> dict[str, list[int]]:
    """Successors of a tile and their rotations, as seen from the tile unturned."""
    return successors(
        title.tiles.values(), lambda after, at: follows((tile, turn), (after, at), label, MERGING), turn
    )


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades(given: Given, turn: int):
    """Which tile may follow which, and how it is turned, is computed as in the table, in all rotations."""
    table = given.known["tile_upgrades"]
    assert {tile.id for tile in given.title.tiles.values() if upgrades(given.title, tile, tile.label)} == set(
        table
    )
    for tile in given.title.tiles.values():
        assert upgrades(given.title, tile, tile.label, turn) == table.get(tile.id, {}), tile.id


@pytest.mark.parametrize("turn", ROTATIONS)
def test_upgrades_of_yellow_cities_on_k_hexes(most: Given, turn: int):
    """A yellow city on a K hex goes on with K tiles only."""
    table = plain(most.known["tile_upgrades_on_K_hexes"])
    cities = [
        tile for tile in most.title.tiles.values() if tile.colour == "yellow" and tile.kinds == ("city",)
    ]

    assert {tile.id: upgrades(most.title, tile, "K", turn) for tile in cities} == table


def test_first_tiles(given: Given):
    """Which tiles may come first on each hex, and how they are turned, is computed as in the table."""
    table = plain(given.known["first_tiles"])
    computed = {name: allowed(board(given.closed), name) for name in given.title.hexes}

    assert {name: tiles for name, tiles in computed.items() if tiles} == table


def chains(title: Title, hex_: str, laid: tuple[Laid, ...] = ()) -> Iterator[tuple[Laid, ...]]:
    """Every sequence of tiles and rotations on one hex."""
    pos = board(title, **({hex_: laid[-1]} if laid else {}))
    for tile, rotations in allowed(pos, hex_).items():
        for rotation in rotations:
            yield (*laid, (tile, rotation))
            yield from chains(title, hex_, (*laid, (tile, rotation)))


def test_chains_on_the_lake(given: Given):
    """On Lake Balaton exactly the listed sequences of tiles are possible."""
    ((lake, known),) = plain(given.known["hex_chains"]).items()
    listed = {tuple((tile, at) for tile, at in chain) for chain in known}

    assert set(chains(given.title, lake)) == listed
    assert len(listed) == 22


# --- companies, money, trains, phases


def test_minors(given: Given):
    """Names, homes, tokens, terrain tokens, treasury and train of every minor."""
    minors = [unit for unit in given.title.data.units if unit.kind == "minor"]
    assert [unit.id for unit in minors] == [str(facts["number"]) for facts in given.known["minors"]]
    for unit, facts in zip(minors, given.known["minors"], strict=True):
        _same_company(unit, facts)
        assert unit.home is not None
        city = given.title.hexes[unit.home.hex].stops[unit.home.stop]
        assert (unit.home.hex, unit.home.stop) == (facts["home"]["hex"], facts["home"]["node"])
        assert (city.name or given.title.hexes[unit.home.hex].name) == facts["home"]["city"]
        assert given.own.terrain_tokens.get(unit.id, 0) == facts["terrain_tokens"]
        assert (given.own.start_cash, [given.own.start_train]) == (
            facts["start_treasury"],
            facts["start_trains"],
        )
        assert {phase.train_limit["minor"] for phase in given.title.data.phases} == {facts["train_limit"]}


def test_majors(given: Given):
    """Names, shares and markers of every major, in the order in which equal prices are stacked."""
    majors = [unit for unit in given.title.data.units if unit.kind == "major"]
    assert [unit.abbr for unit in majors] == [facts["abbr"] for facts in given.known["majors"]]
    for unit, facts in zip(majors, given.known["majors"], strict=True):
        _same_company(unit, facts)
        assert list(unit.shares) == facts["shares"]
        assert given.own.token_bonus == facts["station_bonus"]
        assert given.title.data.holding_limit == facts["max_holding_percent"]


def test_prices_of_stations(most: Given):
    """What tokens of minors and markers of majors cost, and what a marker adds to its city."""
    units = {unit.kind: unit for unit in most.title.data.units}

    assert list(units["minor"].tokens) == most.known["station_prices_minor"]["prices"]
    assert list(units["major"].tokens) == most.known["station_prices_major"]["prices"]
    assert most.own.token_bonus == most.known["route_bonus_per_major_station"]


def _same_company(unit: Unit, facts: dict[str, Any]) -> None:
    assert (unit.abbr, unit.name) == (facts["abbr"], facts["name"])
    assert (unit.colour.lower(), unit.ink.lower()) == (facts["colour"].lower(), facts["text_colour"].lower())
    assert list(unit.tokens) == facts["station_prices"]


def test_market(given: Given):
    """One row of prices, the start prices marked, and how payouts move a marker."""
    (row,) = given.title.data.market.rows
    cells = [(int(cell.rstrip("*")), cell.endswith("*")) for cell in row]
    assert cells == [(cell["price"], cell["initial"]) for cell in given.known["market"]["cells"]]

    words = {"none": 0, "1 left": -1, "1 right": 1, "2 right": 2, "3 right": 3, "4 right": 4}
    for line in given.known["market"]["moves"]["dividend"]:
        least = int("".join(mark for mark in line["dividend_total"].split("-")[0] if mark.isdigit()))
        least += "more than" in line["dividend_total"] or ">" in line["dividend_total"]
        moved = [cells for bound, cells in given.own.dividend_moves if least >= bound][-1]
        assert moved == words[line["move"]], line


def test_trains_and_phases(given: Given):
    """Trains with their sellers and prices; phases with tiles and operating rounds."""
    for train, facts in zip(given.title.data.trains, given.known["trains"], strict=True):
        assert (train.name, train.price, train.count) == (facts["name"], facts["price"], facts["count"])
        assert train.stops == facts["stops"]
        assert given.own.sellers[train.name] == NAMES.get(facts["seller"], facts["seller"])
        part = train.price * given.own.seller_percent // 100
        assert (part, train.price - part) == (facts["to_seller"], facts["to_bank"])
        assert (train.name in given.own.stacks) == facts["triggers_phase_change"]
    for phase, facts in zip(given.title.data.phases, given.known["phases"], strict=True):
        assert phase.name == facts["name"].lower()
        assert list(phase.colours) == facts["tiles"]
        assert phase.operating_rounds == facts["operating_rounds"]
        assert dict(phase.train_limit) == facts["train_limit"]
    assert given.own.no_train_tokens == given.known["no_train_tokens"]


def test_table_sizes(given: Given):
    """Players, cash, certificate limits, draft quotas, certificates offered and start cards."""
    assert {str(count): cash for count, cash in given.title.data.cash.items()} == given.known["starting_cash"]
    limits = {str(count): limit for count, limit in given.title.data.certificate_limit.items()}
    assert limits == given.known["certificate_limit"]
    assert given.title.data.currency == given.known["currency"]["format"]
    draft = given.known["draft"]
    quota = {str(count): {"minors": one, "shares": two} for count, (one, two) in given.own.quota.items()}
    assert quota == draft["per_player"]
    assert {str(count): one for count, one in given.own.shares_offered.items()} == draft[
        "shares_offered_per_major"
    ]
    assert list(given.own.start_cards) == given.known["starting_price_cards"]


def test_numbers_of_players(most: Given, two: Given):
    """Two play by one file, three to six by the other; one plays by a form of his own."""
    asked = range(two.known["players"]["min"], most.known["players"]["max"] + 1)

    assert TITLE.data.players == (1, asked[-1])
    assert [TITLE.of(count) is two.title for count in asked] == [count == 2 for count in asked]


def test_rail_cars_of_two(two: Given):
    """What RABA sells, at which price, and what it brings; there are no mines."""
    cars = two.known["rail_cars"]

    assert set(two.title.data.benefits.values()) == set(cars["sellers"])
    assert set(two.own.rail_cars.values()) == {"bonus", "plus"}
    assert {phase: price for phase, (price,) in two.own.rail_car_prices.items()} == cars["price"]
    assert dict(two.own.red_bonus) == cars["off_board_bonus"]
    assert [hex_ for hex_ in two.title.hexes.values() if is_mine(hex_)] == two.known["mines"]["hexes"]


def test_draft_of_two(two: Given):
    """What is left over after the draft."""
    own, left = two.own, two.known["draft"]["left_over"]["2"]
    minors = [unit for unit in two.title.data.units if unit.kind == "minor"]
    majors = [unit for unit in two.title.data.units if unit.kind == "major"]

    assert own.snake == two.known["draft"]["order"].startswith("snake")
    assert len(minors) - 2 * own.quota[2][0] == left["minors"]
    assert len(majors) * own.shares_offered[2] - 2 * own.quota[2][1] == left["shares"]


def test_rail_cars_and_mines(most: Given):
    """Who sells rail cars at which price, what they bring, and what mines are worth."""
    cars = most.known["rail_cars"]
    assert set(most.own.rail_cars) == {NAMES.get(seller, seller) for seller in cars["sellers"]}
    prices = {phase: list(found) for phase, found in most.own.rail_car_prices.items()}
    assert prices == cars["price_first_second_third"]
    assert dict(most.own.red_bonus) == cars["off_board_bonus"]
    mines = [hex_ for hex_ in most.title.hexes.values() if is_mine(hex_)]
    assert [hex_.id for hex_ in mines] == most.known["mines"]["hexes"]
    assert all(hex_.stops[0].revenue == most.known["mines"]["value"] for hex_ in mines)


def is_mine(hex_: Hex) -> bool:
    return hex_.kinds == ("mine",)


def test_extra_tile(most: Given):
    """The second tile of a turn costs what the facts say, paid to the same major."""
    second = most.known["tile_lays"]["per_turn"][1]

    assert (most.own.extra_tile, most.own.tracks_to) == (second["cost"], second["paid_to"])
    assert most.own.terrain_to in json.dumps(most.known["terrain"])
