"""Section XI.1: what the solo game starts from."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine import handed_in
from engine.events import Dealt, Drafted, TileLaid
from engine.game import Game
from engine.records import data_folder
from engine.records.data_folder import opened
from engine.refusals import BadSetup, Malformed
from engine.scratch import Scratch
from engine.titles.t18mag import TITLE, deck, deck_faults, deck_files, istvan
from engine.titles.t18mag.draft import taken
from engine.titles.t18mag.figures import mag_state, majors, minors
from engine.titles.t18mag.solo import pay_income
from tests.games.t18mag.alone import DECK, HIM
from tests.games.t18mag.builders import after, legal, paid, refused, round_is, until

Data = dict[str, Any]
Change = Callable[[Data], object]

PRINTED = json.loads(
    Path(deck.__file__).with_name("decks").joinpath("project.json").read_text(encoding="utf-8")
)

FORMER = sorted(Path(deck.__file__).with_name("decks").joinpath("former").glob("*.json"))


def solo(*options: str, seed: int = 1) -> Game:
    return Game.start("18Mag", ["ann"], options, seed)


def drafted(*options: str, seed: int = 1) -> Game:
    """The game after the person has taken the first certificates on offer."""
    return until(solo(*options, seed=seed), round_is("operating"))


@pytest.mark.rule("MAG-XI.0.1")
def test_one_person_plays_against_istvan_on_the_board_for_two():
    """Two players, one of them no person; map, majors and trains of the game for two."""
    game = solo()

    assert game.state.players == ("ann", HIM)
    assert game.state.automata == (HIM,)
    assert "C8" in game.title.hexes
    assert majors(game.pos) == ["RABA", "SIK", "SKEV", "LDSTEG"]
    assert [*game.title.trains] == ["2", "3", "4"]


def test_nobody_else_is_called_istvan():
    """The person has another name."""
    with pytest.raises(BadSetup):
        Game.start("18Mag", [HIM])


@pytest.mark.rule("MAG-XI.1.1", "MAG-XI.1.3", "MAG-XI.1.7")
@pytest.mark.parametrize(("length", "count"), [("short", 2), ("long", 3)])
def test_the_length_says_how_many_minors_each_has(length: str, count: int):
    """Two or three cards are dealt to István, whose minors they name; the person takes as many of the others."""
    game = drafted(f"length={length}")
    his = [unit for unit, owner in game.state.owners.items() if owner == HIM]

    assert sorted(mag_state(game.pos).cards) == sorted(his)
    assert len(his) == count
    assert taken(game.pos, "ann")["minor"] == count


@pytest.mark.rule("MAG-XI.1.2")
@pytest.mark.parametrize(("level", "colour"), [("easy", "green"), ("medium", "yellow"), ("difficult", "red")])
def test_the_level_says_which_colour_is_dealt(level: str, colour: str):
    """Every card dealt has that colour, and seeds deal different ones."""
    games = [solo(f"level={level}", "length=long", seed=seed) for seed in range(6)]
    dealt = [[istvan.card(game.pos, minor) for minor in mag_state(game.pos).cards] for game in games]

    assert {card.colour for cards in dealt for card in cards} == {colour}
    assert len({tuple(card.minor for card in cards) for cards in dealt}) > 1


def test_the_cards_dealt_are_told():
    """What was dealt is an event with the ids of the cards."""
    game = solo()
    cards = (*mag_state(game.pos).cards.values(), mag_state(game.pos).share_card)

    assert [event.cards for event in game.events if isinstance(event, Dealt)] == [cards]
    taken_by_him = [event.certificate for event in game.events if isinstance(event, Drafted)]
    assert taken_by_him == [*mag_state(game.pos).cards, istvan.share_card(game.pos).start]


@pytest.mark.rule("MAG-XI.1.4")
@pytest.mark.parametrize(("phase", "income"), [(0, 30), (1, 60), (2, 0)])
def test_ex_38_both_have_income_in_the_short_game(phase: int, income: int):
    """EX-38: 30, 60 or nothing for each, from the bank, at the start of an operating round."""
    game = until(drafted(), lambda one: one.pos.frame.number == (1, 1))
    game.state.phase = phase
    scratch = Scratch(game.title, game.state, {})
    pay_income(scratch)
    now = Game(game.setup, scratch.now, ())

    assert paid(game, now, "ann", HIM, "bank") == (income, income, -2 * income)


@pytest.mark.rule("MAG-XI.1.4", "MAG-XI.1.5")
@pytest.mark.parametrize(("length", "income"), [("short", 30), ("long", 0)])
def test_income_comes_before_the_first_turn(length: str, income: int):
    """In the long game there is none."""
    before = solo(f"length={length}")
    while len(before.choices) and before.pos.frame.kind == "draft":
        last, before = before, before.play(next(iter(before.choices)))

    assert last.pos.cash("ann") == 0
    assert before.pos.cash("ann") == income
    assert before.pos.cash(HIM) >= income


@pytest.mark.rule("MAG-XI.1.6", "MAG-XI.1.8")
def test_istvan_starts_with_the_share_of_his_card_and_the_person_with_another():
    """His card's share is not on offer; the person takes one of the other three."""
    game = solo()
    start = istvan.share_card(game.pos).start
    others = [major for major in majors(game.pos) if major != start]

    assert {major: game.pos.percent(HIM, major) for major in majors(game.pos)} == {
        start: 10,
        **dict.fromkeys(others, 0),
    }
    assert [
        certificate for certificate in mag_state(game.pos).offer if certificate in majors(game.pos)
    ] == others
    assert refused(game, f"draft {start}").key == "draft_offer"
    one = after(game, f"draft {others[0]}")
    assert refused(one, f"draft {others[1]}").key == "draft_quota"


