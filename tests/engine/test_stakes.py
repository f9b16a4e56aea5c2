"""What is at stake in a decision is what comes of it when it is taken."""

from functools import cache

import pytest

from engine import stakes
from engine.actions import Buy, LayTile, Par, PayDividend, Sell
from engine.decisions import awaited_offers
from engine.game import Game
from engine.opponents import ThriftyPlayer
from tests.games.t18cz.czech import after, sizes

PEOPLE = ("ann", "bob", "cy", "dot")


@cache
def games(title: str) -> tuple[Game, ...]:
    """Every position of a game of virtual players, as far as its middle."""
    game, player = Game.start(title, PEOPLE, seed=3), ThriftyPlayer(3)
    found = [game]
    while not game.state.over and len(found) < 400:
        game = game.play(game.own_move or player.choose(game))
        found.append(game)
    return tuple(found)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["1844", "18CZ"])
def test_a_sale_does_what_is_foretold(title: str):
    """Proceeds, the price after it, and who directs then."""
    seen = 0
    for game in games(title):
        for sale in stakes.sales(game.pos, game.choices.offers) if game.pos.frame.kind == "stock" else ():
            actor = game.pos.acting
            after = game.play(Sell(actor, sale.unit, sale.percent)).pos
            assert after.price(sale.unit) == sale.new
            assert after.director(sale.unit) == sale.heir
            assert after.cash(actor) - game.pos.cash(actor) == sale.proceeds
            seen += 1
        if seen > 40:
            break
    assert seen > 10


def test_the_smallest_sale_that_costs_a_directorship_is_named():
    """None smaller of the same company does, and none does of a company that is not named."""
    named = kept = 0
    for game in games("18CZ"):
        offers = game.choices.offers if game.pos.frame.kind == "stock" else ()
        found = {one.unit: one for one in stakes.lost(game.pos, offers)}
        for sell in (one.action for one in offers if isinstance(one.action, Sell)):
            before, after = game.pos.director(sell.unit), game.play(sell).pos.director(sell.unit)
            least = found[sell.unit].percent if sell.unit in found else 101
            assert (before != after) == (bool(before) and sell.percent >= least)
            named, kept = named + (before != after), kept + (before == after)
        if named > 5 and kept > 5:
            break
    assert named
    assert kept


def test_a_purchase_makes_the_director_that_is_foretold():
    """And none other: each company that may be bought of is either named or keeps its director."""
    named = kept = 0
    for game in games("18Mag"):
        found = stakes.won(game.pos, game.choices.offers)
        buys = [one.action for one in game.choices.offers if isinstance(one.action, Buy)]
        for buy in buys if found else ():
            before, after = game.pos.director(buy.unit), game.play(buy).pos.director(buy.unit)
            assert after == found.get(buy.unit, before)
            named, kept = named + (buy.unit in found), kept + (buy.unit not in found)
        if named > 5:
            break
    assert named
    assert kept


def test_a_power_does_what_is_foretold():
    """Whoever pays for it has so much less after it, or is paid; each is foretold once, with all it is aimed at."""
    seen = set[str]()
    for game in games("1844"):
        powers = [
            one.action for one in awaited_offers(game.pos, game.choices) if one.action.matter == "power"
        ]
        found = stakes.uses(game.pos, game.choices.offers) if powers else []
        for use in found:
            actions = [one for one in powers if one.verb == use.verb]
            aimed = {str(getattr(one, "hex", "")) for one in actions if hasattr(one, "hex")}
            more = [game.play(one).pos.cash(use.payer) - game.pos.cash(use.payer) for one in actions]
            assert aimed in (set(use.targets), set())
            assert (min(more), max(more)) == use.change
        assert len({(one.verb, one.targets) for one in found}) == len(found)
        seen |= {one.verb for one in found}
    assert seen >= {"tunnel", "furka"}


