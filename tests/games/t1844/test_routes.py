import pytest

from engine.position import Position
from engine.titles.t1844 import routing
from tests.games.t1844.lines import Laid, board, claim, fault, line
from tests.games.t1844.swiss import Builder, refused

VALLEY: Laid = {
    "K10": ("15", 1),
    "K8": ("58", 2),
    "J11": ("58", 4),
    "J7": ("9", 2),
    "I6": ("57", 2),
    "I10": ("4", 0),
}
"""Sion, Martigny, Visp, the way to Montreux, and Gstaad behind the tunnel hex."""


def valley(trains: str, **layers: str) -> Position:
    """The Valais of the rulebook; Brig is printed."""
    return board(VALLEY, {"K10": "VZ.0"}, {"VZ": trains}, "3", layers=layers)


@pytest.mark.rule("CH-OR.RUN.8", "CH-OR.REV.1", "CH-OR.REV.7")
def test_h_trains_count_hexes():
    """EX-15: a 2H runs Sion-Martigny for 40, a 3H Sion-Visp-Brig for 60."""
    best = routing.best(valley("2H 3H"), "VZ")

    assert best.revenue == 100
    assert {ride.path for ride in best.runs} == {("K8.0", "K10.0"), ("J13.0", "J11.0", "K10.0")}


@pytest.mark.rule("CH-OR.RUN.8")
def test_a_route_over_too_many_hexes_is_refused():
    """EX-15: Sion-Montreux needs four hexes."""
    pos = valley("2H 3H")

    assert fault(pos, "VZ", "3H:K10.0-K8.0-J7-I6.0") == ("route_too_many_hexes", {"count": 4, "train": "3H"})
    assert claim(valley("4H"), "VZ", "4H:K10.0-K8.0-J7-I6.0").fault is None


@pytest.mark.rule("CH-OR.REV.5", "CH-OR.RUN.8", "CH-OR.REV.9")
def test_a_tunnel_adds_ten_for_every_stop():
    """EX-16: Sion-Gstaad through the tunnel is worth 60 and covers three hexes."""
    pos = valley("3H", J9="X78 3")
    judged = claim(pos, "VZ", "3H:K10.0-J9-I10.0")

    assert judged.revenue == 60
    assert judged.activated == ("J9",)
    assert routing.best(pos, "VZ").revenue == 60


@pytest.mark.rule("CH-OR.REV.5")
def test_tunnels_pay_once_a_route():
    """A second tunnel on the route adds nothing."""
    laid = line("J9 I10:t H11 I12") | {"K10": ("57", 2)}
    one = board(laid, {"K10": "VZ.0"}, {"VZ": "3"}, "3", layers={"J9": "X78 3"})
    two = board(laid, {"K10": "VZ.0"}, {"VZ": "3"}, "3", layers={"J9": "X78 3", "I12": "X79 2"})

    assert routing.best(one, "VZ").revenue == 20 + 10 + 2 * 10
    assert routing.best(two, "VZ").revenue == 20 + 10 + 20 + 3 * 10
    assert routing.judge(two, "VZ", (), routing.best(two, "VZ").routes).activated == ("I12", "J9")


# --- red areas

NORTH_SOUTH = line("B11 C10 D9 E8:t F9:c G10 H9 I8:c J7 K8 L7 M8")
"""Strasbourg to Turin, with a town in E8 and cities in F9 and I8."""


def north_south(trains: str, phase: str = "3", **placed: str) -> Position:
    return board(NORTH_SOUTH, placed or {"F9": "FNM.0"}, {"FNM": trains, "JN": trains}, phase)


@pytest.mark.rule("CH-OR.REV.3", "CH-OR.REV.2")
def test_transit_adds_both_bonuses():
    """EX-17: Strasbourg to Turin adds 30 and 40 to the values of the stops."""
    stops = 40 + 10 + 20 + 20 + 30

    assert routing.best(north_south("5"), "FNM").revenue == stops + 70


