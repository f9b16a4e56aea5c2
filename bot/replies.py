"""Answering people: privately, in their language, once, and always."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

import aiohttp
import discord

from assets import sentences
from bot.components import Row
from bot.components import view as as_view
from bot.parts import BotParts
from bot.speech import error_sentences

Interaction: TypeAlias = discord.Interaction[BotParts]

log = logging.getLogger(__name__)

C = TypeVar("C", bound=Callable[..., Awaitable[Any]])

HANDLED = "handled"
LANGUAGE = "language"


def mark_handled(interaction: Interaction) -> None:
    """Note that this interaction is being served, so that the fallback leaves the answer alone."""
    interaction.extras[HANDLED] = True


async def language_for(interaction: Interaction) -> str:
    """Return the language of a private answer: the person's own choice, else that of their Discord."""
    known = interaction.extras.get(LANGUAGE)
    if known is None:
        chosen = await interaction.client.language_of(interaction.user.id)
        known = interaction.extras[LANGUAGE] = chosen or sentences.language(interaction.locale)
    return str(known)


async def reply(  # noqa: PLR0913 - a message has that many parts
    interaction: Interaction,
    text: str = "",
    *,
    ephemeral: bool = True,
    view: discord.ui.LayoutView | discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    silent: bool = True,
) -> None:
    """Answer, or follow up where an answer was given already."""
    given: dict[str, Any] = {"ephemeral": ephemeral, "silent": silent and not ephemeral}
    if text:
        given["content"] = text
    if files:
        given["files"] = list(files)
    if view is not None:
        view.stop()  # its buttons are read from their ids, so nothing has to be remembered
        given["view"] = view
    if interaction.response.is_done():
        await interaction.followup.send(**given)
    else:
        await interaction.response.send_message(**given)


async def say(interaction: Interaction, key: str, **values: Any) -> None:
    """Answer with a sentence, privately."""
    await reply(interaction, sentences.say(key, await language_for(interaction), **values))


async def tell_error(interaction: Interaction, error: BaseException) -> None:
    """Tell a person what went wrong; if even that fails, the log knows."""
    if error_sentences.vanished(error):
        log.info("nobody left to answer: %s", error)
        return
    try:
        lang = await language_for(interaction)
    except Exception:  # noqa: BLE001 - the database may be what went wrong
        lang = sentences.language(interaction.locale)
    try:
        await reply(interaction, sentences.cut(error_sentences.sentence(error, lang, interaction), 2000))
    except (discord.HTTPException, aiohttp.ClientError) as trouble:
        log.warning("an answer could not be given: %s", trouble)


def guarded(callback: C) -> C:
    """Wrap the callback of a button, select or modal: it counts as handled, and its errors are told."""

    @wraps(callback)
    async def safe(*given: Any, **named: Any) -> Any:
        interaction = next(item for item in given if isinstance(item, discord.Interaction))
        mark_handled(interaction)
        try:
            return await callback(*given, **named)
        except Exception as error:  # noqa: BLE001 - discord.py would drop it
            await tell_error(interaction, error)

    return cast("C", safe)


async def fallback(interaction: Interaction, after: float) -> None:
    """Answer whatever nobody has answered in time: a press on an old button, a form from before a restart."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    await asyncio.sleep(after)
    if interaction.response.is_done():
        return
    try:
        if interaction.extras.get(HANDLED):
            await _defer(interaction)
        else:
            log.info("nobody answered interaction %d", interaction.id)
            await say(interaction, "error.out_of_date")
    except (discord.HTTPException, discord.InteractionResponded) as trouble:
        log.info("the fallback came too late: %s", trouble)


async def answer(
    interaction: Interaction, text: str, parts: Sequence[Row] = (), *, fresh: bool = False
) -> None:
    """Turn the private message to something else, or answer with a new one."""
    if is_private(interaction) and not fresh:
        await edit(interaction, text, parts)
        return
    shown = as_view(parts) if parts else None
    await reply(interaction, sentences.cut(text, 2000), view=shown)


async def edit(interaction: Interaction, text: str, parts: Sequence[Row] = ()) -> None:
    """Turn the private message to something else; its picture goes."""
    shown = as_view(parts)
    shown.stop()
    given: dict[str, Any] = {"content": sentences.cut(text, 2000), "view": shown if parts else None}
    given["attachments"] = []
    if interaction.response.is_done():
        await interaction.edit_original_response(**given)
    else:
        await interaction.response.edit_message(**given)


def is_private(interaction: Interaction) -> bool:
    """Tell whether this comes from a message only the person sees, which can be turned to the next page."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def defer(interaction: Interaction) -> None:
    """Acknowledge at once, unless that is done; the answer follows."""
    if interaction.response.is_done():
        return
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _defer(interaction: Interaction) -> None:
    """Acknowledge, so that Discord waits; the answer follows."""
    component = interaction.type is discord.InteractionType.component
    if component:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
