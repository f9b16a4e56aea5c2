"""``make guide``: ``docs/playing.md``, a whole turn of each title as the real bot shows it to who takes it."""

from __future__ import annotations

import argparse
import asyncio
import io
import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from PIL import Image

from bot.menu.folding import Menu
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.pictures.workers import PictureWorkers
from engine.actions import Action
from engine.position import Position
from engine.title import titles
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.servers import local_discord
from tests.bot.tabletop import BlankPictures, Table
from tests.guide.screens import is_drawn, screens
from tests.guide.turns import Turn, best_turn

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = "playing"
HEAVIEST = 100_000
"""Bytes of a picture."""
WIDEST = 1200
SEED = 7
PLAYERS = ("s1", "s2", "s3", "s4")
BEFORE = 5
"""So many moves before what is shown the first pictures are drawn that are no blank sheets."""
SLOW = 60
"""Seconds that a picture may take on a busy machine."""

TOLD = {
    "card": "The card of the turn is the last message of the channel: who must do what, what there is to know, the "
    "picture of this decision, and what can be done, most of it by one press.",
    "lay": "*Lay track* shows, to you alone, every hex where you may build, with its letter. Press one: where a "
    "single tile fits in a single way, it is laid at once; what the best run earns then stands above the buttons.",
    "lay/2": "Where there are several ways, each tile and turn is drawn in its place, numbered, with what the best "
    "run earns then. Press a number and the tile is laid.",
    "lay/done": "The card goes on to what comes next, and repeats what was done. *Undo* takes it back.",
    "token": "Where a token may be placed, with its price.",
    "token/done": "The token is placed.",
    "run": "How the trains may run.",
    "run/done": "*Run* finds the best routes, and proves them: one press.",
    "dividend": "What may be done with what was earned.",
    "dividend/done": "Each way to divide the revenue is a button that says what you get and where the price goes; "
    "one is pressed.",
    "train": "What concerns others is told before it is played.",
    "train/done": "Each train that can be had at once has a button; one is bought.",
    "record": "The turn is over. Its card becomes its record, and the card of whoever is next stands below it.",
}
INTRO = """# Playing

One whole turn of each title, as the bot shows it. A turn is played on its card, the last message of the channel; what
needs a choice on the map opens a message that only you see and that goes when you are done. Above the card stands the
board with map, market and charters. *Map*, *Market*, *Charters* and *Trains* show them large to you alone, *More*
says what else there is. `/help` says at any moment what you can do, `/me confirm` has the bot ask before each move,
and everything can be typed as well: `/lay`, `/run`. The picture of every kind of decision stands in the
[gallery](gallery.md).

Made by `make guide` from games played by virtual players: texts, buttons and pictures are what was sent.

## Around the turn

- *Undo* takes your last move back, *Redo* plays it again as long as nobody has played over it. *Further back*, or
  `/undo to:`, lists the last turns; what would vanish is outlined on the map before anybody is asked.
- What was taken back is kept when something else is played: `/show undone` lists it and shows where it had led,
  `/game copy undone:` plays it on in another channel.
- What can be answered in one way only, or in one that is of use, happens by itself and is marked in the log; an undo
  of the move before takes it back, too. `/table ask` brings the presses back.
- `/table grace` lets the next player's call wait up to five minutes after a turn, so that an undo in that time rings
  nobody.
- `/digest` tells you alone, in five lines and a picture, what happened since you last looked or moved. When a round
  ends the channel gets a line for each company or player and a picture; `/table summary` switches that off.
- *History*, under *More*, tells what came of each move, round by round; choose a move in its list to see that
  position.
- *What is new* under *More* is the digest; below it *Move by move* and *As a film* tell all since your own last move.
- `/show money` is a table of who earned what in which round - dividends, minors, privates -, of what companies ran
  for, or of worth; a CSV file to copy comes with it.
- `/plan hex: tile: rotation: name:` keeps a tile in a plan of that name, or a token if no tile is given. The plan
  shows its map, the best run and what that earns; *Play it* plays it step by step in your turn, as far as the rules
  allow.
- A finished game gets a card: scores, where they came from, what decided it, the chart of worth and the film.
  `/me history` lists your finished games; with an opponent it says who was ahead. `/show times` tells at any moment
  how long everybody took over their turns.

## Around the table

- `/order` decides beforehand: pass, buy up to a price, start a company, draft or bid for *#3, else #1*, run for
  the most, never be asked what has one answer; shares and pars wait for the next stock round, bids for their auction.
  Each order says what it would do now and when it ends. Nobody else sees it; a letter tells you of each act.
- `/game invite` makes a lobby invite-only: besides the host, only those invited sit down, and they are written
  to. `/table hints hints:players` shows what a move would earn to those who play, not to those who watch.
- `/league standings` ranks a server's players in a title by its finished games, once somebody who manages it has
  switched that on with `/league switch`; `/league rated` declines. Head to head: `/me history opponent:`.
  Nobody escapes a lost game by leaving it: whoever has made half of a seat's decisions keeps its result. Nobody pays
  for taking one over: whoever came later is rated only with three quarters of them. In between nobody is rated.
- `/league signup` puts you on the list for a league game of a title; `/league table` opens one for those who came
  first, and calls them. `/league season` begins a season: standings count what ends in it.
- A lobby says when all who have set their quiet hours are awake, on each reader's clock, once two of them have.
- `/game copy alone:True`, in a channel of your own, opens a study room: you play every seat, *Undo* and *Redo* go
  back and forth, *Branches* under *More* keeps lines of play by name, and takes one along as a plan. Nobody is
  notified.
- *Note* under *More*, or `/note`, keeps a note for you alone; when it is your turn, 📝 on the card says
  that there is one.
- `/me hook address:` tells an address on the web of your own calls, `/table hook` tells one of all calls of a table,
  signed by a secret that only whoever set it has seen: [hooks.md](hooks.md) says what comes there.
- `/me settings` sets when you may be called: reminders, quiet hours on your own clock (`/me quiet`, `/me timezone`),
  a vacation that the table is told of, a note when you are next or the last. `/me games` lists where you are awaited,
  on every server.
- Whoever cannot play: `/game substitute` asks somebody, or lets the house play, until a day; `/game proxy` names
  somebody who may act too, and the log says for whom; `/game back` ends that. `/game replace` gives a seat away.
- A channel that is deleted takes no game with it: any player opens it again elsewhere by `/game reopen`. `/game move`
  takes a table to another channel. Who may do what, and who hears of it, stands in [manners.md](manners.md).
- Whoever does not play, because they have left the server, have run out of time or have left a call unanswered for
  three days (`/table patience`): the host may let the house or somebody else play, and the others may vote the seat
  over with `/game voteout`. They are called and written to first and have a day to press *I am here*; afterwards a
  letter tells them the way back. The house also sits down in a lobby, to practise against.
- `/table card` shows everything that is chosen for a table; its host chooses there, and the channel reads who chose
  what.
- `/table clock` sets a deadline for each decision or a bank of hours. It stops in quiet hours and vacations; at zero
  the turn is passed, played by the house, or put to the host.
- `/why` asks whether a move is legal without playing it, `/rule` finds the rules and terms that speak of something.
- `/game watch` tells of a game's rounds without a seat; a rematch is a press on the last card.
"""


