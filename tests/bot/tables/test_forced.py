"""Steps with one answer happen by themselves, and stand in the log as such."""

import pytest

from bot.errors.tables import NoSuchMove
from bot.tables import replay
from bot.tables.table import StartedTable
from engine.forced import forced
from engine.game import Game
from tests.bot.positions import random_game
from tests.bot.tabletop import CHANNEL, Table

SEEDS = (0, 1, 2)
"""Games in which a train may be scrapped where that is of no use, and nothing else than to go on."""


async def until_forced(tabletop: Table) -> StartedTable:
    """Play first offers until one of them leads to a step that nobody had to decide."""
    service = tabletop.bot.service
    while True:
        table = (await service.tables.find(1)).started()
        if any(move.decided_by == "forced" for move in table.moves):
            return table
        offers = table.game.choices.offers
        offer = offers[len(table.moves) % len(offers)]
        user = next(seat.user_id for seat in table.seats if seat.id == offer.action.actor)
        await service.moves.act(1, table.rev, user, next(iter(offer)))


async def test_a_forced_step_is_taken_told_and_taken_back_with_what_led_to_it(tabletop: Table):
    """Nobody is called for it; an undo by whoever moved before takes both, in one step, without asking."""
    await tabletop.game(title="18CZ")
    table = await until_forced(tabletop)
    await tabletop.settled()
    forced_moves = [move for move in table.moves if move.decided_by == "forced"]
    led = table.moves[forced_moves[0].ply - 2]

    plan = await tabletop.bot.service.undo.plan(1, None, led.user_id, led.ply - 1)

    assert led.decided_by == ""
    assert "(automatically)" in " ".join(one.text for one in tabletop.shown)
    assert forced_moves[0].user_id == 0
    assert await tabletop.bot.service.history.verify(1)
    with pytest.raises(NoSuchMove):
        await tabletop.bot.service.undo.plan(1, None, led.user_id, len(table.moves) - 1)
    await tabletop.bot.service.consent.undo(1, None, led.user_id)
    after = (await tabletop.bot.service.tables.find(1)).started()
    assert plan.keep == led.ply - 1 == len(after.moves)


def test_what_is_of_no_use_is_no_choice():
    """Scrapping a train where there is room for another: the train is kept, or the one run made, without a press."""
    seen = set[str]()
    for seed in SEEDS:
        for game in random_game(seed):
            useful = [offer for offer in game.choices.offers if not offer.idle]
            if len(useful) < len(game.choices.offers) and len(useful) == len(useful[0]) == 1:
                step = forced(game)
                assert step is not None
                assert step[0] == useful[0].action
                seen.add(step[0].verb)
    assert seen == {"pass", "run"}


async def test_a_table_may_want_to_press_everything(tabletop: Table):
    """Then the same step is asked for; the host chooses, in words."""
    await tabletop.game(title="18CZ")
    host = tabletop.people[0]
    said = await host.command(CHANNEL, "table ask", ask="everything")
    service = tabletop.bot.service
    while True:
        table = (await service.tables.find(1)).started()
        if replay.forced(table.game):
            break
        offers = table.game.choices.offers
        offer = offers[len(table.moves) % len(offers)]
        user = next(seat.user_id for seat in table.seats if seat.id == offer.action.actor)
        await service.moves.act(1, table.rev, user, next(iter(offer)))

    assert "every step" in said.text
    assert not [move for move in table.moves if move.decided_by]


@pytest.mark.slow
def test_a_choice_is_never_taken_for_somebody():
    """Where anything else is legal, somebody is asked about a deal, or a phase would begin, nothing is forced."""
    game, seen = Game.start("18CZ", ("ann", "bob", "cy"), seed=2), 0
    for _ in range(250):
        if game.state.over:
            break
        step = forced(game)
        others = {(action.verb, str(action).partition(",")[2]) for action in game.choices}
        if step is not None:
            seen += 1
            assert len(others) == 1
        offers = game.choices.offers
        offer = offers[game.state.ply % len(offers)]
        game = game.play(next(iter(offer)))
    assert seen
