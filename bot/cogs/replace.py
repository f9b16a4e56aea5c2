"""Seats that are given up: in a lobby, or to another who plays on - proposed by typing, agreed to by pressing."""

import re
from collections.abc import Iterable
from typing import cast

import discord
from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.button_ids import SEAT
from bot.client import Bot, Interaction
from bot.cogs.lobby import group, here
from bot.cogs.stopping import answer_one
from bot.errors import NoSuchSeat, NotAMember, NotHost, NotSeated
from bot.localise import about, described, name, named
from bot.menu.search import exact, search
from bot.presses import on_press
from bot.replies import acknowledge, in_time, language_for, reply, say, take_note
from bot.tables.settings import Deputy, Level
from bot.tables.view import Seat, Table
from engine.opponents import LEVELS

UNKNOWN_MEMBER = 10007
HOUSE = -1


def setup(bot: Bot) -> None:
    """Add the buttons of a request; the command is part of ``/game``."""
    bot.add_dynamic_items(on_press(SEAT.template, answer))


@group.command(name=name("leave"), description=about("game.leave"))
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
    as_host = interaction.permissions.manage_guild or not await _members(interaction, [given.user_id])
    await lobbies.free(table.game_id, given.user_id, interaction.user.id, as_host=as_host)
    await say(interaction, "lobby.freed", name=sentences.escaped(given.name))


@group.command(name=name("replace"), description=about("game.replace"))
@described(seat="seat_given", by="replacement")
async def replace(interaction: Interaction, seat: str, by: discord.User | None = None) -> None:
    """Ask that somebody take over from a player, or from oneself where nobody is named."""
    await acknowledge(interaction)
    table, person = await here(interaction), by or interaction.user
    if person.bot or not isinstance(person, discord.Member):
        raise NotAMember(name=person.display_name)
    await ask_for(interaction, table, meant(table, seat), person)


async def ask_for(
    interaction: Interaction, table: Table, given: Seat, person: discord.User | discord.Member
) -> None:
    """Ask that a person take over a seat, and say whose answer is awaited."""
    after = await interaction.client.service.consent.seat(
        table.game_id,
        interaction.user.id,
        given.id,
        person.id,
        person.display_name,
        electors=await _electors(interaction, table, given),
        left=await has_left(interaction, given),
    )
    request = next((one for one in after.requests if one.seat == given.id), None)
    if request is None:
        names = {"new": person.display_name, "old": given.name}
        await say(
            interaction, "replace.taken", **{key: sentences.escaped(name) for key, name in names.items()}
        )
    else:
        await say(interaction, "replace.waits", players=[f"<@{user}>" for user in request.awaited])


def meant(table: Table, typed: str) -> Seat:
    """Return the seat somebody means, by its id, as lists send it, or else by the name of its player.

    :raises NoSuchSeat: when nobody sits there
    """
    found = exact(table.seats, typed, lambda seat: seat.id, lambda seat: seat.name)
    if found is None:
        raise NoSuchSeat(seat=typed, seats=[seat.name for seat in table.seats])
    return found


async def _electors(interaction: Interaction, table: Table, given: Seat) -> list[int] | None:
    """Return who must agree: nobody if the host, an admin or the player asks, else the host, else the others."""
    if interaction.user.id in (table.host, given.user_id) or interaction.permissions.manage_guild:
        return None
    if await _members(interaction, [table.host]):
        return [table.host]
    return await _members(
        interaction, [seat.user_id for seat in table.seats if seat != given and not seat.is_house]
    )


async def has_left(interaction: Interaction, seat: Seat) -> bool:
    """Tell whether whoever sits somewhere has left the server."""
    return not seat.is_house and not await _members(interaction, [seat.user_id])


async def _members(interaction: Interaction, users: Iterable[int]) -> list[int]:
    """Return those who are members of the server."""
    found, guild = [], interaction.guild
    for user in users:
        try:
            if guild is not None:
                await guild.fetch_member(user)
        except discord.NotFound as trouble:
            if trouble.code != UNKNOWN_MEMBER:
                raise
        else:
            found.append(user)
    return found


@replace.autocomplete("seat")
@leave.autocomplete("seat")
@in_time
async def suggest_seats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Return the seats of this channel's table whose players' names hold what is typed."""
    table = await here(interaction, glance=True)
    found = search(table.seats, typed, lambda seat: seat.name)
    return [Choice(name=sentences.tidy(seat.name), value=seat.id) for seat in found]


async def answer(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons that version 0.3.0 put under a request for a seat."""
    await take_note(interaction)
    wanted = match["seat"], int(match["user"])
    await answer_one(interaction, match, lambda one: (one.seat, one.user) == wanted)


@group.command(name=name("game.house"), description=about("game.house"))
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


def may_decide(interaction: Interaction, table: Table) -> bool:
    """Tell whether a person decides for others at a table: its host does, and so do admins."""
    return interaction.user.id == table.host or interaction.permissions.manage_guild


async def let_play(interaction: Interaction, table: Table, seat: Seat, deputy: Deputy | None = None) -> None:
    """Let somebody, or the house, play for an absent person, who is called first; say when that begins."""
    house = Deputy(seat.id, seat.user_id, HOUSE, sentences.say("house.name", table.language), called=True)
    after = await interaction.client.service.consent.stand_in(
        table.game_id, interaction.user.id, deputy or house, left=await has_left(interaction, seat)
    )
    request = next((one for one in after.requests if one.seat == seat.id), None)
    key, lang = "house.plays", await language_for(interaction)
    said = {"player": sentences.escaped(seat.name)}
    said["level"] = sentences.say(f"house.level.{table.settings.level}", lang)
    if request is not None and request.due is not None:
        key, said["due"] = "request.warned", discord.utils.format_dt(request.due, "f")
    elif request is not None:
        key, said["player"] = "request.asked", sentences.escaped(request.name)
    await reply(interaction, sentences.say(key, lang, **said))


house.autocomplete("seat")(suggest_seats)
