"""Section 2.19: destinations and the second instalment of the capital."""

import pytest

from engine.aftermath import aftermath
from engine.events import Counted
from engine.game import Game
from engine.state import BANK
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def nob(par: int = 90, **tiles: str) -> Builder:
    """The NOB in Zürich; the track of Baden is missing on the way to Aarau."""
    built = Builder().holds("ann", NOB=50).prices(NOB=par).floated("NOB").cash(NOB=100)
    return built.tiles(**{"D19": "57 1", **tiles}).tokens(D19="NOB.0")


def ab(*options: str, **tiles: str) -> Builder:
    """The AB in Appenzell, joined to St. Gallen; C22 is missing on the way to Winterthur and Frauenfeld."""
    built = Builder(3, *options).holds("ann", AB=60).prices(AB=100).floated("AB").phase("3").cash(AB=200)
    built = built.holds("bob", VSB=50).prices(VSB=60).floated("VSB").cash(VSB=200)
    return built.tiles(**{"D25": "57 2", "C24": "6 5", "C20": "59 4", **tiles}).tokens(D25="AB.0")


LAST = "lay AB C22 9 1"


@pytest.mark.rule("CH-OR.DEST.1", "CH-OR.DEST.5", "CH-CO.V.2")
def test_a_connection_pays_the_second_instalment():
    """A pre-SBB company gets 2 x par as soon as a train could go from its home to its destination."""
    game = nob().company("NOB")
    now = after(game, "lay NOB D17 4 1")

    assert paid(game, now, "NOB", BANK) == (180, -180)
    assert Counted("destination", 180, "NOB") in now.events
    assert swiss_state(now.pos).reached == {"NOB": "reached"}


def test_a_lay_foretells_the_instalment():
    """Only the tile that joins home and destination, with the money that then comes in."""
    game = nob().company("NOB")
    told = [(offer.action, one) for offer in game.choices.offers for one in aftermath(game.pos, offer.action)]

    assert {(lay.hex, one.key, one.values["unit"]) for lay, one in told} == {("D17", "destination", "NOB")}
    assert [paid(game, game.play(lay), "NOB") for lay, _ in told] == [
        (one.values["amount"],) for _, one in told
    ]


@pytest.mark.rule("CH-OR.DEST.1", "CH-OR.DEST.5", "CH-CO.H.2", "CH-CO.H.7")
def test_a_large_company_gets_five_times_its_par():
    game = ab().company("AB")

    assert paid(game, after(game, LAST), "AB") == (500 - 30,)


@pytest.mark.rule("CH-OR.DEST.1")
def test_other_track_pays_nothing():
    game = nob().company("NOB")

    now = after(game, "lay NOB D17 58 4")

    assert paid(game, now, "NOB") == (0,)
    assert swiss_state(now.pos).reached == {}


@pytest.mark.rule("CH-OR.DEST.1")
def test_the_way_starts_at_the_home():
    """A token elsewhere that is joined to the destination does not count."""
    built = ab(D25="57 0").tokens(D25="AB.0", C24="AB.0")
    game = built.company("AB")

    assert paid(game, after(game, LAST), "AB") == (-30,)


@pytest.mark.rule("CH-OR.DEST.2", "CH-OR.DEST.6")
def test_a_full_city_bars_the_way():
    """The token of the VSB fills St. Gallen; a better tile with a free place opens the way and pays at once."""
    game = ab(C22="9 1").tokens(C24="VSB.0", D25="AB.0").company("AB")
    assert swiss_state(game.pos).reached == {}

    now = after(game, "lay AB C24 15 5")

    assert paid(game, now, "AB") == (500,)


@pytest.mark.rule("CH-OR.DEST.2")
def test_an_own_token_opens_a_full_city():
    built = ab(C24="15 5").tokens(D25="AB.0", C24="VSB.0 AB.0")
    game = built.company("AB")

    assert paid(game, after(game, LAST), "AB") == (470,)


@pytest.mark.rule("CH-OR.DEST.2", "CH-OR.DEST.3")
@pytest.mark.parametrize("turn", [2, 4])
def test_the_way_may_end_at_a_full_city(turn: int):
    """Either city of the hex counts, even full of others."""
    built = ab(C20=f"59 {turn}").tokens(D25="AB.0", C20="VSB.0 JN.1")
    game = built.company("AB")

    assert paid(game, after(game, LAST), "AB") == (470,)


@pytest.mark.rule("CH-OR.DEST.5")
def test_it_is_paid_once():
    """A company that was paid gets nothing for another way."""
    game = after(nob().owns("ann", "T1").company("NOB"), "lay NOB D17 4 1")
    again = nob(D17="4 1").extra(reached={"NOB": "reached"}).phase("3").company("NOB")

    assert swiss_state(game.pos).reached == {"NOB": "reached"}
    assert paid(again, after(again, "lay NOB D17 87 4"), "NOB") == (0,)