@pytest.mark.rule("CH-OR.REV.6")
def test_transit_and_tunnel_add_up():
    """A tunnel on the way from north to south adds ten for each of the five stops to the transit bonus."""
    laid = line("B11 C10 D9 E8:t F9:c G10 H9 I8:c J9:p K8 L7 M8")
    pos = board(laid, {"F9": "FNM.0"}, {"FNM": "5"}, "3", layers={"J9": "X78 0"})

    assert routing.best(pos, "FNM").revenue == 120 + 70 + 50


@pytest.mark.rule("CH-OR.REV.4")
def test_transit_is_for_one_train():
    """EX-17: the same line split over two trains gives no bonus."""
    best = routing.best(north_south("3 3"), "FNM")

    assert best.revenue == (40 + 10 + 20) + (20 + 20 + 30)


@pytest.mark.rule("CH-OR.REV.2")
@pytest.mark.parametrize(("phase", "worth"), [("1", 30), ("3", 40), ("5", 50), ("7", 60)])
def test_red_areas_pay_by_phase(phase: str, worth: int):
    """Strasbourg pays by the phase; a town and a city lie before it."""
    judged = claim(north_south("3", phase), "FNM", "3:F9.0-E8.0-D9-C10-B11.0")

    assert judged.revenue == 20 + 10 + worth


@pytest.mark.rule("CH-OR.RUN.10")
def test_h_trains_stay_out_of_red_areas():
    """The best of an 8H ends before the red area, and a claim is refused."""
    pos = north_south("8H", "1")

    assert {stop[0] for ride in routing.best(pos, "FNM").runs for stop in ride.stops} == {"E8", "F9", "I8"}
    assert fault(pos, "FNM", "8H:F9.0-E8.0-D9-C10-B11.0")[0] == "route_closed_to_h"


@pytest.mark.rule("CH-CO.R.6", "CH-OR.RUN.20")
def test_regional_companies_stay_out_of_red_areas():
    """No train of a regional company enters a red area."""
    pos = north_south("5", "1", F9="JN.0")

    assert routing.best(pos, "JN").revenue == 10 + 20 + 20
    assert fault(pos, "JN", "5:F9.0-E8.0-D9-C10-B11.0")[0] == "route_closed_to_h"


@pytest.mark.rule("CH-OR.RUN.20")
def test_vaduz_is_open_to_everybody():
    """A gray off-board hex is a stop for an H-train of a regional company."""
    pos = board({"D25": ("57", 2)}, {"D25": "JN.0"}, {"JN": "2H"})

    assert routing.best(pos, "JN").revenue == 20 + 10


@pytest.mark.rule("CH-OR.RUN.13")
def test_an_area_is_visited_once():
    """The parts of one red area are the same area, for the search and for the claim."""
    pos = board(line("B17 B19:c A20"), {"B19": "FNM.0"}, {"FNM": "3"})

    assert fault(pos, "FNM", "3:B17.0-B19.0-A20.0") == ("route_repeat", {"hex": "A20", "wants": "area"})
    assert routing.best(pos, "FNM").revenue == 20 + 20


@pytest.mark.rule("CH-OR.RUN.13")
def test_two_areas_of_one_side_are_two_areas_unless_a_reading_says_otherwise():
    """Stuttgart and Strasbourg both lie in the north: a run from one to the other is none on 18xx.games."""
    laid = line("B11 C10:c C12 C14 C16 C18 B19:c A20")
    written = "5:B11.0-C10.0-C12-C14-C16-C18-B19.0-A20.0"
    printed, once = (
        board(laid, {"C10": "FNM.0"}, {"FNM": "5"}, options=options) for options in ((), ("red_sides=once",))
    )

    assert claim(printed, "FNM", written).fault is None
    assert fault(once, "FNM", written) == ("route_repeat", {"hex": "A20", "wants": "area"})
    assert routing.best(printed, "FNM").revenue == 30 + 20 + 20 + 20
    assert routing.best(once, "FNM").revenue == 30 + 20 + 20


