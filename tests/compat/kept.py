"""What is kept here, and how it is opened."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROW = 5
"""How many buttons are in a row, and how many rows in a message."""


def _kept(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))


TABLES, PEOPLE = _kept("tables")["tables"], _kept("tables")["people"]
NOW = datetime.fromisoformat(_kept("tables")["now"])
RECORDS, LINES, IDS = _kept("records"), _kept("lines"), _kept("custom_ids")
LATER = _kept("later_ids")
"""Ids that a later version wrote, which had more kinds of them, with what each says."""

LOBBIES, RUNNING, FINISHED, ENDED = (1, 2), (3, 4, 5, 6, 7, 8, 9), (10,), (11,)

BOTH = {
    "accept",
    "buy",
    "dividend",
    "lay",
    "pass",
    "refuse",
    "run",
    "scrap",
    "sell",
    "token",
    "train",
    "withdraw",
}
VERBS = {
    "18Mag": BOTH | {"take", "prepay", "call", "berth"},
    "18CZ": BOTH
    | {"take", "par", "acquire", "repay", "home", "settle", "purple", "dispose", "merge", "turn", "lift"},
    "1844": BOTH
    | {"bid", "par", "acquire", "repay", "mountain", "permit", "tunnel", "furka", "eva", "bankrupt"},
}
"""The verbs that occur in what is kept; 1844 has also ``lift``, which is played once in hundreds of games."""


def load(name: str, path: Path) -> None:
    """Make a database of its dump."""
    with closing(sqlite3.connect(path)) as made:
        made.executescript((HERE / name).read_text("utf-8"))


def hang(channels: Path, table: int, entries: Sequence[dict[str, Any]], number: int) -> dict[str, str]:
    """Post buttons and lists where a table's board hangs, as they hung there; return which message has which."""
    rows: list[list[dict[str, Any]]] = []
    for place, entry in enumerate(entries, 1):
        if entry["kind"] == "list":
            option = {"label": entry["choose"], "value": entry["choose"]}
            rows.append([{"type": 3, "id": place, "custom_id": entry["id"], "options": [option]}])
        else:
            button = {"type": 2, "id": place, "custom_id": entry["id"], "style": 2, "label": "?"}
            if not rows or len(rows[-1]) == ROW or rows[-1][0]["type"] != button["type"]:
                rows.append([])
            rows[-1].append(button)
    board = TABLES[str(table)]["posted"].get("board", TABLES["1"]["posted"]["lobby"])
    where: dict[str, str] = {}
    with closing(sqlite3.connect(channels)) as opened, opened:
        like = "SELECT channel, body FROM messages WHERE id = ?"
        channel, body = opened.execute(like, [board]).fetchone()
        for first in range(0, len(rows), ROW):
            shown = rows[first : first + ROW]
            number += 1
            parts = [{"type": 1, "id": 100 + place, "components": row} for place, row in enumerate(shown)]
            new = {**json.loads(body), "id": str(number), "flags": 0, "attachments": [], "components": parts}
            opened.execute("INSERT INTO messages VALUES(?, ?, ?)", [number, channel, json.dumps(new)])
            where |= {one["custom_id"]: str(number) for row in shown for one in row}
    return where


def plain(value: Any) -> Any:
    """Return a value as JSON keeps it."""
    return json.loads(json.dumps(value))


MENDED = {("czech-four", 551): {"choices": 333}}
"""What rules mended since then have changed, by record and action: every local is offered, not one of each size."""

ASKED_ANEW = ("g:9:166:purple",)
"""Presses, by how their ids begin, that now lead to the question which local's power is used."""
