import pytest

from engine.actions import GoOn
from engine.events import Closed, PhaseBegan, TrainDiscarded, TrainRusted
from engine.game import Game
from engine.state import BANK, DEPOT, POOL
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused, round_is, until

FIRST = {"2": "1", "3": "2", "4": "3", "5": "4", "6": "5", "8E": "6"}
"""The phase before the first train of a stack is sold."""


def table(*options: str, stack: str = "4", **trains: str) -> Builder:
    """Ann directs the FNM and the VZ, bob the BLS and the NOB; the stacks below one are empty."""
    built = Builder(3, *options).holds("ann", FNM=60, VZ=60).holds("bob", BLS=60, NOB=50)
    built = built.prices(FNM=100, BLS=90, VZ=80, NOB=70).operated("FNM", "BLS", "VZ", "NOB")
    built = built.cash(FNM=1000, BLS=1000, VZ=1000, NOB=1000).trains(**trains)
    return built.phase(FIRST[stack]).depot(stack)


def turn(*options: str, stack: str = "4", **trains: str) -> Game:
    return table(*options, stack=stack, **trains).company("FNM", "train")


# --- phases


@pytest.mark.rule("CH-PHASE.1", "CH-OR.TRAIN.16")
@pytest.mark.parametrize(
    ("stack", "side", "price", "phase"),
    [
        ("2", "2H", 70, "2"),
        ("3", "3", 180, "3"),
        ("4", "4H", 260, "4"),
        ("5", "5", 450, "5"),
        ("6", "6H", 550, "6"),
        ("8E", "8E", 960, "7"),
    ],
)
def test_the_first_train_of_a_kind_starts_a_phase(stack: str, side: str, price: int, phase: str):
    """Either side of the card, at once; the second one starts nothing."""
    game = turn(stack=stack)
    now = after(game, f"train FNM {side} depot {price}")
    again = after(
        until(now, lambda game: game.pos.acting == "BLS"), "pass", f"train BLS {side} depot {price}"
    )

    assert game.pos.phase.name == FIRST[stack]
    assert now.pos.phase.name == phase
    assert PhaseBegan(phase, side, "sale") in now.events
    assert again.pos.phase.name == phase
    assert not [event for event in again.events if isinstance(event, PhaseBegan)]


@pytest.mark.rule("CH-PHASE.2", "CH-PHASE.4", "CH-PHASE.6", "CH-PHASE.8")
def test_colours_and_rounds_of_a_series():
    phases = {phase.name: phase for phase in turn().title.data.phases}

    assert [phases[name].operating_rounds for name in "1234567"] == [1, 1, 2, 2, 3, 3, 3]
    assert [phases[name].colours[-1] for name in "1234567"] == [
        "yellow",
        "yellow",
        "green",
        "green",
        "brown",
        "brown",
        "gray",
    ]


@pytest.mark.rule("CH-PHASE.4", "CH-TR.3", "CH-SCRAP.2", "CH-OR.TRAIN.8")
def test_the_first_3_turns_the_2s():
    """Those of companies and those in the pool."""
    game = turn(stack="3", FNM="2 2H", BLS="2", pool="2")
    now = after(game, "train FNM 3H depot 150")

    assert now.state.trains["FNM"] == ("2H", "2H", "3H")
    assert now.state.trains["BLS"] == now.state.trains[POOL] == ("2H",)
    gone = [event for event in now.events if isinstance(event, TrainRusted)]
    assert gone == [TrainRusted(holder, "2", "2H", "phase") for holder in ("FNM", "BLS", POOL)]


@pytest.mark.rule("CH-PHASE.5", "CH-TR.3", "CH-TR.4", "CH-SCRAP.1", "CH-SCRAP.3")
def test_the_first_4_rusts_the_2s_turns_the_3s_and_then_limits_count():
    """EX-29: 2H, 3, 3, 3H: the 2H goes, the 3s become 3H; with the limit of 3 nothing is returned."""
    game = turn(BLS="2H 3 3 3H", NOB="2H", pool="2H 3")
    now = after(game, "train FNM 4 depot 300")

    assert now.state.trains["BLS"] == ("3H", "3H", "3H")
    assert now.state.trains["NOB"] == ()
    assert now.state.trains[POOL] == ("3H",)
    assert now.pos.frame.kind == "operating"
    assert now.pos.acting == "FNM"


@pytest.mark.rule("CH-PHASE.7", "CH-TR.4", "CH-TR.5")
def test_the_first_6_rusts_the_3s_and_turns_the_4s():
    game = turn(stack="6", FNM="3H", BLS="3H 4", pool="3H 4")
    now = after(game, "train FNM 6 depot 630")

    assert now.state.trains["FNM"] == ("6",)
    assert now.state.trains["BLS"] == now.state.trains[POOL] == ("4H",)


