"""The decision that a table waits for, said once: what it is about, who must take it, and what there is to know.

The lock screen, the card of the turn, its picture and reminders all speak from this. Nothing here knows a title: what
a decision is about follows from the verbs on offer, each of which says to what matter it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.speech import decision_facts
from bot.speech.table_view import TableView
from engine.decisions import DecisionKind, awaited_offers, decision_kind, reason


@dataclass(frozen=True)
class DecisionText:
    """A decision in words: of a table that waits for nobody what became of the game.

    ``headline`` fits on a lock screen. ``duties`` say why something must be done, ``facts`` what must be known, each
    a line; ``asides`` are worth a smaller line. Where there is no room, small lines that are ``spare`` are left out,
    then what is ``further``, each from its end, and the first fact becomes ``brief``. What is ``drawn`` is told where
    there is no picture.
    """

    headline: str
    duties: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    brief: str = ""
    further: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


def kind_of(view: TableView) -> DecisionKind:
    """What the decision is about that a table waits for."""
    is_open = view.table.state == "running"
    return decision_kind(view.game.pos, view.game.choices) if is_open else DecisionKind.END


def decision_of(view: TableView) -> DecisionText:
    """The decision that a table waits for; asked again, the very same one."""
    return view.once(_decision)


def _decision(view: TableView) -> DecisionText:
    kind = kind_of(view)
    if kind is DecisionKind.END:
        return DecisionText(_over(view), facts=tuple(_results(view)), asides=tuple(_seed(view)))
    return DecisionText(
        _headline(view, kind),
        tuple(_duties(view) if kind is not DecisionKind.EMERGENCY else ()),  # where the headline says it
        tuple(decision_facts.facts(view, kind)),
        decision_facts.brief(view, kind),
        tuple(decision_facts.further(view, kind)),
        tuple(decision_facts.asides(view, kind)),
        tuple(decision_facts.spare(view, kind)),
        tuple(decision_facts.drawn(view, kind)),
    )


# --- the headline


def what(view: TableView) -> str:
    """The title, the round and the unit in turn."""
    pos, teller = view.game.pos, view.teller
    unit = teller.unit(pos.unit) if pos.unit else ""
    return " · ".join(filter(None, (view.table.title, teller.round(pos), unit)))


def _headline(view: TableView, kind: DecisionKind) -> str:
    """The title, the round, the unit in turn, and what is to be done."""
    teller, pos = view.teller, view.game.pos
    asked = teller.asked(pos)
    if asked:
        return teller.say("headline.asked", what=what(view), action=asked)
    task = teller.task(kind, awaited_offers(pos, view.game.choices))
    return teller.say("decision.headline", what=what(view), task=task)


def _over(view: TableView) -> str:
    if view.table.state == "ended":
        return view.teller.say("board.ended", title=view.table.title)
    return view.teller.headline(view.game)


# --- what there is to know


def _results(view: TableView) -> Iterator[str]:
    pos = view.game.pos
    if pos.state.over:
        yield from view.teller.results({player: pos.worth(player) for player in pos.state.players})


def _seed(view: TableView) -> Iterator[str]:
    """From what the game was dealt, which is a secret until it is over."""
    if view.game.pos.state.over:
        yield view.teller.say("board.seed", seed=str(view.table.seed))


def _duties(view: TableView) -> Iterator[str]:
    """Why a turn cannot end yet, or why nobody may pass."""
    found = reason(view.game.pos, view.game.choices)
    if found is not None:
        yield view.teller.fault(found)
