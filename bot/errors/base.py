"""What all refusals of the bot have in common."""

from typing import Any

from engine.refusals import Refused


class BotError(Refused):
    """Something a person is told in one sentence: each kind has the key of its own."""

    key = "error.table"

    def __init__(self, key: str = "", /, **values: Any) -> None:
        super().__init__(key or self.key, **values)
