"""Operator commands: health checks, backup, migration and replay verification."""
