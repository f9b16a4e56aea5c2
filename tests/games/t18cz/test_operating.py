"""Sections VIII.1 to VIII.3: operating rounds, the order of companies, and the steps of a turn."""

import pytest

from tests.games.t18cz.czech import Builder, after, legal, paid, refused, round_is, until

WEST = {"D3": "5 4", "D5": "57 1", "D7": "8 5", "E8": "8 2", "E10": "57 1"}
"""Cheb, Karlovy Vary and Kladno on one line, with track on to E4 and Praha."""


def ekj(phase: str = "c", *options: str) -> Builder:
    """A small company at home in Karlovy Vary, with a train and 300."""
    built = Builder(3, *options).holds("ann", EKJ=50).cash(EKJ=300).trains(EKJ="2a").phase(phase)
    return built.tiles(**WEST)


def bte(*options: str) -> Builder:
    """A medium company at home in Cheb, with a train and 400; bob directs a small one in Přerov."""
    built = Builder(3, *options).holds("ann", BTE=60).holds("bob", MW=50).prices(BTE=80, MW=50).phase("c")
    return built.cash(BTE=400).trains(BTE="2+2c", MW="2b").operated("BTE", "MW").tiles(**WEST)


LAY, TOKEN, RUN, KEEP = "lay BTE E4 3 2", "token BTE E10 0", "run BTE - 2+2c:D3.0-D5.0", "dividend BTE 0"
MERGE, TRAIN = "merge BTE MW 25", "train BTE 2+2c depot 80"


# --- who acts, and who decides


def before_round() -> Builder:
    """Two small companies with a train and no money, before their first turns."""
    built = Builder().holds("ann", EKJ=50).holds("bob", MW=50).phase("d").cash(EKJ=0, MW=0)
    return built.trains(EKJ="3d", MW="3d")


@pytest.mark.rule("CZ-VIII.1.1")
def test_locals_and_active_companies_act():
    """A medium company of which 40% are sold has no turn; no share is sold or bought."""
    game = until(before_round().holds("cy", BTE=40).sr(), round_is("operating", 2, 1))

    assert game.pos.frame.queue == ("EKJ", "MW")
    assert refused(game, "buy BTE 20", "cy").key == "not_your_turn"
    assert refused(game, "buy BTE 20", "ann").key == "wrong_step"


@pytest.mark.rule("CZ-VIII.1.2")
def test_the_director_alone_decides():
    """The holder of the other half of the company may not say a word."""
    game = ekj().holds("bob", EKJ=25).holds("cy", EKJ=25).owns("EKJ", "S1").company("EKJ")

    for line in ("lay EKJ E4 3 2", "run EKJ - 2a:D3.0-D5.0", "dispose EKJ S1", "pass"):
        refusal = refused(game, line, "bob")
        assert (refusal.key, refusal.clauses) == ("not_your_turn", ("CZ-VIII.1.2",))
    assert legal(game, "lay EKJ E4 3 2", "ann")


@pytest.mark.rule("CZ-VIII.1.2")
def test_nobody_decides_for_a_company_that_is_not_in_turn():
    """Its own director waits until the companies before it are done."""
    game = (
        ekj()
        .holds("bob", MW=50)
        .trains(MW="2a")
        .tiles(F23="6 1")
        .prices(EKJ=60)
        .operated("MW")
        .company("EKJ")
    )

    assert refused(game, "lay MW G24 5 2", "bob").key == "not_your_turn"
    assert refused(game, "lay MW G24 5 2", "ann").key == "not_your_turn"


# --- incomes come first


@pytest.mark.rule("CZ-VIII.2.1")
def test_a_round_begins_with_the_incomes_of_locals():
    """A player and a company get what their locals pay before the first company acts."""
    game = before_round().owns("ann", "S1", "L1").owns("MW", "S2").owns("cy", "M1").sr()

    now = until(game, round_is("operating", 2, 1))

    assert paid(game, now, "ann", "bob", "cy", "EKJ", "MW") == (25, 0, 10, 0, 5)
    assert (now.pos.unit, now.state.tiles) == ("EKJ", game.state.tiles)


@pytest.mark.rule("CZ-VIII.2.2")
def test_a_local_without_power_pays():
    """Of two locals of a company one has been used: both pay."""
    game = before_round().owns("MW", "S1", "S2").extra(used=("S1",)).sr()

    now = until(game, round_is("operating", 2, 1))

    assert paid(game, now, "MW") == (10,)


# --- the order of companies


