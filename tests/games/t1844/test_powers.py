"""Sections 2.3 and 2.4: privates at work, and their sale to companies."""

import pytest

from engine.events import Acquired, Closed, TrainBought
from engine.exhibits import LaysLeft
from engine.game import Game
from engine.overruling import as_recorded
from engine.state import BANK
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused, round_is, until

# --- P2: an extra yellow tile


def bls(*options: str, phase: str = "3", owner: str = "ann", cash: int = 300) -> Builder:
    """The BLS in Bern, with track to G12 and Solothurn's hex E10; P2 is its director's."""
    built = Builder(3, *options).holds("ann", BLS=60).prices(BLS=100).floated("BLS").phase(phase)
    built = built.tiles(F11="57 2").tokens(F11="BLS.0").cash(BLS=cash)
    return built.owns(owner, "P2") if owner else built


@pytest.mark.rule("CH-P2.2", "CH-OR.TRACK.1")
@pytest.mark.parametrize(
    "lines", [("E10 4 2", "G12 8 2 P2"), ("G12 8 2 P2", "E10 4 2"), ("F11 904 4", "G12 8 2 P2")]
)
def test_p2_brings_an_extra_yellow_tile(lines: tuple[str, str]):
    """It comes before or after the tile of the turn; a third tile is refused."""
    game = after(bls().company("BLS"), *(f"lay BLS {line}" for line in lines))
    extra = after(bls().company("BLS"), f"lay BLS {lines[0]}")

    assert {lay[0] for lay in game.pos.turn.lays} == {line.split()[0] for line in lines}
    assert refused(game, "lay BLS F11 904 1", "ann").key in ("tile_one", "tile_flip")
    told = [one.title.foresight.lays(one.pos) for one in (extra, game)]
    assert told == [LaysLeft(1 if "P2" in lines[0] else 0), LaysLeft(0)]


@pytest.mark.rule("CH-P2.2", "CH-OR.TRACK.6")
def test_the_extra_tile_pays_terrain_and_needs_a_connection():
    game = bls().company("BLS")

    assert paid(game, after(game, "lay BLS E10 4 2 P2"), "BLS") == (-20,)
    assert refused(game, "lay BLS C10 9 1 P2").key == "tile_unreachable"
    assert refused(bls(cash=19).owns("ann", "P1").company("BLS"), "lay BLS E10 4 2 P2").key == "terrain_cost"


@pytest.mark.rule("CH-P2.2")
def test_it_is_a_yellow_one():
    refusal = refused(bls().company("BLS"), "lay BLS F11 904 4 P2")

    assert (refusal.key, refusal.clauses) == ("tile_one", ("CH-OR.TRACK.1", "CH-P2.2"))


@pytest.mark.rule("CH-P2.2", "CH-P2.3")
def test_it_is_laid_once_and_p2_goes_on_paying():
    """Afterwards the certificate has no power, but its income of 10."""
    game = after(bls().company("BLS"), "lay BLS G12 8 2 P2")
    assert swiss_state(game.pos).used == ("P2",)
    assert game.pos.owner("P2") == "ann"

    used = bls().extra(used=("P2",)).company("BLS")
    refusal = refused(used, "lay BLS G12 8 2 P2")
    assert (refusal.key, refusal.clauses) == ("power_used", ("CH-P2.2", "CH-P2.3"))

    last = until(game, lambda now: now.pos.frame.number != (3, 1) or now.pos.frame.kind != "operating")
    assert paid(game, last, "ann") == (10,)


@pytest.mark.rule("CH-PRIV.5", "CH-PHASE.4")
@pytest.mark.parametrize(("phase", "open_"), [("1", False), ("2", False), ("3", True), ("4", True)])
def test_powers_come_with_phase_3(phase: str, open_: bool):
    game = bls(phase=phase).owns("bob", "P4").company("BLS")

    if open_:
        assert legal(game, "lay BLS G12 8 2 P2")
        assert legal(game, "furka", "bob")
    else:
        assert refused(game, "lay BLS G12 8 2 P2").key == "power_phase"
        refusal = refused(game, "furka", "bob")
        assert (refusal.key, refusal.clauses) == ("power_phase", ("CH-PRIV.5",))


