"""What is written for 18xx.games: the passes of its steps, its names of copies, and what it cannot know."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine import notation
from engine.actions import Action, Pass
from engine.cli import main as engine
from engine.cli.selfplay import one_game
from engine.game import Game, Setup
from engine.opponents import STYLES
from engine.peer18xx import written_game
from engine.peer18xx.recorded_game import Peer
from engine.records import own
from engine.refusals import Malformed
from engine.title import find
from tests.engine.peer_entries import comparable
from tests.engine.peer_walks import came_back, powers, written

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
COMPAT = "compat=peer18xx"
NAMES = ("ann", "bob", "cy", "dan", "eve", "flo", "gus")
CZECH = ("2p_201", "2p_209", "3p_207", "3p_fav_521", "3p_fav_523", "4p_209", "4p_grab_510")
MORE_CZECH = (
    *("3p_205", "6p_fav_521", "2p_203", "4p_208", "4p_212", "4p_fav_522", "5p_206", "5p_fav_520"),
    *("5p_grab_509", "6p_fav_520"),
)
SWISS = (
    *("fixture_1844_160062", "gen_1844_3p_twin_650", "gen_1844_3p_twin_652", "gen_1844_3p_twin_664"),
    *("gen_1844_3p_twin_668", "gen_1844_3p_twin_673", "gen_1844_4p_203", "gen_1844_4p_bkr_413"),
    *("gen_1844_4p_bkr_410", "gen_1844_5p_twin_653", "gen_1844_5p_twin_690", "gen_1844_6p_206"),
    *("gen_1844_6p_icy_403", "gen_1844_6p_twin_650", "gen_1844_7p_208", "gen_1844_7p_tok_601"),
    *("gen_1844_4p_twin_692", "gen_1844_5p_twin_651", "gen_1844_5p_twin_652", "gen_1844_5p_twin_654"),
    *("gen_1844_5p_twin_692", "gen_1844_6p_twin_652", "gen_1844_6p_twin_654", "gen_1844_7p_203"),
    "gen_1844_7p_207",
)
SHORT = ("18Mag/gen_18mag_2p_std_301", "18CZ/gen_18cz_2p_211")
QUICK = ("18CZ/gen_18cz_2p_201",)


def games() -> list[Any]:
    """Every recorded game; all but one of each title are slow."""
    if not FOLDER:
        return []
    paths = sorted(Path(FOLDER).glob("1*/*.json.gz"))
    names = [f"{path.parent.name}/{path.name.partition('.')[0]}" for path in paths]
    kept = [name for name in names if "fixture_18cz_29247" not in name]
    return [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in kept]


def recorded(name: str) -> Peer:
    """A recorded game without its states."""
    data = json.loads(gzip.decompress((Path(FOLDER) / f"{name}.json.gz").read_bytes()))
    return Peer({key: value for key, value in data.items() if key not in ("initial", "states", "rounds")})


# --- round trips


@pytest.mark.parametrize("name", games())
def test_a_recorded_game_is_written_and_read_again(name: str):
    """Our actions are equal after reading what was written."""
    record = recorded(name)
    actions = record.actions()
    again = Peer(written(record.setup, actions, names=record.called))

    assert again.setup == record.setup
    assert again.actions() == actions


def exactly() -> list[Any]:
    """Recorded games that are written as they were recorded; but for the short ones they are slow or long.

    In the others a private was bought, or a power used, at another of the steps that allow it, and so other steps
    waited; or a supporter was called who was not needed.
    """
    slow = [f"18CZ/gen_18cz_{name}" for name in CZECH]
    slow += [f"18Mag/gen_18mag_{count}p_std_30{count // 6 + 1}" for count in (3, 4, 5, 6)]
    slow += ["18Mag/gen_18mag_5p_204"]  # a train would lose its name to a younger one if others were given up
    long = [f"1844/{name}" for name in SWISS] + [f"18CZ/gen_18cz_{name}" for name in MORE_CZECH]
    long += [name for name in hungarian() if name not in (*slow, *SHORT)]
    return [
        *SHORT,
        *(pytest.param(name, marks=pytest.mark.slow) for name in slow),
        *(pytest.param(name, marks=pytest.mark.long) for name in long),
    ]


def hungarian() -> list[str]:
    """Every recorded game of 18Mag without supporters."""
    paths = sorted(Path(FOLDER).glob("18Mag/*.json.gz")) if FOLDER else []
    names = [path.name.partition(".")[0] for path in paths]
    return [
        f"18Mag/{name}" for name in names if not any(part in name for part in ("_sup_", "_sxc_", "_all_"))
    ]


@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize("name", exactly())
def test_every_action_is_written_as_it_was_recorded(name: str):
    """Passes included: type, who acts, and every field but the numbers of copies that are alike.

    Two things our actions do not tell: whether a power came before or after a pass, and which mountain or tunnel
    certificate of those that are alike was bought.
    """
    record = recorded(name)
    again = Peer(written(record.setup, record.actions(), names=record.called))

    assert comparable(again, record.ids) == comparable(record)


@pytest.mark.parametrize(("title", "plies"), [("18Mag", 19), ("18Mag", 26), ("18CZ", 27), ("1844", 23)])
def test_a_file_that_ends_with_passes_of_a_unit_is_read_with_them(title: str, plies: int):
    """Its last action is a pass in an operating round, which more than one entry may tell; no other follows."""
    setup, done = lasting(title, 3, "random", 1, plies, options=(COMPAT,))
    data = written(setup, done)

    assert isinstance(done[-1], Pass)
    assert (data["status"], data["actions"][-1]["type"]) == ("active", "pass")
    assert Peer(data).actions() == done


@pytest.mark.parametrize(("title", "plies"), [("18Mag", 60), ("18CZ", 60)])
def test_the_game_before_an_entry_has_passed_what_the_record_left_out(title: str, plies: int):
    """Asked for the position before it, the action of an entry is on offer: no pass of ours stands between."""
    setup, done = lasting(title, 3, "random", 1, plies, options=(COMPAT,))
    peer = Peer(written(setup, done))
    told = [
        at
        for at, entry in enumerate(peer.entries)
        if entry["type"] in ("lay_tile", "buy_train", "place_token")
    ]
    for at in told[-8:]:
        reader = peer.reader(at)
        action = done[len(reader.ours.played)]

        assert (
            action.verb
            == {"lay_tile": "lay", "buy_train": "train", "place_token": "token"}[peer.entries[at]["type"]]
        )
        assert action in reader.game.choices


@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize("played", [40, 85, 150])
def test_a_running_game_is_read_to_where_it_stands(played: int):
    """What has been passed is passed, and nothing more."""
    record = recorded("18CZ/gen_18cz_2p_203")
    actions = record.actions()[:played]
    data = written(record.setup, actions, names=record.called)

    assert data["status"] == "active"
    assert Peer(data).actions() == actions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "players", "options", "seed"),
    [("18Mag", 3, ("supporters",), 1), ("18CZ", 6, (), 1), ("18CZ", 3, (), 1), ("1844", 3, (), 4)],
)
def test_a_power_is_read_where_it_was_used(title: str, players: int, options: tuple[str, ...], seed: int):
    """Before a pass, or after it: the passes that 18xx.games records need not tell."""
    player = STYLES["mixed"](seed)
    game, done, seen = Game.start(title, NAMES[:players], (COMPAT, *options), seed=seed), [], 0
    while seen < 6:
        for power in powers(game):
            passed = Pass(game.pos.awaited[0])
            for order in ((power, passed), (passed, power)):
                seen += came_back(game, done, order)
        done.append(player.choose(game))
        game = game.play(done[-1])


UNTOLD = {
    ("18Mag", 4, 4, 1): ("untold_discount", 469),
    ("18Mag", 4, 4, 2): ("untold_late", 514),
    ("18Mag", 4, 4, 3): ("untold_late", 247),
    ("18CZ", 5, 0, 1): ("untold_limit", 401),
    ("1844", 3, 0, 2): ("untold_director", 536),
    ("1844", 3, 0, 3): ("untold_price", 613),
    ("1844", 4, 0, 2): ("untold_director", 640),
    ("1844", 4, 0, 3): ("untold_auction", 19),
    ("1844", 5, 0, 2): ("untold_director", 664),
    ("1844", 6, 0, 2): ("untold_token", 681),
    ("1844", 7, 0, 2): ("untold_director", 751),
}
"""Games, by title, players, how many options and seed, with something that 18xx.games has no words for, and when."""


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("title", "players", "options"),
    [
        *(("18Mag", count, ()) for count in (2, 3, 4, 5, 6)),
        ("18Mag", 4, ("standard_divs", "supporters", "new_major", "new_minors=simple")),
        *(("18CZ", count, ()) for count in (2, 3, 4, 5, 6)),
        *(("1844", count, ()) for count in (3, 4, 5, 6, 7)),
    ],
)
def test_a_game_played_at_random_is_written_and_read_again(
    title: str, players: int, options: tuple[str, ...], seed: int, tmp_path: Path
):
    """All titles, numbers of players and options, as far as 18xx.games has words for what was played."""
    setup = Setup(title, NAMES[:players], (COMPAT, *options), seed)
    one_game(setup, "mixed", tmp_path, seed)
    (path,) = tmp_path.iterdir()
    record = own.Own(json.loads(path.read_text("utf-8")))
    actions = record.actions()

    data = written(record.setup, actions)
    stopped = data.get("stopped", {"rule": "untold_nothing", "ply": len(actions)})

    known = UNTOLD.get((title, players, len(options), seed), ("untold_nothing", len(actions)))
    assert (stopped["rule"], stopped["ply"]) == known
    assert Peer(data).actions() == actions[: stopped["ply"]]


# --- what is written


def drafted(title: str = "18Mag", *options: str, count: int = 3) -> tuple[Game, list[Action]]:
    game, done = Game.start(title, NAMES[:count], options, seed=5), []
    for _ in range(6):
        done.append(next(iter(game.choices)))
        game = game.play(done[-1])
    return game, done


def test_a_running_game_says_whose_turn_it_is():
    """Names, seed, times and the round stand in the head; entries are numbered from 1."""
    game, done = drafted("18Mag", COMPAT)
    data = written(game.setup, done, names={"ann": "Ann B"}, times=[7, 8, 9, 10, 11, 12])

    assert data["players"][0] == {"id": 1, "name": "Ann B"}
    assert (data["title"], data["settings"]["seed"], data["settings"]["optional_rules"]) == ("18Mag", 5, [])
    assert (data["status"], data["round"], data["acting"]) == ("active", "Draft Round", [3])
    assert [entry["id"] for entry in data["actions"]] == [1, 2, 3, 4, 5, 6]
    assert [entry["created_at"] for entry in data["actions"]] == [7, 8, 9, 10, 11, 12]


def test_options_have_their_names_there():
    """What 18xx.games calls an option otherwise is written as it is called there."""
    game, done = drafted("18Mag", COMPAT, "new_minors=simple", "supporters")

    rules = written(game.setup, done)["settings"]["optional_rules"]
    assert sorted(rules) == ["new_minors_simple", "supporters"]


@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
def test_a_game_begun_under_an_earlier_preset_is_written(title: str):
    """Its table lacks the readings that were added to the preset since."""
    known = find(title)
    today = known.normalised_options((COMPAT,))
    setup = Setup(title, NAMES[:3], today[1:], 1, edition=2)

    assert written_game.file_of(setup, []).stop is None


def test_options_keep_their_order():
    """A record of a game comes back with the set-up that it had."""
    setup = Setup("18Mag", NAMES[:3], (COMPAT, "supporters", "new_minors=simple"), 5)

    assert Peer(written(setup, [])).setup == setup


def test_who_cannot_open_an_auction_is_skipped_there():
    """Ann has bid all she has: in her place the next who can pay begins, here and there."""
    game, done = Game.start("1844", NAMES[:3], (COMPAT,), seed=1), []
    for line in ("bid P1 800", "bid P2 50", "pass", "bid P3 80", "pass", "bid P4 110"):
        done.append(game.read(line))
        game = game.play(done[-1])
    data = written(game.setup, done)

    assert [(entry["type"], entry["entity"]) for entry in data["actions"][-3:]] == [
        ("bid", 3),
        ("pass", 2),
        ("bid", 2),
    ]
    assert Peer(data).actions() == done


def test_who_cannot_bid_later_is_not_asked_there_either():
    """Cy begins P3 and passes; Ann, who has nothing left, would be next: she is asked neither here nor there."""
    game, done = Game.start("1844", NAMES[:3], (COMPAT,), seed=1), []
    for line in ("bid P1 800", "bid P2 50", "pass", "pass", "bid P3 80"):
        done.append(game.read(line))
        game = game.play(done[-1])
    entries = written(game.setup, done)["actions"]

    assert [(one["type"], one["entity"]) for one in entries[2:5]] == [("pass", 3), ("pass", 3), ("bid", 2)]


def test_who_has_nothing_left_begins_no_auction_there():
    """Ann, who has nothing left, would begin P4 and P7: she is skipped, before the FNM is founded and after."""
    game, done = Game.start("1844", NAMES[:3], (COMPAT,), seed=1), []
    bids = (
        "bid P1 800",
        "bid P2 50",
        "pass",
        "bid P3 80",
        "pass",
        "bid P4 110",
        "pass",
        "bid P5 140",
        "pass",
    )
    for line in (*bids, "bid P6 180", "pass", "par FNM 80", "bid P7 100"):
        done.append(game.read(line))
        game = game.play(done[-1])
    entries = written(game.setup, done)["actions"]

    assert [entry["type"] for entry in entries if entry["entity"] == 1] == ["bid"]
    assert [entry["entity"] for entry in entries[-2:]] == [2, 3]


def test_a_home_is_placed_there_though_the_turn_is_over_here():
    """ATE can do nothing in its first turn: what is written of it leads to nobody else's pass."""
    player = STYLES["mixed"](1112)
    game, done = Game.start("18CZ", NAMES[:2], (COMPAT,), seed=1112), []
    while len(done) < 70:
        done.append(player.choose(game))
        game = game.play(done[-1])

    assert Peer(written(game.setup, done)).actions() == done


