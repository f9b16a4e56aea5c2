"""Section IV.1 but for powers: what locals bring, and how companies buy and sell them."""

import pytest

from engine.events import Acquired, Closed
from engine.state import BANK
from engine.titles.t18cz.figures import figures
from tests.games.t18cz.czech import Builder, after, legal, opening, paid, refused, round_is, until

SIZES = ("small", "medium", "large")
COMPANIES = {"small": ("EKJ", 50, "3d"), "medium": ("BTE", 60, "3+3d"), "large": ("BY", 50, "3Ed")}
LOCALS = {"small": "S1", "medium": "M1", "large": "L1"}


def incomes(built: Builder, *holders: str) -> tuple[int, ...]:
    """What the next operating round brings to these holders."""
    game = built.sr(number=2)
    return paid(game, until(game, round_is("operating")), *holders)


def table(owner: str = "bob", *options: str, phase: str = "b", **cash: int) -> Builder:
    """The EKJ of ann and a small local of somebody else; S2 is ann's."""
    built = Builder(3, *options).holds("ann", EKJ=50).cash(**{"EKJ": 100, **cash})
    return built.owns(owner, "S1").owns("ann", "S2").phase(phase)


# --- what they are


@pytest.mark.rule("CZ-IV.1.1")
def test_three_sizes_of_six():
    """Every local is small, medium or large, and there are six of each."""
    pos = opening().pos
    sizes = figures(pos).locals

    assert {size: len(several) for size, several in sizes.items()} == {"small": 6, "medium": 6, "large": 6}
    assert {local for several in sizes.values() for local in several} == set(pos.title.privates)


@pytest.mark.rule("CZ-IV.1.2", "CZ-IV.1.3")
@pytest.mark.parametrize(("local", "income"), [("S1", 5), ("S6", 5), ("M3", 10), ("L6", 20)])
def test_fixed_incomes(local: str, income: int):
    """At the start of an operating round the bank pays the owner by the size of the local."""
    built = Builder().holds("ann", EKJ=50).trains(EKJ="2a").owns("bob", local)

    assert incomes(built, "bob", "ann", BANK) == (income, 0, -income)


@pytest.mark.rule("CZ-IV.1.3", "CZ-IV.1.13")
def test_a_company_keeps_the_income_of_its_locals():
    """The treasury gets 5 and 10, its director nothing of it."""
    built = Builder().holds("ann", BTE=60).trains(BTE="2+2b").owns("BTE", "S1", "M1").phase("b")

    assert incomes(built, "BTE", "ann", BANK) == (15, 0, -15)


@pytest.mark.rule("CZ-IV.1.4")
@pytest.mark.parametrize(
    "line", ["lay S1 D5 57 0", "run S1 2a:D3.0-D5.0", "token S1 D3 0", "train S1 2b depot 70"]
)
def test_a_local_never_builds_nor_runs(line: str):
    """What a company may do in its turn is refused to a local; it pays its income and that is all."""
    built = Builder().holds("ann", EKJ=50).trains(EKJ="2a").cash(EKJ=200).tiles(D5="57 1", D3="57 1")
    built = built.owns("ann", "S1").phase("b")
    verb = line.split(maxsplit=1)[0]

    refusal = refused(built.company("EKJ", verb), line)
    assert (refusal.key, refusal.values["unit"]) == ("not_your_turn", "EKJ")


@pytest.mark.rule("CZ-IV.1.11")
def test_a_local_of_a_player_counts_as_a_certificate():
    """Thirteen shares and one local are fourteen, the limit of three; in a company's hands it does not count."""
    built = Builder().cash(ann=900).holds("bob", BN=60, KFN=40).phase("b")
    built = built.holds("ann", EKJ=75, OFE=75, BCB=75, MW=75, VBW=75, BTE=60, BN=20)
    game = built.owns("ann", "S1").sr()
    assert len(game.pos.certificates("ann")) == 13

    assert refused(game, "buy KFN 20").key == "buy_limit"
    assert legal(built.owns("EKJ", "S1").sr(), "buy KFN 20")


