"""The league of a server: finished games alone make ratings, of people alone, where nobody has declined."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.local.ids import GUILD
from bot.storage import GameRow, Move, NewGame, SeatRow, Storage
from bot.storage.games import RatedGame, StoredGames
from bot.tables.ratings import standings
from tests.bot.local.moderator import leave, permit
from tests.bot.person import PersonRefused
from tests.bot.tabletop import CHANNEL, Table

NOW = datetime(2026, 11, 1, tzinfo=UTC)
OFF = {"en": "no league", "de": "keine Liga", "es": "no tiene liga", "cs": "nemá ligu", "hu": "nincs liga"}


def game(scores: dict[int, int], number: int = 1, *, own: int = 10, **settings: object) -> RatedGame:
    """A finished game with these scores by person; each made ten moves, the last only ``own`` of them."""
    row = GameRow(
        number, 1, 1, "18Mag", (), 1, len(scores), "finished", "en", 1, "", 1, settings, NOW, NOW, NOW
    )
    seats = tuple(
        SeatRow(number, f"s{at}", at - 1, user, f"p{user}", NOW, score)
        for at, (user, score) in enumerate(scores.items(), 1)
    )
    names = [seat.seat for seat in seats]
    chosen = {(seat.seat, seat.user_id): 10 for seat in seats}
    return RatedGame(row, seats, dict.fromkeys(names, 10), {**chosen, (names[-1], seats[-1].user_id): own})


def test_whoever_wins_stands_first_and_more_games_make_surer():
    """Places count, not amounts; ties share; the same games always give the same ratings."""
    one = standings([game({1: 900, 2: 800, 3: 100})])
    two = standings([game({1: 900, 2: 800, 3: 100}, number) for number in range(8)])
    near = standings([game({1: 803, 2: 802, 3: 801})])
    tie = standings([game({1: 500, 2: 500})])

    assert [each.user_id for each in one] == [1, 2, 3]
    assert [each.rating for each in near] == [each.rating for each in one]
    assert two[0].rating > one[0].rating
    assert (two[0].games, two[0].wins, two[1].wins) == (8, 8, 0)
    assert tie[0].rating == tie[1].rating
    assert [each.wins for each in tie] == [1, 1]


@pytest.mark.parametrize(
    "games",
    [
        [game({1: 900, -1: 800})],
        [game({1: 900, 2: 800}, own=4)],
        [game({1: 900, 2: 800}, copied=True)],
        [game({1: 900, 2: 800}, record=["a", "b"])],
        [replace(game({1: 900, 2: 800}), moves={})],
        [],
    ],
    ids=["house", "played by others", "copy", "record", "no moves", "none"],
)
def test_what_tells_nothing_of_two_people_rates_nobody(games: list[RatedGame]):
    """A house player, a seat that others played, a copy, a record."""
    assert standings(games) == []


def test_who_is_not_rated_leaves_the_others_rated():
    """House, substitute or declined: the places of the rest count among themselves."""
    with_house = standings([game({1: 900, -1: 1000, 2: 800})])
    declined = standings([game({1: 900, 3: 1000, 2: 800})], declined={3})

    assert [each.user_id for each in with_house] == [1, 2]
    assert [each.rating for each in declined] == [each.rating for each in with_house]
    assert with_house[0].wins == 1


def left_to(new: int, own: int, before: int) -> RatedGame:
    """A game that person 2 has lost at a seat they began; ``new`` sits there, with ``own`` of its ten moves."""
    made = game({1: 900, new: 100}, predecessors=[{"seat": "s2", "user": 2, "name": "p2"}])
    return replace(made, own={("s1", 1): 10, ("s2", 2): before, ("s2", new): own})


@pytest.mark.parametrize(
    ("played", "rated"),
    [
        (left_to(3, 4, 6), {1, 2}),
        (left_to(3, 5, 5), {1, 2}),
        (left_to(-1, 0, 8), {1, 2}),
        (left_to(3, 6, 4), set()),
        (left_to(3, 8, 2), {1, 3}),
        (left_to(2, 6, 6), {1, 2}),
        (left_to(3, 2, 4), set()),
    ],
    ids=["late", "half", "to the house", "early", "at once", "came back", "substitutes"],
)
def test_nobody_escapes_by_leaving_and_nobody_pays_for_a_favour(played: RatedGame, rated: set[int]):
    """The result of a seat is theirs who began it and played half of it; who came later needs three quarters."""
    ranked = standings([played])

    assert {one.user_id for one in ranked} == rated
    assert {one.name for one in ranked} == {f"p{user}" for user in rated}
    assert [one.user_id for one in ranked if one.wins] == ([1] if rated else [])


def test_who_sat_at_two_seats_has_the_lower_result():
    """Somebody who leaves a lost seat and takes over a better one is rated once."""
    made = game({1: 500, 3: 100, 2: 900}, predecessors=[{"seat": "s2", "user": 2, "name": "p2"}])
    ranked = standings([replace(made, own={("s1", 1): 10, ("s2", 2): 6, ("s3", 2): 10})])

    assert [(one.user_id, one.wins) for one in ranked] == [(1, 1), (2, 0)]


async def finished(
    storage: Storage, people: dict[int, str], scores: dict[str, int], decided: str = ""
) -> None:
    """Store a finished game of 18Mag; of the second seat's moves all but one were decided by somebody else."""
    host, *_ = people
    row = await storage.games.create(NewGame(99, "18Mag", 1, 9, host, int(GUILD)), {host: people[host]})
    for user, name in list(people.items())[1:]:
        await storage.seats.join(row.id, user, name)
    rows = await storage.games.start(row.id, [*people])
    moves = [Move(one.seat, one.user_id, "pass") for one in rows]
    moves += [Move(rows[1].seat, rows[1].user_id, "pass", decided) for _ in range(3)]  # type: ignore[arg-type]
    last = Move(rows[0].seat, rows[0].user_id, "pass")
    await storage.actions.append(row.id, 0, *moves, last, finished=True, scores=scores)


