"""What the steps of 18xx.games wait for in 1844, which the passes of a written game must leave."""

import pytest

from engine.actions import Acquire, BuyTrain, LayTile, RunTrains, Sell
from engine.events import Counted, RoundBegan
from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.share_book import ShareBook
from engine.peer18xx.t1844.written import WRITING
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import RecordedTurn, Untold
from engine.position import Position
from engine.scratch import Scratch
from engine.state import POOL
from tests.engine.peer18xx.both_ways import entries, played, writer_at
from tests.games.t1844.lines import board, line
from tests.games.t1844.swiss import Builder, until
from tests.games.t1844.test_destinations import rhb
from tests.games.t1844.test_emergency import table as emergency
from tests.games.t1844.test_sbb import before, formed
from tests.games.t1844.test_sbb_shares import table


def waiting(game: Game) -> bool:
    """Whether the track step waits there."""
    (track,) = (step for step in WRITING.steps if LayTile in step.verbs)
    return track.waits(game.pos, RecordedTurn(game.pos.unit, game.pos.frame.number))


def to_strasbourg(unit: str, track: dict[str, tuple[str, int]]) -> bool:
    """Whether the run step waits for a company at a town, with a 3-train."""
    pos = board(track, {"C10": f"{unit}.0"}, {unit: "3"}, "1")
    (run,) = (step for step in WRITING.steps if RunTrains in step.verbs)
    return run.waits(pos, RecordedTurn(unit))


@pytest.mark.rule("CH-CO.R.6")
def test_the_run_step_waits_where_a_token_is_joined_to_a_stop_that_is_open():
    """A regional company runs to no red area; a town beyond is a stop for everybody."""
    red, town = line("B11 C10:c D9"), line("B11 C10:c D9:t E8")

    assert [to_strasbourg(unit, red) for unit in ("FNM", "JN")] == [True, False]
    assert [to_strasbourg(unit, town) for unit in ("FNM", "JN")] == [True, True]


def laid(owner: str, treasury: int) -> Game:
    """NOB, whose director is ann, has laid its tile in phase 3; the given player has P2."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").tiles(D19="57 0", E18="57 0")
    built = built.tokens(D19="NOB.0").trains(NOB="2").cash(NOB=treasury).phase("3")
    game = built.privates(P2=owner).company("NOB")
    return game.play(next(one for one in game.choices if isinstance(one, LayTile) and not one.using))


@pytest.mark.parametrize(
    ("owner", "treasury", "waits"), [("ann", 0, True), ("bob", 0, False), ("bob", 1, True)]
)
def test_the_track_step_waits_for_the_tile_of_a_private_that_could_be_bought(
    owner: str, treasury: int, waits: bool
):
    """The director's own even where the treasury is empty."""
    assert waiting(laid(owner, treasury)) is waits


