"""Moves that are typed: by verb with its fields, or as a whole line; and what is suggested meanwhile."""

from __future__ import annotations

from collections.abc import Callable
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
from bot.pickers import commands
from bot.pickers.player import PlayerContext
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
        picked = player.typed.understood(verb, given)
        step = player.menu.narrow(verb, picked)
        if await self._again(
            interaction, player, partial(_wished, verb, given), legal=isinstance(step, Ready)
        ):
            return
        if isinstance(step, Ready):
            await play(interaction, player, step.action)
        elif isinstance(step, Nothing) and player.typed.vague(player.game, verb, picked):
            await tell(interaction, player, not_yours(player, verb), next_rows(player), fresh=True)
        elif isinstance(step, Nothing):
            read = partial(player.typed.action, player.game, player.seat.id, verb, picked)
            await self._judge(interaction, player, read, verb)
        else:
            await show_page(interaction, player, player.picker(verb).page(picked))

    async def typed_line(self, interaction: Interaction, text: str) -> None:
        """Play a whole action."""
        player = await at_table(interaction, await here(interaction))
        text = text[:1].lower() + text[1:]  # phones begin a line with a capital letter
        chosen = player.typed.carried(text)
        wish = partial(_wished_line, text)
        if await self._again(interaction, player, wish, legal=_is_legal(player, wish(player))):
            return
        await self._judge(interaction, player, lambda: chosen or player.game.read(text, player.seat.id), text)

    async def _again(
        self, interaction: Interaction, player: PlayerContext, wish: Wish, *, legal: bool
    ) -> bool:
        """Tell again what a move did that somebody has typed twice, and whether it was."""
        move = await was_typed(interaction, player.table, wish, legal=legal)
        if move is not None:
            await tell_done(interaction, player.table, move.rev - 1)
        return move is not None

    async def _judge(
        self, interaction: Interaction, player: PlayerContext, read: Callable[[], Action], text: str
    ) -> None:
        """Play what was typed, or say what is wrong with it."""
        try:
            action = read()
        except Malformed as error:
            await self._guess(interaction, player, text, error)
            return
        refusal = player.game.choices.why_not(action)
        if refusal is None:
            await play(interaction, player, action, off_list=True)
        else:
            await refuse(interaction, player, action, refusal)

    async def _guess(
        self, interaction: Interaction, player: PlayerContext, text: str, error: Malformed
    ) -> None:
        """Say what is wrong with a text that is not a move, and offer what comes nearest to it."""
        verb, unknown = text.partition(" ")[0], error.key == "unknown_verb"
        if not unknown and verb not in player.menu.verbs:
            await tell(interaction, player, not_yours(player, verb), next_rows(player), fresh=True)
            return
        near = [offer for offer, _ in player.typed.lines(text)] or player.menu.offers(verb)
        rows = instead_rows(player, near) or next_rows(player)
        said = _unknown(player, verb, text) if unknown else player.teller.error(error)
        if rows:
            said += "\n" + player.teller.say("play.instead")
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
        return player.typed.carried(text) or player.game.read(text, player.seat.id)
    except Malformed:
        return None


def _is_legal(player: PlayerContext, action: Action | None) -> bool:
    return action is not None and action in player.game.choices


def _unknown(player: PlayerContext, verb: str, text: str) -> str:
    """Say that a text is not a move, or in which titles it would be one."""
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
