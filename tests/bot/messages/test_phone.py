"""What a phone shows of a card at once."""

from bot.messages import phone
from bot.messages.turn_card import CardPlan, card_text
from bot.speech.decision import decision_of
from engine.decisions import DecisionKind as Kind
from engine.decisions import decision_kind
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.decisions import view_at

SAID = "<@100000000000000001> 18Mag: lay track\n**#11 33 Ft**"


def test_what_fits_depends_on_all_three():
    """The text, the lines of buttons and the picture share one screen."""
    assert phone.fits(SAID, 7, Kind.LAY)
    assert not phone.fits(SAID, 8, Kind.LAY)
    assert phone.fits(SAID, 8, Kind.DEAL)
    assert not phone.fits(SAID + "\nline" * 4, 7, Kind.LAY)


def test_a_long_line_counts_as_often_as_it_breaks():
    """By what is read: marks of bold and small text are not, and a mention is a name."""
    words = "word " * 20
    long, small = SAID + "\n" + words, SAID + "\n-# " + words
    most = {text: max(n for n in range(13) if phone.fits(text, n, Kind.LAY)) for text in (SAID, long, small)}
    assert most[SAID] > most[small] >= most[long]


def test_a_card_leaves_out_what_can_be_spared_before_its_first_line_leaves_the_screen():
    """The hexes in reach are one press away; then trains and tokens, which stand on the picture. The money stays."""
    game, player = Game.start("18Mag", ("s1", "s2", "s3"), seed=3), STYLES["thrifty"](3)
    while decision_kind(game.pos, game.choices) is not Kind.LAY:
        game = game.play(game.own_move or player.choose(game))
    view = view_at(game)
    roomy, narrow = (card_text(view, CardPlan(), buttons=lines).splitlines() for lines in (4, 9))
    unseen = card_text(view, CardPlan(), missing="follow", buttons=9).splitlines()

    assert roomy[1].startswith("**#1 50\xa0Ft** \u00b7 1 of 2 trains: 2 \u00b7 2 tokens left: ")
    assert roomy[3].startswith("-# In reach \u2013 ")
    assert narrow == [roomy[0], "**#1 50\xa0Ft** \u00b7 Birch 0\xa0Ft", roomy[2]]
    assert set(roomy) < set(unseen)


def test_facts_of_some_choices_go_once_nothing_small_is_left():
    """The last first; what all choices need stays, however little room there is."""
    game, player = Game.start("1844", ("s1", "s2", "s3"), seed=3), STYLES["thrifty"](3)
    while game.state.over or len(decision_of(view_at(game)).further) < 2:
        game = game.play(game.own_move or player.choose(game))
    told, view = decision_of(view_at(game)), view_at(game)
    cards = [card_text(view, CardPlan(), buttons=lines).splitlines() for lines in range(14)]

    assert all(set(told.facts) < set(card) for card in cards)
    assert set(told.further) < set(cards[0])
    assert not {*told.further, *(f"-# {one}" for one in told.spare)} & set(cards[-1])
    assert [card for card in cards if told.further[-1] in card and told.further[0] not in card] == []
    assert all(set(told.further) <= set(card) for card in cards if "-# " in "\n".join(card))
