"""The bundled server as tests use it: as slow as the variable STATIONMASTER_LATENCY says, in milliseconds."""

import os
from typing import Any

from assets import sentences
from bot.limits import check_request
from bot.local import LocalDiscord
from bot.local.faults import Latency
from tests.bot.spec import watch

VARIABLE = "STATIONMASTER_LATENCY"
PACE = 200.0
"""Tests play in seconds what people play in hours: the rate limits count, but their clocks run faster."""


def latency() -> Latency:
    """How long a request and its answer take in these tests, with jitter."""
    return Latency(float(os.environ.get(VARIABLE) or 0) / 1000)


def local_discord(*given: Any, **named: Any) -> LocalDiscord:
    """A server that refuses whatever breaks a limit of Discord; it is held to Discord's description itself."""
    usual = {"check": check_request, "latency": latency(), "pace": PACE, "languages": sentences.languages()}
    server = LocalDiscord(*given, **{**usual, **named})
    watch(server)
    return server