# --- bought by companies


@pytest.mark.rule("CZ-IV.1.8")
def test_locals_are_bought_once_a_b_train_is_sold():
    """Before the first train of type b is sold the purchase is refused; after it, in the same turn, it is legal."""
    game = table("ann", phase="a").depot("2b").company("EKJ", "train")
    refusal = refused(game, "acquire EKJ S1 10")
    assert (refusal.key, refusal.values["phase"]) == ("private_phase", "b")
    assert "CZ-IV.1.8" in refusal.clauses

    game = after(game, "train EKJ 2b depot 70")
    assert legal(game, "acquire EKJ S1 10")


@pytest.mark.rule("CZ-IV.1.8")
def test_the_purchase():
    """Ann's company buys ann's local for 10: the treasury pays her, and nobody is asked."""
    game = table("ann").company("EKJ")
    bought = after(game, "acquire EKJ S1 10")

    assert paid(game, bought, "EKJ", "ann", BANK) == (-10, 10, 0)
    assert bought.pos.owner("S1") == "EKJ"
    assert Acquired("EKJ", "S1", 10, "ann") in bought.events


@pytest.mark.rule("CZ-IV.1.8")
@pytest.mark.parametrize("owner", ["OFE", BANK])
def test_bought_from_players_only(owner: str):
    """D-53: neither from another company, nor from the bank; the like of a player is for sale."""
    game = table().holds("bob", OFE=50).owns(owner, "S1").company("EKJ")

    refusal = refused(game, "acquire EKJ S1 10")
    assert (refusal.key, refusal.clauses) == ("private_owner", ("CZ-VIII.3.8", "CZ-IV.1.8"))
    assert refused(game, "acquire EKJ X1 10").key == "private_owner"
    assert legal(game, "acquire EKJ S2 10")


@pytest.mark.rule("CZ-IV.1.8")
@pytest.mark.parametrize("answer", ["accept", "refuse", "withdraw"])
def test_another_owner_is_asked(answer: str):
    """D-53: bob agrees to sell to ann's company, or not; she may take her offer back."""
    game = table().company("EKJ")
    asked = after(game, "acquire EKJ S1 20")
    assert asked.pos.awaited == ("bob",)

    who = "ann" if answer == "withdraw" else "bob"
    done = asked.play(asked.read(answer, who))
    sold = answer == "accept"
    assert paid(game, done, "EKJ", "bob") == ((-20, 20) if sold else (0, 0))
    assert done.pos.owner("S1") == ("EKJ" if sold else "bob")
    assert (done.pos.unit, done.pos.awaited) == ("EKJ", ("ann",))


@pytest.mark.rule("CZ-IV.1.8")
def test_recorded_games_ask_nobody():
    """Under the other reading of consent the local changes hands at once."""
    game = after(table("bob", "consent=off").company("EKJ"), "acquire EKJ S1 20")

    assert game.pos.owner("S1") == "EKJ"


@pytest.mark.rule("CZ-IV.1.9")
@pytest.mark.parametrize(("price", "fits"), [(0, False), (1, True), (65, True), (66, False)])
def test_the_price_is_between_1_and_the_value(price: int, fits: bool):
    """WE-58: where locals are worth 65, both ends are allowed, 0 and 66 are not."""
    game = table().company("EKJ", number=(5, 2))

    assert legal(game, f"acquire EKJ S1 {price}") == fits
    if not fits:
        refusal = refused(game, f"acquire EKJ S1 {price}")
        assert (refusal.key, refusal.clauses) == ("private_price", ("CZ-IV.1.9",))
        assert (refusal.values["low"], refusal.values["high"]) == (1, 65)


@pytest.mark.rule("CZ-IV.1.9")
def test_the_treasury_must_have_it():
    """With 30 in the treasury 30 is the most it pays, however rich its director."""
    game = table(EKJ=30).company("EKJ", number=(5, 2))

    assert refused(game, "acquire EKJ S1 31").key == "private_price"
    assert legal(game, "acquire EKJ S1 30")


