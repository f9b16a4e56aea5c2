"""Supporters of 18Mag: each helps one minor of its owner in an operating round."""

import pytest

from engine.actions import Draft, GoOn, LayTile
from engine.events import Counted, Ran
from engine.finance import shares
from engine.game import Game
from engine.titles.t18mag.draft import taken
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder, after, legal, opening, paid, refused, round_is, until

EVERY = ["DDSG", "FJ", "GSvS", "KK", "MA", "SMFvR"]


class Table(Builder):
    """A table with supporters, all of whom ann owns, as she does #1, #4, #7 and #10."""

    def __init__(self, players: int = 3, *options: str, seed: int = 1) -> None:
        super().__init__(players, "supporters", *options, seed=seed)
        for card in EVERY:
            self._scratch.put("owners", card, "ann")


# --- the draft


@pytest.mark.rule("MAG-OPT.SUP.1")
@pytest.mark.parametrize(("players", "each", "left"), [(3, 2, 0), (4, 1, 2), (5, 1, 1), (6, 1, 0)])
def test_supporters_are_drafted(players: int, each: int, left: int):
    """Everybody takes as many; those left over leave the game."""
    game = opening(players, "supporters")
    assert [certificate for certificate in mag_state(game.pos).offer if certificate in EVERY] == EVERY
    while game.pos.frame.kind == "draft":
        game = game.play(game.choices.offers[0].action)

    assert [taken(game.pos, player)["supporter"] for player in game.state.players] == [each] * players
    assert sum(not game.pos.owner(card) for card in EVERY) == left


@pytest.mark.rule("MAG-OPT.SUP.1")
def test_nobody_takes_more_supporters_than_that():
    """The third one with three players is refused."""
    game = opening(3, "supporters")
    for card, player in zip(EVERY, ("ann", "bob", "cy", "bob", "cy", "ann"), strict=True):
        game = game.play(Draft(player, card))

    assert refused(after(game, "draft 1"), "draft KK").key == "draft_offer"
    four = after(opening(4, "supporters"), "draft KK", "draft MA", "draft 1", "draft 2", "draft 3")
    assert refused(until(four, lambda one: one.pos.acting == "ann"), "draft FJ").values["kind"] == "supporter"


@pytest.mark.rule("MAG-OPT.SUP.2")
def test_supporters_count_against_the_certificate_limit():
    """Two of them and two certificates are four."""
    game = Builder(3, "supporters").holds("ann", SIK=30).sr()

    assert len([card for card in EVERY if game.pos.owner(card) == "ann"]) == 2
    assert shares.counted(game.pos, "ann") == 4


# --- once in a round, for one's own minor


@pytest.mark.rule("MAG-OPT.SUP.3", "MAG-OPT.SUP.6")
def test_ten_forints_once_in_a_round():
    """The treasury gets 10 from the bank; a second time in the round is refused, in the next round it is not."""
    game = Table().minor("1")
    now = after(game, "call 1 SMFvR")

    assert paid(game, now, "n1", "bank") == (10, -10)
    assert Counted("supporter", 1, "SMFvR") in now.events
    assert refused(now, "call 1 SMFvR").key == "supporter"
    assert legal(until(now, round_is("operating", 3, 1)), "call 1 SMFvR")


@pytest.mark.rule("MAG-OPT.SUP.3")
def test_supporters_help_minors_of_their_owner_only():
    """Bob's minor gets nothing from ann's supporters, and majors get nothing at all."""
    others = Table().tiles(D19="L32 0").minor("2")
    major = Table().cash(RABA=200).holds("ann", RABA=20).major("RABA")

    assert refused(others, "call 2 SMFvR").key == "supporter"
    assert refused(others, "lay 2 D19 8858 0 GSvS").key == "supporter"
    assert refused(others, "berth 2 F19 0").key == "supporter"
    assert refused(major, "call RABA SMFvR").key == "supporter"


# --- what each of them does


