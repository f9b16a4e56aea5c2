"""Sentences about 18CZ: locals, acquisitions, loans, cards, and cities that lie apart."""

import pytest

from bot.local.wire import as_read
from bot.speech import action_log
from bot.speech.chronicles import player_lines, unit_lines
from bot.speech.signs import sign
from bot.speech.teller import Teller
from bot.speech.wishes import ends, wish
from engine.actions import Acquire, Discard, Draft, Pass, Sell
from engine.choices import Offer
from engine.chronicle import chronicle
from engine.events import (
    Closed,
    Counted,
    DividendPaid,
    Event,
    Indebted,
    Merged,
    Paid,
    Passed,
    Ran,
    TileLaid,
    TokenRemoved,
    TokenSettled,
    TrainDiscarded,
    TrainRusted,
)
from engine.game import Game
from engine.refusals import Refusal
from engine.standing.trading import TakeFirst
from engine.titles.t18cz.homes import ChooseCity
from engine.titles.t18cz.mergers import Merge
from engine.titles.t18cz.received_trains import TurnTrain
from tests.bot.reading import lines_read
from tests.games.t18cz import czech

NAMES = {"s1": "Anna", "s2": "Béla", "s3": "Cy"}
TITLE = Game.start("18CZ", tuple(NAMES), seed=1).title
S1, S2, S5 = (f"{certificate} {TITLE.privates[certificate].name}" for certificate in ("S1", "S2", "S5"))

B9 = "B9 Teplice & \u00dast\u00ed nad Labem"


@pytest.fixture
def english() -> Teller:
    """Who speaks of 18CZ in English."""
    return Teller(TITLE, NAMES, "en")


@pytest.fixture
def spanish() -> Teller:
    """Who speaks of 18CZ in Spanish."""
    return Teller(TITLE, NAMES, "es")


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            (Merged("kk", "ATE", 49, {"s1": 147, "s2": 49}), Closed("ATE", "s1", "acquisition")),
            ["kk acquires ATE for 49 K a share: Anna 147 K, Béla 49 K", "ATE ceases to exist"],
        ),
        ((Closed("S1", "MW", "sold", 55),), [f"MW sells {S1} to the bank for 55 K"]),
        (
            (Closed("S1", "bank", "unsold"), Closed("S2", "bank", "unsold")),
            [f"{S1} and {S2} leave the game unsold"],
        ),
        (
            tuple(Closed(f"M{number}", "bank", "unsold") for number in range(1, 6)),
            ["M1, M2, M3, M4 and M5 leave the game unsold"],
        ),
        (
            (Indebted("s1", 80, 0, "credit"), Counted("penalty", 80, "s1")),
            ["Anna borrows 80 K from the bank", "Anna's penalty is now 80 K"],
        ),
        ((TrainDiscarded("BN", "3+3d", "pool"),), ["BN returns a 3+3d-train to the pool"]),
        ((TrainDiscarded("BN", "3+3d"),), ["BN discards a 3+3d-train"]),
        ((TrainRusted("depot", "5h", "", "export"),), ["One 5h card is exported"]),
        ((Passed("s1", "ATE", skips="inherit"),), ["ATE keeps its trains as they are"]),
        ((TokenRemoved("ATE", "E12", 0),), ["ATE takes back its token in E12 Prague"]),
        (
            (TileLaid("ATE", "B9", "8865", 0, "", 10), TokenSettled("ATE", "B9", 1)),
            [f"ATE lays tile 8865 on {B9} (W, NE, E, SE) for 10 K; gets a city in {B9} for its token"],
        ),
        ((Ran("MW", 60), DividendPaid("MW", 60, 60)), ["MW runs for 60 K; withholds 60 K"]),
        (
            (TileLaid("BN", "E4", "887p", 0, "3", 0, "S5"),),
            [f"BN upgrades E4 from tile 3 to 887p (SW, W, NW, NE) \u2013 {S5}"],
        ),
    ],
)
def test_events_are_told_in_the_words_of_the_game(english: Teller, told: tuple[Event, ...], lines: list[str]):
    """Short names keep their small letters, and a train that leaves the game is told from one that does not."""
    assert lines_read(action_log.log(english, told)) == lines


