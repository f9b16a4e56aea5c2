"""The doctor finds what is missing, and says what to mend."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
import pytest

from bot import settings as settings_module
from bot.__main__ import main
from bot.local.ids import GUILD
from bot.operate import doctor, lasting
from bot.operate.at_discord import discord_findings
from bot.settings import read_settings
from bot.storage import Storage
from render import faces
from tests import postgres
from tests.bot.operate.conftest import Run
from tests.bot.tabletop import CHANNEL, Table, address_of

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz"


async def examined(**given: str) -> tuple[list[str], int]:
    lines: list[str] = []
    report = await doctor.examine(read_settings(**given), lines.append)
    return lines, report.problems


def times(folder: Path) -> dict[str, int]:
    """When each file of a folder was changed last."""
    return {one.name: one.stat().st_mtime_ns for one in folder.iterdir()}


@pytest.mark.slow
async def test_a_good_installation_has_no_problems(tmp_path: Path, server: postgres.Server):
    """On a file, on one that is not there yet, and on a server; nothing is made or changed by looking."""
    for address in (address_of(tmp_path / "games.db"), server.database()):
        async with Storage.open(address):
            pass
        lines, problems = await examined(token=TOKEN, database=address)
        assert problems == 0, lines
        assert "note  database: 0 games are stored" in lines
    lines, problems = await examined(token=TOKEN, database=address_of(tmp_path / "new.db"))

    assert problems == 0, lines
    assert [line for line in lines if line.startswith("ok")] == [
        f"ok    {about}" for about in ("settings", *doctor.PLAIN, "database", "commands")
    ]
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"token": ""}, "STATIONMASTER_TOKEN is missing"),
        ({"token": "secret"}, "STATIONMASTER_TOKEN has not the form"),
        ({"decks": "/nowhere"}, "no folder"),
        ({"database": "mysql://x/y"}, "is not usable"),
        ({"database": "sqlite:////nowhere/games.db"}, "does not exist"),
        ({"database": "postgres://ann:secret@127.0.0.1:1/games"}, "cannot be reached"),
    ],
)
async def test_what_is_wrong_is_named(given: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch):
    """One line each; secrets are not repeated."""
    monkeypatch.setattr(doctor, "PLAIN", {"decks": doctor.PLAIN["decks"]})
    lines, problems = await examined(**{"token": TOKEN, "database": "sqlite:///x.db"} | given)

    assert problems == 1, lines
    (wrong,) = [line for line in lines if line.startswith("WRONG")]
    assert told in wrong
    assert "secret" not in wrong


async def test_a_deck_that_cannot_be_read_is_named(tmp_path: Path):
    """The file, and what is wrong in it."""
    (tmp_path / "mine.json").write_text("{")

    found = [one.text for one in doctor.PLAIN["decks"](read_settings(decks=str(tmp_path)))]

    assert len(found) == 1
    assert "mine.json" in found[0]


def test_a_library_that_names_need_is_missed_without_being_wrong(monkeypatch: pytest.MonkeyPatch):
    """A bot without FriBiDi plays; only some names are drawn as the account is called."""
    monkeypatch.setattr(faces, "joins", lambda: False)

    (found,) = doctor.PLAIN["font and pictures"](read_settings())

    assert "libfribidi0" in found.text
    assert not found.wrong


def test_a_font_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch):
    """With the package that brings it."""

    def fail(*_given: object, **_named: object) -> None:
        raise OSError("cannot open resource")

    monkeypatch.setattr(doctor, "has", fail)

    (found,) = doctor.PLAIN["font and pictures"](read_settings())

    assert "font-source-sans-pro" in found.text


async def test_permissions_are_looked_at_where_tables_are(tabletop: Table):
    """Connected beside the bot: what it lacks in the channel of an open game, by Discord's own names."""
    await tabletop.lobby()
    settings = read_settings(
        token=tabletop.server.token, database=address_of(tabletop.database), ready_timeout=0.05
    )

    good = [one async for one in discord_findings(settings)]
    deny = discord.Permissions(attach_files=True).value
    tabletop.server.world.overwrite(tabletop.people[0].channel_id(CHANNEL), GUILD, deny=deny)
    bad = [one async for one in discord_findings(settings)]

    assert [one.wrong for one in good] == [False]
    assert [one.text for one in bad if one.wrong] == ["game 1, #general: the bot lacks Attach Files"]


async def test_an_endpoint_for_interactions_is_told(tabletop: Table):
    """With one set in the portal Discord sends no press to the gateway."""
    tabletop.server.world.interactions_endpoint = "https://example.org/interactions"
    settings = read_settings(token=tabletop.server.token, ready_timeout=0.05)

    found = [one async for one in discord_findings(settings)]

    assert [one.text.partition(",")[0] for one in found if one.wrong] == [
        "the application has an Interactions Endpoint URL"
    ]


