import pytest

from engine.events import TokenPlaced
from engine.game import Game
from engine.state import Token
from tests.games.t1844.swiss import Builder, after, legal, paid, refused, round_is, until


def three(*options: str) -> Builder:
    """Ann directs NOB and SCB, bob the JS."""
    built = Builder(3, *options).holds("ann", NOB=50, SCB=50).holds("bob", JS=50)
    return built.pars(NOB=100, SCB=100, JS=100).cash(NOB=300, SCB=300, JS=300)


# --- the order


@pytest.mark.rule("CH-OR.SEQ.2")
def test_the_highest_price_first():
    game = three().cells(NOB="2,4", SCB="1,4", JS="3,4").floated("NOB", "SCB", "JS").company("SCB", "")

    assert game.pos.frame.queue == ("SCB", "NOB", "JS")


@pytest.mark.rule("CH-OR.SEQ.3")
def test_at_one_price_the_field_further_right_first():
    """There are three fields of 90 here: column 6, column 5, column 4."""
    built = three().cells(NOB="1,3", SCB="3,5", JS="2,4")

    assert built.floated("NOB", "SCB", "JS").company("SCB", "").pos.frame.queue == ("SCB", "JS", "NOB")


@pytest.mark.rule("CH-OR.SEQ.4")
def test_on_one_field_the_upper_marker_first():
    """The marker that came first lies on top."""
    built = three().cells(JS="2,4").cells(SCB="2,4").cells(NOB="2,4")

    assert built.floated("NOB", "SCB", "JS").company("JS", "").pos.frame.queue == ("JS", "SCB", "NOB")


@pytest.mark.rule("CH-OR.SEQ.8")
def test_the_round_ends_when_all_have_acted():
    """In phase 3 two operating rounds follow a stock round."""
    built = three().cells(NOB="2,4", SCB="1,4", JS="3,4").operated("NOB", "SCB", "JS").phase("3")
    built = built.tokens(D19="NOB.0", C12="SCB.0", I4="JS.0")
    game = built.company("SCB", "", number=(3, 1), rounds=2)

    last = until(game, lambda now: now.pos.acting == "JS")
    second = until(last, round_is("operating", 3, 2))
    assert set(second.pos.frame.queue) == {"NOB", "SCB", "JS"}
    assert until(second, round_is("stock")).pos.frame.number == (4,)


# --- the steps of a turn


def built_up(**cash: int) -> Builder:
    """Zürich with a token of the NOB, joined to Zug."""
    built = Builder().holds("ann", NOB=50).holds("bob", JS=50).prices(NOB=100, JS=60).floated("NOB", "JS")
    built = built.tiles(D19="57 0", E18="57 0").tokens(D19="NOB.0", I4="JS.0")
    return built.cash(**(cash or {"NOB": 300}))


@pytest.mark.rule("CH-OR.SEQ.5")
def test_steps_are_taken_in_order():
    """After the token there is no more track."""
    game = built_up().company("NOB", "")
    assert legal(game, "lay NOB F17 6 1")

    now = after(game, "token NOB E18 0")

    assert refused(now, "lay NOB F17 6 1", "ann").key == "wrong_step"


@pytest.mark.rule("CH-OR.SEQ.7")
def test_only_the_director_decides():
    game = built_up().company("NOB", "")

    for line in ("token NOB E18 0", "lay NOB F17 6 1"):
        assert refused(game, line, "bob").key == "not_your_turn"


# --- the home token


@pytest.mark.rule("CH-OR.TOKEN.1", "CH-OR.TRACK.8")
def test_the_first_token_is_placed_at_the_start_of_the_first_turn():
    """It is free and does not use up the token of the turn."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").cash(NOB=300)
    game = built.tiles(D19="57 0", E18="57 0").company("NOB", "")

    assert game.state.tokens["D19"] == (Token(0, "NOB"),)
    assert TokenPlaced("NOB", "D19", 0, 0) in game.events
    assert (game.pos.cash("NOB"), game.state.tokens_left["NOB"]) == (300, (40,))
    assert legal(game, "token NOB E18 0")


@pytest.mark.rule("CH-OR.TOKEN.1")
def test_it_is_placed_once():
    game = built_up().company("NOB", "")

    assert game.state.tokens["D19"] == (Token(0, "NOB"),)


@pytest.mark.rule("CH-OR.TOKEN.1", "CH-OR.UPG.6")
def test_home_cities_that_have_grown():
    """Aarau is one city from green on; in Lausanne the home is the city that had two exits."""
    built = Builder().holds("ann", STB=50).prices(STB=100).floated("STB").phase("3")
    game = built.tiles(D15="14 1").company("STB", "")
    assert game.state.tokens["D15"] == (Token(0, "STB"),)

    built = Builder().holds("ann", JS=50).prices(JS=100).floated("JS").phase("3")
    game = built.tiles(I4="901 1").company("JS", "")
    assert game.state.tokens["I4"] == (Token(0, "JS"),)


def turn(game: Game) -> tuple[str, ...]:
    return game.pos.frame.queue


@pytest.mark.rule("CH-OR.SEQ.6", "CH-PRIV.7")
def test_a_private_is_bought_in_any_step():
    """Before the first tile, after it, after the token, at the end."""
    built = Builder().holds("ann", BLS=60).prices(BLS=100).floated("BLS").phase("3").cash(BLS=500)
    built = built.owns("ann", "P1", "P3", "P5", "P2").tokens(F11="BLS.0")
    game = after(built.company("BLS", ""), "acquire BLS P1 1")
    game = after(game, "lay BLS F11 57 2", "acquire BLS P2 100")
    assert game.pos.cash("BLS") == 399

    late = until(game, lambda now: not legal_lay(now))
    assert after(late, "acquire BLS P3 160").pos.owner("P3") == "BLS"


def legal_lay(game: Game) -> bool:
    return any(action.verb == "lay" for action in game.choices)


@pytest.mark.rule("CH-PRIV.7")
def test_not_in_the_turn_of_another_company():
    built = Builder().holds("ann", BLS=60).holds("bob", RhB=60).prices(BLS=100, RhB=90).floated("BLS", "RhB")
    game = built.phase("3").cash(BLS=500, RhB=500).owns("ann", "P1").owns("bob", "P2").company("BLS", "")

    assert refused(game, "acquire RhB P2 20", "bob").key == "not_your_turn"
    assert paid(game, after(game, "acquire BLS P1 20"), "ann", "BLS") == (20, -20)
