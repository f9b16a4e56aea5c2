"""What one has missed, in five lines and a picture; and what came of each round, for everybody."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

import pytest

from bot.pictures.kinds import MapDrawing
from bot.speech.chronicles import digest_lines
from bot.speech.teller import Teller
from engine.chronicle import chronicle
from engine.events import RoundBegan, TrainRusted
from engine.title import titles
from tests.bot.person import Person
from tests.bot.reading import lines_read
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table


async def play(table: Table, *, rounds: int = 0, moves: int = 0) -> None:
    """Play so many first offers, or what ends turns until so many rounds have begun; run for the most."""
    while rounds > 0 or moves > 0:
        now = await table.bot.service.tables.find(1)
        game, seat = now.started().game, now.awaited[0]
        offers = [one for one in game.choices.offers if one.action.actor == seat.id]
        ends = [one for one in offers if one.action.closing] if rounds > 0 else []
        run = max(game.choices.runs, key=lambda one: one.facts.get("revenue", 0), default=None)
        wanted = run or next(iter(ends), offers[0])
        action = wanted.action if wanted.amounts is None else wanted.filled(wanted.amounts[0])
        after = await table.bot.service.moves.act(1, now.rev, seat.user_id, action)
        rounds -= any(isinstance(event, RoundBegan) for event in after.game.events)
        moves -= 1
    await table.settled()


def summaries(table: Table) -> list[SeenMessage]:
    """What the channel was told of rounds that ended."""
    return [one for one in table.shown if " is over" in one.text]


def last_mover(table: Table, moves: tuple) -> Person:
    """Who made the last move."""
    return next(one for one in table.people if int(one.id) == moves[-1].user_id)


async def test_a_round_that_ends_is_summed_up_once(tabletop: Table):
    """A line for each player after the shares, for each company after it ran, with one picture; off if wished."""
    await tabletop.to("lay")
    first = summaries(tabletop)
    await play(tabletop, moves=2)
    await play(tabletop, rounds=1)
    both, drawings = summaries(tabletop), [one.drawings[0] for one in tabletop.pictures.requests]
    outlined = [one.shown.highlight for one in drawings if isinstance(one, MapDrawing)]
    await tabletop.restart()
    await tabletop.settled()
    again = summaries(tabletop)
    await tabletop.people[0].command(CHANNEL, "table summary", summary="off")
    await play(tabletop, rounds=1)

    assert len(first) == 1
    assert first[0].text.startswith("### First share round is over")
    assert all(f"**{person.name}** · got " in first[0].text for person in tabletop.people)
    assert first[0].silent
    assert len(both) == len(again) == 2
    assert both[1].text.startswith("### OR 1.1 is over")
    assert "**#1** · track D13" in both[1].text
    assert "ran for 30 Ft · paid 15 Ft · kept 15 Ft" in both[1].text
    assert "No change: #2, #3" in both[1].text
    assert len(both[1].pictures) == 1
    assert both[1].pictures[0].name.startswith("map")
    assert any("D13" in hexes for hexes in outlined)
    assert len(summaries(tabletop)) == 2


async def test_the_digest_tells_what_one_has_missed_and_remembers(tabletop: Table):
    """At most five lines below each other, the changed hexes outlined; asked again there is nothing new."""
    await tabletop.to("lay")
    await play(tabletop, moves=6)
    table = await tabletop.bot.service.tables.find(1)
    mover = last_mover(tabletop, table.moves)
    reader = next(one for one in tabletop.people if one is not mover)
    laid = {getattr(table.started().game.recorded(m.text, m.seat), "hex", "") for m in table.moves[-6:]} - {
        ""
    }

    reply = await reader.command(CHANNEL, "digest")
    asked = tabletop.pictures.requests[-1]
    nothing = await reader.command(CHANNEL, "digest")
    await tabletop.restart()
    still = await reader.command(CHANNEL, "digest")
    await mover.command(CHANNEL, "undo")
    back = await reader.command(CHANNEL, "digest")

    lines = reply.text.splitlines()
    assert reply.ephemeral
    assert "since you last looked" in lines[0]
    assert lines[1].startswith("- You: cash ")
    assert any(line.startswith("- Runs: #1 30 Ft") for line in lines)
    assert 3 <= len(lines) <= 5
    assert laid <= set(asked.drawings[0].shown.highlight)
    assert len(reply.message.pictures) == 1
    assert nothing.text == still.text == "Nothing has happened since you last looked."
    assert back.text == "Moves were taken back in between."


def test_only_what_a_phase_has_taken_is_called_rusted():
    """What was exported or turned into another train is none of it."""
    rusted, turned = TrainRusted("NOB", "2H", "", "phase"), TrainRusted("NOB", "2", "2H", "phase")
    exported = TrainRusted("depot", "5", "", "export")

    assert chronicle([rusted, turned, exported]).rusted == {"2H": 1}


class Purse:
    """A position of which only money is asked."""

    def __init__(
        self,
        cash: int,
        worth: int,
        prices: Mapping[str, int] = MappingProxyType({}),
        directors: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.sums, self.prices, self.directors = (cash, worth), prices, directors

    def cash(self, _: str) -> int:
        """Return the money of a player."""
        return self.sums[0]

    def worth(self, _: str) -> int:
        """Return what a player is worth."""
        return self.sums[1]

    def price(self, unit: str) -> int:
        """Return the price of a share."""
        return self.prices.get(unit, 0)

    def director(self, unit: str) -> str:
        """Return who directs a company."""
        return self.directors.get(unit, "")


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (Purse(80, 100), "You: cash 80 SFR, worth 100 SFR, as before"),
        (Purse(60, 100), "You: cash 80 SFR → 60 SFR, worth 100 SFR"),
        (Purse(80, 120), "You: cash 80 SFR, worth 100 SFR → 120 SFR"),
    ],
)
def test_what_stayed_the_same_is_said_once(after: Any, line: str):
    """Money spent on something of the same worth changes the cash alone."""
    teller, before = Teller(titles()["1844"], {"s1": "Anna"}, "en"), cast("Any", Purse(80, 100))

    assert lines_read(digest_lines(teller, chronicle([]), "s1", before, after)) == [line]


async def test_all_since_ones_own_last_move_is_told_move_by_move_and_as_a_film(tabletop: Table):
    """From the card: More, What is new, then a press; passes in small letters, pages where there are many."""
    await tabletop.to("lay")
    await play(tabletop, moves=6)
    table = (await tabletop.bot.service.tables.find(1)).started()
    own = {
        int(one.id): max(move.ply for move in table.moves if move.user_id == int(one.id))
        for one in tabletop.people
    }
    reader = min(tabletop.people, key=lambda one: own[int(one.id)])
    since = own[int(reader.id)]
    more = await reader.press(tabletop.board, "More")
    new = await reader.press(more.message, "What is new")
    labels = new.message.labels
    steps = await reader.press(new.message, "Move by move")
    again = await reader.command(CHANNEL, "digest")
    film = await reader.press(again.message, "As a film")
    (attached,) = film.message.raw["attachments"]

    told = [line for line in steps.text.splitlines()[1:] if line.split(".")[0].isdigit()]
    assert labels[:2] == ["Move by move", "As a film"]
    assert f"{len(table.moves) - since} move" in steps.text
    assert told
    assert int(told[0].split(".")[0]) > since
    assert (
        await reader.fetch(attached["url"])
    ).decode() == f"18Mag {len(table.moves)} light en since {since}"
    assert again.message.labels == ["Move by move", "As a film"]


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_what_is_new_is_told_in_every_language(tabletop: Table, lang: str):
    """Buttons, head and film, in the words of the person; a pass stands in small letters, and pages turn."""
    await tabletop.to("lay")
    await play(tabletop, moves=20)
    reader = (await tabletop.seat(4))[3]
    await reader.command(CHANNEL, "me language", language=lang)
    new = await reader.command(CHANNEL, "digest")
    steps_label, film_label = new.message.labels
    steps = await reader.press(new.message, steps_label)
    first = steps.text
    later = await reader.press(steps.message, steps.message.labels[-1])
    film = await reader.press((await reader.command(CHANNEL, "digest")).message, film_label)

    assert not {"Move by move", "As a film", "Earlier", "Later"} & {
        *new.message.labels,
        *steps.message.labels,
    }
    assert "since your last" not in first + film.text
    assert later.text != first
    assert "18Mag" in film.text


def test_the_digest_tells_what_became_of_ones_companies():
    """Another price, another director; nothing of what others direct, or of what stayed as it was."""
    teller = Teller(titles()["1844"], {"s1": "Anna", "s2": "Bela"}, "en")
    led = {"FNM": "s1", "JS": "s1", "NOB": "s2", "SCB": "s1"}
    before = Purse(80, 100, {"FNM": 60, "JS": 60, "NOB": 60, "SCB": 60}, led)
    after = Purse(80, 100, {"FNM": 58, "JS": 50, "NOB": 50, "SCB": 60}, {**led, "JS": "s2"})

    lines = digest_lines(teller, chronicle([]), "s1", cast("Any", before), cast("Any", after))

    told = "Your companies: JS price 60 SFR → 50 SFR, Bela becomes director; FNM price 60 SFR → 58 SFR"
    assert lines_read(lines)[1] == told


async def test_more_ends_with_what_one_has_missed(tabletop: Table):
    """Of those who play; whoever made the last move, and whoever only watches, has missed nothing."""
    await tabletop.to("lay")
    await play(tabletop, moves=2)
    table = await tabletop.bot.service.tables.find(1)
    mover = last_mover(tabletop, table.moves)
    reader = next(one for one in tabletop.people if one is not mover)

    told = [(await one.press(tabletop.board, "More")).text for one in (reader, mover)]

    assert told[0].startswith(told[1])
    assert "since you last looked, the first" in told[0].removeprefix(told[1])
    assert "the first" not in told[1]
