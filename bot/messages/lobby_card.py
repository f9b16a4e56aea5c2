"""The card of a lobby: the title, who sits where, the options, and the buttons to join, leave and start."""

from collections.abc import Sequence
from datetime import datetime

from discord import ui

from assets import sentences
from bot.button_ids import LOBBY, LOBBY_LEVEL, LOBBY_OPTIONS, LOBBY_RULES, LOBBY_SEATS
from bot.components import QUIET, Layout, Style, button, entry, layout, select
from bot.menu.search import PAGE
from bot.messages import awake
from bot.messages.studied import studied
from bot.pictures import looks
from bot.speech import options
from bot.speech.teller import Teller
from bot.storage import UserRow
from bot.tables.table import Table
from engine.actions import PRINTED, RECORDED
from engine.opponents import LEVELS
from engine.title import find


def lobby_card(table: Table, people: Sequence[UserRow] = (), now: datetime | None = None) -> Layout:
    """Return the card of a lobby; once the game has begun, or was given up, it has no buttons.

    ``people`` who sit there and have set their hours tell when all are awake.
    """
    title = find(table.title).of(len(table.seats) or table.places, table.options)
    teller = Teller(title, table.names, table.language)
    lines = [
        *_title(teller),
        *_state(table),
        *_seats(table, teller),
        *_guests(table),
        *_awake(table, people, now),
        *setup_lines(table, teller),
        _picture_lines(table),
    ]
    parts: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(lines))]
    if _open(table):
        listed = _places(table, teller) if table.recorded else _options(table, teller)
        lists = filter(None, (listed, _rules(table, teller), _levels(table)))
        parts += [*map(ui.ActionRow, lists), _buttons(table), ui.ActionRow(_card_button(table))]
    return layout(*parts, colour=QUIET)


def full(table: Table, link: str) -> str:
    """Return the call for the host of a full lobby."""
    return sentences.say("lobby.full", table.language, mention=f"<@{table.host}>", link=link)


def _open(table: Table) -> bool:
    return table.state == "lobby"


def _title(teller: Teller) -> list[str]:
    data = teller.title.data
    subtitle = teller.known("lobby.subtitle") or data.subtitle
    head = f"### {data.full_name}" + (f" · {subtitle}" if subtitle else "")
    notes = (teller.say("lobby.designer", designer=data.designer), teller.known("lobby.note"))
    return [head, *(f"-# {note}" for note in notes if note)]


def _state(table: Table) -> list[str]:
    """Return how full a lobby is, or what became of it, and how far a recorded game has come."""
    if table.state == "running" and (said := studied(table, table.language)):
        return said
    n = table.places if _open(table) else len(table.seats)
    key = "resumed" if table.recorded and table.state == "running" else table.state
    keys = [f"lobby.{key}/alone"] * (n == 1) + [f"lobby.{key}"]
    state = sentences.say_first(keys, table.language, n=n, count=len(table.seats), places=table.places)
    recorded = sentences.say("lobby.recorded", table.language, n=table.rev)
    if not (table.recorded and _open(table)):
        return [state]
    chosen = table.settings.go_on
    rules = [sentences.say(f"lobby.go_on.{chosen}", table.language)] if chosen else []
    return [state, recorded, *rules]


def _seats(table: Table, teller: Teller) -> list[str]:
    places = table.places if _open(table) else len(table.seats)
    return [f"{place + 1}. {_seat(table, place, teller)}" for place in range(places)]


def _seat(table: Table, place: int, teller: Teller) -> str:
    said = _sitting(table, place, teller)
    if table.recorded and _open(table):
        return teller.say("lobby.recorded_seat", seat=sentences.escaped(table.recorded[place]), name=said)
    return said


def _sitting(table: Table, place: int, teller: Teller) -> str:
    seat = table.seat(f"s{place + 1}")
    if seat is None:
        return teller.say("lobby.free")
    name = f"**{teller.player(seat.id)}**"
    if seat.is_house and table.settings.study is None:
        return f"{name} · {teller.say(f'house.level.{table.settings.level}')}"
    return teller.say("lobby.host", name=name) if seat.user_id == table.host else name


def _levels(table: Table) -> ui.Select[Layout] | None:
    """Return the levels at which the house may play as a list, None where it has no seat."""
    if not any(seat.is_house for seat in table.seats):
        return None
    now, lang = table.settings.level, table.language
    entries = [
        entry(
            sentences.say("lobby.level", lang, level=sentences.say(f"house.level.{level}", lang)),
            level,
            sentences.say(f"house.level.{level}.about", lang),
            chosen=level == now,
        )
        for level in LEVELS
    ]
    return select(LOBBY_LEVEL.write(game=table.game_id), sentences.say("lobby.choose_level", lang), entries)


