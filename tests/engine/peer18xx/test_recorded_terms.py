"""What records of single titles say in their own terms: parts of positions, certificates, calls of supporters."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import notation
from engine.actions import Action, Buy, BuyTrain, Draft, RunTrains
from engine.game import Game
from engine.peer18xx.dialect import UNKNOWN, Context, Dialect
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.t18mag.recorded import annotated
from engine.peer18xx.tile_book import TileBook
from engine.refusals import Malformed
from engine.state import DEPOT, OFFER, POOL
from engine.titles.t18cz.mergers import Merge
from engine.titles.t18cz.received_trains import TurnTrain
from engine.titles.t18mag import roster
from engine.titles.t1844.tunnels import Tunnel
from tests.engine.peer18xx.both_ways import entries as written
from tests.engine.peer18xx.both_ways import entry
from tests.engine.peer18xx.both_ways import read as read_again
from tests.engine.peer18xx.test_both_ways import ran
from tests.games.t18cz.test_companies import first_turn
from tests.games.t18cz.test_inheriting import praha
from tests.games.t18cz.tracks import company
from tests.games.t18mag.builders import Builder as HungarianBuilder
from tests.games.t18mag.test_supporters import east
from tests.games.t1844.swiss import Builder, after
from tests.games.t1844.test_held_turns import without_a_train
from tests.games.t1844.test_powers import bls, eva
from tests.games.t1844.test_sbb import before, formed
from tests.games.t1844.test_sbb_shares import table

NAMES = ("ann", "bob", "cy")


def dialect(title: str) -> Dialect:
    """How 18xx.games records a title."""
    found = dialect_of(title)
    assert found is not None
    return found


# --- positions


@pytest.mark.parametrize("options", [(), ("supporters",)])
def test_a_draft_lists_what_is_left_and_what_is_out_of_the_game(options: tuple[str, ...]):
    """Of thirteen minors those not on offer at the beginning are removed; supporters are listed where they play."""
    special = dialect("18Mag").special(Game.start("18Mag", NAMES, options, seed=4).pos)
    offered, removed = special["draft"]["minors"], special["removed_minors"]

    assert sorted([*offered, *removed], key=int) == [str(number) for number in range(1, 14)]
    assert special["draft"]["shares"] == sorted(special["draft"]["shares"])
    assert ("supporters" in special["draft"]) == bool(options)
    assert "terrain_token_in_use" not in special


def test_a_draft_lists_shares_by_their_names_there():
    """Supporters and minors apart from them."""
    pos = Game.start("18Mag", NAMES, ("supporters",), seed=4).pos
    draft = dialect("18Mag").special(pos)["draft"]

    assert set(draft["shares"]) >= {"G&C", "LdStEG"}
    assert set(draft["supporters"]) == set(roster.supporters(pos))
    assert not {*draft["minors"]} & {*draft["shares"], *draft["supporters"]}


@pytest.mark.parametrize(("line", "used"), [("", False), ("prepay 3", True)])
def test_a_terrain_token_given_up_beforehand_is_in_use(line: str, used: bool):
    """Until a tile is laid."""
    game = HungarianBuilder(3, "compat=peer18xx").tiles(E10="57 2").terrain(n3=1).cash(n3=0).minor("3")
    told = dialect("18Mag").special((after(game, line) if line else game).pos)

    assert bool(told["terrain_token_in_use"]) is used


def test_a_tunnel_is_listed_with_the_edges_of_its_mouths():
    """From J9 the tile X78, turned three times, leads to the north-east and to the south-east."""
    game = Builder().each("layers", {"J9": (("X78", 3),)}).extra(tunnels={"J9": "T1"}).sr("ann")

    assert dialect("1844").special(game.pos)["tunnels"] == {"J9": {"activated": False, "exits": [3, 5]}}


@pytest.mark.parametrize(("par", "count"), [(60, 1), (80, 3), (100, 5)])
def test_a_historical_company_that_has_not_floated_lists_the_tokens_of_its_par(par: int, count: int):
    """It gets them when it floats, and lists those that are left from then on; others list what they have."""
    built = Builder().holds("ann", BLS=20, NOB=50).prices(BLS=par, NOB=100)
    waiting, floated = built.sr("ann"), built.floated("BLS").sr("ann")
    ids = {player: player for player in waiting.state.players}
    seen, later = (dialect("1844").shown(one.pos, ids)["companies"] for one in (waiting, floated))

    assert seen["BLS"]["unplaced"] == list(waiting.state.tokens_left["BLS"][:count])
    assert len(seen["BLS"]["unplaced"]) == count
    assert ["unplaced" in one for one in (later["BLS"], seen["NOB"], seen["AB"])] == [False] * 3


def shown(game: Game) -> Mapping[str, Any]:
    """What else is compared of a position, with players by their names."""
    return dialect(game.title.name).shown(game.pos, {player: player for player in game.state.players})


def test_a_private_that_a_run_closes_is_closed_there_with_the_dividend():
    """Until then nothing is told of it; P6 closes when the FNM first runs."""
    built = Builder().holds("ann", FNM=60).prices(FNM=100).floated("FNM").owns("bob", "P6").cash(FNM=500)
    game = built.tiles(L21="57 0").tokens(L21="FNM.0").trains(FNM="2").company("FNM", "run")
    run = after(game, "run FNM - 2:L21.0-M20.0")
    paid = after(run, "dividend FNM 0")
    told = [shown(one)["privates"].get("P6") for one in (game, run, paid)]

    assert told == [{"closed": False, "owner": "player:bob"}, None, {"closed": True, "owner": None}]


def test_while_the_sbb_settles_what_it_took_over_the_round_is_its_own():
    """Behind an operating round, or before a stock round of another number; the round that follows is called so."""
    trains = {"FNM": "4 4 4", "NOB": "4H 4H", "JS": "4H 4H"}
    tokens = before(NOB="4H").tokens(D15="NOB.1 JS.0")
    exported = before(**trains).phase("4").extra(sbb="").depot("5").tokens(D15="NOB.1 JS.0")
    within = {"special": {"sbb_due": True}, "sold_this_round": None}
    between, last = formed(tokens), exported.company("FNM", "train", number=(7, 2), rounds=2)

    def round_of(game: Game) -> Mapping[str, Any]:
        return {key: value for key, value in shown(game).items() if key in ("round", *within)}

    assert round_of(between) == {"round": "SBB 7", **within}
    assert round_of(last) == {"round": "SBB 8", **within}
    settled = after(last, "discard FNM 4", "remove D15 0", "discard SBB 4H")
    assert [round_of(game) for game in (after(between, "remove D15 0"), settled)] == [{}, {}]


def test_a_train_too_many_is_settled_in_the_round_that_is_on():
    """Before the SBB is formed, and where it has been for long: others are to act in this round."""
    built = Builder().holds("ann", FNM=60, RhB=40).prices(FNM=100, RhB=90).operated("FNM", "RhB")
    built = built.phase("4").trains(FNM="4 4H").cash(FNM=2000).depot("5")
    for one in (built, built.formed()):
        now = after(one.company("FNM", "train"), "train FNM 5 depot 450")
        assert (now.pos.frame.kind, "round" in shown(now)) == ("train_limit", False)
    given = eva("eva=over_limit", BLS="3H 4").extra(sbb="formed").company("BLS", "")
    now = given.play(given.read("eva BLS", "ann"))
    assert (now.pos.frame.kind, "round" in shown(now)) == ("train_limit", False)


def test_of_a_company_with_two_tokens_on_a_hex_nothing_is_compared():
    """The record keeps the acquired one until one of them is taken up; money and debts are as they are here."""
    asked = praha()
    told = shown(asked)
    values = {*told["players"]["ann"].values()}

    assert told["companies"] is told["market_cells"] is UNKNOWN
    assert {key for key, value in told["players"]["ann"].items() if value is UNKNOWN} == {
        "certs",
        "value",
        "shares",
    }
    assert values == {None, UNKNOWN}
    settled = shown(after(asked, "remove E12 1"))
    assert "market_cells" not in settled
    assert UNKNOWN not in settled["players"]["ann"].values()
    assert settled["companies"]["SX"] == {"ipoed": True, "floated": True}


@pytest.mark.parametrize("asked", [True, False])
def test_of_a_company_that_chooses_its_home_no_tokens_are_compared(asked: bool):
    """The record has placed one already, and asks somebody else while the choice is open."""
    opening = first_turn("ATE", 60, B9="8863 1")
    told = shown(opening if asked else after(opening, "settle ATE B9 0"))

    assert (told.get("active") is UNKNOWN) is asked
    assert (told["companies"]["ATE"].get("stations") is UNKNOWN) is asked
    assert (told["companies"]["ATE"].get("unplaced") is UNKNOWN) is asked
    assert "stations" not in told["companies"]["BN"]


# --- certificates of 1844


def read(game: Game, context: Context, **entry: Any) -> Action | None:
    """What an entry stands for."""
    return dialect(game.title.name).verbs[entry["type"]](context, game, entry)


def test_a_mountain_is_bought_by_one_entry_and_laid_by_the_next():
    """The purchase is remembered until then, with who made it."""
    game = Builder().sr("ann")
    context = Context(game.title, {"7": "ann"}, {})
    buyer = {"entity": 7, "entity_type": "player"}

    assert read(game, context, type="buy_company", company="B2", **buyer) is None
    assert (context.bought, context.owners) == ({"ann": ["B2"]}, {"B2": "ann"})
    laid = read(
        game,
        context,
        type="lay_tile",
        entity="B2",
        entity_type="company",
        hex="F19",
        tile="XM1-0",
        rotation=0,
    )
    assert laid is not None
    assert (laid.verb, laid.actor, context.bought) == ("mountain", "ann", {})


def test_a_token_goes_where_the_tile_lies_that_a_private_has_brought():
    """The record names the city by its tile, and not by its hex, whoever has laid it."""
    game = bls().company("BLS")
    context = Context(game.title, {}, {})
    lay = {"type": "lay_tile", "hex": "C24", "tile": "57-1", "rotation": 0}
    laid = read(game, context, entity="P2", entity_type="company", **lay)

    assert laid is not None
    assert notation.write(laid) == "lay BLS C24 57 0 P2"
    assert context.hex_of("57-1-0") == ("C24", 0)


@pytest.mark.parametrize(("named", "meant"), [("T1", "T1"), ("T2", "T2"), ("T4", "T1")])
def test_certificates_of_tunnels_that_are_alike_stand_for_one_another(named: str, meant: str):
    """A record may name one that another player has here: the first of the director's own is as good."""
    built = Builder().holds("ann", VZ=40).prices(VZ=70).floated("VZ").phase("3")
    game = built.privates(T1="ann", T2="ann").company("VZ")
    context = Context(game.title, {"7": "ann"}, {}, owners={"T1": "ann", "T2": "ann", "T4": "ann"})
    tile = {"hex": "J9", "tile": "X78-0", "rotation": 3}
    tunnel = read(game, context, type="lay_tile", entity=named, entity_type="company", **tile)

    assert isinstance(tunnel, Tunnel)
    assert (tunnel.permit, tunnel.actor, tunnel.one, tunnel.two) == (meant, "ann", 3, 5)


