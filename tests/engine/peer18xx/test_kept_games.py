"""Games of our own that lie here in both forms: each form comes out of the other, without outside data."""

import json

import pytest

from engine.game import Game
from engine.peer18xx.recorded_game import Peer
from tests.engine.peer18xx.kept_games import NAMES, kept, views, written
from tests.engine.peer_book import PeerBook

QUICK = ("czech-two", "mag-two", "swiss-sbb")
"""The others are slow: they take as long and seldom find what these do not."""
EACH = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in NAMES]
PLAIN = [param for param, name in zip(EACH, NAMES, strict=True) if kept(name).is_plain]


@pytest.mark.parametrize("name", EACH)
def test_a_game_is_written_as_it_was(name: str):
    """Entry by entry, with every copy that it names; one that ends before its game says where and why."""
    game = kept(name)
    file = written(game)

    for ours, known in zip(file["actions"], game.file["actions"], strict=True):
        assert ours == known
    assert file == game.file


@pytest.mark.parametrize("name", EACH)
def test_a_file_is_read_as_it_was(name: str):
    """Every action, and positions in the terms of 18xx.games."""
    game = kept(name)
    record = Peer(game.file)
    actions = record.actions()

    if game.is_plain:
        assert actions == game.told()
        assert record.setup.options == game.record.setup.options
    assert views(record, actions) == game.states


@pytest.mark.parametrize("name", PLAIN)
def test_a_file_names_what_another_book_says(name: str):
    """Copies of trains and tiles, cities and subsidies."""
    game = kept(name)
    book = PeerBook(Game.begin(game.record.setup), game.file["actions"])

    assert book.keep(game.told()) == []


@pytest.mark.parametrize(
    ("kind", "key", "other"),
    [("run_routes", "subsidy", 7), ("buy_train", "train", "2-9"), ("lay_tile", "tile", "9999-0")],
)
def test_the_book_sees_what_is_wrong(kind: str, key: str, other: object):
    game = kept("mag-two")
    entries = json.loads(json.dumps(game.file["actions"]))
    wrong = next(entry for entry in entries if entry["type"] == kind and entry.get("routes", True))
    wrong[key] = other
    faults = PeerBook(Game.begin(game.record.setup), entries).keep(game.actions()[:60])

    assert any(str(wrong["id"]) in fault for fault in faults)


def test_the_book_sees_a_tile_behind_which_something_comes_about():
    """It takes up what lay there, and is seen itself, whatever follows from it by itself."""
    game = kept("mag-two")
    entries = json.loads(json.dumps(game.file["actions"]))
    lays = [entry for entry in entries if entry["type"] == "lay_tile"]
    for entry in lays:
        entry["auto_actions"] = [{"type": "pass"}]
    lays[-1]["tile"] = "9999-0"

    assert PeerBook(Game.begin(game.record.setup), entries).faults == [
        f"{lays[-1]['id']} lay_tile : no such tile"
    ]


@pytest.mark.parametrize("name", ["czech-two", "mag-supporters"])
def test_what_was_undone_is_not_read(name: str):
    """An undo of the last entry, one back to an earlier entry, a redo, and talk between them."""
    game = kept(name)
    entries = [*game.file["actions"]]
    at = len(entries) // 2
    after, said = entries[at]["id"], {"entity": 1, "entity_type": "player"}
    undone = [
        {"type": "message", "message": "wait", **said},
        {"type": "undo", **said},
        {"type": "redo", **said},
        {"type": "undo", "action_id": entries[at - 4]["id"], **said},
        *entries[at - 3 : at + 1],
    ]
    changed = [*entries[: at + 1], *undone, *entries[at + 1 :]]

    assert Peer({**game.file, "actions": changed}).actions() == Peer(game.file).actions()
    assert after == entries[at]["id"]
