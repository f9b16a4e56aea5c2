"""Sentences: what happened, what may be done, why something may not."""

import random
import re
from dataclasses import fields, replace

import pytest

from bot.local.wire import as_read
from bot.menu.folding import Ask, Menu, words
from bot.speech import action_log
from bot.speech.chronicles import unit_lines
from bot.speech.names import variants
from bot.speech.teller import CHOICE, CITED, LABEL, Teller
from bot.speech.values import snake
from engine import events, notation
from engine.actions import PRINTED, RECORDED, SHARED, Action, Buy, LayTile, Pass
from engine.choices import Offer
from engine.chronicle import chronicle
from engine.events import DividendPaid, Event, Paid, Passed, PriceMoved, Ran, RoundBegan, TileLaid
from engine.game import Game
from engine.refusals import Malformed, Refusal
from engine.title import Title, titles
from tests.bot.positions import NAMES, having, played
from tests.bot.reading import lines_read

TITLE = Game.start("18Mag", tuple(NAMES)).title


@pytest.fixture(params=["en", "es"])
def teller(request: pytest.FixtureRequest) -> Teller:
    """Who speaks of 18Mag, in every language."""
    return Teller(TITLE, NAMES, request.param)


@pytest.fixture
def english() -> Teller:
    """Who speaks of 18Mag in English."""
    return Teller(TITLE, NAMES, "en")


def subclasses(kind: type[Event]) -> list[type[Event]]:
    """Every kind of event the engine has."""
    return [found for found in vars(events).values() if isinstance(found, type) and issubclass(found, kind)]


def test_every_verb_and_event_has_words():
    """Nothing the engine does is left to notation, for shared verbs and those of titles."""
    verbs = {kind.verb for kind in SHARED} | {
        kind.verb for title in titles().values() for kind in title.verbs
    }
    silent, rules = {"event", "route_run"}, [f"event.went_on/{by}" for by in (PRINTED, RECORDED)]
    told = [snake(kind.__name__) for kind in subclasses(Event)]

    assert [verb for verb in verbs if not variants(f"offer.{verb}") or not variants(f"verb.{verb}")] == []
    assert [one for one in rules if not variants(one)] == []
    silent |= {"went_on"}  # told by what the game goes on by
    assert [name for name in told if name not in silent and not variants(f"event.{name}")] in (
        [],
        ["counted"],
    )


def test_half_a_line_is_told_what_is_written_in_which_order(english: Teller):
    """Who leaves out the company is told that a place was taken for it; a verb with one word needs no order."""
    told = []
    for line in ("lay I10 5 0", "draft"):
        with pytest.raises(Malformed) as error:
            notation.read(line, "ann", TITLE.verbs + SHARED)
        told.append(english.fault(error.value.refusal))

    assert told == [
        '"Lay track" takes, in this order: company, hex, tile, rotation. Missing: rotation.',
        '"Draft" also needs this: certificate.',
    ]


def test_markers_that_go_back_are_not_counted(english: Teller):
    """A sale takes them from their stack; nothing was left unsold then."""
    lines = [action_log.sentence(english, events.Counted("no_train", left, "3")) for left in (0, 2)]

    assert lines == [
        "The markers for rounds in which the bank sold no train are taken back",
        "The bank sold no train this round (marker 2 of 3)",
    ]


def test_a_company_whose_abbreviation_is_its_number_is_named_by_it_once():
    """The three minors of the variant have no other; the thirteen printed ones have both."""
    speaks = Teller(Game.start("18Mag", tuple(NAMES), ("new_minors=simple",)).title, NAMES, "en")

    assert [speaks.unit_in_full(unit) for unit in ("1", "14", "SIK")] == ["#1 MÉV", "#14", "SIK"]


def test_two_who_may_decide_are_named_together(english: Teller):
    """One sentence does for one and for several, of whom any may act."""
    told = [
        english.fault(Refusal("not_your_turn", {"unit": "7", "who": who})) for who in (["s1"], ["s1", "s2"])
    ]

    assert told == ["#7 is operating; it is up to Anna.", "#7 is operating; it is up to Anna or Béla."]


