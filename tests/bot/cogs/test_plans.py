"""Plans that are kept at a table: tiles and tokens, what they would earn, and playing them when the turn comes."""

import pytest

from engine import outlook, plans
from engine.actions import LayTile
from engine.game import Game
from engine.plans import Plan, PlanStep
from engine.state import Token
from tests.bot.tabletop import CHANNEL, Table


async def test_a_plan_is_kept_reckoned_and_played_as_far_as_it_is_legal(tabletop: Table):
    """Two tiles and the run they bring; a restart keeps them; played, the second is refused with its reason."""
    person = await tabletop.to("lay")
    table = (await tabletop.bot.service.tables.find(1)).started()
    lays = [one.action for one in table.game.choices.offers if isinstance(one.action, LayTile)]
    first = next(one for one in lays if one.hex == "D13")
    other = await tabletop.other()

    nothing = await person.command(CHANNEL, "plan")
    shown = await person.command(
        CHANNEL, "plan", hex=first.hex, tile=first.tile, rotation=first.rotation, name="north"
    )
    alone = await person.command(CHANNEL, "plan", hex="B15", name="north")
    far = await person.command(CHANNEL, "plan", hex="F17", tile="58", rotation=0, name="north")
    drawn = tabletop.pictures.requests[-1].drawings[0].shown
    wrong = await person.command(CHANNEL, "plan", hex="D13", tile="5", rotation=0, name="north")
    strange = await other.command(CHANNEL, "plan", name="north")
    await tabletop.restart()
    names = await person.autocomplete(CHANNEL, "plan", "name", "nor")
    listed = await person.command(CHANNEL, "plan")
    select = listed.message.selects[0]
    opened = await person.choose(listed.message, select["custom_id"], "north")
    before = len(table.moves)
    played = await person.press(opened.message, "Play it")
    await tabletop.settled()
    after = (await tabletop.bot.service.tables.find(1)).moves

    assert "You keep no plans here." in nothing.text
    assert "north · #1, 1 step" in shown.text
    assert "The best run then earns 30 Ft (2: D13-E12)." in shown.text
    assert shown.ephemeral
    assert "has room for a token" in alone.text
    assert "north · #1, 2 steps" in far.text
    assert drawn.highlight == ("D13", "F17")
    assert [step[0] for step in drawn.plan] == ["D13", "F17"]
    assert {route.train for route in drawn.routes} == {"2"}
    assert "north" not in wrong.text
    assert "You have no such plan" in strange.text
    assert [one.value for one in names] == ["north"]
    assert len(after) == before + 1
    assert after[-1].text.startswith(f"lay {table.game.pos.unit} D13")
    assert played.text.startswith("Played: Lay tile ")
    assert "The next step is not legal now:" in played.text

    again = await person.command(CHANNEL, "plan", name="north")
    shorter = await person.press(again.message, "Remove the last one")
    gone = await person.press(shorter.message, "Delete")
    assert "1. " in again.text
    assert "✓" in again.text
    assert "1 step" in shorter.text
    assert "has been deleted" in gone.text
    assert await tabletop.bot.storage.plans.of(1, int(person.id)) == ()


async def test_a_station_is_planned_where_a_city_has_room(tabletop: Table):
    """It counts for the run; the button waits until it is the unit's turn."""
    person = await tabletop.to("lay")
    shown = await person.command(CHANNEL, "plan", hex="E14", name="south", company="RABA")
    page = shown.message

    assert "south · RÁBA, 1 step" in shown.text
    assert "Play it" not in page.labels
    assert "Delete" in page.labels
    assert "Without a train there is no run to work out." in shown.text


@pytest.mark.parametrize(
    ("hints", "told", "watching"),
    [
        ("on", "Even then no train has a route to run.", "Even then no train has a route to run."),
        ("players", "Even then no train has a route to run.", "only to those who play at this table"),
        ("off", "nobody gets hints at this table", "nobody gets hints at this table"),
    ],
)
async def test_what_a_plan_earns_is_a_hint(tabletop: Table, hints: str, told: str, watching: str):
    """The table says who is given hints: everybody, those who play, or nobody."""
    person = await tabletop.to("lay")
    watcher = (await tabletop.seat(4))[3]
    await tabletop.people[0].command(CHANNEL, "table hints", hints=hints)
    asked = {"hex": "F17", "tile": "58", "rotation": 0, "name": "far", "company": "1"}

    shown = [await one.command(CHANNEL, "plan", **asked) for one in (person, watcher)]

    assert told in shown[0].text
    assert watching in shown[1].text


