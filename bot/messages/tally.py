"""How many boards were drawn, how many a newer one overtook, and what was refused."""

import logging
from dataclasses import dataclass

log = logging.getLogger(__name__)


@dataclass
class Tally:
    """What became of the boards of all stored moves, and how often Discord refused to show something.

    A board overtaken by a newer one is not drawn.
    """

    drawn: int = 0
    overtaken: int = 0
    failed: int = 0
    refused: int = 0

    def count(self, game_id: int, shown: int, rev: int) -> None:
        """Count a version that was shown with pictures, and those before it that never were."""
        passed = max(rev - shown - 1, 0)
        self.drawn += 1
        self.overtaken += passed
        log.info("pictures of game %d: rev %d drawn, %d overtaken since rev %d", game_id, rev, passed, shown)
