"""Nonces: what an author posts twice with the same one is posted once, for some minutes, in any channel."""

import time

from bot.local.wire import JsonObject, invalid

LIFE = 300.0
LONGEST = 25


def nonce_of(body: JsonObject) -> str | None:
    """Return the nonce that a request wants to be enforced."""
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > LONGEST:
        raise invalid(f"A nonce has at most {LONGEST} characters.")
    return str(nonce) if nonce is not None and body.get("enforce_nonce") else None


class Nonces:
    """The nonces of the last minutes and their messages."""

    def __init__(self) -> None:
        self.life = LIFE
        self._known: dict[tuple[str, str], tuple[float, str, str]] = {}

    def repeated(self, author: str, body: JsonObject) -> tuple[str, str] | None:
        """Return the message, with its channel, that an author asks for once more, whatever channel it is now."""
        if (nonce := nonce_of(body)) is None:
            return None
        since, channel, message = self._known.get((author, nonce), (0.0, "", ""))
        return (channel, message) if message and time.monotonic() - since < self.life else None

    def note(self, author: str, body: JsonObject, channel: str, message: str) -> None:
        """Remember a message by its author's nonce, and forget those of long ago."""
        now = time.monotonic()
        self._known = {key: known for key, known in self._known.items() if now - known[0] < self.life}
        if (nonce := nonce_of(body)) is not None:
            self._known[author, nonce] = (now, channel, message)
