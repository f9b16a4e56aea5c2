"""Turns of Václav's companies in 18CZ for two: who decides, who pays, what they earn, and their trains."""

from collections.abc import Iterator

import pytest

from engine.events import TrainBought, TrainRusted
from engine.game import Game
from engine.state import DEPOT, POOL
from tests.games.t18cz.czech import VACLAV, Builder, after, legal, paid, refused

TO_KLADNO = {"D5": "57 1", "D7": "9 1", "D9": "8 5", "E10": "57 2"}
"""Track from the home of Václav's small company to another city."""


# --- track and tokens


@pytest.mark.rule("CZ-D-63.12")
def test_tokens_of_vaclavs_companies_are_free():
    """A second token costs nothing; the third would not either."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").company("EKJ", "token")

    assert legal(game, "token EKJ E10 0")
    assert paid(game, after(game, "token EKJ E10 0"), "EKJ", VACLAV) == (0, 0)
    assert game.state.tokens_left["EKJ"] == (0, 0)


@pytest.mark.rule("CZ-D-63.13")
def test_vaclav_pays_for_track_with_money_he_has_not():
    """A mountain costs him 40 and his company nothing; a player's company without money does not build there."""
    his, hers = Builder(2), Builder(2, seed=12345).holds("ann", EKJ=50)
    game, poor = (made.tiles(D5="57 0").phase("b").company("EKJ") for made in (his, hers))

    assert paid(game, after(game, "lay EKJ C6 4 0"), VACLAV, "EKJ", "bank") == (-40, 0, 40)
    assert refused(poor, "lay EKJ C6 4 0").key == "terrain_cost"


# --- who decides for them

TRACK, TOKENS = {"EKJ": 0, "BTE": 1, "BY": 0}, {"EKJ": 1, "BTE": 0, "BY": 1}
"""The places in turn order of who lays track and who places tokens."""


@pytest.mark.rule("CZ-D-63.14")
@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
@pytest.mark.parametrize("unit", TRACK)
def test_one_player_lays_track_and_the_other_places_tokens(unit: str, order: tuple[str, str]):
    """The first in turn order lays for small and large companies, the second for the medium one."""
    made = Builder(2).vaclavs("BTE", "BY").tiles(**TO_KLADNO, D3="5 3", F3="8898 4").phase("d")
    made.tokens(F3="BY.0").change(order=order)

    assert made.company(unit).pos.awaited == (order[TRACK[unit]],)
    assert made.company(unit, "token").pos.awaited == (order[TOKENS[unit]],)


@pytest.mark.rule("CZ-D-63.14")
def test_neither_does_what_is_the_others():
    """Ann lays a tile and leaves the token to bob, who lays none; he does not act before her."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").company("EKJ")
    left = after(game, "pass")

    assert legal(game, "lay EKJ F11 4 2", "ann") is legal(left, "token EKJ E10 0", "bob") is True
    assert refused(game, "lay EKJ F11 4 2", "bob").key == "not_your_turn"
    assert refused(game, "token EKJ E10 0", "bob").key == refused(game, "pass", "bob").key == "not_your_turn"
    assert refused(game, "token EKJ E10 0", "ann").key == "wrong_step"
    assert refused(left, "token EKJ E10 0", "ann").key == "not_your_turn"


@pytest.mark.rule("CZ-D-63.14")
def test_its_trains_run_once_its_token_is_decided_about():
    """Until bob has placed one or passed nothing else is open to anybody."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").trains(EKJ="2a").company("EKJ", "token")

    assert {one.verb for one in game.choices} == {"token", "pass"}


@pytest.mark.rule("CZ-D-63.14", "CZ-D-63.15")
@pytest.mark.parametrize("line", ["lay EKJ F11 4 2", "pass"])
def test_a_refusal_in_its_turn_cites_who_decides_for_it(line: str):
    """Not that its director alone decides, for that is Vaclav."""
    game = Builder(2).tiles(**TO_KLADNO).phase("b").company("EKJ")

    assert refused(game, line, "bob").clauses == ("CZ-D-63.14", "CZ-D-63.15")


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_runs_its_trains(player: str):
    """Both are awaited, and whoever comes first decides."""
    game = Builder(2).tiles(**TO_KLADNO).trains(EKJ="2b").phase("b").company("EKJ", "run")

    assert game.pos.awaited == ("ann", "bob")
    assert legal(game, "run EKJ - 2b:D5.0-D7-D9-E10.0", player)
    assert [offer.action.actor for offer in game.choices.offers] == ["ann", "bob"]


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_lays_its_red_home_tile(player: str):
    """The rest of the track is the first player's again."""
    game = Builder(2).vaclavs("BY").phase("d").company("BY", "")

    laid = game.play(game.read("home BY F3 3", player))

    assert laid.pos.awaited == ("ann",)
    assert legal(game, "home BY F3 3", player)