def test_a_game_that_was_ended_together_is_over_there_too():
    """The last entry ends it, and the result is what everybody is worth."""
    game, done = drafted("18CZ", COMPAT)
    data = written(game.setup, [*done, game.stopped()])

    assert (data["status"], data["actions"][-1]["type"]) == ("finished", "end_game")
    assert Peer(data).at().state.over
    assert data["result"] == {str(seat): game.pos.worth(name) for seat, name in enumerate(NAMES[:3], 1)}


@pytest.mark.parametrize(("title", "options"), [("18Mag", ()), ("18CZ", ("e_train_skip=any",)), ("1844", ())])
def test_a_game_under_printed_rules_is_written_while_they_agree(title: str, options: tuple[str, ...]):
    """A reading matters only where the game came to it."""
    game, done = drafted(title, *options)
    file = written_game.file_of(game.setup, done)

    assert file.stop is None
    assert Peer(json.loads(file.text)).actions() == done


def test_a_file_ends_where_the_rules_part():
    """At a table of 18CZ under printed rules the home of the BCB is another one than there: the file says so."""
    player = STYLES["thrifty"](3003)
    game, done = Game.start("18CZ", NAMES[:6], seed=3003), []
    while len(done) < 80:
        done.append(player.choose(game))
        game = game.play(done[-1])
    file = written_game.file_of(game.setup, done)
    data = json.loads(file.text)

    assert file.stop is not None
    assert file.stop.why.clauses
    assert data["stopped"]["entry"] == len(data["actions"])
    assert Peer(data).actions() == done[: file.stop.ply]


