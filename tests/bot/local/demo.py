"""A tiny bot that does, with the real library, everything our bot does with Discord."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

from bot import limits
from bot.local import LocalDiscord, point_discord_at

TITLES = {"18Mag": "18Mag: Hungarian Railway History", "18CZ": "18CZ", "1844": "1844 Switzerland"}


def png(text: str, size: tuple[int, int] = (700, 400)) -> io.BytesIO:
    image = Image.new("RGB", size, "#e8e0c8")
    ImageDraw.Draw(image).text((20, 20), text, fill="black", font_size=40)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    stream.seek(0)
    return stream


def picture(name: str, text: str) -> discord.File:
    return discord.File(png(text), name, description=f"Picture of {text}")


class Join(ui.DynamicItem[ui.Button[ui.View]], template=r"join:(?P<table>\d+)"):
    """A button that outlives the bot: its table stands in its custom_id."""

    def __init__(self, table: int) -> None:
        self.table = table
        super().__init__(
            ui.Button(label="Join", style=discord.ButtonStyle.success, custom_id=f"join:{table}")
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, match: re.Match[str]
    ) -> Self:
        """Find the button again after a restart."""
        return cls(int(match["table"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the person."""
        who = interaction.user.display_name
        await interaction.response.edit_message(content=f"Table {self.table}: {who} joins")


class Turn(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"turn:(?P<turn>\d+)"):
    """A button that edits the board it stands on."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        super().__init__(ui.Button(label="Done", style=discord.ButtonStyle.danger, custom_id=f"turn:{turn}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, match: re.Match[str]
    ) -> Self:
        """Find the button again after a restart."""
        return cls(int(match["turn"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the person."""
        await interaction.response.defer()
        turn = self.turn + 1
        await interaction.edit_original_response(
            view=board(turn), attachments=[picture("map.png", f"turn {turn}")]
        )


class Where(ui.DynamicItem[ui.Select[ui.LayoutView]], template="where"):
    """A list that answers in private."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"F{row} Praha", value=f"F{row}") for row in range(2, 8)]
        super().__init__(ui.Select(custom_id="where", placeholder="Where to lay", options=options))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, _match: re.Match[str]
    ) -> Self:
        """Find the button again after a restart."""
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the person."""
        await interaction.response.send_message(f"You lay at {self.item.values[0]}", ephemeral=True)


def board(turn: int) -> ui.LayoutView:
    gallery = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://map.png", description=f"The map in turn {turn}")
    )
    thumbnail = ui.Thumbnail("attachment://map.png", description="The charter")
    container = ui.Container(
        ui.TextDisplay(f"## 18Mag, turn {turn}\n**Alder** runs *SNW* <t:1790000000:R>"),
        gallery,
        ui.Section(ui.TextDisplay("Treasury 40"), accessory=thumbnail),
        ui.Separator(),
        ui.ActionRow(Turn(turn)),
        ui.ActionRow(Where()),
        accent_colour=discord.Colour(0xD9822B),
    )
    return ui.LayoutView(timeout=None).add_item(container)


class Bid(ui.Modal, title="Bid for a minor"):
    """A form with a line and a list."""

    amount = ui.Label(
        text="Amount", component=ui.TextInput(custom_id="amount", placeholder="60", max_length=4)
    )
    minor = ui.Label(
        text="Minor",
        component=ui.Select(
            custom_id="minor",
            options=[
                discord.SelectOption(label=f"Minor {number}", value=str(number)) for number in range(1, 5)
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Answer the person."""
        amount, minor = self.amount.component, self.minor.component
        assert isinstance(amount, ui.TextInput)
        assert isinstance(minor, ui.Select)
        await interaction.response.send_message(f"{amount.value} for {minor.values[0]}", ephemeral=True)


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


class Here(ui.DynamicItem[ui.Button[ui.View]], template=r"here:(?P<hex>\w+)"):
    """A button of a message that one person alone sees."""

    def __init__(self, place: str) -> None:
        self.place = place
        super().__init__(ui.Button(label=f"Here, {place}", custom_id=f"here:{place}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, match: re.Match[str]
    ) -> Self:
        """Find the button again after a restart."""
        return cls(match["hex"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Show the next step in place of this one, with a picture."""
        await interaction.response.defer()
        view = ui.View(timeout=None).add_item(Here("F3"))
        preview = picture("preview.png", "a preview")
        await interaction.edit_original_response(content="Placed", attachments=[preview], view=view)
        await interaction.followup.send("More to say", ephemeral=True)


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


class Poke(ui.DynamicItem[ui.Button[ui.View]], template="poke"):
    """A button that is acknowledged at once and answered through the channel."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Poke", custom_id="poke"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, _match: re.Match[str]
    ) -> Self:
        """Find the button again after a restart."""
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        """Edit the message as the bot, not as an answer."""
        await interaction.response.defer()
        assert isinstance(interaction.channel, discord.TextChannel)
        assert interaction.message is not None
        await interaction.channel.get_partial_message(interaction.message.id).edit(content="Poked", view=None)


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


class Choose(ui.DynamicItem[ui.Select[ui.View]], template="choose"):
    """A list of roles and people."""

    def __init__(self) -> None:
        super().__init__(ui.MentionableSelect(custom_id="choose", max_values=3))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: Any, _match: re.Match[str]
    ) -> Self:
        """Find the list again after a restart."""
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the person."""
        chosen = " ".join(str(value) for value in self.item.values)
        await interaction.response.send_message(chosen, ephemeral=True)


class Later(ui.Modal, title="Answered later"):
    """A form that is only acknowledged, and followed up."""

    line: ui.TextInput[ui.Modal] = ui.TextInput(label="Line", custom_id="line", required=False)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Acknowledge as the library does, then answer."""
        await interaction.response.defer()
        await interaction.followup.send(f"Later: {self.line.value}", ephemeral=True)


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


@asynccontextmanager
async def running(discord: LocalDiscord) -> AsyncIterator[Demo]:
    """The demo bot, connected and ready."""
    point_discord_at(discord.url)
    async with Demo() as bot:
        task = asyncio.create_task(bot.start(discord.token))
        await bot.wait_for("ready", timeout=5)
        yield bot
    await task
