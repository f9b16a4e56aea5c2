"""What a person sees: messages, forms and the bot's reactions, easy to ask about in a test."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from bot.local.attachments import walk
from bot.local.messages import EPHEMERAL, LOADING, SILENT
from bot.local.wire import JsonObject, as_read

BUTTON, TEXT, THUMBNAIL, GALLERY = 2, 10, 11, 12
SELECTS = (3, 5, 6, 7, 8)
SQUARES = "🟥🟧🟨🟩🟦🟪🟫⬛⬜"
"""The squares with which lines about companies begin."""


@dataclass(frozen=True)
class SeenPicture:
    """A picture of a message with the text that describes it."""

    name: str
    url: str
    alt: str
    width: int
    height: int


class SeenMessage:
    """A message as it stands now; it changes as the bot edits it."""

    def __init__(self, body: JsonObject) -> None:
        self.raw = body
        self.deleted = False

    def __repr__(self) -> str:
        return f"<Message {self.id} {self.text[:60]!r}>"

    @property
    def id(self) -> str:
        """Return the number of the message."""
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        """Return the number of its channel."""
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """Return the name of whoever wrote it."""
        return str(self.raw["author"]["global_name"])

    @property
    def content(self) -> str:
        """Return the content of a message without a layout."""
        return str(self.raw["content"])

    @property
    def components(self) -> list[JsonObject]:
        """Return all components, nested ones too."""
        return [*walk(self.raw["components"])]

    @property
    def text(self) -> str:
        """Return all that can be read in it, line by line: content, embeds and layout."""
        embeds = [
            str(embed.get(key) or "") for embed in self.raw["embeds"] for key in ("title", "description")
        ]
        fields = [
            f"{one['name']}: {one['value']}"
            for embed in self.raw["embeds"]
            for one in embed.get("fields", [])
        ]
        shown = [component["content"] for component in self.components if component["type"] == TEXT]
        return as_read("\n".join(line for line in [self.content, *embeds, *fields, *shown] if line))

    @property
    def buttons(self) -> list[JsonObject]:
        """Return all buttons."""
        return [component for component in self.components if component["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """Return the labels of the buttons that can be pressed."""
        return [as_read(button.get("label", "")) for button in self.buttons if not button.get("disabled")]

    @property
    def selects(self) -> list[JsonObject]:
        """Return all lists to choose from."""
        return [component for component in self.components if component["type"] in SELECTS]

    @property
    def pictures(self) -> list[SeenPicture]:
        """Return the pictures shown, in the layout or below the content."""
        by_id = {attachment["id"]: attachment for attachment in self.raw["attachments"]}
        shown: list[SeenPicture] = []
        for part in self.components:
            if part["type"] in (THUMBNAIL, GALLERY):
                items = part.get("items") or [part]
                shown += [
                    _picture(by_id.get(one["media"].get("attachment_id"), one["media"]), one) for one in items
                ]
        images = [one for one in by_id.values() if one["content_type"].startswith("image/")]
        return shown or [_picture(one, one) for one in images]

    @property
    def ephemeral(self) -> bool:
        """Return whether one person alone sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def silent(self) -> bool:
        """Return whether it was posted without notifying."""
        return bool(self.raw["flags"] & SILENT)

    @property
    def loading(self) -> bool:
        """Return whether the bot is still thinking."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def edited(self) -> bool:
        """Return whether it was changed after it was posted."""
        return self.raw["edited_timestamp"] is not None


def _picture(file: JsonObject, about: JsonObject) -> SeenPicture:
    name = file.get("filename") or file["url"].rsplit("/", 1)[-1]
    return SeenPicture(
        name,
        file["url"],
        as_read(about.get("description") or ""),
        file.get("width", 0),
        file.get("height", 0),
    )


@dataclass(frozen=True)
class Modal:
    """A form the bot opened."""

    interaction: str
    raw: JsonObject

    @property
    def title(self) -> str:
        """Return its title."""
        return str(self.raw["title"])

    @property
    def fields(self) -> dict[str, JsonObject]:
        """Return the fields to fill in, by custom_id."""
        return {part["custom_id"]: part for part in walk(self.raw["components"]) if part.get("custom_id")}


@dataclass(frozen=True)
class Suggestion:
    """One completion of an option."""

    name: str
    value: Any


@dataclass(frozen=True)
class Ping:
    """A call for attention."""

    channel: str
    message: str


@dataclass(eq=False)
class Reply:
    """The bot's reaction to what a person did; it grows as long as the bot follows up.

    A press that is only acknowledged counts as answered by the first message that changes in its channel.
    """

    interaction: str
    channel: str
    messages: list[SeenMessage] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Suggestion] | None = None
    acknowledged: bool = False
    failed: str | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    taken_at: float | None = None
    """When the bot first answered, if only that it is thinking, by the loop's clock."""

    def take(self) -> None:
        """Note that the bot has answered."""
        if self.taken_at is None:
            self.taken_at = asyncio.get_running_loop().time()

    @property
    def message(self) -> SeenMessage:
        """Return the message created or edited last."""
        if not self.messages:
            raise LookupError(f"The bot answered with no message ({self.kind}: {self.failed}).")
        return self.messages[-1]

    @property
    def text(self) -> str:
        """Return the text of that message."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        """Return whether that message is for this person alone."""
        return self.message.ephemeral

    @property
    def kind(self) -> str:
        """Return one word for what happened."""
        if self.failed:
            return "failed"
        if self.modal:
            return "modal"
        if self.choices is not None:
            return "choices"
        if self.messages:
            return "message"
        return "acknowledged" if self.acknowledged else "nothing"
