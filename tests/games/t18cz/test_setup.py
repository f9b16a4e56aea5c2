"""Sections I to III: what there is, and how a game is set up."""

from collections import Counter

import pytest

from bot.tables.lobbies import seat_order
from engine.game import Game
from engine.refusals import BadSetup
from engine.state import BANK, OFFER
from engine.titles.t18cz.figures import figures
from render import PLAIN
from render.charters import charters_sheet
from tests.games.t18cz.czech import PLAYERS, Builder, after, legal, opening, paid, refused

CASH = {3: 380, 4: 300, 5: 250, 6: 210}


@pytest.mark.rule("CZ-I.1")
def test_how_many_play():
    """D-01: a game starts with as many players as money and limits are known for, never with one or seven."""
    for count in (3, 4, 5, 6):
        assert len(opening(count).state.players) == count
    for count in (1, 7):
        with pytest.raises(BadSetup) as raised:
            Game.start("18CZ", (*PLAYERS, "gus")[:count])
        assert (raised.value.key, raised.value.values["count"]) == ("player_count", count)


@pytest.mark.rule("CZ-III.2.1", "CZ-III.2.2", "CZ-III.2.3", "CZ-D-01.1")
@pytest.mark.parametrize(("players", "cash"), CASH.items())
def test_starting_cash(players: int, cash: int):
    """Three players have 380 each (D-02), four 300, five 250, six 210."""
    state = opening(players).state

    assert {state.cash[player] for player in state.players} == {cash}


@pytest.mark.rule("CZ-I.3")
@pytest.mark.parametrize(
    ("phase", "before", "tile", "open_"),
    [
        ("c", "", "57", True),
        ("c", "57 2", "14", False),
        ("d", "57 2", "14", True),
        ("f", "14 2", "611", False),
        ("g", "14 2", "611", True),
    ],
)
def test_colours_of_track_come_one_after_another(phase: str, before: str, tile: str, open_: bool):
    """On one city hex lie first a yellow, then a green, then a brown tile, each once its colour is open."""
    built = Builder().holds("ann", EKJ=50).phase(phase)
    game = (built.tiles(D5=before) if before else built).company("EKJ")

    assert any(legal(game, f"lay EKJ D5 {tile} {turn}") for turn in range(6)) == open_


@pytest.mark.rule("CZ-III.3.4")
def test_only_yellow_tiles_at_first():
    """In the first phase a green tile is refused where a yellow one lies; a yellow one is laid beside it."""
    game = Builder().holds("ann", EKJ=50).tiles(D5="57 1").company("EKJ")

    refusal = refused(game, "lay EKJ D5 14 1")
    assert (refusal.key, refusal.values["colour"]) == ("tile_colour", "green")
    assert refusal.clauses == ("CZ-VIII.5.5", "CZ-III.3.4")
    assert game.pos.phase.colours == ("yellow",)
    assert {offer.facts["colour"] for offer in game.choices.offers if offer.action.verb == "lay"} == {
        "yellow"
    }


@pytest.mark.rule("CZ-I.4")
def test_more_and_richer_stops_earn_more():
    """A train of two runs Karlovy Vary and Cheb for 40; one of three adds a town for 10, in the company's favour."""
    built = Builder().holds("ann", EKJ=50).tiles(D5="57 1", D3="57 1").cash(EKJ=0)
    game = built.trains(EKJ="2a").company("EKJ", "run")
    earned = after(game, "run EKJ - 2a:D3.0-D5.0", "dividend EKJ 40")
    assert paid(game, earned, "ann", "EKJ") == (20, 0)

    richer = Builder().holds("ann", EKJ=50).tiles(D5="57 1", D3="57 1", D7="9 1").phase("c")
    assert richer.trains(EKJ="3c").company("EKJ", "run").choices.offers[0].facts["revenue"] == 50


# --- the supply


@pytest.mark.rule("CZ-II.1")
def test_pieces_of_track():
    """All printed counts but yellow, of which four of 73 pieces are unknown (D-05); no other tile exists."""
    title = opening().title
    counts: Counter[str] = Counter()
    for tile in title.tiles.values():
        kind = "purple" if tile.border == "purple" else tile.colour
        counts[kind] += title.board.supply[tile.id] or 0

    assert counts == {"yellow": 73 - 4, "green": 44, "brown": 21, "gray": 1, "red": 5, "purple": 20}
    game = Builder().holds("ann", EKJ=50).company("EKJ")
    refusal = refused(game, "lay EKJ D5 999 0")
    assert (refusal.key, refusal.clauses) == ("tile_unknown", ("CZ-II.1",))
    assert refused(game, "lay EKJ D5 57 6").key == "tile_unknown"
    assert legal(game, "lay EKJ D5 57 0")


