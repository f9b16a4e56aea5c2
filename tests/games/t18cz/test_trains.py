import pytest

from engine.actions import BuyTrain
from engine.events import PhaseBegan, TrainBought
from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t18cz.czech import after, legal, paid, refused, sizes


def turn(*options: str, unit: str = "ATE", phase: str = "d", verb: str = "train", **trains: str) -> Game:
    return sizes(*options, phase=phase, **trains).company(unit, verb)


def offered(game: Game, *sellers: str) -> set[str]:
    """Which trains some sellers have on offer."""
    return {one.train for one in game.choices if isinstance(one, BuyTrain) and one.seller in sellers}


# --- the duty to own a train


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.2")
@pytest.mark.parametrize(
    ("unit", "own", "wanted"),
    [("BCB", "", "3d depot 120"), ("ATE", "2a 3d", "3+3d depot 180"), ("SX", "3d 3+3d", "3Ed depot 250")],
)
def test_a_train_to_run_at_the_end_of_the_turn(unit: str, own: str, wanted: str):
    """A small company needs a red train, a medium one a blue one, a large one a green one; no track is needed."""
    game = turn(unit=unit, **{unit: own})
    now = after(game, f"train {unit} {wanted}")

    refusal = refused(game, "pass")
    assert (refusal.key, refusal.values) == ("train_duty", {"unit": unit})
    assert refusal.clauses == ("CZ-VIII.10.1", "CZ-VIII.10.2")
    assert now.pos.acting != unit or legal(now, "pass")


@pytest.mark.rule("CZ-VIII.10.1")
@pytest.mark.parametrize(("unit", "own"), [("BCB", "3d"), ("ATE", "3+3d"), ("SX", "3Ed")])
def test_one_train_to_run_is_enough(unit: str, own: str):
    """Who has one may end the turn without buying."""
    assert legal(turn(unit=unit, **{unit: own}), "pass")


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.10")
def test_the_last_train_may_be_sold():
    """BN's train is bought although BN keeps none: its own turn is what counts."""
    now = after(turn(BN="3+3d"), "train ATE 3+3d BN 1", "accept")

    assert now.state.trains["BN"] == ()


@pytest.mark.rule("CZ-VIII.10.3")
def test_no_train_runs_in_the_turn_it_is_bought():
    """ATE has run to the town beside Teplice; the train it buys then does not."""
    built = sizes(ATE="2+2c").tiles(B9="8865 0", A10="3 5").tokens(B9="ATE.1")
    game = after(built.company("ATE", "run"), "run ATE - 2+2c:B9.1-A10.0", "dividend ATE 50")
    now = after(game, "train ATE 3+3d depot 180")

    for line in ("run ATE - 3+3d:B9.1-A10.0", "run ATE - 2+2c:B9.1-A10.0"):
        assert refused(now, line).key == "wrong_step"


# --- limits


@pytest.mark.rule("CZ-VIII.10.5", "CZ-XI.8.3")
@pytest.mark.parametrize(
    ("phase", "limits"),
    [
        ("b", (3, 3, None)),
        ("c", (3, 3, None)),
        ("d", (3, 3, 3)),
        ("e", (2, 3, 3)),
        ("f", (2, 2, 3)),
        ("g", (2, 2, 3)),
        ("h", (1, 2, 3)),
        ("i", (1, 1, 3)),
        ("j", (1, 1, 2)),
    ],
)
def test_limits_by_phase_and_size(phase: str, limits: tuple[int, int, int | None]):
    """With that many trains nothing more is bought, with one less something is."""
    runs = {"BCB": "5j", "ATE": "5+5j", "SX": "8Ej"}
    for (unit, train), limit in zip(runs.items(), limits, strict=True):
        if limit is None:
            continue
        full = turn(unit=unit, phase=phase, verb="lay", **{unit: " ".join([train] * limit)})
        top = next(one for one in full.title.data.trains if full.pos.left(one.name))
        line = f"train {unit} {top.name} depot {top.price}"
        room = turn(unit=unit, phase=phase, **{unit: " ".join([train] * (limit - 1))}) if limit > 1 else None
        refusal = refused(full, line)
        assert (refusal.key, refusal.values) == ("train_limit", {"unit": unit, "limit": limit})
        assert refusal.clauses == ("CZ-VIII.10.5", "CZ-VIII.10.6")
        assert room is None or legal(room, line)


