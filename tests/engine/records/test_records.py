import gzip
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.actions import AsRecorded
from engine.cli.errors import sentence
from engine.data import EDITION
from engine.events import TakenAsRecorded
from engine.game import Game
from engine.overruling import as_recorded
from engine.peer18xx.compared import StateDescriber
from engine.peer18xx.in_force import effective
from engine.peer18xx.recorded_game import Peer
from engine.peer18xx.verbs import oriented
from engine.records import files, own
from engine.records.check import check, patch
from engine.records.files import known_faults, open_game, open_recording
from engine.refusals import Malformed
from engine.retrace import Stuck

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
NOT_COMPARED = {
    "18Mag": {
        "rail_cars": "bought one by one there, with the run here",
        "train_bought_this_or": "its own flag; what it leads to is compared",
    },
    "18CZ": {
        "companies_on_sale": "follows from the phase",
        "first_turn_pending": "its own flag; what it allows is compared",
        "rusted_types": "follows from the trains that are left",
        "set_length": "follows from the number of the set",
        "pending_home_tiles": "its own flag; tiles are compared",
        "pending_home_stations": "its own flag; stations are compared",
    },
    "1844": {
        "eva": "its own words for who has the train; the trains themselves are compared",
        "set_length": "follows from the phase at the last stock round, whose rounds are compared",
        "railway": "the number of a certificate; all of a kind are alike",
        "certificate": "the number of a certificate; all of a kind are alike",
    },
}
"""Names in what records say is special about a position, and why no position is compared by them."""


# --- pieces of recordings


def test_pieces_of_a_route_are_turned_to_join():
    """Pieces may be listed in either direction; each begins where the one before it ends."""
    assert oriented([["B", "A"], ["B", "X", "C"]]) == [["A", "B"], ["B", "X", "C"]]
    assert oriented([["A", "B"], ["C", "X", "B"], ["C", "D"]]) == [["A", "B"], ["B", "X", "C"], ["C", "D"]]
    assert oriented([["A", "B"]]) == [["A", "B"]]


def test_a_route_of_one_piece_runs_as_it_was_recorded():
    """Its stops may be listed from either end; with more pieces they say which comes first."""
    assert oriented([["A", "B"]], ["B", "A"]) == [["A", "B"]]
    assert oriented([["A", "B"], ["X", "A"]], ["B", "A", "X"]) == [["B", "A"], ["A", "X"]]
    there_and_back = [["B", "D", "A"], ["A", "B"], ["A", "C"]]
    assert oriented(there_and_back, ["C", "A", "B", "A"]) == [["A", "D", "B"], ["B", "A"], ["A", "C"]]


@pytest.mark.parametrize(
    ("delta", "after"),
    [
        ({}, {"a": 1, "b": {"c": 2, "d": [1, 2]}}),
        ({"a": None}, {"b": {"c": 2, "d": [1, 2]}}),
        ({"b": {"c": None, "e": {"f": 1}}}, {"a": 1, "b": {"d": [1, 2], "e": {"f": 1}}}),
        ({"b": {"d": [3]}, "z": 0}, {"a": 1, "b": {"c": 2, "d": [3]}, "z": 0}),
        ({"b": 7}, {"a": 1, "b": 7}),
        ({"a": {"x": {"y": None}}}, {"a": {"x": {}}, "b": {"c": 2, "d": [1, 2]}}),
    ],
)
def test_deltas_are_merge_patches(delta: dict, after: dict):
    """Objects merge, null removes, anything else replaces; the recorded delta itself is not altered."""
    state, text = {"a": 1, "b": {"c": 2, "d": [1, 2]}}, json.dumps(delta)
    patch(state, delta)

    assert state == after
    assert json.dumps(delta) == text


def record(*actions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "id": 12,
        "title": "18Mag",
        "players": [{"id": number, "name": name} for number, name in enumerate(("ann", "bob", "cy"), 5)],
        "settings": {"seed": 3, "optional_rules": []},
        "actions": list(actions),
        **changes,
    }


def bid(player: int, number: int, **certificate: str) -> dict[str, Any]:
    return {"type": "bid", "entity": player, "entity_type": "player", "id": number, "price": 0, **certificate}


def test_a_recording_becomes_a_game():
    """Names, seed and readings come from the record, its actions become ours."""
    peer = Peer(record(bid(5, 1, minor="3"), {"type": "message", "id": 2}, bid(6, 3, corporation="G&C")))
    game = peer.at()

    assert peer.setup.players == ("ann", "bob", "cy")
    assert (peer.setup.seed, peer.setup.options) == (3, ("compat=peer18xx",))
    assert game.pos.director("3") == "ann"
    assert game.pos.percent("bob", "GC") == 10
    assert [str(action.verb) for action in peer.actions()] == ["draft", "draft"]
    assert len(peer) == 3


