"""Standing orders at a table: pressed together, carried out in secret, told in private, never twice."""

import asyncio
import re

import pytest

from assets import sentences
from bot.errors.tables import OrderEnded
from bot.local.ids import GUILD
from bot.speech.wishes import ends
from bot.storage import ChannelPlace, Move
from bot.tables.settings import Deputy
from bot.tables.table import StartedTable
from engine import standing
from engine.actions import Pass
from engine.game import Game
from engine.records import own
from engine.standing import OneAnswer, PassRound, RunBest
from tests.bot.decisions import view_at
from tests.bot.person import Person
from tests.bot.positions import late_stock_round
from tests.bot.seen import Reply
from tests.bot.tabletop import CHANNEL, Table, letters
from tests.games.t1844 import swiss

DELAY = {"order_delay": 0.0}


@pytest.fixture
async def stock(tabletop: Table) -> Table:
    """A table at the beginning of a stock round; orders act at once."""
    tabletop.bot.service.orders.delay = 0.0
    await tabletop.game(title="1844")
    await tabletop.settled()
    return tabletop


def listed(reply: Reply) -> dict[str, str]:
    """What the list of orders offers: values by what they are called."""
    return {one["label"]: one["value"] for one in reply.message.selects[0]["options"]}


async def give(person: Person, label: str) -> Reply:
    """Give an order by pressing, and return what is shown then."""
    page = await person.command(CHANNEL, "order")
    values = listed(page)
    value = next(values[one] for one in values if label in one)
    page = await person.choose(page.message, page.message.selects[0]["custom_id"], value)
    assert "It would act now" in page.text or "would do nothing now" in page.text
    assert "It ends " in page.text
    return await person.press(page.message, "Give this order")


async def moves(table: Table) -> list[tuple[str, int]]:
    """The moves in force: text and who made them."""
    return [(move.text, move.user_id) for move in (await table.bot.service.tables.find(1)).moves]


async def test_an_order_passes_for_its_person(stock: Table):
    """Whoever has ordered it passes at once and at every turn; the log and the record say that the bot has moved."""
    me = await stock.awaited()
    before = len(await moves(stock))

    page = await give(me, "Pass until this round is over")
    await stock.acted()
    done = await moves(stock)

    assert "Given: Pass until this round is over" in page.text
    assert done[before:] == [("pass", int(me.id))]
    table = await stock.bot.service.tables.find(1)
    assert table.moves[-1].decided_by == "order"
    await stock.settled()
    assert [one for one in stock.shown if f"The bot for {me.name}, as ordered beforehand: " in one.text]


def test_every_order_says_when_it_ends():
    """Its reasons are told before it is given, not only when it has ended."""
    assert [kind for kind in standing.KINDS if not sentences.known(f"wish.ends.{kind}")] == []


def test_an_order_that_ends_turns_says_what_can_be_in_its_way():
    """Who builds nothing by order may have to buy a train first; who builds alone is waited for."""
    game = swiss.Builder().holds("ann", FNM=20).operated("FNM").prices(FNM=100).trains(FNM="2").sr("ann")
    teller = view_at(game).teller
    told = {idle: ends(teller, RunBest("FNM", pays=True, idle=idle)) for idle in (False, True)}

    assert [idle for idle, said in told.items() if "when you must do something else first" in said] == [True]


async def test_the_note_is_private(stock: Table):
    """Its person reads what it did, in a message of their own; nobody else is told that there is an order."""
    me = await stock.awaited()
    others = [person for person in stock.people if person is not me]

    await give(me, "Pass until this round is over")
    await stock.acted()

    assert any("your standing order has acted" in one.text for one in letters(me)), [
        one.text for one in letters(me)
    ]
    assert not [one for person in others for one in letters(person)]


async def test_orders_are_listed_and_withdrawn(stock: Table):
    """A withdrawn order does nothing more."""
    me = await stock.other()
    page = await give(me, "Pass until this round is over")
    assert re.search(r"1\. Pass until this round is over", page.text)

    page = await me.press(page.message, "Withdraw 1")
    await stock.acted()

    assert "withdrawn" in page.text
    assert await stock.bot.service.orders.of(1, int(me.id)) == []


