"""The colours of seats: what people wish for, where two do not wish for the same."""

from collections.abc import Collection, Sequence

from bot.storage import Storage

COLOURS = 7
"""How many colours of seats every scheme has."""
WISH = "colour"
"""Under which key a person's own settings hold the number of the colour they wish for."""


def colour_wished(settings: object) -> int | None:
    """The number of the colour that somebody's own settings ask for, None where they leave it to the table."""
    wish = settings.get(WISH) if isinstance(settings, dict) else None
    return wish if isinstance(wish, int) and 0 <= wish < COLOURS else None


async def wished(storage: Storage, people: Collection[int]) -> dict[str, int]:
    """The numbers of the colours that people wish for, by the numbers of the people."""
    rows = await storage.people.find_all(people)
    wishes = {str(user): colour_wished(row.settings) for user, row in rows.items()}
    return {user: wish for user, wish in wishes.items() if wish is not None}


def shared_out(wishes: Sequence[int | None]) -> tuple[int, ...]:
    """The number of the colour of each seat, in order; none at all where nobody wishes for one.

    Who sits before another has their wish first. Who has none keeps the colour of the seat if it is free.
    """
    given: dict[int, int] = {}
    for seat, wish in enumerate(wishes):
        if wish is not None and wish in range(COLOURS) and wish not in given.values():
            given[seat] = wish
    if not given:
        return ()
    for seat in range(len(wishes)):
        if seat not in given and seat not in given.values():
            given[seat] = seat
    free = [colour for colour in range(COLOURS) if colour not in given.values()]
    return tuple(given[seat] if seat in given else free.pop(0) for seat in range(len(wishes)))
