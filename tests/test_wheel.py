"""What is installed is whole: every file that the program reads is in the wheel, and it starts from there."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("assets", "bot", "engine", "render")
BUILD = ("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", ".", "./source")
SOLO = ("play", "18Mag", "--players", "1", "--games", "1", "--option", "level=medium")
GREETING = "Stationmaster's local table:"


def ran(folder: Path, *command: str | Path) -> str:
    """What a command prints that succeeds."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def files() -> list[str]:
    """What belongs to the packages."""
    return ran(ROOT, "git", "ls-files", *PACKAGES).split()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, files: list[str]) -> Path:
    """The wheel of this very tree, built without anything that an earlier build left."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in (*files, "pyproject.toml", "README.md", "LICENSE"):
        copy = folder / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes())
    ran(folder, sys.executable, "-m", "pip", *BUILD)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path, files: list[str]):
    """Decks, maps, sentences, migrations and the page of the local table."""
    inside = set(zipfile.ZipFile(wheel).namelist())

    assert [name for name in files if name not in inside and not name.endswith(".md")] == []


@pytest.mark.slow
def test_the_installed_program_starts(wheel: Path, tmp_path: Path):
    """In an environment of its own, far from this folder: a title with its deck, and the local table."""
    venv.create(tmp_path / "env", symlinks=True)
    python = tmp_path / "env" / "bin" / "python"
    lib = Path(ran(tmp_path, python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(lib)
    (lib / "dependencies.pth").write_text(
        sysconfig.get_path("purelib")
    )  # what lies there, but no editable one

    played = ran(tmp_path, python, "-m", "engine", *SOLO)
    with subprocess.Popen(
        [python, "-m", "bot", "--local", "--port", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdout is not None
        greeting = bot.stdout.readline()
        bot.terminate()

    assert played.splitlines()[-1].endswith("0 violations")
    assert greeting.startswith(GREETING)
    assert bot.returncode == 0
