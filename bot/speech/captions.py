"""What stands above pictures: which game, which round, which phase, and whose turn it is."""

from bot.speech.teller import Teller
from engine.position import Position


def caption(teller: Teller, pos: Position) -> str:
    """Return title, round, phase and who is to move, as a line without markup."""
    bare = teller.bare
    phase = bare.phase(pos.phase.name)
    return " · ".join(filter(None, (bare.title.name, bare.round(pos), phase, _turn(bare, pos))))


def _turn(teller: Teller, pos: Position) -> str:
    if pos.state.over:
        return teller.say("headline.over")
    names = ", ".join(map(teller.player, pos.awaited))
    return f"{teller.unit(pos.unit)} ({names})" if pos.unit and names else names
