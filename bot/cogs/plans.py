"""Plans that are kept: tiles and tokens under a name, drawn with what they would earn, and played when it is time."""

import asyncio
import re

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import begun, shown_scheme, started
from bot.button_ids import PLAN, PLAN_LIST
from bot.client import Bot, Interaction
from bot.components import MESSAGE, Layout, Style, button, entry, galleries, layout, select
from bot.errors.tables import NoCompanyToPlan, NoRoomForToken, NoSuchHex, NoSuchPlan
from bot.localise import about, described, name
from bot.menu.search import PAGE, search
from bot.messages import picture_files
from bot.pickers.typed_names import hex_meant, unit_meant
from bot.pictures import looks
from bot.pictures.kinds import CloseupDrawing
from bot.pictures.requests import PictureRequest
from bot.presses import chosen_number, on_choice, on_press
from bot.replies import acknowledge, in_time, language_for, reply, say
from bot.shown_pictures import show_picture
from bot.speech import tile_sheets
from bot.speech.table_view import TableView, view_of
from bot.storage import PlanRow
from bot.suggestions import suggest_hexes, suggest_units
from bot.tables.table import StartedTable
from bot.worker_pool import WorkerLost
from engine import outlook, plans
from engine.board.tiles import exits
from engine.plans import Plan, PlanStep, Reckoning
from engine.refusals import IllegalAction, Refusal
from render import MapContent


def setup(bot: Bot) -> None:
    """Add the command, the list and the buttons of plans."""
    bot.tree.add_command(plan)
    bot.add_dynamic_items(on_choice(PLAN_LIST.template, chosen), on_press(PLAN.template, pressed))


@app_commands.command(name=name("plan"), description=about("plan"))
@app_commands.guild_only()
@described(place="hex", tile="tile", rotation="rotation", kept="plan", unit="unit")
async def plan(  # noqa: PLR0913, PLR0917 - what may be typed
    interaction: Interaction,
    place: str | None = None,
    tile: str | None = None,
    rotation: app_commands.Range[int, 0, 5] = 0,
    kept: app_commands.Range[str, 1, 40] | None = None,
    unit: str | None = None,
) -> None:
    """Show a hex with another tile, or keep tiles and tokens under a name; the game stays as it is."""
    await acknowledge(interaction)
    view = await started(interaction, glance=False)
    laid = (tile or "").strip().removeprefix("#"), rotation
    if place is not None and tile is not None and kept is None:
        await _one_tile(interaction, view, hex_meant(view.game, place), laid)
    elif kept is None:
        await show_all(interaction, view)
    else:
        step = None if place is None else PlanStep(hex_meant(view.game, place), *laid)
        await open_plan(interaction, view, kept, step, unit_meant(view.game, unit) if unit else "")


plan.autocomplete("place")(suggest_hexes)
plan.autocomplete("unit")(suggest_units)


async def show_all(interaction: Interaction, view: TableView) -> None:
    """List one's own plans at a table."""
    found = (await interaction.client.storage.plans.of(view.table.game_id, interaction.user.id))[:PAGE]
    if not found:
        await say(interaction, "plan.none")
        return
    entries = [entry(one.name, str(one.id)) for one in found]
    chooser = select(PLAN_LIST.write(game=view.table.game_id), view.bare.say("plan.choose"), entries)
    lines = [_head(view, one) for one in found]
    await reply(interaction, view=layout(ui.TextDisplay("\n".join(lines)), ui.ActionRow(chooser)))


async def open_plan(
    interaction: Interaction, view: TableView, name: str, step: PlanStep | None, unit: str
) -> None:
    """Show a plan of one's own, with one more step where one is given; the first step begins it.

    :raises NoSuchPlan: when there is none of that name, and nothing to begin it with
    :raises NoRoomForToken: when a token is to stand where no city has room
    """
    table, stored = view.table, interaction.client.storage.plans
    own = {one.name: one for one in await stored.of(table.game_id, interaction.user.id)}
    row = own.get(name)
    if row is None and step is None:
        raise NoSuchPlan
    plan = Plan.load(row.unit, row.steps) if row else Plan(unit or _own_unit(view, interaction.user.id))
    if step is not None:
        refusal = await asyncio.to_thread(plans.unfit, view.game.pos, plan, step)
        if refusal is not None:
            await reply(interaction, view.teller.refusal(refusal))
            return
        plan = plan.then(_with_city(view, plan, step))
        row = await stored.keep(table.game_id, interaction.user.id, name, plan.unit, plan.dump())
    assert row is not None
    await _show(interaction, view, row)


def _own_unit(view: TableView, user_id: int) -> str:
    """Return the unit that operates, or the first that a person directs.

    :raises NoCompanyToPlan: when there is no such unit
    """
    pos, seat = view.game.pos, view.table.seat_of(user_id)
    own = [unit for unit in pos.state.tokens_left if seat and pos.director(unit) == seat.id]
    found = [unit for unit in (pos.unit, *own) if unit and (not own or unit in own)]
    if not found:
        raise NoCompanyToPlan
    return found[0]


