"""Standing orders: given, looked at and withdrawn by pressing; nobody else learns that there are any."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from discord import app_commands, ui

from assets import sentences
from bot.at_table import here
from bot.button_ids import ORDER, ORDER_ELSE, ORDER_END, ORDER_LIST, ORDER_PAGE
from bot.client import Bot, Interaction
from bot.components import Layout, Style, button, entry, layout, rows, select
from bot.errors.tables import OrderEnded
from bot.limits import CUSTOM_ID
from bot.localise import about, name
from bot.menu.search import PAGE, pages
from bot.messages.order_notes import has_ended
from bot.presses import on_choice, on_press
from bot.replies import acknowledge, language_for, reply, turn_to
from bot.speech.table_view import TableView, view_of
from bot.speech.wishes import ends, now, wish
from bot.speech.wishes import lot as lot_name
from bot.storage import OrderRow
from bot.tables.seated import own_seat
from engine import standing
from engine.standing import Order

SHOWN = 8
"""How many orders that were given are shown at once."""


def setup(bot: Bot) -> None:
    """Add the command, its lists and its buttons."""
    bot.tree.add_command(order)
    bot.add_dynamic_items(
        on_choice(ORDER_LIST.template, chosen),
        on_choice(ORDER_ELSE.template, added),
        on_press(ORDER.template, pressed),
        on_press(ORDER_END.template, withdrawn),
        on_press(ORDER_PAGE.template, turned),
    )


@app_commands.command(name=name("order"), description=about("order"))
@app_commands.guild_only()
async def order(interaction: Interaction) -> None:
    """Show one's standing orders at this channel's table, and what may be ordered."""
    await acknowledge(interaction)
    table = await here(interaction)
    await reply(interaction, view=await _overview(interaction, table.game_id))


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list of what may be ordered: show one order with its numbers."""
    view, seat = await _place(interaction, int(match["game"]))
    await turn_to(interaction, await _page(view, seat, _named(view, seat, values[0])))


async def added(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list of what may stand besides in an order: show the order that has it, too."""
    view, seat = await _place(interaction, int(match["game"]))
    wanted = _named(view, seat, match["name"]).with_numbers(0, int(match["price"]))
    await turn_to(interaction, await _page(view, seat, dict(wanted.others(view.game)).get(values[0], wanted)))


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of an order: other numbers, or give it."""
    view, seat = await _place(interaction, int(match["game"]))
    wanted = _named(view, seat, match["name"]).with_numbers(int(match["until"]), int(match["price"]))
    if match["what"] == "show":
        await turn_to(interaction, await _page(view, seat, wanted))
        return
    replaced = await interaction.client.service.orders.give(view.table.game_id, interaction.user.id, wanted)
    said = [view.teller.say("wish.given", wish=wish(view.teller, wanted))]
    said += [view.teller.say("wish.replaces", wish=wish(view.teller, one)) for one in replaced]
    await turn_to(interaction, await _overview(interaction, view.table.game_id, *said))


async def withdrawn(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that withdraws an order."""
    game_id, orders = int(match["game"]), interaction.client.service.orders
    if not await orders.withdraw(game_id, interaction.user.id, int(match["order"])):
        raise OrderEnded
    said = sentences.say("wish.withdrawn", await language_for(interaction))
    await turn_to(interaction, await _overview(interaction, game_id, said))


async def _place(interaction: Interaction, game_id: int) -> tuple[TableView, str]:
    """Return the table in the person's language, and their seat.

    :raises NotSeated, NotRunning: when there is nothing to order
    """
    table = (await interaction.client.service.tables.find(game_id)).started()
    seat = own_seat(table, interaction.user.id)
    return view_of(table, await language_for(interaction)), seat.id


def _named(view: TableView, seat: str, wanted: str) -> Order:
    """Return the order of that name, among those that can be given now.

    :raises OrderEnded: when it can no longer be given
    """
    found = standing.find(view.game, seat, wanted)
    if found is None:
        raise OrderEnded
    return found


async def turned(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons that turn the pages of what is given, and of what is offered."""
    at = Pages(int(match["given"]), int(match["offers"]))
    await turn_to(interaction, await _overview(interaction, int(match["game"]), at=at))


@dataclass(frozen=True, slots=True)
class Pages:
    """Which page is shown of the orders given, and of those offered; the first is 0."""

    given: int = 0
    offers: int = 0


async def _overview(interaction: Interaction, game_id: int, *said: str, at: Pages = Pages()) -> Layout:
    """Return the page of one's orders: those that stand, with a button each, and the list of others."""
    view, seat = await _place(interaction, game_id)
    orders = interaction.client.service.orders
    owed = [has_ended(view, row) for row in await orders.owed(game_id, interaction.user.id)]
    given = await orders.of(game_id, interaction.user.id)
    offers = await asyncio.to_thread(standing.offered, view.game, seat)
    at = Pages(min(at.given, _last(given, SHOWN)), min(at.offers, _last(offers, PAGE)))
    first = at.given * SHOWN
    page = list(enumerate(given, 1))[first : first + SHOWN]
    lines = [*owed, *said, view.teller.say("wish.head")]
    lines += [f"{number}. {_line(view, one)}" for number, one in page]
    parts: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(lines))]
    parts += [ui.ActionRow(*row) for row in rows([_end(view, number, row) for number, (row, _) in page])]
    if offers:
        first = at.offers * PAGE
        parts.append(ui.ActionRow(_list(view, offers[first : first + PAGE])))
    turns = [
        *_turns(view, "given", at, _last(given, SHOWN)),
        *_turns(view, "offers", at, _last(offers, PAGE)),
    ]
    return layout(*parts, *([ui.ActionRow(*turns)] if turns else []))


