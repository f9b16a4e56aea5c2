"""The schema's history; the storage runs what is missing when it opens a database."""