@pytest.mark.rule("CH-PRIV.6", "CH-P2.2")
def test_whose_powers_a_company_uses():
    """Those of privates it owns, and of its director's; not those of other players and companies."""
    assert legal(bls(owner="ann").company("BLS"), "lay BLS G12 8 2 P2")
    assert legal(bls(owner="BLS").company("BLS"), "lay BLS G12 8 2 P2")
    for owner in ("bob", "AB", ""):
        refusal = refused(bls(owner=owner).company("BLS"), "lay BLS G12 8 2 P2")
        assert (refusal.key, refusal.clauses) == ("power_owner", ("CH-PRIV.6",))
    assert refused(bls().owns("ann", "P1").company("BLS"), "lay BLS G12 8 2 P1").key == "power_owner"


# --- P4: the Furka-Oberalp line

LINE = {"H17": "OP3", "H19": "OP2", "H21": "OP2", "H23": "OP2", "I16": "OP1"}


@pytest.mark.rule("CH-P4.2", "CH-P4.3")
def test_the_line_is_laid_in_anyones_turn():
    """In operating and stock rounds, for nothing; its owner gets 80 and P4 closes."""
    operating = bls().owns("bob", "P4").company("BLS")
    dealing = bls().owns("bob", "P4").sr("cy")
    for game in (operating, dealing):
        now = game.play(game.read("furka", "bob"))
        assert paid(game, now, "bob", BANK, "BLS") == (80, -80, 0)
        assert {hex_: laid[0][0] for hex_, laid in now.state.layers.items()} == LINE
        assert Closed("P4", "bob", "power") in now.events
        assert now.pos.owner("P4") == ""
        assert now.pos.frame == game.pos.frame


@pytest.mark.rule("CH-P4.2")
def test_a_table_may_have_the_line_laid_in_turns_of_its_owner_only():
    """Of the player's own in a stock round, of his companies, and of the company that owns it."""
    own = bls("furka_time=own_turn").owns("ann", "P4")
    assert legal(own.company("BLS"), "furka", "ann")
    assert legal(own.sr("ann"), "furka", "ann")
    assert legal(bls("furka_time=own_turn").owns("BLS", "P4").company("BLS"), "furka", "ann")

    for game in (own.owns("bob", "P4").company("BLS"), own.owns("bob", "P4").sr("cy")):
        refusal = refused(game, "furka", "bob")
        assert (refusal.key, refusal.clauses) == ("power_turn", ("CH-P4.2",))
    assert refused(bls("furka_time=own_turn").owns("BLS", "P4").sr("ann"), "furka", "ann").key == "power_turn"


@pytest.mark.rule("CH-P4.2")
def test_a_player_with_nothing_else_to_do_is_not_asked_about_the_line_under_that_reading():
    """As printed the 80 that it brings would buy a share: the turn waits."""
    asked = {}
    for option in ("furka_time=own_turn", ""):
        built = bls(*filter(None, [option])).owns("bob", "P4").holds("bob").cash(ann=500, bob=30, cy=500)
        asked[option] = after(built.sr("ann"), "pass").pos.acting

    assert asked == {"furka_time=own_turn": "cy", "": "bob"}


@pytest.mark.rule("CH-P4.2")
def test_andermatt_lies_on_the_line():
    """From J17 the line leads to H25, past a town of 10 francs."""
    game = bls().owns("bob", "P4").company("BLS")
    now = game.play(game.read("furka", "bob"))

    town = now.pos.face("H17")[0].stops[0]
    assert (town.kind, town.revenue, town.name) == ("town", 10, "Andermatt")


