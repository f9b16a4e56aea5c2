import pytest

from engine.events import GameOver
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, refused
from tests.games.t18mag.going_on import go_on, rounds
from tests.games.t18mag.whole_game import positions


def last_turn(**cash: int) -> Builder:
    """The last minor of the last OR but its pass; nobody holds anything."""
    return Builder().phase("gray", last_set=5).cash(**cash)


def finish(built: Builder) -> tuple[Game, dict[str, int]]:
    over, events = go_on(built.minor("12", "train", (5, 3), rounds=3), lambda game: game.state.over)
    scores = [dict(event.scores) for event in events if isinstance(event, GameOver)]
    assert over.state.over
    assert len(scores) == 1
    return over, scores[0]


@pytest.mark.rule("MAG-IX.1.1")
def test_gray_leaves_one_share_round_and_three_operating_rounds():
    """Whatever OR of a set it starts in: finish it, SR, ORs 1 to 3, and it is over."""
    for number, of in (((3, 1), 2), ((3, 2), 2)):
        base = Builder().phase("brown", "6").cash(n5=320).trains(n5="")
        game = after(base.minor("5", "train", number, rounds=of), "train 5 6 depot 320")
        assert rounds(game) == [("stock", (4,)), *(("operating", (4, one)) for one in (1, 2, 3))]


@pytest.mark.rule("MAG-IX.1.1")
def test_how_the_game_will_end_is_told():
    """First the phase that ends it, then its last round, then nothing."""

    def told(game: Game) -> dict[str, dict[str, object]]:
        return {one.key: dict(one.values) for one in game.title.foresight.prospects(game.pos)}

    brown = Builder().phase("brown", "6").cash(n5=320).trains(n5="").minor("5", "train", (3, 2), rounds=2)
    gray = after(brown, "train 5 6 depot 320")
    over, _ = go_on(gray, lambda game: game.state.over)

    assert told(brown) == {"end_phase": {"phase": "gray"}}
    assert told(gray) == {"end_round": {"number": (4, 3)}}
    assert told(over) == {}


@pytest.mark.rule("MAG-IX.1.1")
def test_without_gray_the_game_goes_on():
    """After the same rounds in brown the next share round comes."""
    game = Builder().phase("brown", "6").minor("12", "train", (4, 2), rounds=2)

    assert rounds(game)[:3] == [("stock", (5,)), ("operating", (5, 1)), ("operating", (5, 2))]


@pytest.mark.rule("MAG-IX.1.1")
def test_nothing_is_possible_after_the_end():
    """When the third OR is over every action is refused."""
    over, _ = finish(last_turn())
    refusal = refused(over, "pass", "ann")

    assert (refusal.key, refusal.clauses) == ("game_over", ("MAG-IX.1.1",))
    assert not over.choices


@pytest.mark.rule("MAG-IX.2.1", "MAG-I.2")
def test_a_total_is_cash_and_shares():
    """Ann: 100 and four shares of SIK at the price after the last payout, the director's counting two."""
    built = last_turn(ann=100, bob=7).holds("ann", SIK=40).holds("bob", GC=10).prices(SIK=80, GC=95)
    over, scores = finish(built)

    assert (over.pos.price("SIK"), over.pos.price("GC")) == (75, 90)
    assert scores == {"ann": 100 + 4 * 75, "bob": 7 + 90, "cy": 0}
    assert len(over.pos.certificates("ann")) == 3


@pytest.mark.rule("MAG-IX.2.3", "MAG-III.3.2.13")
def test_trains_and_treasuries_count_nothing():
    """Cy's minors are rich and have trains; bob directs a major full of money; both have nothing."""
    built = last_turn(n3=900, n6=300).trains(n3="6 6")
    _, scores = finish(built)

    assert scores == {"ann": 0, "bob": 0, "cy": 0}


@pytest.mark.rule("MAG-IX.2.2")
def test_the_highest_total_wins_and_a_tie_is_shared():
    """The totals decide alone; equal totals stay equal, nothing breaks the tie (decision A42)."""
    _, scores = finish(last_turn(ann=50, bob=120, cy=120))
    best = max(scores.values())

    assert [player for player, total in scores.items() if total == best] == ["bob", "cy"]


@pytest.mark.rule("MAG-IX.2.1")
def test_the_recorded_game_ends_with_its_totals():
    """A whole game: what the players own at the end is what the scores say."""
    last = positions()[-1]
    scores = next(event.scores for event in last.events if isinstance(event, GameOver))

    for player, total in scores.items():
        held = {unit.id: last.pos.percent(player, unit.id) for unit in last.pos.units("major")}
        assert total == last.pos.cash(player) + sum(
            percent // 10 * last.pos.price(major) for major, percent in held.items()
        )
