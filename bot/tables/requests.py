"""What others must agree to before it happens at a table: who is asked, how many are needed, and what ends it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass as plain
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from pydantic.dataclasses import dataclass

from bot.storage import Move

RequestKind = Literal["undo", "redo", "stop", "move", "seat", "out", "stand"]
"""Moves taken back or played again, the end of the game, another channel; a person for a seat, the house for good or
for a time."""
KEPT = 8
"""How many requests that are over are remembered: of those about moves, and of the others."""
NOTICE = timedelta(days=1)
"""How long somebody has to say that they are here before their seat is taken."""
Outcome = Literal["", "done", "refused", "withdrawn", "here", "void"]
"""What has become of a request; ``here``: the person whose seat it is has answered. Empty while it is open."""


@plain(frozen=True, slots=True)
class RequestRule:
    """How a kind of request is answered: how many of those asked it takes, and whether a move voids it.

    One about ``moves`` may be refused by anybody who plays, and asked after the end, too.
    """

    needs: Callable[[int], int]
    voided_by_move: bool
    moves: bool = False


def everybody(asked: int) -> int:
    """Return how many must agree where all must."""
    return asked


def majority(asked: int) -> int:
    """Return how many are more than half."""
    return asked // 2 + 1 if asked else 0


RULES: Mapping[RequestKind, RequestRule] = {
    "undo": RequestRule(everybody, voided_by_move=True, moves=True),
    "redo": RequestRule(everybody, voided_by_move=True, moves=True),
    "stop": RequestRule(everybody, voided_by_move=True),
    "move": RequestRule(majority, voided_by_move=False),
    "seat": RequestRule(majority, voided_by_move=False),
    "out": RequestRule(majority, voided_by_move=False),
    "stand": RequestRule(majority, voided_by_move=False),
}


@dataclass(frozen=True, slots=True)
class Request:
    """Something asked for at the revision ``rev``, and the answers so far.

    The rule's share of ``asked`` must agree, and everybody of ``must``. A request about a ``seat`` tells who has it,
    the ``holder``, called ``back`` there, and who would have it by which name, the house below 0. One to move the
    table names the ``channel``. One to undo says how many moves would stay, one to redo plays the ``moves`` ``again``
    that the undo of that revision took back. It is carried out at ``due`` at the earliest.
    """

    kind: RequestKind
    id: int
    rev: int
    by: int
    at: datetime
    asked: tuple[int, ...] = ()
    must: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    seat: str = ""
    holder: int = 0
    back: str = ""
    user: int = 0
    name: str = ""
    channel: int = 0
    keep: int = 0
    again: int = 0
    moves: tuple[Move, ...] = ()
    until: datetime | None = None
    due: datetime | None = None
    outcome: Outcome = ""
    closed_by: int = 0
    closed_at: datetime | None = None

    @property
    def about_moves(self) -> bool:
        """Tell whether moves would be taken back or played again."""
        return RULES[self.kind].moves

    def repeats(self, other: "Request") -> bool:
        """Tell whether another asks for the same moves at the same point, so that the answers given still hold."""
        mine, theirs = (
            (one.kind, one.rev, one.asked, one.keep, one.again, one.moves) for one in (self, other)
        )
        return mine == theirs

    @property
    def needed(self) -> int:
        """Return how many of those asked must agree."""
        return RULES[self.kind].needs(len(self.asked))

    @property
    def votes(self) -> int:
        """Return how many of those asked have agreed."""
        return sum(one in self.agreed for one in self.asked)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the people whose answer is awaited."""
        silent = [one for one in self.asked if one not in (*self.agreed, *self.refused)]
        must = [one for one in self.must if one not in self.agreed]
        return tuple(dict.fromkeys([*must, *(silent if self.votes < self.needed else [])]))

    @property
    def is_granted(self) -> bool:
        """Tell whether enough have agreed, and everybody who must."""
        return self.votes >= self.needed and set(self.must) <= set(self.agreed)

    @property
    def is_lost(self) -> bool:
        """Tell whether too many have refused, or one who must agree."""
        if self.about_moves:
            return bool(self.refused)
        against = sum(one in self.refused for one in self.asked)
        return bool(set(self.must) & set(self.refused)) or len(self.asked) - against < self.needed

    @property
    def warns(self) -> bool:
        """Tell whether somebody's seat may be taken whom nobody has asked, so that they are called."""
        return self.due is not None

    @property
    def unasked(self) -> bool:
        """Tell whether a person's seat may be taken without asking them: absent, or gone from the server."""
        return self.holder > 0 and self.holder not in (self.by, *self.asked)

    def answered(self, user_id: int, *, agrees: bool) -> "Request":
        """Return the request with one more answer; a later one replaces an earlier one."""
        agreed = tuple(one for one in self.agreed if one != user_id)
        refused = tuple(one for one in self.refused if one != user_id)
        if agrees:
            return replace(self, agreed=(*agreed, user_id), refused=refused)
        return replace(self, agreed=agreed, refused=(*refused, user_id))

    def closed(self, outcome: Outcome, at: datetime, by: int = 0) -> "Request":
        """Return the request with what has become of it, and when."""
        return replace(self, outcome=outcome, closed_by=by, closed_at=at)


def noted(known: Sequence[Request], request: Request, after: int = 0) -> tuple[Request, ...]:
    """Return the requests of a table with one more, or with one as it stands now; new numbers come ``after`` one."""
    number = request.id or max((after, *(one.id for one in known))) + 1
    others = [one for one in known if one.id != number]
    over = [one for one in others if one.outcome and one.about_moves == request.about_moves]
    kept = [one for one in others if one not in over[:-KEPT]]
    return (*kept, replace(request, id=number))


def given_notice(known: Sequence[Request], at: datetime) -> tuple[Request, ...]:
    """Return the requests of a table that has rested: nobody could say there that they are here, so they may now."""
    return tuple(
        replace(one, due=max(one.due, at + NOTICE)) if one.due and not one.outcome else one for one in known
    )
