"""The passes that are added on the way to an entry of a record, which has none of ours and others of its own."""

import pytest

from engine import notation
from engine.game import Game
from engine.peer18xx.in_force import Entry
from tests.engine.peer18xx.both_ways import entry, read, reader_at
from tests.games.t18cz.tracks import company
from tests.games.t18mag.test_supporters import Table
from tests.games.t1844.swiss import Builder
from tests.games.t1844.test_emergency import table as emergency
from tests.games.t1844.test_powers import bls


def line(game: Game, *told: Entry) -> list[str]:
    """What is read of entries at a position, by player."""
    return [f"{one.actor}: {notation.write(one)}" for one in read(game, told)]


def furka(**marks: str) -> Entry:
    return entry("P4", "choose_ability", choice="Place tile", **marks)


PASS, OTHER, PROGRAM = entry("BLS", "pass"), entry("NOB", "pass"), entry(1, "program_share_pass")
LAY = entry("BLS", "lay_tile", hex="E10", tile="4-0", rotation=2)
TILE = {**entry("2", "lay_tile", hex="D19", tile="L32-0", rotation=0), "entity_type": "minor"}
TRAIN = entry("BLS", "buy_train", train="3-0", variant="3", price=180)


# --- powers


@pytest.mark.parametrize(
    ("before", "read_as"),
    [
        ((), ()),
        ((PASS,), ()),
        ((PASS, PASS), ("ann: pass",)),
        ((PASS, PROGRAM, PASS, PROGRAM), ("ann: pass",)),
        ((OTHER, PASS), ()),
        ((OTHER, PASS, PASS), ("ann: pass",)),
        ((LAY, PASS), ("ann: lay BLS E10 4 2",)),
    ],
)
def test_a_power_comes_after_the_pass_of_track_and_tokens(
    before: tuple[Entry, ...], read_as: tuple[str, ...]
):
    """Two passes of a company in turn are past both, whatever a player lets the program do between."""
    game = bls().owns("ann", "P4").trains(BLS="3").company("BLS")

    assert line(game, *before, furka()) == [*read_as, "ann: furka"]


def test_a_call_that_is_remembered_for_the_run_waits_for_nothing():
    """Of itself it stands for no action that could be on offer."""
    reader = reader_at(Table(3, "compat=peer18xx").owns("ann", "n3").trains(n3="2").minor("3"))
    reader.follow(0, {**entry("MA", "choose_ability", choice="3"), "entity_type": "company"})

    assert reader.ours.played == []


@pytest.mark.parametrize(("passes", "read_as"), [(1, []), (2, ["ann: pass"])])
def test_a_private_is_bought_after_the_pass_of_track_and_tokens(passes: int, read_as: list[str]):
    """A local is sold as soon as can be: what a company sells says nothing of its track."""
    game = bls().owns("ann", "P4").trains(BLS="3").company("BLS")
    bought = entry("BLS", "buy_company", company="P4", price=1)
    czech = company("SX", "d", A8="8896 4", D5="5 4", D3="57 1").owns("SX", "L1").trains(SX="3Ed")
    selling = czech.tokens(A8="SX.0", D5="SX.0").company("SX")
    sold = entry("SX", "sell_company", company="L1", price=50)

    assert line(game, *[PASS] * passes, bought) == [*read_as, "ann: acquire BLS P4 1"]
    assert line(selling, *[entry("SX", "pass")] * passes, sold) == ["ann: dispose SX L1"]


def test_a_power_waits_for_the_turn_in_which_it_is_recorded():
    """The line for a company of whoever has the private, EVA for the company that gets it; late, it waits no more."""
    built = bls(owner="").owns("bob", "P4").trains(BLS="3").holds("bob", NOB=50).prices(NOB=80)
    game = built.floated("NOB").trains(NOB="3").company("BLS")
    swiss = Builder().holds("ann", FNM=60, NOB=50).prices(FNM=100, NOB=80).operated("FNM", "NOB")
    giving = swiss.cash(FNM=500, NOB=500).phase("5").extra(eva="ann").company("FNM")
    given = [line(giving, entry("P7", "choose_ability", choice=unit)) for unit in ("FNM", "NOB")]

    assert line(game, furka()) == ["ann: pass", "ann: pass", "bob: furka"]
    assert line(game, PASS, PASS, furka()) == ["ann: pass", "bob: furka"]
    assert given == [["ann: eva FNM"], ["ann: pass", "ann: eva NOB"]]


@pytest.mark.parametrize(
    ("step", "passes"), [("lay", []), ("token", [""]), ("run", [""]), ("train", ["", " run"])]
)
def test_a_power_is_used_at_the_step_that_it_names(step: str, passes: list[str]):
    """A step that nothing waits for here is over as soon as the one behind it is reached."""
    tiles = {"A8": "8896 4", "D5": "5 4", "D3": "57 1"}
    built = company("SX", "d", cash=900, **tiles).owns("SX", "L1").trains(SX="3Ed").depot("3d")
    sale = entry("SX", "sell_company", company="L1", price=50)
    told = line(built.tokens(A8="SX.0", D5="SX.0").company("SX"), {**sale, "in_turn": "SX", "at_step": step})

    assert told == [*(f"ann: pass{held}" for held in passes), "ann: dispose SX L1"]


@pytest.mark.parametrize("tiles", [(), ("lay 2 D19 L32 0",)])
def test_a_power_whose_place_a_record_does_not_reach_is_used_in_its_own_turn(tiles: tuple[str, ...]):
    """It was used at the end of the turn of minor 2: what else that does is not recorded, and is not passed."""
    built = Table(3, "compat=peer18xx").phase("green").owns("ann", "n1", "n2").cash(n1=70, n2=70)
    called = entry("SMFvR", "choose_ability", choice="claim", in_turn="2", at_step="", later=2)
    reader = reader_at(built.minor("1", "train"))
    for at, told in enumerate((*[TILE] * len(tiles), {**called, "entity_type": "company"})):
        reader.follow(at, told)
    reader.catch_up()

    assert [notation.write(one) for one in reader.ours.played] == ["pass", *tiles, "call 2 SMFvR"]
    assert reader.ours.taken == []