def test_a_merger_does_what_is_foretold():
    """What the buyer has after it, and what each holder of shares is paid, at the least and at the most."""
    built = sizes(other="ann", BN="2+2c").holds("bob", BN=20)
    game = built.company("SX", "merge")
    found = {one.deal.target: one for one in stakes.mergers(game.pos, game.choices.offers)}
    one = found["BN"]

    for price, treasury, paid in zip(
        one.deal.price, reversed(one.treasury), zip(*one.paid.values(), strict=True), strict=True
    ):
        now = after(game, f"merge SX BN {price}")
        assert now.pos.cash("SX") == treasury
        assert sorted(now.pos.trains("SX")) == sorted(one.trains) == ["2+2c"]
        assert tuple(now.pos.cash(who) - game.pos.cash(who) for who in one.paid) == paid
    assert set(one.paid) == {"ann", "bob"}
    assert set(found) == {"BN", "ATE", "BCB"}


def test_a_flip_costs_and_leaves_what_is_foretold():
    """Each larger side of a train received that the treasury can pay."""
    game = after(sizes(other="ann", BCB="2b").company("SX", "merge"), "merge SX BCB 65")
    found = stakes.flips(game.pos, game.choices.offers)

    assert found
    for flip in found:
        now = game.play(game.read(f"turn SX {flip.train} {flip.into}"))
        assert now.pos.cash("SX") == flip.treasury == game.pos.cash("SX") - flip.price
        assert flip.into in now.pos.trains("SX")


def test_a_tile_that_looks_the_same_turned_round_lies_in_one_way():
    """Every hex and tile on offer is told, with no more ways than there are offers."""
    game = next(one for one in games("1844") if stakes.lays(one.pos, one.choices.offers))
    found = stakes.lays(game.pos, game.choices.offers)
    offered = [one.action for one in game.choices.offers if isinstance(one.action, LayTile)]

    assert {(hex_, tile) for hex_, tiles in found.items() for tile in tiles} == {
        (one.hex, one.tile) for one in offered
    }
    straight = [one for one in offered if one.tile == "57"]
    assert found[straight[0].hex]["57"] == len(straight) / 2


def test_a_dividend_does_what_is_foretold():
    """Who gets what, and the treasury after it; the highest comes first."""
    game = next(one for one in games("1844") if stakes.dividends(one.pos, one.choices.offers, 6))
    pos = game.pos
    found = stakes.dividends(pos, game.choices.offers, 6)

    assert [one.total for one in found] == sorted((one.total for one in found), reverse=True)
    for one in found:
        after = game.play(PayDividend(pos.awaited[0], pos.unit, one.total)).pos
        assert after.cash(pos.unit) == one.treasury
        assert after.cell(pos.unit) == one.cell
        assert {who: after.cash(who) - pos.cash(who) for who in one.paid if who in PEOPLE} == {
            who: paid for who, paid in one.paid.items() if who in PEOPLE
        }


def test_a_company_of_1844_has_fewer_tokens_the_lower_its_par():
    """A historical company gets as many as its price pays for, which is told before it is founded."""
    game = next(one for one in games("1844") if any(isinstance(o.action, Par) for o in one.choices.offers))
    ways = stakes.starts(game.pos, game.choices.offers)

    assert [(one.price, one.tokens) for one in ways["FNM"]] == [(100, 5), (90, 4), (80, 3), (70, 2), (60, 1)]


@pytest.mark.parametrize("title", ["1844", pytest.param("18CZ", marks=pytest.mark.slow)])
def test_what_starting_a_company_costs_lies_between_its_lowest_and_its_highest_price(title: str):
    """As if every price were tried."""
    for game in games(title)[::5]:
        every = stakes.starts(game.pos, game.choices.offers)
        ends = stakes.price_ends(game.choices.offers)

        assert {unit: stakes.cost_ends(game.pos, pars) for unit, pars in ends.items()} == {
            unit: (min(one.paid for one in found), max(one.paid for one in found))
            for unit, found in every.items()
        }


def test_a_bill_is_paid_in_full():
    """By treasury, director and bank together."""
    bills = [bill for game in games("1844") for bill in stakes.bills(game.pos, game.choices.offers)]

    assert bills
    assert all(bill.price == bill.treasury + bill.help + bill.credit for bill in bills)
    assert all(bill.owed >= bill.credit for bill in bills)
