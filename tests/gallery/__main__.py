"""``make gallery``: every view of every title, in every scheme, from early to final positions."""

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

import render
from bot.menu.folding import Ask, Menu
from bot.pickers import sights
from bot.pictures.decision import decision_drawing
from bot.speech.captions import caption
from bot.speech.decision import decision_of
from bot.speech.teller import Teller
from engine.actions import LayTile
from engine.decisions import DecisionKind, awaited_offers, decision_kind
from engine.earnings import gains
from engine.events import Ran
from engine.game import Game
from engine.outlook import done, fitting
from engine.position import Position
from render.charts import CHARTS
from render.placement_sheets import DrawnPlacement
from render.price_moves import moves_between
from render.schemes import SCHEMES
from render.tile_sheets import LayChoice
from tests.bot.decisions import view_at
from tests.gallery.games import NAMES, RARE, STAGES, USUAL, Played, play, shown
from tests.render import vision

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = "gallery"
WIDE = 1000
PHONE = 390
"""Width of a phone."""
SMALL = 400
"""Width of a phone that shows a picture without enlarging it."""
CROP = 420
"""Height of a crop at actual size."""

Shot = tuple[str, str, Image.Image]
"""A heading, perhaps with lines of text below it, a name, and a picture."""


def main() -> int:
    """Make the pictures and the page."""
    (DOCS / FOLDER).mkdir(exist_ok=True)
    page = ["# Gallery", "", "Made by `make gallery` from games between virtual players.", ""]
    for title, players in shown():
        game = play(title, players)
        page += [f"## {title}, {players} players", ""]
        for heading, name, picture in shots(game) if players == USUAL else few(game):
            file = f"{FOLDER}/{game.name}-{name}.webp"
            picture.save(DOCS / file, quality=82, method=6)
            head, _, told = heading.partition("\n")
            page += [f"### {head}", "", *([told, ""] if told else []), f"![{head}]({file})", ""]
            sys.stdout.write(f"{file} {picture.width}x{picture.height}\n")
    page += ["## Colours", "", *_colours()]
    (DOCS / "gallery.md").write_text("\n".join(page).rstrip() + "\n", encoding="utf-8")
    return 0


def shots(game: Played) -> Iterator[Shot]:
    """Yield all views of a game."""
    for stage in STAGES:
        pos = game.at(stage)
        yield (
            f"{stage}: map",
            f"{stage}-map",
            render.draw_map(pos, look=render.Look(caption=head(pos), width=WIDE)),
        )
    for stage in ("early", "final"):
        pos = game.at(stage)
        yield (
            f"{stage}: charters",
            f"{stage}-charters",
            render.draw_charters(pos, look=render.Look(caption=head(pos))),
        )
        yield (
            f"{stage}: supply",
            f"{stage}-supply",
            render.draw_supply(pos, look=render.Look(caption=head(pos))),
        )
    late = game.at("late")
    moved = moves_between(game.at("middle"), late)
    yield (
        "market, with what moved since the middle of the game",
        "market",
        render.draw_market(late, render.MarketContent(moved=moved), look=render.Look(caption=head(late))),
    )
    yield from _decisions(game)
    for name, rare in RARE.get(game.games[0].title.name, {}).items():
        yield _decision(name, rare())
    yield from _schemes(game.at("middle"))
    yield from _phone(late)
    yield from _moves(game)
    yield from _chosen(game)
    yield from _tiles(game.at("middle"))
    yield from _over_time(game)


def head(pos: Position) -> str:
    """Return what stands above a picture."""
    return caption(Teller(pos.title, {}, "en"), pos)


def few(game: Played) -> Iterator[Shot]:
    """Yield the views that look other than at a table of the usual size."""
    for stage in ("early", "late"):
        yield f"{stage}: map", f"{stage}-map", render.draw_map(game.at(stage), look=render.Look(width=WIDE))
        yield f"{stage}: charters", f"{stage}-charters", render.draw_charters(game.at(stage))
        yield f"{stage}: supply", f"{stage}-supply", render.draw_supply(game.at(stage))
    yield "market", "market", render.draw_market(game.at("late"))
    if len(game.games[0].state.players) < USUAL:
        yield from _decisions(game)


