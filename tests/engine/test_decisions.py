"""What a decision is about, from what is on offer."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.actions import BuyTrain, Sell
from engine.choices import Offer
from engine.decisions import DecisionKind, decision_kind
from engine.state import DEPOT

CHEAP = Offer(BuyTrain("s1", "KFN", "5h", DEPOT, 350))
DEAR = Offer(BuyTrain("s1", "KFN", "5+5h", DEPOT, 500), facts={"help": 100})
SALE = Offer(Sell("s1", "KFN", 20))


@pytest.mark.parametrize(
    ("cash", "offers", "kind"),
    [
        (400, (CHEAP, DEAR), DecisionKind.TRAIN),
        (400, (DEAR,), DecisionKind.EMERGENCY),
        (300, (SALE, CHEAP), DecisionKind.EMERGENCY),
        (500, (CHEAP,), DecisionKind.TRAIN),
    ],
)
def test_a_train_is_bought_in_need_where_the_treasury_pays_for_none(
    cash: int, offers: tuple[Offer, ...], kind: DecisionKind
):
    """Help with a dear train is no need while a cheap one can be paid; shares are sold for nothing else."""
    pos: Any = SimpleNamespace(awaited=("s1",), round_notes=None, unit="KFN", cash=lambda _unit: cash)
    choices: Any = SimpleNamespace(offers=offers)
    assert decision_kind(pos, choices) is kind
