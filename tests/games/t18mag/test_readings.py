"""Readings of recorded games: off by default, each of them an option of the table (section 4.1 of our rules)."""

import pytest

from engine.actions import GoOn
from engine.game import Game
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder, after, legal, paid, refused

PRESET = (
    "director_purchase=on",
    "forced_stack=keep",
    "grey_sides=closed",
    "no_train=consecutive",
    "no_train_check=or_end",
    "oo_token=first_found",
    "revenue_claim=free",
    "terrain_time=laying",
    "terrain_token=prepaid",
    "track_step=while_affordable",
    "trade_consent=off",
)


def test_the_preset_of_recorded_games_stands_for_eleven_readings():
    """Without options the rules are as printed; the preset switches on what the recorded games need."""
    players = ("ann", "bob", "cy")

    assert Game.start("18Mag", players).state.options == ()
    assert Game.start("18Mag", players, ["compat=peer18xx"]).state.options == PRESET
    assert Game.start("18Mag", players, PRESET).state.options == PRESET


# --- tokens on the yellow OO tile (A09)


def seats(*options: str, hex_: str = "G14", unit: str = "4", **placed: str) -> dict[str, int]:
    """Who stands in which city when the yellow tile has come; the first city has track."""
    game = Builder(3, *options).tokens(**placed).minor(unit, "lay")
    now = after(game, f"lay {unit} {hex_} L32 0")
    return {one.unit: one.stop for one in now.state.tokens[hex_]}


@pytest.mark.rule("MAG-VI.3.2.23")
def test_the_home_minor_gets_the_city_with_track():
    """A marker that was placed in the first city makes room for the minor at home (decision A09)."""
    assert seats(G14="SIK.0 4.1") == {"4": 0, "SIK": 1}
    assert seats(G14="4.1") == {"4": 0}


@pytest.mark.rule("MAG-VI.3.2.23")
def test_another_minor_comes_before_a_major():
    """Without the home minor the other minor gets the connected city; among majors the first one placed."""
    assert seats(unit="3", G14="SIK.0 3.1", F13="4.0") == {"3": 0, "SIK": 1}
    assert seats(G14="4.0 3.1") == {"4": 0, "3": 1}
    assert seats(G14="3.0 4.1") == {"4": 0, "3": 1}


@pytest.mark.rule("MAG-VI.3.2.23")
def test_a_table_may_give_the_track_to_the_first_city():
    """Under the reading of recorded games the first token found moves to the track."""
    assert seats("oo_token=first_found", G14="SIK.0 4.1") == {"SIK": 0, "4": 1}
    assert seats("oo_token=first_found", G14="4.1") == {"4": 0}


# --- terrain tokens (A48)


@pytest.mark.rule("MAG-VI.3.2.18")
def test_a_token_is_spent_with_the_lay():
    """As printed it is named together with the tile, and cannot be given up before."""
    game = Builder().minor("6", "lay")
    now = after(game, "lay 6 B17 57 1 terrain")

    assert paid(game, now, "n6", "SIK", "bank") == (0, 10, -10)
    refusal = refused(game, "prepay 6")
    assert (refusal.key, "MAG-VI.3.2.18" in refusal.clauses) == ("terrain_token", True)


@pytest.mark.rule("MAG-VI.3.2.18")
def test_a_table_may_spend_tokens_beforehand():
    """Under the reading of recorded games the token goes first and the next lay is free of terrain."""
    game = Builder(3, "terrain_token=prepaid").minor("6", "lay")
    prepaid = after(game, "prepay 6")
    now = after(prepaid, "lay 6 B17 57 1")

    assert (mag_state(game.pos).terrain["6"], mag_state(prepaid.pos).terrain["6"]) == (1, 0)
    assert paid(game, now, "n6", "SIK", "bank") == (0, 10, -10)
    assert refused(game, "lay 6 B17 57 1 terrain").key == "terrain_token"
    assert refused(prepaid, "prepay 6").key == "terrain_token"


