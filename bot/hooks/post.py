"""One request to an address: how it is signed, sent, and what the answer means."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import aiohttp
from yarl import URL

from bot.hooks.addresses import Allowed, PrivateAddress, PublicOnly, is_public

SECRET = "whsec_"  # noqa: S105 - the beginning of one
"""How a secret begins, as receivers expect it."""
SECONDS = 10.0
"""How long an address may take to answer."""
AT_ONCE = 20
BUSY = (408, 425, 429)
"""Answers that ask to come again later, as do all of 500 and above."""
GONE = 410
Fate = Literal["taken", "later", "refused", "gone", "private"]
"""What became of a request; ``gone``: the address wants no more, ``private``: it was not asked at all."""


@dataclass(frozen=True, slots=True)
class HookReply:
    """What an address answered: the number of its answer, 0 if there was none."""

    fate: Fate
    status: int = 0


def new_secret() -> str:
    """Return a secret with which requests to one address are signed."""
    return SECRET + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, message: str, at: int, body: str) -> str:
    """Return the signature of a request by the secret, its id, the second it is sent, and its body."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    signed = hmac.digest(key, f"{message}.{at}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


class Postman:
    """Sends requests; follows no redirection, keeps no cookie, reads no answer."""

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: URL, secret: str, message: str, body: str, now: datetime) -> HookReply:
        """Tell an address, and return what it made of it."""
        if self._allowed == "public" and not is_public(url.host or ""):
            return HookReply("private")
        at = int(now.timestamp())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Stationmaster",
            "webhook-id": message,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(secret, message, at, body),
        }
        try:
            asked = self._opened().post(url, data=body.encode(), headers=headers, allow_redirects=False)
            async with asked as answer:
                return HookReply(_fate(answer.status), answer.status)
        except aiohttp.ClientConnectorError as trouble:
            return HookReply("private" if isinstance(trouble.os_error, PrivateAddress) else "later")
        except (aiohttp.ClientError, OSError, ValueError):
            return HookReply("later")

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            resolver = PublicOnly() if self._allowed == "public" else None
            connector = aiohttp.TCPConnector(
                resolver=resolver, limit=AT_ONCE, force_close=True, use_dns_cache=False
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
            )
        return self._session

    async def close(self) -> None:
        """Give all connections back."""
        if self._session is not None:
            await self._session.close()


def _fate(status: int) -> Fate:
    if 200 <= status < 300:
        return "taken"
    if status == GONE:
        return "gone"
    return "later" if status in BUSY or status >= 500 else "refused"
