import pytest

from engine import notation
from engine.events import PhaseBegan, TrainDiscarded, TrainRusted
from engine.game import Game
from engine.state import BANK, POOL
from engine.titles.t18cz.figures import czech_state
from engine.titles.t18cz.purple import LayPurple
from engine.titles.t18cz.received_trains import TurnTrain
from tests.games.t18cz.czech import CARDS, Builder, after, legal, paid, refused, sizes


def table(*options: str, phase: str = "d", **trains: str) -> Builder:
    """Ann directs BCB (small), ATE and BN (medium) and SX (large) and agrees with herself; all have 1000."""
    return sizes(*options, phase=phase, other="ann", **trains)


def merged(*options: str, unit: str = "ATE", target: str = "BCB", phase: str = "d", **trains: str) -> Game:
    """The game after one company has acquired another, at the decision about its trains."""
    game = table(*options, phase=phase, **trains).company(unit, "merge")
    return after(game, f"merge {unit} {target} {game.pos.price(target)}")


def sides(game: Game) -> set[tuple[str, str]]:
    """What may be turned now, and into what."""
    return {
        (one.action.train, one.action.into)
        for one in game.choices.offers
        if isinstance(one.action, TurnTrain)
    }


# --- locals


@pytest.mark.rule("CZ-VIII.9.11", "CZ-VIII.9.12")
def test_treasury_locals_and_trains():
    """WE-28: ATE receives BCB's money, its local, and two 2-trains."""
    built = table(ATE="2+2c", BCB="2a 2b").owns("BCB", "S3").owns("bob", "S4")
    game = built.cash(BCB=105).company("ATE", "merge")
    now = after(game, "merge ATE BCB 97")

    assert paid(game, now, "ATE", "ann") == (105 - 194, 194)
    assert (now.pos.owner("S3"), now.pos.owner("S4")) == ("ATE", "bob")
    assert now.state.trains["ATE"] == ("2+2c", "2a", "2b")
    assert "BCB" not in now.state.trains


@pytest.mark.rule("CZ-VIII.9.12")
def test_a_local_keeps_what_is_left_of_its_power():
    """The used one stays used; the other helps at once, and either may be sold."""
    built = table(BCB="2a").owns("BCB", "S3", "S5").extra(used=("S3",))
    now = after(built.company("ATE", "merge"), "merge ATE BCB 65")

    assert czech_state(now.pos).used == ("S3",)
    assert now.pos.owned("ATE") == ["S3", "S5"]
    for local in ("S3", "S5"):
        assert paid(now, after(now, f"dispose ATE {local}"), "ATE") == (50,)


@pytest.mark.rule("CZ-IV.1.15", "CZ-VIII.3.10")
def test_a_purple_tile_while_trains_are_settled():
    """That is a moment of the turn, too: the local just received lays its tile, and the decision goes on."""
    built = table(BCB="2a 2b").owns("BCB", "S3").tiles(D17="5 0", E16="4 0")
    game = after(built.company("ATE", "merge"), "merge ATE BCB 65")
    (line,) = {
        notation.write(offer.action)
        for offer in game.choices.offers
        if isinstance(offer.action, LayPurple) and offer.action.hex == "E16" and offer.action.rotation == 0
    }
    laid = after(game, line)

    assert game.pos.frame.kind == laid.pos.frame.kind == "inherit"
    assert (laid.pos.frame.notes, sides(laid)) == (game.pos.frame.notes, sides(game))
    assert laid.state.tiles["E16"][0].endswith("p")
    assert czech_state(laid.pos).used == ("S3",)
    assert refused(laid, line).key in {"power_used", "tile_order", "tile_flip"}
    assert legal(laid, "discard ATE 2a")


# --- tokens