@pytest.mark.rule("CZ-II.2", "CZ-IV.2.a.6")
def test_fifteen_companies():
    """Five small, five medium and five large companies are in a game, each with shares and a treasury."""
    pos = opening().pos

    assert Counter(unit.kind for unit in pos.title.data.units) == {"small": 5, "medium": 5, "large": 5}
    assert set(pos.state.tokens_left) == {unit.id for unit in pos.title.data.units}
    assert {pos.state.cash[unit] for unit in pos.state.tokens_left} == {0}


# --- on the table


@pytest.mark.rule("CZ-III.1.4", "CZ-III.1.6")
def test_everything_is_shown_to_everybody():
    """The table's sheet has no reader: it shows cash, treasuries, shares, locals and trains."""
    built = Builder().cash(ann=1234, EKJ=567).holds("bob", EKJ=75).owns("cy", "M3").trains(EKJ="2b")
    game = built.company("EKJ")

    sheet = charters_sheet(game.pos, PLAIN)

    words = {str(getattr(shape, "text", "")) for shape in sheet.shapes}
    for shown in ("1234", "567", "75", "M3", "2b"):
        assert shown in words, shown


@pytest.mark.rule("CZ-III.3.1")
def test_the_bank_pays_and_never_breaks():
    """The bank takes and pays all money (D-57): thousands below nothing it goes on paying, and the game goes on."""
    assert opening().pos.cash(BANK) == 0
    game = Builder().cash(ann=9000).holds("bob", EKJ=75).sr("bob")
    assert game.pos.cash(BANK) == -(9000 - 380)

    sold = after(game, "sell EKJ 25")

    assert paid(game, sold, "bob", BANK) == (50, -50)
    assert not sold.state.over


@pytest.mark.rule("CZ-III.3.2", "CZ-VI.1")
def test_all_locals_are_for_sale():
    """Eighteen locals lie on the board of the draft, each of a size at its own price (D-52)."""
    game = opening()
    sizes = figures(game.pos).locals

    prices = {offer.action.certificate: offer.facts["price"] for offer in game.choices.offers[:-1]}
    assert [prices[local] for local in sizes["small"]] == [25, 30, 35, 40, 45, 50]
    assert [prices[local] for local in sizes["medium"]] == [40, 45, 50, 55, 60, 65]
    assert [prices[local] for local in sizes["large"]] == [55, 60, 65, 70, 75, 80]
    assert len(prices) == 18


@pytest.mark.rule("CZ-III.3.3")
def test_certificates_lie_with_the_bank():
    """Nobody has a share at first, and of every company the director's certificate must be the first to go."""
    pos = opening().pos
    game = Builder().sr(number=1)

    assert set(pos.state.certificates.values()) == {OFFER}
    assert refused(game, "buy EKJ 25 offer").key == "buy_director_first"
    assert legal(game, "par EKJ 50")


@pytest.mark.rule("CZ-III.3.5")
def test_what_a_company_owns_is_its_own():
    """Money, trains and locals of a company are never its director's: he cannot spend or sell them."""
    built = Builder().holds("ann", EKJ=75, MW=50).holds("bob", OFE=50).cash(EKJ=900, MW=0, ann=40)
    game = built.owns("EKJ", "S1").trains(EKJ="2a").sr()

    assert refused(game, "buy MW 25").key == "buy_cash"
    assert refused(game, "sell S1 100").key == "sell_private"
    assert game.pos.worth("ann") == 40 + 3 * 50 + 2 * 50


@pytest.mark.rule("CZ-III.3.6", "CZ-III.3.7")
def test_the_first_order_is_drawn():
    """A table seats people by lot; the seats are the order cards, and the first of them opens the draft."""
    drawn = {tuple(seat_order([1, 2, 3], seed)) for seed in range(40)}
    assert len(drawn) == 6

    game = Game.start("18CZ", ("cy", "ann", "bob"))
    assert game.state.order == ("cy", "ann", "bob")
    assert game.pos.frame.kind == "draft"
    assert refused(game, "draft S1", "ann").key == "not_your_turn"
    assert legal(game, "draft S1", "cy")
