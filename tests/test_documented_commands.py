"""Every command of the README and of the run book is run as it is written, in a clean environment."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from tests.bot.operate.played import play_some
from tests.bot.operate.test_doctor import TOKEN
from tests.bot.servers import local_discord
from tests.bot.tabletop import address_of

ROOT = Path(__file__).parents[1]
README, BOOK = (ROOT / "README.md").read_text("utf-8"), (ROOT / "docs" / "operating.md").read_text("utf-8")
GAME = ROOT / "tests/games/t18mag/records/3p-thrifty.json"
DECK = ROOT / "engine/titles/t18mag/decks/project.json"
TYPED = re.compile(r"^(python -m (?:bot|engine|render)\b.*?)(?:\s{2,}.*)?$")
QUOTED = re.compile(r"`(python -m (?:bot|engine|render) [^`]+)`")
SERVES = ("python -m bot", "python -m bot --local")
"""What runs until it is stopped, which many tests do."""
ELSEWHERE = {
    "python -m bot rehearse CHANNEL": "bot/operate/test_rehearsal.py",
    "python -m bot tables reopen GAME CHANNEL": "bot/operate/test_tables.py",
    "python -m bot tables": "bot/operate/test_tables.py",
}
"""What needs a server or a table that rests, with the test that runs it."""
CHANGED = {
    "--games 10": "--games 1",
    "--sample 20": "--sample 1",
    "--at 185": "--at 40",
    "...": "",
    "export GAME": "export 1",
    "sqlite:///TO": "sqlite:///copy.db",
    "move FROM TO": "move sqlite:///games.db moved.db",
    "--settings FILE": "--settings .env",
    "--to {own,18xx}": "--to own",
    "backup TO": "backup copy.db",
    "restore FROM": "restore copy.db --database sqlite+aiosqlite:///fresh.db",
    "FOLDER": "backups",
    "DIR": "pictures",
    "OUT": "out.json",
    "FILE": "game.json",
}
"""What stands for a name of one's own, and figures that only make a command longer."""


def blocks(text: str) -> list[str]:
    """What stands between fences, to be typed."""
    return re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[str]:
    """Every command of ours that a page shows, as it is written."""
    for page in (README, BOOK):
        lines = [line for block in blocks(page) for line in block.splitlines()]
        yield from (found[1] for found in map(TYPED.match, lines) if found)
        yield from QUOTED.findall(page)


def typed(command: str) -> str:
    """The command with names that there are."""
    for written, meant in CHANGED.items():
        command = command.replace(written, meant)
    return command


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A folder as somebody has it who follows the pages: settings, games, a backup, a record, a deck."""
    (tmp_path / ".env").write_text(
        f"STATIONMASTER_TOKEN={TOKEN}\nSTATIONMASTER_DATABASE=sqlite+aiosqlite:///games.db\n"
    )
    async with Storage.open(address_of(tmp_path / "games.db")) as storage:
        service = Service(storage)
        await play_some(service)
        await service.settled()
    shutil.copy(GAME, tmp_path / "game.json")
    shutil.copy(DECK, tmp_path / "mine.json")
    (tmp_path / "backups").mkdir()
    return tmp_path


def clean(folder: Path) -> dict[str, str]:
    """An environment with nothing of ours but the program."""
    return {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"}


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-ec", line],
        cwd=folder,
        env=clean(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.slow
async def test_every_command_works_as_it_is_written(folder: Path):
    """One after the other, as the pages name them; what one makes the next one may need."""
    async with local_discord() as server:
        with (folder / ".env").open("a") as settings:
            settings.write(f"STATIONMASTER_DISCORD={server.url}\nSTATIONMASTER_TOKEN={server.token}\n")
        wrong = []
        for command in dict.fromkeys(commands()):
            if command in (*SERVES, *ELSEWHERE) or command.startswith("python -m bot restore"):
                continue
            for made in ("copy.db", "moved.db"):
                if made in typed(command) and "verify" not in command:
                    (folder / made).unlink(missing_ok=True)
            done = await run_beside(typed(command), folder)
            if done.returncode != 0:
                wrong.append((command, done.returncode, done.stdout[-300:], done.stderr[-300:]))

        assert wrong == []
        done = await run_beside(typed("python -m bot restore FROM"), folder)
        assert done.returncode == 0, done.stderr
        assert "games are restored" in done.stdout


async def run_beside(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command while the loop of the bundled server goes on."""
    return await asyncio.to_thread(shell, line, folder)


