"""What is to come: what trains still to be sold bring, what is exported, how the game ends."""

from dataclasses import replace
from typing import Any

import pytest

from engine.exhibits import Prospect
from engine.milestones import bank_end, milestones
from engine.notes import TurnNotes
from engine.outlook import liquidity
from engine.position import Position
from engine.state import BANK, LastRun, PastRun
from engine.title import titles
from tests.games.t1844 import swiss
from tests.render import scenes

SINCE = {
    "export_begins": "export_from",
    "trade_begins": "trade_from",
    "private_sales_begin": "private_sales_from",
    "local_sales_begin": "private_sales_from",
    "privates_close": "privates_close",
    "full_capital": "full_capital_from",
}
"""The number by which each thing is played that begins with a phase."""


def brought(pos: Position, card: str) -> dict[str, Any]:
    """What the next sale of a card brings, by key."""
    return {one.key: dict(one.values) for one in milestones(pos)[card].follows}


def told(pos: Position) -> dict[str, Any]:
    """What else is to come, by key."""
    return {one.key: dict(one.values) for one in pos.title.foresight.prospects(pos)}


@pytest.mark.parametrize(
    ("card", "phase", "expected"),
    [
        ("2", "2", {"export_begins": {}}),
        ("3", "3", {"colour": {"colour": "green"}, "rounds": {"n": 2}}),
        ("4", "4", {"rusts": {"trains": ("2", "2H")}, "turns": {"train": "3", "after": "3H"}}),
        ("5", "5", {"sbb_forms": {}, "privates_close": {}, "limit": {"limits": {"historical": 2}}}),
        ("6", "6", {"full_capital": {}, "turns": {"train": "4", "after": "4H"}}),
        ("8E", "7", {"rusts": {"trains": ("4", "4H")}, "colour": {"colour": "gray"}}),
    ],
)
def test_a_first_sale_of_1844(card: str, phase: str, expected: dict[str, Any]):
    """Phase, trains that turn or rust, privates, the SBB: what the cards of the bank say."""
    pos = scenes.opening("1844")

    assert milestones(pos)[card].phase == phase
    assert expected.items() <= brought(pos, card).items()


def test_what_has_begun_is_no_longer_to_come():
    """Cards whose phase has begun bring nothing more."""
    assert list(milestones(scenes.changed(scenes.opening("1844"), phase=4))) == ["6", "8E"]


def test_a_side_of_a_card_rusts_others():
    """In 18CZ a sale rusts by the side that is bought, until that has happened."""
    pos = scenes.opening("18CZ")

    assert milestones(pos)["2b"].phase == "b"
    assert brought(pos, "2b")["opens"] == {"kind": "medium"}
    assert {"train": "4e", "trains": ("2",)} in [dict(one.values) for one in milestones(pos)["4e"].follows]


def test_any_stack_not_touched_starts_the_next_phase():
    """In 18Mag all of them bring green at first; the last phase brings the last set."""
    pos = scenes.opening("18Mag")
    late = scenes.changed(pos, phase=2)

    assert {sale.phase for sale in milestones(pos).values()} == {"green"}
    assert "last_set_begins" in brought(late, "3")
    assert milestones(scenes.changed(pos, phase=3)) == {}


def test_how_each_game_ends():
    """The bank breaks, the rounds are counted, or the last phase begins; nothing once it is over."""
    swiss = scenes.changed(scenes.opening("1844"), lowest=9000)
    assert list(bank_end(swiss)) == [Prospect("end_bank", {"money": swiss.cash(BANK)})]
    assert list(bank_end(scenes.changed(swiss, lowest=-5))) == [Prospect("end_broken")]
    assert told(scenes.opening("18CZ"))["end_round"] == {"number": (8, 3)}
    assert told(scenes.opening("18Mag"))["end_phase"] == {"phase": "gray"}
    for title in ("1844", "18CZ", "18Mag"):
        over = scenes.changed(scenes.opening(title), over=True, frames=())
        assert not [key for key in told(over) if key.startswith("end")]
        assert not list(bank_end(over))


def test_a_bank_has_run_out_where_the_rules_in_play_say_so():
    """On 18xx.games a bank of 1844 that holds nothing has not broken yet."""
    for options, said in (((), "end_broken"), (("compat=peer18xx",), "end_bank")):
        pos = scenes.changed(swiss.opening(3, *options), lowest=0)

        assert [one.key for one in bank_end(pos)] == [said]


def test_what_a_phase_brings_is_what_the_rules_do():
    """What is told of the phases of 1844 and 18CZ agrees with the numbers by which they are played."""
    for title in ("1844", "18CZ"):
        numbers = titles()[title].data.extra
        brought = {key: phase.name for phase in titles()[title].data.phases for key in phase.brings}
        for key, phase in brought.items():
            expected = (
                numbers["starts"][numbers["sbb"]["formed_by"]] if key == "sbb_forms" else numbers[SINCE[key]]
            )
            assert (key, phase) == (key, expected)


def test_the_last_three_runs_are_remembered():
    """Each with whether everything was kept, the latest first."""
    run = LastRun(10).then(20, kept=True).then(30).then(40)

    assert run.latest == (PastRun(40), PastRun(30), PastRun(20, kept=True))


def test_liquidity_counts_what_could_be_sold():
    """Cash, and of each company what the pool takes and another director allows, though it is not one's turn."""
    pos = scenes.opening("1844")
    papers = {**pos.state.certificates, "BLS.0": "ann", "BLS.1": "ann", "AB.0": "bob", "AB.1": "ann"}
    held = scenes.changed(pos, certificates=papers, market={"1,5": ("BLS", "AB")})
    own = held.state.extra
    begun = scenes.changed(held, extra=type(own)(floated=("BLS", "AB"), operated=("BLS", "AB")))

    assert liquidity(begun, "ann") == begun.cash("ann") + 2 * begun.price("AB")
    assert liquidity(begun, "cy") == begun.cash("cy")

    others = scenes.changed(begun, certificates={**papers, "AB.2": "cy"})
    sold = scenes.changed(others, frames=(replace(begun.frame, turn=TurnNotes(rates={"AB": 200})),))
    assert sold.awaited == ("ann",)
    assert liquidity(sold, "ann") == liquidity(begun, "ann") + 200 - begun.price("AB")
    assert liquidity(sold, "cy") == liquidity(others, "cy") == begun.cash("cy") + begun.price("AB")


@pytest.mark.parametrize("title", ["18Mag", "1844", "18CZ"])
def test_nobody_sells_after_the_end(title: str):
    """What could be raised is the cash alone, and every title can be asked for it."""
    pos = scenes.opening(title)
    unit, sizes = next((unit.id, unit.shares) for unit in pos.title.data.units if len(unit.shares) > 1)
    papers = {**pos.state.certificates, **{f"{unit}.{index}": "ann" for index in range(len(sizes))}}
    market = {next(iter(pos.title.prices)): (unit,)}
    over = scenes.changed(pos, certificates=papers, market=market, frames=(), over=True)

    assert over.holdings["ann", unit] == sum(sizes)
    assert liquidity(over, "ann") == over.cash("ann")
