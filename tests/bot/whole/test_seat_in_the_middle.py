"""A seat changes hands in the middle of something: a draft, an auction, an offer for what is somebody's.

Whoever comes is called, sees the buttons and decides; whoever has gone decides nothing more.
"""

import pytest

from engine import notation
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, DRAFT, Table, rung

TRAIN_OFFERED = """
draft 12; draft 1; draft 8; draft SNW; draft SIK; draft 4; draft MAVAG; draft SKEV; draft 5; draft 13; draft 9;
draft 10; draft 7; draft 6; draft GC; draft 11; draft 3; draft LDSTEG; pass; train 1 2 9 46; lay 3 E10 57 4; lay
3 E8 7 3; pass; train 3 2 8 21
"""
PRIVATE_OFFERED = """
draft M4; draft M6; draft S2; draft L4; draft S5; draft M3; draft M2; draft S3; draft L5; draft L2; draft L3;
draft S1; draft M5; draft S4; draft S6; draft L1; draft L6; draft M1; par VBW 50; buy VBW 25 pool; lay VBW I10 5
2; lay VBW H11 9 3; train VBW 2a depot 70; train VBW 2a depot 70; buy VBW 25 pool; pass; pass; lay VBW H9 7 4;
par BCB 65; buy BCB 25 pool; buy BCB 25 pool; pass; pass; pass; lay BCB D17 57 4; lay BCB D19 8 1; train BCB 2a
depot 70; pass; lay VBW G12 5 5; token VBW G12 0; run VBW - 2a:G12.0-H11-I10.0; dividend VBW 0; pass; par OFE
60; buy OFE 25 pool; buy OFE 25 pool; pass; pass; pass; lay BCB D15 9 4; train BCB 2b depot 70; acquire BCB S3 1
"""
POSITIONS = {
    "draft": ("18Mag", 7, DRAFT),
    "auction": ("1844", 3, ("bid P1 20", "bid P1 25", "bid P1 30", "pass")),
    "train offered": ("18Mag", 3, " ".join(TRAIN_OFFERED.split()).split("; ")),
    "private offered": ("18CZ", 3, " ".join(PRIVATE_OFFERED.split()).split("; ")),
}


async def brought(tabletop: Table, position: str) -> Person:
    """Play up to a position; return whose decision is awaited."""
    title, seed, moves = POSITIONS[position]
    await tabletop.game(title=title, seed=seed)
    service = tabletop.bot.service
    for at, move in enumerate(moves):
        table = await service.tables.find(1)
        if len(table.moves) == at:  # else it was made by itself
            await service.moves.act(1, table.rev, table.awaited[0].user_id, move)
    await tabletop.acted()
    return await tabletop.awaited()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["replace", "substitute"])
@pytest.mark.parametrize("position", POSITIONS)
async def test_who_comes_decides_and_who_has_gone_does_not(tabletop: Table, position: str, how: str):
    """The card names and calls the newcomer, whose press is taken; the predecessor's changes nothing."""
    old = await brought(tabletop, position)
    new, service = (await tabletop.seat(4))[3], tabletop.bot.service
    before, called = await service.tables.find(1), rung(new)
    await old.command(CHANNEL, f"game {how}", by=new.id, **({"seat": old.name} if how == "replace" else {}))
    await tabletop.acted()
    await new.press(tabletop.having("v:")[-1], "Agree")
    await tabletop.acted()
    offers = [one.action for one in before.started().game.choices.offers]
    card, move = (
        tabletop.board,
        notation.write(next(one for one in offers if one.actor == before.awaited[0].id)),
    )
    # before the predecessor tries: one with a substitute has not lost the seat
    asked = rung(new), card.content
    tried = [await old.command(CHANNEL, "do", move=move), await old.press(card, card.labels[0])]
    still = (await service.tables.find(1)).rev
    answer = await new.command(CHANNEL, "do", move=move)
    await tabletop.acted()

    assert asked[0] > called + 1  # for the seat, and for the decision
    assert new.mention in asked[1]
    assert old.mention not in asked[1]
    if how == "replace":
        assert still == before.rev
        assert all("You have no seat" in one.text for one in tried)
        assert "✓" in answer.text
        assert (await service.tables.find(1)).moves[len(before.moves)].user_id == int(new.id)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
async def test_the_house_goes_on_in_the_middle_and_gives_nothing_away(tabletop: Table, position: str):
    """Left to the house, the decision is made, marked as the house's; an offer for what is a person's is refused."""
    old = await brought(tabletop, position)
    before = await tabletop.bot.service.tables.find(1)
    await old.command(CHANNEL, "game house")
    await tabletop.acted()

    played = (await tabletop.bot.service.tables.find(1)).moves[len(before.moves)]
    assert played.decided_by == "house"
    assert (played.text == "refuse") == ("offered" in position)
    assert any(f"The bot for {old.name}" in one.text for one in tabletop.shown)
