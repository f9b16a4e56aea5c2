"""What people can do on Discord, one module a topic; each has ``setup(bot)``, which adds its commands and buttons.

The way of a press, each room above the next:

1. ``cogs.play`` reads from a button's id (``pickers.move_ids``) game, version, verb and what was picked.
2. ``tables`` finds the version; ``speech.table_view`` has its one view in a language: game, teller, menu.
3. ``pickers.picker`` asks ``menu`` what comes next: another page for the person, or an action that is ready.
4. ``tables.moves`` takes the lock, checks version and seat, and plays; ``storage`` commits before anyone is told.
5. ``messages.publisher`` hears of it and brings the channel up to date: log, board with ``pictures``, calls.
6. The person reads what the move caused, with the buttons of the next decision if it is theirs.
"""
