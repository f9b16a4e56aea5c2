"""Standing orders: an action among the legal choices, patience, or a reason to stop; nothing else."""

import json
from dataclasses import replace

import pytest

from engine import standing
from engine.actions import Bid, Buy, Draft, LayTile, Par, Pass, PayDividend, PlaceToken, RunTrains, Sell
from engine.game import Game
from engine.opponents import STYLES, ThriftyPlayer
from engine.standing import (
    Act,
    BuyShares,
    Finish,
    OneAnswer,
    PassRound,
    PassUntil,
    RunBest,
    StartAt,
    TakeFirst,
    Wait,
)
from engine.standing.orders import sales as sold_so_far
from engine.state import OFFER
from tests.games.t1844.swiss import Builder
from tests.games.t1844.test_sbb_shares import table

THREE = ("ann", "bob", "cy")


def played(title: str, until: str, seed: int = 7) -> Game:
    """A game played to the first decision in a round of that kind."""
    player, game = ThriftyPlayer(seed), Game.start(title, THREE, seed=seed)
    while game.state.frames[0].kind != until:
        game = game.play(player.choose(game))
    return game


@pytest.fixture(scope="module")
def stock() -> Game:
    """The first stock round of 18Mag."""
    return played("18Mag", "stock")


@pytest.fixture(scope="module")
def trading() -> Game:
    """A decision in a stock round of 18CZ at which shares can be bought."""
    player, game = ThriftyPlayer(7), Game.start("18CZ", THREE, seed=7)
    while not any(isinstance(one.action, Buy) for one in game.choices.offers):
        game = game.play(player.choose(game))
    return game


@pytest.fixture(scope="module")
def operating() -> Game:
    """The first operating round of 18Mag."""
    return played("18Mag", "operating")


def given(kind: type[standing.Order], game: Game) -> standing.Order:
    """The first order of a kind that whoever decides may give."""
    return next(one for one in standing.offered(game, game.pos.awaited[0]) if isinstance(one, kind))


def obeyed(order: standing.Order, game: Game, player: str) -> tuple[Game, list[str], Finish | None]:
    """Let the order decide for its player and others pass or do what they must, until it stops."""
    verbs, other = [], ThriftyPlayer(3)
    while True:
        found = standing.ask(order, game, player)
        if isinstance(found, Finish):
            return game, verbs, found
        if isinstance(found, Act):
            verbs.append(found.action.verb)
            game = game.play(found.action)
        else:
            passes = [one for one in game.choices if isinstance(one, Pass)]
            game = game.play(passes[0] if passes else other.choose(game))


def test_whoever_passes_for_the_round_passes_until_it_ends(stock: Game):
    """The order ends with the round, not before."""
    me = stock.pos.awaited[0]
    after, verbs, why = obeyed(given(PassRound, stock), stock, me)

    assert verbs
    assert set(verbs) == {"pass"}
    assert why == Finish("round")
    assert after.state.frames[0].kind != "stock"


def test_a_sale_of_what_one_owns_ends_a_pass(stock: Game):
    """What was in the pool before does not count."""
    me = stock.pos.awaited[0]
    order = given(PassUntil, stock)
    unit = next(one for (holder, one), held in stock.pos.holdings.items() if holder == me and held)
    fewer = {**order.pool, unit: order.pool[unit] - 10}

    assert standing.ask(order, stock, me) == Act(Pass(me))
    assert standing.ask(replace(order, pool=fewer), stock, me) == Finish("sold", {"unit": unit})


def _keeps_some(game: Game, sale: Sell) -> bool:
    """Tell whether whoever sells still has shares of the company afterwards."""
    return game.pos.percent(sale.actor, sale.unit) > sale.percent


def test_a_sale_counts_though_as_much_was_bought_before(trading: Game):
    """What is in the pool may be as much as it was: who has sold in the round is noted."""
    game, player = trading, ThriftyPlayer(2)
    while not (sales := [one for one in game.choices if isinstance(one, Sell) and _keeps_some(game, one)]):
        game = game.play(player.choose(game))
    after = game.play(sales[0])
    order, seller = PassUntil({sales[0].unit: 100}, sold_so_far(game.pos)), sales[0].actor
    holders = [one for one in game.state.players if one != seller and after.pos.percent(one, sales[0].unit)]

    assert order.overtaken(after, seller) is None
    assert [order.overtaken(after, one) for one in holders] == [
        Finish("sold", {"unit": sales[0].unit})
    ] * len(holders)


def test_an_operating_round_ends_a_pass(operating: Game):
    """Then there is more to decide than a pass."""
    assert standing.ask(PassUntil({}, {}), operating, operating.pos.awaited[0]) == Finish("operating")


