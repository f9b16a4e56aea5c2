"""The bundled server as tests use it: as slow as the variable STATIONMASTER_LATENCY says, in milliseconds."""

import os
from typing import Any

from bot.limits import check_request
from bot.local import LocalDiscord
from bot.local.faults import Latency

VARIABLE = "STATIONMASTER_LATENCY"


def latency() -> Latency:
    """How long a request and its answer take in these tests, with jitter."""
    return Latency(float(os.environ.get(VARIABLE) or 0) / 1000)


def local_discord(*given: Any, **named: Any) -> LocalDiscord:
    """A server that refuses whatever breaks a limit of Discord."""
    return LocalDiscord(*given, **{"check": check_request, "latency": latency(), **named})
