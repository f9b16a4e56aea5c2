"""What the steps of 18xx.games wait for in 18Mag, which the passes of a written game must leave."""

import pytest

from engine.actions import Action, Draft, LayTile, PlaceToken, Route, RunTrains
from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.t18mag.written import WRITING, _description
from engine.peer18xx.turn_walk import TurnWalk
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import RecordedTurn, Untold
from engine.scratch import Scratch
from engine.state import POOL
from engine.titles.t18mag.supporters import Call
from engine.titles.t18mag.track import Prepay
from tests.engine.peer18xx.both_ways import writer_at
from tests.games.t18mag.builders import Builder, opening


def waiting(game: Game) -> bool:
    """Whether the track step waits there."""
    (track,) = (step for step in WRITING.steps if LayTile in step.verbs)
    return track.waits(game.pos, RecordedTurn(game.pos.unit, game.pos.frame.number))


def laid(phase: str, *, owner: str = "ann", cash: int = 0) -> Game:
    """Minor 3 has laid a tile; the given player has Sina, who gives promotions."""
    table = Builder(3, "supporters").phase(phase).owns("ann", "n3").cash(n3=cash).trains(n3="2")
    table.each("owners", {"GSvS": owner})
    game = table.minor("3")
    lay = next(one for one in game.choices if isinstance(one, LayTile) and one.using != "GSvS")
    return game.play(lay)


@pytest.mark.parametrize(("phase", "waits"), [("yellow", False), ("green", True), ("brown", True)])
def test_the_track_step_waits_for_the_promotion_that_sina_gives(phase: str, waits: bool):
    """Whether it leads anywhere or not, as soon as there are green tiles."""
    assert waiting(laid(phase)) is waits


def test_the_track_step_waits_for_a_second_tile_that_can_be_paid():
    """Another player's supporter gives nothing."""
    assert waiting(laid("green", owner="bob", cash=10))
    assert not waiting(laid("green", owner="bob", cash=9))


@pytest.mark.parametrize(
    ("cash", "owner", "used", "kept"),
    [(20, "ann", (), True), (19, "ann", (), False), (20, "ann", ("DDSG",), False), (20, "bob", (), False)],
)
def test_the_token_step_waits_for_the_half_that_a_supporter_pays(
    cash: int, owner: str, used: tuple[str, ...], kept: bool
):
    """Only the director's own, who has not helped in this round; 40 are enough for anybody."""
    table = Builder(3, "supporters").owns("ann", "n3").tiles(E10="57 2", D9="57 2").extra(used=used)
    table.each("owners", {"DDSG": owner})
    (step,) = (one for one in WRITING.steps if PlaceToken in one.verbs)

    def waits(cash: int) -> bool:
        game = table.cash(n3=cash).minor("3")
        return step.waits(game.pos, RecordedTurn("3", game.pos.frame.number))

    assert waits(cash) is kept
    assert waits(40)


def test_the_token_step_does_not_wait_where_all_tokens_are_placed():
    """Whoever would pay for another."""
    table = Builder(3, "supporters").owns("ann", "n3").tiles(E10="57 2", D9="57 2").cash(n3=500)
    game = table.each("owners", {"DDSG": "ann"}).minor("3")
    scratch = Scratch.upon(game.pos)
    scratch.put("tokens_left", "3", ())
    (step,) = (one for one in WRITING.steps if PlaceToken in one.verbs)

    assert not step.waits(scratch.now, RecordedTurn("3", game.pos.frame.number))


@pytest.mark.parametrize(
    ("phase", "car", "name"),
    [
        ("yellow", "RABA", "+20 Offboard Bonus [RABA]"),
        ("brown", "RABA", "+30 Offboard Bonus [RABA]"),
        ("green", "GC", "Plus Train Upgrade [G&C]"),
        ("green", "SNW", "Mine Access [SNW]"),
    ],
)
def test_rail_cars_are_called_as_they_are_there(phase: str, car: str, name: str):
    """By what they do and who sells them; the bonus by how much it is in the phase."""
    assert _description(Builder(3).phase(phase).minor("3").pos, car) == name


def test_two_rail_cars_of_one_seller_have_one_name():
    """On the map for two the RABA sells both."""
    pos = Game.start("18Mag", ("ann", "bob"), (), 1).pos

    assert {_description(pos, car) for car in ("bonus", "plus")} == {
        "+20 Offboard Bonus / Train Upgrade [RABA]"
    }


def test_both_rail_cars_of_one_seller_are_bought_once():
    """There they are one thing, whichever of the two a train uses."""
    game, dialect = Builder(2).trains(n1="2").minor("n1", "run"), dialect_of("18Mag")
    assert dialect is not None
    writer = Writer(game.setup, dialect)
    writer.game = game
    writer.trains.receive("1", "2-7", "2")
    route = Route("2", ("E10.0", "C6.0"))
    WRITING.verbs[RunTrains](writer, RunTrains("ann", "1", ("bonus", "plus"), (route,)))

    assert [entry["type"] for entry in writer.entries] == ["special_buy", "run_routes"]


