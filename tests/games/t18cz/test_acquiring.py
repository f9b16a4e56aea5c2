import pytest

from engine.events import Answered, Asked, Closed
from engine.game import Game
from engine.state import BANK, POOL
from engine.titles.t18cz.mergers import Merge
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, until


def table(*options: str, phase: str = "d", **cash: int) -> Builder:
    """Ann directs ATE and MW, bob BN, BCB and BTE, cy SX; of BCB (65) bob holds 50% and cy 25%."""
    built = Builder(3, *options).holds("ann", ATE=60, MW=50).holds("bob", BN=60, BCB=50, BTE=40)
    built = built.holds("cy", BCB=25, BTE=20, SX=50).prices(ATE=100, MW=50, BN=70, BCB=65, BTE=80, SX=110)
    built = built.operated("ATE", "MW", "BN", "BCB", "BTE", "SX").tiles(A8="8896 4").tokens(A8="SX.0")
    built = built.trains(ATE="3+3d", SX="3Ed", BCB="3c")
    return built.cash(**{"ATE": 1000, "SX": 1000, "BCB": 105, **cash}).phase(phase)


def turn(*options: str, unit: str = "ATE", **cash: int) -> Game:
    return table(*options, **cash).company(unit, "merge")


def offers(game: Game) -> dict[str, range | None]:
    """Which companies may be acquired now, and at which prices."""
    return {
        offer.action.target: offer.amounts for offer in game.choices.offers if isinstance(offer.action, Merge)
    }


# --- when, and whom


@pytest.mark.rule("CZ-VIII.9.1", "CZ-VIII.3.6")
def test_before_trains_are_bought():
    """The step comes after the revenue, may be left out, and is over once a train is bought."""
    game = turn()
    bought = after(game, "train ATE 3+3d depot 180")
    verbs = [step.verb.verb for step in game.pos.round.steps(game.pos)]

    assert legal(game, "merge ATE BCB 65")
    assert refused(bought, "merge ATE BCB 65").key == "wrong_step"
    assert verbs.index("dividend") < verbs.index("merge") < verbs.index("train")


@pytest.mark.rule("CZ-VIII.9.1")
def test_not_before_the_revenue_is_settled():
    """ATE has a route from Teplice to the town beside it and must run first."""
    built = table().tiles(B9="8865 0", A10="3 5").tokens(B9="ATE.1")
    earned = until(built.company("ATE", "lay"), lambda game: bool(game.pos.turn.revenue))
    paid_out = after(earned, f"dividend ATE {earned.pos.turn.revenue}")

    assert refused(earned, "merge ATE BCB 65").key == "wrong_step"
    assert legal(paid_out, "merge ATE BCB 65")


@pytest.mark.rule("CZ-VIII.9.2")
@pytest.mark.parametrize(
    ("unit", "targets"), [("MW", set()), ("ATE", {"BCB", "MW"}), ("SX", {"ATE", "BCB", "BN", "BTE", "MW"})]
)
def test_smaller_companies_only(unit: str, targets: set[str]):
    """A small company acquires nobody, a medium one small ones, a large one both."""
    game = table().company(unit, "merge" if targets else "train")
    others = {"MW", "ATE", "SX", "BN", "BTE", "BCB"} - targets

    assert set(offers(game)) == targets
    for other in others:
        refusal = refused(game, f"merge {unit} {other} {game.pos.price(other)}")
        assert (refusal.key, refusal.values) == ("acquire_size", {"unit": unit, "target": other})
        assert refusal.clauses == ("CZ-VIII.9.2",)


@pytest.mark.rule("CZ-VIII.9.2")
def test_nothing_else_is_acquired():
    """Neither a local nor something that does not exist."""
    for target in ("S1", "XYZ", "bank", "ann"):
        assert refused(turn(), f"merge ATE {target} 50").key == "acquire_size"


