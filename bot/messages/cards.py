"""What the messages of a table look like. Buttons are known by their ids alone, so they outlive a restart."""

import io
import re
from collections.abc import Iterable, Sequence

import discord
from discord import ui

from assets import sentences
from bot.pictures import alt_texts, looks
from bot.pictures.drawing import Picture, PictureRequest
from bot.speech import action_log
from bot.speech import options as option_words
from bot.speech.prose import Teller
from bot.storage import UndoRow
from bot.tables import undo
from bot.tables.view import MoveResult, Table
from engine.game import Game
from engine.title import find

QUIET = 0x5B646A
MESSAGE = 1900
LOBBY_ID, CONSENT_ID, SNOOZE_ID = "l", "u", "z"
UNDO_ID, TOOL_ID, HISTORY_ID, TEXT_ID = "b", "t", "h", "x"

View = ui.LayoutView
STYLES = discord.ButtonStyle


def teller(table: Table, lang: str = "") -> Teller:
    """Return who speaks about this table; in its own language, if no other is named."""
    title = find(table.title).of(len(table.seats), table.options)
    return Teller(title, table.names, lang or table.language)


def layout(*parts: ui.Item[View], colour: int | None = None) -> View:
    """Return a message of components in one frame."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*parts, accent_colour=colour))
    return view


def button(
    label: str, custom_id: str, style: STYLES = STYLES.secondary, *, off: bool = False
) -> ui.Button[View]:
    """Return a button that is known by its id."""
    return ui.Button(label=label, custom_id=custom_id, style=style, disabled=off)


def file(picture: Picture, rev: int, alt: str) -> discord.File:
    """Return a picture as a file; its name changes with the version, so that no old one is shown."""
    return discord.File(io.BytesIO(picture.data), filename=_filename(picture, rev), description=alt)


def files(
    table: Table, pictures: Iterable[Picture], request: PictureRequest, game: Game | None = None
) -> list[discord.File]:
    """Return the pictures of a table, or of an earlier game of it, as files with their alt text."""
    shown = game or table.game
    assert shown is not None
    said = teller(table, request.language)
    return [file(picture, table.rev, _alt(picture.name, said, shown, request)) for picture in pictures]


def _alt(kind: str, said: Teller, shown: Game, request: PictureRequest) -> str:
    return alt_texts.run(said, shown) if kind == "routes" else alt_texts.alt(kind, said, shown.pos, request)


def _filename(picture: Picture, rev: int) -> str:
    return f"{picture.name}-{rev}{picture.suffix}"


def _gallery(shown: Iterable[discord.File]) -> ui.MediaGallery[View]:
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{one.filename}", description=one.description)
            for one in shown
        )
    )


def gallery(text: str, shown: Sequence[discord.File]) -> View:
    """Return pictures under a sentence."""
    return layout(ui.TextDisplay(text), _gallery(shown))


# the lobby


def lobby(table: Table) -> View:
    """Return the card of a lobby; once the game has begun, or was given up, it has no buttons."""
    lang, said = table.language, teller(table)
    data = said.title.data
    lines = [f"### {data.full_name}" + (f" · {data.subtitle}" if data.subtitle else "")]
    lines.append("-# " + sentences.say("lobby.designer", lang, designer=data.designer))
    lines.append(_lobby_state(table))
    lines += [
        _seat_line(table, place, said) for place in range(table.places if _open(table) else len(table.seats))
    ]
    chosen = _options(table)
    options = ", ".join(f"`{option}`" for option in chosen) or sentences.say("lobby.no_options", lang)
    lines.append("-# " + sentences.say("lobby.setup", lang, options=options, seed=str(table.seed)))
    lines += [f"-# • {one}" for one in option_words.meanings(said, chosen)]
    lines.append("-# " + _look(table))
    parts: list[ui.Item[View]] = [ui.TextDisplay("\n".join(lines))]
    if _open(table):
        parts.append(_lobby_buttons(table))
    return layout(*parts, colour=QUIET)


def _lobby_state(table: Table) -> str:
    """Return how full a lobby is, or what became of it."""
    n = table.places if _open(table) else len(table.seats)
    return sentences.say(
        f"lobby.{table.state}", table.language, n=n, count=len(table.seats), places=table.places
    )


def _options(table: Table) -> tuple[str, ...]:
    """Return the options of a table; in a lobby also those in force because nobody chose others."""
    if not _open(table):
        return table.options
    return option_words.in_force(find(table.title), table.options, table.places)


def _look(table: Table) -> str:
    """Return how the pictures of a table look."""
    chosen = {"scheme": looks.scheme(table), "view": looks.view(table)}
    said = {key: sentences.say(f"{key}.{value}", table.language) for key, value in chosen.items()}
    return sentences.say("lobby.look", table.language, **said)


def _open(table: Table) -> bool:
    return table.state == "lobby"


def _seat_line(table: Table, place: int, said: Teller) -> str:
    if place >= len(table.seats):
        return f"{place + 1}. " + sentences.say("lobby.free", table.language)
    seat = table.seats[place]
    name = f"**{said.player(seat.id)}**"
    host = seat.user_id == table.host
    return f"{place + 1}. " + (sentences.say("lobby.host", table.language, name=name) if host else name)


def _lobby_buttons(table: Table) -> ui.ActionRow[View]:
    full, few = len(table.seats) >= table.places, len(table.seats) < table.fewest
    say = {name: sentences.say(f"lobby.button.{name}", table.language) for name in ("join", "leave", "start")}
    ids = {name: f"{LOBBY_ID}:{table.game_id}:{name}" for name in say}
    return ui.ActionRow(
        button(say["join"], ids["join"], STYLES.success, off=full),
        button(say["leave"], ids["leave"]),
        button(say["start"], ids["start"], STYLES.primary, off=few),
    )


def full(table: Table, host: int, link: str) -> str:
    """Return the call for the host of a full lobby."""
    return sentences.say("lobby.full", table.language, mention=f"<@{host}>", link=link)


# the board


def board(
    table: Table,
    shown: Sequence[discord.File],
    controls: Iterable[ui.Item[View]] = (),
    *,
    follow: bool = False,
) -> View:
    """Return the board message: who is to do what, the pictures, the money, the buttons."""
    assert table.game is not None
    parts: list[ui.Item[View]] = [ui.TextDisplay(f"### {headline(table)}")]
    if shown:
        parts.append(_gallery(shown))
    text = "\n".join(_facts(table))
    if follow:
        text += "\n-# " + sentences.say("board.pictures_follow", table.language)
    parts.append(ui.TextDisplay(sentences.cut(text, MESSAGE)))
    parts += controls
    return layout(*parts, colour=_colour(table))


def headline(table: Table) -> str:
    """Return the title, the round and who is to do what."""
    assert table.game is not None
    if table.state == "ended":
        return sentences.say("board.ended", table.language, title=table.title)
    return teller(table).headline(table.game)


def _facts(table: Table) -> list[str]:
    assert table.game is not None
    said, pos, lang = teller(table), table.game.pos, table.language
    if pos.state.over:
        return said.results({player: pos.worth(player) for player in pos.state.players})
    lines = []
    if table.state == "running" and len(pos.awaited) == 1:
        lines.append(sentences.say("board.needs", lang, needs=said.needs(table.game.choices, pos.awaited[0])))
    cash = [f"{said.player(player)} {said.money(pos.cash(player))}" for player in pos.state.players]
    lines.append(" · ".join(cash))
    facts = [sentences.say("board.phase", lang, phase=said.value("phase", pos.phase.name))]
    if pos.state.priority:
        facts.append(sentences.say("board.priority", lang, player=said.player(pos.state.priority)))
    facts.append(sentences.say("board.move", lang, move=len(table.moves)))
    lines.append("-# " + " · ".join(facts))
    return lines


def _colour(table: Table) -> int:
    """Return the colour of whoever operates."""
    assert table.game is not None
    unit = table.game.title.units.get(table.game.pos.unit) if table.state == "running" else None
    return int(unit.colour.lstrip("#"), 16) if unit else QUIET


# lines and calls


def log_line(step: MoveResult, table: Table) -> str:
    """Return what a move caused."""
    return "\n".join(action_log.log(teller(table), step.events, step.action))


def undone_line(table: Table, by: int, stands: int) -> str:
    """Return that moves were taken back, by whom, and after which move the game stood then."""
    seat = table.seat_of(by)
    if seat is None:
        return sentences.say("log.undone", table.language, move=stands)
    return sentences.say("log.undone_by", table.language, player=teller(table).player(seat.id), move=stands)


def joined(lines: Iterable[str], limit: int = MESSAGE) -> list[str]:
    """Return lines joined into as few messages as hold them."""
    messages: list[str] = []
    for line in lines:
        short = sentences.cut(line, limit)
        if messages and len(messages[-1]) + 1 + len(short) <= limit:
            messages[-1] += f"\n{short}"
        else:
            messages.append(short)
    return messages


def ping(table: Table, user_id: int, link: str) -> str:
    """Return the call for somebody who must decide."""
    assert table.game is not None
    seat = table.seat_of(user_id)
    said = teller(table)
    needs = said.needs(table.game.choices, seat.id if seat else "")
    text = sentences.say(
        "ping.turn", table.language, mention=f"<@{user_id}>", what=headline_short(table), needs=needs
    )
    return sentences.cut(text, MESSAGE) + (f" {link}" if link else "")


def headline_short(table: Table) -> str:
    """Return the title, the round, the unit whose turn it is, and the deal that somebody is asked to agree to."""
    assert table.game is not None
    said, pos = teller(table), table.game.pos
    unit = said.unit_in_full(pos.unit) if pos.unit else ""
    what = " · ".join(part for part in (table.title, said.round(pos), unit) if part)
    action = said.asked(pos)
    return sentences.say("headline.asked", table.language, what=what, action=action) if action else what


def reminder(table: Table, user_id: int, number: int, link: str, custom_id: str) -> View:
    """Return a reminder with a button that puts it off."""
    assert table.game is not None
    lang = table.language
    key = "remind.again" if number > 1 else "remind.first"
    text = sentences.say(key, lang, mention=f"<@{user_id}>", what=headline_short(table), n=number)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"{text} {link}".strip()))
    view.add_item(ui.ActionRow(button(sentences.say("remind.snooze", lang), custom_id)))
    return view


def notice(table: Table, user_id: int, count: int) -> str:
    """Return that somebody is reminded no more."""
    seat = table.seat_of(user_id)
    name = teller(table).player(seat.id) if seat else "?"
    return sentences.say("remind.stopped", table.language, player=name, n=count)


# consent


def asked(table: Table, request: UndoRow) -> tuple[int, ...]:
    """Return whose consent is still missing."""
    return undo.asked(table, request)


def consent(table: Table, request: UndoRow) -> View:
    """Return the question whether moves may be taken back, with its buttons."""
    lang, said = table.language, teller(table)
    by = table.seat_of(request.asked_by)
    waiting = " ".join(f"<@{user}>" for user in asked(table, request))
    agreed = [said.player(seat.id) for seat in table.seats if seat.user_id in request.agreed]
    lines = [
        sentences.say(
            "undo.asks",
            lang,
            player=said.player(by.id) if by else "?",
            n=len(table.moves) - request.to_ply,
            move=request.to_ply + 1,
            text=move_text(table, request.to_ply + 1),
            mentions=waiting,
        )
    ]
    if agreed:
        lines.append("-# " + sentences.say("undo.agreed", lang, players=agreed))
    ids = f"{CONSENT_ID}:{table.game_id}:{request.id}"
    row: ui.ActionRow[View] = ui.ActionRow(
        button(sentences.say("undo.button.agree", lang), f"{ids}:agree", STYLES.success),
        button(sentences.say("undo.button.refuse", lang), f"{ids}:refuse", STYLES.danger),
    )
    return layout(ui.TextDisplay("\n".join(lines)), row, colour=QUIET)


def move_text(table: Table, ply: int, lang: str = "", *, bare: bool = False) -> str:
    """Return a move in words, with who made it."""
    assert table.game is not None
    move, said = table.moves[ply - 1], teller(table, lang)
    said = said.bare if bare else said
    action = table.game.read(move.text, move.seat)
    who, text = said.player(move.seat), said.action(action)
    operates = getattr(action, "unit", "")
    unit = said.unit(operates)
    if operates and not re.search(rf"{re.escape(unit)}\b", text):
        who = f"{who} · {unit}"
    return f"{who}: {text}"
