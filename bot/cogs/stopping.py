"""Games that their players end together: asked for by typing, agreed to by pressing."""

import re

from bot.at_table import here
from bot.button_ids import REQUEST, STOP
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.tables import NotAsked
from bot.localise import about, name
from bot.presses import on_press
from bot.replies import acknowledge, say, take_note
from bot.seat_requests import answer_one, awaited_names


def setup(bot: Bot) -> None:
    """Add the buttons of a request; the command belongs to the group of the lobby."""
    bot.add_dynamic_items(on_press(STOP.template, press_before), on_press(REQUEST.template, press))


@game_group.command(name=name("stop"), description=about("game.stop"))
async def stop(interaction: Interaction) -> None:
    """Ask the others to end this channel's game with the scores as they stand, or agree to it."""
    await acknowledge(interaction)
    table = await here(interaction)
    after = await interaction.client.service.consent.stop(table.game_id, interaction.user.id)
    request = next((one for one in after.requests if one.kind == "stop"), None)
    if request is None:
        await say(interaction, "stop.done")
        return
    await say(interaction, "stop.waits", players=awaited_names(after, request))


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a request; the message itself shows what came of it."""
    await take_note(interaction)
    consent, game_id, user = interaction.client.service.consent, int(match["game"]), interaction.user.id
    if match["answer"] != "here":
        await consent.answer(game_id, user, int(match["request"]), agrees=match["answer"] == "agree")
    elif not await consent.here(game_id, user):
        raise NotAsked


async def press_before(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons that version 0.3.0 put under a request to end the game."""
    await take_note(interaction)
    await answer_one(interaction, match, lambda one: one.kind == "stop" and one.rev == int(match["rev"]))
