"""Games one has finished: what came of them, and who was ahead."""

import discord

from bot.called import called
from bot.client import Bot, Interaction
from bot.command_groups import me_group
from bot.localise import about, described, name
from bot.messages.results import result_line, versus
from bot.replies import acknowledge, language_for, reply, say
from bot.tables.results import results

RESULTS = 15
"""How many games are listed."""


def setup(_bot: Bot) -> None:
    """Do nothing: the command is part of ``/me``."""


@me_group.command(name=name("history"), description=about("me.history"))
@described(opponent="opponent")
async def history(interaction: Interaction, opponent: discord.User | None = None) -> None:
    """List the games one has finished with their results, or those with somebody and who was ahead."""
    await acknowledge(interaction)
    user, lang = interaction.user.id, await language_for(interaction)
    found = await results(interaction.client.service, user, opponent.id if opponent else 0)
    lines = [result_line(one, lang) for one in found[:RESULTS]]
    if not found:
        await say(interaction, "me.history.none")
        return
    if opponent is not None:
        lines.insert(0, versus(found, user, opponent.id, called(opponent), lang))
    await reply(interaction, "\n".join(lines))
