"""Web hooks: an address on the web that is told of one's own calls, or of all calls of a table."""

from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here
from bot.client import Bot, Interaction
from bot.command_groups import me_group, table_group
from bot.errors import NotHost
from bot.hooks import host_of
from bot.localise import about, described, name
from bot.replies import acknowledge, language_for, reply
from bot.storage.hooks import of_person, of_table

OFF = "off"


def setup(_bot: Bot) -> None:
    """Nothing to add: the commands are parts of ``/me`` and ``/table``."""


@me_group.command(name=name("hook"), description=about("me.hook"))
@described(address="hook")
async def own(interaction: Interaction, address: str = "") -> None:
    """Tell an address of one's own calls, or say which one is told."""
    await acknowledge(interaction)
    _, text = await _served(interaction, of_person(interaction.user.id), address)
    await reply(interaction, text)


@table_group.command(name=name("hook"), description=about("table.hook"))
@described(address="hook")
async def of_all(interaction: Interaction, address: str = "") -> None:
    """Tell an address of a table's calls, or say which one is told; everybody sees the machine, nobody the rest."""
    await acknowledge(interaction)
    table, user = await here(interaction), interaction.user.id
    if address and table.host != user:
        raise NotHost(host=str(table.host))
    told, text = await _served(interaction, of_table(table.game_id), address)
    if address:
        await interaction.client.service.lobbies.change_settings(table.game_id, user, hook=told)
    await reply(interaction, text)


@own.autocomplete("address")
@of_all.autocomplete("address")
async def _ways(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer to end it: an address itself nobody can guess."""
    ends = Choice(name=sentences.say("hook.choice", await language_for(interaction)), value=OFF)
    return [ends] if OFF.startswith(typed.strip().lower()) else []


async def _served(interaction: Interaction, owner: str, address: str) -> tuple[str, str]:
    """Set or end an address, or look which one is told; return the machine that is told now, and what to say."""
    hooks, lang = interaction.client.hooks, await language_for(interaction)
    if not address:
        known = await hooks.find(owner)
        site = host_of(known.url) if known else ""
        return site, sentences.say("hook.now" if site else "hook.none", lang, site=site)
    if address.strip().lower() == OFF:
        await hooks.end(owner)
        return "", sentences.say("hook.off", lang)
    row = await hooks.set(owner, interaction.user.id, address, sentences.say("hook.test", lang))
    site = host_of(row.url)
    return site, sentences.say("hook.set", lang, site=site, secret=f"`{row.secret}`")
