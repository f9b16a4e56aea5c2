"""What the steps of 18xx.games wait for in 1844, which the passes of a written game must leave."""

import pytest

from engine.actions import LayTile, RunTrains, Sell
from engine.events import Counted
from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.share_book import ShareBook
from engine.peer18xx.t1844.written import WRITING
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import RecordedTurn
from engine.state import POOL
from tests.games.t1844.lines import board, line
from tests.games.t1844.swiss import Builder
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
