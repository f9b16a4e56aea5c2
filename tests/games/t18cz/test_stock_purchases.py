"""Sections VII.3 and VII.4: what may be bought, and how much of it."""

import pytest

from engine.finance import shares
from engine.game import Game
from engine.state import BANK
from tests.games.t18cz.czech import PLAYERS, Builder, after, legal, paid, refused, round_is, until


def rich(players: int = 3, *options: str) -> Builder:
    """Everybody has 900."""
    built = Builder(players, *options)
    return built.cash(**dict.fromkeys(PLAYERS[:players], 900))


# --- which companies


@pytest.mark.rule("CZ-VII.3.1", "CZ-VII.3.2", "CZ-VII.3.3")
@pytest.mark.parametrize(
    ("phase", "open_"),
    [("a", (True, False, False)), ("b", (True, True, False)), ("c", (True, True, False)), ("d", (True,) * 3)],
)
def test_sizes_open_with_the_phases(phase: str, open_: tuple[bool, ...]):
    """Small companies at once, medium ones from b, large ones from d."""
    game = rich().phase(phase).sr(number=2 if phase != "a" else 1)

    for line, known in zip(("par EKJ 50", "par BTE 60", "par BY 90"), open_, strict=True):
        if known:
            assert legal(game, line)
        else:
            refusal = refused(game, line)
            cited = ("CZ-VII.3.3",) if "BY" in line else ("CZ-VII.3.1", "CZ-VII.3.2")
            assert (refusal.key, refusal.clauses) == ("buy_size", cited)


@pytest.mark.rule("CZ-VII.3.2", "CZ-VII.3.3")
@pytest.mark.parametrize(
    ("train", "price", "before", "line"), [("2b", 70, "a", "par BTE 60"), ("3d", 120, "c", "par BY 90")]
)
def test_the_first_train_of_its_letter_opens_a_size(train: str, price: int, before: str, line: str):
    """EKJ buys the first b or d train; in the stock round after that the size is for sale, without it it is not."""
    built = rich().holds("bob", EKJ=50).cash(EKJ=900).trains(EKJ="2a").phase(before).depot(train)
    turn = built.company("EKJ", "train", number=(4, 1))
    assert refused(built.sr(), line).key == "buy_size"

    bought = after(turn, f"train EKJ {train} depot {price}")
    assert legal(until(bought, round_is("stock", 5)), line)


