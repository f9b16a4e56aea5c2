"""Buttons, lists and forms that an earlier version has posted are still answered, and mean what they meant."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.compat import access
from tests.compat.kept import ASKED_ANEW, IDS, LATER, NOW, RUNNING, TABLES, VERBS, hang, load, plain

MOMENTS = sorted(IDS["moves"], key=lambda moment: -moment["rev"])


class Clock:
    """The moment at which the earlier version was stopped; it does not pass."""

    def now(self) -> Any:
        """Return that moment."""
        return NOW

    async def wait(self, woken: asyncio.Event, until: object) -> None:
        """Wait until there is news."""
        await woken.wait()


def shape(custom_id: str) -> tuple[str, str]:
    """Return the verb of an id and what it does with it, as they were written then; empty if it has none."""
    verb, purpose = [*custom_id.split(":", 5), "", "", ""][3:5]
    return verb, purpose[:1]


def meant(told: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a meaning in the words in which it is kept, without the action."""
    if told is None:
        return None
    left_out = {"table", "rev", "action", *(name for name in ("words", "page") if not told.get(name))}
    rest = {name: value for name, value in told.items() if name not in left_out}
    if "options" in rest:
        options = rest.pop("options")
        rest |= {"count": len(options), "ends": [options[0], options[-1]]}
    return plain(rest)


@asynccontextmanager
async def back(database: Path, tmp_path: Path, *moments: dict[str, Any]) -> AsyncIterator[Any]:
    """The bot is back among the messages of the earlier version, and four people with it.

    What is pressed at some moments hangs apart: boards and calls of that version go as soon as their cards are there.
    """
    channels = tmp_path / "channels.sqlite3"
    load("channels.sql", channels)
    hanging: dict[str, str] = {}
    for moment in moments:
        ends = [
            entry for entry in moment["ids"] if shape(entry["id"])[1] == "x"
        ]  # these change their message
        for group in ([entry for entry in moment["ids"] if entry not in ends], *([end] for end in ends)):
            hanging |= hang(channels, moment["table"], group, FIRST + len(hanging))
    async with access.playing(database, channels, Clock()) as made:
        await made.seat(4)
        made.hanging = hanging
        yield made


FIRST = 1574200000000000000
"""Messages that are hung up in tests are numbered from here."""


async def pressed(made: Any, entry: dict[str, Any], user: int) -> Any:
    """Press a button or choose from a list where it hangs."""
    person = sitting(made, user)
    number = made.hanging.get(entry["id"]) or entry["message"]
    every = (one for channel in person.channels for one in person.messages(channel))
    message = next(one for one in every if one.id == number)
    if entry["kind"] == "list":
        return await person.choose(message, entry["id"], entry["choose"])
    return await person.press(message, entry["id"])