async def test_numbers_are_pressed_together(stock: Table):
    """How much at most: nothing is typed."""
    me = await stock.awaited()
    page = await me.command(CHANNEL, "order")
    values = listed(page)
    label = next(one for one in values if one.startswith("Bid for"))
    page = await me.choose(page.message, page.message.selects[0]["custom_id"], values[label])
    first = page.text

    page = await me.press(page.message, "Higher price")
    higher = page.text
    page = await me.press(page.message, "Lower price")
    page = await me.press(page.message, "Give this order")
    await stock.acted()

    assert higher != first
    assert (await moves(stock))[-1][0].startswith("bid ")
    assert (await stock.bot.service.orders.of(1, int(me.id)))[0][0].acts == 1


async def test_moves_taken_back_end_all_orders(stock: Table):
    """An order never acts on a table that was taken back; its person is told why."""
    me = await stock.awaited()
    await give(me, "Pass until this round is over")
    await stock.acted()
    before = await moves(stock)

    await me.command(CHANNEL, "undo")
    await stock.acted()

    assert await moves(stock) == before[:-1]
    assert await stock.bot.service.orders.of(1, int(me.id)) == []
    assert any("moves made before it was given were taken back" in one.text for one in letters(me))


async def test_an_order_that_has_ended_moves_nothing(stock: Table):
    """The move and the note that the order made it are stored together, or neither is."""
    table = await stock.bot.service.tables.find(1)
    seat = table.awaited[0]
    stored = stock.bot.storage
    row = await stored.orders.give(1, seat.user_id, seat.id, OneAnswer().dump())
    await stored.orders.end(row.id, "withdrawn")

    with pytest.raises(OrderEnded):
        await stored.actions.append(1, table.rev, Move(seat.id, seat.user_id, "pass"), order_id=row.id)

    assert await stored.games.rev(1) == table.rev


async def test_an_order_acts_once_though_it_is_asked_often(stock: Table):
    """Many changes at once: one pass."""
    table = await stock.bot.service.tables.find(1)
    seat, orders = table.awaited[0], stock.bot.service.orders
    before = len(table.moves)

    order = next(one for one in standing.offered(table.game, seat.id) if isinstance(one, PassRound))
    await orders.give(1, seat.user_id, order)
    await asyncio.gather(*(asyncio.to_thread(lambda: None) for _ in range(3)))
    for _ in range(5):
        orders._begin(1)
    await stock.acted()

    assert len(await moves(stock)) == before + 1
    assert isinstance(order, PassRound)
    assert Pass(seat.id) in table.game.choices


async def test_a_restart_goes_on_with_what_was_ordered(stock: Table):
    """An order outlives the program."""
    me, now = await stock.other(), await stock.awaited()
    table = await stock.bot.service.tables.find(1)
    order = next(iter(PassRound.offered(table.game, "s1")))
    await stock.bot.service.orders.give(1, int(me.id), order)
    await stock.acted()

    await stock.restart(order_delay=0.0)
    await stock.acted()
    while (await stock.awaited()) is now:
        await now.command(CHANNEL, "do", move="pass")
        await stock.acted()
    await stock.acted()

    by = [user for _, user in await moves(stock)]
    if (await stock.other()) is not me:
        assert int(me.id) in by


async def test_a_note_that_did_not_go_out_follows(stock: Table):
    """The order has moved and its person could not be told: they are after the next start, once."""
    me = await stock.awaited()

    async def broken(_: object) -> None:
        raise ConnectionResetError

    stock.bot.service.orders.tell = broken
    await give(me, "Pass until this round is over")
    await stock.acted()
    lost = [one for one in letters(me) if "has acted" in one.text]

    for _ in range(2):
        await stock.restart(order_delay=0.0)
        await stock.acted()

    assert lost == []
    assert len([one for one in letters(me) if "has acted" in one.text]) == 1, [
        one.text for one in letters(me)
    ]


