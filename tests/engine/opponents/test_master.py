"""What a master sees that a journeyman does not: the end of the round, what others would pay, whom a lay serves."""

from typing import Any

import pytest

from engine import notation
from engine.actions import BuyTrain, LayTile, Par, Sell
from engine.game import Game
from engine.opponents import Journeyman, Master, master
from engine.opponents.forecast import Forecast
from engine.opponents.master import ACTION, WORK, Partner
from engine.routes import Looks
from engine.state import DEPOT
from tests.games.t18cz import czech
from tests.games.t1844 import swiss


def chosen(level: Any, game: Game) -> Any:
    """What a player of a level does at the seat that is awaited."""
    action = level(1, game.pos.awaited[0]).choose(game)
    assert action in game.choices
    return action


def test_a_unit_that_has_not_floated_waits_for_the_next_stock_round():
    """Once companies operate nobody can buy what it lacks: so much the less will it pay."""
    built = czech.Builder(3).holds("bob", SX=20).holds("ann", BCB=50).cash(bob=2000, BCB=500)
    buying = built.trains(BCB="3d").phase("d").sr("ann", 7).pos
    running = built.company("BCB", "lay", (7, 1)).pos
    forecast = Forecast(buying.title.insight, Looks(60))

    now, late = (forecast.prospects(pos, "SX", 6.0).dividends for pos in (buying, running))
    assert running.state.frames[0].kind == "operating"
    assert 0 < late < now / 2


def test_money_is_left_for_the_next_stock_round():
    """At the dearest price two companies leave less than a share costs; it would only count for shares at once."""
    game = czech.Builder(3).phase("a").cash(ann=245, bob=245, cy=245).sr("ann", 1)
    par = chosen(Master, game)

    assert isinstance(par, Par)
    assert par.price < 70


class Standings(Forecast):
    """Reckons nothing: how everybody stands is given."""

    def __init__(self, **known: float) -> None:
        super().__init__(czech.opening().title.insight, Looks(1))
        self.given = known

    def standing(self, pos: Any, player: str, left: float | None = None) -> float:
        """How a player was said to stand."""
        return self.given[player]


def margins(**known: float) -> list[float]:
    """What ann's margin is where nobody gains, where bob gains 10, where cy does."""
    pos = czech.Builder(3).phase("d").sr("ann", 7).pos
    gains: list[dict[str, float]] = [{}, {"bob": 10.0}, {"cy": 10.0}]
    more = [{name: worth + gain.get(name, 0.0) for name, worth in known.items()} for gain in gains]
    return [Standings(**one).margin(pos, "ann", 1.0) for one in more]


def test_what_any_rival_gains_is_lost_who_may_win():
    """Where both stand alike each counts half; who is far behind counts for nothing."""
    now, bob, cy = margins(ann=1000.0, bob=1000.0, cy=1000.0)
    assert now - bob == pytest.approx(5, abs=0.5)
    assert now - cy == pytest.approx(5, abs=0.5)
    now, bob, cy = margins(ann=1000.0, bob=1000.0, cy=200.0)
    assert now - bob > 9
    assert now - cy < 0.1


def asked(level: Any) -> tuple[Game, BuyTrain]:
    """The deal that a player thinks of: BN may buy one of ATE's two trains."""
    built = czech.Builder(3).holds("ann", BN=60).holds("bob", ATE=60, BCB=50).prices(BN=70, ATE=100, BCB=65)
    built = built.operated("BN", "ATE", "BCB").cash(BN=400, ATE=300, BCB=200).phase("d")
    built = built.tiles(E14="8890 0", E16="6 0").trains(ATE="3+3d 3+3d", BCB="3d")
    game, player = built.company("BN", "train", (5, 1)), level(1, "ann")
    player.choose(game)
    found = (one.action for one in player.thoughts if isinstance(one.action, BuyTrain))
    return game, next(one for one in found if one.seller == "ATE")


def test_the_other_side_of_a_deal_is_left_little():
    """A journeyman shares evenly what both sides gain, a master pays hardly more than what would be refused."""
    (game, even), (_, hard) = asked(Journeyman), asked(Master)

    assert hard.price < even.price
    assert chosen(Journeyman, game.play(hard)).verb == "accept"
    low = notation.write(BuyTrain("ann", "BN", hard.train, "ATE", hard.price - 30))
    assert chosen(Journeyman, game.play(game.read(low))).verb == "refuse"


def test_what_is_bought_later_in_the_round_is_thought_of():
    """With 330 one medium company leaves money for nothing, two small ones are worth more: begun with one."""
    built = czech.Builder(3).holds("ann", EKJ=50).holds("bob", OFE=50).holds("cy", VBW=50)
    built = built.prices(EKJ=80, OFE=80, VBW=80).operated("EKJ", "OFE", "VBW")
    built = built.trains(EKJ="3c", OFE="3c", VBW="3c").cash(
        EKJ=100, OFE=100, VBW=100, ann=330, bob=300, cy=300
    )
    game = built.phase("d").sr("ann", 6)
    quick, far = chosen(Journeyman, game), chosen(Master, game)

    assert isinstance(quick, Par)
    assert isinstance(far, Par)
    assert (game.pos.kind(quick.unit), game.pos.kind(far.unit)) == ("medium", "small")


