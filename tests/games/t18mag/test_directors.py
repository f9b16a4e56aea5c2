import pytest

from engine.events import Directed
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, drafting, legal, paid, refused


def table(*options: str, players: int = 3, **held: int) -> Builder:
    """Shares of GC as said; everybody has 500."""
    built = Builder(players, *options).cash(ann=500, bob=500, cy=500).prices(GC=80)
    for player, percent in held.items():
        built.holds(player, GC=percent)
    return built


def shares(game: Game) -> dict[str, int]:
    return {who: game.pos.percent(who, "GC") for who in game.state.players if game.pos.percent(who, "GC")}


def certificates(game: Game, who: str) -> tuple[bool, int]:
    """Whether somebody has the director certificate of GC, and how many others."""
    own = game.pos.certificates(who, "GC")
    return "GC.0" in own, len([certificate for certificate in own if certificate != "GC.0"])


# --- becoming director


@pytest.mark.rule("MAG-III.3.3.2")
def test_shares_come_from_the_draft_and_from_purchases():
    """A player who took one certificate of RABA in the FSR and buys one of GC holds 10% of both."""
    drafted = drafting().pos
    bought = after(table().sr(), "buy GC 10")

    assert drafted.percent("ann", "RABA") == 10
    assert shares(bought) == {"ann": 10}


@pytest.mark.rule("MAG-III.3.3.3")
def test_ten_percent_make_no_director():
    """One share is not enough, two are."""
    assert table(ann=10).sr().pos.director("GC") == ""
    assert table(ann=20).sr().pos.director("GC") == "ann"


@pytest.mark.rule("MAG-III.3.3.7", "MAG-III.3.3.5")
def test_the_second_share_is_exchanged_for_the_director_certificate():
    """The two 10% certificates go back to the bank at once, and can be bought there."""
    game = table(ann=10).sr()
    now = after(game, "buy GC 10")

    assert paid(game, now, "ann") == (-80,)
    assert certificates(now, "ann") == (True, 0)
    assert len(now.pos.certificates("pool", "GC")) == 8
    assert now.pos.percent("pool", "GC") == 80
    assert Directed("GC", "ann") in now.events


@pytest.mark.rule("MAG-III.3.3.7")
def test_two_players_with_one_share_block_nobody():
    """Anyone may buy the second 10% of a major without director, and directs it (decision A37)."""
    now = after(table(ann=10, bob=10).sr("bob"), "buy GC 10")

    assert now.pos.director("GC") == "bob"
    assert shares(now) == {"ann": 10, "bob": 20}


@pytest.mark.rule("MAG-III.3.3.7")
def test_two_certificates_of_the_draft_are_exchanged_too():
    """With five players who took both shares of RABA directs it at once."""
    game = drafting(5, certificates=("RABA RABA", "GC MAVAG", "SNW LDSTEG", "SIK GC", "SKEV SNW"))

    assert game.pos.director("RABA") == "ann"
    assert len(game.pos.certificates("ann", "RABA")) == 1


@pytest.mark.rule("MAG-III.3.3.6")
def test_the_director_certificate_is_not_for_sale():
    """20% are refused although they lie there and the money is there; 10% are sold."""
    game = table().sr()
    refusal = refused(game, "buy GC 20")

    assert (refusal.key, refusal.clauses) == ("buy_director", ("MAG-III.3.3.6",))
    assert legal(game, "buy GC 10")


@pytest.mark.rule("MAG-III.3.3.6")
@pytest.mark.parametrize(("before", "percent"), [(0, 20), (10, 30)])
def test_a_table_may_sell_the_director_certificate(before: int, percent: int):
    """Under the reading of recorded games it costs two shares and is the purchase of the turn (A55)."""
    built = table("director_purchase=on", ann=before) if before else table("director_purchase=on")
    game = built.sr()
    now = after(game, "buy GC 20")

    assert paid(game, now, "ann", "bank") == (-160, 160)
    assert (shares(now), now.pos.director("GC")) == ({"ann": percent}, "ann")
    assert refused(now, "buy SNW 10", "ann").key == "buy_one"


@pytest.mark.rule("MAG-VII.5.2", "MAG-III.3.3.6")
@pytest.mark.parametrize(("cash", "enough"), [(160, True), (159, False)])
def test_the_director_certificate_costs_two_shares(cash: int, enough: bool):
    """Under that reading a player needs twice the price for it."""
    game = table("director_purchase=on").cash(ann=cash).sr()

    assert legal(game, "buy GC 20") == enough
    assert enough or refused(game, "buy GC 20").key == "buy_cash"


# --- changing directors


@pytest.mark.rule("MAG-VII.6.1", "MAG-VII.6.2", "MAG-VII.6.3")
def test_ex_39_more_shares_take_the_office():
    """EX-39: at 30 to 30 nothing changes, at 40 to 30 the certificate is handed over for two others."""
    game = table(ann=30, bob=20).sr("bob")
    equal = after(game, "buy GC 10")
    more = after(equal, "pass", "pass", "buy GC 10")

    assert (equal.pos.director("GC"), shares(equal)) == ("ann", {"ann": 30, "bob": 30})
    assert not [event for event in equal.events if isinstance(event, Directed)]
    assert (more.pos.director("GC"), shares(more)) == ("bob", {"ann": 30, "bob": 40})
    assert certificates(equal, "ann") == (True, 1)
    assert (certificates(more, "ann"), certificates(more, "bob")) == ((False, 3), (True, 2))
    assert Directed("GC", "bob", "ann") in more.events


