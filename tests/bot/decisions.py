"""Positions of self-played games by what is decided in them, and what a player reads there without a press."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from bot.components import phone_lines
from bot.messages.turn_card import CardPlan, card_text
from bot.pickers import board_buttons
from bot.pictures.decision import decision_request
from bot.speech.decision import kind_of
from bot.speech.decision_facts import RUNS as FEW
from bot.speech.table_view import TableView, view_of
from bot.tables.settings import TableSettings
from bot.tables.table import Seat, Table
from engine import stakes
from engine.game import Game
from engine.notes import Proposal
from engine.opponents import STYLES
from render import painted, sprites
from tests.games.t1844.swiss import Builder
from tests.render.drawn_texts import texts_drawn

NAMES = ("Alder", "Birch", "Cedar", "Elm")


def view_at(game: Game, lang: str = "en", names: Sequence[str] = NAMES) -> TableView:
    """A running table at a position, spoken of in a language."""
    seats = tuple(
        Seat(player, place, name)
        for place, (player, name) in enumerate(zip(game.state.players, names, strict=False), 1)
    )
    table = Table(
        game_id=1,
        guild_id=1,
        channel_id=1,
        rev=game.state.ply,
        state="finished" if game.state.over else "running",
        title=game.title.name,
        options=game.setup.options,
        seed=game.setup.seed,
        places=len(seats),
        language=lang,
        host=1,
        settings=TableSettings(),
        seats=seats,
    )
    return view_of(table.begin(game))


@dataclass(frozen=True)
class Card:
    """What stands on a card: its text, the labels of its buttons and lists, what is written in its picture."""

    text: str
    labels: tuple[str, ...]
    picture: tuple[str, ...]


def card_at(game: Game) -> Card:
    """What a player reads at a position."""
    view = view_at(game)
    text = card_text(view, CardPlan(), buttons=sum(map(phone_lines, board_buttons.controls(view))))
    return Card(text, tuple(_labels(view)), tuple(_written(view)))


def _labels(view: TableView) -> list[str]:
    found: list[str] = []
    for row in board_buttons.controls(view):
        for one in row:
            found.append(str(getattr(one, "label", "") or ""))
            found.append(str(getattr(one, "placeholder", "") or ""))
            for option in getattr(one, "options", ()):
                found += [option.label, option.description or ""]
    return [one for one in found if one]


def _written(view: TableView) -> list[str]:
    request = decision_request(view, "light")
    sprites.sprite.clear()
    with texts_drawn() as found:
        for one in request.drawings:
            painted(one.draw(view.game.pos, request.look))
    return [one.text for one in found]


PLIES = {"18Mag": 480, "1844": 640, "18CZ": 400}


@cache
def games(title: str) -> tuple[Game, ...]:
    """The positions of a self-played game of a title, to its end where it is short."""
    seats = tuple(f"s{place}" for place in range(1, 4))
    game, player = Game.start(title, seats, seed=7), STYLES["thrifty"](7)
    line = [game]
    while not game.state.over and len(line) < PLIES[title]:
        game = game.play(game.own_move or player.choose(game))
        line.append(game)
    return tuple(line)


Wanted = Callable[[Game], bool]


def offers(*verbs: str) -> Wanted:
    """Positions at which one of these verbs is on offer."""
    return lambda game: any(offer.action.verb in verbs for offer in game.choices.offers)


def knows(fact: str) -> Wanted:
    """Positions at which an offer has a fact of that name."""
    return lambda game: any(offer.facts.get(fact) for offer in game.choices.offers)


def anything(_game: Game) -> bool:
    """Any position."""
    return True


@cache
def first(title: str, kind: str, wanted: Wanted = anything) -> Game | None:
    """The first position of a title at which that is decided; None where its game comes to none."""
    return next((game for game in games(title) if kind_of(view_at(game)) == kind and wanted(game)), None)


@cache
def card_of(game: Game) -> Card:
    """The card at a position, put together once."""
    return card_at(game)


CARD, ONE, MORE, NOWHERE = "card", "one press", "more", "nowhere"
PLACES = ("text", "label", "picture")


@dataclass(frozen=True)
class Fact:
    """A fact that must be seen at a decision: where it comes up, what it reads like, and where it is to be had.

    Parts of a map that are drawn, not written, are known by what is written beside them.
    """

    decision: str
    name: str
    title: str
    kind: str
    pattern: str
    had: str = CARD
    wanted: Wanted = anything
    made: Callable[[], Game] | None = None

    @property
    def position(self) -> Game | None:
        """Where it comes up, ``made`` where our game never comes to it; None where it is not."""
        return self.made() if self.made else first(self.title, self.kind, self.wanted)

    @property
    def place(self) -> str:
        """The part of the card on which it stands, empty where it stands on none."""
        game = self.position
        if game is None:
            return ""
        card, pattern = card_of(game), re.compile(self.pattern, re.MULTILINE)
        written = (card.text, "\n".join(card.labels), "\n".join(card.picture))
        found = (place for place, text in zip(PLACES, written, strict=True) if pattern.search(_plain(text)))
        return next(found, "")


def _plain(text: str) -> str:
    return text.replace("\xa0", " ").replace("**", "")


_IN_DEBT: Wanted = lambda game: any(game.pos.state.debts.get(one) for one in game.state.players)  # noqa: E731
_HAS_DUTY: Wanted = lambda game: game.choices.duty is not None  # noqa: E731
_MERGER: Wanted = lambda game: (  # noqa: E731
    isinstance(game.pos.round_notes, Proposal) and game.pos.round_notes.action.startswith("merge ")
)
_WINS: Wanted = lambda game: bool(stakes.won(game.pos, game.choices.offers))  # noqa: E731
_LOSES: Wanted = lambda game: any(  # noqa: E731
    one.heir != one.director for one in stakes.sales(game.pos, game.choices.offers)
)


def _above_the_limit() -> Game:
    """Somebody with one certificate more than seven players may hold."""
    built = Builder(7).operated("RhB", "BLS", "AB").prices(RhB=60, BLS=60, AB=60)
    return built.holds("bob", AB=40).holds("ann", RhB=60, BLS=60, AB=20).sr("ann")


def _few_lays(game: Game) -> bool:
    """Positions at which a run is on offer, and few ways to lay."""
    ways = sum(offer.action.verb == "lay" for offer in game.choices.offers)
    return bool(game.choices.runs) and 0 < ways <= FEW


_LATE: Wanted = lambda game: game.state.ply > 150  # noqa: E731

FACTS = (
    Fact("auction", "least bid or price of a lot", "1844", "auction", r"^at least$|Bid 20 SFR"),
    Fact(
        "auction",
        "high bid and bidder",
        "1844",
        "auction",
        r"^P1\nAl\n20 SFR$",
        CARD,
        knows("standing"),
    ),
    Fact("auction", "what the lot can do (1844)", "1844", "auction", r"no special ability"),
    Fact(
        "auction",
        "what the lot can do (18CZ, 18Mag)",
        "18CZ",
        "draft",
        r"once: lay a green tile with a purple border",
    ),
    Fact("auction", "face value and income", "1844", "auction", r"^\+5$"),
    Fact("auction", "who is still in, the order", "1844", "auction", r"^next$"),
    Fact("auction", "what is left after it", "1844", "auction", r"^Later$"),
    Fact("auction", "everybody's cash", "1844", "auction", r"Alder 800 SFR"),
    Fact("auction", "where a lot sits on the map", "18Mag", "draft", r"^E12$"),
    Fact("par", "legal pars, what I pay", "18CZ", "par", r"^50:$\n^\u2212100$"),
    Fact("par", "percent still to sell to float", "1844", "par", r"float", CARD),
    Fact("par", "the treasury it gets", "1844", "par", r"^500 SFR$"),
    Fact("par", "kind, sizes of shares, prices of tokens", "1844", "par", r"^20 \+ 8.10$"),
    Fact("par", "home and destination", "1844", "par", r"^L21 Como$"),
    Fact("par", "trains it could buy, prices, left", "1844", "par", r"-train|\d+/\d+", CARD),
    Fact(
        "share", "price and source", "1844", "share", r"^FNM$\n^60$\n(.+\n)+^Pool$|^Pool$\n(.+\n)+^FNM$\n^60$"
    ),
    Fact("share", "holdings and director", "1844", "share", r"^Certs$"),
    Fact("share", "left in offer and pool", "1844", "share", r"^Pool$"),
    Fact("share", "certificates and their limit", "1844", "share", r"^\u2264 24$"),
    Fact("share", "treasury, trains, last run", "1844", "share", r"^Trains$"),
    Fact(
        "share",
        "whether it makes me director",
        "18Mag",
        "share",
        r"one purchase can make \S+ director",
        CARD,
        _WINS,
    ),
    Fact("share", "next trains, what rusts", "1844", "share", r"^2$\n^90$\n(.+\n)+^3$\n^180$"),
    Fact("sell", "proceeds of each bundle", "18Mag", "share", r"^\u221210$\n^\+80$", CARD, offers("sell")),
    Fact("sell", "price afterwards", "18Mag", "share", r"^\d+\u2192\d+$", CARD, offers("sell")),
    Fact(
        "sell",
        "director lost, and to whom",
        "1844",
        "share",
        r"^FNM$\n^\u221250$\n^\+300$\n^60\u219258$\n^\u2192$\n^Bi$",
        CARD,
        _LOSES,
    ),
    Fact(
        "sell",
        "why I must sell",
        "1844",
        "share",
        r"over the certificate limit \(11\): sell first",
        made=_above_the_limit,
    ),
    Fact("pass", "who has passed", "1844", "share", r"nobody has passed"),
    Fact("pass", "priority deal, the next order", "1844", "share", r"next: Birch, Cedar"),
    Fact("pass", "operating rounds ahead, export, end", "1844", "share", r"operating rounds?", CARD),
    Fact("home", "legal places", "18CZ", "home", r"one of its two hexes: \w+ and \w+"),
    Fact("home", "ways to turn it", "18CZ", "home", r"J15 \(W, NW\)"),
    Fact("lay", "hexes in reach", "1844", "lay", r"In reach . D19"),
    Fact("lay", "tiles and turns that fit", "1844", "lay", r"5 \(4\), 6 \(4\), 57 \(2\)"),
    Fact("lay", "terrain cost", "1844", "lay", r"^20$"),
    Fact("lay", "treasury", "1844", "lay", r"NOB 160 SFR"),
    Fact("lay", "own trains", "18Mag", "lay", r"^Trains$"),
    Fact(
        "lay",
        "run before and after",
        "18Mag",
        "lay",
        r"run now \d+.*(run after tile|nothing here changes that)",
        CARD,
        _few_lays,
    ),
    Fact("lay", "lays left, price of the next", "18Mag", "lay", r"lays? left|of \d lays", CARD),
    Fact("lay", "tokens that block", "1844", "lay", r"^VSB$"),
    Fact("power", "that one is usable now", "18CZ", "power", r"Purple tile"),
    Fact("power", "what it does", "18CZ", "power", r"once: lay a green tile with a purple border"),
    Fact("power", "who is paid, that it closes", "1844", "acquisition", r"close", CARD, offers("furka")),
    Fact("token", "legal places and cost", "18CZ", "token", r"Token in \w+ .+ for 40 K"),
    Fact("token", "tokens left", "18CZ", "token", r"^Tok\.$"),
    Fact("token", "price of the one after", "18CZ", "token", r"^100$"),
    Fact("token", "run with it", "18CZ", "token", r"run now 50 K .* run after a token in G16: 50 K"),
    Fact("run", "best total", "18Mag", "run", r"Run for \d+ Ft"),
    Fact("run", "route, value of each stop", "18Mag", "run", r"^Kassa$"),
    Fact("run", "worth of paid extras", "18Mag", "token", r"Run for \d+ Ft; rail cars for 10 Ft"),
    Fact("dividend", "what I get", "18Mag", "dividend", r"you \d+ Ft"),
    Fact("dividend", "how the price moves", "18Mag", "dividend", r"price 60 \u2192 65 Ft"),
    Fact("dividend", "treasury after", "18Mag", "dividend", r"^Treasury$"),
    Fact("dividend", "train to buy next, its price", "1844", "dividend", r"next train: a 2-train for 90 SFR"),
    Fact("dividend", "thresholds", "18Mag", "dividend", r"^30$\n^\+3$"),
    Fact("train", "depot and pool, prices", "1844", "train", r"Buy a 2-train for 90 SFR"),
    Fact("train", "left of the kind", "1844", "train", r"^\d+/13$"),
    Fact("train", "next kind and its price", "1844", "train", r"^180$"),
    Fact("train", "what the sale sets off", "1844", "train", r"rusts"),
    Fact("train", "who owns trains on offer, who must agree", "18Mag", "train", r"^Others sell$"),
    Fact("train", "price range", "18Mag", "train", r"^1\u2013\d+$"),
    Fact("train", "own trains", "1844", "train", r"^Trains$"),
    Fact("train", "own train limit", "1844", "train", r"^\d/\d$"),
    Fact("train", "duty to own one", "18CZ", "train", r"must own a train", CARD, _HAS_DUTY),
    Fact("train", "treasury, director's cash", "1844", "train", r"NOB 140 SFR(.|\n)*Alder"),
    Fact("train", "who buys after me, whose", "18Mag", "train", r"^next$"),
    Fact("train", "export, rounds left", "18CZ", "train", r"exported"),
    Fact("train", "exchange or flip price", "18CZ", "train", r"Flip|turns", ONE, offers("turn")),
    Fact("emergency", "shortfall, the director's part", "1844", "emergency", r"^\+$\n^Al$\n^119$"),
    Fact("emergency", "sellable value", "1844", "emergency", r"^Liquid$"),
    Fact("emergency", "legal sales", "1844", "emergency", r"Sell shares|^Sell$"),
    Fact(
        "emergency",
        "may or must sell first",
        "1844",
        "emergency",
        r"Alder has [\d,]+ SFR and may sell shares (for the rest first|for up to)",
    ),
    Fact("emergency", "debt with interest", "1844", "emergency", r"^owes$"),
    Fact("emergency", "what bankruptcy brings", "1844", "emergency", r"[Bb]ankrupt", ONE, offers("bankrupt")),
    Fact(
        "emergency", "debt still open, later", "1844", "share", r"Alder 11 SFR, owes 261 SFR", CARD, _IN_DEBT
    ),
    Fact("discard", "trains, how many too many", "18Mag", "discard", r"^1/2$"),
    Fact("discard", "which rusts next", "18Mag", "discard", r"^(goes|stays)$"),
    Fact("discard", "run with the rest", "18Mag", "discard", r"run without a 2-train"),
    Fact("acquisition", "targets, price range", "1844", "acquisition", r"^1\u201310$"),
    Fact(
        "acquisition",
        "target's price, holders",
        "18CZ",
        "acquisition",
        r"^a share$",
        CARD,
        offers("merge"),
    ),
    Fact("acquisition", "the whole price", "18CZ", "acquisition", r"^=$", CARD, offers("merge")),
    Fact(
        "acquisition",
        "what comes over",
        "18CZ",
        "acquisition",
        r"^=$\n(.+\n)+?^Treasury$",
        CARD,
        offers("merge"),
    ),
    Fact("acquisition", "who must agree", "18CZ", "acquisition", r"agrees|^Bi$|^Al$|^Ce$"),
    Fact("acquisition", "train limit afterwards", "18CZ", "acquisition", r"^\d/\d$"),
    Fact(
        "acquisition",
        "flip price of each train",
        "18CZ",
        "acquisition",
        r"^4f$\n^\u2192$\n^4\+4f$\n^\+\d+$",
        CARD,
        offers("merge"),
    ),
    Fact(
        "acquisition",
        "the bank's price of a local",
        "18CZ",
        "acquisition",
        r"to the bank for \d+ K",
        CARD,
        offers("dispose"),
    ),
    Fact("deal", "who offers what for what", "18Mag", "deal", r"#3 offers 1 Ft for #1's 2-train"),
    Fact("deal", "payer's cash", "18Mag", "deal", r"^39 Ft$"),
    Fact("deal", "the sum for my shares", "18CZ", "deal", r"^Bi$\n^\+\d+$", CARD, _MERGER),
    Fact("deal", "face or market value", "18CZ", "deal", r"2a-train: printed price 70 K"),
    Fact("deal", "what it leaves me with", "18Mag", "deal", r"^56 Ft$"),
    Fact("end", "that the end is fixed, when", "18CZ", "share", r"[Gg]ame ends", CARD, _LATE),
    Fact("end", "how near it is", "18CZ", "share", r"[Gg]ame ends|rounds? left", CARD, _LATE),
    Fact("end", "standings before", "18CZ", "share", r"[Ww]orth", CARD, _LATE),
    Fact("end", "scores", "18CZ", "end", r"1\. Cedar: 2,819 K"),
    Fact("back", "whose turn, what for", "18CZ", "lay", r"BCB: [Ll]ay track"),
    Fact("back", "all moves since", "18CZ", "lay", r"lays tile", ONE),
    Fact("back", "what is new since I looked", "18CZ", "lay", r"[Dd]igest|[Ss]ince you", ONE),
    Fact("back", "what others did to my companies", "18CZ", "lay", r"Your companies", ONE),
)
"""The facts that a player must see, each with what it reads like in English."""


def counted() -> dict[str, int]:
    """How many facts stand on the card, are a press away, more than that, or nowhere."""
    found = dict.fromkeys((CARD, ONE, MORE, NOWHERE), 0)
    for fact in FACTS:
        found[CARD if fact.place else fact.had if fact.had != CARD else NOWHERE] += 1
    return found
