"""The examples in docstrings are true."""

import doctest
from types import ModuleType

import pytest

from engine import choices, game, notation, rules


@pytest.mark.parametrize("module", [choices, game, notation, rules], ids=lambda module: module.__name__)
def test_what_the_examples_show_is_what_comes_out(module: ModuleType):
    """Every module of the contract has an example, and each of its lines does what it says."""
    tried = doctest.testmod(module)

    assert tried.attempted > 0
    assert tried.failed == 0
