"""Bodies of requests to Discord, as long and as many as a test wants them."""

from typing import Any

POST = "/channels/1/messages"
CALLBACK = "/interactions/1/token/callback"
COMMANDS = "/applications/1/commands"
MIB = 2**20

Json = dict[str, Any]


def text(length: int) -> str:
    return "x" * length


def button(**changed: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changed}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=f"go{number}") for number in range(count)]


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def rows(count: int) -> Json:
    return message(components=[row(button(custom_id=f"row{number}")) for number in range(count)])


def options(count: int, **changed: Any) -> list[Json]:
    return [{"label": f"o{number}", "value": f"v{number}", **changed} for number in range(count)]


def select(count: int = 3, **changed: Any) -> Json:
    return {"type": 3, "custom_id": "pick", "options": options(count), **changed}


def message(**parts: Any) -> Json:
    return {"content": "hello", **parts}


def with_row(*inside: Json) -> Json:
    return message(components=[row(*inside)])


def layout(*components: Json, **parts: Any) -> Json:
    return {"flags": 1 << 15, "components": list(components), **parts}


def words(length: int = 1) -> Json:
    return {"type": 10, "content": text(length)}


def shots(count: int, **changed: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, **changed}] * count}


def section(count: int) -> Json:
    return {"type": 9, "components": [words()] * count, "accessory": button()}


def embed(**parts: Any) -> Json:
    return message(embeds=[{"title": "t", **parts}])


def fields(count: int, name: int = 1, value: int = 1) -> list[Json]:
    return [{"name": text(name), "value": text(value)}] * count


def answer(kind: int, **data: Any) -> Json:
    return {"type": kind, "data": data}


def choices(count: int, **changed: Any) -> list[Json]:
    return [{"name": f"c{number}", "value": f"v{number}", **changed} for number in range(count)]


def line(**changed: Any) -> Json:
    return {"type": 4, "custom_id": "line", "style": 1, **changed}


def field(component: Json, **changed: Any) -> Json:
    return {"type": 18, "label": "Amount", "component": component, **changed}


def form(*components: Json, **changed: Any) -> Json:
    data = {"title": "Bid", "custom_id": "bid", "components": list(components) or [field(line())], **changed}
    return answer(9, **data)


def lines(count: int) -> list[Json]:
    return [field(line(custom_id=f"line{number}")) for number in range(count)]


def command(**changed: Any) -> Json:
    return {"name": "go", "description": "Go", "type": 1, **changed}


def option(**changed: Any) -> Json:
    return {"name": "where", "description": "Where", "type": 3, **changed}


def named(count: int, kind: int = 1) -> list[Json]:
    return [
        command(name=f"go{number}", type=kind, description="Go" if kind == 1 else "")
        for number in range(count)
    ]


def parameters(count: int, **changed: Any) -> list[Json]:
    return [option(name=f"o{number}", **changed) for number in range(count)]


def heavy(size: int) -> Json:
    """A command of exactly this many characters."""
    left = size - len("go" + "Go") - 2 * len("n0" + "Where")
    pieces = [min(200, left - start) for start in range(0, left, 200)]
    filling = [{"name": text(min(100, piece)), "value": text(max(0, piece - 100))} for piece in pieces]
    inside = [option(name="n0", choices=filling[:25]), option(name="n1", choices=filling[25:])]
    return command(options=inside)
