"""Sections 2.22 and 2.23 at the table: a claimed run that breaks a rule is refused by its name, with its clauses.

Less than the highest may be claimed here, but in the last test: it is the route that is refused, or is not.
"""

import pytest

from engine.game import Game
from tests.games.t1844.lines import Laid, line
from tests.games.t1844.swiss import Builder, after, legal, paid, refused

LINE = line("D15 D13:c C14:t C12:c B11")
"""Olten, Liestal, Basel and Strasbourg."""

CITIES = line("E12 D13:c C12:c B11")
"""Olten, Basel and Strasbourg."""

PLAIN = line("C12 C14:t D13:c E12 E10:t D9")
"""Liestal, Olten and Solothurn, with plain track on E12."""

FORK: Laid = {"D13": ("57", 0), "E12": ("23", 3), "F11": ("6", 3), "E10": ("4", 1)}
"""From Olten a line that forks on E12 to Bern and Solothurn."""

CROSSING: Laid = {"F11": ("6", 3), "E12": ("20", 0), "D13": ("5", 5), "E14": ("7", 1), "E10": ("4", 1)}
"""From Bern over E12 to Olten, round by E14, and over E12 again to Solothurn."""

RING: Laid = {"D19": ("5", 1), "D17": ("3", 3), "C18": ("7", 5)}
"""From Zürich by Baden back to Zürich."""

RIGI = line("D15 D17:t E18:c F19")
"""Baden, Zug and the Rigi."""

RAILWAY = {"F19": (("XM2", 0),)}
"""The mountain railway of the Rigi."""

FREE = ("revenue_claim=free",)


def running(
    unit: str, trains: str, laid: Laid, options: tuple[str, ...] = FREE, held: int = 60, **tokens: str
) -> Builder:
    """A company that ann directs, with trains and track, in phase 3."""
    built = Builder(3, *options).holds("ann", **{unit: held}).prices(**{unit: 90}).operated(unit)
    built = built.tiles(**{hex_: f"{tile} {turn}" for hex_, (tile, turn) in laid.items()})
    return built.trains(**{unit: trains}).phase("3").tokens(**tokens)


def bls(trains: str, laid: Laid = LINE, *options: str, **tokens: str) -> Game:
    """The BLS about to run, with a token in Olten if nothing else is said."""
    placed = tokens or {"D13": "BLS.0"}
    return running("BLS", trains, laid, (*FREE, *options), **placed).company("BLS", "run")


def check(game: Game, text: str, key: str, clause: str, **values: object) -> None:
    """The line is refused for that reason; the refusal cites the clause."""
    refusal = refused(game, text)
    assert (refusal.key, dict(refusal.values)) == (key, values)
    assert clause in refusal.clauses


def check_only(game: Game, bad: str, good: str, key: str, clause: str, **values: object) -> None:
    """One way is refused for that reason, another of the same train is a run."""
    check(game, f"run BLS - {bad}", key, clause, **values)
    assert legal(game, f"run BLS - {good}")


# --- what runs


@pytest.mark.rule("CH-OR.REV.1")
@pytest.mark.parametrize("bought", ["P1", "T1", "GC"])
def test_nothing_is_paid_for_to_earn_more(bought: str):
    """Olten and Liestal earn what is printed on them, 30 from the bank; nothing can be bought to add to it."""
    game = bls("2")

    check(game, f"run BLS {bought} 2:D13.0-C14.0", "run_using", "CH-OR.REV.1", using=[bought])
    now = after(game, "run BLS - 2:D13.0-C14.0", "dividend BLS 0")
    assert paid(game, now, "BLS", "bank") == (30, -30)


@pytest.mark.rule("CH-OR.RUN.1")
@pytest.mark.parametrize(
    ("train", "routes"),
    [("2", "2:D13.0-C14.0;2:C12.0-B11.0"), ("3", "3:D13.0-C14.0"), ("2H", "2H:D13.0-C14.0")],
)
def test_each_train_runs_once(train: str, routes: str):
    """The BLS has one 2: it does not run twice, nor does another train, be it the other side of the card."""
    game = bls("2", D13="BLS.0", C12="BLS.0")

    check(game, f"run BLS - {routes}", "route_train", "CH-OR.RUN.1", train=train)
    assert legal(game, "run BLS - 2:D13.0-C14.0")


# --- what a route is


@pytest.mark.rule("CH-OR.RUN.2")
@pytest.mark.parametrize(("path", "missing"), [("D13.0-C12.0", "D13"), ("D13.0-B11.0", "B11")])
def test_stops_are_joined_by_track(path: str, missing: str):
    """Neither to Basel next to it nor to Strasbourg does a route jump from Olten; it runs by Liestal."""
    game = bls("4")

    check(game, f"run BLS - 4:{path}", "route_unknown", "CH-OR.RUN.2", hex=missing)
    assert legal(game, "run BLS - 4:D13.0-C14.0-C12.0-B11.0")