def _with_city(view: TableView, plan: Plan, step: PlanStep) -> PlanStep:
    """Return a step with the first city that has room for its token; a button leads on to others."""
    if step.tile:
        return step
    free = plans.free_stops(view.game.pos, plan, step.hex)
    if not free:
        raise NoRoomForToken(hex=step.hex)
    return PlanStep(step.hex, stop=free[0])


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list of plans."""
    await acknowledge(interaction)
    view, row = await _own(interaction, int(match["game"]), chosen_number(values[0]))
    await _show(interaction, view, row)


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a plan."""
    await acknowledge(interaction)
    stored = interaction.client.storage.plans
    view, row = await _own(interaction, int(match["game"]), int(match["plan"]))
    if match["what"] == "delete":
        await stored.drop(row.id)
        await say(interaction, "plan.deleted", name=sentences.escaped(row.name))
    elif match["what"] == "play":
        await _play(interaction, view, row)
    elif match["what"] == "back":
        row = await stored.keep(row.game_id, row.user_id, row.name, row.unit, row.steps[:-1])
        await _show(interaction, view, row)
    else:
        other = plans.in_other_city(view.game.pos, Plan.load(row.unit, row.steps))
        if match["what"] == "city" and other is not None:
            row = await stored.keep(row.game_id, row.user_id, row.name, row.unit, other.dump())
        await _show(interaction, view, row)


async def _own(interaction: Interaction, game_id: int, plan_id: int) -> tuple[TableView, PlanRow]:
    """Return the table and the plan, which must be the person's own.

    :raises NoSuchPlan: when it is gone, or somebody else's
    """
    row = await interaction.client.storage.plans.find(plan_id)
    if row is None or row.user_id != interaction.user.id or row.game_id != game_id:
        raise NoSuchPlan
    table = begun(await interaction.client.service.tables.find(game_id))
    return view_of(table, await language_for(interaction)), row


def _head(view: TableView, row: PlanRow) -> str:
    steps = len(row.steps)
    return view.teller.say(
        "plan.line", name=sentences.escaped(row.name), unit=view.teller.unit(row.unit), n=steps
    )


async def _show(interaction: Interaction, view: TableView, row: PlanRow) -> None:
    """Show a plan: its steps, what the best run would earn, the map with all of it, and the buttons.

    What it would earn is kept from those to whom the table gives no hints.
    """
    plan, table = Plan.load(row.unit, row.steps), view.table
    told = looks.hints_for(table, interaction.user.id)
    run = await _reckoned(interaction, view, plan) if told else None
    hidden = view.teller.say("plan.players" if looks.hints(table) else "plan.alone")
    lines = [f"### {_head(view, row)}", *_steps(view, plan), _earned(view, run) if told else hidden]
    files = await _drawn(interaction, view, plan, run) if plan.steps else []
    text = ui.TextDisplay[Layout](sentences.cut("\n".join(lines), MESSAGE))
    buttons = ui.ActionRow[Layout](*_buttons(view, row))
    await reply(interaction, view=layout(text, *galleries(files), buttons), files=files)


async def _reckoned(interaction: Interaction, view: TableView, plan: Plan) -> Reckoning | None:
    """The best run after a plan, None where it cannot be worked out."""
    try:
        return await interaction.client.service.precompute.reckoned(view.game, plan)
    except WorkerLost:
        return None


def _steps(view: TableView, plan: Plan) -> list[str]:
    """Return the steps in order, those that the map already shows ticked off."""
    lines = []
    for number, step in enumerate(plan.steps, 1):
        exits = plans.exits_of(view.game.pos, plan, step)
        said = view.teller.action(step.action("", plan.unit), {"exits": exits} if exits else None)
        if step.done(view.game.pos, plan.unit):
            said += " ✓"
        elif colour := plans.early_colour(view.game.pos, step):
            said += " · " + view.teller.say("plan.early", colour=view.teller.value("colour", colour))
        lines.append(f"{number}. {said}")
    return lines


def _earned(view: TableView, run: Reckoning | None) -> str:
    """Return the best run and its revenue in words, or that there is none."""
    teller = view.teller
    if run is None or not run.runs:
        return teller.say("plan.no_run" if run is None else "plan.no_route")
    said = {"money": teller.money(run.revenue), **teller.values({"routes": [one.route for one in run.runs]})}
    text = (
        teller.say("plan.run_with", train=run.train, **said) if run.train else teller.say("plan.run", **said)
    )
    return text if run.proved else f"{text} {teller.say('plan.not_proved')}"


