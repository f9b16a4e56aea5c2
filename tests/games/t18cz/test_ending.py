"""Section X: the last round, and what counts then."""

import pytest

from engine.events import GameOver
from engine.game import Game
from engine.retrospect import places
from tests.games.t18cz.czech import Builder, until


def last_round(built: Builder, unit: str = "EKJ") -> Game:
    """The third operating round of the last set, at a company's turn."""
    return built.phase("g").company(unit, "train", number=(8, 3))


def ending(game: Game) -> GameOver:
    """What is said when the game is over."""
    game = until(game, lambda now: now.state.over)
    (end,) = [event for event in game.events if isinstance(event, GameOver)]
    return end


def over(game: Game) -> dict[str, int]:
    """What everybody has when the game is over."""
    return dict(ending(game).scores)


def table() -> Builder:
    """Ann's EKJ with a train; nobody has anything else."""
    return Builder().cash(ann=0, bob=0, cy=0).holds("ann", EKJ=50).prices(EKJ=60).trains(EKJ="5g")


def recorded() -> Builder:
    """The last position of a game of three."""
    built = Builder().cash(ann=5026, bob=4111, cy=2360).debts(cy=122).extra(loans={"cy": 122})
    built = built.holds("ann", ATE=60, SX=60).holds("bob", MW=75, Ug=60, kk=50, ATE=40, SX=10)
    built = built.holds("cy", BN=60, PR=40, BY=60, OFE=50, MW=25, Ug=20).holds("ann", PR=10, BY=40, Ug=20)
    built = built.prices(MW=120, OFE=120, BN=105, PR=231, BY=165, Ug=370, ATE=180, SX=222, kk=213)
    return built.phase("j").depot("5j")


@pytest.mark.rule("CZ-X.2.3", "CZ-X.2.4", "CZ-X.2.5", "CZ-X.2.6")
def test_the_totals_of_a_recorded_game():
    """WE-46 to WE-48: cash, shares of nine companies, and for one a loan of 122 and its penalty."""
    pos = recorded().sr(number=8).pos

    assert {player: pos.worth(player) for player in pos.state.players} == {
        "ann": 8529,
        "bob": 8338,
        "cy": 5445,
    }


@pytest.mark.rule("CZ-X.1.1")
def test_the_game_ends_after_the_last_operating_round():
    """No stock round follows, no train is exported; in the second round of the set the game goes on."""
    end = until(last_round(table()), lambda now: now.state.over)
    assert end.state.frames == ()

    game = table().phase("g").company("EKJ", "train", number=(8, 2))
    assert until(game, lambda now: now.pos.frame.number == (8, 3)).pos.frame.kind == "operating"


@pytest.mark.rule("CZ-X.2.1")
def test_company_property_does_not_count():
    """With 900 in the treasury, two trains and a local EKJ is worth its two shares to ann."""
    built = table().cash(EKJ=900).trains(EKJ="5g 5g").owns("EKJ", "S1")

    assert over(last_round(built)) == {"ann": 2 * 60, "bob": 0, "cy": 0}


@pytest.mark.rule("CZ-X.2.2", "CZ-IV.1.12")
@pytest.mark.parametrize("local", ["S1", "M3", "L6"])
def test_a_local_of_a_player_is_worth_120(local: str):
    """Whatever its size and whatever it cost."""
    assert over(last_round(table().owns("bob", local)))["bob"] == 120
    assert over(last_round(table().owns("bob", local, "S2")))["bob"] == 240


@pytest.mark.rule("CZ-X.2.3")
def test_cash_counts():
    """Crown by crown."""
    assert over(last_round(table().cash(bob=317)))["bob"] == 317


@pytest.mark.rule("CZ-X.2.4")
@pytest.mark.parametrize(("unit", "percent", "shares"), [("MW", 50, 2), ("KFN", 60, 3), ("BY", 60, 6)])
def test_shares_count_at_the_current_price(unit: str, percent: int, shares: int):
    """The director's certificate is two shares; the price of the end counts, not the initial one."""
    pos = table().holds("bob", **{unit: percent}).prices(**{unit: 196}).sr(number=8).pos

    assert pos.worth("bob") == shares * 196


@pytest.mark.rule("CZ-X.2.4")
def test_shares_of_inactive_companies_count():
    """D-60: two shares of KFN that never became active, founded at 60."""
    game = last_round(table().holds("bob", KFN=40))
    assert "KFN" not in game.state.extra.floated

    assert over(game)["bob"] == 120


@pytest.mark.rule("CZ-X.2.5", "CZ-X.2.6")
@pytest.mark.parametrize(
    ("debt", "loans", "deduction"), [(22, 122, 144), (122, 122, 244), (0, 122, 122), (0, 0, 0)]
)
def test_debts_and_the_penalty(debt: int, loans: int, deduction: int):
    """WE-62: the penalty is that of all loans ever taken, and what is not repaid comes on top."""
    built = table().cash(bob=1000)
    built = built.debts(**({"bob": debt} if debt else {})).extra(loans={"bob": loans} if loans else {})

    assert over(last_round(built))["bob"] == 1000 - deduction


@pytest.mark.rule("CZ-X.2.6")
def test_a_score_may_be_below_nothing():
    """Who has nothing and owes 50 has lost 100."""
    assert over(last_round(table().loans(bob=50)))["bob"] == -100


@pytest.mark.rule("CZ-I.2", "CZ-X.2.7")
@pytest.mark.parametrize(
    ("bob", "cy", "winners"),
    [(119, 0, ("ann",)), (121, 0, ("bob",)), (120, 0, ("ann", "bob")), (1, 500, ("cy",))],
)
def test_the_greatest_wealth_wins(bob: int, cy: int, winners: tuple[str, ...]):
    """Ann has shares for 120, the others cash; a tie is shared."""
    over = ending(last_round(table().cash(bob=bob, cy=cy)))

    assert tuple(one for one, place in places(over.scores).items() if place == 1) == winners


@pytest.mark.rule("CZ-I.2")
def test_cash_shares_and_locals_are_one_wealth():
    """100 in cash, shares for 140 and a local for 120 beat 359 in cash."""
    built = table().holds("bob", MW=50).prices(MW=70).owns("bob", "S1").cash(bob=100, cy=359)
    end = ending(last_round(built.trains(MW="5g")))

    assert end.scores["bob"] == 360
    assert places(end.scores)["bob"] == 1 < places(end.scores)["cy"]
