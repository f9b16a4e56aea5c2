"""Recorded games: files of our own, and those of 18xx.games."""

from engine.records.files import Recording, open_game, open_recording

__all__ = ["Recording", "open_game", "open_recording"]
