"""The history tells results, round by round, and leads to the position after each move."""

import re

import pytest

from bot.messages.history_page import told
from bot.speech.teller import Teller
from bot.tables.table import MoveResult, PlayedMove
from engine.overruling import as_recorded
from tests.bot.messages.tables import ANN, NOON
from tests.bot.seen import SQUARES
from tests.bot.tabletop import CHANNEL, Table
from tests.games.t18mag.test_railcars import fiume


async def run_first(table: Table) -> None:
    """Play first offers until trains have run for money."""
    await table.to("run")
    while True:
        now = await table.bot.service.tables.find(1)
        game = now.started().game
        best = max(game.choices.runs, key=lambda one: one.facts.get("revenue", 0), default=None)
        action = (best or game.choices.offers[0]).action
        await table.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, action)
        if best is not None and best.facts.get("revenue"):
            await table.settled()
            return


@pytest.mark.slow
async def test_the_history_tells_results_and_leads_to_positions(tabletop: Table):
    """Rounds are headings, a run has routes and money; a move chosen is a position drawn."""
    await run_first(tabletop)
    someone = await tabletop.seat(1)

    page = await someone[0].command(CHANNEL, "show history")
    (listed,) = page.message.selects
    last = listed["options"][-1]
    chosen = await someone[0].choose(page.message, listed["custom_id"], last["value"])
    early = listed["options"][0]["value"]
    await someone[0].choose(page.message, listed["custom_id"], early)
    number = len((await tabletop.bot.service.tables.find(1)).moves)
    lines = page.text.splitlines()

    assert [line for line in lines if line.startswith("**")] == ["**First share round**", "**OR 1.1**"]
    assert lines[-1].startswith(f"`{number}` ")
    assert re.search(r"#1 runs 2: D13-E12, 30 Ft", page.text)
    assert not any(
        square in page.text for square in SQUARES
    )  # only minors, which are alike, have done anything
    assert not re.search(r"; [A-Z]", page.text)
    assert not re.search(r"(Alder|Birch|Cedar) · \1", page.text)
    assert last["value"] == str(number)
    assert f"after move {number}" in chosen.text
    assert len(chosen.message.pictures) == 4
    assert tabletop.pictures.drawn[-1] == int(early)
    assert page.message.text.startswith("### ")


async def test_the_end_of_a_turn_has_the_sign_of_its_company(tabletop: Table):
    """Like everything else that a company does, where a square looks like its colour."""
    person = await tabletop.to("train", title="18CZ")
    now = (await tabletop.bot.service.tables.find(1)).started()
    ends = next(one.action for one in now.game.choices.offers if one.action.closing)
    await tabletop.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, ends)
    page = await person.command(CHANNEL, "show history")

    assert now.game.pos.unit == "BCB"
    assert any("🟧 Alder · BCB is done" in line for line in page.text.splitlines())


def test_of_a_run_against_the_rules_the_money_is_told_without_routes():
    """They are nothing that a train could run."""
    game, shown = fiume(), {}
    for line in ("run 13 RABA 2:I2.0-H1.0", "run 13 RABA 2:I2.0-H1.0-I2.0"):
        action = game.read(line)
        played = action if action in game.choices else as_recorded(action, 70, 30)
        result = MoveResult(PlayedMove(1, 1, "s1", ANN, "", NOON), played, game.play(played))
        shown[line] = told(Teller(game.title, {"cy": "Cy"}, "en"), result).replace("\N{NO-BREAK SPACE}", " ")
    within, against = shown.values()

    assert within.startswith("#13 runs 2: I2-H1, 60 Ft")
    assert "taken as recorded" in against
    assert (
        "#13 runs for 70 Ft (RÁBA), plus 30 Ft straight into its treasury; pays Cy 35 Ft, keeps 35 Ft"
        in against
    )
