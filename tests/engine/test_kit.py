"""The title that a new one begins as: written under a name of its own, it plays, and says what its clauses lack."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

import engine.titles
from assets import sentences
from engine import kit, title
from engine.actions import BuyTrain
from engine.cli.main import main
from engine.data import EDITION, Option, Private
from engine.events import Floated, GameOver, Paid, Priced, RoundBegan
from engine.finance.bank import is_broken
from engine.game import Game
from engine.insight import Insight
from engine.invariants import violations
from engine.kit import flow as kit_flow
from engine.kit.figures import KitState
from engine.kit.insight import INSIGHT
from engine.milestones import milestones
from engine.opponents import STYLES
from engine.printed import BadTitle
from engine.readings import Reading
from engine.scratch import Scratch
from engine.slips import slips
from engine.state import BANK, DEPOT, OFFER
from engine.steps.trains import top_card

QUICK = ("random", "thrifty", "house", "apprentice")
"""Players of each kind, by chance and by thought: all others play in the slow tests."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of titles beside our own."""
    monkeypatch.setattr(engine.titles, "__path__", [str(tmp_path), *engine.titles.__path__])
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Let the folders of titles be looked at again, as another process would."""
    for kept in (title._folders, title._found, title._in):
        kept.cache_clear()
    for module in [name for name in sys.modules if name.startswith("engine.titles.t18slip")]:
        del sys.modules[module]


def test_a_new_title_plays_at_once(home: Path, capsys: pytest.CaptureFixture[str]):
    """Its name, its clauses and its classes are its own; whole games keep every invariant."""
    assert main(["new", "18Moon"]) == 0
    *_, play, draw = capsys.readouterr().out.splitlines()
    assert play.startswith("python -m engine play 18Moon --players 3")
    assert draw.startswith("python -m render /tmp/18moon-3p-1.json")
    forget()
    assert main(["play", "18Moon", "--players", "3", "--games", "4"]) == 0

    found = title.find("18moon")
    assert "4 games" in (told := capsys.readouterr().out)
    assert "0 violations" in told
    assert (found.name, found.extra.__name__) == ("18Moon", "T18MoonState")
    assert set(found.texts.clauses) == {*(f"18MOON-{n}" for n in range(1, 8))}
    for module in (home / "t18moon").glob("*.py"):  # in the order that make lint asks for
        imported = re.findall(r"^from (engine\S*)", module.read_text("utf-8"), re.MULTILINE)
        assert imported == sorted(imported)
    assert "kit" not in "".join(path.read_text("utf-8").lower() for path in (home / "t18moon").glob("*.*"))


@pytest.mark.parametrize("name", ["18Mag", "18cz", "", "a b", "../up", "x" * 17])
def test_a_name_that_is_none_or_taken_writes_nothing(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
):
    """It is said in a sentence."""
    assert main(["new", name]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    "style", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in STYLES]
)
def test_trains_are_bought_in_order(style: str):
    """No train leaves the depot while one before it is left, and no position on the way is unsound."""
    title.add(kit.TITLE)
    try:
        game, player = Game.start("Kit", ("ann", "bob", "cy"), seed=3), STYLES[style](3)
        while not game.state.over:
            action, top = player.choose(game), top_card(game.pos)
            if action.verb == "train" and action.seller == DEPOT:
                assert action.train == top
            game = game.play(action)
            assert not list(violations(game.pos))
    finally:
        title._ADDED.pop("Kit")


def test_a_title_names_the_refusals_it_lacks():
    """Whoever adds a rule and forgets its clause hears of it at once."""
    known = kit.TITLE.texts
    fewer = {
        key: clauses for key, clauses in known.refusals.items() if key not in ("train_order", "must_act")
    }

    with pytest.raises(ValueError, match=r"Kit: clauses\.toml lacks the refusals must_act, train_order"):
        replace(kit.TITLE, texts=known.model_copy(update={"refusals": fewer}))


def written(home: Path, name: str, was: str, is_: str) -> None:
    """A new title with a slip of the pen in one of its files."""
    assert main(["new", "18Slip"]) == 0
    path = home / "t18slip" / name
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, is_, 1), "utf-8")
    forget()


@pytest.mark.parametrize(
    "slip",
    [
        (
            "title.toml",
            "bank = 3000",
            "bank = 3000\nbnk = 1",
            r"t18slip/title\.toml: bnk: unknown key",
        ),
        ("title.toml", "bank = 3000", "bank == 3000", r"t18slip/title\.toml: .*line 8"),
        ("title.toml", "\n3 = 420", "", r"cash lacks 3 players"),
        ("title.toml", "\n4 = 9", "", r"certificate_limit lacks 4 players"),
        ("title.toml", "corporation = 2", "major = 2", r"phase green names major; there are corporation"),
        ("title.toml", '"yellow", "green"', '"yellow", "gren"', r"phases\.1\.colours\.1: .*'green'"),
        ("title.toml", 'hex = "C2"', 'hex = "Z2"', r"the home of WEST names Z2; there are A2, A4"),
        ("title.toml", 'hex = "C2"', 'hex = "A4"', r"the home of WEST is stop 0 of A4"),
        ("title.toml", "20, 10, 10, 10", "20, 10", r"the shares of NORTH are 80%"),
        ("title.toml", 'id = "SOUTH"', 'id = "NORTH"', r"units: NORTH stands there 2 times"),
        ("title.toml", "50 60* 70", "50 60+ 70", r"row 3 of the market has 60\+"),
        ("title.toml", "stops = 2", 'stops = 2\ncard = "9"', r"the card of train 2 names 9"),
        ("title.toml", "sets = 8", "", r"title\.toml: extra: sets: Field required"),
        (
            "title.toml",
            '4 = ["2"]',
            '4 = ["22"]',
            r"extra: rusts\.4\.0: there is no train 22; there are 2, 3, 4",
        ),
        ("title.toml", '3 = "green"', '3 = "gren"', r"extra: starts\.3: there is no phase gren"),
        ("title.toml", '3 = "green"', '9 = "green"', r"extra: starts\.9\.\[key\]: there is no train 9"),
        (
            "stock.py",
            ".then(kept_to_the_limit)",
            "",
            r"holding_limit is 60, but no step has the rule buy_holding",
        ),
        (
            "map.toml",
            '"Southam", stops',
            '"Southam", label = "T", stops',
            r"no tile .* fits hex C4, a city hex with the label T",
        ),
        ("map.toml", "\n3 = 2", "\n9999 = 2", r"supply has tile 9999, which is neither"),
        ("map.toml", '"A4"', '"A5"', r"hex A5 lies between the others"),
        ("map.toml", '"A4"', '"4A"', r"4A is no hex"),
        ("map.toml", '"A4"', '"A2"', r"hexes: A2 stands there 2 times"),
        ("map.toml", '{ id = "A4"', '{ id = "A4", track = "0a"', r"track of hex A4 leads to a"),
        ("map.toml", '{ id = "A4"', '{ id = "A4", closed = { 6 = "barrier" }', r"hex A4 closes the edge 6"),
        (
            "clauses.toml",
            "train_cost = ",
            "trian_cost = ",
            r"lacks the refusals train_cost\ntrain_cost = \[\]    # The",
        ),
        ("clauses.toml", 'train_cost = ["18SLIP-5', 'train_cost = ["18SLIP-9', r"train_cost names 18SLIP-9"),
        (
            "__init__.py",
            '"lay", "token", "run"',
            '"lai", "token", "run"',
            r"the round operating names lai; there are draft, sell",
        ),
    ],
)
def test_a_slip_of_the_pen_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], slip: tuple[str, str, str, str]
):
    """By file and place, and with what there is instead; no game is begun, nothing is traced back."""
    name, was, is_, told = slip
    written(home, name, was, is_)
    capsys.readouterr()

    assert main(["play", "18Slip", "--players", "3"]) == 1
    said = capsys.readouterr()
    assert re.search(told, said.err), said.err
    assert said.out == ""


def test_no_title_has_a_slip():
    """Nor has any of its forms."""
    for known in (*title.titles().values(), kit.TITLE):
        title.looked_through(known)
        assert [line for form in known.forms for line in slips(form)] == []


def test_a_side_without_a_hex_behind_it_is_closed():
    """Nobody need write that down; a side closed for another reason keeps it."""
    assert kit.TITLE.hexes["A2"].closed == {1: "off_map", 2: "off_map", 3: "off_map"}
    assert kit.TITLE.hexes["B3"].closed == {}
    swiss = title.find("1844").hexes
    assert (swiss["D19"].closed, swiss["B11"].closed) == ({5: "barrier"}, {})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("consent=nobody, duty=lambda pos: bool(pos.unit))", "lacks the refusals train_duty"),
        ("consent=sellers_director)", "others must agree in the step train, and there is no round consent"),
    ],
)
def test_what_a_step_asks_for_beside_its_rules_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], change: str, told: str
):
    """What it refuses a pass with, and the round in which others answer; before a game is begun."""
    written(home, "__init__.py", "consent=nobody)", change)
    path = home / "t18slip" / "__init__.py"
    path.write_text("from engine.steps.trains import sellers_director\n" + path.read_text("utf-8"), "utf-8")

    assert main(["play", "18Slip", "--players", "3"]) == 1
    assert told in capsys.readouterr().err


def test_a_refused_pass_without_a_clause_is_a_fault(home: Path, capsys: pytest.CaptureFixture[str]):
    """What a step of a title's own demands nobody knows beforehand; play finds that it cites nothing."""
    own = "type('Due', (BuyTrainStep,), {'must': lambda *_: True, 'demand': lambda *_: Refusal('due')})(TRADING, "
    written(home, "__init__.py", "BuyTrainStep(TRADING, ", own)
    path = home / "t18slip" / "__init__.py"
    path.write_text("from engine.refusals import Refusal\n" + path.read_text("utf-8"), "utf-8")

    assert main(["play", "18Slip", "--players", "3"]) == 1
    assert "clauses.toml lacks the refusal due" in capsys.readouterr().err


