"""What is said as an eye reads it, in which a space where no line may break looks like any other."""

from collections.abc import Iterable

from bot.local.wire import as_read
from tests.bot.seen import SeenMessage


def lines_read(lines: Iterable[str]) -> list[str]:
    """Return lines as they are read."""
    return [as_read(one) for one in lines]


def record_lines(shown: Iterable[SeenMessage]) -> list[str]:
    """The lines of all records in a channel, in order, without their smaller print."""
    records = (one for one in shown if not one.components and not one.ephemeral and "<@" not in one.text)
    lines = (line for one in records for line in one.text.splitlines())
    return [line for line in lines if not line.startswith("-# ")]
