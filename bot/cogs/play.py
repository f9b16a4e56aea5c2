"""Playing: what people press and type goes to the service, what comes of it goes back to them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Self

from discord import ui

from assets import sentences
from bot import cards, previews, sights
from bot.answers import Answer, Stage
from bot.button_ids import GUIDE_OFF
from bot.client import Bot, Interaction
from bot.components import Row, button, rows
from bot.errors import StaleRev
from bot.menu.folding import Amount, Ready, words
from bot.messages.lines import acted_for
from bot.messages.order_notes import has_ended
from bot.pickers import board_buttons, move_ids
from bot.pickers.consequences import is_lasting, is_told
from bot.pickers.move_ids import Press
from bot.pickers.picker import DIGITS, Page, Picker
from bot.pickers.player import PlayerContext, player_context
from bot.presses import on_press
from bot.repeats import was_pressed
from bot.replies import acknowledge, guarded, language_for, open_form, reply, say, take_note
from bot.speech import action_log, error_sentences
from bot.speech.guides import GUIDED, GUIDES, guides
from bot.speech.preferences import FLAGS
from bot.speech.table_view import TableView, view_of
from bot.tables.view import StartedTable, Table
from engine.actions import Action
from engine.choices import Offer
from engine.game import Game
from engine.refusals import IllegalAction, Refusal

AT_ONCE = 0.1
"""How long a press may wait for what it would cause, in seconds, before it is acknowledged without."""
INSTEAD = 3
"""How many legal moves are offered in place of one that is none."""
DONE = 1500
"""How much is told of what came of a move, of 2000 characters."""


def setup(bot: Bot) -> None:
    """Add the buttons, selects and forms of moves."""
    bot.add_dynamic_items(on_press(GUIDE_OFF.template, silence))
    bot.add_dynamic_items(on_press(move_ids.BUTTON, pressed), MoveSelect)
    bot.forms.add(move_ids.BUTTON, filled_in)


# --- presses


class MoveSelect(ui.DynamicItem[ui.Select[Any]], template=move_ids.SELECT):
    """A list to choose from."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Interaction,  # type: ignore[override]
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Take the list as it is."""
        assert isinstance(item, ui.Select)
        return cls(item)

    @guarded
    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Go on with what was chosen."""
        await _serve(interaction, self.custom_id, self.item.values[0])


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve a button of a move."""
    await _serve(interaction, match[0])


async def filled_in(interaction: Interaction, match: re.Match[str], typed: dict[str, str]) -> None:
    """Go on with an amount that was typed into a form."""
    await _serve(interaction, match[0], typed["amount"])


async def _serve(interaction: Interaction, custom_id: str, chosen: str = "") -> None:
    """Look at the table as it is now and do what the id says, if it still fits."""
    press = move_ids.read(custom_id)
    assert press is not None
    await previews.drop(interaction, press.game)
    player = await at_table(interaction, await interaction.client.service.tables.find(press.game))
    press = move_ids.with_todays_verb(press, player.game.title)
    if press.purpose == move_ids.CANCEL:
        await cards.put_away(interaction, press.game)
    elif press.rev != player.table.rev:
        await _came_late(interaction, player, press, chosen)
    elif press.verb not in player.menu.verbs:
        await tell(interaction, player, not_yours(player, press.verb), next_rows(player))
    else:
        await _go_on(interaction, player, press, chosen)


async def _came_late(interaction: Interaction, player: PlayerContext, press: Press, chosen: str) -> None:
    """Say that the table is another one now; who has pressed twice is told what the first press did."""
    if await was_pressed(interaction, player.table, press.rev, lambda then: _wish(then, press, chosen)):
        await tell_done(interaction, player.table, press.rev)
    else:
        await _moved_on(interaction, player)


def _wish(player: PlayerContext, press: Press, chosen: str) -> Action | None:
    """Return the move that a press plays, None if it only asks on."""
    picked = move_ids.picked(player.menu, press) if press.verb in player.menu.verbs else None
    if picked is None or press.purpose not in move_ids.PLAYING:
        return None
    if press.purpose == move_ids.TAKE:
        picked = _with_choice(player, press.verb, picked, chosen)
    elif press.purpose in (move_ids.FORM, move_ids.FILL):
        step = player.menu.narrow(press.verb, picked)
        picked = {**picked, step.field: "".join(chosen.split())} if isinstance(step, Amount) else None
    page = None if picked is None else player.picker(press.verb).page(picked, press.page)
    return None if page is None or page.ready is None else page.ready.action


async def _go_on(interaction: Interaction, player: PlayerContext, press: Press, chosen: str) -> None:
    picked = move_ids.picked(player.menu, press)
    picker = player.picker(press.verb)
    if picked is not None and press.purpose in (move_ids.CHOOSE, move_ids.TAKE):
        picked = _with_choice(player, press.verb, picked, chosen)
    if picked is None:
        await _moved_on(interaction, player)
    elif press.purpose in (move_ids.FORM, move_ids.FILL):
        await _typed_amount(interaction, player, press, picked, chosen)
    elif press.purpose in (move_ids.OTHER, move_ids.AMOUNT):
        step = player.menu.narrow(press.verb, picked)
        if isinstance(step, Amount):
            await _ask_amount(interaction, picker, step, press.purpose, picked)
        else:
            await _moved_on(interaction, player)
    elif press.purpose == move_ids.PLAY:
        await _play_confirmed(interaction, player, press.verb, picked)
    elif press.purpose in (move_ids.DO, move_ids.TAKE):
        await _play_or_ask_on(interaction, player, press, picked)
    else:
        await show_page(interaction, player, picker.page(picked, press.page))


def _with_choice(
    player: PlayerContext, verb: str, picked: dict[str, str], chosen: str
) -> dict[str, str] | None:
    step = player.menu.narrow(verb, picked)
    options = getattr(step, "options", ())
    word = move_ids.find(chosen, (option.word for option in options))
    return None if word is None else {**picked, step.field: word}  # type: ignore[union-attr]


async def _ask_amount(
    interaction: Interaction, picker: Picker, amount: Amount, purpose: str, picked: dict[str, str]
) -> None:
    """Open the form for an amount, or where that came too late offer the button that opens it."""
    late = picker.late_form(picked)
    filled = move_ids.FILL if purpose == move_ids.AMOUNT else move_ids.FORM
    await open_form(interaction, picker.form(amount, picked, filled), late.text, late.parts)


async def _typed_amount(
    interaction: Interaction, player: PlayerContext, press: Press, picked: dict[str, str], text: str
) -> None:
    """Take an amount from a form; the picker stays as it is if the amount is not possible."""
    step, picker = player.menu.narrow(press.verb, picked), player.picker(press.verb)
    number = "".join(text.split())
    if not isinstance(step, Amount):
        await _moved_on(interaction, player)
    elif not (number.isascii() and number.isdecimal()) or len(number) > DIGITS:
        await reply(interaction, player.teller.say("play.no_number"))
    elif int(number) not in step:
        amount = str(player.teller.value(step.field, int(number)))
        said = {"amount": amount, "range": picker.between(step)}
        await reply(interaction, player.teller.say("play.bad_amount", **said))
    elif press.purpose == move_ids.FILL:
        await _play_or_ask_on(interaction, player, press, {**picked, step.field: number})
    else:
        await show_page(interaction, player, picker.page({**picked, step.field: number}))


async def _play_confirmed(
    interaction: Interaction, player: PlayerContext, verb: str, picked: dict[str, str]
) -> None:
    step = player.menu.narrow(verb, picked)
    if isinstance(step, Ready):
        await play(interaction, player, step.action)
    else:
        await show_page(interaction, player, player.picker(verb).page(picked))


async def _play_or_ask_on(
    interaction: Interaction, player: PlayerContext, press: Press, picked: dict[str, str]
) -> None:
    """Play what is picked, unless it must be confirmed first; ask on where something is left to choose."""
    page = player.picker(press.verb).page(picked, press.page)
    if page is None or page.ready is None:
        await show_page(interaction, player, page)
    else:
        told = Answer.to(interaction).is_turnable and is_told(page.ready.offer, picked)
        await _play_or_confirm(interaction, player, page, page.ready.action, told=told)


async def _play_or_confirm(
    interaction: Interaction, player: PlayerContext, page: Page, action: Action, *, told: bool
) -> None:
    """Play a move, unless its person wants to be asked or it has lasting effects not ``told`` before the press."""
    if not Answer.to(interaction).is_turnable:
        await take_note(interaction)
    after = await _foreseen(interaction, player, action)
    wants = await interaction.client.confirms(interaction.user.id)
    if wants or (is_lasting(player.table, interaction.user.id, after.events) and not told):
        await _confirm(interaction, player, page, action, after)
    else:
        await play(interaction, player, action)


async def tell(
    interaction: Interaction,
    player: PlayerContext,
    text: str,
    parts: Sequence[Row] = (),
    *,
    fresh: bool = False,
) -> None:
    """Say something in the one private message that a person has at a table."""
    await previews.drop(interaction, player.table.game_id)
    text = "\n".join([*await _owed(interaction, player.view), text])
    await cards.show(interaction, player.table.game_id, text, parts, fresh=fresh)


async def _owed(interaction: Interaction, view: TableView) -> list[str]:
    """Return why orders have ended of somebody whom no private message has told."""
    orders = interaction.client.service.orders
    return [has_ended(view, row) for row in await orders.owed(view.table.game_id, interaction.user.id)]


async def show_page(interaction: Interaction, player: PlayerContext, page: Page | None) -> None:
    """Show a page of the picker; with all chosen, also what it would cause."""
    if page is None:
        await _moved_on(interaction, player)
        return
    if page.ready is None:
        await tell(interaction, player, page.text, page.parts)
        sights.begin(interaction, player.view, page)
        return
    action = page.ready.action
    await _confirm(interaction, player, page, action, await _foreseen(interaction, player, action))


async def _confirm(
    interaction: Interaction, player: PlayerContext, page: Page, action: Action, after: Game
) -> None:
    """Show what a move would cause, with the button that plays it, and the map as it would be."""
    lines = action_log.log(player.teller, after.events)
    told = [player.teller.say("play.consequence", line=line) for line in lines]
    await tell(interaction, player, "\n".join([page.text, *told]), page.parts)
    if previews.drawable(action, player.game, after):
        previews.begin(interaction, player.table, action, after, player.view.bare.action(action))


async def _foreseen(interaction: Interaction, player: PlayerContext, action: Action) -> Game:
    """Return the game after an action; if that takes long, the press is acknowledged first."""
    look = asyncio.create_task(asyncio.to_thread(_noted_play, player.game, action))
    await asyncio.wait([look], timeout=AT_ONCE)
    if not look.done():
        await acknowledge(interaction)
    return await look


def _noted_play(game: Game, action: Action) -> Game:
    """The game after an action, as it is played when it is played in earnest."""
    return game.play(game.choices.noted(action))


# --- playing


async def play(
    interaction: Interaction, player: PlayerContext, wanted: Action | str, *, off_list: bool = False
) -> None:
    """Play an action and say what came of it, or why it cannot be.

    With one that is ``off_list`` also what brings more; those on the list are as good as any.
    """
    await acknowledge(interaction)
    await previews.drop(interaction, player.table.game_id)
    more = await _more(player, wanted) if off_list and isinstance(wanted, Action) else ""
    try:
        table = await interaction.client.service.moves.act(
            player.table.game_id, player.table.rev, interaction.user.id, wanted, interaction.id
        )
    except StaleRev:
        await _overtaken(interaction, player, wanted)
    except IllegalAction as error:
        await refuse(interaction, player, error.action, error.refusal)
    else:
        await tell_done(interaction, table, player.table.rev, more)


async def _overtaken(interaction: Interaction, player: PlayerContext, wanted: Action | str) -> None:
    """Say that the table has moved on while a move was on its way, unless it was this very move that was made."""
    present = (await interaction.client.service.tables.find(player.table.game_id)).started()
    own = wanted if isinstance(wanted, Action) else None
    if await was_pressed(interaction, present, player.table.rev, lambda _: own):
        await tell_done(interaction, present, player.table.rev)
    else:
        await _moved_on(interaction, await at_table(interaction, present))


async def _more(player: PlayerContext, action: Action) -> str:
    """Return what would bring more than a legal action, empty if nothing would."""
    better = await asyncio.to_thread(player.game.choices.why_not_more, action)
    return "" if better is None else player.teller.refusal(better)


async def tell_done(interaction: Interaction, table: StartedTable, since: int, more: str = "") -> None:
    """Tick a move off; a press on the card of the turn needs no answer, and what comes next stands there."""
    missing = error_sentences.lacking(interaction)
    guide = await _guided(interaction, table, since)
    view = view_of(table, await language_for(interaction))
    owed = await _owed(interaction, view)
    if Answer.to(interaction).stage is Stage.QUIET and not (more or missing or guide or owed):
        await cards.put_away(interaction, table.game_id)
        return
    goes_on = any(table.may_act(interaction.user.id, seat) for seat in table.awaited)
    if Answer.to(interaction).is_turnable and not (goes_on or more or guide or owed):
        await cards.put_away(interaction, table.game_id)
        return
    lines = [*owed, view.teller.say("play.done", line=_ticked(interaction, view, table, since))]
    lines += [view.teller.say("play.more", line=more)] if more else []
    if missing:
        named = error_sentences.in_words(missing, view.lang)
        lines.append(view.teller.say("play.lacking", permissions=named))
    off: Row = [button(view.teller.say("guide.button.off"), GUIDE_OFF.write())] if guide else []
    lines += [guide] if guide else []
    await cards.show(interaction, table.game_id, "\n".join(lines), [off] if off else [])


async def _guided(interaction: Interaction, table: StartedTable, since: int) -> str:
    """Return what a first game's guide says of moves that a person has just made; it is said once."""
    client, user = interaction.client, interaction.user.id
    row = await client.storage.people.find(user)
    if not client.settings.guides or not FLAGS[GUIDES].of(row):
        return ""
    view = view_of(table, await language_for(interaction))
    results = client.publisher.results(table, since)
    told = list((row.settings or {}).get(GUIDED) or ())
    theirs = [result for result in results if result.played.user_id == user]
    found = guides(view.teller, theirs, told)
    if found:
        await client.storage.people.change_settings(user, **{GUIDED: [*told, *found]})
    return "\n".join(f"> {text}" for text in found.values())


