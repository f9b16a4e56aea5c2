"""What people are told in answer: privately, in their language, and always."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import aiohttp
import discord

from assets import sentences
from bot.answers import Answer, AnyInteraction, Words
from bot.components import Layout, Row, as_view
from bot.speech import error_sentences
from engine.refusals import Refused

log = logging.getLogger(__name__)

C = TypeVar("C", bound=Callable[..., Awaitable[Any]])

LANGUAGE = "language"
LONGEST = 2000
TYPING = 1.5
"""Seconds that suggestions may take, of the three that Discord waits."""
LAST_ANSWERS = 2.0
"""Seconds that a stop leaves for answers that are being worked on."""


async def language_for(interaction: AnyInteraction) -> str:
    """Return the language of a private answer: the person's own choice, else that of their Discord."""
    known = interaction.extras.get(LANGUAGE)
    if known is None:
        chosen = await interaction.client.language_of(interaction.user.id)
        known = interaction.extras[LANGUAGE] = chosen or sentences.language(interaction.locale)
    return str(known)


def public_language(interaction: AnyInteraction) -> str:
    """Return the language of what everybody in a channel without a table reads: that of the server."""
    return sentences.language(interaction.guild_locale or interaction.locale)


# asking for patience


async def acknowledge(interaction: AnyInteraction, *, public: bool = False) -> None:
    """Ask for patience, unless that is done; the answer follows."""
    await Answer.to(interaction).acknowledge(public=public)


async def take_note(interaction: AnyInteraction) -> None:
    """Acknowledge a press whose effect everybody will see."""
    await Answer.to(interaction).take_note()


# answers


async def reply(
    interaction: AnyInteraction,
    text: str = "",
    *,
    public: bool = False,
    view: discord.ui.LayoutView | discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
) -> None:
    """Answer in a message of its own."""
    await Answer.to(interaction).say(Words(sentences.cut(text, LONGEST), view, files), public=public)


async def say(interaction: AnyInteraction, key: str, **values: Any) -> None:
    """Answer with a sentence, privately."""
    await reply(interaction, sentences.say(key, await language_for(interaction), **values))


async def turn_to(interaction: AnyInteraction, page: Layout) -> None:
    """Put another page in the place of the one whose button was pressed."""
    await Answer.to(interaction).turn(Words(view=page))


async def open_form(
    interaction: AnyInteraction, form: discord.ui.Modal, text: str, parts: Sequence[Row]
) -> None:
    """Open a form; where it is too late for that, answer with what opens it."""
    await Answer.to(interaction).open_form(form, _words(text, parts))


def _words(text: str, parts: Sequence[Row]) -> Words:
    return Words(sentences.cut(text, LONGEST), as_view(parts) if parts else None)


# suggestions while somebody types


def in_time(suggest: C) -> C:
    """Wrap what suggests values for an option: nothing is suggested by what takes longer than Discord waits."""

    @wraps(suggest)
    async def quick(*given: Any) -> Any:
        task = asyncio.ensure_future(suggest(*given))
        await asyncio.wait([task], timeout=TYPING)
        if task.done():
            return [] if isinstance(task.exception(), Refused) else task.result()
        task.add_done_callback(_note_failure)
        return []

    return cast("C", quick)


def _note_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.warning("suggestions failed: %s", error)


# trouble


async def tell_error(interaction: AnyInteraction, error: BaseException) -> None:
    """Tell a person what went wrong; if even that fails, the log knows."""
    if error_sentences.vanished(error):
        log.info("nobody left to answer: %s", error)
        return
    try:
        lang = await language_for(interaction)
    except Exception:  # noqa: BLE001 - the database may be what went wrong
        lang = sentences.language(interaction.locale)
    try:
        await reply(interaction, error_sentences.sentence(error, lang, interaction))
    except (discord.HTTPException, aiohttp.ClientError) as trouble:
        log.warning("an answer could not be given: %s", trouble)


def guarded(callback: C) -> C:
    """Wrap the callback of a button, select or form: its errors are told, and nobody waits in vain."""

    @wraps(callback)
    async def safe(*given: Any, **named: Any) -> Any:
        interaction = next(item for item in given if isinstance(item, discord.Interaction))
        served = Answer.to(interaction)
        served.begin()
        try:
            return await callback(*given, **named)
        except Exception as error:  # noqa: BLE001 - discord.py would drop it
            await tell_error(interaction, error)
        finally:
            await served.finish()

    return cast("C", safe)


async def fallback(interaction: AnyInteraction, after: float) -> None:
    """Answer whatever nobody has answered in time: a press on an old button, a form from before a restart."""
    await asyncio.sleep(after)
    given = Answer.to(interaction)
    if not given.is_owed:
        return
    try:
        if given.served:
            await given.acknowledge()
        else:
            log.info("nobody answered interaction %d", interaction.id)
            await say(interaction, "error.out_of_date")
    except (discord.HTTPException, aiohttp.ClientError) as trouble:
        log.info("the fallback came too late: %s", trouble)


async def last_answers(waiting: Collection[AnyInteraction]) -> None:
    """Wait a little for answers that are being worked on before a stop, and tell the others of it."""
    tasks = [asyncio.create_task(Answer.to(one).settled()) for one in waiting]
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=LAST_ANSWERS)
        for task in late:
            task.cancel()
    left = [one for one in waiting if Answer.to(one).is_open]
    await asyncio.gather(*(say(one, "error.stopping") for one in left), return_exceptions=True)
