"""What others are asked to agree to: the words of a request, its buttons, whom it calls, and what became of it."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages.request_card import RequestCards, answers, card, question
from bot.speech.table_view import TableView
from bot.storage import Move
from bot.tables.requests import Request
from bot.tables.table import PlayedMove
from tests.bot.messages.tables import ANN, BOB, CY, DOT, NOON, running

DUE = "<t:1772366400:f>"
VOTES = "-# Votes needed: 2 of 2 (Bob and Cy)"
OPEN = "Still to answer:"
WARNED = (
    '<@12>, are you there? One press of "I am here" ends this request, and so does `/game back`. '
    f"Otherwise it can be granted from {DUE} on."
)


def asks(kind: Any = "stop", **columns: Any) -> Request:
    """A request of Ann that Bob and Cy are asked to agree to."""
    plain: dict[str, Any] = {"id": 3, "rev": 0, "by": ANN, "at": NOON, "asked": (BOB, CY)}
    return Request(kind, **{**plain, **columns})


def for_seat(kind: Any = "seat", **columns: Any) -> Request:
    """A request of Ann for the seat of Bob, which Cy must agree to."""
    plain: dict[str, Any] = {"seat": "s2", "holder": BOB, "user": DOT, "name": "D_t", "asked": (CY,)}
    return asks(kind, **{**plain, **columns})


@pytest.fixture(scope="module")
def view() -> TableView:
    """A table of Ann, Bob and Cy."""
    return running()


STOP = "Ann asks to end the game together, with the scores as they stand. The next move cancels the request."


@pytest.mark.parametrize(
    ("request_", "lines"),
    [
        (asks(), [STOP, VOTES, f"{OPEN} <@12> <@13>"]),
        (asks(asked=(BOB,)), [STOP, f"{OPEN} <@12>"]),
        (asks(agreed=(BOB,)), [STOP, VOTES, "-# Agreed: Bob", f"{OPEN} <@13>"]),
        (asks(agreed=(BOB, CY)), [STOP, VOTES, "-# Agreed: Bob and Cy"]),
        (asks(agreed=(DOT,)), [STOP, VOTES, f"{OPEN} <@12> <@13>"]),
        (asks("move", channel=99), ["Ann asks to move the table to <#99>.", VOTES, f"{OPEN} <@12> <@13>"]),
        (
            for_seat(due=NOON, must=(DOT,), agreed=(DOT,)),
            [
                "Ann asks for **D\\_t** to take over from Bob.",
                "-# Agreed: D\\_t",
                WARNED,
                f"{OPEN} <@13>",
            ],
        ),
        (
            for_seat("out", user=-1, name=""),
            [
                "Ann asks for the house to take the seat of Bob, who would be out of the game.",
                f"{OPEN} <@13>",
            ],
        ),
        (
            for_seat("stand", user=-1, name="", by=DOT),
            ["<@14> wants House to play for Bob until Bob comes back.", f"{OPEN} <@13>"],
        ),
    ],
)
def test_a_request_says_what_is_asked_who_counts_and_who_is_awaited(
    view: TableView, request_: Request, lines: list[str]
):
    """How many are needed only where there are several; whoever agreed is named, whoever is awaited is called."""
    assert card(view, request_, question(view, request_)).split("\n") == lines


@pytest.mark.parametrize(
    ("request_", "labels"),
    [
        (asks(), ["Agree", "Refuse"]),
        (for_seat(due=NOON), ["I am here", "Agree", "Refuse"]),
        (for_seat(due=NOON, agreed=(CY,)), ["I am here", "Refuse"]),
    ],
)
def test_whoever_is_warned_may_say_that_they_are_here(view: TableView, request_: Request, labels: list[str]):
    """Nobody need agree any more once enough have."""
    assert [one.label for one in answers(view, request_)] == labels  # type: ignore[attr-defined]


@pytest.mark.parametrize(("kind", "form"), [("stop", "v"), ("seat", "v"), ("undo", "u"), ("redo", "u")])
def test_buttons_know_what_they_answer(view: TableView, kind: Any, form: str):
    """A wish to undo has ids of its own."""
    found = [one.custom_id for one in answers(view, asks(kind))]  # type: ignore[attr-defined]

    assert found == [f"{form}:7:3:agree", f"{form}:7:3:refuse"]


# --- undo


def played(*seats: str) -> tuple[PlayedMove, ...]:
    """The first drafts of a game, by these seats."""
    users = {"s1": ANN, "s2": BOB, "s3": CY}
    minors = ("13", "5", "2", "10")
    return tuple(
        PlayedMove(at, at, seat, users[seat], f"draft {minor}", NOON)
        for at, (seat, minor) in enumerate(zip(seats, minors, strict=False), 1)
    )


def test_an_undo_names_the_moves_only_while_they_stand(view: TableView):
    """What would be played again is named by itself."""
    wish = asks("undo", by=BOB, asked=(), keep=1)
    moved = replace(view, table=replace(view.table, moves=played("s3", "s2", "s1")))
    again = asks("redo", by=BOB, again=1, moves=(Move("s3", CY, "draft 10"),))

    assert question(moved, wish).startswith("Bob asks to take back: Bob: ")
    assert "#5" in question(moved, wish)
    assert "#13" not in question(moved, wish)
    assert question(moved, replace(wish, outcome="void")) == "Bob asks to take moves back."
    assert question(moved, again).startswith("Bob asks to play again: Cy: ")
    assert "#10" in question(moved, again)
    over = replace(again, by=DOT, outcome="void")
    assert question(moved, over) == "<@14> asks to play moves again."


def test_those_are_asked_to_undo_whose_moves_would_go(view: TableView):
    """Whoever answers for the seats now, whatever was stored; of those asked who have agreed is said."""
    wish = asks("undo", asked=(DOT,), agreed=(CY, DOT))
    again = asks("redo", asked=(), moves=(Move("s2", BOB, "draft 13"),))

    def found(request: Request) -> Request:
        there = running(settings={"requests": (request,)}).table
        (one,) = replace(there, moves=played("s3", "s2", "s1")).requests
        return one

    assert set(found(wish).asked) == {BOB, CY}
    assert (found(wish).votes, found(wish).awaited) == (1, (BOB,))
    assert "-# Agreed: Cy" in card(view, found(wish), "").split("\n")
    assert found(again).asked == (BOB,)


# --- what is shown of them


class Kept:
    """The messages of a table, without Discord; and whom was called, reminded and written to."""

    def __init__(self, *open_: str, edits: bool = True, link: str = "") -> None:
        self.rows: dict[str, Any] = {one: SimpleNamespace(rev=2) for one in open_}
        self.done: list[tuple[Any, ...]] = []
        self.edits, self._link = edits, link

    def link(self, _purpose: str) -> str:
        """Where a message stands."""
        return self._link

    async def remove(self, purpose: str) -> None:
        """Take a message away."""
        self.done.append(("removed", purpose))
        self.rows.pop(purpose)

    async def forget(self, purpose: str) -> None:
        """Forget a note."""
        self.rows.pop(purpose)

    async def note(self, purpose: str, rev: int) -> None:
        """Keep a note."""
        self.rows[purpose] = SimpleNamespace(rev=rev)

    async def edit(self, purpose: str, _rev: int, **_: Any) -> bool:
        """Change a message."""
        self.done.append(("edited", purpose))
        return self.edits

    async def call(self, purpose: str, rev: int, by: int, people: Any, **shown: Any) -> None:
        """Post a message that calls people."""
        self.rows[purpose] = SimpleNamespace(rev=rev)
        self.done.append(("called", purpose, by, people, shown["content"].split("\n")[0]))

    async def awaiting(self, game: int, people: Any, rev: int, *, kind: str) -> None:
        """Have people reminded."""
        self.done.append(("reminded", game, tuple(people), rev, kind))

    async def is_written(self, user: int, what: str) -> bool:
        """Whether a letter is written."""
        return f"letter:{user}:{what}" in self.rows

    async def view_for(self, table: Any, _user: int) -> TableView:
        """How somebody reads a table."""
        return running(settings=dict(table.settings))

    async def write(self, user: int, what: str, text: str, *, rings: bool) -> None:
        """Write a letter."""
        self.rows[f"letter:{user}:{what}"] = None
        self.done.append(("written", user, text, rings))


async def told(kept: Kept, *requests: Request, **columns: Any) -> list[tuple[Any, ...]]:
    """What is done to tell of requests."""
    kept.done.clear()
    bot: Any = SimpleNamespace(reminders=SimpleNamespace(awaiting=kept.awaiting))
    cards = RequestCards(bot, kept, kept.call, kept)  # type: ignore[arg-type]
    settings = {"requests": requests, **columns.pop("settings", {})}
    await cards.tell(running(settings=settings, **columns))
    return list(kept.done)


async def test_a_request_is_posted_once_and_then_edited():
    """Whoever is asked is called once."""
    kept = Kept()

    assert await told(kept, asks()) == [("called", "request:3", ANN, (BOB, CY), STOP)]
    assert await told(kept, asks(agreed=(BOB,))) == [("edited", "request:3")]
    assert await told(kept) == [("removed", "request:3")]
    assert kept.rows == {}


async def test_a_request_that_cannot_be_put_into_words_calls_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Those who are asked must not wait until an error is mended, nor may other requests."""

    def worded(view: TableView, request: Request) -> str:
        return {"stop": question(view, request)}[request.kind]

    monkeypatch.setattr("bot.messages.request_card.question", worded)
    first, second = await told(Kept(), asks("move", channel=99), asks(id=4))

    assert first[:4] == ("called", "request:3", ANN, (BOB, CY))
    assert first[4].startswith("<@12> <@13>: <@11> asks you for an answer.")
    assert second == ("called", "request:4", ANN, (BOB, CY), STOP)
    assert "game 7: a request is asked without its question" in caplog.text


