"""Everything that exists for 18xx.games: its files read, written and compared; a folder for each title there."""
