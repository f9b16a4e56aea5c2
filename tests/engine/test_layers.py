import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from engine.actions import SHARED
from engine.title import titles

ROOT = Path(__file__).parents[2]

FONTS = {"font_source_sans_pro", "manimgx_fonts", "manimgx_fonts_cjk"}
ALLOWED = {
    "assets": {"assets", "babel"},
    "engine": {"engine", "pydantic"},
    "engine/cli": {"engine", "pydantic", "assets"},
    "render": {"assets", "engine", "render", "PIL", "bidi", "isal", *FONTS},
}
"""What a package may import besides the standard library. The bot may import anything."""

KEYS = {
    "before",
    "after",
    "train",
    "field",
    "token",
    "refuse",
    "par",
    "mountain",
    "tunnel",
    "turn",
    "home",
    "purple",
}
"""Words that are verbs of a game and also fields of an action, kinds of stops, colours, or names in Discord's
protocol."""
SQL = {"BY"}
"""Abbreviations of units that are also words of the language of databases."""


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file, however deep."""
    return tuple(ast.walk(parsed(path)))


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


@cache
def strings(path: Path) -> frozenset[tuple[int, str]]:
    """Every text of a file but its docstrings."""
    docs = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    texts = (node for node in nodes(path) if isinstance(node, ast.Constant) and id(node) not in docs)
    return frozenset((node.lineno, node.value) for node in texts if isinstance(node.value, str))


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_point_down(package: str):
    """The bot rests on pictures, pictures on the engine; sentences are a leaf that no rule knows."""
    inner = {path for other in ALLOWED if other.startswith(f"{package}/") for path in sources(other)}
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in set(sources(package)) - inner
        for name in imported(path)
        if name.partition(".")[0] not in ALLOWED[package] | set(sys.stdlib_module_names)
    }

    assert sources(package)
    assert not wrong


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


TYPES_ONLY = {"engine.position", "engine.scratch", "engine.peer18xx.writing"}
"""What names types that stand above it, as a position knows its title, and imports none of them when it runs."""


def running(path: Path) -> Iterator[ast.AST]:
    """Everything in a file, but in those of `TYPES_ONLY` what is imported for names of types."""
    left_out: set[int] = set()
    for node in nodes(path):
        only_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if only_types and module_of(path) in TYPES_ONLY:
            left_out |= {id(one) for one in ast.walk(node)}
    return (node for node in nodes(path) if id(node) not in left_out)


def named_modules(path: Path, known: set[str]) -> set[str]:
    """The modules among the known ones that a file imports, for typing too, whole or for a name in them."""
    found: set[str] = set()
    for node in running(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & known) | ({str(node.module)} if whole - known else set())
    return found & known


@pytest.mark.parametrize("package", ["assets", "render", "engine"])
def test_no_module_is_in_a_circle(package: str):
    """Every module of a package rests on others that do not rest on it, but for the types that a position names."""
    modules = {module_of(path): path for path in sources(package)}

    order = TopologicalSorter({name: named_modules(path, {*modules}) for name, path in modules.items()})

    assert set(order.static_order()) == set(modules)


def room_of(module: str) -> str:
    """The room a module is in: a folder of its package, a title, or the module itself where it stands beside."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[1:2] == ["titles"] else 2])


def test_no_room_of_the_engine_is_in_a_circle():
    """Folders stand above each other, too: of two rooms at most one imports from the other, even through others."""
    modules = {module_of(path): path for path in sources("engine")}
    rests: dict[str, set[str]] = {room_of(name): set() for name in modules}
    for name, path in modules.items():
        rests[room_of(name)] |= {room_of(other) for other in named_modules(path, {*modules})} - {
            room_of(name)
        }

    assert set(TopologicalSorter(rests).static_order()) == set(rests)


def test_a_name_has_one_meaning():
    """No two modules define a class or a type of the same name; variables for types are single letters."""
    found: dict[str, set[str]] = {}
    for path in (path for package in ("assets", "bot", "engine", "render") for path in sources(package)):
        for name in _types(path):
            found.setdefault(name, set()).add(module_of(path))

    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def _types(path: Path) -> Iterator[str]:
    """The public classes and names of types that a module defines, longer than one letter."""
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
        else:
            continue
        yield from (name for name in names if re.fullmatch("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*", name))


