"""What people set for themselves: reminders, quiet hours, time zone, language, colours; and where they play."""

import re
from collections.abc import Sequence
from datetime import timedelta

import discord
from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import stored_line, wish_colour
from bot.button_ids import SNOOZE as SNOOZE_BUTTON
from bot.client import Bot, Interaction
from bot.command_groups import me_group
from bot.errors.tables import NotYourSeat
from bot.localise import about, described, name, named
from bot.menu.search import PAGE, search
from bot.parts import CONFIRM
from bot.presses import on_press
from bot.replies import LONGEST, acknowledge, language_for, reply, say
from bot.speech import times
from bot.storage import GameRow
from bot.tables.colours import COLOURS
from bot.tables.places import is_paused
from bot.tables.settings import TableSettings
from bot.tables.table import Table
from engine.refusals import BadSetup
from render.schemes import SCHEMES

SNOOZE = timedelta(hours=12)
ORDER = ("yours", "others", "lobby", "resting")
TABLE = "table"
ALWAYS, SELDOM = "always", "seldom"


def setup(bot: Bot) -> None:
    """Add the commands, and the snooze button of reminders."""
    bot.tree.add_command(me_group)
    bot.add_dynamic_items(on_press(SNOOZE_BUTTON.template, press_snooze))


@me_group.command(name=name("reminders"), description=about("me.reminders"))
@described(interval="interval")
async def reminders(interaction: Interaction, interval: str) -> None:
    """Set how long after a call, and how often, one is reminded."""
    lang = await language_for(interaction)
    minutes = _interval(interval, lang)
    client, user = interaction.client, interaction.user.id
    await client.storage.people.change(user, interval_minutes=minutes)
    await client.reschedule(user)
    if minutes is None:
        await say(interaction, "me.reminders.table")
    elif minutes == 0:
        await say(interaction, "me.reminders.off")
    else:
        await say(interaction, "me.reminders.set", span=times.spoken(timedelta(minutes=minutes), lang))


def _interval(text: str, lang: str) -> int | None:
    """Return minutes, 0 for none at all, None for whatever the table has."""
    wanted = times.keyword(text, lang)
    if wanted == times.TABLE:
        return None
    return 0 if wanted == times.OFF else times.span(text) // timedelta(minutes=1)


@reminders.autocomplete("interval")
async def _intervals(interaction: Interaction, typed: str) -> list[Choice[str]]:
    offered = times.intervals(await language_for(interaction), typed, times.TABLE, times.OFF)
    return [Choice(name=said, value=one) for one, said in offered.items()]


@me_group.command(name=name("quiet"), description=about("me.quiet"))
@described(start="quiet_from", end="quiet_to")
async def quiet(interaction: Interaction, start: str, end: str = "") -> None:
    """Set the hours in which nothing may ring; ``off`` for none."""
    client, user = interaction.client, interaction.user.id
    if times.keyword(start, await language_for(interaction)) == times.OFF:
        await client.storage.people.change(user, quiet_from=None, quiet_to=None)
        await client.reschedule(user)
        await say(interaction, "me.quiet.off")
        return
    low = times.clock(start)
    if not end.strip():
        await say(interaction, "me.quiet.end", start=times.shown(low))
        return
    high = times.clock(end)
    row = await client.storage.people.change(user, quiet_from=low, quiet_to=high)
    await client.reschedule(user)
    hours = {"start": times.shown(low), "end": times.shown(high), "zone": row.zone or "UTC"}
    lang = await language_for(interaction)
    lines = [sentences.say("me.quiet.set", lang, **hours)]
    if not row.zone:
        lines.append(sentences.say("me.quiet.no_zone", lang))
    await reply(interaction, "\n".join(lines))


@me_group.command(name=name("timezone"), description=about("me.timezone"))
@described(zone="zone")
async def timezone(interaction: Interaction, zone: str) -> None:
    """Set the time zone of the quiet hours."""
    found = times.zone(zone)
    await interaction.client.storage.people.change(interaction.user.id, zone=found)
    await interaction.client.reschedule(interaction.user.id)
    await say(interaction, "me.timezone.set", zone=found)


