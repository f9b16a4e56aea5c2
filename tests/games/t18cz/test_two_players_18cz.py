"""18CZ for two: a smaller game, and what Václav, a third player who is no person, gets."""

from collections.abc import Iterator

import pytest
from czech import VACLAV, Builder, after, legal, opening, paid, refused

from engine.events import TrainGone
from engine.game import Game
from engine.rules import BadSetup
from engine.state import POOL
from engine.titles.t18cz.facts import launched
from engine.titles.t18cz.vaclav import companies

SIZES = {"EKJ": "small", "BTE": "medium", "BY": "large"}
"""What Václav gets with seed 1."""
TO_KLADNO = {"D5": "57 1", "D7": "9 1", "D9": "8 5", "E10": "57 2"}
"""Track from the home of Václav's small company to another city."""


def why(game: Game, line: str, actor: str = "") -> tuple[str, tuple[str, ...]]:
    refusal = refused(game, line, actor)
    return refusal.key, refusal.clauses


# --- what is not in the game


@pytest.mark.rule("CZ-D-63.1")
def test_two_players_have_280_each():
    """Václav begins without money."""
    pos = opening(2).pos

    assert [pos.cash(who) for who in ("ann", "bob", VACLAV)] == [280, 280, 0]


@pytest.mark.rule("CZ-D-63.1")
def test_two_players_may_hold_fourteen_certificates():
    """Whoever has fourteen, locals among them, buys no other; whoever has thirteen does."""

    def game(**held: int) -> Game:
        hers = Builder(2).holds("ann", VBW=75, BN=60, **held).holds("bob", NWB=40, BCB=50)
        return hers.owns("ann", *opening(2).title.privates).cash(ann=500).phase("d").sr("ann")

    assert legal(game(), "buy BCB 25 pool")
    assert why(game(NWB=20), "buy BCB 25 pool")[0] == "buy_limit"


@pytest.mark.rule("CZ-D-63.2")
def test_five_companies_are_not_in_the_game():
    """The other ten are."""
    units = opening(2).state.markers

    assert [unit for unit in opening(3).state.markers if unit not in units] == [
        "OFE",
        "MW",
        "KFN",
        "PR",
        "Ug",
    ]
    assert refused(Builder(2).cash(ann=500).phase("d").sr("ann"), "par OFE 50").key == "par_unit"


@pytest.mark.rule("CZ-D-63.3")
def test_three_locals_of_each_size_are_drafted():
    """They are the cheapest ones; the others cannot be bought."""
    offers = [game.action.paper for game in opening(2).choices.offers if game.action.verb == "take"]

    assert offers == ["S1", "S2", "S3", "M1", "M2", "M3", "L1", "L2", "L3"]
    assert refused(opening(2), "take S4").key == "draft_offer"


@pytest.mark.rule("CZ-D-63.4")
def test_the_east_is_off_the_map():
    """Of 107 hexes 73 remain; no track leads to one that is gone."""
    game = Builder(2).holds("ann", BCB=50).tiles(D17="57 1").phase("b").company("BCB")
    wide = Builder(3).holds("ann", BCB=50).tiles(D17="57 1", D19="9 1").phase("b").company("BCB")

    assert (len(opening(2).title.hexes), len(opening(3).title.hexes)) == (73, 107)
    assert refused(game, "lay BCB D21 9 1").key == "tile_forbidden_hex"
    assert refused(game, "lay BCB D19 9 1").key == "tile_off_map"
    assert legal(game, "lay BCB D19 8 1")
    assert legal(wide, "lay BCB D21 9 1")


@pytest.mark.rule("CZ-D-63.5")
def test_a_player_may_own_seventy_percent_of_a_large_company():
    """With more players it is sixty."""

    def game(players: int, percent: int) -> Game:
        held = Builder(players).holds("ann", SX=percent).cash(ann=900)
        return held.phase("d").sr("ann")

    assert legal(game(2, 60), "buy SX 10 pool")
    assert refused(game(2, 70), "buy SX 10 pool").key == "buy_holding"
    assert refused(game(3, 60), "buy SX 10 pool").key == "buy_holding"


