"""The house at a table: practising against it in the lobby, and standing in for who is away."""

from tests.bot.hand_clock import HandClock
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, Table, letters


async def alone(table: Table) -> Person:
    """A person who has begun a game against the house."""
    table.bot.service.house.delay = 0.0
    card = await table.lobby(1, seats=3)
    host = table.people[0]
    for _ in range(2):
        await host.press(card, "Add a house player")
        await table.settled()
    assert "House 1" in card.text
    assert "House 2" in card.text
    await host.press(card, "Start")
    await host.until(lambda: table.having("b:"))
    await table.acted()
    return host


async def test_somebody_practises_against_the_house(tabletop: Table):
    """The house moves until the person is to decide, and calls people only."""
    host = await alone(tabletop)
    before = (await tabletop.bot.service.tables.find(1)).started()
    action = before.game.choices.offers[0].action
    await tabletop.bot.service.moves.act(1, before.rev, int(host.id), action)
    await tabletop.acted()
    after = (await tabletop.bot.service.tables.find(1)).started()

    assert [seat.user_id for seat in before.awaited] == [int(host.id)]
    assert [seat.user_id for seat in after.awaited] == [int(host.id)]
    assert len([move for move in after.moves if move.user_id < 0]) >= 2
    assert not [one for one in tabletop.shown if "<@-" in one.text]


async def test_a_move_is_taken_back_though_the_house_has_answered(tabletop: Table):
    """The house is nobody whose consent is asked."""
    host = await alone(tabletop)
    before = (await tabletop.bot.service.tables.find(1)).started()
    await tabletop.bot.service.moves.act(1, before.rev, int(host.id), before.game.choices.offers[0].action)
    await tabletop.acted()

    await host.command(CHANNEL, "undo")
    await tabletop.acted()

    after = (await tabletop.bot.service.tables.find(1)).started()
    assert len(after.moves) == len(before.moves)
    assert after.awaited[0].user_id == int(host.id)


async def test_the_house_stands_in_until_somebody_comes_back(tabletop: Table):
    """The table is told; whoever is away is not called, and gets the seat back by the same command."""
    tabletop.bot.service.house.delay = 0.0
    await tabletop.game()
    away = await tabletop.awaited()

    said = await away.command(CHANNEL, "game house")
    await tabletop.acted()
    moved = (await tabletop.bot.service.tables.find(1)).started().moves
    back = await away.command(CHANNEL, "game house")
    table = await tabletop.bot.service.tables.find(1)

    assert f"The house now plays for {away.name}" in said.text
    assert [table.seat(move.seat).user_id for move in moved][:1] == [int(away.id)]
    assert moved[0].user_id < 0
    assert "stopped playing" in back.text
    assert not table.stand_ins


async def test_only_the_host_invites_the_house(tabletop: Table):
    """Others who press are told so."""
    card = await tabletop.lobby(2, seats=3)
    guest = tabletop.people[1]

    reply = await guest.press(card, "Add a house player")

    assert "host" in reply.text
    assert len((await tabletop.bot.service.tables.find(1)).seats) == 1


async def test_whoever_was_played_for_is_told(timed: Table, clock: HandClock):
    """Their time was up and the house has moved: they read so in private, once, and so does the digest."""
    alder, _, cedar = timed.people
    await alder.command(CHANNEL, "table clock", kind="each", time="12h", zero="house")
    await timed.acted()
    await clock.on(13)
    await timed.acted()
    await timed.acted()
    told = [one.text for one in letters(cedar) if "decided for you" in one.text]
    await timed.restart()
    timed.bot.publisher.nudge(1)
    await timed.acted()
    digest = await cedar.command(CHANNEL, "digest")

    assert (await timed.bot.service.tables.find(1)).moves[0].user_id < 0
    assert len(told) == 1
    assert told[0].startswith("The bot decided for you: Cedar: ")
    assert len([one for one in letters(cedar) if "decided for you" in one.text]) == 1
    assert "The bot decided for others, or for you: Cedar: " in digest.text
    assert not any("decided for you" in one.text for one in letters(alder))


async def test_nothing_was_decided_for_who_comes_to_a_seat_of_the_house(tabletop: Table):
    """What it did there before was nobody's turn but its own; no letter says otherwise."""
    tabletop.bot.service.house.delay = 0.0
    card = await tabletop.lobby(1, seats=2)
    host, new = await tabletop.seat(2)
    await host.press(card, "Add a house player")
    await host.press(card, "Start")
    await host.until(lambda: tabletop.having("b:"))
    await tabletop.acted()
    if await tabletop.awaited() is host and not await tabletop.moves():
        table = (await tabletop.bot.service.tables.find(1)).started()
        await tabletop.bot.service.moves.act(1, None, int(host.id), table.game.choices.offers[0].action)
    await tabletop.acted()
    await host.command(CHANNEL, "game replace", seat="House 1", by=new.id)
    await tabletop.acted()
    await new.press(tabletop.having("v:")[-1], "Agree")
    await tabletop.acted()
    table = await tabletop.bot.service.tables.find(1)

    assert "house" in {move.decided_by for move in table.moves}
    assert table.seat_of(int(new.id)) is not None
    assert letters(new) == []


async def test_the_host_chooses_how_well_the_house_plays(tabletop: Table):
    """In the lobby, where its seats say so; the house then plays at that level."""
    card = await tabletop.lobby(1, seats=3)
    host = tabletop.people[0]
    await host.press(card, "Add a house player")
    await tabletop.settled()
    assert "House 1** · journeyman" in card.text

    await host.choose(card, "l:1:level", "apprentice")
    await tabletop.settled()

    assert "House 1** · apprentice" in card.text
    assert (await tabletop.bot.service.tables.find(1)).settings.level == "apprentice"


async def test_a_level_can_be_named_where_the_house_stands_in(tabletop: Table):
    """Asked again with another one the house plays on."""
    tabletop.bot.service.house.delay = 60.0
    await tabletop.game()
    away = await tabletop.awaited()

    said = await away.command(CHANNEL, "game house", level="master")
    again = await away.command(CHANNEL, "game house", level="apprentice")
    table = await tabletop.bot.service.tables.find(1)

    assert "(level: master)" in said.text
    assert "(level: apprentice)" in again.text
    assert table.settings.level == "apprentice"
    assert table.stand_ins


async def test_the_house_says_why_and_what_it_would_do(tabletop: Table):
    """Whoever asks why without a move hears of its last one; a hint is for the person who asks, and can be off."""
    host = await alone(tabletop)
    before = (await tabletop.bot.service.tables.find(1)).started()

    none = await host.command(CHANNEL, "why")
    hint = await host.command(CHANNEL, "hint")
    await tabletop.bot.service.moves.act(1, before.rev, int(host.id), before.game.choices.offers[0].action)
    await tabletop.acted()
    why = await host.command(CHANNEL, "why")
    await tabletop.bot.service.lobbies.change_settings(1, int(host.id), hints="off")
    off = await host.command(CHANNEL, "hint")

    assert "In your place the house would do this" in hint.text
    assert "\n- " in hint.text
    assert "House" in why.text
    assert "The last move of" in why.text
    assert ("has not moved" in none.text) or ("The last move of" in none.text)
    assert "Nobody gets hints" in off.text
