"""What can go wrong between a person, a table and the database: one tree of refusals.

Each kind has the key of its sentence in ``assets/locale``; the values given fill it in.

Refused                         anything that is not allowed, in the engine too
└── BotError                    a kind of refusal with a sentence of its own
    ├── TableError                  not at this table, or not by this person
    │   ├── NoGame                  no game is open in this channel
    │   ├── NotRunning              the game is not being played: a lobby, finished or ended
    │   ├── NotSeated               the person has no seat at this table
    │   ├── NotYourSeat             the action is another seat's
    │   ├── NotHost                 only the host may do this
    │   ├── TooFew                  a lobby that is not full enough to start
    │   ├── BadSeats                no such number of seats in this title
    │   ├── NoSuchMove              a move number outside the game
    │   ├── NothingToUndo           no move of one's own to take back
    │   ├── NoSuchPlan              no plan of one's own like that
    │   ├── NoRoomForToken          no city with room for a token on a hex
    │   ├── NothingToRedo           nothing taken back that could be played again
    │   ├── NoRequest               nobody has asked to undo anything
    │   ├── OwnRequest              the person asked for the undo and cannot agree to it
    │   ├── NoReplacement           nobody asks any more to have somebody else at a seat
    │   ├── NotAsked                the person's consent is not asked for
    │   ├── NoDeputy                nobody acts for the person, nor the person for anybody
    │   ├── NobodyDecides           nobody is left who could agree
    │   ├── NotAMember              no person of this server
    │   ├── BadClock                a text that is no time of day
    │   ├── BadTime                 a text that is no time zone or interval
    │   ├── MissingPermission       the bot lacks a permission in the channel
    │   ├── NotPosted               Discord took no message for a new table
    │   ├── NoStop                  nobody asks to end the game any more
    │   ├── BadRecord               the rules refuse a move of a recorded game
    │   ├── RecordTooLarge          a file larger than those that are read
    │   ├── RecordTooSlow           a file that takes longer to read than anybody waits
    │   ├── NoRecordedSeat          a seat that a recorded game does not have, or that is taken
    │   ├── RecordIsSet             a recorded game keeps its options
    │   ├── NotInThread             the bot is no member of a private thread
    │   ├── NothingToShow           the picture or page asked for does not exist
    │   ├── NoSuchHex               a text that is no hex of the map
    │   ├── NoSuchUnit              a text that is no company of the title
    │   └── Outdated                a stored move that this version's rules refuse
    └── StorageProblem              nothing was stored
        ├── Unavailable             the database itself cannot be used; what was stored is safe
        │   ├── BadAddress          the address names no database we can use
        │   ├── FolderMissing       the folder of the file does not exist
        │   ├── CannotOpen          the file cannot be opened
        │   ├── NotADatabase        the file holds something else
        │   ├── ForeignDatabase     a database, but another program's
        │   ├── NewerSchema         written by a newer version of the program
        │   ├── OlderSchema         written by an older version, and not to be changed now
        │   ├── NotEmpty            it holds games that a copy would replace
        │   ├── DatabaseLocked      somebody else holds it
        │   ├── ReadOnly            it may be read, not written
        │   ├── DiskFull            no room left
        │   ├── Damaged             its pages contradict each other
        │   ├── Vanished            the file is not the one that was opened
        │   ├── NoAnswer            a request takes longer than anybody waits
        │   ├── DatabaseClosed      the program is ending
    │   ├── InUse               another process works with it
        │   ├── LeaseLost           another process has taken over
        │   └── Unreachable         the server does not answer
        └── Conflict                the request does not fit what is stored
            ├── GameMissing         no such game
            ├── ChannelTaken        a game is already open in this channel
            ├── WrongState          the game is not in the state this needs
            ├── AlreadySeated       the person has a seat
            ├── SeatMissing         the person has none
            ├── LobbyFull           every seat is taken
            ├── StaleRev            the game moved on
            ├── DuplicateInteraction  this very press is already stored
            ├── NoLaterAction       no action after that point
            └── UndoClosed          the request to undo is no longer open
"""

from typing import Any

from engine.refusals import Refused


class BotError(Refused):
    """Something a person is told in one sentence: each kind has the key of its own."""

    key = "error.table"

    def __init__(self, key: str = "", /, **values: Any) -> None:
        super().__init__(key or self.key, **values)


class TableError(BotError):
    """Something that cannot be done at this table, or not by this person."""


class OrderEnded(TableError):
    """The standing order does not stand any more."""

    key = "error.order_ended"


class NoGame(TableError):
    """No game is open in this channel."""

    key = "error.no_game"


class NotRunning(TableError):
    """The game is not being played: it is a lobby, finished or ended."""

    key = "error.not_running"


class NotSeated(TableError):
    """The person has no seat at this table."""

    key = "error.not_seated"


