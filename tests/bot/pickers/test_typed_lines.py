"""A line that a player types is understood: without the company in turn, in the words of buttons and of the log."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from bot.menu.folding import Ask, Menu, words
from bot.pickers import typed_lines
from bot.pickers.player import PlayerContext
from bot.pickers.typed_lines import TypedMove
from bot.speech import action_log
from bot.speech.teller import Teller
from engine import notation
from engine.actions import SHARED, Action, LayTile, PayDividend, unit_of
from engine.game import Game
from engine.refusals import Malformed
from engine.title import titles
from engine.titles.t1844.tunnels import Tunnel
from tests.bot.positions import DULL, NAMES
from tests.games.t18mag.builders import Builder as Builder18Mag
from tests.games.t1844.swiss import Builder

TITLES = tuple(titles())
LANGUAGES = ("en", "es", "de", "hu", "cs")
PLIES = 200


class Sitting(PlayerContext):
    """A player at a position, without a table around it."""

    @property
    def game(self) -> Game:
        """The position."""
        return self.view.game

    @property
    def menu(self) -> Menu:
        """What the player may do."""
        return Menu(self.game.choices, self.seat.id)


def sitting(game: Game, seat: str, lang: str = "en") -> Sitting:
    """A player at a position, spoken to in a language."""
    teller = Teller(game.title, NAMES, lang)
    view: Any = SimpleNamespace(game=game, teller=teller, bare=teller.bare, lang=lang)
    player: Any = SimpleNamespace(id=seat)
    return Sitting(view, player)


@cache
def positions(title: str) -> tuple[tuple[Game, Action, dict[str, Any]], ...]:
    """Positions of a random game with a legal action and what is known of it: two for each verb that came up."""
    found: dict[str, list[tuple[Game, Action, dict[str, Any]]]] = {}
    for seed in (5, 8):
        chance = random.Random(seed)
        game = Game.start(title, tuple(NAMES), seed=seed)
        for _ in range(PLIES):
            by_verb: dict[str, list[Any]] = {}
            for offer in game.choices.offers:
                by_verb.setdefault(offer.action.verb, []).append(offer)
            for verb, offers in by_verb.items():
                offer = chance.choice(offers)
                if len(found.setdefault(f"{verb} {offer.facts.get('skips', '')}", [])) < 3:
                    action = offer.action if offer.amounts is None else offer.filled(offer.amounts[-1])
                    found[f"{verb} {offer.facts.get('skips', '')}"].append((game, action, dict(offer.facts)))
            verb = chance.choice([one for one in by_verb if one not in DULL] or list(by_verb))
            offer = chance.choice(by_verb[verb])
            game = game.play(offer.action if offer.amounts is None else offer.filled(offer.amounts[-1]))
            if game.pos.state.over:
                break
    return tuple(one for those in found.values() for one in those)


def read(player: PlayerContext, text: str) -> Action | TypedMove:
    """What a line stands for: with everything known that leaves no choice, the action itself."""
    move = typed_lines.read(player, text)
    if isinstance(move, TypedMove):
        return typed_lines.complete(player, move) or move
    return move


def without_unit(action: Action) -> str:
    """An action in notation, but for the company."""
    verb, unit, *rest = notation.write(action).split()
    assert unit == getattr(action, "unit", None)
    return " ".join((verb, *rest))


def of_the_unit_in_turn(title: str) -> Iterator[tuple[Game, Action]]:
    """Legal actions of the company in turn, where no other could do the like."""
    for game, action, _ in positions(title):
        units = {
            getattr(offer.action, "unit", "")
            for offer in Menu(game.choices, action.actor).offers(action.verb)
        }
        if units == {game.pos.unit} and game.pos.unit:
            yield game, action


@pytest.mark.parametrize("title", TITLES)
def test_the_company_in_turn_need_not_be_typed(title: str):
    """Every verb of a company in turn is read without it, whatever other fields it has."""
    every = list(of_the_unit_in_turn(title))
    wrong = [
        (notation.write(action), found)
        for game, action in every
        if (found := read(sitting(game, action.actor), without_unit(action))) != action
        and not (isinstance(found, TypedMove) and found.verb == action.verb)  # which train runs is asked
    ]

    assert len({action.verb for _, action in every}) > 4
    assert wrong == []


@pytest.mark.parametrize("title", TITLES)
def test_a_word_that_is_no_company_is_named(title: str):
    """A whole line with a word that names nothing in place of the company says which word that is."""
    for game, action in of_the_unit_in_turn(title):
        player = sitting(game, action.actor)
        line = " ".join((action.verb, "XYZ", *without_unit(action).split()[1:]))
        move = typed_lines.read(player, line)

        assert isinstance(move, TypedMove), line
        assert player.typed.unknown(move.verb, move.picked) == ("unit", "XYZ"), (line, move)


@pytest.mark.parametrize("title", TITLES)
def test_every_action_is_read_in_its_own_notation(title: str):
    """What is legal and written in full stays what it is, with small letters and capitals."""
    for game, action, _ in positions(title):
        text = notation.write(action)

        assert read(sitting(game, action.actor), text) == action, text
        assert read(sitting(game, action.actor), text[:1].upper() + text[1:]) == action, text


def numbered(title: str) -> Iterator[tuple[Game, Action, str, str]]:
    """Legal actions that end in an amount, in notation without it, and the amount."""
    for game, action, _ in positions(title):
        verb, *rest = notation.write(action).split()
        if action.amount and rest and rest[-1] == str(getattr(action, action.amount)):
            yield game, action, " ".join((verb, *rest[:-1])), rest[-1]


@pytest.mark.parametrize("title", TITLES)
def test_amounts_are_read_as_buttons_show_them(title: str):
    """With the currency behind them, a percent sign, or marks between thousands and words."""
    every = list(numbered(title))
    for game, action, before, amount in every:
        player = sitting(game, action.actor)
        sign = game.title.data.currency.format("").strip()
        grouped = f"{int(amount):,}"
        for typed in (f"{amount} {sign}", f"{amount}{sign.lower()}", f"{amount}%", f"{amount} %", grouped):
            assert read(player, f"{before} {typed}") == action, typed

    assert len({action.verb for _, action, *_ in every}) > 1


@pytest.mark.parametrize("title", TITLES)
def test_marks_between_words_are_no_part_of_them(title: str):
    """A colon behind the verb, commas between the words, a stop at the end, and the bar of a command."""
    for game, action, _ in positions(title):
        verb, *rest = notation.write(action).split()
        if verb != "run":
            line = f"/{verb}: {', '.join(rest)}." if rest else f"/{verb}."
            assert read(sitting(game, action.actor), line) == action, line


def left_out(title: str) -> Iterator[tuple[Game, Action, str, str]]:
    """Legal actions in notation without one of their words, that of a field with several values; and the field."""
    for game, action, _ in positions(title):
        menu, picked = Menu(game.choices, action.actor), words(action)
        names = [name for name in notation.names(type(action)) if picked[name] != notation.EMPTY]
        for name in names[1:-1] if action.verb != "run" else ():  # the words of a run are a route each
            others = {other: word for other, word in picked.items() if other != name}
            step = menu.narrow(action.verb, others)
            if isinstance(step, Ask) and step.field == name:
                line = " ".join((action.verb, *(others[other] for other in names if other != name)))
                yield game, action, line, name


@pytest.mark.parametrize("title", TITLES)
def test_a_word_left_out_that_has_several_values_is_asked_for(title: str):
    """The others are read as what they are, though the field left out stands before them."""
    every = list(left_out(title))
    for game, action, line, name in every:
        player = sitting(game, action.actor)
        move = read(player, line)
        if isinstance(move, TypedMove):
            step = player.menu.narrow(move.verb, move.picked)
            assert isinstance(step, Ask), (line, move)
            assert step.field == name, (line, step.field)
        else:
            assert move in game.choices, line  # these words mean another move

    assert every


def test_which_of_two_certificates_builds_a_tunnel_is_asked():
    """A line that fits both is no line with a word too many."""
    built = Builder(3).holds("ann", GB=50).prices(GB=90).floated("GB").phase("2").owns("ann", "T1", "T3")
    game = built.tiles(G18="14 2").tokens(G18="GB.0").cash(GB=500).company("GB")
    tunnels = [offer.action for offer in game.choices.offers if isinstance(offer.action, Tunnel)]
    player = sitting(game, tunnels[0].actor)

    move = typed_lines.read(player, f"tunnel {tunnels[0].hex} {tunnels[0].one} {tunnels[0].two}")

    assert isinstance(move, TypedMove)
    step = player.menu.narrow(move.verb, move.picked)
    assert isinstance(step, Ask)
    assert step.field == "permit"


@pytest.mark.parametrize("title", TITLES)
def test_a_number_may_stand_before_what_it_is_of(title: str):
    """Whoever sells says how much first."""
    sales = [(game, one) for game, one, _ in positions(title) if one.verb == "sell"]
    for game, sale in sales:
        line = f"sell {getattr(sale, sale.amount or 'percent')}% {unit_of(sale)}"
        assert read(sitting(game, sale.actor), line) == sale, line

    assert sales


def test_a_hex_is_no_amount():
    """Though its row has the letter of the currency."""
    player = sitting(positions("18CZ")[0][0], "s1")

    assert player.typed.figure("K5") == player.typed.figure("K") == ""
    assert player.typed.figure("5 K") == "5"


def test_to_keep_the_revenue_is_read_by_the_words_of_its_button():
    """A dividend of nothing is called by a word of its own, and the revenue in it is no dividend."""
    told = set()
    for title in TITLES:
        for game, action, facts in positions(title):
            if isinstance(action, PayDividend):
                player, least = sitting(game, action.actor), replace(action, total=0)
                label = player.view.bare.action(least, facts)
                assert least not in game.choices or read(player, label.lower()) == least, label
                told.add(label.split()[0])

    assert told == {"Withhold"}


@pytest.mark.parametrize("title", TITLES)
def test_a_lay_is_read_by_its_words_though_it_looks_like_another(title: str):
    """Of two that nobody can tell apart it is one, as on a sheet."""
    alike = [found for game, *_ in positions(title) if (found := twins(game))][:3]
    for game, label, lays in alike:
        assert read(sitting(game, lays[0].actor), label) in lays, label

    assert alike


def twins(game: Game) -> tuple[Game, str, list[Action]] | None:
    """A label that two ways to lay a tile have in common, because they look alike; None where there is none."""
    bare, found = sitting(game, game.state.players[0]).view.bare, dict[str, list[Action]]()
    for offer in game.choices.offers:
        if isinstance(offer.action, LayTile) and not offer.action.using:
            found.setdefault(bare.action(offer.action, offer.facts), []).append(offer.action)
    return next(((game, label, lays) for label, lays in found.items() if len(lays) > 1), None)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_the_words_on_a_button_are_a_move(title: str, lang: str):
    """Every label is understood in the language of the player, unless two moves are called the same."""
    wrong = []
    for game, action, facts in positions(title):
        player = sitting(game, action.actor, lang)
        label = player.view.bare.action(action, facts)
        alike = {
            notation.write(offer.action)
            for offer in player.menu.offers()
            if offer.amounts is None and player.view.bare.action(offer.action, offer.facts) == label
        }
        if len(alike) < 2 and typed_lines.said_by(player, label.lower()) != action:
            wrong.append((notation.write(action), label))

    assert wrong == []


@pytest.mark.parametrize(
    "lang",
    [lang if lang in ("en", "hu") else pytest.param(lang, marks=pytest.mark.slow) for lang in LANGUAGES],
)
@pytest.mark.parametrize("title", TITLES)
def test_the_words_of_the_log_are_a_move_or_lead_to_it(title: str, lang: str):
    """The line that the log would have for a move is understood as it, or it is among what is offered instead."""
    lost = []
    for game, action, _ in positions(title):
        player = sitting(game, action.actor, lang)
        line = action_log.log(player.view.bare, game.play(action).events, action)[0]
        said = typed_lines.said_by(player, line)
        near = [one for _, one in typed_lines.like(player, line)]
        if said != action and (said is not None or (action not in near and not action.closing)):
            lost.append((notation.write(action), line, said))

    assert lost == []


def test_end_turn_is_typed_as_it_stands_on_the_button():
    """In the player's language and in English, accents or none, and only where it is what the button does."""
    game, action, facts = next(
        one
        for one in positions("18CZ")
        if one[1].verb == "pass"
        and "End turn" in sitting(one[0], one[1].actor).view.bare.action(one[1], one[2])
    )
    for lang in LANGUAGES:
        player = sitting(game, action.actor, lang)
        label = player.view.bare.action(action, facts)

        assert typed_lines.said_by(player, label.upper()) == action
    assert typed_lines.closes(sitting(game, action.actor, "es"), "end turn")


