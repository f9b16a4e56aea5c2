"""The page of a table: everything that is chosen for it, and for its host the lists to choose from."""

from discord import ui

from assets import sentences
from bot.button_ids import TABLE_CHOICE
from bot.components import QUIET, Layout, entry, layout, select
from bot.messages.lobby_card import setup_lines
from bot.messages.table_choices import CHOICES, board_line, hook_line, language_line, lines
from bot.speech.teller import Teller
from bot.tables.table import Table
from engine.title import find

LANGUAGE = "language"


def table_page(table: Table, user: int, lang: str) -> Layout:
    """Return the card in a language."""
    said = lines(table.settings, lang)
    host = table.seat_of(table.host)
    head = [
        f"### {sentences.say('table.card', lang, title=table.title)}",
        sentences.say(
            "table.card.host", lang, value=sentences.escaped(host.name) if host else f"<@{table.host}>"
        ),
        *_options(table, lang),
        board_line(table.settings, lang),
        *([hook_line(table.settings, lang)] if table.settings.hook else []),
    ]
    if user != table.host:
        text = [*head, *said.values(), language_line(table.language, lang)]
        return layout(ui.TextDisplay("\n".join(text)), colour=QUIET)
    parts: list[ui.Item[Layout]] = [ui.TextDisplay("\n".join(head))]
    for name, line in said.items():
        parts += [ui.TextDisplay(line), ui.ActionRow(_list(table, name, lang))]
    parts += [ui.TextDisplay(language_line(table.language, lang)), ui.ActionRow(_languages(table))]
    return layout(*parts, colour=QUIET)


def _options(table: Table, lang: str) -> list[str]:
    """Return the options of the game in words."""
    title = find(table.title).of(len(table.seats) or table.places, table.options)
    return setup_lines(table, Teller(title, table.names, lang))


def _list(table: Table, name: str, lang: str) -> ui.Select[Layout]:
    choice = CHOICES[name]
    said = [(value, choice.said(value, lang)) for value in choice.values(table.settings)]
    return _select(table, name, said, choice.of(table.settings))


def _languages(table: Table) -> ui.Select[Layout]:
    said = [(lang, sentences.say("language.name", lang)) for lang in sentences.languages()]
    return _select(table, LANGUAGE, said, table.language)


def _select(table: Table, name: str, said: list[tuple[str, str]], now: str) -> ui.Select[Layout]:
    entries = [entry(label, value, chosen=value == now) for value, label in said]
    return select(TABLE_CHOICE.write(game=table.game_id, what=name), "", entries)