def test_trains_that_nobody_returns_are_a_fault(home: Path, capsys: pytest.CaptureFixture[str]):
    """A title that forgets to ask for them hears of it from play."""
    written(home, "flow.py", "    check_limits(scratch, operating_order(scratch.now))\n", "")

    assert main(["play", "18Slip", "--players", "3", "--games", "2"]) == 1
    assert "keeps too many trains" in capsys.readouterr().err


def test_a_turn_that_only_others_can_end_is_a_fault(home: Path, capsys: pytest.CaptureFixture[str]):
    """A company that must buy a train, cannot pay the bank, and finds no seller: play names the position."""
    written(home, "title.toml", "shares_paid = 10", "shares_paid = 1")
    path = home / "t18slip" / "__init__.py"
    text = path.read_text("utf-8").replace("consent=nobody)", "duty=lambda pos: not pos.trains(pos.unit))")
    text = text.replace('"train_limit": TRAIN', '"consent": Consent(),\n        "train_limit": TRAIN')
    path.write_text("from engine.rounds.consent import Consent\n" + text, "utf-8")
    clauses = home / "t18slip" / "clauses.toml"
    more = 'train_duty = ["18SLIP-6"]\ntrain_trade_consent = ["18SLIP-6"]\n'
    clauses.write_text(clauses.read_text("utf-8") + more, "utf-8")

    assert main(["play", "18Slip", "--players", "3", "--games", "4"]) == 1
    assert (
        "nobody may pass (train_duty), and all that can be done needs the consent" in capsys.readouterr().err
    )


