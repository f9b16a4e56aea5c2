import pytest

from engine.actions import PlaceToken
from engine.events import Closed, Counted, Directed, Floated, Indebted, Paid, Priced
from engine.game import Game
from engine.rounds.duplicate_token import RemoveToken
from engine.state import BANK, POOL, Token
from engine.title import find
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused, round_is, until

V = ("NOB", "SCB", "VSB", "JS", "GB")


def before(*options: str, **trains: str) -> Builder:
    """Ann directs NOB, bob JS, cy the FNM, which acts last; the others never came into play; the SBB is due."""
    built = Builder(3, *options).holds("ann", NOB=50).holds("bob", JS=50).holds("cy", FNM=60)
    built = built.pars(FNM=60).cells(FNM="7,0").prices(NOB=100, JS=100).operated("NOB", "JS", "FNM")
    built = built.cash(NOB=0, JS=0, FNM=500).trains(**{"FNM": "5", **trains})
    return built.phase("5").extra(sbb="due")


def formed(built: Builder, number: tuple[int, int] = (7, 1), rounds: int = 2) -> Game:
    """Return the game after the last turn of the round, in which the SBB is formed."""
    game = built.company("FNM", "train", number=number, rounds=rounds)
    return until(game, lambda game: swiss_state(game.pos).sbb == "formed")


def event(game: Game, kind: type) -> list:
    return [one for one in game.events if isinstance(one, kind)]


# --- when


@pytest.mark.rule("CH-SBB.1", "CH-SBB.3", "CH-SBB.4", "CH-PHASE.9")
def test_the_first_5_forms_the_sbb_at_the_end_of_the_round():
    """EX-37: bought in OR 7.1 of 2; the others act as before; the SBB operates in 7.2; the series keeps 2 rounds."""
    built = before(NOB="4H", JS="4H", FNM="4").phase("4").extra(sbb="").depot("5").prices(FNM=200)
    game = built.company("FNM", "train", number=(7, 1), rounds=2)
    bought = after(game, "train FNM 5 depot 450")
    now = formed_after(bought)

    assert swiss_state(bought.pos).sbb == "due"
    assert bought.pos.acting in {"NOB", "JS"}
    assert now.pos.frame.number == (7, 2)
    assert "SBB" in now.pos.frame.queue
    assert not set(V) & set(now.pos.frame.queue)
    assert now.pos.round_notes.rounds == 2
    assert until(now, round_is("operating", 8, 1)).pos.round_notes.rounds == 3


def formed_after(game: Game) -> Game:
    return until(
        game, lambda game: swiss_state(game.pos).sbb == "formed" and game.pos.frame.kind != "train_limit"
    )


@pytest.mark.rule("CH-EXPORT.5", "CH-SBB.1")
def test_a_5_exported_forms_the_sbb_at_once():
    """It operates after the coming stock round."""
    built = before(NOB="4H", JS="4H", FNM="4").phase("4").extra(sbb="").depot("5")
    game = built.company("FNM", "train", number=(7, 2), rounds=2)
    now = after(game, "pass")

    assert now.pos.frame.kind == "stock"
    assert swiss_state(now.pos).sbb == "formed"
    assert "SBB" in until(now, round_is("operating", 8, 1)).pos.frame.queue


@pytest.mark.rule("CH-SBB.1", "CH-EXPORT.1")
@pytest.mark.parametrize(("option", "first"), [("", "formation"), ("export=before_sbb", "export")])
def test_the_sbb_is_formed_before_the_export(option: str, first: str):
    """Another reading has it the other way round (A-46)."""
    built = before(*([option] if option else []), FNM="5").depot("5")
    now = after(built.company("FNM", "train", number=(7, 2), rounds=2), "pass")
    order = [one.why for one in now.events if getattr(one, "why", "") in {"formation", "export"}]

    assert order[0] == first
    assert set(order) == {"formation", "export"}


@pytest.mark.rule("CH-SBB.1", "CH-EXPORT.1")
def test_the_export_waits_for_the_choices_of_the_formation():
    built = before().depot("5").tokens(D15="NOB.1 JS.0")
    game = after(built.company("FNM", "train", number=(7, 2), rounds=2), "pass")
    now = after(game, "remove D15 0")

    assert (game.pos.frame.kind, game.state.depot["5"]) == ("duplicate_token", 4)
    assert (now.pos.frame.kind, now.state.depot["5"]) == ("stock", 3)