@pytest.mark.rule("MAG-XI.1.9")
def test_istvan_starts_the_first_share_round():
    """He holds the priority deal."""
    game = until(drafted(), round_is("stock"))

    assert solo().state.priority == HIM
    assert game.pos.frame.number == (2,)
    assert game.pos.acting == HIM


@pytest.mark.rule("MAG-XI.1.10")
def test_the_track_of_his_cards_lies_on_the_map():
    """Every tile of their backs lies as its card says, nobody has paid, and the supply has fewer."""
    game = solo("length=long")
    cards = [istvan.card(game.pos, minor) for minor in mag_state(game.pos).cards]
    pieces = {piece.hex: piece for card in cards for piece in card.track}

    assert game.state.tiles == {
        hex_: (piece.tile, deck.rotation(game.title, piece)) for hex_, piece in pieces.items()
    }
    told = [event for event in game.events if isinstance(event, TileLaid)]
    assert {event.hex: (event.tile, event.rotation) for event in told} == game.state.tiles
    assert {(event.unit, event.cost) for event in told} == {(minor, 0) for minor in mag_state(game.pos).cards}
    assert [game.pos.cash(minor) for minor in mag_state(game.pos).cards] == [50, 50, 50]
    assert game.pos.cash("SIK") == 0
    used = sum(game.title.board.supply[pool] - left for pool, left in game.state.supply.items())
    assert used == len(pieces)


@pytest.mark.rule("MAG-XI.1.11")
def test_minors_nobody_has_leave_the_game():
    """After the person's choice only his and hers are in play; there was no other draft."""
    game = drafted()

    assert len(minors(solo().pos)) == 7
    assert sorted(minors(game.pos)) == sorted(game.state.owners)
    assert len(minors(game.pos)) == 4


@pytest.mark.rule("MAG-XI.2.2.7")
def test_an_extra_station_starts_on_the_map():
    """#11 of the red cards has one at B5: it was free, the next station still costs 40 and is the last."""
    game = next(
        game
        for game in (solo("level=difficult", seed=seed) for seed in range(40))
        if "11" in mag_state(game.pos).cards and "3" not in mag_state(game.pos).cards
    )

    assert [token.unit for token in game.state.tokens["B5"]] == ["11"]
    assert game.state.tokens_left["11"] == (40,)
    assert game.pos.cash("11") == 50


@pytest.mark.rule("MAG-XI.4.1")
def test_the_certificate_limit_is_eight():
    """For both of them."""
    assert solo().title.data.certificate_limit == {2: 8}


# --- decks


