"""What somebody can do here and now, in a few sentences: for whoever asks for help."""

from collections.abc import Iterator

from assets import sentences
from bot.speech.names import of_kind
from bot.speech.table_view import TableView
from bot.speech.teller import Teller
from bot.tables.table import Table
from engine.title import find


def no_table(lang: str) -> str:
    """Return the help for a channel without a table."""
    return sentences.say("help.none", lang)


def lobby(table: Table, lang: str) -> str:
    """Return how a table that has not begun gets to play."""
    host = next((seat.name for seat in table.seats if seat.user_id == table.host), "?")
    teller = Teller(find(table.title), {}, lang)
    told = teller.say(
        "help.lobby",
        title=teller.title.name,
        count=len(table.seats),
        places=table.places,
        host=sentences.escaped(host),
    )
    return "\n".join([told, *_note(teller)])


def over(table: Table, lang: str) -> str:
    """Return the help for a game that is over."""
    return sentences.say("help.over", lang, title=find(table.title).name)


def running(view: TableView, seat: str) -> str:
    """Return the help for a round and a seat, whether it is in turn or not; '' is somebody without a seat."""
    return "\n".join(_running(view, seat))


def _running(view: TableView, seat: str) -> Iterator[str]:
    teller, pos = view.teller, view.game.pos
    yield f"### {teller.title.name} · {teller.round(pos)}"
    yield from filter(None, (teller.known(f"help.round.{frame.kind}") for frame in pos.state.frames))
    meanwhile = "help.wait" if seat else "help.watch"
    yield teller.say("help.turn") if seat in pos.awaited else teller.say(meanwhile, players=_awaited(view))
    menu = view.menu(seat)
    for verb in menu.verbs if seat else ():
        told = teller.known(*of_kind([f"help.verb.{verb}"], teller.kind_in(menu, verb)))
        yield f"- **{teller.open_verb(menu, verb)}**: {told}"
    yield from _note(teller)
    yield teller.say("help.ways")


def _note(teller: Teller) -> Iterator[str]:
    """Yield what those who know the printed game should know of ours."""
    if note := teller.known("lobby.note"):
        yield f"-# {note}"


def _awaited(view: TableView) -> str:
    names = [view.teller.player(player) for player in view.game.pos.awaited]
    return sentences.join(names, view.lang)
