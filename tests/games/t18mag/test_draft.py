"""Section V: the First Share Round."""

from collections import Counter

import pytest

from engine.actions import Draft
from engine.events import Directed, Drafted, RoundBegan
from engine.game import Game
from engine.state import POOL, Token
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import (
    MINORS,
    PLAYERS,
    SHARES,
    after,
    drafting,
    legal,
    opening,
    paid,
    refused,
    round_is,
    table,
    until,
)

MAJORS = ["RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG"]


def order(count: int) -> list[list[int]]:
    """The seats that take certificates, turn by turn."""
    game, seats = opening(count), []
    wanted = {
        player: f"{minors} {certificates}".split()
        for player, minors, certificates in zip(PLAYERS, MINORS[count], SHARES[count], strict=False)
    }
    while game.pos.frame.kind == "draft":
        player = game.pos.acting
        seats.append(PLAYERS.index(player) + 1)
        game = game.play(Draft(player, wanted[player].pop(0)))
    return [seats[at : at + count] for at in range(0, len(seats), count)]


def left(game: Game) -> tuple[int, int]:
    """How many minors and drafted shares nobody took."""
    minors = 13 - len(game.state.owners)
    taken = sum(holder in PLAYERS for holder in game.state.certificates.values())
    sizes = [
        game.pos.share(certificate)[1]
        for certificate, holder in game.state.certificates.items()
        if holder in PLAYERS
    ]
    assert len(sizes) == taken
    offered = {3: 7, 4: 7, 5: 14, 6: 14}[len(game.state.players)]
    return minors, offered - sum(sizes) // 10


ORDERS = {
    3: [[1, 2, 3], [2, 3, 1], [3, 1, 2]] * 2,
    4: [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]],
    5: [[1, 2, 3, 4, 5], [2, 3, 4, 5, 1], [3, 4, 5, 1, 2], [4, 5, 1, 2, 3]],
    6: [[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 1], [3, 4, 5, 6, 1, 2], [4, 5, 6, 1, 2, 3]],
}


@pytest.mark.rule("MAG-V.5", "MAG-V.9")
def test_ex_01_a_fifth_minor_is_refused():
    """EX-01: who has four minors and a share to take gets no fifth minor, but any share."""
    certificates = ("RABA SIK", "GC SKEV", "SNW LDSTEG")
    game = drafting(certificates=certificates, stop=17)
    while game.pos.acting != "ann":
        game = drafting(certificates=certificates, stop=game.state.ply - 1)
    assert Counter(game.state.owners.values())["ann"] == 4
    assert len(game.pos.certificates("ann")) == 1

    refusal = refused(game, "draft 13")

    assert (refusal.key, refusal.values["kind"]) == ("draft_quota", "minor")
    assert "MAG-V.9" in refusal.clauses
    assert legal(game, "draft MAVAG")


@pytest.mark.rule("MAG-V.5")
def test_ex_02_three_players_take_in_turn():
    """EX-02: six turns that 1, 2, 3, 1, 2 and 3 start; six certificates each; one minor and one share are left."""
    assert order(3) == ORDERS[3]
    assert left(table(3)) == (1, 1)


@pytest.mark.rule("MAG-V.6")
def test_ex_02_four_players_take_in_turn():
    """EX-02: four turns that 1, 2, 3 and 4 start; four certificates each; one minor and three shares are left."""
    assert order(4) == ORDERS[4]
    assert left(table(4)) == (1, 3)


@pytest.mark.rule("MAG-V.7")
def test_ex_02_five_players_take_in_turn():
    """EX-02: four turns that 1, 2, 3 and 4 start; four certificates each; three minors and four shares are left."""
    assert order(5) == ORDERS[5]
    assert left(table(5)) == (3, 4)


@pytest.mark.rule("MAG-V.8")
def test_ex_02_six_players_take_in_turn():
    """EX-02: four turns that 1, 2, 3 and 4 start; four certificates each; one minor and two shares are left."""
    assert order(6) == ORDERS[6]
    assert left(table(6)) == (1, 2)


@pytest.mark.rule("MAG-V.1")
@pytest.mark.parametrize("count", [3, 4])
def test_few_players_are_offered_one_share_of_each_major(count: int):
    """Three and four players choose from 13 minors and one share of each of seven majors."""
    game = opening(count)
    assert Counter(mag_state(game.pos).offer) == Counter([str(number) for number in range(1, 14)] + MAJORS)

    game = after(game, "draft SIK")

    refusal = refused(game, "draft SIK")
    assert (refusal.key, refusal.clauses) == ("draft_offer", ("MAG-V.1", "MAG-V.2"))
    assert legal(game, "draft SNW")


