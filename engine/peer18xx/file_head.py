"""What a file of 18xx.games must hold to be read: its head, its players, and the fields of every action."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, TypeAdapter, ValidationError, create_model

from engine.peer18xx.in_force import Entry
from engine.refusals import Malformed

Name = int | str
"""A number on the site; a name in games played on one device."""


class Loose(BaseModel):
    """A part of a file in which more may stand than is read."""

    model_config = ConfigDict(extra="ignore")


class PeerPlayer(Loose):
    """A player, in the order of the seats; one without an id goes by the name."""

    id: Name | None = None
    name: Name = ""

    @property
    def key(self) -> str:
        """Return the player's name in the actions."""
        return str(self.name if self.id is None else self.id)


class PeerSettings(Loose):
    """What the game was set up with."""

    seed: Name | None = None
    optional_rules: list[str] | None = None


class PeerFile(Loose):
    """The head of a file; ``seed`` and ``options`` stand in it where there are no settings."""

    id: Name | None = None
    title: str
    players: list[PeerPlayer] = Field(min_length=1, max_length=12)
    settings: PeerSettings | None = None
    seed: Name | None = None
    options: list[str] | None = None
    actions: list[dict[str, Any]]

    @property
    def optional_rules(self) -> tuple[str, ...]:
        """Return the options under their recorded names."""
        known = self.options if self.settings is None else self.settings.optional_rules
        return tuple(known or ())

    @property
    def random_seed(self) -> int:
        """Return the seed; a game without one of its own goes by the number in its id."""
        seed = self.seed if self.settings is None else self.settings.seed
        found = re.search(r"\d+", str(self.id if seed in ("", None) else seed))
        return int(found.group()) if found else 0


class _Route(Loose):
    train: str
    connections: list[list[str]]
    revenue: int = 0


class _Played(Loose):
    entity: Name
    entity_type: str
    in_turn: Name | None = None
    at_step: str | None = None
    in_round: list[StrictInt] | None = None
    later: StrictInt | None = None


def _played(**fields: Any) -> type[BaseModel]:
    wanted: dict[str, Any] = {
        name: kind if isinstance(kind, tuple) else (kind, ...) for name, kind in fields.items()
    }
    return create_model("Played", __base__=_Played, **wanted)


_OPTIONAL = (Name | None, None)
_LISTED = (list[str], Field(min_length=1))
FIELDS: Mapping[str, type[BaseModel]] = {
    "undo": create_model("Undo", __base__=Loose, action_id=(int | None, None)),
    "pass": _played(),
    "bid": _played(price=int, company=_OPTIONAL, minor=_OPTIONAL, corporation=_OPTIONAL),
    "par": _played(corporation=str, share_price=Name),
    "buy_shares": _played(shares=_LISTED, percent=(int | None, None)),
    "sell_shares": _played(shares=_LISTED, percent=(int | None, None)),
    "buy_company": _played(company=str, price=int),
    "sell_company": _played(company=str),
    "buy_corporation": _played(corporation=str, price=int),
    "lay_tile": _played(hex=str, tile=str, rotation=int),
    "place_token": _played(city=str),
    "remove_token": _played(city=str),
    "run_routes": _played(routes=list[_Route]),
    "dividend": _played(kind=str, amount=(int | None, None)),
    "buy_train": _played(train=str, price=int, variant=(str | None, None)),
    "discard_train": _played(train=str),
    "swap_train": _played(train=str),
    "special_buy": _played(description=str),
    "choose_ability": _played(choice=(Any, None)),
    "payoff_player_debt": _played(amount=(int | None, None)),
    "bankrupt": _played(),
    "destination_connection": _played(),
}
"""What the actions that are read must have. Those of other types need a type only."""

_CHECKS = {kind: TypeAdapter(wanted) for kind, wanted in FIELDS.items()}

_NUMBERED = TypeAdapter(create_model("Numbered", __base__=Loose, id=(int | None, None)))

_PARTS = TypeAdapter(list[dict[str, Any]])


def read_head(data: Mapping[str, Any]) -> PeerFile:
    """Return the head of a file, every action of which has what it needs.

    :raises Malformed: when something is missing or of another kind; it names the place.
    """
    try:
        head = PeerFile.model_validate(data)
    except ValidationError as error:
        raise _fault(error) from None
    keys = [player.key for player in head.players]
    for seat, key in enumerate(keys):
        if not key:
            raise Malformed("record_missing", where=f"players.{seat}.name")
        if key in keys[:seat]:
            raise Malformed("record_wrong", where=f"players.{seat}", found=key)
    _check_entries(head.actions)
    return head


def _check_entries(entries: Sequence[Entry], above: str = "actions") -> None:
    for at, entry in enumerate(entries):
        where = f"{above}.{at}"
        kind = entry.get("type")
        if not isinstance(kind, str):
            raise Malformed("record_missing", where=f"{where}.type")
        _valid(_NUMBERED, entry, where)
        if (wanted := _CHECKS.get(kind)) is not None:
            _valid(wanted, entry, where)
        if (parts := entry.get("auto_actions")) is not None:
            inner = f"{where}.auto_actions"
            _valid(_PARTS, parts, inner)
            _check_entries(parts, inner)


def _valid(wanted: TypeAdapter[Any], found: Any, where: str) -> None:
    try:
        wanted.validate_python(found)
    except ValidationError as error:
        raise _fault(error, where) from None


def _fault(error: ValidationError, above: str = "") -> Malformed:
    first = error.errors(include_url=False)[0]
    place = [part for part in first["loc"] if not _branch(str(part))]
    where = ".".join(map(str, (above, *place) if above else place)) or "file"
    if first["type"] == "missing":
        return Malformed("record_missing", where=where)
    return Malformed("record_wrong", where=where, found=_short(first["input"]))


def _branch(part: str) -> bool:
    """Tell whether a part of a place only says which of several kinds was tried."""
    return part in ("int", "str", "list[dict[str,any]]", "none")


def _short(found: Any) -> str:
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:40]}..."