def test_the_shipped_deck_is_sound_and_says_what_is_printed():
    """The red card of #2 and share card A are those the rulebook quotes; nothing else claims to be."""
    shipped = deck.Deck.model_validate(PRINTED)
    printed = [card for card in (*shipped.company_cards, *shipped.share_cards) if card.source == "rulebook"]

    assert list(deck_faults.problems(shipped, solo().title)) == []
    assert [card.id for card in printed] == ["16", "A"]
    red = shipped.card("16")
    assert (red.minor, red.permanent) == ("2", True)
    assert [(action.op, action.hex) for action in red.actions] == [
        ("SIB30", ""),
        ("SWAP3", ""),
        ("SWAP3", ""),
        ("STATION", "C14"),
        ("STATION", "C10"),
    ]
    assert [(line.major, line.max) for line in shipped.share_card("A").lines] == [
        ("SKEV", 60),
        ("RABA", 20),
        ("SIK", 50),
        ("LDSTEG", 40),
    ]


@pytest.mark.rule("MAG-II.3.12")
def test_there_are_cards_for_every_minor_in_three_colours():
    """Seven minors in three colours, and share cards: no other game uses them."""
    shipped = deck.Deck.model_validate(PRINTED)
    colours = {
        colour: sorted(card.minor for card in shipped.company_cards if card.colour == colour)
        for colour in ("green", "yellow", "red")
    }

    assert set(map(tuple, colours.values())) == {("1", "11", "2", "3", "4", "6", "7")}
    with pytest.raises(BadSetup):
        Game.start("18Mag", ["ann", "bob"], ["deck=project"])


def test_the_game_keeps_the_digest_of_its_deck():
    """It stands among the options of the set-up; a game of another deck is not played with this one."""
    game = solo()
    known = game.pos.option("deck")

    assert known == deck.Deck.model_validate(PRINTED).known_as
    assert f"deck={known}" in game.setup.options
    with pytest.raises(BadSetup) as unknown:
        solo("deck=project:0123456789ab")
    assert unknown.value.key == "deck_unknown"


@pytest.mark.parametrize("file", FORMER, ids=lambda file: file.stem)
def test_a_deck_of_an_earlier_version_is_found_by_its_digest(file: Path):
    """Games begun with it go on with it; new ones take today's."""
    known = file.stem.replace("-", ":")
    game = solo(f"deck={known}")

    assert deck_files.deck_of(game.pos).known_as == known
    assert solo().pos.option("deck") != known


def changed(path: Path, change: Change) -> Path:
    """A file with a sound deck after a change."""
    data = json.loads(DECK.read_text(encoding="utf-8"))
    data["deck"] = "mine"
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_an_owner_of_the_cards_plays_with_a_file(tmp_path: Path):
    """The option of the command line names the file; what was dealt comes from it, and the digest is its own."""
    file = changed(tmp_path / "mine.json", lambda data: data["share_cards"].pop())
    game = solo(*opened(TITLE, [f"deck={file}"]))

    assert game.pos.option("deck").startswith("mine:")
    assert len(deck_files.deck_of(game.pos).share_cards) == 3
    assert legal(Game.begin(game.setup), f"draft {mag_state(game.pos).offer[0]}")


def test_one_share_card_is_enough(tmp_path: Path):
    """It is turned up in every share round."""
    file = changed(tmp_path / "mine.json", lambda data: data.update(share_cards=data["share_cards"][:1]))

    assert len(deck_files.deck_of(solo(*opened(TITLE, [f"deck={file}"])).pos).share_cards) == 1


@pytest.mark.rule("MAG-XI.2.2.7")
def test_a_token_starts_on_the_map_only_where_there_is_room(tmp_path: Path):
    """Three cards name the same city, which takes one token: the other minors keep both on their charters."""

    def crowd(data: Data) -> None:
        for card in data["company_cards"]:
            card.update(extra_token="D9")

    state = solo("length=long", *opened(TITLE, [f"deck={changed(tmp_path / 'mine.json', crowd)}"])).state
    his = [unit for unit, owner in state.owners.items() if owner == HIM]

    assert len(state.tokens["D9"]) == 1
    assert sorted(len(state.tokens_left[minor]) for minor in his) == [1, 2, 2]


@pytest.mark.rule("MAG-XI.2.2.5")
def test_a_card_has_a_permanent_action_only_where_it_says_so():
    card = deck.CompanyCard(id="1", minor="1", colour="red")

    assert (card.permanent, card.extra_token) == (False, None)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a deck of one's own, in which games look for decks."""
    changed(tmp_path / "mine.json", lambda data: data.update(note="from the box"))
    before = handed_in.source()
    data_folder.look_in(str(tmp_path))
    yield tmp_path
    handed_in.take_from(before)


