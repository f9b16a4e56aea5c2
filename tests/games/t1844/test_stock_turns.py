import pytest

from engine.events import Bought, RoundBegan
from engine.state import BANK, POOL
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def table(*options: str, players: int = 3) -> Builder:
    """A stock round in which RhB is on 100, with shares in the pool."""
    built = Builder(players, *options).prices(RhB=100, BLS=80)
    return built.cash(ann=500, bob=500, cy=500).operated("RhB").holds("ann", RhB=40).holds("bob", BLS=20)


@pytest.mark.rule("CH-SR.TURN.2", "CH-SR.BUY.1")
def test_sales_first_then_one_purchase():
    """The turn is over with the purchase."""
    game = after(table().sr("ann"), "sell RhB 10", "buy BLS 10 offer")

    assert game.pos.awaited == ("bob",)
    assert refused(game, "buy BLS 10 offer", "ann").key == "buy_one"
    assert refused(game, "permit T1", "ann").key == "buy_one"
    assert refused(game, "sell RhB 10", "ann").key == "sell_after_buy"


@pytest.mark.rule("CH-SR.TURN.3")
def test_a_sale_alone_is_no_pass():
    game = after(table().sr("ann", passes=2), "sell RhB 10", "pass")

    assert game.pos.frame.kind == "stock"
    assert game.pos.round_notes.passes == 0


@pytest.mark.rule("CH-SR.TURN.4", "CH-SR.TURN.5", "CH-SR.TURN.1")
def test_the_round_ends_when_all_have_passed_in_a_row():
    game = after(table().sr("ann"), "pass", "pass", "buy BLS 10 offer")
    assert game.pos.awaited == ("ann",)
    game = after(game, "buy BLS 10 offer", "pass", "pass")
    assert game.pos.awaited == ("ann",)
    game = after(game, "pass")

    assert RoundBegan("operating", (2, 1)) in game.events


@pytest.mark.rule("CH-SR.TURN.1")
def test_nobody_acts_out_of_turn():
    """Bob could buy and sell, but it is ann's turn."""
    game = table().holds("bob", BLS=30).operated("BLS").sr("ann")

    for line in ("buy BLS 10 offer", "sell BLS 10", "pass"):
        refusal = refused(game, line, "bob")
        assert (refusal.key, refusal.clauses) == ("not_your_turn", ("CH-SR.TURN.1",))
        assert legal(after(game, "pass"), line, "bob")


@pytest.mark.rule("CH-SR.TURN.6", "CH-SR.BUY.4")
def test_players_deal_with_the_bank_only():
    game = table().sr("bob")

    assert refused(game, "buy RhB 10 ann").key == "players_deal"
    now = after(game, "buy BLS 10 offer")
    assert paid(game, now, "bob", BANK, "BLS") == (-80, 80, 0)
    assert Bought("bob", "BLS", 10, 80, "offer") in now.events


@pytest.mark.rule("CH-SR.LIMIT.1")
@pytest.mark.parametrize(("players", "limit"), [(3, 24), (4, 18), (5, 15), (6, 13), (7, 11)])
def test_the_share_limit(players: int, limit: int):
    game = Builder(players).sr("ann")

    assert game.title.data.certificate_limit[players] == limit


def full(more: int = 0) -> Builder:
    """Ann of seven players holds 11 certificates, and a few more."""
    built = Builder(7).cash(ann=900).operated("RhB", "BLS", "AB")
    built = built.prices(RhB=60, BLS=60, AB=60, STB=60).holds("bob", AB=40, STB=20)
    return built.holds("ann", RhB=60, BLS=60, AB=10 + 10 * more)


@pytest.mark.rule("CH-SR.BUY.10", "CH-SR.LIMIT.2", "CH-SR.LIMIT.3")
def test_at_the_limit_no_share_is_bought():
    """Eleven certificates, two of them directors'; privates do not count."""
    game = full().privates(P1="ann", B1="ann", T1="ann").sr("ann")

    assert refused(game, "buy AB 10 offer").values["limit"] == 11
    assert refused(game, "par MOB 60").key == "buy_limit"
    assert legal(game, "permit T2")
    assert legal(game, "mountain B2 H7 XM1")


@pytest.mark.rule("CH-SR.LIMIT.4")
def test_over_the_limit_one_sells_first():
    game = full(more=1).sr("ann")

    assert refused(game, "pass").key == "over_limit"
    assert refused(game, "permit T1").key == "over_limit"
    assert refused(game, "mountain B1 H7 XM1").key == "over_limit"
    assert refused(game, "buy STB 10 offer").key == "over_limit"
    assert refused(game, "par MOB 60").key == "over_limit"
    now = after(game, "sell AB 10")
    assert legal(now, "pass")
    assert legal(now, "permit T1")


@pytest.mark.rule("CH-SR.LIMIT.4")
def test_who_cannot_sell_may_pass_over_the_limit():
    """The pool is full of everything that is too much."""
    half = {"RhB": 50, "BLS": 50, "AB": 50}
    built = Builder(7).cash(ann=900).operated(*half).prices(RhB=60, BLS=60, AB=60)
    game = built.holds("ann", **half).holds(POOL, **half).sr("bob")
    game = after(game, *["pass"] * 5)

    assert "ann" not in game.pos.awaited