def _decisions(game: Played) -> Iterator[Shot]:
    """Yield the picture for each kind of decision, with its line of figures, and for what the title alone has."""
    for name, one in decided(game).items():
        yield _decision(name, one)


def _decision(name: str, game: Game) -> Shot:
    """The picture for a decision, with the lines that say what there is to know."""
    view = view_at(game, names=NAMES)
    told = decision_of(view)
    lines = "  \n".join((*told.facts, *told.further)) or told.headline
    look = render.Look(names=dict(zip(game.state.players, NAMES, strict=False)))
    return f"decision: {name}\n{lines}", f"decision-{name}", decision_drawing(view).draw(game.pos, look)


def decided(game: Played) -> dict[str, Game]:
    """The first position of each kind of decision, and of each verb that the title alone has."""
    found: dict[str, Game] = {}
    for one in game.games:
        found.setdefault(decision_kind(one.pos, one.choices), one)
        verbs = dict.fromkeys(offer.action.verb for offer in awaited_offers(one.pos, one.choices))
        for verb in verbs:
            if verb in game.own_verbs and one not in found.values():
                found.setdefault(verb, one)
    found[DecisionKind.END] = game.games[-1]
    return found


def _schemes(pos: Position) -> Iterator[Shot]:
    for name in SCHEMES:
        if name != "light":
            yield (
                f"{name}: map",
                f"{name}-map",
                render.draw_map(pos, look=render.Look(scheme=name, width=WIDE)),
            )
            yield (
                f"{name}: market",
                f"{name}-market",
                render.draw_market(pos, look=render.Look(scheme=name, width=700)),
            )
            yield (
                f"{name}: charters",
                f"{name}-charters",
                render.draw_charters(pos, look=render.Look(scheme=name, width=600)),
            )
            yield (
                f"{name}: supply",
                f"{name}-supply",
                render.draw_supply(pos, look=render.Look(scheme=name, width=600)),
            )


def _phone(pos: Position) -> Iterator[Shot]:
    whole = render.draw_phone_map(pos, look=render.Look(caption=head(pos)))
    yield "for a phone: map", "phone", whole
    small = whole.resize((SMALL, round(whole.height * SMALL / whole.width)), Image.Resampling.LANCZOS)
    yield f"map at {SMALL} pixels, actual size", "phone-400", small.crop((0, 0, SMALL, CROP))
    sheet = render.draw_charters(pos, look=render.Look(caption=head(pos)))
    small = sheet.resize((SMALL, round(sheet.height * SMALL / sheet.width)), Image.Resampling.LANCZOS)
    yield f"charters at {SMALL} pixels, actual size", "charters-400", small.crop((0, 0, SMALL, CROP))


def _moves(game: Played) -> Iterator[Shot]:
    """Yield what a move changed, around it and on the whole map, and the routes of a run."""
    plies = range(round(STAGES["late"] * len(game.games)), len(game.games))
    lays = [(ply, action) for ply in plies if isinstance(action := game.actions[ply - 1], LayTile)]
    for ply, lay in lays[:1]:
        pos = game.games[ply].pos
        yield (
            f"what changed: {lay.hex}",
            "changed",
            render.draw_map(pos, render.MapContent(highlight=(lay.hex,)), look=render.Look(width=WIDE)),
        )
        yield f"around {lay.hex}", "around", render.draw_closeup(pos, render.MapContent(highlight=(lay.hex,)))
    runs = [(ran, one.pos) for one in game.games for ran in one.events if isinstance(ran, Ran)]
    ran, pos = max(runs, key=lambda pair: (len(pair[0].routes), pair[0].revenue))
    yield (
        f"routes of {ran.unit}",
        "routes",
        render.draw_map(pos, render.MapContent(routes=ran.routes), look=render.Look(width=WIDE)),
    )
    yield (
        f"routes of {ran.unit}, stop by stop",
        "run",
        render.draw_closeup(pos, render.MapContent(routes=ran.routes)),
    )


