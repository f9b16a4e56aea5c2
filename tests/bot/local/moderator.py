"""What moderators, members and Discord itself do on a server that the local page has no button for."""

from collections.abc import Iterable

from bot.local import channels, permissions
from bot.local.guilds import Guild
from bot.local.ids import GUILD
from bot.local.wire import ApiError, JsonObject
from bot.local.world import World


def new_guild(world: World, name: str, channel: str = "lobby") -> Guild:
    """Found a further guild with everybody in it, the bot too, and one channel."""
    guild = world._found(world.ids.next(), name)
    world._keep(channels.text_channel(world.ids.next(), guild.id, channel))
    world._show_guild(guild)
    for one in world.of_guild(guild.id):
        world._show(one)
    return guild


def lose_sight(world: World, guild: str, *, lost: bool = True) -> None:
    """Let a guild be out of reach, as when a part of Discord is down, or in reach again."""
    world.guilds[guild].record["unavailable"] = lost
    world._save_guild(world.guilds[guild])
    if lost:
        world.announce("GUILD_DELETE", {"id": guild, "unavailable": True}, guild)
    else:
        world.announce("GUILD_CREATE", world.created(world.guilds[guild], known=True), guild)


def archive(world: World, thread: str, *, archived: bool = True, locked: bool | None = None) -> None:
    """Archive a thread, as time or a moderator does."""
    channel = world.channel(thread)
    channel["thread_metadata"]["archived"] = archived
    if locked is not None:
        channel["thread_metadata"]["locked"] = locked
    world.save_channel(channel)


def leave(world: World, user: str) -> None:
    """Let somebody leave the guild; a bot with guild intents alone is told nothing."""
    world.guilds[GUILD].record["members"].pop(user, None)
    for channel in world.of_guild(GUILD):
        if user in channel.get("seats", ()):
            channel["seats"].remove(user)
            world.store.put_channel(channel)
    world._save_guild(world.guilds[GUILD])


def delete_account(world: World, user: str) -> None:
    """Let somebody leave, and let there be nobody any more to whom the bot could begin to write."""
    leave(world, user)
    direct = world.direct

    def to_others(wanted: str) -> JsonObject:
        if wanted == user:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        return direct(wanted)

    world.direct = to_others  # type: ignore[method-assign]


def permit(world: World, role: str, name: str, *, allowed: bool, guild: str = GUILD) -> None:
    """Give a role a permission, or take it: @everyone, Stationmaster or any other."""
    found = next(one for one in world.guilds[guild].record["roles"] if role in (one["id"], one["name"]))
    bit = permissions.bits(name)
    held = int(found["permissions"])
    found["permissions"] = str(held | bit if allowed else held & ~bit)
    world._save_guild(world.guilds[guild])
    if world.guilds[guild].has_bot:
        world.announce("GUILD_ROLE_UPDATE", {"guild_id": guild, "role": found}, guild)


def add_role(world: World, role: JsonObject, members: Iterable[str], guild: str = GUILD) -> None:
    """Add a role that some members have."""
    record = world.guilds[guild].record
    record["roles"].append(role)
    for user in members:
        record["members"][user]["roles"].append(role["id"])
    world._save_guild(world.guilds[guild])
    if world.guilds[guild].has_bot:
        world.announce("GUILD_ROLE_CREATE", {"guild_id": guild, "role": role}, guild)


def nick(world: World, guild: str, user: str, name: str) -> None:
    """Give a member a nickname in a guild; two members may have the same."""
    world.guilds[guild].record["members"][user]["nick"] = name
    world.store.put_guild(world.guilds[guild].record)
