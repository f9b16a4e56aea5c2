"""Small mutants of a module: one comparison, one sign, one number, one return or one statement is another."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mult: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""What stands for what in a mutant."""
DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """A module with one small fault."""

    line: int
    was: str
    now: str
    function: int | None
    """The line in which the function that holds the fault begins; None outside of functions."""
    source: str

    def __str__(self) -> str:
        return f"{self.line}: {' '.join(self.was.split())}  ->  {' '.join(self.now.split())}"


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of a module, from top to bottom."""
    return list(_Module(source).mutants())


class _Module:
    """A module's text, and its tree with places in bytes."""

    def __init__(self, source: str) -> None:
        self.bytes = source.encode()
        self.tree = ast.parse(source)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins, in bytes."""
        found = [0]
        for line in self.bytes.splitlines(keepends=True):
            found.append(found[-1] + len(line))
        return found

    def mutants(self) -> Iterator[Mutant]:
        for node, function in _parts(self.tree, None):
            place = node.test if isinstance(node, ast.If | ast.While | ast.IfExp) else node
            for changed in _changes(node):
                start = self.starts[place.lineno - 1] + place.col_offset
                end = self.starts[(place.end_lineno or 0) - 1] + (place.end_col_offset or 0)
                now = ast.unparse(changed)
                text = f"({now})" if isinstance(changed, ast.expr) else now
                source = (self.bytes[:start] + text.encode() + self.bytes[end:]).decode()
                yield Mutant(place.lineno, self.bytes[start:end].decode(), now, function, source)


Part = ast.expr | ast.stmt


def _parts(node: ast.AST, function: int | None) -> Iterator[tuple[Part, int | None]]:
    """Every expression and statement that says what happens, with the function that it stands in."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, ast.AST) or _is_mute(one):
                continue
            inside = min(x.lineno for x in (one, *one.decorator_list)) if isinstance(one, DEFS) else function
            if isinstance(one, Part):
                yield one, inside
            yield from _parts(one, inside)


def _is_mute(node: ast.AST) -> bool:
    """Whether something changes nothing that is promised: texts, assertions, lines of a log, types."""
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Constant):
            return True
        called = node.value.func if isinstance(node.value, ast.Call) else None
        return isinstance(called, ast.Attribute) and ast.unparse(called.value) in ("log", "logging")
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # asserts that what is zipped is of one length
    return isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom)


def _changes(node: Part) -> Iterator[Part]:
    """What could stand in the place of a node, or of its condition where it has one."""
    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                yield _with(node, ops=[*ops[:number], SWAPPED[type(op)](), *ops[number + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield _with(node, op=SWAPPED[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=int(value)):
            yield ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(
                test, ast.Compare | ast.UnaryOp | ast.Constant
            ):  # these have mutants of their own
                yield ast.UnaryOp(ast.Not(), test)
        case _:
            yield from _changed_statement(node)


def _changed_statement(node: Part) -> Iterator[Part]:
    match node:
        case ast.Return(value=value) if value is not None and not _is_no(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete() | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _is_no(node: ast.expr) -> bool:
    """Whether a value is None, or False: whoever asks takes either for a no."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _with(node: Part, **fields: object) -> Part:
    """A copy with other fields."""
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made