@pytest.mark.rule("MAG-V.2")
@pytest.mark.parametrize("count", [5, 6])
def test_many_players_are_offered_two_shares_of_each_major(count: int):
    """Five and six players choose from 13 minors and two shares of each major."""
    game = opening(count)
    assert Counter(mag_state(game.pos).offer) == Counter(
        [str(number) for number in range(1, 14)] + MAJORS * 2
    )

    game = after(game, "draft SIK")
    assert legal(game, "draft SIK")

    assert refused(after(game, "draft SIK"), "draft SIK").key == "draft_offer"


@pytest.mark.rule("MAG-V.1")
def test_a_certificate_that_was_taken_is_gone():
    """What somebody took is not taken again, nor is anything that was never on offer."""
    game = after(opening(), "draft 3")

    assert refused(game, "draft 3").key == "draft_offer"
    assert refused(game, "draft 99").key == "draft_offer"
    assert legal(game, "draft 4")


@pytest.mark.rule("MAG-V.3")
def test_nobody_passes_in_the_first_share_round():
    """The player in turn takes exactly one certificate: no pass, no second one, and nobody before."""
    game = opening()
    refusal = refused(game, "pass")
    assert (refusal.key, refusal.clauses) == ("draft_no_pass", ("MAG-V.3",))
    assert refused(game, "draft 3", actor="bob").key == "not_your_turn"

    taken = after(game, "draft 3")

    assert refused(taken, "draft 4", actor="ann").key == "not_your_turn"
    assert legal(taken, "draft 4", actor="bob")
    assert paid(game, taken, "ann") == (0,)


@pytest.mark.rule("MAG-V.4")
def test_the_priority_deal_moves_left_after_each_turn():
    """When everybody has taken a certificate, the next player to the left holds the card and starts."""
    holders = [
        (drafting(stop=taken).state.priority, drafting(stop=taken).pos.acting) for taken in (0, 3, 6, 9)
    ]

    assert holders == [("ann", "ann"), ("bob", "bob"), ("cy", "cy"), ("ann", "ann")]
    assert drafting(stop=2).state.priority == "ann"