def _last(listed: Sequence[object], size: int) -> int:
    """Return the number of the last page of a list, from 0."""
    return max(0, (len(listed) - 1) // size)


def _turns(
    view: TableView, what: Literal["given", "offers"], at: Pages, last: int
) -> list[ui.Button[Layout]]:
    """Return the buttons that turn to the page before and the one after, none where there is one page only."""
    now = at.given if what == "given" else at.offers
    if not last:
        return []
    made = []
    for step, direction in ((-1, "back"), (1, "on")):
        to = replace(at, **{what: max(0, now + step)})
        custom_id = ORDER_PAGE.write(
            game=view.table.game_id, given=to.given, offers=to.offers, what=f"{what}_{direction}"
        )
        label = view.bare.say(f"wish.button.{what}.{direction}")
        made.append(button(label, custom_id, off=not 0 <= now + step <= last))
    return made


def _line(view: TableView, given: tuple[OrderRow, Order]) -> str:
    row, one = given
    return view.teller.say("wish.line", wish=wish(view.teller, one), n=row.acts)


def _end(view: TableView, number: int, row: OrderRow) -> ui.Button[Layout]:
    custom_id = ORDER_END.write(game=view.table.game_id, order=row.id)
    return button(view.bare.say("wish.button.end", number=str(number)), custom_id)


def _list(view: TableView, offers: list[Order]) -> ui.Select[Layout]:
    entries = [entry(wish(view.bare, one), one.name) for one in offers]
    return select(ORDER_LIST.write(game=view.table.game_id), view.bare.say("wish.choose"), entries)


async def _page(view: TableView, seat: str, wanted: Order) -> Layout:
    """Return the page of one order: what it would do now, its numbers, and the button that gives it."""
    found = await asyncio.to_thread(standing.ask, wanted, view.game, seat)
    small = f"-# {ends(view.teller, wanted)}\n-# {view.teller.say('wish.secret')}"
    text = f"{wish(view.teller, wanted)}\n{now(view.teller, found)}\n{small}"
    steps: dict[str, Order] = {}
    for step, other in wanted.varied(view.game):
        steps.setdefault(step, other)
    buttons = [
        button(view.bare.say(f"wish.button.{step}"), _id(view, "show", other))
        for step, other in steps.items()
    ]
    give = button(view.bare.say("wish.button.give"), _id(view, "give", wanted), Style.success)
    parts: list[ui.Item[Layout]] = [ui.TextDisplay(text)]
    parts += [ui.ActionRow(one) for one in _others(view, wanted)]
    parts += [ui.ActionRow(*row) for row in rows([*buttons, give])]
    return layout(*parts)


def _others(view: TableView, wanted: Order) -> list[ui.Select[Layout]]:
    """Return the lists of what may stand besides in an order, as far as its button has room for the names."""
    fits = [lot for lot, other in wanted.others(view.game) if len(_id(view, "show", other)) <= CUSTOM_ID]
    price, said = getattr(wanted, "price", 0), view.bare.say("wish.choose_else")
    made = []
    for part, lots in enumerate(pages(fits, PAGE) if fits else ()):
        entries = [entry(lot_name(view.bare, one), one) for one in lots]
        custom_id = ORDER_ELSE.write(game=view.table.game_id, part=part, price=price, name=wanted.name)
        made.append(select(custom_id, said, entries))
    return made


def _id(view: TableView, what: str, one: Order) -> str:
    """Return the id of a button that shows or gives an order."""
    until, price = getattr(one, "until", 0), getattr(one, "price", 0)
    return ORDER.write(game=view.table.game_id, what=what, until=until, price=price, name=one.name)
