"""What a table shows in its channel: the lobby card, the board message, the log, calls, reminders, pages."""