async def test_whoever_is_asked_later_is_called_by_a_message_anew():
    """An edit would ring nobody; those who were called before are not called again."""
    kept = Kept()
    await told(kept, asks(asked=(BOB,)))

    assert await told(kept, asks()) == [
        ("removed", "request:3"),
        ("called", "request:3", ANN, (CY,), STOP),
    ]


async def test_a_message_that_is_gone_is_posted_anew():
    """Somebody has removed it."""
    kept = Kept("request:3", edits=False)

    assert await told(kept, asks()) == [
        ("edited", "request:3"),
        ("called", "request:3", ANN, (BOB, CY), STOP),
    ]


async def test_the_question_of_another_version_stays():
    """Its people can answer once that version serves the table again; what nobody asks any more goes."""
    kept = Kept("request:9", "request:4", "undo:9")

    assert ("removed", "request:4") in await told(kept, settings={"strange": [{"kind": "swap", "id": 9}]})
    assert set(kept.rows) == {"request:9", "undo:9"}


async def test_messages_of_earlier_versions_are_taken_away():
    """But not one that says that a seat has changed hands, nor what is no request."""
    kept = Kept("undo", "stop", "seat:s1", "seat:s2", "board")
    kept.rows["seat:s2"].rev = 1

    done = await told(kept)

    assert {one for what, one, *_ in done if what == "removed"} == {"undo", "stop", "seat:s1"}
    assert set(kept.rows) == {"seat:s2", "board"}