def test_before_companies_may_buy_privates_none_could_bring_another_tile():
    """Neither the director's own nor anybody else's."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").cash(NOB=500).phase("1")
    early = built.privates(P2="ann").tiles(D19="57 0", E18="57 0").tokens(D19="NOB.0").company("NOB")
    first = next(one for one in early.choices if isinstance(one, LayTile) and not one.using)

    assert waiting(early)
    assert not waiting(early.play(first))


def test_only_who_begins_an_auction_is_waited_for():
    """Before anybody has bid; in a stock round this waits for nobody."""
    opening = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    bid = opening.play(opening.read("bid P1 80"))

    assert [WRITING.awaited(game.pos) for game in (opening, bid)] == [True, False]
    assert not WRITING.awaited(Builder().sr("ann").pos)


def test_a_poor_player_is_waited_for_only_before_a_company_is_founded():
    """And only the one who begins: the next is asked there once somebody has bid."""
    scratch = Scratch.upon(Game.start("1844", ("ann", "bob", "cy"), seed=1).pos)
    scratch.put("pars", "FNM", 80)
    assert not WRITING.awaited(scratch.now)

    scratch.drop("pars", "FNM")
    assert [WRITING.awaited(scratch.now)] == [True]
    scratch.set_frame(queue=("bob", "cy", "ann"))
    assert not WRITING.awaited(scratch.now)


def step_waits(verb: type, pos: Position, unit: str) -> bool:
    """Whether the step of a verb waits for a unit there."""
    (step,) = (one for one in WRITING.steps if verb in (*one.verbs, *one.also))
    return step.waits(pos, RecordedTurn(unit, (3, 1)))


def three(cash: int, phase: str = "3", **trains: str) -> Builder:
    """Ann directs FNM, which is regional, and NOB, which is not; bob the BLS."""
    built = Builder().holds("ann", FNM=60, NOB=50).holds("bob", BLS=60).prices(FNM=100, NOB=80, BLS=90)
    built = built.operated("FNM", "NOB", "BLS").cash(FNM=cash, NOB=cash, BLS=0, ann=0)
    return built.trains(**trains).phase(phase)


@pytest.mark.parametrize(
    ("phase", "cash", "owner", "waits"),
    [
        ("3", 1, "bob", True),
        ("3", 0, "bob", False),
        ("3", 1, "BLS", False),
        ("2", 1, "bob", False),
        ("3", 0, "ann", True),
        ("3", 0, "FNM", True),
        ("2", 0, "FNM", False),
    ],
)
def test_the_step_of_privates_waits_for_one_to_buy_or_for_the_special_line(
    phase: str, cash: int, owner: str, waits: bool
):
    """The company or its director could lay the line; a company that may own none waits for nothing."""
    pos = three(cash, phase).privates(P4=owner).company("FNM").pos

    assert step_waits(Acquire, pos, "FNM") is waits
    assert not step_waits(Acquire, pos, "NOB")


@pytest.mark.parametrize(("player", "waits"), [("ann", True), ("bob", False)])
def test_the_step_of_privates_waits_for_the_train_eva(player: str, waits: bool):
    """While the director has it to give away."""
    pos = three(0).extra(eva=player).company("FNM").pos

    assert step_waits(Acquire, pos, "FNM") is waits
    assert not step_waits(Acquire, pos, "NOB")


@pytest.mark.parametrize(("player", "waits"), [("ann", True), ("bob", False)])
def test_the_sbb_waits_for_the_special_line_and_for_no_private(player: str, waits: bool):
    """It has 400 and may own none."""
    pos = formed(before().privates(P4=player).tokens(D19="NOB.0")).pos

    assert step_waits(Acquire, pos, "SBB") is waits


@pytest.mark.parametrize(
    ("phase", "cash", "train", "other", "waits"),
    [
        ("2", 70, "3", "", True),
        ("2", 69, "3", "3", False),
        ("3", 150, "3", "", True),
        ("3", 149, "3", "", False),
        ("3", 1, "3", "3", True),
        ("3", 0, "3", "3", False),
        ("3", 0, "", "", True),
    ],
)
def test_the_train_step_waits_for_a_train_that_can_be_paid(
    phase: str, cash: int, train: str, other: str, waits: bool
):
    """By the cheapest side left, by any money once companies trade, and by the director of one without a train."""
    pos = three(cash, phase, FNM=train, BLS=other).company("FNM").pos

    assert step_waits(BuyTrain, pos, "FNM") is waits


@pytest.mark.parametrize(("brought", "waits"), [("", False), ("4H", True)])
def test_the_train_step_waits_for_no_train_that_the_sbb_keeps(brought: str, waits: bool):
    """The one printed on its charter is not for sale, however much money there is; one that came to it is."""
    pos = until(formed(before(NOB=brought).cash(FNM=1)), lambda game: game.pos.unit == "FNM").pos

    assert len(pos.trains("SBB")) == 1 + waits
    assert step_waits(BuyTrain, pos, "FNM") is waits


def test_after_the_tile_of_a_private_the_track_step_waits_for_nothing():
    """Whoever owns it, and whatever money there is."""
    game = laid("ann", 500)
    scratch = Scratch.upon(game.pos)
    scratch.change(used=("P2",))

    assert not step_waits(LayTile, scratch.now, "NOB")


# --- where a file stops


@pytest.mark.parametrize(
    ("price", "sells", "why"),
    [
        (57, True, "untold_price"),
        (58, True, ""),
        (137, True, ""),
        (138, True, "untold_price"),
        (57, False, ""),
    ],
)
def test_what_a_share_was_sold_for_is_all_but_spent_on_anothers_train(price: int, sells: bool, why: str):
    """The FNM has 50 and ann 7, or 87 with a share: with what was there before the last sale none was needed."""
    game = emergency(RhB="4").company("FNM", "train")
    writer = writer_at(game)
    writer.write(played(game, *(["sell BLS 10"] if sells else []), f"train FNM 4 RhB {price}"))

    assert (writer.stop.why.key if writer.stop else "") == why


@pytest.mark.parametrize(("treasury", "why"), [(179, "untold_price"), (180, "")])
def test_who_could_pay_the_printed_price_spends_what_it_will(treasury: int, why: str):
    """The train of the RhB is a 3 for 180; a share was sold for the 4 of the bank."""
    game = emergency(RhB="3", treasury=treasury).company("FNM", "train")
    writer = writer_at(game)
    writer.write(played(game, "sell BLS 10", "train FNM 3 RhB 100"))

    assert (writer.stop.why.key if writer.stop else "") == why


def test_a_train_at_its_printed_price_costs_that_whatever_was_sold():
    """The BLS is bob's, and its train a 3 for 180; without the share sold last the FNM and ann would have 186."""
    game = emergency("trade_consent=off", BLS="3", treasury=179).company("FNM", "train")
    writer = writer_at(game)
    writer.write(played(game, "sell BLS 10", "train FNM 3 BLS 180"))

    assert writer.stop is None