def test_decks_of_a_folder_are_known_by_name(folder: Path):
    """A process that has not read the deck yet finds it by its name and digest."""
    game = solo("deck=mine")
    deck_files._KNOWN.clear()

    assert deck_files.deck_of(game.pos).deck == "mine"
    assert solo(*game.setup.options).state.fingerprint() == game.state.fingerprint()


@pytest.mark.usefixtures("folder")
def test_processes_that_share_the_work_find_the_same_decks():
    """Also where a process is not a copy of the one that began it."""
    with data_folder.processes(1) as pool:
        known = pool.submit(deck_files.by_name, "mine").result()

    assert known == deck_files.by_name("mine")


def test_the_engine_reads_no_file_unless_somebody_hands_it_in(folder: Path):
    """Without a folder a deck of one's own is not known, wherever it lies."""
    data_folder.look_in("")
    deck_files._KNOWN.clear()

    assert (folder / "mine.json").is_file()
    with pytest.raises(BadSetup):
        solo("deck=mine")


def first(data: Data, **values: Any) -> None:
    data["company_cards"][0].update(values)


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        (lambda data: data.pop("share_cards"), "share_cards", "deck_field"),
        (lambda data: first(data, actions=[{"op": "FLY"}]), "company_cards.0.actions.0.op", "deck_field"),
        (lambda data: first(data, minor="9"), "company_cards[0].minor", "deck_unit"),
        (lambda data: first(data, minor="SIK"), "company_cards[0].minor", "deck_unit"),
        (lambda data: first(data, id="2"), "company_cards[1].id", "deck_twice"),
        (lambda data: data["share_cards"][3].update(id="A"), "share_cards[3].id", "deck_twice"),
        (
            lambda data: first(data, actions=[{"op": "STATION", "hex": "B9"}]),
            "company_cards[0].actions[0].hex",
            "deck_city",
        ),
        (
            lambda data: first(data, actions=[{"op": "BUY", "train": "6"}]),
            "company_cards[0].actions[0].train",
            "deck_train",
        ),
        (lambda data: first(data, extra_token="Z9"), "company_cards[0].extra_token", "deck_city"),
        (
            lambda data: first(data, track=[{"hex": "Z9", "tile": "57", "exits": ["C8", "E10"]}]),
            "company_cards[0].track[0].hex",
            "deck_lay",
        ),
        (
            lambda data: first(data, track=[{"hex": "C8", "tile": "209", "exits": ["B9"]}]),
            "company_cards[0].track[0].tile",
            "deck_tile",
        ),
        (
            lambda data: first(data, track=[{"hex": "C8", "tile": "L33", "exits": ["B9"]}]),
            "company_cards[0].track[0].exits",
            "deck_exits",
        ),
        (
            lambda data: first(data, track=[{"hex": "C14", "tile": "57", "exits": ["C12", "C16"]}]),
            "company_cards[0].track[0]",
            "deck_lay",
        ),
        (
            lambda data: data["company_cards"][6]["track"].append(
                {"hex": "D9", "tile": "57", "exits": ["C8", "E10"]}
            ),
            "company_cards[6].track[2]",
            "deck_lay",
        ),
        (lambda data: data["share_cards"][1].update(start="GC"), "share_cards[1].start", "deck_unit"),
        (
            lambda data: data["share_cards"][1]["lines"][2].update(major="16"),
            "share_cards[1].lines[2].major",
            "deck_unit",
        ),
        (lambda data: data.update(company_cards=data["company_cards"][:14]), "company_cards", "deck_few"),
        (lambda data: data.update(company_cards=data["company_cards"][:1]), "company_cards", "deck_few"),
        (lambda data: data.update(share_cards=[]), "share_cards", "deck_field"),
    ],
)
def test_a_bad_deck_is_refused_with_the_place(tmp_path: Path, change: Change, where: str, key: str):
    """The error names file and place; no game is begun."""
    file = changed(tmp_path / "mine.json", change)
    with pytest.raises(Malformed) as bad:
        opened(TITLE, [f"deck={file}"])

    assert (bad.value.key, bad.value.values["where"]) == (key, where)
    assert bad.value.values["file"] == "mine.json"