@pytest.mark.rule("CZ-D-63.15")
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_either_player_chooses_between_two_cities(player: str):
    """ATE is Václav's, and its home is green already."""
    game = Builder(2).vaclavs("ATE").tiles(B9="8885 0").phase("d").company("ATE", "")

    assert game.pos.awaited == ("ann", "bob")
    assert legal(game, "settle ATE B9 1", player)


# --- what they earn


def earning(*options: str) -> Game:
    """Václav's company has run for 40; ann holds a quarter."""
    made = Builder(2, *options).tiles(**TO_KLADNO).trains(EKJ="2b").holds("ann", EKJ=25).holds("bob", VBW=50)
    return made.phase("b").company("EKJ", "run", (5, 1))


@pytest.mark.rule("CZ-D-63.16")
def test_everything_is_paid_out_and_vaclav_gets_his_part():
    """Of 40 he gets 20 and ann 10; nobody is asked, and the price goes right."""
    game = earning()

    ran = after(game, "run EKJ - 2b:D5.0-D7-D9-E10.0")

    assert paid(game, ran, VACLAV, "ann", "EKJ") == (20, 10, 0)
    assert (game.pos.price("EKJ"), ran.pos.price("EKJ")) == (50, 55)
    assert ran.pos.unit != "EKJ"


@pytest.mark.rule("CZ-VIII.8.14")
def test_a_company_of_vaclavs_that_earns_nothing_falls():
    """It has no route: from 50 to 40."""
    game = Builder(2).holds("bob", VBW=50).phase("b").company("EKJ", number=(5, 1))

    passed = after(game, "pass")

    assert (game.pos.price("EKJ"), passed.pos.price("EKJ")) == (50, 40)


# --- trains


def last_turn(number: tuple[int, int], card: str, phase: str, **trains: str) -> Game:
    """A player's company is the last one to act in an operating round."""
    made = Builder(2).vaclavs("BTE").holds("ann", VBW=50, NWB=60).prices(VBW=45)
    made.trains(**{"EKJ": "2b", "BTE": "2+2b", "VBW": "3c 3c", "NWB": "2+2c 3+3d", **trains})
    return made.phase(phase).depot(card).company("VBW", "lay", number)


def gone(game: Game) -> Iterator[tuple[str, str]]:
    return ((event.train, event.why) for event in game.events if isinstance(event, TrainRusted))


@pytest.mark.rule("CZ-D-63.18")
def test_vaclavs_companies_get_new_trains_after_a_set():
    """The old ones leave the game, the pool included; nothing is exported."""
    game = last_turn((3, 1), "3c", "c")

    ended = after(game, "pass")

    assert ended.pos.frame.kind == "stock"
    assert {unit: ended.state.trains[unit] for unit in ("EKJ", "BTE")} == {"EKJ": ("3c",), "BTE": ("2+2c",)}
    assert list(gone(ended)) == [("2b", "replaced"), ("2+2b", "replaced")]
    assert TrainBought("EKJ", "3c", 0, DEPOT) in ended.events
    assert (ended.state.depot["3c"], ended.state.trains.get(POOL)) == (2, None)


@pytest.mark.rule("CZ-D-63.18")
@pytest.mark.parametrize("number", [(5, 1), (8, 3)])
def test_they_keep_their_trains_otherwise(number: tuple[int, int]):
    """Not between the rounds of a set, and not after the last one."""
    ended = after(last_turn(number, "3c", "c"), "pass")

    assert (ended.state.trains["EKJ"], ended.state.depot["3c"]) == (("2b",), 4)


@pytest.mark.rule("CZ-D-63.19")
def test_a_train_given_to_them_counts_as_sold():
    """Their new trains begin phase e and rust what a 4 rusts; then a player returns what is above the new limit."""
    game = last_turn((4, 1), "4e", "d", VBW="3c 3d 3d", NWB="2a 2b 3+3d")

    ended = after(game, "pass")

    assert ended.pos.phase.name == "e"
    assert ended.state.trains["NWB"] == ("3+3d",)
    assert (ended.pos.frame.kind, ended.pos.acting, ended.pos.awaited) == ("train_limit", "VBW", ("ann",))
    assert after(ended, "discard VBW 3c").pos.frame.kind == "stock"


@pytest.mark.rule("CZ-D-63.6")
def test_vaclav_cannot_win():
    """The game ends with the totals of the two players; his own is only shown."""
    over = after(last_turn((8, 3), "5j", "j", VBW="5j", NWB="5+5j"), "pass")
    (end,) = [event for event in over.events if hasattr(event, "scores")]

    assert set(end.scores) == {"ann", "bob"}
    assert over.pos.worth(VACLAV) > 0