@pytest.mark.rule("CZ-D-63.5")
@pytest.mark.parametrize(("unit", "most"), [("VBW", 75), ("BN", 60)])
def test_other_limits_are_those_of_more_players(unit: str, most: int):
    """Of small companies three quarters may be owned, of medium ones sixty percent."""
    game = Builder(2).holds("ann", **{unit: most}).cash(ann=900).phase("d").sr("ann")

    assert refused(game, f"buy {unit} {25 if most == 75 else 20} pool").values["percent"] == most


# --- the companies that Václav receives


def everything_opens(seed: int = 1) -> Game:
    """The first b-train is bought; no b or c is left after it, so that the next card is the first d."""
    made = Builder(2, seed=seed).holds("bob", VBW=50).cash(VBW=100).depot("2b")
    turn = made.each("depot", {"2b": 1, "3c": 0}).company("VBW", "train", (5, 1))
    return after(turn, "train VBW 2b depot 70")


@pytest.mark.rule("CZ-D-63.6")
@pytest.mark.parametrize(
    ("seed", "drawn"),
    [(1, ["EKJ", "BTE", "BY"]), (12345, ["BCB", "BTE", "BY"]), (1616278041, ["BCB", "BTE", "SX"])],
)
def test_vaclav_draws_a_company_of_each_size(seed: int, drawn: list[str]):
    """A seed means the same companies as in games recorded elsewhere."""
    first, last = opening(2, seed=seed), everything_opens(seed)

    assert companies(first.pos) == drawn[:1]
    assert companies(last.pos) == drawn
    assert last.pos.phase.name == "d"


@pytest.mark.rule("CZ-D-63.6")
def test_a_company_comes_when_its_size_opens():
    """The first b-train brings a medium company, and no large one."""
    game = Builder(2).holds("bob", VBW=50).cash(VBW=300).depot("2b").company("VBW", "train")

    bought = after(game, "train VBW 2b depot 70")
    again = after(bought, "train VBW 2b depot 70")

    assert companies(game.pos) == ["EKJ"]
    assert companies(bought.pos) == companies(again.pos) == ["EKJ", "BTE"]


def test_nobody_receives_companies_at_larger_tables():
    """Three players have no Václav."""
    pos = opening(3).pos

    assert companies(pos) == launched(pos) == []
    assert pos.everybody == ("ann", "bob", "cy")


@pytest.mark.rule("CZ-D-63.7")
@pytest.mark.parametrize(
    ("unit", "price", "percent"), [("EKJ", 50, 50), ("BTE", 60, 60), ("BY", 90, 50)], ids=SIZES.values()
)
def test_vaclav_holds_just_enough_at_the_lowest_price(unit: str, price: int, percent: int):
    """The company is active, and its other shares are for sale."""
    pos = everything_opens().pos

    assert (pos.price(unit), pos.state.pars[unit]) == (price, price)
    assert (pos.percent(VACLAV, unit), pos.percent(POOL, unit)) == (percent, 100 - percent)
    assert pos.director(unit) == VACLAV
    assert unit in launched(pos)


@pytest.mark.rule("CZ-D-63.7")
def test_players_buy_what_vaclav_does_not_hold():
    """Half of his small company is for sale at its price."""
    game = Builder(2).cash(ann=100).sr("ann")

    bought = after(game, "buy EKJ 25 pool")

    assert paid(game, bought, "ann") == (-50,)
    assert bought.pos.percent("ann", "EKJ") == 25


