"""The list of what a title can be made of names what there is, and leaves no module out."""

import importlib
import re
from pathlib import Path

import pytest

import engine

HOME = Path(engine.__file__).parent
TEXT = (HOME.parent / "docs" / "blocks.md").read_text("utf-8")
ROOMS = ("steps", "rounds", "finance")
NAMED = sorted(
    {
        (found[1], found[2] or "")
        for found in re.finditer(r"`((?:steps|rounds|finance)/\w+)(?:\.(\w+))?", TEXT)
    }
)


@pytest.mark.parametrize(("module", "name"), NAMED, ids=lambda part: part)
def test_what_the_list_names_is_there(module: str, name: str):
    """By the name it has today."""
    there = importlib.import_module(f"engine.{module.replace('/', '.')}")

    assert not name or hasattr(there, name)


STARRED = [line.split("|")[1:3] for line in TEXT.splitlines() if re.match(r"\|[^|]* \* \|", line)]
KIT = "".join(path.read_text("utf-8") for path in (HOME / "kit").glob("*.py"))


@pytest.mark.parametrize(("game", "block"), STARRED, ids=[game.strip(" *") for game, _ in STARRED])
def test_what_is_marked_is_used_in_the_kit(game: str, block: str):
    """Whoever looks there for an example finds one."""
    names = re.findall(r"(?:\.|`)(\w+)`", block)

    assert any(re.search(rf"\b{name}\b", KIT) for name in names), (game, names)


def test_the_list_leaves_no_module_out():
    """Whoever looks for a block finds it without reading the code of other titles."""
    every = {
        f"{room}/{path.stem}"
        for room in ROOMS
        for path in (HOME / room).glob("*.py")
        if path.stem != "__init__"
    }

    assert every == {module for module, _ in NAMED}
