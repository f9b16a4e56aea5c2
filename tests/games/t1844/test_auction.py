import pytest

from engine.actions import Bid, Pass
from engine.events import BidPlaced, Bought, Counted, Drafted, OrderChanged, Passed, RoundBegan, Won
from engine.game import Game
from engine.state import BANK, OFFER, POOL
from engine.titles.t1844.figures import figures, swiss_state
from tests.games.t1844.swiss import after, legal, opening, paid, refused, round_is, until


def seats(game: Game) -> list[str]:
    """The players by their turn order cards."""
    return list(game.state.order)


def won(game: Game, winner: str, price: int) -> Game:
    """The game after the private that is up went to a player for a price, by his only bid."""
    lot = swiss_state(game.pos).lots[0]
    while swiss_state(game.pos).lots[:1] == (lot,) and game.pos.frame.kind == "auction":
        mine = game.pos.acting == winner and game.pos.round_notes.bidder != winner
        game = game.play(Bid(winner, lot, price) if mine else Pass(game.pos.acting))
    return game


def sold(game: Game, *deals: tuple[str, int], par: int = 60) -> Game:
    """The game after some privates were won, the FNM's par set where that is asked."""
    for winner, price in deals:
        game = won(game, winner, price)
        if game.pos.frame.kind == "founding":
            game = after(game, f"par FNM {par}")
    return game


FACE = {"P1": 20, "P2": 50, "P3": 80, "P4": 110, "P5": 140, "P6": 180, "P7": 100}


def to_single_buyer(count: int, players: int = 4) -> Game:
    """The game after the first so many privates went for their face value, each to its auctioneer."""
    game = opening(players)
    order = seats(game)
    deals = [(order[at % players], price) for at, price in enumerate(FACE.values())]
    return sold(game, *deals[:count])


@pytest.mark.rule("CH-ISR.1", "CH-ISR.2", "CH-ISR.6", "CH-SET.5")
def test_the_highest_bidder_pays_and_the_next_seat_auctions():
    """EX-01: Paul bids 20, Vince 25; Vince pays 25, and Laura auctions P2."""
    game = opening(4)
    paul, laura, _, vince = seats(game)
    assert game.pos.awaited == (paul,)
    now = after(game, "bid P1 20", "pass", "pass", "bid P1 25", "pass")

    assert now.pos.owner("P1") == vince
    assert paid(game, now, vince, paul, BANK) == (-25, 0, 25)
    assert Won(vince, "P1", 25) in now.events
    assert swiss_state(now.pos).lots == ("P2", "P3", "P4", "P5", "P6", "P7")
    assert now.pos.awaited == (laura,)


@pytest.mark.rule("CH-ISR.2")
def test_with_few_players_the_seats_go_round():
    """The fifth private of four players is auctioned by the first seat again, whoever won the others."""
    game = opening(4)
    order = seats(game)
    game = sold(game, *((order[3], price) for price in (20, 50, 80, 110)))

    assert swiss_state(game.pos).lots[0] == "P5"
    assert game.pos.awaited == (order[0],)


@pytest.mark.rule("CH-ISR.2", "CH-ISR.8")
def test_under_the_other_reading_the_next_who_can_pay_auctions():
    """From whoever has auctioned it goes on round the table; one that nobody wanted stays with its auctioneer."""
    opened = opening(3, "auctioneer=solvent")
    ann, bob, cy = seats(opened)
    poor = won(opened, bob, 790)

    assert poor.pos.awaited == (cy,)
    assert won(poor, cy, 50).pos.awaited == (ann,)
    assert after(opened, "pass", "pass", "pass").pos.awaited == (ann,)


@pytest.mark.rule("CH-ISR.1")
def test_only_the_private_that_is_up_is_sold():
    refusal = refused(opening(), "bid P2 50")

    assert (refusal.key, refusal.values["private"]) == ("bid_private", "P1")


@pytest.mark.rule("CH-ISR.3")
def test_a_first_bid_is_the_face_value_at_least():
    game = opening()

    assert refused(game, "bid P1 19").values["price"] == 20
    assert legal(game, "bid P1 20")
    assert legal(game, "bid P1 23")


@pytest.mark.rule("CH-ISR.4")
def test_a_higher_bid_is_five_more_at_least():
    game = after(opening(), "bid P1 21")

    assert BidPlaced(seats(game)[0], "P1", 21) in game.events
    assert refused(game, "bid P1 25").key == "bid_low"
    assert legal(game, "bid P1 26")
    assert legal(game, "bid P1 27")


@pytest.mark.rule("CH-ISR.4")
def test_a_bidder_is_told_the_standing_bid_and_whose_it_is():
    game = opening()
    now = after(game, "bid P1 21")

    assert game.choices.offers[0].facts == {"standing": 0, "bidder": ""}
    assert now.choices.offers[0].facts == {"standing": 21, "bidder": seats(game)[0]}


@pytest.mark.rule("CH-ISR.4")
def test_without_a_bid_the_minimum_stands_for_everybody():
    game = after(opening(), "pass")

    assert refused(game, "bid P1 19").key == "bid_low"
    assert legal(game, "bid P1 20")


