"""Section X: what two players do differently, from the set-up to the end."""

from collections import Counter

import pytest

from engine.actions import LayTile
from engine.board.tiles import exits
from engine.events import PhaseBegan
from engine.game import Game
from engine.state import BANK, POOL
from engine.titles.t18mag import TITLE
from engine.titles.t18mag.figures import figures, mag_state
from tests.games.t18mag.builders import PLAYERS, Builder, after, drafting, legal, opening, refused, table
from tests.games.t18mag.going_on import go_on, idle, rounds

MINORS = ["1", "2", "3", "4", "6", "7", "11"]
MAJORS = ["RABA", "SIK", "SKEV", "LDSTEG"]
TWO = TITLE.of(2)


def buyer(
    phase: str = "yellow", stacks: str | None = None, number: tuple[int, int] = (2, 1), of: int = 1
) -> Game:
    """#3 of ann can pay for everything."""
    built = Builder(2).cash(n3=900).trains(n3="").phase(phase, stacks)
    return built.minor("3", "train", number, rounds=of)


def bought(game: Game, *trains: str) -> Game:
    for train in trains:
        game = after(game, f"train 3 {train} depot {game.title.trains[train].price}")
    return game


def began(game: Game) -> list[tuple[str, str, str]]:
    return [(one.phase, one.train, one.why) for one in game.events if isinstance(one, PhaseBegan)]


# --- what stays and what is there


@pytest.mark.rule("MAG-X.1")
def test_everything_else_is_as_with_more_players():
    """Rounds, steps, actions and the numbers that section X leaves alone are the very same."""
    kept = ("start_cash", "start_train", "start_cards", "extra_tile", "token_bonus", "no_train_tokens")

    assert (TWO.rounds, TWO.verbs, TWO.worth) == (TITLE.rounds, TITLE.verbs, TITLE.worth)
    assert TWO.data.holding_limit == TITLE.data.holding_limit == 60
    assert [TWO.data.extra[name] for name in kept] == [TITLE.data.extra[name] for name in kept]
    assert [TWO.trains[name] for name in "234"] == [TITLE.trains[name] for name in "234"]
    assert opening(2).pos.cash("ann") == 0


@pytest.mark.rule("MAG-X.2")
def test_the_map_is_the_other_side_of_the_board():
    """Budapest is C8, Lake Balaton D5, the double city E6; four red locations; hexes of the front are gone."""
    labels = {hex_.label: name for name, hex_ in TWO.hexes.items() if hex_.label}
    red = [hex_.name for hex_ in TWO.hexes.values() if hex_.colour == "red"]
    game = Builder(2).minor("3")
    refusal = refused(game, "lay 3 D17 9 0")

    assert labels == {"B": "C8", "OO": "E6"}
    assert [name for name, hex_ in TWO.hexes.items() if hex_.split] == ["D5"]
    assert red == ["Bécs", "Galicia", "Trieszt", "Belgrád"]
    assert "D17" in TITLE.hexes
    assert (refusal.key, refusal.clauses[0]) == ("tile_forbidden_hex", "MAG-X.2")
    assert legal(game, "lay 3 C6 57 0")


@pytest.mark.rule("MAG-X.2")
@pytest.mark.parametrize("hex_", ["A4", "a11", "A2"])
def test_red_hexes_and_preprinted_towns_take_no_tile(hex_: str):
    """Their track is there from the start."""
    game = Builder(2).tiles(A12="57 1").minor("6")

    assert refused(game, f"lay 6 {hex_} 58 0").key == "tile_forbidden_hex"
    assert game.pos.face(hex_)[0].track


@pytest.mark.rule("MAG-X.2")
@pytest.mark.parametrize(("tile", "fits"), [("7 2", True), ("8 1", True), ("9 0", False), ("8 3", False)])
def test_the_lake_keeps_its_shores_apart(tile: str, fits: bool):
    """On D5 track runs wholly north or wholly south of the lake."""
    game = Builder(2).tiles(C6="57 0", C4="9 1", D7="9 1").owns("ann", "n3").minor("3")

    offered = {
        f"{one.tile} {one.rotation}" for one in game.choices if isinstance(one, LayTile) and one.hex == "D5"
    }
    assert (tile in offered) == fits
    if not fits:
        assert refused(game, f"lay 3 D5 {tile}").key == "tile_barrier"


