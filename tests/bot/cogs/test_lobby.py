"""From an open lobby to a running game, pressed and typed, over real sockets."""

import json
from typing import Any

import pytest

from tests.bot.tabletop import CHANNEL, Table, rung


async def test_a_lobby_is_filled_and_started_by_buttons(tabletop: Table):
    """Two join by pressing, the host is called when it is full, and starting shows a board with three pictures."""
    card = await tabletop.lobby()
    alder, birch, cedar = tabletop.people

    await birch.press(card, "Join")
    await cedar.press(card, "Join")
    await tabletop.settled()
    called = [ping.message for ping in alder.notifications]
    await alder.press(card, "Start")
    await alder.until(lambda: tabletop.having("b:"))
    await tabletop.settled()

    assert len(called) == 1
    assert [one.name for one in tabletop.sheets.pictures] == [
        "map-0.png",
        "market-0.png",
        "charters-0.png",
    ]
    assert all(one.alt for one in tabletop.sheets.pictures)
    assert card.buttons == []


async def test_a_lobby_is_filled_and_started_by_typing(tabletop: Table):
    """Everything that can be pressed can be typed."""
    await tabletop.lobby()
    alder, birch, cedar = tabletop.people

    answers = [await person.command(CHANNEL, "game join") for person in (birch, cedar)]
    answers.append(await alder.command(CHANNEL, "game start"))
    await tabletop.settled()

    assert "3 of 3" in answers[1].text
    assert "seats were drawn by lot" in answers[2].text
    assert "18Mag" in tabletop.board.text


async def test_two_seats_are_a_game_for_two(tabletop: Table):
    """The board, the certificates and what a refusal cites are those of the two-player rules."""
    await tabletop.game(2)
    player = await tabletop.awaited()
    refused = (await player.command(CHANNEL, "do", move="draft 5")).text
    await tabletop.type_moves(["draft 11"])

    game = (await tabletop.bot.service.tables.find(1)).game
    assert game is not None
    assert ([unit.id for unit in game.pos.units("major")], len(game.title.hexes)) == (
        ["RABA", "SIK", "SKEV", "LDSTEG"],
        41,
    )
    assert "MAG-X.3" in refused
    assert game.state.tokens["B3"][0].unit == "11"
    assert [one.name for one in tabletop.sheets.pictures] == [
        "map-1.png",
        "market-1.png",
        "charters-1.png",
    ]


async def test_the_seed_seats_people_whatever_order_they_joined_in(tabletop: Table):
    """The same people and seed sit in the same order."""
    card = await tabletop.lobby()
    alder, birch, cedar = tabletop.people

    for person in (cedar, birch):
        await person.press(card, "Join")
    await alder.press(card, "Start")
    await alder.until(lambda: tabletop.having("b:"))

    table = await tabletop.bot.service.tables.find(1)
    assert [seat.name for seat in table.seats] == ["Cedar", "Birch", "Alder"]


async def test_a_seed_is_drawn_and_shown_where_none_is_given(tabletop: Table):
    """The card tells the seed, so that a game can be played again."""
    people = await tabletop.seat()

    await people[0].command(CHANNEL, "game new", title="18mag")
    await tabletop.settled()

    table = await tabletop.bot.service.tables.find(1)
    assert tabletop.card is not None
    assert str(table.seed) not in tabletop.card.text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"title": "1830"}, "18Mag"),
        ({"title": "18Mag", "seats": 7}, "Players of 18Mag: 1 to 6"),
        ({"title": "18Mag", "options": "moonlight"}, "moonlight"),
    ],
)
async def test_an_impossible_table_is_refused_in_a_sentence(
    tabletop: Table, options: dict[str, Any], told: str
):
    """Unknown titles, options and player counts."""
    people = await tabletop.seat()

    reply = await people[0].command(CHANNEL, "game new", **options)

    assert reply.ephemeral
    assert told in reply.text
    assert not await tabletop.bot.storage.games.in_state("lobby")


async def test_compat_options_are_offered_and_settled(tabletop: Table):
    """Readings of another engine can be chosen by one name."""
    people = await tabletop.seat()

    offered = await people[0].autocomplete(CHANNEL, "game new", "options", "compat", title="18Mag")
    await people[0].command(CHANNEL, "game new", title="18Mag", options="compat=peer18xx")

    table = await tabletop.bot.service.tables.find(1)
    assert "compat=peer18xx" in [choice.value for choice in offered]
    assert len(table.options) > 1


