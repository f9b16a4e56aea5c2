"""Logs on standard error, without the secrets of the settings."""

import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import unquote

from bot.settings import Settings

SHORTEST, SHORTEST_PASSWORD = 8, 4
"""Shorter ones would blot out words that are no secrets."""


class Censor(logging.Formatter):
    """Writes lines with every secret blotted out, even in traces."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return self.censored(super().format(record))

    def censored(self, text: str) -> str:
        """Return a text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text


class JsonLines(Censor):
    """Writes each line as a JSON object: time in UTC, level, logger, message, and the trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.censored(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = self.censored(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class Brief(logging.Filter):
    """Makes one line of trouble that is met every day: a connection that broke and is taken up again."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Put what went wrong in the place of its trace."""
        if record.exc_info and str(record.msg).startswith("Attempting a reconnect"):
            error = record.exc_info[1]
            record.msg = f"{record.msg}: {error or type(error).__name__}"
            record.exc_info = None
        return True


def _secrets(settings: Settings) -> Iterator[str]:
    """What no line may hold: token, address, and the password in it as written and as meant."""
    address = settings.database.get_secret_value()
    given = {settings.token.get_secret_value(), address}
    yield from sorted((one for one in given if len(one) >= SHORTEST), key=len, reverse=True)
    credentials = address.partition("://")[2].rpartition("@")[0]
    password = credentials.partition(":")[2]
    yield from (one for one in (password, unquote(password)) if len(one) >= SHORTEST_PASSWORD)


def set_up_logs(settings: Settings) -> None:
    """Send logs of the chosen level to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    form = JsonLines if settings.log_form == "json" else Censor
    handler.setFormatter(form(tuple(_secrets(settings))))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.getLogger("discord.client").addFilter(Brief())
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns of voice, which nobody needs
    for noisy in ("discord", "aiosqlite", "asyncio", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