@pytest.mark.rule("CZ-IV.2.b.4", "CZ-IV.2.c.4", "CZ-IV.2.d.4")
@pytest.mark.parametrize("owner", SIZES)
@pytest.mark.parametrize("local", SIZES)
def test_which_locals_a_size_may_own(owner: str, local: str):
    """A company buys locals of its own size and smaller ones, no larger ones."""
    unit, share, train = COMPANIES[owner]
    built = Builder().holds("ann", **{unit: share}).cash(**{unit: 100}).trains(**{unit: train}).phase("d")
    built = built.tiles(F3="8898 3").tokens(F3="BY.0") if owner == "large" else built
    line = f"acquire {unit} {LOCALS[local]} 10"
    game = built.owns("ann", LOCALS[local]).company(unit)

    if SIZES.index(local) <= SIZES.index(owner):
        assert legal(game, line)
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == (
            "private_kind",
            ({"small": "CZ-IV.2.b.4", "medium": "CZ-IV.2.c.4"}[owner],),
        )


# --- sold by companies


@pytest.mark.rule("CZ-IV.1.10")
def test_a_player_keeps_his_local():
    """Neither he nor a company of his sells it to the bank, in whatever round; the company's own is sold."""
    built = table("EKJ").holds("bob", OFE=50)
    turn, stocks = built.company("EKJ"), built.sr()

    assert refused(turn, "dispose EKJ S2").key == "private_owner"
    assert legal(turn, "dispose EKJ S1")
    refusal = refused(stocks, "sell S2 100")
    assert (refusal.key, refusal.clauses) == ("sell_private", ("CZ-IV.1.10", "CZ-VII.6.6"))
    assert refused(stocks, "dispose EKJ S2").key == "wrong_step"


@pytest.mark.rule("CZ-IV.1.20", "CZ-IV.1.21")
def test_sold_to_the_bank_it_is_gone():
    """It belongs to nobody, is bought by nobody and pays nobody any more."""
    before = table("EKJ").company("EKJ")
    offered = [offer.facts for offer in before.choices.offers if offer.action.verb == "dispose"]
    game = after(before, "dispose EKJ S1")

    assert offered == [{"price": 50}]
    assert game.pos.owner("S1") == ""
    assert Closed("S1", "EKJ", "sold", 50) in game.events
    assert refused(game, "dispose EKJ S1").key == "private_owner"
    assert refused(game, "acquire EKJ S1 1").key == "private_owner"
    later = until(game, round_is("operating", 4, 1))
    assert later.pos.owner("S1") == ""


@pytest.mark.rule("CZ-IV.1.20")
def test_only_its_own_and_in_its_own_turn():
    """D-54: a company sells no local of another one, and none while the other acts."""
    built = table("EKJ").holds("bob", OFE=50).owns("OFE", "S3")
    game = built.prices(EKJ=60).company("EKJ")

    assert refused(game, "dispose EKJ S3").key == "private_owner"
    assert refused(game, "dispose OFE S3", "bob").key == "not_your_turn"
    assert legal(game, "dispose EKJ S1")


@pytest.mark.rule("CZ-IV.1.9", "CZ-IV.1.20")
def test_bought_for_1_and_sold_for_65():
    """WE-58: in one turn that brings the company 64, whether the power of the local is used or not."""
    built = table("ann").extra(used=("S1",))
    game = built.company("EKJ", number=(5, 2))

    assert paid(game, after(game, "acquire EKJ S1 1", "dispose EKJ S1"), "EKJ", "ann") == (64, 1)


@pytest.mark.rule("CZ-IV.1.20", "CZ-IV.1.21")
def test_giving_a_local_away_for_good_is_seldom_wanted():
    """It pays until the end, and the bank's price only rises: whoever sells one is asked again, in red."""
    game = Builder().holds("ann", EKJ=50).trains(EKJ="2a").owns("EKJ", "S1").phase("b").company("EKJ")

    assert game.read("dispose EKJ S1").seldom
    assert not game.read("acquire EKJ S2 1").seldom
