"""What can go wrong with the storage; every error is a sentence with its facts in attributes.

StorageProblem                  anything a person is told in one sentence
├── Unavailable                 the database itself cannot be used; nothing was written
│   ├── BadAddress              the address names no database we can use
│   ├── FolderMissing           the folder of the file does not exist
│   ├── CannotOpen              the file cannot be opened
│   ├── NotADatabase            the file holds something else
│   ├── ForeignDatabase         a database, but another program's
│   ├── NewerSchema             written by a newer version of the program
│   ├── DatabaseLocked          somebody else holds it
│   ├── ReadOnly                it may be read, not written
│   ├── DiskFull                no room left
│   ├── Damaged                 its pages contradict each other
│   └── Unreachable             the server does not answer
└── Conflict                    the request does not fit what is stored
    ├── GameMissing             no such game
    ├── ChannelTaken            a game is already open in this channel
    ├── WrongState              the game is not in the state this needs
    ├── AlreadySeated           the person has a seat
    ├── SeatMissing             the person has none
    ├── LobbyFull               every seat is taken
    ├── StaleRev                the game moved on
    ├── DuplicateInteraction    this very press is already stored
    ├── NoLaterAction           no action after that point
    └── UndoClosed              the request to undo is no longer open
"""

from typing import ClassVar


class StorageProblem(Exception):
    """A problem a person can understand: a sentence key, its values, and the English sentence.

    Attributes:
        key: name of the sentence for translation, e.g. ``storage.locked``.
        values: the facts the sentence names.
    """

    key: ClassVar[str] = "storage.problem"
    sentence: ClassVar[str] = "The database reports a problem: {detail}."

    def __init__(self, **values: object) -> None:
        super().__init__(self.key)
        self.values = values

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


class Unavailable(StorageProblem):
    """The database cannot be used at the moment; what was acknowledged before is safe."""

    key = "storage.unavailable"
    sentence = "The database {place} cannot be used: {detail}."

    def __init__(self, place: str, **values: object) -> None:
        super().__init__(place=place, **values)
        self.place = place


class BadAddress(Unavailable):
    """The address names no kind of database the storage knows."""

    key = "storage.bad_address"
    sentence = (
        "The database address {place} is not usable; write sqlite+aiosqlite:///data/games.db"
        " or postgresql+asyncpg://user@host/name."
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

    def __init__(self, game_id: int) -> None:
        super().__init__(game_id=game_id)
        self.game_id = game_id


class ChannelTaken(Conflict):
    """The channel or thread already holds a lobby or a running game."""

    key = "storage.channel_taken"
    sentence = "A game is already open in this channel (number {game_id})."

    def __init__(self, channel_id: int, game_id: int) -> None:
        super().__init__(channel_id=channel_id, game_id=game_id)
        self.channel_id = channel_id
        self.game_id = game_id


class WrongState(Conflict):
    """The game is in another state than the request needs."""

    key = "storage.wrong_state"
    sentence = "Game {game_id} is {state}; this needs {wanted}."

    def __init__(self, game_id: int, state: str, wanted: str) -> None:
        super().__init__(game_id=game_id, state=state, wanted=wanted)
        self.game_id = game_id
        self.state = state
        self.wanted = wanted


class AlreadySeated(Conflict):
    """The person already has a seat in this game."""

    key = "storage.already_seated"
    sentence = "This player already has a seat in game {game_id}."

    def __init__(self, game_id: int, user_id: int) -> None:
        super().__init__(game_id=game_id, user_id=user_id)
        self.game_id = game_id
        self.user_id = user_id


class SeatMissing(Conflict):
    """The person has no seat in this game."""

    key = "storage.not_seated"
    sentence = "This player has no seat in game {game_id}."

    def __init__(self, game_id: int, user_id: int) -> None:
        super().__init__(game_id=game_id, user_id=user_id)
        self.game_id = game_id
        self.user_id = user_id


class LobbyFull(Conflict):
    """Every place of the lobby is taken."""

    key = "storage.lobby_full"
    sentence = "All {places} seats of game {game_id} are taken."

    def __init__(self, game_id: int, places: int) -> None:
        super().__init__(game_id=game_id, places=places)
        self.game_id = game_id
        self.places = places


class StaleRev(Conflict):
    """The game has moved on since the caller looked at it."""

    key = "storage.stale"
    sentence = "Game {game_id} has moved on (revision {actual}, not {expected}); look again."

    def __init__(self, game_id: int, expected: int, actual: int) -> None:
        super().__init__(game_id=game_id, expected=expected, actual=actual)
        self.game_id = game_id
        self.expected = expected
        self.actual = actual


class DuplicateInteraction(Conflict):
    """This very interaction is stored already; the press arrived twice."""

    key = "storage.duplicate"
    sentence = "This press is already stored in game {game_id} (revision {rev})."

    def __init__(self, game_id: int, interaction_id: int, rev: int) -> None:
        super().__init__(game_id=game_id, interaction_id=interaction_id, rev=rev)
        self.game_id = game_id
        self.interaction_id = interaction_id
        self.rev = rev


class UndoClosed(Conflict):
    """The request to undo has been answered, withdrawn, or overtaken by a move."""

    key = "storage.undo_closed"
    sentence = "This request to undo is no longer open."

    def __init__(self, request_id: int) -> None:
        super().__init__(request_id=request_id)
        self.request_id = request_id


class NoLaterAction(Conflict):
    """The live line holds no action after the point to go back to."""

    key = "storage.nothing_to_undo"
    sentence = "There is nothing to take back after action {keep_ply} of game {game_id}."

    def __init__(self, game_id: int, keep_ply: int) -> None:
        super().__init__(game_id=game_id, keep_ply=keep_ply)
        self.game_id = game_id
        self.keep_ply = keep_ply
