"""Readings: what one option changes in a title's steps, figures and procedures when it is put together.

Each rule shows printed play only; a table with another reading gets a title in which the other rule takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.rules import Rule
from engine.steps import Step
from engine.variants import Variant

Steps = Mapping[str, Step[Any]]
Change = Callable[[Any], Step[Any]]
"""Makes a varied step out of the printed one."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What an option, written ``name`` or ``name=value``, changes in a title.

    Each of ``rules`` replaces the printed one of its name in every step that has it; the rules named in ``without``
    are left out of every step. ``steps`` replace steps: by another one, or by what a function makes of the printed
    one. ``figures`` change numbers of the title's data (``[extra]``), ``title`` the rest of it, and ``procedures``
    replace functions of :attr:`Title.procedures`, all by name.
    """

    option: str
    rules: tuple[Rule[Any], ...] = ()
    without: tuple[str, ...] = ()
    steps: Mapping[str, Step[Any] | Change] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    title: Mapping[str, Any] = field(default_factory=dict)
    procedures: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        """Return the reading's changes of the data."""
        return Variant(option=self.option, title={**self.title, "extra": self.figures})

    def read(self, steps: Steps) -> Steps:
        """Return the steps under this reading.

        :raises KeyError: when the reading names a step or a rule that the title does not have.
        """
        named = {one.name for step in steps.values() for one in step.rules}
        changed = {one.name for one in self.rules} | set(self.without)
        if strange := (changed - named) | (set(self.steps) - set(steps)):
            raise KeyError(f"{self.option}: {', '.join(sorted(strange))}")
        return {name: self._judged(self._changed(name, step)) for name, step in steps.items()}

    def proceed(self, procedures: Any) -> Any:
        """Return the procedures under this reading."""
        return replace(procedures, **self.procedures) if self.procedures else procedures

    def _changed(self, name: str, step: Step[Any]) -> Step[Any]:
        other = self.steps.get(name, step)
        return other if isinstance(other, Step) else other(step)

    def _judged(self, step: Step[Any]) -> Step[Any]:
        names = step.rules.names
        gone = [name for name in self.without if name in names]
        others = [one for one in self.rules if one.name in names]
        return step.judged_by(step.rules.without(*gone).replacing(*others)) if gone or others else step


def varied(**fields: Any) -> Change:
    """Return a change of step that replaces some of its fields: functions and rules it is built from."""
    return lambda step: replace(step, **fields)


def without_rules(*names: str) -> Change:
    """Return a change that leaves rules out of one step, while other steps keep theirs of these names."""
    return lambda step: step.judged_by(step.rules.without(*names))