@pytest.mark.rule("CH-EXPORT.3", "CH-SCRAP.4", "CH-SBB.7", "CH-SBB.10")
def test_trains_above_the_new_limits_are_returned_before_the_sbb_decides():
    """The first 5 exported: the FNM has one train too many; then the SBB's tokens, then its trains."""
    trains = {"FNM": "4 4 4", "NOB": "4H 4H", "JS": "4H 4H"}
    built = before(**trains).phase("4").extra(sbb="").depot("5").tokens(D15="NOB.1 JS.0")
    first = built.company("FNM", "train", number=(7, 2), rounds=2)
    second = after(first, "discard FNM 4")
    third = after(second, "remove D15 0")
    now = after(third, "discard SBB 4H")

    assert [(game.pos.frame.kind, game.pos.acting) for game in (first, second, third)] == [
        ("train_limit", "FNM"),
        ("duplicate_token", "SBB"),
        ("train_limit", "SBB"),
    ]
    assert now.pos.frame.kind == "stock"


# --- what it owns


@pytest.mark.rule("CH-SBB.2", "CH-CO.V.8", "CH-SBB.25")
def test_all_pre_sbb_companies_cease_to_exist():
    """Floated or not; a second instalment is void."""
    now = formed(before())

    assert {one.company for one in event(now, Closed)} == set(V)
    assert not set(V) & set(now.state.tokens_left)
    assert not any(now.pos.cell(unit) for unit in V)
    assert not [certificate for certificate in now.state.certificates if certificate.rpartition(".")[0] in V]
    assert swiss_state(now.pos).reached["NOB"] == "void"


@pytest.mark.rule("CH-SBB.5", "CH-CO.S.2")
def test_the_treasury():
    """What the companies have, and 400 from the bank."""
    game = before().cash(NOB=120, JS=35)
    now = formed(game)

    assert now.pos.cash("SBB") == 120 + 35 + 400
    assert event(now, Floated) == [Floated("SBB", 555)]


@pytest.mark.rule("CH-SBB.6", "CH-CO.S.2", "CH-TR.9")
def test_the_trains():
    """All of the companies', and a 5H."""
    now = formed(before(NOB="4H 3H", JS="3H"))

    assert now.state.trains["SBB"] == ("4H", "3H", "3H", "5H")
    assert not set(V) & set(now.state.trains)


@pytest.mark.rule("CH-SBB.7", "CH-CO.S.3", "CH-OR.TRAIN.14")
def test_more_than_four_trains_are_returned():
    """EX-32: 3H, 3H, 3H, 3H, 4H and the printed 5H: two are returned, never the 5H."""
    game = formed(before(NOB="3H 3H", JS="3H 4H").holds("ann", SCB=50).prices(SCB=100).trains(SCB="3H"))
    now = after(game, "discard SBB 3H", "discard SBB 4H")

    assert (game.pos.frame.kind, game.pos.awaited) == ("train_limit", ("ann",))
    assert refused(game, "discard SBB 5H").key == "sbb_train"
    assert sorted(now.state.trains["SBB"]) == ["3H", "3H", "3H", "5H"]
    assert now.state.trains[POOL] == ("3H", "4H")
    assert (now.pos.frame.kind, now.pos.frame.number) == ("operating", (7, 2))


@pytest.mark.rule("CH-SBB.7")
def test_the_5h_may_be_returned_under_the_other_reading():
    built = before("sbb_5h=discardable", NOB="3H 3H", JS="3H 4H")

    assert legal(formed(built), "discard SBB 5H")


@pytest.mark.rule("CH-SBB.8", "CH-CO.S.2")
def test_the_price():
    """100 in the sixth row, beneath what is there."""
    now = formed(before().cells(FNM="5,8"))

    assert now.state.market["5,8"] == ("FNM", "SBB")
    assert Priced("SBB", 100) in now.events
    assert now.pos.price("SBB") == 100


@pytest.mark.rule("CH-CO.S.1", "CH-CO.S.4")
def test_its_certificates():
    """Five of 10%, one of them the director's, and ten of 5%."""
    now = formed(before())
    sizes = [
        now.pos.share(certificate)[1]
        for certificate in now.state.certificates
        if certificate.startswith("SBB.")
    ]

    assert sorted(sizes) == [5] * 10 + [10] * 5
    assert now.pos.share("SBB.0")[1] == 10


