"""What is told to whoever set an address on the web that is told no more of calls."""

from assets import sentences
from bot.messages.private_notes import PrivateNotes
from bot.parts import BotParts
from bot.storage import HookRow
from bot.storage.hooks import of_person


class HookNotes:
    """Tells people that an address of theirs is told no more."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._notes = PrivateNotes(bot)

    async def tell_end(self, hook: HookRow, host: str) -> None:
        """Tell whoever has set an address that it has not taken calls for too long; its table shows it no more."""
        own = hook.owner == of_person(hook.user_id)
        game = "" if own else hook.owner.partition(":")[2]
        if game:
            await self._bot.service.lobbies.forget_hook(int(game))

        def said(lang: str) -> str:
            return sentences.say(f"hook.ended.{'person' if own else 'table'}", lang, site=host, game=game)

        nonce = f"hook {hook.secret}"
        await self._notes.try_to_write(hook.user_id, said, nonce, sentences.ENGLISH, silent=True)
