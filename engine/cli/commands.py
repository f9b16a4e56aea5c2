"""What the commands do."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from engine import notation
from engine.benefits import meant
from engine.cli.errors import because, harmless, sentence
from engine.finance import shares
from engine.game import Game
from engine.peer18xx import written_game
from engine.peer18xx.recorded_game import Peer
from engine.position import Position
from engine.records import own
from engine.records.check import FileReport
from engine.records.check import check as check_file
from engine.records.data_folder import processes
from engine.records.files import Recording, open_actions, open_game, open_recording
from engine.refusals import Malformed
from engine.routes import TrainRun
from engine.title import titles as known_titles

SHOWN = 12
"""How many mismatches are printed for one file."""


def titles(arguments: Namespace) -> int:
    """Print the titles."""
    for title in known_titles().values():
        low, high = title.data.players
        print(f"{title.name}: {title.data.full_name} ({title.data.designer}), {low}-{high} players")
        for option in title.data.options:
            values = "|".join(option.values)
            print(f"  --option {option.id}{'=' + values if values else ''}  {option.clause}".rstrip())
        for preset, options in title.data.presets.items():
            print(f"  --option {preset}  = {' '.join(options)}")
    return 0


def check(arguments: Namespace) -> int:
    """Replay files and compare."""
    reports = _reports(arguments)
    actions = wrong = taken = 0
    for report in reports:
        _print(report)
        actions += report.actions
        taken += len(report.taken)
        wrong += len(report.mismatches) + (report.refused is not None)
    if taken:
        print(f"{taken} entries taken as recorded")
    print(f"{len(arguments.files)} games, {actions} actions, {wrong} mismatches")
    return 1 if wrong else 0


def _reports(arguments: Namespace) -> Iterator[FileReport]:
    if arguments.jobs == 1:
        yield from map(check_file, arguments.files)
        return
    with processes(arguments.jobs) as pool:
        yield from pool.map(check_file, arguments.files)


def _print(report: FileReport) -> None:
    known = f", {report.known} known" if report.known else ""
    name = harmless(report.name)
    print(f"{name}: {report.actions} actions, {len(report.mismatches)} mismatches{known}")
    if report.options:
        print(f"  options: {' '.join(report.options)}")
    for entry in report.taken:
        rule = ", ".join((entry.why.key, *entry.why.clauses))
        print(f"  action {entry.at}, taken as recorded: {notation.write(entry.action)} ({rule})")
    for one in report.mismatches[:SHOWN]:
        key, expected, found = harmless(one.key), _short(one.expected), _short(one.found)
        print(f"  action {one.at}, {key}: expected {expected}, found {found}")
    if len(report.mismatches) > SHOWN:
        print(f"  ... and {len(report.mismatches) - SHOWN} more")
    if report.refused is not None:
        print(f"{name}: {sentence(report.refused)}", file=sys.stderr)


def _short(value: Any) -> str:
    text = harmless(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= 200 else f"{text[:200]}..."


def show(arguments: Namespace) -> int:
    """Print a position."""
    game = open_game(arguments.file, arguments.at)
    print("\n".join(describe(game)))
    return 0


def describe(game: Game) -> Iterator[str]:
    """Yield a position line by line."""
    pos = game.pos
    frame = f"{pos.frame.kind} {'.'.join(map(str, pos.frame.number))}" if pos.state.frames else "over"
    yield f"{game.title.name} {frame}, phase {pos.phase.name}, ply {pos.state.ply}"
    if pos.awaited:
        unit = f" for {pos.unit}" if pos.unit else ""
        verbs = sorted({step.verb.verb for step in pos.open_steps})
        yield f"to decide: {', '.join(pos.awaited)}{unit} ({', '.join(verbs)})"
    for player in dict.fromkeys((*pos.state.players, *pos.everybody)):
        yield _player(pos, player)
    for one in game.title.data.units:
        if one.id in pos.state.tokens_left:
            yield _unit(pos, one.id)
    laid = (f"{hex_} #{tile}/{turn}" for hex_, (tile, turn) in sorted(pos.state.tiles.items()))
    yield f"tiles: {' '.join(laid) or 'none'}"


def _player(pos: Position, player: str) -> str:
    mark = " (priority)" if player == pos.state.priority else ""
    count = f"{shares.counted(pos, player)}/{shares.limit(pos)} certificates"
    held = [(unit, pos.percent(player, unit)) for unit in pos.title.units if pos.percent(player, unit)]
    holding = " ".join(f"{unit} {share}%{'*' * (pos.director(unit) == player)}" for unit, share in held)
    return f"{player}{mark}: cash {pos.cash(player)}, worth {pos.worth(player)}, {count} {holding}".rstrip()


def _unit(pos: Position, unit: str) -> str:
    price = f", price {pos.price(unit)}" if pos.price(unit) else ""
    trains = ",".join(pos.trains(unit)) or "none"
    placed = [hex_ for hex_, here in pos.state.tokens.items() if any(one.unit == unit for one in here)]
    who = pos.director(unit) or "nobody"
    return (
        f"{unit} ({who}): cash {pos.cash(unit)}{price}, trains {trains}, tokens {' '.join(placed) or 'none'}"
    )


def routes(arguments: Namespace) -> int:
    """Print the best routes of a unit as JSON."""
    recording = open_recording(arguments.file)
    game = open_game(arguments.file, arguments.at)
    unit = _wanted_unit(game.pos, arguments.unit)
    started = time.process_time()
    trains = tuple(arguments.trains.split(",")) if arguments.trains else None
    for train in trains or ():
        if train not in game.title.trains:
            raise Malformed("unknown_train", train=train)
    selections = meant(game.title.data, _benefits(recording, unit, arguments))
    everywhere = arguments.tokens_everywhere
    found = [game.title.routes(game.pos, unit, one, trains, everywhere=everywhere) for one in selections]
    best = max(found, key=lambda one: (one.fault is None, one.revenue))
    if best.fault is not None:
        raise Malformed("no_routes", why=f"{best.fault.key} {best.fault.values}")
    seconds = time.process_time() - started
    runs = [_ride(run) for run in best.runs]
    shown = {"unit": unit, "revenue": best.revenue, "routes": runs, "proved": best.proved}
    if best.subsidy:
        shown["subsidy"] = best.subsidy
    print(json.dumps({**shown, "seconds": round(seconds, 6)}))
    return 0


def _ride(run: TrainRun) -> dict[str, Any]:
    stops = [f"{hex_}-{stop}" for hex_, stop in run.stops]
    return {"train": run.train, "stops": stops, "hexes": list(run.hexes), "revenue": run.revenue}


def _wanted_unit(pos: Position, name: str | None) -> str:
    if name is None:
        if not pos.unit:
            raise Malformed("no_unit")
        return pos.unit
    known = {key: unit.id for unit in pos.title.data.units for key in (unit.id, unit.abbr)}
    if known.get(name) not in pos.state.tokens_left:
        raise Malformed("unknown_unit", unit=name)
    return known[name]


def _benefits(recording: Recording, unit: str, arguments: Namespace) -> tuple[str, ...]:
    if arguments.benefits is None:
        return recording.bought(arguments.at, unit) if isinstance(recording, Peer) else ()
    if arguments.benefits in ("none", ""):
        return ()
    return tuple(arguments.benefits.split(","))


def convert(arguments: Namespace) -> int:
    """Write a game in our own file format, or in that of 18xx.games."""
    recording, actions, game = open_actions(arguments.file)
    setup, pos, stop = recording.setup, game.pos, None
    if arguments.to == "18xx":
        file = written_game.file_of(setup, actions, names=recording.called)
        text, stop = file.text, file.stop
    else:
        result = {player: pos.worth(player) for player in pos.state.players} if pos.state.over else None
        text = own.dump(game.setup, actions, names=recording.called, result=result)
    arguments.out.write_text(text, "utf-8")
    print(f"{arguments.out}: {len(actions) if stop is None else stop.ply} actions")
    if stop is not None:
        print(f"it stops before entry {stop.entry}: {because(stop.why)}")
    return 0