async def silence(interaction: Interaction, _match: re.Match[str]) -> None:
    """Serve the button under a guide: no more of these."""
    await interaction.client.storage.people.change_settings(interaction.user.id, **{GUIDES: False})
    await say(interaction, "guide.off")


def _ticked(interaction: Interaction, view: TableView, table: StartedTable, since: int) -> str:
    """Return what came of a move since a revision."""
    results = interaction.client.publisher.results(table, since)
    told = [(result.played, "\n".join(action_log.log(view.teller, result.events))) for result in results]
    lines = [acted_for(view, move, line) for move, line in told if line]
    lines = lines or action_log.log(view.teller, table.game.events)
    return sentences.cut("\n".join(lines), DONE)


async def refuse(interaction: Interaction, player: PlayerContext, action: Action, refusal: Refusal) -> None:
    """Say what is wrong, which rule says so, and offer what would be legal instead."""
    text = player.teller.refusal(refusal)
    nearest = player.menu.nearest(action.verb, words(action))
    parts = instead_rows(player, nearest) or next_rows(player)
    if parts:
        text += "\n" + player.teller.say("play.instead")
    await tell(interaction, player, text, parts, fresh=True)


def instead_rows(player: PlayerContext, offers: Sequence[Offer]) -> list[Row]:
    """Return a few legal moves as buttons."""
    every = board_buttons.whole(player.view, player.menu, offers)
    return rows(list({one.label: one for one in reversed(every)}.values())[::-1][:INSTEAD])


