"""One person's turn: a move is asked on, confirmed, played or refused in the one private message they have.

What comes next stands on the card of the turn; here it is only ticked off what was done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from assets import sentences
from bot.answers import Answer, Stage
from bot.at_table import player_at
from bot.button_ids import GUIDE_OFF
from bot.client import Interaction
from bot.components import Row, button, rows
from bot.errors.storage import StaleRev
from bot.menu.folding import words
from bot.messages.lines import acted_for
from bot.messages.order_notes import has_ended
from bot.pickers import board_buttons
from bot.pickers.consequences import is_lasting
from bot.pickers.picker import Page
from bot.pickers.player import PlayerContext
from bot.pictures import looks
from bot.pictures.preview import drawable, preview
from bot.private_cards import Frames, PreviewFrame
from bot.repeats import was_pressed
from bot.replies import acknowledge, language_for, take_note
from bot.speech import action_log, error_sentences
from bot.speech.guides import GUIDED, GUIDES, guides
from bot.speech.preferences import FLAGS
from bot.speech.table_view import TableView, view_of
from bot.tables.table import StartedTable, Table
from engine.actions import Action
from engine.choices import Offer
from engine.game import Game
from engine.refusals import IllegalAction, Refusal

AT_ONCE = 0.1
"""How long a press may wait for what it would cause, in seconds, before it is acknowledged without."""
INSTEAD = 3
"""How many legal moves are offered in place of one that is none."""
DONE = 1500
"""How much is told of what came of a move, of 2000 characters."""


@dataclass(frozen=True)
class OwnTurn:
    """A person at a running table who has pressed or typed something."""

    interaction: Interaction
    player: PlayerContext

    @classmethod
    async def at(cls, interaction: Interaction, table: Table) -> OwnTurn:
        """The turn of a person at a table.

        :raises NotRunning: when the game is not being played
        :raises NotSeated: when the person has no seat
        """
        return cls(interaction, await player_at(interaction, table))

    # asking on

    async def tell(
        self, text: str, parts: Sequence[Row] = (), *, fresh: bool = False, frames: Frames | None = None
    ) -> None:
        """Say something in the person's card."""
        said = "\n".join([*await _owed(self.interaction, self.player.view), text])
        game, cards = self.player.table.game_id, self.interaction.client.cards
        await cards.show(self.interaction, game, said, parts, fresh=fresh, frames=frames)

    async def ask_on(self, page: Page | None) -> None:
        """Show a page of the picker; with all chosen, also what it would cause."""
        if page is None:
            await self.moved_on()
        elif page.ready is None:
            pictures, user = self.interaction.client.choice_pictures, self.interaction.user.id
            frames = None if page.sight is None else pictures.frames(user, self.player.view, page)
            await self.tell(page.text, page.parts, frames=frames)
        else:
            await self._confirm(page, page.ready.action, await self._foreseen(page.ready.action))

    async def play_or_confirm(self, page: Page, action: Action, *, told: bool) -> None:
        """Play a move, unless its person wants to be asked or its lasting effects were not ``told`` before."""
        if not Answer.to(self.interaction).is_turnable:
            await take_note(self.interaction)
        after, user = await self._foreseen(action), self.interaction.user.id
        wants = await self.interaction.client.confirms(user)
        if wants or (is_lasting(self.player.table, user, after.events) and not told):
            await self._confirm(page, action, after)
        else:
            await self.play(action)

    async def _confirm(self, page: Page, action: Action, after: Game) -> None:
        """Show what a move would cause, with the button that plays it, and the map as it would be."""
        lines = action_log.log(self.player.teller, after.events)
        told = [self.player.teller.say("play.consequence", line=line) for line in lines]
        frames = self._preview(action, after) if drawable(action, self.player.game, after) else None
        await self.tell("\n".join([page.text, *told]), page.parts, frames=frames)

    async def _preview(self, action: Action, after: Game) -> Frames:
        bot, user = self.interaction.client, self.interaction.user.id
        table, lang = self.player.table, self.player.view.lang
        look = looks.look(table, lang, await looks.own(bot.storage, user, table)).bare
        (picture,) = await bot.pictures.draw(after.pos, preview(action, after, look))
        yield PreviewFrame(picture.data, self.player.view.bare.action(action))

    async def _foreseen(self, action: Action) -> Game:
        """The game after an action; if that takes long, the press is acknowledged first."""
        playing = asyncio.create_task(asyncio.to_thread(_noted_play, self.player.game, action))
        await asyncio.wait([playing], timeout=AT_ONCE)
        if not playing.done():
            await acknowledge(self.interaction)
        return await playing

    # playing

    async def play(self, wanted: Action | str, *, off_list: bool = False) -> None:
        """Play an action and tick it off, or say why it cannot be.

        For an action that was not offered (``off_list``), also say which legal action would earn more.
        """
        await acknowledge(self.interaction)
        table, user = self.player.table, self.interaction.user.id
        more = await self._more(wanted) if off_list and isinstance(wanted, Action) else ""
        moves = self.interaction.client.service.moves
        try:
            after = await moves.act(
                table.game_id, table.rev, user, wanted, interaction_id=self.interaction.id
            )
        except StaleRev:
            await self._overtaken(wanted)
        except IllegalAction as error:
            await self.refuse(error.action, error.refusal)
        else:
            await tick_off(self.interaction, after, table.rev, more)

    async def _overtaken(self, wanted: Action | str) -> None:
        """Say that the table has moved on while a move was on its way, unless it was this very move that was made."""
        rev, tables = self.player.table.rev, self.interaction.client.service.tables
        present = (await tables.find(self.player.table.game_id)).started()
        own = wanted if isinstance(wanted, Action) else None
        if await was_pressed(self.interaction, present, rev, lambda _: own):
            await tick_off(self.interaction, present, rev)
        else:
            await (await OwnTurn.at(self.interaction, present)).moved_on()

    async def _more(self, action: Action) -> str:
        """What would bring more than a legal action, empty if nothing would."""
        better = await asyncio.to_thread(self.player.game.choices.why_not_more, action)
        return "" if better is None else self.player.teller.refusal(better)

    # what cannot be

    async def refuse(self, action: Action, refusal: Refusal) -> None:
        """Say what is wrong, which rule says so, and offer what would be legal instead."""
        nearest = self.player.menu.nearest(action.verb, words(action))
        await self.offer_instead(self.player.teller.refusal(refusal), nearest)

    async def offer_instead(self, said: str, offers: Sequence[Offer]) -> None:
        """Say what is wrong, and offer a few legal moves, or whatever may be done."""
        every = board_buttons.whole(self.player.view, self.player.menu, offers)
        few = list({one.label: one for one in reversed(every)}.values())[::-1][:INSTEAD]
        parts = rows(few) or self.next_rows
        if parts:
            said += "\n" + self.player.teller.say("play.instead")
        await self.tell(said, parts, fresh=True)

    async def moved_on(self) -> None:
        """Say that the table is another one now; nothing was changed."""
        link = await self.interaction.client.publisher.link(self.player.table, "card")
        await self.tell(self.player.teller.say("play.moved_on", link=link).strip(), self.next_rows)

    async def not_yours(self, verb: str, *, fresh: bool = False) -> None:
        """Say whose a verb is, whom the table waits for, or what is possible instead."""
        await self.tell(_whose(self.player, verb), self.next_rows, fresh=fresh)

    @property
    def next_rows(self) -> list[Row]:
        """Buttons for what may be done now."""
        return board_buttons.moves(self.player.view, self.player.menu) if self.player.menu.verbs else []


