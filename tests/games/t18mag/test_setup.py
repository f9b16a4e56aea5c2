"""Sections I and II: what there is, and how a game is set up."""

from collections import Counter

import pytest

from bot.tables.lobbies import seat_order
from engine.board.hexes import neighbour, opposite
from engine.events import GameOver, RoundBegan
from engine.game import Game
from engine.refusals import BadSetup
from engine.state import POOL
from engine.titles.t18mag.figures import figures, mag_state
from render import PLAIN
from render.charters import charters_sheet
from tests.games.t18mag.builders import Builder, after, legal, opening, paid, refused, table, turn_of, until

MAJORS = ["RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG"]


@pytest.mark.rule("MAG-I.1")
def test_two_to_six_play():
    """Three to six play the rules of sections II to IX, two those of section X; nobody else plays."""
    for count in (2, 3, 4, 5, 6):
        assert len(opening(count).state.players) == count
    for count in (0, 7):
        with pytest.raises(BadSetup) as raised:
            Game.start("18Mag", [f"p{seat}" for seat in range(count)])
        assert (raised.value.key, raised.value.values["count"]) == ("player_count", count)


@pytest.mark.rule("MAG-I.2")
def test_most_cash_and_shares_wins():
    """At the end the sum of cash and shares is a player's total, whichever of the two it is made of."""
    built = Builder().phase("gray", last_set=4).cash(ann=300, bob=100, cy=0, MAVAG=0)
    built.holds("bob", RABA=30).holds("cy", GC=10).prices(RABA=152, GC=400, MAVAG=55)

    game = after(built.major("MAVAG", number=(4, 3), rounds=3))

    over = next(event for event in game.events if isinstance(event, GameOver))
    assert over.scores == {"ann": 300, "bob": 100 + 3 * 152, "cy": 400}
    assert max(over.scores, key=lambda player: over.scores[player]) == "bob"


@pytest.mark.rule("MAG-I.3")
@pytest.mark.parametrize("line", ["lay SIK E10 57 1", "run SIK - 2:E12.1-D13.0", "train SIK 2 depot 80"])
def test_majors_build_and_run_nothing(line: str):
    """A major in turn lays no track, runs no train and buys none; a minor in turn does."""
    major = Builder().holds("ann", SIK=20).cash(SIK=500).major("SIK")
    assert refused(major, line).key == "wrong_step"
    assert {offer.action.verb for offer in major.choices.offers} <= {"token", "dividend"}

    minor = Builder().trains(n3="2").cash(n3=500).minor("n3")
    assert legal(minor, "lay 3 E10 57 1")
    assert legal(after(minor, "pass"), "train 3 2 depot 80")


@pytest.mark.rule("MAG-I.4", "MAG-IV.1")
def test_share_and_operating_rounds_alternate(whole_game: tuple[Game, ...]):
    """After the First Share Round operating rounds and share rounds take turns to the end."""
    began = [event for game in whole_game for event in game.events if isinstance(event, RoundBegan)]
    kinds = [event.kind for event in began if event.number[1:] in {(), (1,)}]

    assert kinds[0] == "draft"
    assert set(kinds[1::2]) == {"operating"}
    assert set(kinds[2::2]) == {"stock"}
    assert len(kinds) > 6


@pytest.mark.rule("MAG-I.5")
def test_nobody_manages_more_than_four_minors():
    """With three players everybody gets four minors, and with more players fewer."""
    most = {count: max(Counter(table(count).state.owners.values()).values()) for count in (3, 4, 5, 6)}

    assert most == {3: 4, 4: 3, 5: 2, 6: 2}


@pytest.mark.rule("MAG-II.1.5")
def test_everything_is_shown_to_everybody():
    """The table's sheet has no reader: it shows cash, treasuries and shares; tiles have a sheet of their own."""
    game = Builder().cash(ann=1234, n3=567, SIK=891).holds("bob", SIK=30).minor("n3")

    sheet = charters_sheet(game.pos, PLAIN)

    words = {str(getattr(shape, "text", "")) for shape in sheet.shapes}
    for shown in ("1234", "567", "891", "30"):
        assert shown in words, shown


