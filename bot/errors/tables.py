"""What is not allowed at a table, or not to this person."""

from bot.errors.base import BotError


class TableError(BotError):
    """Something that cannot be done at this table, or not by this person."""


class OrderEnded(TableError):
    """The standing order has ended."""

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


class NoSuchSeat(TableError):
    """Nobody at this table is called like that."""

    key = "error.no_such_seat"


class NotYourSeat(TableError):
    """The action belongs to another seat."""

    key = "error.not_your_seat"


class NotHost(TableError):
    """Only the host may do this."""

    key = "error.not_host"


class NotInvited(TableError):
    """The lobby is by invitation, and the person has none."""

    key = "error.not_invited"


class TooFew(TableError):
    """The lobby is not full enough to start."""

    key = "error.too_few"


class BadSeats(TableError):
    """The title is not played by that many."""

    key = "error.bad_seats"


class NoSuchMove(TableError):
    """The game has no move of that number."""

    key = "error.no_such_move"


class OwnSeat(TableError):
    """At this table everybody takes their own seat."""

    key = "error.own_seat"


class NotResting(TableError):
    """The table is played where it is."""

    key = "error.not_resting"


class PlayersAbsent(TableError):
    """Players of a table do not see the channel in which it would be."""

    key = "error.players_absent"


class NothingToCopy(TableError):
    """There is no game to copy where one was looked for."""

    key = "error.nothing_to_copy"


class NothingToUndo(TableError):
    """There is no move of one's own to take back."""

    key = "error.nothing_to_undo"


class NothingToRedo(TableError):
    """Nothing has been taken back that could be played again."""

    key = "error.nothing_to_redo"


class NoSuchPlan(TableError):
    """There is no such plan of one's own."""

    key = "error.no_such_plan"


class NoSuchBranch(TableError):
    """No line of play of that name is kept."""

    key = "error.no_such_branch"


class NotStudied(TableError):
    """The table is no study room."""

    key = "error.not_studied"


class NoCompanyToPlan(TableError):
    """The person directs no company, and named none."""

    key = "error.no_company_to_plan"


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
    """Nobody asks for somebody else at that seat any more."""

    key = "error.no_replacement"


class AskedAlready(TableError):
    """Somebody has asked for that seat, or to undo, and the answers are awaited."""

    key = "error.asked_already"


class OthersPlay(TableError):
    """A game that others play is not ended by its host alone."""

    key = "error.others_play"


class StillHere(TableError):
    """Whose seat is wanted is neither gone nor absent."""

    key = "error.still_here"


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
    """Somebody is not a member of this server, and so cannot sit at its tables."""

    key = "error.not_a_member"


class BadTime(TableError):
    """A text that is neither a time zone nor an interval."""

    key = "error.bad_time"


class BadClock(TableError):
    """A text that is not a time of day."""

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
    """The bot is not a member of a private thread."""

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


class NotOffered(TableError):
    """What was pressed or chosen is not on offer here: the message is of another version, or was made up."""

    key = "error.out_of_date"


class Outdated(TableError):
    """The rules of this version refuse a stored move."""

    key = "error.outdated"


class BadHook(TableError):
    """A text that is no whole address on the web."""

    key = "error.bad_hook"


class PrivateHook(BadHook):
    """The address leads into a private network."""

    key = "error.private_hook"


class HooksOff(TableError):
    """Whoever runs the bot lets it tell no address of anything."""

    key = "error.hooks_off"


class HookAnswer(TableError):
    """An address did not take a test."""

    key = "error.hook_answer"


class HookSilent(HookAnswer):
    """An address did not answer a test at all."""

    key = "error.hook_silent"
