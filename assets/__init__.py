"""Translations, found as data of this package."""