def test_shares_are_bought_until_one_has_them_or_they_are_dear(trading: Game):
    """One a turn, never dearer than was said, and no more than was wanted."""
    me = trading.pos.awaited[0]
    offer = next(
        one for one in trading.choices.offers if isinstance(one.action, Buy) and one.action.actor == me
    )
    unit, held = offer.action.unit, trading.pos.percent(me, offer.action.unit)
    price, until = trading.pos.price(unit), held + offer.action.percent

    assert standing.ask(BuyShares(unit, until, price - 1, held), trading, me) == Finish(
        "price", {"unit": unit, "price": price}
    )
    found = standing.ask(BuyShares(unit, until, price, held), trading, me)
    assert isinstance(found, Act)
    assert isinstance(found.action, Buy)
    after = trading.play(found.action)
    assert standing.ask(BuyShares(unit, until, price, held), after, me) == Finish(
        "done", {"unit": unit, "percent": until}
    )


def test_a_limit_is_the_price_of_one_share_whatever_its_size():
    """A share of the SBB is 5%, and one of a company that becomes part of it is 25%: neither is the usual 10%."""
    small = table("bob", bob=(2, 4)).sr("ann")
    assert small.pos.price("SBB") == 100
    assert standing.ask(BuyShares("SBB", 5, 100, 0), small, "ann") == Act(Buy("ann", "SBB", 5))
    assert standing.ask(BuyShares("SBB", 5, 99, 0), small, "ann") == Finish(
        "price", {"unit": "SBB", "price": 100}
    )

    large = Builder(3).prices(NOB=60).pars(NOB=100).cash(ann=500).holds("bob", NOB=50).sr("ann")
    assert standing.ask(BuyShares("NOB", 25, 100, 0), large, "ann") == Act(Buy("ann", "NOB", 25, OFFER))
    assert standing.ask(BuyShares("NOB", 25, 60, 0), large, "ann") == Finish(
        "price", {"unit": "NOB", "price": 100}
    )
    assert "share_less" not in dict(BuyShares("NOB", 25, 100, 0).varied(large))
    assert dict(BuyShares("NOB", 50, 100, 0).varied(large))["share_less"] == BuyShares("NOB", 25, 100, 0)


def test_what_a_share_costs_counts_and_not_where_its_price_stands():
    """A share on offer costs its par price: an order up to that buys it though the market is above."""
    game = Builder(3).prices(NOB=130).pars(NOB=100).cash(ann=500).holds("bob", NOB=50).sr("ann")

    assert standing.ask(BuyShares("NOB", 25, 100, 0), game, "ann") == Act(Buy("ann", "NOB", 25, OFFER))
    assert standing.ask(BuyShares("NOB", 25, 90, 0), game, "ann") == Finish(
        "price", {"unit": "NOB", "price": 100}
    )


def test_a_price_that_only_passes_by_ends_no_order(trading: Game):
    """What a share costs counts when its person could buy it: at another's turn it may still fall."""
    me, player = trading.pos.awaited[0], ThriftyPlayer(7)
    offer = next(
        one for one in trading.choices.offers if isinstance(one.action, Buy) and one.action.actor == me
    )
    unit, price = offer.action.unit, trading.pos.price(offer.action.unit)
    order = BuyShares(unit, 100, price - 1, trading.pos.percent(me, unit), last=99)
    others = next(one for one in trading.state.players if one != me)
    game = trading
    while not standing.orders.operates(game.pos):
        game = game.play(player.choose(game))

    assert isinstance(standing.ask(order, trading, me), Finish)
    assert isinstance(standing.ask(replace(order, before=0), trading, others), Wait)
    assert {type(standing.ask(replace(order, price=1), game, one)) for one in game.state.players} == {Wait}


def test_only_prices_at_which_a_company_may_start_are_offered():
    """A small one of 18CZ begins at 50 to 70, a medium one from 60 to 100; any other order would wait for nothing."""
    game = played("18CZ", "stock")
    me = game.pos.awaited[0]
    start = {one.unit: one for one in standing.offered(game, me) if isinstance(one, StartAt)}
    small, medium = (
        {one.price, *(other.price for _, other in one.varied(game))} for one in (start["EKJ"], start["BN"])
    )

    assert small == {50, 55, 60, 65, 70}
    assert medium == {60, 70, 80, 90, 100}
    assert standing.ask(start["BN"].with_numbers(0, 50), game, me) == Finish("refused")
    assert isinstance(standing.ask(start["BN"], game, me), Wait)


def test_of_several_lots_the_bid_that_was_too_high_is_told():
    """The first is there still, for more than was said; that nothing can be had would be untrue."""
    game = Game.start("1844", THREE, seed=7)
    me = game.pos.awaited[0]
    lots = standing.open_lots(game.pos)
    bids = [one for one in game.choices if isinstance(one, Bid)]
    lot, least = bids[0].private, min(one.price for one in bids)
    gone = next(private for private in game.title.privates if private not in lots)
    order = TakeFirst((lot, gone), least - 1, {})

    assert standing.ask(order, game, me) == Finish("bid", {"lot": lot, "price": least})