def test_a_game_against_an_automaton_is_not_known_there():
    """18xx.games has no game for one."""
    with pytest.raises(Malformed) as error:
        written_game.file_of(Setup("18Mag", ("ann",)), [])

    assert error.value.key == "readings_unknown"


def test_the_command_line_writes_the_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """``convert --to 18xx`` writes it; a game that cannot be written leaves no file and says why."""
    game, done = drafted("18Mag", COMPAT)
    source, target = tmp_path / "own.json", tmp_path / "peer.json"
    source.write_text(own.dump(game.setup, done), "utf-8")

    assert engine.main(["convert", str(source), "--to", "18xx", "-o", str(target)]) == 0
    assert Peer(json.loads(target.read_text("utf-8"))).actions() == done
    assert "6 actions" in capsys.readouterr().out

    source.write_text(own.dump(Setup("18Mag", ("ann",)), []), "utf-8")
    target.unlink()
    assert engine.main(["convert", str(source), "--to", "18xx", "-o", str(target)]) == 1
    assert not target.exists()
    assert "18xx.games" in capsys.readouterr().err


# --- what that engine does otherwise, seen by replaying games there


def lasting(
    title: str, players: int, style: str, seed: int, plies: int, *, options: tuple[str, ...] = (COMPAT,)
) -> tuple[Setup, list[Action]]:
    """The first moves of a game that computer players play."""
    setup = Setup(title, NAMES[:players], options, seed)
    game, player, done = Game.begin(setup), STYLES[style](seed), list[Action]()
    while len(done) < plies:
        done.append(player.choose(game))
        game = game.play(done[-1])
    return setup, done


