"""One page of what a person has set for themselves, as buttons and lists: nothing has to be typed."""

import asyncio
import re
from datetime import timedelta
from typing import Any

from discord import ui

from assets import sentences
from bot.at_table import wish_colour
from bot.button_ids import PREFERENCE, PREFERENCE_LIST, PREFERENCE_PLACES
from bot.client import Bot, Interaction
from bot.command_groups import me_group
from bot.components import Layout, button, entry, layout, select
from bot.localise import about, name
from bot.menu.search import PAGE
from bot.presses import chosen_of, on_choice, on_press
from bot.replies import LANGUAGE, acknowledge, language_for, reply, turn_to
from bot.speech import times
from bot.speech.preferences import DISCORD, FLAGS, SPANS, Preferences
from bot.speech.times import OFF, TABLE
from bot.storage import AWAY, AWAY_SINCE, UserChanges, UserRow

NONE = {DISCORD: None, TABLE: None}


def setup(bot: Bot) -> None:
    """Add the lists and buttons of the page; the command is part of ``/me``."""
    bot.add_dynamic_items(
        on_choice(PREFERENCE_LIST.template, chosen),
        on_press(PREFERENCE.template, pressed),
        on_press(PREFERENCE_PLACES.template, turned),
    )


@me_group.command(name=name("settings"), description=about("me.settings"))
async def settings(interaction: Interaction) -> None:
    """Show all of one's own settings."""
    await acknowledge(interaction)
    await reply(interaction, view=await _page(interaction))


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve a list: set what was chosen, or go on to the places that have this hour."""
    what, shown = match["what"], await _shown(interaction)
    if what == "hour":
        hours = await asyncio.to_thread(shown.hours)
        hour = chosen_of(values[0], [value for value, *_ in hours])
        await turn_to(interaction, await _places(interaction, int(hour), 0))
        return
    known = values if what == "zone" else [value for value, *_ in shown.options(what)]
    await _set(interaction, what, chosen_of(values[0], known))
    await turn_to(interaction, await _page(interaction))


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve a button: another page, or what is on or off."""
    what = match["what"]
    if what == "hours":
        await turn_to(interaction, await _hours(interaction))
        return
    if what in FLAGS:
        await _set(interaction, what, "")
    await turn_to(interaction, await _page(interaction))


async def turned(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons that turn the pages of places."""
    await turn_to(interaction, await _places(interaction, int(match["hour"]) - 12, int(match["page"])))


async def _set(interaction: Interaction, what: str, value: str) -> None:
    """Change one setting, and work out anew when the person is to be reminded or called."""
    client, user = interaction.client, interaction.user.id
    people, now = client.storage.people, client.clock.now()
    row = await people.find(user)
    if what in FLAGS:
        await people.change_settings(user, **{what: not FLAGS[what].of(row)})
    elif what == "away":
        until = None if value == OFF else now + times.span(value)
        await people.change_settings(user, **{AWAY: until and until.isoformat(), AWAY_SINCE: now.isoformat()})
    elif what == "colour":
        await wish_colour(interaction, value)
    elif what == "snooze":
        await client.reminders.snooze(user, None if value == OFF else now + times.span(value))
    else:
        await people.change(user, **_column(row, what, value))
    client.forget_language(user)
    interaction.extras.pop(LANGUAGE, None)
    await client.reschedule(user)


def _column(row: UserRow, what: str, value: str) -> UserChanges:
    """Return the change of a setting that has a column of its own."""
    if what == "interval":
        known = {TABLE: None, OFF: 0}
        minutes = known[value] if value in known else times.span(value) // timedelta(minutes=1)
        return {"interval_minutes": minutes}
    if what == "from":
        if value == OFF:
            return {"quiet_from": None, "quiet_to": None}
        end = times.MORNING if row.quiet_to is None else row.quiet_to
        return {"quiet_from": int(value), "quiet_to": end}
    if what == "to":
        return {
            "quiet_from": times.EVENING if row.quiet_from is None else row.quiet_from,
            "quiet_to": int(value),
        }
    if what == "zone":
        return {"zone": times.zone(value)}
    wanted = NONE.get(value, value)
    return {"scheme": wanted} if what == "scheme" else {"language": wanted}


# --- the page


async def _shown(interaction: Interaction) -> Preferences:
    client, user = interaction.client, interaction.user.id
    row = await client.storage.people.find(user)
    return Preferences(row, client.clock.now(), await language_for(interaction))


async def _page(interaction: Interaction) -> Layout:
    """Return the page of all settings."""
    shown = await _shown(interaction)
    parts: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(shown.lines()))]
    parts += [ui.ActionRow(_list(shown, what, shown.options(what))) for what in SPANS]
    flags = [button(shown.flag(what), PREFERENCE.write(what=what)) for what in FLAGS]
    zone = button(sentences.say("me.button.zone", shown.lang), PREFERENCE.write(what="hours"))
    parts += [ui.ActionRow(zone, *flags)]
    return layout(*parts)


def _list(shown: Preferences, what: str, options: list[tuple[str, str, bool]]) -> ui.Select[Layout]:
    entries = [entry(label, value, chosen=now) for value, label, now in options]
    return select(PREFERENCE_LIST.write(what=what), sentences.say(f"me.list.{what}", shown.lang), entries)


async def _hours(interaction: Interaction) -> Layout:
    """Return the question which hour it is where the person is."""
    shown = await _shown(interaction)
    options = await asyncio.to_thread(shown.hours)
    return _asking(shown, _list(shown, "hour", options))


async def _places(interaction: Interaction, hour: int, page: int) -> Layout:
    """A page of the places that have that hour now; all settings where no place has it."""
    shown = await _shown(interaction)
    places = (await asyncio.to_thread(times.by_hour, shown.now)).get(hour, [])
    if not places:
        return await _page(interaction)
    page = min(page, (len(places) - 1) // PAGE)
    part = places[page * PAGE :][:PAGE]
    options = [(one, one.replace("_", " "), one == shown.row.zone) for one in part]
    turns = [
        button(sentences.say(key, shown.lang), PREFERENCE_PLACES.write(hour=hour + 12, page=to), off=off)
        for key, to, off in (
            ("history.earlier", max(page - 1, 0), page == 0),
            ("history.later", page + 1, (page + 1) * PAGE >= len(places)),
        )
    ]
    return _asking(shown, _list(shown, "zone", options), *turns)


def _asking(shown: Preferences, listed: ui.Select[Layout], *turns: ui.Button[Any]) -> Layout:
    back = button(sentences.say("me.button.back", shown.lang), PREFERENCE.write(what="back"))
    return layout(
        ui.TextDisplay(sentences.say("me.zone.ask", shown.lang)),
        ui.ActionRow(listed),
        ui.ActionRow(*turns, back),
    )