async def test_the_league_is_switched_on_told_and_declined(tabletop: Table):
    """Off at first; those who manage the server alone switch it; who declines stands there no longer."""
    await tabletop.lobby()
    alder, birch, cedar = await tabletop.seat(3)
    names = {int(one.id): one.name for one in (alder, birch, cedar)}
    await finished(tabletop.bot.storage, names, {"s1": 700, "s2": 900, "s3": 100})
    await finished(tabletop.bot.storage, names, {"s1": 700, "s2": 999, "s3": 100}, "house")
    off = await alder.command(CHANNEL, "league standings")
    refused = await birch.command(CHANNEL, "league switch", choice="on")
    still = await alder.command(CHANNEL, "league standings")
    switched = await alder.command(CHANNEL, "league switch", choice="on")
    shown = await alder.command(CHANNEL, "league standings", title="18Mag")
    other = await alder.command(CHANNEL, "league standings", title="1844")
    declined = await birch.command(CHANNEL, "league rated", choice="off")
    without = await alder.command(CHANNEL, "league standings", title="18Mag")
    await birch.command(CHANNEL, "league rated", choice="on")
    again = await alder.command(CHANNEL, "league standings", title="18Mag")
    await alder.command(CHANNEL, "league switch", choice="off")

    lines = [line for line in shown.text.splitlines() if line[:1].isdigit()]
    assert OFF["en"] in off.text
    assert "has a league" not in refused.text
    assert OFF["en"] in still.text
    assert not switched.ephemeral
    assert len(lines) == 3
    assert any(f"{birch.name} **" in line and "(1 game, won 1)" in line for line in lines)
    assert any(f"{alder.name} **" in line and "(2 games, won 1)" in line for line in lines)
    assert "no finished game" in other.text
    assert "not rated anywhere" in declined.text
    assert birch.name not in without.text
    assert again.text == shown.text
    assert OFF["en"] in (await alder.command(CHANNEL, "league standings")).text