def test_lines_of_a_unit_bear_its_colour_whoever_the_event_names(english: Teller):
    """The company that sells or flips something, and the one that goes; no square is grey."""
    told = (
        Closed("S1", "MW", "sold", 55),
        TrainRusted("BN", "3c", "2+2c", "turned"),
        Closed("EKJ", "s1", "acquisition"),
    )
    marked = action_log.log(english, told, signs=True)

    assert [line.partition(" ")[0] for line in marked] == ["MW", "BN", sign(TITLE, "EKJ")]


def test_a_summary_names_what_was_acquired_and_pays_what_the_log_pays(english: Teller):
    """Halves are rounded up for each holder, which changes nothing in what the company paid."""
    told = chronicle(
        [Merged("BN", "EKJ", 49, {"s1": 147}), DividendPaid("BN", 210, 0, {"s1": 53, "s2": 158})]
    )
    pos = Game.start("18CZ", tuple(NAMES), seed=1).pos

    (line,) = unit_lines(english, told, pos, pos)

    assert "paid 210 K · acquired EKJ" in as_read(line)


def test_what_the_next_round_has_paid_is_no_part_of_a_summary(english: Teller):
    """The move that ends a stock round brings the income of the operating round after it."""
    pos = Game.start("18CZ", tuple(NAMES), seed=1).pos
    lines = player_lines(english, chronicle([]), pos, {"s1": 30})

    assert [line.partition("cash ")[2] for line in lines_read(lines)] == [
        f"{pos.cash(player) - 30 * (player == 's1')} K · worth {pos.worth(player) - 30 * (player == 's1')} K"
        for player in NAMES
    ]


@pytest.mark.parametrize(
    ("offer", "label"),
    [
        (Offer(Draft("s1", "S1"), None, {"price": 25}), f"Buy {S1} for 25 K"),
        (
            Offer(Acquire("s1", "MW", "S1", 1), range(1, 41), {"consent": "s2"}),
            f"MW buys {S1} for 1 K to 40 K, if Béla agrees",
        ),
        (
            Offer(Acquire("s1", "MW", "S1", 1), range(1, 2), {"consent": "s2"}),
            f"MW buys {S1} for 1 K, if Béla agrees",
        ),
        (
            Offer(Merge("s1", "BN", "EKJ", 27), range(27, 71), {"consent": "s2", "count": 3}),
            "BN acquires EKJ for 27 K to 70 K a share, if Béla agrees",
        ),
        (
            Offer(TurnTrain("s1", "Ug", "5j", "8Ej"), None, {"price": 650}),
            "Flip a 5j-train to an 8Ej-train for 650 K",
        ),
        (Offer(Discard("s1", "BN", "2+2b"), None, {"to": "pool"}), "Return a 2+2b-train to the pool"),
        (Offer(Pass("s1"), None, {"skips": "inherit"}), "Keep these trains"),
        (
            Offer(ChooseCity("s1", "ATE", "B9", 1), None, {"exits": [0, 2]}),
            "Token of ATE in B9 Teplice & Ústí nad Labem, city to SW, NW",
        ),
    ],
)
def test_offers_say_what_a_player_must_know(english: Teller, offer: Offer, label: str):
    """Prices, ranges, whose consent is needed, and which of two cities is meant."""
    assert as_read(english.bare.offer(offer)) == label


def test_a_question_that_nobody_has_asked(english: Teller, spanish: Teller):
    """The choice of a city interrupts an operating round: that it has no place there would be false."""
    refusal = Refusal("wrong_step", {"verb": "settle", "round": "asked"})

    assert english.fault(refusal) == '"Choose the city": nobody is being asked to do that now.'
    assert spanish.fault(refusal) == "«Elegir ciudad»: nadie tiene que decidir eso ahora."


