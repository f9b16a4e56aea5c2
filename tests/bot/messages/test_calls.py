"""Who has acted, as far as calls go: whose turn is still to be called, and who has moved in turn."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages.calls import Calls
from bot.tables.changes import TableChange

ANN, BOB, CY = 11, 12, 13


def calls(*acted: int) -> Calls:
    """Calls of a channel in which none stands; some people have acted, one after another in turn."""
    made = Calls(SimpleNamespace(rows={}))  # type: ignore[arg-type]
    for person in acted:
        made.note(moved(person, awaited=person))
    return made


def at(awaited: int, *called: int) -> Any:
    """A table at which a person is awaited at the seat of their number, and some are called."""
    return SimpleNamespace(
        awaited=(awaited,), called_people=called, may_act=lambda by, seat: by == seat, seat_of=lambda by: by
    )


def moved(by: int, *, awaited: int) -> TableChange:
    """Somebody has moved while another, or the same, was awaited."""
    played: Any = SimpleNamespace(played=SimpleNamespace(rev=1))
    return TableChange("played", at(awaited), at(awaited), by, (played,))


def test_whoever_moved_in_turn_is_known_until_another_moves():
    """Nobody at first; out of turn nobody's turn ends, so two have acted and neither alone."""
    assert calls().moved is None
    assert calls(ANN).moved == ANN
    assert calls(ANN, BOB).moved == BOB

    made = calls(ANN)
    made.note(moved(CY, awaited=BOB))
    assert made.moved is None


def test_the_house_moves_in_turn_whoever_is_awaited():
    """Whoever acted before it is called again."""
    made = calls(ANN)
    made.note(moved(-1, awaited=BOB))
    assert made.moved == -1
    assert made.due(at(ANN, ANN)) == [ANN]


@pytest.mark.parametrize("kind", ["settings", "place", "names"])
def test_a_setting_is_no_move(kind: Any):
    """Who has acted last stays who it was."""
    made = calls(ANN)
    made.note(TableChange(kind, at(BOB), at(BOB), BOB))
    assert made.moved == ANN


@pytest.mark.parametrize(
    ("called_before", "awaited", "due"), [((), ANN, [BOB]), ((BOB,), ANN, []), ((), BOB, [])]
)
def test_whoever_comes_to_a_seat_that_is_awaited_is_still_to_be_called(
    called_before: tuple[int, ...], awaited: int, due: list[int]
):
    """Not whoever was called, or sat where somebody is awaited, already: they know."""
    made = calls(BOB)
    made.note(TableChange("seats", at(BOB, BOB), at(awaited, *called_before), BOB))
    assert made.due(at(BOB, BOB)) == due


def test_the_last_to_act_is_learned_from_the_news_once():
    """Only where nothing has happened since the program began."""
    news: Any = [SimpleNamespace(kind="played", user_id=ANN), SimpleNamespace(kind="ended", user_id=BOB)]
    fresh, busy = calls(), calls(CY)
    for one in (fresh, busy):
        one.recall(news)
    assert (fresh.moved, busy.moved) == (ANN, CY)


def test_a_move_out_of_turn_ends_nobodys_call():
    """Whoever was called and has moved is called again only once the turn has passed on."""
    made = calls()
    made._store.rows["ping:11"] = SimpleNamespace(rev=1)  # type: ignore[assignment]
    later = [SimpleNamespace(rev=rev, user_id=user, seat=user) for rev, user in ((2, ANN), (3, BOB))]
    table: Any = SimpleNamespace(
        called_people=(ANN,), moves=later, seats=[SimpleNamespace(id=ANN)], person_at=lambda seat: seat.id
    )

    assert made.due(table) == [ANN]  # Bob had the turn
    played: Any = SimpleNamespace(played=SimpleNamespace(rev=3))
    made.note(TableChange("played", at(ANN), at(ANN), CY, (played,)))
    assert made.due(table) == []
    assert made.stands(table, ANN)
    assert not made.stands(table, BOB)