def promoted(hex_: str, old: str, new: str, using: str) -> Writer:
    """A writer of the lay that promotes a yellow city, of which there are seven."""
    game = Builder(3, "supporters").phase("green").tiles(**{hex_: f"{old} 1"}).minor("3")
    dialect = dialect_of("18Mag")
    assert dialect is not None
    writer = Writer(game.setup, dialect)
    writer.game = game
    writer.tiles.lay(hex_, old)
    WRITING.verbs[LayTile](writer, LayTile("ann", "3", hex_, new, 1, using))
    return writer


def test_a_yellow_city_that_sina_promotes_on_a_k_hex_is_laid_nowhere_again():
    """There it keeps the label of that hex: another copy is laid, and without one the file ends."""
    writer = promoted("H27", "6", "236", "GSvS")

    laid = [writer.tiles.lay(hex_, "6") for hex_ in ("B17", "C8", "C16", "E10", "F23", "G16")]
    assert laid == [f"6-{number}" for number in range(1, 7)]
    with pytest.raises(Untold) as error:
        writer.tiles.lay("H5", "6")
    assert (error.value.key, error.value.refusal.values) == ("untold_tile", {"tile": "6"})


@pytest.mark.parametrize(
    ("hex_", "new", "using"), [("H27", "236", ""), ("H5", "14", "GSvS"), ("H27", "236", "other")]
)
def test_a_yellow_city_promoted_otherwise_is_laid_again(hex_: str, new: str, using: str):
    """By the minor itself, which takes the label off, or where there is none."""
    writer = promoted(hex_, "6", new, using)

    laid = [writer.tiles.lay(hex_, "6") for hex_ in ("B17", "C8", "C16", "E10", "F23", "G16", "H17")]
    assert laid[-1] == "6-0"


def test_a_bare_hex_with_a_label_spoils_nothing():
    """What Sina might lay there replaces no tile."""
    writer = promoted("H5", "6", "14", "")
    WRITING.verbs[LayTile](writer, LayTile("ann", "3", "I2", "236", 1, "GSvS"))

    assert writer.tiles.spoilt == set()


PLAIN, ONE_MORE = Route("2", ("E10.0", "E12.0")), Route("2", ("E10.0", "F9.0", "E12.0"))
TWO_MORE = Route("2", ("E10.0", "F9.0", "E12.0", "E14.0"))


@pytest.mark.parametrize(
    ("using", "routes", "helped"),
    [
        (("MA",), (ONE_MORE, PLAIN), 0),
        (("MA",), (PLAIN, ONE_MORE), 1),
        (("GC", "MA"), (TWO_MORE, ONE_MORE), 1),
        (("GC", "MA"), (PLAIN, TWO_MORE), 1),
        (("MA",), (PLAIN, Route("2", ("E12.0", "E10.0"))), 0),
    ],
)
def test_the_train_held_longest_runs_to_one_more_town(
    using: tuple[str, ...], routes: tuple[Route, ...], helped: int
):
    """There MA's help goes to the first train of the type; what visits more than one more town is a plus-train's."""
    table = Builder(3, "supporters").tiles(E10="14 2", F9="3 3", E14="57 0").phase("green").owns("ann", "n4")
    game = table.trains(n4="2 2").each("owners", {"MA": "ann"}).minor("4", "run")
    dialect = dialect_of("18Mag")
    assert dialect is not None
    writer = Writer(game.setup, dialect)
    writer.game = game
    for name in ("2-7", "2-3"):
        writer.trains.receive("4", name, "2")
    WRITING.verbs[RunTrains](writer, RunTrains("ann", "4", using, routes))

    *_, called, run = writer.entries
    assert (called["entity"], called["choice"]) == ("MA", "2")
    assert run["routes"][helped]["train"] == "2-7"
    assert run["routes"][1 - helped]["train"] == "2-3"


def test_two_shares_of_one_company_that_are_drafted_go_to_the_end_of_the_pool():
    """The director's certificate is taken for both; the next to be bought is the third."""
    game, actions = opening(5), list[Action]()
    while game.pos.percent("ann", "RABA") < 20:
        wanted = [one for one in game.choices if isinstance(one, Draft)]
        own = game.pos.acting == "ann"
        actions.append(next((one for one in wanted if own == (one.certificate == "RABA")), wanted[0]))
        game = game.play(actions[-1])
    writer = writer_at(opening(5))
    writer.write(actions)

    assert writer.shares.of("RABA", "ann") == ["RABA.0"]
    assert writer.shares.of("RABA", POOL) == [f"RABA.{number}" for number in (3, 4, 5, 6, 7, 8, 1, 2)]


@pytest.mark.parametrize("action", [Call("ann", "3", "FJ"), Prepay("ann", "3")])
def test_who_pays_terrain_beforehand_is_called_while_laying(action: Action):
    """There the track step is over where nothing more could be laid; others may be called in every step."""
    pos = Builder(3, "supporters").minor("3").pos
    walk = TurnWalk(WRITING.steps, lambda _step: None)
    walk.begin(pos)

    def late(action: Action, left: int) -> bool:
        walk.turn.left = left
        return walk.is_past(WRITING.needs(pos, action), power=True)

    assert [late(action, left) for left in (0, 1)] == [False, True]
    assert [late(Call("ann", "3", "SMFvR"), left) for left in (1, 5, 6)] == [False, False, True]
