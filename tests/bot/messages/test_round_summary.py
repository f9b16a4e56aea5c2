"""The summary of a round: all that happened in it, and nothing of the rounds before and after."""

from functools import cache
from types import SimpleNamespace
from typing import Any

from bot.messages.round_summary import round_summary
from bot.tables import replay
from bot.tables.table import MoveResult, PlayedMove
from engine.events import Drafted, PriceMoved, TrainBought
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.messages.tables import ANN, NOON, running

ROUNDS = 3
"""A draft, an operating round, and a stock round in which all pass."""


@cache
def played() -> tuple[tuple[Game, ...], tuple[MoveResult, ...]]:
    """The first rounds of a game of 18Mag between virtual players: its positions and its moves."""
    games, moves, style, rounds = [running().game], list[MoveResult](), STYLES["thrifty"](3), 0
    while rounds < ROUNDS:
        action = games[-1].own_move or style.choose(games[-1])
        games.append(games[-1].play(action))
        move = PlayedMove(len(moves) + 1, len(moves) + 1, "s1", ANN, "", NOON)
        moves.append(MoveResult(move, action, games[-1]))
        rounds += replay.ends_round(games[-1].events)
    return tuple(games), tuple(moves)


def ends() -> list[int]:
    """The numbers of the moves that ended a round."""
    return [move.played.ply for move in played()[1] if replay.ends_round(move.events)]


async def summed_up(ply: int) -> str:
    """The summary of the round that ended with a move."""
    games, moves = played()

    async def results(_table: object, first: int, last: int) -> tuple[MoveResult, ...]:
        return moves[first - 1 : last]

    async def at(_game: int, number: int) -> Game:
        return games[number]

    bot: Any = SimpleNamespace(service=SimpleNamespace(history=SimpleNamespace(results=results, at=at)))
    told = await round_summary(bot, running(), ply)
    assert told is not None
    assert told.before is games[max([0, *(end for end in ends() if end < ply)])]
    assert told.after is games[ply]
    return told.text


def happened(ply: int, kind: type) -> list[Any]:
    """What happened of a kind in the round that ended with a move: what it brings of the next one is not meant."""
    before = max([0, *(end for end in ends() if end < ply)])
    return [event for move in played()[1][before:ply] for event in move.events if isinstance(event, kind)]


async def test_a_draft_is_summed_up_by_what_everybody_got():
    """From its first move to its last."""
    text = await summed_up(ends()[0])
    lines = {line.split("**")[1]: line for line in text.splitlines()[1:]}

    assert text.startswith("### First share round is over\n**Ann** · got ")
    for name, seat in (("Ann", "s1"), ("Bob", "s2"), ("Cy", "s3")):
        got = lines[name].split(" · ")[1].removeprefix("got ").replace(" and ", ", ").split(", ")
        assert len(got) == len([one for one in happened(ends()[0], Drafted) if one.player == seat]) > 0


async def test_an_operating_round_is_summed_up_by_company():
    """Each train bought, and each price from where it was to where it came, that of the last move included."""
    text = await summed_up(ends()[1])
    bought, prices = happened(ends()[1], TrainBought), happened(ends()[1], PriceMoved)

    assert text.startswith("### OR 1.1 is over\n")
    trains = [line.partition(" · new: ")[2].partition(" · ")[0] for line in text.splitlines()]
    assert sum(len(one.split(", ")) for one in trains if one) == len(bought) > 0
    assert text.count(" · price ") == len({one.unit for one in prices}) > 0
    assert isinstance(played()[1][ends()[1] - 1].events[-2], PriceMoved)


async def test_a_round_in_which_nothing_happened_tells_nothing_of_its_neighbours():
    """Everybody passed; the dividends of the move before it are not theirs."""
    text = await summed_up(ends()[2])
    head, *lines = text.splitlines()

    assert head == "### SR 2 is over"
    assert [" · ".join(line.split(" · ")[:2]) for line in lines] == [
        f"**{name}** · passed" for name in ("Ann", "Bob", "Cy")
    ]
