"""What is marked on the board of 1844 for everybody: bonuses, destinations, what lies on it, and what comes next."""

from typing import Any

from engine.exhibits import Flag, Remark
from engine.game import Game
from tests.games.t1844.swiss import Builder, opening

RED = {
    "north": {"Stuttgart": 30, "Strasbourg": 30},
    "west": {"Belfort": 50, "Dijon/Paris": 50, "Lyon": 90},
    "east": {"München": 50, "Innsbruck": 90},
    "south": {"Torino": 40, "Milano": 40},
}
GOALS = dict(
    zip(
        ("NOB", "SCB", "VSB", "JS", "FNM", "RhB", "BLS", "STB", "AB", "MOB", "GB"),
        ("D15", "F17", "F25", "F7", "G20", "J13", "J13", "H13", "C20", "H13", "H19"),
        strict=True,
    )
)


def table(**own: Any) -> Game:
    """The FNM alone has floated; phase 4, a stock round in which ann is to act."""
    layers = {"H7": (("XM1", 0),), "I12": (("X79", 2),)}
    built = Builder().holds("ann", FNM=60).prices(FNM=100).operated("FNM").privates(B1="ann", T1="bob")
    return built.change(layers=layers).phase("4").extra(**own).sr()


def marked(game: Game, *keys: str) -> list[tuple[str, Any]]:
    """What remarks of some kinds are about, and what they say."""
    return [(one.about, one.value) for one in game.title.remarks(game.pos) if one.key in keys]


def test_red_areas_show_their_transit_bonus():
    """By the side of the map on which they lie."""
    assert {side: dict(marked(opening(), f"transit_{side}")) for side in RED} == RED


def test_destinations_are_open_reached_or_void():
    """Every company but the regional ones has one, the GB the Gotthard; flags say which are settled."""
    game = table(reached={"FNM": "reached", "AB": "void"})
    flags = game.title.flags(game.pos)

    assert marked(game, "destination_reached", "destination_void") == [("FNM", "G20"), ("AB", "C20")]
    assert dict(marked(game, "destination_open")) == {
        unit: goal for unit, goal in GOALS.items() if unit not in ("FNM", "AB")
    }
    assert {one.unit: one.hex for one in flags if one.kind == "destination"} == GOALS
    assert {one.unit for one in flags if one.done} == {"FNM", "AB"}
    assert Flag("NOB", "D19", "home", stop=0) in flags


def test_what_lies_on_the_map_is_marked():
    """Whose railway and tunnel it is, which a train has come to, and what has no power left."""
    laid = {"mountains": {"H7": "B1"}, "tunnels": {"I12": "T1"}}
    game = table(**laid, active=("H7",), used=("P4",))

    assert marked(game, "mountain_railway", "tunnel", "active", "used") == [
        ("H7", "B1"),
        ("I12", "T1"),
        ("H7", 1),
        ("P4", 1),
    ]


def test_what_comes_of_the_sbb_is_marked():
    """Where its price will stand until it is there, that it comes next, who has EVA, who owes money from it."""
    due, formed = table(sbb="due", eva="bob"), table(sbb="formed", owed={"cy": 30})

    assert marked(due, "formed_here", "forms_next", "eva", "owes") == [
        ("5,8", "SBB"),
        ("bob", "5H"),
        ("SBB", ""),
    ]
    assert marked(formed, "formed_here", "forms_next", "eva", "owes") == [("cy", 30)]
    assert Remark("cy", "owes", 30, money=True) in formed.title.remarks(formed.pos)
    assert marked(opening(), "forms_next", "eva") == []


def test_companies_that_have_not_floated_and_the_next_export_are_marked():
    """A train is exported from phase 4 on."""
    unfloated = dict(marked(table(), "not_floated"))

    assert unfloated.keys() == {*GOALS, "JN", "ChA", "VZ"} - {"FNM"}
    assert marked(table(), "next_export") == [("4", "")]
    assert marked(opening(), "next_export") == []


def test_what_the_bank_still_sells_is_listed():
    """Privates in their order, then certificates; those sold are gone."""
    first, later = opening(), table()

    assert first.title.unsold(first.pos)[:8] == ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "B1")
    assert later.title.unsold(later.pos) == ("B2", "B3", "B4", "B5", "T2", "T3", "T4", "T5")
