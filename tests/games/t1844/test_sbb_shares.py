import pytest

from engine.events import Directed
from engine.finance import shares
from engine.game import Game
from engine.state import POOL
from engine.titles.t1844.figures import figures, swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused

HOLDERS = ("ann", "bob", "cy", POOL)


def table(director: str, *options: str, **held: tuple[int, int]) -> Builder:
    """The SBB on 100 after its formation: double and single certificates of it as said, the rest in the pool.

    The director's certificate is not among them.
    """
    plain = Builder(3, *options).sr().state
    parts = figures(Builder(3).sr().pos).sbb_parts
    doubles = [f"SBB.{index}" for index in range(11, 15)]
    singles = [f"SBB.{index}" for index in range(1, 11)]
    certificates = {
        certificate: holder
        for certificate, holder in plain.certificates.items()
        if certificate.split(".")[0] not in parts
    }
    certificates["SBB.0"] = director
    for player, (double, single) in held.items():
        certificates |= {doubles.pop(): player for _ in range(double)} | {
            singles.pop(): player for _ in range(single)
        }
    certificates |= dict.fromkeys([*doubles, *singles], POOL)
    tokens = {unit: left for unit, left in plain.tokens_left.items() if unit not in parts}
    built = Builder(3, *options).change(certificates=certificates, tokens_left=tokens | {"SBB": (100,) * 10})
    built = built.cash(ann=500, bob=500, cy=500, SBB=0).change(market={"5,8": ("SBB",)})
    return built.extra(sbb="formed", floated=("SBB",), operated=("FNM",))


def held(game: Game) -> dict[str, tuple[bool, int, int]]:
    """Who has the director's certificate, how many other double and how many single ones."""
    found = {}
    for who in HOLDERS:
        own = game.pos.certificates(who, "SBB")
        sizes = [game.pos.share(certificate)[1] for certificate in own if certificate != "SBB.0"]
        found[who] = ("SBB.0" in own, sizes.count(10), sizes.count(5))
    return found


@pytest.mark.rule("CH-SR.SELL.3", "CH-SR.SELL.11", "CH-SR.SELL.12")
def test_shares_of_the_new_sbb():
    """EX-40: it never operated and stands on 100 in the sixth row: two shares bring 200."""
    game = table("bob", bob=(3, 2), ann=(0, 6)).sr("ann")
    now = after(game, "sell SBB 10")

    assert "SBB" not in swiss_state(game.pos).operated
    assert now.pos.price("SBB") == 100
    assert paid(game, now, "ann") == (200,)


@pytest.mark.rule("CH-SR.SELL.2", "CH-SR.SELL.12")
def test_once_it_has_operated_it_is_paid_before_it_falls():
    built = table("bob", bob=(3, 2), ann=(0, 6)).change(market={"4,8": ("SBB",)})
    before = after(built.sr("ann"), "sell SBB 5")
    later = after(built.extra(operated=("SBB",)).sr("ann"), "sell SBB 5")

    assert before.pos.cash("ann") == 600
    assert later.pos.cash("ann") == 615
    assert before.pos.price("SBB") == later.pos.price("SBB") == 100


@pytest.mark.rule("CH-SR.BUY.14", "CH-CO.S.1")
def test_shares_of_the_sbb_come_from_the_pool():
    """A double certificate is one purchase for twice the price."""
    game = table("bob", bob=(2, 4)).sr("ann")
    double = after(game, "buy SBB 10 pool")
    single = after(game, "buy SBB 5 pool")

    assert paid(game, double, "ann") == (-200,)
    assert held(double)["ann"] == (False, 1, 0)
    assert double.pos.awaited == ("bob",)
    assert paid(game, single, "ann") == (-100,)
    refusal = refused(game, "buy SBB 5 offer")
    assert (refusal.key, refusal.clauses) == ("buy_none", ("CH-SR.BUY.14",))


@pytest.mark.rule("CH-SR.LIMIT.3")
def test_a_double_certificate_counts_as_one():
    pos = table("bob", bob=(3, 2), ann=(1, 0)).sr("ann").pos

    assert shares.counted(pos, "ann") == 1
    assert shares.counted(pos, "bob") == 6


@pytest.mark.rule("CH-SR.SELL.6", "CH-SBB.18")
def test_a_pool_that_is_too_full_takes_nothing():
    """The formation may leave more than half there."""
    full = table("bob", bob=(1, 2), ann=(0, 2)).sr("ann")
    assert full.pos.percent(POOL, "SBB") == 60
    assert refused(full, "sell SBB 5").values == {"unit": "SBB", "percent": 60, "limit": 50}

    space = table("bob", bob=(2, 4), ann=(0, 2)).change().sr("ann")
    assert space.pos.percent(POOL, "SBB") == 40
    assert legal(space, "sell SBB 10")


@pytest.mark.rule("CH-SR.SELL.1", "CH-SR.BUY.14")
def test_a_double_certificate_is_broken_with_change_from_the_pool():
    """Without a single one there it cannot be split."""
    built = table("bob", bob=(1, 9), ann=(1, 0), cy=(0, 1))
    assert (told := refused(built.sr("ann"), "sell SBB 5")).key == "sell_change"
    assert "percent" not in told.values

    game = table("bob", bob=(1, 8), ann=(1, 0), cy=(0, 1)).sr("ann")
    now = after(game, "sell SBB 5")
    assert held(now)["ann"] == (False, 0, 1)
    assert now.pos.percent(POOL, "SBB") == game.pos.percent(POOL, "SBB") + 5


