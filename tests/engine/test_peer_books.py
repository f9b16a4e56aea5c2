"""Which copies of trains, tiles and shares a written game names."""

from engine.game import Game
from engine.peer18xx.copies import TrainBook
from engine.peer18xx.dialect import Context
from engine.scratch import Scratch
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


def test_trains_handed_over_keep_their_sides_beside_one_that_comes_new():
    """The SBB gets a 5 and a 5H of others, and a 5H of its own: no copy is turned on the way."""
    pos = Game.start("1844", ("ann", "bob", "cy"), seed=1).pos
    book = TrainBook(pos, {"5H": "5-2"})
    bought = [book.buy("GB", "5", DEPOT), book.buy("JS", "5H", DEPOT)]
    scratch = Scratch.upon(pos)
    scratch.put("trains", "SBB", ("5H", "5", "5H"))
    book.agree(scratch.now)

    assert book.named("SBB", ("5", "5H", "5H")) == [*bought, "5-2"]


def test_a_certificate_that_came_with_a_private_is_no_longer_on_offer():
    """Of the MOB a private brought one and the director another; MOB_2 was bought: MOB_1 lies in the pool if sold."""
    scratch = Scratch.upon(Game.start("1844", ("ann", "bob", "cy"), seed=1).pos)
    for number, owner in enumerate(("bob", "pool", "cy")):
        scratch.put("certificates", f"MOB.{number}", owner)
    context = Context(scratch.now.title, {}, {}, gone={"MOB_2"})

    assert [context.has_left(scratch.now, f"MOB_{number}", 0) for number in range(5)] == [True] * 3 + [
        False
    ] * 2
