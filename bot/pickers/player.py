"""A person at a running table: the seat, what may be done from it, and how it is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assets import sentences
from bot.errors import NotRunning, NotSeated
from bot.menu.folding import Menu
from bot.pickers.picker import Picker, Row, view
from bot.pickers.typed import TypedInput
from bot.replies import Interaction, language_for, reply
from bot.speech.prose import Teller
from bot.tables.view import Seat, Table
from engine.game import Game


@dataclass(frozen=True)
class PlayerContext:
    """A person at a running table: the seat, what it may do, and the language to speak."""

    table: Table
    game: Game
    seat: Seat
    menu: Menu
    teller: Teller

    @property
    def lang(self) -> str:
        """Return the language of private answers."""
        return self.teller.lang

    @property
    def slip(self) -> TypedInput:
        """Return how what this person types is read."""
        return TypedInput(self.menu, self.teller.bare)

    def picker(self, verb: str) -> Picker:
        """Return the picker of a verb."""
        return Picker(self.table, self.menu, verb, self.lang)


async def player_context(interaction: Interaction, table: Table) -> PlayerContext:
    """Return the person's hand at a table.

    Raises:
        NotRunning, NotSeated: there is none.
    """
    if table.game is None or table.state != "running":
        raise NotRunning(state=table.state)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    teller = Teller(table.game.title, table.names, await language_for(interaction))
    return PlayerContext(table, table.game, seat, Menu(table.game.choices, seat.id), teller)


def private(interaction: Interaction) -> bool:
    """Tell whether this comes from a message only the person sees, which can be turned to the next page."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def defer(interaction: Interaction) -> None:
    """Acknowledge at once; the answer follows."""
    if interaction.response.is_done():
        return
    if private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(
    interaction: Interaction, text: str, parts: Sequence[Row] = (), *, fresh: bool = False
) -> None:
    """Turn the private message to something else, or answer with a new one."""
    if private(interaction) and not fresh:
        await edit(interaction, text, parts)
        return
    shown = view(parts) if parts else None
    await reply(interaction, sentences.cut(text, 2000), view=shown)


async def edit(interaction: Interaction, text: str, parts: Sequence[Row] = ()) -> None:
    """Turn the private message to something else; its picture goes."""
    shown = view(parts)
    shown.stop()
    given: dict[str, Any] = {"content": sentences.cut(text, 2000), "view": shown if parts else None}
    given["attachments"] = []
    if interaction.response.is_done():
        await interaction.edit_original_response(**given)
    else:
        await interaction.response.edit_message(**given)
