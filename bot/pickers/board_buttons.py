"""The buttons of a card: what may be done now, each by one press where that is possible, and the tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from assets import sentences
from bot.button_ids import LOBBY, MORE, PICTURE, UNDO
from bot.components import ROW, Row, Style, button, rows
from bot.menu.folding import Amount, Ask, Menu
from bot.menu.search import PAGE
from bot.pickers import move_ids, ways
from bot.pickers.move_ids import Press
from bot.pickers.picker import PLACEHOLDER, Picker
from bot.speech.table_view import TableView
from bot.speech.teller import CHOICE, LABEL
from engine.choices import Offer

ROWS = 5
RUNS = 3
"""How many proposed runs are played by one press."""
MOST = (ROWS - 1) * ROW - 1

Buttons = list[ui.Button[Any]]


def controls(shown: TableView) -> list[Row]:
    """The rows of a card: what may be done, to take it back, and what one may look at."""
    made: list[Row] = []
    undo = button(shown.teller.say("tool.undo"), UNDO.write(game=shown.table.game_id, rev=shown.table.rev))
    if shown.table.state == "running":
        made = moves(shown, shown.menu())
        if made and len(made[-1]) < ROW and not isinstance(made[-1][0], ui.Select):
            made[-1].append(undo)
        else:
            made.append([undo])
    elif shown.table.state == "finished":
        custom_id = LOBBY.write(game=shown.table.game_id, what="rematch")
        made = [[button(shown.teller.say("lobby.button.rematch"), custom_id, Style.primary), undo]]
    return [*made[: ROWS - 1], _tools(shown)]


def needs(shown: TableView, menu: Menu) -> str:
    """Return for what the player of a menu is awaited, with the numbers that stand on the buttons."""
    return shown.teller.needs(menu, lambda verb: Picker(shown, menu, verb).count)


def moves(shown: TableView, menu: Menu) -> list[Row]:
    """Return what a menu holds: whole moves where few are legal, else a verb that asks on."""
    verbs = sorted(menu.useful, key=lambda verb: bool(_owner(shown, menu.offers(verb))))
    active = [verb for verb in verbs if not menu.is_pass(verb)]
    if len(active) == 1 and (listed := _list(shown, menu, active[0])):
        return [[listed], *rows(_of_verbs(shown, menu, [verb for verb in verbs if verb not in active]))]
    found = _of_verbs(shown, menu, verbs)
    return rows(found if len(found) <= MOST else [_verb(shown, menu, verb) for verb in verbs][:MOST])


def _of_verbs(shown: TableView, menu: Menu, verbs: Sequence[str]) -> Buttons:
    alone = sum(not menu.is_pass(verb) for verb in verbs) <= 1
    found = [one for verb in verbs for one in _of_verb(shown, menu, verb, alone=alone)]
    return list({str(one.custom_id): one for one in found}.values())


def _of_verb(shown: TableView, menu: Menu, verb: str, *, alone: bool) -> Buttons:
    """Return the buttons of a verb: all of few moves, the amounts of one, or what asks nobody and a way on."""
    step = menu.narrow(verb)
    if isinstance(step, Amount) and alone and len(step.worded) == 1:
        return Picker(shown, menu, verb).amounts(step, {})
    found = ways.ways(menu, verb, {}, shown.game.pos, ways.FEW)
    if found is not None and (len(found) == 1 or not _is_seen_first(menu, verb)):
        return [_button(shown, menu, way) for way in ways.distinct_ways(shown, found)]
    first = [offer for offer in menu.offers(verb) if offer.amounts is None]
    if shown.game.choices.runs and first == [*shown.game.choices.runs]:
        best = sorted(first, key=ways.earns, reverse=True)
        return [*whole(shown, menu, best[:RUNS]), _verb(shown, menu, verb)]
    free = [offer for offer in first if not offer.facts.get("consent") and not offer.idle]
    if len(free) <= ways.FEW and not _is_seen_first(menu, verb):
        return [*whole(shown, menu, free), _verb(shown, menu, verb)]
    return [_verb(shown, menu, verb)]


def _is_seen_first(menu: Menu, verb: str) -> bool:
    """Tell whether moves of a verb are chosen from a picture of the map."""
    return hasattr(menu.offers(verb)[0].action, "hex")


def _style(shown: TableView, menu: Menu, verb: str) -> Style:
    """Return the colour of what the turn is for: its first verb that is not seldom wanted, and the run."""
    first = menu.offers(verb)[0].action
    own = next((one for one in menu.useful if not _owner(shown, menu.offers(one))), "")
    leads = own == verb and not first.closing and not first.seldom
    runs = any(offer.action.verb == verb for offer in shown.game.choices.runs)
    return Style.primary if leads or runs else Style.secondary


def _button(shown: TableView, menu: Menu, way: ways.Way) -> ui.Button[Any]:
    verb = way.action.verb
    custom_id = Picker(shown, menu, verb).id(move_ids.DO, dict(way.picked))
    label = _owned(shown, ways.label(shown, way), [way.offer])
    return button(label, custom_id, _style(shown, menu, verb))


def _owner(shown: TableView, offers: Sequence[Offer]) -> str:
    """The player whose offers these are, where it is nobody whose decision is awaited; else empty."""
    actors = {offer.action.actor for offer in offers}
    return next(iter(actors)) if len(actors) == 1 and not actors & set(shown.game.pos.awaited) else ""


def _owned(shown: TableView, label: str, offers: Sequence[Offer]) -> str:
    """A label with the name of the player whose offers these are, where it is somebody else's decision."""
    owner = _owner(shown, offers)
    if not owner:
        return label
    text = shown.bare.say("tool.others", player=shown.bare.player(owner), label=label)
    return sentences.cut(text, LABEL)


