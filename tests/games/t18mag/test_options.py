"""What a table may add to 18Mag: the eighth major, minors 14-16, payouts of all or nothing."""

import pytest

from engine.events import Directed, Ran
from engine.finance import shares
from engine.game import Game
from engine.refusals import BadSetup
from engine.state import POOL
from engine.titles.t18mag.draft import taken
from engine.titles.t18mag.figures import mag_state, majors, minors
from tests.games.t18mag.builders import PLAYERS, Builder, after, legal, opening, paid, refused

WEST = {
    "D7": "57 2",
    "E8": "8 0",
    "F7": "8 3",
    "G8": "9 2",
    "H9": "8 0",
    "I8": "8 1",
    "I6": "9 1",
    "I4": "8 2",
    "H3": "8 5",
}
"""From Bécs over Sopron, the home of #11, to Trieszt."""

EAST = {"H25": "8 5", "H23": "57 1", "H21": "9 1", "H19": "8 4", "I18": "8 1", "I16": "8 4"}
"""From Isztambul over Nagyszeben to Belgrád."""

BOTH = "3:C6.0-D7.0-E8-F7-G8-H9-I8-I6-I4-H3-H1.0"


def west(*options: str, phase: str = "yellow", trains: str = "3") -> Game:
    """#11 is to run from one red location to another."""
    built = Builder(3, *options).tiles(**WEST).phase(phase).cash(n11=50).trains(n11=trains)
    return built.minor("11", "run")


def ran(game: Game, *cars: str) -> tuple[Game, Ran]:
    """The game after the best run with these rail cars, and what it earned."""
    run = next(one for one in game.choices if one.verb == "run" and one.using == cars)
    now = game.play(run)
    return now, next(one for one in now.events if isinstance(one, Ran))


# --- CIWL


@pytest.mark.rule("MAG-OPT.CIWL.1")
def test_ciwl_is_there_only_if_the_table_wants_it():
    """Eight majors with eight of the ten start prices, or the seven without CIWL."""
    plain, eight = opening(3), opening(3, "new_major")

    assert "CIWL" not in plain.title.units
    assert len(majors(plain.pos)) == 7
    assert majors(eight.pos)[-1] == "CIWL"
    assert [eight.pos.price(unit) for unit in majors(eight.pos)] == [80, 70, 60, 75, 65, 80, 60, 65]


