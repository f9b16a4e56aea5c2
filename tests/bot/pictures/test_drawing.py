"""The processes that draw: apart from the one that answers presses, replaced when they die, gone when it closes."""

import asyncio
import io
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.limits import FILE_SIZE
from bot.pictures import drawing, whole_games
from bot.pictures.drawing import Picture, draw
from bot.pictures.kinds import BOARD, WHOLE, MarketDrawing
from bot.pictures.requests import PictureRequest
from bot.pictures.workers import PictureWorkers
from bot.worker_pool import WorkerLost
from engine import notation
from engine.game import Game, Setup
from engine.opponents import ThriftyPlayer
from render import Look
from render.schemes import SCHEMES
from tests.bot.positions import NAMES, having

LONG = 120.0
"""How many seconds a picture may take on a machine that is busy with other tests."""


@pytest.mark.parametrize(
    "scheme", ["dark", *(pytest.param(name, marks=pytest.mark.slow) for name in SCHEMES if name != "dark")]
)
async def test_pictures_are_drawn_by_another_process(scheme: str):
    """Each kind in every scheme; the process that answers presses draws nothing itself."""
    pictures = PictureWorkers(draw=drawn_elsewhere, seconds=LONG)
    try:
        (picture,) = await pictures.draw(having("lay").pos, PictureRequest((MarketDrawing(),), Look(scheme)))
    finally:
        pictures.close()

    assert picture.name != str(os.getpid())
    assert Image.open(io.BytesIO(picture.data)).format == "PNG"


@pytest.mark.slow
async def test_presses_are_served_while_something_is_drawn():
    """The loop turns all the time that a picture takes; drawn in it, the picture would let nothing else happen."""
    pictures, turns = PictureWorkers(draw=drawn_elsewhere, seconds=LONG), 0
    drawing = asyncio.create_task(
        pictures.draw(having("lay").pos, PictureRequest(tuple(WHOLE[kind] for kind in BOARD)))
    )
    try:
        while not drawing.done():
            turns += 1
            await asyncio.sleep(0.001)
    finally:
        pictures.close()

    assert len(drawing.result()) == 4
    assert turns > 20


@pytest.mark.parametrize(("room", "given_back"), [(1 << 40, 0), (0, 2)])
def test_memory_is_kept_for_the_next_picture_while_there_is_room(
    room: int, given_back: int, monkeypatch: pytest.MonkeyPatch
):
    """Beyond that it is given back after every drawing."""
    found: list[int] = []
    monkeypatch.setattr(drawing, "ROOM", room)
    monkeypatch.setattr(drawing, "give_back", lambda: found.append(1))

    for _ in range(2):
        draw(having("lay").pos, PictureRequest((MarketDrawing(),)))

    assert len(found) == given_back


def drawn_elsewhere(pos: Any, request: PictureRequest) -> list[Picture]:
    """Draw, and name the picture after the process."""
    return [Picture(str(os.getpid()), picture.data) for picture in draw(pos, request)]


@pytest.mark.slow
async def test_a_film_and_a_course_are_made_by_a_process_of_their_own():
    """The stored moves are replayed there; the file is an animation that Discord takes."""
    game, player = Game.begin(Setup("18Mag", tuple(NAMES), seed=5)), ThriftyPlayer(5)
    lines = []
    while len(game.state.tiles) < 3:
        action = player.choose(game)
        lines.append((action.actor, notation.write(action)))
        game = game.play(action)
    pictures = PictureWorkers()
    try:
        picture = await pictures.film(game.setup, tuple(lines), Look("dark", "es"))
        course = await pictures.course(game.setup, tuple(lines))
    finally:
        pictures.close()

    film = Image.open(io.BytesIO(picture.data))
    assert (picture.suffix, film.format) == (".webp", "WEBP")
    assert film.n_frames >= 4
    assert len(picture.data) < FILE_SIZE
    assert course == whole_games.course(game.setup, tuple(lines))
    assert course[-1].worth == {player: game.pos.worth(player) for player in NAMES}


@pytest.mark.slow
async def test_a_process_that_dies_is_replaced(tmp_path: Path):
    """Two pictures are being drawn when it dies; both are drawn by the next one."""
    pictures = PictureWorkers(draw=dying_once, seconds=LONG)
    request = PictureRequest((MarketDrawing(),), Look(caption=str(tmp_path / "died")))
    try:
        found = await asyncio.gather(*(pictures.draw(having("lay").pos, request) for _ in range(2)))
    finally:
        pictures.close()

    assert [picture.name for (picture,) in found] == ["market", "market"]


def dying_once(pos: Any, request: PictureRequest) -> list[Picture]:
    """Die, and draw the next time."""
    mark = Path(request.look.caption)
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return draw(pos, request)


async def test_closing_the_workers_waits_for_no_picture():
    """A process that would draw for a long time ends at once, so that a stop of the bot is not held up."""
    before = set(multiprocessing.active_children())
    pictures = PictureWorkers(draw=painting_for_ever)
    drawing = asyncio.create_task(
        pictures.draw(having("lay").pos, PictureRequest(tuple(WHOLE[kind] for kind in BOARD)))
    )
    while not (mine := set(multiprocessing.active_children()) - before):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)

    pictures.close()
    async with asyncio.timeout(
        30
    ):  # whoever waits for the picture hears of the end when the process is buried
        with pytest.raises(WorkerLost):
            await drawing

    assert not any(child.is_alive() for child in mine)


def painting_for_ever(_pos: Any, _wish: PictureRequest) -> list[Picture]:
    """Never come to an end."""
    while True:
        time.sleep(1)
