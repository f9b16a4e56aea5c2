"""How Discord describes its objects: every field that its description of the API demands."""

from typing import Any

from bot.local.ids import BOT
from bot.local.wire import JsonObject

LONG_AGO = "2015-01-01T00:00:00+00:00"
APPLICATION_FLAGS = 1 << 23  # it has commands of its own


def user_json(user: str, name: str, *, bot: bool = False) -> JsonObject:
    """Return a user."""
    return {
        "id": user,
        "username": name.lower().replace(" ", "_"),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "collectibles": None,
        "primary_guild": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
    }


def own_json(user: JsonObject) -> JsonObject:
    """Return the user that the bot itself is."""
    return {**user, "verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}


def member_json(user: JsonObject, roles: list[str], **more: Any) -> JsonObject:
    """Return a member of a guild."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": roles,
        "joined_at": LONG_AGO,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        **more,
    }


def role_json(role: str, name: str, permissions: int, position: int = 0, **more: Any) -> JsonObject:
    """Return a role."""
    return {
        "id": role,
        "name": name,
        "description": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        **more,
    }


LISTS = ("features", "emojis", "stickers")
ZEROS = (
    "system_channel_flags",
    "verification_level",
    "default_message_notifications",
    "mfa_level",
    "explicit_content_filter",
    "premium_tier",
    "premium_subscription_count",
    "nsfw_level",
)
UNSET = (
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
)
"""What a guild answers with empty lists, with zeros, and with nothing."""


def guild_json(guild: str, name: str, owner: str, roles: list[JsonObject]) -> JsonObject:
    """Return a guild, as a request for it is answered."""
    return {
        "id": guild,
        "name": name,
        "owner_id": owner,
        "roles": roles,
        **{key: list[Any]() for key in LISTS},
        **dict.fromkeys(ZEROS, 0),
        **dict.fromkeys(UNSET),
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": False,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
    }


def application_json(
    bot: JsonObject, owner: JsonObject, guilds: int, endpoint: str | None = None
) -> JsonObject:
    """Return the bot's application."""
    return {
        "id": BOT,
        "name": bot["global_name"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": bot,
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": APPLICATION_FLAGS,
        "flags_new": str(APPLICATION_FLAGS),
        "redirect_uris": [],
        "interactions_endpoint_url": endpoint,
        "role_connections_verification_url": None,
        "owner": owner,
        "team": None,
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def command_json(command: JsonObject) -> JsonObject:
    """Return a command with what it does not say itself."""
    said = {key: value for key, value in command.items() if value is not None}
    if (needed := said.get("default_member_permissions")) is not None:
        said["default_member_permissions"] = str(needed)
    return {
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **said,
    }


DEFAULTS: dict[int, JsonObject] = {
    2: {"style": 2},
    3: {"min_values": 1, "max_values": 1},
    **{kind: {"min_values": 1, "max_values": 1} for kind in (5, 6, 7, 8)},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False, "name": None, "size": None},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}
GALLERY_ITEM: JsonObject = {"description": None, "spoiler": False}


def complete(component: JsonObject) -> None:
    """Write into a component, and into the items of a gallery, what they leave to Discord."""
    _fill(component, DEFAULTS.get(component["type"], {}))
    for item in component.get("items") or []:
        _fill(item, GALLERY_ITEM)


def _fill(part: JsonObject, defaults: JsonObject) -> None:
    for key, value in defaults.items():
        if part.get(key) is None:
            part[key] = value


def embed_json(embed: JsonObject) -> JsonObject:
    """Return an embed with what Discord adds."""
    fields = [{"inline": False, **field} for field in embed.get("fields") or []]
    return {"type": "rich", **embed, **({"fields": fields} if fields else {})}