@pytest.mark.rule("CZ-VII.5.b.2")
def test_vaclav_keeps_his_company_where_a_player_holds_as_much():
    """Half and half: he stays director."""
    game = Builder(2).holds("ann", EKJ=25).cash(ann=100).sr("ann")

    assert after(game, "buy EKJ 25 pool").pos.director("EKJ") == VACLAV


@pytest.mark.rule("CZ-IX.3.4")
def test_shares_that_vaclav_holds_are_sold():
    """With the other half in a player's hands his company is sold out: 50 becomes 53."""
    game = Builder(2).holds("ann", EKJ=50).sr("ann")

    closed = after(game, "pass", "pass")

    assert (game.pos.price("EKJ"), closed.pos.price("EKJ")) == (50, 53)


@pytest.mark.rule("CZ-D-63.8")
def test_vaclav_pays_nothing_and_his_companies_get_nothing():
    """Neither he nor any of the three has money afterwards."""
    pos = everything_opens().pos

    assert [pos.cash(holder) for holder in (VACLAV, "EKJ", "BTE", "BY")] == [0, 0, 0, 0]


# --- what cannot be done with them


@pytest.mark.rule("CZ-D-63.9")
def test_a_company_of_vaclavs_cannot_be_acquired():
    """A player's company of the same size and price can."""
    game = (
        Builder(2)
        .holds("ann", BN=60, VBW=50)
        .cash(BN=900)
        .trains(BN="2+2b")
        .phase("b")
        .company("BN", "merge")
    )

    assert why(game, "merge BN EKJ 50") == ("acquire_dummy", ("CZ-D-63.9",))
    assert legal(game, "merge BN VBW 50")


@pytest.mark.rule("CZ-D-63.10")
def test_a_company_of_vaclavs_sells_no_train():
    """A player's company does."""
    game = Builder(2).holds("ann", BCB=50, VBW=50).cash(BCB=300).trains(EKJ="2b", VBW="2b")
    turn = game.phase("b").company("BCB", "train")

    assert why(turn, "train BCB 2b EKJ 50") == ("train_dummy", ("CZ-D-63.10",))
    assert legal(turn, "train BCB 2b VBW 50")


@pytest.mark.rule("CZ-D-63.11")
@pytest.mark.parametrize("line", ["train BTE 2+2b depot 80", "merge BTE VBW 30"])
def test_a_company_of_vaclavs_deals_with_nobody(line: str):
    """It buys no train and acquires no company, whoever decides for it."""
    game = Builder(2).vaclavs("BTE").holds("ann", VBW=50).phase("b").company("BTE")

    assert why(game, line) == ("dummy_deals", ("CZ-D-63.11",))
    assert refused(Builder(2).holds("ann", BTE=60).phase("b").company("BTE"), line).key != "dummy_deals"


# --- track and stations


@pytest.mark.rule("CZ-D-63.12")
def test_stations_of_vaclavs_companies_are_free():
    """A second station costs nothing; the third would not either."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").company("EKJ", "token")

    assert legal(game, "token EKJ E10 0")
    assert paid(game, after(game, "token EKJ E10 0"), "EKJ", VACLAV) == (0, 0)
    assert game.state.markers["EKJ"] == (0, 0)


@pytest.mark.rule("CZ-D-63.13")
def test_vaclav_pays_for_track_with_money_he_has_not():
    """A mountain costs him 40 and his company nothing; a player's company without money does not build there."""
    his, hers = Builder(2), Builder(2, seed=12345).holds("ann", EKJ=50)
    game, poor = (made.tiles(D5="57 0").phase("b").company("EKJ") for made in (his, hers))

    assert paid(game, after(game, "lay EKJ C6 4 0"), VACLAV, "EKJ", "bank") == (-40, 0, 40)
    assert refused(poor, "lay EKJ C6 4 0").key == "terrain_cost"


# --- who decides for them

TRACK, STATIONS = {"EKJ": 0, "BTE": 1, "BY": 0}, {"EKJ": 1, "BTE": 0, "BY": 1}
"""The places in turn order of who lays track and who places stations."""


