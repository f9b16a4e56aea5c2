"""Playing: what people press on the card of a turn and in their private message."""

from __future__ import annotations

import re

from bot.answers import Answer
from bot.button_ids import GUIDE_OFF
from bot.client import Bot, Interaction
from bot.menu.folding import Amount, Ask, Ready
from bot.own_turn import OwnTurn, tick_off
from bot.pickers import move_ids
from bot.pickers.consequences import is_told
from bot.pickers.move_ids import Press
from bot.pickers.picker import DIGITS
from bot.pickers.player import PlayerContext
from bot.presses import on_choice, on_press
from bot.repeats import was_pressed
from bot.replies import open_form, reply, say
from bot.speech.guides import GUIDES
from engine.actions import Action


def setup(bot: Bot) -> None:
    """Add the buttons, selects and forms of moves."""
    bot.add_dynamic_items(on_press(GUIDE_OFF.template, silence))
    bot.add_dynamic_items(on_press(move_ids.BUTTON, pressed), on_choice(move_ids.SELECT, chosen))
    bot.forms.add(move_ids.BUTTON, filled_in)


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve a button of a move."""
    await _serve(interaction, match[0])


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Go on with what was chosen in a list; that of further moves holds the ids of their buttons."""
    press = move_ids.read(match[0])
    if press is not None and press.purpose == move_ids.FURTHER and re.fullmatch(move_ids.BUTTON, values[0]):
        await _serve(interaction, values[0])
    else:
        await _serve(interaction, match[0], values[0])


async def filled_in(interaction: Interaction, match: re.Match[str], typed: dict[str, str]) -> None:
    """Go on with an amount that was typed into a form."""
    await _serve(interaction, match[0], typed["amount"])


async def silence(interaction: Interaction, _match: re.Match[str]) -> None:
    """Serve the button under a guide: no more of these."""
    await interaction.client.storage.people.change_settings(interaction.user.id, **{GUIDES: False})
    await say(interaction, "guide.off")


async def _serve(interaction: Interaction, custom_id: str, chosen: str = "") -> None:
    """Look at the table as it is now and do what the id says, if it still fits."""
    press = move_ids.read(custom_id)
    assert press is not None
    turn = await OwnTurn.at(interaction, await interaction.client.service.tables.find(press.game))
    press = move_ids.with_todays_verb(press, turn.player.game.title)
    if press.purpose == move_ids.CANCEL:
        await interaction.client.cards.put_away(interaction, press.game)
    elif press.rev != turn.player.table.rev:
        await _came_late(turn, press, chosen)
    elif press.verb not in turn.player.menu.verbs:
        await turn.not_yours(press.verb)
    else:
        await _go_on(turn, press, chosen)


async def _came_late(turn: OwnTurn, press: Press, chosen: str) -> None:
    """Say that the table is another one now; who has pressed twice is told what the first press did."""
    interaction, table = turn.interaction, turn.player.table
    if await was_pressed(interaction, table, press.rev, lambda then: _wish(then, press, chosen)):
        await tick_off(interaction, table, press.rev)
    else:
        await turn.moved_on()


def _wish(player: PlayerContext, press: Press, chosen: str) -> Action | None:
    """The move that a press plays, None if it only asks on."""
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


async def _go_on(turn: OwnTurn, press: Press, chosen: str) -> None:
    player = turn.player
    picked = move_ids.picked(player.menu, press)
    if picked is not None and press.purpose in (move_ids.CHOOSE, move_ids.TAKE):
        picked = _with_choice(player, press.verb, picked, chosen)
    if picked is None:
        await turn.moved_on()
    elif press.purpose in (move_ids.FORM, move_ids.FILL):
        await _typed_amount(turn, press, picked, chosen)
    elif press.purpose in (move_ids.OTHER, move_ids.AMOUNT):
        await _ask_amount(turn, press, picked)
    elif press.purpose == move_ids.PLAY:
        await _play_confirmed(turn, press.verb, picked)
    elif press.purpose in (move_ids.DO, move_ids.TAKE):
        await _play_or_ask_on(turn, press, picked)
    else:
        await turn.ask_on(player.picker(press.verb).page(picked, press.page))


def _with_choice(
    player: PlayerContext, verb: str, picked: dict[str, str], chosen: str
) -> dict[str, str] | None:
    step = player.menu.narrow(verb, picked)
    if not isinstance(step, Ask):
        return None
    word = move_ids.find(chosen, (option.word for option in step.options))
    return None if word is None else {**picked, step.field: word}


async def _ask_amount(turn: OwnTurn, press: Press, picked: dict[str, str]) -> None:
    """Open the form for an amount, or where that came too late offer the button that opens it."""
    step, picker = turn.player.menu.narrow(press.verb, picked), turn.player.picker(press.verb)
    if not isinstance(step, Amount):
        await turn.moved_on()
        return
    late = picker.late_form(picked)
    filled = move_ids.FILL if press.purpose == move_ids.AMOUNT else move_ids.FORM
    await open_form(turn.interaction, picker.form(step, picked, filled), late.text, late.parts)


async def _typed_amount(turn: OwnTurn, press: Press, picked: dict[str, str], text: str) -> None:
    """Take an amount from a form; the picker stays as it is if the amount is not possible."""
    player = turn.player
    step, picker = player.menu.narrow(press.verb, picked), player.picker(press.verb)
    number = "".join(text.split())
    if not isinstance(step, Amount):
        await turn.moved_on()
    elif not (number.isascii() and number.isdecimal()) or len(number) > DIGITS:
        await reply(turn.interaction, player.teller.say("play.no_number"))
    elif int(number) not in step:
        amount = str(player.teller.value(step.field, int(number)))
        said = {"amount": amount, "range": picker.between(step)}
        await reply(turn.interaction, player.teller.say("play.bad_amount", **said))
    elif press.purpose == move_ids.FILL:
        await _play_or_ask_on(turn, press, {**picked, step.field: number})
    else:
        await turn.ask_on(picker.page({**picked, step.field: number}))


async def _play_confirmed(turn: OwnTurn, verb: str, picked: dict[str, str]) -> None:
    step = turn.player.menu.narrow(verb, picked)
    if isinstance(step, Ready):
        await turn.play(step.action)
    else:
        await turn.ask_on(turn.player.picker(verb).page(picked))


async def _play_or_ask_on(turn: OwnTurn, press: Press, picked: dict[str, str]) -> None:
    """Play what is picked, unless it must be confirmed first; ask on where something is left to choose."""
    page = turn.player.picker(press.verb).page(picked, press.page)
    if page is None or page.ready is None:
        await turn.ask_on(page)
    else:
        told = Answer.to(turn.interaction).is_turnable and is_told(page.ready.offer, picked)
        await turn.play_or_confirm(page, page.ready.action, told=told)
