"""What the options of a table mean."""

from collections.abc import Iterable, Iterator

from bot.speech.teller import Teller
from engine.game import Setup
from engine.peer18xx.written_game import apart
from engine.refusals import Refused
from engine.title import Title


def is_reading(teller: Teller, option: str) -> bool:
    """Tell whether an option reads a clause as recorded games do."""
    known = teller.title.options.get(option.partition("=")[0])
    return known is not None and known.compat


def meaning(teller: Teller, option: str) -> str:
    """Return the meaning of an option in words, or that it is a reading of recorded games."""
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
    """The options so many players may choose from, with each value; readings of records come last, as one preset."""
    known = [one for one in title.options.values() if not one.compat and title.allows(players, (one.id,))]
    own = [f"{one.id}={value}" if value else one.id for one in known for value in one.values or ("",)]
    return [*own, *(preset for preset in title.data.presets if misfits(title, players, (preset,)) == ())]


def misfits(title: Title, players: int, options: tuple[str, ...]) -> tuple[str, ...]:
    """What keeps a table from being written for 18xx.games: options, readings it lacks, players of its own."""
    seats = tuple(f"s{place}" for place in range(1, players + 1))
    try:
        return tuple(apart(Setup(title.name, seats, options)))
    except Refused:  # a data file is no good, which is told when the game is to begin
        return options


def elsewhere(teller: Teller, title: Title, options: tuple[str, ...], players: int) -> str:
    """Whether a table can be taken to 18xx.games, and what must be chosen for it; empty where it lacks the title."""
    if not title.data.presets:
        return ""
    if not misfits(title, players, options):
        return teller.say("lobby.elsewhere.yes")
    preset = next(iter(title.data.presets))
    kept = tuple(option for option in options if not is_reading(teller, option))
    if found := misfits(title, players, (preset, *kept)):
        return teller.say("lobby.elsewhere.no", options=[f"`{option}`" for option in found])
    return teller.say("lobby.elsewhere.preset", option=f"*{meaning(teller, preset) or preset}*")


def is_chosen(title: Title, option: str, options: tuple[str, ...]) -> bool:
    """Tell whether an option, or everything a preset stands for, is in force."""
    return set(title.data.presets.get(option, (option,))) <= set(options)
