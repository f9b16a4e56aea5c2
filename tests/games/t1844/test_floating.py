import pytest

from engine.actions import Bid, Pass
from engine.events import Floated
from engine.exhibits import StartTerms
from engine.game import Game
from engine.position import Position
from engine.state import BANK, OFFER, POOL, Token
from engine.title import find
from engine.titles.t1844.companies import start_terms
from engine.titles.t1844.figures import SwissFigures, swiss_state
from tests.games.t1844.swiss import Builder, after, legal, opening, paid, refused, round_is, until

TITLE = find("1844")
OWN = SwissFigures.model_validate(TITLE.data.extra)


def units(kind: str) -> list[str]:
    return [unit.id for unit in TITLE.data.units if unit.kind == kind]


# --- the companies


@pytest.mark.rule("CH-CO.R.1", "CH-CO.H.1", "CH-CO.V.1", "CH-CO.S.1")
@pytest.mark.parametrize(
    ("kind", "shares"),
    [
        ("regional", (40, 20, 20, 20)),
        ("historical", (20, *[10] * 8)),
        ("pre_sbb", (50, 25, 25)),
        ("national", (10, *[5] * 10, *[10] * 4)),
    ],
)
def test_certificates(kind: str, shares: tuple[int, ...]):
    """Every kind of company has its own certificates, the director's first."""
    assert {TITLE.units[unit].shares for unit in units(kind)} == {shares}


@pytest.mark.rule("CH-CO.H.7", "CH-CO.V.7", "CH-CO.R.7", "CH-CO.S.4")
def test_homes_and_destinations():
    """Large and pre-SBB companies have a destination, regional ones and the SBB have none."""
    homes = {unit.id: unit.home.hex for unit in TITLE.data.units if unit.home}
    goals = {unit: (homes[unit], goal) for unit, goal in OWN.destinations.items()}

    assert goals == {
        "FNM": ("L21", "G20"),
        "RhB": ("G26", "J13"),
        "BLS": ("F11", "J13"),
        "STB": ("D15", "H13"),
        "AB": ("D25", "C20"),
        "MOB": ("I6", "H13"),
        "NOB": ("D19", "D15"),
        "SCB": ("C12", "F17"),
        "VSB": ("C24", "F25"),
        "JS": ("I4", "F7"),
    }
    assert (OWN.gotthard_for, homes["GB"], OWN.gotthard) == ("GB", "G18", "H19")
    assert {unit: homes[unit] for unit in units("regional")} == {"JN": "F7", "ChA": "G28", "VZ": "K10"}


# --- when a company floats, and with how much


def one_short(unit: str, *options: str, par: int = 100, phase: str = "3") -> Game:
    """The game before ann buys the share with which a company floats."""
    held = {"historical": 40, "regional": 40, "pre_sbb": 0}[TITLE.units[unit].kind]
    built = Builder(3, *options).cash(ann=900).phase(phase).operated("GB").holds("bob", GB=50).prices(GB=60)
    return (built.holds("ann", **{unit: held}).prices(**{unit: par}) if held else built).sr("ann")


@pytest.mark.rule("CH-SR.LAUNCH.1", "CH-SR.LAUNCH.2", "CH-CO.H.2", "CH-CO.R.2", "CH-CO.V.2")
@pytest.mark.parametrize(
    ("unit", "line", "par", "capital"),
    [
        ("MOB", "buy MOB 10 offer", 80, 400),
        ("VZ", "buy VZ 20 offer", 70, 350),
        ("NOB", "par NOB 90", 90, 180),
    ],
)
def test_half_of_the_shares_float_a_company(unit: str, line: str, par: int, capital: int):
    """Five shares of a large company, three of a regional one, two of a pre-SBB one: it gets 5 or 2 x par."""
    game = one_short(unit, par=par)
    assert unit not in swiss_state(game.pos).floated

    now = after(game, line)

    assert unit in swiss_state(now.pos).floated
    assert Floated(unit, capital) in now.events
    assert paid(game, now, unit) == (capital,)


@pytest.mark.rule("CH-SR.LAUNCH.1")
def test_a_regional_company_needs_three_shares():
    """The director's certificate of 40% does not float it, half of its five shares would be two and a half."""
    game = after(Builder().cash(ann=900).sr("ann"), "par VZ 100")

    assert swiss_state(game.pos).floated == ()
    assert game.pos.cash("VZ") == 0


