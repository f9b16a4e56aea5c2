"""What a player is asked from a verb to an action.

Everything picked so far is in the ids of the buttons (:mod:`bot.pickers.move_ids`), so they outlive a restart; what a
press does is in the cog ``play``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from assets import sentences
from bot.components import Row, Style, as_view, button, entry, form, rows, select
from bot.menu import folding
from bot.menu.folding import Amount, Ask, Menu, MenuOption, Next, Picked, Ready
from bot.menu.search import PAGE, pages
from bot.pickers import move_ids, sights, starts, whole_moves
from bot.pickers.move_ids import Press
from bot.pickers.sights import LetteredPlaces, Sight
from bot.pickers.whole_moves import WholeMove
from bot.speech.table_view import TableView
from bot.speech.teller import CHOICE
from bot.speech.values import merged
from engine import notation, outlook
from engine.actions import Action
from engine.choices import Offer

LONG = 300
DIGITS = 9
"""How long an amount may be that is typed into a form."""
TURNS = 4
"""How many buttons at most lead from one page to others: Previous, Next, Back and Cancel."""
BUTTON_PAGES = 2
"""How many pages of buttons at most show the places on a map."""
LISTS = 4
"""How many lists stand in a message above the buttons that lead out of it."""


class Page:
    """One moment of the picker: a text with rows of components under it, and the action once all is chosen.

    ``sight`` is what is drawn beside it; of ways to do something the lines follow the text.
    """

    def __init__(
        self, text: str, parts: list[Row], ready: Ready | None = None, sight: Sight | None = None
    ) -> None:
        self.text = sentences.cut(text, 2000)
        self.parts = parts
        self.ready = ready
        self.sight = sight

    @property
    def view(self) -> ui.View:
        """Return the components."""
        return as_view(self.parts)


class Picker:
    """Leads one player from a verb to an action; everything picked so far is in the ids of its buttons."""

    def __init__(self, view: TableView, menu: Menu, verb: str) -> None:
        self.view = view
        self.table = view.table
        self.pos = view.game.pos
        self.menu = menu
        self.verb = verb
        self.teller = view.teller
        self.bare = view.bare

    def page(self, picked: dict[str, str], number: int = 0) -> Page | None:
        """Return the page of the next question, None if the choices so far are not legal."""
        picked, step = self._next(picked)
        if isinstance(step, Ask):
            sheet = self._sheet(step, picked, number) or self._same(step, picked)
            return sheet or self._ask(step, picked, number)
        if isinstance(step, Amount):
            return self._amount(step, picked)
        if isinstance(step, Ready):
            return self._confirm(step, picked, picked)
        return None

    @property
    def count(self) -> int:
        """Return how many answers the first page and those after it show, 1 where nothing but an amount is asked."""
        picked, step = self._next({})
        if not isinstance(step, Ask):
            return 1
        rest = self.menu.rest(self.verb, picked)
        drawn = sum(len(part.offers) for part in sights.sheets(self.pos, step, rest))
        if drawn > 1:
            return drawn
        found = self._at_once(step, picked, sights.places(self.pos, step))
        if found is None and any(map(whole_moves.is_sold_by_several, step.options)):
            found = self._short_answers(step, picked, None)
        return len(step.options if found is None else found)

    def _next(self, picked: dict[str, str]) -> tuple[dict[str, str], Next]:
        """Return the next question that is worth asking, and what is picked by then."""
        step = self.menu.narrow(self.verb, picked)
        if isinstance(step, Ask) and self._is_idle(step):
            return self._next({**picked, step.field: step.options[0].word})
        return picked, step

    def id(self, purpose: str, picked: dict[str, str], page: int = 0) -> str:
        """Return the custom_id of a press in this picker."""
        carried = move_ids.ordered(self.menu, self.verb, picked)
        return move_ids.write(Press(self.table.game_id, self.table.rev, self.verb, purpose, page, carried))

    def _offer_id(self, offer: Offer, picked: dict[str, str]) -> str:
        return self.id(whole_moves.purpose(offer), {**picked, **whole_moves.words_of(offer)})

    def title(self, rest: str, known: Picked | None = None) -> str:
        """Return a line that begins with the verb, and with the unit and the place if they are known."""
        told = [self._unit(known["unit"])] if known and known.get("unit") in self.pos.title.units else []
        told += [self.teller.place(known[sights.HEX])] if known and sights.HEX in known else []
        return " · ".join([f"**{self.teller.verb_in(self.menu, self.verb)}**", *told, rest])

    def asked(self, ask: Ask) -> str:
        """Return a question as it stands alone: with what is done, unless it says so, and the unit that is known."""
        question = self.bare.ask(ask.field, ask.known, self.verb)
        if self.bare.speaks_of(f"ask.{ask.field}/{self.verb}"):
            return question
        unit = ask.known.get("unit", "")
        told = [self.bare.unit(unit)] if unit in self.pos.title.units and unit != self.pos.unit else []
        return " · ".join([self.bare.verb_in(self.menu, self.verb), *told, question])

    def _unit(self, unit: str) -> str:
        """Return a unit, with what it has to spend where it operates."""
        name = self.teller.unit(unit)
        return f"{name}, {self.teller.money(self.pos.cash(unit))}" if unit == self.pos.unit else name

    # --- a field

    def _ask(self, ask: Ask, picked: dict[str, str], number: int) -> Page:
        """Return a question: as whole moves where few are left, as buttons where they are short, else as a list."""
        seen = sights.places(self.pos, ask)
        found = self._at_once(ask, picked, seen)
        if found is None:
            found = self._short_answers(ask, picked, seen)
        if found is None:
            if seen is not None:
                return self._lettered(ask, picked, number, seen)
            return self._list(ask, picked, number)
        question = self.teller.ask(ask.field, ask.known, self.verb)
        text = "\n".join(filter(None, (self.title(question, ask.known), self._terms(picked))))
        outs = self._exits(picked)
        many = self._starts(picked)
        if many and (by_company := starts.by_company(many, found, outs)):
            return Page(text, by_company)
        parts = rows([*found, *outs]) if len(found) > whole_moves.MANY else [*rows(found), *rows(outs)]
        return Page(text, parts, sight=seen)

    def _at_once(
        self, ask: Ask, picked: dict[str, str], seen: LetteredPlaces | None
    ) -> list[ui.Button[Any]] | None:
        """Return one button per remaining move, its amount perhaps still open; None if there are too many."""
        if many := self._starts(picked):
            return [self._whole_move(starts.label(self.view, move), move) for move in many]
        found = None if seen and self._is_drawn else self._whole_moves(ask, picked, seen)
        return self._whole_offers(picked) if found is None and seen is None else found

    @property
    def _is_drawn(self) -> bool:
        """Tell whether each way to do this is shown as it would look, once its place is known."""
        return sights.TILE in notation.names(self._kind)

    def _whole_moves(
        self, ask: Ask, picked: dict[str, str], seen: LetteredPlaces | None
    ) -> list[ui.Button[Any]] | None:
        """Return a button for every move that is left, None where those are too many."""
        most = PAGE - len(self._exits(picked))
        found = whole_moves.of_verb(self.menu, self.verb, picked, self.pos, most)
        if found is None:
            return None
        shown = whole_moves.distinct(self.view, found)
        for sellers in (self._sellers(ask.field, shown), [""] * len(shown)):
            answers = zip(shown, self._answers(ask.field, shown, sellers), strict=True)
            labels = [
                _after_letter(answer, move.picked.get(sights.HEX, ""), seen) for move, answer in answers
            ]
            if whole_moves.are_buttons(labels):
                return [self._whole_move(*pair) for pair in zip(labels, shown, strict=True)]
        return None

    def _whole_move(self, label: str, move: WholeMove) -> ui.Button[Any]:
        return button(label, self.id(move_ids.DO, dict(move.picked)), Style.primary)

    def _terms(self, picked: dict[str, str]) -> str:
        """What each price means at which a company may be started, where all that are left are on the page."""
        rest = [one.offer for one in self.menu.rest(self.verb, picked)]
        return starts.terms(self.view, rest) if len(rest) <= PAGE else ""

    def _starts(self, picked: dict[str, str]) -> list[WholeMove]:
        """Return the starts of companies that are left where they are many that have room on short buttons."""
        most = PAGE - len(self._exits(picked))
        found = whole_moves.of_verb(self.menu, self.verb, picked, self.pos, most) or []
        return found if starts.are_short(self.view, found) else []

    def _whole_offers(self, picked: dict[str, str]) -> list[ui.Button[Any]] | None:
        """Return a button for every offer where more than one question is left, None where those are too many.

        What has an amount asks for it next.
        """
        rest = self.menu.rest(self.verb, picked)
        asked = [field for field in folding.fields(rest) if len({one.words[field] for one in rest}) > 1]
        if len(asked) < 2 or len(rest) > whole_moves.DOZEN:
            return None
        labels = list(dict.fromkeys(self.bare.offer(one.offer, CHOICE) for one in rest))
        if len(labels) != len(rest) or not whole_moves.are_buttons(labels):
            return None
        ids = [self._offer_id(one.offer, picked) for one in rest]
        return [button(*pair, Style.primary) for pair in zip(labels, ids, strict=True)]

    def _sellers(self, field: str, shown: Sequence[WholeMove]) -> list[str]:
        """Who sells what each move buys, where the same is sold by two."""
        apart = whole_moves.are_sold_by_two(shown, field)
        return [move.picked.get(whole_moves.SELLER, "") if apart else "" for move in shown]

    def _answers(self, field: str, shown: Sequence[WholeMove], sellers: Sequence[str]) -> list[str]:
        """Return moves as answers to a question, with their sellers; whole if alike."""
        options = [move.as_option(field) for move in shown]
        labels = [self.bare.option(one, CHOICE, seller) for one, seller in zip(options, sellers, strict=True)]
        if len(set(labels)) < len(shown) or any(move.offer.amounts is not None for move in shown):
            return [whole_moves.label(self.view, move) for move in shown]
        return [
            whole_moves.with_aftermath(self.view, *pair)
            for pair in zip(labels, (move.action for move in shown), strict=True)
        ]

    def _short_answers(
        self, ask: Ask, picked: dict[str, str], seen: LetteredPlaces | None
    ) -> list[ui.Button[Any]] | None:
        """Return a button for every answer, by each seller if possible; None where they are too many or too long."""
        for every in (whole_moves.by_seller(self.view, ask.options), ask.options):
            options = [self._counted(option) for option in self._distinct(every)]
            labels = [(self._foretold if seen else self._label)(option, seen) for option in options]
            if len(options) <= PAGE - len(self._exits(picked)) and whole_moves.are_buttons(labels):
                return [self._answer(ask, picked, *pair) for pair in zip(options, labels, strict=True)]
        return None

    def _answer(self, ask: Ask, picked: dict[str, str], option: MenuOption, label: str) -> ui.Button[Any]:
        chosen = {**picked, ask.field: option.word}
        if option.offer is not None and whole_moves.have_several_sellers(self.menu.rest(self.verb, chosen)):
            chosen[whole_moves.SELLER] = option.worded[0].words[whole_moves.SELLER]
        return button(label, self.id(_purpose(option), chosen), Style.primary)

    def _lettered(self, ask: Ask, picked: dict[str, str], number: int, seen: LetteredPlaces) -> Page:
        """Return places as buttons: the first page is a press nearer than a list. Where two do not do, as lists."""
        options = [self._counted(option) for option in self._distinct(ask.options)]
        every = pages(options, PAGE - TURNS)
        if len(every) > BUTTON_PAGES:
            return self._lists(ask, picked, number, seen)
        number = min(number, len(every) - 1)
        found = [self._answer(ask, picked, option, self._foretold(option, seen)) for option in every[number]]
        question = self.teller.ask(ask.field, ask.known, self.verb) + self._counted_pages(number, len(every))
        parts = rows([*found, *self._turns(picked, number, len(every))])
        return Page(self.title(question, ask.known), parts, sight=seen)

    def _lists(self, ask: Ask, picked: dict[str, str], number: int, seen: LetteredPlaces) -> Page:
        """Return places as lists below each other, named by their first and last place: each is two presses away."""
        every = pages([*enumerate(pages(self._distinct(ask.options)))], LISTS)
        number = min(number, len(every) - 1)
        found: list[Row] = []
        for at, options in every[number]:
            ends = (_after_letter(str(one.value), str(one.value), seen) for one in (options[0], options[-1]))
            found.append([self._chooser(picked, at, " … ".join(ends), options, seen)])
        question = self.teller.ask(ask.field, ask.known, self.verb) + self._counted_pages(number, len(every))
        parts = [*found, *rows(self._turns(picked, number, len(every)))]
        return Page(self.title(question, ask.known), parts, sight=seen)

    def _chooser(
        self,
        picked: dict[str, str],
        at: int,
        asked: str,
        options: Sequence[MenuOption],
        seen: LetteredPlaces | None = None,
    ) -> ui.Select[Any]:
        """Return a list that plays or asks on; several of one question are told apart by where they stand."""
        entries = (self.entry(option, seen) for option in options)
        return select(self.id(move_ids.TAKE, picked, at), asked, entries)

    def _foretold(self, option: MenuOption, seen: LetteredPlaces | None) -> str:
        """Return the label of an answer with what follows from it where it is a move."""
        label = self._label(option, seen)
        if option.offer is None or option.offer.amounts is not None:
            return label
        return whole_moves.with_aftermath(self.view, label, option.offer.action)

    def _label(self, option: MenuOption, seen: LetteredPlaces | None) -> str:
        return _after_letter(self.bare.option(option, CHOICE), str(option.value), seen)

    def _list(self, ask: Ask, picked: dict[str, str], number: int) -> Page:
        every = pages(self._distinct(ask.options))
        number = min(number, len(every) - 1)
        question = self.teller.ask(ask.field, ask.known, self.verb)
        chooser = self._chooser(picked, number, question, every[number])
        text = self.title(question, ask.known) + self._counted_pages(number, len(every))
        return Page(text, [[chooser], *rows(self._turns(picked, number, len(every)))])

    @staticmethod
    def _counted_pages(number: int, count: int) -> str:
        return f" ({number + 1}/{count})" if count > 1 else ""

    def _sheet(self, ask: Ask, picked: dict[str, str], number: int) -> Page | None:
        """Ask by numbers for one of the ways that are left on a hex, None where they cannot be drawn."""
        parts = sights.sheets(self.pos, ask, self.menu.rest(self.verb, picked))
        if not parts or len(parts[0].offers) == 1:
            return None
        number = min(number, len(parts) - 1)
        buttons = [
            button(str(at), self._offer_id(offer, picked), Style.primary)
            for at, offer in parts[number].numbered
        ]
        question = self.teller.say("ask.way") + self._counted_pages(number, len(parts))
        turns = self._turns(picked, number, len(parts))
        return Page(self.title(question, ask.known), [*rows(buttons), *rows(turns)], sight=parts[number])

    def _distinct(self, options: Sequence[MenuOption]) -> list[MenuOption]:
        """Leave out what looks like an option before it: a straight tile lies the same way round twice."""
        named = {self.bare.option(option, CHOICE): option for option in reversed(options)}
        return [option for option in options if option in named.values()]

    def _is_idle(self, ask: Ask) -> bool:
        """Tell whether all answers lead to moves that read alike: which of two certificates is used, and the like."""
        counts = {len(option.worded) for option in ask.options}
        if len(ask.options) < 2 or len(counts) > 1 or max(counts) > whole_moves.SEVERAL:
            return False
        labels = {
            frozenset(self.bare.offer(one.offer, LONG) for one in option.worded) for option in ask.options
        }
        return len(labels) == 1 and max(counts) > 1

    def _same(self, ask: Ask, picked: dict[str, str]) -> Page | None:
        """Leave out a question whose answers all look alike."""
        first, *others = self._distinct(ask.options)
        if others or first.offer is None or first.offer.amounts is not None:
            return None
        return self._confirm(
            Ready(first.offer.action, first.offer), {**picked, ask.field: first.word}, picked
        )

    def _counted(self, option: MenuOption) -> MenuOption:
        """Count what an option leads to as it will be shown."""
        return whole_moves.counted(self.bare, option)

    def entry(self, every: MenuOption, seen: LetteredPlaces | None = None) -> discord.SelectOption:
        """Return one answer as the entry of a list, after its letter in what is seen."""
        option = self._counted(every)
        return entry(self._foretold(option, seen), move_ids.shortened(option.word), self.bare.detail(option))

    def _turns(self, picked: dict[str, str], number: int, count: int) -> list[ui.Button[Any]]:
        buttons = []
        if number > 0:
            previous = self.id(move_ids.ASK, picked, number - 1)
            buttons.append(button(self.teller.say("play.previous"), previous))
        if number < count - 1:
            following = self.id(move_ids.ASK, picked, number + 1)
            buttons.append(button(self.teller.say("play.next"), following))
        return [*buttons, *self._exits(picked)]

    def _exits(self, picked: dict[str, str]) -> list[ui.Button[Any]]:
        """Return Back, where something was picked, and Cancel."""
        before = self._before(picked)
        buttons = []
        if before is not None:
            buttons.append(button(self.teller.say("play.back"), self.id(move_ids.ASK, before)))
        return [*buttons, button(self.teller.say("play.cancel"), self.id(move_ids.CANCEL, {}))]

    def _before(self, picked: dict[str, str]) -> dict[str, str] | None:
        """Return the choices made before the last question that was asked, None before the first."""
        names = [name for name in notation.names(self._kind) if name in picked]
        while names:
            names.pop()
            fewer = {name: picked[name] for name in names}
            step = self.menu.narrow(self.verb, fewer)
            if not (isinstance(step, Ask) and self._is_idle(step)):
                return fewer
        return None

    @property
    def _kind(self) -> type[Action]:
        return type(self.menu.offers(self.verb)[0].action)

    # --- an amount

    def _amount(self, amount: Amount, picked: dict[str, str]) -> Page:
        question = self.teller.ask(amount.field, amount.known, self.verb)
        offer = self.teller.offer(amount.worded[0].offer, LONG)
        text = f"{self.title(question)}\n{offer}"
        return Page(text, [*rows(self.amounts(amount, picked)), *rows(self._exits(picked))])

    def amounts(self, amount: Amount, picked: dict[str, str]) -> list[ui.Button[Any]]:
        """Return buttons for common amounts, each a move, and one for any other."""
        buttons = []
        every = not picked or (amount.count <= whole_moves.FEW and len(amount.worded) == 1)
        for value in amount.common():
            label = self._amount_label(amount, value) if every else str(self.bare.value(amount.field, value))
            chosen = {**picked, amount.field: str(value)}
            buttons.append(button(label, self.id(move_ids.DO, chosen), Style.primary))
        if amount.count > len(buttons):
            other = self.teller.known(f"play.other/{self.verb}", "play.other")
            buttons.append(button(other, self.id(move_ids.AMOUNT, picked)))
        return buttons

    def _amount_label(self, amount: Amount, value: int) -> str:
        """Return the label of an amount with its consequences; in short where the rest is said above."""
        offer = amount.worded[0].offer
        action = offer.filled(value)
        facts = {**offer.facts, **outlook.foretold(self.pos, action)}
        short = self.bare.tell([f"offer.{self.verb}/amount"], self.bare.values(merged(action, facts)))
        return whole_moves.with_aftermath(self.view, short or self.bare.action(action, facts), action)

    def form(self, amount: Amount, picked: dict[str, str], purpose: str) -> ui.Modal:
        """Return the form in which any amount can be typed, for the purpose that is in its id."""
        about = sentences.cut(self.between(amount), 100)
        field: ui.TextInput[Any] = ui.TextInput(custom_id="amount", max_length=DIGITS, placeholder=about)
        asked = self.bare.ask(amount.field, amount.known, self.verb)
        return form(self.bare.verb_in(self.menu, self.verb), self.id(purpose, picked), asked, field, about)

    def late_form(self, picked: dict[str, str]) -> Page:
        """Return the button that opens the form, for when a press came too late to do so."""
        other = self.teller.known(f"play.other/{self.verb}", "play.other")
        ask = button(other, self.id(move_ids.AMOUNT, picked), Style.primary)
        return Page(self.title(self.teller.say("play.form_late")), rows([ask, *self._exits(picked)]))

    def between(self, amount: Amount) -> str:
        """Return which amounts are possible."""
        low, high = (str(self.bare.value(amount.field, end)) for end in (amount.low, amount.high))
        step = amount.worded[0].amounts.step
        if step == 1:
            return self.teller.say("play.between", low=low, high=high)
        return self.teller.say("play.step", low=low, high=high, step=str(step))

    # --- the end

    def _confirm(self, ready: Ready, whole: dict[str, str], picked: dict[str, str]) -> Page:
        label, seldom = self.bare.action(ready.action, ready.offer.facts), ready.action.seldom
        play = button(label, self.id(move_ids.PLAY, whole), Style.danger if seldom else Style.success)
        text = self.teller.say("play.confirm", action=self.teller.action(ready.action, ready.offer.facts))
        return Page(text, rows([play, *self._exits(picked)]), ready)


def _purpose(option: MenuOption) -> str:
    """Return the purpose of an answer's button: it plays the move where no other is left."""
    return move_ids.ASK if option.offer is None else whole_moves.purpose(option.offer)


def _after_letter(label: str, place: str, seen: LetteredPlaces | None) -> str:
    """Return a label after the letter that its place has in the picture, if it has one there."""
    letter = seen.letters.get(place, "") if seen else ""
    return sentences.cut(f"{letter} {label}".strip(), CHOICE)