def test_titles_are_leaves_of_the_engine():
    """No shared part of the engine imports a title; only the search for titles knows their folder."""
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("engine")
        if not {"titles", "peer18xx"} & {*path.relative_to(ROOT / "engine").parts}
        for name in imported(path)
        if name.startswith("engine.titles.")
    }

    assert not wrong


def test_only_who_opens_files_knows_the_other_site():
    """Titles, and all that they are made of, know nothing of 18xx.games; a title's part there knows its own title."""
    wrong = []
    for path in sources("engine"):
        part, *inner = path.relative_to(ROOT / "engine").parts
        for name in imported(path):
            if name.startswith("engine.peer18xx") and part not in {"peer18xx", "records", "cli"}:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
            if name.startswith("engine.titles.") and part == "peer18xx" and name.split(".")[2] != inner[0]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")

    assert not wrong


OUTSIDE = {"os", "pathlib", "io", "sys", "shutil", "socket", "subprocess", "tempfile"}
"""Modules that reach the machine; what a title brings along is read as a resource of its package."""


def test_the_core_does_no_input_or_output():
    """Files, prints and the environment belong to the command line and to the records."""
    wrong = []
    for path in sources("engine"):
        part = path.relative_to(ROOT / "engine").parts[0]
        called = {node.func.id for node in nodes(path) if _is_call(node)}
        if part in {"cli", "records", "__main__.py"}:
            continue
        if called & {"print", "open", "input"} or OUTSIDE.intersection(imported(path)):
            wrong.append(path.name)

    assert not wrong


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def names_of_titles() -> set[str]:
    """Names of titles, folders and units; numbers of minors are left out, they mean nothing by themselves."""
    found = set()
    for title in (form for known in titles().values() for form in known.forms):
        found |= {title.name, title.data.full_name, f"t{title.name.lower()}"}
        for unit in title.data.units:
            found |= {unit.id, unit.abbr, unit.name}
    return {name for name in found if not name.isdigit()}


@pytest.mark.parametrize("package", ["bot", "render"])
def test_no_title_is_named_above_the_engine(package: str):
    """The bot and the pictures know neither titles nor their units."""
    names = names_of_titles()
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sources(package)
        for line, text in strings(path)
        if text in names or (names - SQL) & set(text.split())
    ]

    assert not wrong


@pytest.mark.parametrize("package", ["bot", "render"])
def test_no_verb_is_named_above_the_engine(package: str):
    """Menus and commands are made from the actions: no verb is written down, no kind of action picked out."""
    verbs = {verb.verb for verb in SHARED} | {verb.verb for one in titles().values() for verb in one.verbs}
    kinds = {verb.__name__ for verb in SHARED}
    wrong = []
    for path in sources(package):
        wrong += [f"{path.name}:{line}: {text}" for line, text in strings(path) if text in verbs - KEYS]
        picked = (node for node in nodes(path) if isinstance(node, ast.ImportFrom))
        wrong += [
            f"{path.name} imports {alias.name}"
            for node in picked
            if node.module == "engine.actions"
            for alias in node.names
            if alias.name in kinds
        ]

    assert not wrong


def test_the_engine_says_nothing_in_sentences():
    """Words for people are clauses, or belong to the command line; the rest are keys and numbers."""
    own = {"invariants.py", "slips.py"}
    wrong = []
    for path in sources("engine"):
        parts = path.relative_to(ROOT / "engine").parts
        if parts[0] in {"cli", "records", "peer18xx"} or path.name in own:
            continue
        diagnoses = {id(node) for node in _diagnoses(path)}
        for node in nodes(path):
            if isinstance(node, ast.Expr) or id(node) in diagnoses or not isinstance(node, ast.Constant):
                continue
            if isinstance(node.value, str) and _sentence(path, node):
                wrong.append(f"{path.name}:{node.lineno}: {node.value}")

    assert not wrong


def _sentence(path: Path, node: ast.Constant) -> bool:
    return len(str(node.value).split()) > 3 and (node.lineno, node.value) in strings(path)


def _diagnoses(path: Path) -> Iterator[ast.AST]:
    """What checks of positions and errors of programmers are made of."""
    for node in nodes(path):
        if (isinstance(node, ast.FunctionDef) and node.name.startswith("check")) or isinstance(
            node, ast.Raise
        ):
            yield from ast.walk(node)