@pytest.mark.rule("CH-SR.LAUNCH.1", "CH-P5.2")
def test_a_share_that_was_free_counts():
    """With the share of P5, the director's certificate and two more the MOB floats."""
    game = Builder().cash(ann=900).holds("bob", MOB=10).holds("ann", MOB=30).prices(MOB=60).sr("ann")

    now = after(game, "buy MOB 10 offer")

    assert (now.pos.percent(OFFER, "MOB"), now.pos.cash("MOB")) == (50, 300)


@pytest.mark.rule("CH-SR.LAUNCH.1", "CH-SR.LAUNCH.2", "CH-SR.LAUNCH.5", "CH-CO.V.2")
def test_the_vsb_floats_by_its_director_certificate():
    """EX-10: Joe pays 200 for half of the VSB; it has 200 and operates in the next round."""
    game = Builder().cash(ann=500).holds("bob", GB=50).prices(GB=60).operated("GB").sr("ann")

    now = after(game, "par VSB 100")
    assert paid(game, now, "ann", "VSB", BANK) == (-200, 200, 0)

    operating = until(now, round_is("operating"))
    assert operating.pos.frame.queue == ("VSB", "GB")


# --- the FNM


def after_p6(price: int = 195, par: int = 100) -> Game:
    """The first stock round; privates went to their auctioneers, P6 for this price."""
    game = opening(5)
    while game.pos.frame.kind != "stock":
        if game.pos.frame.kind == "founding":
            game = after(game, f"par FNM {par}")
            continue
        lot = swiss_state(game.pos).lots[0]
        if game.pos.round_notes.bidder:
            game = game.play(Pass(game.pos.acting))
        else:
            least = TITLE.privates[lot].price
            game = game.play(Bid(game.pos.acting, lot, price if lot == "P6" else least))
    return game


@pytest.mark.rule("CH-P6.2", "CH-P6.3", "CH-SR.LAUNCH.1")
def test_the_fnm_floats_with_p6():
    """EX-05: its director's 20% and the 30% in the pool are half: at par 100 it has 500 and 5 tokens."""
    game = after_p6()
    owner = game.pos.owner("P6")

    assert (game.pos.director("FNM"), game.pos.percent(owner, "FNM")) == (owner, 20)
    assert game.pos.percent(POOL, "FNM") == 30
    assert swiss_state(game.pos).floated == ("FNM",)
    assert game.pos.cash("FNM") == 500
    assert len(game.state.tokens_left["FNM"]) == 5


@pytest.mark.rule("CH-SR.END.3", "CH-P6.3")
def test_the_price_of_the_fnm_falls_with_shares_in_the_pool():
    """EX-05: if shares stay in the pool to the end of the first stock round, 100 becomes 90."""
    game = until(after_p6(), round_is("operating"))

    assert game.pos.price("FNM") == 90


@pytest.mark.rule("CH-P3.2")
def test_p3_brings_a_tunnel_certificate():
    """The first buyer of P3 has a certificate; it is no purchase of a stock round, so he may buy another one."""
    game = after_p6()
    owner = game.pos.owner("P3")

    assert game.pos.owned(owner, "tunnel") == ["T1"]
    game = until(game, lambda now: now.pos.acting == owner)
    assert legal(game, "permit T2")


# --- tokens


@pytest.mark.rule("CH-SR.LAUNCH.4", "CH-CO.H.6")
@pytest.mark.parametrize(("par", "count"), [(60, 1), (70, 2), (80, 3), (90, 4), (100, 5)])
def test_tokens_of_large_companies_depend_on_the_par(par: int, count: int):
    game = after(one_short("MOB", par=par), "buy MOB 10 offer")

    assert game.state.tokens_left["MOB"] == (0, 40, 100, 100, 100)[:count]


@pytest.mark.rule("CH-SR.LAUNCH.4", "CH-CO.R.9", "CH-CO.V.5")
@pytest.mark.parametrize("par", [60, 100])
def test_tokens_of_small_companies(par: int):
    """Regional companies have three tokens, pre-SBB companies two, whatever the par."""
    regional = after(one_short("VZ", par=par), "buy VZ 20 offer")
    assert regional.state.tokens_left["VZ"] == (0, 40, 100)

    pre_sbb = after(one_short("NOB"), f"par NOB {par}")
    assert pre_sbb.state.tokens_left["NOB"] == (0, 40)


# --- late floating


@pytest.mark.rule("CH-SR.LAUNCH.3", "CH-CO.H.3", "CH-OR.DEST.7", "CH-PHASE.7")
@pytest.mark.parametrize(
    ("phase", "capital", "goal"), [("5", 400, False), ("6", 800, True), ("7", 800, True)]
)
def test_late_floating(phase: str, capital: int, goal: bool):
    """EX-35: in phases 6 and 7 a large company gets 10 x par at once, 3 tokens at 80, and no destination."""
    game = one_short("MOB", par=80, phase=phase)
    now = after(game, "buy MOB 10 offer")

    assert paid(game, now, "MOB") == (capital,)
    assert len(now.state.tokens_left["MOB"]) == 3
    assert ("MOB" in swiss_state(now.pos).reached) == goal