async def test_a_seat_given_away_is_rated_by_who_played_it(tabletop: Table):
    """Cedar gives a lost seat to Dorn after most of its moves: Cedar is named in the standings, Dorn is not."""
    await tabletop.game()
    cedar, dorn = tabletop.people[2], (await tabletop.seat(4))[3]
    service, storage = tabletop.bot.service, tabletop.bot.storage
    await tabletop.people[0].command(CHANNEL, "league switch", choice="on")
    table = await service.tables.find(1)
    seats = {seat.user_id: seat.id for seat in table.seats}
    own = [Move(seat, user, "pass") for user, seat in seats.items()]
    rev = await storage.actions.append(1, 0, *own, *own)
    await cedar.command(CHANNEL, "game replace", seat=cedar.name, by=dorn.id)
    (asked,) = (await service.tables.stored(1)).requests
    await service.consent.answer(1, int(dorn.id), asked.id, agrees=True)
    scores = {seat: 100 if user == int(cedar.id) else 900 for user, seat in seats.items()}
    last = Move(seats[int(cedar.id)], int(dorn.id), "pass")
    await storage.actions.append(1, rev, last, finished=True, scores=scores)
    shown = await dorn.command(CHANNEL, "league standings", title="18Mag")

    assert cedar.name in shown.text
    assert dorn.name not in shown.text
    assert "even after leaving" in shown.text


@pytest.mark.parametrize("lang", OFF)
async def test_the_league_speaks_every_language(tabletop: Table, lang: str):
    """Refusal, standings and what they mean, in the words of the person."""
    await tabletop.lobby()
    alder, birch, _ = await tabletop.seat(3)
    await alder.command(CHANNEL, "me language", language=lang)
    off = await alder.command(CHANNEL, "league standings")
    await alder.command(CHANNEL, "league switch", choice="on")
    await finished(
        tabletop.bot.storage, {int(alder.id): alder.name, int(birch.id): birch.name}, {"s1": 700, "s2": 900}
    )
    shown = await alder.command(CHANNEL, "league standings", title="18Mag")

    assert OFF[lang] in off.text
    assert ("A rating rises" in shown.text) == (lang == "en")
    assert alder.name in shown.text


async def test_a_season_counts_what_ends_in_it(tabletop: Table):
    """The one that runs is shown; an ended one, and all games, by name; those who manage the server begin one."""
    await tabletop.lobby()
    alder, birch, cedar = await tabletop.seat(3)
    names = {int(one.id): one.name for one in (alder, birch, cedar)}
    await alder.command(CHANNEL, "league switch", choice="on")
    await finished(tabletop.bot.storage, names, {"s1": 700, "s2": 900, "s3": 100})
    refused = await birch.command(CHANNEL, "league season", name="Spring")
    begun = await alder.command(CHANNEL, "league season", name="Spring")
    empty = await alder.command(CHANNEL, "league standings", title="18Mag")
    await finished(tabletop.bot.storage, names, {"s1": 950, "s2": 900, "s3": 100})
    spring = await alder.command(CHANNEL, "league standings", title="18Mag")
    twice = await alder.command(CHANNEL, "league season", name="Spring")
    await alder.command(CHANNEL, "league season", name="Summer")
    summer = await alder.command(CHANNEL, "league standings", title="18Mag")
    before = await alder.command(CHANNEL, "league standings", title="18Mag", season="Spring")
    every = await alder.command(CHANNEL, "league standings", title="18Mag", season="*")
    unknown = await alder.command(CHANNEL, "league standings", title="18Mag", season="Autumn")

    assert refused.ephemeral
    assert "Spring" not in refused.text
    assert not begun.ephemeral
    assert "**Spring**" in begun.text
    assert "no finished game" in empty.text
    assert "18Mag · Spring" in spring.text.splitlines()[0]
    assert f"{alder.name} **" in spring.text
    assert "(1 game, won 1)" in spring.text
    assert "has already been a season of that name" in twice.text
    assert "no finished game" in summer.text
    assert before.text == spring.text
    assert "(2 games, won 1)" in every.text
    assert "no season of that name here: Autumn" in unknown.text


async def test_a_season_is_found_by_the_name_it_was_given(tabletop: Table):
    """Blanks more or less; a name longer than is kept cannot be typed, so that none is cut unseen."""
    (alder,) = await tabletop.seat(1)
    await alder.command(CHANNEL, "league switch", choice="on")
    await alder.command(CHANNEL, "league season", name="Spring   26 ")
    found = await alder.command(CHANNEL, "league standings", title="18Mag", season=" Spring   26")
    with pytest.raises(PersonRefused):
        await alder.command(CHANNEL, "league season", name="x" * 33)

    assert "There has been no season" not in found.text


