"""What all refusals of the bot have in common."""

import re
from typing import Any

from engine.refusals import Refused


class BotError(Refused):
    """Something a person is told in one sentence.

    Its key follows from the name of its class, ``error.no_game`` from `NoGame`, unless the class has another.
    """

    key = "error.table"
    group = "error"

    def __init_subclass__(cls) -> None:
        if "key" not in vars(cls):
            cls.key = f"{cls.group}.{'_'.join(re.findall('[A-Z][a-z]*', cls.__name__)).lower()}"

    def __init__(self, key: str = "", /, **values: Any) -> None:
        super().__init__(key or self.key, **values)
