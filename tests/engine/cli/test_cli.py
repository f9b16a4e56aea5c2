import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.game import Game, Setup
from engine.opponents import RandomPlayer
from engine.records import own
from tests.engine.command_line import GAME, ROOT, write

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


@pytest.mark.slow
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(more, marks=pytest.mark.slow) for more in (3, 4, 5, 6))]
)
def test_play_18mag(players: int, capsys: pytest.CaptureFixture[str]):
    """Two random games to the end, without a violation."""
    assert main(["play", "18Mag", "--players", str(players), "--games", "2"]) == 0

    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith("2 games, ")
    assert out.splitlines()[-1].endswith(", 0 violations")


@pytest.mark.slow
def test_a_solo_game_tells_who_won(capsys: pytest.CaptureFixture[str]):
    """One game alone: who won, and what the person and István are worth."""
    assert main(["play", "18Mag", "--players", "1", "--seed", "2"]) == 0
    told = capsys.readouterr().out

    assert re.search(r"won by the person: [01] of 1; on average \d+ : \d+", told)
    assert main(["play", "18Mag", "--players", "2", "--seed", "2"]) == 0
    assert "won by the person" not in capsys.readouterr().out


def test_play_under_the_readings_of_recorded_games(capsys: pytest.CaptureFixture[str]):
    """The preset for recorded games is played like the printed rules."""
    assert main(["play", "18Mag", "--players", "2", "--option", "compat=peer18xx"]) == 0
    assert capsys.readouterr().out.endswith(", 0 violations\n")


@pytest.mark.slow
def test_played_games_are_recorded_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A game written by play is read by check, and its result compared."""
    assert main(["play", "18Mag", "--players", "2", "--record", str(tmp_path)]) == 0
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
    known, out = json.loads(GAME.read_text("utf-8")), tmp_path / "out.json"
    given = {**known, "actions": known["actions"][:150], "result": None}

    assert main(["convert", str(write(tmp_path, given)), "--to", "own", "-o", str(out)]) == 0
    again = own.Own(json.loads(out.read_text("utf-8")))
    assert again.at().state.fingerprint() == own.Own(given).at().state.fingerprint()
    assert "actions" in capsys.readouterr().out


def test_a_converted_game_names_each_reading_it_was_played_by(tmp_path: Path):
    """The file keeps what a preset stood for, whatever it may stand for later."""
    out, game = tmp_path / "out.json", Game.start("18CZ", ("ann", "bob", "cy"), ("compat=peer18xx",))
    given = json.loads(own.dump(Setup("18CZ", ("ann", "bob", "cy"), ("compat=peer18xx",)), ()))

    assert main(["convert", str(write(tmp_path, given)), "--to", "own", "-o", str(out)]) == 0
    assert json.loads(out.read_text("utf-8"))["options"] == list(game.state.options)


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