def burden() -> Game:
    """Neither ATE nor ann, who directs it, can pay for the train that it must buy; bob holds as much of it."""
    built = czech.Builder(3).holds("ann", ATE=40, OFE=75).holds("bob", ATE=40, BN=60)
    built = built.prices(ATE=90, BN=90, OFE=65).cash(ann=20, bob=400, BN=300)
    return built.operated("ATE", "BN", "OFE").trains(BN="3+3d", OFE="4e").phase("e").sr("ann", 7)


def test_a_burden_is_left_to_somebody_else():
    """A journeyman never sells what he directs."""
    assert chosen(Master, burden()) == Sell("ann", "ATE", 40)
    assert chosen(Journeyman, burden()).verb == "pass"


@pytest.mark.parametrize(("percent", "thought"), [(10, True), (20, False)])
def test_a_company_that_earns_is_not_given_away(percent: int, thought: bool):
    """BLS has a train: a master sells of it what leaves it to him, and nothing by which bob would direct it."""
    built = swiss.Builder().holds("ann", BLS=50).holds("bob", director=False, BLS=40)
    built = built.prices(BLS=100).floated("BLS").phase("4").tiles(F11="57 2").tokens(F11="BLS.0")
    game = built.trains(BLS="4H").cash(BLS=100, ann=500).operated("BLS").sr("ann")
    player: Any = Master(1, "ann")
    player.choose(game)

    assert player._may_sell(Sell("ann", "BLS", percent)) == thought


@pytest.mark.parametrize(("kind", "most"), [(Journeyman, 8), (Partner, 1)])
def test_of_what_is_bought_for_a_hex_one_is_tried(kind: type[Journeyman], most: int):
    """Mountains at six places with three panels each differ little; who plays thoughts on tries one of them."""
    game = swiss.Builder().cash(ann=500).phase("3").sr("ann")
    player = kind(1, "ann")
    player.choose(game)
    places = [getattr(one.action, "hex", "") for one in player.thoughts if one.action.verb == "mountain"]

    assert 0 < len(places) <= most
    assert len(set(places)) == len(places)


def served(other: str) -> float:
    """What ann's lay on C8, where EKJ may go and BTE too, brings ann beside EKJ if somebody holds BTE."""
    built = czech.Builder(3).holds("ann", EKJ=75).holds(other, BTE=60).operated("EKJ", "BTE")
    built = built.tiles(D5="14 2", E4="3 2", C6="58 4", D3="5 5", E2="3 2").cash(EKJ=300, BTE=300)
    game = built.trains(EKJ="3c", BTE="3+3d").phase("d").company("EKJ", "lay", (6, 1))
    player: Any = Master(1, "ann")
    lay = player.choose(game)
    assert isinstance(lay, LayTile)
    assert lay.hex == "C8"
    offer = next(one for one in game.choices.offers if one.action == lay)
    return player._others(player._after(lay), offer, {"BTE": player._stake("ann", "BTE")})


def test_track_is_weighed_by_whom_it_serves():
    """Another company of one's own gains by it as much as the one that lays it; a rival's gain is no good."""
    assert served("ann") > 20
    assert -10 < served("bob") < 0


def test_no_decision_plays_on_for_ever(monkeypatch: pytest.MonkeyPatch):
    """Thoughts are played on until so much has been weighed: an action counts, and each thought of it."""
    spent: list[int] = []
    choose = Partner.choose

    def counted(self: Partner, game: Game) -> Any:
        action = choose(self, game)
        assert self.weighed >= len(self.thoughts)
        spent.append(ACTION + self.weighed)
        return action

    monkeypatch.setattr(Partner, "choose", counted)
    chosen(Master, burden())
    usual = [*spent]
    assert 0 < sum(usual) <= WORK

    spent.clear()
    monkeypatch.setattr(master, "WORK", 24)
    player: Any = Master(1, "ann")
    player.choose(burden())
    thoughts = len(player.thoughts)
    assert 0 < sum(spent) < sum(usual)
    assert sum(spent) <= 24 + thoughts * max(spent)


def needy(*trains: str) -> Game:
    """FNM must buy a train and cannot pay for one; RhB, which ann directs as well, has these."""
    built = swiss.Builder().holds("ann", FNM=60, RhB=40).prices(FNM=100, RhB=90).operated("FNM", "RhB")
    built = built.phase("6").trains(RhB=" ".join(trains)).cash(FNM=50, RhB=500, ann=900, bob=300)
    return built.company("FNM", "train", (9, 1))


@pytest.mark.parametrize(
    ("trains", "seller"), [(("5", "5"), "RhB"), (("5", "4H"), DEPOT), (("4H", "4H"), DEPOT), (("5",), DEPOT)]
)
def test_a_train_that_lasts_is_passed_on_where_one_stays(trains: tuple[str, ...], seller: str):
    """Rather than pay for a new one; a train that rusts soon only puts that off."""
    game = needy(*trains)

    assert chosen(Master, game).seller == seller
    assert chosen(Journeyman, game).seller == DEPOT
