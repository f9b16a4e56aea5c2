import pytest

from engine.actions import Buy, Pass, Sell
from engine.events import Passed
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, paid, refused

LIMITS = {3: 18, 4: 14, 5: 11, 6: 9}


def market(*options: str, players: int = 3) -> Builder:
    """Prices apart from each other; everybody has 500, and nobody holds anything."""
    built = Builder(players, *options).cash(ann=500, bob=500, cy=500)
    return built.prices(RABA=100, GC=90, SNW=80, SIK=70, SKEV=65, LDSTEG=60, MAVAG=55)


def holding(player: str, count: int, players: int, *options: str) -> Builder:
    """A player with so many single certificates, at most six of a major, none of MAVAG, all others directed."""
    built = Builder(players, *options).cash(ann=900, bob=900)
    majors = ["RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG"]
    for major in majors:
        built.holds("bob", **{major: 30})
    for major in majors[: -(-count // 3)]:
        built.holds(player, **{major: 10 * min(3, count)})
        count -= min(3, count)
    assert count == 0
    return built


def verbs(game: Game) -> set[str]:
    return {action.verb for action in game.choices}


# --- turns


@pytest.mark.rule("MAG-VII.1.1", "MAG-VII.1.4")
def test_a_turn_is_a_sale_then_a_purchase_or_a_pass():
    """A player may sell and buy, do one of them, or pass."""
    game = market().holds("ann", RABA=10).sr()
    sold = after(game, "sell RABA 10")

    assert verbs(game) == {"sell", "buy", "pass"}
    assert sold.pos.awaited == ("ann",)
    assert after(sold, "buy GC 10").pos.awaited == ("bob",)
    assert after(sold, "pass").pos.awaited == ("bob",)
    assert after(game, "buy GC 10").pos.awaited == ("bob",)


@pytest.mark.rule("MAG-VII.1.4")
def test_nothing_is_sold_after_buying():
    """Who has bought is done; selling comes first."""
    game = market().holds("ann", RABA=10).sr()
    refusal = refused(after(game, "buy GC 10"), "sell RABA 10", "ann")

    assert (refusal.key, refusal.clauses) == ("sell_after_buy", ("MAG-VII.1.4",))
    assert legal(game, "sell RABA 10")
    assert refused(after(game, "pass"), "sell RABA 10", "ann").key == "not_your_turn"


@pytest.mark.rule("MAG-VII.1.6")
def test_one_certificate_a_turn():
    """The second one waits for the next turn."""
    game = after(market().sr(), "buy GC 10")
    refusal = refused(game, "buy GC 10", "ann")

    assert (refusal.key, refusal.clauses) == ("buy_one", ("MAG-VII.1.6",))
    assert legal(after(game, "pass", "pass"), "buy SNW 10", "ann")


@pytest.mark.rule("MAG-VII.1.5", "MAG-VII.4.6")
def test_any_number_is_sold_in_any_order():
    """Several majors are sold one after another, in the order the player likes, then he may buy."""
    game = market().holds("ann", RABA=30, GC=20).holds("bob", RABA=30, GC=40).sr()
    one = after(game, "sell GC 20", "sell RABA 10", "buy SNW 10")
    other = after(game, "sell RABA 10", "sell GC 20", "buy SNW 10")

    assert paid(game, one, "ann") == paid(game, other, "ann") == (2 * 90 + 100 - 80,)
    assert one.pos.awaited == ("bob",)


@pytest.mark.rule("MAG-VII.1.5")
def test_only_held_shares_are_sold():
    """Nobody sells more than he has, nor parts of a share."""
    game = market().holds("ann", RABA=10, GC=20).holds("bob", GC=30).sr()

    for line in ("sell RABA 20", "sell SNW 10", "sell RABA 5", "sell RABA 0", "sell NOBODY 10"):
        assert (refused(game, line).key, refused(game, line).clauses) == ("sell_holding", ("MAG-VII.1.5",))
    assert legal(game, "sell RABA 10")
    assert legal(game, "sell GC 20")


@pytest.mark.rule("MAG-VII.1.2")
def test_players_do_not_deal_with_each_other():
    """A share that bob holds is not bought from him; one of the bank's is bought."""
    game = market().holds("bob", RABA=10).sr()
    refusal = refused(game, "buy RABA 10 bob")

    assert (refusal.key, refusal.clauses) == ("players_deal", ("MAG-VII.1.2",))
    assert legal(game, "buy RABA 10")


@pytest.mark.rule("MAG-III.3.2.2")
def test_minors_are_not_sold():
    """A minor stays with its owner; a share may go."""
    game = market().holds("ann", RABA=10).sr()
    refusal = refused(game, "sell 1 10")

    assert (refusal.key, refusal.clauses) == ("minor_sale", ("MAG-III.3.2.2",))
    assert legal(game, "sell RABA 10")


@pytest.mark.rule("MAG-VII.1.7")
def test_who_passed_may_act_later():
    """A pass is for one turn only."""
    game = after(market().sr(), "pass", "buy GC 10", "pass")

    assert game.pos.awaited == ("ann",)
    assert legal(game, "buy SNW 10")


@pytest.mark.rule("MAG-VII.2.1")
def test_the_holder_of_the_priority_deal_starts():
    """After the OR the SR begins with him and goes clockwise; nobody else acts meanwhile."""
    built = market().priority("bob")
    game = after(built.minor("12", "train"), "pass")

    assert game.pos.frame.queue == ("bob", "cy", "ann")
    assert after(game, "buy GC 10").pos.frame.queue == ("cy", "ann", "bob")
    refusal = refused(game, "buy GC 10", "cy")
    assert (refusal.key, "MAG-VII.2.1" in refusal.clauses) == ("not_your_turn", True)


@pytest.mark.rule("MAG-VII.2.2")
def test_the_round_ends_when_all_pass_in_a_row():
    """Two passes and a purchase keep it open; three passes end it."""
    game = market().sr()

    assert after(game, "pass", "pass", "buy GC 10", "pass", "pass").pos.frame.kind == "stock"
    assert after(game, "pass", "pass", "buy GC 10", "pass", "pass", "pass").pos.frame.kind == "operating"
    assert after(game, "pass", "pass", "pass").pos.frame.kind == "operating"


@pytest.mark.rule("MAG-VII.2.2")
def test_a_sale_keeps_the_round_open():
    """Selling without buying is no pass."""
    game = after(market().holds("cy", RABA=10).sr(), "pass", "pass", "sell RABA 10", "pass", "pass")

    assert game.pos.awaited == ("bob",)
    assert [type(event) for event in game.events] == [Passed]


@pytest.mark.rule("MAG-VII.2.3")
@pytest.mark.parametrize("deal", ["buy GC 10", "sell RABA 10"])
def test_the_priority_deal_goes_to_the_left_of_the_last_to_deal(deal: str):
    """Bob dealt last, so cy gets the card, whether bob bought or sold."""
    game = market().holds("bob", RABA=10).priority("ann").sr()
    lines = ["pass", deal] + (["pass"] if deal.startswith("sell") else []) + ["pass"] * 3

    assert after(game, *lines).state.priority == "cy"


@pytest.mark.rule("MAG-VII.2.3")
def test_the_priority_deal_stays_when_nobody_deals():
    """Three passes leave the card where it was (decision A35)."""
    game = market().priority("bob").sr("bob")

    assert after(game, "pass", "pass", "pass").state.priority == "bob"


# --- limits


@pytest.mark.rule("MAG-VII.3.1", "MAG-VII.3.4")
@pytest.mark.parametrize("players", LIMITS)
def test_the_certificate_limit(players: int):
    """18, 14, 11 and 9 certificates for 3, 4, 5 and 6 players: the last one is bought, no more."""
    limit = LIMITS[players]
    full, room = holding("ann", limit, players).sr(), holding("ann", limit - 1, players).sr()
    refusal = refused(full, "buy MAVAG 10")

    assert (refusal.key, refusal.values) == ("buy_limit", {"limit": limit})
    assert refusal.clauses == ("MAG-VII.3.1",)
    assert legal(room, "buy MAVAG 10")


@pytest.mark.rule("MAG-VII.3.2", "MAG-III.3.2.12", "MAG-III.3.3.5")
def test_what_counts_against_the_limit():
    """A director certificate of two shares counts one; minors do not count."""
    built = holding("ann", 17, 3)
    game = built.sr()

    assert len(game.pos.certificates("ann")) == 17
    assert len([minor for minor, owner in game.state.owners.items() if owner == "ann"]) == 4
    assert legal(game, "buy MAVAG 10")
    bob = game.pos.certificates("bob", "RABA")
    assert (game.pos.percent("bob", "RABA"), len(bob)) == (30, 2)


@pytest.mark.rule("MAG-VII.3.1", "MAG-III.3.3.7")
def test_the_second_share_at_the_limit_is_exchanged_at_once():
    """Two certificates become one: the limit is kept, for the exchange is compulsory and immediate."""
    game = holding("ann", 17, 3).holds("ann", MAVAG=10).sr()
    now = after(game, "buy MAVAG 10")

    assert len(game.pos.certificates("ann")) == len(now.pos.certificates("ann")) == 18
    assert now.pos.director("MAVAG") == "ann"
    assert refused(game, "buy LDSTEG 10").key == "buy_limit"


@pytest.mark.rule("MAG-VII.3.1", "MAG-III.3.3.7")
def test_who_takes_an_office_over_at_the_limit_exchanges_at_once():
    """The share that outnumbers the director brings his certificate for two; one that does not is refused."""
    built = holding("ann", 16, 3).holds("bob", MAVAG=20).holds("ann", MAVAG=20)
    game = built.sr()
    now = after(game, "buy MAVAG 10")

    assert (game.pos.director("MAVAG"), now.pos.director("MAVAG")) == ("bob", "ann")
    assert len(game.pos.certificates("ann")) == len(now.pos.certificates("ann")) == 18
    assert refused(built.holds("bob", MAVAG=30).sr(), "buy MAVAG 10").key == "buy_limit"


@pytest.mark.rule("MAG-VII.3.1")
def test_under_the_other_reading_the_limit_is_looked_at_first():
    """Where the director certificate is sold like any other, the limit is that before the exchange."""
    game = holding("ann", 17, 3, "director_purchase=on").holds("ann", MAVAG=10).sr()

    assert refused(game, "buy MAVAG 10").key == "buy_limit"


def over() -> Game:
    """Ann has 19 certificates, as she may after losing a directorship."""
    built = holding("ann", 18, 3).holds("ann", MAVAG=10).holds("bob", LDSTEG=40)
    return built.sr()


@pytest.mark.rule("MAG-VII.3.1")
def test_who_is_over_the_limit_sells_first():
    """He may neither pass nor buy until he is within it (decision A32)."""
    game = over()

    assert verbs(game) == {"sell"}
    for line in ("pass", "buy LDSTEG 10"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("over_limit", ("MAG-VII.3.1",))
    sold = after(game, "sell MAVAG 10")
    assert legal(sold, "pass")
    assert refused(sold, "buy LDSTEG 10").key == "buy_limit"


@pytest.mark.rule("MAG-VII.3.3", "MAG-VII.3.4")
def test_sixty_percent_are_the_most():
    """The sixth share is bought, the seventh is not."""
    sixty, fifty = market().holds("ann", GC=60).sr(), market().holds("ann", GC=50).sr()
    refusal = refused(sixty, "buy GC 10")

    assert (refusal.key, refusal.clauses) == ("buy_holding", ("MAG-VII.3.3",))
    assert legal(fifty, "buy GC 10")


# --- sales


@pytest.mark.rule("MAG-VII.4.1")
def test_no_sale_in_the_first_share_round():
    """While certificates are taken nothing is sold; in a later SR the share may go."""
    draft = draft_with_a_share()
    refusal = refused(draft, "sell RABA 10")

    assert draft.pos.percent(draft.pos.acting, "RABA") == 10
    assert (refusal.key, refusal.clauses) == ("sell_in_fsr", ("MAG-VII.4.1",))
    assert legal(market().holds("ann", RABA=10).sr(), "sell RABA 10")


def draft_with_a_share() -> Game:
    game = after(Game.start("18Mag", ("ann", "bob", "cy")), "draft RABA", "draft GC", "draft SNW")
    return after(game, "draft 1", "draft 2")


@pytest.mark.rule("MAG-VII.4.5", "MAG-VII.4.7", "MAG-VIII.3.1")
def test_ex_27_a_block_is_paid_at_the_old_price():
    """EX-27: 30% of GC at 75 bring 225, and the price falls one space to 70."""
    game = Builder().prices(GC=75).holds("bob", GC=40).holds("ann", GC=30).sr()
    now = after(game, "sell GC 30")

    assert paid(game, now, "ann", "bank") == (225, -225)
    assert now.pos.price("GC") == 70


@pytest.mark.rule("MAG-VII.4.7")
def test_a_major_is_sold_once_a_turn():
    """One block; splitting a sale to push the price down is refused, selling another major is not (A30)."""
    game = after(market().holds("ann", GC=10, SNW=10, RABA=50).sr(), "sell RABA 10")
    refusal = refused(game, "sell RABA 10")

    assert (refusal.key, refusal.clauses) == ("sell_again", ("MAG-VII.4.7",))
    assert legal(game, "sell GC 10")
    later = after(game, "pass", "pass", "pass")
    assert legal(later, "sell RABA 10")


@pytest.mark.rule("MAG-VII.4.4")
def test_sold_shares_can_be_bought_at_once():
    """All shares of GC were taken; what ann sells, bob buys in the next turn."""
    built = market().holds("cy", GC=60).holds("ann", GC=40)
    game = built.sr()

    assert refused(game, "buy GC 10").key == "buy_none"
    assert legal(after(game, "sell GC 20", "pass"), "buy GC 10", "bob")


# --- purchases


@pytest.mark.rule("MAG-VII.1.3", "MAG-VII.5.1", "MAG-IV.3")
@pytest.mark.parametrize("director", [False, True])
def test_a_share_costs_its_price(director: bool):
    """10% of GC at 90 cost 90, paid to the bank, whether or not it has a director."""
    built = market().holds("cy", GC=20) if director else market()
    game = built.sr()
    now = after(game, "buy GC 10")

    assert paid(game, now, "ann", "bank", "GC", "cy", "n1") == (-90, 90, 0, 0, 0)
    assert now.pos.percent("ann", "GC") == 10


@pytest.mark.rule("MAG-VII.5.1")
def test_what_the_bank_has_not_is_not_bought():
    """Of 100% in players' hands nothing is left; of 90% one certificate is."""
    built = market().holds("bob", GC=60).holds("cy", GC=40)
    refusal = refused(built.sr(), "buy GC 10")

    assert (refusal.key, refusal.clauses) == ("buy_none", ("MAG-VII.5.1",))
    assert legal(built.holds("cy", GC=30).sr(), "buy GC 10")
    assert refused(market().sr(), "buy 3 10").key == "buy_none"
    assert refused(market().sr(), "buy GC 30").key == "buy_none"


@pytest.mark.rule("MAG-VII.5.2", "MAG-IV.3")
def test_the_buyer_must_have_the_cash():
    """89 do not buy a share for 90, and full treasuries of his minors do not help."""
    poor = market().cash(ann=89, n1=500).sr()
    refusal = refused(poor, "buy GC 10")

    assert (refusal.key, refusal.values) == ("buy_cash", {"unit": "GC", "price": 90, "cash": 89})
    assert refusal.clauses == ("MAG-VII.5.2",)
    assert legal(market().cash(ann=90).sr(), "buy GC 10")


@pytest.mark.rule("MAG-VII.5.3")
def test_what_was_sold_is_not_bought_back_in_the_same_round():
    """Not in this turn nor in a later one; in the next SR it is."""
    game = market().holds("ann", GC=10).holds("bob", GC=30).sr()
    sold = after(game, "sell GC 10")
    later = after(sold, "pass", "buy SNW 10", "pass")
    refusal = refused(sold, "buy GC 10")

    assert (refusal.key, refusal.clauses) == ("buy_after_sale", ("MAG-VII.5.3",))
    assert refused(later, "buy GC 10", "ann").key == "buy_after_sale"
    assert legal(after(later, "pass"), "buy GC 10", "bob")
    assert legal(game, "buy GC 10")
    assert legal(market().holds("bob", GC=30).sr("ann", 3), "buy GC 10")


@pytest.mark.rule("MAG-IV.3")
def test_minors_take_no_part_in_a_share_round():
    """Only selling, buying and passing are offered; what units do is refused."""
    game = market().holds("ann", GC=10).sr()

    assert {type(action) for action in game.choices} == {Sell, Buy, Pass}
    for line in ("lay 1 E12 L33 2", "train 1 2 depot 80", "dividend GC 0", "token GC D9 0"):
        assert refused(game, line).key == "wrong_step"
