"""The folder in which games of a process find files of data by their names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import handed_in
from engine.records.data_folder import look_in, opened, processes
from engine.refusals import Malformed
from engine.titles.t18mag import TITLE, deck

MEBIBYTE = 2**20


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which games look, with one file; afterwards they look where they did before."""
    (tmp_path / "mine.json").write_text("{}", "utf-8")
    before = handed_in.source()
    look_in(str(tmp_path))
    yield tmp_path
    handed_in.take_from(before)


@pytest.mark.usefixtures("folder")
def test_a_file_is_found_by_its_name():
    """What has another name, or none, is not there."""
    assert [handed_in.source()(name) for name in ("mine", "yours", "")] == ["{}", None, None]


def found(name: str) -> str | None:
    """The text of a file in the process that is asked."""
    return handed_in.source()(name)


@pytest.mark.usefixtures("folder")
def test_other_processes_find_what_this_one_found():
    """As it was when they were asked for, wherever this one looks meanwhile."""
    with processes(1) as pool:
        look_in("")
        assert pool.submit(found, "mine").result() == "{}"


def test_without_a_folder_nothing_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Not even in the folder in which the process was begun."""
    monkeypatch.chdir(folder)
    look_in("")

    assert handed_in.source()("mine") is None


def test_an_option_names_a_file_by_its_path():
    """It becomes what the file is known by; other options, and decks by name, stay as they are."""
    path = Path(deck.__file__).with_name("decks") / "project.json"
    named = ("supporters", "deck=project", "oo_token=mine.json")
    (known,) = opened(TITLE, [f"deck={path}"])

    assert opened(TITLE, named) == named
    assert known.startswith("deck=project")
    assert ".json" not in known


def test_a_file_may_have_a_mebibyte(folder: Path):
    """One byte more is too large."""
    (folder / "mine.json").write_bytes(b" " * MEBIBYTE)
    assert handed_in.source()("mine") == " " * MEBIBYTE

    (folder / "mine.json").write_bytes(b" " * (MEBIBYTE + 1))
    with pytest.raises(Malformed) as error:
        handed_in.source()("mine")
    assert error.value.key == "too_large"


def test_a_file_that_is_no_text_is_unreadable(folder: Path):
    """So is one that is not there, where an option names it by its path."""
    (folder / "mine.json").write_bytes(b"\xff")
    for path, why in ((folder / "mine.json", "UnicodeDecodeError"), (folder / "x.json", "FileNotFoundError")):
        with pytest.raises(Malformed) as error:
            opened(TITLE, [f"deck={path}"])
        assert (error.value.key, error.value.values) == ("deck_unreadable", {"file": str(path), "why": why})