@timezone.autocomplete("zone")
async def _zones(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    found = search(times.zones(), typed.replace(" ", "_"), times.city, str)
    return [Choice(name=zone, value=zone) for zone in found[:PAGE]]


@me_group.command(name=name("language"), description=about("me.language"))
@described(language="language")
@app_commands.choices(
    language=[Choice(name=sentences.say("language.name", lang), value=lang) for lang in sentences.languages()]
)
async def language(interaction: Interaction, language: str) -> None:
    """Set the language of private answers."""
    await interaction.client.storage.people.change(interaction.user.id, language=language)
    interaction.client.forget_language(interaction.user.id)
    await reply(interaction, sentences.say("me.language.set", language))


@me_group.command(name=name("scheme"), description=about("me.scheme"))
@described(scheme="scheme")
@app_commands.choices(scheme=[*named("scheme", SCHEMES), *named("scheme", [TABLE])])
async def scheme(interaction: Interaction, scheme: str) -> None:
    """Set the colours of private pictures."""
    await interaction.client.storage.people.change(
        interaction.user.id, scheme=None if scheme == TABLE else scheme
    )
    lang = await language_for(interaction)
    await reply(
        interaction, sentences.say("me.scheme.set", lang, scheme=sentences.say(f"scheme.{scheme}", lang))
    )


@me_group.command(name=name("colour"), description=about("me.colour"))
@described(colour="colour")
@app_commands.choices(colour=named("seat_colour", [*map(str, range(COLOURS)), TABLE]))
async def colour(interaction: Interaction, colour: str) -> None:
    """Set the colour of one's seat, which everybody at one's tables sees."""
    await acknowledge(interaction)
    await wish_colour(interaction, colour)
    lang = await language_for(interaction)
    said = sentences.say(f"seat_colour.{colour}", lang)
    await reply(interaction, sentences.say("me.colour.set", lang, colour=said))


@me_group.command(name=name("confirm"), description=about("me.confirm"))
@described(answer="confirm")
@app_commands.choices(answer=named("confirm", [ALWAYS, SELDOM]))
async def confirm(interaction: Interaction, answer: str) -> None:
    """Set whether each move is confirmed, or only what one person could not take back alone."""
    people = interaction.client.storage.people
    await people.change_settings(interaction.user.id, **{CONFIRM: answer == ALWAYS})
    await say(interaction, f"me.confirm.{answer}")


@me_group.command(name=name("snooze"), description=about("me.snooze"))
@described(span="snooze")
async def snooze(interaction: Interaction, span: str) -> None:
    """Put all reminders off."""
    await _snooze(interaction, times.span(span), None)


async def press_snooze(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button under a reminder: this game's reminders rest for half a day."""
    if int(match["user"]) != interaction.user.id:
        raise NotYourSeat(name="?")
    await _snooze(interaction, SNOOZE, int(match["game"]))


async def _snooze(interaction: Interaction, span: timedelta, game_id: int | None) -> None:
    client = interaction.client
    until = client.clock.now() + span
    await client.reminders.snooze(interaction.user.id, until if span else None, game_id=game_id)
    if span:
        await say(interaction, "me.snoozed", until=discord.utils.format_dt(until, "f"))
    else:
        await say(interaction, "me.awake")


@me_group.command(name=name("games"), description=about("me.games"))
async def games(interaction: Interaction) -> None:
    """List one's own games on all servers: first those where one is awaited, then whose turn it is elsewhere."""
    await acknowledge(interaction)
    client, user, lang = interaction.client, interaction.user.id, await language_for(interaction)
    listed = []
    rows = [*await client.storage.games.of_user(user), *await _deputised(client, user)]
    rows = list({row.id: row for row in rows}.values())
    for row in rows[:PAGE]:
        try:
            table = await client.service.tables.glance(row.id)
        except BadSetup:  # of another version, or with a deck that this process has not
            listed.append((len(ORDER), stored_line(row, lang)))
            continue
        key = _key(table, user)
        listed.append((ORDER.index(key), await _game_line(client, table, key, lang)))
    lines = [line for _, line in sorted(listed, key=lambda one: one[0])]
    await reply(interaction, _as_many(lines, len(rows), lang) or sentences.say("me.games.none", lang))


def _as_many(lines: Sequence[str], every: int, lang: str) -> str:
    """Return as many whole lines as a message holds, and how many of all there are besides."""
    kept = list(lines)
    while True:
        left = every - len(kept)
        more = [sentences.say("list.more", lang, n=left)] if left else []
        text = "\n".join([*kept, *more])
        if len(text) <= LONGEST:
            return text
        kept.pop()


def _key(table: Table, user: int) -> str:
    """Return how a table stands for a person."""
    if is_paused(table):
        return "resting"
    if table.state == "lobby":
        return "lobby"
    return "yours" if user in table.called_people else "others"


async def _deputised(client: Bot, user: int) -> list[GameRow]:
    """Return the games in which a person plays for somebody else."""
    running = await client.storage.games.in_state("running")
    return [
        row
        for row in running
        if any(one.user == user for one in TableSettings.of(row.settings).deputies.values())
    ]


async def _game_line(client: Bot, table: Table, key: str, lang: str) -> str:
    """Return the line of a game: the channel, a link to its board, and for whom it waits since when."""
    if key == "resting":
        return sentences.say("me.games.resting", lang, title=table.title, game=str(table.game_id))
    names = [sentences.escaped(seat.name) for seat in table.awaited]
    link = await client.publisher.link(table, "lobby" if key == "lobby" else "card")
    title = f"[{table.title}](<{link}>)" if link else table.title
    text = sentences.say(
        f"me.games.{key}", lang, title=title, channel=f"<#{table.channel_id}>", players=names
    )
    since = [row.since for row in await client.storage.reminders.of_game(table.game_id) if row.kind == "turn"]
    return f"{text} · {discord.utils.format_dt(min(since), 'R')}" if since else text
