"""What a record of 18xx.games says, without what a writer of the same game cannot know."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from engine.peer18xx.entries import parts
from engine.peer18xx.in_force import effective, silent
from engine.peer18xx.recorded_game import Peer

Entry = dict[str, Any]

AROUND = 3
"""How many entries are shown on either side of one that differs."""
STRAIGHT = ("X79",)
"""Tiles that are the same when turned by a half."""
KEPT = (
    *("type", "entity", "entity_type", "corporation", "company", "minor", "price", "percent", "hex"),
    *("rotation", "variant", "kind", "description", "cost", "share_price", "corporations", "choice"),
)


def otherwise(record: Peer, again: Peer) -> str:
    """Return the first place where a game was written otherwise than it had been recorded, empty if there is none."""
    wrote, known = comparable(again, record.ids), comparable(record)
    for at, (ours, theirs) in enumerate(zip_longest(wrote, known)):
        if ours != theirs:
            before = "; ".join(map(_line, known[max(at - AROUND, 0) : at]))
            after = "; ".join(map(_line, known[at + 1 : at + AROUND]))
            return f"after {before}: wrote {_line(ours)}, recorded {_line(theirs)}; {after}"
    return ""


def _line(entry: Entry | None) -> str:
    return " ".join(str(value) for value in (entry or {"": "nothing"}).values())


def comparable(record: Peer, ids: list[str] | None = None) -> list[Entry]:
    """Return the entries that are in force; the players of a file of ours are called by ``ids``, in their order.

    Passes and empty runs stand behind what any step allows beside them, for what came first has no effect.
    """
    live = [dict(part) for _, entry in effective(record.entries) for part in parts(entry) if not silent(part)]
    found = [_alike(part) for part in _settled(live)]
    for entry in found if ids else ():
        if entry["entity_type"] == "player":
            entry["entity"] = (ids or ())[int(entry["entity"]) - 1]
    return found


def _alike(entry: Entry) -> Entry:
    """Return an entry without the numbers of copies that are all alike, and what only those who played could know."""
    kept = {key: value for key, value in entry.items() if key in KEPT}
    kept["entity"] = str(kept.get("entity"))
    if kept.get("kind") == "variable" and not entry["amount"]:
        kept["kind"] = "withhold"
    if entry.get("tile", "").partition("-")[0] in STRAIGHT:
        kept["rotation"] %= 3
    if entry["type"] == "run_routes":
        kept["routes"] = sorted(
            [sorted(min(piece, piece[::-1]) for piece in route["connections"]), route["revenue"]]
            for route in entry["routes"]
        )
    for key in ("train", "tile"):
        if key in entry:
            kept[key] = entry[key].rpartition("-")[0]
    for key in ("company", "entity"):
        if re.fullmatch(r"[BT]\d", str(entry.get(key, ""))):
            kept[key] = entry[key][0]
    if "shares" in entry:
        kept["shares"] = len(entry["shares"])
    return kept


def _settled(live: list[Entry]) -> list[Entry]:
    kept: list[Entry] = []
    waiting: list[Entry] = []
    for entry in live:
        unit = (entry["type"] == "pass" and entry["entity_type"] != "player") or entry.get("routes") == []
        free = entry["entity_type"] == "company" or entry["type"] in ("buy_company", "sell_company")
        other = entry["entity_type"] != "company" and waiting and entry["entity"] != waiting[0]["entity"]
        if other or not (unit or free):
            kept, waiting = kept + waiting, []
        (waiting if unit else kept).append(entry)
    return kept + waiting