async def test_whoever_seems_absent_is_written_to_once():
    """And called in the channel, with the date."""
    kept = Kept(link="https://there")
    first = await told(kept, for_seat(due=NOON))

    assert [one[:4] for one in first if one[0] == "called"] == [("called", "request:3", ANN, (CY, BOB))]
    ((_, user, text, rings),) = [one for one in first if one[0] == "written"]
    assert (user, rings) == (BOB, True)
    assert "https://there" in text
    assert DUE in text
    assert not [one for one in await told(kept, for_seat(due=NOON)) if one[0] == "written"]


@pytest.mark.parametrize(
    ("request_", "people", "part"),
    [
        (asks(outcome="refused", closed_by=CY), (ANN,), "Cy"),
        (asks(outcome="void"), (ANN,), "<@11>, the game has gone on"),
        (for_seat(outcome="void"), (ANN,), "<@11>, the seats have changed"),
        (
            for_seat(outcome="void", closed_by=BOB),
            (ANN,),
            "<@11>, there was no answer for a day and Bob is asking",
        ),
        (for_seat(outcome="done"), (DOT, ANN), "D\\_t"),
        (for_seat("out", outcome="done", user=-1, name=""), (ANN,), "house"),
        (for_seat(outcome="here", closed_by=BOB), (ANN,), "Bob"),
    ],
)
async def test_whoever_asked_is_told_what_became_of_it_once(request_: Request, people: Any, part: str):
    """Of a seat that has changed hands also whoever sits there now; a call names nobody as the cause."""
    kept = Kept()
    done = [one for one in await told(kept, request_) if one[0] == "called"]

    assert [one[:4] for one in done] == [("called", "outcome:3", 0, people)]
    assert part in done[0][4]
    assert await told(kept, request_) == []