@pytest.mark.rule("CH-OR.DEST.5", "CH-OR.DEST.6")
def test_whoever_builds():
    """The STB joins Zürich to Aarau: the NOB is paid in the STB's turn."""
    built = nob().holds("bob", STB=60).prices(STB=70).floated("STB").cash(STB=100)
    game = built.tokens(D19="NOB.0", D15="STB.0").tiles(D15="14 1").phase("3").company("STB")

    now = after(game, "lay STB D17 4 1")

    assert paid(game, now, "NOB", "STB") == (180, 0)


@pytest.mark.rule("CH-OR.DEST.6", "CH-OR.TRACK.7")
def test_it_is_paid_before_the_token():
    """With 30 a token is out of reach; after the tile that joins Zürich to Aarau it is paid from 210."""
    game = nob().cash(NOB=30).tokens(D19="NOB.0", D15="STB.0").company("NOB")
    assert refused(game, "token NOB D15 1").key == "token_unconnected"

    now = after(game, "lay NOB D17 4 1", "token NOB D15 1")

    assert now.pos.cash("NOB") == 30 + 180 - 40


# --- what else may complete a way


def fnm() -> Builder:
    """The FNM in Como has track to the Gotthard; the GB floats at 90."""
    built = Builder().holds("ann", FNM=60, GB=50).prices(FNM=100, GB=90).floated("FNM", "GB").cash(FNM=300)
    built = built.tiles(L21="57 0", K22="6 0", J21="9 2", I20="9 2").owns("ann", "T1")
    return built.tokens(L21="FNM.0")


@pytest.mark.rule("CH-OR.DEST.4", "CH-OR.DEST.6", "CH-CO.V.7")
def test_the_gb_waits_for_the_gotthard_tunnel():
    """EX-24: whoever builds it, the GB at par 90 gets 180 at once; no connection is needed."""
    game = fnm().company("FNM")

    now = after(game, "tunnel FNM T1 H19 2 5")

    assert paid(game, now, "GB", "FNM") == (180, -100)
    assert now.pos.acting == "FNM"


@pytest.mark.rule("CH-OR.DEST.4", "CH-OR.DEST.6")
def test_a_tunnel_may_complete_a_way():
    """Through the Gotthard the FNM comes from Como to Altdorf."""
    game = fnm().company("FNM")

    now = after(game, "tunnel FNM T1 H19 3 5")

    assert paid(game, now, "GB", "FNM") == (180, 500 - 100)


@pytest.mark.rule("CH-OR.DEST.4")
def test_another_tunnel_does_not_serve_the_gb():
    game = fnm().tiles(G18="14 2").tokens(L21="FNM.0", G18="GB.0 FNM.0").company("FNM")

    now = after(game, "tunnel FNM T1 H17 3 5")

    assert paid(game, now, "GB") == (0,)


@pytest.mark.rule("CH-OR.DEST.6", "CH-P2.2")
def test_an_extra_tile_may_complete_a_way():
    game = ab().owns("ann", "P2").company("AB")

    assert paid(game, after(game, f"{LAST} P2"), "AB") == (470,)


def rhb(*options: str) -> Builder:
    """The RhB in Chur; only the Furka-Oberalp line is missing on the way to Brig."""
    built = Builder(3, *options).holds("ann", RhB=60).prices(RhB=100).floated("RhB").phase("3")
    built = built.tiles(G26="5 0", H25="58 1", J15="9 1").tokens(G26="RhB.0").owns("bob", "P4")
    return built.cash(RhB=100, ann=500, bob=500, cy=500)


@pytest.mark.rule("CH-OR.DEST.6", "CH-P4.2")
def test_the_furka_line_may_complete_a_way():
    """In a stock round as well the RhB gets its 5 x par at once."""
    game = rhb().sr("cy")
    now = game.play(game.read("furka", "bob"))
    assert paid(game, now, "RhB", "bob") == (500, 80)

    game = rhb().company("RhB")
    now = game.play(game.read("furka", "bob"))
    assert paid(game, now, "RhB", "bob") == (500, 80)


def test_the_furka_line_says_what_the_bank_pays_for_it():
    """Before anybody lays it."""
    game = rhb().sr("bob")
    (offer,) = (one for one in game.choices.offers if one.action.verb == "furka")

    assert offer.facts == {"income": 80}


@pytest.mark.rule("CH-OR.DEST.6")
def test_under_the_other_reading_nothing_is_paid_in_a_stock_round():
    game = rhb("destination=or_only").sr("cy")

    now = game.play(game.read("furka", "bob"))

    assert paid(game, now, "RhB", "bob") == (0, 80)


@pytest.mark.rule("CH-OR.DEST.7", "CH-CO.H.3")
def test_late_companies_have_none():
    built = ab().extra(reached={"AB": "void"})
    game = built.company("AB")

    assert paid(game, after(game, LAST), "AB") == (-30,)


@pytest.mark.rule("CH-CO.R.7")
def test_regional_companies_have_none():
    built = Builder().holds("ann", JN=60).prices(JN=100).floated("JN").cash(JN=100)
    game: Game = built.tokens(F7="JN.0").company("JN")
    line = "lay JN F7 57 1"

    assert legal(game, line)
    assert paid(game, after(game, line), "JN") == (-20,)