async def test_options_of_play_are_offered_in_words_by_seats_and_readings_as_one(tabletop: Table):
    """What a title has for so many, found by its words; single readings are in no list, their preset is last."""
    (person,) = await tabletop.seat(1)
    three = await person.autocomplete(CHANNEL, "game new", "options", "", title="18Mag", seats=3)
    alone = await person.autocomplete(CHANNEL, "game new", "options", "", title="18Mag", seats=1)
    found = await person.autocomplete(CHANNEL, "game new", "options", "eighth", title="18Mag", seats=4)
    other = await person.autocomplete(CHANNEL, "game new", "options", "", title="18CZ", seats=4)

    assert three[0].name.startswith("The red-to-red bonus")
    assert "new_major" in [one.value for one in three]
    assert "level=easy" not in [one.value for one in three]
    assert [one.value for one in three][-2:] == ["compat=peer18xx", "hints=off"]
    assert "level=easy" in [one.value for one in alone]
    assert not {"new_major", "compat=peer18xx"} & {one.value for one in alone}
    assert [one.value for one in found] == ["new_major"]
    assert [one.value for one in other] == ["compat=peer18xx", "hints=off"]


async def test_an_option_that_does_not_fit_the_seats_is_refused_with_the_reason(tabletop: Table):
    """When the table is opened, before anybody has sat down for nothing."""
    (person,) = await tabletop.seat(1)
    alone = await person.command(CHANNEL, "game new", title="18Mag", seats=1, options="new_major")
    many = await person.command(CHANNEL, "game new", title="18Mag", seats=4, options="level=easy")

    assert "major" in alone.text
    assert "is not for 1 player" in alone.text
    assert "is not for 4 players" in many.text
    assert not await tabletop.bot.storage.games.in_state("lobby")


async def test_a_lobby_says_what_it_takes_to_go_to_18xx_games(tabletop: Table):
    """Before it begins: the preset is named, chosen from the list, and given up there again."""
    card = await tabletop.lobby(1, seats=3)
    host = tabletop.people[0]
    before = card.text
    (listed,) = card.selects
    await host.choose(card, listed["custom_id"], "compat=peer18xx", "supporters")
    await tabletop.settled()
    with_preset = card.text
    chosen = {one["value"] for one in card.selects[0]["options"] if one.get("default")}
    await host.choose(card, listed["custom_id"], "supporters")
    await tabletop.settled()

    assert "choose *Every rule as it is read on 18xx.games*" in before
    assert "can be taken to 18xx.games" in with_preset
    assert chosen == {"compat=peer18xx", "supporters"}
    assert (await tabletop.bot.service.tables.find(1)).options == ("supporters",)


async def test_a_person_makes_every_mistake_at_a_lobby(tabletop: Table):
    """Each is told in a private sentence and changes nothing."""
    card = await tabletop.lobby()
    alder, birch, cedar = tabletop.people

    told = [
        (await alder.press(card, "Join")).text,
        (await birch.press(card, "Leave")).text,
        (await alder.command(CHANNEL, "game start")).text,
        (await birch.command(CHANNEL, "game start")).text,
        (await birch.command(CHANNEL, "game new", title="18Mag")).text,
        (await birch.command(CHANNEL, "game end", sure=True)).text,
        (await alder.command(CHANNEL, "game end")).text,
        (await birch.command(CHANNEL, "game export")).text,
        (await birch.command(CHANNEL, "show map")).text,
    ]
    await birch.press(card, "Join")
    await cedar.press(card, "Join")
    await tabletop.seat(4)
    told.append((await tabletop.people[3].command(CHANNEL, "game join")).text)

    wanted = [
        "You already have a seat at this table",
        "You have no seat",
        "Players needed: 2",
        f"Only the host, {alder.mention},",
        "There is an open game in the channel",
        "Only the host",
        'with "sure" set to True',
        "has not begun",
        "nothing to show",
        "All seats are taken (3)",
    ]
    assert [True] * len(wanted) == [part in text for part, text in zip(wanted, told, strict=True)], told


async def test_a_leaving_host_hands_over_and_the_last_one_closes(tabletop: Table):
    """The table goes to whoever joined next, and to nobody when all have left."""
    card = await tabletop.lobby()
    alder, birch, _ = tabletop.people

    await birch.press(card, "Join")
    await alder.press(card, "Leave")
    await tabletop.settled()
    host = (await tabletop.bot.service.tables.find(1)).host
    await birch.press(card, "Leave")
    await tabletop.settled()

    assert int(birch.id) == host
    assert "given up" in card.text
    assert (await tabletop.bot.service.tables.find(1)).state == "ended"