@pytest.mark.rule("CH-P4.2", "CH-P4.3", "CH-PRIV.6")
def test_a_company_that_owns_p4():
    """Its director lays the line, and the company gets the money."""
    game = bls().owns("BLS", "P4").company("BLS")

    offered = [offer.facts for offer in game.choices.offers if offer.action.verb == "furka"]
    assert offered == [{"income": 80}]
    assert paid(game, after(game, "furka"), "BLS", "ann") == (80, 0)
    assert refused(game, "furka", "bob").key == "power_owner"


@pytest.mark.rule("CH-P4.2", "CH-PRIV.6")
def test_nobody_else_lays_the_line():
    game = bls().owns("bob", "P4").company("BLS")

    for player in ("ann", "cy"):
        refusal = refused(game, "furka", player)
        assert (refusal.key, refusal.values) == ("power_owner", {"private": "P4"})


@pytest.mark.rule("CH-P4.3")
def test_it_is_laid_once():
    game = bls().owns("ann", "P4").company("BLS")

    assert refused(after(game, "furka"), "furka", "ann").key == "power_owner"


@pytest.mark.rule("CH-P4.4", "CH-P7.2", "CH-PRIV.13")
def test_the_first_5_lays_the_line_and_brings_eva():
    """P4 is laid without a choice and pays 80; P7 closes, and EVA is its owner's to give."""
    built = bls(phase="4").change(depot={"5": 4, "6": 4, "8E": None}).cash(BLS=900)
    game = built.owns("bob", "P4").owns("cy", "P7").company("BLS", "train")

    now = after(game, "train BLS 5 depot 450")

    assert paid(game, now, "bob", "cy") == (80, 0)
    assert set(now.state.layers) == set(LINE)
    assert now.pos.owner("P7") == ""
    assert swiss_state(now.pos).eva == "cy"


# --- EVA


def eva(*options: str, phase: str = "5", **trains: str) -> Builder:
    """Ann has EVA and directs BLS, VZ and NOB, bob the AB; the MOB has not floated."""
    built = Builder(3, *options).holds("ann", BLS=60, VZ=60, NOB=50, MOB=20).holds("bob", AB=60)
    built = built.prices(BLS=100, VZ=90, NOB=80, MOB=70, AB=60).floated("BLS", "VZ", "NOB", "AB")
    built = built.cash(BLS=500, AB=500, bob=100).phase(phase).extra(eva="ann", sbb="due")
    return built.trains(**trains)


@pytest.mark.rule("CH-P7.3")
def test_a_table_may_have_eva_given_in_the_turn_of_its_company_only():
    """Not in that of another company of its owner, and not in a stock round."""
    built = eva("eva_time=own_turn")

    assert legal(built.company("BLS", ""), "eva BLS", "ann")
    refusal = refused(built.company("BLS", ""), "eva VZ", "ann")
    assert (refusal.key, refusal.clauses) == ("eva_turn", ("CH-P7.3",))
    assert refused(built.sr("ann"), "eva BLS", "ann").key == "eva_turn"


@pytest.mark.rule("CH-P7.3", "CH-P7.4")
def test_a_turn_may_end_without_waiting_for_eva_where_the_company_has_no_room():
    """With EVA over the limit allowed, and NOB without money: with two trains its turn is over, with one it waits."""
    options = ("eva=over_limit", "eva_time=own_turn")
    full = eva(*options, NOB="3H 4")
    one = eva(*options, "eva_wait=with_room", NOB="4")
    over = eva(*options, "eva_wait=with_room", NOB="3H 4")

    assert [built.company("NOB", "").pos.unit for built in (full, one, over)] == ["NOB", "NOB", "AB"]