@pytest.mark.rule("CZ-VIII.12.3", "CZ-XI.8.3")
def test_the_limit_of_the_first_phase():
    """A small company owns three trains in phase a."""
    full = turn(unit="BCB", phase="a", verb="lay", BCB="2a 2a 2a")

    assert refused(full, "train BCB 2a depot 70").values == {"unit": "BCB", "limit": 3}
    assert legal(turn(unit="BCB", phase="a", BCB="2a 2a"), "train BCB 2a depot 70")


@pytest.mark.rule("CZ-VIII.10.6")
def test_a_full_company_buys_nothing_even_if_it_would_lose_a_train():
    """BCB owns 4 and 2; a second 4 would rust the 2, but there is no place for it."""
    game = turn(unit="BCB", phase="f", verb="lay", BCB="4e 2a")

    refusal = refused(game, "train BCB 4f depot 250")
    assert (refusal.key, refusal.values) == ("train_limit", {"unit": "BCB", "limit": 2})
    assert legal(turn(unit="BCB", phase="f", BCB="4e"), "train BCB 4f depot 250")


@pytest.mark.rule("CZ-VIII.10.6", "CZ-VIII.10.5")
def test_the_limit_counts_for_every_source():
    """Neither the pool nor another company sells to a full one."""
    full = {"ATE": "3+3d 3+3d 2+2c", "BN": "3+3d", "pool": "3+3d"}
    game = turn(verb="lay", **full)

    for line in ("train ATE 3+3d pool 180", "train ATE 3+3d BN 1"):
        assert refused(game, line).key == "train_limit"


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.6", "CZ-VIII.10.15")
def test_the_last_place_is_for_a_train_to_run():
    """WE-60: two small trains are bought, a third one is refused; a plus train is not (D-35)."""
    game = after(turn(phase="c"), "train ATE 3c depot 120", "train ATE 3c depot 120")

    refusal = refused(game, "train ATE 3c depot 120")
    assert (refusal.key, refusal.values) == ("train_last_place", {"unit": "ATE", "train": "3c"})
    assert refusal.clauses == ("CZ-VIII.10.1", "CZ-VIII.10.6")
    assert legal(game, "train ATE 2+2c depot 80")
    assert legal(turn(ATE="3+3d 2a"), "train ATE 3d depot 120")


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.6")
def test_the_last_place_under_the_limit_to_come():
    """The first f lowers the limit of medium companies to 2: beside a 3 no 4 is bought, a 2 would go (D-36)."""
    beside_3 = sizes(phase="e", ATE="3c").depot("4f").company("ATE", "train")
    beside_2 = sizes(phase="e", ATE="2a").depot("4f").company("ATE", "train")

    assert refused(beside_3, "train ATE 4f depot 250").key == "train_last_place"
    assert legal(beside_3, "train ATE 4+4f depot 400")
    assert legal(beside_2, "train ATE 4f depot 250")


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.6", "CZ-VIII.12.26")
def test_the_last_place_in_a_trade():
    """A 4 of the bank would rust both 2s and so make room; one of another company rusts nothing."""
    game = sizes(phase="e", ATE="2a 2a", BN="4e").company("ATE", "train")

    assert refused(game, "train ATE 4e BN 10").key == "train_last_place"
    assert legal(game, "train ATE 4e depot 250")