@pytest.mark.rule("MAG-VI.3.2.18", "MAG-VI.3.2.19")
def test_after_two_tiles_no_token_is_spent_beforehand():
    """There is none to lay that it could be for."""
    built = Builder(3, "terrain_token=prepaid").terrain(n6=2).cash(n6=90)
    first = after(built.minor("6", "lay"), "lay 6 B17 57 1")

    assert legal(first, "prepay 6")
    assert refused(after(first, "lay 6 B15 3 3"), "prepay 6").key == "terrain_token"


@pytest.mark.rule("MAG-VI.3.2.18")
def test_a_token_spent_beforehand_may_be_lost():
    """Under that reading it is gone even if nothing is laid at all."""
    game = after(Builder(3, "terrain_token=prepaid").minor("6", "lay"), "prepay 6", "pass")

    assert mag_state(game.pos).terrain["6"] == 0
    assert paid(Builder().minor("6", "lay"), game, "SIK") == (0,)


@pytest.mark.rule("MAG-VI.3.2.18")
def test_a_token_spent_beforehand_comes_back_where_the_record_is_left():
    """By the printed rules it goes with the lay: the minor has it again, and no terrain is paid for."""
    game = Builder(3, *PRESET).minor("6", "lay")
    now = after(game, "prepay 6").play(GoOn("ann", "printed"))

    assert mag_state(now.pos).terrain["6"] == mag_state(game.pos).terrain["6"] == 1
    assert not now.pos.turn.prepaid
    assert legal(now, "lay 6 B17 57 1 terrain")
    assert mag_state(game.play(GoOn("ann", "printed")).pos).terrain["6"] == 1


@pytest.mark.rule("MAG-VI.3.2.18", "MAG-OPT.SUP.5")
def test_a_token_comes_back_though_a_supporter_has_helped_somebody_before():
    """He was called in another turn of the round: he has helped, and stays so."""
    game = Builder(3, "compat=peer18xx").extra(used=("FJ",)).minor("6", "lay")
    now = after(game, "prepay 6").play(GoOn("ann", "printed"))

    assert mag_state(now.pos).terrain == mag_state(game.pos).terrain
    assert mag_state(now.pos).used == ("FJ",)


@pytest.mark.rule("MAG-VI.3.2.18")
def test_terrain_is_paid_beforehand_only_while_a_tile_may_follow():
    """Under the other half of that reading: before the first tile, or a second that can be paid, and not later."""
    both = ("terrain_token=prepaid", "terrain_time=laying")
    first = Builder(3, *both).terrain(n6=2)
    rich, poor = (
        after(first.cash(n6=cash).minor("6", "lay"), "prepay 6", "lay 6 B17 57 1") for cash in (90, 0)
    )

    assert legal(rich, "prepay 6")
    refusal = refused(poor, "prepay 6")
    assert (refusal.key, refusal.clauses) == ("terrain_time", ("MAG-VI.3.2.18",))


# --- limits of holdings and of money


@pytest.mark.rule("MAG-VII.3.3")
def test_nobody_is_made_to_sell_at_sixty_percent():
    """60% may be kept for ever; only the next share is refused (decision A36)."""
    game = Builder().holds("ann", GC=60).cash(ann=500, bob=500).sr()

    assert legal(game, "pass")
    assert refused(game, "buy GC 10").key == "buy_holding"


def test_nobody_pays_what_he_has_not():
    """Neither a player nor a unit ever goes below nothing; the bank may (decision A44)."""
    scratch = Builder()._scratch
    for payer in ("ann", "3", "SIK"):
        with pytest.raises(ValueError, match="cannot pay"):
            scratch.pay(payer, "bank", scratch.now.cash(payer) + 1, "share")
    with pytest.raises(ValueError, match="cannot pay"):
        scratch.pay("bank", "ann", -1, "share")
    scratch.pay("bank", "ann", 10**6, "share")

    assert scratch.now.cash("bank") < 0
