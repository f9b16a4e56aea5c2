"""Files of our own: JSON with the set-up and, for every action, the player and a line of notation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine import notation
from engine.actions import Action
from engine.data import EDITION
from engine.game import Game, Setup
from engine.refusals import Malformed
from engine.retrace import outcome

FORMAT = "stationmaster-game"


class File(BaseModel):
    """The schema of a file. ``names`` are what players are called, by player id.

    ``seed`` is null as long as what nobody may know yet follows from it. ``decided`` says of actions, counted from 1,
    what decided them where no player did.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["stationmaster-game"] = "stationmaster-game"
    version: Literal[1] = 1
    engine: str = ""
    edition: int = Field(default=1, ge=1, le=EDITION)
    title: str
    players: list[str] = Field(min_length=1, max_length=12)
    names: dict[str, str] = Field(default_factory=dict)
    options: list[str] = Field(default_factory=list)
    seed: int | None = Field(default=0, ge=0)
    actions: list[tuple[str, str]] = Field(default_factory=list)
    result: dict[str, int] | None = None
    decided: dict[int, str] = Field(default_factory=dict)


def dump(  # noqa: PLR0913 - a file has that many parts
    setup: Setup,
    actions: Iterable[Action],
    *,
    names: Mapping[str, str] | None = None,
    decided: Mapping[int, str] | None = None,
    result: Mapping[str, int] | None = None,
    secret: bool = False,
) -> str:
    """Return the text of a file for a game; a ``secret`` one does not tell the seed, and cannot be replayed."""
    from engine import VERSION  # noqa: PLC0415 - the package imports this module

    file = File(
        engine=VERSION,
        edition=setup.edition,
        title=setup.title,
        players=list(setup.players),
        names=dict(names or {}),
        options=list(setup.options),
        seed=None if secret else setup.seed,
        actions=[(action.actor, notation.write(action)) for action in actions],
        result=dict(result) if result is not None else None,
        decided=dict(decided or {}),
    )
    left_out = {"result"} if result is None else set[str]()
    head = file.model_dump(exclude={"actions", *left_out, *([] if decided else ["decided"])})
    lines = ",\n".join(f"  {json.dumps(list(line), ensure_ascii=False)}" for line in file.actions)
    text = json.dumps(head, ensure_ascii=False, indent=1)
    return f'{text[:-2]},\n "actions": [\n{lines}\n ]\n}}\n'


class Own:
    """A game read from a file of our own."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        try:
            self.file = File.model_validate_json(json.dumps(data))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "file"
            raise Malformed("bad_record", where=where, why=first["msg"]) from None
        if self.file.seed is None:
            raise Malformed("secret_record")
        self.setup = Setup(
            self.file.title,
            tuple(self.file.players),
            tuple(self.file.options),
            self.file.seed,
            self.file.edition,
        )

    @property
    def called(self) -> Mapping[str, str]:
        """Return the names of people, by player."""
        return self.file.names

    @property
    def decided(self) -> Mapping[int, str]:
        """Return who decided the actions that no player decided, by their number, counted from 1."""
        return self.file.decided

    def __len__(self) -> int:
        return len(self.file.actions)

    def at(self, index: int | None = None) -> Game:
        """Return the game before that entry, or after the last.

        :raises Refused: when an action is not valid notation, or is illegal.
        """
        game = Game.begin(self.setup)
        return outcome(game, self.actions()[:index])

    def actions(self) -> list[Action]:
        """Return the actions of the whole record."""
        game = Game.begin(self.setup)
        return [game.recorded(text, actor) for actor, text in self.file.actions]