def _places(table: Table, teller: Teller) -> ui.Select[Layout] | None:
    """Return the free seats of a recorded game as a list, None where all are taken."""
    free = [entry(table.recorded[place], str(place)) for place in table.free_places]
    if not free:
        return None
    return select(LOBBY_SEATS.write(game=table.game_id), teller.say("lobby.choose_seat"), free)


def _rules(table: Table, teller: Teller) -> ui.Select[Layout] | None:
    """Return the rules by which a record may go on as a list, None where there is nothing to choose."""
    chosen = table.settings.go_on
    if not chosen:
        return None
    entries = [
        entry(
            teller.say(f"game.go_on.{one}"), one, teller.say(f"game.go_on.{one}.about"), chosen=one == chosen
        )
        for one in (PRINTED, RECORDED)
    ]
    return select(LOBBY_RULES.write(game=table.game_id), "", entries)


def setup_lines(table: Table, teller: Teller) -> list[str]:
    """Return the options with what they mean; in a lobby also those in force because nobody chose others.

    Readings of recorded games are many and are not named one by one.
    """
    chosen = table.options
    if _open(table):
        chosen = options.in_force(find(table.title), table.options, table.places)
    own = [option.partition(":")[0] for option in chosen if not options.is_reading(teller, option)]
    named = ", ".join(f"`{option}`" for option in own)
    meanings = list(options.meanings(teller, chosen))
    if not named:
        named = meanings.pop() if meanings else teller.say("lobby.no_options")
    lines = ["-# " + teller.say("lobby.setup", options=named), *(f"-# • {one}" for one in meanings)]
    known = _elsewhere(table, teller)
    return [*lines, f"-# {known}"] if known else lines


def _elsewhere(table: Table, teller: Teller) -> str:
    """Return whether a lobby's game can be taken to 18xx.games; nothing of a record that cannot: none may choose."""
    title = find(table.title)
    if not _open(table) or (table.recorded and options.misfits(title, table.places, table.options)):
        return ""
    return options.elsewhere(teller, title, table.options, table.places)


def _options(table: Table, teller: Teller) -> ui.Select[Layout] | None:
    """Return the options as a list in which the host chooses, None where the title has none to choose."""
    title = find(table.title)
    offered = options.offered(title, table.places)[:PAGE]
    if not offered:
        return None
    chosen = options.in_force(title, table.options, table.places)
    return ui.Select(
        custom_id=LOBBY_OPTIONS.write(game=table.game_id),
        placeholder=teller.say("lobby.choose_options"),
        min_values=0,
        max_values=len(offered),
        options=[
            entry(
                options.meaning(teller.bare, option) or option,
                option,
                option,
                chosen=options.is_chosen(title, option, chosen),
            )
            for option in offered
        ],
    )


def _picture_lines(table: Table) -> str:
    """Return how the pictures of a table look, and whether everybody thinks alone."""
    scheme = sentences.say(f"scheme.{looks.scheme(table)}", table.language)
    chosen, lang = table.settings.hints, table.language
    hints = [] if chosen == looks.ON else [sentences.say(f"setting.hints.{chosen}", lang)]
    return "\n".join(f"-# {line}" for line in (sentences.say("lobby.look", lang, scheme=scheme), *hints))


def _awake(table: Table, people: Sequence[UserRow], now: datetime | None) -> list[str]:
    """Return when those who have set their hours are all awake."""
    known = awake.with_hours(people)
    if now is None or len(known) < awake.FEWEST or not _open(table):
        return []
    hours = awake.hours_of_all(known, now)
    key, lang = "lobby.awake" if hours else "lobby.awake_never", table.language
    return ["-# " + sentences.say(key, lang, n=len(known), hours=awake.told(hours))]


def _guests(table: Table) -> list[str]:
    """Return who alone may sit down, where that is so."""
    names = [sentences.escaped(name) for name in table.settings.guests.values()]
    if not names or not _open(table):
        return []
    return ["-# " + sentences.say("lobby.guests", table.language, players=names)]


def _card_button(table: Table) -> ui.Button[Layout]:
    """Return the button that shows all that is chosen for the table."""
    label = sentences.say("lobby.button.card", table.language)
    return button(label, LOBBY.write(game=table.game_id, what="card"))


def _buttons(table: Table) -> ui.ActionRow[Layout]:
    full, few = len(table.seats) >= table.places, len(table.seats) < table.fewest
    names = ("join", "leave", "start", "house", "unhouse")
    say = {name: sentences.say(f"lobby.button.{name}", table.language) for name in names}
    ids = {name: LOBBY.write(game=table.game_id, what=name) for name in say}
    return ui.ActionRow(
        button(say["join"], ids["join"], Style.success, off=full),
        button(say["leave"], ids["leave"]),
        button(say["start"], ids["start"], Style.primary, off=few),
        button(say["house"], ids["house"], off=full),
        *([button(say["unhouse"], ids["unhouse"])] if any(seat.is_house for seat in table.seats) else []),
    )
