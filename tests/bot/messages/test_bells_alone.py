"""Bells without a table: who may be called, who is owed a call, whose call waits, and who is left alone."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.messages.bells import TURN, UNDO, Bells
from bot.storage import BellRow, NewsRow
from tests.bot.messages.tables import ANN, BOB, CY, NOON

MINUTE = timedelta(minutes=1)


class Stored:
    """Stored bells, in memory, and when it is."""

    def __init__(self) -> None:
        self.rows: list[BellRow] = []
        self.now = NOON

    async def of_game(self, _game: int) -> list[BellRow]:
        """All there are."""
        return list(self.rows)

    async def keep(self, row: BellRow, acted: Any) -> None:
        """Keep one in the place of what was known of it; forget those who have acted."""
        await self.forget(row.game_id, acted)
        self.rows = [one for one in self.rows if _key(one) != _key(row)] + [row]

    async def drop(self, row: BellRow) -> None:
        """Forget one."""
        self.rows = [one for one in self.rows if _key(one) != _key(row)]

    async def forget(self, _game: int, acted: Any) -> None:
        """Forget those who have acted."""
        self.rows = [one for one in self.rows if one.user_id not in acted]

    async def bells(self, *news: NewsRow, read_at: datetime | None = None) -> Bells:
        """Bells that have been read."""
        made = Bells(7, self, lambda: self.now)  # type: ignore[arg-type]
        await made.read(news, read_at)
        return made


def _key(row: BellRow) -> tuple[str, str, int, int]:
    return row.kind, row.purpose, row.by_user_id, row.user_id


def acted(kind: Any, user: int, at: datetime) -> NewsRow:
    """Something that somebody has done."""
    return NewsRow(1, 7, 1, kind, user, at)


async def test_a_bell_rests_ten_minutes_and_then_twice_as_long():
    """Only for whom, by whom and for what it rang; to the second."""
    stored = Stored()
    bells = await stored.bells()
    await bells.ring(ANN, [BOB])

    assert bells.ready(ANN, [BOB, CY]) == (CY,)
    assert bells.ready(CY, [BOB]) == bells.ready(ANN, [BOB], UNDO) == (BOB,)
    stored.now += 10 * MINUTE - timedelta(seconds=1)
    assert bells.ready(ANN, [BOB]) == ()
    stored.now += timedelta(seconds=1)
    assert bells.ready(ANN, [BOB]) == (BOB,)
    await bells.read()
    await bells.ring(ANN, [BOB])
    assert [row.rest for row in stored.rows] == [1200]


async def test_a_call_of_the_day_before_is_forgotten():
    """The bell rests as after the first; a call rests half a day at most."""
    stored = Stored()
    bells = await stored.bells()
    for _ in range(12):
        await bells.read()
        await bells.ring(ANN, [BOB])
    assert stored.rows[0].rest == 12 * 3600

    stored.now += timedelta(days=1)
    await bells.read()
    await bells.ring(ANN, [BOB])
    assert stored.rows[0].rest == 600


async def test_a_call_that_could_not_go_out_is_owed_until_it_may():
    """It is due when the bell has rested; then nothing is owed any more."""
    stored = Stored()
    bells = await stored.bells()
    await bells.owe(ANN, BOB, "card")
    assert bells.next_due is None  # no bell rests
    await bells.ring(ANN, [BOB])
    await bells.owe(ANN, BOB, "card")
    await bells.ring(ANN, [CY])

    assert bells.next_due == 10 * MINUTE
    assert await bells.take_due() == []
    stored.now += 10 * MINUTE
    assert await (await stored.bells()).take_due() == ["card"]
    assert await bells.take_due() == ["card"]
    assert await bells.take_due() == []
    assert bells.next_due is None
    assert {row.user_id for row in stored.rows} == {BOB, CY}


async def test_whoever_wants_no_calls_is_owed_one_until_they_do():
    """Or until they wake; nothing is known of it afterwards."""
    stored = Stored()
    bells = await stored.bells()
    await bells.postpone(ANN, BOB, NOON + 60 * MINUTE, "card")
    await bells.postpone(ANN, CY, NOON + 30 * MINUTE, "card")

    assert bells.postponed == {BOB, CY}
    assert bells.next_due == 30 * MINUTE
    bells.wake(BOB)
    assert await bells.take_due() == []
    await bells.read()
    assert await bells.take_due() == ["card"]
    assert bells.postponed == {CY}
    assert [row.user_id for row in stored.rows] == [CY]


async def test_a_call_waits_while_its_turn_may_be_taken_back():
    """It goes out when it has waited; not for whoever is not wanted any more, and at once where none waits."""
    stored = Stored()
    bells = await stored.bells()

    assert await bells.rung_after(timedelta(), [ANN]) == [ANN]
    assert stored.rows == []
    assert await bells.rung_after(2 * MINUTE, [ANN, BOB]) == []
    assert bells.next_due == 2 * MINUTE
    stored.now += MINUTE
    assert await bells.rung_after(2 * MINUTE, [ANN]) == []
    assert [row.user_id for row in stored.rows] == [ANN]
    stored.now += MINUTE
    assert await bells.rung_after(2 * MINUTE, [ANN]) == [ANN]
    await bells.called(ANN)
    assert stored.rows == []


async def test_the_last_of_several_who_are_awaited_is_left_alone():
    """Only whoever was awaited with others before; once told, they are not told again."""
    stored = Stored()
    bells = await stored.bells()

    assert bells.left_alone(TURN, [ANN]) is None
    await bells.note_awaited(TURN, [ANN, BOB])
    assert bells.left_alone(TURN, [ANN, BOB]) is None
    assert bells.left_alone(TURN, []) is None
    assert bells.left_alone(TURN, [ANN]) == ANN
    assert bells.left_alone(UNDO, [ANN]) is bells.left_alone(TURN, [CY]) is None
    assert {row.user_id for row in stored.rows} == {ANN, BOB}
    await bells.note_awaited(TURN, [ANN])
    assert bells.left_alone(TURN, [ANN]) is None
    assert stored.rows == []


async def test_whoever_has_acted_may_be_called_again():
    """What is known of them is forgotten with the next bell, or when it is asked for."""
    stored = Stored()
    bells = await stored.bells()
    await bells.ring(ANN, [BOB, CY])
    bells.answered(BOB)
    assert bells.ready(ANN, [BOB, CY]) == (BOB,)
    assert len(stored.rows) == 2

    await bells.ring(ANN, [BOB])  # they have acted before the call was out
    assert bells.ready(ANN, [BOB]) == (BOB,)
    await bells.read()
    await bells.store_acted()
    assert [row.user_id for row in stored.rows] == [CY]


async def test_whoever_acts_while_others_are_noted_may_be_called_again(monkeypatch: pytest.MonkeyPatch):
    """Of several who were called one acts before all are noted."""
    stored = Stored()
    bells = await stored.bells()
    keep = stored.keep

    async def kept(row: BellRow, acted: Any) -> None:
        await keep(row, acted)
        bells.answered(CY if row.user_id == BOB else BOB)

    monkeypatch.setattr(stored, "keep", kept)
    await bells.ring(ANN, [BOB, CY])

    assert len(bells.ready(ANN, [BOB, CY])) == 1
    assert len(stored.rows) == 1


async def test_news_tell_who_has_acted_since_the_call():
    """Not what came before it, nor what is no answer, nor what others did."""
    stored = Stored()
    await (await stored.bells()).ring(ANN, [BOB])
    before, after = NOON - MINUTE, NOON + MINUTE

    for news, ready in (
        (acted("played", BOB, after), (BOB,)),
        (acted("played", BOB, NOON), (BOB,)),
        (acted("played", BOB, before), ()),
        (acted("settings", BOB, after), ()),
        (acted("played", CY, after), ()),
    ):
        assert (await stored.bells(news)).ready(ANN, [BOB]) == ready


async def test_a_call_is_dated_to_when_the_table_was_read():
    """Whoever acted while it went out has answered it."""
    stored = Stored()
    bells = await stored.bells(read_at=NOON - MINUTE)
    await bells.ring(ANN, [BOB])

    assert stored.rows[0].rung_at == NOON - MINUTE