def test_a_recording_is_read_with_its_undo():
    """A certificate that was given back may be taken by another player."""
    peer = Peer(
        record(bid(5, 1, minor="3"), {"type": "undo", "id": 2}, bid(5, 3, minor="4"), bid(6, 4, minor="3"))
    )

    assert peer.at().pos.director("3") == "bob"
    assert peer.at(1).pos.director("3") == "ann"
    assert peer.at(2).pos.director("3") == ""


def test_what_breaks_a_rule_is_taken_as_recorded():
    """The game goes on from what the record has; entry, rule and clauses are named, in the log too."""
    peer = Peer(record(bid(5, 1, minor="3"), bid(6, 2, minor="3"), bid(7, 3, minor="5")))
    reader = peer.reader()

    assert [(one.at, one.why.key) for one in reader.ours.taken] == [(1, "draft_offer")]
    assert reader.ours.taken[0].why.clauses
    assert [reader.game.pos.owner(minor) for minor in "35"] == [peer.setup.players[at] for at in (0, 2)]
    told = [event for event in reader.ours.events if isinstance(event, TakenAsRecorded)]
    assert told == [TakenAsRecorded(peer.setup.players[1], reader.ours.taken[0].why.clauses)]


def test_slips_that_lie_far_apart_are_no_other_game():
    """Nine entries against the rules with chat between them: no eight of them are within sixteen entries."""
    chat = [{"type": "message", "id": 100 + number} for number in range(2)]
    strange = [bid(5 + number % 3, number, minor="3") for number in range(2, 11)]
    peer = Peer(record(bid(5, 1, minor="3"), *(entry for one in strange for entry in (*chat, one))))

    assert len(peer.reader().ours.taken) == 9


def test_what_was_taken_as_recorded_is_stored_and_played_again():
    """Our own file has it; nobody can type it."""
    peer = Peer(record(bid(5, 1, minor="3"), bid(6, 2, minor="3"), bid(7, 3, minor="5")))
    kept = own.Own(json.loads(own.dump(peer.setup, peer.actions())))

    assert kept.at().state == peer.at().state
    with pytest.raises(Malformed) as error:
        kept.at().read("recorded draft|6")
    assert error.value.key == "unknown_verb"


def test_a_bid_against_the_rules_stands_as_recorded():
    """It is carried out: the next bid must be higher."""
    game = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    after = game.play(AsRecorded("ann", "bid|P1|5"))

    assert (after.pos.acting, after.pos.round_notes.bidder, after.pos.round_notes.bid) == ("bob", "ann", 5)


@pytest.mark.parametrize("line", ["", "sing|loudly", "pass"])
def test_a_line_that_is_no_action_is_not_taken(line: str):
    """A pass belongs to no step either."""
    game = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    with pytest.raises(Malformed):
        game.play(AsRecorded("ann", line))


def test_what_cannot_be_done_at_all_moves_the_turn_on():
    """Nobody has a share to sell before anything is founded."""
    game = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    after = game.play(AsRecorded("ann", "sell|GB|10"))

    assert after.state.cash == game.state.cash


def test_a_record_of_another_game_is_refused():
    """So many entries against the rules in so short a time are no slips."""
    bids = [bid(5 + at % 3, 1 + at, minor="3") for at in range(12)]
    with pytest.raises(Stuck) as error:
        Peer(record(*bids)).at()

    assert error.value.refusal.clauses
    assert error.value.at > 1
    assert sentence(error.value).startswith(f"The record is wrong at entry {error.value.at}: draft: [")


@pytest.mark.parametrize(("settings", "seed"), [({"seed": 9}, 9), ({"seed": ""}, 12), ({}, 12)])
def test_the_seed_of_a_recording(settings: dict, seed: int):
    """Without a seed of its own the number of the game is used; an id may have none."""
    assert Peer(record(settings={"optional_rules": [], **settings})).setup.seed == seed
    assert Peer(record(id="hotseat", settings={"optional_rules": []})).setup.seed == 0


def test_names_that_do_not_fit_are_replaced():
    """Blanks become underscores; doubles and names of units are numbered by seat."""
    players = [{"id": 1, "name": "A  B"}, {"id": 2, "name": "RABA"}, {"id": 3, "name": "A B"}]

    assert Peer(record(players=players)).setup.players == ("A_B", "player2", "player3")


