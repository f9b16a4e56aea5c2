"""The few words in pictures, each behind a key; another language is another mapping."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "players": "Players",
    "cash": "Cash",
    "worth": "Worth",
    "certificates": "Certs",
    "owns": "Owns",
    "companies": "Corporations",
    "price": "Price",
    "pool": "Pool",
    "treasury": "Treasury",
    "stations": "Stations",
    "kind.minor": "Minors",
    "minor": "minor",
    "owner": "Owner",
    "trains": "Trains",
    "last_run": "Last run",
    "phase": "Phase",
    "tiles": "Tiles",
    "tiles_left": "Tiles left",
    "rounds": "Operating rounds",
    "limit": "Train limit",
    "terrain_tokens": "Terrain tokens",
    "starts_phase": "Trains that start",
    "no_train_tokens": "Rounds without a sale",
    "last_set": "Last rounds",
}


def label(key: str, lang: str = "en") -> str:
    """Return a short label; a language that lacks it shows it in English."""
    return WORDS.get(lang, ENGLISH).get(key) or ENGLISH.get(key) or key.rpartition(".")[2].replace("_", " ")


WORDS: dict[str, Mapping[str, str]] = {"en": ENGLISH}
