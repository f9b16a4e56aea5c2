"""Which copies of trains, tiles and shares a written game names."""

import pytest

from engine.events import TrainBought, TrainDiscarded, TrainRusted
from engine.game import Game
from engine.peer18xx.dialect import Context
from engine.peer18xx.tile_book import TileBook
from engine.peer18xx.train_book import TrainBook
from engine.peer18xx.writing import Untold
from engine.scratch import Scratch
from engine.state import DEPOT, POOL

NAMES = ("ann", "bob", "cy")


def bought(book: TrainBook, unit: str, side: str, seller: str = DEPOT) -> str:
    """The copy that a unit buys."""
    name = book.offered(side, seller)
    book.follow(TrainBought(unit, side, 100, seller))
    return name


def test_a_train_of_the_pool_is_not_the_next_of_the_depot():
    """A copy that was discarded into the pool waits there while the same train is bought from the depot."""
    book = TrainBook(Game.start("18CZ", ("ann", "bob"), seed=1).pos, {})
    first = bought(book, "NWB", "5+5i")
    book.follow(TrainDiscarded("NWB", "5+5i", POOL))

    assert bought(book, "NWB", "5+5i") != first
    assert bought(book, "BN", "5+5i", POOL) == first


def test_the_first_train_laid_into_the_pool_is_sold_first():
    """18xx.games offers one of each type: the one that has lain there longest."""
    book = TrainBook(Game.start("18CZ", NAMES).pos, {})
    first, second = bought(book, "BN", "2a"), bought(book, "BN", "2a")
    for _ in (first, second):
        book.follow(TrainDiscarded("BN", "2a", POOL))

    assert [bought(book, "NWB", "2a", POOL) for _ in "12"] == [first, second]


def test_a_train_laid_back_on_its_stack_is_bought_first():
    """In 18Mag a scrapped train lies on top of all, where alone a supporter lowers a price."""
    book = TrainBook(Game.start("18Mag", NAMES, seed=1).pos, {}, scrapped=DEPOT)
    first = bought(book, "1", "3")
    assert not book.on_top("3-1")
    book.follow(TrainDiscarded("1", "3"))

    assert book.on_top(first)
    assert bought(book, "2", "3") == first


def test_a_copy_that_a_younger_one_hides_is_not_named():
    """A scrapped 3 that is bought again brings a new 3-1 there beside the one in play: 3-1 is then the new one."""
    book = TrainBook(Game.start("18Mag", NAMES, seed=1).pos, {}, scrapped=DEPOT)
    assert [bought(book, "1", "3"), bought(book, "2", "3")] == ["3-0", "3-1"]
    book.follow(TrainDiscarded("1", "3"))
    assert bought(book, "1", "3") == "3-0"

    with pytest.raises(Untold) as error:
        book.named("2", ["3"])
    assert error.value.key == "untold_train"


def test_of_two_trains_the_one_that_is_not_hidden_runs():
    """Unless the one held longest must run, which 18xx.games would take for the younger."""
    book = TrainBook(Game.start("18Mag", NAMES, seed=1).pos, {}, scrapped=DEPOT)
    for unit in "12":
        bought(book, unit, "3")
    book.follow(TrainDiscarded("1", "3"))
    assert [bought(book, unit, "3") for unit in "12"] == ["3-0", "3-1"]

    assert book.named("2", ["3"]) == ["3-1"]
    with pytest.raises(Untold):
        book.named("2", ["3"], oldest=True)


def test_a_copy_that_is_hidden_keeps_the_sides_it_has_shown():
    """It is turned like any other, and what it showed before is still known of it."""
    book = TrainBook(Game.start("18Mag", NAMES, seed=1).pos, {}, scrapped=DEPOT)
    for unit in "12":
        bought(book, unit, "3")
    book.follow(TrainDiscarded("1", "3"))
    bought(book, "1", "3")
    book.follow(TrainRusted("2", "3", "3+", "turned"))

    assert book.once(["3"]) == ["3+"]


def test_an_exported_train_is_counted():
    """Of a stack without an end, too: after an export the next 8E has the next number."""
    book = TrainBook(Game.start("1844", NAMES, seed=1).pos, {"5H": "5-2"}, ("5-1",))
    book.follow(TrainRusted(DEPOT, "8E", "", "export"))

    assert bought(book, "GB", "8E") == "8E-1"
    assert [bought(book, "GB", "5") for _ in "1234"] == ["5-0", "5-3", "5-4", "5-5"]


