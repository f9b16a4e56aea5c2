"""What a player sees before choosing: where something may be done, and every way to do it with what it would earn."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from assets import sentences
from bot.answers import AnyInteraction
from bot.parts import BotParts
from bot.pickers.picker import Page
from bot.pickers.sights import HEX, TILE, LetteredPlaces, Sight, WaySheet, distinct_offers
from bot.pictures import looks
from bot.pictures.requests import PictureRequest
from bot.pictures.views import PlacesView, ShownWay, WaysView
from bot.previews import PreviewFrame, play
from bot.speech import ways
from bot.speech.table_view import TableView
from bot.worker_pool import WorkerLost
from engine.earnings import Gain
from render import Look, MapContent

log = logging.getLogger(__name__)

PATIENCE = 0.6
"""Seconds that a contact sheet waits to learn what runs would earn; then it is shown, and drawn again with that."""
KEPT = 32
"""How many pictures are kept for who asks again."""
LONGEST = 2000
TOP = 10
"""How many lays of the whole board are compared."""

Gains = Sequence[Gain | None]

_kept: WeakKeyDictionary[BotParts, OrderedDict[object, bytes]] = WeakKeyDictionary()


def begin(interaction: AnyInteraction, view: TableView, page: Page) -> None:
    """Draw what belongs to a page of the picker into the answer."""
    if page.sight is not None:
        play(interaction, view.table.game_id, _frames(interaction, view, page, page.sight))


async def _frames(
    interaction: AnyInteraction, view: TableView, page: Page, sight: Sight
) -> AsyncIterator[PreviewFrame]:
    bot = interaction.client
    scheme = await looks.own(bot.storage, interaction.user.id, view.table)
    if isinstance(sight, LetteredPlaces):
        yield await places(bot, view, sight, scheme)
        return
    search = asyncio.create_task(_gains(bot, view, sight))
    done, _ = await asyncio.wait([search], timeout=PATIENCE)
    if not done:
        yield await _sheet(bot, view, page, sight, (), scheme)
    found = await search
    if done or found:
        yield await _sheet(bot, view, page, sight, found, scheme)


async def _gains(bot: BotParts, view: TableView, sheet: WaySheet) -> Gains:
    """Return what each way would bring; nothing where the table thinks alone or it cannot be found."""
    if not looks.hints(view.table):
        return ()
    try:
        return await bot.service.precompute.gains(view.game, [offer.action for offer in sheet.offers])
    except WorkerLost as lost:
        log.warning("%s; the sheet shows no earnings", lost)
        return ()


async def best_lays(bot: BotParts, view: TableView) -> tuple[str, tuple[ShownWay, ...]]:
    """Return the lays of the whole board that would earn most, as text and to be drawn; nothing where none is legal.

    :raises WorkerLost: when what they would earn cannot be found
    """
    menu, pos = view.menu(), view.game.pos
    laying = [verb for verb in menu.verbs if hasattr(menu.offers(verb)[0].action, TILE)]
    offers = distinct_offers(pos, (one for verb in laying for one in menu.rest(verb, {})))
    found = await bot.service.precompute.gains(view.game, [offer.action for offer in offers])
    known = [(offer, gain) for offer, gain in zip(offers, found, strict=True) if gain is not None]
    top = sorted(known, key=lambda one: (-one[1].after.revenue, one[0].facts.get("cost", 0)))[:TOP]
    stars = ways.best([gain for _, gain in known])
    most = max((gain.after.revenue for _, gain in known), default=0)
    shown, lines = [], []
    for number, (offer, gain) in enumerate(top, 1):
        best, hex_ = any(stars) and gain.after.revenue == most, getattr(offer.action, HEX)
        told = view.bare.place(hex_), ways.what(view.bare, offer), ways.run(view.bare, gain)
        shown.append(ShownWay(number, hex_, offer.action, told, best))
        whole = view.teller.place(hex_), ways.in_full(view.teller, offer), ways.run(view.teller, gain)
        lines.append(f"`{number}{'*' if best else ''}` {', '.join(whole)}")
    return "\n".join(lines), tuple(shown)


async def places(bot: BotParts, view: TableView, seen: LetteredPlaces, scheme: str) -> PreviewFrame:
    """Return the part of the map with the places to choose from, as it was drawn before if it was."""
    shown = PlacesView(MapContent(letters=seen.letters, offered=seen.offered))
    request = PictureRequest((shown,), Look(scheme, view.lang))
    return await _drawn(bot, view, request)


async def _sheet(  # noqa: PLR0913, PLR0917 - what is shown, with what is known of it, and how it looks
    bot: BotParts, view: TableView, page: Page, sheet: WaySheet, gains: Gains, scheme: str
) -> PreviewFrame:
    told = sheet.told(view.bare, gains)
    shown = tuple(
        ShownWay(number, getattr(offer.action, "hex", ""), offer.action, tuple(filter(None, lines)), best)
        for offer, (number, lines, best) in zip(sheet.offers, told, strict=True)
    )
    request = PictureRequest((WaysView(shown),), Look(scheme, view.lang))
    text = f"{page.text}\n{sheet.text(view.teller, gains)}"
    return replace(await _drawn(bot, view, request), text=sentences.cut(text, LONGEST))


async def _drawn(bot: BotParts, view: TableView, request: PictureRequest) -> PreviewFrame:
    kept, key = _kept.setdefault(bot, OrderedDict()), (view.table.game_id, view.table.rev, repr(request))
    if key not in kept:
        (picture,) = await bot.pictures.draw(view.game.pos, request)
        kept[key] = picture.data
        while len(kept) > KEPT:
            kept.popitem(last=False)
    return PreviewFrame(kept[key], request.views[0].alt_text(view.bare, view.game.pos))
