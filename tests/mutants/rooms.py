"""The rooms of the house that mutants are made of, the tests that mirror each, and how many they must kill."""

from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class MutantRoom:
    """Some folders or modules, their tests, and how many mutants of a hundred must be killed.

    What survives those is tried on tests ``elsewhere`` that call it, too.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    floor: int
    elsewhere: tuple[str, ...] = ()

    @property
    def beyond(self) -> "MutantRoom":
        """The same room with the tests elsewhere for its own."""
        return replace(self, tests=self.elsewhere, elsewhere=())

    def modules(self, root: Path = ROOT) -> list[Path]:
        """Return its modules, as paths from the root."""
        places = [place for source in self.sources for place in sorted(root.glob(source))]
        found = [
            path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))
        ]
        return [path.relative_to(root) for path in found]


ROOMS = {
    "rules": MutantRoom(
        ("engine/steps", "engine/rounds", "engine/finance", "engine/titles/t*"),
        (
            "tests/games",
            "tests/engine/steps",
            "tests/engine/rounds",
            "tests/engine/finance",
            "tests/engine/test_toy.py",
        ),
        97,
        ("tests/engine/opponents", "tests/engine/records", "tests/engine/peer18xx", "tests/engine/standing"),
    ),
    "records": MutantRoom(
        ("engine/records", "engine/peer18xx"),
        (
            "tests/engine/records",
            "tests/engine/peer18xx",
            "tests/engine/test_peer_books.py",
            "tests/engine/test_peer_form.py",
            "tests/engine/test_peer_order.py",
            "tests/engine/test_peer_shares.py",
            "tests/engine/test_peer_turns.py",
            "tests/engine/test_record_undo.py",
            "tests/engine/test_going_on.py",
            "tests/engine/test_round_trips.py",
            "tests/engine/cli/test_cli_files.py",
            "tests/games/t18mag/test_written.py",
            "tests/games/t18mag/test_readings.py",
            "tests/games/t18mag/test_two_players_records.py",
            "tests/games/t18cz/test_written.py",
            "tests/games/t18cz/test_records.py",
            "tests/games/t1844/test_written.py",
        ),
        90,
        (
            "tests/bot/tables/test_border.py",
            "tests/bot/tables/test_importing.py",
            "tests/test_hostile_files.py",
        ),
    ),
    "storage": MutantRoom(
        ("bot/storage",), ("tests/bot/storage",), 85, ("tests/bot/tables", "tests/bot/operate")
    ),
    "messages": MutantRoom(
        ("bot/messages",), ("tests/bot/messages",), 85, ("tests/bot/cogs", "tests/bot/tables")
    ),
    "tables": MutantRoom(
        ("bot/tables",), ("tests/bot/tables",), 85, ("tests/bot/cogs", "tests/bot/messages")
    ),
    "render": MutantRoom(
        ("render",), ("tests/render",), 85, ("tests/bot/pictures", "tests/tools/test_sight.py")
    ),
}
