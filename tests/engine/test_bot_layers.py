"""The rooms of the bot stand above each other: a module imports from its own room and from those below."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.engine.test_layers import nodes

ROOT = Path(__file__).parents[2]

ROOMS = (
    ("__main__",),
    ("operate",),
    ("cogs",),
    ("own_turn", "seat_requests", "shown_pictures", "study_rooms", "suggestions"),
    ("at_table",),
    ("client",),
    ("choice_pictures", "presses", "repeats"),
    ("private_cards",),
    ("replies",),
    ("answers",),
    ("messages",),
    ("parts",),
    ("pictures",),
    ("pickers",),
    ("components",),
    ("speech",),
    ("menu",),
    ("timekeeper",),
    ("hooks", "reach", "reminders"),
    ("tables",),
    ("migrations",),
    ("storage",),
    ("errors", "limits", "logs"),
    ("clock_time", "command_groups"),
    (
        "button_ids",
        "called",
        "channel_options",
        "command_limits",
        "localise",
        "permissions",
        "quiet",
        "repeated_events",
        "request_rate",
        "settings",
        "time_source",
        "worker_pool",
    ),
    ("work_turns", "worker_process"),
    ("local",),
)
"""From the top down; rooms beside each other do not import one another."""

TYPING_CIRCLES: tuple[frozenset[str], ...] = ()
"""Circles of modules that need each other only for their types."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the bot by its name."""
    found = {}
    for path in sorted((ROOT / "bot").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def room(module: str) -> str:
    """The room a module is in: a folder of the bot, or a module beside the folders."""
    return module.split(".")[1] if "." in module else ""


def level(module: str) -> int:
    """How far below the top a module stands."""
    return next(at for at, rooms in enumerate(ROOMS) if room(module) in rooms)


def typed_only(path: Path) -> set[int]:
    """The nodes of a file that only a type checker sees."""
    guarded = (node for node in nodes(path) if isinstance(node, ast.If))
    return {
        id(inner)
        for node in guarded
        if isinstance(node.test, ast.Name | ast.Attribute) and "TYPE_CHECKING" in ast.unparse(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }


def named(node: ast.AST) -> Iterator[str]:
    """The modules that an import may mean."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in modules() else str(node.module)


@cache
def imports(*, types: bool) -> dict[str, frozenset[str]]:
    """What each module of the bot imports of the others: at run time, or also for types."""
    found = {}
    for module, path in modules().items():
        unseen = set() if types else typed_only(path)
        wanted = {name for node in nodes(path) if id(node) not in unseen for name in named(node)}
        found[module] = frozenset(wanted & modules().keys() - {module})
    return found


def reached(module: str, graph: dict[str, frozenset[str]]) -> set[str]:
    """Every module that another imports, directly or through others."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        fresh = graph[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return found


def circles(graph: dict[str, frozenset[str]]) -> set[frozenset[str]]:
    """The sets of modules that import each other."""
    below = {module: reached(module, graph) for module in graph}
    return {
        frozenset(other for other in below[module] if module in below[other])
        for module in graph
        if module in below[module]
    }


def test_every_room_has_its_place():
    """The list names all rooms of the bot, and no others."""
    listed = {one for rooms in ROOMS for one in rooms}

    assert listed == {room(module) for module in modules() if room(module)}


def test_the_rooms_of_the_bot_stand_above_each_other():
    """Nothing is imported from a room above or beside, not even for its types."""
    wrong = [
        f"{module} imports {other}"
        for module, others in imports(types=True).items()
        for other in sorted(others)
        if room(other) not in ("", room(module)) and level(other) <= level(module)
    ]

    assert not wrong


def test_no_cog_imports_another():
    """What several commands need stands below them."""
    wrong = {
        module: shared
        for module, others in imports(types=True).items()
        if room(module) == "cogs" and (shared := {other for other in others if room(other) == "cogs"})
    }

    assert not wrong


def test_no_module_of_the_bot_is_in_an_import_circle():
    """Modules can be loaded, and read, one after the other."""
    assert circles(imports(types=False)) == set()


def test_circles_for_types_are_listed():
    """Modules that need each other for their types are known."""
    assert circles(imports(types=True)) == set(TYPING_CIRCLES)
