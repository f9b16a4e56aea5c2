"""``make traffic`` counts what a game costs, and its table is good only where that is no more than before."""

from collections import Counter

import pytest

from bot.local.wire import SentRequest
from tests.bot.servers import PACE
from tests.tools import traffic
from tests.tools.traffic import ANSWER, DELETE, EDIT, KINDS, LATEST, OTHER, POST, Cost, kind_of, report, spent


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/channels/5/messages", POST),
        ("PATCH", "/channels/5/messages/6", EDIT),
        ("DELETE", "/channels/5/messages/6", DELETE),
        ("GET", "/channels/5/messages", OTHER),
        ("POST", "/channels/5/typing", OTHER),
        ("POST", "/interactions/5/token/callback", ANSWER),
        ("DELETE", "/webhooks/5/token/messages/6", ANSWER),
    ],
)
def test_requests_are_counted_by_kind(method: str, path: str, kind: str):
    """A message of a channel apart from answers that one person sees."""
    assert kind_of(SentRequest(method, path, {}, None, {})) == kind


@pytest.mark.parametrize(
    ("requests", "lag", "lost", "code"),
    [(54, LATEST, 0, 0), (55, LATEST, 0, 1), (54, LATEST + 0.1, 0, 1), (54, LATEST, 1, 1)],
)
def test_what_costs_more_or_comes_later_is_a_fault(requests: int, lag: float, lost: int, code: int):
    """So is a move that no board has shown."""
    cost = Cost("18Mag", 10, 5, Counter({POST: requests}), lags=[0.1, lag, 9.0], never_shown=lost)

    assert report([cost]) == code


def test_nothing_measured_is_a_fault():
    """Of no game, or no move."""
    assert report([]) == report([Cost("18Mag")]) == 1


@pytest.mark.slow
async def test_the_beginning_of_a_game_is_counted(capsys: pytest.CaptureFixture[str]):
    """Each move is answered and shown; a turn is a board and a card at most."""
    cost = await spent("18Mag", 6, 0.0, drawn=False, pace=PACE)

    assert (cost.moves, len(cost.lags), cost.never_shown) == (6, 6, 0)
    assert cost.requests[ANSWER] >= cost.moves
    assert 0 < cost.requests[POST] <= 2 * (cost.turns + 1)
    assert set(cost.requests) <= set(KINDS)
    report([cost])
    assert f"{cost.requests.total()} requests: {cost.requests[POST]} posts" in capsys.readouterr().out
    assert pytest.approx(5.43, abs=0.01) == traffic.MOST_A_MOVE
