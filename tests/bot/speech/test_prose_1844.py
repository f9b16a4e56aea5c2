"""Sentences about 1844: auctions, powers, emergencies, and what happens to several at once."""

import pytest

from assets import sentences
from bot.local.wire import as_read
from bot.menu.folding import Amount, Menu
from bot.speech import action_log, options
from bot.speech.teller import LABEL, Teller
from engine import outlook
from engine.actions import Bid, Buy, BuyTrain, Par, PayDividend
from engine.choices import Offer
from engine.events import (
    BidPlaced,
    Closed,
    Event,
    Indebted,
    Paid,
    Passed,
    PriceMoved,
    RoundBegan,
    TileLaid,
    TrainRusted,
    Won,
)
from engine.exhibits import Prospect
from engine.game import Game
from engine.titles.t1844.tunnels import Tunnel
from tests.bot.reading import lines_read

NAMES = {"s1": "Anna", "s2": "Béla", "s3": "Cy"}
GAME = Game.start("1844", tuple(NAMES), seed=1)


@pytest.fixture
def english() -> Teller:
    """Who speaks of 1844 in English."""
    return Teller(GAME.title, NAMES, "en")


def test_an_auction_says_what_is_up_and_whose_bid_stands(english: Teller):
    """The headline, the call, and small raises as buttons."""
    game = GAME.play(Bid("s1", "P1", 40))

    assert english.headline(GAME).endswith("**Anna** to bid on P1 Brienzer-Rothorn-Bahn")
    assert as_read(english.headline(game)).endswith("(high bid: Anna, 40 SFR)")
    assert as_read(english.needs(Menu(game.choices, "s2"))) == "Bid (45 SFR or more) · Pass"
    step = Menu(game.choices, "s2").narrow("bid")
    assert isinstance(step, Amount)
    assert step.common() == (45, 50, 55, 65)


@pytest.mark.parametrize(
    ("offer", "label"),
    [
        (Offer(Buy("s1", "BLS", 10, "offer"), None, {"price": 80}), "Buy 10% BLS for 80 SFR from the IPO"),
        (
            Offer(Buy("s1", "BLS", 10, "pool"), None, {"price": 76}),
            "Buy 10% BLS for 76 SFR from the bank pool",
        ),
        (Offer(Par("s1", "VZ", 80), None, {"price": 160}), "Start VZ at 80 SFR, paying 160 SFR"),
        (Offer(PayDividend("s1", "VZ", 120), None, {"revenue": 120}), "VZ pays out 120 SFR"),
        (Offer(PayDividend("s1", "VZ", 0), None, {"revenue": 120}), "Withhold 120 SFR"),
        (
            Offer(BuyTrain("s1", "VZ", "3H", "NOB", 150), None, {"help": 49, "credit": 0}),
            "Buy a 3H-train from NOB for 150 SFR; you pay 49 SFR",
        ),
        (
            Offer(BuyTrain("s1", "VZ", "3", "BLS", 180), None, {"help": 96, "credit": 49, "consent": "s2"}),
            "3-train from BLS, 180 SFR, if Béla agrees: you pay 96 SFR, borrow 49 SFR",
        ),
        (
            Offer(BuyTrain("s1", "VZ", "8H", "depot", 700), None, {"help": 50, "credit": 90}),
            "Buy an 8H-train for 700 SFR: you pay 50 SFR, borrow 90 SFR",
        ),
        (
            Offer(Tunnel("s1", "GB", "T1", "H19", 2, 5), None, {"cost": 100}),
            "Tunnel on H19 Gotthard, NW (G18 Stans) to SE (I20), 100 SFR",
        ),
    ],
)
def test_offers_name_the_seller_the_price_and_the_neighbours(english: Teller, offer: Offer, label: str):
    """What a player must know before pressing."""
    assert as_read(english.bare.offer(offer)) == label


PURCHASES = (
    Offer(BuyTrain("s1", "VZ", "4", "depot", 300), None, {"help": 119, "credit": 174}),
    Offer(BuyTrain("s1", "VZ", "6H", "depot", 550), None, {"help": 240}),
    Offer(BuyTrain("s1", "VZ", "4H", "depot", 260), None, {"credit": 260}),
)