@pytest.mark.rule("MAG-VI.3.2.21")
@pytest.mark.parametrize("players", [1, 2])
def test_track_may_lead_to_the_blank_side_of_a_grey_hex(players: int):
    """From Sopron to A4: the tile fails to connect, as any tile may; the map's edge beside it stays closed."""
    game = Builder(players).owns("ann", "n11").minor("11")
    towards = {one for one in range(6) if 3 in exits(game.title.tiles["57"].track, one)}
    away = {one for one in range(6) if 1 in exits(game.title.tiles["57"].track, one)}

    assert all(legal(game, f"lay 11 B3 57 {one}") for one in towards)
    assert {refused(game, f"lay 11 B3 57 {one}").key for one in away} == {"tile_off_map"}


@pytest.mark.rule("MAG-VI.3.2.21")
def test_blank_sides_are_closed_under_the_other_reading():
    game = Builder(2, "grey_sides=closed").owns("ann", "n11").minor("11")

    assert refused(game, "lay 11 B3 57 0").key == "tile_barrier"
    assert legal(game, "lay 11 B3 57 2")


@pytest.mark.rule("MAG-X.3")
def test_seven_minors_are_used():
    """1, 2, 3, 4, 6, 7 and 11; a minor of the other game is not taken."""
    game = opening(2)
    refusal = refused(game, "draft 5")

    assert [unit.id for unit in game.pos.units("minor")] == MINORS
    assert refusal.key == "draft_offer"
    assert "MAG-X.3" in refusal.clauses
    assert legal(game, "draft 6")


@pytest.mark.rule("MAG-X.3")
def test_minors_start_where_this_map_has_their_homes():
    """#1 in Pest, #2 in Nyíregyháza, #6 in Miskolc, #7 in Mohács, #11 in Sopron."""
    wanted = {"1": "C8", "2": "B15", "3": "C6", "4": "E10", "6": "A12", "7": "E6", "11": "B3"}
    game = drafting(2, minors=("1 2 3", "4 6 7"))
    seats = {one.unit: hex_ for hex_, here in game.state.tokens.items() for one in here}

    assert {unit: TWO.units[unit].home.hex for unit in MINORS} == wanted
    assert seats == {unit: hex_ for unit, hex_ in wanted.items() if unit != "11"}
    assert TWO.hexes["C8"].stops[game.state.tokens["C8"][0].stop].name == "Pest"
    assert TWO.hexes["E6"].stops[game.state.tokens["E6"][0].stop].name == "Mohács"


@pytest.mark.rule("MAG-X.3")
def test_terrain_tokens_of_the_minors_in_play():
    """#6 and #7 have one each; those of the other minors are not given out."""
    assert mag_state(table(2).pos).terrain == {"6": 1, "7": 1}


@pytest.mark.rule("MAG-X.4")
def test_four_majors_are_used():
    """LDSTEG, SIK, SKEV and RABA; a share of another is neither taken nor bought."""
    game = opening(2)
    share_round = Builder(2).cash(ann=200).sr()

    assert [unit.id for unit in game.pos.units("major")] == MAJORS
    assert "MAG-X.4" in refused(game, "draft GC").clauses
    assert legal(game, "draft SKEV")
    assert "MAG-X.4" in refused(share_round, "buy MAVAG 10").clauses
    assert legal(share_round, "buy SKEV 10")


@pytest.mark.rule("MAG-X.4")
def test_start_prices_are_dealt_to_the_four():
    """Each gets one of the ten cards, so no price comes more than twice; nobody else has a price."""
    for seed in range(30):
        pos = opening(2, seed=seed).pos
        prices = Counter(pos.price(major) for major in MAJORS)
        assert set(prices) <= {60, 65, 70, 75, 80}
        assert max(prices.values()) <= 2
        assert sorted(unit for stack in pos.state.market.values() for unit in stack) == sorted(MAJORS)
    assert len({tuple(opening(2, seed=seed).state.market) for seed in range(30)}) > 5


@pytest.mark.rule("MAG-X.13")
def test_gray_tiles_are_not_used():
    """No gray tile exists, in brown either; every other tile of the box does."""
    game = Builder(2).tiles(C6="611 0", B5="6 0").phase("brown").minor("3")
    refusal = refused(game, "lay 3 C6 455 0")
    coloured = {tile.pool for tile in TITLE.tiles.values() if tile.colour != "gray"}

    assert (refusal.key, refusal.clauses[0]) == ("tile_unknown", "MAG-X.13")
    assert legal(Builder(2).tiles(C6="14 0").phase("brown").minor("3"), "lay 3 C6 611 0")
    assert dict(TWO.board.supply) == {
        pool: TITLE.board.supply[pool] for pool in TITLE.board.supply if pool in coloured
    }
    assert [phase.name for phase in TWO.data.phases] == ["yellow", "green", "brown"]


# --- the draft


