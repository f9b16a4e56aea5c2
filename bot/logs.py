"""Logs on standard error, without the secrets of the settings."""

import logging
import sys

from bot.settings import Settings

SHORTEST = 8


class Censor(logging.Formatter):
    """Writes lines with every secret blotted out, even in traces."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text


def set_up_logs(settings: Settings) -> None:
    """Send logs of the chosen level to standard error."""
    given = (settings.token.get_secret_value(), settings.database.get_secret_value())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Censor(tuple(secret for secret in given if len(secret) >= SHORTEST)))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns of voice, which nobody needs
    for noisy in ("discord", "aiosqlite", "asyncio", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
