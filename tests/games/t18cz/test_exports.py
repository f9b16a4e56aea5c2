import pytest

from engine.events import PhaseBegan, TrainRusted
from engine.game import Game
from engine.state import BANK, DEPOT, POOL
from engine.titles.t18cz.figures import czech_state
from tests.games.t18cz.czech import Builder, after, legal, paid, sizes, until

LAST = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2}
"""How many operating rounds the sets have after which a train is exported."""


def end_of(
    number: int, turn: int = 0, *options: str, phase: str = "d", card: str = "", **trains: str
) -> Game:
    """The last turn of an operating round, that of SX; ann may pass. Another card may be on top of the deck."""
    built = sizes(*options, phase=phase, SX="5Eh", **trains).prices(SX=50)
    game = (built.depot(card) if card else built).company(
        "SX", "train", number=(number, turn or LAST[number])
    )
    assert game.pos.frame.queue == ("SX",)
    return game


def fourth(card: str, before: str, *options: str, **trains: str) -> Game:
    """The same in the fourth set, with the first card of a letter on top of the deck."""
    return end_of(4, 1, *options, phase=before, card=card, **trains)


@pytest.mark.rule("CZ-VIII.13.1")
@pytest.mark.parametrize("number", LAST)
def test_a_train_is_exported_after_a_set(number: int):
    """The top card of the deck leaves the game; no money moves (D-55)."""
    game = end_of(number, pool="2a")
    now = after(game, "pass")

    assert (game.state.depot["3d"], now.state.depot["3d"]) == (4, 3)
    assert TrainRusted(DEPOT, "3d", "", "export") in now.events
    assert (now.pos.frame.kind, now.pos.frame.number) == ("stock", (number + 1,))
    assert now.state.trains[POOL] == ("2a",)
    assert paid(game, now, BANK) == (0,)


@pytest.mark.rule("CZ-VIII.13.1")
@pytest.mark.parametrize("number", [5, 6, 7])
def test_no_train_is_exported_within_a_set(number: int):
    """A second operating round follows the first."""
    game = end_of(number, 1)
    now = after(game, "pass")

    assert now.pos.frame.number == (number, 2)
    assert now.state.depot == game.state.depot


@pytest.mark.rule("CZ-VIII.13.1")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_no_train_is_exported_in_the_last_set(turn: int):
    """Nor after it: the game is over then."""
    game = end_of(8, turn)
    now = after(game, "pass")

    assert now.state.over == (turn == 3)
    assert now.state.depot == game.state.depot


@pytest.mark.rule("CZ-VIII.13.1", "CZ-VIII.10.9")
def test_the_next_letter_when_the_deck_comes_to_it():
    """The last d-card was sold: an e-card is exported."""
    built = sizes(SX="5Eh").prices(SX=50).each("depot", {"3d": 0})
    now = after(built.company("SX", "train", number=(4, 1)), "pass")

    assert now.state.depot["4e"] == 3
    assert TrainRusted(DEPOT, "4e", "", "export") in now.events


@pytest.mark.rule("CZ-VIII.12.1", "CZ-VIII.13.1")
@pytest.mark.parametrize(("card", "before", "letter"), [("2b", "a", "b"), ("3d", "c", "d"), ("5g", "f", "g")])
def test_an_export_may_start_a_phase(card: str, before: str, letter: str):
    """The first card of a letter does, as if it were sold."""
    game = fourth(card, before)
    now = after(game, "pass")
    again = after(end_of(4, phase=letter), "pass")

    assert (game.pos.phase.name, now.pos.phase.name) == (before, letter)
    assert PhaseBegan(letter, card, "export") in now.events
    assert again.pos.phase.name == letter
    assert not [event for event in again.events if isinstance(event, PhaseBegan)]


@pytest.mark.rule("CZ-VIII.12.28")
@pytest.mark.parametrize(
    ("card", "before", "gone"),
    [
        ("3d", "c", set()),
        ("4e", "d", {"2a"}),
        ("4f", "e", {"2a", "2+2b"}),
        ("5g", "f", {"2+2b", "3c"}),
        ("5h", "g", {"3c", "3+3d"}),
        ("5i", "h", {"3c", "3+3d", "3Ed"}),
        ("5j", "i", {"3c", "3+3d", "4Ef"}),
    ],
)
def test_an_export_counts_for_every_side(card: str, before: str, gone: set[str]):
    """WE-08: an h-card rusts the 3s and 3+3s, but no E-train; WE-35: an e-card rusts the 2s."""
    every = "2a 2+2b 3c 3+3d 3Ed 4e 4+4f 4Ef 5g 5+5h 5Eh 6Ei"
    now = after(fourth(card, before, pool=every), "pass")

    assert now.state.trains[POOL] == tuple(train for train in every.split() if train not in gone)
    assert set(czech_state(now.pos).gone) == {train[:-1] for train in gone}


@pytest.mark.rule("CZ-VIII.12.28", "CZ-VIII.12.29", "CZ-VIII.13.1")
def test_trains_above_the_limit_before_the_stock_round():
    """The first e-card: the 2s go, then small companies return trains above two, then the round starts."""
    game = fourth("4e", "d", BCB="3c 3c 3d", ATE="2a 3+3d", BN="2b")
    now = after(game, "pass")
    later = after(now, "discard BCB 3c")

    assert (now.pos.frame.kind, now.pos.unit, now.pos.awaited) == ("train_limit", "BCB", ("ann",))
    assert (now.state.trains["ATE"], now.state.trains["BN"]) == (("3+3d",), ())
    assert not legal(now, "pass")
    assert later.pos.frame.kind == "stock"
    assert later.state.trains[POOL] == ("3c",)


@pytest.mark.rule("CZ-VIII.12.29")
@pytest.mark.parametrize(
    ("options", "units"), [((), ["ATE", "BN"]), (("return_order=listed",), ["BN", "ATE"])]
)
def test_the_order_of_returns_after_an_export(options: tuple[str, ...], units: list[str]):
    """In operating order; under another reading in the order in which companies are listed (D-43)."""
    game = after(fourth("4f", "e", *options, ATE="3+3d 3+3d 3+3e", BN="3+3d 3+3e 3+3e"), "pass")
    later = after(game, f"discard {units[0]} 3+3d")

    assert [game.pos.unit, later.pos.unit] == units


@pytest.mark.rule("CZ-VIII.12.29", "CZ-VIII.10.7")
def test_any_train_is_returned_after_an_export():
    """No company is in turn: the only train to run may go as well (D-36)."""
    now = after(fourth("4f", "e", ATE="3c 3c 3+3d"), "pass")

    assert legal(now, "discard ATE 3+3d")


@pytest.mark.rule("CZ-VIII.13.1", "CZ-XI.8.2")
def test_j_cards_never_run_out():
    """They are exported without end; there is always another one."""
    now = after(end_of(7, phase="j", pool="3+3d"), "pass")

    assert now.state.depot["5j"] is None
    assert TrainRusted(DEPOT, "5j", "", "export") in now.events
    assert now.state.trains[POOL] == ()


@pytest.mark.rule("CZ-VIII.13.1")
def test_seven_exports_in_a_game():
    """While nobody founds a company, seven cards are exported: five a and two b."""
    game = until(Builder(3).phase("a").sr("ann", 1), lambda game: game.state.over)

    assert (game.state.depot["2a"], game.state.depot["2b"], game.state.depot["3c"]) == (0, 2, 4)
    assert game.pos.phase.name == "b"