def test_an_unknown_option_of_a_recording_is_refused():
    """A game with rules we do not know is not replayed under others."""
    with pytest.raises(Malformed) as error:
        Peer(record(settings={"seed": 1, "optional_rules": ["golden_spike"]}))

    assert (error.value.key, error.value.values["option"]) == ("unknown_option", "golden_spike")


# --- our own files


def played() -> tuple[Game, list]:
    game, done = Game.start("18Mag", ("ann", "bob", "čáp"), ("trade_consent=off",), seed=5), []
    for _ in range(7):
        done.append(next(iter(game.choices)))
        game = game.play(done[-1])
    return game, done


def test_our_own_file_round_trip(tmp_path: Path):
    """What is written is read again: set-up, names, actions, result."""
    game, done = played()
    text = own.dump(game.setup, done, names={"ann": "Ann Ő"}, result={"ann": 3, "bob": 2, "čáp": 1})
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    again = open_recording(path)

    assert isinstance(again, own.Own)
    assert (again.setup, again.actions()) == (game.setup, done)
    assert (again.file.names, again.file.result) == ({"ann": "Ann Ő"}, {"ann": 3, "bob": 2, "čáp": 1})
    assert open_game(path).state.fingerprint() == game.state.fingerprint()
    assert open_game(path, 0).state.ply == 0


def test_a_gzipped_file_is_read_like_a_plain_one(tmp_path: Path):
    """Whether a file is packed shows in its first bytes, not in its name."""
    game, done = played()
    path = tmp_path / "game.json"
    path.write_bytes(gzip.compress(own.dump(game.setup, done).encode()))

    assert open_game(path).state.fingerprint() == game.state.fingerprint()


def test_what_a_file_leaves_out_has_its_first_value():
    """A seed of 0, the first edition, no options, names and actions: the head of a file may be as short as that."""
    short = {"format": own.FORMAT, "title": "18Mag", "players": ["ann", "bob", "cy"]}
    read = own.Own(short)

    assert (read.setup.seed, read.setup.edition, read.setup.options) == (0, 1, ())
    assert (read.called, read.decided, read.actions()) == ({}, {}, [])
    assert own.Own({**short, "seed": 0, "edition": 1}).setup == read.setup


