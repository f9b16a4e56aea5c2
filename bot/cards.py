"""The one private message that a person has at a table: whatever is asked next takes the place of what was asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from bot.answers import Answer, AnyInteraction, Words
from bot.components import Row
from bot.components import view as as_view
from bot.parts import BotParts

REMEMBERED = 2000
"""How many private messages are remembered; Discord lets them be changed for a quarter of an hour."""

Whose = tuple[int, int]

_cards: WeakKeyDictionary[BotParts, OrderedDict[Whose, Answer]] = WeakKeyDictionary()


async def show(
    interaction: AnyInteraction, game_id: int, text: str, parts: Sequence[Row] = (), *, fresh: bool = False
) -> None:
    """Show something in the person's card, a new one unless the press came from it; the one before is removed."""
    answer, words = Answer.to(interaction), Words(text, as_view(parts) if parts else None)
    before = _claim(interaction, game_id, answer)
    if fresh:
        await answer.say(words)
    else:
        await answer.turn(words)
    await _remove(before, but=answer)


async def rewrite(interaction: AnyInteraction, game_id: int, text: str, parts: Sequence[Row] = ()) -> bool:
    """Show something in the card that the person has; False if there is none."""
    known = _cards.setdefault(interaction.client, OrderedDict())
    before = known.get((interaction.user.id, game_id))
    return before is not None and await before.rewrite(Words(text, as_view(parts) if parts else None))


def stands(interaction: AnyInteraction, game_id: int) -> bool:
    """Tell whether the person's card is still the answer to this interaction, and not to one that came later."""
    known = _cards.setdefault(interaction.client, OrderedDict())
    return known.get((interaction.user.id, game_id)) is Answer.to(interaction)


async def put_away(interaction: AnyInteraction, game_id: int) -> None:
    """Remove the person's card, and the message that was pressed if it is a private one."""
    answer = Answer.to(interaction)
    before = _cards.setdefault(interaction.client, OrderedDict()).pop((interaction.user.id, game_id), None)
    if answer.is_turnable:
        await answer.take_note()
        await answer.remove()
    await _remove(before, but=answer)


def _claim(interaction: AnyInteraction, game_id: int, answer: Answer) -> Answer | None:
    """Make an answer the card before it is sent, so that nothing is drawn into the one before; return that one."""
    known = _cards.setdefault(interaction.client, OrderedDict())
    before = known.pop((interaction.user.id, game_id), None)
    known[interaction.user.id, game_id] = answer
    while len(known) > REMEMBERED:
        known.popitem(last=False)
    return before


async def _remove(before: Answer | None, *, but: Answer) -> None:
    if before is not None and before is not but:
        await before.remove(but=but)