@pytest.mark.rule("CZ-VIII.9.13", "CZ-VIII.9.14", "CZ-VIII.9.15")
def test_tokens_placed_and_left():
    """WE-64: BCB has two tokens on the map and one left; ATE then has three there, and three left at 100."""
    built = table().tiles(E16="5 0").tokens(D17="BCB.0", E16="BCB.0")
    game = built.company("ATE", "merge")
    now = after(game, "merge ATE BCB 65")

    assert (game.state.tokens_left["ATE"], game.state.tokens_left["BCB"]) == ((40, 100), (100,))
    assert now.state.tokens_left["ATE"] == (100, 100, 100)
    for hex_ in ("E16", "D17"):
        assert [one.unit for one in now.state.tokens[hex_]] == ["ATE"]
    assert {one.unit for here in now.state.tokens.values() for one in here} == {"ATE", "BN", "SX"}


@pytest.mark.rule("CZ-VIII.9.14", "CZ-VIII.6.9", "CZ-VIII.6.10")
@pytest.mark.parametrize(
    ("options", "prices"), [((), (40, 100, 100, 100, 100)), (("station_price=always_100",), 5)]
)
def test_beside_one_single_token_the_cheap_token_stays(options: tuple[str, ...], prices: object):
    """BCB has not operated and has no token on the map; under another reading none stays cheap (D-20)."""
    built = table(*options).operated("ATE", "BN", "SX")
    now = after(built.company("ATE", "merge"), "merge ATE BCB 65")

    assert now.state.tokens_left["ATE"] == (prices if isinstance(prices, tuple) else (100,) * 5)


@pytest.mark.rule("CZ-VIII.9.16")
def test_two_tokens_in_one_city():
    """One of them goes back to the charter and costs 100 (D-21)."""
    built = table().tiles(D17="14 0").tokens(D17="BCB.0 ATE.0", B9="ATE.0")
    game = built.company("ATE", "merge")
    now = after(game, "merge ATE BCB 65")

    assert [one.unit for one in now.state.tokens["D17"]] == ["ATE"]
    assert game.state.tokens_left["ATE"] == (100,)
    assert now.state.tokens_left["ATE"] == (100,) * 4
    assert now.pos.frame.kind == "operating"


@pytest.mark.rule("CZ-VIII.9.16", "CZ-VIII.9.14")
def test_one_token_is_left_of_two():
    """ATE's only token stood beside BCB's: what it takes back costs 100, its own next one 40 (D-20)."""
    built = table().tiles(D17="14 0").tokens(D17="BCB.0 ATE.0")
    now = after(built.company("ATE", "merge"), "merge ATE BCB 65")

    assert now.state.tokens_left["ATE"] == (40, 100, 100, 100, 100)


def praha(*options: str) -> Game:
    """SX has a token in one city of Praha, BN its home in another."""
    built = table(*options, BN="2+2c").tiles(E12="8889 0").tokens(E12="BN.1 SX.2")
    return after(built.company("SX", "merge"), "merge SX BN 70")


@pytest.mark.rule("CZ-VIII.9.16")
@pytest.mark.parametrize(("stop", "kept"), [(1, 2), (2, 1)])
def test_two_cities_of_one_hex(stop: int, kept: int):
    """The acquiring director chooses which one goes back, before anything else (D-21)."""
    game = praha()
    now = after(game, f"remove E12 {stop}")

    assert (game.pos.frame.kind, game.pos.awaited) == ("duplicate_token", ("ann",))
    assert [(one.unit, one.stop) for one in now.state.tokens["E12"]] == [("SX", kept)]
    assert now.state.tokens_left["SX"] == (100,) * 3
    assert now.pos.frame.kind == "inherit"