@pytest.mark.rule("MAG-OPT.CIWL.3", "MAG-OPT.CIWL.4", "MAG-OPT.CIWL.6")
@pytest.mark.parametrize(
    ("phase", "stops", "bonus"),
    [("yellow", 70, 30), ("green", 90, 30), ("brown", 110, 50), ("gray", 140, 50)],
)
def test_a_route_from_red_to_red_earns_the_bonus(phase: str, stops: int, bonus: int):
    """The revenue grows by the bonus without any payment by the minor; the bank pays CIWL as much."""
    game = west("new_major", phase=phase)
    now, run = ran(game)

    assert run.revenue == stops + bonus
    assert paid(game, now, "CIWL", "bob", "n11") == (bonus, (stops + bonus) // 2, (stops + bonus) // 2)


@pytest.mark.rule("MAG-OPT.CIWL.7")
def test_without_ciwl_there_is_no_bonus():
    """The same route earns its stops alone."""
    assert ran(west())[1].revenue == 70


@pytest.mark.rule("MAG-OPT.CIWL.6")
def test_the_bonus_goes_with_a_rail_car():
    """RÁBA's 20 come on top of it."""
    game = west("new_major")
    now, run = ran(game, "RABA")

    assert run.revenue == 70 + 30 + 20
    assert paid(game, now, "CIWL", "RABA") == (30, 10)


@pytest.mark.rule("MAG-OPT.CIWL.3")
def test_a_route_with_one_red_end_earns_no_bonus():
    """A 2-train reaches only one of the two red locations."""
    game = west("new_major", trains="2")
    now, run = ran(game)

    assert run.revenue == 50
    assert paid(game, now, "CIWL") == (0,)


@pytest.mark.rule("MAG-OPT.CIWL.5")
def test_both_trains_may_earn_the_bonus():
    """Two trains from red to red bring CIWL twice the bonus."""
    built = Builder(3, "new_major").tiles(**WEST, **EAST).cash(n11=50).trains(n11="3 3")
    game = built.tokens(D7="11.0", H23="11.0").minor("11", "run")
    now, run = ran(game)

    assert run.revenue == 70 + 50 + 2 * 30
    assert paid(game, now, "CIWL") == (60,)


@pytest.mark.rule("MAG-OPT.CIWL.4")
def test_an_old_reading_gives_the_bonus_to_the_treasury():
    """Under ciwl_bonus=treasury it is not part of the revenue that is shared."""
    game = west("new_major", "ciwl_bonus=treasury")
    now, run = ran(game)

    assert (run.revenue, run.subsidy) == (70, 30)
    assert paid(game, now, "CIWL", "bob", "n11") == (30, 35, 65)


@pytest.mark.rule("MAG-OPT.CIWL.5")
def test_a_claim_below_the_bonus_is_refused():
    """The highest revenue counts the bonus: a shorter route may not be claimed."""
    assert refused(west("new_major"), "run 11 - 3:C6.0-D7.0").values["best"] == 100


@pytest.mark.rule("MAG-OPT.CIWL.2")
def test_ciwl_sells_nothing():
    """No rail car, train or track pays CIWL."""
    game = west("new_major")

    assert refused(game, f"run 11 CIWL {BOTH}").key == "railcar_none"
    assert paid(game, after(game, f"run 11 RABA {BOTH}", "train 11 2 depot 80"), "CIWL") == (30,)


@pytest.mark.rule("MAG-OPT.CIWL.8")
def test_ciwls_certificates():
    """One of 40% for the director and three of 20%."""
    assert opening(3, "new_major").title.units["CIWL"].shares == (40, 20, 20, 20)


@pytest.mark.rule("MAG-OPT.CIWL.9")
def test_the_40_percent_certificate_is_not_for_sale():
    """Who has no certificate cannot buy the director's, even when he has the money."""
    game = Builder(3, "new_major").cash(ann=900).sr()

    assert refused(game, "buy CIWL 40").key == "buy_director"
    assert legal(game, "buy CIWL 20")


@pytest.mark.rule("MAG-OPT.CIWL.9")
def test_two_certificates_become_the_directors():
    """The second 20% certificate makes its buyer director at once; both go back to the bank."""
    game = Builder(3, "new_major").cash(ann=900).holds("ann", CIWL=20).sr()
    now = after(game, "buy CIWL 20")

    assert now.pos.certificates("ann", "CIWL") == ["CIWL.0"]
    assert len(shares.singles(now.pos, POOL, "CIWL")) == 3
    assert now.pos.director("CIWL") == "ann"


def all_sold(cash: int = 200) -> Game:
    """Three players hold one 20% certificate of CIWL each, ann is in turn."""
    built = Builder(3, "new_major").prices(CIWL=100).cash(ann=cash)
    for player in PLAYERS[:3]:
        built = built.holds(player, CIWL=20)
    return built.sr()


@pytest.mark.rule("MAG-OPT.CIWL.10")
def test_a_certificate_is_turned_in_when_the_bank_has_none():
    """One price for the missing half: 20% goes back, 40% comes, and with it the office."""
    game = all_sold()
    now = after(game, "buy CIWL 40")

    assert paid(game, now, "ann", "bank") == (-100, 100)
    assert now.pos.certificates("ann", "CIWL") == ["CIWL.0"]
    assert len(shares.singles(now.pos, POOL, "CIWL")) == 1
    assert Directed("CIWL", "ann") in now.events


@pytest.mark.rule("MAG-OPT.CIWL.10")
def test_turning_in_is_paid_and_needs_a_certificate_to_be_missing():
    """Without the money it is refused, and so it is while the bank has a 20% certificate."""
    open_ = Builder(3, "new_major").prices(CIWL=100).cash(ann=900).holds("ann", CIWL=20).sr()

    assert refused(all_sold(cash=99), "buy CIWL 40").key == "buy_cash"
    assert refused(open_, "buy CIWL 40").key == "buy_director"


@pytest.mark.rule("MAG-OPT.CIWL.10")
def test_turning_in_works_at_the_certificate_limit():
    """One certificate goes and one comes, so a full hand may do it; it may not buy another one."""
    built = Builder(6, "new_major").prices(CIWL=100).cash(ann=900)
    for player in PLAYERS[:3]:
        built = built.holds(player, CIWL=20)
    game = built.holds("ann", RABA=50, GC=50).sr()

    assert shares.counted(game.pos, "ann") == shares.limit(game.pos)
    assert refused(game, "buy SIK 10").key == "buy_limit"
    assert legal(game, "buy CIWL 40")


@pytest.mark.rule("MAG-OPT.CIWL.11")
@pytest.mark.parametrize(("players", "count"), [(3, 1), (4, 1), (5, 2), (6, 2)])
def test_ciwl_is_on_offer_in_the_draft(players: int, count: int):
    """One 20% certificate, two of them with 5-6 players."""
    game = opening(players, "new_major")

    assert mag_state(game.pos).offer.count("CIWL") == count
    assert after(game, "draft CIWL").pos.percent("ann", "CIWL") == 20


@pytest.mark.rule("MAG-OPT.CIWL.11")
def test_ciwl_counts_as_one_of_the_two_shares():
    """Who has taken two shares takes no third one because it is CIWL's."""
    taking = ("RABA", "GC", "SNW", "SKEV", "LDSTEG", "SIK", "1")
    game = after(opening(3, "new_major"), *(f"draft {certificate}" for certificate in taking))

    assert game.pos.acting == "ann"
    assert refused(game, "draft CIWL").values["count"] == 2


@pytest.mark.rule("MAG-OPT.CIWL.12")
def test_ciwl_pays_and_builds_like_the_others():
    """Markers cost 40 and 80; a payout of 100 gives 20 for a certificate and moves the price by two."""
    built = (
        Builder(3, "new_major").prices(CIWL=100).cash(CIWL=180).holds("ann", CIWL=40).holds("bob", CIWL=20)
    )
    game = built.major("CIWL")
    placed = after(game, "token CIWL F13 0")
    now = after(placed, "dividend CIWL 100")

    assert paid(game, placed, "CIWL") == (-40,)
    assert paid(placed, now, "ann", "bob", "bank") == (40, 20, 40)
    assert (placed.pos.price("CIWL"), now.pos.price("CIWL")) == (100, 120)


@pytest.mark.rule("MAG-OPT.CIWL.12")
def test_nobody_holds_more_than_60_percent_of_ciwl():
    """With 60% in hand the last certificate is refused."""
    game = Builder(3, "new_major").cash(ann=900).holds("ann", CIWL=60).sr()

    assert refused(game, "buy CIWL 20").key == "buy_holding"


# --- standard dividends


@pytest.mark.rule("MAG-OPT.DIV.1")
def test_everything_is_paid_out_or_nothing():
    """A treasury of 47 pays 40 or 0; a part of it is refused, and without the option it is not."""
    plain = Builder(3).cash(SIK=47).holds("ann", SIK=20).major("SIK", "dividend")
    game = Builder(3, "standard_divs").cash(SIK=47).holds("ann", SIK=20).major("SIK", "dividend")

    assert [one.total for one in game.choices if one.verb == "dividend"] == [0, 40]
    assert refused(game, "dividend SIK 20").key == "dividend_all"
    assert legal(plain, "dividend SIK 20")
    assert paid(game, after(game, "dividend SIK 40"), "SIK", "ann") == (-40, 8)


# --- minors 14-16


@pytest.mark.rule("MAG-OPT.MIN.1")
def test_the_new_minors_have_homes_and_terrain_tokens():
    """Kolozsvár, Pozsony, Nagyvárad; two terrain tokens for 14."""
    game = opening(3, "new_minors=challenge")
    homes = [game.title.units[minor].home for minor in ("14", "15", "16")]

    assert [(home.hex, home.stop) for home in homes if home] == [("F23", 0), ("C8", 0), ("F19", 0)]
    assert [mag_state(game.pos).terrain.get(minor, 0) for minor in ("14", "15", "16")] == [2, 0, 0]


@pytest.mark.rule("MAG-OPT.MIN.2")
@pytest.mark.parametrize(("players", "each"), [(3, 5), (4, 4), (5, 3), (6, 2)])
def test_challenging_offers_all_sixteen_minors(players: int, each: int):
    """Everybody takes more of them; the others leave the game."""
    game = opening(players, "new_minors=challenge")
    assert len(minors(game.pos)) == 16
    while game.pos.frame.kind == "draft":
        game = game.play(game.choices.offers[0].action)

    assert [taken(game.pos, player)["minor"] for player in game.state.players] == [each] * players
    assert len(minors(game.pos)) == each * players


@pytest.mark.rule("MAG-OPT.MIN.3")
@pytest.mark.parametrize(("seed", "removed"), [(1, "6 10 11"), (12345, "4 9 12"), (1762198060, "2 12 15")])
def test_simple_removes_three_minors_at_random(seed: int, removed: str):
    """Thirteen of the sixteen are on offer, the same ones for the same seed, and nobody takes more."""
    game = opening(3, "new_minors=simple", seed=seed)

    assert [
        unit.id for unit in game.title.data.units if unit.id not in game.state.tokens_left
    ] == removed.split()
    assert refused(first_minors(game), f"draft {minors(game.pos)[-1]}").values["count"] == 4


def first_minors(game: Game) -> Game:
    """Go on until the first player has four minors and is to take a certificate."""
    while taken(game.pos, "ann")["minor"] < 4 or game.pos.acting != "ann":
        game = game.play(game.choices.offers[0].action)
    return game


def test_options_are_for_their_number_of_players():
    """Nobody else may choose them, and only one way of the new minors."""
    with pytest.raises(BadSetup) as twice:
        opening(3, "new_minors=simple", "new_minors=challenge")

    assert twice.value.key == "option_twice"
    assert opening(3).title.allows(3, ("supporters", "new_major"))
    assert not opening(3).title.allows(2, ("supporters",))
