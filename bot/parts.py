"""The parts of the running bot that everything below the client may use."""

import discord

from bot.pictures.drawing import PictureWorkers
from bot.reminders import Clock, ReminderLoop
from bot.settings import Settings
from bot.storage import Storage
from bot.tables.service import Service


class BotParts(discord.Client):
    """A client of Discord with the database, the tables, the pictures and the reminders beside it."""

    settings: Settings
    storage: Storage
    service: Service
    pictures: PictureWorkers
    clock: Clock
    reminders: ReminderLoop
