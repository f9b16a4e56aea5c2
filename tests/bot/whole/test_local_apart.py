"""The bundled server stands by itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import bot.local

FOLDER = Path(bot.local.__file__).parent


def taken(path: Path) -> Iterator[str]:
    """Every module of this project that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.partition(".")[0] in {"bot", "engine", "render", "assets"})


def test_the_local_server_takes_nothing_from_the_bot():
    """It plays Discord: what it must know of the bot it is given."""
    wrong = {
        f"{path.name} imports {name}"
        for path in FOLDER.rglob("*.py")
        for name in taken(path)
        if not name.startswith("bot.local")
    }

    assert not wrong
