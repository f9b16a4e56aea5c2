"""What keeps a change from being stored: the database itself, or what lies in it."""

from bot.errors.base import BotError


class StorageProblem(BotError):
    """Something that could not be stored or read; nothing was changed.

    As text it is the English ``sentence`` for whoever runs the program.
    """

    key = "storage.problem"
    group = "storage"
    sentence = "The database reports a problem: {detail}."

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


class Unavailable(StorageProblem):
    """The database cannot be used at the moment; what was acknowledged before is safe."""

    sentence = "The database {place} cannot be used: {detail}."


class BadAddress(Unavailable):
    """The address names no kind of database the storage knows."""

    sentence = (
        "The database address {place} is not usable; write sqlite+aiosqlite:///data/games.db"
        " or postgres://user@host/name."
    )


class UnescapedPassword(BadAddress):
    """The address has more than one @: a password with an @ that is not percent-encoded."""

    sentence = (
        "The database address has more than one @. Percent-encode the user's name and password in it:"
        " @ is %40, : is %3A, / is %2F, # is %23, ? is %3F, % is %25; or set PGPASSWORD instead."
    )


class UnknownParameter(BadAddress):
    """The address asks for something that our driver does not know."""

    sentence = (
        "The database address {place} has the parameter {parameter}, which is not known here; leave it out."
    )


class FolderMissing(Unavailable):
    """The folder that should hold the file does not exist."""

    sentence = "The folder {folder} of the database does not exist; create it or change the address."


class CannotOpen(Unavailable):
    """The file exists or could, but the system does not open it."""

    sentence = (
        "The database {place} cannot be opened; check that it is a file,"
        " and that it and its folder may be written."
    )


class NotADatabase(Unavailable):
    """The file holds something other than a database."""

    sentence = "The file {place} is not a database; it was left as it is."


class NoDatabase(NotADatabase):
    """There is no file where a database should be."""

    sentence = (
        "There is no database {place}; look at STATIONMASTER_DATABASE and at the folder it counts from."
    )


class ForeignDatabase(Unavailable):
    """The file is a database, but holds another program's tables."""

    key = "storage.foreign"
    sentence = "The database {place} belongs to another program; it was left as it is."


class NewerSchema(Unavailable):
    """A newer version of the program has written the database."""

    sentence = (
        "The database {place} was written by a newer version (schema {found}, known up to {known});"
        " update the program. Nothing was changed."
    )


class OlderSchema(Unavailable):
    """An older version of the program has written the database, which is only to be read."""

    sentence = (
        "The database {place} was written by an older version (schema {found}, this one is {known});"
        " start the bot once with this version, or use the older one. Nothing was changed."
    )


class NotEmpty(Unavailable):
    """The database that is to be filled holds games already."""

    sentence = "{place} holds games already; nothing was changed. With --force they are replaced."


class SamePlace(Unavailable):
    """The database is to be copied into itself."""

    sentence = "{place} is the database itself; nothing was changed. Name another file."


class DatabaseLocked(Unavailable):
    """Another process holds the database longer than we wait."""

    key = "storage.locked"
    sentence = "The database {place} is locked by another program; nothing was changed, try again."


class ReadOnly(Unavailable):
    """The database may be read but not written."""

    sentence = "The database {place} may only be read; allow writing to the file and its folder."


class DiskFull(Unavailable):
    """The disk has no room for the change."""

    sentence = "There is no room left on the disk of the database {place}; nothing was changed."


class Damaged(Unavailable):
    """The file's pages contradict each other."""

    sentence = "The database {place} is damaged ({detail}); restore it from a backup."


class Vanished(Unavailable):
    """The file was removed, replaced or cut short while the program had it open."""

    sentence = (
        "The database {place} was removed, replaced or cut short while the program ran; nothing more is stored."
        " Stop the program, put the file or a backup of it in place, and start again."
    )


class NoAnswer(Unavailable):
    """The database takes longer over a request than anybody waits; what becomes of it is not known."""

    sentence = "The database {place} does not answer; look again later whether the last change is there."


class DatabaseClosed(Unavailable):
    """The program is ending and has given the database back."""

    key = "storage.closed"
    sentence = "The database {place} is closed, for the program is ending; nothing was changed."


class InUse(Unavailable):
    """Another process works with the database."""

    sentence = (
        "Another Stationmaster (process {holder}) works with the database {place}; stop it first,"
        " or give this one a database of its own."
    )


class LeaseLost(Unavailable):
    """Another process has taken over, or the database did not answer for so long that one may have."""

    sentence = "Another Stationmaster has taken over the database {place}, so this one stops."


class Unreachable(Unavailable):
    """The database server does not answer or does not let us in."""

    sentence = "The database server {place} cannot be reached; check that it runs and the address."


class Conflict(StorageProblem):
    """The request does not fit what is stored; nothing was changed."""

    key = "storage.problem"


class GameMissing(Conflict):
    """There is no game of this number."""

    sentence = "There is no game number {game_id}."


class ChannelTaken(Conflict):
    """The channel or thread already holds a lobby or a running game."""

    sentence = "There is an open game in the channel already (number {game_id})."


class WrongState(Conflict):
    """The game is in another state than the request needs."""

    sentence = "Game {game_id} is {state}; this needs {wanted}."


class AlreadySeated(Conflict):
    """The person already has a seat in this game."""

    sentence = "This player already has a seat in game {game_id}."


class SeatMissing(Conflict):
    """The person has no seat in this game."""

    key = "storage.not_seated"
    sentence = "This player has no seat in game {game_id}."


class LobbyFull(Conflict):
    """Every place of the lobby is taken."""

    sentence = "All {places} seats of game {game_id} are taken."


class StaleRev(Conflict):
    """The game has moved on since the caller looked at it."""

    key = "storage.stale"
    sentence = "Game {game_id} has moved on (revision {actual}, not {expected}); look again."


class DuplicateInteraction(Conflict):
    """This very interaction is stored already; the press arrived twice."""

    key = "storage.duplicate"
    sentence = "This press is already stored in game {game_id} (revision {rev})."


class NoLaterAction(Conflict):
    """No action in force lies after the point to go back to."""

    key = "storage.nothing_to_undo"
    sentence = "There is nothing to take back after action {keep_ply} of game {game_id}."