@pytest.mark.rule("MAG-X.16")
def test_eleven_certificates_are_offered():
    """The seven minors and one share of each of the four majors; a second share of one is not there."""
    game = opening(2)
    now = after(game, "draft SIK")
    refusal = refused(now, "draft SIK")

    assert Counter(mag_state(game.pos).offer) == Counter(MINORS + MAJORS)
    assert (refusal.key, refusal.clauses[0]) == ("draft_offer", "MAG-X.16")
    assert legal(now, "draft RABA")


@pytest.mark.rule("MAG-X.17")
def test_three_minors_and_a_share_each():
    """A fourth minor is refused, and so is a second share."""
    minors = drafting(2, minors=("1 3 6", "2 4 7"), stop=7)
    shares = after(opening(2), "draft SIK", "draft RABA")
    refusal = refused(minors, "draft 11")
    again = refused(after(shares, "draft 1"), "draft SKEV")

    assert minors.pos.acting == "ann"
    assert Counter(minors.state.owners.values())["ann"] == 3
    assert (refusal.key, refusal.values) == ("draft_quota", {"kind": "minor", "count": 3})
    assert legal(minors, "draft LDSTEG")
    assert (again.key, again.values) == ("draft_quota", {"kind": "major", "count": 1})
    assert all("MAG-X.17" in one.clauses for one in (refusal, again))
    assert legal(after(shares, "draft 1"), "draft 11")


@pytest.mark.rule("MAG-X.17", "MAG-X.18")
def test_what_is_left_leaves_the_game_or_goes_to_the_bank():
    """The seventh minor is gone, its home an ordinary city; two shares can be bought from the bank later."""
    game = table(2, minors=("1 3 6", "2 4 7"), certificates=("RABA", "SIK"))
    pos = game.pos
    share_round = Builder(2).cash(ann=200).sr()

    assert Counter(pos.state.owners.values()) == {"ann": 3, "bob": 3}
    assert "11" not in pos.state.owners
    assert "B3" not in pos.state.tokens
    assert mag_state(pos).offer == ()
    assert {
        holder for certificate, holder in pos.state.certificates.items() if certificate[:3] in ("SKE", "LDS")
    } == {POOL}
    assert [pos.percent(player, "RABA") + pos.percent(player, "SIK") for player in ("ann", "bob")] == [10, 10]
    assert legal(share_round, "buy SKEV 10")
    assert refused(game, "token 11 B3 0").key in {"not_your_turn", "wrong_step"}


@pytest.mark.rule("MAG-X.19")
def test_the_order_is_1_2_2_1():
    """1-2-2-1-1-2-2-1, one certificate each time; the next is refused whoever is not at turn."""
    game, seats = opening(2), []
    wanted = {"ann": ["1", "3", "6", "RABA"], "bob": ["2", "4", "7", "SIK"]}
    while game.pos.frame.kind == "draft":
        seats.append(PLAYERS.index(game.pos.acting) + 1)
        other = "bob" if game.pos.acting == "ann" else "ann"
        assert (
            refused(game, f"draft {wanted[other][0] if wanted[other] else 'SKEV'}", other).key
            == "not_your_turn"
        )
        game = after(game, f"draft {wanted[game.pos.acting].pop(0)}")

    assert seats == [1, 2, 2, 1, 1, 2, 2, 1]


@pytest.mark.rule("MAG-X.19")
def test_the_priority_deal_stays_with_the_first_seat():
    """It does not travel in this order, so the first player starts the first share round (decision A38)."""
    for stop in range(9):
        assert drafting(2, stop=stop).state.priority == "ann"
    game, _ = go_on(table(2), lambda now: now.pos.frame.kind == "stock")

    assert game.pos.acting == "ann"


# --- trains and phases


@pytest.mark.rule("MAG-X.5", "MAG-X.10")
def test_there_are_no_6_trains():
    """The stacks are 2, 3 and 4, without end; a 6-train is refused, a 4-train is sold."""
    game = buyer()
    refusal = refused(game, "train 3 6 depot 320")

    assert game.state.depot == {"2": None, "3": None, "4": None}
    assert (refusal.key, refusal.clauses[0]) == ("train_none", "MAG-X.5")
    assert legal(game, "train 3 4 depot 200")
    assert refused(game, "train 3 2 LDSTEG 80").clauses == ("MAG-X.5",)
    assert refused(game, "train 3 3 MAVAG 120").clauses == ("MAG-X.10",)


@pytest.mark.rule("MAG-X.5")
def test_round_indicator_tiles_lie_on_3_and_4():
    """Both show green at first; the stack not touched then shows brown."""

    def shown(game: Game) -> dict:
        return {one.card: one.phase for one in game.title.foresight.first_sales(game.pos)}

    assert shown(table(2)) == {"3": "green", "4": "green"}
    assert shown(bought(buyer(), "4")) == {"3": "brown"}
    assert shown(bought(buyer(), "4", "3")) == {}


