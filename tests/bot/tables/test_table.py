"""Who is who at a table: who decides, who is called, who plays for whom, and what was decided in whose place."""

from dataclasses import replace
from typing import Any

import pytest

from bot.errors.tables import NotRunning, NotSeated, NotStudied
from bot.tables.branches import study_of
from bot.tables.requests import Request
from bot.tables.table import PlayedMove, Seat, Table, is_house
from tests.bot.messages.tables import ANN, BOB, CY, DOT, NOON, lobby, running

DOT_FOR_BOB = {"s2": {"owner": BOB, "user": DOT, "name": "Dot", "called": True}}
BESIDE_BOB = {"s2": {"owner": BOB, "user": DOT, "name": "Dot"}}
HOUSE_FOR_BOB = {"s2": {"owner": BOB, "user": -1, "name": "House", "called": True}}
FOR_ANOTHER = {"s2": {"owner": CY, "user": DOT, "name": "Dot", "called": True}}


def at(deputies: Any = None, **settings: Any) -> Table:
    """A running table of Ann, Bob and Cy."""
    return running(settings={"deputies": deputies or {}, **settings}).table


def move(ply: int, seat: str, user: int, decided_by: Any = "") -> PlayedMove:
    """A move."""
    return PlayedMove(ply, ply, seat, user, "draft 1", NOON, decided_by=decided_by)


@pytest.mark.parametrize(("user", "house"), [(-3, True), (-1, True), (0, False), (5, False)])
def test_the_house_is_below_zero(user: int, house: bool):
    """Nobody is no house."""
    assert is_house(user) is Seat("s1", user, "").is_house is house


@pytest.mark.parametrize(
    ("deputies", "person", "answers", "left"),
    [
        (None, BOB, BOB, False),
        (DOT_FOR_BOB, DOT, DOT, False),
        (BESIDE_BOB, BOB, BOB, False),
        (HOUSE_FOR_BOB, -1, BOB, True),
        (FOR_ANOTHER, BOB, BOB, False),
    ],
)
def test_who_decides_at_a_seat(deputies: Any, person: int, answers: int, left: bool):
    """Whoever plays in its person's place; the house agrees to nothing; a deputy of one who has left is none."""
    table = at(deputies)
    seat = table.seats[1]

    assert (table.person_at(seat), table.answers_for(seat), table.is_left(seat)) == (person, answers, left)
    assert table.seats_of({answers}) == [seat]
    assert [one for one in (BOB, DOT) if table.may_act(one, seat)] == (
        [BOB, DOT] if deputies in (DOT_FOR_BOB, BESIDE_BOB) else [BOB]
    )


def test_the_house_owns_a_seat_unless_somebody_plays_for_it():
    """A person who plays for a seat of the house decides there; another house changes nothing."""
    house = running((ANN, -1, CY)).table
    dot, other = (
        running(
            (ANN, -1, CY),
            settings={"deputies": {"s2": {"owner": -1, "user": user, "name": "x", "called": True}}},
        )
        for user in (DOT, -2)
    )

    assert house.is_left(house.seats[1])
    assert not dot.table.is_left(dot.table.seats[1])
    assert other.table.is_left(other.table.seats[1])


@pytest.mark.parametrize(("for_whom", "left"), [(BOB, True), (CY, False)])
def test_the_house_stands_in_for_who_sits_there(for_whom: int, left: bool):
    """Not for somebody who has left the seat since."""
    table = at(stand_ins={"s2": for_whom})

    assert table.is_left(table.seats[1]) is table.plays_itself(table.seats[1]) is left


@pytest.mark.parametrize(("whose", "out"), [(ANN, True), (BOB, False)])
def test_a_turn_whose_time_is_up_is_played_but_still_timed(whose: int, out: bool):
    """Nobody is called to it; the seat is not left."""
    table = at(clock_out={"s1": whose})

    assert dict(table.out_of_time) == ({"s1": ANN} if out else {})
    assert [seat.id for seat in table.called] == ([] if out else ["s1"])
    assert [seat.id for seat in table.timed] == [seat.id for seat in table.awaited] == ["s1"]
    assert not table.is_left(table.seats[0])


def test_whoever_is_left_is_not_timed():
    """Nor called."""
    table = at(stand_ins={"s1": ANN})

    assert table.timed == table.called == table.called_people == ()
    assert [seat.id for seat in table.awaited] == ["s1"]


def test_nobody_is_called_in_a_study_room_nor_awaited_where_nothing_goes_on():
    """Though somebody decides in the first."""
    study = at(study={"game": 3, "ply": 4})

    assert study.called == ()
    assert len(study.awaited) == 1
    assert running(state="finished").table.awaited == lobby().awaited == ()


