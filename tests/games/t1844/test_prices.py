import pytest

from engine.events import OrderChanged, PriceMoved
from engine.finance import market
from engine.game import Game
from engine.scratch import Scratch
from engine.state import POOL
from engine.titles.t1844 import revenue, stock
from tests.games.t1844.swiss import Builder, after, paid


def start() -> Game:
    return Builder(3).operated("FNM").sr("ann")


@pytest.mark.rule("CH-MKT.1")
@pytest.mark.parametrize(
    ("cell", "after_"), [("1,4", "1,5"), ("3,14", "2,14"), ("7,5", "6,5"), ("0,16", "0,17"), ("0,17", "0,17")]
)
def test_right(cell: str, after_: str):
    """Along the row; at its end up, at the end of the first row nowhere."""
    assert market.right(start().pos, cell) == after_


@pytest.mark.rule("CH-MKT.3")
@pytest.mark.parametrize(
    ("cell", "after_"), [("1,4", "1,3"), ("0,2", "1,2"), ("1,1", "2,1"), ("2,0", "3,0"), ("7,0", "7,0")]
)
def test_left(cell: str, after_: str):
    """Along the row; at its start down, at the bottom nowhere."""
    assert market.left(start().pos, cell) == after_


@pytest.mark.rule("CH-MKT.4")
def test_up_and_down():
    """One row; where there is no field the price stays."""
    pos = start().pos

    assert market.up(pos, "4,4") == "3,4"
    assert market.up(pos, "0,4") == "0,4"
    assert market.up(pos, "1,1") == "1,1"
    assert market.down(pos, "4,4") == "5,4"
    assert market.down(pos, "5,8") == "5,8"
    assert market.down(pos, "7,3") == "7,3"


@pytest.mark.rule("CH-MKT.2", "CH-CO.R.8")
@pytest.mark.parametrize(
    ("cell", "price", "then"),
    [("3,11", 170, 180), ("0,11", 200, 200), ("4,11", 160, 170), ("3,10", 155, 170)],
)
def test_the_red_line_stops_regional_companies(cell: str, price: int, then: int):
    """EX-21: 170 becomes 180, one row up; 200 in the first row stays; others cross the line."""
    built = Builder(3).operated("FNM").prices(JN=60, RhB=60).cells(JN=cell, RhB=cell)
    pos = built.sr("ann").pos

    assert pos.price("JN") == price
    assert pos.title.prices[revenue.after_dividend(pos, "JN", cell, 10)] == then
    assert pos.title.prices[pos.title.insight.after(pos, "JN", cell, 10)] == then, "as the house expects it"
    crossing = {"3,11": 190, "0,11": 220, "4,11": 170, "3,10": 170}
    assert pos.title.prices[revenue.after_dividend(pos, "RhB", cell, 10)] == crossing[cell]


@pytest.mark.rule("CH-MKT.5", "CH-MKT.6")
def test_markers_in_a_stack():
    """An arriving marker goes beneath; one that cannot move keeps its place."""
    game = (
        Builder(3).operated("FNM").prices(RhB=60, BLS=60, AB=60).cells(RhB="1,3", BLS="1,4", AB="0,17").sr()
    )
    scratch = Scratch(game.title, game.state, {})
    market.move_to(scratch, "RhB", market.right(scratch.now, "1,3"), "dividend")
    assert scratch.state.market["1,4"] == ("BLS", "RhB")
    assert scratch.events == [PriceMoved("RhB", "1,3", "1,4", "dividend")]

    game = Builder(3).operated("FNM").prices(RhB=60, AB=60).cells(RhB="0,17", AB="0,17").sr()
    scratch = Scratch(game.title, game.state, {})
    market.move_to(scratch, "RhB", market.right(scratch.now, "0,17"), "dividend")
    assert scratch.state.market["0,17"] == ("RhB", "AB")
    assert scratch.events == []


# --- the end of a stock round