@pytest.mark.rule("CH-OR.RUN.4")
@pytest.mark.parametrize(
    ("path", "unknown"),
    [
        ("D13.0-E12", "E12"),
        ("E12-D13.0", "E12"),
        ("D13.0-E12.0", "E12.0"),
        ("D13.1-C14.0", "D13.1"),
        ("Z9.0-D13.0", "Z9.0"),
        ("D13.x-C14.0", "D13.x"),
    ],
)
def test_a_route_runs_from_stop_to_stop(path: str, unknown: str):
    """Plain track is no stop, nor is what is not on the map."""
    game = bls("3", PLAIN)

    check(game, f"run BLS - 3:{path}", "route_unknown", "CH-OR.RUN.4", hex=unknown)
    assert legal(game, "run BLS - 3:D13.0-E12-E10.0")


@pytest.mark.rule("CH-OR.RUN.2")
def test_one_stop_is_no_route():
    """Olten alone earns nothing; with Liestal it is a route."""
    check(bls("2"), "run BLS - 2:D13.0", "route_too_short", "CH-OR.RUN.2")

    assert legal(bls("2"), "run BLS - 2:D13.0-C14.0")


@pytest.mark.rule("CH-OR.RUN.3")
def test_a_route_contains_a_token_of_the_company():
    """Liestal and Basel are joined, but it takes a token in Basel to run between them alone."""
    check(bls("2"), "run BLS - 2:C14.0-C12.0", "route_no_token", "CH-OR.RUN.3", unit="BLS")

    assert legal(bls("2", C12="BLS.0"), "run BLS - 2:C14.0-C12.0")


@pytest.mark.rule("CH-OR.RUN.11")
def test_an_express_train_needs_a_token_too():
    """An 8E runs as far as it likes, but not without an own token on its way."""
    line_ = "run BLS - 8E:C14.0-C12.0-B11.0"
    check(bls("8E"), line_, "route_no_token", "CH-OR.RUN.11", unit="BLS")

    assert legal(bls("8E"), "run BLS - 8E:D13.0-C14.0-C12.0-B11.0")


# --- how far


@pytest.mark.rule("CH-OR.RUN.7")
@pytest.mark.parametrize(
    ("train", "path", "count"), [("2", "D13.0-C14.0-C12.0", 3), ("3", "D13.0-C14.0-C12.0-B11.0", 4)]
)
def test_a_train_visits_as_many_stops_as_its_number(train: str, path: str, count: int):
    """A town and a red area count like a city; the next larger train runs the route."""
    text = f"run BLS - {train}:{path}"
    check(bls(train), text, "route_too_long", "CH-OR.RUN.7", count=count, train=train)

    assert legal(bls(str(count)), f"run BLS - {count}:{path}")


@pytest.mark.rule("CH-OR.RUN.7")
def test_no_stop_is_skipped():
    """A 2 does not pass Liestal on its way to Basel."""
    assert refused(bls("2"), "run BLS - 2:D13.0-C14-C12.0").key == "route_reverse"
    assert legal(bls("3"), "run BLS - 3:D13.0-C14.0-C12.0")


@pytest.mark.rule("CH-OR.RUN.8")
@pytest.mark.parametrize("path", ["D13.0-C14.0-C12.0", "D13.0-E12-E10.0"])
def test_an_h_train_covers_as_many_hexes_as_its_number(path: str):
    """From Olten to Basel or Solothurn it is three hexes, that of Olten and that between them included."""
    laid = LINE if "C12" in path else PLAIN
    check(bls("2H", laid), f"run BLS - 2H:{path}", "route_too_many_hexes", "CH-OR.RUN.8", count=3, train="2H")

    assert legal(bls("3H", laid), f"run BLS - 3H:{path}")


@pytest.mark.rule("CH-OR.RUN.9")
def test_a_hex_entered_twice_counts_twice():
    """From Bern round by Olten to Solothurn a train enters E12 twice: it covers six hexes, not five."""
    path = "F11.0-E12-D13.0-E14-E12-E10.0"
    short, long = bls("5H", CROSSING), bls("6H", CROSSING)

    check(short, f"run BLS - 5H:{path}", "route_too_many_hexes", "CH-OR.RUN.9", count=6, train="5H")
    assert legal(long, f"run BLS - 6H:{path}")


# --- nothing twice


@pytest.mark.rule("CH-OR.RUN.12")
def test_no_city_twice():
    """The ring is not closed in Zürich, where it began; up to there it is a route."""
    game = bls("4", RING, D19="BLS.0")

    check_only(game, "4:D19.0-D17.0-C18-D19.0", "4:D19.0-D17.0", "route_repeat", "CH-OR.RUN.12", hex="D19")


