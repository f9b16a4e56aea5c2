"""The decision a table waits for: its kind follows from what is on offer, in every title."""

import re
from dataclasses import replace

import pytest

from assets import sentences
from bot.pickers.starts import terms
from bot.speech import decision_facts
from bot.speech.decision import decision_of, kind_of
from engine import stakes
from engine.actions import LayTile, Sell
from engine.decisions import DecisionKind
from engine.earnings import earned_after
from engine.game import Game
from engine.opponents import STYLES
from engine.state import POOL
from engine.turn_order import open_round
from tests.bot.decisions import anything, card_of, first, games, offers, view_at
from tests.games.t18cz import czech
from tests.games.t1844.swiss import Builder
from tests.tools import presses

NAMES = {"a": "Ann", "b": "Bob", "c": "Cy"}
FOUND = {
    "1844": {
        "auction",
        "share",
        "lay",
        "train",
        "token",
        "dividend",
        "run",
        "acquisition",
        "emergency",
        "power",
        "discard",
        "par",
        "deal",
    },
    "18CZ": {
        "draft",
        "par",
        "share",
        "lay",
        "train",
        "token",
        "dividend",
        "run",
        "acquisition",
        "power",
        "home",
        "emergency",
        "deal",
        "discard",
    },
    "18Mag": {"draft", "lay", "run", "train", "token", "discard", "share", "dividend", "deal"},
}
"""Kinds of decisions that a whole game of each title meets."""
PLAYERS = {"1844": "mixed", "18CZ": "thrifty", "18Mag": "thrifty"}
"""Who meets all of them: the house avoids some."""


@pytest.mark.slow
@pytest.mark.parametrize("title", FOUND)
def test_every_decision_of_a_whole_game_has_a_kind_and_a_headline(title: str):
    """The kinds are those of the verbs on offer; each headline names the round and fits on a lock screen."""
    game, player = Game.start(title, tuple(NAMES), seed=7), STYLES[PLAYERS[title]](7)
    kinds = set()
    while not game.state.over:
        view = presses.view_of(game, NAMES)
        decision = decision_of(view)
        kinds.add(kind_of(view))
        assert decision is decision_of(view)
        assert decision.headline.startswith(f"{title} · {view.teller.round(game.pos)}")
        assert len(decision.headline) < 170
        game = game.play(player.choose(game))

    assert kinds == FOUND[title]
    assert kind_of(presses.view_of(game, NAMES)) is DecisionKind.END


