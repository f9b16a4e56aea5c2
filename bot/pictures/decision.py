"""The picture for the decision that a table waits for: which offers it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.pictures import looks
from bot.pictures.decision_drawing import DecisionDrawing
from bot.pictures.preview import routes
from bot.pictures.requests import PictureRequest
from bot.speech.decision import kind_of
from bot.speech.table_view import TableView
from bot.speech.teller import Teller
from engine.choices import Offer
from engine.decisions import DecisionKind as Kind
from engine.decisions import awaited_offers, decision_kind
from engine.game import Game
from engine.notes import Proposal
from render import MapContent
from render.decisions import Question

MATTERS: Mapping[Kind, frozenset[Kind]] = {
    Kind.EMERGENCY: frozenset((Kind.TRAIN, Kind.SHARE)),
    Kind.SHARE: frozenset((Kind.SHARE, Kind.PAR, Kind.DRAFT, Kind.POWER)),
    Kind.TRAIN: frozenset((Kind.TRAIN, Kind.DISCARD, Kind.ACQUISITION)),
    Kind.POWER: frozenset((Kind.POWER, Kind.ACQUISITION)),
    Kind.TOKEN: frozenset((Kind.TOKEN, Kind.POWER)),
    Kind.LAY: frozenset((Kind.POWER,)),
    Kind.RUN: frozenset((Kind.POWER,)),
    **{
        kind: frozenset((kind,))
        for kind in (
            Kind.HOME,
            Kind.DISCARD,
            Kind.DIVIDEND,
            Kind.PAR,
            Kind.AUCTION,
            Kind.DRAFT,
            Kind.ACQUISITION,
            Kind.DEAL,
        )
    },
}
"""The matters of what is on offer that a picture tells of, by kind; of others it tells nothing."""
NEAR = 4
"""So many hexes are outlined at which a power may be used."""


def decision_request(view: TableView, scheme: str) -> PictureRequest:
    """What to draw for the decision that a table waits for. May be slow where runs are proposed."""
    look = replace(looks.dress(view, view.game.pos, scheme), caption="")
    return PictureRequest((decision_drawing(view),), look)


def decision_drawing(view: TableView) -> DecisionDrawing:
    """The same, without how it is dressed."""
    if kind_of(view) is Kind.END:
        return DecisionDrawing(Question(Kind.END))
    return _asked_of(view.teller, view.game)


def _asked_of(teller: Teller, game: Game) -> DecisionDrawing:
    """The picture for the decision that a game waits for."""
    pos, kind, bare = game.pos, decision_kind(game.pos, game.choices), teller.bare
    offers = tuple(_matching(awaited_offers(pos, game.choices), MATTERS.get(kind, frozenset())))
    shown, run = MapContent(_outlined(kind, offers)), ""
    if kind in {Kind.RUN, Kind.LAY, Kind.TOKEN} and (proposed := game.choices.runs):
        run = f"{bare.offer(proposed[0])}: {bare.action(proposed[0].action)}"
        shown = MapContent(routes=routes(game.play(proposed[0].action)))
    notes = pos.round_notes
    deal = bare.proposed(notes.action) if isinstance(notes, Proposal) else None
    return DecisionDrawing(Question(kind, offers, shown, deal), run)


def _outlined(kind: Kind, offers: Iterable[Offer]) -> tuple[str, ...]:
    """The hexes between which somebody chooses for a home or a power, and the only one for a token."""
    named = (str(getattr(offer.action, "hex", "")) for offer in offers)
    hexes = tuple(dict.fromkeys(filter(None, named)))
    few = {Kind.HOME: len(hexes), Kind.POWER: NEAR, Kind.TOKEN: 1}.get(kind, 0)
    return hexes if len(hexes) <= few else ()


def _matching(offers: Iterable[Offer], matters: frozenset[Kind]) -> Iterator[Offer]:
    yield from (offer for offer in offers if offer.action.matter in matters)