@pytest.mark.rule("MAG-OPT.SUP.4")
@pytest.mark.parametrize(
    ("train", "price", "seller", "part"),
    [("2", 70, "LDSTEG", 40), ("3", 105, "MAVAG", 60), ("4", 180, "LDSTEG", 100), ("6", 290, "MAVAG", 160)],
)
def test_kandos_trains_cost_less(train: str, price: int, seller: str, part: int):
    """The seller gets its part of the full price, the bank less; once in the round."""
    game = Table().cash(n1=700).trains(n1="").minor("1", "train")
    now = after(game, f"train 1 {train} depot {price}")

    assert paid(game, now, "n1", seller, "bank") == (-price, part, price - part)
    assert refused(now, f"train 1 {train} depot {price}").key == "train_cost"


@pytest.mark.rule("MAG-OPT.SUP.4")
def test_kandos_discount_reaches_a_train_that_is_too_dear():
    """With 75 a 2-train is out of reach for others and not for his friends; no other price is accepted."""
    game = Table().cash(n1=75).trains(n1="").minor("1", "train")

    assert refused(game, "train 1 2 depot 80").key == "train_cost"
    assert refused(game, "train 1 2 depot 60").key == "train_cost"
    assert legal(game, "train 1 2 depot 70")


@pytest.mark.rule("MAG-OPT.SUP.5")
def test_feketehazy_lets_the_bank_pay_terrain():
    """Two rivers cost the minor nothing and SIK gets its 20; where nothing is due he is refused."""
    game = Table().tiles(E10="57 2").owns("ann", "n3").minor("3")
    now = after(game, "lay 3 F11 8 2 FJ")

    assert paid(game, now, "n3", "SIK", "bank") == (0, 20, -20)
    assert (told := refused(now, "lay 3 D9 57 2 FJ")).key == "terrain_token"
    assert told.values["supporter"] == "FJ"


@pytest.mark.rule("MAG-OPT.SUP.5", "MAG-OPT.SUP.1", "MAG-VI.3.2.18")
def test_feketehazy_is_called_beforehand_under_the_other_reading():
    """There he helps the next lay, once, and only minors of his owner."""
    game = Table(3, "terrain_token=prepaid").tiles(E10="57 2").owns("ann", "n3").cash(n3=0).minor("3")
    called = after(game, "call 3 FJ")
    others = Table(3, "terrain_token=prepaid").minor("2")

    assert paid(called, after(called, "lay 3 F11 8 2"), "n3", "SIK", "bank") == (0, 20, -20)
    assert refused(called, "call 3 FJ").key == "supporter"
    assert refused(others, "call 2 FJ").key == "supporter"


@pytest.mark.rule("MAG-OPT.SUP.5", "MAG-VI.3.2.18")
def test_feketehazy_may_be_kept_to_the_time_of_laying():
    """Before a tile he is called, at the step of tokens too; after the run he is not, though a tile was left."""
    table = Table(3, "terrain_token=prepaid", "terrain_time=laying").owns("ann", "n3")

    assert legal(table.minor("3"), "call 3 FJ")
    assert legal(table.minor("3", "token"), "call 3 FJ")
    assert refused(table.minor("3", "train"), "call 3 FJ").key == "terrain_time"


@pytest.mark.rule("MAG-OPT.SUP.6", "MAG-VI.3.2.2", "MAG-VI.3.2.18")
@pytest.mark.parametrize(("cash", "laying"), [(20, True), (19, False)])
def test_money_that_comes_after_the_last_tile_opens_no_other(cash: int, laying: bool):
    """The first tile costs 10; where 9 are left laying is over, and 10 from a supporter do not bring it back."""
    table = (
        Table(3, "terrain_token=prepaid", "terrain_time=laying", "track_step=while_affordable")
        .owns("ann", "n5")
        .cash(n5=cash)
    )
    game = after(table.minor("5"), "lay 5 H27 6 0", "call 5 SMFvR")

    assert game.pos.cash("5") == cash
    assert [legal(game, line) for line in ("prepay 5", "call 5 FJ")] == [laying, laying]
    assert laying or refused(game, "prepay 5").key == "terrain_time"


@pytest.mark.rule("MAG-OPT.SUP.5")
def test_feketehazy_helps_again_where_a_record_is_left_before_his_terrain_is_built_on():
    """He was called beforehand, which the printed rules do not know; no token comes back for him."""
    game = Table(3, "compat=peer18xx").owns("ann", "n3").minor("3")
    now = after(game, "call 3 FJ").play(GoOn("ann", "printed"))

    assert mag_state(now.pos).used == ()
    assert mag_state(now.pos).terrain == mag_state(game.pos).terrain
    assert not now.pos.turn.prepaid