async def test_a_lobby_card_works_after_a_restart(tabletop: Table):
    """Its buttons are known by their ids."""
    card = await tabletop.lobby()
    alder, birch, cedar = tabletop.people
    await birch.press(card, "Join")

    await tabletop.restart()
    await cedar.press(card, "Join")
    await alder.until(lambda: "Seats taken: 3 of 3" in card.text)
    await alder.press(card, "Start")
    await alder.until(lambda: tabletop.having("b:"))

    assert (await tabletop.bot.service.tables.find(1)).state == "running"


async def test_names_are_neither_markup_nor_calls(tabletop: Table):
    """A name full of markup is shown as it is and calls nobody."""
    people = await tabletop.seat()
    tabletop.server.world.save_seat(people[1].id, "**@everyone** <@1>", "en-US")

    card = await tabletop.lobby()
    await people[1].press(card, "Join")
    await tabletop.settled()

    assert "**@everyone**" not in card.text.replace("****", "**")
    assert people[2].notifications == []


async def test_a_game_is_handed_out_as_18xx_games_reads_it(tabletop: Table):
    """Played as there it has the form of that site, names included; a printed game is refused with its readings."""
    await tabletop.game(3, options="compat=peer18xx")
    await tabletop.type_moves(["draft 4"])
    reply = await tabletop.people[1].command(CHANNEL, "game export", form="18xx.games")
    file = json.loads(await tabletop.people[1].fetch(reply.message.raw["attachments"][0]["url"]))

    assert (file["title"], file["settings"]["seed"], file["status"]) == ("18Mag", 7, "active")
    assert sorted(player["name"] for player in file["players"]) == ["Alder", "Birch", "Cedar"]
    assert [(entry["type"], entry["minor"]) for entry in file["actions"]] == [("bid", "4")]
    assert "Import hotseat game" in reply.text


async def test_a_printed_game_is_handed_out_in_that_form_as_far_as_it_is_the_same_there(tabletop: Table):
    """A reading matters only where the game came to it; our own form is always to be had."""
    await tabletop.game(3)
    told = await tabletop.people[1].command(CHANNEL, "game export", form="18xx.games")
    own = await tabletop.people[1].command(CHANNEL, "game export")

    names = [one.message.raw["attachments"][0]["filename"] for one in (told, own)]
    assert names == ["18mag-1-18xx.json", "18mag-1.json"]
    assert "Import hotseat game" not in own.text


async def test_an_option_without_its_value_is_told_which_there_are(tabletop: Table):
    """Whoever types half an option learns the other half."""
    await tabletop.seat(1)
    replies = [
        await tabletop.people[0].command(CHANNEL, "game new", title="18Mag", seats=1, options=options)
        for options in ("level", "level=hard")
    ]

    assert ["needs one of these: easy, medium, difficult" in one.text for one in replies] == [True, True]


async def test_the_host_chooses_options_from_a_list(tabletop: Table):
    """The card offers what so many may play with; what is chosen is in force, and only the host may choose."""
    card = await tabletop.lobby(2, seats=3, options="revenue_claim=free")
    host, stranger = await tabletop.seat(2)
    (listed,) = card.selects
    values = [one["value"] for one in listed["options"]]
    await host.choose(card, listed["custom_id"], "supporters", "new_minors=simple")
    await tabletop.settled()
    refused = await stranger.choose(card, listed["custom_id"], "supporters")
    clash = await host.choose(card, listed["custom_id"], "new_minors=simple", "new_minors=challenge")

    assert {"new_minors=simple", "supporters"} <= set(values)
    assert not any(value.startswith(("level", "revenue_claim")) for value in values)
    assert (await tabletop.bot.service.tables.find(1)).options == (
        "new_minors=simple",
        "revenue_claim=free",
        "supporters",
    )
    assert "`supporters`" in card.text
    assert "Only the host" in refused.text
    assert "given twice" in clash.text


async def test_nobody_is_told_that_the_table_is_full_who_has_filled_it(tabletop: Table):
    """A host who joins last, or adds the house, knows; after somebody else has joined, the host is called."""
    await tabletop.lobby(2, seats=2)
    host, guest = tabletop.people
    await host.press(tabletop.card, "Add a house player")
    await tabletop.settled()
    filled = rung(host)
    await host.press(tabletop.card, "Remove a house player")
    await guest.press(tabletop.card, "Join")
    await tabletop.settled()

    assert filled == 0
    assert rung(host) == 1
