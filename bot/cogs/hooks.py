"""Web hooks: an address on the web that is told of one's own calls, or of all calls of a table."""

from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here
from bot.client import Bot, Interaction
from bot.command_groups import me_group, table_group
from bot.hooks import host_of
from bot.localise import about, described, name
from bot.replies import acknowledge, language_for, say
from bot.storage import HookRow
from bot.storage.hooks import of_person, of_table
from bot.tables.seated import check_host

OFF = "off"


def setup(_bot: Bot) -> None:
    """Nothing to add: the commands are parts of ``/me`` and ``/table``."""


@me_group.command(name=name("hook"), description=about("me.hook"))
@described(address="hook")
async def own(interaction: Interaction, address: str = "") -> None:
    """Tell an address of one's own calls, or say which one is told."""
    await acknowledge(interaction)
    hooks, owner = interaction.client.hooks, of_person(interaction.user.id)
    if not address:
        known = await hooks.find(owner)
        await _say_now(interaction, host_of(known.url) if known else "")
    elif _ends(address):
        await hooks.end(owner)
        await say(interaction, "hook.off")
    else:
        row = await _tried(interaction, owner, address)
        await hooks.keep(row)
        await _say_set(interaction, row)


@table_group.command(name=name("hook"), description=about("table.hook"))
@described(address="hook")
async def of_all(interaction: Interaction, address: str = "") -> None:
    """Tell an address of a table's calls, or say which one is told; everybody sees the machine, nobody the rest.

    The table shows it before it is told anything, and until it is told nothing more, whatever comes between.
    """
    await acknowledge(interaction)
    table, user = await here(interaction), interaction.user.id
    hooks, lobbies = interaction.client.hooks, interaction.client.service.lobbies
    owner = of_table(table.game_id)
    if not address:
        await _say_now(interaction, table.settings.hook)
        return
    check_host(table, user)
    if _ends(address):
        await hooks.end(owner)
        await lobbies.change_settings(table.game_id, user, hook="")
        await say(interaction, "hook.off")
        return
    row = await _tried(interaction, owner, address)
    await lobbies.change_settings(table.game_id, user, hook=host_of(row.url))
    await hooks.keep(row)
    await _say_set(interaction, row)


@own.autocomplete("address")
@of_all.autocomplete("address")
async def _actions(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer to end it: an address itself nobody can guess."""
    ends = Choice(name=sentences.say("hook.choice", await language_for(interaction)), value=OFF)
    return [ends] if OFF.startswith(typed.strip().lower()) else []


def _ends(address: str) -> bool:
    return address.strip().lower() == OFF


async def _tried(interaction: Interaction, owner: str, address: str) -> HookRow:
    test = sentences.say("hook.test", await language_for(interaction))
    return await interaction.client.hooks.tried(owner, interaction.user.id, address, test)


async def _say_set(interaction: Interaction, row: HookRow) -> None:
    await say(interaction, "hook.set", site=host_of(row.url), secret=f"`{row.secret}`")


async def _say_now(interaction: Interaction, site: str) -> None:
    await say(interaction, "hook.now" if site else "hook.none", site=site)
