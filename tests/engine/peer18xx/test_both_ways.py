"""Actions of titles as entries of 18xx.games, which are read as those actions again."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from engine.actions import RunTrains
from engine.game import Game
from engine.peer18xx.in_force import Entry
from engine.peer18xx.writing import EndedEarly
from engine.refusals import Refusal
from tests.engine.peer18xx.both_ways import entries, played, read, writer_at
from tests.games.t18cz.czech import Builder as Czech
from tests.games.t18cz.czech import opening, sizes
from tests.games.t18cz.test_companies import first_turn
from tests.games.t18cz.test_inheriting import praha, table
from tests.games.t18cz.test_vaclavs_turns import TO_KLADNO
from tests.games.t18cz.tracks import company
from tests.games.t18mag.builders import opening as hungarian_opening
from tests.games.t18mag.test_railcars import fiume
from tests.games.t18mag.test_supporters import Table, east
from tests.games.t1844.swiss import Builder as Swiss
from tests.games.t1844.test_held_turns import without_a_train
from tests.games.t1844.test_powers import bls
from tests.games.t1844.test_privates import table as swiss_table
from tests.games.t1844.test_tunnels import gb

MARKS = ("in_turn", "at_step", "in_round")
ALWAYS = ("id", "created_at", "type", "entity", "entity_type", "auto_actions", *MARKS)


def said(entry: Entry) -> tuple[str, Any, str, dict[str, Any]]:
    """What an entry says besides its number, our marks, and what 18xx.games does by itself."""
    more = {key: value for key, value in entry.items() if key not in ALWAYS}
    return entry["type"], entry["entity"], entry["entity_type"], more


def unmarked(entry: Entry) -> Entry:
    """An entry as it comes back from 18xx.games, which leaves our marks out."""
    return {key: value for key, value in entry.items() if key not in MARKS}


def locals_() -> Game:
    """EKJ, with two locals, lays a tile before it uses them."""
    return company("EKJ", "g", D5="57 1", D3="5 4").owns("EKJ", "M1", "S1").trains(EKJ="4e").company("EKJ")


def ruined() -> Game:
    """Neither the FNM nor ann can raise the price of a train."""
    built = Swiss(3, "bankruptcy=ends_game").holds("ann", FNM=20).prices(FNM=100).operated("FNM")
    return built.cash(FNM=200, ann=59).phase("4").company("FNM", "train")


def ran(train: str, revenue: int, *hexes: str) -> dict[str, Any]:
    """What a run of one train says, from stop to stop next to it."""
    route = {
        "train": train,
        "connections": [list(pair) for pair in pairwise(hexes)],
        "hexes": list(hexes),
        "revenue": revenue,
        "revenue_str": "-".join(hexes),
        "nodes": [f"{hex_}-0" for hex_ in hexes],
    }
    return {"routes": [route], "extra_revenue": 0, "subsidy": 0}


def helped(minor: str, step: str = "lay", owner: str = "ann", **tiles: str) -> Game:
    """A minor with one terrain token and 95 forints, in the green phase; ann has every supporter."""
    built = Table(3, "compat=peer18xx").phase("green").tiles(**tiles).owns(owner, minor)
    return built.cash(**{minor: 95}).terrain(**{minor: 1}).trains(**{minor: ""}).minor(minor, step)


def indebted(cash: int) -> Game:
    return Czech(3, "compat=peer18xx").loans(ann=30).cash(ann=cash).phase("b").sr("ann")


def dividing(*options: str) -> Game:
    """A major of ann's with 47 forints, of which 40 can be divided."""
    return Table(3, "compat=peer18xx", *options).cash(SIK=47).holds("ann", SIK=20).major("SIK", "dividend")


def divided(**how: Any) -> list[Any]:
    return [("dividend", "SIK", "corporation", how)]


