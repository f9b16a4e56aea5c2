"""What is said as an eye reads it, in which a space where no line may break looks like any other."""

from collections.abc import Iterable

from bot.local.wire import as_read


def lines_read(lines: Iterable[str]) -> list[str]:
    """Return lines as they are read."""
    return [as_read(one) for one in lines]