@pytest.mark.parametrize(
    "request_", [asks(outcome="done"), asks("move", outcome="done"), asks(outcome="withdrawn")]
)
async def test_what_everybody_is_told_anyway_is_not_told_twice(request_: Request):
    """The end of a game and another channel call by themselves; whoever withdraws knows it."""
    assert await told(Kept(), request_) == []


@pytest.mark.parametrize(("kind", "by", "letters"), [("seat", ANN, 1), ("out", ANN, 1), ("seat", BOB, 0)])
async def test_whoever_has_lost_a_seat_is_written_to_once(kind: Any, by: int, letters: int):
    """Not where they have asked for it themselves."""
    kept, request_ = Kept(), for_seat(kind, outcome="done", by=by)
    found = [one for one in await told(kept, request_) if one[0] == "written"]

    assert [(user, rings) for _, user, _, rings in found] == [(BOB, True)] * letters
    assert all("<#5>" in text for _, _, text, _ in found)
    del kept.rows["outcome:3"]
    assert not [one for one in await told(kept, request_) if one[0] == "written"]


async def test_whoever_has_lost_a_seat_is_written_to_before_that_is_told():
    """What is told is not told again: a letter that failed would never be written."""
    done = [what for what, *_ in await told(Kept(), for_seat(outcome="done"))]

    assert done == ["written", "called"]


async def test_reminders_follow_an_undo():
    """Those are reminded who are to agree; nobody once it is over."""
    kept, wish = Kept(), asks("undo", id=4, by=CY)
    moves = played("s3", "s2")

    assert ("reminded", 7, (BOB,), 0, "undo") in await told(kept, wish, moves=moves)
    assert "undo:4" in kept.rows
    over = await told(kept, moves=moves)
    assert over[0] == ("reminded", 7, (), 0, "undo")
    assert ("removed", "undo:4") in over


@pytest.mark.parametrize("kind", ["undo", "redo"])
@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"outcome": "refused", "closed_by": BOB}, "<@13>, Bob refuses the request"),
        ({"outcome": "refused", "closed_by": DOT}, "<@13>, <@14> refuses the request"),
        ({"outcome": "void"}, "<@13>, the game has gone on"),
        ({"outcome": "withdrawn"}, None),
        ({"outcome": "done", "closed_by": BOB}, None),
        ({}, None),
    ],
)
async def test_whoever_asked_about_moves_is_told_why_it_did_not_happen(
    kind: Any, columns: dict[str, Any], said: str | None
):
    """Somebody has refused it, or another has moved on: not where they moved on themselves."""
    wish = asks(kind, id=4, by=CY, moves=(Move("s2", BOB, "draft 13"),), **columns)
    kept, moves = Kept("undo:4"), played("s3", "s2")

    async def outcomes() -> list[tuple[Any, ...]]:
        done = await told(kept, wish, moves=moves)
        return [one for one in done if one[0] == "called" and one[1].startswith("outcome:")]

    done = await outcomes()

    assert [one[:4] for one in done] == ([("called", "outcome:4", 0, (CY,))] if said else [])
    assert all(said and one[4].startswith(said) for one in done)
    kept.rows["undo:4"] = SimpleNamespace(rev=2)
    assert await outcomes() == []
