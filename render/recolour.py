"""A position in the colours of a scheme: companies keep their printed ones unless the scheme has its own."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.position import Position
from engine.title import Title
from render import palette
from render.look import Look
from render.palette import Scheme
from render.schemes import scheme


def in_scheme(pos: Position, look: Look) -> tuple[Position, Scheme]:
    """The position with its companies in the colours of the scheme of a look, and that scheme.

    :raises KeyError: when there is no such scheme.
    """
    colours = look.colours
    return (Position(_title(pos.title, look.scheme), pos.state) if colours.units else pos), colours


@lru_cache(maxsize=32)
def _title(title: Title, name: str) -> Title:
    """The title with other colours for its companies, in order, beginning again where there are too few."""
    colours = scheme(name).units
    worn = [colours[index % len(colours)] for index in range(len(title.data.units))]
    units = [
        unit.model_copy(update={"colour": colour, "ink": palette.ink_on(colour)})
        for unit, colour in zip(title.data.units, worn, strict=True)
    ]
    return replace(title, data=title.data.model_copy(update={"units": tuple(units)}))
