"""Every reading of every title can be put together, alone and with all others."""

import inspect
from typing import Any

import pytest

from engine.readings import Reading
from engine.steps import Step
from engine.steps.deals import DealStep
from engine.title import Title, titles

READINGS = [
    pytest.param(title, reading, id=f"{title.name}-{reading.option}")
    for title in titles().values()
    for reading in title.readings
]


OWN_STEPS = [
    pytest.param(type(step), id=f"{title.name}-{name}")
    for title in titles().values()
    for name, step in title.steps.items()
    if type(step).__module__.startswith("engine.titles.")
]


def changed(title: Title, form: Title) -> set[str]:
    """The names of steps that are others in a form of a title."""
    return {name for name, step in form.steps.items() if step is not title.steps[name]}


@pytest.mark.parametrize(("title", "reading"), READINGS)
def test_a_reading_changes_what_it_names(title: Title, reading: Reading):
    """The title with one reading has other steps, procedures or data, and no step came or went."""
    form = title.of(title.data.players[1], (reading.option,))

    assert form.steps.keys() == title.steps.keys()
    assert changed(title, form) >= set(reading.steps)
    assert changed(title, form) or form.procedures != title.procedures or form.data != title.data


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.name)
def test_presets_are_put_together(title: Title):
    """The options that stand for several lead to one form, found again when asked for again."""
    for preset in title.data.presets:
        form = title.of(title.data.players[1], (preset,))
        assert form is title.of(title.data.players[1], (preset,))
        assert form.of(title.data.players[1], (preset,)) is form


@pytest.mark.parametrize("kind", OWN_STEPS)
def test_a_step_of_a_title_answers_only_what_is_asked(kind: type[Step[Any]]):
    """A public function of a title's own step that the core does not know would never be called."""
    own = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    fields = set(getattr(kind, "__dataclass_fields__", ()))

    assert own - fields <= set(dir(DealStep))