def test_a_proposal_that_holds_the_turn_up_is_named(english: Teller):
    """Whose turn it is would mislead: it is not that of who answers."""
    told = {"who": ["s2"], "owner": "s1", "round": "consent"}

    assert english.fault(Refusal("not_your_turn", told)) == "A proposal is waiting for Béla's answer."
    assert english.fault(Refusal("not_your_turn", {"who": ["s2"]})) == "It is Béla's turn."


def test_only_where_tiles_have_two_sides_are_they_spoken_of(english: Teller):
    """In a game whose tiles have one side, a word about the other would be false."""
    swiss = Teller(titles()["1844"], {}, "en")
    gone = Refusal("tile_supply", {"tile": "8"})

    assert english.fault(gone) == "No tile 8 is left; both sides of a tile share one count."
    assert swiss.fault(gone) == "No tile 8 is left."


def test_every_refusal_of_every_title_has_a_sentence():
    """Keys of broken rules are those of messages."""
    keys = {re.split("[./]", key)[0] for title in titles().values() for key in title.texts.refusals}

    assert [key for key in sorted(keys) if not variants(f"refusal.{key}")] == []


FORMS = [(form, index) for title in titles().values() for index, form in enumerate(title.forms)]


@pytest.mark.parametrize("title", [one for one, _ in FORMS], ids=[f"{one.name}-{at}" for one, at in FORMS])
def test_every_clause_a_refusal_cites_is_translated(title: Title):
    """A Spanish player reads the rule in Spanish."""
    spanish = Teller(title, NAMES, "es")
    cited = {clause for clauses in title.texts.refusals.values() for clause in clauses[:CITED]}

    assert [one for one in sorted(cited) if spanish.clause(one) == title.texts.clauses[one]] == []


def test_a_whole_game_is_told_in_short_lines(teller: Teller):
    """Every move has a line, every line its words, and none is long."""
    game = played()[0]
    for after in played()[1:]:
        lines = action_log.log(teller, after.events)

        assert lines
        assert all(0 < len(line) <= action_log.LINE for line in lines)
        game = after
    assert game.state.ply == 220


def different(offers: list[Offer | None], labels: list[str]) -> bool:
    """Tell whether offers are called differently, but for a tile that looks the same in two rotations."""
    named: dict[str, object] = {}
    for offer, label in zip(offers, labels, strict=True):
        outcome = offer and dict(offer.facts)
        if named.setdefault(label, outcome) != outcome:
            return False
    return True


def test_every_offer_fits_its_button_and_its_list(teller: Teller):
    """Labels of at most 80 and 100 characters, different for different offers of a verb."""
    for game in played()[::7]:
        menu = Menu(game.choices)
        for verb in menu.verbs:
            labels = [teller.bare.offer(offer, CHOICE) for offer in menu.offers(verb)]

            assert all(labels)
            assert different(menu.offers(verb), labels)
            assert all(len(teller.bare.offer(offer)) <= LABEL for offer in menu.offers(verb))
            step = menu.narrow(verb)
            if isinstance(step, Ask):
                shown = [teller.bare.option(option, CHOICE) for option in step.options]
                assert all(shown)
                assert different([option.offer for option in step.options], shown)
                assert teller.ask(step.field, step.known)