@pytest.mark.rule("CH-ISR.4")
def test_bidding_goes_round_and_round():
    game = after(opening(), "bid P1 20", "bid P1 25", "pass", "bid P1 30")
    second = seats(game)[1]

    assert game.pos.awaited == (second,)
    assert after(game, "pass").pos.owner("P1") == seats(game)[0]


@pytest.mark.rule("CH-ISR.5")
def test_who_has_passed_is_out():
    game = after(opening(), "pass", "bid P1 20")
    first, second, third = seats(game)

    assert Passed(third) in after(game, "pass").events
    assert refused(game, "bid P1 25", first).key == "bid_passed"
    assert after(game, "bid P1 25").pos.awaited == (second,)
    assert game.pos.awaited == (third,)


@pytest.mark.rule("CH-ISR.7")
def test_nobody_bids_more_than_he_has():
    game = opening(3)

    assert refused(game, "bid P1 801").values["cash"] == 800
    assert legal(game, "bid P1 800")


@pytest.mark.rule("CH-ISR.7")
def test_who_cannot_afford_the_minimum_is_not_asked():
    """After 780 for P1 only 20 are left, too few for P2."""
    game = opening(3)
    first, second, third = seats(game)
    game = sold(game, (third, 780))

    assert after(game, "bid P2 50").pos.awaited == (first,)
    assert after(game, "bid P2 50", "pass").pos.owner("P2") == second


@pytest.mark.rule("CH-ISR.8")
def test_the_first_private_becomes_cheaper():
    """The same player auctions it again, for five less."""
    game = after(opening(3), "pass", "pass", "pass")

    assert game.pos.awaited == (seats(game)[0],)
    assert Counted("minimum", 15, "P1") in game.events
    assert refused(game, "bid P1 14").values["price"] == 15
    assert legal(game, "bid P1 15")
    assert after(game, "pass", "pass", "pass").choices.offers[0].action == Bid(seats(game)[0], "P1", 10)


@pytest.mark.rule("CH-ISR.9", "CH-ISR.8")
def test_for_nothing_its_auctioneer_must_take_it():
    """EX-02: after four rounds of passes the first seat gets P1 for nothing; the second auctions P2."""
    game = opening(3)
    first, second, _ = seats(game)
    now = after(game, *["pass"] * 11)
    assert swiss_state(now.pos).minimum == 5
    now = after(now, "pass")

    assert now.pos.owner("P1") == first
    assert Won(first, "P1", 0) in now.events
    assert paid(game, now, first) == (0,)
    assert now.pos.awaited == (second,)
    assert refused(now, "bid P2 49").values["price"] == 50


@pytest.mark.rule("CH-ISR.10", "CH-ISR.11", "CH-PRIV.1")
def test_nobody_wants_another_private():
    """EX-03: the owner of P1 gets 5, nothing operates, the second seat offers P2 again at 50."""
    game = sold(opening(3), (seats(opening(3))[0], 20))
    first, second, third = seats(game)
    now = after(game, "pass", "pass", "pass")

    assert paid(game, now, first, second, third, BANK) == (5, 0, 0, -5)
    assert RoundBegan("operating", (0,)) in now.events
    assert now.pos.frame.kind == "auction"
    assert now.pos.awaited == (second,)
    assert refused(now, "bid P2 49").values["price"] == 50
    assert now.state.order == game.state.order


@pytest.mark.rule("CH-ISR.11")
def test_a_floated_company_does_not_operate_meanwhile():
    """The FNM floats with P6; nobody wants P7."""
    game = to_single_buyer(6)
    assert "FNM" in swiss_state(game.pos).floated
    now = after(game, *["pass"] * 4)

    assert now.pos.frame.kind == "auction"
    assert swiss_state(now.pos).operated == ()
    assert now.pos.price("FNM") == game.pos.price("FNM")


@pytest.mark.rule("CH-ISR.12")
@pytest.mark.parametrize(
    "text", ["buy FNM 10 pool", "par MOB 60", "mountain B1 H7 XM1", "permit T1", "sell FNM 10"]
)
def test_nothing_else_is_dealt_in_before_all_privates_are_sold(text: str):
    game = after(to_single_buyer(6), *["pass"] * 4)
    refusal = refused(game, text)

    assert (refusal.key, refusal.values["private"]) == ("auction_first", "P7")


@pytest.mark.rule("CH-ISR.13", "CH-ISR.14", "CH-SR.TURN.1")
def test_least_cash_begins_the_first_stock_round():
    """EX-04: A has 300, B and C 120 each; the order is B, C, A."""
    game = opening(3)
    a, b, c = seats(game)
    deals = ((b, 20), (a, 50), (b, 80), (b, 110), (c, 680), (b, 470), (a, 450))
    game = sold(game, *deals)

    assert [game.pos.cash(player) for player in (a, b, c)] == [300, 120, 120]
    assert game.state.order == (b, c, a)
    assert OrderChanged((b, c, a)) in game.events
    assert game.pos.frame.kind == "stock"
    assert [game.pos.acting, *game.pos.frame.queue[1:]] == [b, c, a]


