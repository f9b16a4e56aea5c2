"""``make sight``: at every call of whole games, whether what is needed stands on the screen, at phone and desk width.

Games of computer players are shown by the real bot on the local page in Chromium, whose galleries have the boxes of
Discord's clients. At each call nothing is scrolled: the first action button, the text for the decision and the whole
picture must be in sight, and the letters of the picture at least 7 px high. ``python -m tests.tools.sight [title ...]
[--calls N] [--every N] [--at ACTION ...] [--seed S] [--shots DIR] [--lang L]`` prints one table and what was missing
where, and exits with 1 if anything was.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assets import sentences
from bot.menu.folding import Menu
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.pictures.workers import PictureWorkers
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.position import Position
from engine.title import titles
from render import painted, png, sprites
from tests.bot import decisions
from tests.bot.browser import ARGUMENTS, CHROMIUM, sit
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, Table
from tests.render.drawn_texts import DrawnText, texts_drawn
from tests.tools.legible import ENLARGED, sort_of
from tests.tools.load import after

if TYPE_CHECKING:
    from playwright.async_api import Page

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
PLAYERS = 3
PARTS = ("button", "text", "picture", "letters")
LEAST = 7.0
"""Pixels of a capital that can be read."""
ENOUGH = 85
"""Facts of the 98 that must need no press."""
SLACK = 1.0
"""Pixels by which something may stick out of sight, for browsers round."""
SIGNS = frozenset("\u00d7\u221e·•\u2013-+/→")
AGAIN = 200
"""How often what is not there yet is looked at again."""

LOOK = """(last) => {
  const seen = document.getElementById("scroll").getBoundingClientRect();
  const top = Math.max(seen.top, 0), low = Math.min(seen.bottom, innerHeight);
  const box = (one) => { if (!one) return null; const r = one.getBoundingClientRect();
    return { top: r.top - top, low: low - r.bottom, wide: r.width, high: r.height }; };
  const all = [...document.querySelectorAll("#messages > li:not(.private)")];
  const card = all.filter((one) => one.querySelector("[data-id^='g:']")).at(-1);
  if (!card) return null;
  const image = card.querySelector(".gallery img");
  return {
    id: card.id, button: box(card.querySelector("[data-id^='g:']")), text: box(card.querySelector(".text")),
    image: box(image), ready: Boolean(image?.complete && image.naturalWidth), src: image?.src || "",
    natural: [image?.naturalWidth || 0, image?.naturalHeight || 0],
  };
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What of a call was in sight at one size; ``letters`` are its picture's lowest as shown, in pixels."""

    title: str
    ply: int
    size: str
    button: bool
    text: bool
    picture: bool
    letters: float
    lowest: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """What had to be scrolled for or could not be read."""
        well = (self.button, self.text, self.picture, self.letters >= LEAST)
        return tuple(part for part, seen in zip(PARTS, well, strict=True) if not seen)


class NotedPictures(PictureWorkers):
    """Draws in a thread of this process, and notes the lowest letters of each picture as a part of its width."""

    def __init__(self) -> None:
        super().__init__()
        self.lowest: dict[str, tuple[float, str]] = {}

    async def draw(self, pos: Position, request: PictureRequest, since: float | None = None) -> list[Picture]:
        """Draw, and note what is written how high."""
        return await asyncio.to_thread(self._noted, pos, request)

    def _noted(self, pos: Position, request: PictureRequest) -> list[Picture]:
        made = []
        for drawing in request.drawings:
            sprites.sprite.clear()
            with texts_drawn() as found:
                image = painted(drawing.draw(pos, request.look))
            caps = [(one.cap / image.width, one.text) for one in found if _is_read(one)]
            self.lowest[drawing.name] = min(caps, default=(1.0, ""))
            made.append(Picture(drawing.name, png(image)))
        return made


def _is_read(drawn: DrawnText) -> bool:
    """Tell whether a text is meant to be read on a phone without enlarging the picture; see ``legible.py``."""
    sort = sort_of(drawn, "card", on_map=drawn.on_hex)
    return bool(set(drawn.text.strip()) - SIGNS) and ("card", sort, "phone") not in ENLARGED


def calls(title: str, seed: int) -> Iterator[tuple[Game, list[tuple[str, Any]]]]:
    """Every position of a game at which somebody else is awaited than before, with what people chose on the way."""
    seats = tuple(f"s{place}" for place in range(1, PLAYERS + 1))
    game, player = Game.start(title, seats, seed=seed), ThriftyPlayer(seed)
    moves: list[tuple[str, Any]] = []
    while not game.state.over:
        action = player.choose(game)
        before, game = game, after(game, action)
        moves.append((action.actor, action))
        if game.pos.awaited != before.pos.awaited and Menu(game.choices).verbs:
            yield game, moves
            moves = []


def always(_count: int, _ply: int) -> bool:
    """Look at every call, whatever its number in the game and that of the next action."""
    return True


class Watch:
    """One game at a table, seen through a phone and a desk."""

    def __init__(self, table: Table, pictures: NotedPictures, title: str, shots: Path | None) -> None:
        self.table = table
        self.pictures = pictures
        self.title = title
        self.shots = shots
        self.pages: dict[str, Page] = {}

    async def play(
        self, seed: int, most: int, lang: str = sentences.ENGLISH, wanted: Callable[[int, int], bool] = always
    ) -> list[Seen]:
        """Play a game in a language and look at each of its calls, or at so many that are ``wanted``."""
        found: list[Seen] = []
        await self.table.game(PLAYERS, title=self.title, seed=seed)
        if lang != sentences.ENGLISH:
            await self.table.people[0].command(CHANNEL, "table language", language=lang)
        for count, (game, moves) in enumerate(calls(self.title, seed)):
            if count == most:
                break
            for actor, action in moves:
                await self._act(actor, action)
            if wanted(count, game.state.ply):
                found += await self._look(game)
        return found

    async def _act(self, actor: str, action: Any) -> None:
        """Play what a person chose."""
        table = (await self.table.bot.service.tables.find(1)).started()
        seat = table.seat(actor)
        assert seat is not None
        await self.table.bot.service.moves.act(1, table.rev, seat.user_id, action)

    async def _look(self, game: Game) -> list[Seen]:
        await self.table.acted()
        person = await self.table.awaited()
        return [await self._seen(game.state.ply, size, page, person) for size, page in self.pages.items()]

    async def _seen(self, ply: int, size: str, page: Page, person: Person) -> Seen:
        await sit(page, person)
        await page.evaluate(
            "() => { const box = document.getElementById('scroll'); box.scrollTop = box.scrollHeight; }"
        )
        looked = await self._settled(page)
        if self.shots is not None:
            await page.screenshot(path=self.shots / f"{self.title}-{ply:04}-{size}.png")
        if looked is None:
            return Seen(self.title, ply, size, button=False, text=False, picture=False, letters=0.0)
        letters, lowest = self._letters(looked)
        return Seen(
            self.title,
            ply,
            size,
            button=_in_sight(looked["button"]),
            text=_in_sight(looked["text"]),
            picture=_in_sight(looked["image"]),
            letters=letters,
            lowest=lowest,
        )

    async def _settled(self, page: Page) -> dict[str, Any] | None:
        """What the page shows, once it stands still with its pictures."""
        before = None
        for _ in range(AGAIN):
            looked: dict[str, Any] | None = await page.evaluate(LOOK)
            if looked is not None and looked == before and (looked["ready"] or not looked["src"]):
                return looked
            before = looked
            await page.wait_for_timeout(60)
        return before

    def _letters(self, looked: dict[str, Any]) -> tuple[float, str]:
        """How high the lowest letters of the picture are as it is shown, and what they say."""
        name = looked["src"].rpartition("/")[2].partition("?")[0]
        known = [view for view in self.pictures.lowest if name.startswith(view)]
        if not known or looked["image"] is None:
            return 0.0, ""
        part, text = self.pictures.lowest[max(known, key=len)]
        wide, high = looked["natural"]
        scale = max(looked["image"]["wide"] / wide, looked["image"]["high"] / high)
        return part * wide * scale, text


def _in_sight(box: dict[str, float] | None) -> bool:
    return box is not None and box["high"] > 0 and box["top"] >= -SLACK and box["low"] >= -SLACK


async def watched(  # noqa: PLR0917 - all that can be asked for
    title: str,
    seed: int,
    most: int,
    shots: Path | None = None,
    lang: str = sentences.ENGLISH,
    wanted: Callable[[int, int], bool] = always,
) -> list[Seen]:
    """Play a game of a title at a table of its own and look at its calls, or at so many of them."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 - absent where nothing is looked at

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = await stack.enter_async_context(local_discord())
        table, pictures = Table(server, folder / "games.db"), NotedPictures()
        table.pictures = pictures  # type: ignore[assignment]
        await table.open()
        stack.push_async_callback(table.close)
        await table.seat(PLAYERS)
        for person in table.people:
            stack.push_async_callback(person.close)
        driver = await stack.enter_async_context(async_playwright())
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        stack.push_async_callback(browser.close)
        watch = Watch(table, pictures, title, shots)
        for size, (width, height) in SIZES.items():
            page = await browser.new_page(viewport={"width": width, "height": height})
            await page.goto(server.url)
            await page.locator("#follow").set_checked(checked=False, force=True)
            watch.pages[size] = page
        return await watch.play(seed, most, lang, wanted)


def report(found: list[Seen]) -> int:
    """Print the table, and how many calls missed something."""
    say = sys.stdout.write
    head = f"{'title':<8}{'size':<7}{'calls':>6}{'button':>8}{'text':>7}{'picture':>9}{'letters':>9}"
    say(f"{head}{'lowest px':>11}  text\n")
    for title in dict.fromkeys(one.title for one in found):
        for size in SIZES:
            some = [one for one in found if (one.title, one.size) == (title, size)]
            lowest = min(some, key=lambda one: one.letters)
            missed = [sum(part in one.missing for one in some) for part in PARTS]
            say(f"{title:<8}{size:<7}{len(some):>6}{missed[0]:>8}{missed[1]:>7}{missed[2]:>9}{missed[3]:>9}")
            say(f"{lowest.letters:>11.1f}  {lowest.lowest}\n")
    seen = decisions.counted()
    say(
        f"facts that must be seen ({len(decisions.FACTS)}): "
        + ", ".join(f"{key} {n}" for key, n in seen.items())
        + "\n"
    )
    bad = [one for one in found if one.missing]
    for one in bad:
        say(f"{one.title} before action {one.ply} ({one.size}) misses: {', '.join(one.missing)}\n")
    say(f"{len(bad)} of {len(found)} looks miss something: out of sight, or letters below {LEAST:g} px\n")
    return int(bool(bad) or seen[decisions.CARD] < ENOUGH)


def main() -> int:
    """Look, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.sight", description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--calls", type=int, default=0, help="look at so many calls of each title (0: all)")
    parser.add_argument("--every", type=int, default=1, help="look at every Nth call only")
    parser.add_argument("--at", type=int, nargs="*", help="look only at the calls before these actions")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--shots", type=Path, help="a folder for pictures of what is seen")
    parser.add_argument("--lang", default=sentences.ENGLISH, choices=sentences.languages())
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    began, found = time.perf_counter(), list[Seen]()

    def wanted(count: int, ply: int) -> bool:
        return ply in given.at if given.at else count % max(1, given.every) == 0

    for title in given.titles:
        some = watched(title, given.seed, given.calls or -1, given.shots, given.lang, wanted)
        found += asyncio.run(some)
    sys.stdout.write(f"looked for {time.perf_counter() - began:.0f} s\n")
    return report(found)


if __name__ == "__main__":
    sys.exit(main())
