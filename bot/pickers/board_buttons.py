"""The buttons of a card: what may be done now, each by one press where that is possible, and the tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from assets import sentences
from bot.button_ids import LOBBY, MORE, PICTURE, UNDO
from bot.components import ROW, Row, Style, button, entry, joined, narrow_rows, phone_lines, rows, select
from bot.menu.folding import Amount, Ask, Menu, words
from bot.menu.search import PAGE
from bot.pickers import move_ids, whole_moves
from bot.pickers.move_ids import Press
from bot.pickers.picker import Picker
from bot.speech.decision import kind_of
from bot.speech.table_view import TableView
from bot.speech.teller import LABEL
from engine.choices import Offer
from engine.decisions import ASIDE, DecisionKind

ROWS = 5
RUNS, FEW_RUNS = 3, 2
"""How many proposed runs are played by one press, and how many are even where there is little room."""
TOOLS = 2
"""Rows of tools, each a line on a phone."""
MOST = (ROWS - TOOLS) * ROW
FEW_AMOUNTS = 3
"""So many dividends have a button each."""
TRAINS = 2
"""So many trains have a button each where there is little room: the dearest at hand, in need the cheapest."""
BUYING = (DecisionKind.TRAIN.value, DecisionKind.EMERGENCY.value)
SIDE = {*ASIDE, DecisionKind.DRAFT.value} - {DecisionKind.ACQUISITION.value}
"""Matters that are seldom what a card is for, unless it is about them: shares are not the only thing for sale."""
LINES, FLAT = 3, 2
"""Lines of buttons above the tools that leave a phone room for a card's text and picture; more below a flat one."""

ONE_LINE = 29
"""Characters of a list that is not open that a phone shows in one line."""

Buttons = list[ui.Button[Any]]


def controls(view: TableView) -> list[Row]:
    """The rows of a card: what may be done, to take it back, and what one may look at."""
    made: list[Row] = []
    if view.table.state == "running":
        made = moves(view, view.menu())
    elif view.table.state == "finished":
        custom_id = LOBBY.write(game=view.table.game_id, what="rematch")
        made = [[button(view.teller.say("lobby.button.rematch"), custom_id, Style.primary)]]
    return [*made[: ROWS - TOOLS], *tools(view)]


def plain(view: TableView) -> list[Row]:
    """The rows of a card without a thought for the room there is: a button for every verb, and the tools."""
    menu, table = view.menu(), view.table
    asked = {verb: move_ids.write(Press(table.game_id, table.rev, verb)) for verb in menu.verbs}
    made = [button(view.bare.verb_in(menu, verb), custom_id) for verb, custom_id in asked.items()]
    return [*rows(made[:MOST]), *tools(view)]


def needs(view: TableView, menu: Menu) -> str:
    """For what the player of a menu is awaited, with the numbers that stand on the buttons."""
    return view.teller.needs(menu, lambda verb: Picker(view, menu, verb).count)


def moves(view: TableView, menu: Menu) -> list[Row]:
    """The entries of a menu: whole moves where few are legal and a phone has room, else a verb that asks on."""
    verbs = _in_order(view, menu)
    active = [verb for verb in verbs if not menu.is_pass(verb)]
    alone = len(active) <= 1
    found = {verb: _of_verb(view, menu, verb, alone=alone) for verb in verbs}
    if alone and active and (listed := _list(view, menu, active[0], high=_is_too_high(view, found))):
        return [[listed], *placed(menu, _together(found, active), ROWS - TOOLS - 1)]
    for verb in sorted(verbs, key=lambda verb: -len(found[verb])):
        if _is_too_high(view, found):
            found[verb] = _folded(view, menu, verb, found[verb])
    aside = [verb for verb in found if _is_aside(view, menu, verb)] if _is_too_high(view, found) else []
    further = _together({verb: found[verb] for verb in aside})
    if len(further) > 1:
        return [*placed(menu, _together(found, aside)[:MOST], ROWS - TOOLS - 1), [_further(view, further)]]
    return placed(menu, _together(found)[:MOST], ROWS - TOOLS)


def _in_order(view: TableView, menu: Menu) -> list[str]:
    """The verbs of a menu: what the decision is about, what can be done besides, what is somebody else's."""
    aside = {verb for verb in menu.useful if _is_aside(view, menu, verb)}
    has_main = any(not menu.is_pass(verb) for verb in menu.useful if verb not in aside)

    def rank(verb: str) -> tuple[bool, bool]:
        return bool(_owner(view, menu.offers(verb))), has_main and verb in aside

    return sorted(menu.useful, key=rank)


def placed(menu: Menu, buttons: Buttons, most: int) -> list[Row]:
    """Buttons in so many rows at most, which a phone breaks where they are too wide."""
    narrow = joined(narrow_rows(buttons, _closing(menu, buttons)), most)
    return rows(buttons) if any(len(row) > ROW for row in narrow) else narrow