def kit_walk(seed: int, **data: object) -> Iterator[Game]:
    """The positions of a game of the kit, with other data."""
    title.add(replace(kit.TITLE, data=kit.TITLE.data.model_copy(update=data)))
    try:
        game, player = Game.start("Kit", ("ann", "bob", "cy"), seed=seed), STYLES["thrifty"](seed)
        while not game.state.over:
            yield game
            game = game.play(player.choose(game))
        yield game
    finally:
        title._ADDED.pop("Kit")


def test_the_game_ends_with_the_set_in_which_the_bank_breaks():
    """Not in the middle of it, and although money comes back to the bank; the picture says the same."""
    two = tuple(phase.model_copy(update={"operating_rounds": 2}) for phase in kit.TITLE.data.phases)
    *before, last = kit_walk(2, bank=1400, phases=two)
    every = [event for game in (*before, last) for event in game.events]

    assert [event.kind for event in every if isinstance(event, RoundBegan)] == [
        "draft",
        "stock",
        "operating",
        "operating",
    ]
    assert [event.why for event in every if isinstance(event, GameOver)] == ["bank"]
    assert last.state.lowest < 0 < last.pos.cash(BANK)


def test_money_that_comes_back_does_not_mend_the_bank():
    """It has broken once it was empty after an action."""
    pos = next(kit_walk(2)).pos
    scratch = Scratch.upon(pos)
    scratch.state.lowest = 0

    assert pos.cash(BANK) > 0
    assert (is_broken(pos), is_broken(scratch.now)) == (False, True)