@pytest.mark.rule("CZ-D-63.14")
@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
@pytest.mark.parametrize("unit", SIZES)
def test_one_player_lays_track_and_the_other_places_stations(unit: str, order: tuple[str, str]):
    """The first in turn order lays for small and large companies, the second for the medium one."""
    made = Builder(2).vaclavs("BTE", "BY").tiles(**TO_KLADNO, D3="5 3", F3="8898 4").phase("d")
    made.stations(F3="BY.0").change(order=order)

    assert made.company(unit).pos.awaited == (order[TRACK[unit]],)
    assert made.company(unit, "token").pos.awaited == (order[STATIONS[unit]],)


@pytest.mark.rule("CZ-D-63.14")
def test_neither_does_what_is_the_others():
    """Ann lays a tile and leaves the station to bob, who lays none; he does not act before her."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").company("EKJ")
    left = after(game, "pass")

    assert legal(game, "lay EKJ F11 4 2", "ann") is legal(left, "token EKJ E10 0", "bob") is True
    assert refused(game, "lay EKJ F11 4 2", "bob").key == "not_your_turn"
    assert refused(game, "token EKJ E10 0", "bob").key == refused(game, "pass", "bob").key == "not_your_turn"
    assert refused(game, "token EKJ E10 0", "ann").key == "wrong_step"
    assert refused(left, "token EKJ E10 0", "ann").key == "not_your_turn"


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_runs_its_trains(player: str):
    """Both are awaited, and whoever comes first decides."""
    game = Builder(2).tiles(**TO_KLADNO).trains(EKJ="2b").phase("b").company("EKJ", "run")

    assert game.pos.awaited == ("ann", "bob")
    assert legal(game, "run EKJ - 2b:D5.0-D7-D9-E10.0", player)
    assert [offer.action.actor for offer in game.choices.offers] == ["ann", "bob"]


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_lays_its_red_home_tile(player: str):
    """The rest of the track is the first player's again."""
    game = Builder(2).vaclavs("BY").phase("d").company("BY", "")

    laid = game.play(game.read("home BY F3 3", player))

    assert laid.pos.awaited == ("ann",)
    assert legal(game, "home BY F3 3", player)


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_chooses_between_two_cities(player: str):
    """ATE is Václav's, and its home is green already."""
    game = Builder(2).vaclavs("ATE").tiles(B9="8885 0").phase("d").company("ATE", "")

    assert game.pos.awaited == ("ann", "bob")
    assert legal(game, "settle ATE B9 1", player)


# --- what they earn


def earning(*options: str) -> Game:
    """Václav's company has run for 40; ann holds a quarter."""
    made = Builder(2, *options).tiles(**TO_KLADNO).trains(EKJ="2b").holds("ann", EKJ=25).holds("bob", VBW=50)
    return made.phase("b").company("EKJ", "run", (5, 1))


@pytest.mark.rule("CZ-D-63.16")
def test_everything_is_paid_out_and_vaclav_gets_his_part():
    """Of 40 he gets 20 and ann 10; nobody is asked, and the price goes right."""
    game = earning()

    ran = after(game, "run EKJ - 2b:D5.0-D7-D9-E10.0")

    assert paid(game, ran, VACLAV, "ann", "EKJ") == (20, 10, 0)
    assert (game.pos.price("EKJ"), ran.pos.price("EKJ")) == (50, 55)
    assert ran.pos.unit != "EKJ"


@pytest.mark.rule("CZ-VIII.8.14")
def test_a_company_of_vaclavs_that_earns_nothing_falls():
    """It has no route: from 50 to 40."""
    game = Builder(2).holds("bob", VBW=50).phase("b").company("EKJ", number=(5, 1))

    passed = after(game, "pass")

    assert (game.pos.price("EKJ"), passed.pos.price("EKJ")) == (50, 40)


# --- trains


