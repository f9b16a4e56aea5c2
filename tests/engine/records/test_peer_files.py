"""Files as people download them: older forms, games on one device or ended by hand, and what files lack."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.peer18xx.file_head import FIELDS
from engine.peer18xx.recorded_game import Peer
from engine.records import own
from engine.records.check import check, patch
from engine.records.files import open_game, open_recording
from engine.refusals import Malformed
from tests.engine.peer18xx.kept_games import kept

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
Entry = dict[str, Any]


def bid(player: int | str, number: int, **paper: str) -> Entry:
    return {"type": "bid", "entity": player, "entity_type": "player", "id": number, "price": 0, **paper}


def file(*actions: Entry, **changes: Any) -> Entry:
    """A game of 18Mag on one device, as it was written when players had no ids."""
    return {
        "id": "hs_abc_1616278041",
        "title": "18Mag",
        "players": [{"name": "Ann B"}, {"name": "bob"}, {"name": "cy"}],
        "settings": {"optional_rules": []},
        "actions": list(actions),
        **changes,
    }


# --- players


def test_players_without_an_id_go_by_their_names():
    """Their actions name them; as players of ours they have no blanks."""
    peer = Peer(file(bid("Ann B", 1, minor="3"), bid("bob", 2, minor="4")))

    assert peer.setup.players == ("Ann_B", "bob", "cy")
    assert (peer.at().pos.director("3"), peer.at().pos.director("4")) == ("Ann_B", "bob")
    assert peer.setup.seed == 1616278041


@pytest.mark.parametrize(("known", "seed"), [("hs_abc_17", 17), ("hs_abc", 0), (None, 0)])
def test_a_game_without_a_seed_goes_by_the_number_in_its_id(known: str | None, seed: int):
    """Without any number it is 0."""
    assert Peer(file(id=known)).setup.seed == seed


def test_numbers_may_stand_as_text():
    """An id is the same whether it is written as a number or as text; zero is one too."""
    players = [{"id": 0, "name": "ann"}, {"id": "1", "name": "bob"}, {"id": 2, "name": "cy"}]
    peer = Peer(file(bid("0", 1, minor="3"), bid(1, 2, minor="4"), players=players))

    assert (peer.at().pos.director("3"), peer.at().pos.director("4")) == ("ann", "bob")


def test_players_keep_the_names_that_people_know_them_by():
    """Here they go by others where theirs is none, has blanks, or means something else; a nameless one by the id."""
    people = ("Ann B", "bank", "")
    players = [{"id": 5 + seat, "name": name} for seat, name in enumerate(people)]
    peer = Peer(file(players=players))

    assert peer.called == {"Ann_B": "Ann B", "player2": "bank", "player3": "7"}


def test_rail_cars_that_were_paid_are_known_before_the_run():
    """Until it is made; who decided an action nobody decided is not recorded there."""
    peer = Peer(kept("mag-two").file)
    kinds = [entry["type"] for entry in peer.entries]
    at = next(at for at, kind in enumerate(kinds) if kind == "run_routes" and kinds[at - 1] == "special_buy")
    minor = peer.entries[at]["entity"]

    assert [peer.bought(one, minor) for one in (at - 1, at, at + 1)] == [(), ("RABA",), ()]
    assert peer.decided == {}


@pytest.mark.parametrize(("name", "said"), [("dora", "dora"), ("d" * 41, "d" * 40)])
def test_a_stranger_is_named(name: str, said: str):
    """An action of somebody who does not play says who it is, in forty letters at most."""
    with pytest.raises(Malformed) as error:
        Peer(file(bid(name, 1, minor="3"))).at()

    assert (error.value.key, error.value.values) == ("record_player", {"player": said})


def test_no_record_has_more_than_twelve_players():
    """Whatever its title says of so many."""
    names = [f"p{number}" for number in range(13)]

    def peer(count: int) -> Peer:
        return Peer(file(players=[{"name": name} for name in names[:count]]))

    def ours(count: int) -> own.Own:
        return own.Own({"title": "18Mag", "players": names[:count]})

    for opened, key in ((peer, "record_wrong"), (ours, "bad_record")):
        assert len(opened(12).setup.players) == 12
        with pytest.raises(Malformed) as error:
            opened(13)
        assert error.value.key == key


# --- what is missing or wrong


@pytest.mark.parametrize(
    ("change", "key", "where"),
    [
        (lambda data: data.pop("title"), "record_missing", "title"),
        (lambda data: data.pop("players"), "record_missing", "players"),
        (lambda data: data.pop("actions"), "record_missing", "actions"),
        (lambda data: data.update(players=[]), "record_wrong", "players"),
        (lambda data: data["players"].append({"id": None}), "record_missing", "players.3.name"),
        (lambda data: data["players"].append({"name": "bob"}), "record_wrong", "players.3"),
        (lambda data: data.update(settings=[]), "record_wrong", "settings"),
        (lambda data: data["settings"].update(optional_rules="x"), "record_wrong", "settings.optional_rules"),
        (lambda data: data["actions"].append({"id": 2}), "record_missing", "actions.1.type"),
        (lambda data: data["actions"].append(7), "record_wrong", "actions.1"),
        (lambda data: data["actions"][0].pop("entity"), "record_missing", "actions.0.entity"),
        (lambda data: data["actions"][0].pop("price"), "record_missing", "actions.0.price"),
        (lambda data: data["actions"][0].update(price="dear"), "record_wrong", "actions.0.price"),
        (
            lambda data: data["actions"][0].update(auto_actions=[{"type": "pass", "entity": 1}]),
            "record_missing",
            "actions.0.auto_actions.0.entity_type",
        ),
        (
            lambda data: data["actions"][0].update(auto_actions=[3]),
            "record_wrong",
            "actions.0.auto_actions.0",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_what_is_missing(
    change: Callable[[Entry], object], key: str, where: str, tmp_path: Path
):
    """The place is named as one would look for it in the file."""
    data = file(bid("bob", 1, minor="3"))
    change(data)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))

    with pytest.raises(Malformed) as error:
        open_recording(path)
    assert (error.value.key, error.value.values["where"]) == (key, where)


def lacking() -> list[str]:
    """Types of actions with fields beside who acts."""
    return sorted(
        kind
        for kind, wanted in FIELDS.items()
        if [
            name
            for name, field in wanted.model_fields.items()
            if field.is_required() and "entity" not in name
        ]
    )


@pytest.mark.parametrize("kind", lacking())
def test_every_action_names_the_field_it_lacks(kind: str):
    """An action with nothing but who acts says what else it should have."""
    made = {"type": kind, "entity": "Ann B", "entity_type": "player", "id": 1}
    with pytest.raises(Malformed) as error:
        Peer(file(made))

    assert error.value.key == "record_missing"
    assert error.value.values["where"].startswith("actions.0.")


def test_what_a_game_does_not_have_is_said_with_its_entry(tmp_path: Path):
    """A tile or a company from another title: the entry is named, not a fault of the program."""
    strange = {"type": "buy_shares", "entity": "bob", "entity_type": "player", "id": 2, "shares": ["XX_1"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(file(bid("Ann B", 1, minor="3"), strange)))

    with pytest.raises(Malformed) as error:
        open_game(path)
    assert (error.value.key, error.value.values) == ("record_entry", {"entry": 1, "verb": "buy_shares"})


# --- what stands beside the game


def test_what_is_no_action_changes_nothing():
    """Talk, log and programmed actions stand between the actions."""
    beside = [
        {"type": "message", "entity": "bob", "entity_type": "player", "id": 2, "message": "hi"},
        {"type": "log", "id": 3},
        {"type": "program_merger_pass", "entity": "bob", "entity_type": "player", "id": 4},
        {"type": "program_disable", "entity": "bob", "entity_type": "player", "id": 5, "reason": "x"},
    ]
    peer = Peer(file(bid("Ann B", 1, minor="3"), *beside, bid("bob", 6, minor="4")))

    assert [action.verb for action in peer.actions()] == ["draft", "draft"]


@pytest.mark.parametrize(
    ("title", "passed"),
    [("18Mag", ()), ("18CZ", ("bob",)), ("1844", ({"entity": "GB", "entity_type": "corporation"},))],
)
def test_null_stands_for_what_is_not_there(title: str, passed: tuple[Any, ...]):
    """Whatever an entry may lack may stand there as null, in every title."""
    who = [one if isinstance(one, dict) else {"entity": one, "entity_type": "player"} for one in passed]
    empty = {"auto_actions": None, "original_id": None, "user": None, "in_turn": None, "at_step": None}
    entries = [{"type": "pass", "id": number, **empty, **one} for number, one in enumerate(who, 1)]

    assert Peer(file(*entries, title=title)).setup.title == title


@pytest.mark.parametrize("undo", [{}, {"action_id": None}, {"action_id": 1}, {"action_id": "1"}])
def test_an_undo_without_an_id_takes_the_last_action_back(undo: Entry):
    """Its author may be somebody else, and its entity may be missing."""
    back = {"type": "undo", "id": 3, "user": 5, **undo}
    peer = Peer(file(bid("Ann B", 1, minor="3"), bid("bob", 2, minor="4"), back, bid("bob", 4, minor="5")))

    assert (peer.at().pos.director("4"), peer.at().pos.director("5")) == ("", "bob")


@pytest.mark.parametrize("wrong", [{"id": [2]}, {"in_round": "x"}, {"in_turn": {}}])
def test_what_orders_entries_is_of_the_right_kind(wrong: Entry):
    """Numbers of entries, and our own marks; none at all is right."""
    with pytest.raises(Malformed) as found:
        Peer(file({**bid("Ann B", 1, minor="3"), **wrong}))

    assert found.value.key == "record_wrong"
    assert Peer(file({**bid("Ann B", 1, minor="3"), **dict.fromkeys(wrong)})).actions()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("x" * 40, "x" * 40), ("x" * 41, "x" * 40 + "..."), ({"é": [1, None]}, '{"é": [1, null]}')],
)
def test_what_is_of_the_wrong_kind_is_shown_as_far_as_there_is_room(wrong: object, said: str):
    """Forty letters of it, and that there are more; what is no text as it stands in the file."""
    with pytest.raises(Malformed) as found:
        Peer(file({**bid("Ann B", 1, minor="3"), "price": wrong}))

    assert found.value.values["found"] == said


def test_a_run_through_hexes_that_do_not_touch_is_no_route():
    """It is said with its entry."""
    route = {"train": "2-0", "connections": [["A1", "K9"]], "revenue": 0}
    run = {"type": "run_routes", "entity": "3", "entity_type": "minor", "id": 2, "routes": [route]}
    with pytest.raises(Malformed) as found:
        Peer(file(bid("Ann B", 1, minor="3"), run)).reader()

    assert (found.value.key, found.value.values["entry"]) == ("record_entry", 1)


# --- ended by hand


def ended(number: int, **changes: Any) -> Entry:
    return {"type": "end_game", "entity": "bob", "entity_type": "player", "id": number, **changes}


def test_a_game_ended_by_hand_is_over_there(tmp_path: Path):
    """Nothing is played on; the scores are what everybody is worth at that moment."""
    data = file(bid("Ann B", 1, minor="3"), ended(2))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    game = open_game(path)
    worth = game.pos.worth("bob")
    path.write_text(json.dumps({**data, "result": {"Ann B": worth + 1, "bob": worth, "cy": worth}}))

    assert game.state.over
    assert game.pos.awaited == ()
    assert game.pos.director("3") == "Ann_B"
    assert [one.key for one in check(path).mismatches] == ["result.Ann B"]


def test_an_end_by_hand_may_be_taken_back():
    """The game goes on after an undo."""
    peer = Peer(
        file(bid("Ann B", 1, minor="3"), ended(2), {"type": "undo", "id": 3}, bid("bob", 4, minor="4"))
    )

    assert not peer.at().state.over
    assert peer.at(2).state.over


def recorded(name: str) -> dict[str, Any]:
    """A recorded game with its states, or skip the test."""
    if not FOLDER:
        pytest.skip("CONFORMANCE_DIR does not name the folder of recorded games")
    return json.loads(gzip.decompress((Path(FOLDER) / name).read_bytes()))


@pytest.mark.parametrize("name", ["18CZ/gen_18cz_2p_201.json.gz", "1844/gen_1844_4p_bkr_413.json.gz"])
def test_a_recorded_game_ended_by_hand_scores_as_it_stood(name: str, tmp_path: Path):
    """Cut after some action and ended there, everybody has what the record says of that moment."""
    data = recorded(name)
    for cut in (40, 120, 200):
        state: dict[str, Any] = json.loads(json.dumps(data["initial"]))
        for step in data["states"][:cut]:
            patch(state, step["delta"])
        names = {player["id"]: player["name"] for player in data["players"]}
        result = {names[id_]: one["value"] for id_, one in state["players"].items() if id_ in names}
        head = {"title": data["title"], "players": data["players"], "settings": {"seed": data["seed"]}}
        path = tmp_path / "game.json"
        last = {**ended(9999), "entity": data["players"][0]["id"]}
        path.write_text(json.dumps({**head, "actions": [*data["actions"][:cut], last], "result": result}))

        assert check(path).mismatches == []
        assert open_game(path).state.over


# --- games on one device


def on_one_device(data: dict[str, Any]) -> dict[str, Any]:
    """A recorded game as it was written when players had no ids and tokens no owners."""
    names = {player["id"]: f"Player {seat}" for seat, player in enumerate(data["players"], 1)}

    def older(entry: Entry) -> Entry:
        kept = {key: value for key, value in entry.items() if key not in ("tokener", "created_at")}
        if kept.get("entity_type") == "player":
            kept["entity"] = names.get(str(kept["entity"]), kept["entity"])
        if "auto_actions" in kept:
            kept["auto_actions"] = [older(part) for part in kept["auto_actions"]]
        if kept["type"] == "run_routes":
            kept["routes"] = [
                {key: value for key, value in route.items() if key in ("train", "connections", "revenue")}
                for route in kept["routes"]
            ]
        return kept

    values = {player["name"]: data["result"][player["name"]] for player in data["players"]}
    return {
        "id": f"hs_xyz_{data['seed']}",
        "title": data["title"],
        "players": [{"name": names[player["id"]]} for player in data["players"]],
        "settings": {"optional_rules": data["options"]},
        "actions": [older(entry) for entry in data["actions"]],
        "result": {names[player["id"]]: values[player["name"]] for player in data["players"]},
    }


@pytest.mark.parametrize(
    "name",
    [
        "18CZ/gen_18cz_2p_209.json.gz",
        pytest.param("18CZ/gen_18cz_2p_211.json.gz", marks=pytest.mark.slow),
        pytest.param("1844/gen_1844_4p_bkr_413.json.gz", marks=pytest.mark.slow),
        pytest.param("18Mag/gen_18mag_2p_std_301.json.gz", marks=pytest.mark.slow),
    ],
)
def test_a_game_on_one_device_is_read(name: str, tmp_path: Path):
    """Names instead of ids everywhere, tokens without an owner, routes without nodes: the scores are the same."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(on_one_device(recorded(name))))
    report = check(path)

    assert report.refused is None
    assert report.mismatches == []


