"""What the pictures say to those who cannot see them."""

from collections.abc import Iterator

from bot.speech.prose import Teller
from engine.game import Game
from engine.position import Position
from render import words

LIMIT = 1000


def alt(kind: str, said: Teller, game: Game) -> str:
    """Return the alt text of a picture: what it is, then its facts, as far as they fit."""
    pos = game.pos
    if kind == "routes":
        return words.cut(said.say("alt.routes", run=_run(said.bare, game)), LIMIT)
    head = said.say(f"alt.{kind}", title=said.title.name, round=said.round(pos))
    return words.cut(" ".join([head, "; ".join(_FACTS[kind](said.bare, pos))]).strip(), LIMIT)


def _run(said: Teller, game: Game) -> str:
    """Return what the first proposed run earns, and its routes."""
    offer = game.choices.runs[0]
    return f"{said.offer(offer)}: {said.action(offer.action)}"


def _map(said: Teller, pos: Position) -> Iterator[str]:
    for hex_, stations in pos.state.stations.items():
        if stations:
            units = ", ".join(said.unit(station.unit) for station in stations)
            yield f"{said.place(hex_)}: {units}"
    for hex_, (tile, rotation) in pos.state.tiles.items():
        yield said.say("alt.tile", place=said.place(hex_), tile=tile, rotation=str(rotation))
    for hex_, layers in pos.state.layers.items():
        for tile, rotation in layers:
            yield said.say("alt.tile", place=said.place(hex_), tile=tile, rotation=str(rotation))


def _market(said: Teller, pos: Position) -> Iterator[str]:
    for cell, stack in pos.state.market.items():
        if stack:
            price = said.money(said.title.prices[cell])
            yield f"{price}: {', '.join(map(said.unit, stack))}"


def _charters(said: Teller, pos: Position) -> Iterator[str]:
    for player in pos.state.players:
        yield f"{said.player(player)}: {said.money(pos.cash(player))}{_papers(said, pos, player)}"
    for unit, trains in pos.state.trains.items():
        owner = pos.director(unit)
        if trains or owner:
            parts = [said.player(owner)] if owner else []
            parts += [said.money(pos.cash(unit)), *trains]
            yield f"{said.unit(unit)}: {', '.join(parts)}"


def _papers(said: Teller, pos: Position, player: str) -> str:
    shares = [
        f"{said.unit(unit)} {share}%"
        for (holder, unit), share in pos.holdings.items()
        if holder == player and share
    ]
    papers = shares + [said.private(paper) for paper in pos.owned(player)]
    return f" ({', '.join(papers)})" if papers else ""


_FACTS = {"map": _map, "market": _market, "charters": _charters}