def _closing(menu: Menu, buttons: Buttons) -> set[str]:
    """The ids of those buttons by which nothing more is done."""
    ids = (str(one.custom_id) for one in buttons)
    return {one for one in ids if (press := move_ids.read(one)) is not None and menu.is_pass(press.verb)}


def _folded(view: TableView, menu: Menu, verb: str, buttons: Buttons) -> Buttons:
    """A way on in the place of the moves of a verb; the best run, usual trains, least and most of a dividend stay."""
    matter = menu.offers(verb)[0].action.matter
    if len(buttons) == 1:
        return buttons
    if matter == DecisionKind.RUN.value:
        return buttons if len(buttons) == FEW_RUNS else [buttons[0], _verb(view, menu, verb)]
    if matter == DecisionKind.DIVIDEND.value:
        return buttons if len(buttons) <= FEW_AMOUNTS else [buttons[0], *buttons[1 - FEW_AMOUNTS :]]
    kept = _usual(view, menu, verb) if matter in BUYING else []
    if len(kept) == len(buttons):
        return buttons
    return [*whole(view, menu, kept), _verb(view, menu, verb)]


def _usual(view: TableView, menu: Menu, verb: str) -> list[Offer]:
    """The dearest trains that can be had at once, or the cheapest where one must be bought; in their order.

    A train that has no price, such as one that is turned, is not bought.
    """
    free = [offer for offer in _at_once(menu, verb) if offer.action.amount]
    ranked = sorted(free, key=lambda offer: int(words(offer.action)[offer.action.amount]))
    usual = ranked[:TRAINS] if kind_of(view) is DecisionKind.EMERGENCY else ranked[-TRAINS:]
    return [offer for offer in free if offer in usual]


def _at_once(menu: Menu, verb: str) -> list[Offer]:
    """The offers of a verb that are useful, leave no amount to choose, and ask nobody to consent."""
    offers = [offer for offer in menu.offers(verb) if offer.amounts is None and not offer.idle]
    return [offer for offer in offers if not offer.facts.get("consent")]


def _is_aside(view: TableView, menu: Menu, verb: str) -> bool:
    """Tell whether a verb is not what the decision is about: a power, a railway, a deal, what is somebody else's."""
    offers = menu.offers(verb)
    first = offers[0].action
    is_main = first.matter == kind_of(view) or menu.is_pass(verb)
    return not is_main and (first.matter in SIDE or first.seldom or bool(_owner(view, offers)))


def _further(view: TableView, buttons: Buttons) -> ui.Select[Any]:
    """A list in the place of buttons; what it offers first is named before it is opened, in one line of a phone."""
    press = Press(view.table.game_id, view.table.rev, "further", move_ids.FURTHER)
    entries = [entry(str(one.label), str(one.custom_id)) for one in buttons[:PAGE]]
    moves = "; ".join(one.label for one in entries)
    asked = sentences.cut(view.bare.say("tool.further", moves=moves), ONE_LINE)
    return select(move_ids.write(press), asked, entries)


def _together(found: Mapping[str, Buttons], without: Sequence[str] = ()) -> Buttons:
    """The buttons of all verbs but some, each once."""
    every = (one for verb, several in found.items() if verb not in without for one in several)
    return list({str(one.custom_id): one for one in every}.values())


def _is_too_high(view: TableView, found: Mapping[str, Buttons]) -> bool:
    """Tell whether buttons push the card's text out of a phone's sight."""
    room = LINES + FLAT * (kind_of(view) in {DecisionKind.DEAL, DecisionKind.DISCARD})
    together = _together(found)
    return sum(map(phone_lines, narrow_rows(together, _closing(view.menu(), together)))) > room


def _of_verb(view: TableView, menu: Menu, verb: str, *, alone: bool) -> Buttons:
    """Return the buttons of a verb: all of few moves, the amounts of one, or what asks nobody and a way on."""
    step = menu.narrow(verb)
    alone |= menu.offers(verb)[0].action.matter == DecisionKind.DIVIDEND.value
    if isinstance(step, Amount) and alone and len(step.worded) == 1:
        return Picker(view, menu, verb).amounts(step, {})
    found = whole_moves.of_verb(menu, verb, {}, view.game.pos, whole_moves.FEW)
    if found is not None and (len(found) == 1 or not _is_seen_first(menu, verb)):
        return [_button(view, menu, move) for move in whole_moves.distinct(view, found)]
    first = [offer for offer in menu.offers(verb) if offer.amounts is None]
    if view.game.choices.runs and first == [*view.game.choices.runs]:
        best = sorted(first, key=whole_moves.earns, reverse=True)
        return [*whole(view, menu, best[:RUNS]), _verb(view, menu, verb)]
    free = _at_once(menu, verb)
    if len(free) <= whole_moves.FEW and not _is_seen_first(menu, verb):
        return [*whole(view, menu, free), _verb(view, menu, verb)]
    return [_verb(view, menu, verb)]