def test_the_train_step_is_over_there_with_the_last_money_whatever_it_was_spent_on():
    """The last money goes into a local, another one brings some for a train: that one is sold first there."""
    setup, done = lasting("18CZ", 3, "random", 720013, 88)
    writer = written_game.written(setup, done)
    verbs = [(one["type"], one.get("company", "")) for one in writer.entries]

    assert writer.stop is None
    assert verbs.index(("sell_company", "S5")) < verbs.index(("buy_company", "S1"))


def test_a_supporter_comes_before_the_pass_after_which_a_turn_is_over_there():
    """Minor 10 has no money left and nothing to run: with the pass of its tile its turn ends there."""
    setup, done = lasting("18Mag", 3, "random", 3, 98, options=(COMPAT, "supporters"))
    data = written(setup, done)
    last = [(one["type"], one["entity"]) for one in data["actions"][-3:]]

    assert last == [("choose_ability", "SMFvR"), ("pass", "10"), ("pass", "10")]
    assert Peer(data).actions() == done


@pytest.mark.slow
def test_a_purple_tile_comes_before_the_pass_after_which_there_is_no_run_there():
    """It makes the first route of the SX, which has passed its token here by then."""
    setup, done = lasting("18CZ", 3, "moody", 720101, 174)
    data = written(setup, done)

    assert "stopped" not in data
    assert [one["type"] for one in data["actions"][-3:]] == ["lay_tile", "pass", "run_routes"]
    assert Peer(data).actions() == done