# --- shares


@pytest.mark.rule("CH-SBB.11", "CH-SBB.12", "CH-SBB.13")
def test_shares_and_differences():
    """EX-30: two shares of the NOB at 120, one of the JS at 70: a 10% and a 5% certificate, and 10 francs."""
    built = before().holds("ann", JS=25, director=False).cells(NOB="1,6", JS="3,3")
    game = built.company("FNM", "train", number=(7, 1), rounds=2)
    now = after(game, "pass")

    assert (game.pos.price("NOB"), game.pos.price("JS")) == (120, 70)
    assert paid(game, now, "ann", "bob") == (10, -60)
    assert event(now, Directed) == [Directed("SBB", "ann")]
    assert (now.pos.percent("ann", "SBB"), now.pos.percent("bob", "SBB")) == (15, 10)


@pytest.mark.rule("CH-SBB.12", "CH-SBB.14")
def test_who_cannot_pay_owes_without_interest():
    """EX-31: cash 5, one share at 60: pays 5 and owes 35."""
    built = before().holds("cy", JS=25, director=False).prices(JS=60).cash(cy=5, bob=500)
    game = built.company("FNM", "train", number=(7, 1), rounds=2)
    now = after(game, "pass")

    assert paid(game, now, "cy") == (-5,)
    assert swiss_state(now.pos).owed == {"cy": 35}
    assert not now.state.debts
    assert Indebted("cy", 35, 0, "exchange") in now.events


@pytest.mark.rule("CH-SBB.14")
def test_what_is_owed_counts_against_what_a_player_is_worth():
    owing, free = (before().cash(cy=5).extra(owed=owed).sr("ann") for owed in ({"cy": 35}, {}))

    assert free.pos.worth("cy") - owing.pos.worth("cy") == 35
    assert free.pos.worth("ann") == owing.pos.worth("ann")


@pytest.mark.rule("CH-SBB.13", "CH-SBB.12")
@pytest.mark.parametrize(
    ("options", "cash", "owed"), [((), 15, {}), (("sbb_exchange=sequential",), 55, {"ann": 40})]
)
def test_one_sum_for_each_player(options: tuple[str, ...], cash: int, owed: dict[str, int]):
    """Ann has nothing, loses 40 with the NOB and wins 55 with the JS, which comes later (A-47)."""
    built = before(*options).holds("ann", JS=25, director=False).cells(NOB="1,2", JS="0,8").cash(ann=0)
    now = after(built.company("FNM", "train", number=(7, 1), rounds=2), "pass")

    assert now.pos.cash("ann") == cash
    assert swiss_state(now.pos).owed == owed


@pytest.mark.rule("CH-SBB.17", "CH-SBB.18")
def test_what_nobody_holds_lies_in_the_pool():
    """Offer and pool alike, without money; it may be more than half, and then nothing is sold."""
    built = before().holds("cy", JS=25, director=False).holds(POOL, NOB=25).cash(cy=0)
    now = formed(built)
    stock = until(now, lambda game: game.pos.frame.kind == "stock" and game.pos.awaited == ("cy",))

    assert now.pos.percent(POOL, "SBB") == 75
    refusal = refused(stock, "sell SBB 5")
    assert (refusal.key, refusal.values) == ("sell_pool_full", {"unit": "SBB", "percent": 75, "limit": 50})
    assert refusal.clauses == ("CH-SR.SELL.6", "CH-SBB.18")


@pytest.mark.rule("CH-SBB.19", "CH-SBB.9")
def test_nobody_holds_a_share():
    """All of the SBB lies in the pool; it does not operate until its director's certificate is bought (A-48)."""
    built = Builder(3).holds("cy", FNM=60).prices(FNM=200).operated("FNM").trains(FNM="5")
    built = built.cash(FNM=500, ann=500, bob=500, cy=500).phase("5").extra(sbb="due")
    game = built.company("FNM", "train", number=(7, 1), rounds=1)
    now = after(game, "pass")
    bought = after(until(now, lambda game: game.pos.awaited == ("ann",)), "buy SBB 10 pool")

    assert now.pos.percent(POOL, "SBB") == 100
    assert (now.pos.director("SBB"), event(now, Directed)) == ("", [])
    assert len(now.state.tokens_left["SBB"]) == 10
    assert paid(now, bought, "ann") == (-200,)
    assert bought.pos.director("SBB") == "ann"


