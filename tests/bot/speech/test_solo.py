"""A table for one: the automaton acts by itself, is told of like a player, and goes back with the person's moves."""

import pytest

from bot.local.wire import as_read
from bot.messages import table_messages
from bot.pictures import kinds
from bot.speech import action_log, positions
from bot.speech.teller import Teller
from bot.tables.table import Table as View
from engine import notation
from engine.events import Dealt, Event, Followed
from engine.game import Game
from render import player_cards
from tests.bot.tabletop import CHANNEL, Table

HIM = "István"


async def standing(tabletop: Table) -> View:
    """The table as it is stored."""
    return await tabletop.bot.service.tables.find(1)


async def opened(tabletop: Table, moves: int = 0, seed: int = 1) -> View:
    """A solo table after so many moves of the person, each the first one on offer."""
    await tabletop.game(1, options="level=difficult", seed=seed)
    for _ in range(moves):
        game = (await standing(tabletop)).game
        assert game is not None
        await tabletop.type_moves([notation.write(next(iter(game.choices)))])
    return await standing(tabletop)


@pytest.mark.slow
async def test_he_acts_after_the_persons_move(tabletop: Table):
    """Everything he does until she is asked again is stored with her move, and she alone is called."""
    table = await opened(tabletop, 12)

    assert table.game is not None
    assert table.game.pos.awaited == ("s1",)
    assert {move.seat for move in table.moves} == {"s1", HIM}
    assert {move.user_id for move in table.moves if not move.decided_by} == {table.seats[0].user_id}
    assert [seat.id for seat in table.awaited] == ["s1"]


@pytest.mark.slow
async def test_his_moves_read_like_a_players(tabletop: Table):
    """The log tells what he did, by his name, his unit and the line of his card."""
    table = await opened(tabletop, seed=2)
    verbs: set[str] = set()
    while not {"buy", "train"} <= verbs:
        assert table.game is not None
        await tabletop.type_moves([notation.write(next(iter(table.game.choices)))])
        table = await standing(tabletop)
        verbs = {move.text.partition(" ")[0] for move in table.moves if move.seat == HIM}
    shown = "\n".join(message.text for message in tabletop.shown)

    assert "follows line" in shown
    assert f"{HIM} buys" in shown
    assert HIM in tabletop.board.text


async def test_the_answer_to_a_move_tells_hers_before_his(tabletop: Table):
    """Who ends her turn is told what her move did, then what he did until it is her turn again."""
    table = await opened(tabletop)
    told = ""
    while f"{HIM} " not in told:
        assert table.game is not None
        line = notation.write(next(iter(table.game.choices)))
        told = (await tabletop.people[0].command(CHANNEL, "do", move=line)).text
        before, table = table, await standing(tabletop)
    hers = table.moves[len(before.moves)]
    assert before.game is not None
    after = before.game.play(before.game.read(hers.text, "s1"))
    first = action_log.log(Teller(after.title, table.names, "en"), after.events)

    assert len(table.moves) > len(before.moves) + 1
    assert told.splitlines()[: len(first)] == [as_read(one) for one in ("✓ " + first[0], *first[1:])]


@pytest.mark.slow
async def test_an_undo_takes_his_moves_back_with_hers(tabletop: Table):
    """Her last move goes, and what he did because of it; it is her turn again."""
    table = await opened(tabletop, 12)
    last = max(move.ply for move in table.moves if move.seat == "s1")
    await tabletop.people[0].command(CHANNEL, "undo")
    await tabletop.settled()
    now = await standing(tabletop)

    assert len(now.moves) == last - 1
    assert now.game is not None
    assert now.game.pos.awaited == ("s1",)


@pytest.mark.slow
async def test_his_moves_are_not_taken_back_alone(tabletop: Table):
    """A wish to go back to a moment at which he would act goes to the next one at which she does."""
    table = await opened(tabletop, 12)
    user = table.seats[0].user_id
    first = next(move.ply for move in table.moves if move.seat == HIM)
    await tabletop.bot.service.consent.undo(1, None, user, first - 1)
    now = await standing(tabletop)

    assert len(now.moves) >= first
    assert now.game is not None
    assert now.game.pos.awaited == ("s1",)


@pytest.mark.slow
async def test_the_table_keeps_what_the_options_were_settled_to(tabletop: Table):
    """The digest of the deck is stored with the table, and a restart plays on with it."""
    before = await opened(tabletop, 6)
    await tabletop.restart()
    after = await standing(tabletop)

    assert [option.partition("=")[0] for option in before.options] == ["deck", "length", "level"]
    assert after.options == before.options
    assert after.game is not None
    assert before.game is not None
    assert after.game.state.fingerprint() == before.game.state.fingerprint()


