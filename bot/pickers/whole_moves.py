"""Whole actions that a press may play at once, where so few are left that each can have a button of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.menu import folding
from bot.menu.folding import Menu, MenuOption, Picked, WordedOffer
from bot.pickers import move_ids
from bot.speech.table_view import TableView
from bot.speech.teller import CHOICE, Teller
from engine import outlook
from engine.actions import Action
from engine.aftermath import aftermath
from engine.choices import Offer
from engine.position import Position

FEW = 5
"""How many choices are buttons in any case, and how many amounts are written out."""
MANY = 20
"""How many buttons at most stand in a private message, above those that lead out of it."""
SHORT, WIDE = 40, 64
"""Characters of an answer that still is a button where there are many, and where there are no more than a dozen."""
DOZEN = 12
SEVERAL = 6
"""How many offers at most are compared by their looks: a tile may be turned in six ways."""
SELLER = "seller"
"""The field that tells from whom a share or a train comes."""


@dataclass(frozen=True)
class WholeMove:
    """A legal action with everything picked, and what is worth knowing of it."""

    picked: Mapping[str, str]
    action: Action
    offer: Offer
    facts: Mapping[str, Any]

    def as_option(self, field: str) -> MenuOption:
        """Return this move as the answer to a question for one of its fields."""
        worded = WordedOffer(self.offer, self.picked)
        return MenuOption(field, self.picked[field], getattr(self.action, field), (worded,), None)


def of_verb(menu: Menu, verb: str, picked: Picked, pos: Position, most: int = MANY) -> list[WholeMove] | None:
    """Return the actions of a verb that are left, None if there are more than so many or an amount is open."""
    rest = menu.rest(verb, picked)
    if len(rest) > most or any(len(_amounts(one, picked)) > FEW for one in rest):
        return None
    found = [
        move for one in sorted(rest, key=lambda one: -earns(one.offer)) for move in _each(one, picked, pos)
    ]
    return found if len(found) <= most else None


def earns(offer: Offer) -> int:
    """What a run on offer earns after what it costs, in the title's currency; 0 for what is no run."""
    known = offer.facts if "proved" in offer.facts else {}
    return int(known.get("revenue", 0)) + int(known.get("subsidy", 0)) - int(known.get("cost", 0))


def distinct(view: TableView, found: Sequence[WholeMove]) -> list[WholeMove]:
    """Leave out what looks like another: a straight tile lies the same way round twice."""
    first_labelled = {label(view, move): move for move in reversed(found)}
    return [move for move in found if first_labelled[label(view, move)] is move]


def counted(bare: Teller, option: MenuOption) -> MenuOption:
    """Count what an option leads to as it will be shown: what reads alike is one choice."""
    if option.then is None or len(option.worded) > SEVERAL:
        return option
    labels = {bare.offer(one.offer) for one in option.worded}
    if len(labels) == 1:
        return replace(option, worded=option.worded[:1], then=None)
    field, count = option.then
    return replace(option, then=(field, min(count, len(labels))))


def are_sold_by_two(found: Sequence[WholeMove], field: str) -> bool:
    """Tell whether an answer to a question may be bought from one of several."""
    pairs = {(move.picked[field], move.picked.get(SELLER, "")) for move in found}
    return len({answer for answer, _ in pairs}) < len(pairs)


def have_several_sellers(worded: Sequence[WordedOffer]) -> bool:
    """Tell whether offers differ in who sells."""
    return len({one.words.get(SELLER) for one in worded}) > 1


def is_sold_by_several(option: MenuOption) -> bool:
    """Tell whether nothing but the seller is left to choose, an amount aside."""
    return option.then == (SELLER, len(option.worded))


def by_seller(view: TableView, options: Sequence[MenuOption]) -> Sequence[MenuOption]:
    """Return options in which what can be had at once stands apart from what other sellers must be asked for.

    Options stay as they are where some of these would read alike.
    """
    if not any(map(is_sold_by_several, options)):
        return options
    split: list[MenuOption] = []
    for option in options:
        if is_sold_by_several(option):
            asked = [one for one in option.worded if one.offer.amounts is not None]
            single = [one for one in option.worded if one not in asked or len(asked) == 1]
            split += [replace(option, worded=(one,), then=None) for one in single]
            split += [option] if len(asked) > 1 else []
        else:
            split.append(option)
    labels = {view.bare.option(option, CHOICE) for option in split}
    return split if len(labels) == len(split) else options


def label(view: TableView, move: WholeMove) -> str:
    """A move as the label of its button, with what follows from it."""
    return labelled(view, move.action, move.facts)


LENT = {"help", "credit"}
"""Facts of an offer that follow from what is owed afterwards: nobody borrows before all their money is spent."""


def labelled(view: TableView, action: Action, facts: Mapping[str, Any]) -> str:
    """A move as a label, with what follows from it besides; of what is borrowed only the debt, if there is room."""
    found, say = aftermath(view.game.pos, action), view.bare.action
    if any(one.key == "owes" for one in found):
        brief = say(action, {name: fact for name, fact in facts.items() if name not in LENT})
        if (whole := view.bare.with_aftermath(brief, found)) != brief:
            return whole
    return view.bare.with_aftermath(say(action, facts), found)


def with_aftermath(view: TableView, text: str, action: Action) -> str:
    """A label of an action with what follows from it besides."""
    return view.bare.with_aftermath(text, aftermath(view.game.pos, action))


def _amounts(one: WordedOffer, picked: Picked) -> Sequence[int]:
    field = one.offer.action.amount
    if not field or one.offer.amounts is None:
        return (0,)
    return (int(picked[field]),) if field in picked else one.amounts


def _each(one: WordedOffer, picked: Picked, pos: Position) -> Iterator[WholeMove]:
    offer = one.offer
    for amount in _amounts(one, picked):
        action, words = offer.action, one.words
        if offer.amounts is not None:
            action, words = offer.filled(amount), {**words, action.amount: str(amount)}
        yield WholeMove(words, action, offer, {**offer.facts, **outlook.foretold(pos, action)})


def purpose(offer: Offer) -> str:
    """Return the purpose of an offer's button: it plays the move, or asks for the amount."""
    return move_ids.DO if offer.amounts is None else move_ids.ASK


def words_of(offer: Offer) -> dict[str, str]:
    """Return the fields that an offer fixes, in notation."""
    known = folding.words(offer.action)
    if offer.amounts is not None:
        known.pop(offer.action.amount)
    return known


def are_buttons(labels: Sequence[str]) -> bool:
    """Tell whether answers are few or short enough to be buttons side by side."""
    longest = max(map(len, labels), default=0)
    return len(labels) <= FEW or longest <= (WIDE if len(labels) <= DOZEN else SHORT)