def ended(built: Builder) -> Game:
    """The game after the last pass of a stock round."""
    return after(built.sr("cy", passes=2), "pass")


def table(*options: str) -> Builder:
    return Builder(3, *options).cash(ann=50, bob=210, cy=210).operated("FNM")


@pytest.mark.rule("CH-SR.END.3", "CH-SR.END.4")
def test_pool_shares_press_and_sold_out_shares_lift():
    """EX-12: the STB on 135 goes to 120 on the left, the JN on 120 up to 130."""
    built = table().prices(STB=100, JN=100).cells(STB="2,8", JN="2,7").extra(floated=("STB", "JN"))
    built = built.holds("ann", STB=40, JN=60).holds("bob", JN=40).holds(POOL, STB=10)
    assert built.sr().pos.price("STB") == 135
    now = ended(built)

    assert now.pos.price("STB") == 120
    assert now.pos.cell("JN") == "1,7"
    assert now.pos.price("JN") == 130


@pytest.mark.rule("CH-SR.END.3", "CH-MKT.3")
def test_at_the_left_edge_the_price_falls():
    built = (
        table()
        .prices(STB=100)
        .cells(STB="3,0")
        .extra(floated=("STB",))
        .holds("ann", STB=40)
        .holds(POOL, STB=10)
    )

    assert ended(built).pos.cell("STB") == "4,0"


@pytest.mark.rule("CH-SR.END.4", "CH-MKT.4")
def test_at_the_top_the_price_stays():
    built = (
        table().prices(JN=100).cells(JN="0,4").extra(floated=("JN",)).holds("ann", JN=60).holds("bob", JN=40)
    )

    assert ended(built).pos.cell("JN") == "0,4"


@pytest.mark.rule("CH-SR.END.5")
def test_other_prices_stay():
    """Shares on offer hold the price; what has not floated does not move even with shares in the pool."""
    built = table().prices(STB=100, JN=60).cells(STB="1,4", JN="5,4").extra(floated=("STB",))
    now = ended(built.holds("ann", STB=60, JN=40).holds(POOL, JN=20))

    assert now.pos.cell("STB") == "1,4"
    assert now.pos.cell("JN") == "5,4"


@pytest.mark.rule("CH-SR.END.3", "CH-SR.END.4", "CH-MKT.5")
@pytest.mark.parametrize("options", [(), ("sr_end=single_pass",)])
def test_all_moves_left_come_before_those_up(options: tuple[str, ...]):
    """Both arrive on one field: the one from the right is there first, under the other reading as well."""
    built = table(*options).prices(STB=100, JN=100).cells(JN="2,5", STB="1,6")
    built = (
        built.holds("ann", STB=40, JN=60).holds("bob", JN=40).holds(POOL, STB=10).extra(floated=("STB", "JN"))
    )
    now = ended(built)

    assert now.pos.cell("STB") == now.pos.cell("JN") == "1,5"
    assert now.state.market["1,5"] == ("STB", "JN")


@pytest.mark.rule("CH-SR.END.1", "CH-SR.END.2")
def test_most_cash_comes_first():
    """EX-13: 50, 210 and 210 in the order A, B, C become B, C, A."""
    now = ended(table())

    assert now.state.order == ("bob", "cy", "ann")
    assert OrderChanged(("bob", "cy", "ann")) in now.events


@pytest.mark.rule("CH-SR.END.6", "CH-OR.EMERG.10", "CH-OR.EMERG.8")
def test_open_debts_grow_by_half():
    """EX-25: 18 SFR are 27 at once; open at the end of the next round they are 41."""
    game = table().sr()
    scratch = Scratch(game.title, game.state, {})
    stock.lend(scratch, "ann", 18)
    assert scratch.state.debts == {"ann": 27}

    built = table().change(debts={"ann": 27})
    before = built.sr("cy", passes=2)
    now = after(before, "pass")
    assert now.state.debts == {"ann": 41}
    assert paid(before, now, "ann") == (0,)
