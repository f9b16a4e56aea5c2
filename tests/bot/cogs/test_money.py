"""Money over time: what each player got by round and source, what companies ran for, as a picture and to copy."""

import csv
import io
from collections import Counter

import pytest

from bot.local.ids import GUILD
from bot.pictures import whole_games
from bot.speech import ledger
from bot.speech.teller import Teller
from bot.storage import ChannelPlace
from engine import notation
from engine.actions import Action
from engine.events import Paid
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.records import own
from render.history import SOURCES, replayed, round_ends
from render.money import TABLES
from tests.bot.tabletop import CHANNEL, Table

SEATS = ("s1", "s2", "s3")
LANGS = {
    "en": ("Income of the players", "round"),
    "de": ("Einkommen der Spieler", "Runde"),
    "es": ("Ingresos de los jugadores", "ronda"),
    "cs": ("Příjmy hráčů", "kolo"),
    "hu": ("A játékosok bevétele", "forduló"),
}


def played(title: str, moves: int) -> tuple[Game, list[Action]]:
    """A game between virtual players."""
    game, actions, player = Game.start(title, SEATS, seed=7), [], ThriftyPlayer(7)
    while len(actions) < moves:
        actions.append(player.choose(game))
        game = game.play(actions[-1])
    return game, actions


async def opened(tabletop: Table, title: str, moves: int) -> Game:
    """Open such a game as the table of three people."""
    people, service = await tabletop.seat(3), tabletop.bot.service
    game, actions = played(title, moves)
    record = await service.imports.read(own.dump(game.setup, actions).encode(), "game.json")
    await service.imports.open(
        ChannelPlace(int(people[0].channel_id(CHANNEL)), int(GUILD)), int(people[0].id), record
    )
    for place, person in enumerate(people):
        await service.imports.sit(1, int(person.id), person.name, place, int(person.id))
    await service.lobbies.start(1, int(people[0].id))
    return game


@pytest.mark.parametrize(("title", "moves"), [("18Mag", 150), ("18CZ", 200), ("1844", 260)])
def test_income_is_all_that_was_paid_to_players_for_what_they_own(title: str, moves: int):
    """By the money that changed hands; incomes of privates belong to the round that they begin."""
    game, actions = played(title, moves)
    rounds = round_ends(game.setup, actions)
    paid: Counter[str] = Counter()
    for moment in replayed(game.setup, actions):
        for event in moment.events:
            if isinstance(event, Paid) and event.payee in SEATS and event.why in ("dividend", "income"):
                paid[event.payee] += event.amount
    told: Counter[str] = Counter()
    for one in rounds:
        for player, found in one.income.items():
            told[player] += sum(found.values())

    assert told == paid
    assert sum(told.values()) > 0
    assert {source for one in rounds for found in one.income.values() for source in found} <= set(SOURCES)
    assert not [one for one in rounds if one.kind == "stock" and any(one.income.values())]


def test_what_begins_a_round_is_told_though_its_moves_alone_are_replayed_later():
    """A game that has gone on is not replayed from its start: its rounds are the same as if it were."""
    game, actions = played("1844", 260)
    lines = tuple((action.actor, notation.write(action)) for action in actions)
    for end in range(200, len(lines), 7):
        whole_games.course.__wrapped__(game.setup, lines[:end])

    assert whole_games.course.__wrapped__(game.setup, lines) == round_ends(game.setup, actions)


async def test_the_tables_of_money_are_asked_for_in_every_language(tabletop: Table):
    """As a picture that is told in words, and as a file whose sums are those of the picture."""
    game = await opened(tabletop, "18Mag", 90)
    alder = tabletop.people[0]
    files = {}
    for lang, (head, first) in LANGS.items():
        await alder.command(CHANNEL, "me language", language=lang)
        shown = await alder.command(CHANNEL, "show money")
        picture, copy = shown.message.raw["attachments"]
        files[lang] = (await alder.fetch(copy["url"])).decode("utf-8-sig")
        assert head in shown.text
        assert head.lower() in picture["description"].lower()
        assert files[lang].startswith(first + ",")
        assert shown.ephemeral
    rows = list(csv.reader(io.StringIO(files["en"])))
    worth = {row[1]: row[-1] for row in rows[1:] if row[-1]}
    for table in TABLES:
        await alder.command(CHANNEL, "show money", table=table)
        assert tabletop.pictures.requests[-1].drawings[0].table == table

    assert rows[0] == [
        "round",
        "who",
        "dividends",
        "minors",
        "privates",
        "income",
        "run",
        "share price",
        "worth",
    ]
    assert worth == {
        person.name: str(game.pos.worth(seat)) for seat, person in zip(SEATS, tabletop.people, strict=True)
    }
    assert len(set(files.values())) == len(LANGS)


async def test_before_anybody_has_earned_anything_that_is_said(tabletop: Table):
    """At the beginning of a game; the card's More names the command."""
    await tabletop.game()
    alder = tabletop.people[0]
    more = await alder.press(tabletop.board, "More")

    assert "Nobody has earned anything yet." in (await alder.command(CHANNEL, "show money")).text
    assert "/show money" in more.text or "show money" in more.text


def test_a_name_is_no_formula():
    """Somebody who is called like one does not become one in the spreadsheet of another."""
    game, actions = played("18Mag", 60)
    teller = Teller(
        game.title, {"s1": '=HYPERLINK("http://x")', "s2": "@b", "s3": "c,d\ne"}, "en", markup=False
    )
    rows = list(csv.reader(io.StringIO(ledger.as_csv(teller, round_ends(game.setup, actions)))))
    names = {row[1] for row in rows[1:]}

    assert not [name for name in names if name.startswith(("=", "+", "-", "@"))]
    assert len({len(row) for row in rows}) == 1
