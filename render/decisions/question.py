"""What is asked of somebody, for its picture: what it is about, what may be done, what the map is to show."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.actions import Action
from engine.choices import Offer
from engine.decisions import DecisionKind
from render.map_picture import MapContent


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be shown.

    ``offers`` are what may be done of what the picture tells, ``deal`` is what somebody must agree to.
    """

    kind: DecisionKind
    offers: tuple[Offer, ...] = ()
    shown: MapContent = field(default_factory=MapContent)
    deal: Action | None = None