async def test_an_order_that_cannot_be_read_keeps_nobody_from_being_called(stock: Table):
    """It is logged; people are called as if there were none."""
    me = await stock.awaited()
    orders, user = stock.bot.service.orders, int(me.id)
    seat = (await stock.bot.service.tables.find(1)).seat_of(user)
    assert seat is not None
    await stock.bot.storage.orders.give(1, user, seat.id, {"kind": "of a later version"})

    orders._begin(1)
    await stock.acted()

    assert not orders.considers(1, user)


async def test_an_undo_of_what_came_later_ends_no_order(stock: Table):
    """Nor does anybody need leave for it: what the order did for its absent person is done again."""
    me = await stock.awaited()
    service = stock.bot.service
    await service.orders.give(1, int(me.id), standing.PassUntil({}, {}))
    await stock.acted()
    given = (await service.tables.find(1)).started()
    await service.orders.give(1, int(me.id), OneAnswer())
    somebody = given.awaited[0]
    offer = next(one.action for one in given.game.choices.offers if one.action.actor == somebody.id)
    await service.moves.act(1, given.rev, somebody.user_id, offer)
    await stock.acted()
    before = await moves(stock)

    plan = await service.undo.plan(1, None, somebody.user_id)
    outcome = await service.consent.undo(1, None, somebody.user_id)
    await stock.acted()

    assert plan.asks == ()
    assert outcome.undoing is None
    assert len(await moves(stock)) < len(before)
    assert [type(order) for _, order in await service.orders.of(1, int(me.id))] == [
        standing.PassUntil,
        OneAnswer,
    ]


async def test_what_an_order_did_is_taken_back_without_its_person(stock: Table):
    """Somebody before them takes a move back; the order, given since, ends, and one given earlier passes again."""
    service = stock.bot.service
    table = (await service.tables.find(1)).started()
    first = table.awaited[0]
    absent = next(seat for seat in table.seats if seat != first)
    await service.orders.give(1, absent.user_id, standing.PassUntil({}, {}))
    passing = next(one.action for one in table.game.choices.offers if one.action.verb == "pass")
    table = await service.moves.act(1, table.rev, first.user_id, passing)
    await stock.acted()
    passed = [one for one in (await service.tables.find(1)).moves if one.seat == absent.id]

    plan = await service.undo.plan(1, None, first.user_id)
    await service.consent.undo(1, None, first.user_id)

    assert [one.decided_by for one in passed] == ["order"]
    assert plan.asks == ()
    assert len(await service.orders.of(1, absent.user_id)) == 1


async def test_the_later_of_two_orders_that_cannot_both_be_meant_stands(stock: Table):
    """To pass and to buy, or to run one company in two ways; it is said which of them is gone."""
    me = await stock.awaited()
    await give(me, "Pass until this round is over")
    page = await give(me, "Pass until somebody sells")
    given = await stock.bot.service.orders.of(1, int(me.id))

    assert "It takes the place of: Pass until this round is over." in page.text
    assert [order.kind for _, order in given] == ["pass_until"]
    assert standing.contradict(PassRound("x"), standing.BuyShares("SIK", 10, 100, 0))
    assert standing.contradict(
        standing.RunBest("SIK", pays=True, idle=False), standing.RunBest("SIK", pays=False, idle=True)
    )
    assert not standing.contradict(PassRound("x"), standing.RunBest("SIK", pays=True, idle=False))