@pytest.mark.rule("CH-PHASE.8", "CH-TR.5", "CH-TR.6", "CH-TR.7")
def test_the_first_8_rusts_the_4s_and_turns_the_5s():
    """5s and 6s stay to the end."""
    game = turn(stack="8E", FNM="4H", BLS="5 6", VZ="4H 5H", pool="4 5")
    now = after(game, "train FNM 8E depot 960")

    assert now.state.trains["FNM"] == ("8E",)
    assert now.state.trains["BLS"] == ("5H", "6")
    assert now.state.trains["VZ"] == now.state.trains[POOL] == ("5H",)


# --- trains above the limit


def crowded(*options: str) -> Game:
    """The first 5 is bought: large companies may own two trains, BLS and FNM own three."""
    return after(turn(*options, stack="5", FNM="4 4H", BLS="4 4H 3H", NOB="4 4"), "train FNM 5 depot 450")


@pytest.mark.rule("CH-SCRAP.4", "CH-PHASE.6")
def test_directors_return_trains_above_the_limit():
    """In operating order, before anything else; each chooses, and gets nothing."""
    game = crowded()
    first = after(game, "discard FNM 4H")
    now = after(first, "discard BLS 3H")

    assert (game.pos.frame.kind, game.pos.acting, game.pos.awaited) == ("train_limit", "FNM", ("ann",))
    assert {action.train for action in game.choices} == {"4", "4H", "5"}
    assert refused(game, "discard BLS 3H").key == "not_your_turn"
    assert (first.pos.acting, first.pos.awaited) == ("BLS", ("bob",))
    assert (now.pos.frame.kind, now.pos.acting) == ("operating", "BLS")
    assert now.state.trains["FNM"] == ("4", "5")
    assert now.state.trains[POOL] == ("4H", "3H")
    assert paid(game, now, "FNM", "BLS", BANK) == (0, 0, 0)
    assert TrainDiscarded("BLS", "3H", POOL) in now.events


@pytest.mark.rule("CH-SCRAP.4")
def test_the_choice_cannot_be_passed():
    refusal = refused(crowded(), "pass")

    assert (refusal.key, refusal.values) == ("train_limit_choose", {"unit": "FNM", "count": 1})
    assert refusal.clauses == ("CH-SCRAP.4",)
    assert refused(crowded(), "discard FNM 3").key == "discard_none"


@pytest.mark.rule("CH-SCRAP.5", "CH-OR.TRAIN.9")
def test_returned_trains_are_bought_again():
    """At the price of the side that shows."""
    game = until(after(crowded(), "discard FNM 4", "discard BLS 3H"), lambda game: game.pos.acting == "VZ")
    ready = until(game, lambda game: any(step.verb.verb == "train" for step in game.pos.open_steps))

    assert legal(ready, "train VZ 3H pool 150")
    assert refused(ready, "train VZ 4 pool 300").key == "train_side"


@pytest.mark.rule("CH-SCRAP.4")
def test_returned_trains_leave_the_game_under_the_other_reading():
    now = after(crowded("discards=removed"), "discard FNM 4", "discard BLS 3H")

    assert not now.state.trains.get(POOL)
    assert TrainDiscarded("BLS", "3H") in now.events


# --- the first 5


@pytest.mark.rule("CH-PRIV.13", "CH-PHASE.6")
def test_privates_close_with_the_first_5():
    """Whoever owns them; mountain railways and tunnel certificates stay."""
    built = table(stack="5").privates(P1="ann", P2="FNM", P3="bob", B1="ann", T1="bob")
    now = after(built.company("FNM", "train"), "train FNM 5H depot 400")

    assert {private: now.pos.owner(private) for private in ("P1", "P2", "P3")} == {
        "P1": "",
        "P2": "",
        "P3": "",
    }
    assert (now.pos.owner("B1"), now.pos.owner("T1")) == ("ann", "bob")
    assert Closed("P2", "FNM", "phase") in now.events


@pytest.mark.rule("CH-P4.4", "CH-P4.3")
def test_the_line_of_p4_is_laid_with_the_first_5():
    """Its owner cannot decline, and gets 80."""
    game = table(stack="5").privates(P4="bob").company("FNM", "train")
    now = after(game, "train FNM 5 depot 450")

    assert paid(game, now, "bob") == (80,)
    assert set(now.state.layers) == {"I16", "H17", "H19", "H21", "H23"}
    assert now.pos.owner("P4") == ""


@pytest.mark.rule("CH-P7.2")
def test_the_owner_of_p7_gets_eva():
    now = after(table(stack="5").privates(P7="bob").company("FNM", "train"), "train FNM 5 depot 450")

    assert swiss_state(now.pos).eva == "bob"
    assert now.pos.owner("P7") == ""
    assert Closed("P7", "bob", "phase") in now.events


@pytest.mark.rule("CH-PRIV.13")
def test_privates_stay_before():
    now = after(
        table(stack="4").privates(P1="ann", P7="bob").company("FNM", "train"), "train FNM 4 depot 300"
    )

    assert (now.pos.owner("P1"), now.pos.owner("P7"), swiss_state(now.pos).eva) == ("ann", "bob", "")