async def test_a_league_table_is_for_those_who_signed_up_first(tabletop: Table):
    """All of them sit there and are called; they wait no longer, the others do; who cannot play leaves it."""
    alder, birch, cedar = await tabletop.seat(3)
    await alder.command(CHANNEL, "league switch", choice="on")
    waits = [await one.command(CHANNEL, "league signup", title="18Mag") for one in (cedar, birch, alder)]
    again = await birch.command(CHANNEL, "league signup", title="18Mag")
    few = await alder.command(CHANNEL, "league table", title="18Mag", seats=4)
    refused = await birch.command(CHANNEL, "league table", title="18Mag", seats=2)
    opened = await alder.command(CHANNEL, "league table", title="18Mag", seats=2)
    await tabletop.settled()
    table = await tabletop.bot.service.tables.find(1)
    waiting = await tabletop.bot.storage.league.waiting(int(GUILD), "18Mag")
    call = next(one for one in tabletop.shown if "your league game" in one.text)
    await birch.press(next(one for one in tabletop.shown if "Leave" in one.labels), "Leave")
    await tabletop.settled()
    left = await tabletop.bot.service.tables.find(1)
    gone = await alder.command(CHANNEL, "league withdraw", title="18Mag")
    none = await alder.command(CHANNEL, "league withdraw", title="18Mag")

    assert [one.ephemeral for one in waits] == [False, False, False]
    assert waits[2].text.endswith(f"{cedar.name}, {birch.name}, {alder.name}")
    assert again.ephemeral
    assert "Only 3 people" in few.text
    assert refused.ephemeral
    assert opened.ephemeral
    assert [one.user_id for one in table.seats] == [int(cedar.id), int(birch.id)]
    assert table.host == int(cedar.id)
    assert [one.user_id for one in waiting] == [int(alder.id)]
    assert {one["id"] for one in call.raw["mentions"]} == {cedar.id, birch.id}
    assert not call.silent
    assert sum("lobby is full" in one.text for one in tabletop.shown) == 0
    assert [one.user_id for one in left.seats] == [int(cedar.id)]
    assert "no longer wait" in gone.text
    assert "not on the list" in none.text


async def test_whoever_has_left_the_server_is_seated_no_more(tabletop: Table):
    """The next who waits has the seat, and who is gone waits no longer."""
    alder, birch, cedar = await tabletop.seat(3)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (cedar, birch, alder):
        await one.command(CHANNEL, "league signup", title="18Mag")
    leave(tabletop.server.world, cedar.id)
    await alder.command(CHANNEL, "league table", title="18Mag", seats=2)
    table = await tabletop.bot.service.tables.find(1)

    assert [one.user_id for one in table.seats] == [int(birch.id), int(alder.id)]
    assert await tabletop.bot.storage.league.waiting(int(GUILD), "18Mag") == ()
    tabletop.server.errors.clear()  # who has left is unknown


async def test_a_league_table_that_cannot_be_shown_costs_nobody_their_place(tabletop: Table):
    """All wait as before, in the same order; whoever signed up again meanwhile stands where they stood."""
    people = await tabletop.seat(3)
    await people[0].command(CHANNEL, "league switch", choice="on")
    for one in people:
        await one.command(CHANNEL, "league signup", title="18Mag")
    stored = tabletop.bot.storage.league
    before = await stored.waiting(int(GUILD), "18Mag")
    tabletop.server.faults.refuse(403, 50013, "Missing Permissions", path="/channels/*/messages*", times=1)
    refused = await people[0].command(CHANNEL, "league table", title="18Mag", seats=2)
    after = await stored.waiting(int(GUILD), "18Mag")
    opened = await people[0].command(CHANNEL, "league table", title="18Mag", seats=2)

    assert "permissions" in refused.text
    assert after == before
    assert "is open" in opened.text
    assert [one.user_id for one in await stored.waiting(int(GUILD), "18Mag")] == [int(people[2].id)]
    await stored.sign_up(int(GUILD), "18Mag", before[0].user_id, "later")
    await tabletop.bot.service.lobbies.discard(2)
    assert await stored.waiting(int(GUILD), "18Mag") == before


