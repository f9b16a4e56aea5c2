"""A title of one's own, begun as a copy of the kit."""

from __future__ import annotations

import re
from argparse import Namespace
from importlib import resources
from pathlib import Path

import engine.titles
from engine.refusals import BadSetup
from engine.title import titles

NAME = r"[A-Za-z0-9]{2,16}"
COPIED = (".py", ".toml")


def new(arguments: Namespace) -> int:
    """Write a new title and print its files.

    :raises BadSetup: when the name is none, or taken.
    """
    for path in write(arguments.name, Path(engine.titles.__path__[0])):
        print(path)
    print(f"python -m engine play {arguments.name} --players 3 --games 5 --record /tmp")
    print(f"python -m render /tmp/{arguments.name.lower()}-3p-1.json --out /tmp")
    return 0


def write(name: str, home: Path) -> list[Path]:
    """Write the folder of a title that plays as the kit does; return its files.

    :raises BadSetup: when the name is none, or taken.
    """
    folder = home / f"t{name.lower()}"
    if not re.fullmatch(NAME, name):
        raise BadSetup("title_name", title=name)
    if folder.exists() or name.lower() in map(str.lower, titles()):
        raise BadSetup("title_known", title=name)
    folder.mkdir()
    parts = (part for part in resources.files("engine.kit").iterdir() if part.name.endswith(COPIED))
    return [_copied(part.read_text("utf-8"), name, folder / part.name) for part in parts]


def _copied(text: str, name: str, path: Path) -> Path:
    """Write a file of the kit under the names of the new title."""
    kind = name[0].upper() + name[1:] if name[0].isalpha() else f"T{name}"
    text = text.replace("engine.kit", f"engine.titles.{path.parent.name}").replace("KIT-", f"{name.upper()}-")
    text = re.sub(r"\bKit(?=[A-Z])", kind, text)
    path.write_text(_in_order(re.sub(r"\bKit\b", name, text)), "utf-8")
    return path


def _in_order(text: str) -> str:
    """Put what a module imports from its own title after what it imports from the rest of the engine."""
    lines = text.splitlines(keepends=True)
    own = [line for line in lines if line.startswith("from engine.titles.")]
    rest = [line for line in lines if line not in own]
    last = max((at for at, line in enumerate(rest) if line.startswith("from engine.")), default=-1) + 1
    return "".join((*rest[:last], *own, *rest[last:]))
