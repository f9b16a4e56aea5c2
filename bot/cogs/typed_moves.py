"""Moves that are typed: by verb with its fields, or as a whole line; and what is suggested meanwhile."""

from __future__ import annotations

import asyncio
from functools import partial

from discord.app_commands import Choice

from assets import sentences
from bot.client import Bot, Interaction
from bot.cogs.lobby import here
from bot.cogs.play import (
    at_table,
    instead_rows,
    next_rows,
    not_yours,
    play,
    refuse,
    show_page,
    tell,
    tell_done,
)
from bot.menu.folding import Nothing, Ready
from bot.pickers import commands, typed_lines
from bot.pickers.player import PlayerContext
from bot.pickers.typed import TypedWords
from bot.pickers.typed_lines import TypedMove
from bot.repeats import Wish, was_typed
from bot.replies import in_time, language_for
from bot.speech.teller import CHOICE
from engine.actions import Action
from engine.refusals import Malformed
from engine.title import titles as known_titles

LISTING = 0.8
"""Seconds that suggestions wait until it is known what may be done."""


def setup(bot: Bot) -> None:
    """Add a command for every verb."""
    for command in commands.every(Commands()):
        bot.tree.add_command(command)


class Commands:
    """What people type."""

    async def typed(self, interaction: Interaction, verb: str, given: commands.OptionWords) -> None:
        """Play a verb with the fields that were given, or ask for the others."""
        player = await at_table(interaction, await here(interaction))
        picked, wish = player.typed.understood(verb, given), partial(_wished, verb, given)
        legal = isinstance(player.menu.narrow(verb, picked), Ready)
        if not await self._again(interaction, player, wish, legal=legal):
            await self._go_on(interaction, player, verb, picked)

    async def typed_line(self, interaction: Interaction, text: str) -> None:
        """Play a whole action, or ask for what it leaves open."""
        player = await at_table(interaction, await here(interaction))
        try:
            move = await asyncio.to_thread(typed_lines.read, player, text)
        except Malformed as error:
            if not await self._again(interaction, player, partial(_wished_line, text), legal=False):
                await self._guess(interaction, player, text, error)
            return
        action = typed_lines.legal(player, move)
        if await self._again(interaction, player, partial(_wished_line, text), legal=action is not None):
            return
        if action is not None:
            await play(interaction, player, action, off_list=True)
        elif isinstance(move, TypedMove):
            await self._go_on(interaction, player, move.verb, move.picked)
        else:
            await self._judge(interaction, player, move)

    async def _again(
        self, interaction: Interaction, player: PlayerContext, wish: Wish, *, legal: bool
    ) -> bool:
        """Tell again what a move did that somebody has typed twice, and whether it was."""
        move = await was_typed(interaction, player.table, wish, legal=legal)
        if move is not None:
            await tell_done(interaction, player.table, move.rev - 1)
        return move is not None

    async def _go_on(
        self, interaction: Interaction, player: PlayerContext, verb: str, picked: dict[str, str]
    ) -> None:
        """Play a verb with the fields that are known, ask for the others, or say what is wrong."""
        step, unknown = player.menu.narrow(verb, picked), player.typed.unknown(verb, picked)
        if unknown is not None:
            await self._instead(interaction, player, typed_lines.unknown(player, *unknown), verb, picked)
        elif isinstance(step, Ready):
            await play(interaction, player, step.action)
        elif not isinstance(step, Nothing):
            await show_page(interaction, player, player.picker(verb).page(picked))
        elif player.typed.vague(verb, picked):
            await tell(interaction, player, not_yours(player, verb), next_rows(player), fresh=True)
        else:
            try:
                action = player.typed.action(player.game, player.seat.id, verb, picked)
            except Malformed as error:
                await self._say_malformed(interaction, player, verb, picked, error)
            else:
                await self._judge(interaction, player, action)

    async def _say_malformed(
        self, interaction: Interaction, player: PlayerContext, verb: str, picked: TypedWords, error: Malformed
    ) -> None:
        """Say what is wrong with a word; whatever it is, a verb that is not possible now is told first."""
        if error.key == "unknown_verb":
            await self._guess(interaction, player, verb, error)
        elif verb in player.menu.verbs:
            await self._instead(interaction, player, player.teller.error(error), verb, picked)
        else:
            await tell(interaction, player, not_yours(player, verb), next_rows(player), fresh=True)

    async def _judge(self, interaction: Interaction, player: PlayerContext, action: Action) -> None:
        """Play what was typed, or say what is wrong with it."""
        refusal = player.game.choices.why_not(action)
        if refusal is None:
            await play(interaction, player, action, off_list=True)
        else:
            await refuse(interaction, player, action, refusal)

    async def _instead(
        self, interaction: Interaction, player: PlayerContext, said: str, verb: str, picked: TypedWords
    ) -> None:
        """Say what is wrong, and offer what comes nearest to the words that fit."""
        rows = instead_rows(player, player.menu.nearest(verb, picked)) or next_rows(player)
        said += "\n" + player.teller.say("play.instead") if rows else ""
        await tell(interaction, player, said, rows, fresh=True)

    async def _guess(
        self, interaction: Interaction, player: PlayerContext, text: str, error: Malformed
    ) -> None:
        """Say what is wrong with a text that is not a move, and offer what comes nearest to it."""
        near = [offer for offer, _ in (*player.typed.lines(text), *typed_lines.like(player, text))]
        rows = instead_rows(player, near) or next_rows(player)
        is_verb = error.key != "unknown_verb"
        said = player.teller.error(error) if is_verb else _unknown(player, text)
        said += "\n" + player.teller.say("play.instead") if rows else ""
        await tell(interaction, player, said, rows, fresh=True)

    @in_time
    async def suggest(
        self, interaction: Interaction, verb: str, given: commands.OptionWords, focus: commands.Focus
    ) -> list[Choice[str]]:
        """Return what is legal in a field, given the others."""
        player = await _typing(interaction)
        if isinstance(player, PlayerContext):
            return player.typed.values(verb, given, *focus)
        return _still_searching(player, focus[1])

    @in_time
    async def suggest_line(self, interaction: Interaction, text: str) -> list[Choice[str]]:
        """Return whole actions that are legal."""
        player = await _typing(interaction)
        return (
            player.typed.choices(text)
            if isinstance(player, PlayerContext)
            else _still_searching(player, text)
        )