@pytest.mark.rule("MAG-X.14")
@pytest.mark.parametrize(("first", "second"), [("3", "4"), ("4", "3")])
def test_the_third_stack_starts_brown_and_the_end(first: str, second: str):
    """The first 3- or 4-train starts green, the first of the other stack brown, and the last set is known."""
    green = bought(buyer(), "2", first)
    brown = bought(Builder(2).cash(n3=900).phase("green", second).minor("3", "train"), second)

    assert began(green) == [("green", first, "sale")]
    assert not green.state.extra.last_set
    assert began(brown) == [("brown", second, "sale")]
    assert brown.state.extra.last_set == 3


@pytest.mark.rule("MAG-X.14")
def test_2_trains_and_touched_stacks_change_nothing():
    """The 2-trains count as the first stack, so their sale starts nothing; nor does any sale in brown."""
    assert began(bought(buyer(), "2")) == []
    assert began(bought(buyer("green", "4"), "3")) == []
    for train in "234":
        assert began(bought(buyer("brown"), train)) == []


@pytest.mark.rule("MAG-X.14")
def test_rounds_without_a_sale_start_brown_too():
    """The third token on the last stack with a tile is as good as a sale, and nothing is counted in brown."""
    built = Builder(2).phase("green", "4", no_train=2).cash(ann=100)
    game = built.minor("7", "train", (4, 1), rounds=2)
    now = after(game, "pass")

    assert began(now) == [("brown", "4", "no_sale")]
    assert (now.state.extra.stacks, now.state.extra.last_set) == ((), 5)
    assert (now.pos.frame.kind, now.pos.frame.number) == ("stock", (5,))
    later = Builder(2).phase("brown", last_set=5).minor("7", "train", (5, 1), rounds=3)
    assert after(later, "pass").state.extra.no_train == 0


@pytest.mark.rule("MAG-X.15")
@pytest.mark.parametrize(("number", "of"), [((3, 1), 2), ((3, 2), 2)])
def test_one_share_round_and_three_operating_rounds_follow(number: tuple[int, int], of: int):
    """The current OR is finished, whichever of its set it is; then SR, OR 1, 2 and 3."""
    game = bought(buyer("green", "4", number, of), "4")

    assert [unit for unit in ("4", "6", "7") if unit in game.pos.frame.queue] == ["4", "6", "7"]
    assert rounds(game) == [("stock", (4,)), *(("operating", (4, one)) for one in (1, 2, 3))]


@pytest.mark.rule("MAG-X.15")
def test_nothing_is_possible_after_the_third():
    """After the last major of the third OR everything is refused."""
    built = Builder(2).phase("brown", last_set=5)
    over, second = (idle(built.minor("7", "train", (5, one), rounds=3)) for one in (3, 2))
    refusal = refused(over, "pass", "ann")

    assert over.state.over
    assert (refusal.key, refusal.clauses) == ("game_over", ("MAG-X.15",))
    assert (second.state.over, second.pos.frame.number) == (False, (5, 3))


# --- the certificate limit


def holding(certificates: int) -> Builder:
    """Ann holds so many certificates: the director's and more of RABA, then of SIK, and money."""
    built = Builder(2).cash(ann=500)
    return built.holds("ann", RABA=60, SIK=10 * (certificates - 5 + 1))


@pytest.mark.rule("MAG-X.20")
def test_ten_certificates_are_the_limit():
    """The tenth is bought, an eleventh is not."""
    full, room = holding(10).sr(), holding(9).sr()
    refusal = refused(full, "buy SKEV 10")

    assert [len(game.pos.certificates("ann")) for game in (full, room)] == [10, 9]
    assert (refusal.key, refusal.values, refusal.clauses) == ("buy_limit", {"limit": 10}, ("MAG-X.20",))
    assert legal(room, "buy SKEV 10")


@pytest.mark.rule("MAG-X.20")
def test_who_is_over_ten_sells_first():
    """Eleven certificates: neither a pass nor a purchase until one is sold."""
    game = holding(10).holds("ann", SKEV=10).sr()

    for line in ("pass", "buy LDSTEG 10"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("over_limit", ("MAG-X.20",))
    assert legal(after(game, "sell SKEV 10"), "pass")


def test_money_adds_up_in_the_set_up():
    """What the bank gave out is what minors started with."""
    pos = table(2).pos

    assert pos.cash(BANK) == -6 * figures(pos).start_cash
