"""What to draw of a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from PIL import Image

from bot.pictures import alt_texts
from bot.speech.teller import Teller
from engine.position import Position
from render.look import Look
from render.unpainted import Unpainted


class Drawing(ABC):
    """One picture of a position: what it is to show, how that is drawn, and what its alt text says.

    ``kind`` names it, and its alt text (``alt.map``) unless ``alt`` names another. What is ``in_text`` can be read
    whole by ``/show text``.
    """

    kind: str
    alt: ClassVar[str] = ""
    in_text: bool = False

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.kind

    @abstractmethod
    def draw(self, pos: Position, look: Look) -> Image.Image | Unpainted:
        """The picture, or all that it will show where equal ones need be painted only once."""

    def facts(self, teller: Teller, pos: Position) -> Iterable[str]:
        """What its alt text tells, the most important first."""
        return ()

    def about(self, teller: Teller, pos: Position) -> str:
        """What it is about."""
        return ""

    def alt_text(self, teller: Teller, pos: Position, told: Container[str] = ()) -> str:
        """What it is, then its facts, as many as fit, but for those that are told already."""
        bare = teller.bare
        head = bare.say_own(
            f"alt.{self.alt or self.kind}",
            title=bare.title.name,
            round=bare.round(pos) or bare.say("headline.over"),
            about=self.about(bare, pos),
        )
        facts = [fact for fact in self.facts(bare, pos) if fact not in told]
        return alt_texts.fitted(head, facts, bare, whole=not self.in_text)


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to draw, in this order, and how they are dressed."""

    drawings: tuple[Drawing, ...]
    look: Look = field(default_factory=Look)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the drawings."""
        return tuple(drawing.kind for drawing in self.drawings)

    def alt_texts(self, teller: Teller, pos: Position) -> list[str]:
        """The alt texts of its drawings: what the one before has told, no later one tells again."""
        texts: list[str] = []
        told: set[str] = set()
        for drawing in self.drawings:
            texts.append(drawing.alt_text(teller, pos, told))
            told.update(
                fact for fact in drawing.facts(teller.bare, pos) if fact.removesuffix(".") in texts[-1]
            )
        return texts