def _noted_play(game: Game, action: Action) -> Game:
    """The game after an action, as it is played when it is played in earnest."""
    return game.play(game.choices.noted(action))


def _whose(player: PlayerContext, verb: str) -> str:
    """Whose a verb is, whom the table waits for, or what is possible instead."""
    say, waits = player.teller.say, [seat.id for seat in player.table.awaited]
    menu = player.view.menu()
    able = dict.fromkeys(offer.action.actor for offer in menu.offers(verb))
    if others := [seat for seat in able if seat not in waits]:
        who = [player.teller.player(seat) for seat in others]
        return say("play.only", verb=player.teller.verb_in(menu, verb), who=who)
    if player.menu.verbs:
        verbs = [player.teller.verb_in(player.menu, one) for one in player.menu.verbs]
        possible = sentences.join(verbs, player.view.lang, either=True)
        said = player.teller.verb(verb, player.teller.kind(player.game.pos.unit))
        return say("play.not_now", verb=said, verbs=possible)
    waiting = [player.teller.player(seat) for seat in waits]
    return say("play.not_yours", who=waiting) if waiting else say("play.nobody")


# --- what was done


async def tick_off(interaction: Interaction, table: StartedTable, since: int, more: str = "") -> None:
    """Tick a move off; a press on the card of the turn needs no answer, and what comes next stands there."""
    missing = error_sentences.lacking(interaction)
    guide = await _guided(interaction, table, since)
    view, answer = view_of(table, await language_for(interaction)), Answer.to(interaction)
    owed = await _owed(interaction, view)
    goes_on = any(table.may_act(interaction.user.id, seat) for seat in table.awaited)
    is_seen = answer.stage is Stage.QUIET or (answer.is_turnable and not goes_on)
    cards = interaction.client.cards
    if is_seen and not (more or missing or guide or owed):
        await cards.put_away(interaction, table.game_id)
        return
    lines = [*owed, view.teller.say("play.done", line=_ticked(interaction, view, table, since))]
    lines += [view.teller.say("play.more", line=more)] if more else []
    if missing:
        named = error_sentences.in_words(missing, view.lang)
        lines.append(view.teller.say("play.lacking", permissions=named))
    off: list[Row] = [[button(view.teller.say("guide.button.off"), GUIDE_OFF.write())]] if guide else []
    lines += [guide] if guide else []
    await cards.show(interaction, table.game_id, "\n".join(lines), off)


async def _owed(interaction: Interaction, view: TableView) -> list[str]:
    """Why orders have ended of somebody whom no private message has told."""
    orders = interaction.client.service.orders
    return [has_ended(view, row) for row in await orders.owed(view.table.game_id, interaction.user.id)]


async def _guided(interaction: Interaction, table: StartedTable, since: int) -> str:
    """What a first game's guide says of moves that a person has just made; it is said once."""
    client, user = interaction.client, interaction.user.id
    row = await client.storage.people.find(user)
    if not client.settings.guides or not FLAGS[GUIDES].of(row):
        return ""
    view = view_of(table, await language_for(interaction))
    results = client.publisher.results(table, since)
    told = list((row.settings or {}).get(GUIDED) or ())
    theirs = [result for result in results if result.played.user_id == user]
    found = guides(view.teller, theirs, told)
    if found:
        await client.storage.people.change_settings(user, **{GUIDED: [*told, *found]})
    return "\n".join(f"> {text}" for text in found.values())


def _ticked(interaction: Interaction, view: TableView, table: StartedTable, since: int) -> str:
    """What came of a move since a revision."""
    results = interaction.client.publisher.results(table, since)
    told = [(result.played, "\n".join(action_log.log(view.teller, result.events))) for result in results]
    lines = [acted_for(view, move, line) for move, line in told if line]
    lines = lines or action_log.log(view.teller, table.game.events)
    return sentences.cut("\n".join(lines), DONE)
