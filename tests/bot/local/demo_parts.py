"""What the tiny bot shows: pictures, a board, buttons, lists and forms."""

import io
import re
from typing import Any, Self

import discord
from discord import ui
from PIL import Image, ImageDraw


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