@pytest.mark.rule("MAG-VII.6.1", "MAG-III.3.3.3")
def test_a_sale_may_take_the_office_as_well():
    """Ann sells from 40 to 20 while bob has 30: he directs, though she keeps 20% (decision A31)."""
    game = table(ann=40, bob=30).sr()
    now = after(game, "sell GC 20")

    assert (now.pos.director("GC"), shares(now)) == ("bob", {"ann": 20, "bob": 30})
    assert certificates(now, "ann") == (False, 2)


@pytest.mark.rule("MAG-VII.6.2")
def test_a_sale_to_a_tie_keeps_the_office():
    """From 40 to 30 beside another 30% nothing changes hands."""
    now = after(table(ann=40, bob=30).sr(), "sell GC 10")

    assert now.pos.director("GC") == "ann"


@pytest.mark.rule("MAG-VII.4.2", "MAG-VII.4.3", "MAG-VII.6.6")
def test_ex_40_a_director_without_an_heir_keeps_the_certificate():
    """EX-40: with 20% and nobody else at 20% the sale of 10%, or of all, is refused."""
    game = table(ann=20, bob=10).sr()

    for line in ("sell GC 10", "sell GC 20"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses[:2]) == ("sell_director", ("MAG-VII.4.2", "MAG-VII.4.3"))
    assert legal(table(ann=30, bob=10).sr(), "sell GC 10")
    assert refused(table(ann=30, bob=10).sr(), "sell GC 20").key == "sell_director"


@pytest.mark.rule("MAG-VII.4.3", "MAG-VII.6.4")
def test_a_director_may_leave_when_another_has_twenty():
    """The exchange comes first, then the 10% shares are sold; the certificate is never in the bank."""
    game = table(ann=20, bob=20).sr()
    half, all_of_it = after(game, "sell GC 10"), after(game, "sell GC 20")

    assert (half.pos.director("GC"), shares(half)) == ("bob", {"ann": 10, "bob": 20})
    assert (all_of_it.pos.director("GC"), shares(all_of_it)) == ("bob", {"bob": 20})
    assert certificates(half, "bob") == (True, 0)
    assert paid(game, all_of_it, "ann") == (160,)
    assert "GC.0" not in all_of_it.pos.certificates("pool", "GC")


@pytest.mark.rule("MAG-VII.6.4")
def test_the_player_with_the_most_shares_takes_over():
    """Of two with at least 20% the one with more becomes director."""
    now = after(table(ann=40, bob=20, cy=30).sr(), "sell GC 30")

    assert now.pos.director("GC") == "cy"
    assert legal(table(ann=40, bob=20, cy=30).sr(), "sell GC 40")


@pytest.mark.rule("MAG-VII.6.5")
@pytest.mark.parametrize(("seller", "heir"), [("ann", "bob"), ("bob", "cy"), ("cy", "ann")])
def test_among_equals_the_next_one_clockwise_takes_over(seller: str, heir: str):
    """Two others have 20% each: the one to the left of the old director comes first."""
    held = {"ann": 20, "bob": 20, "cy": 20, seller: 30}
    built = table(**{seller: held.pop(seller)})
    for player, percent in held.items():
        built.holds(player, GC=percent)
    now = after(built.sr(seller), "sell GC 20")

    assert now.pos.director("GC") == heir


@pytest.mark.rule("MAG-VII.6.6", "MAG-VII.4.2")
def test_a_directed_major_stays_directed():
    """Whatever is legal to sell, somebody directs GC afterwards."""
    for held in (
        {"ann": 20, "bob": 20},
        {"ann": 40, "bob": 10},
        {"ann": 60, "bob": 40},
        {"ann": 30, "cy": 20},
    ):
        game = table(**held).sr()
        blocks = [action for action in game.choices if action.verb == "sell" and action.unit == "GC"]
        assert all(game.play(block).pos.director("GC") for block in blocks)


@pytest.mark.rule("MAG-VII.6.3")
def test_losing_an_office_may_break_the_limit():
    """One certificate becomes two; the change stands, and in his next turn he must sell (decision A32)."""
    built = table(ann=20, bob=20).cash(ann=0)
    for major in ("RABA", "SNW", "SIK"):
        built.holds("cy", **{major: 40}).holds("ann", **{major: 50})
    built.holds("ann", SKEV=30)
    game = built.sr("bob")
    before = len(game.pos.certificates("ann"))
    now = after(game, "buy GC 10", "pass")

    assert (before, len(now.pos.certificates("ann"))) == (18, 19)
    assert now.pos.director("GC") == "bob"
    assert now.pos.awaited == ("ann",)
    assert refused(now, "pass").key == "over_limit"