async def _drawn(
    interaction: Interaction, view: TableView, plan: Plan, run: Reckoning | None
) -> list[discord.File]:
    """Return the part of the map with the plan on it, its hexes outlined and the routes drawn."""
    pos = plans.imagined(view.game.pos, plan)
    shown = MapContent(
        tuple(dict.fromkeys(step.hex for step in plan.steps)),
        run.runs if run else (),
        tuple((step.hex, step.tile, step.rotation) for step in plan.steps if step.tile),
    )
    look = looks.look(view.table, view.lang, await shown_scheme(interaction, view.table)).bare
    request = PictureRequest((CloseupDrawing(shown),), look)
    pictures = await interaction.client.pictures.draw(pos, request)
    return await asyncio.to_thread(picture_files.files, view, pictures, request)


def _buttons(view: TableView, row: PlanRow) -> list[ui.Button[Layout]]:
    table, game = view.table, view.table.game_id
    is_awaited = any(table.may_act(row.user_id, seat) for seat in table.awaited)
    turn = is_awaited and view.game.pos.unit == row.unit
    ids = {what: PLAN.write(game=game, plan=row.id, what=what) for what in ("play", "city", "back", "delete")}
    plan = Plan.load(row.unit, row.steps)
    several = plans.in_other_city(view.game.pos, plan) is not None
    return [
        button(view.bare.say("plan.button.play"), ids["play"], Style.success, off=not (turn and row.steps)),
        *([button(view.bare.say("plan.button.city"), ids["city"])] if several else []),
        button(view.bare.say("plan.button.back"), ids["back"], off=not row.steps),
        button(view.bare.say("plan.button.delete"), ids["delete"], Style.danger),
    ]


async def _play(interaction: Interaction, view: TableView, row: PlanRow) -> None:
    """Play the steps one after the other, each judged by itself; say what was played, and why it stopped."""
    plan, seat = Plan.load(row.unit, row.steps), view.table.seat_of(interaction.user.id)
    if seat is None:
        raise NoCompanyToPlan
    done: list[str] = []
    while True:
        found = await asyncio.to_thread(plans.next_step, view.game, plan, seat.id)
        if found is None or isinstance(found, Refusal):
            break
        try:
            after: StartedTable = await interaction.client.service.moves.act(
                view.table.game_id, view.table.rev, interaction.user.id, found
            )
        except IllegalAction as error:
            found = error.refusal
            break
        done.append(view.teller.action(found))
        view = view_of(after, view.lang)
    lines = [view.teller.say("plan.played", moves="; ".join(done))] if done else []
    lines.append(view.teller.say("plan.over") if found is None else view.teller.say("plan.stopped"))
    lines += [view.teller.refusal(found)] if isinstance(found, Refusal) else []
    await reply(interaction, sentences.cut("\n".join(lines), MESSAGE))


# --- one tile, and what is suggested


async def _one_tile(interaction: Interaction, view: TableView, hex_: str, laid: tuple[str, int]) -> None:
    """Show a hex as it would be with another tile."""
    pos, teller = view.game.pos, view.teller
    refusal = await asyncio.to_thread(outlook.misfit, pos, hex_, *laid)
    if refusal is not None:
        reasons = (teller.refusal(refusal), tile_sheets.instead(teller, pos, hex_))
        await reply(interaction, sentences.cut("\n".join(filter(None, reasons)), MESSAGE))
        return
    text = tile_sheets.plan(teller, pos, hex_, laid)
    await show_picture(interaction, view, text, CloseupDrawing(MapContent(plan=((hex_, *laid),))))


@plan.autocomplete("kept")
@in_time
async def _plans(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer one's own plans."""
    view = await started(interaction)
    found = await interaction.client.storage.plans.of(view.table.game_id, interaction.user.id)
    names = search([one.name for one in found], typed, str)
    return [Choice(name=name, value=name) for name in names[:PAGE]]


async def _fits(interaction: Interaction, view: TableView) -> list[tuple[str, int]]:
    """Return the tiles that fit by shape on the hex that was typed, with their rotations."""
    try:
        hex_ = hex_meant(view.game, str(getattr(interaction.namespace, "hex", "")))
    except NoSuchHex:
        return []
    return list(await asyncio.to_thread(outlook.shapely, view.game.pos, hex_))


@plan.autocomplete("tile")
@in_time
async def _tiles(interaction: Interaction, typed: str) -> list[Choice[str]]:
    view = await started(interaction)
    tiles, fits = view.game.title.tiles, await _fits(interaction, view)
    colours = {tile: view.bare.value("colour", tiles[tile].colour) for tile, _ in fits}
    found = search(colours, typed, str, colours.__getitem__)
    return [Choice(name=f"{tile} ({colours[tile]})", value=tile) for tile in found[:PAGE]]


@plan.autocomplete("rotation")
@in_time
async def _rotations(interaction: Interaction, typed: str) -> list[Choice[int]]:
    view = await started(interaction)
    fits = await _fits(interaction, view)
    tile = str(getattr(interaction.namespace, "tile", "")).strip().removeprefix("#")
    turns = [turn for one, turn in fits if one == tile and typed.strip() in ("", str(turn))]
    track = view.game.title.tiles[tile].track if turns else ()
    return [
        Choice(name=f"{turn}: {view.bare.sides(sorted(exits(track, turn)))}", value=turn) for turn in turns
    ]
