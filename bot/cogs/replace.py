"""Seats that are given up: in a lobby, or to another who plays on - proposed by typing, agreed to by pressing."""

import re
from typing import cast

import discord
from discord import app_commands

from assets import sentences
from bot.at_table import here, meant
from bot.button_ids import SEAT
from bot.called import called
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.tables import NotHost, NotSeated
from bot.localise import about, described, name, named
from bot.messages.private_notes import PrivateNotes
from bot.presses import on_press
from bot.replies import acknowledge, reply, say, take_note
from bot.seat_requests import answer_one, ask_for, let_play, may_decide, member_meant, members
from bot.suggestions import suggest_seats
from bot.tables.settings import Level
from bot.tables.table import Table
from engine.opponents import LEVELS


def setup(bot: Bot) -> None:
    """Add the buttons of a request; the command is part of ``/game``."""
    bot.add_dynamic_items(on_press(SEAT.template, answer))


@game_group.command(name=name("leave"), description=about("game.leave"))
@described(seat="seat_given")
async def leave(interaction: Interaction, seat: str | None = None) -> None:
    """Give up one's seat at this channel's table, or free that of somebody who does not come."""
    lobbies = interaction.client.service.lobbies
    if seat is None:
        table = await here(interaction)
        await lobbies.leave(table.game_id, interaction.user.id)
        await say(interaction, "lobby.left")
        return
    await acknowledge(interaction)
    table = await here(interaction)
    given = meant(table, seat)
    is_there = bool(await members(interaction, [given.user_id]))
    as_host = interaction.permissions.manage_guild or not is_there
    await lobbies.free(table.game_id, given.user_id, interaction.user.id, as_host=as_host)
    await say(interaction, "lobby.freed", name=sentences.escaped(given.name))
    if is_there and given.user_id != interaction.user.id:
        await _tell_freed(interaction, table, given.user_id)


async def _tell_freed(interaction: Interaction, table: Table, user: int) -> None:
    """Tell somebody in private who has freed their seat, and where to sit down again."""
    values = {
        "player": sentences.escaped(called(interaction.user)),
        "title": table.title,
        "place": f"<#{table.channel_id}>",
    }
    notes, nonce = PrivateNotes(interaction.client), f"{table.game_id}f{interaction.id}"

    def said(lang: str) -> str:
        return sentences.say("letter.freed", lang, **values)

    await notes.try_to_write(user, said, nonce, table.language, silent=True)


@game_group.command(name=name("replace"), description=about("game.replace"))
@described(seat="seat_given", by="replacement")
async def replace(interaction: Interaction, seat: str, by: discord.User | None = None) -> None:
    """Ask that somebody take over from a player, or from oneself where nobody is named."""
    await acknowledge(interaction)
    table, person = await here(interaction), member_meant(by or interaction.user)
    await ask_for(interaction, table, meant(table, seat), person)


async def answer(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons that version 0.3.0 put under a request for a seat."""
    await take_note(interaction)
    wanted = match["seat"], int(match["user"])
    await answer_one(interaction, match, lambda one: (one.seat, one.user) == wanted)


@game_group.command(name=name("game.house"), description=about("game.house"))
@described(seat="house_seat", level="house_level")
@app_commands.choices(level=named("house.level", LEVELS))
async def house(interaction: Interaction, seat: str = "", level: str = "") -> None:
    """Let the house play at a seat until its person comes back, by default one's own; asked again, give it back.

    With a level it plays on, at that level.
    """
    await acknowledge(interaction, public=True)
    table = await here(interaction)
    if table.state == "lobby":
        await _in_lobby(interaction, table, seat, level)
        return
    own = table.seat_of(interaction.user.id)
    if own is None and not seat:
        raise NotSeated
    given = meant(table, seat) if seat else own
    assert given is not None
    if given != own and not table.is_left(given):
        if not may_decide(interaction, table):
            raise NotHost(host=str(table.host))
        await let_play(interaction, table, given)
        return
    after = await interaction.client.service.house.stand_in(
        table.game_id,
        interaction.user.id,
        given.id,
        as_host=interaction.permissions.manage_guild,
        level=cast("Level | None", level or None),
    )
    key = "house.plays" if after.plays_itself(given) else "house.leaves"
    said = sentences.say(f"house.level.{after.settings.level}", table.language)
    text = sentences.say(key, table.language, player=sentences.escaped(given.name), level=said)
    await reply(interaction, text, public=True)


async def _in_lobby(interaction: Interaction, table: Table, seat: str, level: str) -> None:
    """Let the house take a seat of a lobby, or give up the one it took last where one of its seats is named."""
    lobbies, user = interaction.client.service.lobbies, interaction.user.id
    if level:
        await lobbies.change_settings(table.game_id, user, level=level)
    if seat and meant(table, seat).is_house:
        await lobbies.unseat_house(table.game_id, user)
        key, name_ = "house.stands", min(table.seats, key=lambda one: one.user_id).name
    else:
        house_name = sentences.say("house.name", table.language)
        after = await lobbies.seat_house(table.game_id, user, house_name)
        key, name_ = "house.sits", min(after.seats, key=lambda one: one.user_id).name
    text = sentences.say(key, table.language, player=sentences.escaped(name_))
    await reply(interaction, text, public=True)


house.autocomplete("seat")(suggest_seats)
leave.autocomplete("seat")(suggest_seats)
replace.autocomplete("seat")(suggest_seats)