def three(**prices: int) -> tuple[str, ...]:
    """The order of three companies in a round at these prices."""
    built = before_round().holds("cy", VBW=50).trains(VBW="3d").cash(VBW=0).prices(**prices)
    return until(built.sr(), round_is("operating", 2, 1)).pos.frame.queue


@pytest.mark.rule("CZ-VIII.2.3")
def test_the_highest_price_comes_first():
    """Whatever the order of the seats, companies act by price."""
    assert three(EKJ=65, MW=70, VBW=60) == ("MW", "EKJ", "VBW")
    assert three(VBW=75, EKJ=70, MW=68) == ("VBW", "EKJ", "MW")


@pytest.mark.rule("CZ-VIII.2.4")
def test_the_upper_marker_comes_first():
    """WE-63: of two companies on one price the one that was there first acts first."""
    assert three(MW=90, EKJ=90, VBW=80) == ("MW", "EKJ", "VBW")
    assert three(EKJ=90, MW=90, VBW=80) == ("EKJ", "MW", "VBW")


@pytest.mark.rule("CZ-VIII.2.3")
def test_each_company_acts_once_in_the_order_fixed_at_the_start():
    """EKJ falls below MW and VBW by its own turn, MW rises above where EKJ was: nobody acts twice or late."""
    game = until(
        before_round().holds("cy", VBW=50).trains(VBW="3d").cash(VBW=0).prices(EKJ=60, MW=60, VBW=60).sr(),
        round_is("operating", 2, 1),
    )
    turns = [game.pos.unit]
    while game.pos.frame.kind == "operating":
        game = until(game, lambda now: now.pos.frame.kind != "operating" or now.pos.unit != turns[-1])
        turns.append(game.pos.unit)

    assert turns == ["EKJ", "MW", "VBW", ""]
    assert game.pos.frame.kind == "stock"


# --- the steps of a turn


@pytest.mark.rule("CZ-VIII.3.1")
def test_the_steps_of_a_turn_come_in_this_order():
    """Run, revenue, acquisition, train: nothing later is open before the steps that must be taken."""
    now = bte().company("BTE")
    for line, later in ((RUN, (KEEP, MERGE, TRAIN)), (KEEP, (RUN, MERGE, TRAIN))):
        assert {refused(now, one).key for one in later} == {"wrong_step"}
        assert refused(now, TRAIN).clauses == ("CZ-VIII.3.1",)
        now = after(now, line)

    assert legal(now, MERGE)
    assert legal(now, TRAIN)


@pytest.mark.rule("CZ-VIII.3.1")
@pytest.mark.parametrize(
    ("taken", "past"),
    [((TOKEN,), LAY), ((RUN,), LAY), ((RUN,), TOKEN), ((RUN, KEEP), RUN), ((RUN, KEEP, TRAIN), MERGE)],
)
def test_no_step_is_taken_later(taken: tuple[str, ...], past: str):
    """What was left out is gone once a later step is taken."""
    now = after(bte().company("BTE"), *taken)

    assert now.pos.unit == "BTE"
    assert refused(now, past).key == "wrong_step"


@pytest.mark.parametrize(("trains", "now"), [("2+2c", "train"), ("2+2c 2+2c 2+2c 2+2c", "")])
def test_what_may_be_done_at_any_moment_is_not_what_it_is_time_for(trains: str, now: str):
    """A refusal names the step that the turn has come to, never a power of locals that is open throughout."""
    game = bte().owns("BTE", "M1").trains(BTE=trains).company("BTE", "train")

    assert refused(game, RUN).values["now"] == now


@pytest.mark.rule("CZ-VIII.3.2", "CZ-VIII.3.3")
def test_track_and_token_are_optional():
    """A company that could build both may run at once."""
    game = bte().company("BTE")
    assert legal(game, LAY)
    assert legal(game, TOKEN)

    now = after(game, RUN)

    assert now.state.runs["BTE"].revenue == 40
    assert (now.state.tiles, now.state.tokens) == (game.state.tiles, game.state.tokens)


@pytest.mark.rule("CZ-VIII.3.4")
def test_who_has_a_route_must_run():
    """D-48: neither a pass nor an empty run will do; a run that is not the best does."""
    game = bte().tiles(D3="57 1").company("BTE")

    passed, empty = refused(game, "pass"), refused(game, "run BTE -")
    assert (passed.key, "CZ-VIII.3.4" in passed.clauses) == ("must_act", True)
    assert (empty.key, empty.clauses) == ("must_run", ("CZ-VIII.3.4",))
    assert legal(game, "run BTE - 2+2c:D1.0-D3.0")
    assert legal(game, "run BTE - 2+2c:D1.0-D3.0-D5.0")