def test_a_share_that_has_been_bought_before_comes_from_the_pool():
    """Where some lie there and some were never bought; the others come from the offer."""
    built = Builder().holds("ann", BLS=40).holds("pool", BLS=10).prices(BLS=100).operated("BLS")
    game, context = built.cash(ann=500).sr("ann"), Context(Builder().sr("ann").title, {"7": "ann"}, {})
    trader = {"entity": 7, "entity_type": "player", "percent": 10}

    def seller(share: str) -> str:
        bought = read(game, context, type="buy_shares", shares=[share], **trader)
        assert isinstance(bought, Buy)
        return bought.seller

    assert seller("BLS_5") == OFFER
    assert seller("BLS_5") == POOL
    read(game, context, type="sell_shares", shares=["BLS_6"], **trader)
    assert seller("BLS_6") == POOL


@pytest.mark.parametrize(("share", "seller"), [("FNM_1", POOL), ("FNM_3", POOL), ("FNM_4", OFFER)])
def test_the_first_three_ordinary_shares_of_the_fnm_lie_in_the_pool_from_the_start(share: str, seller: str):
    """While its others, that of the director among them, are on offer."""
    game = Builder().holds("pool", FNM=30).cash(ann=500).sr("ann")
    named = {"entity": 7, "entity_type": "player", "percent": 10, "shares": [share]}
    bought = read(game, Context(game.title, {"7": "ann"}, {}), type="buy_shares", **named)

    assert isinstance(bought, Buy)
    assert bought.seller == seller