def _wished(verb: str, given: commands.OptionWords, player: PlayerContext) -> Action | None:
    """Return the move that a verb with its fields stands for."""
    step = player.menu.narrow(verb, player.typed.understood(verb, given))
    return step.action if isinstance(step, Ready) else None


def _wished_line(text: str, player: PlayerContext) -> Action | None:
    """Return the move that a line stands for."""
    try:
        return typed_lines.legal(player, typed_lines.read(player, text))
    except Malformed:
        return None


def _unknown(player: PlayerContext, text: str) -> str:
    """Say that a text is not a move, or in which titles it would be one."""
    verb = text.partition(" ")[0].lower()
    titles = [title.name for title in known_titles().values() if verb in {kind.verb for kind in title.verbs}]
    if titles:
        return player.teller.say("play.other_title", text=verb, title=player.game.title.name, titles=titles)
    return player.teller.say("play.no_such_move", text=sentences.escaped(text, 60))


async def _typing(interaction: Interaction) -> PlayerContext | str:
    """Return the person at the table of this channel, or what there is to say instead of suggestions."""
    tables = interaction.client.service.tables
    table = await tables.in_channel(interaction.channel_id or 0, glance=True)
    if table is None or table.state != "running" or table.acting_seat(interaction.user.id) is None:
        return ""
    if not await tables.is_listed(table.started(), LISTING):
        return sentences.say("play.searching", await language_for(interaction))
    return await at_table(interaction, table)


def _still_searching(said: str, typed: str) -> list[Choice[str]]:
    """Return what was typed as the only suggestion, called by what it waits for."""
    return [Choice(name=sentences.cut(said, CHOICE), value=typed or "?")] if said else []
