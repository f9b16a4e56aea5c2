"""A part of ``make bench``: how long a player waits for the picture of a question, and for what moves would earn."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator

from bot.menu.folding import Ask, Menu
from bot.pickers import sights
from bot.pictures.kinds import OwnPartDrawing, PlacesDrawing
from bot.pictures.requests import PictureRequest
from bot.pictures.workers import PictureWorkers
from bot.tables.precompute import Precompute
from engine.game import Game
from engine.title import titles
from render import MapContent
from tests.gallery.games import play

MOMENTS = 25
"""Positions of each title."""


def questions(games: list[Game]) -> Iterator[tuple[Game, sights.LetteredPlaces, sights.WaySheet | None]]:
    """Yield positions in which a hex must be chosen, with its places and the largest sheet of ways."""
    for game in games:
        menu = Menu(game.choices)
        for verb in menu.verbs:
            step = menu.narrow(verb)
            seen = sights.places(game.pos, step) if isinstance(step, Ask) else None
            if seen is not None:
                found = [
                    sights.distinct_offers(game.pos, menu.rest(verb, {sights.HEX: hex_}))
                    for hex_ in seen.letters
                ]
                most = max(found, key=len)[: sights.MOST]
                yield game, seen, sights.WaySheet(most) if len(most) > 1 else None
                break


async def timed(games: list[Game]) -> tuple[list[float], list[float], list[int]]:
    """Return the seconds to each picture, to the earnings of each sheet, and how many ways that has."""
    pictures, searches, drawn, found, counts = PictureWorkers(1), Precompute(5.0, 1), [], [], []
    try:
        await pictures.draw(games[0].pos, PictureRequest((OwnPartDrawing(),)))
        await searches.gains(games[0], ())
        for game, seen, sheet in questions(games):
            await pictures.draw(game.pos, PictureRequest((OwnPartDrawing(),)))  # the board that is looked at
            began = time.perf_counter()
            request = PictureRequest((PlacesDrawing(MapContent(letters=seen.letters, offered=seen.offered)),))
            await pictures.draw(game.pos, request)
            drawn.append(time.perf_counter() - began)
            if sheet is not None:
                began = time.perf_counter()
                await searches.gains(game, [offer.action for offer in sheet.offers])
                found.append(time.perf_counter() - began)
                counts.append(len(sheet.offers))
    finally:
        pictures.close()
        searches.close()
    return drawn, found, counts


def line(name: str, seconds: list[float]) -> str:
    """Return a row: median, p95 and most, in milliseconds."""
    ranked = sorted(seconds) or [0.0]
    picks = ranked[len(ranked) // 2], ranked[int(0.95 * (len(ranked) - 1))], ranked[-1]
    return f"{name:<34}{len(seconds):>6}" + "".join(f"{1000 * one:>9.0f}" for one in picks)


def main() -> int:
    """Print the table."""
    sys.stdout.write(f"{'see, then choose (ms)':<34}{'count':>6}{'median':>9}{'p95':>9}{'most':>9}\n")
    for title in titles():
        games = list(play(title, 4).games)
        drawn, found, counts = asyncio.run(timed(games[:: max(1, len(games) // (4 * MOMENTS))]))
        sys.stdout.write(line(f"{title}: places", drawn) + "\n")
        sys.stdout.write(line(f"{title}: earnings of 2 to {max(counts, default=0)} ways", found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