# --- where our turns end sooner


def with_more_passes(data: dict[str, Any]) -> dict[str, Any]:
    """A game of an older program, which asked for a pass where now nothing can be done: after runs and dividends."""
    kept: list[Entry] = []
    for entry in data["actions"]:
        kept.append(entry)
        if entry["type"] in ("run_routes", "dividend", "pass") and entry["entity_type"] == "corporation":
            kept.append({**entry, "type": "pass", "auto_actions": []})
    return {**without_states(data), "actions": kept}


def without_states(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("initial", "states", "rounds")}


@pytest.mark.parametrize("name", ["18CZ/gen_18cz_2p_203.json.gz"])
def test_a_pass_belongs_to_the_unit_it_names(name: str, tmp_path: Path):
    """Where our turn of that unit is over it is no pass of the next: every unit does all that is recorded."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(with_more_passes(recorded(name))))
    report = check(path)

    assert report.refused is None
    assert report.mismatches == []


def test_a_players_pass_after_a_stock_round_that_is_over_here():
    """It is no pass of an operating company either."""
    data = without_states(recorded("18CZ/gen_18cz_2p_203.json.gz"))
    at = next(at for at, entry in enumerate(data["actions"]) if entry["entity_type"] == "corporation")
    last = data["actions"][at - 1]
    more = {**last, "type": "pass", "auto_actions": []}
    longer = {**data, "actions": [*data["actions"][:at], more, *data["actions"][at:]]}

    assert Peer(longer).actions() == Peer(data).actions()


@pytest.mark.parametrize(
    ("name", "at"), [("3p_twin_652", 172), pytest.param("7p_tok_604", 264, marks=pytest.mark.slow)]
)
def test_a_power_after_the_last_step_of_a_turn(name: str, at: int):
    """Used after a dividend with which nothing is left to do, it comes before the end of the turn all the same."""
    data = without_states(recorded(f"1844/gen_1844_{name}.json.gz"))
    actions = data["actions"]
    assert [entry["type"] for entry in actions[at : at + 2]] == ["choose_ability", "dividend"]
    later = Peer({**data, "actions": [*actions[:at], actions[at + 1], actions[at], *actions[at + 2 :]]})

    assert later.at(at + 2).state.fingerprint() == Peer(data).at(at + 2).state.fingerprint()


def test_a_local_bought_after_passes_comes_after_a_run_that_there_was_none_of():
    """Where the record has passed track and trains, the company has kept nothing back for what the local can do."""
    data = without_states(recorded("18CZ/gen_18cz_3p_rich_432.json.gz"))

    assert Peer(data).at(454).pos.price("SX") == 70
