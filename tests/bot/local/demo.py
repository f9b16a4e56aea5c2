"""A tiny bot that does, with the real library, everything our bot does with Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import app_commands, ui

from bot import limits
from bot.local.address import point_discord_at
from tests.bot.local.demo_parts import Bid, Choose, Here, Join, Later, Poke, Turn, Where, board, picture
from tests.bot.person import Person
from tests.bot.seen import Modal
from tests.bot.servers import TriedDiscord

TITLES = {"18Mag": "18Mag: Hungarian Railway History", "18CZ": "18CZ", "1844": "1844 Switzerland"}


game = app_commands.Group(name="game", description="Open and find tables")


@game.command(name="new", description="Open a table")
@app_commands.describe(title="Which game", players="How many seats")
async def new(
    interaction: discord.Interaction, title: str, players: app_commands.Range[int, 2, 6] = 3
) -> None:
    await interaction.response.defer()
    view = ui.View(timeout=None).add_item(Join(7))
    await interaction.followup.send(
        f"**{title}** for {players}", file=picture("map.png", "the map"), view=view
    )


@new.autocomplete("title")
async def titles(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=name, value=key)
        for key, name in TITLES.items()
        if typed.lower() in name.lower()
    ]


@app_commands.command(name="board", description="Show the board")
async def show(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=board(1), file=picture("map.png", "turn 1"), silent=True)


@app_commands.command(name="bid", description="Bid")
async def bid(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Bid())


@app_commands.command(name="call", description="Call somebody")
async def call(interaction: discord.Interaction, who: discord.Member, silent: bool = False) -> None:
    await interaction.response.send_message("Calling.", ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await channel.send(
        f"{who.mention}, it is your turn",
        silent=silent,
        allowed_mentions=discord.AllowedMentions(users=[who]),
    )
    await channel.send(f"A note about {who.mention}", allowed_mentions=discord.AllowedMentions.none())


@app_commands.command(name="slow", description="Answer late")
async def slow(interaction: discord.Interaction, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await interaction.response.send_message("At last")


@app_commands.command(name="think", description="Think for a while")
async def think(interaction: discord.Interaction, seconds: float) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await asyncio.sleep(seconds)
    await interaction.edit_original_response(content="Thought")


@app_commands.command(name="thread", description="Open a thread for the table")
async def thread(interaction: discord.Interaction, name: str) -> None:
    await interaction.response.send_message("Opening.")
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    opened = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    await opened.send("Here we play")


@app_commands.command(name="letter", description="Write to you alone")
async def letter(interaction: discord.Interaction) -> None:
    await interaction.user.send("For your eyes only")
    await interaction.response.send_message("Sent", ephemeral=True)


@app_commands.command(name="long", description="Say too much")
async def long(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("x" * 2001)


@app_commands.command(name="import", description="Read a file")
async def load(interaction: discord.Interaction, file: discord.Attachment) -> None:
    await interaction.response.send_message((await file.read()).decode(), ephemeral=True)


@app_commands.command(name="plan", description="Plan in private")
async def plan(interaction: discord.Interaction) -> None:
    view = ui.View(timeout=None).add_item(Here("F2"))
    await interaction.response.send_message("Where?", view=view, ephemeral=True)
    sent = await interaction.original_response()
    await interaction.followup.edit_message(sent.id, content="Where then?")


@app_commands.command(name="poke", description="Have your press answered by the board itself")
async def poke(interaction: discord.Interaction) -> None:
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await channel.send("Poke me", view=ui.View(timeout=None).add_item(Poke()))
    await interaction.response.send_message("Below", ephemeral=True)


@app_commands.command(name="repair", description="For the host only")
@app_commands.default_permissions(manage_guild=True)
async def repair(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Repaired", ephemeral=True)


@app_commands.command(name="may", description="Say what may be done here")
async def may(interaction: discord.Interaction) -> None:
    names = [name for name, held in interaction.app_permissions if held]
    who = interaction.user.display_name
    await interaction.response.send_message(f"{who}: {' '.join(sorted(names))}", ephemeral=True)


Anyone = discord.Member | discord.Role


@app_commands.command(name="name", description="Name a channel, a role and anybody")
async def name(
    interaction: discord.Interaction,
    channel: discord.TextChannel,
    role: discord.Role,
    anybody: Anyone,
) -> None:
    named = interaction.data["resolved"]["channels"][str(channel.id)]
    may_write = discord.Permissions(int(named["permissions"])).send_messages
    told = f"{channel.name} {may_write} {role.name} {anybody}"
    view = ui.View(timeout=None).add_item(Choose())
    await interaction.response.send_message(told, ephemeral=True, view=view)


@app_commands.command(name="later", description="Open a form that is answered later")
async def later(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Later())


COMMANDS = (
    game,
    show,
    bid,
    call,
    slow,
    think,
    thread,
    letter,
    long,
    load,
    plan,
    poke,
    repair,
    may,
    name,
    later,
)


class Demo(discord.Client):
    """Connects, registers its commands, answers; keeps what went wrong."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.failures: list[Exception] = []
        self.failed = asyncio.Event()
        self.resumed = asyncio.Event()
        for command in COMMANDS:
            self.tree.add_command(command)
        self.tree.error(self.note)

    async def note(self, _interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Keep what went wrong."""
        self.failures.append(error.__cause__ if isinstance(error.__cause__, Exception) else error)
        self.failed.set()

    async def setup_hook(self) -> None:
        """Register buttons and commands."""
        limits.install(self.http)
        self.add_dynamic_items(Join, Turn, Where, Here, Poke, Choose)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before a second login."""

    async def on_resumed(self) -> None:
        """Remember that the session went on."""
        self.resumed.set()

    async def form(self, person: Person, command: str) -> Modal:
        """Return the form that a command opens, once the library, which has its receipt then, knows it, too."""
        known = asyncio.create_task(self.wait_for("app_command_completion", timeout=60))
        reply = await person.command("general", command)
        await known
        assert reply.modal is not None
        return reply.modal


@asynccontextmanager
async def running(discord: TriedDiscord) -> AsyncIterator[Demo]:
    """The demo bot, connected and ready."""
    point_discord_at(discord.url)
    async with Demo() as bot:
        task = asyncio.create_task(bot.start(discord.token))
        await bot.wait_for("ready", timeout=60)
        yield bot
    await task
