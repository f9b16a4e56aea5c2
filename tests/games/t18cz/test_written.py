"""What the steps of 18xx.games wait for in 18CZ, which the passes of a written game must leave."""

from collections.abc import Callable

import pytest

from engine.actions import Acquire, BuyTrain, Discard, LayTile, PlaceToken, RunTrains
from engine.events import TrainBought, TrainDiscarded, TrainRusted
from engine.game import Game
from engine.peer18xx.t18cz.written import WRITING
from engine.peer18xx.writing import RecordedTurn
from engine.scratch import Scratch
from engine.state import DEPOT, POOL
from engine.steps.trains import train_limit
from engine.titles.t18cz.mergers import Merge
from tests.engine.peer18xx.both_ways import entries, played, read, writer_at
from tests.games.t18cz.czech import Builder, after, sizes
from tests.games.t18cz.test_exports import fourth
from tests.games.t18cz.test_tokens import bte
from tests.games.t18cz.tracks import company


def waits(game: Game, verb: type, unit: str) -> bool:
    """Whether the step of a verb waits there."""
    (step,) = (one for one in WRITING.steps if verb in (*one.verbs, *one.also))
    return step.waits(game.pos, RecordedTurn(unit, game.pos.frame.number))


@pytest.mark.parametrize(("more", "waits"), [(-1, False), (0, False), (1, True), (2, True)])
def test_the_step_of_discards_waits_above_the_train_limit(more: int, waits: bool):
    """One train too many is enough."""
    game = Game.start("18CZ", ("ann", "bob", "cy"), (), 1)
    scratch, unit = Scratch.upon(game.pos), next(iter(game.title.units))
    scratch.put("trains", unit, ("2a",) * (train_limit(scratch.now, unit) + more))
    (step,) = (one for one in WRITING.steps if Discard in one.verbs)

    assert step.waits(scratch.now, RecordedTurn(unit, (1, 1))) is waits


@pytest.mark.parametrize(("cash", "kept"), [(1, True), (0, False)])
def test_the_step_of_locals_waits_for_one_that_a_player_could_sell(cash: int, kept: bool):
    """For any money at all; without it only one of its own is sold."""
    built = company("SX", "d", cash=cash, A8="8896 4").tokens(A8="SX.0").owns("ann", "S1")

    assert waits(built.company("SX"), Acquire, "SX") is kept
    assert waits(built.owns("SX", "S2").company("SX"), Acquire, "SX")


@pytest.mark.parametrize(("unit", "kept"), [("BCB", False), ("ATE", True), ("SX", True)])
def test_the_step_of_acquisitions_waits_for_a_smaller_company(unit: str, kept: bool):
    """Nothing is smaller than BCB; the others are larger than it."""
    assert waits(sizes().company(unit), Merge, unit) is kept


def test_a_larger_company_is_none_to_wait_for():
    """ATE and BN are of one size, and SX is larger."""
    built = company("ATE").prices(SX=110, ATE=100, BN=70).holds("bob", BN=60, SX=50)

    assert not waits(built.company("ATE"), Merge, "ATE")


@pytest.mark.parametrize(("train", "kept"), [("3Ed", True), ("3+3d", False), ("", False)])
def test_the_run_step_waits_for_a_train_of_the_companys_size(train: str, kept: bool):
    """On track that joins its token to another location."""
    tiles = {"A8": "8896 4", "D5": "14 0", "D3": "57 1"}
    built = company("SX", "j", **tiles).tokens(A8="SX.0", D5="SX.0").trains(SX=train)

    assert waits(built.company("SX"), RunTrains, "SX") is kept
    tiles["D5"] = "5 4"
    bare = company("SX", "j", **tiles).tokens(A8="SX.0", D5="SX.0").trains(SX=train)
    assert not waits(bare.company("SX"), RunTrains, "SX")


def laid(phase: str, cash: int, **changes: tuple[str, ...]) -> Game:
    """EKJ has laid the tile of its turn; bob or EKJ has a local."""
    built = company("EKJ", phase, cash=cash, D5="57 1").extra(used=changes.pop("used", ()))
    for owner, locals_ in changes.items():
        built.owns(owner, *locals_)
    game = built.company("EKJ")
    assert waits(game, LayTile, "EKJ")
    return game.play(next(one for one in game.choices if isinstance(one, LayTile) and not one.using))


@pytest.mark.parametrize(
    ("phase", "cash", "changes", "kept"),
    [
        ("d", 400, {}, False),
        ("d", 0, {"EKJ": ("S1",)}, True),
        ("d", 0, {"EKJ": ("S1",), "used": ("S1",)}, False),
        ("d", 0, {"EKJ": ("S1", "S2"), "used": ("S1",)}, True),
        ("d", 0, {"bob": ("S1",)}, False),
        ("d", 1, {"bob": ("S1",)}, True),
        ("b", 1, {"bob": ("S1",)}, True),
        ("a", 1, {"bob": ("S1",)}, False),
    ],
)
def test_the_track_step_waits_for_what_a_local_could_do(
    phase: str, cash: int, changes: dict[str, tuple[str, ...]], kept: bool
):
    """For one that is not used yet, or that a player could sell it as soon as companies may buy any."""
    assert waits(laid(phase, cash, **changes), LayTile, "EKJ") is kept