@pytest.mark.rule("CZ-VIII.3.4")
def test_an_empty_run_is_another_reading():
    """D-48: as others play it, a company with a route may earn nothing."""
    now = after(bte("empty_run=allowed").company("BTE"), "run BTE -")

    assert (now.state.runs["BTE"].revenue, now.pos.price("BTE")) == (0, 70)


@pytest.mark.rule("CZ-VIII.3.5")
def test_the_revenue_must_be_settled():
    """After a run the director pays or keeps; he cannot go on without."""
    game = after(bte().company("BTE"), RUN)

    refusal = refused(game, "pass")
    assert (refusal.key, refusal.values, "CZ-VIII.3.5" in refusal.clauses) == (
        "must_act",
        {"duty": "dividend"},
        True,
    )
    assert legal(game, KEEP)
    assert legal(game, "dividend BTE 40")


@pytest.mark.rule("CZ-VIII.3.6", "CZ-VIII.3.7")
def test_acquisitions_and_trains_are_optional():
    """A company with a train to run may end its turn though it could acquire and buy."""
    game = after(bte().company("BTE"), RUN, KEEP)
    assert legal(game, MERGE)
    assert legal(game, TRAIN)

    assert after(game, "pass").pos.unit == "MW"


@pytest.mark.rule("CZ-VIII.3.7")
def test_who_has_no_train_to_run_must_buy_one():
    """A medium company with a small train alone may not end its turn."""
    game = after(bte().trains(BTE="2b").company("BTE"), "pass")

    assert refused(game, "pass").key == "train_duty"
    assert legal(after(game, TRAIN), "pass")


# --- what may be done at any time


MOMENTS = ((), (LAY,), (LAY, TOKEN), (LAY, TOKEN, RUN), (LAY, TOKEN, RUN, KEEP), (RUN, KEEP, TRAIN))
"""A turn up to each of its steps, up to after its last."""


@pytest.mark.rule("CZ-VIII.3.8")
@pytest.mark.parametrize("taken", MOMENTS)
def test_locals_are_bought_at_any_time(taken: tuple[str, ...]):
    """D-53: a company buys a local from its own director, who need not be asked, whatever the step."""
    game = after(bte().owns("ann", "S1").cash(ann=0).company("BTE"), *taken)

    now = after(game, "acquire BTE S1 7")

    assert paid(game, now, "BTE", "ann") == (-7, 7)
    assert (now.pos.owner("S1"), now.pos.frame.stage) == ("BTE", game.pos.frame.stage)


@pytest.mark.rule("CZ-VIII.3.8")
def test_the_owner_of_a_local_may_refuse():
    """Another player is asked, and the company's turn waits for the answer."""
    game = bte().owns("bob", "S1").company("BTE")

    asked = after(game, "acquire BTE S1 7")

    assert asked.pos.awaited == ("bob",)
    assert refused(asked, LAY, "ann").key == "not_your_turn"
    refusal = refused(asked, "pass", "bob")
    assert (refusal.key, refusal.clauses) == ("private_consent", ("CZ-VIII.3.8",))
    assert after(asked, "refuse").pos.owner("S1") == "bob"
    assert after(asked, "accept").pos.owner("S1") == "BTE"


@pytest.mark.rule("CZ-VIII.3.9")
@pytest.mark.parametrize("taken", MOMENTS)
def test_locals_are_sold_at_any_time(taken: tuple[str, ...]):
    """In the third round the bank pays 50 whatever the step."""
    game = after(bte().owns("BTE", "M1").company("BTE"), *taken)

    assert paid(game, after(game, "dispose BTE M1"), "BTE", "bank") == (50, -50)


@pytest.mark.rule("CZ-VIII.3.10")
@pytest.mark.parametrize("taken", MOMENTS)
def test_powers_are_used_at_any_time(taken: tuple[str, ...]):
    """A purple city in Cheb, before building or after buying trains."""
    built = bte().phase("d").depot("3c").owns("BTE", "S1")
    now = after(built.company("BTE"), *taken, "purple BTE S1 D3 15p 3")

    assert now.state.tiles["D3"] == ("15p", 3)


@pytest.mark.rule("CZ-VIII.3.8", "CZ-VIII.3.9", "CZ-VIII.3.10")
def test_locals_serve_in_the_own_turn_only():
    """While BTE acts, MW neither buys nor sells nor uses a local, whoever asks for it."""
    game = bte().phase("d").owns("MW", "S1").owns("bob", "S2").company("BTE")

    for line in ("acquire MW S2 1", "dispose MW S1", "purple MW S1 F23 14p 0"):
        assert {refused(game, line, player).key for player in ("ann", "bob")} == {"not_your_turn"}