def test_bids_go_up_to_the_limit():
    """The least there is each time; above the limit the player is asked again."""
    game = Game.start("1844", THREE, seed=7)
    me = game.pos.awaited[0]
    order = given(TakeFirst, game)
    least = min(one.price for one in game.choices if isinstance(one, Bid))

    found = standing.ask(order.with_numbers(0, least), game, me)

    assert isinstance(found, Act)
    assert found.action.price == least
    assert standing.ask(order.with_numbers(0, least - 1), game, me) == Finish(
        "bid", {"lot": order.dump()["lots"][0], "price": least}
    )
    assert isinstance(standing.ask(order, game.play(found.action), me), Wait)


def listed(game: Game, player: str, *lots: str, price: int = 0) -> TakeFirst:
    """The order of a player that takes the first of these lots, built up as it is pressed together."""
    order = next(
        one for one in standing.offered(game, player) if isinstance(one, TakeFirst) and one.lots == lots[:1]
    )
    for lot in lots[1:]:
        order = dict(order.others(game))[lot]
    return order.with_numbers(0, price) if price else order


def test_of_a_list_for_a_draft_the_first_is_taken_that_is_left():
    """Also where several lots are alike and the player has one of them already; the list ends with what it took."""
    game = Game.start("18Mag", THREE, seed=3)
    first, second = game.pos.awaited[0], game.pos.after(game.pos.awaited[0])[0]
    order = listed(game, second, "3", "1", "SIK")

    assert standing.find(game, second, order.name) == order
    assert isinstance(standing.ask(order, game, second), Wait)
    taken = game.play(Draft(first, "3"))
    assert standing.ask(order, taken, second) == Act(Draft(second, "1"))
    after = taken.play(Draft(second, "1"))
    assert standing.ask(order, after, second) == Finish("won", {"lot": "1"})
    five = Game.start("18Mag", (*THREE, "dan", "eve"), seed=3)
    me = five.pos.awaited[0]
    five = five.play(Draft(me, "SIK"))
    while me not in five.pos.awaited:
        five = five.play(next(iter(five.choices)))
    again = listed(five, me, "SIK")
    assert standing.ask(again, five, me) == Act(Draft(me, "SIK"))
    assert standing.ask(again, five.play(Draft(me, "SIK")), me) == Finish("won", {"lot": "SIK"})


def test_a_list_of_which_nothing_is_left_says_so():
    """One lot by name, several as a whole."""
    game = Game.start("18Mag", THREE, seed=3)
    first, second = game.pos.awaited[0], game.pos.after(game.pos.awaited[0])[0]
    one, two = listed(game, second, "3"), listed(game, second, "3", "1")
    after = game.play(Draft(first, "3"))

    assert standing.ask(one, after, second) == Finish("lost", {"lot": "3"})
    assert isinstance(standing.ask(two, after, second), Act)
    third = after.play(standing.ask(two, after, second).action)
    assert standing.ask(listed(game, first, "3", "1"), third, first) == Finish("won", {"lot": "3"})
    assert standing.ask(replace(two, held={"1": 1}), third, second) == Finish("none")


def test_a_bid_waits_for_its_auction_and_then_goes_up_to_its_limit():
    """P2 is wanted, else P1: nothing is bid for P1 while P2 can still be had, and no more than was said."""
    game = Game.start("1844", THREE, seed=7)
    me = game.pos.awaited[0]
    lots = [private for private in game.title.privates if private in standing.open_lots(game.pos)]
    order = listed(game, me, lots[1], lots[0], price=90)

    assert isinstance(standing.ask(order, game, me), Wait)
    assert isinstance(standing.ask(listed(game, me, lots[0], price=90), game, me), Act)
    bought = game.play(next(one for one in game.choices if isinstance(one, Bid)))
    while lots[0] in standing.open_lots(bought.pos):
        bought = bought.play(Pass(bought.pos.awaited[0]))
    wish = listed(bought, me, lots[1], price=90)
    while me not in bought.pos.awaited:
        bought = bought.play(Pass(bought.pos.awaited[0]))
    assert isinstance(standing.ask(wish, bought, me), Act)