@pytest.mark.rule("CH-OR.RUN.13")
def test_no_area_twice():
    """Two hexes of Stuttgart, either of which Schaffhausen is joined to, are one area."""
    game = bls("3", line("B17 B19:c A20"), B19="BLS.0")

    check_only(
        game, "3:B17.0-B19.0-A20.0", "3:B17.0-B19.0", "route_repeat", "CH-OR.RUN.13", hex="A20", wants="area"
    )
    assert legal(game, "run BLS - 3:A20.0-B19.0")


@pytest.mark.rule("CH-OR.RUN.15")
def test_no_track_twice():
    """A train does not leave Olten by the track it came on; it may use the other track of E12."""
    path = "3:E10.0-E12-D13.0-E12-F11.0"
    check(bls("3", FORK), f"run BLS - {path}", "route_repeat", "CH-OR.RUN.15", hex="D13")

    assert legal(bls("3", CROSSING), "run BLS - 3:F11.0-E12-D13.0-E14-E12-E10.0")


# --- where a route ends, and where it turns


@pytest.mark.rule("CH-OR.RUN.14")
def test_nothing_passes_an_area():
    """Strasbourg has track to Biel and to Basel: a route ends there."""
    laid = line("B11 C12:c C14") | line("B11 C10 D9 E8:t F9")
    game = bls("3", laid, C12="BLS.0")

    check(game, "run BLS - 3:C12.0-B11.0-C10-D9-E8.0", "route_red", "CH-OR.RUN.14", red="B11.0")
    assert legal(game, "run BLS - 3:C12.0-B11.0")


@pytest.mark.rule("CH-OR.RUN.14")
def test_nothing_passes_a_mountain():
    """A route ends on the Rigi, though track leads on to Goldau."""
    built = running("BLS", "3", RIGI | line("F19 F21:c F23"), E18="BLS.0").change(layers=RAILWAY)
    game = built.company("BLS", "run")

    check(game, "run BLS - 3:E18.0-F19.0-F21.0", "route_red", "CH-OR.RUN.14", red="F19.0")
    assert legal(game, "run BLS - 3:D17.0-E18.0-F19.0")


@pytest.mark.rule("CH-OR.RUN.5")
def test_nothing_passes_a_city_full_of_others():
    """While the SCB fills Basel, the BLS runs from Olten to it and no further."""
    game = bls("3", CITIES, D13="BLS.0", C12="SCB.0")

    check(game, "run BLS - 3:D13.0-C12.0-B11.0", "route_blocked", "CH-OR.RUN.5", city="C12.0")
    assert legal(game, "run BLS - 3:D13.0-C12.0")


@pytest.mark.rule("CH-OR.RUN.5", "CH-OR.RUN.6")
@pytest.mark.parametrize(
    ("tile", "tokens", "passes"),
    [
        ("57", "", True),
        ("57", "BLS.0", True),
        ("57", "SCB.0", False),
        ("14", "SCB.0", True),
        ("14", "SCB.0 BLS.0", True),
        ("14", "SCB.0 JS.0", False),
    ],
)
def test_a_free_place_or_an_own_token_opens_a_city(tile: str, tokens: str, passes: bool):
    """In a Basel of one or two places, whoever has one or could have one runs on to Strasbourg."""
    laid = {**CITIES, "C12": (tile, 2)}
    game = bls("3", laid, D13="BLS.0", C12=tokens)
    text = "run BLS - 3:D13.0-C12.0-B11.0"

    assert legal(game, text) if passes else refused(game, text).key == "route_blocked"


@pytest.mark.rule("CH-OR.RUN.17")
def test_no_reversing_at_a_junction():
    """Bern and Solothurn are both joined to Olten, but not to each other."""
    game = bls("2", FORK, F11="BLS.0")

    check_only(game, "2:F11.0-E12-E10.0", "2:F11.0-E12-D13.0", "route_reverse", "CH-OR.RUN.17", hex="E12")


@pytest.mark.rule("CH-OR.RUN.17")
def test_no_change_of_track_at_a_crossing():
    """From Bern straight to Solothurn a train would change track on E12; round by Olten it does not."""
    game = bls("3", CROSSING, F11="BLS.0")

    good = "3:F11.0-E12-D13.0-E14-E12-E10.0"
    check_only(game, "3:F11.0-E12-E10.0", good, "route_reverse", "CH-OR.RUN.17", hex="E12")


# --- where a train may not go


