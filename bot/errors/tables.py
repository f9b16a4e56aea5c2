"""What is not allowed at a table, or not to this person."""

from bot.errors.base import BotError


class TableError(BotError):
    """Something that cannot be done at this table, or not by this person."""

    key = "error.table"


class OrderEnded(TableError):
    """The standing order has ended."""


class NoGame(TableError):
    """No game is open in this channel."""


class NotRunning(TableError):
    """The game is not being played: it is a lobby, finished or ended."""


class NotSeated(TableError):
    """The person has no seat at this table."""


class NoSuchSeat(TableError):
    """Nobody at this table is called like that."""


class NotYourSeat(TableError):
    """The action belongs to another seat."""


class NotHost(TableError):
    """Only the host may do this."""


class NotInvited(TableError):
    """The lobby is by invitation, and the person has none."""


class TooFew(TableError):
    """The lobby is not full enough to start."""


class BadSeats(TableError):
    """The title is not played by that many."""


class NoSuchMove(TableError):
    """The game has no move of that number."""


class OwnSeat(TableError):
    """At this table everybody takes their own seat."""


class NotResting(TableError):
    """The table is played where it is."""


class PlayersAbsent(TableError):
    """Players of a table do not see the channel in which it would be."""


class CopyPlace(TableError):
    """A game cannot be copied into a channel that holds a table."""


class NothingToCopy(TableError):
    """There is no game to copy where one was looked for."""


class NothingToUndo(TableError):
    """There is no move of one's own to take back."""


class NothingToRedo(TableError):
    """Nothing has been taken back that could be played again."""


class NoSuchPlan(TableError):
    """There is no such plan of one's own."""


class NoSuchBranch(TableError):
    """No line of play of that name is kept."""


class OnePerson(TableError):
    """The table is a study room, at which one person plays all seats."""


class NotStudied(TableError):
    """The table is no study room."""


class NoCompanyToPlan(TableError):
    """The person directs no company, and named none."""


class NoRoomForToken(TableError):
    """A hex has no city with room for a token."""


class NoRequest(TableError):
    """Nobody has asked to undo anything."""


class OwnRequest(TableError):
    """The person asked for the undo and cannot also agree to it."""


class NoReplacement(TableError):
    """Nobody asks for somebody else at that seat any more."""


class AskedAlready(TableError):
    """Somebody has asked for that seat, or to undo, and the answers are awaited."""


class OthersPlay(TableError):
    """A game that others play is not ended by its host alone."""


class StillHere(TableError):
    """Whose seat is wanted is neither gone nor absent."""


class NotAsked(TableError):
    """The person's consent is not asked for."""


class NoDeputy(TableError):
    """Nobody acts for the person at this table, and the person for nobody."""


class NobodyDecides(TableError):
    """The host is gone, and nobody else is left at the table who could agree."""


class NotAMember(TableError):
    """Somebody is not a member of this server, and so cannot sit at its tables."""


class BadTime(TableError):
    """A text that is neither a time zone nor an interval."""


class BadClock(TableError):
    """A text that is not a time of day."""


class MissingPermission(TableError):
    """The bot lacks permissions in the channel; they are named as Discord names them."""


class NotPosted(TableError):
    """Discord took no message for a new table."""


class NoStop(TableError):
    """Nobody asks to end the game any more."""


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
    """The bot is not a member of a private thread."""


class NothingToShow(TableError):
    """The picture or page asked for does not exist."""


class NoSuchHex(TableError):
    """The map has no hex of that name."""


class NoSuchUnit(TableError):
    """The title has no company of that name."""


class NotOffered(TableError):
    """What was pressed or chosen is not on offer here: the message is of another version, or was made up."""

    key = "error.out_of_date"


class Outdated(TableError):
    """The rules of this version refuse a stored move."""


class BadHook(TableError):
    """A text that is no whole address on the web."""


class PrivateHook(BadHook):
    """The address leads into a private network."""


class HooksOff(TableError):
    """Whoever runs the bot lets it tell no address of anything."""


class HookAnswer(TableError):
    """An address did not take a test."""


class HookSilent(HookAnswer):
    """An address did not answer a test at all."""