async def test_whoever_sits_in_a_lobby_of_the_league_that_is_ended_waits_again(tabletop: Table):
    """Where they had stood; who has left it, or signs up again meanwhile, loses and doubles nothing."""
    alder, birch, cedar, elm = await tabletop.seat(4)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (cedar, birch, alder, elm):
        await one.command(CHANNEL, "league signup", title="18Mag")
    stored = tabletop.bot.storage.league
    before = await stored.waiting(int(GUILD), "18Mag")
    await alder.command(CHANNEL, "league table", title="18Mag", seats=3)
    await tabletop.settled()
    await birch.press(next(one for one in tabletop.shown if "Leave" in one.labels), "Leave")
    await alder.command(CHANNEL, "league signup", title="18Mag")
    ended = await tabletop.bot.service.lobbies.end(1, int(cedar.id))
    again = await stored.waiting(int(GUILD), "18Mag")

    assert ended.state == "ended"
    assert [one.user_id for one in again] == [int(one.id) for one in (cedar, alder, elm)]
    assert [one.signed_at for one in again] == [before[0].signed_at, before[2].signed_at, before[3].signed_at]


async def test_whoever_withdraws_while_seated_does_not_come_back_to_the_list(tabletop: Table):
    """They are told that they have a seat all the same; who waits no more is told so."""
    alder, birch, cedar = await tabletop.seat(3)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (alder, birch, cedar):
        await one.command(CHANNEL, "league signup", title="18Mag")
    await alder.command(CHANNEL, "league table", title="18Mag", seats=2)
    told = [
        (await one.command(CHANNEL, "league withdraw", title="18Mag")).text for one in (birch, birch, cedar)
    ]
    await tabletop.bot.service.lobbies.end(1, int(alder.id))
    again = await tabletop.bot.storage.league.waiting(int(GUILD), "18Mag")

    gone = "You are no longer waiting for a league game of 18Mag"
    assert told == [
        f"{gone}, but you have a seat at one that has not begun: press *Leave* there.",
        "You are not on the list for a league game of 18Mag.",
        f"{gone}.",
    ]
    assert [one.user_id for one in again] == [int(alder.id)]


async def test_whoever_withdraws_as_their_lobby_ends_does_not_come_back_to_the_list(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """The lobby was found, and had ended when it was to be told."""
    alder, birch, cedar = await tabletop.seat(3)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (alder, birch, cedar):
        await one.command(CHANNEL, "league signup", title="18Mag")
    await alder.command(CHANNEL, "league table", title="18Mag", seats=2)
    lobbies = tabletop.bot.service.lobbies
    found = StoredGames.of_user

    async def of_user(games: StoredGames, *given: Any) -> Any:
        rows = await found(games, *given)
        await lobbies.end(1, int(alder.id))
        return rows

    monkeypatch.setattr(StoredGames, "of_user", of_user)
    told = await lobbies.withdraw(int(GUILD), "18Mag", int(birch.id))
    again = await tabletop.bot.storage.league.waiting(int(GUILD), "18Mag")

    assert told == "withdrawn"
    assert [one.user_id for one in again] == [int(alder.id), int(cedar.id)]


async def test_two_admins_at_once_seat_nobody_twice(tabletop: Table):
    """Two tables in two channels within a moment: who is seated at one of them is not seated at the other."""
    alder, birch, cedar = await tabletop.seat(3)
    world = tabletop.server.world
    place = world.new_channel("second")
    permit(world, "@everyone", "manage_guild", allowed=True)
    await birch.until(lambda: place["id"] in birch.channels)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (cedar, birch, alder):
        await one.command(CHANNEL, "league signup", title="18Mag")
    answers = await asyncio.gather(
        alder.command(CHANNEL, "league table", title="18Mag", seats=2),
        birch.command(place["id"], "league table", title="18Mag", seats=2),
    )
    await tabletop.settled()
    games = await tabletop.bot.storage.games.in_state("lobby")
    seats = [one.user_id for game in games for one in await tabletop.bot.storage.seats.of_game(game.id)]
    waiting = await tabletop.bot.storage.league.waiting(int(GUILD), "18Mag")

    assert seats == [int(cedar.id), int(birch.id)]
    assert [one.user_id for one in waiting] == [int(alder.id)]
    assert sum("Only 1 person is waiting" in one.text for one in answers) == 1
