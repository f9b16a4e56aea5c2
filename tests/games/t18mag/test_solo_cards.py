"""Section XI.2.2: what István does by his cards; red ones are 15-21, yellow ones 8-14, green ones 1-7."""

import pytest

from bot.speech.teller import Teller
from engine.actions import BuyTrain, Discard, PlaceToken, RunTrains
from engine.earnings import Earning, earning
from engine.events import Followed, Paid
from engine.game import Game
from engine.refusals import Refused
from engine.state import Token
from engine.titles.t18mag.deck_files import by_name, deck_of
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.alone import HIM, Alone, his, on_his_own
from tests.games.t18mag.builders import paid, refused


def nyiregyhaza(cash: int, trains: str = "2", done: int = 0, others: str = "2", **more: str) -> Game:
    """#2 with its printed card at a step of its turn; #3 is his too."""
    verb = more.pop("verb", "token")
    start = Alone("level=difficult").phase(more.pop("phase", "green")).his(done=done, n2="16").his(n3="17")
    start = start.owns("ann", "n4").trains(n2=trains, n3=others).cash(n2=cash, n3=0)
    return start.track(**more).minor("2", verb)


@pytest.mark.rule("MAG-XI.2.2.12", "MAG-XI.2.2.1")
def test_sib30_buys_from_the_next_higher_minor():
    """30 to #3 for its 2-train, though the bank has others; the first line is done."""
    game = nyiregyhaza(30, verb="train")
    now = on_his_own(game)

    assert paid(game, now, "n2", "n3", "LDSTEG") == (-30, 30, 0)
    assert now.state.trains["2"] == ("2", "2")
    assert mag_state(now.pos).done["2"] == 1


@pytest.mark.rule("MAG-XI.2.2.12")
def test_sib30_waits_for_the_money():
    """With 29 nothing is bought and the line stays open."""
    now = nyiregyhaza(29, verb="train")

    assert mag_state(now.pos).done["2"] == 0
    assert now.pos.unit != "2"


@pytest.mark.rule("MAG-XI.2.2.12")
def test_sib30_is_skipped_when_no_higher_minor_can_sell():
    """#3 without a 2-train cannot sell: the line is left out, and that is told."""
    now = nyiregyhaza(90, verb="train", others="3")

    assert mag_state(now.pos).done["2"] == 1
    assert Followed("2", "16", 1, "SKIPPED") in now.events


@pytest.mark.rule("MAG-XI.2.2.13")
@pytest.mark.parametrize(("higher", "seller", "price"), [("2", "7", 30), ("3", "3", 80)])
def test_sib30_80_turns_to_a_lower_minor(higher: str, seller: str, price: int):
    """#4's card: 30 to the higher #7 if it can sell, else 80 to the lower #3."""
    start = Alone("level=difficult", "length=long").phase("green").his(n3="17").his(n4="18").his(n7="20")
    start = start.owns("ann", "n2").trains(n3="2", n4="2", n7=higher).cash(n4=80, n3=0, n7=0)
    game = start.minor("4", "train")
    now = on_his_own(game)
    deal = next(one for one in game.choices if isinstance(one, BuyTrain))

    assert (deal.seller, deal.price) == (seller, price)
    assert now.state.trains["4"] == ("2", "2")


@pytest.mark.rule("MAG-XI.2.2.10", "MAG-XI.2.2.4")
def test_swap3_scraps_before_the_run_and_buys_after_it():
    """96 in the treasury: one 2-train is scrapped, the other one runs, then a 3-train is bought for 120."""
    game = nyiregyhaza(100, "2 2", done=1, verb="discard", B15="6 B17 C14", B17="8 A18 B15")
    scrapped = game.play(Discard(HIM, "2", "2"))
    ran = scrapped.play(next(one for one in scrapped.choices if isinstance(one, RunTrains)))
    now = on_his_own(ran)

    assert his(game) == ["discard"]
    assert scrapped.state.trains["2"] == ("2",)
    assert mag_state(scrapped.pos).begun == {"2": "3"}
    assert now.state.trains["2"] == ("2", "3")
    assert (mag_state(now.pos).done["2"], mag_state(now.pos).begun) == (2, {})


@pytest.mark.rule("MAG-XI.2.2.10")
def test_swap3_needs_more_than_95():
    """With 95 nothing is scrapped."""
    assert "discard" not in his(nyiregyhaza(95, "2 2", done=1, verb="discard"))
    assert "discard" in his(nyiregyhaza(96, "2 2", done=1, verb="discard"))


@pytest.mark.rule("MAG-XI.2.2.10")
def test_swap3_gives_up_the_only_train_when_the_next_one_can_be_paid():
    """The only 2-train goes at 120; between 96 and 119 it stays (our exception)."""
    assert "discard" in his(nyiregyhaza(120, "2", done=1, verb="discard"))
    assert "discard" not in his(nyiregyhaza(119, "2", done=1, verb="discard"))


