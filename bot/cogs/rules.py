"""What the rules say: found by words, asked about a move, and what one can do here and now."""

import asyncio

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here, player_at
from bot.client import Bot, Interaction
from bot.localise import about, described, name
from bot.menu.folding import words
from bot.menu.search import PAGE, search
from bot.pickers import typed_lines
from bot.pickers.player import PlayerContext
from bot.pictures import looks
from bot.replies import acknowledge, in_time, language_for, reply
from bot.speech import rulebook, situation
from bot.speech.table_view import view_of
from bot.speech.teller import CHOICE, Teller
from bot.tables.table import Table, is_house
from engine.opponents.reasons import Advice
from engine.refusals import Malformed
from engine.title import titles

ROOM = 1800
"""Characters of rules in an answer."""
LISTING = 0.8
"""Seconds that suggesting moves waits until it is known what may be done."""


def setup(bot: Bot) -> None:
    """Add the commands."""
    bot.tree.add_command(rule)
    bot.tree.add_command(why)
    bot.tree.add_command(hint)
    bot.tree.add_command(help_)


async def _here(interaction: Interaction) -> Table | None:
    return await interaction.client.service.tables.in_channel(
        interaction.channel_id or 0, closed=True, glance=True
    )


# rules


@app_commands.command(name=name("rule"), description=about("rule"))
@described(words="words", title="whose_rules")
@app_commands.choices(title=[Choice(name=one, value=one) for one in titles()])
async def rule(interaction: Interaction, words: str, title: str = "") -> None:
    """Tell the rules that speak of something."""
    await acknowledge(interaction)
    await reply(interaction, rulebook.answer(await _tellers(interaction, title), words, ROOM))


async def _tellers(interaction: Interaction, title: str) -> list[Teller]:
    """Return who speaks about the title that is named, that of this table, or every one."""
    table, lang = await _here(interaction), await language_for(interaction)
    if not title and table is not None:
        title = table.title
    wanted = [known for known in titles().values() if not title or known.name == title]
    return [Teller(known, {}, lang) for known in wanted]


@rule.autocomplete("words")
@in_time
async def _rules(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer terms of the field, and clauses of the title."""
    title = str(getattr(interaction.namespace, "title", "") or "")
    tellers = await _tellers(interaction, title)
    terms = rulebook.terms(tellers[0].lang)
    found = search(terms, typed, lambda entry: entry.name)
    found += [entry for teller in tellers for entry in rulebook.found(rulebook.clauses(teller), typed)]
    labels = [(sentences.cut(f"{one.name}: {one.text}", CHOICE), one.name) for one in found[:PAGE]]
    return [Choice(name=label, value=name) for label, name in labels]


# moves


@app_commands.command(name=name("why"), description=about("why"))
@app_commands.guild_only()
@described(move="asked")
async def why(interaction: Interaction, move: str = "") -> None:
    """Tell whether a move is legal, and which rule says that it is not; without one, why the house moved last."""
    await acknowledge(interaction)
    if not move:
        await reply(interaction, await _explained(interaction))
        return
    player = await _asking(interaction)
    await reply(interaction, await asyncio.to_thread(_judged, player, move))


async def _explained(interaction: Interaction) -> str:
    """Return the house's last move at this table, and why."""
    service, table = interaction.client.service, await here(interaction)
    view = view_of(table.started(), await language_for(interaction))
    last = next((move for move in reversed(table.moves) if is_house(move.user_id)), None)
    if last is None:
        return view.teller.say("why.no_house")
    before = await service.history.at(table.game_id, last.ply - 1)
    action = before.recorded(last.text, last.seat)
    found = await service.precompute.house_reasons(before, action)
    return _told(view.teller, "why.house", last.seat, Advice(action, found))


def _told(teller: Teller, key: str, seat: str, advised: Advice) -> str:
    """Return an action in words, and a line for each reason."""
    head = teller.say(key, player=teller.player(seat), action=teller.action(advised.action))
    lines = (teller.tell([f"reason.{one.key}"], teller.values(one.values)) for one in advised.reasons)
    return "\n".join([head, *(f"- {line}" for line in lines)])


@app_commands.command(name=name("hint"), description=about("hint"))
@app_commands.guild_only()
async def hint(interaction: Interaction) -> None:
    """Tell what the house would do at one's seat, and why; nobody else hears of it."""
    await acknowledge(interaction)
    player = await player_at(interaction, await here(interaction))
    if not looks.hints(player.table):
        await reply(interaction, player.teller.say("hint.alone"))
        return
    if player.seat.id not in player.game.pos.awaited:
        await reply(interaction, player.teller.say("hint.not_yours"))
        return
    found = await interaction.client.service.precompute.house_advice(player.game, player.seat.id)
    await reply(interaction, _told(player.teller, "hint.advice", player.seat.id, found))


async def _asking(interaction: Interaction) -> PlayerContext:
    """Return the seat that is asked about: one's own if it is awaited, else the first that is."""
    player = await player_at(interaction, await here(interaction))
    awaited = player.game.pos.awaited
    if player.seat.id in awaited or not awaited:
        return player
    return PlayerContext(player.view, next(seat for seat in player.table.seats if seat.id == awaited[0]))


def _judged(player: PlayerContext, text: str) -> str:
    try:
        action = typed_lines.probable(player, text)
    except Malformed as error:
        return player.teller.fault(error.refusal)
    picked = words(action)
    if unknown := player.typed.unknown(action.verb, picked):
        return typed_lines.unknown(player, *unknown)
    refusal = player.game.choices.why_not(action)
    if refusal is None:
        return player.teller.say(
            "why.legal", action=player.teller.action(action), player=player.teller.player(player.seat.id)
        )
    return player.teller.refusal(refusal, player.menu.nearest(action.verb, picked, 3))


@why.autocomplete("move")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[Choice[str]]:
    tables = interaction.client.service.tables
    table = await tables.in_channel(interaction.channel_id or 0, glance=True)
    if table is None or table.state != "running" or not await tables.is_listed(table.started(), LISTING):
        return []
    player = await _asking(interaction)
    return player.typed.choices(typed)


# help


@app_commands.command(name=name("help"), description=about("help"))
async def help_(interaction: Interaction) -> None:
    """Tell what one can do here and now."""
    await acknowledge(interaction)
    table, lang = await _here(interaction), await language_for(interaction)
    if table is None:
        await reply(interaction, situation.no_table(lang))
    elif table.state == "lobby":
        await reply(interaction, situation.lobby(table, lang))
    elif table.state != "running":
        await reply(interaction, situation.over(table, lang))
    else:
        seat = table.acting_seat(interaction.user.id)
        full = await interaction.client.service.tables.find(table.game_id)
        await reply(interaction, situation.running(view_of(full.started(), lang), seat.id if seat else ""))