class NotYourSeat(TableError):
    """The action belongs to another seat."""

    key = "error.not_your_seat"


class NotHost(TableError):
    """Only the host may do this."""

    key = "error.not_host"


class TooFew(TableError):
    """The lobby is not full enough to start."""

    key = "error.too_few"


class BadSeats(TableError):
    """The title is not played by that many."""

    key = "error.bad_seats"


class NoSuchMove(TableError):
    """The game has no move of that number."""

    key = "error.no_such_move"


class NothingToUndo(TableError):
    """There is no move of one's own to take back."""

    key = "error.nothing_to_undo"


class NothingToRedo(TableError):
    """Nothing has been taken back that could be played again."""

    key = "error.nothing_to_redo"


class NoSuchPlan(TableError):
    """There is no such plan of one's own."""

    key = "error.no_such_plan"


class NoRoomForToken(TableError):
    """A hex has no city with room for a token."""

    key = "error.no_room_for_token"


class NoRequest(TableError):
    """Nobody has asked to undo anything."""

    key = "error.no_request"


class OwnRequest(TableError):
    """The person asked for the undo and cannot also agree to it."""

    key = "error.own_request"


class NoReplacement(TableError):
    """Nobody asks any more to have somebody else at that seat."""

    key = "error.no_replacement"


class NotAsked(TableError):
    """The person's consent is not asked for."""

    key = "error.not_asked"


class NoDeputy(TableError):
    """Nobody acts for the person at this table, and the person for nobody."""

    key = "error.no_deputy"


class NobodyDecides(TableError):
    """The host is gone, and nobody else is left at the table who could agree."""

    key = "error.nobody_decides"


class NotAMember(TableError):
    """Somebody is no person of this server, and so cannot sit at its tables."""

    key = "error.not_a_member"


class BadTime(TableError):
    """A text that is no time zone or interval."""

    key = "error.bad_time"


class BadClock(TableError):
    """A text that is no time of day."""

    key = "error.bad_clock"


class MissingPermission(TableError):
    """The bot lacks permissions in the channel; they are named as Discord names them."""

    key = "error.missing_permission"


class NotPosted(TableError):
    """Discord took no message for a new table."""

    key = "error.not_posted"


class NoStop(TableError):
    """Nobody asks to end the game any more."""

    key = "error.no_stop"


class BadRecord(TableError):
    """The rules refuse a move of a recorded game."""

    key = "error.record_move"


class RecordTooLarge(TableError):
    """The file is larger than those that are read."""

    key = "error.record_large"


class RecordTooSlow(TableError):
    """The file takes longer to read than anybody waits."""

    key = "error.record_slow"


class NoRecordedSeat(TableError):
    """The recorded game does not have that seat, or somebody has taken it."""

    key = "error.record_seat"


class RecordIsSet(TableError):
    """A recorded game keeps the options that it was played with."""

    key = "error.record_options"


class NotInThread(TableError):
    """The bot is no member of a private thread."""

    key = "error.not_in_thread"


class NothingToShow(TableError):
    """The picture or page asked for does not exist."""

    key = "error.nothing_to_show"


class NoSuchHex(TableError):
    """The map has no hex of that name."""

    key = "error.no_such_hex"


class NoSuchUnit(TableError):
    """The title has no company of that name."""

    key = "error.no_such_unit"


class Outdated(TableError):
    """The rules of this version refuse a stored move."""

    key = "error.outdated"


class StorageProblem(BotError):
    """Something that could not be stored or read; nothing was changed.

    As text it is the English ``sentence`` for whoever runs the program.
    """

    key = "storage.problem"
    sentence = "The database reports a problem: {detail}."

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


class Unavailable(StorageProblem):
    """The database cannot be used at the moment; what was acknowledged before is safe."""

    key = "storage.unavailable"
    sentence = "The database {place} cannot be used: {detail}."


class BadAddress(Unavailable):
    """The address names no kind of database the storage knows."""

    key = "storage.bad_address"
    sentence = (
        "The database address {place} is not usable; write sqlite+aiosqlite:///data/games.db"
        " or postgres://user@host/name."
    )


class FolderMissing(Unavailable):
    """The folder that should hold the file does not exist."""

    key = "storage.folder_missing"
    sentence = "The folder {folder} of the database does not exist; create it or change the address."


class CannotOpen(Unavailable):
    """The file exists or could, but the system does not open it."""

    key = "storage.cannot_open"
    sentence = (
        "The database {place} cannot be opened; check that it is a file,"
        " and that it and its folder may be written."
    )


class NotADatabase(Unavailable):
    """The file holds something that is no database."""

    key = "storage.not_a_database"
    sentence = "The file {place} is not a database; it was left as it is."