GREEN = {"E10": "57 2", "D9": "57 2"}
CASES = {
    "draft": (opening, ("draft S2",), [("bid", 1, "player", {"company": "S2", "price": 30})], {}),
    "all of a debt": (
        lambda: indebted(100),
        ("repay 30",),
        [("special_buy", 1, "player", {"description": "Payoff all debt", "cost": 30})],
        {},
    ),
    "a part of a debt": (
        lambda: indebted(20),
        ("repay 20",),
        [("special_buy", 1, "player", {"description": "Payoff all debt", "cost": 30})],
        {},
    ),
    "choice of a home": (
        lambda: first_turn("ATE", 60, B9="8863 1"),
        ("settle ATE B9 1",),
        [("place_token", "ATE", "corporation", {"city": "8863-0-1", "slot": 0, "tokener": "ATE"})],
        {"pieces": {"8863-0": "B9"}},
    ),
    "bare home": (
        lambda: first_turn("ATE", 60),
        ("lay ATE B9 8885 0",),
        [
            ("place_token", "ATE", "corporation", {"city": "B9-0-0", "slot": 0, "tokener": "ATE"}),
            ("lay_tile", "ATE", "corporation", {"hex": "B9", "tile": "8885-0", "rotation": 0}),
        ],
        {},
    ),
    "red home": (
        lambda: first_turn("SX", 50),
        ("home SX A8 4",),
        [("lay_tile", "SX", "corporation", {"hex": "A8", "tile": "8896-0", "rotation": 4})],
        {},
    ),
    "merger": (
        lambda: table(ATE="3d", BCB="3d 2a").company("ATE", "merge"),
        ("merge ATE BCB 65", "turn ATE 3d 3+3d", "discard ATE 2a"),
        [
            ("buy_corporation", "ATE", "corporation", {"corporation": "BCB", "price": 65}),
            ("swap_train", "ATE", "corporation", {"train": "3d-1"}),
            ("discard_train", "ATE", "corporation", {"train": "2a-0"}),
        ],
        {"trains": {"3d-0": "ATE", "3d-1": "BCB", "2a-0": "BCB"}},
    ),
    "removal": (
        praha,
        ("remove E12 2",),
        [("remove_token", "SX", "corporation", {"city": "8889-0-2", "slot": 0})],
        {"pieces": {"8889-0": "E12"}},
    ),
    "purple": (
        locals_,
        ("lay EKJ D5 14 1", "purple EKJ M1 D5 611p 1", "dispose EKJ S1"),
        [
            ("lay_tile", "EKJ", "corporation", {"hex": "D5", "tile": "14-0", "rotation": 1}),
            ("lay_tile", "M1", "company", {"hex": "D5", "tile": "611p-0", "rotation": 1}),
            ("sell_company", "EKJ", "corporation", {"company": "S1", "price": 50}),
        ],
        {},
    ),
    "tunnel": (
        lambda: gb().company("GB"),
        ("lay GB F17 6 5", "tunnel GB T1 H19 2 5"),
        [
            ("lay_tile", "GB", "corporation", {"hex": "F17", "tile": "6-0", "rotation": 5}),
            ("lay_tile", "T1", "company", {"hex": "H19", "tile": "X79-0", "rotation": 2}),
        ],
        {},
    ),
    "furka": (
        lambda: bls().owns("ann", "P4").company("BLS"),
        ("furka",),
        [("choose_ability", "P4", "company", {"choice": "Place tile"})],
        {},
    ),
    "eva": (
        lambda: without_a_train("ann"),
        ("eva NOB",),
        [("choose_ability", "P7", "company", {"choice": "NOB"})],
        {},
    ),
    "private of a company": (
        lambda: bls().owns("ann", "P4").company("BLS"),
        ("lay BLS G12 8 2 P2", "acquire BLS P4 1"),
        [
            ("lay_tile", "P2", "company", {"hex": "G12", "tile": "8-0", "rotation": 2}),
            ("buy_company", "BLS", "corporation", {"company": "P4", "price": 1}),
        ],
        {},
    ),
    "bankruptcy": (ruined, ("bankrupt FNM",), [("bankrupt", "FNM", "corporation", {})], {}),
    "a debt of 1844": (
        lambda: Swiss().change(debts={"ann": 30}).cash(ann=100).operated("FNM").sr("ann"),
        ("repay 7",),
        [("payoff_player_debt", 1, "player", {"amount": 7})],
        {},
    ),
    "mountain": (
        lambda: swiss_table().sr("ann"),
        ("mountain B1 H7 XM1", "permit T1"),
        [
            ("buy_company", 1, "player", {"company": "B1", "price": 150}),
            ("lay_tile", "B1", "company", {"hex": "H7", "tile": "XM1-0", "rotation": 0}),
            ("buy_company", 2, "player", {"company": "T1", "price": 50}),
        ],
        {},
    ),
    "drafts of 18Mag": (
        lambda: hungarian_opening(3, "supporters"),
        ("draft 1", "draft LDSTEG", "draft KK"),
        [
            ("bid", 1, "player", {"minor": "1", "price": 0}),
            ("bid", 2, "player", {"corporation": "LdStEG", "price": 0}),
            ("bid", 3, "player", {"company": "KK", "price": 0}),
        ],
        {},
    ),
    "money of a supporter": (
        lambda: helped("n1"),
        ("call 1 SMFvR",),
        [("choose_ability", "SMFvR", "company", {"choice": "claim"})],
        {},
    ),
    "terrain of a supporter": (
        lambda: helped("n3", E10="57 2"),
        ("call 3 FJ", "lay 3 F11 8 2"),
        [
            ("choose_ability", "FJ", "company", {"choice": "virtual_token"}),
            ("lay_tile", "3", "minor", {"hex": "F11", "tile": "8-0", "rotation": 2}),
        ],
        {},
    ),
    "terrain paid beforehand": (
        lambda: helped("n3", E10="57 2"),
        ("prepay 3", "lay 3 F11 8 2"),
        [
            ("special_buy", "3", "minor", {"description": "Use Terrain Token", "cost": 0}),
            ("lay_tile", "3", "minor", {"hex": "F11", "tile": "8-0", "rotation": 2}),
        ],
        {},
    ),
    "promotion of a supporter": (
        lambda: helped("n3", **GREEN),
        ("lay 3 D9 14 2 GSvS",),
        [("lay_tile", "GSvS", "company", {"hex": "D9", "tile": "14-0", "rotation": 2})],
        {},
    ),
    "token of a supporter": (
        lambda: helped("n3", "token", **GREEN),
        ("berth 3 D9 0",),
        [("place_token", "DDSG", "company", {"city": "57-1-0", "slot": 0, "tokener": "3"})],
        {"pieces": {"57-1": "D9"}},
    ),
    "train of a supporter": (
        lambda: helped("n1", "train"),
        ("train 1 2 depot 70",),
        [("buy_train", "KK", "company", {"train": "2-11", "price": 70, "variant": "2"})],
        {},
    ),
    "train at its price, beside a supporter of somebody else": (
        lambda: helped("n1", "train", owner="bob"),
        ("train 1 2 depot 80",),
        [("buy_train", "1", "minor", {"train": "2-11", "price": 80, "variant": "2"})],
        {},
    ),
    "a part of a treasury": (dividing, ("dividend SIK 20",), divided(kind="variable", amount=20), {}),
    "nothing of a treasury": (dividing, ("dividend SIK 0",), divided(kind="variable", amount=0), {}),
    "a whole treasury": (
        lambda: dividing("standard_divs"),
        ("dividend SIK 40",),
        divided(kind="payout"),
        {},
    ),
    "no standard dividend": (
        lambda: dividing("standard_divs"),
        ("dividend SIK 0",),
        divided(kind="withhold"),
        {},
    ),
    "rail cars": (
        fiume,
        ("run 13 RABA 2:I2.0-H1.0",),
        [
            ("special_buy", "13", "minor", {"description": "+20 Offboard Bonus [RABA]", "cost": 10}),
            ("run_routes", "13", "minor", ran("2-12", 60, "I2", "H1")),
        ],
        {},
    ),
    "a town more": (
        east,
        ("run 12 MA 3:H23.0-G24.0-G26.0-H27.0",),
        [
            ("choose_ability", "MA", "company", {"choice": "3"}),
            ("run_routes", "12", "minor", ran("3-0", 80, "H23", "G24", "G26", "H27")),
        ],
        {},
    ),
}