def _verb(shown: TableView, menu: Menu, verb: str) -> ui.Button[Any]:
    """Return the button that asks on, with the number of answers to its first question."""
    count, name = Picker(shown, menu, verb).count, shown.bare.verb(verb)
    press = Press(shown.table.game_id, shown.table.rev, verb)
    label = name if count == 1 else f"{name} ({count})"
    return button(_owned(shown, label, menu.offers(verb)), move_ids.write(press), _style(shown, menu, verb))


def _list(shown: TableView, menu: Menu, verb: str) -> ui.Select[Any] | None:
    """Return the moves of the only verb as a list, where each answer to its first question is a move."""
    step = menu.narrow(verb)
    if not isinstance(step, Ask) or not ways.FEW < len(step.options) <= PAGE or _is_seen_first(menu, verb):
        return None
    if any(option.offer is None or option.offer.amounts is not None for option in step.options):
        return None
    picker = Picker(shown, menu, verb)
    return ui.Select(
        custom_id=picker.id(move_ids.TAKE, {}),
        placeholder=sentences.cut(shown.bare.ask(step.field, step.known, verb), PLACEHOLDER),
        options=[
            discord.SelectOption(
                label=shown.bare.option(option, CHOICE),
                value=move_ids.shortened(option.word),
                description=shown.bare.detail(option) or None,
            )
            for option in step.options
        ],
    )


def whole(shown: TableView, menu: Menu, offers: Sequence[Offer]) -> Buttons:
    """Return legal offers as buttons that play them, or ask for the amount."""
    made = {}
    for offer in offers:
        picker = Picker(shown, menu, offer.action.verb)
        custom_id = picker.id(ways.purpose(offer), ways.words_of(offer))
        label = shown.bare.offer(offer)
        if offer.amounts is None:
            label = ways.with_aftermath(shown, label, offer.action)
        label = _owned(shown, label, [offer])
        made[custom_id] = button(label, custom_id, _style(shown, menu, offer.action.verb))
    return list(made.values())


def _tools(shown: TableView) -> Row:
    """What any game has to look at, and what else there is."""
    game = shown.table.game_id
    ids = {view: PICTURE.write(game=game, view=view) for view in ("map", "market", "charters", "supply")}
    ids["more"] = MORE.write(game=game)
    return [button(shown.teller.say(f"tool.{name}"), custom_id) for name, custom_id in ids.items()]