@pytest.mark.rule("CZ-D-63.17")
def test_a_company_gets_the_top_train_when_vaclav_receives_it():
    """One train of its own size each; the cards are missing in the deck, and nobody pays."""
    first, last = opening(2), everything_opens()

    assert (first.state.trains, first.state.depot["2a"]) == ({"EKJ": ("2a",)}, 4)
    assert {unit: last.state.trains[unit] for unit in ("BTE", "BY")} == {"BTE": ("3+3d",), "BY": ("3Ed",)}
    assert (last.state.depot["2b"], last.state.depot["3d"]) == (0, 2)
    assert last.pos.cash("VBW") == 30


def last_turn(number: tuple[int, int], card: str, phase: str, **trains: str) -> Game:
    """A player's company is the last one to act in an operating round."""
    made = Builder(2).vaclavs("BTE").holds("ann", VBW=50, NWB=60).prices(VBW=45)
    made.trains(**{"EKJ": "2b", "BTE": "2+2b", "VBW": "3c 3c", "NWB": "2+2c 3+3d", **trains})
    return made.phase(phase).depot(card).company("VBW", "lay", number)


def gone(game: Game) -> Iterator[tuple[str, str]]:
    return ((event.train, event.why) for event in game.events if isinstance(event, TrainGone))


@pytest.mark.rule("CZ-D-63.18")
def test_vaclavs_companies_get_new_trains_after_a_set():
    """The old ones leave the game, the pool included; nothing is exported."""
    game = last_turn((3, 1), "3c", "c")

    ended = after(game, "pass")

    assert ended.pos.frame.kind == "stock"
    assert {unit: ended.state.trains[unit] for unit in ("EKJ", "BTE")} == {"EKJ": ("3c",), "BTE": ("2+2c",)}
    assert list(gone(ended)) == [("2b", "replaced"), ("2+2b", "replaced")]
    assert (ended.state.depot["3c"], ended.state.trains.get(POOL)) == (2, None)


@pytest.mark.rule("CZ-D-63.18")
@pytest.mark.parametrize("number", [(5, 1), (8, 3)])
def test_they_keep_their_trains_otherwise(number: tuple[int, int]):
    """Not between the rounds of a set, and not after the last one."""
    ended = after(last_turn(number, "3c", "c"), "pass")

    assert (ended.state.trains["EKJ"], ended.state.depot["3c"]) == (("2b",), 4)


@pytest.mark.rule("CZ-D-63.19")
def test_a_train_given_to_them_counts_as_sold():
    """Their new trains begin phase e and scrap what a 4 scraps; then a player returns what is above the new limit."""
    game = last_turn((4, 1), "4e", "d", VBW="3c 3d 3d", NWB="2a 2b 3+3d")

    ended = after(game, "pass")

    assert ended.pos.phase.name == "e"
    assert ended.state.trains["NWB"] == ("3+3d",)
    assert (ended.pos.frame.kind, ended.pos.acting, ended.pos.awaited) == ("excess", "VBW", ("ann",))
    assert after(ended, "scrap VBW 3c").pos.frame.kind == "stock"


# --- who he is


@pytest.mark.rule("CZ-D-63.6")
def test_vaclav_cannot_win():
    """The game ends with the totals of the two players; his own is only shown."""
    over = after(last_turn((8, 3), "5j", "j", VBW="5j", NWB="5+5j"), "pass")
    (end,) = [event for event in over.events if hasattr(event, "scores")]

    assert set(end.scores) == {"ann", "bob"}
    assert over.pos.worth(VACLAV) > 0


def test_no_player_is_called_like_him():
    """At a table of two his name is taken, at others it is not."""
    with pytest.raises(BadSetup) as raised:
        Game.start("18CZ", (VACLAV, "bob"))

    assert raised.value.key == "bad_player"
    assert Game.start("18CZ", (VACLAV, "bob", "cy"))