def test_the_train_that_comes_with_a_private_is_known_by_its_side():
    """Whoever buys it from the company that got it buys a 5H."""
    game = without_a_train("ann")
    context = Context(game.title, {}, {})
    given = read(game, context, type="choose_ability", entity="P7", entity_type="company", choice="NOB")
    sold = game.play(given) if given else game
    bought = read(
        sold, context, type="buy_train", entity="BLS", entity_type="corporation", train="5-1", price=9
    )

    assert isinstance(bought, BuyTrain)
    assert (bought.train, bought.seller) == ("5H", "NOB")


@pytest.mark.parametrize("train", ["5-1", "5-2"])
def test_a_copy_that_nobody_bought_has_its_h_side_up(train: str):
    """Beside another 5, too."""
    game = Builder().holds("ann", NOB=50, BLS=50).prices(NOB=100, BLS=90).trains(NOB="5 5H").sr("ann")
    context = Context(game.title, {}, {}, trains={train: "NOB"})
    bought = read(game, context, **entry("BLS", "buy_train", train=train, price=9))

    assert isinstance(bought, BuyTrain)
    assert (bought.train, bought.seller) == ("5H", "NOB")


@pytest.mark.parametrize(
    ("kind", "entity_type", "part", "needed"),
    [
        ("pass", "corporation", "destination_connection", True),
        ("pass", "corporation", "pass", False),
        ("pass", "player", "destination_connection", False),
        ("lay_tile", "corporation", "destination_connection", False),
        ("pass", "corporation", "", False),
    ],
)
def test_a_destination_paid_at_a_pass_shows_what_a_program_waited_for(
    kind: str, entity_type: str, part: str, needed: bool
):
    """An older one paid it only once the home token lay there."""
    entry = {"type": kind, "entity_type": entity_type, **({"auto_actions": [{"type": part}]} if part else {})}

    assert dialect("1844").readings([entry]) == (("destination_home=placed",) if needed else ())


