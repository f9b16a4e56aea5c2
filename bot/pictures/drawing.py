"""Pictures of a position as files; runs in the processes that draw, which load no more than that takes."""

import gc
from ctypes import CDLL
from dataclasses import dataclass, field
from mmap import PAGESIZE
from pathlib import Path

from PIL import Image

import render
from assets import sentences
from bot.pictures.requests import PictureRequest
from bot.worker_process import at_rest, stand_by
from engine.position import Position

ROOM = 116 << 20
"""How many bytes a process that draws keeps for the next picture: to get memory anew takes a fifth of its time."""
STATM = Path("/proc/self/statm")
"""Where Linux tells the memory of a process, in pages; the second number is what it has."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: which one, its bytes, and the suffix of its file."""

    name: str
    data: bytes = field(repr=False)
    suffix: str = ".png"


def draw(pos: Position, request: PictureRequest) -> list[Picture]:
    """Draw the pictures of a position; runs in a process of its own."""
    try:
        return [
            Picture(drawing.name, render.png(drawing.draw(pos, request.look))) for drawing in request.drawings
        ]
    finally:
        if _resident() > ROOM:
            give_back()


def _resident() -> int:
    """Return the bytes of memory of this process; 0 where the system does not tell."""
    return int(STATM.read_text("ascii").split()[1]) * PAGESIZE if STATM.exists() else 0


def give_back() -> None:
    """Give memory that is no longer used back to the system, where the C library would keep it."""
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def warm_up() -> None:
    """Load what drawing needs before anybody waits for it; most of it came with the import of this module.

    Sentences and the writer of PNGs are loaded when they are first used, which is now. All of it stays, so no garbage
    collection need look at it again.
    """
    stand_by()
    at_rest(give_back)
    sentences.messages(sentences.ENGLISH)
    render.png(Image.new("RGB", (1, 1)))
    gc.freeze()
