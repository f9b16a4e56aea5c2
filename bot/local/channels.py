"""Channels and threads as they are stored and shown: kinds, and what each kind has."""

from bot.local.ids import BOT, timestamp
from bot.local.wire import ApiError, JsonObject

GUILD_TEXT, DM, VOICE, ANNOUNCEMENT, STAGE, FORUM = 0, 1, 2, 5, 13, 15
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
WRITABLE = (GUILD_TEXT, DM, VOICE, ANNOUNCEMENT, STAGE, *THREADS)
THREADS_IN = {
    GUILD_TEXT: (PUBLIC_THREAD, PRIVATE_THREAD),
    ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,),
    FORUM: (PUBLIC_THREAD,),
}
OWN_KEYS = ("seats",)


def text_channel(number: str, guild: str, name: str, kind: int = GUILD_TEXT) -> JsonObject:
    """Return a new channel of a guild, other than a thread."""
    own: JsonObject = {}
    if kind in (VOICE, STAGE):
        own = {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    if kind == FORUM:
        own = {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    return {
        "id": number,
        "type": kind,
        "flags": 0,
        "guild_id": guild,
        "name": "-".join(name.lower().split())[:100],
        "position": 0,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": [],
        "rate_limit_per_user": 0,
        "last_message_id": None,
        **own,
    }


def direct_channel(number: str, user: JsonObject) -> JsonObject:
    """Return the private channel between the bot and a user."""
    return {"id": number, "type": DM, "flags": 0, "recipients": [user], "last_message_id": None}


def thread_channel(number: str, parent: JsonObject, body: JsonObject, kind: int, owner: str) -> JsonObject:
    """Return a new thread; whoever opens it is its first member."""
    return {
        "id": number,
        "type": kind,
        "flags": 0,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner,
        "name": body["name"],
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "thread_metadata": _thread_state(body, kind),
        "seats": [owner],
    }


def _thread_state(body: JsonObject, kind: int) -> JsonObject:
    """Return the fields that only threads have, for a new one."""
    private = {"invitable": bool(body.get("invitable", True))} if kind == PRIVATE_THREAD else {}
    return {
        "archived": False,
        "locked": False,
        "auto_archive_duration": body.get("auto_archive_duration") or 4320,
        "archive_timestamp": timestamp(),
        "create_timestamp": timestamp(),
        **private,
    }


def completed(channel: JsonObject) -> JsonObject:
    """Return a channel stored by an earlier version with what it lacks."""
    if is_thread(channel) and channel["owner_id"] not in channel["seats"]:
        channel["seats"].append(channel["owner_id"])
    return {"flags": 0, **channel}


def shown(channel: JsonObject) -> JsonObject:
    """Return a channel without what only this server knows."""
    return {key: value for key, value in channel.items() if key not in OWN_KEYS}


def thread_member(channel: JsonObject, user: str) -> JsonObject:
    """Return the membership of a user in a thread."""
    since = channel["thread_metadata"].get("create_timestamp") or timestamp()
    return {"id": channel["id"], "user_id": user, "join_timestamp": since, "flags": 0}


def is_thread(channel: JsonObject) -> bool:
    """Return whether this is a thread of any kind."""
    return channel["type"] in THREADS


def told(channel: JsonObject) -> JsonObject:
    """Return a channel as requests and events tell the bot of it: a thread with the bot's own membership."""
    joined = is_thread(channel) and BOT in channel["seats"]
    return shown(channel) | ({"member": thread_member(channel, BOT)} if joined else {})


def is_archived(channel: JsonObject) -> bool:
    """Return whether this is a thread in the archive."""
    return bool(channel.get("thread_metadata", {}).get("archived"))


def is_locked(channel: JsonObject) -> bool:
    """Return whether this is a thread that only moderators open again."""
    return bool(channel.get("thread_metadata", {}).get("locked"))


def kind_of_thread(parent: JsonObject, body: JsonObject, start: str | None) -> int:
    """Return the kind of a thread to be opened in a channel.

    :raises ApiError: 50024 where there can be no such thread
    """
    possible = THREADS_IN.get(parent["type"], ())
    wanted = int(body.get("type") or 0)
    if start or (parent["type"] == FORUM and not wanted):
        wanted = possible[0] if possible else 0
    elif not wanted:
        wanted = PRIVATE_THREAD if parent["type"] == GUILD_TEXT else ANNOUNCEMENT_THREAD
    if wanted not in possible:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return wanted
