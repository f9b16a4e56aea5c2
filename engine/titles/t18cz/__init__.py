"""18CZ, not yet open to tables: its parts are put together in ``assembly``."""