async def test_a_database_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its file, its folder, or a disk that is full; nothing is written to find out."""
    file = tmp_path / "games.db"
    async with Storage.open(address_of(file)):
        pass
    before = times(tmp_path)
    monkeypatch.setattr(doctor.os, "access", lambda path, _mode: path != file)
    monkeypatch.setattr(doctor, "LEAST_ROOM", 1 << 62)

    found = [
        one.text async for one in doctor._database(read_settings(database=address_of(file))) if one.wrong
    ]

    assert found[0] == f"{file} may not be written; give it to the bot's user"
    assert "has less than" in found[1]
    assert times(tmp_path) == before


async def test_a_server_that_only_lets_read_is_told(server: postgres.Server):
    """As a copy for reading does."""
    address = server.database()
    async with Storage.open(address):
        pass
    name = address.rpartition("/")[2]
    change = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
    server.run("psql", "-h", "127.0.0.1", "-p", str(server.port), "-U", "postgres", "-c", change)

    found = [one.text async for one in doctor._database(read_settings(database=address)) if one.wrong]

    assert [one.partition(" may only be read")[1] for one in found] == [" may only be read"]


@pytest.mark.slow
async def test_the_command_ends_with_what_it_found(run: Run):
    """0 where all is well, 1 where something is to be mended."""
    with TemporaryDirectory(dir="/var/tmp") as folder:  # which outlives the machine
        address = address_of(Path(folder) / "games.db")
        good = await run("doctor", "--offline", STATIONMASTER_TOKEN=TOKEN, STATIONMASTER_DATABASE=address)
    bad = await run("doctor", STATIONMASTER_TOKEN=TOKEN, STATIONMASTER_DISCORD="http://127.0.0.1:9")

    assert good[0] == 0, good
    assert good[1].splitlines()[-1] == "6 checks, 0 problems"
    assert bad[0] == 1
    assert "WRONG Discord: Discord cannot be reached" in bad[1]


BAD = {
    "LOG_FORM": "loud",
    "METRICS_PORT": "99999",
    "PICTURE_WORKERS": "none",
    "ROUTE_SECONDS": "-1",
    "ANSWER_AFTER": "7",
    "GUIDES": "perhaps",
    "HOOKS": "some",
    "SHARDS": "0",
}


def test_everything_wrong_is_named_in_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Bad settings, misspelt ones, no token, a broken deck, a database that cannot be written: all before a start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_module, "SYSTEM", tmp_path / "etc.env")
    monkeypatch.setenv("STATIONMASTER_TOKEN", " ")
    monkeypatch.setenv("STATIONMASTER_DATABSE", "x")
    database, deck = tmp_path / "games.db", tmp_path / "decks" / "mine.json"
    asyncio.run(made_once(database))
    deck.parent.mkdir()
    deck.write_text("{")
    good = {"TOKN": "x", "DATABASE": address_of(database), "DECKS": str(deck.parent), **BAD}
    (tmp_path / ".env").write_text("".join(f"STATIONMASTER_{name}={one}\n" for name, one in good.items()))
    monkeypatch.setattr(doctor.os, "access", lambda path, _mode: path not in {database, tmp_path})
    before = {one: (one.stat().st_mtime_ns, one.read_bytes()) for one in files(tmp_path)}

    code = main(["doctor", "--offline"])

    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("WRONG")]
    assert code == 1
    told = [*(f"_{name} is not usable" for name in BAD), "_TOKN is no setting", "_DATABSE is no setting"]
    told += ["_TOKEN is missing", "mine.json", f"written in {tmp_path}", f"{database} may not be written"]
    assert len(wrong) == len(told), wrong
    assert [one for one in told if not any(one in line for line in wrong)] == []
    assert {one: (one.stat().st_mtime_ns, one.read_bytes()) for one in files(tmp_path)} == before


async def made_once(database: Path) -> None:
    """Make a database without games."""
    async with Storage.open(address_of(database)):
        pass


def files(folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file()]


# disks that do not last


@pytest.mark.parametrize(
    ("address", "mounts", "variables", "told"),
    [
        ("sqlite:////data/x.db", "overlay / overlay rw 0 0", {}, "container"),
        ("sqlite:////data/x.db", "overlay / overlay rw 0 0\n/dev/sdb /data ext4 rw 0 0", {"DYNO": "1"}, ""),
        ("sqlite:////tmp/games.db", "/dev/sda / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0", {}, "memory"),
        ("sqlite:////data/x.db", "/dev/sda / ext4 rw 0 0", {}, ""),
        ("sqlite:////data/x.db", "overlay / overlay rw 0 0", {"DYNO": "web.1"}, "Heroku"),
        ("sqlite:////data/x.db", "", {"DYNO": "web.1"}, "Heroku"),
        ("postgres://ann@host/x", "overlay / overlay rw 0 0", {"DYNO": "web.1"}, ""),
        ("nonsense", "", {}, ""),
    ],
)
def test_a_disk_that_does_not_last_is_known(
    tmp_path: Path, address: str, mounts: str, variables: dict[str, str], told: str
):
    """By its kind, or by the host; a volume that is mounted is good, and a server anyway."""
    (tmp_path / "mounts").write_text(mounts)

    found = list(lasting.warnings(address, variables, tmp_path / "mounts"))

    assert len(found) == bool(told)
    assert all(told in one for one in found)
