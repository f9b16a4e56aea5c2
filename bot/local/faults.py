"""Trouble on request: refusals, limits, server errors and slowness for tests."""

from dataclasses import dataclass
from fnmatch import fnmatch

from aiohttp import web

from bot.local.wire import SentRequest, answer


@dataclass
class InjectedFault:
    """One kind of trouble for the next requests that match."""

    status: int
    body: dict[str, object]
    method: str = "*"
    path: str = "*"
    times: int = 1

    def fits(self, sent: SentRequest) -> bool:
        """Return whether this request is to fail."""
        return self.times > 0 and fnmatch(sent.method, self.method) and fnmatch(sent.path, self.path)


class InjectedFaults:
    """All trouble in store."""

    def __init__(self) -> None:
        self.latency = 0.0
        self.pending: list[InjectedFault] = []
        self.struck = 0

    def rate_limit(self, retry_after: float, *, method: str = "*", path: str = "*", times: int = 1) -> None:
        """Answer 429 and ask to come back later."""
        body: dict[str, object] = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": False,
        }
        self.pending.append(InjectedFault(429, body, method, path, times))

    def server_error(self, status: int = 500, *, method: str = "*", path: str = "*", times: int = 1) -> None:
        """Answer as if Discord were broken."""
        self.pending.append(
            InjectedFault(status, {"code": 0, "message": "Internal Server Error"}, method, path, times)
        )

    def refuse(  # noqa: PLR0913 - status, code and sentence make the refusal, the rest says when
        self,
        status: int,
        code: int,
        message: str,
        *,
        method: str = "*",
        path: str = "*",
        times: int = 1,
    ) -> None:
        """Answer with a refusal, such as 403, 50013, "Missing Permissions"."""
        self.pending.append(InjectedFault(status, {"code": code, "message": message}, method, path, times))

    def strike(self, sent: SentRequest) -> web.Response | None:
        """Return the trouble this request runs into, None if there is none."""
        for fault in self.pending:
            if fault.fits(sent):
                fault.times -= 1
                self.struck += 1
                headers = {"Via": "1.1 local"} if fault.status == 429 else None
                return answer(fault.body, fault.status, headers)
        return None