@pytest.mark.rule("MAG-OPT.SUP.5")
def test_feketehazy_is_not_used_up():
    """He helps again in the next round."""
    game = Table().tiles(E10="57 2").owns("ann", "n3").minor("3")
    used = after(game, "lay 3 F11 8 2 FJ")

    assert mag_state(used.pos).used == ("FJ",)
    assert mag_state(until(used, round_is("operating", 3, 1)).pos).used == ()


def promoted(game: Game, hex_: str, using: str = "") -> Game:
    """The game after the first promotion of a hex on offer."""
    return game.play(next(one for one in lays(game) if one.hex == hex_ and one.using == using))


def lays(game: Game) -> list[LayTile]:
    """The promotions on offer."""
    found = [one for one in game.choices if isinstance(one, LayTile)]
    return [one for one in found if game.title.tiles[one.tile].colour != "yellow"]


GREEN = {"E10": "57 2", "D9": "57 2", "F11": "9 2"}


@pytest.mark.rule("MAG-OPT.SUP.7")
def test_sina_gives_a_promotion_besides_the_turns():
    """Two promotions and a yellow tile in one turn, the given one for nothing."""
    game = Table().phase("green").tiles(**GREEN).owns("ann", "n3").cash(n3=50).minor("3")
    given = promoted(game, "D9", "GSvS")
    both = promoted(given, "E10")

    assert paid(game, given, "n3", "SKEV") == (0, 0)
    assert paid(given, both, "SKEV") == (0,)
    assert {game.title.tiles[one.tile].colour for one in both.choices if one.verb == "lay"} == {"yellow"}
    more = refused(promoted(game, "E10"), "lay 3 D9 14 2")
    third = refused(after(promoted(game, "E10"), "lay 3 C8 6 5"), "lay 3 D9 14 2")
    assert (more.key, more.values) == ("tile_two_promotions", {"supporter": "GSvS"})
    assert (third.key, third.values) == ("tile_third", {"supporter": "GSvS"})


@pytest.mark.rule("MAG-OPT.SUP.7")
def test_sina_gives_no_yellow_tile_and_only_one():
    """Yellow is refused, and so is a second promotion of his in the round."""
    game = Table().phase("green").tiles(**GREEN).owns("ann", "n3").minor("3")
    given = promoted(game, "D9", "GSvS")

    assert refused(game, "lay 3 C8 6 5 GSvS").key == "supporter"
    assert refused(given, "lay 3 E10 14 0 GSvS").key == "supporter"


@pytest.mark.rule("MAG-OPT.SUP.7", "MAG-OPT.SUP.5", "MAG-VI.3.2.18")
@pytest.mark.parametrize(("payer", "left"), [("terrain", 0), ("FJ", 1)])
def test_the_bank_may_pay_the_terrain_of_a_promotion_that_is_given(payer: str, left: int):
    """#7 cannot pay the 20 at its OO home; the turn's own promotion is still to come."""
    pecs = Table().owns("ann", "n7").terrain(n7=1).phase("green").tiles(G10="L32 2").tokens(G10="7.0")
    game = pecs.cash(n7=19).minor("7")
    given = promoted(game, "G10", f"GSvS+{payer}")

    assert refused(game, "lay 7 G10 8860 1 GSvS").key == "terrain_cost"
    assert paid(game, given, "n7", "SIK", "bank") == (0, 20, -20)
    assert mag_state(given.pos).terrain["7"] == left
    assert refused(given, "lay 7 G8 8 0 GSvS").key == "supporter"
    assert given.choices.offers[0].action.verb == "lay"