def last_money(phase: str = "3") -> Game:
    """BLS may spend all it has on a train; NOB, ann's as well, is the next to operate."""
    built = bls(owner="", cash=180, phase=phase).owns("ann", "P4").depot("3")
    built = built.holds("ann", NOB=50).prices(NOB=80).floated("NOB")
    return built.company("BLS", "train")


@pytest.mark.parametrize(
    ("phase", "marks", "first"),
    [
        ("3", {"in_turn": "BLS"}, "furka"),
        ("3", {"in_turn": "NOB"}, "train BLS 3 depot 180"),
        ("3", {}, "train BLS 3 depot 180"),
        ("2", {"in_turn": "BLS"}, "train BLS 3 depot 180"),
    ],
)
def test_a_power_in_a_turn_that_is_over_here_comes_before_what_ended_it(
    phase: str, marks: dict[str, str], first: str
):
    """Unless that is what allows it: the train that brings phase 3."""
    before = last_money(phase)
    told = line(before, TRAIN, furka(**marks))

    assert sorted(told) == ["ann: furka", "ann: train BLS 3 depot 180"]
    assert told[0] == f"ann: {first}"


def test_what_is_held_back_has_not_happened_meanwhile():
    """Each event is told once, in the order of what is read."""
    before, reader = last_money(), reader_at(last_money())
    begun = len(reader.ours.events)
    for at, told in enumerate((TRAIN, furka(in_turn="BLS"))):
        reader.follow(at, told)
    built = before.play(before.read("furka"))
    bought = built.play(built.read("train BLS 3 depot 180"))

    assert reader.ours.events[begun:] == [*built.events, *bought.events]
    assert reader.game.state == bought.state
    assert reader.ours.held is None


# --- rounds


def trading() -> Builder:
    """Ann is the first of three who have money; she directs BLS."""
    built = Builder().holds("ann", BLS=50).prices(BLS=100).floated("BLS").operated("BLS")
    return built.cash(ann=500, bob=500, cy=500, BLS=300)


def buys(player: int, number: int = 3) -> Entry:
    return entry(player, "buy_shares", shares=[f"BLS_{number}"], percent=10)


def test_who_is_not_named_has_passed_in_a_stock_round():
    """Up to the turn of whoever acts next, and to the end of the round before a company does."""
    game = trading().sr("ann")

    assert line(game, buys(1), buys(3, 4)) == ["ann: buy BLS 10 offer", "bob: pass", "cy: buy BLS 10 offer"]
    assert line(game, buys(3)) == ["ann: pass", "bob: pass", "cy: buy BLS 10 offer"]
    *passed, laid = line(game, LAY)
    assert passed == ["ann: pass", "bob: pass", "cy: pass"]
    assert laid.startswith("ann: ")


def test_a_player_who_buys_shares_does_so_after_the_operating_round():
    """What companies had left to do is passed."""
    game = trading().company("BLS")
    *passed, bought = line(game, buys(2))

    assert bought == "bob: buy BLS 10 offer"
    assert {one.partition(" ")[2][:4] for one in passed} == {"pass"}
    assert len([one for one in passed if one.startswith("ann: ")]) == len(passed) > 0


def test_a_player_who_may_act_in_an_operating_round_does_so_there():
    """A director sells shares for a train: nothing is passed."""
    game = emergency().company("FNM", "train")

    assert line(game, entry(1, "sell_shares", shares=["BLS_2"], percent=10)) == ["ann: sell BLS 10"]


def test_a_player_passes_in_a_stock_round():
    """Though the company in turn, which ann directs, could be passed for."""
    reader = reader_at(trading().company("BLS"))
    reader.follow(0, entry(1, "pass"))

    assert (reader.game.pos.frame.kind, reader.game.pos.acting) == ("stock", "bob")


def test_the_pass_of_somebody_whose_turn_ends_by_itself_stands_for_nothing():
    """Bob has no money; cy, who has, passes. Nor does one of the first in a round who has none."""
    poor = trading().cash(bob=0).sr("ann")
    built = Builder().holds("bob", BLS=50).prices(BLS=100).floated("BLS").operated("BLS")
    first = built.cash(ann=0, bob=500, cy=500, BLS=300).sr("ann")

    assert line(poor, buys(1), entry(2, "pass"), entry(3, "pass")) == ["ann: buy BLS 10 offer", "cy: pass"]
    assert line(first, entry(1, "pass"), buys(2)) == ["bob: buy BLS 10 offer"]


@pytest.mark.parametrize("marked", [False, True])
def test_a_record_waits_for_no_power_before_a_run_once_the_tile_is_laid(marked: bool):
    """The purple tile that brings the first route comes too late for the run, unless it says where it was laid."""
    built = company("SX", "j", A8="8896 4", D5="5 4", D3="57 1").owns("SX", "L1").trains(SX="3Ed")
    game = built.tokens(A8="SX.0", D5="SX.0").company("SX")
    laid = entry("SX", "lay_tile", hex="D7", tile="7-0", rotation=0)
    purple = entry("L1", "lay_tile", hex="D5", tile="14p-0", rotation=0)
    mark = {"in_turn": "SX", "at_step": "run"} if marked else {}

    told = ["ann: lay SX D7 7 0", *["ann: pass run"] * (not marked), "ann: purple SX L1 D5 14p 0"]
    assert line(game, laid, {**purple, **mark}) == told
