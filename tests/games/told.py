"""What games told, offered and refused, move by move, as it was when somebody last looked at it.

The games are kept for ever (`tests/compat/records`); what they lead to is kept beside this module. Where a change is
meant to tell something else, `python -m tests.games.told` writes it anew: read what differs before you keep it.
"""

import gzip
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from engine import notation
from engine.actions import Action
from engine.game import Game
from engine.records.files import open_actions
from engine.retrace import retrace

RECORDS = Path(__file__).parents[1] / "compat" / "records"
KEPT = Path(__file__).parent / "told"
NAMES = sorted(path.name.partition(".")[0] for path in RECORDS.iterdir())
AHEAD = (1, 4, 9, -3)
"""How many moves away the actions are that somebody tries out of turn."""
OFTEN = 6
"""After how many moves all that is on offer is looked at."""


def lines(name: str) -> Iterator[str]:
    """Yield a game of that name: each move with what it caused, what is refused then, and what is on offer."""
    (path,) = RECORDS.glob(f"{name}.*")
    recording, actions, _ = open_actions(path)
    game = Game.begin(recording.setup)
    yield from _moment(game, actions, 0)
    for ply, after in enumerate(retrace(game, tuple(actions)), 1):
        yield f"{ply} {notation.write(actions[ply - 1])}"
        yield from (f"  {event}" for event in after.events)
        yield from _moment(after, actions, ply)


def _moment(game: Game, actions: list[Action], ply: int) -> Iterator[str]:
    """Yield what is refused and offered at a moment."""
    tried = [actions[ply + ahead] for ahead in AHEAD if 0 <= ply + ahead < len(actions)]
    beside = _beside(actions[ply]) if ply < len(actions) else ()
    for action in dict.fromkeys((*tried, *beside)):
        if refused := game.choices.why_not(action):
            yield f"  no {notation.write(action)}: {refused}"
    if ply % OFTEN == 0:
        offers = list(game.choices.offers)
        verbs = Counter(offer.action.verb for offer in offers)
        yield f"  offers {dict(verbs)} {crc32(repr(offers).encode()):08x}"
        for offer in offers:
            ends = (offer.amounts.start - 1, offer.amounts.stop) if offer.amounts else ()
            for amount in ends:
                yield f"  {offer.action.verb} {amount}: {game.choices.why_not(offer.filled(amount))}"


def _beside(action: Action) -> Iterator[Action]:
    """Yield an action with a number in it that is one more or one less."""
    for field in fields(action):
        number = getattr(action, field.name)
        if isinstance(number, int) and not isinstance(number, bool):
            changed: list[Any] = [{field.name: number + one} for one in (1, -1)]
            yield from (replace(action, **change) for change in changed)


def kept(name: str) -> list[str]:
    """What was kept of a game."""
    return gzip.decompress((KEPT / f"{name}.txt.gz").read_bytes()).decode().splitlines()


def main() -> None:
    """Write all of it anew."""
    KEPT.mkdir(exist_ok=True)
    for name in NAMES:
        text = "".join(f"{line}\n" for line in lines(name))
        (KEPT / f"{name}.txt.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