@pytest.mark.rule("MAG-VI.3.2.19", "MAG-OPT.SUP.7")
@pytest.mark.parametrize("using", ["terrain+GSvS", "GSvS+GSvS", "GSvS+terrain+FJ", "GSvS+KK", "GSvS+"])
def test_nothing_else_is_spent_on_a_promotion_that_is_given(using: str):
    """One supporter gives it, and one token or supporter pays its terrain; where there is none, nothing is spent."""
    home = Table().owns("ann", "n7").tiles(G10="L32 2").tokens(G10="7.0")
    pecs = home.terrain(n7=1).phase("green").minor("7")
    plain = Table().phase("green").tiles(**GREEN).owns("ann", "n7", "n3").terrain(n3=1).minor("3")

    assert (told := refused(pecs, f"lay 7 G10 8860 1 {using}")).key == "terrain_token"
    assert "duty" not in told.values
    assert refused(plain, "lay 3 D9 14 2 GSvS+terrain").key == "terrain_token"


@pytest.mark.rule("MAG-OPT.SUP.8")
@pytest.mark.parametrize(("placed", "price"), [(1, 20), (2, 40)])
def test_the_danube_company_halves_a_station(placed: int, price: int):
    """20 or 40 instead of 40 or 80, half of it to SKEV; one station a turn all the same."""
    own = {"E10": "3.0"} if placed == 1 else {"E10": "3.0", "C12": "3.0"}
    game = (
        Table().tiles(E10="57 2", D9="57 2").owns("ann", "n3").tokens(**own).cash(n3=50).minor("3", "token")
    )
    now = after(game, "berth 3 D9 0")

    assert paid(game, now, "n3", "SKEV", "bank") == (-price, price // 2, price // 2)
    assert refused(now, "berth 3 F13 0").key == "token_one"


@pytest.mark.rule("MAG-OPT.SUP.8", "MAG-VI.3.4.5")
def test_the_danube_company_gives_no_second_station():
    """Nor does it help once a station has been paid in full in this turn."""
    built = Table().tiles(E10="57 2", D9="57 2", C8="57 2").owns("ann", "n3").cash(n3=200)
    game = built.minor("3", "token")
    assert legal(game, "berth 3 C8 0")
    refusal = refused(after(game, "token 3 D9 0"), "berth 3 C8 0")

    assert (refusal.key, refusal.clauses) == ("token_one", ("MAG-VI.3.4.5",))


@pytest.mark.rule("MAG-OPT.SUP.8")
def test_half_a_station_is_paid_too():
    """With 19 in the treasury even half the price is too much."""
    game = Table().tiles(E10="57 2", D9="57 2").owns("ann", "n3").cash(n3=19).minor("3", "lay")

    assert refused(game, "berth 3 D9 0").key == "token_cost"


TOWNS = {"H21": "9 0", "G22": "3 5", "H23": "5 2", "G24": "58 4", "G26": "58 5", "H27": "236 0"}


def east(*options: str, trains: str = "3", cash: int = 50) -> Game:
    built = Table(3, *options).owns("ann", "n12").tiles(**TOWNS).phase("green").cash(n12=cash)
    return built.trains(n12=trains).minor("12", "run")


def best(game: Game, *cars: str) -> int:
    """The revenue of the best run with these helps."""
    run = next(one for one in game.choices if one.verb == "run" and one.using == cars)
    return next(one.revenue for one in game.play(run).events if isinstance(one, Ran))


@pytest.mark.rule("MAG-OPT.SUP.9")
def test_the_state_railway_lets_a_train_visit_a_town_more():
    """Nagyszeben with three towns is four locations: a 3+1."""
    game = east()

    assert best(game, "MA") > best(game)
    assert mag_state(game.play(next(one for one in game.choices if one.using == ("MA",))).pos).used == ("MA",)
    assert refused(game, "run 12 - 3:G22.0-H23.0-G24.0-G26.0").key == "route_too_long"


@pytest.mark.rule("MAG-OPT.SUP.9")
def test_a_plus_train_visits_one_town_more_still():
    """A 2+2 with one more town is longer than a 2+2; without a third help it is too long."""
    game = east(trains="2")

    assert best(game, "GC", "MA") > best(game, "GC") > best(game)


@pytest.mark.rule("MAG-OPT.SUP.9")
def test_the_town_more_is_of_use():
    """The help may not be claimed for a route that does without it."""
    assert refused(east(), "run 12 MA 3:G22.0-H23.0-G24.0").key == "railcar_unused"
    offered = {one.using for one in east(trains="6").choices if one.verb == "run"}
    assert () in offered
    assert not [using for using in offered if "MA" in using]
