"""What tests of the command line share: files to give it, and what it complains about."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
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
        "actions": [["ann", "draft 1"], ["bob", "draft 2"]],
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