@pytest.mark.rule("CH-OR.RUN.14")
def test_nothing_passes_a_red_area():
    """B11 has two sides, but a route does not go on from one to the other."""
    laid = line("B11 C10:c D9") | line("B11 C12:c D13")
    pos = board(laid, {"C10": "FNM.0"}, {"FNM": "3"})

    assert routing.best(pos, "FNM").revenue == 50
    assert fault(pos, "FNM", "3:C10.0-B11.0-C12.0") == ("route_red", {"red": "B11.0"})


@pytest.mark.rule("CH-OR.REV.1")
def test_stops_worth_nothing_may_be_visited():
    """Turin is worth 0 at first: a route may end there, except where the table closes it (A-32)."""
    laid = line("M8 L9:c K10")
    pos = board(laid, {"L9": "FNM.0"}, {"FNM": "2"})
    closed = board(laid, {"L9": "FNM.0"}, {"FNM": "2"}, options=("zero_stops=closed",))

    assert routing.best(pos, "FNM").revenue == 20
    assert not routing.possible(closed, "FNM")
    assert fault(closed, "FNM", "2:L9.0-M8.0") == ("route_zero", {"hex": "M8.0"})


# --- mountains

RIGI = line("D17 E18:c F19")


@pytest.mark.rule("CH-MR.8", "CH-OR.REV.2")
def test_a_mountain_needs_a_railway():
    """A mountain hex without one is no stop; with one it pays by its panel and the phase."""
    empty = board(RIGI, {"E18": "STB.0"}, {"STB": "2"}, "3")
    railway = board(RIGI, {"E18": "STB.0"}, {"STB": "2"}, "3", layers={"F19": "XM2 0"})

    assert not routing.possible(empty, "STB")
    assert routing.best(empty, "STB").runs == ()
    assert fault(empty, "STB", "2:E18.0-F19.0") == ("route_mountain", {"hex": "F19"})
    assert routing.best(railway, "STB").revenue == 20 + 40
    assert claim(railway, "STB", "2:E18.0-F19.0").activated == ("F19",)


@pytest.mark.rule("CH-OR.RUN.14")
def test_nothing_passes_a_mountain():
    """A mountain railway is the end of a route."""
    laid = RIGI | line("F19 F21:c F23")
    pos = board(laid, {"E18": "STB.0"}, {"STB": "3"}, "3", layers={"F19": "XM2 0"})

    assert len(routing.best(pos, "STB").runs[0].stops) == 2
    assert fault(pos, "STB", "3:E18.0-F19.0-F21.0") == ("route_red", {"red": "F19.0"})
    assert ("F21", 0) not in pos.network.reach("STB").stops


@pytest.mark.rule("CH-MR.8")
def test_h_trains_run_to_mountains():
    """A mountain railway is open to every train."""
    pos = board(RIGI, {"E18": "JN.0"}, {"JN": "2H"}, "3", layers={"F19": "XM2 0"})

    assert routing.best(pos, "JN").revenue == 60


@pytest.mark.rule("CH-OR.REV.8", "CH-OR.REV.9")
def test_equally_good_routes_to_other_mountains_are_offered():
    """Among equal sets the director chooses what to activate; the sets that differ in it are all proposed."""
    laid = line("G14 G16:c H15 I14")
    layers = {"G14": "XM1 0", "I14": "XM2 0"}
    pos = board(laid, {"G16": "STB.0"}, {"STB": "2"}, layers=layers)
    found = [routing.judge(pos, "STB", (), best.routes).activated for best in routing.proposals(pos, "STB")]

    assert sorted(found) == [("G14",), ("I14",)]
    known = board(laid, {"G16": "STB.0"}, {"STB": "2"}, layers=layers, active=("G14", "I14"))
    assert len(list(routing.proposals(known, "STB"))) == 1


