"""Section VII.5.b: how directors change, by purchases and by sales."""

import pytest

from engine.events import Directed
from engine.game import Game
from engine.state import POOL
from tests.games.t18cz.czech import Builder, after, legal, paid, refused

SHARES = {"EKJ": (50, 25), "BTE": (40, 20), "BY": (20, 10)}
"""The director's certificate of a company of each size, and one share."""


def table(unit: str, *options: str, ann: int, bob: int, cy: int = 0) -> Builder:
    """Ann directs a company that has operated; others hold as much of it."""
    built = Builder(3, *options).cash(ann=900, bob=900, cy=900).phase("d")
    for player, percent in (("ann", ann), ("bob", bob), ("cy", cy)):
        built.holds(player, **{unit: percent})
    return built


def holdings(game: Game, unit: str) -> dict[str, int]:
    """What players and the bank hold of a company."""
    return {who: percent for who in (*game.state.players, POOL) if (percent := game.pos.percent(who, unit))}


def certificates(game: Game, who: str, unit: str) -> tuple[bool, int]:
    """Whether somebody has the director's certificate, and how many others."""
    own = game.pos.certificates(who, unit)
    return f"{unit}.0" in own, sum(certificate != f"{unit}.0" for certificate in own)


# --- more than the director


@pytest.mark.rule("CZ-VII.5.b.1", "CZ-VII.5.b.3")
def test_who_buys_more_than_the_director_holds():
    """Bob's sixth share of By against ann's five: he gets the certificate of two shares for two of his."""
    game = table("BY", ann=50, bob=50).sr("bob")
    assert refused(game, "buy BY 20").key == "buy_none"
    game = table("BY", ann=40, bob=40).sr("bob")
    now = after(game, "buy BY 10")

    assert now.pos.director("BY") == "bob"
    assert Directed("BY", "bob", "ann") in now.events
    assert holdings(now, "BY") == {"ann": 40, "bob": 50, POOL: 10}
    assert (certificates(now, "ann", "BY"), certificates(now, "bob", "BY")) == ((False, 4), (True, 3))
    assert paid(game, now, "ann") == (0,)


@pytest.mark.rule("CZ-VII.5.b.1", "CZ-VII.5.b.3")
def test_who_is_ahead_after_a_sale():
    """WE-56: ann sells one of three shares of By; bob has three, gets the certificate, and she may go on selling."""
    game = table("BY", ann=30, bob=30).sr("ann")
    now = after(game, "sell BY 10")

    assert now.pos.director("BY") == "bob"
    assert (certificates(now, "ann", "BY"), certificates(now, "bob", "BY")) == ((False, 2), (True, 1))
    assert legal(now, "sell BY 10")
    assert holdings(after(now, "sell BY 20"), "BY") == {"bob": 30, POOL: 70}


@pytest.mark.rule("CZ-VII.5.b.2")
@pytest.mark.parametrize(
    ("unit", "ann", "bob", "line"),
    [("EKJ", 50, 25, "buy EKJ 25"), ("BTE", 40, 20, "buy BTE 20"), ("BY", 40, 30, "buy BY 10")],
)
def test_equals_change_nothing_by_a_purchase(unit: str, ann: int, bob: int, line: str):
    """WE-54: bob has as much as the director after his purchase; she stays."""
    now = after(table(unit, ann=ann, bob=bob).sr("bob"), line)

    assert now.pos.percent("bob", unit) == ann
    assert now.pos.director(unit) == "ann"


@pytest.mark.rule("CZ-VII.5.b.2")
def test_equals_change_nothing_by_a_sale():
    """Ann sells down to the two shares of her certificate, as many as bob has."""
    now = after(table("BY", ann=30, bob=20).sr(), "sell BY 10")

    assert now.pos.director("BY") == "ann"
    assert holdings(now, "BY") == {"ann": 20, "bob": 20, POOL: 60}


@pytest.mark.rule("CZ-VII.5.b.4")
def test_the_new_director_takes_the_company_as_it_is():
    """Trains, locals, treasury, tokens placed and left, price: nothing moves but the office."""
    built = table("BTE", ann=40, bob=40).cash(BTE=77).trains(BTE="2+2b").owns("BTE", "S1", "M2")
    game = built.operated("BTE").sr("bob")
    now = after(game, "buy BTE 20")
    assert now.pos.director("BTE") == "bob"

    for column in ("trains", "tokens_left", "tokens", "owners", "pars"):
        assert getattr(now.state, column) == getattr(game.state, column)
    assert (now.pos.cash("BTE"), now.pos.price("BTE")) == (77, game.pos.price("BTE"))
    assert now.pos.owned("BTE") == ["S1", "M2"]


# --- resigning


