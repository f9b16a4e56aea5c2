"""Files of messages: stored, described, and found again inside embeds and components."""

import io
import mimetypes
import re
from collections.abc import Iterator
from typing import Any

from PIL import Image, UnidentifiedImageError

from bot.local.ids import Ids
from bot.local.store import Store
from bot.local.wire import JsonObject, Upload, invalid

SCHEME = "attachment://"
LINKING = 2  # a button points elsewhere, and shows nothing


class Attachments:
    """Keeps files and gives them an address."""

    def __init__(self, store: Store, ids: Ids) -> None:
        self.store = store
        self.ids = ids
        self.base = ""

    def save(self, message: JsonObject, upload: Upload, wanted: JsonObject) -> JsonObject:
        """Store one file of a message and describe it."""
        name = re.sub(r"[^\w.\-]", "_", wanted.get("filename") or upload.filename).lstrip(".") or "file"
        kind = mimetypes.guess_type(name, strict=False)[0] or "application/octet-stream"
        found: JsonObject = {
            "id": self.ids.next(),
            "filename": name,
            "size": len(upload.data),
            "content_type": kind,
        }
        found["url"] = f"{self.base}/attachments/{message['channel_id']}/{found['id']}/{name}"
        found["proxy_url"] = found["url"]
        if wanted.get("description"):
            found["description"] = wanted["description"]
        if kind.startswith("image/"):
            found |= _measures(upload.data)
        self.store.put_attachment(found["id"], message["id"], kind, upload.data)
        return found

    def take(self, message: JsonObject, body: JsonObject, files: dict[int, Upload]) -> None:
        """Bring the attachments of a message in line with what a request says about them."""
        listed = body.get("attachments")
        if listed is None:
            listed = [*message["attachments"], *({"id": number} for number in files)]
        held = {attachment["id"]: attachment for attachment in message["attachments"]}
        kept: list[JsonObject] = []
        for entry in listed:
            number = str(entry.get("id", ""))
            if number in held:
                kept.append(held[number])
            elif number.isdecimal() and int(number) in files:
                kept.append(self.save(message, files[int(number)], entry))
            else:
                raise invalid(f"Attachment {number or '?'} comes with no file.")
        message["attachments"] = kept

    def forget_others(self, message: JsonObject) -> None:
        """Forget the files that a message no longer has."""
        kept = tuple(attachment["id"] for attachment in message["attachments"])
        self.store.keep_attachments(message["id"], kept)


def _measures(data: bytes) -> JsonObject:
    try:
        with Image.open(io.BytesIO(data)) as image:
            return {"width": image.width, "height": image.height}
    except UnidentifiedImageError:
        return {}


def media_of(tree: Any) -> Iterator[JsonObject]:
    """Yield every object below a component or embed that points at a file by its url."""
    if isinstance(tree, list):
        for branch in tree:
            yield from media_of(branch)
    elif isinstance(tree, dict):
        if isinstance(tree.get("url"), str):
            yield tree
        for branch in tree.values():
            yield from media_of(branch)


def resolve(message: JsonObject, ids: Ids) -> None:
    """Replace `attachment://name` by the address of the file; what is shown must be there."""
    by_name = {attachment["filename"]: attachment for attachment in message["attachments"]}
    for media in media_of([message["embeds"], message["components"]]):
        if media["url"].startswith(SCHEME):
            _attach(media, by_name.get(media["url"].removeprefix(SCHEME)))
    held = {attachment["id"] for attachment in message["attachments"]}
    for media in media_of(message["components"]):
        if media.get("attachment_id", "") not in ("", *held):
            raise invalid("A file that the message shows may not be removed.")
        if media.get("type") != LINKING:
            media |= {"id": media.get("id") or ids.next(), "proxy_url": media.get("proxy_url", media["url"])}


def _attach(media: JsonObject, attachment: JsonObject | None) -> None:
    if attachment is None:
        raise invalid(f"No attachment is called {media['url'].removeprefix(SCHEME)!r}.")
    media["url"] = media["proxy_url"] = attachment["url"]
    media["id"] = media["attachment_id"] = attachment["id"]
    media |= {key: attachment[key] for key in ("width", "height", "content_type") if key in attachment}


def number_components(components: list[JsonObject]) -> None:
    """Give every component an id of its own, as Discord does."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    free = (number for number in range(1, 1000) if number not in taken)
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(free)


def walk(components: list[JsonObject]) -> Iterator[JsonObject]:
    """Yield all components, outer ones before those inside."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walk(inner)
