"""The card of a table: everything that is chosen for it, and for its host the lists to choose from."""

import re

from bot.button_ids import TABLE_CHOICE
from bot.client import Bot, Interaction
from bot.errors import NotHost
from bot.messages.table_choices import CHOICES
from bot.messages.table_page import LANGUAGE, table_page
from bot.presses import on_choice
from bot.replies import language_for, turn_to


def setup(bot: Bot) -> None:
    """Add the lists of the card."""
    bot.add_dynamic_items(on_choice(TABLE_CHOICE.template, choose))


async def choose(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve a list of the card: the channel is told, and the card shows what holds now."""
    client, user, what = interaction.client, interaction.user.id, match["what"]
    table = await client.service.tables.glance(int(match["game"]))
    if table.host != user:
        raise NotHost(host=str(table.host))
    changes = {LANGUAGE: chosen[0]} if what == LANGUAGE else CHOICES[what].sets(table.settings, chosen[0])
    after = await client.service.lobbies.change_settings(table.game_id, user, **changes)
    await client.reminders.resettle(game_id=table.game_id)
    await turn_to(interaction, table_page(after, user, await language_for(interaction)))
