"""What is said of a table's clock: on the board the deadline of whoever decides, in the channel that time is up."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import discord
from discord import ui

from assets import sentences
from bot.button_ids import CLOCK_ZERO
from bot.components import Row, as_view, button
from bot.speech.table_view import TableView
from bot.storage import UserRow
from bot.tables.clocks import pace_of, runs_out, spent_now

PURPOSE = "clock:"
"""How the purposes of these messages begin; the seat follows."""


def clock_lines(view: TableView, people: Mapping[int, UserRow], now: datetime) -> list[str]:
    """Return for the board the deadlines of those who are awaited, and what is left in everybody's bank."""
    table, teller = view.table, view.teller
    clock = table.settings.clock
    if clock is None or table.state != "running":
        return []
    spent = spent_now(table, people, now)
    lines = []
    for seat in table.called:
        pace = pace_of(people.get(table.person_at(seat)), table.settings.outages)
        until = runs_out(clock, spent[seat.id], pace)
        if until is not None:
            shown = discord.utils.format_dt(until, "f")
            lines.append(teller.say("board.clock", player=teller.player(seat.id), until=shown))
    if not clock.each:
        left = {seat.id: max(clock.limit - spent[seat.id].time, timedelta()) for seat in table.seats}
        parts = [
            teller.say("board.bank.left", player=teller.player(seat), span=left_over(time, teller.lang))
            for seat, time in left.items()
        ]
        lines.append(teller.say("board.bank", players=" · ".join(parts)))
    return lines


def left_over(time: timedelta, lang: str) -> str:
    """Return how much of a bank is left: in whole hours, or in minutes if it is less than one."""
    if hours := time // timedelta(hours=1):
        return sentences.say("me.value.hours", lang, n=hours)
    return sentences.say("me.value.minutes", lang, n=time // timedelta(minutes=1))


def time_up(view: TableView, seat: str, *, asks: bool) -> tuple[str, ui.View | None]:
    """Return that somebody's time is up, and what follows; the host is asked where the table has chosen that."""
    teller, clock = view.teller, view.table.settings.clock
    if not asks:
        zero = "skip" if clock is not None and clock.zero == "skip" else "house"
        return teller.say(f"clock.up.{zero}", player=teller.player(seat)), None
    text = teller.say("clock.up.host", player=teller.player(seat), host=f"<@{view.table.host}>")
    answers: Row = [
        button(
            teller.say(f"clock.button.{what}"),
            CLOCK_ZERO.write(game=view.table.game_id, seat=seat, what=what),
        )
        for what in ("house", "more")
    ]
    return text, as_view([answers])
