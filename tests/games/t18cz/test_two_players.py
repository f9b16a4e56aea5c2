"""18CZ for two: a smaller game, and what Václav, the dummy third player, gets."""

import pytest

from engine.events import Directed, TrainBought
from engine.finance.floating import floated
from engine.game import Game
from engine.refusals import BadSetup
from engine.state import DEPOT, POOL
from engine.titles.t18cz.dummy import companies
from tests.games.t18cz.czech import VACLAV, Builder, after, legal, opening, paid, refused

SIZES = {"EKJ": "small", "BTE": "medium", "BY": "large"}
"""What Václav gets with seed 1."""


def why(game: Game, line: str, actor: str = "") -> tuple[str, tuple[str, ...]]:
    refusal = refused(game, line, actor)
    return refusal.key, refusal.clauses


# --- what is not in the game


@pytest.mark.rule("CZ-D-63.1")
def test_two_players_have_280_each():
    """Václav begins without money."""
    pos = opening(2).pos

    assert [pos.cash(who) for who in ("ann", "bob", VACLAV)] == [280, 280, 0]
    assert VACLAV in pos.state.cash
    assert not {VACLAV, ""} & {*opening(3).state.cash}


@pytest.mark.rule("CZ-D-63.1")
def test_two_players_may_hold_fourteen_certificates():
    """Whoever has fourteen, locals among them, buys no other; whoever has thirteen does."""

    def game(**held: int) -> Game:
        hers = Builder(2).holds("ann", VBW=75, BN=60, **held).holds("bob", NWB=40, BCB=50)
        return hers.owns("ann", *opening(2).title.privates).cash(ann=500).phase("d").sr("ann")

    assert legal(game(), "buy BCB 25 pool")
    key, cited = why(game(NWB=20), "buy BCB 25 pool")
    assert (key, cited) == ("buy_limit", ("CZ-VII.4.1", "CZ-D-63.1", "CZ-VII.4.3", "CZ-VII.4.4"))


@pytest.mark.rule("CZ-D-63.2")
def test_five_companies_are_not_in_the_game():
    """The other ten are."""
    units = opening(2).state.tokens_left

    assert [unit for unit in opening(3).state.tokens_left if unit not in units] == [
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
    offers = [game.action.certificate for game in opening(2).choices.offers if game.action.verb == "draft"]

    assert offers == ["S1", "S2", "S3", "M1", "M2", "M3", "L1", "L2", "L3"]
    assert refused(opening(2), "draft S4").key == "draft_offer"


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


@pytest.mark.rule("CZ-D-63.2", "CZ-D-63.3", "CZ-D-63.4")
def test_a_refusal_says_what_two_players_do_without():
    """A company, a local or a hex that is not in the game: its own clause is among those cited."""
    stock = Builder(2).cash(ann=500).phase("d").sr("ann")
    turn = Builder(2).holds("ann", BCB=50).cash(BCB=100).phase("d").company("BCB")

    assert "CZ-D-63.2" in why(stock, "par OFE 50")[1]
    assert "CZ-D-63.2" in why(stock, "buy OFE 25")[1]
    assert "CZ-D-63.3" in why(opening(2), "draft S4")[1]
    assert "CZ-D-63.4" in why(turn, "lay BCB E20 9 0")[1]


@pytest.mark.rule("CZ-D-63.5")
def test_a_player_may_own_seventy_percent_of_a_large_company():
    """With more players it is sixty."""

    def game(players: int, percent: int) -> Game:
        held = Builder(players).holds("ann", SX=percent).cash(ann=900)
        return held.phase("d").sr("ann")

    assert legal(game(2, 60), "buy SX 10 pool")
    assert why(game(2, 70), "buy SX 10 pool") == ("buy_holding", ("CZ-D-63.5",))
    assert why(game(3, 60), "buy SX 10 pool") == ("buy_holding", ("CZ-VII.4.5",))


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

    assert companies(pos) == floated(pos) == []
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
    assert unit in floated(pos)


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


@pytest.mark.rule("CZ-D-63.17")
def test_a_company_gets_the_top_train_when_vaclav_receives_it():
    """One train of its own size each; the cards are missing in the deck, and nobody pays."""
    first, last = opening(2), everything_opens()

    assert (first.state.trains, first.state.depot["2a"]) == ({"EKJ": ("2a",)}, 4)
    assert {Directed("EKJ", VACLAV), TrainBought("EKJ", "2a", 0, DEPOT)} <= {*first.events}
    assert {unit: last.state.trains[unit] for unit in ("BTE", "BY")} == {"BTE": ("3+3d",), "BY": ("3Ed",)}
    assert (last.state.depot["2b"], last.state.depot["3d"]) == (0, 2)
    assert last.pos.cash("VBW") == 30


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
@pytest.mark.parametrize(
    "line",
    [
        "train BTE 2+2b depot 80",
        "merge BTE VBW 30",
        "acquire BTE S1 10",
        "dispose BTE S1",
        "purple BTE S1 B9 8 0",
    ],
)
def test_a_company_of_vaclavs_deals_with_nobody(line: str):
    """It buys no train, acquires no company and trades or uses no local, whoever decides for it."""
    game = Builder(2).vaclavs("BTE").holds("ann", VBW=50).phase("b").company("BTE")

    assert why(game, line) == ("dummy_deals", ("CZ-D-63.11",))
    assert refused(Builder(2).holds("ann", BTE=60).phase("b").company("BTE"), line).key != "dummy_deals"


# --- who he is


def test_no_player_is_called_like_him():
    """At a table of two his name is taken, at others it is not."""
    with pytest.raises(BadSetup) as raised:
        Game.start("18CZ", (VACLAV, "bob"))

    assert raised.value.key == "bad_player"
    assert Game.start("18CZ", (VACLAV, "bob", "cy"))
