"""Games of sensible players elsewhere: each is read to its end, and only what breaks a printed rule is taken so."""

import os
from pathlib import Path

import pytest

from engine.records.check import check

FOLDER = os.environ.get("CASES_DIR", "")
TAKEN = {
    "new_1844_5p_cards_93014": [],
    "new_1844_5p_rusher_91007": [
        "private_owner",
        "not_your_turn",
        "not_your_turn",
        "private_owner",
        "private_owner",
    ],
    "new_18cz_4p_miser_91023": ["tile_two_promotions"],
    "new_18cz_5p_rusher_93021": ["train_limit"],
    "raw_fixture_1844_164302": ["sell_again"],
}
"""The rules that entries of a game break, in their order; other games break none."""
QUICK = ("new_1844_3p_dumper_91001", "new_18cz_5p_rusher_93021", "new_18cz_5p_mixed_92005")


def games() -> list[str]:
    return sorted(str(path) for path in Path(FOLDER).glob("*/*.json.gz")) if FOLDER else []


@pytest.mark.skipif(not FOLDER, reason="CASES_DIR does not name the folder of games")
@pytest.mark.parametrize("name", QUICK)
def test_a_game_is_read_to_its_end(name: str):
    """Every state is as recorded."""
    judge(Path(FOLDER) / "games" / f"{name}.json.gz")


@pytest.mark.slow
@pytest.mark.parametrize("path", games(), ids=lambda path: Path(path).name)
def test_every_game_is_read_to_its_end(path: str):
    """The same for all of them."""
    judge(Path(path))


def judge(path: Path) -> None:
    report = check(path)

    assert (report.mismatches, report.refused) == ([], None)
    assert [one.why.key for one in report.taken] == TAKEN.get(report.name, [])
