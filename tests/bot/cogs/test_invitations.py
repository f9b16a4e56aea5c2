"""Lobbies by invitation, and what a move would earn told to those who play alone."""

import pytest

from tests.bot.tabletop import CHANNEL, Table, letters

REFUSED = {
    "en": "invite-only",
    "de": "auf Einladung",
    "es": "por invitación",
    "cs": "na pozvání",
    "hu": "meghívásos",
}


async def test_only_those_invited_sit_down(tabletop: Table):
    """The card says who; others are refused by button and command; a restart keeps that; opened again, all may."""
    card = await tabletop.lobby(3)
    alder, birch, cedar = await tabletop.seat(3)
    stranger = await birch.command(CHANNEL, "game invite", person=cedar.id)
    told = await alder.command(CHANNEL, "game invite", person=birch.id)
    await tabletop.settled()
    shown = tabletop.card.text
    await tabletop.restart()
    refused = [await cedar.press(card, "Join"), await cedar.command(CHANNEL, "game join")]
    await birch.press(card, "Join")
    seats = (await tabletop.bot.service.tables.find(1)).names
    opened = await alder.command(CHANNEL, "game invite")
    await tabletop.settled()
    await cedar.press(card, "Join")
    await alder.press(card, "Start")
    await alder.until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    late = await alder.command(CHANNEL, "game invite", person=cedar.id)

    assert "Only the host" in stranger.text
    assert f"{birch.name} may sit down" in told.text
    assert f"Invite-only: besides the host, only {birch.name} may sit down." in shown
    assert [REFUSED["en"] in one.text for one in refused] == [True, True]
    assert set(seats.values()) == {alder.name, birch.name}
    assert "Anybody may sit down again" in opened.text
    assert "Invite-only" not in tabletop.shown[0].text
    assert (await tabletop.bot.service.tables.find(1)).state == "running"
    assert [
        one.text
        for one in letters(birch)
        if f"{alder.name} invites you to a game of 18Mag: https://" in one.text
    ]
    assert not letters(cedar)
    assert "may sit down" not in late.text


async def test_nobody_is_written_to_twice_by_the_host_of_one_lobby(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Whoever invites somebody again, long after, and has opened the lobby to all meanwhile, rings no second time."""
    monkeypatch.setattr(tabletop.server.backend.messages.nonces, "life", 0.0)  # minutes go by
    await tabletop.lobby(3)
    alder, birch, cedar = await tabletop.seat(3)
    for person in (birch.id, birch.id, None, birch.id, cedar.id):
        await alder.command(CHANNEL, "game invite", **({"person": person} if person else {}))
    await tabletop.settled()

    assert [len(letters(one)) for one in (birch, cedar)] == [1, 1]


@pytest.mark.parametrize("lang", REFUSED)
async def test_an_invitation_is_written_in_the_language_of_its_person(tabletop: Table, lang: str):
    """The letter and the refusal; English only where that is theirs."""
    await tabletop.lobby(3)
    alder, birch, cedar = await tabletop.seat(3)
    for person in (birch, cedar):
        await person.command(CHANNEL, "me language", language=lang)
    await alder.command(CHANNEL, "game invite", person=birch.id)
    refused = await cedar.command(CHANNEL, "game join")

    assert REFUSED[lang] in refused.text
    assert ("invites you" in letters(birch)[-1].text) == (lang == "en")
    assert "18Mag" in letters(birch)[-1].text


async def test_those_who_watch_are_not_shown_what_a_move_would_earn_if_the_host_says_so(tabletop: Table):
    """Those who play are; the rest read what may be laid on a hex, without amounts."""
    await tabletop.to("lay")
    people = await tabletop.seat(4)
    before = await people[3].command(CHANNEL, "show lays")
    chosen = await people[0].command(CHANNEL, "table hints", hints="players")
    watching = await people[3].command(CHANNEL, "show lays")
    playing = await people[0].command(CHANNEL, "show lays")

    assert "only those who play" in chosen.text
    assert "only those who play" not in before.text
    assert "At this table only those who play" in watching.text
    assert "only those who play" not in playing.text
