"""The card of a table: everything that is chosen for it, and for its host the lists to choose from."""

import re
from collections.abc import Mapping

from assets import sentences
from bot.button_ids import TABLE_CHOICE
from bot.client import Bot, Interaction
from bot.messages.table_choices import CHOICES
from bot.messages.table_page import LANGUAGE, table_page
from bot.presses import chosen_of, on_choice
from bot.replies import language_for, turn_to
from bot.tables.seated import check_host
from bot.tables.table import Table


def setup(bot: Bot) -> None:
    """Add the lists of the card."""
    bot.add_dynamic_items(on_choice(TABLE_CHOICE.template, choose))


async def choose(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve a list of the card: the channel is told, and the card shows what holds now."""
    client, user, what = interaction.client, interaction.user.id, match["what"]
    table = await client.service.tables.glance(int(match["game"]))
    check_host(table, user)
    changes = _changes(table, what, chosen[0])
    after = await client.service.lobbies.change_settings(table.game_id, user, **changes)
    await client.reminders.reschedule(game_id=table.game_id)
    await turn_to(interaction, table_page(after, user, await language_for(interaction)))


def _changes(table: Table, what: str, value: str) -> Mapping[str, object]:
    """Return the settings that a choice in a list of the card changes.

    :raises NotOffered: when there is no such list, or nothing of the kind in it
    """
    if what == LANGUAGE:
        return {LANGUAGE: chosen_of(value, sentences.languages())}
    choice = CHOICES[chosen_of(what, CHOICES)]
    return choice.sets(table.settings, chosen_of(value, choice.values(table.settings)))
