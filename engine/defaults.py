"""What a step or a round does where its title says nothing else."""

from __future__ import annotations


def nothing(*_about: object) -> None:
    """Do nothing."""


def always(*_about: object) -> bool:
    """Return True."""
    return True


def never(*_about: object) -> bool:
    """Return False."""
    return False