MET = {
    "Won",
    "Priced",
    "Floated",
    "TokenPlaced",
    "DividendPaid",
    "PhaseBegan",
    "TrainRusted",
    "TrainDiscarded",
}
"""What a newcomer must find in use."""


def test_what_a_newcomer_looks_for_is_used():
    """Par prices, floating, privates with an income, dividends, phases, rust, the train limit: all in one game."""
    games = list(kit_walk(5))
    events = [event for game in games for event in game.events]
    starts = {event.price for event in events if isinstance(event, Priced)}
    paid = {event.why for event in events if isinstance(event, Paid)}

    assert {type(event).__name__ for event in events} >= MET
    assert starts <= set(kit.TITLE.starts)
    assert paid >= {"private", "share", "float", "income", "dividend", "train"}


@pytest.mark.parametrize("players", [("ann", "bob"), ("ann", "bob", "cy"), ("ann", "bob", "cy", "dee")])
def test_a_title_that_teaches_nothing_is_played_by_the_house(players: tuple[str, ...]):
    """A journeyman who is told nothing of a title still starts companies that float and run."""
    title.add(replace(kit.TITLE, insight=Insight(rounds=INSIGHT.rounds)))
    try:
        game, player = Game.start("Kit", players, seed=1), STYLES["journeyman"](1)
        events = []
        while not game.state.over and not {"Floated", "Ran"} <= {type(event).__name__ for event in events}:
            game = game.play(player.choose(game))
            events += game.events
    finally:
        title._ADDED.pop("Kit")

    assert not game.state.over


def test_a_corporation_floats_at_its_percentage():
    """Not before 60% are sold; its treasury is ten times its par price, which its buyer has chosen."""
    games = list(kit_walk(5))
    floated = [
        (before.pos, game.pos, event)
        for before, game in pairwise(games)
        for event in game.events
        if isinstance(event, Floated)
    ]

    assert floated
    for before, after, event in floated:
        assert before.percent(OFFER, event.unit) > 40 >= after.percent(OFFER, event.unit)
        assert (before.cash(event.unit), after.cash(event.unit)) == (0, 10 * after.state.pars[event.unit])


def test_a_purchase_is_no_pass():
    """The draft goes on while anybody buys, however many privates there are, and ends once nothing is left."""
    five = tuple(Private(id=f"P{number}", price=10, income=5) for number in range(5))
    drafted = list(takewhile(lambda game: game.state.frames[0].kind == "draft", kit_buys(five)))

    assert [game.state.ply for game in drafted] == [0, 1, 2, 3, 4]


