"""Slash commands are made from the actions and stay within Discord's limits."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from assets import sentences
from bot.limits import check_request
from bot.localise import Translator
from bot.menu.folding import Menu
from bot.pickers import commands
from bot.pickers.typed import TypedInput
from bot.speech.teller import Teller
from engine import notation
from engine.actions import SHARED
from engine.refusals import Malformed
from engine.title import titles
from tests.bot.positions import NAMES, having
from tests.bot.tabletop import CHANNEL, Table

SPOKEN = {str(locale) for locale in discord.Locale if sentences.language(locale) != sentences.ENGLISH}
"""The languages of Discord in which a catalogue of ours is shown, but for the one that everything is written in."""
SAME = {*titles(), *(sentences.say("language.name", lang) for lang in sentences.languages())}


class Nobody:
    """Takes what is typed and does nothing."""


@pytest.fixture
async def payload() -> list[dict[str, Any]]:
    """The commands as they are sent to Discord, in every language."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in commands.every(Nobody()):  # type: ignore[arg-type]
        tree.add_command(command)
    return [await command.get_translated_payload(tree, Translator()) for command in tree.get_commands()]


def test_the_whole_tree_is_within_the_limits(payload: list[dict[str, Any]]):
    """Names, descriptions, numbers of options, sizes with all translations."""
    broken = check_request("PUT", "/applications/1/commands", payload)

    assert broken == []


def test_every_verb_has_a_command_with_its_fields(payload: list[dict[str, Any]]):
    """Shared verbs by themselves, those of one title under /use, and /do besides."""
    options = {one["name"]: [option["name"] for option in one.get("options", ())] for one in payload}
    own = {kind.verb for title in titles().values() for kind in title.verbs if kind not in SHARED}

    for kind in SHARED:
        assert options[kind.verb] == [commands.spoken(field) for field in notation.names(kind)]
    assert options["use"] == sorted(own)
    assert options["do"] == ["move"]


def test_every_option_completes_what_is_typed(payload: list[dict[str, Any]]):
    """Nobody has to know a value by heart, and only /do asks for its option."""
    options = [option for one in payload if one["name"] != "use" for option in one.get("options", ())]

    assert all(option["autocomplete"] for option in options)
    assert [option["name"] for option in options if option.get("required")] == ["move"]


def test_names_and_descriptions_are_translated(payload: list[dict[str, Any]]):
    """Spanish players see Spanish commands."""
    lay = next(one for one in payload if one["name"] == "lay")

    assert lay["name_localizations"]["es-ES"] == "colocar"
    assert "loseta" in lay["description_localizations"]["es-419"]


def untranslated(things: list[dict[str, Any]], locale: str, path: str = "") -> Iterator[str]:
    """The commands, options and choices without words of their own in a language, or called like one beside them.

    The names of titles, and what languages call themselves, are the same in all of them.
    """
    beside = Counter(_localised(one, "name").get(locale) for one in things)
    for one in things:
        where = f"{path} {one['name']}".strip()
        name = _localised(one, "name").get(locale)
        if name is None or beside[name] > 1:
            yield f"name of {where}"
        if one.get("description") and locale not in _localised(one, "description"):
            yield f"description of {where}"
        yield from untranslated(one.get("options") or [], locale, where)
        words = [choice for choice in one.get("choices") or [] if choice["name"] not in SAME]
        yield from untranslated(words, locale, where)


def _localised(thing: dict[str, Any], side: str) -> dict[str, str]:
    return thing.get(f"{side}_localizations") or {}


@pytest.mark.parametrize(
    ("thing", "fault"),
    [
        ({"name": "new"}, "name of go new"),
        (
            {"name": "new", "name_localizations": {"de": "neu"}, "description": "Open."},
            "description of go new",
        ),
        ({"name": "new", "name_localizations": {"de": "los"}}, "name of go new"),
        (
            {"name": "new", "name_localizations": {"de": "neu"}, "choices": [{"name": "on", "value": "1"}]},
            "name of go new on",
        ),
    ],
)
def test_what_is_not_translated_is_found(thing: dict[str, Any], fault: str):
    """No name, no description, the name of the one beside it, a choice; the name of a title is no fault."""
    good = {
        "name": "off",
        "name_localizations": {"de": "los"},
        "choices": [{"name": "18Mag", "value": "18Mag"}],
    }
    whole = [{"name": "go", "name_localizations": {"de": "los"}, "options": [good, thing]}]

    assert fault in untranslated(whole, "de")
    assert list(untranslated([{**whole[0], "options": [good]}], "de")) == []


async def test_every_command_option_and_choice_is_named_in_every_language(tabletop: Table):
    """A person types in the language of the client, and no two things beside each other are called the same."""
    whole = await tabletop.bot.command_payload()

    assert check_request("PUT", "/applications/1/commands", whole) == []
    assert {one: faults for one in SPOKEN if (faults := list(untranslated(whole, one)))} == {}
    assert {sentences.language(one) for one in SPOKEN} == {*sentences.languages()} - {sentences.ENGLISH}


@pytest.fixture
def typed_input() -> TypedInput:
    """What a player types where tiles can be laid."""
    game = having("lay")
    return TypedInput(Menu(game.choices), Teller(game.title, NAMES, "en", markup=False))


async def test_a_player_types_companies_and_no_units(payload: list[dict[str, Any]], tabletop: Table):
    """The field of an action has a name of its own for players, and what is typed in it counts for the others."""
    typed = {option["name"] for one in payload for option in one.get("options", ())}
    person = await tabletop.to("lay")
    unit = (await tabletop.bot.service.tables.find(1)).started().game.pos.unit
    own = await person.autocomplete(CHANNEL, "lay", "hex", "", company=unit)
    strange = await person.autocomplete(CHANNEL, "lay", "hex", "", company="nonsense")

    assert "company" in typed
    assert "unit" not in typed
    assert own
    assert strange == []


def test_only_what_is_legal_is_offered(typed_input: TypedInput):
    """Choices narrow with the fields typed already, and hold at most 25."""
    menu = Menu(having("lay").choices)
    for field in ("unit", "hex", "tile", "rotation"):
        legal = {option.word for option in menu.values("lay", field, {})}
        offered = typed_input.values("lay", {}, field, "")

        assert {choice.value for choice in offered} == legal
        assert len(offered) <= 25
        assert all(0 < len(choice.name) <= 100 for choice in offered)


def test_typing_narrows_the_choices(typed_input: TypedInput):
    """What was typed elsewhere counts, as a value or as part of a label."""
    every = typed_input.values("lay", {}, "rotation", "")
    tile = typed_input.values("lay", {}, "tile", "")[0].value
    some = typed_input.values("lay", {"tile": f"#{tile}"}, "rotation", "")
    none = typed_input.values("lay", {"tile": "nonsense"}, "rotation", "")

    assert 0 < len(some) <= len(every)
    assert none == []


def test_whole_actions_are_offered_in_notation(typed_input: TypedInput):
    """/do finds actions by label or notation; what it sends can be read."""
    game, choices = having("lay"), typed_input.choices("lay")
    assert len(choices) > 5
    for choice in choices:
        action = typed_input.carried(choice.value) or game.read(choice.value)

        assert action in game.choices
        assert len(choice.value) <= 100


def test_amounts_offer_what_was_typed_first():
    """A legal number is the first choice, then the ends of the range."""
    game = having("dividend")
    typed_input = TypedInput(Menu(game.choices), Teller(game.title, NAMES, "en", markup=False))
    every = [choice.value for choice in typed_input.values("dividend", {}, "total", "")]

    assert every[0] == "0"
    assert typed_input.values("dividend", {}, "total", every[-1])[0].value == every[-1]
    assert typed_input.values("dividend", {}, "total", "7") == []


def test_what_is_probably_meant_can_be_judged(typed_input: TypedInput):
    """Missing fields come from the nearest legal action, so that a clause can be named."""
    game = having("lay")
    action = typed_input.action(game, game.pos.awaited[0], "lay", {"hex": "C6"})
    refusal = game.choices.why_not(action)

    assert refusal is not None
    assert refusal.key == "tile_forbidden_hex"
    with pytest.raises(Malformed):
        typed_input.action(game, "s1", "lay", {"rotation": "left"})
    with pytest.raises(Malformed):
        typed_input.action(game, "s1", "fly", {})


async def test_an_option_is_described_as_what_it_is(tabletop: Table):
    """No two options share their words by mistake: the part of a text is no seat."""
    options = {
        (one["name"], sub["name"]): {option["name"] for option in sub.get("options") or []}
        for one in await tabletop.bot.command_payload()
        for sub in one.get("options") or []
    }

    assert options["show", "text"] == {"part", "page"}
    assert options["game", "join"] == {"seat", "person"}
