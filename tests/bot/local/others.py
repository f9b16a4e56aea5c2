"""The same small bot written for two other libraries, as their users write one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import disnake
import disnake.http
import hikari
from disnake.ext import commands
from hikari.impl import MessageActionRowBuilder, ModalActionRowBuilder

from tests.bot.servers import TriedDiscord

ABOUT = {
    "hello": "Answer at once",
    "think": "Answer later",
    "form": "Open a form",
}


class HikariBot:
    """A bot of hikari: it has no framework of its own for commands."""

    def __init__(self, server: TriedDiscord) -> None:
        self.resumed = asyncio.Event()
        self.bot = hikari.GatewayBot(
            server.token,
            intents=hikari.Intents.GUILDS,
            rest_url=f"{server.url}/api/v10",
            banner=None,
            logs=None,
        )
        self.bot.subscribe(hikari.StartedEvent, self.register)
        self.bot.subscribe(hikari.InteractionCreateEvent, self.serve)
        self.bot.subscribe(hikari.ShardResumedEvent, self.note)
        self.ready = asyncio.Event()

    async def note(self, _event: hikari.ShardResumedEvent) -> None:
        """Remember that the session went on."""
        self.resumed.set()

    async def register(self, _event: hikari.StartedEvent) -> None:
        """Register the commands."""
        me = await self.bot.rest.fetch_application()
        made = [self.bot.rest.slash_command_builder(name, about) for name, about in ABOUT.items()]
        await self.bot.rest.set_application_commands(me, made)
        self.ready.set()

    async def serve(self, event: hikari.InteractionCreateEvent) -> None:
        """Answer whatever a person did."""
        interaction = event.interaction
        if isinstance(interaction, hikari.CommandInteraction):
            await getattr(self, interaction.command_name)(interaction)
        elif isinstance(interaction, hikari.ComponentInteraction):
            update = hikari.ResponseType.MESSAGE_UPDATE
            await interaction.create_initial_response(update, "Pressed", components=[])
        elif isinstance(interaction, hikari.ModalInteraction):
            said = interaction.components[0].components[0].value
            create = hikari.ResponseType.MESSAGE_CREATE
            await interaction.create_initial_response(create, f"Line: {said}")

    async def hello(self, interaction: hikari.CommandInteraction) -> None:
        """Answer at once, with a button."""
        row = MessageActionRowBuilder().add_interactive_button(
            hikari.ButtonStyle.PRIMARY, "again", label="Again"
        )
        create = hikari.ResponseType.MESSAGE_CREATE
        await interaction.create_initial_response(create, "Hello", component=row)

    async def think(self, interaction: hikari.CommandInteraction) -> None:
        """Acknowledge, then edit, then follow up."""
        await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
        await interaction.edit_initial_response("Thought")
        await interaction.execute("And more", flags=hikari.MessageFlag.EPHEMERAL)

    async def form(self, interaction: hikari.CommandInteraction) -> None:
        """Open a form."""
        row = ModalActionRowBuilder().add_text_input("line", "Line")
        await interaction.create_modal_response("Form", "form", component=row)


class DisnakeBot(commands.InteractionBot):
    """A bot of disnake."""

    def __init__(self) -> None:
        super().__init__(intents=disnake.Intents(guilds=True))
        self.resumed = asyncio.Event()
        for name, about in ABOUT.items():
            self.slash_command(name=name, description=about)(getattr(self, f"_{name}"))

    async def on_resumed(self) -> None:
        """Remember that the session went on."""
        self.resumed.set()

    async def _hello(self, interaction: disnake.ApplicationCommandInteraction) -> None:
        await interaction.response.send_message("Hello", view=Again())

    async def _think(self, interaction: disnake.ApplicationCommandInteraction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response("Thought")
        await interaction.followup.send("And more", ephemeral=True)

    async def _form(self, interaction: disnake.ApplicationCommandInteraction) -> None:
        await interaction.response.send_modal(Form())


class Again(disnake.ui.View):
    """A button below a message."""

    @disnake.ui.button(label="Again", custom_id="again")
    async def again(self, _button: disnake.ui.Button, interaction: disnake.MessageInteraction) -> None:
        """Change the message it stands on."""
        await interaction.response.edit_message("Pressed", view=None)


class Form(disnake.ui.Modal):
    """A form of one line."""

    def __init__(self) -> None:
        super().__init__(
            title="Form", custom_id="form", components=disnake.ui.TextInput(label="Line", custom_id="line")
        )

    async def callback(self, interaction: disnake.ModalInteraction) -> None:
        """Say what was written."""
        await interaction.response.send_message(f"Line: {interaction.text_values['line']}")


@asynccontextmanager
async def hikari_bot(server: TriedDiscord) -> AsyncIterator[asyncio.Event]:
    """A bot of hikari, ready; the event tells when it has resumed."""
    made = HikariBot(server)
    await made.bot.start()
    try:
        await asyncio.wait_for(made.ready.wait(), 20)
        yield made.resumed
    finally:
        await made.bot.close()


@asynccontextmanager
async def disnake_bot(server: TriedDiscord) -> AsyncIterator[asyncio.Event]:
    """A bot of disnake, ready; the event tells when it has resumed."""
    disnake.http.Route.BASE = f"{server.url}/api/v10"
    bot = DisnakeBot()
    task = asyncio.create_task(bot.start(server.token))
    try:
        await asyncio.wait_for(bot.wait_until_ready(), 20)
        yield bot.resumed
    finally:
        await bot.close()
        await task
