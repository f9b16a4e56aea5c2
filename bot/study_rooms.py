"""Study rooms: tables at which one person plays all seats, and nobody is called."""

from assets import sentences
from bot.called import called
from bot.client import Interaction
from bot.storage import ChannelPlace
from bot.tables.importing import ReadRecord
from bot.tables.lobbies import plain_name
from bot.tables.settings import Study, TableSettings


async def open_room(
    interaction: Interaction, record: ReadRecord, study: Study, *, place: int, language: str
) -> str:
    """Open a room in this channel, seat its person at a place counted from 0, begin, and return its link."""
    here, user = ChannelPlace(interaction.channel_id or 0, interaction.guild_id), interaction.user
    service = interaction.client.service
    settings = TableSettings(copied=True, study=study)
    sits = place, plain_name(called(user))
    room = await service.imports.open(here, user.id, record, language=language, settings=settings, sits=sits)
    link = await interaction.client.publisher.open(room)
    await service.lobbies.start(room.game_id, user.id)
    return link


def practice_names(count: int, language: str) -> list[str]:
    """The names of the seats at a practice table."""
    return [sentences.say("study.player", language, n=number) for number in range(1, count + 1)]
