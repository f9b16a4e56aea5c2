"""What can go wrong between a person, a table and the database: one tree of refusals.

The key of a kind's sentence in ``assets/locale`` follows from its name; the values given fill it in.

Refused                         anything that is not allowed, in the engine too
└── BotError                    a kind of refusal with a sentence of its own
    ├── TableError                  not at this table, or not by this person
    │   ├── OrderEnded              the standing order has ended
    │   ├── NoGame                  no game is open in this channel
    │   ├── NotRunning              the game is not being played: a lobby, finished or ended
    │   ├── NotSeated               the person has no seat at this table
    │   ├── NoSuchSeat              nobody at this table is called like that
    │   ├── NotYourSeat             the action is another seat's
    │   ├── NotHost                 only the host may do this
    │   ├── NotInvited              a lobby by invitation, and none for this person
    │   ├── TooFew                  a lobby that is not full enough to start
    │   ├── BadSeats                no such number of seats in this title
    │   ├── NoSuchMove              a move number outside the game
    │   ├── OwnSeat                 at this table everybody takes their own seat
    │   ├── NotResting              the table is played where it is
    │   ├── PlayersAbsent           players of a table do not see the channel in which it would be
    │   ├── CopyPlace               a game cannot be copied into a channel that holds a table
    │   ├── NothingToCopy           no game to copy where one was looked for
    │   ├── NothingToUndo           no move of one's own to take back
    │   ├── NoSuchPlan              no plan of one's own like that
    │   ├── NoSuchBranch            no line of play of that name is kept
    │   ├── NotStudied              the table is no study room
    │   ├── NoCompanyToPlan         no company is named for a plan, and none directed
    │   ├── NoRoomForToken          no city with room for a token on a hex
    │   ├── NothingToRedo           nothing taken back that could be played again
    │   ├── NoRequest               nobody has asked to undo anything
    │   ├── OwnRequest              the person asked for the undo and cannot agree to it
    │   ├── NoReplacement           nobody asks for somebody else at a seat any more
    │   ├── AskedAlready            somebody has asked for the same, and the answers are awaited
    │   ├── OthersPlay              the others must agree before a game they play is ended
    │   ├── StillHere               whose seat is wanted is neither gone nor absent
    │   ├── NotAsked                the person's consent is not asked for
    │   ├── NoDeputy                nobody acts for the person, nor the person for anybody
    │   ├── NobodyDecides           nobody is left who could agree
    │   ├── NotAMember              not a member of this server
    │   ├── BadHook                 a text that is no whole address on the web
    │   │   └── PrivateHook             it leads into a private network
    │   ├── HooksOff                whoever runs the bot lets it tell no address
    │   ├── HookAnswer              an address did not take a test
    │   │   └── HookSilent              it did not answer at all
    │   ├── BadClock                a text that is not a time of day
    │   ├── BadTime                 a text that is neither a time zone nor an interval
    │   ├── MissingPermission       the bot lacks a permission in the channel
    │   ├── NotPosted               Discord took no message for a new table
    │   ├── NoStop                  nobody asks to end the game any more
    │   ├── BadRecord               the rules refuse a move of a recorded game
    │   ├── RecordTooLarge          a file larger than those that are read
    │   ├── RecordTooSlow           a file that takes longer to read than anybody waits
    │   ├── NoRecordedSeat          a seat that a recorded game does not have, or that is taken
    │   ├── RecordIsSet             a recorded game keeps its options
    │   ├── NotInThread             the bot is not a member of a private thread
    │   ├── NothingToShow           the picture or page asked for does not exist
    │   ├── NoSuchHex               a text that is not a hex of the map
    │   ├── NoSuchUnit              a text that is not a company of the title
    │   ├── NotOffered              a press or choice of another version, or of none
    │   └── Outdated                a stored move that this version's rules refuse
    └── StorageProblem              nothing was stored
        ├── Unavailable             the database itself cannot be used; what was stored is safe
        │   ├── BadAddress          the address names no database we can use
        │   │   ├── UnescapedPassword   nobody can tell where the password in it ends
        │   │   └── UnknownParameter    it asks for what our driver does not know
        │   ├── FolderMissing       the folder of the file does not exist
        │   ├── CannotOpen          the file cannot be opened
        │   ├── NotADatabase        the file holds something else
        │   │   └── NoDatabase          there is no file
        │   ├── ForeignDatabase     a database, but another program's
        │   ├── NewerSchema         written by a newer version of the program
        │   ├── OlderSchema         written by an older version, and not to be changed now
        │   ├── NotEmpty            it holds games that a copy would replace
        │   ├── SamePlace           it would be copied into itself
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
            └── NoLaterAction       no action after that point
"""