@pytest.mark.rule("CZ-VII.3.4")
def test_a_company_is_founded_once():
    """Its director's certificate is gone then; something that is not a company cannot be founded at all."""
    game = rich().holds("bob", EKJ=50).sr()

    for line in ("par EKJ 50", "par XYZ 50", "par S1 50"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("par_unit", ("CZ-VII.3.4",))
    assert legal(game, "par OFE 50")


# --- with what money


@pytest.mark.rule("CZ-VII.3.6")
def test_the_marked_price_not_the_initial_one():
    """Founded at 70 and fallen to 53: a share costs 53."""
    game = rich().founded(EKJ=70).holds("bob", EKJ=50).prices(EKJ=53).sr()
    assert game.state.pars["EKJ"] == 70

    assert paid(game, after(game, "buy EKJ 25"), "ann", BANK) == (-53, 53)


@pytest.mark.rule("CZ-VII.3.7")
@pytest.mark.parametrize(("cash", "fits"), [(49, False), (50, True)])
def test_a_share_is_paid_in_cash(cash: int, fits: bool):
    """A share for 50 is bought with 50, not with 49; what was sold in the same turn counts."""
    built = rich().holds("bob", EKJ=50).holds("ann", OFE=75).cash(ann=cash)
    game = built.sr()

    if fits:
        assert legal(game, "buy EKJ 25")
    else:
        refusal = refused(game, "buy EKJ 25")
        assert (refusal.key, refusal.clauses) == ("buy_cash", ("CZ-VII.3.7",))
        assert (refusal.values["price"], refusal.values["cash"]) == (50, 49)
        assert legal(after(game, "sell OFE 25"), "buy EKJ 25")


@pytest.mark.rule("CZ-VII.3.7")
def test_founding_is_paid_in_cash():
    """With 119 the certificate of two shares at 55 is bought, at 60 it is not."""
    game = rich().cash(ann=119).sr()

    refusal = refused(game, "par EKJ 60")
    assert (refusal.key, refusal.clauses) == ("par_cash", ("CZ-VII.3.7",))
    assert (refusal.values["price"], refusal.values["cash"]) == (120, 119)
    assert legal(game, "par EKJ 55")


@pytest.mark.rule("CZ-VII.3.8")
def test_a_debtor_buys_nothing():
    """While one crown of a loan is unpaid neither a share is bought nor a company founded; after it both may be."""
    game = rich().holds("bob", EKJ=50).loans(ann=30).sr()

    game = after(game, "repay 29")
    for line in ("buy EKJ 25", "par OFE 50"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("buy_in_debt", ("CZ-VII.3.8", "CZ-VIII.11.9"))
    game = after(game, "repay 1")
    assert legal(game, "buy EKJ 25")
    assert legal(game, "par OFE 50")


@pytest.mark.rule("CZ-VII.3.9")
def test_what_was_sold_is_not_bought_back_in_the_same_round():
    """Neither in this turn nor in a later one; others may, and so may the seller in the next stock round."""
    built = rich().holds("ann", EKJ=75).holds("bob", MW=50).trains(EKJ="2a", MW="2a")
    game = after(built.sr(), "sell EKJ 25")
    refusal = refused(game, "buy EKJ 25")
    assert (refusal.key, refusal.clauses) == ("buy_after_sale", ("CZ-VII.3.9",))
    assert legal(game, "buy MW 25")

    later = after(game, "buy MW 25", "pass", "pass")
    assert refused(later, "buy EKJ 25").key == "buy_after_sale"
    assert legal(after(game, "pass"), "buy EKJ 25", "bob")

    again = until(later, lambda now: round_is("stock", 3)(now) and now.pos.acting == "ann")
    assert legal(again, "buy EKJ 25")


@pytest.mark.rule("CZ-VII.3.11", "CZ-VII.5.b.1")
def test_a_purchase_may_make_a_director():
    """Bob has 40 like the director; the share for which he pays makes him director at once."""
    game = rich().holds("ann", BTE=40).holds("bob", BTE=40).phase("b").sr("bob")

    assert game.pos.director("BTE") == "ann"
    assert after(game, "buy BTE 20").pos.director("BTE") == "bob"


# --- becoming active


@pytest.mark.rule("CZ-VII.3.12")
@pytest.mark.parametrize(
    ("unit", "price", "others", "share", "treasury"),
    [("EKJ", 50, 0, 25, 200), ("BTE", 60, 1, 20, 300), ("Ug", 100, 3, 10, 1000)],
)
def test_active_with_half_of_the_shares(unit: str, price: int, others: int, share: int, treasury: int):
    """WE-14 to WE-16: 50 per cent of a small or large company, 60 of a medium one; not one share before."""
    game = after(rich().phase("d").sr(), f"par {unit} {price}")
    for bought in range(others):
        assert unit not in game.state.extra.floated
        assert game.pos.cash(unit) == 0, bought
        game = after(game, f"buy {unit} {share}")

    assert game.state.extra.floated == (unit,)
    assert game.pos.cash(unit) == treasury


@pytest.mark.rule("CZ-VII.3.12")
def test_it_acts_from_the_next_operating_round():
    """BTE with 60 per cent in players' hands gets a turn, KFN with 40 gets none."""
    game = rich().phase("b").holds("ann", BTE=40, KFN=40).holds("bob", EKJ=50).trains(EKJ="2b").sr()
    game = until(after(game, "buy BTE 20"), round_is("operating", 2, 1))

    assert set(game.pos.frame.queue) == {"BTE", "EKJ"}


@pytest.mark.rule("CZ-VII.3.12")
def test_half_must_be_held_at_one_time():
    """D-24: of five shares of Ug ever bought one has been sold again; the fifth held at one time makes it active."""
    game = rich().phase("d").holds("ann", Ug=20).holds("bob", Ug=20).sr("bob")
    game = after(game, "sell Ug 10", "pass", "buy Ug 10")
    assert sum(game.pos.percent(player, "Ug") for player in game.state.players) == 40
    assert "Ug" not in game.state.extra.floated

    game = after(game, "buy Ug 10")
    assert "Ug" in game.state.extra.floated


@pytest.mark.rule("CZ-VII.3.12")
def test_once_active_always_active():
    """D-24: the share that made BTE active is sold again; it keeps its money and its turn."""
    game = (
        rich().phase("b").holds("bob", BTE=40).holds("ann", BTE=20, EKJ=50).trains(EKJ="2b", BTE="2+2b").sr()
    )
    assert "BTE" in game.state.extra.floated

    sold = after(game, "sell BTE 20", "pass", "pass", "pass", "pass")
    assert round_is("operating")(sold)
    assert "BTE" in sold.pos.frame.queue


@pytest.mark.rule("CZ-VII.3.12")
def test_only_active_companies_are_acquired():
    """By takes over BTE with 60 per cent in players' hands, not with the director's 40 alone."""
    built = rich().phase("d").holds("ann", BY=60).cash(BY=500).trains(BY="3Ed").tiles(F3="8898 3")
    built = built.tokens(F3="BY.0").holds("bob", BTE=40).founded(EKJ=50)
    refusal = refused(built.company("BY", "merge"), "merge BY BTE 60")
    assert (refusal.key, refusal.clauses) == ("acquire_inactive", ("CZ-VII.3.12",))

    assert legal(built.holds("bob", BTE=60).company("BY", "merge"), "merge BY BTE 60")


# --- limits


@pytest.mark.rule("CZ-VII.4.1", "CZ-VII.4.2", "CZ-D-01.1")
@pytest.mark.parametrize(
    ("players", "limit", "stated"),
    [(3, 14, "CZ-VII.4.2"), (4, 12, "CZ-VII.4.2"), (5, 10, "CZ-VII.4.2"), (6, 9, "CZ-D-01.1")],
)
def test_the_certificate_limit(players: int, limit: int, stated: str):
    """With one place left a purchase is legal, with none left neither a share is bought nor a company founded."""
    lines = ("buy PR 10", "par OFE 50")
    roomy, full = holding(players, limit - 1), holding(players, limit)
    assert all(legal(roomy, line) for line in lines)

    for line in lines:
        refusal = refused(full, line)
        assert (refusal.key, refusal.values["limit"]) == ("buy_limit", limit)
        assert refusal.clauses == ("CZ-VII.4.1", stated, "CZ-VII.4.3", "CZ-VII.4.4")


def holding(players: int, certificates: int) -> Game:
    """Ann holds so many certificates, between 8 and 15."""
    built = rich(players).phase("d").holds("bob", PR=20, SX=40, BY=40).holds("ann", Ug=60, EKJ=75)
    first = min(certificates - 7, 4)
    game = built.holds("ann", SX=10 * first, BY=10 * (certificates - 7 - first)).sr()
    assert shares.counted(game.pos, "ann") == certificates
    return game


@pytest.mark.rule("CZ-VII.4.3", "CZ-VII.4.4")
def test_locals_and_directors_count_one_each():
    """WE-57: nine certificates, one of them a director's, and three locals are twelve of twelve with four players."""
    built = rich(4).phase("d").holds("bob", PR=50, SX=20).holds("ann", Ug=60, PR=40)
    game = built.owns("ann", "S1", "M1", "L1").sr()
    assert len(game.pos.certificates("ann")) == 9
    assert "Ug.0" in game.pos.certificates("ann")

    assert refused(game, "buy PR 10").key == "buy_limit"
    assert legal(built.owns("bob", "L1").sr(), "buy PR 10")


def taking_over(unit: str, *options: str) -> Builder:
    """Ann holds 14 certificates, among them as much of a company as its director bob."""
    built = Builder(3, *options).cash(ann=900, bob=900, cy=900).phase("d").holds("cy", SX=50)
    built = built.holds("bob", **{unit: 40}).holds("ann", Ug=60, EKJ=75, **{unit: 40})
    left = 14 - shares.counted(built.sr("ann").pos, "ann")
    return built.holds("ann", SX=10 * min(left, 5)).owns("ann", *["S1", "M1"][: max(left - 5, 0)])


@pytest.mark.rule("CZ-VII.4.1", "CZ-VII.4.4", "CZ-VII.5.b.1", "CZ-VII.5.b.3")
@pytest.mark.parametrize(("unit", "share"), [("BTE", 20), ("BY", 10)])
def test_who_takes_an_office_over_at_the_limit_exchanges_at_once(unit: str, share: int):
    """The share that outnumbers the director brings the director's certificate for as much: the limit is kept."""
    game = taking_over(unit).sr()
    now = after(game, f"buy {unit} {share}")

    assert (game.pos.director(unit), now.pos.director(unit)) == ("bob", "ann")
    assert shares.counted(game.pos, "ann") == shares.counted(now.pos, "ann") == 14
    assert refused(game, "par OFE 50").key == "buy_limit"


@pytest.mark.rule("CZ-VII.4.1")
def test_recorded_games_look_at_the_limit_before_the_exchange():
    game = taking_over("BTE", "limit_exchange=counted_before").sr()

    assert refused(game, "buy BTE 20").key == "buy_limit"


@pytest.mark.rule("CZ-VII.4.5", "CZ-VII.4.6")
@pytest.mark.parametrize(("unit", "most", "share"), [("EKJ", 75, 25), ("BTE", 60, 20), ("BY", 60, 10)])
def test_the_most_of_one_company(unit: str, most: int, share: int):
    """One player holds at most 75 per cent of a small company and 60 of others; the last step to that is legal."""
    built = rich().phase("d").holds("bob", MW=50)
    assert legal(built.holds("ann", **{unit: most - share}).sr(), f"buy {unit} {share}")

    refusal = refused(built.holds("ann", **{unit: most}).sr(), f"buy {unit} {share}")
    assert (refusal.key, refusal.values["percent"]) == ("buy_holding", most)
    assert refusal.clauses == ("CZ-VII.4.6" if most == 75 else "CZ-VII.4.5",)


# --- over the limit


def deposed(*options: str) -> Builder:
    """Ann has two shares of BTE for the director's certificate she lost, and with them 15 certificates of 14."""
    built = Builder(3, *options).cash(ann=900, bob=900, cy=900).phase("d")
    built = built.holds("bob", BTE=40, SX=40, BY=40).holds("ann", Ug=60, EKJ=75, SX=40, BY=20, BTE=40)
    return built.trains(BTE="3+3d", SX="3Ed", BY="3Ed", Ug="3Ed", EKJ="3d")


@pytest.mark.rule("CZ-VII.4.7")
def test_over_the_limit_by_losing_an_office():
    """Bob's purchase takes the certificate of 40 from ann and gives her two of 20: 15 of 14, for this round."""
    built = rich().phase("d").holds("cy", SX=40, BY=40)
    built = built.holds("ann", BTE=40, Ug=60, EKJ=75, SX=40, BY=20).holds("bob", BTE=40)
    game = built.sr("bob")
    assert shares.counted(game.pos, "ann") == 14

    game = after(game, "buy BTE 20", "pass")
    assert (shares.counted(game.pos, "ann"), game.pos.acting) == (15, "ann")
    assert refused(game, "par OFE 50").key == "over_limit"
    assert legal(game, "pass")


@pytest.mark.rule("CZ-VII.4.7")
def test_in_the_next_round_he_must_sell():
    """D-29: her first turn neither ends nor buys anything before one certificate is sold."""
    game = until(
        deposed().sr("cy", number=3), lambda now: round_is("stock", 4)(now) and now.pos.acting == "ann"
    )
    assert shares.counted(game.pos, "ann") == 15

    for line in ("pass", "buy BTE 20", "par OFE 50"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("over_limit", ("CZ-VII.4.7",))
    sold = after(game, "sell SX 10")
    assert legal(sold, "pass")


@pytest.mark.rule("CZ-VII.4.7")
def test_who_can_sell_nothing_is_not_forced():
    """D-29: ten locals and a director's certificate are 11 of 10; ann has nothing to sell, and bob acts instead."""
    built = rich(5).holds("ann", EKJ=50).holds("bob", MW=75).trains(EKJ="2a", MW="2a").phase("a")
    built = built.owns("ann", "S1", "S2", "S3", "S4", "S5", "S6", "M1", "M2", "M3", "M4").cash(ann=5000)
    start = built.sr("eve", number=2)
    assert shares.counted(start.pos, "ann") == 11

    game = until(start, round_is("stock", 3))
    assert game.state.order[0] == "ann"
    assert game.pos.acting == "bob"


@pytest.mark.rule("CZ-VII.4.7")
def test_only_the_first_turn_is_forced():
    """Who gets over the limit later in the round may pass until the next one."""
    game = until(deposed().sr("cy", number=3), lambda now: now.pos.acting == "ann")

    assert legal(game, "pass")
    assert refused(game, "par OFE 50").key == "over_limit"


@pytest.mark.rule("CZ-VII.4.7")
def test_recorded_games_force_nobody():
    """Under the other reading she may pass, but still buys nothing."""
    start = deposed("over_limit_sale=never").sr("cy", number=3)
    game = until(start, lambda now: round_is("stock", 4)(now) and now.pos.acting == "ann")

    assert legal(game, "pass")
    assert refused(game, "par OFE 50").key == "over_limit"