def _is_seen_first(menu: Menu, verb: str) -> bool:
    """Tell whether moves of a verb are chosen from a picture of the map."""
    return hasattr(menu.offers(verb)[0].action, "hex")


def _style(view: TableView, menu: Menu, verb: str) -> Style:
    """Return the colour of what the turn is for: its first verb that is no aside or seldom wanted, and the run."""
    first = menu.offers(verb)[0].action
    own = [one for one in _in_order(view, menu) if not _owner(view, menu.offers(one))]
    main = (one for one in own if menu.offers(one)[0].action.matter not in ASIDE)
    leads = next(main, own[0] if own else "") == verb and not first.closing and not first.seldom
    runs = any(offer.action.verb == verb for offer in view.game.choices.runs)
    return Style.primary if leads or runs else Style.secondary


def _button(view: TableView, menu: Menu, move: whole_moves.WholeMove) -> ui.Button[Any]:
    verb = move.action.verb
    custom_id = Picker(view, menu, verb).id(move_ids.DO, dict(move.picked))
    label = _owned(view, whole_moves.label(view, move), [move.offer])
    return button(label, custom_id, _style(view, menu, verb))


def _owner(view: TableView, offers: Sequence[Offer]) -> str:
    """The player whose offers these are, where it is nobody whose decision is awaited; else empty."""
    actors = {offer.action.actor for offer in offers}
    return next(iter(actors)) if len(actors) == 1 and not actors & set(view.game.pos.awaited) else ""


def _owned(view: TableView, label: str, offers: Sequence[Offer]) -> str:
    """A label with the name of the player whose offers these are, where it is somebody else's decision."""
    owner = _owner(view, offers)
    if not owner:
        return label
    text = view.bare.say("tool.others", player=view.bare.player(owner), label=label)
    return sentences.cut(text, LABEL)


def _verb(view: TableView, menu: Menu, verb: str) -> ui.Button[Any]:
    """Return the button that asks on, with the number of answers to its first question."""
    count, name = Picker(view, menu, verb).count, view.bare.verb_in(menu, verb)
    press = Press(view.table.game_id, view.table.rev, verb)
    label = name if count == 1 else f"{name} ({count})"
    return button(_owned(view, label, menu.offers(verb)), move_ids.write(press), _style(view, menu, verb))


def _list(view: TableView, menu: Menu, verb: str, *, high: bool) -> ui.Select[Any] | None:
    """The many moves of the only verb as a list, where each answer to its first question is a move; never of runs.

    Where buttons would be too ``high`` so are few, but not what should take one press.
    """
    step, matter = menu.narrow(verb), menu.offers(verb)[0].action.matter
    if matter == DecisionKind.RUN.value:
        return None
    least = 1 if high and matter not in BUYING else whole_moves.FEW
    if not isinstance(step, Ask) or not least < len(step.options) <= PAGE or _is_seen_first(menu, verb):
        return None
    if any(option.offer is None or option.offer.amounts is not None for option in step.options):
        return None
    picker = Picker(view, menu, verb)
    return select(picker.id(move_ids.TAKE, {}), picker.asked(step), map(picker.entry, step.options))


def whole(view: TableView, menu: Menu, offers: Sequence[Offer]) -> Buttons:
    """Return legal offers as buttons that play them, or ask for the amount."""
    made = {}
    for offer in offers:
        picker = Picker(view, menu, offer.action.verb)
        custom_id = picker.id(whole_moves.purpose(offer), whole_moves.words_of(offer))
        label = view.bare.offer(offer)
        if offer.amounts is None:
            label = whole_moves.labelled(view, offer.action, offer.facts)
        label = _owned(view, label, [offer])
        made[custom_id] = button(label, custom_id, _style(view, menu, offer.action.verb))
    return list(made.values())


def tools(view: TableView) -> list[Row]:
    """To take back, what any game has to look at, and what else there is, parted as a phone needs fewest lines."""
    game = view.table.game_id
    played = view.table.state in {"running", "finished"}
    ids = {"undo": UNDO.write(game=game, rev=view.table.rev)} if played else {}
    ids |= {kind: PICTURE.write(game=game, kind=kind) for kind in ("map", "market", "charters", "supply")}
    more = "more_noted" if any(map(view.table.note_of, view.table.called_people)) else "more"
    ids[more] = MORE.write(game=game)
    made: Row = [button(view.teller.say(f"tool.{name}"), custom_id) for name, custom_id in ids.items()]
    return min(([made[:at], made[at:]] for at in (3, 2, 4)), key=lambda two: sum(map(phone_lines, two)))
