import pytest

from engine.events import Directed
from engine.game import Game
from engine.state import OFFER, POOL
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def table(players: int = 3, **held: int) -> Builder:
    """Shares of the STB as said, the rest on offer; it operated, its par is 100 and its price 80."""
    built = Builder(players).cash(ann=500, bob=500, cy=500).operated("FNM", "STB")
    for player, percent in held.items():
        built.holds(player, STB=percent)
    return built.prices(STB=80).change(pars={"STB": 100})


def shares(game: Game, unit: str = "STB") -> dict[str, int]:
    holders = (*game.state.players, POOL)
    return {who: game.pos.percent(who, unit) for who in holders if game.pos.percent(who, unit)}


def certificates_of(game: Game, who: str, unit: str = "STB") -> tuple[bool, int]:
    """Whether somebody has the director's certificate, and how many others."""
    own = game.pos.certificates(who, unit)
    return f"{unit}.0" in own, len([certificate for certificate in own if certificate != f"{unit}.0"])


@pytest.mark.rule("CH-SR.SELL.6", "CH-SR.SELL.8", "CH-SR.SELL.9", "CH-SR.DIR.2", "CH-SR.DIR.6")
def test_a_director_sells_out_of_his_certificate():
    """EX-09: Laura sells four of five; Joe gets the certificate, one of his two goes to her, one to the pool."""
    game = table(ann=50, bob=20, pool=10).sr("ann")
    assert refused(game, "sell STB 50").clauses == ("CH-SR.SELL.6",)
    now = after(game, "sell STB 40")

    assert paid(game, now, "ann") == (4 * 80,)
    assert now.pos.director("STB") == "bob"
    assert shares(now) == {"ann": 10, "bob": 20, POOL: 50}
    assert certificates_of(now, "ann") == (False, 1)
    assert certificates_of(now, "bob") == (True, 0)
    assert certificates_of(now, POOL) == (False, 5)
    assert now.pos.percent(OFFER, "STB") == 20


@pytest.mark.rule("CH-SR.DIR.3", "CH-SR.DIR.7")
def test_the_new_director_takes_the_company_as_it_is():
    """Floated or not: nothing of it moves."""
    game = table(ann=20, bob=20).sr("ann")
    assert game.pos.director("STB") == "ann"
    now = after(game, "sell STB 10")

    assert now.pos.director("STB") == "bob"
    assert Directed("STB", "bob", "ann") in now.events
    for column in ("trains", "tokens", "tokens_left"):
        assert getattr(now.state, column).get("STB") == getattr(game.state, column).get("STB")
    assert paid(game, now, "STB") == (0,)


@pytest.mark.rule("CH-SR.DIR.1", "CH-SR.DIR.4")
def test_equality_changes_nothing():
    game = table(ann=40, bob=30).sr("ann")
    now = after(game, "sell STB 10")

    assert now.pos.director("STB") == "ann"
    assert after(game, "sell STB 20").pos.director("STB") == "bob"


@pytest.mark.rule("CH-SR.SELL.9", "CH-SR.DIR.4")
def test_nobody_can_resign_without_an_heir():
    """The other player has one share only."""
    game = table(ann=30, bob=10).sr("ann")

    assert legal(game, "sell STB 10")
    assert refused(game, "sell STB 20").key == "sell_director"
    assert refused(game, "sell STB 30").key == "sell_director"


@pytest.mark.rule("CH-SR.DIR.5")
@pytest.mark.parametrize(("bob", "cy", "heir"), [(20, 20, "bob"), (20, 30, "cy")])
def test_the_largest_holder_follows(bob: int, cy: int, heir: str):
    """Of several the first after the old director."""
    game = table(ann=30, bob=bob, cy=cy).sr("ann")

    assert after(game, "sell STB 20").pos.director("STB") == heir


@pytest.mark.rule("CH-SR.DIR.5")
def test_ties_are_settled_in_turn_order():
    """Turn order is not that of the seats: after ann comes cy."""
    game = table(ann=30, bob=20, cy=20).change(order=("bob", "ann", "cy")).sr("ann")

    assert after(game, "sell STB 20").pos.director("STB") == "cy"


@pytest.mark.rule("CH-SR.DIR.6")
def test_the_last_place_in_the_pool():
    """With four in the pool a director sells one share of his certificate to make another one director."""
    game = table(ann=20, bob=20, pool=40).sr("ann")
    assert refused(game, "sell STB 20").key == "sell_pool_full"
    now = after(game, "sell STB 10")

    assert shares(now) == {"ann": 10, "bob": 20, POOL: 50}
    assert now.pos.director("STB") == "bob"


@pytest.mark.rule("CH-SR.DIR.6")
@pytest.mark.parametrize(("unit", "director", "other", "share"), [("VSB", 50, 50, 25), ("JN", 40, 40, 20)])
def test_smaller_companies_change_directors_too(unit: str, director: int, other: int, share: int):
    prices = {unit: 60}
    built = Builder(3).operated("FNM", unit).holds("ann", **{unit: director}).holds("bob", **{unit: other})
    game = built.prices(**prices).sr("ann")
    now = after(game, f"sell {unit} {share}")

    assert shares(now, unit) == {"ann": director - share, "bob": other, POOL: share}
    assert now.pos.director(unit) == "bob"
