"""The Discord front end, storage, reminders and the local table. No rule lives here."""