def test_headline_and_needs_say_who_is_awaited_for_what(english: Teller):
    """The board's first line, and the call's reason."""
    game = having("lay")

    assert english.headline(game).startswith("18Mag · OR 1.1 · **")
    assert "operates #" in english.headline(game)
    assert "Lay track (2)" in english.needs(Menu(game.choices))
    assert "Discard" not in english.needs(Menu(game.choices))  # legal, and of no use
    assert english.needs(Menu(game.choices)).endswith(" · No more track")  # as the button says
    assert "do you accept?" in english.headline(having("accept"))
    assert english.needs(Menu(having("accept").choices, having("accept").pos.awaited[0])) == "Refuse · Accept"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (
            (Paid("12", "SIK", 20, "terrain"), TileLaid("12", "D13", "58", 1, "", 20)),
            "#12 lays tile 58 on D13 (W, NE) for 20 Ft",
        ),
        (
            (TileLaid("12", "D9", "14", 0, "57", 0, "terrain"),),
            "#12 upgrades D9 Győr from tile 57 to 14 (SW, W, NE, E) \u2013 terrain token",
        ),
        (
            (DividendPaid("MAVAG", 160, 20, {"s1": 16}), PriceMoved("MAVAG", "0,4", "0,7", "dividend")),
            "MÁVAG pays 160 Ft: Anna 16 Ft; keeps 20 Ft; price 75 → 90",
        ),
        (
            (Ran("5", 60, 30, (), ("RABA", "SNW")), DividendPaid("5", 60, 30, {"s2": 30})),
            "#5 runs for 60 Ft (RÁBA and SNW), plus 30 Ft straight into its treasury; pays Béla 30 Ft, keeps 30 Ft",
        ),
        ((Passed("s3", acted=True),), "Cy is done"),
        ((Passed("s3"),), "Cy passes"),
        ((Passed("s3", "5"),), "#5 passes"),
        ((RoundBegan("operating", (3, 1)),), "OR 3.1 begins"),
        ((Paid("s1", "bank", 1234, "x"),), "Anna pays the bank 1,234 Ft"),
    ],
)
def test_events_read_like_a_referee_speaks(english: Teller, told: tuple[Event, ...], line: str):
    """Short sentences; what follows for the same unit is joined to them."""
    assert lines_read(action_log.log(english, told)) == [line]


def test_what_a_major_keeps_is_no_part_of_what_it_pays(english: Teller):
    """A minor divides its revenue; a major pays from its treasury, where the rest stays."""
    pos = Game.start("18Mag", tuple(NAMES)).pos
    told = chronicle(
        [
            DividendPaid("5", 60, 30, {"s2": 30}),
            DividendPaid("GC", 0, 20, apart=True),
            DividendPaid("SNW", 10, 20, {"s1": 10}, apart=True),
        ]
    )

    minor, keeping, paying = lines_read(unit_lines(english, told, pos, pos))

    assert "paid 30 Ft · kept 30 Ft" in minor
    assert "paid" not in keeping
    assert "kept 20 Ft" in keeping
    assert "paid 10 Ft · kept 20 Ft" in paying


@pytest.mark.parametrize(
    ("using", "english", "spanish"),
    [
        (
            "bonus",
            "#4 runs for 70 Ft (off-board bonus)",
            "#4 ingresa 70 Ft (prima de zona roja)",
        ),
        ("plus", "#4 runs for 70 Ft (plus-train)", "#4 ingresa 70 Ft (tren plus)"),
    ],
)
def test_what_two_players_pay_raba_for_has_a_name(using: str, english: str, spanish: str):
    """A benefit that is not called like its seller is told in words."""
    told = (Ran("4", 70, 0, (), (using,)),)

    assert lines_read(action_log.log(Teller(TITLE.of(2), NAMES, "en"), told)) == [english]
    assert lines_read(action_log.log(Teller(TITLE.of(2), NAMES, "es"), told)) == [spanish]


def test_what_has_no_words_is_told_in_notation(english: Teller):
    """A title's own event without a message leaves the move itself to be told."""

    class Untold(Event):
        """An event of a title nobody has words for yet."""

    assert action_log.log(english, (Untold(),), Pass("s1")) == ["Anna: Pass"]