def _chosen(game: Played) -> Iterator[Shot]:
    """Yield what a player sees before choosing a place, then one of the ways there, for each verb; small ones too."""
    seen: set[str] = set()
    for one in reversed(game.games[:: max(1, len(game.games) // 150)]):
        menu = Menu(one.choices)
        for verb in [verb for verb in menu.verbs if verb not in seen]:
            step = menu.narrow(verb)
            places = sights.places(one.pos, step) if isinstance(step, Ask) else None
            if places is None or len(places.letters) < 2:
                continue
            seen.add(verb)
            image = render.draw_choices(
                one.pos, render.MapContent(letters=places.letters, offered=places.offered)
            )
            yield from _both(f"{verb}: where", f"{verb}-where", image)
            yield from _placements(
                one.pos, menu, verb, max(places.letters, key=lambda hex_: _count(menu, verb, hex_))
            )


def _count(menu: Menu, verb: str, hex_: str) -> int:
    return len(menu.rest(verb, {sights.HEX: hex_}))


def _placements(pos: Position, menu: Menu, verb: str, hex_: str) -> Iterator[Shot]:
    offers = sights.distinct_offers(pos, menu.rest(verb, {sights.HEX: hex_}))[: sights.MOST]
    if len(offers) < 2:
        return
    teller, found = Teller(pos.title, {}, "en"), gains(pos, [offer.action for offer in offers])
    told = sights.PlacementSheet(offers).told(teller, pos, found)
    shown = [
        DrawnPlacement(number, hex_, done(pos, offer.action), lines, best)
        for offer, (number, lines, best) in zip(offers, told, strict=True)
    ]
    yield from _both(f"{verb}: every way on {hex_}", f"{verb}-ways", render.draw_placements(pos, shown))


def _both(heading: str, name: str, image: Image.Image) -> Iterator[Shot]:
    yield heading, name, image
    small = image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)
    yield f"{heading}, at {PHONE} pixels", f"{name}-{PHONE}", small


def _tiles(pos: Position) -> Iterator[Shot]:
    yield "what the marks mean", "legend", render.draw_legend(pos)
    yield "tiles left", "tiles", render.draw_tiles(pos)
    free = {hex_: found for hex_ in pos.title.hexes if (found := fitting(pos, hex_))}
    cities = [hex_ for hex_ in free if pos.title.hexes[hex_].stops] or list(free)
    hex_ = cities[len(cities) // 2]
    choices = [LayChoice(tile, turn, f"{tile} · {turn}") for tile, turn in free[hex_][:9]]
    yield f"what {hex_} may take", "lays", render.draw_lays(pos, hex_, choices)
    yield f"what may become of {hex_}", "family", render.draw_upgrades(pos, hex_)
    tile, turn = free[hex_][0]
    yield f"a plan for {hex_}", "plan", render.draw_closeup(pos, render.MapContent(plan=[(hex_, tile, turn)]))


def _over_time(game: Played) -> Iterator[Shot]:
    final = game.games[-1].pos
    for kind in CHARTS:
        yield f"chart: {kind}", f"chart-{kind}", render.draw_chart(final, kind, game.rounds)
    ran = [unit for one in game.rounds for unit in one.earned if unit in final.state.tokens_left]
    if ran:
        unit = max(dict.fromkeys(ran), key=ran.count)
        yield f"company: {unit}", "company", render.draw_company(final, unit, game.rounds)


def _colours() -> Iterator[str]:
    yield "The least difference of two colours of a group (CIEDE2000), as seen with each kind of vision."
    yield ""
    yield from vision.distances()


if __name__ == "__main__":
    sys.exit(main())
