"""The lines of the run book, and whether a line of a log is one of them."""

import logging
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "operating.md").read_text("utf-8")
LINES = BOOK.partition("## What the log says")[2]
SENTENCES = re.findall(r"^\| the database (.+?) \|", LINES, re.MULTILINE)

OTHER_BOTS = ("hikari", "disnake")
"""Libraries of other bots, which log in here as well."""
UNCONNECTED = "Guilds intent seems to be disabled"
"""What the library says of a bot that a test builds without a connection."""


@cache
def patterns() -> tuple[re.Pattern[str], ...]:
    """Each line that the run book explains, with anything in the place of ``…``."""
    texts = [
        *re.findall(r"^\| `([^`]+)` \|", LINES, re.MULTILINE),
        *(f"the database {one}" for one in SENTENCES),
    ]
    return tuple(re.compile(".*".join(map(re.escape, text.split("…"))), re.DOTALL) for text in texts)


def unexplained(records: Iterable[logging.LogRecord]) -> list[str]:
    """The warnings and errors, whosever they are, that the run book does not explain."""
    loud = [record.getMessage() for record in records if _is_told(record)]
    return [text for text in loud if not any(one.match(text) for one in patterns())]


def _is_told(record: logging.LogRecord) -> bool:
    """Whether an operator sees a line: it is no test's own, and none of those that ``set_up_logs`` keeps quiet."""
    if record.getMessage().startswith(UNCONNECTED) or record.name.partition(".")[0] in OTHER_BOTS:
        return False
    least = logging.ERROR if record.name == "discord.client" else logging.WARNING
    return record.levelno >= least and f"{Path('tests')}/" not in record.pathname.removeprefix(str(ROOT))