def kit_buys(privates: tuple[Private, ...]) -> Iterator[Game]:
    """The positions of a draft in which everybody buys the first private on offer."""
    title.add(replace(kit.TITLE, data=kit.TITLE.data.model_copy(update={"privates": privates})))
    try:
        game = Game.start("Kit", ("ann", "bob", "cy"), seed=1)
        while game.state.frames[0].kind == "draft":
            yield game
            game = game.play(next(action for action in game.choices if action.verb == "draft"))
        yield game
    finally:
        title._ADDED.pop("Kit")


def test_it_is_told_beforehand_what_a_train_brings():
    """Its phase, what the phase allows, and what rusts; once it is sold, nothing more."""
    games = list(kit_walk(2))
    first = milestones(games[0].pos)
    green = next(game for game in games if game.pos.since("green"))

    assert list(first) == ["3", "4"]
    assert [(sale.phase, sale.rusts) for sale in first.values()] == [("green", ()), ("brown", ("2",))]
    assert [one.key for one in first["3"].follows] == ["colour", "rounds", "limit"]
    assert list(milestones(green.pos)) == ["4"]


def test_a_train_may_rust_others_without_a_new_phase():
    """What goes with a train is asked of the train, not of the phase; it is told beforehand as well."""
    extra = {**kit.TITLE.data.extra, "starts": {"3": "green"}, "rusts": {"3": ["2"], "4": ["3"]}}
    game = next(kit_walk(1, extra=extra))
    scratch = Scratch.upon(game.pos)
    for unit, train in (("NORTH", "3"), ("SOUTH", "4")):
        scratch.add_train(unit, train)
    kit_flow.train_sold(scratch, BuyTrain("bob", "SOUTH", "4", DEPOT, 240))

    assert (scratch.now.trains("NORTH"), scratch.now.trains("SOUTH")) == ((), ("4",))
    assert (scratch.now.phase.name, scratch.now.own(KitState).rusted) == ("yellow", 1)
    assert milestones(game.pos)["4"].rusts == ("3",)


def test_the_kit_needs_no_sentence_of_its_own():
    """Whatever it refuses, and each round and kind of unit it has, is said already: a new title speaks at once."""
    kinds = {kind for phase in kit.TITLE.data.phases for kind in phase.train_limit}
    wanted = {f"refusal.{key}" for key in kit.TITLE.texts.refusals}
    wanted |= {f"round.{kind}" for kind in kit.TITLE.rounds} | {
        f"picture.{one}{kind}" for kind in kinds for one in ("", "one.")
    }

    assert [key for key in sorted(wanted) if not sentences.known(key)] == []


def with_data(**data: object) -> title.Title:
    """The kit with other data."""
    return replace(kit.TITLE, data=kit.TITLE.data.model_copy(update=data))


def test_a_mended_rule_that_new_games_go_by_or_that_nothing_carries_out_is_named():
    """The old rule is a reading, its edition is past, and the option that names it changes something."""
    old = Option(id="sets", values=("six",), compat=True)
    reading = Reading("sets=six", figures={"sets": 6})
    mended = replace(with_data(options=(old,), former={EDITION - 1: ("sets=six",)}), readings=(reading,))

    assert title.looked_through(mended).as_begun((), 3, EDITION - 1) == ("sets=six",)
    assert mended.as_begun((), 3, EDITION) == ()
    with pytest.raises(BadTitle, match=rf"former {EDITION} is the edition of today; raise EDITION"):
        title.looked_through(
            replace(mended, data=mended.data.model_copy(update={"former": {EDITION: ("sets=six",)}}))
        )
    with pytest.raises(BadTitle, match="former 1 names sets=five; there are sets=six"):
        title.looked_through(
            replace(mended, data=mended.data.model_copy(update={"former": {1: ("sets=five",)}}))
        )
    with pytest.raises(BadTitle, match="option sets changes nothing: no reading or variant is of sets=six"):
        title.looked_through(replace(mended, readings=()))