@pytest.mark.rule("CZ-VIII.9.16")
def test_only_one_of_the_two_goes_back():
    """Neither another token, nor none; nothing else may be done first."""
    game = praha()

    for line in ("remove A8 0", "remove E12 0", "remove E12 7", "remove Z9 0"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("token_doubled", ("CZ-VIII.9.16",))
    assert refused(game, "pass").key == "token_doubled"
    assert refused(game, "remove E12 1", "bob").key == "not_your_turn"
    assert refused(game, "discard SX 2+2c").key == "wrong_step"


# --- trains: keep, or discard


@pytest.mark.rule("CZ-VIII.9.17")
def test_trains_are_kept():
    """A pass keeps them as they are."""
    game = merged(ATE="3+3d", BCB="2a 3c")
    now = after(game, "pass")

    assert game.pos.frame.kind == "inherit"
    assert now.pos.frame.kind == "operating"
    assert now.state.trains["ATE"] == ("3+3d", "2a", "3c")


@pytest.mark.rule("CZ-VIII.9.17", "CZ-VIII.9.21")
def test_trains_received_are_discarded():
    """Each one may leave the game; the pool does not get it, nobody is paid (D-40)."""
    game = merged(ATE="3+3d", BCB="2a 3c")
    one = after(game, "discard ATE 3c")
    both = after(one, "discard ATE 2a")

    assert one.state.trains["ATE"] == ("3+3d", "2a")
    assert TrainDiscarded("ATE", "3c") in one.events
    assert refused(one, "discard ATE 3c").key == "discard_none"
    assert not one.state.trains.get(POOL)
    assert one.state.depot == game.state.depot
    assert paid(game, both, "ATE", BANK) == (0, 0)
    assert (one.pos.frame.kind, both.pos.frame.kind) == ("inherit", "operating")


@pytest.mark.rule("CZ-VIII.9.21", "CZ-VIII.10.14")
def test_its_own_trains_stay():
    """Only trains received may be discarded (D-41); a type is given up as often as it was received."""
    game = merged(ATE="3+3d 2a", BCB="2a")
    now = after(game, "discard ATE 2a")

    refusal = refused(game, "discard ATE 3+3d")
    assert (refusal.key, refusal.clauses) == ("train_discard", ("CZ-VIII.10.14", "CZ-VIII.9.21"))
    assert refusal.values == {"unit": "ATE", "train": "3+3d"}
    assert now.state.trains["ATE"] == ("3+3d", "2a")
    assert refused(now, "discard ATE 2a").key == "train_discard"


@pytest.mark.rule("CZ-VIII.9.21", "CZ-VIII.9.18")
def test_on_no_other_occasion():
    """Before and after an acquisition trains are neither discarded nor changed."""
    game = table(ATE="2b").company("ATE", "merge")

    assert refused(game, "discard ATE 2b").key == "train_discard"
    assert refused(game, "turn ATE 2b 2+2b").key == "wrong_step"


def crowd(*options: str) -> Game:
    """ATE may own three trains and has five now, three of them from BCB."""
    return merged(*options, ATE="3+3d 2+2c", BCB="2a 2b 3c")


@pytest.mark.rule("CZ-VIII.9.17", "CZ-VIII.10.5")
def test_the_limit_is_kept_at_once():
    """Two of the trains received go before anything else (D-41)."""
    game = crowd()
    one = after(game, "discard ATE 2a")
    two = after(one, "discard ATE 2b")

    for now, count in ((game, 2), (one, 1)):
        refusal = refused(now, "pass")
        assert (refusal.key, refusal.values) == ("acquire_open", {"unit": "ATE", "count": count})
        assert refusal.clauses == ("CZ-VIII.9.4", "CZ-VIII.9.17")
    assert legal(two, "pass")
    assert refused(game, "train ATE 3+3d depot 180").key == "wrong_step"


@pytest.mark.rule("CZ-VIII.9.17", "CZ-VIII.9.18")
def test_a_turned_train_may_still_go():
    """All three are turned; two of them are given up nevertheless."""
    game = after(crowd(), "turn ATE 2b 2+2b", "turn ATE 3c 2+2c")
    now = after(game, "discard ATE 2+2b", "discard ATE 2a")

    assert refused(game, "pass").key == "acquire_open"
    assert now.state.trains["ATE"] == ("3+3d", "2+2c", "2+2c")


@pytest.mark.rule("CZ-VIII.9.21", "CZ-VIII.9.17")
def test_trains_above_the_limit_under_the_other_reading():
    """Once each train received is kept, turned or discarded, any train above the limit is returned to the pool."""
    game = after(
        merged("acquired_excess=returned", ATE="3+3d 2+2c", BCB="2b 3c"),
        "turn ATE 2b 2+2b",
        "turn ATE 3c 2+2c",
    )
    now = after(game, "discard ATE 3+3d")

    assert refused(game, "pass").key == "must_act"
    assert not legal(game, "train ATE 3+3d depot 180")
    assert now.state.trains[POOL] == ("3+3d",)
    assert now.state.trains["ATE"] == ("2+2c", "2+2b", "2+2c")


# --- trains: turned to a larger side


@pytest.mark.rule("CZ-VIII.9.18", "CZ-VIII.9.19", "CZ-VIII.9.20")
@pytest.mark.parametrize(
    ("card", "small_medium", "small_large", "medium_large"),
    [
        ("b", 10, None, None),
        ("c", 0, None, None),
        ("d", 60, 130, 70),
        ("e", 0, 0, 70),
        ("f", 150, 100, 0),
        ("g", 50, 0, 0),
        ("h", 150, 350, 200),
        ("i", 150, 450, 300),
        ("j", 150, 650, 500),
    ],
)
def test_what_a_change_costs(card: str, small_medium: int, small_large: int | None, medium_large: int | None):
    """The new price less the old one, to the bank; nothing is refunded for a cheaper side."""
    small, medium, large = (*CARDS[card], "")[:3]
    changes = [("ATE", "BCB", small, medium, small_medium)]
    if small_large is not None and medium_large is not None:
        changes += [("SX", "BCB", small, large, small_large), ("SX", "BN", medium, large, medium_large)]
        changes.append(("SX", "BCB", small, medium, small_medium))
    for unit, target, old, new, price in changes:
        game = merged(unit=unit, target=target, phase=card, **{target: old})
        now = after(game, f"turn {unit} {old} {new}")
        assert paid(game, now, unit, BANK) == (-price, price)
        assert now.state.trains[unit] == (new,)
        assert TrainRusted(unit, old, new, "turned") in now.events
        (offer,) = [one for one in game.choices.offers if one.action == game.read(f"turn {unit} {old} {new}")]
        assert offer.facts == {"price": price}


@pytest.mark.rule("CZ-VIII.9.18", "CZ-VIII.9.19")
def test_both_trains_are_turned():
    """WE-29: two 2b become two 2+2 for 10 each."""
    game = merged(BCB="2b 2b", phase="c")
    now = after(game, "turn ATE 2b 2+2b", "turn ATE 2b 2+2b", "pass")

    assert paid(game, now, "ATE") == (-20,)
    assert now.state.trains["ATE"] == ("2+2b", "2+2b")


@pytest.mark.rule("CZ-VIII.9.18")
@pytest.mark.parametrize(
    ("unit", "target", "train", "wanted"),
    [
        ("ATE", "BCB", "2a", set()),
        ("ATE", "BCB", "2b", {"2+2b"}),
        ("ATE", "BCB", "3d", {"3+3d"}),
        ("SX", "BCB", "3d", {"3+3d", "3Ed"}),
        ("SX", "BN", "3+3d", {"3Ed"}),
        ("SX", "BN", "3d", {"3+3d", "3Ed"}),
        ("SX", "BCB", "2b", {"2+2b"}),
    ],
)
def test_larger_sides_that_may_be_owned(unit: str, target: str, train: str, wanted: set[str]):
    """Any larger type on the card that the acquirer may own; an a-card has no other side (D-39)."""
    game = merged(unit=unit, target=target, **{target: train})
    refusal = refused(game, f"turn {unit} {train} {train}")

    assert {into for _, into in sides(game)} == wanted
    assert (refusal.key, refusal.clauses) == ("change_side", ("CZ-VIII.9.18",))
    for side in {"2a", "3d", "3+3d", "3Ed", "2+2c", "5j", "none"} - wanted:
        assert refused(game, f"turn {unit} {train} {side}").key == "change_side"


@pytest.mark.rule("CZ-VIII.9.18")
def test_its_own_size_only_under_the_other_reading():
    """A large company turns a card to its large side or not at all."""
    game = merged("change_target=own_type", unit="SX", BCB="3d 2b")

    assert sides(game) == {("3d", "3Ed")}
    assert refused(game, "turn SX 3d 3+3d").key == "change_side"


@pytest.mark.rule("CZ-VIII.9.18", "CZ-VIII.9.21")
def test_its_own_trains_are_not_turned():
    """Nor is one received turned twice."""
    game = merged(unit="SX", SX="3+3d 3Ed", BCB="3d")
    now = after(merged(unit="SX", SX="3Ed", BCB="3d 2b"), "turn SX 3d 3+3d")

    assert sides(game) == {("3d", "3+3d"), ("3d", "3Ed")}
    assert refused(game, "turn SX 3+3d 3Ed").key == "change_side"
    assert refused(now, "turn SX 3+3d 3Ed").key == "change_side"
    assert sides(now) == {("2b", "2+2b")}


@pytest.mark.rule("CZ-VIII.9.18")
def test_nothing_becomes_a_rusted_train():
    """The 2+2 have gone: a c-card stays a 3-train (D-39)."""
    built = table(BCB="3c", phase="f").extra(gone=("2", "2+2"))
    game = after(built.company("SX", "merge"), "merge SX BCB 65")
    free = after(table(BCB="3c", phase="f").company("SX", "merge"), "merge SX BCB 65")

    refusal = refused(game, "turn SX 3c 2+2c")
    assert (refusal.key, refusal.clauses) == ("change_rusted", ("CZ-VIII.9.18",))
    assert refusal.values == {"into": "2+2c"}
    assert legal(free, "turn SX 3c 2+2c")


@pytest.mark.rule("CZ-VIII.9.19")
def test_the_treasury_pays_for_a_change():
    """ATE spends all it has on BCB, whose 59 are not enough for a difference of 60."""
    poor = table(BCB="3d 2b").cash(ATE=130, BCB=59).company("ATE", "merge")
    able = table(BCB="3d 2b").cash(ATE=130, BCB=60).company("ATE", "merge")
    poor, able = after(poor, "merge ATE BCB 65"), after(able, "merge ATE BCB 65")

    refusal = refused(poor, "turn ATE 3d 3+3d")
    assert (refusal.key, refusal.clauses) == ("change_cost", ("CZ-VIII.9.19",))
    assert refusal.values == {"train": "3d", "into": "3+3d", "price": 60, "cash": 59}
    assert legal(able, "turn ATE 3d 3+3d")


@pytest.mark.rule("CZ-VIII.9.19", "CZ-IV.1.20")
def test_a_local_may_bring_the_money():
    """ATE has nothing; the local it received is worth 50."""
    built = table(BCB="2b").owns("BCB", "S1").cash(ATE=130, BCB=0)
    game = after(built.company("ATE", "merge"), "merge ATE BCB 65")
    now = after(game, "dispose ATE S1", "turn ATE 2b 2+2b")

    assert refused(game, "turn ATE 2b 2+2b").key == "change_cost"
    assert now.pos.cash("ATE") == 40


@pytest.mark.rule("CZ-VIII.9.18", "CZ-VIII.12.26")
def test_a_change_rusts_as_a_purchase_does():
    """A 6E made of an i-card rusts the 3E-trains everywhere, but starts no phase (D-38)."""
    built = table(phase="i", SX="3Ed", BCB="5i", pool="3Ee", ATE="3+3d")
    game = after(built.company("SX", "merge"), "merge SX BCB 65")
    now = after(game, "turn SX 5i 6Ei")

    assert now.state.trains["SX"] == ("6Ei",)
    assert now.state.trains[POOL] == ()
    assert now.state.trains["ATE"] == ("3+3d",)
    assert czech_state(now.pos).gone == ("3E",)
    assert not [event for event in now.events if isinstance(event, PhaseBegan)]