async def test_more_orders_than_a_list_holds_are_turned_to(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """All that is offered and all that was given, page by page; nothing is cut off."""
    monkeypatch.setattr("bot.cogs.order.PAGE", 10)
    people, service = await tabletop.seat(3), tabletop.bot.service
    table = await open_late_stock_round(tabletop)
    person = next(one for one in people if int(one.id) == table.awaited[0].user_id)
    offers = standing.offered(table.game, table.awaited[0].id)
    page = await person.command(CHANNEL, "order")
    labels = [one["label"] for one in page.message.selects[0]["options"]]
    while len(labels) < len(offers):
        page = await person.press(page.message, "More choices")
        labels += [one["label"] for one in page.message.selects[0]["options"]]
    away = next(one for one in table.seats if one.user_id != int(person.id))
    held = [standing.BuyShares(unit.id, 10, 1, 0) for unit in table.game.title.data.units[:10]]
    for order in held:
        await service.storage.orders.give(1, away.user_id, away.id, order.dump())
    other = next(one for one in people if int(one.id) == away.user_id)
    shown = await other.command(CHANNEL, "order")
    first = shown.text
    shown = await other.press(shown.message, "Later orders")
    shown = await other.press(shown.message, "Withdraw 10")

    assert len(offers) > 10
    assert len(labels) == len(offers)
    assert "8. " in first
    assert len(await service.orders.of(1, away.user_id)) == 9


async def open_late_stock_round(tabletop: Table) -> StartedTable:
    """A running table of 1844 in a stock round in which much is for sale."""
    people, service = tabletop.people, tabletop.bot.service
    game, moves = late_stock_round()
    record = await service.imports.read(own.dump(game.setup, moves).encode(), "case.json")
    place = ChannelPlace(int(people[0].channel_id(CHANNEL)), int(GUILD))
    await service.imports.open(place, int(people[0].id), record)
    for place, person in enumerate(people):
        await service.imports.sit(1, int(person.id), person.name, place, int(person.id))
    return await service.lobbies.start(1, int(people[0].id))


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (400, 50033), (404, 10013)])
async def test_who_takes_no_private_messages_learns_at_the_table_that_an_order_has_ended(
    stock: Table, status: int, code: int
):
    """With the next answer, once: Discord says in several ways that somebody cannot be written to."""
    faults = stock.server.faults
    faults.refuse(status, code, "Cannot send messages to this user", path="/users/@me/channels", times=99)
    me = await stock.awaited()
    service = stock.bot.service
    await service.orders.give(1, int(me.id), PassRound("another round"))
    await stock.acted()

    told = [(await me.command(CHANNEL, "order")).text for _ in range(2)]

    assert ["your standing order has ended" in one for one in told] == [True, False]
    assert letters(me) == []