def test_a_new_train_in_place_of_the_old_has_a_number_of_its_own():
    """One of Vaclav's companies gets a train of the type that it had."""
    book = TrainBook(Game.start("18CZ", ("ann", "bob"), seed=1).pos, {})
    first = bought(book, "EKJ", "2a")
    book.follow(TrainRusted("EKJ", "2a", "", "replaced"))

    assert bought(book, "EKJ", "2a") != first
    assert book.named("EKJ", ["2a"]) != [first]


def test_the_printed_train_of_a_charter_is_not_for_sale_there():
    """The SBB sells a 5H that it took over, and not the one that it began with."""
    book = TrainBook(Game.start("1844", NAMES, seed=1).pos, {"5H": "5-2"})
    book.receive("SBB", "5-2", "5H")
    with pytest.raises(Untold) as error:
        book.offered("5H", "SBB")
    assert error.value.key == "untold_sale"

    book.receive("SBB", "5-3", "5H")
    assert book.offered("5H", "SBB") == "5-3"


def test_a_card_remembers_the_sides_it_showed():
    """18xx.games lets a 4+4g rust with the 8E that rusts the 4Eg it once was."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    bought(book, "Ug", "4Eg")
    book.follow(TrainDiscarded("Ug", "4Eg", POOL))
    bought(book, "BN", "4+4g", POOL)

    assert book.once(["4Eg"]) == ["4+4g"]
    assert book.once(["3d"]) == []


def test_a_card_forgets_other_sides_where_it_shows_the_one_it_is_named_by():
    """A 5g-card on which the 5 is up is what it was when it was printed."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    bought(book, "Ug", "4Eg")
    book.follow(TrainDiscarded("Ug", "4Eg", POOL))
    bought(book, "EKJ", "5g", POOL)

    assert book.once(["4Eg"]) == []


def test_received_trains_are_settled_before_the_own():
    """Of two alike the one just received is named, and once it is turned no more."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    own, other = bought(book, "BN", "3d"), bought(book, "EKJ", "3d")
    book.hand_over("EKJ", "BN")
    assert book.one_of("BN", "3d") == other
    book.follow(TrainRusted("BN", "3d", "3+3d", "turned"))

    assert (book.one_of("BN", "3d"), book.one_of("BN", "3+3d")) == (own, other)


def test_a_train_that_was_received_and_turned_is_one_of_the_own():
    """Of two alike the one held longest is named then, for it is settled."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    own, other = bought(book, "BN", "3+3d"), bought(book, "EKJ", "3d")
    book.hand_over("EKJ", "BN")
    book.follow(TrainRusted("BN", "3d", "3+3d", "turned"))

    assert book.one_of("BN", "3+3d") == own
    assert book.named("BN", ["3+3d", "3+3d"]) == [own, other]