def test_the_seat_somebody_acts_for_is_one_that_is_awaited():
    """Rather the own than another's; none where they have none."""
    table = at({"s1": {"owner": ANN, "user": CY, "name": "Cy"}, **DOT_FOR_BOB})

    assert [table.acting_seat(user) and table.acting_seat(user).id for user in (ANN, BOB, CY, DOT, 99)] == [  # type: ignore[union-attr]
        "s1",
        "s2",
        "s1",
        "s2",
        None,
    ]
    assert table.name_of(DOT) == "Dot"
    assert table.name_of(99) == ""


def test_who_made_and_who_decided_a_move():
    """A proxy is named where they moved for another; nothing is said of the house at its own seat."""
    table = running(
        (ANN, -1, CY),
        settings={"proxies": {str(DOT): "Dot"}},
        moves=(
            move(1, "s1", ANN),
            move(2, "s1", DOT, "order"),
            move(3, "s2", -1, "house"),
            move(4, "s3", CY, "forced"),
            move(5, "s9", CY, "clock"),
        ),
    ).table

    assert [table.proxy_name(one) for one in table.moves] == ["", "Dot", "", "", ""]
    assert [table.decider(one) for one in table.moves] == ["", "order", "", "forced", ""]
    assert table.by_bot == ((2, "s1"),)
    assert table.move_texts(1) == [("s1", "draft 1")]
    assert len(table.move_texts()) == 5


@pytest.mark.parametrize(
    ("user", "rev", "acted"), [(ANN, 0, True), (ANN, 1, False), (CY, 1, True), (BOB, 0, False)]
)
def test_who_has_acted_since(user: int, rev: int, acted: bool):
    """After the revision, not with it."""
    table = running(moves=(move(1, "s1", ANN), move(2, "s3", CY))).table

    assert table.has_acted_since(user, rev) is acted


def test_who_is_welcome_in_a_lobby():
    """Everybody, or the host and those invited."""
    closed = lobby(settings={"guests": {str(BOB): "Bob"}})

    assert lobby().is_welcome(99)
    assert [closed.is_welcome(user) for user in (ANN, BOB, CY)] == [True, True, False]


@pytest.mark.parametrize(
    ("places", "settings", "fewest"),
    [
        (1, {}, 1),
        (2, {}, 2),
        (4, {}, 2),
        (3, {"record": ("a", "b", "c")}, 3),
        (3, {"record": ("a", "b", "c"), "copied": True}, 1),
    ],
)
def test_how_many_it_takes_to_begin(places: int, settings: dict[str, Any], fewest: int):
    """One only at a table for one or in a copy; all in a record."""
    assert lobby(places=places, settings=settings).fewest == fewest


def test_titles_for_more_wait_for_as_many():
    """1844 is not played by two."""
    assert lobby(title="1844", places=5).fewest == 3


def test_a_table_becomes_another_with_its_game():
    """It is known to have one then; a lobby has none."""
    started = running().table

    assert started.started() is started
    with pytest.raises(NotRunning):
        lobby().started()
    assert lobby().free_places == [1, 2]
    assert started.people == (ANN, BOB, CY)
    assert replace(started, host=DOT).people == (ANN, BOB, CY, DOT)
    assert started.note_of(ANN) == ""
    assert at(notes={"11": "sell"}).note_of(ANN) == "sell"
    assert started.setup.players == ("s1", "s2", "s3")


def test_what_is_made_of_a_version_is_made_once():
    """For each thing given."""
    made: list[int] = []
    table = running().table

    def count(_table: Any, number: int = 0) -> int:
        made.append(number)
        return len(made)

    assert [table.once(count), table.once(count), table.once(count, 5), table.once(count, 5)] == [1, 1, 2, 2]
    assert made == [0, 5]


@pytest.mark.parametrize(
    ("kind", "voided"),
    [
        ("stop", True),
        ("undo", True),
        ("redo", True),
        ("move", False),
        ("seat", False),
        ("out", False),
        ("stand", False),
    ],
)
def test_which_requests_a_move_voids(kind: Any, voided: bool):
    """What is asked of the position; who sits where and in which channel can still be agreed to."""
    seat = {"seat": "s2", "holder": BOB} if kind in ("seat", "out", "stand") else {}
    request = Request(kind, 1, 0, ANN, NOON, (ANN,), **seat)  # type: ignore[arg-type]
    before, after = (running(rev=rev, settings={"requests": (request,)}).table for rev in (0, 1))

    assert len(before.requests) == 1
    assert len(after.requests) == (not voided)


def test_what_is_studied_where_nobody_studies():
    """Only a study room has something, for whoever sits there."""
    studied = at(study={"game": 3, "ply": 4})
    with pytest.raises(NotStudied):
        study_of(at(), ANN)
    with pytest.raises(NotSeated):
        study_of(studied, DOT)
    assert study_of(studied, ANN).game == 3