@pytest.mark.rule("CH-OR.RUN.10")
def test_h_trains_stay_out_of_red_areas():
    """A 2H from Basel does not enter Strasbourg, a 2 does; Liestal is open to both."""
    game, other = bls("2H", C12="BLS.0"), bls("2", C12="BLS.0")

    text = "run BLS - 2H:C12.0-B11.0"
    check(game, text, "route_closed_to_h", "CH-OR.RUN.10", red="B11.0", train="2H")
    scb = running("SCB", "2H", LINE, held=50, C12="SCB.0")
    assert refused(scb.company("SCB", "run"), "run SCB - 2H:C12.0-B11.0").clauses == ("CH-OR.RUN.10",)
    assert legal(game, "run BLS - 2H:C12.0-C14.0")
    assert legal(other, "run BLS - 2:C12.0-B11.0")


@pytest.mark.rule("CH-MR.8")
def test_a_mountain_without_a_railway_is_no_stop():
    """The Rigi is a stop once its railway is built."""
    empty = running("BLS", "2", RIGI, E18="BLS.0").company("BLS", "run")
    railway = running("BLS", "2", RIGI, E18="BLS.0").change(layers=RAILWAY).company("BLS", "run")

    check(empty, "run BLS - 2:E18.0-F19.0", "route_mountain", "CH-MR.8", hex="F19")
    assert legal(railway, "run BLS - 2:E18.0-F19.0")


@pytest.mark.rule("CH-OR.REV.1")
def test_a_stop_worth_nothing_is_a_stop():
    """Torino is worth 0 at first, and a route may end there; only another reading refuses it."""
    laid = line("M8 L9 K10:c K8:t J7")
    printed = running("BLS", "2", laid, K10="BLS.0").phase("1").company("BLS", "run")
    closed = running("BLS", "2", laid, (*FREE, "zero_stops=closed"), K10="BLS.0").phase("1")

    check(closed.company("BLS", "run"), "run BLS - 2:K10.0-L9-M8.0", "route_zero", "CH-OR.REV.1", hex="M8.0")
    assert legal(printed, "run BLS - 2:K10.0-L9-M8.0")


# --- several trains


@pytest.mark.rule("CH-OR.RUN.18")
def test_two_trains_share_no_track():
    """Not both trains run from Olten to Liestal; they may meet there, coming from either side."""
    game = bls("2 3", D13="BLS.0", C12="BLS.0")

    text = "run BLS - 2:D13.0-C14.0;3:D13.0-C14.0-C12.0"
    check(game, text, "route_shared", "CH-OR.RUN.18", hex="C14")
    assert legal(game, "run BLS - 2:D13.0-C14.0;3:C14.0-C12.0-B11.0")


@pytest.mark.rule("CH-OR.RUN.19")
def test_a_junction_is_for_one_train():
    """From Olten a train may run to Bern or to Solothurn, but not one to each: they would meet on E12."""
    game = bls("2 2", FORK)
    one, two = "2:D13.0-E12-F11.0", "2:D13.0-E12-E10.0"

    check(game, f"run BLS - {one};{two}", "route_shared", "CH-OR.RUN.19", hex="D13")
    assert legal(game, f"run BLS - {one}")
    assert legal(game, f"run BLS - {two}")


# --- the highest revenue


@pytest.mark.rule("CH-OR.REV.8")
def test_less_than_the_highest_is_refused():
    """From Basel a 2 earns 60 to Strasbourg and 30 to Liestal, which only another reading lets it claim."""
    game = running("BLS", "2", LINE, (), C12="BLS.0").company("BLS", "run")
    best = {"best": 60, "routes": ["2:B11.0-C12.0"]}

    check(game, "run BLS - 2:C12.0-C14.0", "route_not_best", "CH-OR.REV.8", **best)
    assert legal(game, "run BLS - 2:C12.0-B11.0")
    assert legal(bls("2", C12="BLS.0"), "run BLS - 2:C12.0-C14.0")


@pytest.mark.rule("CH-OR.REV.8", "CH-OR.SEQ.5")
def test_a_run_that_pays_is_not_passed():
    """Trains that can earn something run, whatever becomes of the money."""
    game = running("BLS", "2", LINE, (), C12="BLS.0").company("BLS", "run")
    refusal = refused(game, "pass")

    assert (refusal.key, refusal.clauses) == ("must_act", ("CH-OR.SEQ.5", "CH-OR.REV.8"))


@pytest.mark.rule("CH-OR.REV.8")
def test_who_claims_less_is_told_what_more_there_is():
    """The better set is named, whether it must be claimed or not."""
    less = "run BLS - 2:C12.0-C14.0"
    strict = running("BLS", "2", LINE, (), C12="BLS.0").company("BLS", "run")
    free = bls("2", C12="BLS.0")
    better, refusal = (game.choices.why_not_more(game.read(less)) for game in (free, strict))

    assert better is not None
    assert refusal is not None
    assert (refusal.key, better.key, better.clauses) == ("route_not_best", "route_more", ())
    assert better.values == {"short": 30, "best": 60, "routes": ["2:B11.0-C12.0"]}
    assert free.choices.why_not_more(free.read("run BLS - 2:C12.0-B11.0")) is None