# --- tokens


@pytest.mark.rule("CH-SBB.9", "CH-OR.TOKEN.9")
def test_tokens_become_those_of_the_sbb():
    """Those on the map; all others lie on its charter and cost 100 each."""
    now = formed(before().tokens(D19="NOB.0", I4="JS.0", I6="JS.0"))

    assert now.state.tokens["D19"] == (Token(0, "SBB"),)
    assert now.state.tokens["I4"] == now.state.tokens["I6"] == (Token(0, "SBB"),)
    assert now.state.tokens_left["SBB"] == (100,) * 7


@pytest.mark.rule("CH-SBB.9", "CH-OR.DEST.6")
def test_a_place_that_the_formation_frees_opens_the_way_to_a_destination():
    """St. Gallen was full of two tokens that become one: the AB reaches Winterthur before a stock round."""
    built = before().holds("ann", AB=60).prices(AB=100).operated("NOB", "JS", "FNM", "AB").trains(AB="5")
    built = built.tiles(D25="57 2", C24="14 4", C22="9 1", C20="59 4")
    now = formed(built.tokens(D25="AB.0", C24="NOB.0 JS.0"), (7, 2))

    assert now.pos.frame.kind == "stock"
    assert Counted("destination", 500, "AB") in now.events


@pytest.mark.rule("CH-SBB.10")
def test_two_tokens_on_a_hex():
    """The director chooses which one goes back."""
    game = formed(before().tokens(D15="NOB.1 JS.0", D19="NOB.0"))
    now = after(game, "remove D15 1")

    assert (game.pos.frame.kind, game.pos.awaited) == ("duplicate_token", ("ann",))
    assert set(game.choices) == {RemoveToken("ann", "D15", 0), RemoveToken("ann", "D15", 1)}
    assert refused(game, "pass").key == "sbb_token"
    assert refused(game, "remove D19 0").key == "sbb_token"
    assert refused(game, "remove D15 0", "bob").key == "not_your_turn"
    assert now.state.tokens["D15"] == (Token(0, "SBB"),)
    assert now.state.tokens_left["SBB"] == (100,) * 7
    assert Counted("tokens", 7, "SBB") in now.events
    assert now.pos.frame.kind == "operating"


@pytest.mark.rule("CH-SBB.10")
def test_two_tokens_in_one_city():
    """There is nothing to choose."""
    now = formed(before().tiles(D19="907 0").tokens(D19="NOB.0 JS.0"))

    assert now.state.tokens["D19"] == (Token(0, "SBB"),)
    assert len(now.state.tokens_left["SBB"]) == 8


def test_where_a_hex_has_two_cities_each_has_room_for_one_token():
    """So of tokens that the SBB inherits in such a hex, none lie in the same city."""
    title = Builder().sr().title
    faces = (*title.tiles.values(), *title.hexes.values())
    several = [[one.slots for one in face.stops if one.kind == "city"] for face in faces]

    assert {slots for city in several if len(city) > 1 for slots in city} == {1}


@pytest.mark.rule("CH-CO.V.9")
def test_the_home_of_a_company_that_never_came_into_play_is_open():
    """The place at Basel was kept for the SCB until then."""
    built = before()
    pos, later = built.company("FNM", "token").pos, formed(built).pos
    kept = next(rule for rule in find("1844").steps["token"].rules if rule.name == "token_reserved")
    token = PlaceToken("cy", "FNM", "C12", 0)

    assert kept.test(pos, token) is not None
    assert kept.test(later, token) is None


# --- debts


def debtor(*options: str, number: int = 8, owed: int = 35) -> Game:
    """Cy owes so much, or 35, from the exchange, has 20, shares of the FNM and of the RhB; it is his turn."""
    built = before(*options).holds("bob", RhB=60).holds("cy", RhB=20, director=False)
    built = built.prices(RhB=90).operated("NOB", "JS", "FNM", "RhB").cash(cy=20, bob=500, ann=500)
    return built.extra(sbb="formed", owed={"cy": owed}).sr("cy", number)