def test_a_card_in_the_pool_is_bought_by_the_side_that_is_up_where_there_is_one():
    """Else the first of its kind is turned."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    first, second = bought(book, "BN", "2+2c"), bought(book, "EKJ", "3c")
    for unit, side in (("BN", "2+2c"), ("EKJ", "3c")):
        book.follow(TrainDiscarded(unit, side, POOL))

    assert book.offered("3c", POOL) == second
    assert bought(book, "NWB", "3c", POOL) == second
    assert book.offered("3c", POOL) == first


def test_a_train_laid_back_on_its_own_stack_brings_no_other_of_its_number():
    """While the next of the stack lies under it; no name is lost to a younger copy then."""
    book = TrainBook(Game.start("18Mag", NAMES, seed=1).pos, {}, scrapped=DEPOT)
    first, second = (bought(book, unit, "2") for unit in "12")
    book.follow(TrainDiscarded("1", "2"))
    again, third = (bought(book, unit, "2") for unit in "13")

    assert [first, second, again, third] == ["2-0", "2-1", "2-0", "2-2"]
    assert [book.named(unit, ["2"]) for unit in "123"] == [[first], [second], [third]]


def test_an_empty_stack_makes_room_for_the_next():
    """Nothing of it is left on top; a stack without end has another one for each that is sold."""
    book = TrainBook(Game.start("18CZ", NAMES, seed=1).pos, {})
    on_top = []
    for _ in range(5):
        on_top.append(book.on_top("2b-0"))
        bought(book, "EKJ", "2a")

    assert [*on_top, book.on_top("2b-0")] == [False] * 5 + [True]
    with pytest.raises(StopIteration):
        book.offered("2a", DEPOT)
    assert [bought(book, "Ug", "8Ej") for _ in "123"] == ["5j-0", "5j-1", "5j-2"]


def test_who_loses_no_train_keeps_its_copy():
    """Whatever the order in which units are listed; a copy that is gone is nowhere."""
    scratch = Scratch.upon(Game.start("18Mag", NAMES, seed=1).pos)
    book = TrainBook(scratch.now, {}, scrapped=DEPOT)
    for unit in "21":
        bought(book, unit, "3")
    for unit in "12":
        scratch.put("trains", unit, ("3",))
    book.agree(scratch.now)
    assert [book.named(unit, ["3"]) for unit in "12"] == [["3-1"], ["3-0"]]

    scratch.put("trains", "1", ())
    book.agree(scratch.now)
    with pytest.raises(StopIteration):
        book.named("1", ["3"])


def test_trains_handed_over_keep_their_sides_beside_one_that_comes_new():
    """The SBB gets a 5 and a 5H of others, and a 5H of its own: no copy is turned on the way."""
    pos = Game.start("1844", NAMES, seed=1).pos
    book = TrainBook(pos, {"5H": "5-2"})
    names = [bought(book, "GB", "5"), bought(book, "JS", "5H")]
    scratch = Scratch.upon(pos)
    scratch.put("trains", "SBB", ("5H", "5", "5H"))
    book.agree(scratch.now)

    assert book.named("SBB", ("5", "5H", "5H")) == [*names, "5-2"]


@pytest.mark.parametrize(("order", "given"), [((), "2a-1"), ((0,), "2a-1"), ((1,), "2a-0"), ((-1,), "2a-1")])
def test_of_trains_that_are_alike_the_one_held_longest_is_given_up(order: tuple[int, ...], given: str):
    """Whatever its number, unless an order says which number goes first."""
    book = TrainBook(Game.start("18CZ", NAMES).pos, {}, (), "", *order)
    for unit in ("EKJ", "BN"):
        bought(book, unit, "2a")
    book.follow(TrainBought("BN", "2a", 100, "EKJ"))

    assert book.one_of("BN", "2a") == given


# --- tiles


def test_a_tile_that_is_taken_up_goes_behind_the_others():
    """Of four copies of the 3 the one that lay first comes last; then there is none."""
    book = TileBook(Game.start("18CZ", NAMES).pos, {})
    first = book.lay("B9", "3")
    book.lay("B9", "58")

    assert [book.lay(hex_, "3") for hex_ in ("B11", "B13", "B15", "B17")] == ["3-1", "3-2", "3-3", first]
    with pytest.raises(Untold) as error:
        book.lay("B19", "3")
    assert (error.value.key, error.value.refusal.values) == ("untold_tile", {"tile": "3"})


def test_a_copy_that_is_spoilt_is_not_laid_again():
    """Where no other is left the file ends."""
    book = TileBook(Game.start("18CZ", NAMES).pos, {})
    book.spoilt |= {"3-0", "3-2", "3-3"}
    assert book.lay("B9", "3") == "3-1"

    with pytest.raises(Untold):
        book.lay("B11", "3")


def test_of_a_tile_without_end_there_is_always_another():
    """With the next number, and behind one that was taken up."""
    scratch = Scratch.upon(Game.start("18CZ", NAMES).pos)
    scratch.put("supply", "3", None)
    book = TileBook(scratch.now, {})
    names = [book.lay(hex_, "3") for hex_ in ("B9", "B11")]
    book.lay("B9", "58")

    assert names == ["3-0", "3-1"]
    assert [book.lay(hex_, "3") for hex_ in ("B13", "B15", "B17", "B19")] == ["3-2", "3-0", "3-3", "3-4"]


def test_a_city_is_named_by_what_lies_on_its_hex():
    """A tile by its copy, a bare hex by its number among those that look alike: 0 where none is known."""
    book = TileBook(Game.start("18CZ", NAMES).pos, {"C8": 1})
    assert [book.city(hex_, 1) for hex_ in ("C8", "E16")] == ["C8-1-1", "E16-0-1"]

    book.lay("C8", "57")
    assert (book.city("C8", 0), book.copy("C8"), book.copy("E16")) == ("57-0-0", "57-0", "")


# --- certificates


def test_a_certificate_that_came_with_a_private_is_no_longer_on_offer():
    """Of the MOB a private brought one and the director another; MOB_2 was bought: MOB_1 lies in the pool if sold."""
    scratch = Scratch.upon(Game.start("1844", ("ann", "bob", "cy"), seed=1).pos)
    for number, owner in enumerate(("bob", "pool", "cy")):
        scratch.put("certificates", f"MOB.{number}", owner)
    context = Context(scratch.now.title, {}, {}, gone={"MOB_2"})

    assert [context.has_left(scratch.now, f"MOB_{number}", 0) for number in range(5)] == [True] * 3 + [
        False
    ] * 2
