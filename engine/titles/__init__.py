"""The titles: one folder each, found by scanning this package."""