@pytest.mark.rule("CZ-VII.5.b.5", "CZ-VII.5.b.6", "CZ-VII.6.5")
@pytest.mark.parametrize("unit", SHARES)
def test_without_an_heir_nobody_resigns(unit: str):
    """WE-55: the best other player has one share too few for the certificate; other shares may be sold."""
    office, share = SHARES[unit]
    ann = min(office + share, 75)
    game = table(unit, ann=ann, bob=office - share).sr()

    for percent in range(ann - office + share, ann + 1, share):
        refusal = refused(game, f"sell {unit} {percent}")
        assert (refusal.key, refusal.clauses) == ("sell_director", ("CZ-VII.6.5", "CZ-VII.5.b.6"))
    assert legal(game, f"sell {unit} {ann - office}")


@pytest.mark.rule("CZ-VII.5.b.6", "CZ-VII.5.b.7", "CZ-VII.6.5")
@pytest.mark.parametrize("unit", SHARES)
def test_with_an_heir_the_certificate_is_sold(unit: str):
    """WE-54: bob has as much as the certificate; ann sells it whole, and his two shares go to the bank."""
    office, share = SHARES[unit]
    game = table(unit, ann=office, bob=office).sr()
    now = after(game, f"sell {unit} {office}")

    assert paid(game, now, "ann", "bob") == (2 * game.pos.price(unit), 0)
    assert now.pos.director(unit) == "bob"
    assert holdings(now, unit) == {"bob": office, POOL: 100 - office}
    assert certificates(now, "bob", unit) == (True, 0)
    assert certificates(now, POOL, unit) == (False, (100 - office) // share)


@pytest.mark.rule("CZ-VII.5.b.6", "CZ-VII.6.5")
@pytest.mark.parametrize("unit", SHARES)
def test_half_a_certificate_stays_where_nobody_can_take_the_office(unit: str):
    """D-27: under the other reading, too, a director without an heir keeps the whole certificate."""
    office, share = SHARES[unit]
    game = table(unit, "director_certificate=split", ann=office, bob=0).sr()

    for percent in (share, office):
        assert (told := refused(game, f"sell {unit} {percent}")).key == "sell_director"
        assert "wants" not in told.values


@pytest.mark.rule("CZ-VII.5.b.7")
def test_more_than_the_certificate_in_one_sale():
    """WE-51: ann sells five of six shares at 196 for 980; bob's three make him director, and 188 is the new price."""
    built = table("PR", ann=60, bob=30).prices(PR=196)
    game = built.sr()
    now = after(game, "sell PR 50")

    assert paid(game, now, "ann") == (980,)
    assert holdings(now, "PR") == {"ann": 10, "bob": 30, POOL: 60}
    assert now.pos.director("PR") == "bob"
    assert now.pos.price("PR") == 188


@pytest.mark.rule("CZ-VII.5.b.6", "CZ-VII.6.5")
@pytest.mark.parametrize("unit", SHARES)
def test_half_a_certificate_is_not_sold(unit: str):
    """D-27: who has the bare certificate sells it whole or not at all, though somebody else could take it."""
    office, share = SHARES[unit]
    game = table(unit, ann=office, bob=office).sr()

    refusal = refused(game, f"sell {unit} {share}")
    assert (refusal.key, refusal.clauses) == ("sell_director", ("CZ-VII.6.5", "CZ-VII.5.b.6"))
    assert refusal.values["wants"] == "whole"
    assert legal(game, f"sell {unit} {office}")


@pytest.mark.rule("CZ-VII.5.b.6", "CZ-VII.6.5")
@pytest.mark.parametrize("unit", SHARES)
def test_recorded_games_sell_half_a_certificate(unit: str):
    """D-27: under the other reading ann gets two shares for the certificate, sells one and keeps one."""
    office, share = SHARES[unit]
    game = table(unit, "director_certificate=split", ann=office, bob=office).sr()
    now = after(game, f"sell {unit} {share}")

    assert now.pos.director(unit) == "bob"
    assert holdings(now, unit) == {"ann": office - share, "bob": office, POOL: 100 - 2 * office + share}


@pytest.mark.rule("CZ-VII.5.b.7")
@pytest.mark.parametrize(("bob", "cy", "heir"), [(20, 30, "cy"), (30, 20, "bob")])
def test_the_largest_holder_follows(bob: int, cy: int, heir: str):
    """Both could take the certificate of two shares; who has three gets it."""
    now = after(table("BY", ann=30, bob=bob, cy=cy).sr(), "sell BY 30")

    assert now.pos.director("BY") == heir


@pytest.mark.rule("CZ-VII.5.b.8")
@pytest.mark.parametrize(
    ("order", "heir"),
    [(("ann", "bob", "cy"), "bob"), (("bob", "ann", "cy"), "cy"), (("cy", "bob", "ann"), "cy")],
)
def test_of_equals_the_next_in_turn_follows(order: tuple[str, ...], heir: str):
    """D-28: bob and cy hold the same; whose turn comes soonest after ann's, by order card and around, is director."""
    game = table("BY", ann=30, bob=30, cy=30).change(order=order).sr("ann")

    assert after(game, "sell BY 20").pos.director("BY") == heir