@pytest.mark.rule("CH-SR.SELL.1")
def test_under_the_other_reading_nobody_but_a_director_who_resigns_gets_change():
    """A double certificate is sold whole; the director's may be given up for half of it."""
    office = "sale_change=office"
    game = table("bob", office, bob=(1, 8), ann=(1, 0), cy=(0, 1)).sr("ann")
    assert (told := refused(game, "sell SBB 5")).key == "sell_change"
    assert told.values["percent"] == 10
    assert legal(game, "sell SBB 10")

    resigning = table("bob", office, bob=(1, 0), ann=(2, 1), cy=(0, 7)).sr("bob")
    assert refused(resigning, "sell SBB 5", "bob").key == "sell_change"
    assert legal(resigning, "sell SBB 15", "bob")


@pytest.mark.rule("CH-SR.BUY.9")
def test_a_majority_of_the_sbb():
    """From the pool it may grow without end."""
    game = table("bob", bob=(4, 5)).sr("bob")

    assert game.pos.percent("bob", "SBB") == 75
    assert legal(game, "buy SBB 5 pool")


@pytest.mark.rule("CH-SR.DIR.8", "CH-SR.DIR.1")
def test_the_new_director_gives_a_double_certificate():
    game = table("bob", bob=(0, 2), ann=(1, 2)).sr("ann")
    now = after(game, "buy SBB 5 pool")

    assert now.pos.director("SBB") == "ann"
    assert Directed("SBB", "ann", "bob") in now.events
    assert held(now)["ann"] == (True, 0, 3)
    assert held(now)["bob"] == (False, 1, 2)


@pytest.mark.rule("CH-SR.DIR.8")
def test_or_two_single_ones():
    game = table("bob", bob=(0, 2), ann=(0, 4)).sr("ann")
    now = after(game, "buy SBB 5 pool")

    assert held(now)["ann"] == (True, 0, 3)
    assert held(now)["bob"] == (False, 0, 4)


@pytest.mark.rule("CH-SR.SELL.9")
def test_an_heir_of_the_sbb_holds_ten_percent():
    alone = table("bob", bob=(3, 4), ann=(0, 1)).sr("bob")
    assert refused(alone, "sell SBB 55").key == "sell_director"

    heir = table("bob", bob=(0, 2), ann=(0, 2), cy=(4, 2)).sr("bob")
    now = after(heir, "sell SBB 20")
    assert now.pos.director("SBB") == "cy"
    assert held(now)["cy"] == (True, 3, 2)
    assert held(now)["bob"] == (False, 0, 0)


@pytest.mark.rule("CH-SBB.19", "CH-SR.BUY.5")
def test_without_a_director_his_certificate_goes_first():
    game = table(POOL).sr("ann")
    assert refused(game, "buy SBB 5 pool").key == "buy_director_first"
    now = after(game, "buy SBB 10 pool")

    assert paid(game, now, "ann") == (-200,)
    assert now.pos.director("SBB") == "ann"
    assert Directed("SBB", "ann") in now.events
    assert legal(now, "buy SBB 5 pool")


def debtor(*options: str, cash: int = 0, owed: int = 35) -> Builder:
    """Ann owes from the formation."""
    built = table("bob", *options, bob=(3, 2), ann=(0, 6)).cash(ann=cash)
    return built.extra(owed={"ann": owed})


@pytest.mark.rule("CH-SBB.15")
def test_who_owes_from_the_formation_sells_first():
    """EX-31: the first act in the round is a sale, and what it brings goes to the debt."""
    game = debtor().sr("ann")
    assert refused(game, "pass").values["debt"] == 35
    now = after(game, "sell SBB 5")

    assert swiss_state(now.pos).owed == {}
    assert now.pos.cash("ann") == 65
    assert legal(now, "permit T1")
    assert legal(now, "pass")


@pytest.mark.rule("CH-SBB.15", "CH-OR.EMERG.12")
def test_under_another_reading_he_pays_when_he_likes():
    game = debtor("sbb_debt=voluntary", cash=20).sr("ann")
    assert legal(game, "pass")
    now = after(game, "repay 20")

    assert swiss_state(now.pos).owed == {"ann": 15}


@pytest.mark.rule("CH-SBB.14", "CH-SR.END.6")
@pytest.mark.parametrize(("options", "owed"), [((), 35), (("sbb_debt_interest=on",), 53)])
def test_that_debt_bears_no_interest(options: tuple[str, ...], owed: int):
    """Under another reading it grows like others."""
    game = debtor("sbb_debt=voluntary", *options).sr("cy", passes=2)

    assert swiss_state(after(game, "pass").pos).owed == {"ann": owed}


@pytest.mark.rule("CH-SBB.14", "CH-OR.EMERG.10")
def test_two_debts_with_interest_are_rounded_up_together():
    """Where both bear interest they are one debt: of 35 and 35, 50% is 35, not twice 18."""
    game = debtor("sbb_debt=voluntary", "sbb_debt_interest=on").change(debts={"ann": 35}).sr("cy", passes=2)
    pos = after(game, "pass").pos

    assert pos.state.debts["ann"] + swiss_state(pos).owed["ann"] == 105