async def test_a_record_that_is_full_begins_another_card(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """The turn of somebody alone never passes on: one card is edited until its record is full."""
    monkeypatch.setattr(table_messages, "FULL", 60)
    await opened(tabletop)
    card = tabletop.board
    for _ in range(5):
        game = (await standing(tabletop)).game
        assert game is not None
        await tabletop.type_moves([notation.write(next(iter(game.choices)))])

    assert tabletop.told
    assert tabletop.board.id > card.id
    assert len(tabletop.having("b:")) == 1


async def test_the_card_of_a_lobby_shows_what_is_in_force(tabletop: Table):
    """Options that nobody chose are shown with their defaults and what they mean; the deck is called his."""
    card = await tabletop.lobby(1, seats=1, options="level=medium")

    assert "`deck=project`" in card.text, "by its name, not by the sum over what is in it"

    assert "`level=medium`" in card.text
    assert "`length=short`" in card.text
    assert f"{HIM}'s cards" in card.text
    assert "Seats taken: 1 of 1." in card.text


@pytest.mark.parametrize(
    ("language", "begun", "drawn"), [("en", "has begun.", "drawn by lot"), ("hu", "elkezdődött.", "sorsol")]
)
async def test_nobody_is_shuffled_at_a_table_for_one(tabletop: Table, language: str, begun: str, drawn: str):
    """Its card says that the game has begun, and nothing of other seats, in a language without plurals, too."""
    card = await tabletop.lobby(1, language=language)
    host = tabletop.people[0]
    await host.press(
        card, next(one["custom_id"] for one in card.buttons if one["custom_id"].endswith(":start"))
    )
    await host.until(lambda: tabletop.having("b:"))
    await tabletop.settled()

    assert begun in card.text
    assert drawn not in " ".join(one.text for one in tabletop.shown)


async def test_nobody_starts_alone_at_a_table_for_several(tabletop: Table):
    """A table for four waits for a second person; the solo game is a table opened for one."""
    card = await tabletop.lobby(1, seats=4)
    reply = await tabletop.people[0].command(CHANNEL, "game start")

    assert "Start" not in card.labels
    assert (await standing(tabletop)).state == "lobby"
    assert "2" in reply.text


async def test_a_path_as_a_deck_is_refused(tabletop: Table):
    """Nobody reads files of the computer through a table's options."""
    await tabletop.seat(1)
    reply = await tabletop.people[0].command(
        CHANNEL, "game new", title="18Mag", seats=1, options="deck=/etc/passwd.json"
    )

    assert "no deck" in reply.text


def played(seed: int, *options: str) -> list[tuple[Game, tuple[Event, ...]]]:
    """A whole solo game with what happened, move by move."""
    game = Game.start("18Mag", ["s1"], options, seed)
    found = [(game, game.events)]
    while not game.state.over:
        game = game.play(game.own_move or next(iter(game.choices)))
        found.append((game, game.events))
    return found


@pytest.mark.parametrize(
    ("level", "lang"),
    [
        ("easy", "en"),
        ("difficult", "es"),
        pytest.param("easy", "es", marks=pytest.mark.slow),
        pytest.param("medium", "en", marks=pytest.mark.slow),
        pytest.param("medium", "es", marks=pytest.mark.slow),
        pytest.param("difficult", "en", marks=pytest.mark.slow),
    ],
)
def test_whole_solo_games_are_told(level: str, lang: str):
    """Every move has a line in every language, no line is notation, and he is called by his name."""
    told = []
    for game, events in played(2, f"level={level}", "length=long"):
        teller = Teller(game.title, {"s1": "Anna"}, lang)
        lines = action_log.log(teller, events)
        told += lines

        assert lines or not events
        assert all("`" not in line for line in lines if HIM in line)
    assert any(HIM in line for line in told)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_line_of_a_card_has_words(lang: str):
    """In the log as in the picture, with its number."""
    game = Game.start("18Mag", ["s1"], ["level=difficult"], 1)
    teller = Teller(game.title, {}, lang)
    ops = ("BUY", "STATION", "SWAP3", "SWAP4", "SIB30", "SIB30_80", "PERMANENT", "SKIPPED", "NO_ROOM")
    lines = [action_log.log(teller, [Followed("2", "16", 3, op)])[0] for op in ops]

    assert len(set(lines)) >= len(ops) - 1
    assert all("16" in line and "#2" in line for line in lines)
    assert "16" in action_log.log(teller, [Dealt(HIM, ("16", "A"))])[0]
    assert all(
        player_cards.line_in_words(line, lang) for card in game.title.cards(game.pos) for line in card.lines
    )


WORDS = {
    "en": ("István, card for #6: ", " (next)", " (done)", "István, card D: "),
    "es": ("István, carta de #6: ", " (siguiente)", " (hecha)", "István, carta D: "),
}


@pytest.mark.parametrize("lang", WORDS)
def test_his_cards_are_told_to_those_who_cannot_see_them(lang: str):
    """The alt text of the charters and the text of the board say each line of each card and how far he is."""
    states = set()
    for game, _ in played(2, "level=medium")[::12]:
        teller = Teller(game.title, {"s1": "Anna"}, lang)
        alt = kinds.WHOLE["charters"].alt_text(teller, game.pos)
        page = "\n".join(positions.lines("charters", teller, game.pos))
        for card in game.title.cards(game.pos):
            one = WORDS[lang][0 if card.about == "6" else 3]
            assert card.about not in ("6", "") or (one in alt and one in page)
            for line in card.lines:
                mark = {"next": WORDS[lang][1], "done": WORDS[lang][2]}.get(line.state, "")
                states.add(line.state)

                assert player_cards.line_in_words(line, lang) + mark in alt
                assert player_cards.line_in_words(line, lang) + mark in page
    assert states == {"open", "next", "done"}


def test_a_card_names_the_minor_that_may_sell_by_its_number():
    """A minor is called #6 on a card as everywhere else, not by its letters."""
    game = Game.start("18Mag", ("s1",), seed=4, options=("level=difficult",))

    assert "buys a 2-train from #6 for 30 Ft" in "\n".join(player_cards.cards_in_words(game.pos, {}))
