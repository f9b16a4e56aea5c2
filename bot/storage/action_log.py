"""The action log: append-only; an undo marks rows as retracted and deletes none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import DuplicateInteraction, NoLaterAction, StaleRev
from bot.storage.database import Database, whole_requests
from bot.storage.games import channel_taken, close_game, put_settings
from bot.storage.moves import add_moves
from bot.storage.outbox import add_news
from bot.storage.queries import locked_game, pick
from bot.storage.rows import ORDER, ActionRow, JsonValue, Move, NewsKind
from bot.storage.schema import actions, games, snapshots
from bot.storage.seats import note_scores
from bot.storage.standing_orders import end_orders_since, note_act


class MoveOrigin(TypedDict, total=False):
    """How moves came about: by a press, by a standing order, or because somebody plays them again.

    ``settings`` of the table are changed with them.
    """

    interaction_id: int | None
    order_id: int | None
    redone_by: int
    settings: Mapping[str, JsonValue]


@whole_requests
@dataclass(frozen=True)
class ActionLog:
    """Appending, retracting and reading actions."""

    database: Database

    async def append(
        self,
        game_id: int,
        expected_rev: int,
        *moves: Move,
        finished: bool = False,
        scores: Mapping[str, int] | None = None,
        keep_ply: int | None = None,
        **origin: Unpack[MoveOrigin],
    ) -> int:
        """Store the moves in one transaction, on disk when this returns, and return the game's new revision.

        Each move raises the revision by one. Of two callers with one ``expected_rev`` exactly one succeeds. The same
        transaction marks a ``finished`` game as played to its end, with the ``scores`` of its seats, and notes that a
        standing order has moved; one that has ended by then moves nothing. With ``keep_ply`` the moves take the place
        of those in force after the first so many, which are retracted at a revision of their own.

        :raises OrderEnded: when the standing order has ended
        :raises DuplicateInteraction: when the interaction is stored already, in this game or another
        :raises StaleRev: when the game is at another revision
        :raises GameMissing, WrongState: when there is no such running game
        """
        interaction_id, order_id = origin.get("interaction_id"), origin.get("order_id")
        rev = expected_rev + len(moves) + (keep_ply is not None)
        try:
            async with self.database.writing() as connection:
                await self._refuse_seen(connection, interaction_id)
                await self._advance(connection, game_id, expected_rev, rev - expected_rev, ("running",))
                if keep_ply is not None:
                    back, who = expected_rev + 1, origin.get("redone_by") or 0
                    await self._mark(connection, game_id, keep_ply, back, who)
                    await self._forget_after(connection, game_id, keep_ply, back, who)
                before = rev - len(moves)
                await add_moves(connection, self.database, game_id, before, moves, interaction_id)
                if order_id is not None:
                    await note_act(connection, order_id, rev)
                if finished:
                    await close_game(connection, game_id, "finished", self.database.now())
                    await note_scores(connection, game_id, scores or {})
                if settings := origin.get("settings"):
                    await put_settings(connection, game_id, settings)
                news = _news(moves, before, finished=finished, redone_by=origin.get("redone_by"))
                for kind, by, at in news:
                    await add_news(connection, self.database, game_id, kind, by, at)
        except IntegrityError:  # only where two processes write at once
            async with self.database.asking() as connection:
                await self._refuse_seen(connection, interaction_id)
            raise
        return rev

    async def retract(  # noqa: PLR0913 - where, what, by whom, and what comes with it
        self,
        game_id: int,
        expected_rev: int,
        keep_ply: int,
        by: int,
        then: Sequence[Move] = (),
        *,
        settings: Mapping[str, JsonValue] | None = None,
    ) -> int:
        """Retract every action in force after the first ``keep_ply`` and return the new revision (one higher).

        A finished game runs again. Snapshots that the undo overtakes are dropped, and standing orders end that
        were given after what stays. Moves that follow of themselves come ``then``, each with
        a revision of its own; ``settings`` of the table are changed with it.

        :raises NoLaterAction: when no action in force lies after that point
        :raises StaleRev: when the game is at another revision
        :raises GameMissing, WrongState: when there is no such game, or it was abandoned
        :raises ChannelTaken: when the finished game cannot run again because its channel holds another
        """
        rev = expected_rev + 1
        try:
            async with self.database.writing() as connection:
                await self._advance(connection, game_id, expected_rev, 1 + len(then), ("running", "finished"))
                await self._mark(connection, game_id, keep_ply, rev, by)
                await self._forget_after(connection, game_id, keep_ply, rev, by)
                await add_moves(connection, self.database, game_id, rev, then)
                if settings:
                    await put_settings(connection, game_id, settings)
                await note_scores(connection, game_id, {})
                await add_news(connection, self.database, game_id, "undone", by, rev)
        except IntegrityError:
            raise await channel_taken(self.database, await self._channel_of(game_id)) from None
        return rev + len(then)

    async def _channel_of(self, game_id: int) -> int:
        query = select(games.c.channel_id).where(games.c.id == game_id)
        async with self.database.asking() as connection:
            channel_id: int = (await connection.execute(query)).scalar_one()
            return channel_id

    async def in_force(self, game_id: int) -> tuple[ActionRow, ...]:
        """Return the actions in force, in order."""
        query = pick(actions, ActionRow).where(actions.c.game_id == game_id, actions.c.retracted_at.is_(None))
        return await self.database.rows(ActionRow, query.order_by(actions.c.ply))

    async def everything(self, game_id: int) -> tuple[ActionRow, ...]:
        """Return every action ever stored for a game, the retracted ones too, in the order of storing."""
        query = pick(actions, ActionRow).where(actions.c.game_id == game_id).order_by(actions.c.rev)
        return await self.database.rows(ActionRow, query)

    async def _refuse_seen(self, connection: AsyncConnection, interaction_id: int | None) -> None:
        """Refuse an interaction that is stored already."""
        if interaction_id is None:
            return
        query = select(actions.c.game_id, func.max(actions.c.rev)).where(
            actions.c.interaction_id == interaction_id
        )
        found = (await connection.execute(query.group_by(actions.c.game_id))).first()
        if found is not None:
            raise DuplicateInteraction(game_id=found[0], interaction_id=interaction_id, rev=found[1])

    async def _advance(
        self, connection: AsyncConnection, game_id: int, expected_rev: int, by: int, states: tuple[str, ...]
    ) -> None:
        """Raise the revision if the game still stands where the caller saw it; it runs (again) after that."""
        change = (
            update(games)
            .where(games.c.id == game_id, games.c.rev == expected_rev, games.c.state.in_(states))
            .values(rev=expected_rev + by, state="running", finished_at=None)
        )
        if (await connection.execute(change)).rowcount != 1:
            game = await locked_game(connection, game_id, *states)
            raise StaleRev(game_id=game_id, expected=expected_rev, actual=game.rev)

    async def _mark(
        self, connection: AsyncConnection, game_id: int, keep_ply: int, rev: int, by: int
    ) -> None:
        """Mark the actions in force after ``keep_ply`` as retracted."""
        change = (
            update(actions)
            .where(actions.c.game_id == game_id, actions.c.retracted_at.is_(None), actions.c.ply > keep_ply)
            .values(retracted_at=self.database.now(), retracted_by=by, retraction_rev=rev)
        )
        if not (await connection.execute(change)).rowcount:
            raise NoLaterAction(game_id=game_id, keep_ply=keep_ply)

    async def _forget_after(
        self, connection: AsyncConnection, game_id: int, keep_ply: int, rev: int, by: int
    ) -> None:
        """Drop the snapshots an undo overtakes, and end orders given since."""
        await connection.execute(
            delete(snapshots).where(snapshots.c.game_id == game_id, snapshots.c.ply > keep_ply)
        )
        gone = actions.c.game_id == game_id, actions.c.retraction_rev == rev
        first = select(actions.c.rev, actions.c.user_id, actions.c.decided_by).where(*gone)
        found = (await connection.execute(first.order_by(actions.c.rev))).first()
        since, whose, decided_by = found or (rev, 0, "")
        own = whose == by and decided_by == ORDER
        await end_orders_since(connection, game_id, since, by if own else None, self.database.now())


def _news(
    moves: Sequence[Move], before: int, *, finished: bool, redone_by: int | None
) -> Iterator[tuple[NewsKind, int, int]]:
    """Yield what a game's channel has to hear of moves, each with its person and its revision."""
    by, last = moves[0].user_id if moves else 0, before + len(moves)
    yield "played", by, last
    yield from (("round", by, rev) for rev, move in enumerate(moves, before + 1) if move.ends_round)
    if finished:
        yield "over", by, last
    if redone_by is not None:
        yield "redone", redone_by, before + 1
