"""Frames to websockets, in order, without making the sender wait; and the pages and persons that get them."""

import asyncio
import json
import zlib
from collections.abc import Callable
from contextlib import suppress

from aiohttp import web

from bot.local.wire import JsonObject


def _at_once() -> float:
    return 0.0


class SendQueue:
    """The frames on their way to one websocket, as text or as one stream of zlib."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        delay: Callable[[], float] = _at_once,
        *,
        compress: bool = False,
    ) -> None:
        self.socket = socket
        self._delay = delay
        self._stream = zlib.compressobj() if compress else None
        self._frames: asyncio.Queue[tuple[float, str] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    def put(self, frame: JsonObject) -> None:
        """Send a frame after those already put."""
        due = asyncio.get_running_loop().time() + self._delay()
        self._frames.put_nowait((due, json.dumps(frame, ensure_ascii=False, separators=(",", ":"))))

    async def _run(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            while (frame := await self._frames.get()) is not None:
                due, text = frame
                if (left := due - asyncio.get_running_loop().time()) > 0:
                    await asyncio.sleep(left)
                await self._send(text)

    async def _send(self, text: str) -> None:
        if self._stream is None:
            await self.socket.send_str(text)
        else:
            packed = self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)

    async def close(self, code: int = 1000) -> None:
        """Send what is left, then close."""
        self._frames.put_nowait(None)
        await self._task
        with suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code)


class Audience:
    """All pages and persons that watch; each may look through one seat or through all."""

    def __init__(self) -> None:
        self._watchers: dict[SendQueue, str | None] = {}

    def join(self, queue: SendQueue, seat: str | None) -> None:
        """Let a socket watch as one seat, or as all when seat is None."""
        self._watchers[queue] = seat

    def leave(self, queue: SendQueue) -> None:
        """Stop watching."""
        self._watchers.pop(queue, None)

    def tell(self, event: str, *, to: list[str] | None = None, **data: object) -> None:
        """Tell those who may see it what happened; `to` lists the seats, None means everybody."""
        for queue, seat in self._watchers.items():
            if to is None or seat is None or seat in to:
                queue.put({"event": event, "to": to, **data})

    async def close(self) -> None:
        """Close every socket."""
        for queue in list(self._watchers):
            await queue.close(1001)