# --- money and components


@pytest.mark.rule("MAG-II.2.1", "MAG-II.2.2")
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_players_start_without_money_and_draft_for_nothing(count: int):
    """Nobody has money before the draft, and nobody pays for its certificates."""
    assert {opening(count).pos.cash(player) for player in opening(count).state.players} == {0}
    assert {table(count).pos.cash(player) for player in table(count).state.players} == {0}


@pytest.mark.rule("MAG-II.2.3")
def test_the_bank_never_breaks():
    """The bank pays out more than it ever took in, and play goes on."""
    game = Builder().cash(ann=9000).holds("bob", SIK=50).sr("bob")
    assert game.pos.cash("bank") < -9000

    sold = after(game, "sell SIK 30")

    assert paid(game, sold, "bank") == (-3 * game.pos.price("SIK"),)
    assert not sold.state.over


@pytest.mark.rule("MAG-II.3.1", "MAG-II.4.5")
def test_all_certificates_lie_with_the_bank_at_first():
    """Seven majors have a director certificate of 20% and eight of 10% each, and the bank has them all."""
    pos = opening().pos
    sizes = Counter(
        (pos.share(certificate)[0], pos.share(certificate)[1]) for certificate in pos.certificates(POOL)
    )

    assert len(pos.state.certificates) == 63
    assert sizes == {(unit, size): 1 if size == 20 else 8 for unit in MAJORS for size in (20, 10)}
    assert {pos.state.tokens_left[unit] for unit in MAJORS} == {(40, 80)}
    assert {pos.director(unit) for unit in MAJORS} == {""}


@pytest.mark.rule("MAG-II.3.2", "MAG-II.4.3")
def test_start_prices_are_drawn_from_ten_cards():
    """Seven of ten cards, two of each price from 60 to 80, are dealt at random."""
    cards = Counter({60: 2, 65: 2, 70: 2, 75: 2, 80: 2})
    drawn = [tuple(opening(seed=seed).pos.price(unit) for unit in MAJORS) for seed in range(30)]

    assert all(Counter(prices) <= cards for prices in drawn)
    assert len(set(drawn)) > 25
    assert all({prices[at] for prices in drawn} == set(cards) for at in range(7))
    assert drawn[7] == tuple(opening(seed=7).pos.price(unit) for unit in MAJORS)


@pytest.mark.rule("MAG-II.3.3", "MAG-II.4.1")
def test_seats_are_drawn():
    """Whoever joins first does not sit first: a seed deals the order, one place for each."""
    people = [11, 22, 33, 44, 55, 66]
    orders = {tuple(seat_order(people, seed)) for seed in range(50)}

    assert all(sorted(order) == people for order in orders)
    assert {order[0] for order in orders} == set(people)
    assert seat_order(people[::-1], 5) == seat_order(people, 5)


@pytest.mark.rule("MAG-II.3.4")
def test_trains_never_run_out():
    """However many trains of a type are out, there is another one."""
    trains = {f"n{number}": "6 6" for number in range(1, 13)}
    game = (
        Builder()
        .phase("gray", last_set=9)
        .trains(**{**trains, "n12": "6"})
        .cash(n12=320)
        .minor("n12", "train")
    )

    assert sum(map(len, game.state.trains.values())) == 23
    assert after(game, "train 12 6 depot 320").state.trains["12"] == ("6", "6")


@pytest.mark.rule("MAG-II.3.5")
def test_a_minor_has_three_stations():
    """A minor places three tokens in all: at home, for 40 and for 80; what it earned is noted beside."""
    assert {opening().state.tokens_left[str(number)] for number in range(1, 14)} == {(0, 40, 80)}
    game = (
        Builder().tiles(E10="57 1", D9="57 2").tokens(C12="3.0", C16="3.0").cash(n3=500).minor("n3", "token")
    )

    assert game.state.tokens_left["3"] == ()
    assert refused(game, "token 3 D9 0").key == "token_none_left"