def test_a_train_of_a_company_that_became_the_sbb_is_bought_from_the_sbb():
    """What others have, and what comes out of the depot, is bought where it lies; so is the charter's own."""
    game = table("bob", bob=(1, 3)).trains(SBB="4 5H", RhB="4").sr("ann")
    context = Context(game.title, {}, {}, trains={"4-0": "NOB", "4-1": "RhB"})
    bought = [
        read(game, context, type="buy_train", entity="BLS", entity_type="corporation", train=train, price=1)
        for train in ("4-0", "4-1", "4-2", "5-2")
    ]
    trades = [(one.train, one.seller) for one in bought if isinstance(one, BuyTrain)]

    assert trades == [("4", "SBB"), ("4", "RhB"), ("4", DEPOT), ("5H", "SBB")]
    assert set(context.trains.values()) == {"BLS"}


@pytest.mark.parametrize(
    ("train", "runs", "told"), [("2", True, True), ("2", False, True), ("", True, True), ("", False, False)]
)
def test_only_an_empty_run_where_there_is_nothing_to_run_stands_for_nothing(
    train: str, runs: bool, told: bool
):
    """One with routes is what was decided, though nothing can run here."""
    built = Builder().holds("ann", FNM=60).prices(FNM=100).floated("FNM").trains(FNM=train)
    game = built.tiles(L21="57 0").tokens(L21="FNM.0").company("FNM", "run")
    routes = ran("2-0", 40, "L21", "M20")["routes"] if runs else []
    found = read(game, Context(game.title, {}, {}), **entry("FNM", "run_routes", routes=routes))

    assert (found is not None) is told


