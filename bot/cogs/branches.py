"""A study room: lines of play kept by name, gone back to, and carried over as a plan; seen by its person alone."""

import asyncio
import re
from typing import Any

from discord import app_commands, ui

from assets import sentences
from bot.at_table import begun, here
from bot.button_ids import BRANCH, BRANCH_LIST
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.components import Layout, Style, button, entry, form, layout, select
from bot.errors.storage import GameMissing
from bot.errors.tables import NoCompanyToPlan
from bot.localise import about, described, name
from bot.presses import on_choice, on_press
from bot.replies import acknowledge, language_for, open_form, reply, turn_to
from bot.speech.table_view import TableView, view_of
from bot.tables.branches import line_of, study_of
from bot.tables.table import StartedTable
from engine import plans
from engine.plans import Plan

NAME = 40
"""Characters of the name of a line."""
FIELD = "name"


def setup(bot: Bot) -> None:
    """Add the buttons, the list and the form; the command belongs to the group of the lobby."""
    bot.add_dynamic_items(on_choice(BRANCH_LIST.template, chosen), on_press(BRANCH.template, pressed))
    bot.forms.add(BRANCH.template, named)


@game_group.command(name=name("game.branch"), description=about("game.branch"))
@described(kept="branch")
async def branch(interaction: Interaction, kept: app_commands.Range[str, 1, NAME] | None = None) -> None:
    """Keep the line of play of this study room under a name, or list those that are kept."""
    await acknowledge(interaction)
    table = begun(await here(interaction, closed=True))
    if kept is None:
        await reply(interaction, view=await _page(interaction, table))
    else:
        await _keep(interaction, table.game_id, kept)


async def named(interaction: Interaction, match: re.Match[str], typed: dict[str, str]) -> None:
    """Keep the line under the name that was typed into the form."""
    await acknowledge(interaction)
    await _keep(interaction, int(match["game"]), typed[FIELD])


async def _keep(interaction: Interaction, game_id: int, name: str) -> None:
    after = await interaction.client.service.branches.keep(game_id, interaction.user.id, sentences.tidy(name))
    await reply(interaction, view=await _page(interaction, begun(after)))


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list of lines: go to one."""
    await acknowledge(interaction)
    after = await interaction.client.service.branches.go(int(match["game"]), interaction.user.id, values[0])
    await turn_to(interaction, await _page(interaction, after))


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of the lines."""
    game_id, user = int(match["game"]), interaction.user.id
    table = begun(await interaction.client.service.tables.find(game_id))
    study = study_of(table, user)
    if match["what"] == "keep":
        lang = await language_for(interaction)
        keep = button(sentences.say("branch.button.keep", lang), BRANCH.write(game=game_id, what="keep"))
        await open_form(interaction, _form(game_id, lang), sentences.say("play.form_late", lang), [[keep]])
        return
    await acknowledge(interaction)
    here_now = next((one for one, line in study.branches.items() if line == line_of(table)), "")
    if match["what"] == "forget" and here_now:
        table = begun(await interaction.client.service.branches.keep(game_id, user, here_now, forget=True))
    if match["what"] == "plan":
        await reply(interaction, await _planned(interaction, table, here_now))
        return
    await reply(interaction, view=await _page(interaction, table))


async def _page(interaction: Interaction, table: StartedTable) -> Layout:
    """Return the page of the lines that are kept, the one on the table marked, with what can be done."""
    view, study = view_of(table, await language_for(interaction)), study_of(table, interaction.user.id)
    now = line_of(table)
    key = "branch.head" if study.game else "branch.head.new"
    lines = [view.teller.say(key, game=str(study.game), move=study.ply)]
    for one, line in study.branches.items():
        key = "branch.here" if line == now else "branch.line"
        lines.append(view.teller.say(key, name=sentences.escaped(one, NAME), n=len(line)))
    parts: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(lines))]
    others = [one for one, line in study.branches.items() if line != now]
    if others:
        entries = [entry(one, one) for one in others]
        chooser = select(BRANCH_LIST.write(game=table.game_id), view.bare.say("branch.choose"), entries)
        parts.append(ui.ActionRow(chooser))
    off = {
        "keep": False,
        "plan": not study.game or len(now) <= study.ply,
        "forget": now not in study.branches.values(),
    }
    buttons = [
        button(
            view.bare.say(f"branch.button.{what}"), BRANCH.write(game=table.game_id, what=what), off=is_off
        )
        for what, is_off in off.items()
    ]
    buttons[0].style = Style.primary
    return layout(*parts, ui.ActionRow(*buttons))


def _form(game_id: int, lang: str) -> ui.Modal:
    """Return the form in which a line gets its name."""
    field: ui.TextInput[Any] = ui.TextInput(custom_id=FIELD, max_length=NAME)
    title, called = sentences.say("branch.button.keep", lang), sentences.say("branch.name", lang)
    return form(title, BRANCH.write(game=game_id, what="keep"), called, field)


async def _planned(interaction: Interaction, table: StartedTable, name: str) -> str:
    """Keep the tiles and tokens of the line as a plan at the table that was copied, and say what does not fit there.

    :raises NoCompanyToPlan: when the line has none, or nobody knows that table any more
    """
    study, lang = study_of(table, interaction.user.id), await language_for(interaction)
    actions = [table.game.recorded(move.text, move.seat) for move in table.moves[study.ply :]]
    plan = plans.planned(actions)
    try:
        there = await interaction.client.service.tables.find(study.game)
    except GameMissing:
        raise NoCompanyToPlan from None
    if plan is None or not isinstance(there, StartedTable):
        raise NoCompanyToPlan
    called = name or sentences.say("branch.unnamed", lang, move=len(table.moves))
    user = interaction.user.id
    await interaction.client.storage.plans.keep(there.game_id, user, called, plan.unit, plan.dump())
    view = view_of(there, lang)
    said = view.teller.say(
        "branch.planned",
        name=sentences.escaped(called, NAME),
        place=f"<#{there.channel_id}>",
        n=len(plan.steps),
    )
    return "\n".join([said, *await asyncio.to_thread(_misfits, view, plan)])


def _misfits(view: TableView, plan: Plan) -> list[str]:
    """Return why steps of a plan do not fit at a table as it stands."""
    found, upto = [], Plan(plan.unit)
    for step in plan.steps:
        refusal = plans.unfit(view.game.pos, upto, step)
        found += [f"- {view.teller.refusal(refusal)}"] if refusal is not None else []
        upto = upto.then(step)
    return found
