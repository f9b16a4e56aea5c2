"""What docs/hooks.md tells receivers is so."""

import base64
import hmac
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.hooks import CallTold
from bot.hooks.hooks import PAUSES, Hooks
from bot.hooks.post import BUSY, SECONDS, new_secret, signature
from bot.storage.hooks import of_table

TEXT = (Path(__file__).parents[3] / "docs" / "hooks.md").read_text("utf-8")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Noon:
    """A clock that stands."""

    def now(self) -> datetime:
        """Return noon."""
        return NOON


def shown(language: str) -> str:
    """The example of the page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_is_what_is_sent():
    """Key by key."""
    call = CallTold(
        12, "18Mag", "card", 3, 5, "https://discord.com/channels/3/5/7", (100000000000000002,),
        {100000000000000002: "Birch"}, "<@100000000000000002> 18Mag · First share round: **Draft**",
    )  # fmt: skip
    made: Any = Hooks(None, Noon(), "any", None)  # type: ignore[arg-type]
    (body,) = made.bodies([of_table(12)], call).values()

    assert json.loads(shown("json")) == json.loads(body)


def test_the_recipe_verifies_what_we_sign():
    """Run as it is written."""
    secret, body, at = new_secret(), '{"type": "call"}', int(NOON.timestamp())
    headers = {
        "webhook-id": "call_1",
        "webhook-timestamp": str(at),
        "webhook-signature": signature(secret, "call_1", at, body),
    }
    given = {"base64": base64, "hmac": hmac, "secret": secret, "headers": headers, "body": body}
    exec(shown("python"), given)

    assert given["wanted"]


def test_the_numbers_are_those_of_the_program():
    """How long is waited, and for what."""
    told = " ".join(TEXT.split())

    assert SECONDS == 10
    assert "has ten seconds" in told
    assert ", ".join(map(str, BUSY)) in told
    assert [one.total_seconds() for one in PAUSES] == [30, 120, 600, 3600, 14400]
    assert "after 30 seconds, 2 minutes, 10 minutes, an hour and four hours" in told
