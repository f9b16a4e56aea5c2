"""What a table sees: the board message, the log, the calls, the pictures."""