@pytest.mark.rule("CH-SBB.15")
def test_a_debtor_pays_from_his_cash_and_then_must_sell():
    """A-24: his cash goes first; until the rest is covered he can neither pass nor buy."""
    game = debtor()
    now = after(game, "sell RhB 10")

    assert game.pos.cash("cy") == 0
    assert swiss_state(game.pos).owed == {"cy": 15}
    assert refused(game, "pass").key == "debt_sell_first"
    refusal = refused(game, "buy RhB 10 offer")
    assert (refusal.key, refusal.clauses) == ("buy_in_debt", ("CH-SR.BUY.16",))
    assert swiss_state(now.pos).owed == {}
    assert now.pos.cash("cy") == 90 - 15
    assert Indebted("cy", -15, 0, "repaid") in now.events
    assert legal(now, "pass")


@pytest.mark.rule("CH-SBB.15")
def test_a_sale_that_is_too_small_is_not_enough():
    """He owes 150 of which his cash pays 20: one share at 90 leaves 40, so he must sell another before he passes."""
    game = debtor(owed=150)
    once = after(game, "sell RhB 10")
    now = after(once, "sell RhB 10")

    assert (once.pos.cash("cy"), swiss_state(once.pos).owed) == (0, {"cy": 40})
    assert refused(once, "pass").values["debt"] == 40
    assert (now.pos.cash("cy"), swiss_state(now.pos).owed) == (50, {})
    assert legal(now, "pass")


@pytest.mark.rule("CH-SBB.16")
def test_what_sales_do_not_cover_is_taken_as_it_comes():
    """With nothing to sell he may pass; from then on every franc he gets goes to the debt."""
    built = before().holds("cy", FNM=0).holds("bob", FNM=20).cash(cy=20)
    game = built.extra(sbb="formed", owed={"cy": 500}).sr("cy", 8)
    later = built.extra(owed={"cy": 480}, pursued=("cy",)).cash(cy=70).company("NOB", "lay")

    assert legal(game, "pass")
    assert (swiss_state(game.pos).pursued, swiss_state(game.pos).owed) == (("cy",), {"cy": 480})
    assert (later.pos.cash("cy"), swiss_state(later.pos).owed) == (0, {"cy": 410})


@pytest.mark.rule("CH-SBB.16")
def test_a_debtor_whose_turn_is_skipped_is_pursued_all_the_same():
    """He has nothing to sell and no money; what he earns afterwards goes to the bank as soon as he gets it."""
    built = before().holds("cy", FNM=0).holds("bob", FNM=20).cash(cy=0, ann=500, bob=500).privates(P1="cy")
    game = built.extra(sbb="formed", owed={"cy": 65}).sr("ann", 8)
    stocks = until(game, lambda one: one.pos.acting == "bob")
    later = until(stocks, round_is("operating"))
    income = sum(one.amount for one in later.events if isinstance(one, Paid) and one.payee == "cy")

    assert "cy" not in {one.pos.acting for one in (game, stocks)}
    assert income > 0
    assert (later.pos.cash("cy"), swiss_state(later.pos).owed) == (0, {"cy": 65 - income})


@pytest.mark.rule("CH-SBB.15", "CH-SBB.14")
def test_nothing_is_taken_before_his_first_turn_in_a_stock_round():
    game = before().cash(cy=70).extra(sbb="formed", owed={"cy": 35}).company("NOB", "lay")

    assert (game.pos.cash("cy"), swiss_state(game.pos).owed) == (70, {"cy": 35})


@pytest.mark.rule("CH-SBB.15")
def test_debtors_are_left_alone_under_the_other_reading():
    game = debtor("sbb_debt=voluntary")

    assert game.pos.cash("cy") == 20
    assert legal(game, "pass")
    assert legal(game, "repay 20")


@pytest.mark.rule("CH-SBB.14")
@pytest.mark.parametrize(("option", "owed"), [("sbb_debt=voluntary", 35), ("sbb_debt_interest=on", 53)])
def test_no_interest_at_the_end_of_a_stock_round(option: str, owed: int):
    options = {"sbb_debt=voluntary", option}
    game = debtor(*sorted(options))
    now = until(game, round_is("operating"))

    assert swiss_state(now.pos).owed == {"cy": owed}
    assert paid(game, now, BANK) == (0,)
