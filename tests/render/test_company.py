"""A company's charter: its name stands out, and fits beside the roundel."""

import pytest

from render.company import company_sheet
from render.look import Look
from render.shapes import Text
from tests.render.scenes import opening


@pytest.mark.parametrize("index", range(4))
def test_the_name_of_a_company_is_its_heading(index: int):
    """In bold type, larger than what kind of company it is, which stands beneath it at the same edge."""
    pos = opening()
    unit = list(pos.title.units.values())[index]
    texts = [shape for shape in company_sheet(pos, unit, (), Look()).shapes if isinstance(shape, Text)]
    place = next(at for at, shape in enumerate(texts) if shape.text == unit.name)
    name, kind = texts[place : place + 2]

    assert (name.bold, kind.bold) == (True, False)
    assert name.size > kind.size
    assert name.at[0] == kind.at[0]
    assert name.at[1] < kind.at[1]