@pytest.mark.rule("MAG-XI.2.2.11")
@pytest.mark.parametrize(("cash", "verbs"), [(175, False), (176, True)])
def test_swap4_needs_more_than_175(cash: int, verbs: bool):
    """#4's third line scraps a 2-train for a 4-train."""
    start = Alone("level=difficult").phase("green").his(done=2, n4="18").owns("ann", "n3")
    game = start.trains(n4="2 3").cash(n4=cash).minor("4", "discard")

    assert ("discard" in his(game)) == verbs
    if verbs:
        assert mag_state(game.play(Discard(HIM, "4", "2")).pos).begun == {"4": "4"}


@pytest.mark.rule("MAG-XI.2.2.2")
def test_a_swap_begun_is_finished_later():
    """A purchase that could not be paid is tried in every later buy step; the next line waits for it."""
    poor = (
        Alone("level=difficult").phase("green").his(done=1, begun="3", n2="16").his(n3="17").owns("ann", "n4")
    )
    waiting = poor.trains(n2="2", n3="2").cash(n2=119, n3=0).minor("2", "train")
    paying = poor.cash(n2=120).minor("2", "train")

    assert waiting.pos.unit != "2"
    assert mag_state(waiting.pos).done["2"] == 1
    assert on_his_own(paying).state.trains["2"] == ("2", "3")


@pytest.mark.rule("MAG-XI.2.2.8")
def test_buy_buys_from_the_bank():
    """The yellow card of #3 starts with a 2-train for 80, of which LDSTEG gets 20."""
    start = Alone("level=medium").phase("green").his(n3="10").owns("ann", "n4").trains(n3="2").cash(n3=80)
    game = start.minor("3", "train")
    now = on_his_own(game)

    assert paid(game, now, "n3", "LDSTEG") == (-80, 20)
    assert mag_state(now.pos).done["3"] == 1


STATIONS = {"B15": "6 B17 C14", "C14": "6 B15 C12", "C12": "9 C14 C10", "C10": "5 C12 D11"}


@pytest.mark.rule("MAG-XI.2.2.9", "MAG-XI.2.2.2")
def test_ex_36_stations_come_after_two_swaps_and_in_order():
    """EX-36: Debreczen for 40 when lines 1-3 are done, then Szolnok for 80; then nothing more."""
    early = nyiregyhaza(200, "2 3", done=2, verb="token", **STATIONS)
    game = nyiregyhaza(40, "3 3", done=3, verb="token", **STATIONS)
    first = game.play(PlaceToken(HIM, "2", "C14", 0))
    poor = nyiregyhaza(39, "3 3", done=3, verb="token", **STATIONS)

    assert "token" not in his(early)
    assert paid(game, first, "n2", "SKEV") == (-40, 20)
    assert Followed("2", "16", 4, "STATION") in first.events
    assert "token" not in his(poor)
    built = Alone("level=difficult").phase("green").his(done=4, n2="16").owns("ann", "n4").trains(n2="3 3")
    second = built.track(**STATIONS).tokens(B15="2.0", C14="2.0").cash(n2=80).minor("2", "token")
    assert his(second) == ["token"]
    assert second.play(PlaceToken(HIM, "2", "C10", 0)).pos.cash("2") == 0


@pytest.mark.rule("MAG-XI.2.2.9")
def test_a_station_needs_the_connection():
    """Without track to Debreczen the line waits."""
    assert "token" not in his(nyiregyhaza(200, "3 3", done=3, verb="token", B15="6 B17 C14"))


@pytest.mark.rule("MAG-XI.2.2.9")
def test_of_two_cities_on_a_hex_the_nearest_within_reach_is_taken():
    """#3's last line is Budapest, where Buda and Pest are different cities, and only one is joined to it."""
    start = Alone("level=difficult").phase("green").his(done=4, n3="17").owns("ann", "n2").trains(n3="3 3")
    start = start.track(C6="57 B5 D7", D7="7 C6 C8", C8="L33 B9 D9 B7 D7").cash(n3=80)
    game = start.tokens(C6="3.0", B5="3.0").minor("3", "token")

    assert [one for one in game.choices if isinstance(one, PlaceToken)] == [PlaceToken(HIM, "3", "C8", 1)]