@pytest.mark.rule("CH-P7.3")
@pytest.mark.parametrize("unit", ["BLS", "VZ", "NOB"])
def test_eva_goes_to_a_company_of_its_owner(unit: str):
    """For nothing, in her own turn or in bob's; every kind of company may take the 5H."""
    for game in (eva().company("BLS", ""), eva().company("AB", ""), eva().sr("bob")):
        now = game.play(game.read(f"eva {unit}", "ann"))
        assert now.state.trains[unit] == ("5H",)
        assert paid(game, now, "ann", unit) == (0, 0)
        assert swiss_state(now.pos).eva == ""
        assert TrainBought(unit, "5H", 0, "ann") in now.events
        assert refused(now, f"eva {unit}", "ann").key == "eva_director"


@pytest.mark.rule("CH-P7.3")
def test_eva_goes_nowhere_else():
    """Not to a company of somebody else, nor to one that has not floated, nor by somebody else."""
    game = eva().company("BLS", "")

    for line, player in (("eva AB", "ann"), ("eva MOB", "ann"), ("eva BLS", "bob"), ("eva AB", "bob")):
        refusal = refused(game, line, player)
        assert (refusal.key, refusal.clauses) == ("eva_director", ("CH-P7.3",))


@pytest.mark.rule("CH-P7.4")
def test_eva_needs_room():
    """In phase 5 a large company may own two trains."""
    game = eva(BLS="3H 4").company("BLS", "")

    refusal = refused(game, "eva BLS", "ann")
    assert (refusal.key, refusal.values) == ("eva_room", {"unit": "BLS", "limit": 2})
    assert legal(eva(BLS="4").company("BLS", ""), "eva BLS", "ann")


@pytest.mark.rule("CH-P7.4")
def test_under_the_other_reading_a_train_is_returned():
    game = eva("eva=over_limit", BLS="3H 4").company("BLS", "")

    now = game.play(game.read("eva BLS", "ann"))

    assert now.pos.frame.kind == "train_limit"
    assert after(now, "discard BLS 3H").state.trains["BLS"] == ("4", "5H")


# --- P6


@pytest.mark.rule("CH-P6.4")
def test_p6_closes_with_the_first_run_of_the_fnm():
    """A turn without a route leaves it open; the first train on a route closes it."""
    built = Builder().holds("ann", FNM=60).prices(FNM=100).floated("FNM").owns("bob", "P6").cash(FNM=500)
    built = built.tiles(L21="57 0").tokens(L21="FNM.0")
    idle = built.company("FNM")
    later = until(idle, lambda now: now.pos.frame.kind != "operating" or now.pos.frame.number != (3, 1))
    assert later.pos.owner("P6") == "bob"

    built = Builder().holds("ann", FNM=60).prices(FNM=100).floated("FNM").owns("bob", "P6").cash(FNM=500)
    game = built.tiles(L21="57 0").tokens(L21="FNM.0").trains(FNM="2").company("FNM", "run")
    now = after(game, "run FNM - 2:L21.0-M20.0")
    assert now.pos.owner("P6") == ""
    assert game.play(as_recorded(game.read("run FNM - 2:L21.0-M20.0-L21.0"), 70)).pos.owner("P6") == ""


# --- privates bought by companies


@pytest.mark.rule("CH-PRIV.3")
def test_privates_build_nothing_and_own_no_trains():
    """P2's tile is laid and paid for by the company; the private itself neither lays tiles nor buys trains."""
    game = bls().company("BLS")

    assert set(game.title.privates).isdisjoint(game.title.units)
    assert refused(game, "lay P2 G12 8 2", "ann").key == "not_your_turn"
    assert refused(game, "train P2 3 depot 180", "ann").key == "not_your_turn"
    assert paid(game, after(game, "lay BLS E10 4 2 P2"), "BLS", "ann") == (-20, 0)