@pytest.mark.parametrize(
    ("cash", "owner", "kept"),
    [(39, "", False), (40, "", True), (0, "BTE", True), (0, "bob", False), (1, "bob", True)],
)
def test_the_token_step_waits_for_what_locals_would_bring(cash: int, owner: str, kept: bool):
    """Those of the company, and those that it could buy from players for any money."""
    built = bte().cash(BTE=cash).phase("d")

    assert (
        waits((built.owns(owner, "S1") if owner else built).company("BTE", "token"), PlaceToken, "BTE")
        is kept
    )


@pytest.mark.parametrize(("cash", "kept"), [(50, True), (49, False)])
def test_the_token_step_waits_for_a_dear_token_that_a_local_just_pays(cash: int, kept: bool):
    """The last one costs 100; the local brings 50."""
    game = bte(D17="BTE.0", D5="BTE.0").cash(BTE=cash).phase("d").owns("BTE", "S1").company("BTE", "token")

    assert game.state.tokens_left["BTE"] == (100,)
    assert waits(game, PlaceToken, "BTE") is kept


def test_the_token_step_does_not_wait_without_a_token():
    """Whatever money there is."""
    built = bte(E10="BTE.0", D5="BTE.0", E12="BTE.0", D17="BTE.0").cash(BTE=400).phase("d")
    game = built.company("BTE", "token")

    assert game.state.tokens_left["BTE"] == ()
    assert not waits(game, PlaceToken, "BTE")


@pytest.mark.parametrize(
    ("cash", "other", "kept"),
    [(180, "", True), (79, "", False), (1, "", False), (1, "3+3d", True), (0, "3+3d", False)],
)
def test_the_train_step_waits_for_another_train_that_can_be_paid(cash: int, other: str, kept: bool):
    """One of the depot, or for any money one of another company; ATE has bought one and runs no smaller ones."""
    bought = after(sizes(BN=other).company("ATE", "train"), "train ATE 3+3d depot 180")
    scratch = Scratch.upon(bought.pos)
    scratch.put("cash", "ATE", cash)
    (step,) = (one for one in WRITING.steps if BuyTrain in one.verbs)

    assert step.waits(scratch.now, RecordedTurn("ATE", (3, 1))) is kept


@pytest.mark.parametrize(("train", "kept"), [("", True), ("2+2c", False)])
def test_the_train_step_waits_for_a_train_that_the_director_pays(train: str, kept: bool):
    """The treasury is empty: only for a company that has none."""
    scratch = Scratch.upon(sizes(ATE=train).company("ATE", "train").pos)
    scratch.put("cash", "ATE", 0)
    (step,) = (one for one in WRITING.steps if BuyTrain in one.verbs)

    assert step.waits(scratch.now, RecordedTurn("ATE", (3, 1))) is kept


def test_the_train_step_waits_for_a_train_that_is_due_after_the_last_money_went_for_a_local():
    """SX has bought one of a smaller size and could still pay for that of BN; then the director must pay."""
    built = sizes("compat=peer18xx", BN="3+3d").cash(SX=200, ann=1000).each("owners", {"L1": "ann"})
    game = built.company("SX", "train")
    done = played(game, "train SX 3+3d depot 180", "acquire SX L1 20", "train SX 3Ed depot 250")
    told = entries(game, done)

    assert [entry["type"] for entry in told[-3:]] == ["buy_train", "buy_company", "buy_train"]
    assert read(game, told) == done


def test_a_local_bought_in_a_game_that_goes_on_does_not_pass_the_trains():
    """SX must still buy a train; no more is known of its turn."""
    game = (
        sizes("compat=peer18xx").cash(SX=200, ann=1000).each("owners", {"L1": "ann"}).company("SX", "train")
    )
    bought, train = played(game, "acquire SX L1 20", "train SX 3Ed depot 250")
    told, whole = entries(game, [bought]), entries(game, [bought, train])

    assert [entry["type"] for entry in whole] == ["buy_company", "pass", "pass", "buy_train"]
    assert told == whole[:2]


def test_the_train_step_is_over_where_nothing_has_run_and_no_money_is_left():
    """What a local brings then opens it no more: one pass leaves the step of locals, and there is no dividend."""
    built = (
        company("EKJ", "b", cash=0, D5="57 1").holds("bob", OFE=50).floated("OFE").trains(EKJ="2a", OFE="2a")
    )
    game = built.owns("EKJ", "S1", "S2").company("EKJ")
    told = entries(game, played(game, "pass", "dispose EKJ S1", "pass"))

    assert [entry["type"] for entry in told] == ["pass", "sell_company", "pass"]


