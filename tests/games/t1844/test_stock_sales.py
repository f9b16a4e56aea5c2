import pytest

from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t1844.swiss import Builder, after, paid, refused


def table(*options: str, **held: int) -> Builder:
    """Ann holds shares as said, of companies that have operated."""
    built = Builder(3, *options).cash(ann=500, bob=500, cy=500)
    return built.operated("FNM", *held).holds("ann", **held)


@pytest.mark.rule("CH-SR.SELL.1", "CH-SR.SELL.2", "CH-SR.SELL.4")
def test_a_block_of_two_at_the_price_before_the_drop():
    """EX-06: two shares of the MOB at 120 bring 240; the marker goes one field down, to 110."""
    built = table().holds("bob", MOB=40).holds("ann", MOB=20).operated("FNM", "MOB")
    game = built.prices(MOB=100).cells(MOB="1,6").sr("ann")
    assert game.pos.price("MOB") == 120
    now = after(game, "sell MOB 20")

    assert paid(game, now, "ann", BANK) == (240, -240)
    assert now.pos.price("MOB") == 110
    assert now.pos.percent(POOL, "MOB") == 20


@pytest.mark.rule("CH-SR.SELL.3")
def test_who_never_operated_falls_first():
    """EX-07: par 80, never operated: the marker goes to 70, and two shares bring 140."""
    game = table().holds("ann", RhB=40).operated("FNM").prices(RhB=80).sr("ann")
    now = after(game, "sell RhB 20")

    assert now.pos.price("RhB") == 70
    assert paid(game, now, "ann") == (140,)
    assert dict(game.choices.offers[0].facts)["price"] == 70


@pytest.mark.rule("CH-SR.SELL.11")
@pytest.mark.parametrize("operated", [True, False])
def test_at_the_bottom_the_price_stays(operated: bool):
    """EX-40 for another company: 100 in the sixth row has no field below."""
    built = table().holds("ann", RhB=40).prices(RhB=60).cells(RhB="5,8")
    game = built.operated("FNM", *(["RhB"] if operated else [])).sr("ann")
    now = after(game, "sell RhB 20")

    assert now.pos.price("RhB") == 100
    assert paid(game, now, "ann") == (200,)


@pytest.mark.rule("CH-SR.SELL.4")
@pytest.mark.parametrize(("operated", "price", "brings"), [(True, 90, 100), (False, 90, 90)])
def test_all_sales_of_a_company_in_a_turn_are_one_block(operated: bool, price: int, brings: int):
    """Later shares are paid like the first, and the price falls once; on a later turn it falls again (A-09)."""
    built = table(RhB=60).prices(RhB=100)
    game = built.operated("FNM", *(["RhB"] if operated else [])).sr("ann")
    once = after(game, "sell RhB 10")
    now = after(once, "sell RhB 10")

    assert (once.pos.price("RhB"), now.pos.price("RhB")) == (price, price)
    assert (paid(game, once, "ann"), paid(once, now, "ann")) == ((brings,), (brings,))
    assert dict(once.choices.offers[0].facts)["price"] == brings
    later = after(now, "pass", "pass", "pass", "sell RhB 10")
    assert later.pos.price("RhB") == 80


@pytest.mark.rule("CH-SR.SELL.4")
def test_under_the_other_reading_every_sale_is_a_block():
    game = table("sales=apart", RhB=40).prices(RhB=100).sr("ann")
    now = after(game, "sell RhB 10")

    assert refused(now, "sell RhB 10").key == "sell_again"
    assert refused(now, "sell RhB 10").clauses == ("CH-SR.SELL.4",)
    assert now.pos.price("RhB") == 90


@pytest.mark.rule("CH-SR.SELL.1")
def test_blocks_of_several_companies_in_one_turn():
    game = table(RhB=40, BLS=40).prices(RhB=100, BLS=80).sr("ann")
    now = after(game, "sell RhB 20", "sell BLS 10")

    assert paid(game, now, "ann") == (280,)
    assert refused(game, "sell RhB 50").key == "sell_holding"
    assert refused(game, "sell RhB 5").key == "sell_holding"
    assert refused(game, "sell MOB 10").key == "sell_holding"


@pytest.mark.rule("CH-SR.SELL.5")
def test_no_sales_in_the_first_stock_round():
    game = Builder(3).prices(RhB=100).holds("ann", RhB=40).operated().sr("ann", 1)

    assert refused(game, "sell RhB 10").key == "sell_first_round"
    assert not any(action.verb == "sell" for action in game.choices)


def pooled(unit: str, own: int, pool: int) -> Game:
    """Ann's turn; she and the pool hold shares of a company, the rest lies on offer."""
    return table(**{unit: own}).holds(POOL, **{unit: pool}).prices(**{unit: 80}).sr("ann")


@pytest.mark.rule("CH-SR.SELL.6")
@pytest.mark.parametrize(
    ("unit", "own", "pool", "share"),
    [("RhB", 50, 40, 10), ("ChA", 60, 20, 20), ("NOB", 75, 25, 25)],
)
def test_the_pool_takes_half_of_a_company(unit: str, own: int, pool: int, share: int):
    """Five shares of a large company, two of the others."""
    assert after(pooled(unit, own, pool), f"sell {unit} {share}").pos.percent(POOL, unit) == pool + share


@pytest.mark.rule("CH-SR.SELL.6")
@pytest.mark.parametrize(
    ("unit", "own", "pool", "share"), [("RhB", 50, 40, 20), ("RhB", 50, 50, 10), ("ChA", 60, 40, 20)]
)
def test_the_pool_takes_no_more(unit: str, own: int, pool: int, share: int):
    refusal = refused(pooled(unit, own, pool), f"sell {unit} {share}")

    assert (refusal.key, refusal.values["percent"], refusal.values["limit"]) == ("sell_pool_full", pool, 50)


@pytest.mark.rule("CH-SR.SELL.7", "CH-P5.3")
def test_without_a_director_nothing_is_sold():
    """The share that comes with P5, until the MOB gets a par price."""
    built = table().holds("ann", MOB=10)
    game = built.sr("ann")
    assert refused(game, "sell MOB 10").key == "sell_no_director"

    game = after(game, "pass", "par MOB 60", "pass", "sell MOB 10")
    assert game.pos.percent(POOL, "MOB") == 10


@pytest.mark.rule("CH-SR.SELL.10", "CH-PRIV.12")
@pytest.mark.parametrize("private", ["P1", "B1", "T1"])
def test_privates_are_not_sold(private: str):
    game = table(RhB=40).prices(RhB=80).privates(**{private: "ann"}).sr("ann")

    assert refused(game, f"sell {private} 10").key == "sell_private"
    assert refused(game, f"buy {private} 10 pool", "ann").key == "buy_none"
