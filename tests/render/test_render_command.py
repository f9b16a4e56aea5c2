import json
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


def test_the_command_writes_the_pictures(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Each picture is a PNG and gets a line with its milliseconds."""
    assert main([record, "--at", "20", "--out", str(tmp_path / "new")]) == 0

    names = ["charters.png", "map.png", "market.png", "supply.png"]
    assert names == sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == sorted(line.split()[0] for line in capsys.readouterr().out.splitlines())
    for name in names:
        with Image.open(tmp_path / "new" / name) as image:
            assert image.format == "PNG"


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_film_is_written(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A whole game becomes one moving picture below the limit for posting."""
    out = tmp_path / "game.webp"

    assert main([record, "--replay", str(out)]) == 0
    assert 0 < out.stat().st_size < 8 * 1024 * 1024
    assert capsys.readouterr().out.startswith("game.webp ")


@pytest.mark.slow
def test_a_sample_is_measured(record: str, capsys: pytest.CaptureFixture[str]):
    """Each kind of picture gets a line with times and sizes of all that were drawn, and the memory it took."""
    assert main([record, "--sample", "2", "--only", "map,phone,market"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("MiB max")
    assert all(10 < int(line.split()[-1]) < 4000 for line in lines[1:-1])
    assert [line.split()[:2] for line in lines[1:-1]] == [["map", "2"], ["market", "2"], ["phone", "2"]]
    assert lines[-1] == "1 games, 6 pictures"


@pytest.mark.parametrize(
    "arguments",
    [["--replay", "x.mp4"], ["--sample", "0"], ["--sample", "x"], ["--out", "a", "--sample", "1"], []],
)
def test_what_to_make_must_be_plain(record: str, arguments: list[str]):
    """No or several things to make, unknown kinds of films, and samples of nothing are explained."""
    with pytest.raises(SystemExit) as left:
        main([record, *arguments])

    assert left.value.code == 2


@pytest.mark.slow
def test_charts_are_written(record: str, tmp_path: Path):
    """Charts of the whole game are pictures like any other."""
    assert main([record, "--out", str(tmp_path), "--only", "worth,prices"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"worth.png", "prices.png"}


@pytest.mark.slow
def test_a_game_that_breaks_off_is_drawn_as_far_as_it_goes(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """A sample of a record with a move against the rules shows the positions before it."""
    data = json.loads(Path(record).read_text())
    half = len(data["actions"]) // 2
    data["actions"].insert(half, data["actions"][half - 1])
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data))

    assert main([str(broken), "--sample", "4", "--only", "market"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 games, 3 pictures"
