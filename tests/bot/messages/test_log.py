"""The log of a table: a heading where a round begins, the square of the company that a line is about."""

import pytest

from bot.speech.action_log import HEADING
from bot.speech.signs import sign
from engine.events import RoundBegan
from engine.opponents import STYLES
from engine.title import titles
from tests.bot.seen import SQUARES, SeenMessage
from tests.bot.tabletop import Table

SEED = 7
MOVES = {"1844": 90, "18CZ": 60, "18Mag": 60}
SIGNS = {
    "1844": {"NOB": "⬜", "SCB": "🟫", "GB": "🟨", "FNM": "🟩", "VSB": ""},
    "18CZ": {"EKJ": "⬜", "BCB": "🟧", "VBW": "🟩", "BN": "", "OFE": ""},
    "18Mag": {"1": "", "RABA": "🟥", "SNW": "", "SIK": "🟩", "MAVAG": "🟪"},
}
"""Of some companies of each title the squares that look like their colours; none where there is no such square."""


def is_log(shown: SeenMessage) -> bool:
    """Tell whether a message is one of the log."""
    return not shown.components


async def played(made: Table, title: str) -> int:
    """Let the house's player make the first moves of a game, and return how many rounds have begun by them."""
    await made.game(title=title)
    house = STYLES["house"](SEED)
    for _ in range(MOVES[title]):
        now = (await made.bot.service.tables.find(1)).started()
        await made.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, house.choose(now.game))
    await made.settled()
    made_moves = await made.bot.service.history.results_after(1, 0)
    return sum(isinstance(event, RoundBegan) for one in made_moves for event in one.events)


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", [title if title == "18CZ" else pytest.param(title, marks=pytest.mark.slow) for title in MOVES]
)
async def test_rounds_have_headings_and_companies_their_squares(tabletop: Table, title: str):
    """Each round that begins is a heading of its own; no line about a company is without the square it has."""
    begun = await played(tabletop, title)
    lines = [line for one in tabletop.shown if is_log(one) for line in one.text.splitlines()]
    told = titles()[title]
    names = {f"#{unit}" if unit.isdecimal() else known.abbr: unit for unit, known in told.units.items()}
    about = [line.split(" ") for line in lines if line[:1] in SQUARES]

    assert len([line for line in lines if line.startswith(HEADING)]) == begun > 0
    assert f"{HEADING}OR 1.1 begins" in lines
    assert about or title == "18Mag"  # its first moves are those of minors, all of one colour
    assert [words for words in about if words[1] in names and words[0] != sign(told, names[words[1]])] == []
    bare = (line.split(" ", maxsplit=1)[0] for line in lines)
    assert [word for word in bare if word in names and sign(told, names[word])] == []


@pytest.mark.parametrize("title", SIGNS)
def test_squares_look_like_the_colours(title: str):
    """They are pinned, so that a company keeps its sign."""
    assert {unit: sign(titles()[title], unit) for unit in SIGNS[title]} == SIGNS[title]
