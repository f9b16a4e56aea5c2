"""What a plain move costs the database: statements, and transactions that write, each of which waits for the disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from engine import notation
from tests.bot.tabletop import CHANNEL, Table

STATEMENTS, WRITING = 51, 10
"""As many as a move of one with a call of the next may take: board and card are both posted anew with a turn."""


@contextmanager
def counted(table: Table) -> Iterator[list[str]]:
    """Every statement that reaches the database meanwhile."""
    made: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        made.append(statement)

    engine = table.bot.storage.database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def test_a_move_reads_once_and_writes_together_what_belongs_together(tabletop: Table):
    """Each of the draft calls the next player; the log, the board and the call are told meanwhile."""
    await tabletop.game(3)
    for _ in range(2):
        person = await tabletop.awaited()
        at_table = await tabletop.bot.service.tables.in_channel(int(person.channel_id(CHANNEL)))
        assert at_table is not None
        move = notation.write(at_table.started().game.choices.offers[0].action)
        with counted(tabletop) as made:
            reply = await person.command(CHANNEL, "do", move=move)
            await tabletop.settled()
        assert reply.text.startswith("✓")
        writing = sum(statement == "BEGIN IMMEDIATE" for statement in made)
        assert (len(made) <= STATEMENTS, writing <= WRITING) == (True, True), (len(made), writing)