@pytest.mark.rule("MAG-II.3.6")
def test_a_major_has_two_markers_and_a_price():
    """Each major has one price marker and places at most two others."""
    cells = Counter(unit for stack in opening().state.market.values() for unit in stack)
    assert cells == dict.fromkeys(MAJORS, 1)

    game = Builder().holds("ann", SIK=20).tokens(C12="SIK.0", C16="SIK.0").cash(SIK=500).major("SIK")
    assert refused(game, "token SIK E18 0").key == "token_none_left"
    one = Builder().holds("ann", SIK=20).tokens(C12="SIK.0").cash(SIK=500).major("SIK")
    assert legal(one, "token SIK E18 0")


@pytest.mark.rule("MAG-II.3.7", "MAG-III.3.2.9", "MAG-II.4.11")
def test_eight_terrain_tokens_and_all_minors_are_offered():
    """All minors are on offer, with eight terrain tokens: three for #5, two for #12, one for #6, #7 and #13."""
    own = mag_state(opening().pos)

    assert own.terrain == {"5": 3, "6": 1, "7": 1, "12": 2, "13": 1}
    assert [certificate for certificate in own.offer if certificate.isdigit()] == [
        str(number) for number in range(1, 14)
    ]
    assert [len(opening().state.tokens_left[str(number)]) for number in range(1, 14)] == [3] * 13


@pytest.mark.rule("MAG-II.3.8", "MAG-II.4.8")
@pytest.mark.parametrize(("tokens", "phase", "left"), [(0, "yellow", 1), (1, "yellow", 2), (2, "green", 0)])
def test_the_third_no_train_token_is_the_last(tokens: int, phase: str, left: int):
    """None lies on the stacks at first; the third one put there starts a phase and all are taken back."""
    assert mag_state(opening().pos).no_train == 0
    game = Builder().phase("yellow", no_train=tokens).trains(n12="").cash(n12=0).minor("n12")

    game = after(game, "pass")

    assert (game.pos.phase.name, mag_state(game.pos).no_train) == (phase, left)


MANIFEST = {
    "yellow": "7x4 8/9x21 3x5 58/4x13 5/57x10 6x7 L32x4 L33x1",
    "green": "16/19x2 20x1 23/24x6 25x2 26/27x4 28/29x2 30/31x2 204x3 88/87x6 619x5 14/15x8 209x1 8858x1 8859x1"
    " 8860x1 8863x1 8864x1 8865x1 236x1 237/238x2",
    "brown": "39/40x2 41/42x2 43/70x2 44/47x2 45/46x2 G17x4 611x8 L17x3 L34x2 L35x1",
    "gray": "L38x1 455x2 X9x1 L36x1 L37x1",
}
"""Tiles and how many there are of each; the two sides of a piece are written together."""


@pytest.mark.rule("MAG-II.3.9")
def test_there_are_150_tiles():
    """65 yellow, 51 green, 28 brown and 6 gray pieces, with both sides of a piece of one colour."""
    game, total = opening(), {}
    for colour, text in MANIFEST.items():
        pieces = {sides: int(count) for sides, count in (one.split("x") for one in text.split())}
        total[colour] = sum(pieces.values())
        for sides, count in pieces.items():
            assert game.state.supply[sides] == count
            for side in sides.split("/"):
                assert (game.title.tiles[side].pool, game.title.tiles[side].colour) == (sides, colour)

    assert total == {"yellow": 65, "green": 51, "brown": 28, "gray": 6}
    assert sum(game.state.supply.values()) == 150