def test_every_fault_of_a_deck_is_named_with_its_place():
    """Behind the first one, too; of a card without a minor nothing else is asked, of track only the first fault."""
    data = json.loads(DECK.read_text(encoding="utf-8"))
    piece = {"hex": "C8", "tile": "57", "exits": ["B9"]}
    first(data, minor="9", extra_token="Z9")
    data["company_cards"][1].update(track=[piece, piece], extra_token="Z9")
    data["company_cards"][2].update(track=[{**piece, "tile": "209"}] * 2)
    data["company_cards"][3].update(track=[{**piece, "hex": "Z9"}] * 2)
    data["share_cards"][0]["lines"][1].update(major="1")
    found = [
        (where, key) for where, key, _ in deck_faults.problems(deck.Deck.model_validate(data), solo().title)
    ]

    assert found[:6] == [
        ("company_cards[0].minor", "deck_unit"),
        ("company_cards[1].extra_token", "deck_city"),
        ("company_cards[1].track[0].exits", "deck_exits"),
        ("company_cards[2].track[0].tile", "deck_tile"),
        ("company_cards[3].track[0].hex", "deck_lay"),
        ("share_cards[0].lines[1].major", "deck_unit"),
    ]


@pytest.mark.parametrize(
    ("most", "change"),
    [
        (90, lambda data, number: data.update(company_cards=data["company_cards"][:1] * number)),
        (90, lambda data, number: data.update(share_cards=data["share_cards"][:1] * number)),
        (30, lambda data, number: first(data, actions=[{"op": "SWAP3"}] * number)),
        (30, lambda data, number: first(data, track=data["company_cards"][1]["track"][:1] * number)),
        (
            30,
            lambda data, number: data["share_cards"][0].update(
                lines=data["share_cards"][0]["lines"][:1] * number
            ),
        ),
    ],
)
def test_a_nonsensical_deck_is_too_long(most: int, change: Callable[[Data, int], object]):
    """So many cards and lines may be read, not one more; and there are some."""
    data = json.loads(DECK.read_text(encoding="utf-8"))
    change(data, most)
    deck.Deck.model_validate(data)
    change(data, most + 1)
    with pytest.raises(ValidationError, match=f"at most {most} item"):
        deck.Deck.model_validate(data)


@pytest.mark.parametrize("part", ["company_cards", "share_cards", "lines", "exits"])
def test_a_deck_without_cards_is_none(part: str):
    """Nor is a share card without lines, or a tile that leads nowhere."""
    data = json.loads(DECK.read_text(encoding="utf-8"))
    inner = {"lines": data["share_cards"][0], "exits": data["company_cards"][0]["track"][0]}
    inner.get(part, data)[part] = []
    with pytest.raises(ValidationError, match="at least 1 item"):
        deck.Deck.model_validate(data)


@pytest.mark.parametrize(("most", "sound"), [(0, True), (60, True), (-10, False), (70, False), (25, False)])
def test_a_share_card_buys_up_to_a_round_percentage(most: int, sound: bool):
    """60% at most, in steps of a certificate."""
    if sound:
        assert deck.ShareLine(major="SIK", max=most).max == most
        return
    with pytest.raises(ValidationError):
        deck.ShareLine(major="SIK", max=most)


def test_cards_must_agree_where_they_share_a_hex(tmp_path: Path):
    """#7 and #1 both lay Győr; another tile on one of them is a clash."""

    def other_tile(data: Data) -> None:
        data["company_cards"][0]["track"][2] = {"hex": "D9", "tile": "57", "exits": ["C8", "E10"]}

    with pytest.raises(Malformed) as bad:
        opened(TITLE, [f"deck={changed(tmp_path / 'mine.json', other_tile)}"])

    assert bad.value.key == "deck_clash"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"deck": 3}'])
def test_what_is_no_deck_is_refused(tmp_path: Path, text: str):
    """Broken files and files that are not there end in one clear error."""
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Malformed):
        opened(TITLE, [f"deck={file}"])
    with pytest.raises(Malformed):
        opened(TITLE, [f"deck={tmp_path / 'none.json'}"])


def test_a_path_is_for_the_command_line_only(tmp_path: Path):
    """Where a table is set up, a deck has a name: no path is ever read."""
    file = changed(tmp_path / "mine.json", lambda data: data.update(note="elsewhere"))
    for value in (str(file), "../decks/project", "", "."):
        with pytest.raises(BadSetup):
            solo(f"deck={value}")