@pytest.mark.parametrize(
    ("action", "facts", "label"),
    [
        (Buy("s1", "SIK", 10), {"price": 75}, "Buy 10% SIK for 75 Ft"),
        (LayTile("s1", "12", "D13", "58", 1), {"cost": 20}, "Lay tile 58 on D13 to W, NE, 20 Ft"),
        (
            LayTile("s1", "12", "D13", "58", 1, "terrain"),
            {"cost": 0},
            "Lay tile 58 on D13 to W, NE \u2013 terrain token",
        ),
        (
            LayTile("s1", "7", "G10", "8860", 1, "GSvS+terrain"),
            {"cost": 0},
            "Lay tile 8860 on G10 to SW, W, NE, E \u2013 GSvS + terrain token",
        ),
    ],
)
def test_offers_say_the_essential_first(english: Teller, action: Action, facts: dict[str, int], label: str):
    """On a phone about 34 characters of a button are seen."""
    assert as_read(english.bare.offer(Offer(action, None, facts))) == label


def test_a_refusal_names_the_fault_the_rule_and_what_is_legal(english: Teller):
    """What is wrong, which clause says so, what would do instead."""
    refusal = Refusal("tile_colour", {"colour": "green"}, ("MAG-II.4.10",))
    text = english.refusal(refusal, having("lay").choices.offers[:2])

    assert text.splitlines()[0] == "No green tiles yet: they come with their phase."
    assert "MAG-II.4.10: At the start only yellow tiles are in play." in text
    assert "Legal now: Lay" in text


def mutations(chance: random.Random, action: Action) -> Action:
    """The same action with one field taken from somewhere else."""
    field = chance.choice(fields(action))
    spare: dict[str, list[object]] = {
        "str": ["D13", "C6", "57", "14", "12", "SIK", "s1", "nowhere", "@everyone"],
        "int": [0, 1, 3, 7, 10, 60, 5000],
        "int | None": [None, 0, 60],
    }
    return replace(action, **{field.name: chance.choice(spare.get(str(field.type), [()]))})


def test_whatever_is_refused_is_refused_in_words(teller: Teller):
    """Foreign and twisted actions meet sentences with every field filled in."""
    chance = random.Random(5)
    sentences = set()
    for game in played()[::3]:
        for offer in chance.sample(game.choices.offers, min(8, len(game.choices.offers))):
            action = mutations(chance, offer.action)
            refusal = game.choices.why_not(action)
            if refusal is not None:
                text = teller.refusal(refusal, game.choices.nearest(action))
                sentences.add(refusal.key)

                assert "…" not in teller.fault(refusal)
                assert "@everyone" not in text
                assert len(text) < 2000
    assert len(sentences) > 12


def test_malformed_lines_are_explained(teller: Teller):
    """Unknown verbs, missing fields and wrong kinds of words."""
    for line in ("fly 12", "lay 12", "lay 12 D9 8 x", "pass at once"):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - any of the engine's errors
            notation.read(line, "s1", (*SHARED, *TITLE.verbs))

        assert teller.fault(caught.value.refusal)


def test_whoever_acts_while_a_proposal_is_open_is_told_of_it(english: Teller):
    """It waits for somebody's answer, not for the verb that would take it back."""
    game = having("accept")
    action = game.read("run 1 - -", next(iter(game.pos.awaited)))
    refusal = game.choices.why_not(action)

    assert refusal is not None
    assert english.fault(refusal) == '"Run trains" is not possible now: a proposal is waiting for an answer.'


def test_results_share_places(english: Teller):
    """Equal scores, equal places."""
    lines = english.results({"s1": 900, "s2": 1200, "s3": 900})

    assert [line.partition(":")[0].split() for line in lines] == [
        ["1.", "Béla"],
        ["2.", "Anna"],
        ["2.", "Cy"],
    ]
    assert as_read(lines[0]).endswith("1,200 Ft")


def test_names_cannot_be_markup():
    """A name in bold stays a name; on a button it needs no escape."""
    teller = Teller(TITLE, {"s1": "**@here**"}, "en")

    assert teller.player("s1") == r"\*\*@" + "\u200b" + r"here\*\*"
    assert teller.bare.player("s1") == "**@here**"


def test_words_of_an_action_are_those_of_notation():
    """Empty fields at the end are written out."""
    assert words(LayTile("s1", "12", "D9", "8", 2)) == {
        "unit": "12",
        "hex": "D9",
        "tile": "8",
        "rotation": "2",
        "using": "-",
    }