@pytest.mark.rule("CZ-VII.3.12", "CZ-VIII.9.2")
def test_active_companies_only():
    """EKJ is not founded; of BTE only 40% are sold, so that it is not active."""
    built = table().holds("cy", BTE=0).operated("ATE", "MW", "BN", "BCB", "SX")
    game = built.company("SX", "merge")

    for target, price in (("EKJ", 50), ("BTE", 80)):
        refusal = refused(game, f"merge SX {target} {price}")
        assert (refusal.key, refusal.values) == ("acquire_inactive", {"target": target})
        assert refusal.clauses == ("CZ-VII.3.12",)
    assert legal(game, "merge SX BN 70")


@pytest.mark.rule("CZ-VIII.9.2", "CZ-VIII.2.3")
def test_a_company_that_has_not_operated():
    """It may be acquired before its first turn and then has none (D-44)."""
    built = table().operated("ATE", "MW", "BN", "BTE", "SX")
    game = built.company("ATE", "merge")
    now = after(game, "merge ATE BCB 65", "accept")

    assert "BCB" in game.pos.state.frames[0].queue
    assert "BCB" not in now.pos.state.frames[0].queue
    assert now.state.tokens_left["ATE"][-3:] == (100, 100, 100)
    assert not any(one.unit == "BCB" for here in now.state.tokens.values() for one in here)


# --- consent


@pytest.mark.rule("CZ-VIII.9.3", "CZ-VIII.9.7")
def test_the_other_director_agrees():
    """He is asked; nothing has happened until he accepts."""
    game = turn()
    asked = after(game, "merge ATE BCB 65")
    now = after(asked, "accept")

    assert asked.pos.awaited == ("bob",)
    assert asked.events == (Asked("ann", "bob", "merge ATE BCB 65"),)
    assert paid(game, asked, "ATE", "bob", "cy", "BCB") == (0, 0, 0, 0)
    assert Answered("bob", "accept", "merge ATE BCB 65") in now.events
    assert paid(game, now, "bob", "cy") == (130, 65)


@pytest.mark.rule("CZ-VIII.9.3", "CZ-VIII.9.7")
def test_an_answer_is_demanded():
    """The director asked cannot pass, and nobody else answers for him."""
    asked = after(turn(), "merge ATE BCB 65")

    refusal = refused(asked, "pass", "bob")
    assert (refusal.key, refusal.clauses) == ("acquire_consent", ("CZ-VIII.9.3", "CZ-VIII.9.7"))
    assert refusal.values == {"owner": "bob"}
    for player in ("ann", "cy"):
        assert refused(asked, "accept", player).key == "not_your_turn"
    assert refused(asked, "withdraw", "bob").key == "not_your_turn"


@pytest.mark.rule("CZ-VIII.9.3", "CZ-VIII.9.7")
@pytest.mark.parametrize(("answer", "player"), [("refuse", "bob"), ("withdraw", "ann")])
def test_a_refused_offer_may_be_followed_by_another(answer: str, player: str):
    """Nothing has changed, and the step is still open (D-44)."""
    game = turn()
    asked = after(game, "merge ATE BCB 65")
    now = asked.play(asked.read(answer, player))

    assert now.state.cash == game.state.cash
    assert offers(now) == offers(game)
    assert legal(now, "merge ATE BCB 66")


@pytest.mark.rule("CZ-VIII.9.3")
def test_one_director_agrees_with_himself():
    """MW is ann's as well."""
    now = after(turn(), "merge ATE MW 50")

    assert "MW" not in now.state.tokens_left
    assert not [event for event in now.events if isinstance(event, Asked)]


@pytest.mark.rule("CZ-VIII.9.3")
def test_nobody_is_asked_under_the_other_reading():
    """Under another reading consent is taken for granted."""
    now = after(turn("consent=off"), "merge ATE BCB 65")

    assert "BCB" not in now.state.tokens_left


@pytest.mark.rule("CZ-VIII.9.3")
def test_only_the_company_in_turn_acquires():
    """Neither another company nor another player proposes."""
    game = turn()

    assert refused(game, "merge SX BCB 65").key == "not_your_turn"
    assert refused(game, "merge ATE BCB 65", "bob").key == "not_your_turn"


