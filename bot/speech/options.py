"""What the options of a table mean."""

from collections.abc import Iterable, Iterator

from bot.speech.teller import Teller
from engine.refusals import Refused
from engine.title import Title


def is_reading(teller: Teller, option: str) -> bool:
    """Tell whether an option reads a clause as recorded games do."""
    known = teller.title.options.get(option.partition("=")[0])
    return known is not None and known.compat


def meaning(teller: Teller, option: str) -> str:
    """Return what an option means: in words, or that it is a reading of recorded games."""
    name, _, value = option.partition("=")
    known = teller.title.options.get(name)
    if known is not None and known.compat:
        return teller.say("setting.recorded", clause=known.clause)
    return teller.known(f"setting.{name}.{value.partition(':')[0]}", f"setting.{name}")


def in_force(title: Title, options: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return the options under which so many players would play: those chosen, and the defaults of others."""
    try:
        return title.completed(options, players)
    except Refused:  # a data file is no good, which is told when the game is to begin
        return options


def meanings(teller: Teller, options: Iterable[str]) -> Iterator[str]:
    """Yield what the options of a table mean; readings of recorded games are only counted."""
    known = list(dict.fromkeys(options))
    readings = [option for option in known if is_reading(teller, option)]
    yield from filter(None, (meaning(teller, option) for option in known if option not in readings))
    if readings:
        yield teller.say("setting.readings", n=len(readings))


def offered(title: Title, players: int) -> list[str]:
    """Return the options that so many players may choose from, with each value; readings of records are left out."""
    known = [one for one in title.options.values() if not one.compat and title.allows(players, (one.id,))]
    return [f"{one.id}={value}" if value else one.id for one in known for value in one.values or ("",)]
