"""Which copies of trains, tiles and shares a written game names."""

from engine.game import Game
from engine.records.book import TrainBook
from engine.state import DEPOT, POOL


def test_a_train_of_the_pool_is_not_the_next_of_the_depot():
    """A copy that was discarded into the pool waits there while the same train is bought from the depot."""
    book = TrainBook(Game.start("18CZ", ("ann", "bob"), seed=1).pos, {})
    first = book.buy("NWB", "5+5i", DEPOT)
    assert book.give_back("NWB", "5+5i", POOL) == first

    assert book.buy("NWB", "5+5i", DEPOT) != first
    assert book.buy("BN", "5+5i", POOL) == first


def test_a_train_laid_back_on_its_stack_is_bought_first():
    """In 18Mag a scrapped train lies on top."""
    book = TrainBook(Game.start("18Mag", ("ann", "bob", "cy"), seed=1).pos, {})
    first = book.buy("1", "2", DEPOT)
    assert book.give_back("1", "2", DEPOT) == first

    assert book.buy("2", "2", DEPOT) == first