def test_a_file_of_no_actions_is_a_game():
    """A table that has just been set up can be written too."""
    game, _ = played()

    assert own.Own(json.loads(own.dump(game.setup, []))).actions() == []


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"version": 2}, "version"),
        ({"title": 3}, "title"),
        ({"players": "ann"}, "players"),
        ({"players": [1, "b", "c"]}, "players.0"),
        ({"seed": -1}, "seed"),
        ({"seed": True}, "seed"),
        ({"options": [None]}, "options.0"),
        ({"actions": [["ann", "draft 1"], ["bob"]]}, "actions.1"),
        ({"result": {"ann": 1.5}}, "result.ann"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_wrong_file_names_the_place(changes: dict, where: str):
    """The schema is strict, and says where it was broken."""
    game, done = played()
    data = {**json.loads(own.dump(game.setup, done)), **changes}
    with pytest.raises(Malformed) as error:
        own.Own(data)

    assert error.value.key == "bad_record"
    assert error.value.values["where"].startswith(where)


def test_check_compares_the_result(tmp_path: Path):
    """A file of our own with a wrong result has as many mismatches as wrong totals."""
    game, done = played()
    path = tmp_path / "game.json"
    path.write_text(own.dump(game.setup, done, result={"ann": 0, "bob": 0, "čáp": 5}), "utf-8")
    report = check(path)

    assert report.actions == 7
    worth = {player: game.pos.worth(player) for player in game.state.players}
    wrong = [player for player, total in {"ann": 0, "bob": 0, "čáp": 5}.items() if worth[player] != total]
    assert [one.key for one in report.mismatches] == [f"result.{player}" for player in wrong]


# --- recorded games


PLAIN = re.compile(r"gen_18mag_\dp_(fav_)?\d+\.json\.gz")
"""What files are called whose games have no options."""


@cache
def recorded() -> tuple[Path, ...]:
    """Every game without options, and its raw form."""
    if not FOLDER:
        return ()
    games = sorted((Path(FOLDER) / "18Mag").glob("*.json.gz"))
    return (
        *(path for path in games if PLAIN.fullmatch(path.name)),
        *raw("18mag"),
        *some("1844"),
        *raw("1844_160062"),
    )


QUICK = re.compile(r"gen_18mag_[26]p_\d+|raw_\w+|\w+_bkr_\d+")
"""Few and many players, games as they are downloaded, and one that ends unlike the others."""


def marked() -> Iterator[Any]:
    """These games, of each kind the first; all others are slow."""
    kinds = set[str]()
    for path in recorded():
        name = path.name.partition(".")[0]
        quick = QUICK.fullmatch(name) is not None and name[:12] not in kinds
        kinds |= {name[:12]} if quick else set()
        yield pytest.param(path, id=name, marks=[] if quick else [pytest.mark.slow])


def raw(name: str) -> tuple[Path, ...]:
    """Games as they are downloaded."""
    return tuple(sorted((Path(FOLDER) / "raw").glob(f"raw_*{name}*.json.gz")))


def some(title: str) -> list[Path]:
    """One game of a title for every number of players, and one that ends unlike the others."""
    games = sorted((Path(FOLDER) / title).glob("*.json.gz"))
    counts = {path.name.split("_")[2]: path for path in games if path.name.startswith("gen_")}
    return [*counts.values(), *(path for path in games if "bkr_413" in path.name)]


@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
def test_recorded_games_are_there():
    """The folder holds games for every number of players."""
    names = " ".join(path.name for path in recorded())

    assert all(f"_{count}p_" in names for count in (2, 3, 4, 5, 6))
    assert "raw_" in names


@pytest.mark.parametrize("path", list(marked()))
def test_a_recorded_game_is_replayed_exactly(path: Path):
    """After every action the whole state is the recorded one, and so are the totals."""
    report = check(path)

    assert report.refused is None
    assert report.mismatches == []
    assert report.actions > 300


@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize("title", NOT_COMPARED)
def test_what_is_not_compared_is_named_with_the_reason(title: str):
    """Of what a title's records say that no other does, all is compared but for what is named here."""
    record = open_recording(some(title)[0])
    assert isinstance(record, Peer)
    states = [record.data["initial"], *(one["delta"] for one in record.data["states"])]
    told = {word for state in states for word in words(state.get("special"))}
    moments = (record.at(len(record) * part // 8).pos for part in (0, 2, 6))
    shown = {word for pos in moments for word in words(StateDescriber(record).describe(pos)["special"])}

    assert told - shown == NOT_COMPARED[title].keys()


def words(told: Any) -> Iterator[str]:
    """The names of facts, at any depth: not those of hexes, companies and players."""
    for key, value in told.items() if isinstance(told, dict) else ():
        yield from [key] if key.islower() else []
        yield from words(value)


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize(
    ("name", "at"), [("3p_twin_652", 543), pytest.param("5p_twin_692", 715, marks=pytest.mark.slow)]
)
def test_a_position_is_reached_as_the_comparison_reaches_it(name: str, at: int):
    """A power used after passes that only the record has is read alike, whether a game is opened or compared."""
    path = Path(FOLDER) / "1844" / f"gen_1844_{name}.json.gz"
    record = open_recording(path)
    assert isinstance(record, Peer)
    reader = record.begin()
    for place, entry in effective(record.entries[:at]):
        reader.follow(place, entry)

    assert reader.ours.played[-1].verb == "lay"
    reader.come_to(at, record.entries[at])
    assert open_game(path, at).state.fingerprint() == reader.game.state.fingerprint()


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
def test_a_known_fault_of_a_record_does_not_keep_it_shut():
    """The position after a run known to break the rules is opened; as actions of ours the run stands as recorded."""
    path = Path(FOLDER) / "18CZ" / "fixture_18cz_29247.json.gz"
    record = open_recording(path)
    assert isinstance(record, Peer)
    ((at, _),) = record.known

    assert record.at(at + 1).state.ply == record.at(at).state.ply + 1
    assert record.reader().ours.taken == []
    bare = Peer(record.data).reader().ours
    [one] = bare.taken
    assert (one.at, one.action.verb, one.why.clauses[0]) == (at, "run", "CZ-VIII.7.8")
    assert [action for action in record.actions() if isinstance(action, AsRecorded)] == [
        as_recorded(one.action, 260)
    ]
    assert [bare.game.pos.worth(player) for player in bare.game.state.players] == list(
        record.data["result"].values()
    )


def test_known_faults_lie_near_the_record(tmp_path: Path):
    """They are read from the folder of the record or the one above; only those of the record itself count."""
    folder = tmp_path / "18Mag"
    folder.mkdir()
    fault = {"action": 3, "key": "events.run", "file": "one"}
    (tmp_path / "known.json").write_text(json.dumps([fault, {**fault, "action": 4, "file": "two"}]), "utf-8")

    assert known_faults(folder / "one.json.gz") == {(3, "events.run")}
    assert known_faults(tmp_path / "two.json") == {(4, "events.run")}
    assert known_faults(folder / "three.json") == frozenset()


def test_known_faults_of_a_wrong_shape_are_no_crash(tmp_path: Path):
    """A list of faults that is none makes the record unreadable in one line, not in a trace."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record()), "utf-8")
    for text in ('{"a": 1}', "[3]", '[{"file": "game"}]', '[{"file": "game", "action": [], "key": "x"}]'):
        (tmp_path / "known.json").write_text(text, "utf-8")
        with pytest.raises(Malformed):
            open_recording(path)


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'"\xff"', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"\x1f\x8b", "unreadable"),
        (gzip.compress(b"{}", mtime=0)[:-9], "unreadable"),
        (gzip.compress(b"{", mtime=0), "not_json"),
        (b"[]", "not_a_game"),
    ],
)
def test_a_file_that_is_no_record_says_what_it_is_not(raw: bytes, key: str, tmp_path: Path):
    """Cut short, of strange letters, nested without end: it is named beside what is wrong."""
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    with pytest.raises(Malformed) as error:
        open_recording(path)

    assert (error.value.key, error.value.values["path"]) == (key, str(path))


def test_a_record_may_be_as_large_as_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """64 MiB, packed or not: it is what it holds that counts; one byte more is too large."""
    assert files.LARGEST == 64 * 2**20
    game, done = played()
    text = own.dump(game.setup, done).encode()
    path = tmp_path / "game.json"
    for raw in (text, gzip.compress(text, mtime=0)):
        path.write_bytes(raw)
        monkeypatch.setattr(files, "LARGEST", len(text))
        assert open_recording(path).actions() == done
        monkeypatch.setattr(files, "LARGEST", len(text) - 1)
        with pytest.raises(Malformed) as error:
            open_recording(path)
        assert (error.value.key, error.value.values) == ("too_large", {"path": str(path)})


@pytest.mark.parametrize("form", ["own", "peer"])
def test_a_game_is_opened_before_an_entry_that_there_is(form: str, tmp_path: Path):
    """From the first to the one that is still to come."""
    game, done = played()
    text = own.dump(game.setup, done) if form == "own" else json.dumps(record(bid(5, 1, minor="3")))
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    count = len(open_recording(path))

    assert [open_game(path, at).state.ply for at in (0, count)] == [0, open_game(path).state.ply]
    for at in (-1, count + 1):
        with pytest.raises(Malformed) as error:
            open_game(path, at)
        assert (error.value.key, error.value.values) == ("no_such_entry", {"at": at, "count": count})


@pytest.mark.parametrize("form", ["own", "peer"])
def test_a_fault_of_ours_is_not_called_a_broken_file(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """An error of ours in a good file is not blamed on the file."""
    game, done = played()
    path = tmp_path / "game.json"
    theirs = json.dumps(record(bid(5, 1, minor="3")))
    path.write_text(own.dump(game.setup, done) if form == "own" else theirs, "utf-8")
    assert open_game(path).state.ply > 0

    def stumble(*_given: Any, **_named: Any) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("engine.flow.act", stumble)
    with pytest.raises(KeyError, match="ours"):
        open_game(path)


# --- editions of the rules

SECOND = {
    "bank_check=before_formation",
    "deal_step=offered",
    "sales=apart",
    "bank_count=each_payment",
    "debtor_certificates=barred",
}
"""What were rules of 1844 up to the second edition."""


@pytest.mark.parametrize(
    ("begun", "kept"),
    [
        ({}, {"emergency_sale=any_train", *SECOND}),
        ({"edition": 2}, SECOND),
    ],
)
def test_a_game_goes_on_under_the_rules_it_began_with(begun: dict[str, int], kept: set[str]):
    """A record without an edition was begun under the first; each keeps what has been mended since."""
    today = Game.start("1844", ("a", "b", "c"), seed=1)
    file = json.loads(own.dump(today.setup, ()))
    before = own.Own({**{key: value for key, value in file.items() if key != "edition"}, **begun}).at()

    assert own.Own(file).at().state.options == today.state.options
    assert set(before.state.options) - set(today.state.options) == kept
    assert before.setup.options == today.setup.options
    assert own.Own(json.loads(own.dump(before.setup, ()))).at().state.options == before.state.options
    assert Game.resume(before.setup, before.state).title is before.title


@pytest.mark.parametrize("edition", [0, EDITION + 1, 10**30])
def test_a_record_of_an_edition_that_is_not_known_is_refused(edition: int):
    """It comes from a later version, or from nowhere."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), seed=5)
    with pytest.raises(Malformed) as refused:
        own.Own({**json.loads(own.dump(game.setup, ())), "edition": edition})

    assert refused.value.values["where"] == "edition"
