"""The card of a lobby: who sits there, what is chosen, and what may be pressed."""

from typing import Any

import pytest
from discord import ui

from bot.messages.lobby_card import full, lobby_card
from bot.tables.table import Table
from tests.bot.messages.tables import ANN, BOB, CY, lobby

HEAD = ["### 18 Magyarország · Hungarian Railway History", "-# A game by Leonhard Orgler"]
PLAIN = [
    "-# Options: none",
    "-# To take this game to 18xx.games as well, choose *Every rule as it is read on 18xx.games*.",
    "-# Pictures \u2013 light: printed colours on a pale page",
]
RECORD = ("Xa", "Yb", "Z_c")


def lines(table: Table) -> list[str]:
    """The lines of a card without those that every card of the title begins with."""
    (text,) = (one.content for one in lobby_card(table).walk_children() if isinstance(one, ui.TextDisplay))
    told = text.split("\n")
    assert told[:2] == HEAD
    return told[2:]


def parts(table: Table, kind: type[Any]) -> list[Any]:
    """The buttons or lists of a card."""
    return [one for one in lobby_card(table).walk_children() if isinstance(one, kind)]


def pressable(table: Table) -> dict[str, bool]:
    """What stands on the buttons, and whether each can be pressed."""
    return {one.label: not one.disabled for one in parts(table, ui.Button)}


def listed(table: Table) -> list[dict[str, bool]]:
    """The values of each list, and whether they are chosen."""
    return [{option.value: option.default for option in one.options} for one in parts(table, ui.Select)]


def test_a_lobby_with_free_seats():
    """Who hosts, what is free; too few to start."""
    assert lines(lobby()) == [
        "Seats taken: 1 of 3.",
        "1. **Ann** (host)",
        "2. *free seat*",
        "3. *free seat*",
        *PLAIN,
    ]
    assert pressable(lobby()) == {
        "Join": True,
        "Leave": True,
        "Start": False,
        "Add a house player": True,
        "All settings": True,
    }
    assert [one.custom_id for one in parts(lobby(), ui.Button)] == [
        f"l:7:{what}" for what in ("join", "leave", "start", "house", "card")
    ]


def test_a_full_lobby():
    """Nobody else may sit down; the game may start."""
    table = lobby((ANN, BOB, CY))

    assert lines(table)[:4] == ["Seats taken: 3 of 3.", "1. **Ann** (host)", "2. **Bob**", "3. **Cy**"]
    assert [name for name, on in pressable(table).items() if not on] == ["Join", "Add a house player"]
    assert full(table, "https://there") == "<@11>, your table is full: press Start. https://there"


def test_a_lobby_that_may_start_before_it_is_full():
    """Two are enough at a table for three."""
    assert all(pressable(lobby((ANN, BOB))).values())


@pytest.mark.parametrize(
    ("count", "head"), [(1, "The game has begun."), (2, "The game has begun; the seats were drawn by lot.")]
)
def test_a_game_that_has_begun(count: int, head: str):
    """Only those who play are listed; nothing can be pressed, and nothing is said of what may still be chosen."""
    table = lobby((ANN, BOB)[:count], 3, state="running")
    seats = ["1. **Ann** (host)", "2. **Bob**"][:count]

    assert lines(table) == [head, *seats, PLAIN[0], PLAIN[2]]
    assert (pressable(table), listed(table)) == ({}, [])


def test_a_record_waits_for_its_players():
    """The names of the record stand beside the seats, the free ones are listed; no option is advised."""
    table = lobby((ANN,), rev=40, settings={"record": RECORD})

    assert lines(table) == [
        "Seats taken: 1 of 3.",
        "A recorded game, 40 moves played. Everybody takes the seat that is theirs; then the game goes on.",
        "1. Xa → **Ann** (host)",
        "2. Yb → *free seat*",
        "3. Z\\_c → *free seat*",
        PLAIN[0],
        PLAIN[2],
    ]
    assert listed(table) == [{"1": False, "2": False}]
    assert not pressable(table)["Start"]
    assert pressable(lobby((ANN,), settings={"record": RECORD, "copied": True}))["Start"]


def test_a_record_that_may_go_on_by_either_rules():
    """They are chosen in a list; there is none of seats where all are taken."""
    table = lobby((ANN, BOB, CY), rev=40, settings={"record": RECORD, "go_on": "recorded"})

    assert lines(table)[2].startswith("Where the record ends, the game goes on as on 18xx.games")
    assert lines(table)[3] == "1. Xa → **Ann** (host)"
    assert listed(table) == [{"printed": False, "recorded": True}]


def test_a_record_that_goes_on():
    """The names of the record are not needed any more."""
    table = lobby((ANN, BOB, CY), state="running", settings={"record": RECORD, "go_on": "printed"})

    assert lines(table)[:2] == ["The game goes on where the record ended.", "1. **Ann** (host)"]
    assert len(lines(table)) == 6


def test_a_record_whose_game_is_over_is_over():
    """It does not go on."""
    table = lobby((ANN, BOB, CY), state="finished", settings={"record": RECORD})

    assert lines(table)[0] != lines(lobby((ANN, BOB, CY), state="running", settings={"record": RECORD}))[0]


def test_the_house_plays_at_a_level():
    """It stands beside the house, and in a list; a house player can be removed."""
    table = lobby((ANN, -1), settings={"level": "master"})

    assert lines(table)[:4] == [
        "Seats taken: 2 of 3.",
        "1. **Ann** (host)",
        "2. **The house** · master",
        "3. *free seat*",
    ]
    assert listed(table)[1] == {"apprentice": False, "journeyman": False, "master": True}
    assert pressable(table)["Remove a house player"]


def test_whoever_is_invited_is_named_in_a_lobby_alone():
    """Once the game has begun nobody needs to know."""
    guests = {"12": "Bo_b", "13": "Cy"}
    said = "-# Invite-only: besides the host, only Bo\\_b and Cy may sit down."

    assert said in lines(lobby(settings={"guests": guests}))
    assert said not in lines(lobby((ANN, BOB), state="running", settings={"guests": guests}))


@pytest.mark.parametrize(
    ("hints", "more"),
    [
        ("on", []),
        ("off", ["-# Nobody is shown what a move would earn"]),
        ("players", ["-# Only those who play are shown what a move would earn"]),
    ],
)
def test_how_pictures_look_and_who_thinks_alone(hints: str, more: list[str]):
    """Whether hints are given is said only where they are not."""
    told = lines(lobby(settings={"hints": hints, "scheme": "dark"}))

    assert told[-1 - len(more)].startswith("-# Pictures \u2013 dark")
    assert [one for one in told if "would earn" in one] == more


def test_options_are_listed_with_those_in_force():
    """Their short names, then what each means; in the list those in force are chosen."""
    table = lobby((ANN,), 1)
    options = listed(table)[0]

    assert lines(table)[2:6] == [
        "-# Options: `deck=project`, `length=short`, `level=easy`",
        "-# • István's cards: this program's own deck, not the printed one",
        "-# • Two minors each, with income",
        "-# • Green cards: easy",
    ]
    assert {one for one, on in options.items() if on} >= {"length=short", "level=easy"}
    assert not options["length=long"]
    (chooser,) = parts(table, ui.Select)
    assert (chooser.min_values, chooser.max_values) == (0, len(options))
