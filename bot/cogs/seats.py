"""Seats at which somebody acts for another: by proxy, as a substitute, or the house; voting out, and watching."""

import re

import discord
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here, meant
from bot.button_ids import SUBSTITUTE
from bot.called import called
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.tables import NoDeputy, NoReplacement, NotHost
from bot.localise import about, described, name
from bot.menu.search import search
from bot.presses import on_press
from bot.replies import acknowledge, reply, say
from bot.seat_requests import ask_for, has_left, let_play, may_decide, member_meant
from bot.speech import times
from bot.suggestions import suggest_seats
from bot.tables.lobbies import name_at
from bot.tables.seated import own_seat
from bot.tables.settings import Deputy
from bot.tables.table import HOUSE, Seat, Table

SPANS = ("1d", "2d", "3d", "5d", "7d", "10d", "14d", "21d", "28d")


def setup(bot: Bot) -> None:
    """Add the buttons under the notice about somebody who does not answer; the commands are part of ``/game``."""
    bot.add_dynamic_items(on_press(SUBSTITUTE.template, press_substitute))


@game_group.command(name=name("proxy"), description=about("game.proxy"))
@described(by="proxy")
async def proxy(interaction: Interaction, by: discord.User) -> None:
    """Let somebody act for oneself, too."""
    await acknowledge(interaction, public=True)
    table, person = await here(interaction), member_meant(by)
    own = own_seat(table, interaction.user.id)
    deputy = Deputy(own.id, own.user_id, person.id, name_at(table, person.id, called(person)))
    await _name(interaction, table, deputy, "deputy.proxy")


@game_group.command(name=name("substitute"), description=about("game.substitute"))
@described(by="substitute", until="until", seat="house_seat")
async def substitute(
    interaction: Interaction, by: discord.User | None = None, until: str = "", seat: str = ""
) -> None:
    """Let somebody, or the house, play in one's place until a day, or until one comes back."""
    await acknowledge(interaction, public=True)
    table = await here(interaction)
    given = meant(table, seat) if seat else own_seat(table, interaction.user.id)
    ends = interaction.client.clock.now() + times.span(until) if until.strip() else None
    if by is None:
        house = sentences.say("house.name", table.language)
        deputy = Deputy(given.id, given.user_id, HOUSE, house, called=True, until=ends)
    else:
        person = member_meant(by)
        name_ = name_at(table, person.id, called(person))
        deputy = Deputy(given.id, given.user_id, person.id, name_, called=True, until=ends)
    if given.user_id != interaction.user.id:
        if not may_decide(interaction, table):
            raise NotHost(host=str(table.host))
        await let_play(interaction, table, given, deputy)
        return
    if deputy.user != HOUSE:
        await interaction.client.service.consent.substitute(table.game_id, interaction.user.id, deputy)
        asked = sentences.say("request.asked", table.language, player=sentences.escaped(deputy.name))
        await reply(interaction, asked, public=True)
        return
    await _name(interaction, table, deputy, "deputy.until" if ends else "deputy.plays")


async def _name(interaction: Interaction, table: Table, deputy: Deputy, key: str) -> None:
    """Let somebody act at a seat, and tell the table."""
    user, is_admin = interaction.user.id, interaction.permissions.manage_guild
    after = await interaction.client.service.deputies.name(table.game_id, user, deputy, as_host=is_admin)
    until = {"until": discord.utils.format_dt(deputy.until, "f")} if deputy.until else {}
    by = sentences.escaped(deputy.name)
    key += "/house" if deputy.user == HOUSE else ""
    text = sentences.say(
        key, table.language, by=by, player=sentences.escaped(after.names[deputy.seat]), **until
    )
    await reply(interaction, text, public=True)


@game_group.command(name=name("back"), description=about("game.back"))
async def back(interaction: Interaction) -> None:
    """Take one's seat back, and give up those of others."""
    await acknowledge(interaction, public=True)
    table = await here(interaction)
    service, user = interaction.client.service, interaction.user.id
    kept = await service.consent.here(table.game_id, user)
    try:
        await service.deputies.back(table.game_id, user)
    except NoDeputy:
        if not kept and not await service.consent.regain(table.game_id, user):
            raise
    key = "deputy.given_up" if _plays_for_others_alone(table, user) and not kept else "deputy.back"
    name_ = sentences.escaped(called(interaction.user))
    await reply(interaction, sentences.say(key, table.language, player=name_), public=True)


def _plays_for_others_alone(table: Table, user: int) -> bool:
    """Tell whether somebody plays for others while nobody acts for them."""
    known = table.deputies.values()
    own = user in table.stand_ins.values() or any(one.owner == user for one in known)
    return not own and any(one.user == user and one.called for one in known)


@game_group.command(name=name("voteout"), description=about("game.voteout"))
@described(seat="seat_given")
async def voteout(interaction: Interaction, seat: str) -> None:
    """Ask the others whether the house should take somebody's seat."""
    await acknowledge(interaction)
    table = await here(interaction)
    await _vote_out(interaction, table, meant(table, seat))
    await say(interaction, "deputy.voting")


async def _vote_out(interaction: Interaction, table: Table, seat: Seat) -> None:
    house = sentences.say("house.name", table.language)
    consent, left = interaction.client.service.consent, await has_left(interaction, seat)
    await consent.vote_out(table.game_id, interaction.user.id, seat.id, house, left=left)


@game_group.command(name=name("watch"), description=about("game.watch"))
async def watch(interaction: Interaction) -> None:
    """Follow a game that one does not play by private notes on its rounds; asked again, stop following it."""
    await acknowledge(interaction)
    table, user = await here(interaction), interaction.user.id
    watches = await interaction.client.service.lobbies.watch(table.game_id, user)
    await say(interaction, "watch.on" if watches else "watch.off")


async def press_substitute(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons under the notice: the house plays, or whoever presses would play on."""
    await acknowledge(interaction)
    table = await interaction.client.service.tables.find(int(match["game"]))
    seat = table.seat(match["seat"])
    if seat is None or seat not in table.called:
        raise NoReplacement
    if match["what"] == "person":
        await ask_for(interaction, table, seat, interaction.user)
    elif _decides(interaction, table, seat):
        await let_play(interaction, table, seat)
    else:
        await _vote_out(interaction, table, seat)
        await say(interaction, "deputy.voting")


def _decides(interaction: Interaction, table: Table, seat: Seat) -> bool:
    """Tell whether a person may let the house play at once: the host and admins; all others where two play."""
    people = [one.user_id for one in table.seats if one != seat and not one.is_house]
    return may_decide(interaction, table) or people == [interaction.user.id]


@substitute.autocomplete("until")
async def _spans(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    return [Choice(name=one, value=one) for one in search(SPANS, typed, str)]


voteout.autocomplete("seat")(suggest_seats)
substitute.autocomplete("seat")(suggest_seats)