@pytest.mark.rule("CZ-VIII.10.1")
def test_the_duty_ends_without_money_under_the_other_reading():
    """There a purchase that leaves too little for the cheapest train of the bank ends the duty, too (D-35)."""
    built = sizes("runnable_train_check=leaky", phase="c")
    poor, able = built.cash(ATE=199).company("ATE", "train"), built.cash(ATE=200).company("ATE", "train")

    assert legal(after(poor, "train ATE 3c depot 120"), "pass")
    assert refused(after(able, "train ATE 3c depot 120"), "pass").key == "train_duty"


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.8")
@pytest.mark.parametrize(("cash", "due"), [(121, True), (120, False)])
def test_duty_and_help_end_with_the_last_money_under_the_other_reading(cash: int, due: bool):
    """There who has 1 K left must buy on, and is helped; as printed so must who has none."""
    line = "train ATE 2+2c depot 80"
    built = sizes("runnable_train_check=leaky", "train_duty=until_spent", phase="c").cash(ATE=cash)
    now = after(built.company("ATE", "train"), "train ATE 3c depot 120")
    printed = after(sizes(phase="c").cash(ATE=cash).company("ATE", "train"), "train ATE 3c depot 120")

    assert (legal(now, line), legal(now, "pass") and now.pos.unit == "ATE") == (due, False)
    assert (legal(printed, line), legal(printed, "pass")) == (True, False)
    assert legal(built.cash(ATE=0).company("ATE", "train"), line)


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.6")
def test_the_last_place_under_the_other_reading():
    """There the limit before the purchase counts, and a purchase that leaves no place ends the duty (D-35)."""
    strict = sizes(phase="e", ATE="3c").depot("4f").company("ATE", "train")
    leaky = sizes("runnable_train_check=leaky", phase="e", ATE="3c").depot("4f").company("ATE", "train")
    now = after(leaky, "train ATE 4f depot 250")

    assert not legal(strict, "train ATE 4f depot 250")
    full = sizes("runnable_train_check=leaky", phase="f", ATE="3c").company("ATE", "train")
    assert refused(full, "train ATE 4f depot 250").key == "train_last_place"
    assert refused(leaky, "pass").key == "train_duty"
    assert now.state.trains["ATE"] == ("3c", "4f")
    assert legal(now, "pass")


# --- the exception at the limit


@pytest.mark.rule("CZ-VIII.10.7")
def test_a_train_to_run_is_bought_above_the_limit():
    """WE-61: with two small trains at a limit of two ATE must buy a plus train, and returns one of the others."""
    game = turn(phase="f", ATE="3c 3d")
    now = after(game, "train ATE 4+4f depot 400")
    then = after(now, "discard ATE 3c")

    assert refused(game, "pass").key == "train_duty"
    assert refused(game, "train ATE 4f depot 250").key == "train_limit"
    assert (now.pos.frame.kind, now.pos.awaited) == ("train_limit", ("ann",))
    assert refused(now, "pass").key == "train_limit_choose"
    assert then.state.trains["ATE"] == ("3d", "4+4f")
    assert then.state.trains[POOL] == ("3c",)
    assert paid(now, then, "ATE", BANK) == (0, 0)


@pytest.mark.rule("CZ-VIII.10.7", "CZ-VIII.10.1")
def test_the_train_to_run_is_not_returned():
    """In its own turn a company keeps its only train to run (D-36); another reading lets it go."""
    line = "train ATE 4+4f depot 400"
    now = after(turn(phase="f", ATE="3c 3d"), line)
    leaky = after(turn("runnable_train_check=leaky", phase="f", ATE="3c 3d"), line)

    refusal = refused(now, "discard ATE 4+4f")
    assert (refusal.key, refusal.values) == ("train_last_place", {"unit": "ATE", "train": "4+4f"})
    assert legal(now, "discard ATE 3d")
    assert legal(leaky, "discard ATE 4+4f")


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.7")
@pytest.mark.parametrize("lasting", [True, False])
def test_a_train_after_the_one_that_was_returned(lasting: bool):
    """Another may follow; where buying ends with the last place, none does (D-36)."""
    over = () if lasting else ("train_step=while_affordable",)
    game = turn("runnable_train_check=leaky", *over, phase="f", ATE="3c 3d", BN="3+3d")
    now = after(game, "train ATE 4+4f depot 400", "discard ATE 4+4f")

    assert legal(now, "train ATE 3+3d BN 10") == lasting
    assert (now.pos.unit == "ATE") == lasting


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.12.11")
def test_where_buying_ends_with_the_last_place_rust_makes_room_for_another():
    """The 4 of BCB rusts its 2-trains: of its two places one is free, and the step waits for another (D-35)."""
    line = "train BCB 4e depot 250"
    now, former = (
        after(sizes(f"train_step={one}", BCB="2a 2a").depot("4e").company("BCB", "train"), line)
        for one in ("while_buyable", "while_affordable")
    )

    assert now.state.trains["BCB"] == ("4e",)
    assert legal(now, line)
    assert not legal(former, line)