@pytest.mark.rule("CH-CO.R.2", "CH-CO.R.7", "CH-SR.LAUNCH.3")
def test_regional_companies_always_get_the_same():
    game = one_short("VZ", par=80, phase="7")

    assert paid(game, after(game, "buy VZ 20 offer"), "VZ") == (400,)


# --- what follows from floating


@pytest.mark.rule("CH-SR.LAUNCH.5", "CH-OR.SEQ.2")
def test_only_floated_companies_operate():
    """A director's certificate alone makes no company operate."""
    built = Builder().holds("ann", GB=50, MOB=20).holds("bob", VZ=40).prices(GB=60, MOB=100, VZ=90)
    game = built.operated("GB").sr("ann")

    assert until(game, round_is("operating")).pos.frame.queue == ("GB",)


@pytest.mark.rule("CH-SR.LAUNCH.6", "CH-OR.SEQ.7")
def test_a_director_spends_money_of_the_company_only():
    """What the company builds is paid from its treasury; the director's money cannot help."""
    built = Builder().holds("ann", RhB=60).prices(RhB=100).floated("RhB").phase("3").owns("ann", "P1")
    game = built.cash(RhB=19, ann=500).company("RhB", "")

    refusal = refused(game, "lay RhB G26 57 0")
    assert (refusal.key, refusal.values) == ("terrain_cost", {"cost": 20, "cash": 19})


@pytest.mark.rule("CH-SR.LAUNCH.7", "CH-OR.DEST.6", "CH-CO.V.2")
def test_a_home_that_is_connected_already_pays_when_it_floats():
    """Zürich is joined to Aarau when the NOB starts: it gets 2 x par twice."""
    built = Builder().cash(ann=900).tiles(D19="57 1", D17="4 1")
    game = built.sr("ann")

    now = after(game, "par NOB 90")

    assert paid(game, now, "NOB") == (360,)
    assert "NOB" in swiss_state(now.pos).reached


@pytest.mark.rule("CH-SR.LAUNCH.7", "CH-OR.DEST.4")
def test_the_gb_finds_its_tunnel_built():
    built = Builder().cash(ann=900).owns("bob", "T1").extra(tunnels={"H19": "T1"}, used=("T1",))
    game = built.change(layers={"H19": (("X79", 2),)}).sr("ann")

    now = after(game, "par GB 100")

    assert paid(game, now, "GB") == (400,)


@pytest.mark.rule("CH-OR.DEST.6")
def test_under_another_reading_it_is_paid_in_operating_rounds():
    """There floating in a stock round pays the first part only, and the next operating round the second."""
    game = Builder(3, "destination=or_only").cash(ann=900).tiles(D19="57 1", D17="4 1").sr("ann")

    now = after(game, "par NOB 90")
    assert paid(game, now, "NOB") == (180,)

    operating = until(now, round_is("operating"))
    assert operating.state.tokens["D19"] == (Token(0, "NOB"),)
    assert paid(now, operating, "NOB") == (180,)


@pytest.mark.rule("CH-OR.DEST.6")
def test_under_another_reading_it_waits_for_the_home_token():
    """There floating pays the first part only, and the home token brings the second."""
    game = Builder(3, "destination_home=placed").cash(ann=900).tiles(D19="57 1", D17="4 1").sr("ann")

    now = after(game, "par NOB 90")
    assert paid(game, now, "NOB") == (180,)

    assert paid(now, until(now, round_is("operating")), "NOB") == (180,)


@pytest.mark.parametrize(
    ("unit", "early", "late"),
    [
        ("JN", StartTerms(60, 500), StartTerms(60, 500)),
        ("RhB", StartTerms(50, 500, 500), StartTerms(50, 1000)),
        ("NOB", StartTerms(50, 200, 200), StartTerms(50, 400)),
        ("SBB", None, None),
    ],
)
def test_what_a_company_would_get_is_known_before_it_starts(
    unit: str, early: StartTerms | None, late: StartTerms | None
):
    """At a par price of 100: when it floats, and at its destination; from phase 6 on all at once; the SBB never."""
    pos = opening().pos
    state = pos.state.copy()
    state.phase = next(at for at, phase in enumerate(TITLE.data.phases) if phase.name == "6")

    assert start_terms(pos, unit, 100) == early
    assert start_terms(Position(pos.title, state), unit, 100) == late