def next_rows(player: PlayerContext) -> list[Row]:
    """Return buttons for what may be done now."""
    return board_buttons.moves(player.view, player.menu) if player.menu.verbs else []


async def _moved_on(interaction: Interaction, player: PlayerContext) -> None:
    """Say that the table is another one now; nothing was changed."""
    link = await interaction.client.publisher.link(player.table, "card")
    await tell(interaction, player, player.teller.say("play.moved_on", link=link).strip(), next_rows(player))


def not_yours(player: PlayerContext, verb: str) -> str:
    """Say whose a verb is, whom the table waits for, or what is possible instead."""
    awaited = [seat.id for seat in player.table.awaited]
    able = dict.fromkeys(offer.action.actor for offer in player.view.menu().offers(verb))
    if others := [seat for seat in able if seat not in awaited]:
        who = [player.teller.player(seat) for seat in others]
        return player.teller.say("play.only", verb=player.teller.verb(verb), who=who)
    if player.menu.verbs:
        possible = sentences.join(
            [player.teller.verb(one) for one in player.menu.verbs], player.view.lang, either=True
        )
        return player.teller.say("play.not_now", verb=player.teller.verb(verb), verbs=possible)
    waiting = [player.teller.player(seat) for seat in awaited]
    if not waiting:
        return player.teller.say("play.nobody")
    return player.teller.say("play.not_yours", who=waiting)


async def at_table(interaction: Interaction, table: Table) -> PlayerContext:
    """Return the person at a running table.

    :raises NotRunning: when the game is not being played
    :raises NotSeated: when the person has no seat
    """
    view = view_of(table.started(), await language_for(interaction))
    return player_context(view, interaction.user.id)