async def eventually(service: Any, number: int, true: Callable[[Any], bool]) -> None:
    """Wait for something to become true of a table: a press is acknowledged before it has taken effect."""
    async with asyncio.timeout(10):
        while not true(await service.tables.find(number)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def sitting(made: Any, user: int) -> Any:
    """Return the person of that number."""
    return next(person for person in made.people if int(person.id) == user)


# what ids say


async def test_each_id_has_one_handler(database: Path, tmp_path: Path):
    """Whatever hangs in a channel is known, and by one handler alone; a form needs none that outlives it."""
    async with back(database, tmp_path) as made:
        ids = [entry["id"] for moment in MOMENTS for entry in moment["ids"] if entry["kind"] != "form"]
        ids += [entry["id"] for entry in IDS["others"]]
        ids += [one for kind in LATER.values() for one in kind]
        kinds = {one: access.handlers(made.bot, one) for one in ids}
        assert {one for one, known in kinds.items() if len(known) != 1} == set()
        lists = {
            kinds[entry["id"]][0] for moment in MOMENTS for entry in moment["ids"] if entry["kind"] == "list"
        }
        buttons = {
            kinds[entry["id"]][0]
            for moment in MOMENTS
            for entry in moment["ids"]
            if entry["kind"] == "button"
        }
        assert len(lists) == len(buttons) == 1
        assert not lists & buttons


def test_an_id_of_a_later_version_says_what_it_said():
    """Tables, versions and choices are read as they were written, by one declaration each."""
    assert {one: access.carried(one) for one in LATER["tools"]} == {
        one: [said] for one, said in LATER["tools"].items()
    }
    assert {one: access.picked(one) for one in LATER["moves"]} == LATER["moves"]


@pytest.mark.slow
@pytest.mark.parametrize("table", sorted({moment["table"] for moment in MOMENTS}))
def test_an_id_means_what_it_meant(positions: Any, table: int):
    """What was picked is still picked, as many choices are left, and what was ready is the very same action."""
    for moment in MOMENTS:
        if moment["table"] != table:
            continue
        game = positions[table][moment["moves"]]
        for entry in moment["ids"]:
            if entry["id"].startswith(ASKED_ANEW):
                continue
            told = access.meaning(game, entry["id"], entry.get("choose", ""))
            assert told is not None, entry
            assert (told["table"], told["rev"]) == (table, moment["rev"])
            then = dict(entry["then"])
            line, actor = then.pop("line", None), then.pop("actor", None)
            assert meant(told) == then, entry
            if line is not None:
                assert told["action"] == access.read(game, line, actor), entry


# what a press does


FEW = ("o", "p", "x")
"""Ids of these kinds are alike for all verbs."""


def sample(moment: dict[str, Any], had: set[tuple[str, ...]]) -> list[dict[str, Any]]:
    """Return ids to press, those that move last: of every title each verb with every kind of id once, but for few."""
    title = TABLES[str(moment["table"])]["seen"]["title"]
    found = []
    for entry in sorted(moment["ids"], key=lambda entry: shape(entry["id"])[1] == "y"):
        verb, kind = shape(entry["id"])
        key = (title, kind) if kind in FEW else (title, verb, kind)
        if entry["kind"] != "form" and key not in had:
            had.add(key)
            found.append(entry)
    return found


async def answered(made: Any, moment: dict[str, Any], entry: dict[str, Any]) -> str:
    """Press what does not move; return what is wrong with the answer."""
    table, rev = moment["table"], moment["rev"]
    reply = await pressed(made, entry, entry["user"])
    if shape(entry["id"])[1] == "o":
        if reply.modal is None:
            return "no form came"
        (field,) = reply.modal.fields
        form = {field: str(entry["then"]["high"])}
        reply = await sitting(made, entry["user"]).submit(reply.modal, form)
    if entry["then"]["then"] == "cancel" and not reply.messages:  # it goes with the message it hung on
        return "no answer" if reply.kind == "nothing" else ""
    if access.unknown(reply.text) or access.out_of_date(reply.text):
        return reply.text
    offered = access.offered(reply.message.components, table, rev)
    if entry["then"]["then"] == "cancel":
        return "no answer" if any(message.loading for message in reply.messages) else ""
    return "" if offered else f"nothing to press: {reply.text}"


async def moved(made: Any, moment: dict[str, Any], entry: dict[str, Any], game: Any) -> str:
    """Press what plays a move; return what is wrong with what came of it."""
    reply = await pressed(made, entry, entry["user"])
    try:
        await eventually(made.bot.service, moment["table"], lambda now: now.rev > moment["rev"])
    except TimeoutError:
        return reply.text or "nothing was played"
    table = await made.bot.service.tables.find(moment["table"])
    move, then = table.moves[moment["moves"]], entry["then"]
    if access.read(game, move.text, move.seat) != access.read(game, then["line"], then["actor"]):
        return f"another move was played: {move.text}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", ["18CZ", *(pytest.param(name, marks=pytest.mark.slow) for name in VERBS if name != "18CZ")]
)
async def test_old_buttons_are_answered(positions: Any, database: Path, tmp_path: Path, title: str):
    """At the version they belong to, buttons and lists go on, and those that play a move play it."""
    had: set[tuple[str, ...]] = set()
    own = [one for one in MOMENTS if TABLES[str(one["table"])]["seen"]["title"] == title]
    moments = [{**moment, "ids": sample(moment, had)} for moment in own]
    assert {verb for _, verb, *kind in had if kind == ["y"]} == VERBS[title]
    wrong = {}
    async with back(database, tmp_path, *moments) as made:
        for moment in moments:
            game, anew = positions[moment["table"]][moment["moves"]], True
            for entry in moment["ids"]:
                plays = shape(entry["id"])[1] == "y"
                if anew:
                    await access.told(made)
                    await access.rewound(made.bot.service, database, moment["table"], moment["rev"], game)
                anew = plays
                fault = await (moved(made, moment, entry, game) if plays else answered(made, moment, entry))
                if fault and not entry["id"].startswith(ASKED_ANEW):
                    wrong[entry["id"]] = fault
    assert wrong == {}


