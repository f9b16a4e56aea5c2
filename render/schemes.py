"""The looks: light, dark, high contrast, and one whose colours everybody can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from render.palette import Scheme

LIGHT = Scheme(
    name="light",
    page="#f7f5ee",
    card="#ffffff",
    rule="#dedacb",
    shade="#dedacb",
    ink="#1d2326",
    soft="#5b646a",
    faint="#828a80",
    gap="#c3c6ae",
    track="#16191b",
    casing="#ffffff",
    slot="#ffffff",
    water="#8cc3e6",
    wave="#2f7fb8",
    mountain="#8a6a48",
    rock="#8f8b86",
    snow="#ffffff",
    alps="#dcdfe0",
    barrier="#c0392b",
    change="#d6006e",
    accent="#0b63a5",
    start="#fbe7a1",
    tiles={
        "none": "#e9edd9",
        "yellow": "#f8da4c",
        "green": "#78ba42",
        "brown": "#a97848",
        "gray": "#b9c0c3",
        "red": "#e58480",
        "purple": "#baa0d1",
    },
    routes=("#d82e4c", "#4467d8", "#8b1f69", "#60806a", "#e07a30", "#5c6b10"),
    seats=("#1890d8", "#a84818", "#007860", "#7848c0", "#c07800", "#780030", "#184860"),
)

DARK = Scheme(
    name="dark",
    page="#15181b",
    card="#1f2428",
    rule="#363d42",
    shade="#363d42",
    ink="#f1efe6",
    soft="#b3bbc0",
    faint="#6f787d",
    gap="#0d0f10",
    track="#f6f4ea",
    casing="#101214",
    slot="#2a3035",
    water="#235a80",
    wave="#69b4e2",
    mountain="#b08a60",
    rock="#8b8d90",
    snow="#f4f6f8",
    alps="#4b5258",
    barrier="#ff6a57",
    change="#ff4fa0",
    accent="#6cb8f0",
    start="#5a4a12",
    tiles={
        "none": "#2b3229",
        "yellow": "#93780f",
        "green": "#377150",
        "brown": "#663400",
        "gray": "#697075",
        "red": "#9e3833",
        "purple": "#5d4686",
    },
    routes=("#cf5f41", "#68a6ef", "#908baf", "#35e0d8", "#efa96d", "#d6e90a"),
    seats=("#60c0f0", "#f06048", "#a8f0c0", "#9078f0", "#d8c078", "#c078a8", "#b3bbc0"),
)

CONTRAST = replace(
    LIGHT,
    name="contrast",
    ranks=True,
    page="#ffffff",
    rule="#8a8a8a",
    shade="#d6d6d6",
    ink="#000000",
    soft="#262626",
    faint="#6b6b6b",
    gap="#3c3c3c",
    track="#000000",
    water="#5db4f2",
    wave="#0b4f86",
    mountain="#5c3a14",
    rock="#5e5a55",
    barrier="#b00010",
    change="#d00070",
    accent="#003f7f",
    start="#ffe68a",
    tiles={
        "none": "#ffffef",
        "yellow": "#ffe110",
        "green": "#3fc23f",
        "brown": "#b56a2c",
        "gray": "#c4c5d6",
        "red": "#ff8a9a",
        "purple": "#c799fe",
    },
    routes=("#b41046", "#0038c7", "#4a103f", "#406b65", "#b85e20", "#2f3d00"),
    seats=("#1878c0", "#781800", "#607818", "#603090", "#904848", "#d83078", "#003048"),
)

DISTINCT = replace(
    LIGHT,
    name="distinct",
    ranks=True,
    tiles={
        "none": "#f4f4ee",
        "yellow": "#ffdf3d",
        "green": "#4fae9a",
        "brown": "#b5722e",
        "gray": "#c3c9d2",
        "red": "#e8836f",
        "purple": "#8f86d8",
    },
    routes=("#4070f8", "#f8a040", "#a04010", "#1010a0", "#10d0f8", "#a0a0a0"),
    units=(
        "#101010",
        "#fefe10",
        "#54dcfe",
        "#ba5410",
        "#1054fe",
        "#767676",
        "#101076",
        "#fe76ba",
        "#dcfeba",
        "#baba10",
        "#325454",
        "#1010dc",
        "#321032",
        "#763276",
        "#987654",
        "#545432",
        "#54ba98",
        "#bafefe",
        "#547698",
        "#dc76fe",
        "#323232",
        "#98dc76",
        "#541010",
        "#109898",
        "#989832",
    ),
)

SCHEMES: Mapping[str, Scheme] = {scheme.name: scheme for scheme in (LIGHT, DARK, CONTRAST, DISTINCT)}


def scheme(name: str) -> Scheme:
    """Return the scheme of that name.

    :raises KeyError: when there is none.
    """
    return SCHEMES[name]


@lru_cache(maxsize=64)
def seated(name: str, order: tuple[int, ...]) -> Scheme:
    """The scheme of that name with the colours of its seats in this order, those that are not named as they are.

    :raises KeyError: when there is no such scheme.
    """
    plain = scheme(name)
    mine = tuple(plain.seats[number] for number in order)
    return replace(plain, seats=(*mine, *plain.seats[len(mine) :]))