class GuidePictures(BlankPictures):
    """Draws blank sheets until something is worth looking at."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awake = False
        self._real = PictureWorkers(1)

    async def draw(self, pos: Position, request: PictureRequest, since: float | None = None) -> list[Picture]:
        """Return pictures, blank ones at first."""
        drawing = self._real if self.is_awake else super()
        return await drawing.draw(pos, request)

    def close(self) -> None:
        """Let the processes go."""
        self._real.close()
        super().close()


class Guide:
    """The part of the page about one title."""

    def __init__(self, title: str, table: Table, driver: Driver) -> None:
        self.title = title
        self.table = table
        self.driver = driver
        self.lines: list[str] = [f"## {title}", ""]
        self.count = 0

    async def write(self, turn: Turn, pictures: GuidePictures) -> None:
        """Play up to a turn, then show it press by press."""
        await self.driver.open(SEED)
        await self.driver.skip(self.table.bot.service, turn.lines[:-BEFORE])
        await self.table.bot.publisher.settled()
        pictures.is_awake = True
        await self.driver.skip(self.table.bot.service, turn.lines[-BEFORE:])
        first = await self._card(TOLD["card"])
        for action in turn.actions:
            await self._decide(action, first)
        record = next(one for one in self.table.records if one.id == first)
        self.lines += [TOLD["record"], "", *self._quoted(record)]

    async def _card(self, told: str) -> str:
        """Show the card as it stands now, with the picture of the decision, and return its id."""
        await self.table.settled()
        await self.table.people[0].until(lambda: is_drawn(self.table.board), timeout=SLOW)
        await self._page(told, self.table.board)
        return self.table.board.id

    async def _decide(self, action: Action, card: str) -> None:
        """Press from the card until an action is made, and show each page on the way, then the card if it goes on."""
        driver, own = self.driver, Menu(self.driver.game.choices, action.actor)
        table = (await self.table.bot.service.tables.find(driver.game_id)).started()
        if table.game.state.ply > driver.game.state.ply:  # played because there was nothing to choose
            driver.game = driver.game.play(action)
            return
        driver.rev, person = table.rev, driver.sitting[action.actor]
        start = f"g:{driver.game_id}:{driver.rev}:"
        shown = await person.until(lambda: driver._with(start), timeout=SLOW)
        while shown is not None:
            reply = await driver._press_on(person, shown, own, action)
            shown = await driver._following(person, reply)
            if shown is not None:
                await _drawn(person, shown)
                await self._page(TOLD.get(f"{action.verb}/2" if _is_sheet(shown) else action.verb, ""), shown)
        driver.game = driver.game.play(action)
        await self.table.settled()
        if self.table.board.id == card:
            await self._card(TOLD.get(f"{action.verb}/done", ""))

    async def _page(self, told: str, shown: SeenMessage) -> None:
        """Add what a message looks like: its text, its first picture, its buttons."""
        self.lines += [told, "", *self._quoted(shown)]
        if shown.pictures:
            self.count += 1
            file = f"{FOLDER}/{self.title}-{self.count}.webp"
            image = Image.open(io.BytesIO(await self.table.people[0].fetch(shown.pictures[0].url)))
            size = save(image, DOCS / file)
            alt = shown.pictures[0].alt.replace("\n", " ").replace("[", "(").replace("]", ")")
            self.lines += [f"![{alt}]({file})", ""]
            sys.stdout.write(f"{file} {image.width}x{image.height} {size}\n")
        self.lines += [_labels(shown), ""]

    def _quoted(self, shown: SeenMessage) -> list[str]:
        """The text of a message as a quotation, its small print small."""
        lines = [re.sub(r"^-# (.*)$", r"<sub>\1</sub>", one) for one in self._plain(shown.text).splitlines()]
        return [*(f"> {line}  " for line in lines), ""]

    def _plain(self, text: str) -> str:
        """Return a text with people by their names."""
        for person in self.table.people:
            text = text.replace(person.mention, f"@{person.name}")
        return re.sub(r"</([^:>]+):\d+>", r"`/\1`", text)


async def _drawn(person: Person, shown: SeenMessage) -> None:
    """Wait for the picture of a question, and for what runs would earn."""
    with suppress(TimeoutError):
        await person.until(lambda: shown.pictures or _is_confirmation(shown), timeout=SLOW)
        if _is_sheet(shown):
            await person.until(lambda: re.search(r"run \d|with a ", shown.text), timeout=SLOW)
        elif any(": tile " in label for label in shown.labels):
            await person.until(lambda: re.search(r"^`[A-Z]` ", shown.text, re.MULTILINE), timeout=SLOW)


def _labels(shown: SeenMessage) -> str:
    """Return the buttons of a message."""
    return " ".join(f"`[{label}]`" for label in shown.labels)


def _is_confirmation(shown: SeenMessage) -> bool:
    """Tell whether a message asks to confirm a move, which has a picture only if it changes the map."""
    return "→ " in shown.text and not _is_sheet(shown)


def _is_sheet(shown: SeenMessage) -> bool:
    """Tell whether a message compares numbered ways."""
    return re.search(r"^`1\*?`", shown.text, re.MULTILINE) is not None


def save(image: Image.Image, file: Path) -> int:
    """Save a picture that is light enough for a page, and return its bytes."""
    if image.width > WIDEST:
        image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
    for quality in range(85, 30, -10):
        image.convert("RGB").save(file, quality=quality, method=6)
        if file.stat().st_size < HEAVIEST:
            break
    return file.stat().st_size


async def guide(title: str, folder: Path) -> list[str]:
    """Return the part of a title; its pictures are in the docs then."""
    count = min(4, titles()[title].data.players[1])
    pictures, turn = GuidePictures(), best_turn(title, PLAYERS[:count], SEED)
    async with local_discord() as server:
        table = Table(server, folder / f"{title}.db")
        table.pictures = pictures
        await table.open(route_workers=1)
        try:
            people = await table.seat(count)
            part = Guide(title, table, Driver(people, turn.setup))
            await part.write(turn, pictures)
        finally:
            for person in table.people:
                await person.close()
            await table.close()
    return part.lines


def main() -> int:
    """Make pictures and page; with titles named, their pictures alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    given = parser.parse_args()
    (DOCS / FOLDER).mkdir(exist_ok=True)
    lines = [INTRO]
    with tempfile.TemporaryDirectory() as folder:
        for title in given.titles:
            lines += asyncio.run(guide(title, Path(folder)))
        lines += asyncio.run(screens(DOCS / FOLDER, Path(folder) / "phone.db"))
    page = "\n".join(lines).rstrip() + "\n"
    (DOCS / "playing.md").write_text(page, encoding="utf-8")
    for left_over in unused(DOCS / FOLDER, page):
        left_over.unlink()
    return 0


def unused(folder: Path, page: str) -> list[Path]:
    """The pictures of a folder that a page does not show: of a turn that had more of them."""
    return [file for file in sorted(folder.glob("*.webp")) if f"{folder.name}/{file.name}" not in page]


if __name__ == "__main__":
    sys.exit(main())