async def test_an_older_version_is_out_of_date(database: Path, tmp_path: Path):
    """Who presses what an older board showed is told so, and nothing happens."""
    olds = [moment for moment in MOMENTS if moment["rev"] < TABLES[str(moment["table"])]["seen"]["rev"]]
    olds = [moment for moment in olds if TABLES[str(moment["table"])]["seen"]["state"] == "running"]
    ids = [next(entry for entry in moment["ids"] if shape(entry["id"])[1] == "y") for moment in olds]
    undo = {"id": "b:3:333", "kind": "button", "user": TABLES["3"]["seen"]["host"]}
    moments = [{**moment, "ids": [entry]} for moment, entry in zip(olds, ids, strict=True)]
    async with back(database, tmp_path, *moments, {"table": 3, "ids": [undo]}) as made:
        for entry in (*ids, undo):
            reply = await pressed(made, entry, entry["user"])
            assert access.out_of_date(reply.text), entry
        for number, known in TABLES.items():
            assert (await made.bot.service.tables.find(int(number))).rev == known["seen"]["rev"]


def one_of_each_kind(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return of all that show the same of the tables of a title one."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for entry in entries:
        letter, table, *rest = entry["id"].split(":")
        found.setdefault((letter, *rest[-1:], TABLES[table]["seen"]["title"]), entry)
    return [*found.values()]


@pytest.mark.slow
@pytest.mark.parametrize("choose", [one_of_each_kind, pytest.param(list, marks=pytest.mark.slow)])
async def test_tools_and_pages_are_shown(database: Path, tmp_path: Path, choose: Callable[..., Any]):
    """Pictures, what a player has, the history and texts by pages: anyone may still look at any table."""
    wanted = choose([entry for entry in IDS["others"] if entry["id"][0] in "thx" and not entry.get("off")])
    hung = [{"table": int(entry["id"].split(":")[1]), "ids": [entry]} for entry in wanted]
    assert {entry["id"].split(":")[-1] for entry in wanted} > {"market", "charters", "map", "me"}
    async with back(database, tmp_path, *hung) as made:
        for entry in wanted:
            _, table, *_ = entry["id"].split(":")
            seats = TABLES[table]["seen"]["seats"]
            reply = await pressed(made, entry, seats[-1][1])
            assert not access.unknown(reply.text), entry
            assert not access.out_of_date(reply.text), entry
            if entry["id"].endswith((":market", ":charters", ":map")):
                assert reply.message.pictures, entry
            else:
                assert len(reply.text.splitlines()) > 1, entry


def others(kind: str) -> dict[str, dict[str, Any]]:
    """Return what hangs in the channels besides moves and tools."""
    return {entry["id"]: entry for entry in IDS["others"] if entry["id"].startswith(f"{kind}:")}


def still_there(made: Any, entries: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Those that still hang: a reminder goes whose person need not agree to an undo any more."""
    found = {one.id for person in made.people for place in person.channels for one in person.messages(place)}
    left = {custom_id: entry for custom_id, entry in entries.items() if entry["message"] in found}
    assert left
    return left


@pytest.mark.slow
async def test_lobbies_requests_and_reminders_are_answered(database: Path, tmp_path: Path):
    """Who joins, leaves or starts a table, agrees or refuses, or wants peace, finds the buttons good."""
    alder, birch, cedar, douglas = (100000000000000000 + place for place in range(1, 5))
    lobby, consent, snooze = others("l"), others("u"), others("z")
    hung = [{"table": int(custom_id.split(":")[1]), "ids": [consent[custom_id]]} for custom_id in consent]
    async with back(database, tmp_path, *hung) as made:
        service = made.bot.service
        assert snooze
        await made.settled()
        for custom_id, entry in still_there(made, snooze).items():
            user = int(custom_id.split(":")[2])
            other = next(one for one in (alder, birch, cedar, douglas) if one != user)
            assert not access.snoozed((await pressed(made, entry, other)).text)
            assert access.snoozed((await pressed(made, entry, user)).text)

        await pressed(made, lobby["l:1:join"], cedar)
        await pressed(made, lobby["l:1:leave"], birch)
        await eventually(service, 1, lambda table: [seat.name for seat in table.seats] == ["Alder", "Cedar"])
        await pressed(made, lobby["l:2:start"], alder)
        await eventually(service, 2, lambda table: table.state == "running")

        kept = TABLES["3"]["request"]
        await pressed(made, consent[f"u:3:{kept['id']}:agree"], cedar)
        await eventually(service, 3, lambda table: len(table.moves) == TABLES["3"]["request"]["keeps"])
        kept = TABLES["8"]["request"]
        refusing = next(user for _, user, _ in TABLES["8"]["seen"]["seats"] if user != kept["by"])
        await pressed(made, consent[f"u:8:{kept['id']}:refuse"], refusing)
        async with asyncio.timeout(10):
            while (await service.tables.glance(8)).undoing is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

        await made.settled()


@pytest.mark.slow
async def test_the_undo_button_of_a_board_takes_back(database: Path, tmp_path: Path):
    """The board shows the version at which it was left, so its undo is no older than the table."""
    undo = {table: others("b")[f"b:{table}:{TABLES[str(table)]['seen']['rev']}"] for table in RUNNING}
    hung = [{"table": table, "ids": [entry]} for table, entry in undo.items()]
    async with back(database, tmp_path, *hung) as made:
        for table, entry in undo.items():
            rev = TABLES[str(table)]["seen"]["rev"]
            before = await made.bot.service.tables.find(table)
            await pressed(made, entry, before.moves[-1].user_id)
            await eventually(made.bot.service, table, lambda now, rev=rev: now.rev > rev)
            after = await made.bot.service.tables.find(table)
            assert after.rev == rev + 1
            assert len(after.moves) < len(before.moves)
        await made.settled()


# what hung in the channels


def of_a_turn(table: int) -> set[str]:
    """The messages by which that version showed the turn of a table, and called to it."""
    posted = TABLES[str(table)]["posted"].items()
    return {str(number) for purpose, number in posted if purpose == "board" or purpose.startswith("ping:")}


def shows(made: Any, table: Any) -> None:
    """See that a table is shown by one board and one card below it, and by nothing of that version."""
    seen = [one for one in made.people[0].messages(str(table.channel_id)) if not one.ephemeral]
    assert not of_a_turn(table.game_id) & {one.id for one in seen}
    playable = [one for one in seen if access.offered(one.components, table.game_id, table.rev)]
    boards = [one for one in seen if len(one.pictures) > 2]
    assert len(playable) == len(boards) == 1
    assert seen.index(boards[0]) < seen.index(playable[0])


@pytest.mark.slow
async def test_what_showed_a_turn_is_replaced(database: Path, tmp_path: Path):
    """Boards and calls that hung when the version before was stopped go; board and card of today show each move."""
    async with back(database, tmp_path) as made:
        hung = {one.id for place in made.people[0].channels for one in made.people[0].messages(place)}
        await access.told(made)
        for number in RUNNING:
            table = await made.bot.service.tables.find(number)
            shows(made, table)
            action = next(iter(table.game.choices))
            after = await made.bot.service.moves.act(
                number, table.rev, table.seat(action.actor).user_id, action
            )
            await made.settled()
            shows(made, after)
        assert hung & set().union(*map(of_a_turn, RUNNING))
