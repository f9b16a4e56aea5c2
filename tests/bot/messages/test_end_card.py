"""The end of a game at a table: one card with scores, sources, moments, chart and film; results of finished games."""

import pytest

from bot.speech.retrospects import moment_lines, score_lines
from bot.speech.teller import Teller
from bot.storage import Move
from engine import notation
from engine.actions import Action
from engine.events import Directed, PhaseBegan, Sold, TrainBought, TrainRusted
from engine.game import Game
from engine.opponents import STYLES
from engine.retrospect import DUMP, RUST, SOURCES, Retrospect, retrospect
from engine.title import find
from tests.bot.reading import lines_read
from tests.bot.seen import GALLERY
from tests.bot.tabletop import CHANNEL, Table


def played_out(game: Game) -> tuple[list[Action], list[Game]]:
    """A game played to its end: its actions, and the game before the first and after each."""
    player, actions, games = STYLES["eager"](7), list[Action](), [game]
    while not game.state.over:
        action = game.own_move or player.choose(game)
        game = game.play(action)
        actions.append(action)
        games.append(game)
    return actions, games


@pytest.mark.slow
async def test_a_finished_game_gets_one_card_and_counts_among_results(tabletop: Table):
    """Every score is the sum of its sources; the last move brings the card, which a restart does not repeat."""
    await tabletop.game(2)
    table = (await tabletop.bot.service.tables.find(1)).started()
    users = {seat.id: seat.user_id for seat in table.seats}
    actions, games = played_out(table.game)
    moves = [Move(one.actor, users[one.actor], notation.write(one)) for one in actions[:-1]]
    await tabletop.bot.storage.actions.append(1, 0, *moves)
    await tabletop.bot.service.moves.act(1, len(moves), users[actions[-1].actor], actions[-1])
    me, other = tabletop.people
    await me.until(lambda: any("What decided the game" in one.text for one in tabletop.shown))
    (card,) = [one for one in tabletop.shown if "What decided the game" in one.text]
    await tabletop.restart()
    await tabletop.settled()
    mine = await me.command(CHANNEL, "me history")
    both = await me.command(CHANNEL, "me history", opponent=other.id)
    alone = await me.command(CHANNEL, "me history", opponent=me.id)
    await tabletop.bot.storage.games.change_settings(1, copied=True)
    of_a_copy = await me.command(CHANNEL, "me history")

    told = retrospect(games)
    pos = games[-1].pos
    best = max(told.scores, key=lambda one: told.scores[one])
    names = {int(person.id): person.name for person in tabletop.people}
    assert told.scores == {player: pos.worth(player) for player in users}
    assert all(sum(told.sources[player].values()) == score for player, score in told.scores.items())
    assert f"1. {names[users[best]]}" in card.text.replace("**", "")
    assert f"dividends {told.sources[best]['dividends']} Ft" in card.text
    assert "Largest run \u2013 " in card.text
    assert [one.name.partition("-")[0] for one in card.pictures] == ["chart", "film"]
    assert [len(part["items"]) for part in card.components if part["type"] == GALLERY] == [1, 1]
    assert len([one for one in tabletop.shown if "What decided the game" in one.text]) == 1
    assert f"{names[users[best]]} {told.scores[best]} Ft" in mine.text
    assert f"You and {other.name}: 1 game." in both.text
    assert "1 game" in alone.text
    assert "Ft" not in of_a_copy.text


def test_moments_are_the_first_dump_and_the_first_great_rust():
    """Whoever sells a company into another's hands, and the train that rusted three, by the events alone."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), seed=7)
    rusted = TrainRusted("2", "2", "", "phase")
    dump = Game(game.setup, game.pos, (Sold("ann", "SIK", 20, 100), Directed("SIK", "bob", "ann")))
    rust = Game(game.setup, game.pos, (TrainBought("3", "4", 100, "depot"), *[rusted] * 3))
    few = Game(game.setup, game.pos, (TrainBought("3", "4", 100, "depot"), *[rusted] * 2))
    turned = TrainRusted("2", "2", "2H", "phase")
    turns = Game(game.setup, game.pos, (TrainBought("2", "3", 100, "depot"), *[turned] * 9))

    told = retrospect([game, few, turns, dump, rust, dump])
    sold = TrainBought("3", "2", 80, "1")
    exported = Game(game.setup, game.pos, (sold, PhaseBegan("brown", "4", "export"), *[rusted] * 3))
    alone = retrospect([game, exported]).moments

    kinds = {one.kind: one for one in told.moments}
    assert (kinds[DUMP].player, kinds[DUMP].other, kinds[DUMP].unit) == ("ann", "bob", "SIK")
    assert (kinds[RUST].unit, kinds[RUST].amount, kinds[RUST].what) == ("3", 3, "4")
    assert [(one.kind, one.unit, one.amount, one.what) for one in alone] == [(RUST, "", 3, "brown")]
    told_of = [
        list(moment_lines(Teller(game.title, {}, lang), Retrospect({}, {}, alone))) for lang in ("en", "hu")
    ]
    assert lines_read(told_of[0])[0].startswith(
        "- First great rust \u2013 Brown phase, with no train bought, "
    )
    assert lines_read(told_of[1])[0].startswith("- Első nagy elavulás \u2013 Barna fázis, ")


def test_who_has_earned_nothing_has_no_smaller_print():
    """As where all end a game together before anything was paid."""
    told = Retrospect(
        {"s1": 7, "s2": 0},
        {"s1": dict.fromkeys(SOURCES, 0) | {"dividends": 7}, "s2": dict.fromkeys(SOURCES, 0)},
    )
    lines = [*score_lines(Teller(find("18Mag"), {"s1": "Ann", "s2": "Bob"}, "en"), told)]

    assert [line.startswith("-# ") for line in lines] == [False, True, False]