def test_what_is_run_elsewhere_is_named():
    """By a file of tests that there is, and nothing that no page names."""
    assert all((ROOT / "tests" / file).is_file() for file in ELSEWHERE.values())
    assert set(ELSEWHERE) <= set(commands())


def test_every_command_of_make_is_one():
    """``make NAME`` of the pages names a target; the targets themselves are what CI runs."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    typed_ones = {
        line.split()[1]
        for page in (README, BOOK)
        for block in blocks(page)
        for line in block.splitlines()
        if line.startswith("make ")
    }

    assert typed_ones
    assert typed_ones <= targets


# --- systemd


NAMESPACE = """
set -e
mount -t tmpfs none /opt && mount -t tmpfs none /mnt && mkdir -p /opt/stationmaster
mount --bind "$ROOT" /opt/stationmaster && mount -o remount,bind,ro /opt/stationmaster
for place in etc root var; do
    mkdir -p /mnt/$place/new /mnt/$place/work
    mount -t overlay none -o lowerdir=/$place,upperdir=/mnt/$place/new,workdir=/mnt/$place/work /$place
done
chmod 755 /root
mkdir /mnt/bin && cp "$STAND_IN" /mnt/bin/systemctl && chmod 755 /mnt/bin/systemctl
export PATH=/mnt/bin:/usr/sbin:/usr/bin:/sbin:/bin
"""
STAND_IN = """#!/bin/sh
# in place of systemd: a unit that is switched on is verified, and does its work once as systemd would have it do
set -e
one() { sed -n "s/^$1=//p" "/etc/systemd/system/$2"; }
[ "$1" = enable ] || exit 0
for unit in "$3" "$4"; do
    systemd-analyze verify "/etc/systemd/system/$unit" || exit 1
    unit="${unit%.timer}"; unit="${unit%.service}.service"
    for state in $(one StateDirectory "$unit"); do
        install -d -m "$(one StateDirectoryMode "$unit")" -o "$(one User "$unit")" "/var/lib/$state"
    done
    cd "$(one WorkingDirectory "$unit")"
    start="runuser -u $(one User "$unit") -- env -i $(one Environment "$unit") $(one ExecStart "$unit")"
    if [ "$(one Type "$unit")" = oneshot ]; then $start; else $start & sleep 8; fi
done
"""
CAN = ("unshare", "systemd-analyze", "runuser", "useradd")


def can_be_apart() -> bool:
    """Whether a test may mount what it likes where nobody else sees it."""
    if os.getuid() or any(shutil.which(one, path="/usr/sbin:/usr/bin:/sbin:/bin") is None for one in CAN):
        return False
    return (
        subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], check=False).returncode == 0
    )


@pytest.mark.slow
async def test_the_recipe_for_systemd_works_as_it_is_written(tmp_path: Path):
    """From a new user to a bot that serves and a backup in the night, with one file of settings for all of it."""
    if not can_be_apart():
        pytest.skip("needs root, unshare and systemd-analyze")
    first, second, third = blocks(BOOK.partition("### Under systemd")[2].partition("\n## ")[0])
    (tmp_path / "systemctl").write_text(STAND_IN)
    async with local_discord() as server:
        fill_in = (
            f"sed -i 's|^STATIONMASTER_TOKEN=.*|STATIONMASTER_TOKEN={server.token}|' /etc/stationmaster.env\n"
            f"echo STATIONMASTER_DISCORD={server.url} >> /etc/stationmaster.env\n"
        )
        look = "ls /var/lib/stationmaster-backups /var/lib/stationmaster\n"
        script = f"{NAMESPACE}\n{first}\n{fill_in}\ncd /\n{second}\ncd /\n{third}\n{look}"
        given = {"ROOT": str(ROOT), "STAND_IN": str(tmp_path / "systemctl")}
        done = await apart(script, given, tmp_path)

        assert done.returncode == 0, done.stdout + done.stderr
        assert "All games are in /var/lib/stationmaster-backups/stationmaster-" in done.stdout
        assert "0 problems" in done.stdout
        assert "they come from /etc/stationmaster.env" in done.stdout
        assert "stationmaster.db" in done.stdout
        assert server.world.guilds


async def apart(script: str, given: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script as root where what it mounts, writes below /etc and starts is gone afterwards."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/bash", "-c", script]
    environment = {**clean(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **given}
    return await asyncio.to_thread(
        subprocess.run,
        command,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
