"""What the host sets for a table."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import cast

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here
from bot.button_ids import CLOCK_ZERO
from bot.client import Bot, Interaction
from bot.command_groups import table_group as group
from bot.errors.tables import BadTime
from bot.localise import about, described, name, named
from bot.menu.search import search
from bot.messages.table_choices import (
    BANK,
    CHOICES,
    EACH,
    HOUR,
    PATIENCES,
    ZEROS,
    language_line,
    lines,
    with_clock,
)
from bot.messages.table_page import table_page
from bot.presses import on_press
from bot.replies import acknowledge, language_for, reply, say, take_note
from bot.speech import times
from bot.suggestions import suggest_languages
from bot.tables.border import GO_ON_BY
from bot.tables.settings import Clock, Zero

BOARD_AGAIN = ("turn", "move", "round")
SPANS = ("12h", "24h", "36h", "2d", "3d", "5d", "7d", "14d", "21d", "30d")
"""Times that are suggested for a clock."""


def setup(bot: Bot) -> None:
    """Add the commands, and the buttons of the question to the host."""
    bot.tree.add_command(group)
    bot.add_dynamic_items(on_press(CLOCK_ZERO.template, press_clock))


@group.command(name=name("card"), description=about("table.card"))
async def card(interaction: Interaction) -> None:
    """Show all that is chosen for the table; its host chooses there."""
    await acknowledge(interaction)
    table = await here(interaction, glance=True)
    page = table_page(table, interaction.user.id, await language_for(interaction))
    await reply(interaction, view=page)


@group.command(name=name("language"), description=about("table.language"))
@described(language="language")
async def language(interaction: Interaction, language: str) -> None:
    """Set the language of what everybody reads."""
    table, chosen = await here(interaction), sentences.language(language)
    lobbies, lang = interaction.client.service.lobbies, await language_for(interaction)
    await lobbies.change_settings(table.game_id, interaction.user.id, language=chosen)
    await reply(interaction, language_line(chosen, lang))


language.autocomplete("language")(suggest_languages)


@group.command(name=name("patience"), description=about("table.patience"))
@described(time="patience")
async def patience(interaction: Interaction, time: str) -> None:
    """Set how long somebody may leave a call unanswered before others may ask for their seat."""
    table, wait = await here(interaction), times.span(time)
    if wait < HOUR:
        raise BadTime(text=time)
    lobbies, lang = interaction.client.service.lobbies, await language_for(interaction)
    after = await lobbies.change_settings(table.game_id, interaction.user.id, patience=wait // HOUR)
    await reply(interaction, lines(after.settings, lang)["patience"])


@patience.autocomplete("time")
async def _patiences(interaction: Interaction, typed: str) -> list[Choice[str]]:
    lang = await language_for(interaction)
    fits = [one for one in PATIENCES if one.startswith(typed.strip().lower())]
    return [Choice(name=times.spoken(times.span(one), lang), value=one) for one in fits]


@group.command(name=name("reminders"), description=about("table.reminders"))
@described(interval="table_interval", stop="reminders_stop")
async def reminders(
    interaction: Interaction, interval: str, stop: app_commands.Range[int, 0, 100] | None = None
) -> None:
    """Set how long after a call players are reminded, and after how many reminders that ends."""
    table = await here(interaction)
    lang = await language_for(interaction)
    off = times.keyword(interval, lang) == times.OFF
    wait = timedelta() if off else times.span(interval)
    settings = {"reminder_minutes": wait // timedelta(minutes=1)}
    if stop is not None:
        settings["reminder_stop_after"] = stop
    service = interaction.client.service
    await service.lobbies.change_settings(table.game_id, interaction.user.id, **settings)
    await interaction.client.reminders.reschedule(game_id=table.game_id)
    await say(
        interaction, "table.reminders.set" if wait else "table.reminders.off", span=times.spoken(wait, lang)
    )


@reminders.autocomplete("interval")
async def _intervals(interaction: Interaction, typed: str) -> list[Choice[str]]:
    offered = times.intervals(await language_for(interaction), typed, times.OFF)
    return [Choice(name=said, value=one) for one, said in offered.items()]


@group.command(name=name("clock"), description=about("table.clock"))
@described(kind="clock", time="clock_time", zero="clock_zero")
@app_commands.choices(kind=named("clock", [EACH, BANK, times.OFF]), zero=named("clock.zero", ZEROS))
async def clock(interaction: Interaction, kind: str, time: str = "2d", zero: str = "house") -> None:
    """Set a deadline for each decision or a bank of hours, and what follows when somebody's time is up."""
    table = await here(interaction)
    wanted = None
    if kind != times.OFF:
        limit = times.span(time)
        if not limit:
            raise BadTime(text=time)
        wanted = Clock(limit, each=kind == EACH, zero=cast("Zero", zero))
    lobbies, user = interaction.client.service.lobbies, interaction.user.id
    await lobbies.change_settings(table.game_id, user, **with_clock(wanted))
    lang = await language_for(interaction)
    key, meant = f"table.clock.{kind}", sentences.say(f"clock.zero.{zero}", lang)
    told = {} if kind == times.OFF else {"span": times.spoken(times.span(time), lang), "zero": meant}
    await reply(interaction, sentences.say(key, lang, **told))


@clock.autocomplete("time")
async def _times(interaction: Interaction, typed: str) -> list[Choice[str]]:
    lang = await language_for(interaction)
    return [Choice(name=times.spoken(times.span(one), lang), value=one) for one in search(SPANS, typed, str)]


async def press_clock(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the host's answer to the question of what follows when somebody's time is up."""
    await take_note(interaction)
    client, more = interaction.client, match["what"] == "more"
    now = client.clock.now()
    await client.service.clocks.answer(
        int(match["game"]), interaction.user.id, match["seat"], more=more, now=now
    )


def _add_setting(key: str, what: str, values: Iterable[str]) -> None:
    """Add the command that sets something to one of some values; ``key`` is that of its name."""
    command = key.removeprefix("table.")

    @group.command(name=name(key), description=about(f"table.{command}"))
    @described(chosen=command)
    @app_commands.choices(chosen=named(what, values))
    async def change(interaction: Interaction, chosen: str) -> None:
        """Set something for the table."""
        await _set(interaction, what, chosen)


_add_setting("scheme", "scheme", CHOICES["scheme"].offered)
_add_setting("table.hints", "hints", CHOICES["hints"].offered)
_add_setting("grace", "grace", CHOICES["grace"].offered)
_add_setting("summary", "summary", CHOICES["summary"].offered)
_add_setting("table.ask", "ask", CHOICES["ask"].offered)


@group.command(name=name("table.rules"), description=about("table.rules"))
@described(rules="rules")
@app_commands.choices(rules=named("game.go_on", GO_ON_BY))
async def rules(interaction: Interaction, rules: str) -> None:
    """Choose the rules by which a recorded game goes on where its record ends."""
    table = await here(interaction)
    await interaction.client.service.imports.go_on_by(table.game_id, interaction.user.id, rules)
    await say(interaction, f"lobby.go_on.{rules}")


_add_setting("board", "board_again", BOARD_AGAIN)


async def _set(interaction: Interaction, key: str, chosen: str) -> None:
    table = await here(interaction)
    await interaction.client.service.lobbies.change_settings(
        table.game_id, interaction.user.id, **{key: chosen}
    )
    lang = await language_for(interaction)
    await reply(
        interaction, sentences.say(f"table.{key}.set", lang, chosen=sentences.say(f"{key}.{chosen}", lang))
    )