# --- the price


@pytest.mark.rule("CZ-VIII.9.6")
@pytest.mark.parametrize(
    ("price", "low", "high"),
    [(50, 25, 75), (53, 27, 79), (63, 32, 94), (75, 38, 112), (85, 43, 127), (100, 50, 150), (65, 33, 97)],
)
def test_the_price_of_a_share(price: int, low: int, high: int):
    """WE-53: whole crowns between half and one and a half times the share price (D-45)."""
    game = table().prices(BCB=price).company("ATE", "merge")

    assert offers(game)["BCB"] == range(low, high + 1)
    for fine in (low, high):
        assert legal(game, f"merge ATE BCB {fine}")
    for wrong in (low - 1, high + 1):
        refusal = refused(game, f"merge ATE BCB {wrong}")
        assert (refusal.key, refusal.clauses) == ("acquire_price", ("CZ-VIII.9.6",))
        assert refusal.values == {"target": "BCB", "low": low, "high": high}


@pytest.mark.rule("CZ-VIII.9.6")
@pytest.mark.parametrize(("price", "offered", "bob", "cy"), [(58, 29, 40, 20), (80, 120, 60, 20)])
def test_both_ends_of_the_range(price: int, offered: int, bob: int, cy: int):
    """WE-31 and WE-32: 58 and 29 at the least price ever offered, 360 and 120 at the highest one."""
    built = table(SX=2000).holds("cy", BTE=cy).holds("bob", BTE=bob).prices(BTE=price)
    game = built.company("SX", "merge")
    now = after(game, f"merge SX BTE {offered}", "accept")

    assert paid(game, now, "bob", "cy") == (bob // 20 * offered, cy // 20 * offered)


# --- the payment


@pytest.mark.rule("CZ-VIII.9.5", "CZ-VIII.9.8", "CZ-VIII.9.11")
def test_every_holder_is_paid():
    """WE-28: BCB at 97 a share: 194 for 50%, 97 for 25%, nothing for the bank's 25%; ATE gets BCB's 105."""
    game = turn()
    now = after(game, "merge ATE BCB 97", "accept")

    assert paid(game, now, "bob", "cy", "ann", BANK) == (194, 97, 0, 0)
    assert paid(game, now, "ATE") == (-194 - 97 + 105,)


@pytest.mark.rule("CZ-VIII.9.5")
def test_the_acquiring_director_is_paid_too():
    """Ann holds 50% of MW, the other half lies in the bank."""
    game = turn()
    now = after(game, "merge ATE MW 60")

    assert game.pos.percent(POOL, "MW") == 50
    assert paid(game, now, "ann", "ATE", BANK) == (120, -120, 0)


@pytest.mark.rule("CZ-VIII.9.5", "CZ-VIII.9.8")
def test_a_share_of_a_medium_company_is_a_fifth():
    """BN at 70: bob's 60% are three shares."""
    game = turn(unit="SX")
    now = after(game, "merge SX BN 100", "accept")

    assert paid(game, now, "bob", "SX") == (300, -300)


@pytest.mark.rule("CZ-VIII.9.9", "CZ-VIII.9.10")
def test_the_treasury_pays_it_all():
    """Three shares at 65 are 195; BCB's own 900 and ann's cash do not help."""
    poor = turn(ATE=194, BCB=900, ann=500)
    able = turn(ATE=195, BCB=0)

    refusal = refused(poor, "merge ATE BCB 65")
    assert refusal.key == "acquire_treasury"
    assert refusal.clauses == ("CZ-VIII.9.8", "CZ-VIII.9.9", "CZ-VIII.9.10")
    assert refusal.values == {"unit": "ATE", "target": "BCB", "price": 195, "cash": 194}
    assert offers(poor)["BCB"] == range(33, 65)
    assert legal(poor, "merge ATE BCB 64")
    assert legal(able, "merge ATE BCB 65")


@pytest.mark.rule("CZ-VIII.9.9")
def test_without_any_money_there_is_nothing_to_do():
    """99 are three times 33, the least for BCB; 50 are twice 25, the least for MW."""
    assert set(offers(turn(ATE=98))) == {"MW"}
    assert set(offers(turn(ATE=99))) == {"BCB", "MW"}
    assert set(offers(table(ATE=49).company("ATE", "train"))) == set()


@pytest.mark.rule("CZ-VIII.9.9", "CZ-XI.4.1")
def test_a_local_may_bring_the_money():
    """ATE has nothing, but a local worth 50: the step waits for it."""
    game = table(ATE=0).owns("ATE", "S1").company("ATE", "merge")
    now = after(game, "dispose ATE S1")

    assert refused(game, "merge ATE MW 25").key == "acquire_treasury"
    assert legal(now, "merge ATE MW 25")


# --- what leaves the game


@pytest.mark.rule("CZ-VIII.9.22", "CZ-VIII.9.23")
def test_marker_and_shares_leave_the_game():
    """Those of the bank too; the company is never seen again."""
    game = turn()
    now = after(game, "merge ATE BCB 65", "accept", "pass")

    assert game.pos.cell("BCB")
    assert not now.pos.cell("BCB")
    assert not [local for local in now.state.certificates if local.startswith("BCB.")]
    assert "BCB" not in now.state.tokens_left
    later = until(now, lambda game: game.pos.frame.kind == "stock")
    for line in ("par BCB 50", "buy BCB 25", "buy BCB 50", "sell BCB 25"):
        refusal = refused(later, line)
        assert (refusal.key, refusal.clauses) == ("shares_gone", ("CZ-VIII.9.23",))


@pytest.mark.rule("CZ-VIII.9.22")
def test_an_acquired_company_has_no_further_turn():
    """BCB would have been next but two."""
    game = turn()
    now = after(game, "merge ATE BCB 65", "accept", "pass")
    seen: list[str] = []
    until(now, lambda game: seen.append(game.pos.unit) or game.pos.frame.kind == "stock")

    assert "BCB" in game.pos.frame.queue
    assert "MW" in seen
    assert "BCB" not in seen


@pytest.mark.rule("CZ-VIII.9.24")
def test_no_route_between_them_is_needed():
    """There is no track on the map at all but SX's red tile."""
    game = turn()

    assert set(game.state.tiles) == {"A8"}
    assert legal(game, "merge ATE BCB 65")


@pytest.mark.rule("CZ-VIII.9.4", "CZ-VIII.9.1")
def test_several_one_after_another():
    """The trains of BCB are settled before MW is acquired; then trains are bought."""
    game = turn()
    first = after(game, "merge ATE BCB 65", "accept")
    second = after(first, "pass", "merge ATE MW 50")

    assert refused(first, "merge ATE MW 50").key == "wrong_step"
    assert Closed("MW", "ann", "acquisition") in second.events
    assert {"BCB", "MW"}.isdisjoint(second.state.tokens_left)
    assert legal(second, "train ATE 3+3d depot 180")


@pytest.mark.rule("CZ-VIII.9.10", "CZ-VIII.9.11")
def test_the_money_of_one_pays_for_the_next():
    """ATE has 195 for BCB; BCB's 105 are its own afterwards."""
    game = turn(ATE=195)
    now = after(game, "merge ATE BCB 65", "accept", "pass")

    assert now.pos.cash("ATE") == 105
    assert legal(now, "merge ATE MW 52")
    assert not legal(now, "merge ATE MW 53")


@pytest.mark.rule("CZ-VIII.9.1")
def test_bad_lines_change_nothing():
    """Prices of zero, companies that no longer exist."""
    game = turn()
    now = after(game, "merge ATE BCB 65", "accept", "pass")

    assert refused(game, "merge ATE BCB 0").key == "acquire_price"
    assert refused(now, "merge ATE BCB 65").key == "acquire_inactive"