@pytest.mark.rule("CH-OR.REV.8")
def test_less_than_the_best_may_not_be_claimed():
    """Whoever leaves a train idle that could earn is told what is possible, and by which routes."""
    built = Builder().prices(JS=100).operated("JS").trains(JS="2").tokens(K2="JS.0").holds("ann", JS=75)
    game = built.company("JS", "run")
    best = game.choices.runs[0]
    refusal = refused(game, "run JS -")

    assert (refusal.key, refusal.clauses) == ("route_not_best", ("CH-OR.REV.8",))
    assert refusal.values["best"] == best.facts["revenue"] > 0
    assert refusal.values["routes"] == [str(route) for route in best.action.routes]
    assert best.action in game.choices


# --- express trains


@pytest.mark.rule("CH-OR.RUN.11")
def test_an_express_train_counts_the_best_eight():
    """An 8E runs any distance and counts eight stops; the towns it leaves out pay nothing."""
    laid = line("L1 K2:p J1:t I2:c H3:c G4:c F5:t E6:c D7:c C8")
    best = routing.best(board(laid, {"I2": "FNM.0"}, {"FNM": "8E"}, "7"), "FNM").runs[0]

    assert len(best.stops) == 10
    assert best.revenue == 90 + 40 + 5 * 20 + 70


@pytest.mark.rule("CH-OR.RUN.11", "CH-OR.RUN.3")
def test_an_express_train_counts_an_own_token():
    """A cheap own token counts in the place of something better."""
    laid = line("L1 K2:p J1:g I2:g H3:g G4:c F5:g E6:g D7:g C8")
    pos = board(laid, {"G4": "FNM.0"}, {"FNM": "8E"}, "7")

    assert routing.best(pos, "FNM").revenue == 90 + 70 + 5 * 50 + 20


@pytest.mark.rule("CH-OR.RUN.11", "CH-OR.REV.3")
def test_transit_of_an_express_train_counts_both_areas():
    """A poor area is counted if its bonus makes up for what is left out instead."""
    laid = line("B11 C10:g D9:g E8:g F9:g G10:g H9:g I8:g J7:g K8 L7 M8")
    pos = board(laid, {"F9": "FNM.0"}, {"FNM": "8E"}, "3")

    assert routing.best(pos, "FNM").revenue == 6 * 50 + 40 + 30 + 70


@pytest.mark.rule("CH-OR.REV.9", "CH-OR.RUN.11")
def test_a_mountain_is_activated_only_if_it_counts():
    """An express train that leaves a mountain out does not activate it."""
    laid = line("H7 G6:g F7:g E8:g D9:g D11:g D13:g D15:g D17:g D19")
    pos = board(laid, {"G6": "FNM.0"}, {"FNM": "8E"}, "1", layers={"H7": "XM1 0"})
    path = "8E:H7.0-G6.0-F7.0-E8.0-D9.0-D11.0-D13.0-D15.0-D17.0"

    assert claim(pos, "FNM", path).revenue == 8 * 50
    assert claim(pos, "FNM", path).activated == ()
    assert claim(pos, "FNM", path.removesuffix("-D17.0")).activated == ("H7",)


# --- blocks, track, tokens


@pytest.mark.rule("CH-OR.RUN.5", "CH-OR.RUN.6")
def test_a_full_city_ends_a_route():
    """Where others fill a city a route may end; a free place lets it pass."""
    laid = line("E8 F7:c G6:c H5:c I4")
    full = board(laid, {"F7": "FNM.0", "G6": "BLS.0"}, {"FNM": "3"})
    open_ = board(laid, {"F7": "FNM.0"}, {"FNM": "3"})

    assert routing.best(full, "FNM").revenue == 40
    assert fault(full, "FNM", "3:F7.0-G6.0-H5.0") == ("route_blocked", {"city": "G6.0"})
    assert routing.best(open_, "FNM").revenue == 60