@pytest.mark.parametrize(
    ("title", "text", "unit", "hex_"), [("18Mag", "lay gyor", "", "D9"), ("1844", "lay zurich", "", "D19")]
)
def test_places_are_typed_by_name_and_without_accents(title: str, text: str, unit: str, hex_: str):
    """A hex has a name, and a keyboard need not have its letters."""
    game, action = next(one for one in of_the_unit_in_turn(title) if one[1].verb == "lay")
    move = typed_lines.read(sitting(game, action.actor), text)

    assert isinstance(move, TypedMove)
    assert move.picked["hex"] == hex_


def test_a_number_alone_is_a_bid():
    """Where one private is up for auction, nobody names it."""
    game, action = next(
        (game, action)
        for game, action, _ in positions("1844")
        if action.verb == "bid" and len(Menu(game.choices, action.actor).values("bid", "private", {})) == 1
    )
    player, price = sitting(game, action.actor), getattr(action, "price", 0)

    assert read(player, f"bid {price}") == action
    assert player.typed.understood("bid", {"private": str(price)}) == {"price": str(price)}


def test_what_is_no_move_is_malformed():
    """Nonsense names no verb; too many words are too many."""
    game, action, _ = positions("18Mag")[0]
    for text, key in (
        ("@everyone", "unknown_verb"),
        ("", "unknown_verb"),
        ("pass the salt please", "spare_word"),
    ):
        with pytest.raises(Malformed) as error:
            typed_lines.read(sitting(game, action.actor), text)
        assert error.value.key == key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_button_is_known_by_its_label_of_any_kind_of_unit(lang: str):
    """A major's marker is laid by what its button is called, and where that is a minor's word as well."""
    game = Builder18Mag().prices(SIK=75).cash(SIK=160).holds("ann", SIK=20).major("SIK", "token")
    player = sitting(game, "ann", lang)

    for kind in ("major", ""):
        found = read(player, f"{player.teller.verb('token', kind)} SIK D9 0")
        assert found == notation.read("token SIK D9 0", "ann", game.title.verbs + SHARED)