def test_spanish_prepositions_are_part_of_their_sentences(spanish: Teller):
    """The bank stands in the sentence, 'al banco'; no word is put in behind a preposition."""
    lines = action_log.log(spanish, (Closed("S1", "MW", "sold", 55),))
    paid = action_log.log(spanish, (Paid("s1", "bank", 5, "x"),))
    refusal = Refusal("power_terrain", {"private": "S1", "hex": "C6", "terrain": "mountain"})

    assert lines_read(lines) == [f"MW vende {S1} al banco por 55 K"]
    assert len(paid) == 1
    assert as_read(paid[0]).endswith(" paga 5 K al banco")
    assert spanish.fault(refusal) == f"{S1} no cubre el terreno de C6: montaña."


@pytest.mark.parametrize(
    ("known", "told", "said"),
    [
        (
            "best",
            "With other routes 12 K more is possible, 70 K in all (2b: D3-D5).",
            "Con otras rutas son posibles 12 K más, 70 K en total (2b: D3-D5).",
        ),
        (
            "found",
            "With other routes at least 12 K more is possible, 70 K in all (2b: D3-D5).",
            "Con otras rutas son posibles al menos 12 K más, 70 K en total (2b: D3-D5).",
        ),
    ],
)
def test_what_more_there_is_is_told(english: Teller, spanish: Teller, known: str, told: str, said: str):
    """Amount, sum and routes are named, and whether the search was finished."""
    better = Refusal("route_more", {"short": 12, known: 70, "routes": ["2b:D3.0-D5.0"]})

    assert as_read(english.refusal(better)) == told
    assert as_read(spanish.refusal(better)) == said


@pytest.mark.rule("CZ-VII.6.5", "CZ-VII.5.b.6")
def test_half_a_directors_certificate_is_refused_for_what_it_is():
    """Bob could direct BN as well: that nobody could would be false."""
    game = czech.Builder().holds("ann", BN=40).holds("bob", BN=40).phase("b").sr("ann")
    refusal = game.choices.why_not(Sell("ann", "BN", 20))

    assert refusal is not None
    assert Teller(game.title, {}, "en").fault(refusal) == (
        "The director's certificate of BN is sold only as a whole, and only if another player holds at least as much."
    )
    assert game.choices.why_not(Sell("ann", "BN", 40)) is None


def test_an_order_buys_locals_where_nothing_is_drafted_or_bid_for(english: Teller):
    """In the pre-stock round they are bought at a price that is shown; elsewhere a bid has a limit."""
    bought, bid = (TakeFirst(("S1", "S2"), price, {}) for price in (0, 40))

    assert wish(english, bought) == f"Buy {S1}, else {S2}"
    assert "bid" not in ends(english, bought)
    assert "the next bid would be above your limit" in ends(english, bid)


def test_a_refusal_names_the_choice_of_a_city_and_the_first_tile_of_prague(english: Teller):
    """Where a company may still choose, every slot is kept; an upgrade that is none elsewhere is explained."""
    choice = Refusal("token_reserved", {"hex": "B9", "unit": "ATE", "wants": "choice"})
    last = Refusal("token_reserved", {"hex": "B9", "unit": "ATE"})
    plain, prague = Refusal("tile_two_promotions", {}), Refusal("tile_two_promotions", {"hex": "E12"})

    assert english.fault(choice) == f"Before ATE has its home token on {B9}, nobody else places one there."
    assert english.fault(last) == f"The last slot in {B9} is kept for the home of ATE."
    assert english.fault(plain) == "A turn allows yellow tiles or one upgrade, not both."
    assert english.fault(prague).endswith("; the first tile on E12 Prague is an upgrade.")