async def test_a_plan_may_lead_to_no_run_at_all(tabletop: Table):
    """There is a train, and nowhere to go: the plan is shown and says so."""
    person = await tabletop.to("lay")
    shown = await person.command(CHANNEL, "plan", hex="F17", tile="58", rotation=0, name="far")
    again = await person.command(CHANNEL, "plan", name="far")

    assert "far · #1, 1 step" in shown.text
    assert "Even then no train has a route to run." in shown.text
    assert again.text == shown.text


async def test_a_plan_that_cannot_be_yet_says_so_when_it_is_made(tabletop: Table):
    """A green tile in the yellow phase is kept, and marked; a yellow one beside it is not."""
    person = await tabletop.to("lay")
    table = (await tabletop.bot.service.tables.find(1)).started()
    lay = next(one.action for one in table.game.choices.offers if isinstance(one.action, LayTile))
    first = await person.command(
        CHANNEL, "plan", hex=lay.hex, tile=lay.tile, rotation=lay.rotation, name="later"
    )
    green = next(
        (tile, turn)
        for tile, turn in outlook.shapely(
            plans.imagined(table.game.pos, Plan(lay.unit, (PlanStep(lay.hex, lay.tile, lay.rotation),))),
            lay.hex,
        )
        if table.game.title.tiles[tile].colour == "green"
    )
    after = await tabletop.bot.service.moves.act(1, table.rev, table.awaited[0].user_id, lay)
    shown = await person.command(CHANNEL, "plan", hex=lay.hex, tile=green[0], rotation=green[1], name="green")

    assert after.game.pos.phase.colours == ("yellow",)
    assert "may not be laid yet" not in first.text
    assert "green tiles may not be laid yet" in shown.text


async def test_the_city_of_a_planned_station_can_be_chosen(tabletop: Table):
    """Where a hex has two cities with room the plan says in which the token is to stand, and a press changes it."""
    await tabletop.game(title="18CZ")
    person = tabletop.people[0]
    shown = await person.command(CHANNEL, "plan", hex="E12", name="south", company="OFE")
    told = [shown.text]
    for _ in range(2):
        shown = await person.press(shown.message, "Other city")
        told.append(shown.text)
    alone = await person.command(CHANNEL, "plan", hex="D5", name="west", company="OFE")

    steps = [line for text in told for line in text.splitlines() if line.startswith("1. ")]
    assert all("E12 Prague" in step for step in steps)
    assert steps[0] != steps[1]
    assert steps[0] == steps[2]
    assert "Other city" not in alone.message.labels


@pytest.mark.slow
async def test_who_directs_no_company_is_asked_for_which_one_the_plan_is(tabletop: Table):
    """At the beginning of a game a seat has none; nobody is told that they have no seat."""
    await tabletop.game(title="1844")
    told = [
        (await one.command(CHANNEL, "plan", hex="D13", tile="5", name="x")).text for one in tabletop.people
    ]
    named = await tabletop.people[0].command(CHANNEL, "plan", hex="C12", tile="5", name="x", company="SCB")

    assert set(told) == {"You direct no company yet. Name the one that the plan is for."}
    assert "x · SCB, 1 step" in named.text


@pytest.mark.parametrize("laid", [False, True], ids=["planned", "laid since"])
def test_a_planned_station_stays_where_two_cities_become_one(laid: bool):
    """Its city is the one that the two have become; on a hex without a city there is none."""
    pos = Game.start("1844", players=("a", "b", "c"), seed=3).pos
    second, joined = PlanStep("D15", stop=1), PlanStep("D15", "14", 1)
    plan = Plan("SCB", (second,) if laid else (second, joined))
    at = plans.imagined(pos, Plan("SCB", (joined,))) if laid else pos
    after, bare = (
        plans.imagined(at, plan),
        next(one for one, face in pos.title.hexes.items() if not face.stops),
    )

    assert Token(0, "SCB") in after.state.tokens["D15"]
    assert plans.exits_of(at, plan, second) == []
    assert after.network is not None
    assert bare not in plans.imagined(pos, Plan("SCB", (PlanStep(bare, stop=1),))).state.tokens


def test_a_tile_takes_the_place_of_another_and_no_token():
    """Of two tiles for a hex the later one counts; a token planned there, before or after it, stays planned."""
    station, first, other = PlanStep("E12"), PlanStep("E12", "57", 0), PlanStep("E12", "57", 1)

    assert Plan("1").then(first).then(other).steps == (other,)
    assert Plan("1").then(station).then(first).steps == (station, first)
    assert Plan("1").then(first).then(station).steps == (first, station)
