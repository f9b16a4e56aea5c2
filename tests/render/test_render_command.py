from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main

RECORD = next((Path(__file__).parents[1] / "games").glob("*/records/*.json"), None)


@pytest.fixture
def record():
    if RECORD is None:
        pytest.skip("no recorded game here")
    return str(RECORD)


def test_the_command_writes_three_pictures(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Each picture is a PNG and gets a line with its milliseconds."""
    assert main([record, "--at", "20", "--out", str(tmp_path / "new")]) == 0

    names = ["charters.png", "map.png", "market.png"]
    assert names == sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == sorted(line.split()[0] for line in capsys.readouterr().out.splitlines())
    for name in names:
        with Image.open(tmp_path / "new" / name) as image:
            assert image.format == "PNG"


def test_only_some_pictures(record: str, tmp_path: Path):
    """What is not asked for is not drawn."""
    assert main([record, "--out", str(tmp_path), "--only", "market"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["market.png"]


@pytest.mark.parametrize(
    "arguments", [["--only", "cow"], ["--scheme", "cow"], ["--at", "x"], ["--lang", "xx"], ["-z"]]
)
def test_bad_usage_exits_with_two(record: str, tmp_path: Path, arguments: list[str]):
    """The parser explains what is wrong."""
    with pytest.raises(SystemExit) as left:
        main([record, "--out", str(tmp_path), *arguments])

    assert left.value.code == 2


def test_bad_files_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A missing file, a broken one, and one that is no game are told in one line without a traceback."""
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "list.json").write_text("[]")
    for name in ("none.json", "broken.json", "list.json"):
        assert main([str(tmp_path / name), "--out", str(tmp_path)]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_entry_that_does_not_exist_is_one_line(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """An index beyond the record is told."""
    assert main([record, "--at", "99999", "--out", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_place_that_cannot_be_written_is_one_line(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """A file where the folder should be is told."""
    (tmp_path / "file").write_text("")

    assert main([record, "--out", str(tmp_path / "file")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