@pytest.mark.rule("CH-OR.RUN.3", "CH-OR.RUN.5", "CH-OR.RUN.6")
def test_with_a_token_in_every_city_no_city_is_full():
    """A question beyond the rules: routes pass what others fill and need no token of their own, only a city.

    A regional company runs past the full city; a large one on printed track far away, from Genève to a red area.
    """
    full = board(line("E8 F7:c G6:c H5:c I4"), {"F7": "FNM.0", "G6": "BLS.0"}, {"FNM": "3", "VZ": "3"})
    towns = board(line("E8 F7:t G6:t H5:t I4"), {}, {"VZ": "3"})

    assert [routing.best(full, unit).revenue for unit in ("FNM", "VZ")] == [40, 0]
    found = {unit: routing.best(full, unit, everywhere=True) for unit in ("FNM", "VZ")}
    assert {unit: best.revenue for unit, best in found.items()} == {"FNM": 70, "VZ": 60}
    assert [best.runs[0].path for best in found.values()] == [("K2.0", "L1.0"), ("F7.0", "G6.0", "H5.0")]
    assert routing.best(towns, "VZ", everywhere=True).revenue == 0


@pytest.mark.rule("CH-OR.RUN.7", "CH-OR.RUN.3", "CH-OR.RUN.2")
def test_a_normal_train_skips_nothing():
    """Length, token and number of stops are checked."""
    laid = line("E8 F7:c G6:t H5:c I4")
    pos = board(laid, {"F7": "FNM.0"}, {"FNM": "2"})

    assert routing.best(pos, "FNM").revenue == 30
    assert fault(pos, "FNM", "2:F7.0-G6.0-H5.0") == ("route_too_long", {"count": 3, "train": "2"})
    assert fault(pos, "FNM", "2:G6.0-H5.0") == ("route_no_token", {"unit": "FNM"})
    assert fault(pos, "FNM", "2:F7.0") == ("route_too_short", {})
    assert fault(pos, "FNM", "2:F7.0-G6-H5.0")[0] == "route_reverse"


@pytest.mark.rule("CH-OR.RUN.1", "CH-OR.RUN.18")
def test_two_trains_share_no_track():
    """A train runs once, and not over another's track."""
    laid = line("E8 F7:c G6:t H5:c I4")
    pos = board(laid, {"F7": "FNM.0"}, {"FNM": "2 3"})

    assert fault(pos, "FNM", "2:F7.0-G6.0", "2:F7.0-G6.0") == ("route_train", {"train": "2"})
    assert fault(pos, "FNM", "2:F7.0-G6.0", "3:F7.0-G6.0-H5.0") == ("route_shared", {"hex": "F7"})


CROSSING: Laid = {"F13": ("57", 0), "E14": ("20", 0), "D15": ("7", 5), "E16": ("7", 1), "E12": ("57", 1)}
"""Two cities joined by a loop that crosses itself in E14."""


@pytest.mark.rule("CH-OR.RUN.9", "CH-OR.RUN.15")
def test_a_hex_entered_twice_counts_twice():
    """Two tracks of one tile may be used, and an H-train counts the hex for each."""
    path = "F13.0-E14-D15-E16-E14-E12.0"
    short, long = (board(CROSSING, {"F13": "BLS.0"}, {"BLS": train}) for train in ("5H", "6H"))

    assert fault(short, "BLS", f"5H:{path}") == ("route_too_many_hexes", {"count": 6, "train": "5H"})
    assert not routing.possible(short, "BLS")
    assert claim(long, "BLS", f"6H:{path}").revenue == 40
    assert routing.best(long, "BLS").revenue == 40


@pytest.mark.rule("CH-OR.RUN.17")
def test_no_change_of_track_at_a_crossing():
    """The way straight from one city to the other would change track."""
    pos = board(CROSSING, {"F13": "BLS.0"}, {"BLS": "6"})

    assert fault(pos, "BLS", "6:F13.0-E14-E12.0") == ("route_reverse", {"hex": "E14"})


@pytest.mark.rule("CH-OR.RUN.19")
def test_a_junction_is_for_one_train():
    """Two ways that part behind the city share the junction."""
    laid = {"F13": ("57", 0), "E14": ("23", 0), "D15": ("57", 0), "E16": ("57", 1)}
    pos = board(laid, {"F13": "BLS.0"}, {"BLS": "2 2"})
    exits = [hex_ for hex_ in ("D15", "E16") if claim(pos, "BLS", f"2:F13.0-E14-{hex_}.0").fault is None]

    assert len(exits) == 2
    assert routing.best(pos, "BLS").revenue == 40
    assert fault(pos, "BLS", "2:F13.0-E14-D15.0", "2:F13.0-E14-E16.0")[0] == "route_shared"