def test_a_train_of_the_bank_costs_what_it_costs():
    """Whatever was sold for it."""
    game = emergency().company("FNM", "train")
    writer = writer_at(game)
    writer.write(played(game, "sell BLS 10", "train FNM 4 depot 300"))

    assert writer.stop is None


def begun(pos: Position, kind: str = "operating") -> str:
    """What stops a file as a round begins at a position."""
    writer = writer_at(Builder().sr("ann"))
    writer.reached = pos
    try:
        WRITING.told(writer, RoundBegan(kind, (7, 1)))
    except Untold as error:
        return f"{error.key} {error.refusal.values['unit']}"
    return ""


def test_a_file_stops_before_a_round_in_which_the_sbb_breaks_off():
    """Nobody directs it, or it has no token; a stock round goes on."""
    directed = formed(before().tokens(D19="NOB.0")).pos
    scratch = Scratch.upon(directed)
    for hex_ in directed.state.tokens:
        scratch.put("tokens", hex_, tuple(one for one in directed.state.tokens[hex_] if one.unit != "SBB"))
    orphan = Builder().formed().phase("5").sr("ann").pos

    assert [begun(pos) for pos in (directed, scratch.now, orphan)] == [
        "",
        "untold_token SBB",
        "untold_director SBB",
    ]
    assert begun(orphan, "stock") == ""
    assert begun(Builder().sr("ann").pos) == ""


def test_the_special_line_of_a_stock_round_pays_a_destination_there():
    """The company that has reached it is named with it, though nobody is in turn; in a turn the unit in turn is."""
    told = [entries(game, [game.read("furka", "bob")])[-1] for game in (rhb().sr("cy"), rhb().company("RhB"))]

    for entry in told:
        (part,) = entry["auto_actions"]
        assert (part["entity"], part["corporations"]) == ("RhB", ["RhB"])