@pytest.mark.parametrize(("begin", "lines", "told", "known"), CASES.values(), ids=CASES)
def test_an_action_is_written_and_read_again(
    begin: Callable[[], Game], lines: tuple[str, ...], told: list[Any], known: dict[str, dict[str, str]]
):
    """Passes are left out; ``known`` is what was recorded before."""
    game = begin()
    actions = played(game, *lines)
    written = entries(game, actions)

    assert [said(one) for one in written if one["type"] != "pass"] == told
    assert read(game, written, **known) == actions
    assert read(game, [unmarked(one) for one in written], **known) == actions


@pytest.mark.parametrize("case", ["choice of a home", "bare home", "token of a supporter"])
def test_a_token_of_an_older_file_has_no_owner(case: str):
    """It is that of the company that places it, or of the minor in turn."""
    begin, lines, _, known = CASES[case]
    game = begin()
    actions = played(game, *lines)
    told = [{key: value for key, value in one.items() if key != "tokener"} for one in entries(game, actions)]

    assert read(game, told, **known) == actions


def test_trains_that_were_received_are_kept_by_a_pass():
    """While they could be turned or discarded the company passes there as here."""
    game = table(ATE="2+2c", BCB="3d").company("ATE", "merge")
    actions = played(game, "merge ATE BCB 65", "pass", "train ATE 3+3d depot 180")
    told = entries(game, actions)

    assert [one["type"] for one in told] == ["pass", "buy_corporation", "pass", "buy_train"]
    assert read(game, told, trains={"3d-0": "BCB"}) == actions


def test_a_train_that_was_returned_is_bought_from_the_pool():
    """As another side of its card; one that was discarded while trains are settled is nowhere."""
    game = sizes(phase="d", BCB="3c 3c 3d").depot("4e").company("SX", "train")
    known = {"3c-0": "BCB", "3c-1": "BCB", "3d-0": "BCB"}
    lines = ("train SX 3Ee depot 250", "discard BCB 3c", "pass", "pass", "train ATE 2+2c pool 80")
    actions = played(game, *lines)
    told = entries(game, actions)

    assert (told[-1]["train"], told[-1]["variant"]) == ("3c-0", "2+2c")
    assert read(game, told, trains=known) == actions


