"""Interactions: begun by a person, answered by the bot within three seconds, followed for fifteen minutes."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.local.channels import DM, shown
from bot.local.gateway import Gateway
from bot.local.ids import BOT
from bot.local.messages import EPHEMERAL, LOADING, Messages, Origin
from bot.local.permissions import IN_DIRECT
from bot.local.wire import ApiError, JsonObject, Upload, invalid, unknown
from bot.local.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
SAY, THINK, ACKNOWLEDGE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ALLOWED = {
    COMMAND: (SAY, THINK, MODAL),
    COMPONENT: (SAY, THINK, ACKNOWLEDGE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    SUBMIT: (SAY, THINK, ACKNOWLEDGE, UPDATE),
}
ANSWER_WITHIN, TOKEN_LIFE = 3.0, 900.0
"""How many seconds the bot has for its first answer, and for all that follow."""
SILENCE = "The bot did not answer in time."
ATTACHMENT_LIMIT = 10 * 2**20


@dataclass
class OpenInteraction:
    """One thing a person did, and what became of it."""

    id: str
    kind: int
    seat: str
    channel: str
    guild: str | None = None
    pressed: str | None = None
    name: str = ""
    cause: "OpenInteraction | None" = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    answered: bool = False
    late: bool = False
    original: str | None = None
    modal: JsonObject | None = None
    made: set[str] = field(default_factory=set)

    @property
    def owners(self) -> JsonObject:
        """Return where the bot was installed; it is 0 for its own direct messages."""
        return {"0": self.guild or "0"}

    def origin(self, user: JsonObject) -> Origin:
        """Return the ``interaction_metadata`` of the messages it brings forth."""
        return Origin(self.id, self.seat, self._metadata(user))

    def _metadata(self, user: JsonObject) -> JsonObject:
        found: JsonObject = {
            "id": self.id,
            "type": self.kind,
            "user": user,
            "authorizing_integration_owners": self.owners,
        }
        if self.name:
            found["name"] = self.name
        if self.kind == COMPONENT:
            found["interacted_message_id"] = self.pressed
        if self.cause is not None:
            found["triggering_interaction_metadata"] = self.cause._metadata(user)  # noqa: SLF001 - same class
        return found


class Interactions:
    """All interactions whose tokens still live."""

    def __init__(self, world: World, messages: Messages, gateway: Gateway) -> None:
        self.world = world
        self.messages = messages
        self.gateway = gateway
        self.answer_within = ANSWER_WITHIN
        self.live: dict[str, OpenInteraction] = {}
        self._timers: set[asyncio.TimerHandle] = set()

    # begun by a person

    def begin(self, interaction: OpenInteraction, data: JsonObject) -> OpenInteraction:
        """Send what a person did to the bot and start both clocks."""
        self.live[interaction.token] = interaction
        interaction.guild = self.world.channel(interaction.channel).get("guild_id")
        self.world.announce("INTERACTION_CREATE", self._event(interaction, data), interaction.guild)
        self._later(self.answer_within, self._miss, interaction)
        self._later(TOKEN_LIFE, self._expire, interaction)
        return interaction

    def _later(
        self, seconds: float, call: Callable[[OpenInteraction], None], interaction: OpenInteraction
    ) -> None:
        def ring() -> None:
            self._timers.discard(timer)
            call(interaction)

        timer = asyncio.get_running_loop().call_later(seconds, ring)
        self._timers.add(timer)

    def _miss(self, interaction: OpenInteraction) -> None:
        if not interaction.answered:
            interaction.late = True
            self._tell(interaction, "failed", why=SILENCE, online=self.gateway.online)

    def _expire(self, interaction: OpenInteraction) -> None:
        self.live.pop(interaction.token, None)

    def close(self) -> None:
        """Stop all clocks."""
        for timer in self._timers:
            timer.cancel()

    def _tell(self, interaction: OpenInteraction, event: str, **data: object) -> None:
        self.world.audience.tell(event, to=[interaction.seat], interaction=interaction.id, **data)

    def _event(self, interaction: OpenInteraction, data: JsonObject) -> JsonObject:
        channel = self.world.channel(interaction.channel)
        held = str(self.world.held_in(channel, interaction.seat))
        event: JsonObject = {
            "id": interaction.id,
            "application_id": BOT,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel": {**shown(channel), "permissions": held},
            "channel_id": channel["id"],
            "attachment_size_limit": ATTACHMENT_LIMIT,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "locale": self.world.seat(interaction.seat)["locale"],
            **self._place(channel, interaction.seat, held),
        }
        if interaction.pressed is not None:
            event["message"] = self.messages.shown(self.messages.any(interaction.pressed))
        return event

    def _place(self, channel: JsonObject, seat: str, held: str) -> JsonObject:
        user = self.world.user(seat)
        if channel["type"] == DM:
            return {"context": 1, "user": user, "app_permissions": str(IN_DIRECT)}
        guild = self.world.guild(channel["guild_id"])
        return {
            "context": 0,
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": {**guild.member(user), "permissions": held},
            "app_permissions": str(self.world.held_in(channel, BOT)),
        }

    # answered by the bot

    def answer(self, number: str, token: str, body: JsonObject, files: dict[int, Upload]) -> JsonObject:
        """Take the bot's first answer."""
        interaction = self.live.get(token)
        if interaction is None or interaction.id != number or interaction.late:
            raise unknown("interaction", 10062)
        if interaction.answered:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body.get("type"), body.get("data") or {}
        if kind not in ALLOWED[interaction.kind] or (kind == UPDATE and not interaction.pressed):
            raise invalid(f"Answer type {kind} does not fit interaction type {interaction.kind}.")
        resource = self._respond(interaction, kind, data, files)
        interaction.answered = True
        return self._receipt(interaction, kind, resource)

    def _respond(
        self, interaction: OpenInteraction, kind: int, data: JsonObject, files: dict[int, Upload]
    ) -> JsonObject | None:
        if kind in (SAY, THINK):
            message = self._post(interaction, data, files, loading=kind == THINK)
            interaction.original = message["id"]
            return message if kind == SAY else None
        if kind == CHOICES:
            self._tell(interaction, "choices", choices=data.get("choices") or [])
        elif kind == MODAL:
            interaction.modal = data
            self._tell(interaction, "modal", modal=data)
        else:
            interaction.original = interaction.pressed
            if kind == UPDATE:
                return self._edit(interaction, self.messages.any(str(interaction.pressed)), data, files)
            self._tell(interaction, "acknowledged")
        return None

    def _receipt(self, interaction: OpenInteraction, kind: int, resource: JsonObject | None) -> JsonObject:
        receipt: JsonObject = {
            "id": interaction.id,
            "type": interaction.kind,
            "channel_id": interaction.channel,
            **({"guild_id": interaction.guild} if interaction.guild else {}),
        }
        if interaction.original is not None:
            flags = self.messages.any(interaction.original)["flags"]
            receipt |= {
                "response_message_id": interaction.original,
                "response_message_loading": bool(flags & LOADING),
                "response_message_ephemeral": bool(flags & EPHEMERAL),
            }
        if resource is None:
            return {"interaction": receipt}
        return {"interaction": receipt, "resource": {"type": kind, "message": self.messages.shown(resource)}}

    def _post(
        self,
        interaction: OpenInteraction,
        body: JsonObject,
        files: dict[int, Upload],
        *,
        loading: bool = False,
    ) -> JsonObject:
        channel = self.world.channel(interaction.channel)
        origin = interaction.origin(self.world.user(interaction.seat))
        message = self.messages.post(channel, body, files, origin=origin, loading=loading)
        interaction.made.add(message["id"])
        return message

    def _edit(
        self, interaction: OpenInteraction, message: JsonObject, body: JsonObject, files: dict[int, Upload]
    ) -> JsonObject:
        return self.messages.edit(message, body, files, interaction.origin(self.world.user(interaction.seat)))

    # followed up by the bot

    def by_token(self, token: str) -> OpenInteraction:
        """Return the interaction whose token still lives and was answered."""
        interaction = self.live.get(token)
        if interaction is None:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if not interaction.answered:
            raise unknown("Webhook", 10015)
        return interaction

    def follow(self, token: str, body: JsonObject, files: dict[int, Upload]) -> JsonObject:
        """Post a further message; the first one after "thinking" takes its place.

        What was pressed may have gone meanwhile.
        """
        interaction = self.by_token(token)
        if interaction.original in interaction.made:
            original = self.messages.any(str(interaction.original))
            if original["flags"] & LOADING:
                return self._edit(interaction, original, body, files)
        return self._post(interaction, body, files)

    def message(self, token: str, wanted: str) -> JsonObject:
        """Return a message of this interaction, by id or "@original"."""
        interaction = self.by_token(token)
        wanted = (interaction.original or "") if wanted == "@original" else wanted
        if wanted not in interaction.made and wanted != interaction.pressed:
            raise unknown("Message", 10008)
        return self.messages.any(wanted)

    def edit(self, token: str, wanted: str, body: JsonObject, files: dict[int, Upload]) -> JsonObject:
        """Change a message of this interaction."""
        return self._edit(self.by_token(token), self.message(token, wanted), body, files)

    def delete(self, token: str, wanted: str) -> None:
        """Remove a message of this interaction."""
        interaction, message = self.by_token(token), self.message(token, wanted)
        self.messages.delete(message, interaction.origin(self.world.user(interaction.seat)))
        if message["id"] == interaction.original:
            interaction.original = None