@pytest.mark.rule("CH-PRIV.9", "CH-PRIV.7")
@pytest.mark.parametrize(("price", "fine"), [(0, False), (1, True), (100, True), (101, False)])
def test_the_price_of_p2(price: int, fine: bool):
    """EX-36: from 1 to twice the face value, paid to the director."""
    game = bls().company("BLS")
    line = f"acquire BLS P2 {price}"

    if fine:
        now = after(game, line)
        assert paid(game, now, "BLS", "ann") == (-price, price)
        assert now.pos.owner("P2") == "BLS"
        assert Acquired("BLS", "P2", price, "ann") in now.events
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("private_price", ("CH-PRIV.9",))
        assert (refusal.values["low"], refusal.values["high"]) == (1, 100)


@pytest.mark.rule("CH-P1.1", "CH-P2.1", "CH-P3.1", "CH-P4.1", "CH-P5.1", "CH-PRIV.9")
@pytest.mark.parametrize(
    ("private", "face", "income", "most"),
    [("P1", 20, 5, 40), ("P2", 50, 10, 100), ("P3", 80, 15, 160), ("P4", 110, 20, 220), ("P5", 140, 25, 280)],
)
def test_privates_that_companies_buy(private: str, face: int, income: int, most: int):
    game = bls(owner="").owns("ann", private).company("BLS")
    offer = next(one for one in game.choices.offers if one.action.verb == "acquire")

    known = game.title.privates[private]
    assert (known.price, known.income) == (face, income)
    assert offer.amounts == range(1, most + 1)


@pytest.mark.rule("CH-PRIV.9")
def test_the_treasury_pays_for_a_private():
    game = bls(cash=60).company("BLS")

    assert legal(game, "acquire BLS P2 60")
    assert refused(game, "acquire BLS P2 61").key == "private_price"


@pytest.mark.rule("CH-PRIV.7", "CH-PHASE.4")
@pytest.mark.parametrize("phase", ["1", "2"])
def test_no_sale_before_phase_3(phase: str):
    refusal = refused(bls(phase=phase).company("BLS"), "acquire BLS P2 50")

    assert (refusal.key, refusal.clauses) == ("private_phase", ("CH-PRIV.7", "CH-PHASE.4"))


@pytest.mark.rule("CH-PRIV.8")
@pytest.mark.parametrize("owner", ["bob", "AB", ""])
def test_only_from_the_own_director(owner: str):
    refusal = refused(bls(owner=owner).company("BLS"), "acquire BLS P2 50")

    assert (refusal.key, refusal.clauses) == ("private_owner", ("CH-PRIV.8",))


@pytest.mark.rule("CH-PRIV.10", "CH-CO.V.6", "CH-CO.S.4", "CH-PRIV.7")
def test_which_companies_buy_privates():
    """Regional and large ones; EX-36: never a pre-SBB company or the SBB."""

    def of(unit: str, percent: int) -> Game:
        built = Builder().holds("ann", **{unit: percent}).prices(**{unit: 100}).floated(unit).phase("3")
        return built.cash(**{unit: 300}).owns("ann", "P2").company(unit, "")

    assert legal(of("VZ", 60), "acquire VZ P2 100")
    assert legal(of("AB", 60), "acquire AB P2 100")
    refusal = refused(of("NOB", 50), "acquire NOB P2 50")
    assert (refusal.key, refusal.clauses) == ("private_kind", ("CH-PRIV.10", "CH-CO.V.6"))


@pytest.mark.rule("CH-PRIV.11", "CH-PRIV.12", "CH-P6.1", "CH-P7.1")
@pytest.mark.parametrize("private", ["P6", "P7", "T1", "B1"])
def test_what_is_not_sold_to_companies(private: str):
    refusal = refused(bls().owns("ann", private).company("BLS"), f"acquire BLS {private} 50")

    assert (refusal.key, refusal.values) == ("private_never", {"private": private})
    assert ("CH-PRIV.11" in refusal.clauses) == (private in {"P6", "P7"})


@pytest.mark.rule("CH-PRIV.2")
def test_a_company_gets_the_income_of_its_private():
    game = after(bls().company("BLS"), "acquire BLS P2 50")

    now = until(game, round_is("operating", 3, 2))

    assert paid(game, now, "ann") == (0,)