def test_a_company_is_started_at_its_price_when_that_is_possible():
    """Before the stock round, too; it ends when somebody has started it, or with the next stock round."""
    game = played("18CZ", "stock")
    draft = Game.start("18CZ", THREE, seed=7)
    me = game.pos.awaited[0]
    start = next(one for one in game.choices if isinstance(one, Par))
    order = next(
        one for one in standing.offered(draft, me) if isinstance(one, StartAt) and one.unit == start.unit
    ).with_numbers(0, start.price)

    assert isinstance(standing.ask(order, draft, me), Wait)
    found = standing.ask(order, game, me)
    assert found == Act(Par(me, start.unit, start.price))
    after, other = game.play(found.action), game.pos.after(me)[0]
    assert standing.ask(order, after, me) == Finish("own", {"unit": start.unit})
    assert standing.ask(order, after, other) == Finish("started", {"unit": start.unit})
    assert standing.ask(order, played("18CZ", "operating"), me).why in ("operating", "own", "started")


def test_shares_ordered_while_companies_operate_are_bought_in_the_next_stock_round():
    """The order waits through the operating rounds of its set, and ends with those of the next."""
    player, game = ThriftyPlayer(7), played("18CZ", "operating")
    me = game.pos.awaited[0]
    order = given(BuyShares, game).with_numbers(100, 999)
    now = standing.ask(order, game, me)
    while standing.orders.operates(game.pos):
        game = game.play(player.choose(game))
    stock = order.overtaken(game, me)
    while not standing.orders.operates(game.pos):
        game = game.play(player.choose(game))

    assert isinstance(now, Wait)
    assert stock is None
    assert order.overtaken(game, me) == Finish("operating")


def test_a_company_runs_for_the_most_without_being_asked(operating: Game):
    """Run and dividend come by themselves; with ``idle`` so does the end of the turn."""
    game, other = operating, ThriftyPlayer(5)
    while not (game.pos.unit and game.choices.runs and game.choices.runs[0].facts["revenue"]):
        game = game.play(other.choose(game))
    me, unit = game.pos.awaited[0], game.pos.unit
    best = max(int(one.facts["revenue"]) for one in game.choices.runs)

    found = standing.ask(RunBest(unit, pays=True, idle=True), game, me)
    after = game.play(found.action)
    verbs = []
    while after.pos.unit == unit and isinstance(
        step := standing.ask(RunBest(unit, True, True), after, me), Act
    ):
        verbs.append(type(step.action))
        after = after.play(step.action)

    assert isinstance(found.action, RunTrains)
    assert after.state.runs[unit].revenue == best
    assert set(verbs) <= {Pass, PayDividend}
    assert standing.ask(RunBest(unit, True, True), game, "bob" if me != "bob" else "cy") == Finish(
        "director", {"unit": unit}
    )


@pytest.mark.parametrize("title", ["18Mag", "18CZ", "1844"])
def test_who_has_finished_building_need_not_say_no_to_a_token(title: str):
    """Where no tile may be laid any more the trains run, though a token could be placed first."""
    player, game = STYLES["mixed"](11), Game.start(title, THREE, seed=11)
    while not (
        game.pos.unit
        and {PlaceToken, RunTrains} <= (here := {*map(type, game.choices)})
        and LayTile not in here
    ):
        game = game.play(player.choose(game))
    unit, me = game.pos.unit, game.pos.awaited[0]

    found = standing.ask(RunBest(unit, True, idle=False), game, me)

    assert isinstance(found, Act)
    assert isinstance(found.action, RunTrains)


def test_a_decision_inside_a_turn_is_the_persons_own():
    """The trains of an acquired company are settled by whoever runs the other one best; the order waits."""
    game, player = Game.start("18CZ", THREE, seed=3), STYLES["mixed"](3)
    while game.state.over or game.pos.frame.kind != "inherit":
        game = game.play(player.choose(game))
    unit = game.pos.unit

    for idle in (True, False):
        assert standing.ask(RunBest(unit, True, idle), game, game.pos.director(unit)) == Wait()


def test_what_has_one_answer_is_not_asked(stock: Game):
    """A decision with two answers is left alone."""
    me = stock.pos.awaited[0]

    assert standing.ask(OneAnswer(), stock, me) == Wait()


@pytest.mark.parametrize("title", ["18Mag", "18CZ", "1844"])
def test_every_order_that_is_offered_can_be_kept_and_asked(title: str):
    """Along a game: each order survives storing, and acts only by what is legal, for its own player alone."""
    game, player = Game.start(title, THREE, seed=5), ThriftyPlayer(5)
    kinds = set()
    for _ in range(60):
        for me in game.state.players:
            for order in standing.offered(game, me):
                kinds.add(order.kind)
                assert standing.load(json.loads(json.dumps(order.dump()))) == order
                found = standing.ask(order, game, me)
                if isinstance(found, Act):
                    assert found.action in game.choices
                    assert found.action.actor == me
        game = game.play(player.choose(game))

    assert len(kinds) > 2


def test_orders_have_names_of_their_own(stock: Game, operating: Game):
    """By its name an order is found again on a button."""
    for game in (stock, operating):
        names = [one.name for one in standing.offered(game, game.pos.awaited[0])]
        assert len(set(names)) == len(names)