def test_tiles_laid_upon_hexes_are_numbered_by_type():
    """The first is 0, as of all copies."""
    book = TileBook(Game.start("1844", NAMES).pos, {})

    assert [book.layer(tile) for tile in ("X78", "X78", "X79", "X78")] == ["X78-0", "X78-1", "X79-0", "X78-2"]


# --- trains of 18CZ


def test_a_train_of_an_acquired_company_is_bought_from_whoever_acquired_it():
    """Also after that one was acquired itself; who buys it is the next to sell it."""
    game = Game.start("18CZ", NAMES, seed=1)
    context = Context(game.title, {}, {}, trains={"2b-0": "EKJ"})

    def acts(unit: str, **entry: Any) -> Action | None:
        return read(game, context, entity=unit, entity_type="corporation", price=10, **entry)

    for unit, target in (("BN", "EKJ"), ("SX", "BN")):
        merge = acts(unit, type="buy_corporation", corporation=target)
        assert merge == Merge("", unit, target, 10)
    sellers = [acts(unit, type="buy_train", train="2b-0") for unit in ("NWB", "ATE")]

    assert sellers == [BuyTrain("", "NWB", "2b", "SX", 10), BuyTrain("", "ATE", "2b", "NWB", 10)]


def test_a_card_is_bought_by_the_side_that_is_up():
    """The record names the side where the bank sells it, and no more; turned, it is another one."""
    game = Game.start("18CZ", NAMES, seed=1)
    context = Context(game.title, {}, {})

    def acts(kind: str, unit: str, **entry: Any) -> Action | None:
        more = {"price": 10, "train": "3d-0", "entity_type": "corporation", **entry}
        return read(game, context, type=kind, entity=unit, **more)

    assert acts("buy_train", "BN", variant="3+3d") == BuyTrain("", "BN", "3+3d", DEPOT, 10)
    assert acts("buy_train", "SX") == BuyTrain("", "SX", "3+3d", "BN", 10)
    assert acts("swap_train", "SX") == TurnTrain("", "SX", "3+3d", "3Ed")
    assert acts("buy_train", "PR") == BuyTrain("", "PR", "3Ed", "SX", 10)


@pytest.mark.parametrize(("train", "runs"), [("3Ed", True), ("", False)])
def test_an_empty_run_stands_for_nothing_where_there_is_nothing_to_run(train: str, runs: bool):
    """It happens by itself here; where a train could run it is what was decided."""
    tiles = {"A8": "8896 4", "D5": "14 0", "D3": "57 1"}
    built = company("SX", "j", **tiles).tokens(A8="SX.0", D5="SX.0").trains(SX=train)
    game = built.company("SX", "run" if train else "lay")
    run = read(
        game,
        Context(game.title, {}, {}),
        type="run_routes",
        entity="SX",
        entity_type="corporation",
        routes=[],
    )

    assert (run is not None) is runs


# --- trains and supporters of 18Mag


def test_an_empty_run_of_a_minor_without_a_train_happens_by_itself():
    """Where a train could run it is what was decided."""
    idle = HungarianBuilder(3).tiles(E10="57 2").trains(n3="").minor("3")

    def run(game: Game, minor: str) -> Action | None:
        named = {"entity": minor, "entity_type": "minor", "routes": []}
        return read(game, Context(game.title, {}, {}), type="run_routes", **named)

    assert run(idle, "3") is None
    assert run(east(), "12") == RunTrains("ann", "12", (), ())