@pytest.mark.rule("MAG-II.3.10", "MAG-II.4.7")
def test_three_stacks_carry_an_indicator():
    """The first 3-, 4- and 6-trains start phases; the 2-trains lie without an indicator and start none."""
    assert mag_state(opening().pos).stacks == ("3", "4", "6")
    game = Builder().cash(n3=500).minor("n3", "train")

    assert after(game, "train 3 2 depot 80").pos.phase.name == "yellow"
    for train, price, left in (("3", 120, ("4", "6")), ("4", 200, ("3", "6")), ("6", 320, ("3", "4"))):
        bought = after(game, f"train 3 {train} depot {price}")
        assert (bought.pos.phase.name, mag_state(bought.pos).stacks) == ("green", left)


STICKS = {("C8", "D7"), ("F5", "G4"), ("I6", "J5")}


@pytest.mark.rule("MAG-II.3.11", "MAG-II.4.12")
def test_four_barriers_are_set():
    """Three sides between hexes are closed from both of them, and a lake divides a fourth hex."""
    hexes = opening().title.hexes
    closed = {
        (hex_.id, side) for hex_ in hexes.values() for side, why in hex_.closed.items() if why == "barrier"
    }
    pairs = {tuple(sorted((name, neighbour(name, side)))) for name, side in closed}

    assert pairs == STICKS
    assert closed == {(neighbour(name, side), opposite(side)) for name, side in closed}
    assert [hex_.id for hex_ in hexes.values() if hex_.split] == ["F9"]


# --- setup


@pytest.mark.rule("MAG-II.4.2", "MAG-II.4.9")
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_the_first_seat_starts_the_first_share_round(count: int):
    """The first player has the priority deal and begins, in the yellow phase."""
    game = opening(count)

    assert (game.state.priority, game.pos.awaited) == ("ann", ("ann",))
    assert (game.pos.frame.kind, game.pos.phase.name) == ("draft", "yellow")


@pytest.mark.rule("MAG-II.4.4")
def test_equal_start_prices_share_a_space():
    """Markers on one price are stacked in the order of the list; at random where a table wants that."""

    def stacks(seed: int, *options: str) -> list[list[int]]:
        market = opening(3, *options, seed=seed).state.market
        return [[MAJORS.index(unit) for unit in stack] for stack in market.values()]

    printed = [stack for seed in range(20) for stack in stacks(seed)]
    shuffled = [stack for seed in range(20) for stack in stacks(seed, "setup_stack=random")]
    assert any(len(stack) == 2 for stack in printed)
    assert all(stack == sorted(stack) for stack in printed)
    assert any(stack != sorted(stack) for stack in shuffled)


@pytest.mark.rule("MAG-II.4.6")
@pytest.mark.parametrize(
    ("train", "price", "seller"),
    [("2", 80, "LDSTEG"), ("4", 200, "LDSTEG"), ("3", 120, "MAVAG"), ("6", 320, "MAVAG")],
)
def test_two_majors_sell_the_trains(train: str, price: int, seller: str):
    """2- and 4-trains lie with LDSTEG, 3- and 6-trains with MAVAG, which earn by their sale."""
    game = Builder().cash(n3=500).minor("n3", "train")

    bought = after(game, f"train 3 {train} depot {price}")

    other = {"LDSTEG": "MAVAG", "MAVAG": "LDSTEG"}[seller]
    assert paid(game, bought, seller, other) == (price // 2, 0)
    assert figures(game.pos).sellers[train] == seller


@pytest.mark.rule("MAG-II.4.10")
def test_only_yellow_tiles_are_in_play_at_first():
    """In the first operating round a yellow tile may be laid, and a green one on top of it may not."""
    game = until(table(), turn_of("n3"))
    assert legal(game, "lay 3 E10 57 1")

    game = after(game, "lay 3 E10 57 1")

    refusal = refused(game, "lay 3 E10 14 0")
    assert refusal.key == "tile_colour"
    assert "MAG-II.4.10" in refusal.clauses