@pytest.mark.parametrize(("treasury", "passes"), [(1, 1), (0, 0)])
def test_a_track_step_that_waits_is_left_by_a_pass(treasury: int, passes: int):
    """With money for P2 a company that has laid its tile could buy it, and lay another."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").tiles(D19="57 0", E18="57 0")
    built = built.tokens(D19="NOB.0").trains(NOB="2").cash(NOB=treasury).phase("3").privates(P2="bob")
    game = built.company("NOB")
    lay = next(one for one in game.choices if isinstance(one, LayTile) and not one.using)
    run = next(one for one in game.play(lay).choices if isinstance(one, RunTrains))
    told = [entry["type"] for entry in entries(game, [lay, run])]

    assert told == ["lay_tile", *["pass"] * passes, "run_routes"]


def test_money_for_a_destination_comes_after_the_track_step_is_over():
    """With the last tile NOB gets its capital; nothing could be bought before, so that the step is over there."""
    game = laid("bob", 90)
    dialect = dialect_of("1844")
    assert dialect is not None
    writer = Writer(game.setup, dialect)
    writer.by_unit("lay_tile", "NOB")
    writer.walk.begin(game.pos)
    (track,) = (step for step in WRITING.steps if LayTile in step.verbs)
    assert track.waits(game.pos, writer.turn)

    WRITING.told(writer, Counted("destination", 200, "STB"))
    assert track.waits(game.pos, writer.turn)
    WRITING.told(writer, Counted("destination", 90, "NOB"))
    assert not track.waits(game.pos, writer.turn)
    assert writer.entries[0]["auto_actions"][0]["corporations"] == ["STB", "NOB"]


def test_money_for_a_destination_counts_from_the_next_action_on():
    """The RhB buys P1 with it, and could buy P2 for another tile: its track step waits again."""
    built = rhb().owns("ann", "P1", "P4").privates(P2="cy").cash(RhB=10).trains(RhB="2")
    game = built.company("RhB")
    lines = ("lay RhB G26 14 0", "furka", "acquire RhB P1 40", "run RhB - 2:G26.0-H25.0")
    told = [entry["type"] for entry in entries(game, played(game, *lines))]

    assert told == ["lay_tile", "choose_ability", "buy_company", "pass", "run_routes"]


def test_a_sale_names_the_sizes_that_came_to_the_pool():
    """Ann sells 10% of the SBB, and keeps her 5%; others of both sizes have lain in the pool before."""
    game, dialect = table("bob", bob=(1, 3), cy=(0, 4), ann=(1, 1)).sr("ann"), dialect_of("1844")
    assert dialect is not None
    (single, double) = sorted(game.pos.certificates("ann", "SBB"), key=lambda one: game.pos.share(one)[1])
    writer = Writer(game.setup, dialect)
    writer.game, writer.shares = game, ShareBook(game.pos)
    writer.write([Sell("ann", "SBB", 10)])

    assert writer.entries[0]["shares"] == [writer.share(double)]
    assert writer.shares.of("SBB", "ann") == [single]
    assert writer.shares.of("SBB", POOL)[-1] == double


def test_a_share_of_a_company_that_never_operated_is_sold_for_what_it_brought():
    """Nobody can do anything after this sale; the price falls from 45 to 35 as it ends the round."""
    built = Builder().holds("bob", BLS=20).holds("ann", director=False, BLS=10).holds("cy", NOB=50)
    built = built.prices(BLS=50, NOB=80).floated("BLS", "NOB").operated("NOB").cash(ann=0, bob=0, cy=0)
    game, dialect = built.sr("ann"), dialect_of("1844")
    assert dialect is not None
    writer = Writer(game.setup, dialect)
    writer.game, writer.shares = game, ShareBook(game.pos)
    writer.write([Sell("ann", "BLS", 10)])

    assert (writer.pos.frame.kind, writer.pos.price("BLS")) == ("operating", 35)
    assert writer.entries[0]["share_price"] == writer.pos.cash("ann") == 45