@pytest.mark.rule("CZ-VIII.10.1", "CZ-VIII.10.6")
def test_where_buying_ends_with_the_last_place_the_new_limit_is_the_one_that_counts():
    """A small train begins phase i: no place is left for one that ATE could run, and its turn is over (D-35)."""
    leaky = ("runnable_train_check=leaky", "train_duty=until_bought")
    now, former = (
        after(
            sizes(*leaky, f"train_step={one}", phase="h").depot("5i").company("ATE", "train"),
            "train ATE 5i depot 350",
        )
        for one in ("while_buyable", "while_affordable")
    )

    assert now.state.trains["ATE"] == ("5i",)
    assert now.pos.unit != "ATE"
    assert legal(former, "train ATE 5+5i depot 500")


@pytest.mark.rule("CZ-VIII.10.6", "CZ-VIII.12.29")
def test_buying_has_ended_for_the_buyer_when_others_have_returned_their_trains():
    """BN is asked for a train first; then the turn of ATE is over, whose own limit fell as well (D-35)."""
    readings = ("runnable_train_check=leaky", "train_duty=until_bought", "train_step=while_buyable")
    built = sizes(*readings, phase="h", BN="4+4f 4+4g").depot("5i").company("ATE", "train")
    asked = after(built, "train ATE 5i depot 350")
    now = after(asked, "discard BN 4+4f")

    assert (asked.pos.frame.kind, asked.pos.unit) == ("train_limit", "BN")
    assert (now.pos.frame.kind, now.pos.unit) == ("operating", "BN")


@pytest.mark.rule("CZ-VIII.10.7", "CZ-VIII.12.29")
def test_the_purchase_itself_lowers_the_limit():
    """Of three places two are left once ATE has bought the first f: one of the small trains goes (D-36)."""
    game = sizes(phase="e", ATE="3c 3d").depot("4f").company("ATE", "train")
    now = after(game, "train ATE 4+4f depot 400")

    assert refused(now, "discard ATE 4+4f").key == "train_last_place"
    assert after(now, "discard ATE 3c").state.trains["ATE"] == ("3d", "4+4f")


@pytest.mark.rule("CZ-VIII.10.7")
def test_trains_of_an_acquired_company_fill_the_limit():
    """WE-66: ATE keeps three 2-trains of BCB; it must buy a plus train and returns one of the 2s (D-36)."""
    game = after(turn(verb="merge", BCB="2a 2a 2b"), "merge ATE BCB 65", "pass")
    now = after(game, "train ATE 3+3d depot 180")

    assert refused(game, "pass").key == "train_duty"
    assert refused(game, "train ATE 3d depot 120").key == "train_limit"
    assert refused(now, "discard ATE 3+3d").key == "train_last_place"
    assert after(now, "discard ATE 2a").state.trains[POOL] == ("2a",)


@pytest.mark.rule("CZ-VIII.10.7")
def test_a_train_of_another_company_above_the_limit():
    """The exception does not ask where the train comes from; one is returned as well."""
    game = turn(phase="f", ATE="3c 3d", BN="4+4f")
    now = after(game, "train ATE 4+4f BN 10", "accept")

    assert now.pos.frame.kind == "train_limit"
    assert refused(now, "discard ATE 4+4f").key == "train_last_place"
    assert after(now, "discard ATE 3d").state.trains["ATE"] == ("3c", "4+4f")


# --- new trains


@pytest.mark.rule("CZ-VIII.10.8")
@pytest.mark.parametrize(("train", "price"), [("3d", 120), ("3+3d", 180), ("3Ed", 250)])
def test_any_side_of_a_new_card(train: str, price: int):
    """The buyer chooses the side, which has its own printed price; one card is gone in any case."""
    game = turn(unit="SX", SX="3Ed")
    now = after(game, f"train SX {train} depot {price}")

    assert paid(game, now, "SX", BANK) == (-price, price)
    assert now.state.trains["SX"] == ("3Ed", train)
    assert (game.state.depot["3d"], now.state.depot["3d"]) == (4, 3)
    assert TrainBought("SX", train, price, "depot") in now.events