@pytest.mark.rule("MAG-XI.2.2.9")
def test_between_two_cities_as_near_the_person_chooses():
    """Buda and Pest are three hexes from #3: ann is asked which, and the station of his minor stands there."""
    ways = {"C6": "57 B7 D5", "B7": "8 C6 B9", "B9": "7 B7 C8", "D5": "7 C6 D7", "D7": "8 D5 C8"}
    start = Alone("level=difficult").phase("green").his(done=4, n3="17").owns("ann", "n2").trains(n3="3 3")
    start = start.track(**ways, C8="L33 B9 D9 B7 D7").cash(n3=80)
    game = start.tokens(C6="3.0", B5="3.0").minor("3", "token")
    told = {
        Teller(game.title, {}, lang).offer(offer) for offer in game.choices.offers for lang in ("en", "es")
    }

    assert (game.pos.awaited, game.own_move) == (("ann",), None)
    assert list(game.choices) == [PlaceToken("ann", "3", "C8", stop) for stop in (0, 1)]
    assert len(told) == 4
    assert refused(game, "pass", "ann").key == "istvan_card"
    assert refused(game, "token 3 C8 0", HIM).key == "not_your_turn"
    for stop in (0, 1):
        assert Token(stop, "3") in game.play(PlaceToken("ann", "3", "C8", stop)).state.tokens["C8"]


@pytest.mark.rule("MAG-XI.2.2.5")
@pytest.mark.parametrize(("cash", "left", "trains"), [(100, 20, ("2",)), (110, 0, ("2", "2"))])
def test_ex_37_the_permanent_action_comes_first(cash: int, left: int, trains: tuple[str, ...]):
    """EX-37: a 2-train from the bank for 80, then line 1 if 30 are left."""
    game = nyiregyhaza(cash, "", verb="train")
    now = on_his_own(game)

    assert now.pos.cash("2") == left
    assert now.state.trains["2"] == trains
    assert Followed("2", "16", 0, "PERMANENT") in game.play(game.own_move).events
    assert paid(game, now, "LDSTEG") == (20,)


@pytest.mark.rule("MAG-XI.2.2.5")
def test_nothing_comes_before_the_permanent_action():
    """Without a train and with 79 not even a train for 30 is bought; green cards have no such action."""
    red = nyiregyhaza(79, "", verb="train")
    green = Alone("level=easy").phase("green").his(n2="2").owns("ann", "n4").trains(n2="").cash(n2=119)

    assert red.state.trains.get("2", ()) == ()
    assert red.pos.unit != "2"
    assert green.minor("2", "train").pos.unit != "2"


@pytest.mark.rule("MAG-XI.2.2.5")
def test_a_swap_begun_comes_before_the_permanent_action_if_it_can_be_paid():
    """With 120 the 3-train is bought, with 100 a 2-train; the swap stays begun."""
    start = (
        Alone("level=difficult")
        .phase("green")
        .his(done=1, begun="3", n2="16")
        .owns("ann", "n4")
        .trains(n2="")
    )
    rich, poor = (
        on_his_own(start.cash(n2=120).minor("2", "train")),
        on_his_own(start.cash(n2=100).minor("2", "train")),
    )

    assert rich.state.trains["2"] == ("3",)
    assert poor.state.trains["2"] == ("2",)
    assert mag_state(poor.pos).begun == {"2": "3"}


def swapping(cash: int, trains: str) -> Game:
    """Line 1 of the green card of #2 is a swap for a 3-train."""
    start = Alone("level=easy").phase("green").his(n2="2").owns("ann", "n4").trains(n2=trains)
    return start.cash(n2=cash).minor("2", "discard")


@pytest.mark.rule("MAG-XI.2.2.10")
@pytest.mark.parametrize(("trains", "after"), [("", ("3",)), ("3", ("3", "3"))])
def test_a_swap_with_nothing_to_discard_buys_where_there_is_room(trains: str, after: tuple[str, ...]):
    """Without a 2-train the 3-train is bought for 120, and the line is done."""
    now = on_his_own(swapping(120, trains))

    assert now.state.trains["2"] == after
    assert now.pos.cash("2") == 0
    assert mag_state(now.pos).done == {"2": 1}
    assert mag_state(on_his_own(swapping(119, trains)).pos).done == {"2": 0}


@pytest.mark.rule("MAG-XI.2.2.10")
def test_a_swap_with_nothing_to_discard_and_no_room_is_skipped():
    """Trains never rust, so two 3-trains would stop the card for good."""
    now = on_his_own(swapping(500, "3 3"))

    assert now.state.trains["2"] == ("3", "3")
    assert mag_state(now.pos).done == {"2": 1}
    assert Followed("2", "2", 1, "NO_ROOM") in now.events
    assert [line.state for line in now.title.cards(now.pos)[0].lines] == ["skipped", "next"]


def test_games_with_an_earlier_deck_go_on_as_they_began():
    """The deck that came with an earlier version is known by its digest, and its swaps wait."""
    earlier, shipped = by_name("project:b7c196cb17ea"), by_name("project")
    game = Game.start("18Mag", ("ann",), (f"deck={earlier}",), seed=1)

    assert earlier != shipped
    assert deck_of(game.pos).swap == "wait"
    with pytest.raises(Refused, match="deck_unknown"):
        by_name("project:000000000000")