from bot.errors.base import BotError
from bot.errors.storage import (
    AlreadySeated,
    BadAddress,
    CannotOpen,
    ChannelTaken,
    Conflict,
    Damaged,
    DatabaseClosed,
    DatabaseLocked,
    DiskFull,
    DuplicateInteraction,
    FolderMissing,
    ForeignDatabase,
    GameMissing,
    InUse,
    LeaseLost,
    LobbyFull,
    NewerSchema,
    NoAnswer,
    NoDatabase,
    NoLaterAction,
    NotADatabase,
    NotEmpty,
    OlderSchema,
    ReadOnly,
    SamePlace,
    SeatMissing,
    StaleRev,
    StorageProblem,
    Unavailable,
    UnescapedPassword,
    UnknownParameter,
    Unreachable,
    Vanished,
    WrongState,
)
from bot.errors.tables import (
    AskedAlready,
    BadClock,
    BadHook,
    BadRecord,
    BadSeats,
    BadTime,
    CopyPlace,
    HookAnswer,
    HookSilent,
    HooksOff,
    MissingPermission,
    NobodyDecides,
    NoCompanyToPlan,
    NoDeputy,
    NoGame,
    NoRecordedSeat,
    NoReplacement,
    NoRequest,
    NoRoomForToken,
    NoStop,
    NoSuchBranch,
    NoSuchHex,
    NoSuchMove,
    NoSuchPlan,
    NoSuchSeat,
    NoSuchUnit,
    NotAMember,
    NotAsked,
    NothingToCopy,
    NothingToRedo,
    NothingToShow,
    NothingToUndo,
    NotHost,
    NotInThread,
    NotInvited,
    NotOffered,
    NotPosted,
    NotResting,
    NotRunning,
    NotSeated,
    NotStudied,
    NotYourSeat,
    OrderEnded,
    OthersPlay,
    Outdated,
    OwnRequest,
    OwnSeat,
    PlayersAbsent,
    PrivateHook,
    RecordIsSet,
    RecordTooLarge,
    RecordTooSlow,
    StillHere,
    TableError,
    TooFew,
)

__all__ = [
    "AlreadySeated",
    "AskedAlready",
    "BadAddress",
    "BadClock",
    "BadHook",
    "BadRecord",
    "BadSeats",
    "BadTime",
    "BotError",
    "CannotOpen",
    "ChannelTaken",
    "Conflict",
    "CopyPlace",
    "Damaged",
    "DatabaseClosed",
    "DatabaseLocked",
    "DiskFull",
    "DuplicateInteraction",
    "FolderMissing",
    "ForeignDatabase",
    "GameMissing",
    "HookAnswer",
    "HookSilent",
    "HooksOff",
    "InUse",
    "LeaseLost",
    "LobbyFull",
    "MissingPermission",
    "NewerSchema",
    "NoAnswer",
    "NoCompanyToPlan",
    "NoDatabase",
    "NoDeputy",
    "NoGame",
    "NoLaterAction",
    "NoRecordedSeat",
    "NoReplacement",
    "NoRequest",
    "NoRoomForToken",
    "NoStop",
    "NoSuchBranch",
    "NoSuchHex",
    "NoSuchMove",
    "NoSuchPlan",
    "NoSuchSeat",
    "NoSuchUnit",
    "NobodyDecides",
    "NotADatabase",
    "NotAMember",
    "NotAsked",
    "NotEmpty",
    "NotHost",
    "NotInThread",
    "NotInvited",
    "NotOffered",
    "NotPosted",
    "NotResting",
    "NotRunning",
    "NotSeated",
    "NotStudied",
    "NotYourSeat",
    "NothingToCopy",
    "NothingToRedo",
    "NothingToShow",
    "NothingToUndo",
    "OlderSchema",
    "OrderEnded",
    "OthersPlay",
    "Outdated",
    "OwnRequest",
    "OwnSeat",
    "PlayersAbsent",
    "PrivateHook",
    "ReadOnly",
    "RecordIsSet",
    "RecordTooLarge",
    "RecordTooSlow",
    "SamePlace",
    "SeatMissing",
    "StaleRev",
    "StillHere",
    "StorageProblem",
    "TableError",
    "TooFew",
    "Unavailable",
    "UnescapedPassword",
    "UnknownParameter",
    "Unreachable",
    "Vanished",
    "WrongState",
]
