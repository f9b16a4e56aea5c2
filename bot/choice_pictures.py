"""What a player sees before choosing: where something may be done, and every way to do it with what it would earn."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from assets import sentences
from bot.parts import BotParts
from bot.pickers.picker import Page
from bot.pickers.sights import HEX, TILE, LetteredPlaces, PlacementSheet, distinct_offers
from bot.pictures import looks
from bot.pictures.kinds import PlacementsDrawing, PlacesDrawing, ShownPlacement
from bot.pictures.requests import PictureRequest
from bot.private_cards import Frames, PreviewFrame
from bot.speech import placements
from bot.speech.table_view import TableView
from bot.worker_pool import WorkerLost
from engine.choices import Offer
from engine.earnings import Gain
from render import MapContent

log = logging.getLogger(__name__)

PATIENCE = 0.6
"""Seconds that a contact sheet waits to learn what runs would earn; then it is shown, and drawn again with that."""
KEPT = 32
"""How many pictures are kept for who asks again."""
LONGEST = 2000
TOP = 10
"""How many lays of the whole board are compared."""

Gains = Sequence[Gain | None]


class ChoicePictures:
    """Draws what a person may choose from, and keeps it for who asks again."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._kept: OrderedDict[object, bytes] = OrderedDict()

    async def frames(self, user_id: int, view: TableView, page: Page) -> Frames:
        """Yield what belongs to a page of the picker: its places, or its placements, with what they would earn."""
        sight, scheme = page.sight, await looks.own(self._bot.storage, user_id, view.table)
        if isinstance(sight, LetteredPlaces):
            frame = await self.places(view, sight, scheme)
            yield frame
            if told := sight.text(view.teller, await self._gains(view, sight.sole)):
                yield replace(frame, text=sentences.cut(f"{page.text}\n{told}", LONGEST))
        elif sight is not None:
            search = asyncio.create_task(self._gains(view, sight.offers))
            done, _ = await asyncio.wait([search], timeout=PATIENCE)
            if not done:
                yield await self._sheet(view, page, sight, (), scheme)
            found = await search
            if done or found:
                yield await self._sheet(view, page, sight, found, scheme)

    async def places(self, view: TableView, seen: LetteredPlaces, scheme: str) -> PreviewFrame:
        """The part of the map with the places to choose from."""
        shown = PlacesDrawing(MapContent(letters=seen.letters, offered=seen.offered))
        return await self._drawn(
            view, PictureRequest((shown,), looks.look(view.table, view.lang, scheme).bare)
        )

    async def best_lays(self, view: TableView) -> tuple[str, tuple[ShownPlacement, ...]]:
        """The lays of the whole board that would earn most, as text and to be drawn; nothing where none is legal.

        :raises WorkerLost: when what they would earn cannot be found
        """
        menu, pos = view.menu(), view.game.pos
        laying = [verb for verb in menu.verbs if hasattr(menu.offers(verb)[0].action, TILE)]
        offers = distinct_offers(pos, (one for verb in laying for one in menu.rest(verb, {})))
        found = await self._bot.service.precompute.gains(view.game, [offer.action for offer in offers])
        known = [(offer, gain) for offer, gain in zip(offers, found, strict=True) if gain is not None]
        top = sorted(known, key=lambda one: (-one[1].after.revenue, one[0].facts.get("cost", 0)))[:TOP]
        stars = placements.best([gain for _, gain in known])
        most = max((gain.after.revenue for _, gain in known), default=0)
        shown, lines = [], []
        for number, (offer, gain) in enumerate(top, 1):
            best, hex_ = any(stars) and gain.after.revenue == most, getattr(offer.action, HEX)
            brings = placements.prizes(view.bare, pos, offer), placements.run(view.bare, gain)
            told = view.bare.place(hex_), placements.what(view.bare, offer), *filter(None, brings)
            shown.append(ShownPlacement(number, hex_, offer.action, told, best))
            whole = view.teller.place(hex_), placements.in_full(view.teller, offer), *filter(None, brings)
            lines.append(f"`{number}{'*' if best else ''}` {', '.join(whole)}")
        return "\n".join(lines), tuple(shown)

    async def _gains(self, view: TableView, offers: Sequence[Offer]) -> Gains:
        """What each placement would bring; nothing where the table thinks alone or it cannot be found."""
        if not offers or not looks.hints(view.table):
            return ()
        try:
            actions = [offer.action for offer in offers]
            return await self._bot.service.precompute.gains(view.game, actions)
        except WorkerLost as lost:
            log.warning("%s; the sheet shows no earnings", lost)
            return ()

    async def _sheet(
        self, view: TableView, page: Page, sheet: PlacementSheet, gains: Gains, scheme: str
    ) -> PreviewFrame:
        told = sheet.told(view.bare, view.game.pos, gains)
        shown = tuple(
            ShownPlacement(number, getattr(offer.action, "hex", ""), offer.action, lines, best)
            for offer, (number, lines, best) in zip(sheet.offers, told, strict=True)
        )
        frame = await self._drawn(
            view, PictureRequest((PlacementsDrawing(shown),), looks.look(view.table, view.lang, scheme).bare)
        )
        text = f"{page.text}\n{sheet.text(view.teller, view.game.pos, gains)}"
        return replace(frame, text=sentences.cut(text, LONGEST))

    async def _drawn(self, view: TableView, request: PictureRequest) -> PreviewFrame:
        """A picture, as it was drawn before if it was."""
        key = view.table.game_id, view.table.rev, repr(request)
        if key not in self._kept:
            (picture,) = await self._bot.pictures.draw(view.game.pos, request)
            self._kept[key] = picture.data
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return PreviewFrame(self._kept[key], request.drawings[0].alt_text(view.bare, view.game.pos))