@pytest.mark.rule("MAG-V.9")
@pytest.mark.parametrize(("count", "quota"), [(3, (4, 2)), (4, (3, 1)), (5, (2, 2)), (6, (2, 2))])
def test_quotas_are_filled_exactly(count: int, quota: tuple[int, int]):
    """Everybody gets as many minors and shares as the table says."""
    game = table(count)
    for player in game.state.players:
        minors = [minor for minor, owner in game.state.owners.items() if owner == player]
        percent = sum(game.pos.percent(player, unit) for unit in MAJORS)
        assert (len(minors), percent // 10) == quota


@pytest.mark.rule("MAG-V.10")
@pytest.mark.parametrize(("count", "minors", "certificates"), [(3, 4, 2), (4, 3, 1), (5, 2, 2), (6, 2, 2)])
def test_a_full_quota_leaves_only_the_other_kind(count: int, minors: int, certificates: int):
    """Who has all his minors takes shares, who has all his shares takes minors."""
    full = drafting(count, stop=count * minors)
    assert {offer.action.certificate.isdigit() for offer in full.choices.offers} == {False}
    assert refused(full, "draft 13").key == "draft_quota"

    shares_first = tuple(f"{shares} {own}" for own, shares in zip(MINORS[count], SHARES[count], strict=True))
    full = drafting(count, minors=shares_first, certificates=[""] * count, stop=count * certificates)
    offered = {offer.action.certificate for offer in full.choices.offers}
    assert {certificate.isdigit() for certificate in offered} == {True}
    assert "MAG-V.10" in refused(full, "draft MAVAG").clauses


@pytest.mark.rule("MAG-V.11", "MAG-III.3.2.4")
def test_a_minor_starts_when_it_is_taken():
    """It gets a 2-train, 50, a station at home and two more for later, and has earned nothing yet."""
    before = opening()

    game = after(before, "draft 13")

    assert game.state.owners["13"] == "ann"
    assert Drafted("ann", "13") in game.events
    assert game.state.trains["13"] == ("2",)
    assert paid(before, game, "n13", "bank", "ann") == (50, -50, 0)
    assert game.state.tokens == {"I2": (Token(0, "13"),)}
    assert game.state.tokens_left["13"] == (40, 80)
    assert game.state.runs == {}


@pytest.mark.rule("MAG-V.12")
@pytest.mark.parametrize(("count", "gone"), [(3, 1), (4, 1), (5, 3), (6, 1)])
def test_minors_nobody_took_leave_the_game(count: int, gone: int):
    """They have no station, no money and no turn, and their home is a city like any other."""
    game = table(count)
    outside = [str(number) for number in range(1, 14) if str(number) not in game.state.owners]
    assert len(outside) == gone

    assert {one.unit for here in game.state.tokens.values() for one in here}.isdisjoint(outside)
    assert set(game.state.tokens_left).isdisjoint(outside)
    assert set(game.pos.frame.queue).isdisjoint(outside)
    assert "I2" not in game.state.tokens


@pytest.mark.rule("MAG-V.13")
def test_shares_nobody_took_can_be_bought_later():
    """A share that was left over, like any other in the bank, is for sale in the first share round for money."""
    game = until(table(), round_is("stock"))
    state = game.state.copy()
    state.cash = {**state.cash, "ann": 500, "bob": 500, "cy": 500}
    game = Game.resume(game.setup, state)
    assert {
        holder for certificate, holder in state.certificates.items() if certificate.startswith("MAVAG")
    } == {POOL}

    bought = after(game, "buy MAVAG 10")

    player = game.pos.acting
    assert paid(game, bought, player) == (-game.pos.price("MAVAG"),)
    assert bought.pos.percent(player, "MAVAG") == 10


@pytest.mark.rule("MAG-V.14")
@pytest.mark.parametrize("count", [5, 6])
def test_two_shares_of_a_major_become_its_director_certificate(count: int):
    """The second share is exchanged at once, and both go back to the bank."""
    certificates = ["SIK SIK", *("RABA GC", "SNW RABA", "SKEV GC", "SNW SKEV", "LDSTEG MAVAG")[: count - 1]]
    game = drafting(count, certificates=certificates)

    assert game.pos.certificates("ann") == ["SIK.0"]
    assert game.pos.director("SIK") == "ann"
    assert len(game.pos.certificates(POOL, "SIK")) == 8
    assert {game.pos.director(unit) for unit in MAJORS if unit != "SIK"} == {""}


@pytest.mark.rule("MAG-V.14")
def test_the_exchange_is_told():
    """The second share of a major makes its taker the director in the same action."""
    game = after(
        opening(5), "draft SIK", "draft 1", "draft 2", "draft 3", "draft 4", "draft 5", "draft 6", "draft 7"
    )

    game = after(game, "draft 8", "draft SIK")

    assert Directed("SIK", "ann") in game.events


@pytest.mark.rule("MAG-V.15")
def test_nothing_is_sold_or_bought_in_the_first_share_round():
    """Neither shares nor anything else change hands for money."""
    game = after(opening(), "draft SIK", "draft 1", "draft 2", "draft 3", "draft 4")
    assert game.pos.acting == "ann"

    refusal = refused(game, "sell SIK 10")

    assert (refusal.key, refusal.clauses) == ("sell_in_fsr", ("MAG-VII.4.1",))
    assert refused(game, "buy SIK 10").key == "wrong_step"
    assert {offer.action.verb for offer in game.choices.offers} == {"draft"}


@pytest.mark.rule("MAG-V.16")
def test_the_first_operating_round_follows():
    """After the last certificate OR 1 begins, in the yellow phase, with the lowest minor."""
    game = table()

    assert RoundBegan("operating", (1, 1)) in game.events
    assert (game.pos.round_notes.rounds, game.pos.phase.name, game.pos.acting) == (1, "yellow", "1")


@pytest.mark.rule("MAG-V.17")
@pytest.mark.parametrize(("count", "starter"), [(3, "cy"), (4, "dan"), (5, "dan"), (6, "dan")])
def test_the_priority_deal_stays_after_the_last_turn(count: int, starter: str):
    """Who started the last turn of the First Share Round starts the first share round."""
    game = table(count)
    assert game.state.priority == starter

    game = until(game, round_is("stock"))

    assert game.state.priority == starter
    assert game.pos.frame.queue[0] == starter


def test_items_tell_what_they_are():
    """A minor is offered with its home, a share with its price."""
    game = opening(3)
    offered = {offer.action.certificate: offer.facts for offer in game.choices.offers}

    assert offered["1"] == {"home": game.title.units["1"].home.hex}
    assert offered["RABA"] == {"price": game.pos.price("RABA")}