@pytest.mark.parametrize("offer", PURCHASES)
@pytest.mark.parametrize("lang", sentences.languages())
def test_a_purchase_in_need_says_which_phase_begins_in_every_language(lang: str, offer: Offer):
    """What comes first stands on the button where there is no room for all that follows."""
    teller = Teller(GAME.title, NAMES, lang).bare
    follows = [
        Prospect("phase", {"phase": "6"}),
        Prospect("rusts", {"trains": ("3H", "3")}),
        Prospect("owes", {"debt": 929}),
    ]

    label = teller.with_aftermath(teller.offer(offer), follows)

    assert teller.offer(offer) in label
    assert teller.say("after.phase", era=teller.phase("6")) in label
    assert label.endswith("…")
    assert len(label) <= LABEL


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_button_has_one_colon_at_most(lang: str):
    """What follows from a deal stands behind something else where its words have a colon."""
    teller = Teller(GAME.title, NAMES, lang).bare
    follows = [Prospect("pays", {"total": 300})]

    label = teller.say("offer.accept.deal", deal="P4")
    whole = teller.with_aftermath(label, follows)

    assert whole.startswith(label)
    assert len(whole) > len(label)
    assert whole.count(": ") <= 1


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (
            (TrainRusted("BLS", "2", "2H", "phase"), TrainRusted("BLS", "2", "2H", "phase")),
            "2-trains become 2H-trains: BLS 2",
        ),
        ((Closed("NOB", "s1", "formation"), Closed("GB", "s2", "formation")), "NOB and GB cease to exist"),
        (
            (Paid("bank", "s1", 5, "income"), Paid("bank", "s1", 10, "income")),
            "Income of privates, mountains and tunnels: Anna 15 SFR",
        ),
        (
            (Indebted("s1", 94, 0, "exchange"), Indebted("s1", 104, 0, "exchange")),
            "Anna still owes the bank 198 SFR",
        ),
        (
            (BidPlaced("s1", "P1", 800), Won("s1", "P1", 800)),
            "Anna bids 800 SFR on P1 Brienzer-Rothorn-Bahn; wins it",
        ),
        (
            (RoundBegan("auction", (2,)), RoundBegan("auction", (3,))),
            "The auction begins",
        ),
        (
            (PriceMoved("BLS", "1,2", "1,1", "pool"), PriceMoved("GB", "1,2", "0,2", "sold_out")),
            "Share prices: BLS 80 → 70, GB 80 → 90",
        ),
        ((Passed("s2", "GB", acted=True, skips="tunnel"),), "GB builds no tunnel"),
        (
            (TileLaid("GB", "H19", "X79", 2, "", 100, "T1"),),
            "GB builds a tunnel under H19 Gotthard (NW, SE) for 100 SFR",
        ),
    ],
)
def test_what_happens_to_several_is_one_line(english: Teller, told: tuple[Event, ...], line: str):
    """Trains, privates and incomes are counted together."""
    assert lines_read(action_log.log(english, told)) == [line]


@pytest.mark.parametrize(
    ("tile", "rotation", "said"),
    [
        ("999", 0, "This game has no tile 999."),
        ("X78", 0, "This game has no tile X78."),
        ("57", 6, "Tile 57 cannot lie with rotation 6: rotations go from 0 to 5."),
    ],
)
def test_a_tile_that_there_is_not_is_no_matter_of_rotation(
    english: Teller, tile: str, rotation: int, said: str
):
    """What is wrong is said, and nothing else."""
    refusal = outlook.misfit(GAME.pos, "D19", tile, rotation)

    assert refusal is not None
    assert as_read(english.fault(refusal)) == said


def test_options_of_a_table_are_described(english: Teller):
    """What the table has chosen in words; readings of recorded games are counted."""
    chosen = ("debtor_certificates=allowed", "sr_end=single_pass", "eva=over_limit")

    assert list(options.meanings(english, chosen)) == [
        "3 rules as they are read on 18xx.games",
    ]
