"""Commands and their arguments. Exit codes: 0 for success, 1 for a problem found, 2 for bad usage."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.cli import commands, new_title, selfplay
from engine.cli.errors import sentence
from engine.opponents import STYLES
from engine.printed import BadTitle
from engine.records import data_folder
from engine.refusals import Refused


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = argparse.ArgumentParser(prog="python -m engine", description="Rules of 18xx railway games.")
    subs = top.add_subparsers(metavar="COMMAND", required=True)
    titles = subs.add_parser("titles", help="titles, player counts, options")
    titles.set_defaults(call=commands.titles)
    _add_check(subs)
    _add_play(subs)
    _add_routes(subs)
    show = subs.add_parser("show", help="the position in words")
    show.add_argument("file", type=Path)
    show.add_argument("--at", type=_count, metavar="I", help="before entry I (default: the last position)")
    show.set_defaults(call=commands.show)
    convert = subs.add_parser("convert", help="write a recorded game in another format")
    convert.add_argument("file", type=Path)
    convert.add_argument("--to", choices=("own", "18xx"), required=True)
    convert.add_argument("-o", "--out", type=Path, required=True, metavar="OUT")
    convert.set_defaults(call=commands.convert)
    new = subs.add_parser("new", help="begin a title of your own, as a copy of the kit")
    new.add_argument("name", metavar="NAME")
    new.set_defaults(call=new_title.new)
    return top


def _add_check(subs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = subs.add_parser("check", help="replay recorded games and compare every state")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.add_argument("-j", "--jobs", type=_positive, default=1, metavar="J")
    check.set_defaults(call=commands.check)


def _add_play(subs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = subs.add_parser("play", help="random legal play to the end, every invariant checked")
    play.add_argument("title")
    play.add_argument("--players", type=_positive, required=True, metavar="N")
    play.add_argument("--games", type=_positive, default=1, metavar="K")
    play.add_argument("--seed", type=_count, default=1, metavar="S")
    play.add_argument("--option", action="append", default=[], metavar="O")
    play.add_argument("-j", "--jobs", type=_positive, default=1, metavar="J")
    play.add_argument("--style", choices=STYLES, default="mixed", help="how the players choose")
    play.add_argument(
        "--against", choices=STYLES, default="", help="how all but one choose, a seat by the seed"
    )
    play.add_argument("--record", type=Path, metavar="DIR", help="write every game as a file into DIR")
    play.set_defaults(call=selfplay.play)


def _add_routes(subs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    routes = subs.add_parser("routes", help="the best routes of a unit, as JSON")
    routes.add_argument("file", type=Path)
    routes.add_argument("--at", type=_count, metavar="I", help="before entry I (default: the last position)")
    routes.add_argument("--unit", metavar="U", help="who runs (default: the unit in turn)")
    routes.add_argument("--trains", metavar="T,T", help="replace the unit's trains")
    routes.add_argument("--tokens-everywhere", action="store_true", help="a free token in every city")
    routes.add_argument("--benefits", "--rail-cars", metavar="B,B", help="benefits bought, or none")
    routes.set_defaults(call=commands.routes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    chosen = parser().parse_args(arguments)
    data_folder.look_in(os.environ.get(data_folder.VARIABLE, ""))
    try:
        code: int = chosen.call(chosen)
        sys.stdout.flush()
    except Refused as error:
        print(sentence(error), file=sys.stderr)
        return 1
    except BadTitle as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"{error.filename or 'file'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return code
