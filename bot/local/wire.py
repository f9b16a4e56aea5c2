"""JSON as Discord sends it: the exact content type, errors with a code, requests with their files."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, web

JsonObject = dict[str, Any]

API = "/api/v10"
HARD_SPACE = "\u00a0"


def as_read(text: str) -> str:
    """Return a text as an eye reads it: a space at which no line may break looks like any other."""
    return text.replace(HARD_SPACE, " ")


class ApiError(Exception):
    """A refusal in Discord's own form: HTTP status, numeric code, sentence."""

    def __init__(self, status: int, code: int, message: str, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.reasons = reasons

    @property
    def body(self) -> JsonObject:
        """Return the JSON object the client reads the refusal from."""
        body: JsonObject = {"code": self.code, "message": str(self)}
        if self.reasons:
            told = [{"code": self.code, "message": reason} for reason in self.reasons]
            body["errors"] = {"request": {"_errors": told}}
        return body


def invalid(*reasons: str) -> ApiError:
    """Refuse a body that breaks a rule."""
    return ApiError(400, 50035, "Invalid Form Body", reasons)


def refused(sentence: str) -> ApiError:
    """Return the refusal of what the client itself would not let a person send."""
    return ApiError(400, 50035, sentence)


def unknown(what: str, code: int) -> ApiError:
    """Refuse a request about something that does not exist."""
    return ApiError(404, code, f"Unknown {what}")


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Answer with JSON; the content type carries no charset, which discord.py insists on."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def nothing() -> web.Response:
    """Answer that all went well and there is nothing to say."""
    return web.Response(status=204)


@dataclass(frozen=True)
class Upload:
    """One file of a request."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class SentRequest:
    """What the bot sent: the path without the address, the body, the files by number."""

    method: str
    path: str
    query: dict[str, str]
    payload: Any
    files: dict[int, Upload]

    @property
    def sizes(self) -> list[int]:
        """Return the sizes of the files in bytes."""
        return [len(upload.data) for upload in self.files.values()]

    def asks(self, name: str) -> bool:
        """Return whether a switch of the query is on."""
        return self.query.get(name) in ("1", "true")

    def body(self) -> JsonObject:
        """Return the payload as an object; a list or nothing is refused."""
        if not isinstance(self.payload, dict):
            raise invalid("The body must be a JSON object.")
        return self.payload


async def read_request(request: web.Request) -> SentRequest:
    """Read a request of the bot, JSON or multipart."""
    payload: Any = None
    files: dict[int, Upload] = {}
    try:
        if request.content_type.startswith("multipart/"):
            payload, files = await _read_parts(request)
        elif request.content_type == "application/x-www-form-urlencoded":
            payload = _read_form(await request.text())
        elif request.can_read_body and (text := await request.text()):
            payload = json.loads(text)
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    path = request.path.removeprefix(API)
    return SentRequest(request.method, path, dict(request.query), payload, files)


def _read_form(text: str) -> JsonObject:
    """Return the fields of a form, with a body in JSON where one field holds it."""
    fields: JsonObject = dict(parse_qsl(text, keep_blank_values=True))
    body = json.loads(fields.pop("payload_json", "{}"))
    if not isinstance(body, dict):
        raise invalid("The body must be a JSON object.")
    return {**fields, **body}


async def _read_parts(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    payload: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid("A multipart body may not be nested.")
        name, data = part.name or "", bytes(await part.read())
        if name == "payload_json":
            payload = json.loads(data)
        elif name.startswith("files[") and name[6:-1].isdecimal():
            files[int(name[6:-1])] = Upload(part.filename or "file", data)
        elif part.filename is None:
            payload = {**(payload or {}), name: data.decode()}
        else:
            files[len(files)] = Upload(part.filename, data)
    return payload, files
