"""docs/manners.md: for every act of the command tree, and of the buttons, who may, is asked, called and told."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import button_ids
from bot.button_ids import ButtonId
from engine.actions import SHARED
from tests.bot.cogs.test_every_command import typed
from tests.bot.tabletop import Table

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "manners.md").read_text("utf-8")
COLUMNS = 6
VERBS = {kind.verb for kind in SHARED}
ACT = re.compile(r"`/([^`]+)`|`\[([a-z_]+)\]`")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


def rows() -> Iterator[list[str]]:
    """Yield the rows of the tables of acts, cell by cell."""
    for line in PAGE.partition("## Acts")[2].partition("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and not set(line) <= set("|- ") and cells[0] != "Act":
            yield cells


def acts() -> dict[str, list[str]]:
    """By each act, the row that it stands in."""
    found: dict[str, list[str]] = {}
    for cells in rows():
        for command, button in ACT.findall(cells[0]):
            name = command or f"[{button}]"
            assert name not in found, f"{name} has two rows"
            found[name] = cells
    return found


def buttons() -> set[str]:
    """The kinds of buttons and lists there are, by the names of their ids."""
    return {f"[{name.lower()}]" for name, one in vars(button_ids).items() if isinstance(one, ButtonId)}


def test_every_row_is_filled_in():
    """Six columns, none of them empty: nobody is a word, too."""
    assert [cells for cells in rows() if len(cells) != COLUMNS or not all(cells)] == []
    assert [cells[0] for cells in rows() if not ACT.search(cells[0])] == []


@pytest.mark.parametrize("cells", rows(), ids=lambda cells: cells[0][:40])
def test_the_test_behind_a_row_exists(cells: list[str]):
    """By the name of the file and of the function."""
    named = TEST.findall(cells[-1])

    assert named
    for file, function in named:
        source = (ROOT / "tests" / "bot" / file).read_text("utf-8")
        assert re.search(rf"^(async )?def {function}\(", source, re.MULTILINE), (file, function)


async def test_every_act_of_the_command_tree_has_a_row(tabletop: Table):
    """The verbs of the titles stand together as moves; a command that is new fails here until it has a row."""
    (alder,) = await tabletop.seat(1)
    offered = {name for name, _ in typed(alder.commands)}
    verbs = {name for name in offered if name.startswith("use ") or name in VERBS}
    listed = {name for name in acts() if not name.startswith("[")}

    assert offered - verbs - listed == set()
    assert listed - offered == {"<move>"}


def test_every_button_has_a_row():
    """A kind of button that is new fails here until it has a row."""
    listed = {name for name in acts() if name.startswith("[")}

    assert buttons() - listed == set()
    assert listed - buttons() == {"[move]"}