def test_no_order_keeps_what_is_always_split():
    """A minor's revenue is shared by rule, and it runs while a token could still be placed."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), seed=3)
    while not standing.offered(game, game.pos.awaited[0]) or not game.pos.unit:
        game = game.play(next(iter(game.choices)))
    runs = [one for one in standing.offered(game, game.pos.awaited[0]) if isinstance(one, standing.RunBest)]

    assert runs
    assert {one.pays for one in runs} == {None}


async def test_a_list_of_alternatives_is_pressed_together_and_the_next_is_tried(tabletop: Table):
    """In a draft: the first that is left is taken when the turn comes; its person is told why the order has ended."""
    tabletop.bot.service.orders.delay = 0.0
    await tabletop.game(title="18Mag")
    await tabletop.settled()
    now, me = await tabletop.awaited(), await tabletop.other()
    page = await me.command(CHANNEL, "order")
    values = listed(page)
    page = await me.choose(page.message, page.message.selects[0]["custom_id"], values["Draft #3 MNyV"])
    for lot in ("1", "SIK"):
        page = await me.choose(page.message, page.message.selects[0]["custom_id"], lot)
    offered = [one["value"] for one in page.message.selects[0]["options"]]
    given = await me.press(page.message, "Give this order")
    await now.command(CHANNEL, "do", move="draft 3")
    await tabletop.acted()
    while not [one for one in await moves(tabletop) if one[1] == int(me.id)]:
        await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
        await tabletop.acted()

    assert not {"3", "1", "SIK"} & set(offered)
    assert "Given: Draft #3 MNyV, else #1 MÉV, else 10% SIK." in given.text
    assert (await moves(tabletop))[-1] == ("draft 1", int(me.id))
    assert await tabletop.bot.service.orders.of(1, int(me.id)) == []
    told = [one.text for one in letters(me)]
    assert any("has acted" in one and "#1" in one for one in told), told
    assert any("has ended" in one and "is yours" in one for one in told), told


@pytest.mark.parametrize("lang", ["de", "es", "cs", "hu"])
async def test_orders_in_advance_are_said_in_every_language(tabletop: Table, lang: str):
    """A bid with an alternative and a par, in the person's own words; nothing of them in English."""
    await tabletop.game(title="1844")
    await tabletop.settled()
    me = tabletop.people[1]
    await tabletop.bot.storage.people.change(int(me.id), language=lang)
    page = await me.command(CHANNEL, "order")
    bid = next(value for value in listed(page).values() if value.startswith("take_first/P1"))
    start = next(value for value in listed(page).values() if value.startswith("start_at"))
    bids = await me.choose(page.message, page.message.selects[0]["custom_id"], bid)
    bids = await me.choose(bids.message, bids.message.selects[0]["custom_id"], "P2")
    page = await me.command(CHANNEL, "order")
    starts = await me.choose(page.message, page.message.selects[0]["custom_id"], start)

    words = {
        "de": ("sonst", "gründen"),
        "es": ("si no", "Fundar"),
        "cs": ("jinak", "Založit"),
        "hu": ("különben", "Alapítás"),
    }
    assert words[lang][0] in bids.text
    assert words[lang][1] in starts.text
    assert not [word for word in ("Bid", "else", "Start", "It ends") if word in bids.text + starts.text]


async def test_an_order_is_carried_out_before_the_house_plays_for_its_person(stock: Table):
    """What somebody decided beforehand holds while they are away; what it leaves open the house decides."""
    service, me = stock.bot.service, await stock.awaited()
    seat = (await service.tables.find(1)).seat_of(int(me.id))
    assert seat is not None
    before = len(await moves(stock))
    service.orders.delay, service.house.delay = 0.2, 0.0
    await service.orders.give(1, int(me.id), standing.PassUntil({}, {}))
    await service.house.stand_in(1, int(me.id), seat.id)
    await stock.acted()
    first = (await service.tables.find(1)).moves[before]
    row, _ = (await service.orders.of(1, int(me.id)))[0]
    await service.orders.withdraw(1, int(me.id), row.id)
    while (await stock.awaited()) is not me:
        await (await stock.awaited()).command(CHANNEL, "do", move="pass")
        await stock.acted()
        if any(one.decided_by == "house" for one in (await service.tables.find(1)).moves):
            break
    done = (await service.tables.find(1)).moves

    assert (first.text, first.decided_by) == ("pass", "order")
    assert {one.decided_by for one in done if one.seat == seat.id} == {"order", "house"}


async def test_whoever_takes_the_seat_over_has_nothing_of_the_orders(stock: Table):
    """They end, and whoever gave them is told why; a substitute who plays for a while leaves them standing."""
    service, me = stock.bot.service, await stock.other()
    seat = (await service.tables.find(1)).seat_of(int(me.id))
    assert seat is not None
    stranger = await Person.join(stock.server.url, 5)
    stock.people.append(stranger)
    await service.orders.give(1, int(me.id), standing.PassUntil({}, {}))
    await service.deputies.name(
        1, int(me.id), Deputy(seat.id, int(me.id), int(stranger.id), stranger.name, True), as_host=False
    )
    await stock.acted()
    kept = await service.orders.of(1, int(me.id))
    await service.storage.seats.replace(1, seat.id, int(stranger.id), stranger.name)
    service.tables.drop(1)
    service.orders._begin(1)
    await stock.acted()

    assert len(kept) == 1
    assert await service.orders.of(1, int(me.id)) == []
    assert await service.orders.of(1, int(stranger.id)) == []
    assert any("the seat is no longer yours" in one.text for one in letters(me))
