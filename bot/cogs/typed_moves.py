"""Moves that are typed: by verb with its fields, or as a whole line; and what is suggested meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from discord.app_commands import Choice, Command, Group

from assets import sentences
from bot.at_table import here, player_at
from bot.client import Bot, Interaction
from bot.menu.folding import Nothing, Ready
from bot.own_turn import OwnTurn, tick_off
from bot.pickers import commands, elsewhere, typed_lines
from bot.pickers.player import PlayerContext
from bot.pickers.typed import TypedWords
from bot.pickers.typed_lines import TypedMove
from bot.repeats import Wish, was_typed
from bot.replies import in_time, language_for
from bot.speech.teller import CHOICE
from engine.actions import SHARED, Action
from engine.refusals import Malformed
from engine.title import titles as known_titles

LISTING = 0.8
"""Seconds that suggestions wait until it is known what may be done."""


def setup(bot: Bot) -> None:
    """Add a command for every verb."""
    for command in _commands():
        bot.tree.add_command(command)


@cache
def _commands() -> Sequence[Command[Any, ..., Any] | Group]:
    """The commands, which know of no bot and are made once, as those of other modules are."""
    return commands.every(Commands())


class Commands:
    """What people type."""

    async def typed(self, interaction: Interaction, verb: str, given: commands.OptionWords) -> None:
        """Play a verb with the fields that were given, or ask for the others."""
        turn = await OwnTurn.at(interaction, await here(interaction))
        picked, wish = turn.player.typed.understood(verb, given), partial(_wished, verb, given)
        legal = isinstance(turn.player.menu.narrow(verb, picked), Ready)
        if not await _again(turn, wish, legal=legal):
            await _go_on(turn, verb, picked)

    async def typed_line(self, interaction: Interaction, text: str) -> None:
        """Play a whole action, or ask for what it leaves open."""
        turn = await OwnTurn.at(interaction, await here(interaction))
        try:
            move = await asyncio.to_thread(typed_lines.read, turn.player, text)
        except Malformed as error:
            if not await _again(turn, partial(_wished_line, text), legal=False):
                await _guess(turn, text, error)
            return
        action = typed_lines.legal(turn.player, move)
        if await _again(turn, partial(_wished_line, text), legal=action is not None):
            return
        if action is not None:
            await turn.play(action, off_list=True)
        elif isinstance(move, TypedMove) and _is_talk(turn.player, move):
            await _guess(turn, text, Malformed("unknown_verb", verb=move.verb))
        elif isinstance(move, TypedMove):
            await _go_on(turn, move.verb, move.picked)
        else:
            await _judge(turn, move)

    @in_time
    async def suggest(
        self, interaction: Interaction, verb: str, given: commands.OptionWords, focus: commands.Focus
    ) -> list[Choice[str]]:
        """Return the legal values of a field, given the others."""
        player = await _typing(interaction)
        if isinstance(player, PlayerContext):
            return player.typed.values(verb, given, *focus)
        return _still_searching(player, focus[1])

    @in_time
    async def suggest_line(self, interaction: Interaction, text: str) -> list[Choice[str]]:
        """Return whole actions that are legal."""
        player = await _typing(interaction)
        if isinstance(player, PlayerContext):
            return player.typed.choices(text)
        return _still_searching(player, text)


def _is_talk(player: PlayerContext, move: TypedMove) -> bool:
    """Tell whether a line only begins like a move of every title, one not possible now: 'buy a 2-train'."""
    shared = any(kind.verb == move.verb for kind in SHARED)
    possible = move.verb in player.menu.verbs
    return shared and not possible and player.typed.unknown(move.verb, move.picked) is not None


async def _again(turn: OwnTurn, wish: Wish, *, legal: bool) -> bool:
    """Tell again what a move did that somebody has typed twice, and whether it was."""
    move = await was_typed(turn.interaction, turn.player.table, wish, legal=legal)
    if move is not None:
        await tick_off(turn.interaction, turn.player.table, move.rev - 1)
    return move is not None


async def _go_on(turn: OwnTurn, verb: str, picked: dict[str, str]) -> None:
    """Play a verb with the fields that are known, ask for the others, or say what is wrong."""
    player = turn.player
    step, unknown = player.menu.narrow(verb, picked), player.typed.unknown(verb, picked)
    if unknown is not None:
        said = typed_lines.unknown(player, *unknown)
        await turn.offer_instead(said, player.menu.nearest(verb, picked))
    elif isinstance(step, Ready):
        await turn.play(step.action)
    elif not isinstance(step, Nothing):
        await turn.ask_on(player.picker(verb).page(picked))
    elif player.typed.vague(verb, picked):
        await turn.not_yours(verb, fresh=True)
    else:
        try:
            action = player.typed.action(player.game, player.seat.id, verb, picked)
        except Malformed as error:
            await _say_malformed(turn, verb, picked, error)
        else:
            await _judge(turn, action)


async def _say_malformed(turn: OwnTurn, verb: str, picked: TypedWords, error: Malformed) -> None:
    """Say what is wrong with a word; whatever it is, a verb that is not possible now is told first."""
    if error.key == "unknown_verb":
        await _guess(turn, verb, error)
    elif verb in turn.player.menu.verbs:
        await turn.offer_instead(
            turn.player.teller.fault(error.refusal), turn.player.menu.nearest(verb, picked)
        )
    else:
        await turn.not_yours(verb, fresh=True)


async def _judge(turn: OwnTurn, action: Action) -> None:
    """Play what was typed, or say what is wrong with it."""
    refusal = turn.player.game.choices.why_not(action)
    if refusal is None:
        await turn.play(action, off_list=True)
    else:
        await turn.refuse(action, refusal)


async def _guess(turn: OwnTurn, text: str, error: Malformed) -> None:
    """Say what is wrong with a text that is not a move, and offer what comes nearest to it."""
    player = turn.player
    if error.key == "unknown_verb" and await _lead_elsewhere(turn, text):
        return
    near = [offer for offer, _ in (*player.typed.lines(text), *typed_lines.like(player, text))]
    is_verb = error.key != "unknown_verb"
    await turn.offer_instead(player.teller.fault(error.refusal) if is_verb else _unknown(player, text), near)


async def _lead_elsewhere(turn: OwnTurn, text: str) -> bool:
    """Say which command or button is called like a text that is not a move, and whether any is."""
    view, tree = turn.player.view, turn.interaction.client.tree
    kinds = (*SHARED, *(kind for title in known_titles().values() for kind in title.verbs))
    verbs = {kind.verb for kind in kinds}
    paths = [
        known.qualified_name
        for known in tree.walk_commands()
        if isinstance(known, Command) and known.name not in verbs
    ]
    named, tools = elsewhere.commands_named(paths, text, view.lang), elsewhere.tools_named(view, text)
    if named:
        joined = sentences.join(named, view.lang, either=True)
        said = view.teller.say("play.is_command", text=sentences.escaped(text, 60), command=joined)
    elif tools:
        said = view.teller.say("play.is_button", text=sentences.escaped(text, 60))
    if named or tools:
        await turn.tell(said, [tools] if tools else [], fresh=True)
    return bool(named or tools)


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
    return await player_at(interaction, table)


def _still_searching(said: str, typed: str) -> list[Choice[str]]:
    """Return the typed text as the only suggestion, labelled with what is still missing."""
    return [Choice(name=sentences.cut(said, CHOICE), value=typed or "?")] if said else []