@pytest.mark.rule("CH-PRIV.13", "CH-P7.2")
def test_privates_close_when_the_first_5_is_exported():
    built = table(stack="5", FNM="4", VZ="4H", BLS="4").privates(P1="ann", P7="bob")
    now = after(built.company("NOB", "train", number=(5, 2), rounds=2), "pass")

    assert (now.pos.owner("P1"), now.pos.owner("P7"), swiss_state(now.pos).eva) == ("", "", "bob")


# --- exports


def last_turn(stack: str, phase: str, number: tuple[int, int] = (3, 1), **notes: int) -> Game:
    """Return the game at the end of an operating round, the last company in turn; all have trains."""
    trains = dict.fromkeys(("FNM", "VZ", "BLS"), "6H")
    built = table(stack=stack, **trains).phase(phase).depot(stack)
    return built.company("NOB", "train", number=number, **notes)


@pytest.mark.rule("CH-EXPORT.1", "CH-EXPORT.2", "CH-EXPORT.4", "CH-PHASE.3")
def test_a_train_is_exported_after_every_series():
    """The top card of the lowest stack; trains in the pool stay, no money moves."""
    game = last_turn("3", "3", (3, 2), rounds=2)
    now = after(game, "pass")

    assert (game.pos.frame.kind, now.pos.frame.kind) == ("operating", "stock")
    assert now.state.depot["3"] == (game.state.depot["3"] or 0) - 1
    assert TrainRusted(DEPOT, "3", "", "export") in now.events
    assert paid(game, now, BANK) == (0,)


@pytest.mark.rule("CH-EXPORT.1")
def test_nothing_is_exported_within_a_series():
    game = last_turn("3", "3", (3, 1), rounds=2)
    now = after(game, "pass")

    assert now.pos.frame.number == (3, 2)
    assert now.state.depot == game.state.depot


@pytest.mark.rule("CH-EXPORT.1", "CH-PHASE.3")
def test_nothing_is_exported_before_the_second_phase():
    game = last_turn("2", "1", (1, 1), rounds=1)

    assert after(game, "pass").state.depot == game.state.depot


@pytest.mark.rule("CH-EXPORT.3", "CH-PHASE.1")
def test_an_export_starts_a_phase_with_all_its_effects():
    """The first 4 exported: 2s go, 3s turn, and the limit of large companies falls before the stock round."""
    built = table(stack="4", FNM="3 3 3 3", BLS="2H 3", VZ="3H").phase("3").depot("4")
    game = built.company("NOB", "train", number=(3, 2), rounds=2)
    now = after(game, "pass")
    later = after(now, "discard FNM 3H")

    assert PhaseBegan("4", "4", "export") in now.events
    assert now.state.trains["BLS"] == ("3H",)
    assert (now.pos.frame.kind, now.pos.acting) == ("train_limit", "FNM")
    assert later.pos.frame.kind == "stock"


@pytest.mark.rule("CH-EXPORT.3", "CH-SCRAP.4")
def test_trains_above_the_limit_wait_under_the_other_reading():
    """There an export leaves them until the next operating round, where they are returned before anybody acts."""
    built = (
        table("export_excess=next_round", stack="4", FNM="3 3 3 3", BLS="2H 3", VZ="3H").phase("3").depot("4")
    )
    now = after(built.company("NOB", "train", number=(3, 2), rounds=2), "pass")
    later = until(now, lambda game: game.pos.frame.kind != "stock")

    assert (now.pos.frame.kind, now.state.trains["FNM"]) == ("stock", ("3H",) * 4)
    assert (later.pos.frame.kind, later.pos.acting) == ("train_limit", "FNM")
    assert refused(later, "pass").clauses == ("CH-SCRAP.4",)


@pytest.mark.rule("CH-PHASE.9")
def test_the_running_series_keeps_its_length():
    """Phase 3 begins in a series of one round: the next one has two."""
    built = table(stack="3", FNM="2", BLS="2", VZ="2H").phase("2").depot("3")
    game = built.company("NOB", "train", number=(3, 1), rounds=1)
    now = after(game, "train NOB 3 depot 180", "pass")
    later = until(now, round_is("operating", 4, 1))

    assert now.pos.frame.kind == "stock"
    assert later.pos.round_notes.rounds == 2


@pytest.mark.rule("CH-EXPORT.3", "CH-SCRAP.4")
def test_trains_kept_after_an_export_are_returned_where_the_record_is_left():
    """By the printed rules none are kept: ann is asked at once, and nobody else."""
    kept, fits = (
        table("compat=peer18xx", FNM=trains, BLS="3").phase("4").sr("bob") for trains in ("3 3 3 3", "3 3 3")
    )
    now = kept.play(GoOn("ann", "printed"))

    assert (now.pos.frame.kind, now.pos.frame.queue, now.pos.awaited) == ("train_limit", ("FNM",), ("ann",))
    assert fits.play(GoOn("ann", "printed")).pos.frame.kind == "stock"
