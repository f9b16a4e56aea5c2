import gzip
import json
from pathlib import Path

import pytest

from engine.cli.main import main
from tests.engine.command_line import GAME, complaint, every_command, own_file, peer_file, write


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"18Mag"',
        "{}",
        '{"format": "stationmaster-game"}',
        '{"title": "18Mag"}',
        '{"title": "18Mag", "players": 3, "actions": []}',
        '{"title": "18Mag", "players": [], "actions": []}',
        '{"title": "18Mag", "players": ["ann", "bob", "cy"], "actions": []}',
        '{"title": 18, "players": [], "actions": []}',
        "\x00\x01\x02",
        "[" * 100_000,
        nested(100_000),
        '{"format": "stationmaster-game", "names": ' + nested(800) + "}",
        '{"seed": ' + "9" * 5000 + "}",
    ],
    ids=range(18),
)
def test_files_that_are_no_games(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Whatever is in a file, every command says in a line what is wrong with it."""
    every_command(capsys, write(tmp_path, text))


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "1899"},
        {"title": 18},
        {"title": None},
        {"version": 2},
        {"version": "1"},
        {"seed": -1},
        {"seed": "1"},
        {"seed": 1.5},
        {"seed": 1e400},
        {"players": []},
        {"players": ["ann"]},
        {"players": ["ann", "ann", "bob"]},
        {"players": [1, 2, 3]},
        {"players": ["ann", None, "cy"]},
        {"players": "ann"},
        {"players": [f"p{seat}" for seat in range(5000)]},
        {"players": ["a b", "c", "d"]},
        {"options": ["none"]},
        {"options": [7]},
        {"options": "compat=peer18xx"},
        {"actions": {}},
        {"actions": [["ann"]]},
        {"actions": [["ann", 7]]},
        {"actions": [["ann", "draft 1", "more"]]},
        {"actions": [["ann", "fly"]]},
        {"actions": [["ann", "draft"]]},
        {"actions": [["bob", "draft 1"]]},
        {"actions": [["ann", "draft 99"]]},
        {"actions": [["ann", "lay 1 E12 57 " + "9" * 40]]},
        {"result": {"ann": "7"}},
        {"more": 1},
    ],
    ids=lambda changes: str(changes)[:50],
)
def test_our_own_files_that_are_wrong(changes: dict, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A wrong type, an unknown title or option, an illegal action: each is one line."""
    every_command(capsys, write(tmp_path, own_file(**changes)))


@pytest.mark.parametrize(
    "data",
    [
        peer_file({"type": "bid"}),
        peer_file({"type": "bid", "entity": 0, "entity_type": "player", "id": 1}),
        peer_file({"type": "bid", "entity": 99, "entity_type": "player", "minor": "1", "price": 0}),
        peer_file({"type": "bid", "entity": 0, "entity_type": "player", "minor": "77", "price": 0}),
        peer_file({"type": "fly", "entity": 0, "entity_type": "player"}),
        peer_file({"type": "lay_tile", "entity": "1", "entity_type": "minor", "hex": 5, "tile": 7}),
        peer_file({}),
        peer_file("pass"),
        peer_file(None),
        peer_file({"type": ["pass"]}),
        peer_file({"type": "undo", "action_id": "x"}, {"type": "undo"}),
        peer_file({"type": "pass", "entity": 0, "entity_type": "player", "auto_actions": 3}),
        peer_file(title="18Nothing"),
        peer_file(title=["18Mag"]),
        peer_file(players=[{"id": 1}]),
        peer_file(players=[{"id": 1, "name": "x"}] * 3),
        peer_file(settings={"seed": "abc", "optional_rules": []}),
        peer_file(settings={"seed": [1], "optional_rules": []}),
        peer_file(settings={"seed": 1e400, "optional_rules": []}),
        peer_file(settings={"seed": 1, "optional_rules": ["new_major", 5]}),
        peer_file(settings=7),
        peer_file(actions=None),
        peer_file(actions={"type": "pass"}),
        peer_file(states=[], initial=7),
    ],
    ids=range(24),
)
def test_recordings_that_are_wrong(data: dict, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A recording of 18xx.games with anything wrong in it is refused in a line too."""
    path = write(tmp_path, data)
    for command in ("check", "show"):
        code = main([command, str(path)])
        out, err = capsys.readouterr()
        assert code in {0, 1}
        assert code == 0 or err.strip() or "mismatches" in out
        assert len(err.splitlines()) <= 1
        assert "Traceback" not in out + err


def test_gzipped_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A whole one is read, a truncated or broken one is refused."""
    whole = gzip.compress(json.dumps(own_file()).encode())
    for at, content in enumerate((whole[:-9], whole[:20], b"\x1f\x8b" + bytes(50))):
        path = tmp_path / f"{at}.json.gz"
        path.write_bytes(content)
        every_command(capsys, path)
    path = tmp_path / "whole.json.gz"
    path.write_bytes(whole)

    assert main(["show", str(path)]) == 0


def test_a_bomb_is_not_unpacked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A small file that would fill the memory is refused by its size."""
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(65):
            file.write(bytes(1024 * 1024))

    assert "too large" in complaint(capsys, "show", path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_a_file_without_an_end_is_not_read_to_it(capsys: pytest.CaptureFixture[str]):
    """No more is read of a plain file than a record may be long."""
    assert "too large" in complaint(capsys, "show", "/dev/zero")


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Missing files, folders, and places nobody can write to are named."""
    assert "nothing.json" in complaint(capsys, "show", tmp_path / "nothing.json")
    assert str(tmp_path) in complaint(capsys, "show", tmp_path)
    path = write(tmp_path, own_file())
    complaint(capsys, "convert", path, "--to", "own", "-o", tmp_path / "no" / "out.json")
    complaint(capsys, "play", "18Mag", "--players", 3, "--record", tmp_path / "no")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["play", "1899", "--players", "3"], "1899"),
        (["play", "18Mag", "--players", "9"], "9"),
        (["play", "18Mag", "--players", "3", "--option", "none"], "none"),
        (["play", "18Mag", "--players", "3", "--option", "no_train"], "no_train"),
        (["show", str(GAME), "--at", "99999"], "99999"),
        (["routes", str(GAME), "--unit", "77"], "77"),
        (["routes", str(GAME), "--unit", "1", "--trains", "9"], "9"),
        (["routes", str(GAME), "--unit", "1", "--rail-cars", "SIK"], "SIK"),
    ],
)
def test_arguments_that_mean_nothing_here(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
):
    """An unknown title, option, entry, unit, train or benefit is named in a line."""
    assert word in complaint(capsys, *arguments)


def test_text_from_files_stays_harmless(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Control characters of a file do not reach the terminal."""
    path = write(tmp_path, own_file(title="\x1b[31m\n\x07evil"))
    said = complaint(capsys, "show", path)

    assert "evil" in said
    assert said.isprintable()