@pytest.mark.rule("CZ-VIII.10.8", "CZ-V.7")
def test_the_bank_asks_the_printed_price():
    """Neither more nor less, and the treasury must have it."""
    game = turn(ATE="3+3d")
    poor = sizes(ATE="3+3d").cash(ATE=179).company("ATE", "lay")

    for price in (0, 179, 181):
        refusal = refused(game, f"train ATE 3+3d depot {price}")
        assert (refusal.key, refusal.values) == ("train_cost", {"train": "3+3d", "price": 180, "cash": 1000})
        assert refusal.clauses == ("CZ-VIII.10.8", "CZ-V.7")
    assert refused(poor, "train ATE 3+3d depot 180").key == "train_cost"
    assert legal(game, "train ATE 3+3d depot 180")


@pytest.mark.rule("CZ-VIII.10.9")
def test_trains_are_sold_in_ascending_order():
    """The e-cards are for sale once the last d-card is gone."""
    game = sizes().each("depot", {"3d": 2}).company("SX", "train")
    one = after(game, "train SX 3Ed depot 250")
    two = after(one, "train SX 3+3d depot 180")

    for now in (game, one):
        refusal = refused(now, "train SX 3Ee depot 250")
        assert (refusal.key, refusal.values) == ("train_order", {"train": "3d"})
        assert refusal.clauses == ("CZ-VIII.10.9",)
        assert offered(now, "depot") == {"3d", "3+3d", "3Ed"}
    assert offered(two, "depot") == {"4e", "3+3e", "3Ee"}


@pytest.mark.rule("CZ-VIII.10.8", "CZ-VIII.12.30")
def test_what_nobody_has():
    """Cards that are gone, trains that do not exist, sellers that have none."""
    game = turn(ATE="3+3d", BN="2+2c")

    other = "CZ-VIII.10.10"
    for line, clause in (
        ("2+2c depot 80", "CZ-VIII.10.8"),
        ("9 depot 1", "CZ-VIII.10.8"),
        ("3+3d pool 180", "CZ-VIII.12.30"),
        ("3+3d BN 1", other),
        ("2a kk 1", other),
        ("3+3d ATE 1", other),
        ("3d bob 1", other),
    ):
        refusal = refused(game, f"train ATE {line}")
        assert (refusal.key, refusal.clauses) == ("train_none", (clause,))
    assert legal(game, "train ATE 2+2c BN 1")


@pytest.mark.rule("CZ-VIII.10.4", "CZ-VIII.12.1")
def test_a_purchase_may_start_a_phase():
    """The first d-card sold, whichever side it is bought by."""
    game = sizes(phase="c", ATE="2+2c").depot("3d").company("ATE", "train")
    now = after(game, "train ATE 3d depot 120")

    assert (game.pos.phase.name, now.pos.phase.name) == ("c", "d")
    assert PhaseBegan("d", "3d", "sale") in now.events


# --- which trains a company may own


@pytest.mark.rule("CZ-VIII.10.15", "CZ-IV.2.b.3", "CZ-IV.2.c.3", "CZ-IV.2.d.3")
@pytest.mark.parametrize(
    ("unit", "own", "wanted"),
    [("BCB", "3d", {"3d"}), ("ATE", "3+3d", {"3d", "3+3d"}), ("SX", "3Ed", {"3d", "3+3d", "3Ed"})],
)
def test_trains_of_its_own_size_and_smaller_ones(unit: str, own: str, wanted: set[str]):
    """From the deck, from the pool, from another company."""
    game = turn(unit=unit, pool="3Ed", BN="3d 3+3d", **{unit: own})

    assert offered(game, "depot") == offered(game, POOL) == wanted
    assert offered(game, "BN") == wanted & {"3d", "3+3d"}
    for train, price in (("3d", 120), ("3+3d", 180), ("3Ed", 250)):
        if train not in wanted:
            refusal = refused(game, f"train {unit} {train} depot {price}")
            assert (refusal.key, refusal.clauses) == (
                "train_size",
                ("CZ-IV.2.b.3" if unit == "BCB" else "CZ-IV.2.c.3",),
            )
            assert refusal.values == {"unit": unit, "train": train}
