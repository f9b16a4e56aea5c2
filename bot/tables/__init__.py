"""Tables without Discord: people, seats, versions, locks, undo. No rule lives here."""