def test_the_trains_that_minors_begin_with_are_numbered_as_they_are_drafted():
    """Shares bring none; who bought none of a rail car that is not known is told so."""
    game = Game.start("18Mag", NAMES, (), seed=4)
    context = Context(game.title, {"7": "ann"}, {"G&C": "GC"})
    for paper in ({"minor": "3"}, {"corporation": "G&C"}, {"company": "KK"}, {"minor": "5"}):
        drafted = read(game, context, type="bid", entity=7, entity_type="player", price=0, **paper)
        assert isinstance(drafted, Draft)

    assert context.trains == {"2-0": "3", "2-1": "5"}
    with pytest.raises(Malformed) as error:
        read(game, context, type="special_buy", entity="3", entity_type="minor", description="A Bridge")
    assert (error.value.key, error.value.values) == ("unknown_purchase", {"text": "A Bridge"})


def test_a_train_made_longer_is_called_by_its_type():
    assert [dialect("18Mag").train(name) for name in ("2+2", "3")] == ["2", "3"]


def test_a_supporter_who_is_not_needed_has_no_part_in_a_run():
    """He was called, and the train goes no farther than it may."""
    game = east()
    best = next(one for one in game.choices if isinstance(one, RunTrains) and not one.using)
    call = entry("MA", "choose_ability", choice="3")

    assert read_again(game, [call, *written(game, [best])]) == [best]


@pytest.mark.parametrize(
    ("owner", "in_turn", "timely"),
    [("ann", "3", True), ("ann", "", True), ("ann", "1", False), ("bob", "1", True)],
)
def test_a_supporter_helps_in_the_turn_of_the_minor_that_is_named(owner: str, in_turn: str, timely: bool):
    """If that is one of the supporter's owner at all."""
    built = HungarianBuilder(3, "supporters").owns("ann", "n1", "n3")
    game = built.each("owners", {"KK": owner}).minor("3")
    call = {"type": "buy_train", "entity": "KK", "minor_in_turn": in_turn}

    assert dialect("18Mag").timely(Context(game.title, {}, {}), game, call) is timely


# --- calls of supporters


def entries(text: str) -> list[dict[str, Any]]:
    """``3:pass KK:buy_train``: who acts, a minor by its number or a supporter, and how."""
    made = []
    for word in text.split():
        who, _, kind = word.partition(":")
        kind, _, tokener = kind.partition(">")
        entry = {"entity": who, "entity_type": "minor" if who.isdigit() else "company", "type": kind}
        made.append({**entry, **({"tokener": tokener} if tokener else {})})
    return made


@pytest.mark.parametrize(
    ("text", "minors"),
    [
        ("2:pass MA:choose_ability 3:run_routes", ["3"]),
        ("2:pass 3:pass KK:buy_train 4:lay_tile", ["3"]),
        ("3:run_routes MA:choose_ability KK:buy_train 4:lay_tile", ["3", "3"]),
        ("3:pass MA:choose_ability FJ:place_token>5 4:lay_tile", ["5", "5"]),
        ("3:pass MA:choose_ability", [""]),
        ("KK:buy_train 4:lay_tile", [""]),
    ],
)
def test_a_supporter_is_called_in_the_turn_of_the_minor_that_is_helped(text: str, minors: list[str]):
    """A train is bought after what the minor did, a token names it, and anything else comes before what it does."""
    marked = [entry["minor_in_turn"] for entry in annotated(entries(text)) if "minor_in_turn" in entry]

    assert marked == minors


def test_who_owes_nothing_pays_nothing_back():
    """Whatever a record says of a debt."""
    game = Game.start("18CZ", NAMES, seed=1)
    paid = {"type": "special_buy", "entity": 7, "entity_type": "player", "description": "Payoff all debt"}
    repaid = read(game, Context(game.title, {"7": "ann"}, {}), **paid)

    assert repaid is not None
    assert notation.write(repaid) == "repay 0"
