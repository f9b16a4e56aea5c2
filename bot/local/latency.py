"""How slow the server is: every request with its answer, and every event."""

import random


class Latency:
    """How long a request and its answer are under way."""

    def __init__(self, seconds: float = 0.0, jitter: float = 0.5) -> None:
        self.seconds = seconds
        self.jitter = jitter

    def one_way(self) -> float:
        """Return the seconds that one way takes this time: half of it all, up to the share of jitter off."""
        return self.seconds / 2 * (1 + random.uniform(-self.jitter, self.jitter))

    def slow(self, seconds: float, *, jitter: float = 0.5) -> None:
        """Let every request, with its answer, and every event take about so long."""
        self.seconds, self.jitter = seconds, jitter