SMALL = 46
"""Letters of a line of small type on a phone."""


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_company_to_start_leaves_a_phone_room_for_its_picture(lang: str):
    """What its money could buy and how many are left, in five small lines with the end; Trains has the rest."""
    game = first("1844", DecisionKind.PAR)
    assert game is not None
    depot, *others = decision_of(view_at(game, lang)).asides

    assert [f"{name}:" in depot for name in ("2", "2H", "3", "3H", "4")] == [True] * 4 + [False]
    assert depot.count("\u00d7") == 2
    assert sum(-(-len(line) // SMALL) for line in (depot, *others)) <= 5


@pytest.mark.parametrize("title", ["18CZ", "18Mag"])
def test_a_stock_round_foretells_the_operating_rounds_that_follow(title: str):
    """As many as there are, also where the phase does not say."""
    told, came = dict[int, int](), dict[int, set[int]]()
    for game in (one for one in games(title) if not one.state.over):
        frame = game.state.frames[0]
        if frame.kind == "stock":
            told.setdefault(frame.number[0], game.title.foresight.rounds(game.pos))
        elif frame.kind == "operating":
            came.setdefault(frame.number[0], set()).add(frame.number[1])
    whole = sorted(came)[:-1]

    assert len(set(told.values())) > 1
    assert {number: told[number] for number in whole if number in told} == {
        number: len(came[number]) for number in whole if number in told
    }


def test_a_stock_round_of_every_title_says_how_many_operating_rounds_follow():
    """On the card, where it is decided who buys what."""
    assert "then 1 operating round" in card_of(first("18CZ", "share") or games("18CZ")[0]).text


def test_the_end_of_the_game_is_told_where_it_is_near():
    """18CZ ends after OR 8.3 from the first move on: its date stands on cards of sets 7 and 8."""
    told = {}
    for game in games("18CZ"):
        now = open_round(game.pos)
        if now is not None and game.pos.awaited:
            decided = decision_of(presses.view_of(game, game.setup.players))
            told.setdefault(now.number[0], set()).add("game ends" in " ".join(decided.spare))

    assert {number for number, said in told.items() if True in said} == {7, 8}
    assert told[8] == {True}


@pytest.mark.parametrize(
    ("title", "kind", "said"), [("1844", "share", "The bank has"), ("18Mag", "train", "The game ends")]
)
def test_what_will_come_is_said_once(title: str, kind: str, said: str):
    """On the picture of the decision: the text leaves it out."""
    shown = card_of(first(title, kind) or games(title)[0])

    assert any(line.startswith(said) for line in shown.picture)
    assert said not in shown.text


@pytest.mark.rule("CZ-VIII.11.12")
def test_no_sale_is_told_of_where_none_is_legal():
    """Whoever must borrow is not told what their shares would bring; whoever may sell is."""
    borrows, sells = (card_of(first(title, "emergency") or games(title)[0]) for title in ("18CZ", "1844"))

    assert "lacks" in borrows.text
    assert "sell" not in borrows.text
    assert "Liquid" not in borrows.picture
    assert "may sell shares for the rest first" in sells.text
    assert "Liquid" in sells.picture


@pytest.mark.rule("CH-OR.EMERG.5")
def test_no_sale_is_told_of_for_a_train_that_the_director_can_pay():
    """His cash is enough for the cheaper side of the card; he may sell, but no rest of it is left to be raised."""
    for cash, sale in ((200, True), (280, False)):
        built = Builder().holds("ann", FNM=60, RhB=40).prices(FNM=100, RhB=90).operated("FNM", "RhB")
        game = built.cash(FNM=0, RhB=500, ann=cash).phase("4").company("FNM", "train")
        (told,) = decision_facts._raise(view_at(game))

        assert any(isinstance(offer.action, Sell) for offer in game.choices.offers)
        assert ("sell" in told) is sale


@pytest.mark.rule("CH-SR.BUY.6", "CH-SR.LAUNCH.2")
def test_what_a_start_brings_is_told_with_its_price():
    """The treasury of a company that alone may be started is that at the highest price which can be paid."""
    game = Builder().cash(ann=130).phase("2").sr("ann")
    view = view_at(game)
    told = decision_facts._start_line(view, "BLS", 60)

    assert told == (
        "at par 60\xa0SFR: floats at 50% sold; treasury 300\xa0SFR, 300\xa0SFR more at its destination"
    )


@pytest.mark.rule("CH-SR.LAUNCH.1")
def test_shares_in_the_pool_are_taken_for_a_company_to_float():
    """In 1844 they count as taken: of BLS 20% are missing, not the 30% that players do not hold."""
    built = Builder().holds("ann", BLS=20).holds(POOL, BLS=10).pars(BLS=60).prices(BLS=60)
    (told,) = decision_facts._to_float(view_at(built.sr("ann")))

    assert told == "still to sell to float: BLS 20%"


def test_equal_prices_of_tokens_are_counted():
    """Eight of one price are one figure."""
    federal = first("1844", "lay", lambda game: game.pos.unit == "SBB")

    assert federal is not None
    assert "8 tokens left: 8 \u00d7 100\N{NO-BREAK SPACE}SFR" in card_of(federal).text


def test_no_run_is_foretold_of_a_unit_without_a_train():
    """Whatever it lays, it would earn nothing."""
    for kind in ("lay", "token"):
        game = first("18CZ", kind, lambda game: not game.pos.trains(game.pos.unit))

        assert game is not None
        assert "run after" not in card_of(game).text


@pytest.mark.parametrize("lang", sentences.languages())
def test_the_rounds_and_the_players_to_come_are_told_apart(lang: str):
    """They stand in one line: what follows the round, and who follows in it."""
    rounds = sentences.say("fact.rounds", lang, n=2)
    players = sentences.say("fact.next", lang, players="Ann")

    assert rounds.split()[0].strip(":") != players.split()[0].strip(":")


def test_ways_that_change_no_run_are_told_in_one():
    """Three lines with the very figure of the run now would push a phone's card out of sight."""
    game, player = Game.start("18Mag", tuple(NAMES), seed=4), STYLES["house"](4)
    told = ""
    while "nothing here changes that" not in told:
        game = game.play(game.own_move or player.choose(game))
        told = "" if game.own_move else "\n".join(decision_of(view_at(game)).facts)

    assert "run after" not in told
    assert "run now" in told


def test_ways_that_change_the_run_are_told_and_the_others_in_one():
    """Each way to lay is accounted for: the figure it brings, or that it brings none."""
    game, player = Game.start("18Mag", ("s1", "s2", "s3", "s4"), seed=3), STYLES["thrifty"](3)
    told = ""
    while "any other: no change" not in told:
        game = game.play(game.own_move or player.choose(game))
        told = "" if game.own_move else "\n".join(decision_of(view_at(game)).facts)
    now = game.choices.runs[0].facts["revenue"]
    laid = [one.action for one in game.choices.offers if isinstance(one.action, LayTile)]
    after = [(one.tile, one.hex, found.revenue) for one in laid if (found := earned_after(game.pos, one, 40))]
    changed = {one for one in after if one[-1] != now}

    assert len(after) == len(laid)
    assert told.count("run after tile") == len(changed) < len(laid) - 1


@pytest.mark.parametrize(
    ("title", "kind", "verb", "said"),
    [
        ("1844", DecisionKind.AUCTION, "bid", "1844 · Auction: bid for P1 Brienzer-Rothorn-Bahn"),
        ("1844", DecisionKind.PAR, "par", "1844 · Auction: start FNM"),
        ("1844", DecisionKind.DRAFT, "permit", "1844 · SR 1: buy a mountain railway or a tunnel certificate"),
        ("18CZ", DecisionKind.ACQUISITION, "merge", "18CZ · OR 8.1 · kk: acquire a company"),
        ("18Mag", DecisionKind.DISCARD, "pass", "18Mag · OR 1.1 · #5: keep or discard trains"),
        ("18Mag", DecisionKind.DRAFT, "draft", "18Mag · First share round: draft a certificate"),
    ],
)
def test_a_headline_names_what_is_decided(title: str, kind: DecisionKind, verb: str, said: str):
    """The one thing that is for sale, the one company to start; what may be kept is not said to be due."""
    found = first(title, kind, offers(verb))
    assert found is not None
    assert decision_of(view_at(found)).headline == said


def test_who_has_bid_most_stands_in_the_headline():
    """A lock screen shows no picture."""
    game = Game.start("1844", ("s1", "s2", "s3"))
    bid = game.play(game.read("bid P1 20"))
    assert decision_of(view_at(bid)).headline == (
        "1844 · Auction: bid for P1 Brienzer-Rothorn-Bahn (Alder: 20\xa0SFR)"
    )


def test_an_auction_does_not_tell_the_turns_of_a_round_of_shares():
    """A company whose certificate was won is started between two lots: nobody has passed in a stock round."""
    found = first("1844", DecisionKind.PAR, anything)
    assert found is not None
    assert not [line for line in decision_of(view_at(found)).facts if "nobody has passed" in line]


def test_nobody_is_told_that_nobody_has_money():
    """18Mag is drafted without any."""
    assert decision_of(view_at(games("18Mag")[0])).facts == ()


@pytest.mark.parametrize("lang", sentences.languages())
def test_whose_sale_makes_another_director_is_told(lang: str):
    """That of whoever decides, whether somebody follows or nobody does."""
    game = Builder().operated("RhB").prices(RhB=60).holds("ann", RhB=40).holds("bob", RhB=40).sr("ann")
    view = view_at(game, lang)
    (sale,) = stakes.sales(game.pos, game.choices.offers)
    said = {"unit": "RhB", "seller": "Alder", "percent": view.teller.percent(sale.percent)}

    assert (sale.seller, sale.heir) == ("ann", "bob")
    assert decision_facts._loses(view, sale) == sentences.say(
        "fact.loses.player", lang, player="Birch", **said
    )
    assert decision_facts._loses(view, replace(sale, heir="")) == sentences.say("fact.loses", lang, **said)


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_company_of_18cz_is_told_to_become_active(lang: str):
    """What is still to be sold of it, and of one that somebody may start."""
    view = view_at(czech.Builder().holds("ann", VBW=25).sr(), lang)
    (told,) = decision_facts._to_float(view)

    assert told == sentences.say("in.18CZ.fact.float", lang, units=f"VBW {view.teller.percent(25)}")
    half = {"percent": view.teller.percent(50)}
    starts = terms(view, (one for one in view.game.choices.offers if one.action.matter == "par"))
    assert sentences.say("in.18CZ.fact.pars", lang, **half) in starts


def test_where_all_trains_are_on_sale_the_cheapest_is_named():
    """Which never runs out; where they are sold in order, the next."""
    for title, kind, said in (
        ("18Mag", "run", "cheapest train: a 2-train for 80\xa0Ft"),
        ("1844", "dividend", "next train: a 2-train for 90\xa0SFR"),
    ):
        game = first(title, kind, anything)

        assert game is not None
        assert said in card_of(game).text


def test_the_next_train_is_one_that_the_company_may_own():
    """A regional company of 1844 owns H-trains only, whatever is on the other side of the card."""
    game = first("1844", "dividend", lambda game: game.pos.kind(game.pos.unit) == "regional")

    assert game is not None
    assert re.search(r"next train: an? \d+H-train for ", card_of(game).text)


def test_no_train_is_named_to_a_company_that_owns_none():
    """The majors of 18Mag pay dividends and buy no trains."""
    game = first("18Mag", "dividend", anything)

    assert game is not None
    assert " train" not in card_of(game).text


def test_how_many_trains_there_are_is_no_name_of_a_train():
    """Of how many there may be, before their names."""
    for title in ("18Mag", "1844"):
        game = first(title, "lay", lambda game: len(game.pos.trains(game.pos.unit)) == 1)

        assert game is not None
        assert re.search(r" 1 of [234] trains: 2H? ", card_of(game).text), title


def test_a_dividend_has_one_word_for_what_is_withheld():
    """On the buttons, and where the treasury is foretold."""
    game = first("1844", "dividend", anything)
    assert game is not None
    card = card_of(game)

    assert re.search(r": treasury \S+\sSFR if it pays · \S+\sSFR if it withholds", card.text)
    assert [label for label in card.labels if label.startswith("Withhold ")]
    assert [label for label in card.labels if "Keep" in label] == []


def test_a_power_on_the_map_is_told_with_the_run_after_it():
    """Of two ways each with where it leads; a unit without a train is told nothing."""
    told = bare = 0
    game, player = Game.start("1844", ("s1", "s2", "s3", "s4"), seed=7), STYLES["thrifty"](7)
    while not (told and bare):
        game = game.play(game.own_move or player.choose(game))
        ways = [one.action for one in game.choices.offers if one.action.verb == "tunnel"]
        if game.own_move or not ways or len(ways) > decision_facts.WAYS:
            continue
        text = "\n".join(decision_of(view_at(game)).further)
        after = [earned_after(game.pos, one, decision_facts.CHECKS) for one in ways]
        runs = [f", run {one.revenue:,}\N{NO-BREAK SPACE}SFR" for one in after if one]
        if not game.pos.trains(game.pos.unit):
            assert "run" not in text
            bare += 1
            continue
        assert text.count(", run ") == len(runs)
        assert [run for run in runs if run not in text] == []
        told += 1


@pytest.mark.parametrize("lang", sentences.languages())
def test_trains_received_and_tokens_to_take_back_have_headlines_of_their_own(lang: str):
    """Neither is a train bought nor a token placed."""
    built = czech.sizes(other="ann", BN="2+2c").tiles(E12="8889 0").tokens(E12="BN.1 SX.2")
    game = czech.after(built.company("SX", "merge"), "merge SX BN 70")
    flipped = czech.after(czech.sizes(other="ann", BCB="2b").company("SX", "merge"), "merge SX BCB 65")

    for asked, key in ((game, "decision.token/remove"), (flipped, "decision.train/turn")):
        assert decision_of(view_at(asked, lang)).headline.endswith(sentences.say(key, lang))
