"""Events that come twice: after a connection was taken up again, Discord may repeat what was heard already."""

from collections.abc import Callable, MutableMapping
from typing import Any

INTERACTION = "INTERACTION_CREATE"
REMEMBERED = 1000
"""How many interactions are remembered; Discord repeats those of the last minutes at most."""

Parsers = MutableMapping[str, Callable[[Any], Any]]


def take_once(parsers: Parsers) -> None:
    """Let what somebody did be heard once, however often Discord tells of it."""
    parse, known = parsers[INTERACTION], dict[str, None]()

    def parse_once(data: Any) -> Any:
        if data["id"] in known:
            return None
        known[data["id"]] = None
        if len(known) > REMEMBERED:
            del known[next(iter(known))]
        return parse(data)

    parsers[INTERACTION] = parse_once