@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
def test_of_two_who_decide_for_a_company_the_second_is_named(order: tuple[str, str]):
    """Either runs the trains of Václav's companies; who is not named is the first."""
    built = Czech(2).tiles(**TO_KLADNO).phase("b").trains(EKJ="2a").change(order=order)
    game = built.company("EKJ", "run")
    runs = {one.actor: one for one in game.choices if isinstance(one, RunTrains)}
    told = [entries(game, [runs[player]]) for player in order]

    assert [one[-1].get("user") for one in told] == [None, {"ann": 1, "bob": 2}[order[1]]]
    assert [read(game, one, pieces={"57-0": "D5", "57-1": "E10"}) for one in told] == [
        [runs[player]] for player in order
    ]


@pytest.mark.parametrize("sold", [("L1",), ("L1", "S1")])
def test_a_red_home_is_written_before_what_was_done_first(sold: tuple[str, ...]):
    """There a company's first turn begins with it; it is read in its place."""
    built = Czech(3).holds("ann", SX=50).cash(SX=500).phase("d").owns("SX", "L1", "S1", "L2")
    game = built.company("SX", "")
    actions = played(game, *(f"dispose SX {local}" for local in sold), "home SX A8 4", "dispose SX L2")
    told = entries(game, actions)

    assert [(one["type"], one.get("later")) for one in told] == [
        ("lay_tile", len(sold)),
        *[("sell_company", None)] * (len(sold) + 1),
    ]
    assert read(game, told) == actions


@pytest.mark.parametrize("line", ["dispose SX L1", "acquire SX L2 20"])
def test_a_file_of_a_game_that_goes_on_stops_before_what_a_red_home_must_precede(line: str):
    """As long as nobody has laid it; a local sold or bought before it stands behind it once it lies."""
    built = Czech(3).holds("ann", SX=50).cash(SX=500).phase("d").owns("SX", "L1").owns("ann", "L2")
    game = built.company("SX", "")
    first, home = played(game, line, "home SX A8 4")
    stopped = writer_at(game)
    stopped.write([first])

    assert stopped.entries == []
    assert stopped.stop == EndedEarly(0, 0, first, Refusal("untold_home", {"unit": "SX"}))
    assert entries(game, [first, home])[0]["type"] == "lay_tile"


@pytest.mark.parametrize("order", [("furka", "eva NOB"), ("eva NOB", "furka")])
def test_two_powers_written_before_the_same_entry_say_which_came_first(order: tuple[str, str]):
    """After its dividend nothing is left to NOB there: both go before that, and are read behind it in their order."""
    built = Swiss(3).holds("ann", NOB=50, JS=50).prices(NOB=90, JS=110).operated("NOB", "JS").phase("4")
    built = built.cash(NOB=0, JS=0, ann=0).trains(NOB="4").extra(eva="ann").privates(P4="ann")
    game = built.tiles(D19="57 1", D17="4 1").tokens(D19="NOB.0").company("NOB")
    run = "run NOB - 4:D15.1-D17.0-D19.0"
    actions = played(game, "lay NOB D17 87 1", run, "dividend NOB 40", *order)
    told = entries(game, actions)

    *_, first, second, last = told
    assert last["type"] == "dividend"
    assert [(one["later"], one["among"]) for one in (first, second)] == [(2, 0), (1, 1)]
    assert read(game, told) == actions


def test_of_two_supporters_the_second_is_called_before_the_train_that_leaves_nothing():
    """With it the turn is over there; which of them helped first means nothing once both have."""
    built = Table(3, "compat=peer18xx").phase("green").owns("ann", "n1").cash(n1=70).trains(n1="")
    game = built.minor("1", "train")
    actions = played(game, "train 1 2 depot 70", "call 1 SMFvR")
    told = entries(game, actions)

    assert [(one["type"], one["entity"], one.get("later")) for one in told] == [
        ("choose_ability", "SMFvR", 2),
        ("pass", "1", None),
        ("buy_train", "KK", None),
    ]
    assert read(game, told) == actions


def test_where_no_percentage_is_recorded_the_certificates_say_it():
    """A director's certificate counts double; what is recorded is as good."""
    built = Czech(3).holds("ann", SX=50).holds("bob", SX=20).cash(ann=500, bob=500).phase("d").operated("SX")
    for line in ("buy SX 10 pool", "sell SX 20"):
        game = built.sr("bob", 6)
        actions = played(game, line)
        (told,) = entries(game, actions)
        bare = {key: value for key, value in told.items() if key != "percent"}

        assert told["percent"] == int(line.split()[2])
        assert read(game, [told]) == read(game, [bare]) == actions
