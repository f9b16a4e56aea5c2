import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.game import Game
from engine.opponents import RandomPlayer
from engine.records import own

GAME = Path(__file__).parents[1] / "games/t18mag/records/3p-thrifty.json"
ROOT = Path(__file__).parents[2]


def own_file(**changes: Any) -> dict[str, Any]:
    return {
        "format": own.FORMAT,
        "version": 1,
        "title": "18Mag",
        "players": ["ann", "bob", "cy"],
        "seed": 1,
        "actions": [["ann", "take 1"], ["bob", "take 2"]],
        **changes,
    }


def peer_file(*actions: Any, **changes: Any) -> dict[str, Any]:
    return {
        "id": 7,
        "title": "18Mag",
        "players": [{"id": number, "name": f"p{number}"} for number in range(3)],
        "settings": {"seed": 1, "optional_rules": []},
        "actions": list(actions),
        **changes,
    }


def write(folder: Path, data: Any) -> Path:
    path = folder / "game.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line on the error output of a command that failed."""
    code = main([str(argument) for argument in arguments])
    err = capsys.readouterr().err
    assert code == 1, err
    assert len(err.splitlines()) == 1, err
    assert err.strip()
    assert "Traceback" not in err
    return err.strip()


COMMANDS = ("show", "check", "routes", "convert")


def every_command(capsys: pytest.CaptureFixture[str], path: Path) -> list[str]:
    more = {"convert": ["--to", "own", "-o", path.parent / "out.json"]}
    return [complaint(capsys, command, path, *more.get(command, ())) for command in COMMANDS]


# --- bad usage


@pytest.mark.parametrize(
    "line",
    [
        "",
        "fly",
        "play",
        "play 18Mag",
        "play 18Mag --players",
        "play 18Mag --players x",
        "play 18Mag --players 0",
        "play 18Mag --players -3",
        "play 18Mag --players 3 --games 0",
        "play 18Mag --players 3 --seed -1",
        "play 18Mag --players 3 --style lucky",
        "check",
        "check x -j 0",
        "show",
        "show x --at -1",
        "show x --at y",
        "routes",
        "convert x",
        "convert x --to theirs -o y",
        "titles more",
    ],
)
def test_bad_usage_ends_with_two(line: str, capsys: pytest.CaptureFixture[str]):
    """Whoever calls a command wrongly is shown how it is called."""
    with pytest.raises(SystemExit) as ended:
        main(line.split())

    assert ended.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_help_is_no_fault(capsys: pytest.CaptureFixture[str]):
    """Help is printed and the exit code is 0."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    assert ended.value.code == 0
    assert "check" in capsys.readouterr().out


# --- hostile files


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
        {"actions": [["ann", "take 1", "more"]]},
        {"actions": [["ann", "fly"]]},
        {"actions": [["ann", "take"]]},
        {"actions": [["bob", "take 1"]]},
        {"actions": [["ann", "take 99"]]},
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


# --- what the commands do


def routes(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Ask for the best routes of a unit in our own record."""
    assert main(["routes", str(GAME), "--at", "600", "--unit", "5", *map(str, arguments)]) == 0
    return json.loads(capsys.readouterr().out)


def test_routes_of_other_trains(capsys: pytest.CaptureFixture[str]):
    """Trains that replace the company's own run instead of them, and the best is proved."""
    told = routes(capsys, "--trains", "2,6")

    assert sorted(told) == ["proved", "revenue", "routes", "seconds", "unit"]
    assert {one["train"] for one in told["routes"]} <= {"2", "6"}
    assert (told["unit"], told["proved"]) == ("5", True)
    assert sum(one["revenue"] for one in told["routes"]) == told["revenue"]


def test_routes_with_stations_everywhere(capsys: pytest.CaptureFixture[str]):
    """With a free station in every city nothing blocks and routes may lie anywhere, so they earn more."""
    alone = routes(capsys, "--trains", "6,6")
    everywhere = routes(capsys, "--trains", "6,6", "--tokens-everywhere")

    assert everywhere["revenue"] > alone["revenue"]
    assert {len(one["stops"]) for one in everywhere["routes"]} == {6}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_18mag(players: int, capsys: pytest.CaptureFixture[str]):
    """Two random games to the end, without a violation."""
    assert main(["play", "18Mag", "--players", str(players), "--games", "2"]) == 0

    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith("2 games, ")
    assert out.splitlines()[-1].endswith(", 0 violations")


def test_play_under_the_readings_of_recorded_games(capsys: pytest.CaptureFixture[str]):
    """The preset for recorded games is played like the printed rules."""
    assert main(["play", "18Mag", "--players", "4", "--option", "compat=peer18xx"]) == 0
    assert capsys.readouterr().out.endswith(", 0 violations\n")


def test_played_games_are_recorded_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A game written by play is read by check, and its result compared."""
    assert main(["play", "18Mag", "--players", "3", "--record", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("*.json")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" 0 mismatches")
    data = json.loads(path.read_text("utf-8"))
    data["result"] = dict.fromkeys(data["result"], 1)
    assert main(["check", str(write(tmp_path, data))]) == 1
    assert "result" in capsys.readouterr().out


def test_show_tells_the_position(capsys: pytest.CaptureFixture[str]):
    """The command prints round, phase, players, units and tiles at any moment."""
    assert main(["show", str(GAME), "--at", "0"]) == 0
    first = capsys.readouterr().out
    assert main(["show", str(GAME)]) == 0

    assert first.startswith("18Mag draft 1, phase yellow, ply 0\n")
    assert "tiles: none" in first
    assert capsys.readouterr().out.startswith("18Mag over, ")


def test_convert_writes_our_own_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """What is written is the same game again."""
    out = tmp_path / "out.json"

    assert main(["convert", str(GAME), "--to", "own", "-o", str(out)]) == 0
    assert own.Own(json.loads(out.read_text("utf-8"))).at().state.fingerprint() == (
        own.Own(json.loads(GAME.read_text("utf-8"))).at().state.fingerprint()
    )
    assert "actions" in capsys.readouterr().out


def test_routes_are_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The best routes of a unit come as one JSON object."""
    game, player, done = Game.start("18Mag", ("ann", "bob", "cy"), seed=4), RandomPlayer(4), []
    while "run" not in {action.verb for action in game.choices}:
        done.append(player.choose(game))
        game = game.play(done[-1])
    path = tmp_path / "game.json"
    path.write_text(own.dump(game.setup, done), "utf-8")

    assert main(["routes", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unit"] == game.pos.unit
    assert found["revenue"] == sum(route["revenue"] for route in found["routes"]) > 0
    assert found["proved"] is True


def test_titles_lists_options(capsys: pytest.CaptureFixture[str]):
    """Titles come with their player counts, options and presets."""
    assert main(["titles"]) == 0
    out = capsys.readouterr().out

    assert "18Mag: 18 Magyarország (Leonhard Orgler), 1-6 players" in out
    assert "--option no_train=consecutive" in out
    assert "--option compat=peer18xx  = " in out


# --- as a process


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["titles"], 0, ""),
        (["show", "nothing.json"], 1, "nothing.json"),
        (["play", "18Mag", "--players"], 2, "usage"),
    ],
)
def test_exit_codes_of_the_process(arguments: list[str], code: int, said: str):
    """The process ends with the code of the command, and never with a traceback."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr
