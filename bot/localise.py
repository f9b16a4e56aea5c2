"""Names and descriptions of commands, with the keys of their translations."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from assets import sentences


def name(command: str) -> locale_str:
    """Return the name of a command or group; ``game.house`` where its word is another one in that group."""
    return locale_str(command.rpartition(".")[2], key=f"command.{command}.name")


def about(command: str) -> locale_str:
    """Return the description of a command, group or option."""
    key = f"{command}.about" if command.startswith("option.") else f"command.{command}.about"
    return locale_str(sentences.say(key), key=key)


_Command = TypeVar("_Command")


def described(**options: str) -> Callable[[_Command], _Command]:
    """Name and describe the options of a command: each parameter by the key of its messages ``option.key``."""
    names = {
        one: locale_str(sentences.say(f"option.{key}.name"), key=f"option.{key}.name")
        for one, key in options.items()
    }
    texts = {one: about(f"option.{key}") for one, key in options.items()}

    def decorate(command: _Command) -> _Command:
        return app_commands.rename(**names)(app_commands.describe(**texts)(command))

    return decorate


def named(prefix: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return values to choose from, each called by the message ``prefix.value``."""
    keys = {value: f"{prefix}.{value}" for value in values}
    return [
        app_commands.Choice(name=locale_str(sentences.say(key), key=key), value=value)
        for value, key in keys.items()
    ]


class Translator(app_commands.Translator):
    """Translates what carries the key of its message, and values to fill in."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the message in the language of a locale, None where English will do."""
        key, lang = string.extras.get("key", ""), sentences.language(locale)
        if lang == sentences.ENGLISH or key not in sentences.messages(lang):
            return None
        return sentences.say(key, lang, **string.extras.get("values", {}))
