"""Seats that others are to take over: who is asked, who may decide, and the house that plays meanwhile."""

import re
from collections.abc import Callable, Iterable

import discord

from assets import sentences
from bot.called import called
from bot.client import Interaction
from bot.errors.tables import NotAMember
from bot.replies import language_for, reply, say
from bot.tables.consent import Newcomer
from bot.tables.lobbies import name_at
from bot.tables.requests import Request
from bot.tables.settings import Deputy
from bot.tables.table import HOUSE, Seat, Table

NO_MEMBER = (10007, 10013)
"""Discord's codes for somebody who is no member: not of this server, or nowhere, for the account is gone."""


def member_meant(user: discord.User | discord.Member) -> discord.Member:
    """Return a member of the server.

    :raises NotAMember: when it is none, or a program
    """
    if user.bot or not isinstance(user, discord.Member):
        raise NotAMember(name=called(user))
    return user


async def ask_for(
    interaction: Interaction, table: Table, given: Seat, person: discord.User | discord.Member
) -> None:
    """Ask that a person take over a seat, and say whose answer is awaited."""
    after = await interaction.client.service.consent.seat(
        table.game_id,
        interaction.user.id,
        Newcomer(given.id, person.id, called(person)),
        electors=await _electors(interaction, table, given),
        left=await has_left(interaction, given),
    )
    request = next((one for one in after.requests if one.seat == given.id), None)
    if request is None:
        names = {"new": name_at(table, person.id, called(person)), "old": given.name}
        await say(
            interaction, "replace.taken", **{key: sentences.escaped(name) for key, name in names.items()}
        )
    else:
        await say(interaction, "replace.waits", players=[f"<@{user}>" for user in request.awaited])


async def _electors(interaction: Interaction, table: Table, given: Seat) -> list[int] | None:
    """Return who must agree: nobody if the host, an admin or the player asks, else the host, else the others."""
    if interaction.user.id in (table.host, given.user_id) or interaction.permissions.manage_guild:
        return None
    if await members(interaction, [table.host]):
        return [table.host]
    return await members(
        interaction, [seat.user_id for seat in table.seats if seat != given and not seat.is_house]
    )


async def has_left(interaction: Interaction, seat: Seat) -> bool:
    """Tell whether whoever sits somewhere has left the server."""
    return not seat.is_house and not await members(interaction, [seat.user_id])


async def members(interaction: Interaction, users: Iterable[int]) -> list[int]:
    """Return those who are members of the server."""
    return [one.id for one in await known_members(interaction, users)]


async def known_members(interaction: Interaction, users: Iterable[int]) -> list[discord.Member]:
    """Return those who are members of the server, as Discord knows them there."""
    found, guild = list[discord.Member](), interaction.guild
    if guild is None:
        return found
    for user in users:
        try:
            found.append(await guild.fetch_member(user))
        except discord.NotFound as trouble:
            if trouble.code not in NO_MEMBER:
                raise
    return found


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


def awaited_names(table: Table, request: Request) -> list[str]:
    """Return the names of those whose answer is awaited."""
    return [sentences.escaped(table.name_of(one)) for one in request.awaited]


async def answer_one(
    interaction: Interaction, match: re.Match[str], is_meant: Callable[[Request], bool]
) -> None:
    """Answer the open request that a button of version 0.3.0 means."""
    game_id, service = int(match["game"]), interaction.client.service
    table = await service.tables.glance(game_id)
    number = next((one.id for one in table.requests if is_meant(one)), 0)
    await service.consent.answer(game_id, interaction.user.id, number, agrees=match["answer"] == "agree")