class ForeignDatabase(Unavailable):
    """The file is a database, but holds another program's tables."""

    key = "storage.foreign"
    sentence = "The database {place} belongs to another program; it was left as it is."


class NewerSchema(Unavailable):
    """A newer version of the program has written the database."""

    key = "storage.newer_schema"
    sentence = (
        "The database {place} was written by a newer version (schema {found}, known up to {known});"
        " update the program. Nothing was changed."
    )


class OlderSchema(Unavailable):
    """An older version of the program has written the database, which is only to be read."""

    key = "storage.older_schema"
    sentence = (
        "The database {place} was written by an older version (schema {found}, this one is {known});"
        " start the bot once with this version, or use the older one. Nothing was changed."
    )


class NotEmpty(Unavailable):
    """The database that is to be filled holds games already."""

    key = "storage.not_empty"
    sentence = "{place} holds games already; nothing was changed. With --force they are replaced."


class DatabaseLocked(Unavailable):
    """Another process holds the database longer than we wait."""

    key = "storage.locked"
    sentence = "The database {place} is locked by another program; nothing was changed, try again."


class ReadOnly(Unavailable):
    """The database may be read but not written."""

    key = "storage.read_only"
    sentence = "The database {place} may only be read; allow writing to the file and its folder."


class DiskFull(Unavailable):
    """The disk has no room for the change."""

    key = "storage.disk_full"
    sentence = "There is no room left on the disk of the database {place}; nothing was changed."


class Damaged(Unavailable):
    """The file's pages contradict each other."""

    key = "storage.damaged"
    sentence = "The database {place} is damaged ({detail}); restore it from a backup."


class Vanished(Unavailable):
    """The file was removed, replaced or cut short while the program had it open."""

    key = "storage.vanished"
    sentence = (
        "The database {place} was removed, replaced or cut short while the program ran; nothing more is stored."
        " Stop the program, put the file or a backup of it in place, and start again."
    )


class NoAnswer(Unavailable):
    """The database takes longer over a request than anybody waits; what becomes of it is not known."""

    key = "storage.no_answer"
    sentence = "The database {place} does not answer; look again later whether the last change is there."


class DatabaseClosed(Unavailable):
    """The program is ending and has given the database back."""

    key = "storage.closed"
    sentence = "The database {place} is closed, for the program is ending; nothing was changed."


class InUse(Unavailable):
    """Another process works with the database."""

    key = "storage.in_use"
    sentence = (
        "Another Stationmaster (process {holder}) works with the database {place}; stop it first,"
        " or give this one a database of its own."
    )


class LeaseLost(Unavailable):
    """Another process has taken over, or the database did not answer for so long that one may have."""

    key = "storage.lease_lost"
    sentence = "Another Stationmaster has taken over the database {place}, so this one stops."


class Unreachable(Unavailable):
    """The database server does not answer or does not let us in."""

    key = "storage.unreachable"
    sentence = "The database server {place} cannot be reached; check that it runs and the address."


class Conflict(StorageProblem):
    """The request does not fit what is stored; nothing was changed."""


class GameMissing(Conflict):
    """There is no game of this number."""

    key = "storage.game_missing"
    sentence = "There is no game number {game_id}."


class ChannelTaken(Conflict):
    """The channel or thread already holds a lobby or a running game."""

    key = "storage.channel_taken"
    sentence = "A game is already open in this channel (number {game_id})."


class WrongState(Conflict):
    """The game is in another state than the request needs."""

    key = "storage.wrong_state"
    sentence = "Game {game_id} is {state}; this needs {wanted}."


class AlreadySeated(Conflict):
    """The person already has a seat in this game."""

    key = "storage.already_seated"
    sentence = "This player already has a seat in game {game_id}."


class SeatMissing(Conflict):
    """The person has no seat in this game."""

    key = "storage.not_seated"
    sentence = "This player has no seat in game {game_id}."


class LobbyFull(Conflict):
    """Every place of the lobby is taken."""

    key = "storage.lobby_full"
    sentence = "All {places} seats of game {game_id} are taken."


class StaleRev(Conflict):
    """The game has moved on since the caller looked at it."""

    key = "storage.stale"
    sentence = "Game {game_id} has moved on (revision {actual}, not {expected}); look again."


class DuplicateInteraction(Conflict):
    """This very interaction is stored already; the press arrived twice."""

    key = "storage.duplicate"
    sentence = "This press is already stored in game {game_id} (revision {rev})."


class UndoClosed(Conflict):
    """The request to undo has been answered, withdrawn, or overtaken by a move."""

    key = "storage.undo_closed"
    sentence = "This request to undo is no longer open."


class NoLaterAction(Conflict):
    """No action in force lies after the point to go back to."""

    key = "storage.nothing_to_undo"
    sentence = "There is nothing to take back after action {keep_ply} of game {game_id}."
