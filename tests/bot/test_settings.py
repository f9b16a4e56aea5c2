"""Settings: one file that all find, everything wrong in it at once, and no part of a secret in any sentence."""

import itertools
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import settings as settings_module
from bot.__main__ import main
from bot.logs import Censor, set_up_logs
from bot.operate.doctor import Finding
from bot.settings import (
    BadSettings,
    Settings,
    find_file,
    read_settings,
    settings_and_faults,
    unknown_settings,
)
from tests.bot.operate.test_doctor import TOKEN

HOSTILE = [
    "zqa@xvbcd",
    "zq@xv:wk/jj#1",
    "zqa@xvb@kjh/wvut",
    "@zqleading",
    "zqtrailing@",
    "zqu?xery=kjvut@x",
    "100%zqsure@zzq",
    "zqp xace@kjvut",
    "[zqbrac]@7",
    "zqplain-but-long",
    "%41%zz@zquoted",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory without a file of settings, on a machine that has none either."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_module, "SYSTEM", tmp_path / "etc.env")
    for name in ("STATIONMASTER_SETTINGS", "STATIONMASTER_TOKEN", "STATIONMASTER_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_file_of_settings_is_found_where_there_is_one(folder: Path):
    """In the folder, for the whole machine, or nowhere; the one that is named goes before."""
    assert find_file(environment={}) is None
    (folder / "etc.env").write_text("STATIONMASTER_SHARDS=2\n")
    assert find_file(environment={}) == folder / "etc.env"
    (folder / "other.env").write_text("")
    assert find_file("other.env", {}) == Path("other.env")
    assert find_file(environment={"STATIONMASTER_SETTINGS": "other.env"}) == Path("other.env")
    assert read_settings(folder / "etc.env").shards == 2


def test_two_files_of_settings_are_not_chosen_between(folder: Path):
    """Else an old trial in the folder would be copied every night in place of the games."""
    (folder / "etc.env").write_text("")
    (folder / ".env").write_text("")

    with pytest.raises(BadSettings, match=r"Two files hold settings, .*\.env and .*etc\.env; .*--settings"):
        find_file(environment={})
    assert find_file(".env", {}) == Path(".env")


def test_a_named_file_that_is_not_there_is_told(folder: Path):
    """Whether an argument or the environment names it."""
    with pytest.raises(BadSettings, match=r"There is no file of settings nowhere\.env\."):
        find_file("nowhere.env", {})


def test_everything_wrong_is_named_at_once(folder: Path):
    """Seven bad settings, seven sentences, no value; what is right is kept."""
    bad = {
        "PICTURE_WORKERS": "hush",
        "ROUTE_SECONDS": "-1",
        "LOG_FORM": "hush",
        "METRICS_PORT": "99999",
        "GUIDES": "hush",
        "SHARDS": "0",
        "ANSWER_AFTER": "7",
    }
    lines = [f"STATIONMASTER_{name}={value}" for name, value in bad.items()]
    (folder / ".env").write_text("\n".join([*lines, "STATIONMASTER_BUMP_AFTER=4"]))

    found, faults = settings_and_faults(Path(".env"))

    assert sorted(fault.split()[0] for fault in faults) == sorted(f"STATIONMASTER_{name}" for name in bad)
    assert "hush" not in " ".join(faults)
    assert found.bump_after == 4


def test_a_misspelt_setting_is_named_with_the_one_that_is_meant(folder: Path):
    """In the file as in the environment; what is none of ours is let alone."""
    (folder / ".env").write_text("STATIONMASTER_TOKN=x\nPOSTGRES_PASSWORD=y\n")

    told = list(unknown_settings(Path(".env"), {"STATIONMASTER_DATABSE": "x", "stationmaster_token": "x"}))

    assert told == [
        "STATIONMASTER_DATABSE is no setting; is STATIONMASTER_DATABASE meant?",
        "STATIONMASTER_TOKN is no setting; is STATIONMASTER_TOKEN meant?",
    ]


def pieces(password: str) -> set[str]:
    """The parts of a password, as a program that misreads the address might take it to pieces."""
    return {one for one in re.split(r"[@:/?#\[\]%= ]", password) if len(one) > 2} | {password}


async def nothing(_settings: Settings) -> AsyncIterator[Finding]:
    for one in ():
        yield one


COMMANDS = (["doctor", "--offline"], ["backup", "copy.db"], ["verify"], ["move", "ADDRESS", "to.db"], [])


@pytest.mark.parametrize(("password", "command"), list(itertools.product(HOSTILE, COMMANDS)))
def test_no_part_of_a_password_is_ever_printed(
    password: str,
    command: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Whatever the letters, and whichever command fails at the server that is not there."""
    address = f"postgres://bot:{password}@127.0.0.1:1/games?application_name=x"
    monkeypatch.setenv("STATIONMASTER_DATABASE", address)
    monkeypatch.setenv("STATIONMASTER_TOKEN", TOKEN)
    monkeypatch.setattr("bot.operate.doctor.PLAIN", {})
    monkeypatch.setattr("bot.operate.doctor._commands", nothing)

    code = main([address if one == "ADDRESS" else one for one in command])

    told = "".join(capsys.readouterr())
    assert code == 1
    assert told.strip()
    assert {one for one in pieces(password) if one in told} == set()
    if "@" in password:
        assert "%40" in told


def test_a_password_alone_is_blotted_out_of_the_log(folder: Path):
    """As it stands in the address, and as it is meant: a library may repeat either."""
    set_up_logs(read_settings(None, database="postgres://bot:p%40ssword@host/games"))
    (handler,) = logging.getLogger().handlers
    assert isinstance(handler.formatter, Censor)

    told = handler.formatter.censored("denied for p@ssword and p%40ssword at host")

    assert told == "denied for … and … at host"