@pytest.mark.rule("CH-OR.RUN.12", "CH-OR.RUN.16", "CH-OR.RUN.4")
def test_both_cities_of_a_hex_but_no_city_twice():
    """A ring through Aarau: its two cities are different stops, one city is not visited twice."""
    ring = line("D15 C14:t C16 D17:t D15")
    two = board(ring, {"D15": "STB.0"}, {"STB": "4"})
    one = board(ring | {"D15": ("6", 2)}, {"D15": "STB.0"}, {"STB": "4"})

    assert routing.best(two, "STB").revenue == 40
    assert claim(two, "STB", "4:D15.0-C14.0-C16-D17.0-D15.1").revenue == 40
    assert fault(one, "STB", "4:D15.0-C14.0-C16-D17.0-D15.0") == ("route_repeat", {"hex": "D15"})
    assert claim(one, "STB", "4:C14.0-D15.0-D17.0").revenue == 40


# --- the duty to own a train


@pytest.mark.rule("CH-OR.TRAIN.3", "CH-OR.TRAIN.4", "CH-CO.R.6")
def test_which_routes_force_a_train():
    """A red area makes a route for a large company only, whatever it is worth; an empty mountain for nobody."""
    turin = board(line("M8 L9:c K10"), {"L9": "JN.0"}, {}, options=("zero_stops=closed",))
    red = board(line("B11 C10:c D9"), {"C10": "FNM.0 JN.0"}, {})
    mountain = board(RIGI, {"E18": "STB.0"}, {}, "3")
    forced = board(RIGI, {"E18": "STB.0"}, {}, "3", options=("empty_mountain=forces_train",))

    assert routing.has_route(red, "FNM")
    assert not routing.has_route(red, "JN")
    assert not routing.has_route(turin, "JN")
    assert not routing.has_route(mountain, "STB")
    assert routing.has_route(forced, "STB")


ACROSS: Laid = {
    "D25": ("15", 0), "E24": ("24", 3), "F25": ("88", 1), "F23": ("9", 1), "F21": ("15", 1), "E20": ("8", 5),
    "E18": ("611", 2), "D19": ("910", 0), "D17": ("204", 1), "D15": ("15", 1), "C14": ("87", 4), "D13": ("611", 5),
    "E12": ("24", 0), "F11": ("906", 0), "G12": ("23", 2), "H11": ("9", 0), "I10": ("4", 0), "K10": ("915", 0),
    "K8": ("911", 1), "J7": ("9", 2), "I6": ("915", 1), "I4": ("903", 1), "I2": ("8", 4), "J1": ("58", 3),
}  # fmt: skip
"""From München past Zürich and Bern, through a tunnel to Sion, Montreux and Lyon."""


@pytest.mark.rule("CH-OR.RUN.11", "CH-OR.REV.3", "CH-OR.REV.5", "CH-OR.REV.6")
def test_an_8e_across_switzerland():
    """EX-18: eight stops for 480, 10 more for each by the tunnel, and both bonuses for München-Lyon: 700."""
    placed = {"F11": "BLS.0", "I6": "BLS.0"}
    pos = board(ACROSS, placed, {"BLS": "8E"}, "7", layers={"J9": "X78 3"})
    way = (
        "C26.0-D25.0-E24-F25.0-F23-F21.0-E20-E18.0-D19.0-D17.0-D15.0-C14.0-D13.0-E12-F11.0-G12-H11-I10.0-J9-K10.0"
        "-K8.0-J7-I6.0-I4.0-I2-J1.0-K2.0-L1.0"
    )

    assert claim(pos, "BLS", f"8E:{way}").revenue == 480 + 8 * 10 + 50 + 90
