"""What can go wrong between a person and a table; each error has a sentence's key and its facts.

TableError
├── NoGame            no game is open in this channel
├── NotRunning        the game is not being played: a lobby, finished or ended
├── NotSeated         the person has no seat at this table
├── NotYourSeat       the action is another seat's
├── NotHost           only the host may do this
├── TooFew            a lobby that is not full enough to start
├── BadSeats          no such number of seats in this title
├── NoSuchMove        a move number outside the game
├── NothingToUndo     no move of one's own to take back
├── NoRequest         nobody has asked to undo anything
├── OwnRequest        the person asked for the undo and cannot agree to it
├── BadTime           a text that is no time of day, zone or interval
├── MissingPermission the bot lacks a permission in the channel
├── NothingToShow     the picture or page asked for does not exist
├── NoSuchHex         a text that is no hex of the map
├── NoSuchUnit        a text that is no company of the title
└── Outdated          a stored move that this version's rules refuse
"""


class TableError(Exception):
    """Something a person is told in one sentence."""

    key = "error.table"

    def __init__(self, **values: object) -> None:
        super().__init__(self.key, values)
        self.values = values

    def __str__(self) -> str:
        return f"{self.key} {self.values}" if self.values else self.key


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


class NoRequest(TableError):
    """Nobody has asked to undo anything."""

    key = "error.no_request"


class OwnRequest(TableError):
    """The person asked for the undo and cannot also agree to it."""

    key = "error.own_request"


class BadTime(TableError):
    """A text that is no time of day, time zone or interval."""

    key = "error.bad_time"


class MissingPermission(TableError):
    """The bot lacks permissions in the channel; they are named as Discord names them."""

    key = "error.missing_permission"


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