@pytest.mark.slow
def test_what_is_over_here_of_itself_is_told_where_that_engine_waits_for_it():
    """The trains of the FNM are too short for any route: there an empty run is due, and one more pass after it."""
    setup, done = lasting("1844", 4, "mixed", 720174, 305, options=())
    data = written(setup, done)
    *before, last = done

    assert "stopped" not in data
    assert [one["type"] for one in data["actions"][-4:]] == ["run_routes", "pass", "pass", "choose_ability"]
    assert data["actions"][-4]["routes"] == []
    assert Peer(data).actions() == [*before, before[-1], last]


@pytest.mark.slow
def test_a_file_stops_before_what_comes_too_late_there():
    """A company spends its last money on a local, sells another, and buys a train: its train step is over there."""
    setup, done = lasting("18CZ", 5, "moody", 720035, 120)
    stop = written_game.written(setup, done).stop

    assert stop is not None
    assert stop.why.key == "untold_late"
    assert notation.write(stop.action) == "train EKJ 2a OFE 1"


@pytest.mark.slow
def test_a_file_stops_before_the_sbb_would_operate_without_a_director():
    """Nobody started one of the companies that form it; that engine breaks off when its turn comes."""
    setup, done = lasting("1844", 4, "raiding", 720014, 608)
    stop = written_game.written(setup, done).stop

    assert stop is not None
    assert (stop.why.key, stop.ply, stop.why.values) == ("untold_director", 607, {"unit": "SBB"})


@pytest.mark.slow
def test_a_file_stops_before_the_sbb_would_operate_without_a_token():
    """None of the companies that form it has ever placed one; that engine breaks off when its turn comes."""
    setup, done = lasting("1844", 4, "moody", 740006, 313)
    stop = written_game.written(setup, done).stop

    assert stop is not None
    assert (stop.why.key, stop.why.values) == ("untold_token", {"unit": "SBB"})


def test_a_file_stops_before_an_auction_that_nobody_can_pay_for():
    """Behind the founding of a company the next private is up there, and here the first round."""
    setup, done = lasting("1844", 4, "mixed", 3, 24, options=(COMPAT,))
    stop = written_game.written(setup, done).stop

    assert stop is not None
    assert (stop.why.key, stop.ply, stop.why.values) == ("untold_auction", 19, {"private": "P7"})


@pytest.mark.slow
def test_an_sbb_that_nobody_directs_is_seen_though_it_is_formed_as_the_round_begins():
    """By the very action that ends the round before."""
    setup, done = lasting("1844", 3, "raiding", 720140, 567)
    stop = written_game.written(setup, done).stop

    assert stop is not None
    assert (stop.why.key, stop.ply) == ("untold_director", 566)