def test_the_train_step_is_over_with_the_purchase_that_took_the_last_money():
    """Though SX still has no train of its own size, and nobody another to sell."""
    built = sizes("compat=peer18xx").cash(SX=200, ann=1000).each("owners", {"L1": "ann"})
    bought = after(built.company("SX", "train"), "train SX 3+3d depot 180")

    assert bought.pos.unit == "SX"
    assert not waits(bought, BuyTrain, "SX")


@pytest.mark.parametrize(
    ("cash", "debt", "bought", "awaited"),
    [(100, 0, "", True), (99, 0, "", False), (0, 1, "", True), (100, 1, "EKJ", False)],
)
def test_a_player_is_waited_for_who_owes_or_could_found_a_company(
    cash: int, debt: int, bought: str, awaited: bool
):
    """A half of the smallest at its lowest price costs 100; whoever has bought has had the turn."""
    scratch = Scratch.upon(Builder().cash(ann=500).phase("a").sr("ann").pos)
    scratch.put("cash", "ann", cash)
    scratch.put("debts", "ann", debt)
    scratch.note(bought=bought)

    assert WRITING.awaited(scratch.now) is awaited


# --- where a file stops


@pytest.mark.parametrize(
    ("trains", "why"),
    [
        ({"ATE": "2a 3+3d"}, ""),
        ({"ATE": "3+3d"}, "untold_limit"),
        ({"pool": "2a"}, "untold_limit"),
    ],
)
def test_a_train_returned_after_an_export_is_told_where_a_company_lost_one(trains: dict[str, str], why: str):
    """There the limit is looked at only then; what the pool loses is nobody's."""
    game = fourth("4e", "d", BCB="3c 3c 3d", **trains)
    writer = writer_at(game)
    writer.write(played(game, "pass", "discard BCB 3c"))

    assert (writer.stop.why.key if writer.stop else "") == why
    assert ("discard_train" in [entry["type"] for entry in writer.entries]) is not bool(why)


CHANGED = (("4+4g", "4Eg"), ("4Eg", "4+4g"))
"""A card that was turned, and turned back."""
SHORT_LIVED = (("3+3d", "3Ed"), ("3Ed", "3+3d"))
"""Another, whose every side rusts some day."""


def stopped(game: Game, line: str, unit: str, *turns: tuple[str, str]) -> str:
    """Why a file stops before an action, if it does; a unit's card showed other sides before."""
    writer = writer_at(game)
    for side, into in turns:
        writer.trains.follow(TrainRusted(unit, side, into, "turned"))
    for event in (TrainBought("Ug", "8Ej", 1000, DEPOT), TrainDiscarded("Ug", "8Ej", POOL)):
        writer.trains.follow(event)
    writer.write(played(game, line))
    return writer.stop.why.key if writer.stop else ""


def rusting(card: str = "5j", phase: str = "i", **trains: str) -> Game:
    """SX, which acts first, may buy what rusts others."""
    return sizes(phase=phase, **trains).depot(card).company("SX", "train")


@pytest.mark.parametrize(
    ("game", "line", "unit", "turns", "why"),
    [
        (lambda: rusting(BN="4+4g"), "train SX 8Ej depot 1000", "BN", CHANGED, "untold_rust"),
        (lambda: fourth("5j", "i", BN="4+4g"), "pass", "BN", CHANGED, "untold_rust"),
        (lambda: rusting(BN="4+4g"), "train SX 8Ej depot 1000", "BN", (), ""),
        (lambda: rusting(BN="4+4g", pool="8Ej"), "train SX 8Ej pool 1000", "BN", CHANGED, ""),
        (lambda: rusting("5i", BN="4+4g"), "train SX 6Ei depot 800", "BN", CHANGED, ""),
        (lambda: rusting("5i", "h", BN="3+3d"), "train SX 6Ei depot 800", "BN", SHORT_LIVED, ""),
        (
            lambda: rusting("4f", "e", BCB="3c"),
            "train SX 4Ef depot 350",
            "BCB",
            (("3c", "2+2c"), ("2+2c", "3c")),
            "",
        ),
    ],
)
def test_a_file_stops_before_a_sale_that_rusts_a_card_by_a_side_it_showed(
    game: Callable[[], Game], line: str, unit: str, turns: tuple[tuple[str, str], ...], why: str
):
    """One that lasts for ever loses that date never there; one that rusts later has a date of its own."""
    assert stopped(game(), line, unit, *turns) == why


def test_a_train_returned_after_a_purchase_is_told():
    """Whoever lost a train or not."""
    game = sizes(BCB="3c 3c 3d").depot("4e").company("SX", "train")
    writer = writer_at(game)
    writer.write(played(game, "train SX 3Ee depot 250", "discard BCB 3c"))

    assert writer.stop is None
    assert (writer.entries[-1]["type"], writer.entries[-1]["train"]) == ("discard_train", "3c-0")
