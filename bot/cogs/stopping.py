"""Games that their players end together: asked for by typing, agreed to by pressing."""

import re

from assets import sentences
from bot.button_ids import STOP
from bot.client import Bot, Interaction
from bot.cogs.lobby import group, here
from bot.localise import about, name
from bot.presses import on_press
from bot.replies import acknowledge, say, take_note
from bot.tables.stopping import StopRequest


def setup(bot: Bot) -> None:
    """Add the buttons of a request; the command belongs to the group of the lobby."""
    bot.add_dynamic_items(on_press(STOP.template, press))


@group.command(name=name("stop"), description=about("game.stop"))
async def stop(interaction: Interaction) -> None:
    """Ask the others to end this channel's game with the scores as they stand, or agree to it."""
    await acknowledge(interaction)
    table = await here(interaction)
    after = await interaction.client.service.stopping.agree(table.game_id, interaction.user.id)
    request = StopRequest.at(after)
    if request is None:
        await say(interaction, "stop.done")
        return
    waiting = request.asked(after)
    names = [sentences.escaped(seat.name) for seat in after.seats if seat.user_id in waiting]
    await say(interaction, "stop.waits", players=names)


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a request; the message itself shows what came of it."""
    await take_note(interaction)
    stopping, game_id, rev = interaction.client.service.stopping, int(match["game"]), int(match["rev"])
    answer = stopping.agree if match["answer"] == "agree" else stopping.refuse
    await answer(game_id, interaction.user.id, rev)
