"""What members may do: their roles, then what a channel allows and denies, in Discord's order."""

from collections.abc import Iterable

from bot.local.channels import is_thread
from bot.local.wire import ApiError, JsonObject

BITS = {
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "add_reactions": 6,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "connect": 20,
    "manage_roles": 28,
    "use_application_commands": 31,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "send_messages_in_threads": 38,
}
ALL = 2**51 - 1


def bits(*names: str) -> int:
    """Return the number that stands for these permissions."""
    return sum(1 << BITS[name] for name in names)


ORDINARY = bits(
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "mention_everyone",
    "use_external_emojis",
    "connect",
    "use_application_commands",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)
"""What everybody may do in a new guild."""
INVITED = bits(
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "attach_files",
    "embed_links",
    "read_message_history",
)
"""What the bot asks for when it is invited."""
IN_DIRECT = bits("embed_links", "attach_files", "mention_everyone")


def in_guild(owner: str, roles: Iterable[JsonObject], user: str) -> int:
    """Return a member's permissions in a guild; ``roles`` are the member's, @everyone among them."""
    held = 0
    for role in roles:
        held |= int(role["permissions"])
    return ALL if user == owner or held & bits("administrator") else held


def in_channel(held: int, overwrites: list[JsonObject], guild: str, roles: list[str], user: str) -> int:
    """Apply a channel's permission overwrites to ``held``."""
    if held & bits("administrator"):
        return ALL
    by_id = {str(overwrite["id"]): overwrite for overwrite in overwrites}
    for names in ([guild], [role for role in roles if role != guild], [user]):
        found = [by_id[name] for name in names if name in by_id]
        for overwrite in found:
            held &= ~int(overwrite["deny"])
        for overwrite in found:
            held |= int(overwrite["allow"])
    return held if held & bits("view_channel") else 0


def demand(held: int, *names: str) -> None:
    """Refuse what needs more than is held, as Discord does.

    :raises ApiError: 50001 when the channel is not even seen, 50013 when another permission is missing
    """
    if not held & bits("view_channel"):
        raise ApiError(403, 50001, "Missing Access")
    if any(not held & bits(name) for name in names):
        raise ApiError(403, 50013, "Missing Permissions")


def to_post(channel: JsonObject) -> str:
    """Return the permission that posting in this kind of channel takes."""
    return "send_messages_in_threads" if is_thread(channel) else "send_messages"
