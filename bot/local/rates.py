"""Rate limits: how many requests of a kind may be made in how many seconds, and what every answer says of it.

Discord publishes the limit of fifty requests a second and tells all others by the headers of its answers alone; the
numbers here are those that its answers have carried for years.
"""

import hashlib
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.local.ids import made_at
from bot.local.wire import JsonObject

NUMBER = r"/\d+"


@dataclass(frozen=True)
class RateRule:
    """How many requests of a kind may be made in how many seconds, for each place that the path names first."""

    methods: str
    path: re.Pattern[str]
    limit: int
    seconds: float


def _rule(methods: str, path: str, limit: int, seconds: float) -> RateRule:
    return RateRule(methods, re.compile(path), limit, seconds)


DOCUMENTED = (
    _rule("POST", r"(/channels/\d+)/messages", 5, 5.0),
    _rule("PATCH", r"(/channels/\d+)/messages/\d+", 5, 5.0),
    _rule("DELETE", r"(/channels/\d+)/messages/\d+", 5, 1.0),
    _rule("GET", r"(/channels/\d+)/messages(/\d+)?", 5, 5.0),
    _rule("POST", r"(/channels/\d+)/(messages/\d+/)?threads", 50, 300.0),
    _rule("PATCH", r"(/channels/\d+)", 5, 15.0),
    _rule("POST", r"/users/@me/channels", 10, 10.0),
    _rule("PUT POST", r"/applications/\d+/(guilds/\d+/)?commands", 5, 20.0),
    _rule("POST PATCH DELETE", r"(/webhooks/\d+/[^/]+)(/messages/.*)?", 5, 2.0),
)
OTHERWISE = _rule("", r".*", 50, 1.0)
EVERYTHING = _rule("", r"", 50, 1.0)
OLD_EDITS = _rule("PATCH", r"", 3, 6.0)
"""Edits of messages older than an hour, in each channel; no header tells of them."""
OLD_EDIT = 30046
HOUR = 3600.0
_EDIT = re.compile(r"(/channels/\d+)/messages/(\d+)")
FREE = re.compile(r"/interactions/.*")
OUTSIDE = re.compile(r"/(interactions|webhooks)/.*")


@dataclass
class Bucket:
    """What is left of a limit, and until when."""

    rule: RateRule
    name: str
    left: int = 0
    ends: float = 0.0

    def spend(self, now: float, pace: float) -> float | None:
        """Take one; return the seconds to wait where nothing is left."""
        if now >= self.ends:
            self.left, self.ends = self.rule.limit, now + self.rule.seconds / pace
        if self.left == 0:
            return self.ends - now
        self.left -= 1
        return None

    def headers(self, now: float) -> dict[str, str]:
        """Return the headers of an answer."""
        left = max(self.ends - now, 0.0)
        return {
            "X-RateLimit-Limit": str(self.rule.limit),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": self.name,
        }


@dataclass(frozen=True)
class RateSpent:
    """What a request was allowed: its headers, and how long it must wait if it was not."""

    headers: dict[str, str]
    wait: float | None = None
    everywhere: bool = False
    code: int = 0


class Rates:
    """All buckets; ``pace`` lets their clocks run faster, and ``met`` notes every request that was one too many.

    Messages are old after so many seconds as ``old_after`` says.
    """

    def __init__(
        self,
        rules: tuple[RateRule, ...] = DOCUMENTED,
        pace: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rules = rules
        self.pace = pace
        self.clock = clock
        self.old_after = HOUR
        self.met: list[str] = []
        self._everything = Bucket(EVERYTHING, "global")
        self._buckets: dict[str, Bucket] = {}

    def spend(self, method: str, path: str) -> RateSpent:
        """Count a request."""
        if FREE.fullmatch(path):
            return RateSpent({})
        now, bucket = self.clock(), self._bucket(method, path)
        if not OUTSIDE.fullmatch(path):
            wait = self._everything.spend(now, self.pace)
            if wait is not None:
                return self._refused(f"{method} {path}", RateSpent({}, wait, everywhere=True))
        old = self._old_edits(method, path)
        wait = None if old is None else old.spend(now, self.pace)
        if wait is not None:
            return self._refused(f"{method} {path}", RateSpent(bucket.headers(now), wait, code=OLD_EDIT))
        wait = bucket.spend(now, self.pace)
        spent = RateSpent(bucket.headers(now), wait)
        return spent if wait is None else self._refused(f"{method} {path}", spent)

    def _old_edits(self, method: str, path: str) -> Bucket | None:
        """The limit of a channel's old messages, where one of them is edited."""
        match = _EDIT.fullmatch(path) if method == "PATCH" else None
        if match is None or time.time() - made_at(match[2]) < self.old_after:
            return None
        return self._named("old edits", match[1], OLD_EDITS)

    def _refused(self, what: str, spent: RateSpent) -> RateSpent:
        self.met.append(what)
        return spent

    def _bucket(self, method: str, path: str) -> Bucket:
        for rule in self.rules:
            if method in rule.methods.split() and (match := rule.path.fullmatch(path)):
                place = match.group(1) if rule.path.groups else ""
                return self._named(f"{method} {rule.path.pattern}", place, rule)
        return self._named(f"{method} {re.sub(NUMBER, '/-', path)}", "", OTHERWISE)

    def _named(self, route: str, place: str, rule: RateRule) -> Bucket:
        """Return the bucket of a route at a place; its name is that of the route, as Discord's are."""
        key = f"{route} {place}"
        if key not in self._buckets:
            name = hashlib.sha256(route.encode()).hexdigest()[:32]
            self._buckets[key] = Bucket(rule, name)
        return self._buckets[key]


def too_many(wait: float, *, everywhere: bool = False, code: int = 0) -> tuple[JsonObject, dict[str, str]]:
    """Return the body and the headers of the answer to one request too many."""
    old = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    body: JsonObject = {
        "message": old if code == OLD_EDIT else "You are being rate limited.",
        "code": code,
        "retry_after": round(wait, 3),
        "global": everywhere,
    }
    scope = "global" if everywhere else "user"
    headers = {"Via": "1.1 local", "Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": scope}
    return body, headers | ({"X-RateLimit-Global": "true"} if everywhere else {})