@pytest.mark.rule("CH-P1.1", "CH-P2.1", "CH-P3.1", "CH-P4.1", "CH-P5.1", "CH-P6.1", "CH-P7.1")
@pytest.mark.parametrize(("private", "income"), list(zip(FACE, (5, 10, 15, 20, 25, 30, 0), strict=True)))
def test_faces_incomes_and_prices_for_companies(private: str, income: int):
    """Companies pay up to twice the face value, but never buy P6 and P7."""
    game = to_single_buyer(list(FACE).index(private))
    known = game.title.privates[private]

    assert refused(game, f"bid {private} {FACE[private] - 1}").values["price"] == known.price == FACE[private]
    assert known.income == income
    sale = figures(game.pos).private_sales.get(private)
    assert sale == (None if private in ("P6", "P7") else (1, 2 * FACE[private]))


@pytest.mark.rule("CH-P3.2")
def test_a_tunnel_certificate_comes_with_p3():
    game = to_single_buyer(2)
    winner = seats(game)[2]
    now = won(game, winner, 80)

    assert now.pos.owned(winner, "tunnel") == ["T1"]
    assert Drafted(winner, "T1") in now.events
    assert paid(game, now, winner) == (-80,)


@pytest.mark.rule("CH-P3.2")
def test_that_certificate_is_no_purchase_of_the_stock_round():
    game = to_single_buyer(7)
    winner = game.pos.owner("T1")
    game = until(game, lambda now: now.pos.acting == winner)

    assert game.pos.frame.kind == "stock"
    assert legal(game, "permit T2")


@pytest.mark.rule("CH-P5.2", "CH-P5.3")
def test_a_share_of_the_mob_comes_with_p5():
    game = to_single_buyer(4)
    winner = seats(game)[0]
    now = won(game, winner, 140)

    assert now.pos.percent(winner, "MOB") == 10
    assert now.pos.percent(OFFER, "MOB") == 90
    assert not now.pos.director("MOB")
    assert Bought(winner, "MOB", 10, 0, OFFER) in now.events
    assert paid(game, now, winner) == (-140,)


@pytest.mark.rule("CH-P6.2", "CH-P6.3", "CH-SET.4")
def test_the_fnm_floats_with_p6():
    """EX-05: P6 for 195 and par 100: five tokens, 500 SFR, three shares in the pool."""
    game = to_single_buyer(5)
    winner = seats(game)[1]
    game = won(game, winner, 195)
    assert game.pos.frame.kind == "founding"
    assert game.pos.awaited == (winner,)
    assert game.pos.percent(POOL, "FNM") == 30
    assert game.pos.price("FNM") == 0
    now = after(game, "par FNM 100")

    assert now.pos.director("FNM") == winner
    assert [now.pos.percent(who, "FNM") for who in (winner, POOL, OFFER)] == [20, 30, 50]
    assert now.pos.price("FNM") == now.state.pars["FNM"] == 100
    assert swiss_state(now.pos).floated == ("FNM",)
    assert len(now.state.tokens_left["FNM"]) == 5
    assert paid(game, now, winner, "FNM", BANK) == (0, 500, -500)
    assert swiss_state(now.pos).lots == ("P7",)


@pytest.mark.rule("CH-P6.3", "CH-SR.END.3")
def test_its_pool_shares_press_the_price():
    """EX-05: nobody buys them in the first stock round, so 100 becomes 90."""
    game = until(
        sold(opening(3), *zip(seats(opening(3)) * 3, FACE.values(), strict=False), par=100), _dealing
    )
    assert game.pos.price("FNM") == 100
    game = until(game, round_is("operating"))

    assert game.pos.price("FNM") == 90


def _dealing(game: Game) -> bool:
    return game.pos.frame.kind == "stock"


@pytest.mark.rule("CH-P6.2")
def test_the_fnm_needs_a_par_price_at_once():
    """Only its own par can be set, at a marked price, and it must be set."""
    game = to_single_buyer(5)
    game = won(game, seats(game)[1], 180)

    assert refused(game, "par FNM 110").values["prices"] == [60, 70, 80, 90, 100]
    assert (told := refused(game, "par MOB 60")).key == "par_unit"
    assert told.values == {"unit": "MOB", "target": "FNM"}
    assert refused(game, "pass").key == "must_act"
    assert refused(game, "par FNM 60", seats(game)[0]).key == "not_your_turn"
    for text, actor in (
        ("par MOB 60", ""),
        ("pass", ""),
        ("par FNM 60", seats(game)[0]),
        ("lay FNM L21 57 0", ""),
    ):
        assert refused(game, text, actor).clauses == ("CH-P6.2",)
    assert [offer.action.price for offer in game.choices.offers] == [100, 90, 80, 70, 60]
    assert [offer.facts for offer in game.choices.offers] == [{"price": 0}] * 5


@pytest.mark.rule("CH-P7.1", "CH-P7.2")
def test_p7_brings_no_train_yet():
    game = to_single_buyer(7)

    assert not any(game.state.trains.values())
    assert swiss_state(game.pos).eva == ""