@pytest.mark.rule("MAG-XI.2.2.3", "MAG-XI.2.2.14")
def test_when_all_lines_are_done_nothing_more_is_bought():
    """Rich as it is, the minor buys and places nothing; without a train its red card buys one."""
    done = nyiregyhaza(900, "3 3", done=5, verb="discard")
    empty = on_his_own(nyiregyhaza(900, "", done=5, verb="train"))
    green = (
        Alone("level=easy").phase("green").his(done=2, n2="2").owns("ann", "n4").trains(n2="3").cash(n2=900)
    )

    assert done.pos.unit != "2"
    assert empty.state.trains["2"] == ("2",)
    assert green.minor("2", "train").pos.unit != "2"


@pytest.mark.rule("MAG-XI.2.2.2", "MAG-XI.2.2.4")
def test_the_next_line_starts_when_its_step_is_still_to_come():
    """The yellow card of #2 buys a 2-train in the buy step; the swap after it waits for the next turn."""
    start = Alone("level=medium").phase("green").his(n2="9").owns("ann", "n4").trains(n2="2").cash(n2=300)
    now = on_his_own(start.minor("2", "train"))

    assert now.state.trains["2"] == ("2", "2")
    assert mag_state(now.pos).done["2"] == 1
    assert mag_state(now.pos).begun == {}


@pytest.mark.rule("MAG-XI.2.2.1")
def test_he_does_nothing_that_is_not_on_his_card():
    """Any other purchase, scrap or station of his is refused."""
    game = nyiregyhaza(900, "2", verb="train")

    assert refused(game, "train 2 4 depot 200", HIM).key == "istvan_card"
    assert refused(game, "train 2 2 3 31", HIM).key == "istvan_card"
    assert refused(game, "pass", HIM).key == "istvan_card"


@pytest.mark.rule("MAG-XI.2.2.1")
def test_nobody_else_acts_for_him():
    """The person decides only where the rules ask."""
    game = nyiregyhaza(900, "2", verb="train")

    assert refused(game, "train 2 2 3 30", "ann").key == "not_your_turn"


@pytest.mark.rule("MAG-XI.2.2.1")
def test_he_sells_no_train_to_the_person():
    """Trains of his minors are not for her."""
    start = Alone("level=easy").phase("green").his(n3="3").owns("ann", "n2").trains(n3="2").cash(n2=300)
    game = start.minor("2", "train")

    assert refused(game, "train 2 2 3 10").key == "istvan_trades"


# --- runs


BECS = {"B3": "6 A2 B5", "B5": "6 B3 C6"}


def sopron(cash: int, phase: str = "green", train: str = "2") -> Game:
    start = Alone("level=easy").phase(phase).his(n11="7").owns("ann", "n2").trains(n11=train).track(**BECS)
    return start.cash(n11=cash).minor("11", "run")


@pytest.mark.rule("MAG-XI.2.2.6", "MAG-XI.2.2.15")
def test_he_pays_raba_when_it_brings_more():
    """Sopron to Bécs with the bonus: 20 + 40 + 20; he runs for the highest revenue and nothing else."""
    game = sopron(10)
    run = next(one for one in game.choices if isinstance(one, RunTrains))
    now = game.play(run)

    assert run.using == ("bonus",)
    assert now.state.runs["11"].revenue == 80
    assert Paid("11", "RABA", 10, "rail_car") in now.events
    assert Paid("bank", HIM, 40, "dividend") in now.events
    assert refused(game, "run 11 - 2:A2.0-B3.0", HIM).key == "istvan_card"


@pytest.mark.rule("MAG-XI.2.2.6")
@pytest.mark.parametrize(("cash", "revenue"), [(9, 60), (10, 80)])
def test_what_a_minor_of_his_earns_has_the_benefit_in_it(cash: int, revenue: int):
    """He has no choice; a person has, and is told what comes without it."""
    pos = sopron(cash).pos

    assert earning(pos, "11") == Earning(revenue)
    assert earning(pos, "2") == Earning(0)


@pytest.mark.rule("MAG-XI.2.2.6")
def test_he_does_without_raba_when_the_treasury_is_too_poor():
    """9 do not pay 10."""
    run = next(one for one in sopron(9).choices if isinstance(one, RunTrains))

    assert run.using == ()


@pytest.mark.rule("MAG-XI.2.2.6")
def test_he_takes_the_benefit_that_brings_more():
    """A town more is worth 10, the bonus 20; where no red location is reached the plus-train is left."""
    start = Alone("level=easy").phase("green").his(n3="3").owns("ann", "n2").trains(n3="2").cash(n3=50)
    towns = start.track(C6="57 D7 B5", D7="7 C6 C8", B5="57 C6 A4").minor("3", "run")
    run = next(one for one in towns.choices if isinstance(one, RunTrains))

    assert run.using == ("plus",)
