"""Files that somebody has tampered with: whatever is wrong, one clear line, a known exit code, nothing written."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.settings import BadSettings, read_settings
from engine.cli import main as engine
from engine.game import Game
from engine.records import data_folder
from engine.refusals import Refused
from engine.titles.t18mag import TITLE, deck_files
from render import __main__ as render

ROOT = Path(__file__).parent
RECORD = ROOT / "games/t18mag/records/3p-thrifty.json"
DECK = Path(deck_files.__file__).with_name("decks") / "project.json"

Where = tuple[str | int, ...]
STRANGE: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1.5,
        1e308,
        10**30,
        float("nan"),
        "",
        "x",
        "-",
        "1",
        "A1",
        "a1",
        "ZZ99",
        " E12",
        "Á1",
    ),
    *(
        "\x00",
        "\x1b[31m",
        "\uff199",
        "9" * 400,
        "Ő" * 50,
        "57-0-1",
        "draft 1",
        [],
        {},
        [[]],
        {"a": 1},
        ["ann", "x"],
    ),
)


def places(node: Any, at: Where = ()) -> Iterator[Where]:
    """Every place in some JSON."""
    if at:
        yield at
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, part in inner:
        yield from places(part, (*at, key))


def part_of(data: Any, where: Where) -> Any:
    for key in where:
        data = data[key]
    return data


def tampered(whole: Any, chance: random.Random) -> Any:
    """A copy in which a few parts are gone, strange, copied from elsewhere or doubled."""
    data = json.loads(json.dumps(whole))
    for _ in range(chance.choice((1, 1, 2, 4))):
        where = chance.choice(list(places(data)) or [()])
        node = part_of(data, where[:-1])
        match chance.randrange(4) if where else None:
            case 0:
                del node[where[-1]]
            case 1:
                other = chance.choice(list(places(data)))
                node[where[-1]] = json.loads(json.dumps(part_of(data, other)))
            case 2 if isinstance(node, list):
                node.insert(chance.randrange(len(node) + 1), chance.choice((*STRANGE, *node)))
            case 2 | 3:
                node[where[-1]] = chance.choice(STRANGE)
    return data


def own_record() -> Any:
    """The beginning of a game in our own format."""
    data = json.loads(RECORD.read_text("utf-8"))
    return {**data, "actions": data["actions"][:30], "result": None}


def peer_record() -> Any:
    """The beginning of a game as 18xx.games records it."""
    kinds = ("minor", "minor", "corporation", "minor", "minor")
    drafts = zip((0, 1, 2, 1, 2), kinds, ("3", "4", "G&C", "5", "7"), strict=True)
    actions = [
        {
            "type": "bid",
            "entity": player,
            "entity_type": "player",
            "id": at + 1,
            kind: certificate,
            "price": 0,
        }
        for at, (player, kind, certificate) in enumerate(drafts)
    ]
    return {
        "id": 7,
        "title": "18Mag",
        "players": [{"id": number, "name": f"p{number}"} for number in range(3)],
        "settings": {"seed": 1, "optional_rules": []},
        "actions": [*actions, {"type": "undo", "entity": 1, "entity_type": "player", "id": 6}],
    }


def commands(path: Path) -> dict[str, list[str]]:
    return {
        "show": ["show", str(path)],
        "at": ["show", str(path), "--at", "3"],
        "check": ["check", str(path)],
        "routes": ["routes", str(path)],
        "convert": ["convert", str(path), "--to", "own", "-o", str(path.with_name("out.json"))],
    }


@pytest.mark.parametrize("record", [own_record, peer_record])
@pytest.mark.parametrize("seed", range(3))
def test_a_record_that_was_tampered_with_is_one_line_or_a_game(
    record: Any, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Every command ends with 0 or 1; with 1 it says why in one line that a terminal cannot obey."""
    chance, whole, refused = random.Random(seed), record(), 0
    path = tmp_path / "game.json"
    for _ in range(40):
        path.write_text(json.dumps(tampered(whole, chance)), "utf-8")
        name, arguments = chance.choice(list(commands(path).items()))
        code = engine.main(arguments)
        out, err = capsys.readouterr()
        assert code in (0, 1), arguments
        assert len(err.splitlines()) <= 1
        assert (out + err).replace("\n", "").isprintable()
        assert code == 0 or err or " mismatches" in out
        assert code == 0 or name != "convert" or not path.with_name("out.json").exists()
        path.with_name("out.json").unlink(missing_ok=True)
        refused += code

    assert 0 < refused < 40


def test_a_record_with_an_unknown_option_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The option and the title are named, by the engine as by the pictures."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**peer_record(), "settings": {"optional_rules": ["x\n"]}}), "utf-8")

    for code in (engine.main(["show", str(path)]), render.main([str(path), "--out", str(tmp_path / "out")])):
        assert code == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "18Mag" in told[1]


def test_pictures_of_a_record_that_was_tampered_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """They are drawn, or a line says why not."""
    chance, path = random.Random(5), tmp_path / "game.json"
    for _ in range(12):
        path.write_text(json.dumps(tampered(own_record(), chance)), "utf-8")
        code = render.main([str(path), "--out", str(tmp_path / "out"), "--only", "market"])
        assert code in (0, 1)
        assert len(capsys.readouterr().err.splitlines()) == code


@pytest.mark.parametrize("seed", range(2))
def test_a_deck_that_was_tampered_with_is_refused_or_played(seed: int, tmp_path: Path):
    """Whatever a deck of one's own says, it is refused with its place or a game can be set up with it."""
    chance, whole = random.Random(seed), json.loads(DECK.read_text("utf-8"))
    refused = played = 0
    file = tmp_path / "mine.json"
    for _ in range(120):
        file.write_text(json.dumps(tampered(whole, chance)), "utf-8")
        try:
            options = data_folder.opened(TITLE, [f"deck={file}"])
        except Refused as error:
            refused += str(error.values["file"]).endswith("mine.json")
        else:
            played += not Game.start("18Mag", ["ann"], options, seed).state.over

    assert 0 < refused < refused + played == 120


@pytest.mark.parametrize("hex_", ["", "x", "ZZ99", " E12", "Á1", "\x00", "9" * 400])
def test_track_of_a_deck_on_no_hex_is_refused(hex_: str, tmp_path: Path):
    """A name that is not a hex of the map is told with its place."""
    data = json.loads(DECK.read_text("utf-8"))
    at = next(number for number, card in enumerate(data["company_cards"]) if card.get("track"))
    data["company_cards"][at]["track"][0]["hex"] = hex_
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(Refused) as bad:
        data_folder.opened(TITLE, [f"deck={file}"])

    assert (bad.value.key, bad.value.values["where"]) == ("deck_lay", f"company_cards[{at}].track[0].hex")


def test_a_deck_of_nonsense_is_soon_refused(tmp_path: Path):
    """Thousands of cards, or a file of a megabyte, are not looked through."""
    data = json.loads(DECK.read_text("utf-8"))
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**data, "company_cards": data["company_cards"] * 100}), "utf-8")
    with pytest.raises(Refused) as many:
        data_folder.opened(TITLE, [f"deck={file}"])
    file.write_bytes(b" " * (data_folder.LARGEST + 1))
    with pytest.raises(Refused) as large:
        data_folder.opened(TITLE, [f"deck={file}"])

    assert (many.value.key, many.value.values["where"]) == ("deck_field", "company_cards")
    assert large.value.key == "too_large"


def test_check_prints_nothing_a_terminal_would_obey(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Neither the name of a file nor what it claims gets to the terminal as it is."""
    path = tmp_path / "na\x1b[31mme\n2.json"
    path.write_text(json.dumps({**own_record(), "result": {"ann\x1b[31m\n": 3, "bob\x9b": 4}}), "utf-8")

    assert engine.main(["check", str(path)]) == 1
    assert capsys.readouterr().out.replace("\n", "").isprintable()


# --- the file of settings


TOKEN = "STATIONMASTER_TOKEN=abc\nSTATIONMASTER_SHARDS=2\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_settings_are_read_with_the_mark_that_some_editors_put_first(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The mark of its encoding is no part of the first name, which would not be known then."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STATIONMASTER_TOKEN", raising=False)
    (tmp_path / ".env").write_text(TOKEN, encoding)
    found = read_settings()

    assert (found.token.get_secret_value(), found.shards) == ("abc", 2)


@pytest.mark.parametrize(
    "raw",
    [TOKEN.encode("utf-16"), b"\xff\xfe\x00", b"STATIONMASTER_DECKS=\xc3\x28\n", b"\x80" * 5000],
    ids=["utf-16", "a mark alone", "half a letter", "no text"],
)
def test_settings_that_are_no_text_are_told_in_a_sentence(
    raw: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What stands in the file is not repeated, for it may be a secret."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(raw)

    with pytest.raises(BadSettings, match=r"^The file \.env is not text in UTF-8\.$"):
        read_settings()


@pytest.mark.parametrize("seed", range(20))
def test_settings_of_nonsense_are_read_or_told_in_a_sentence(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Names without a value, quotes that do not end, lines that name others, and every odd letter."""
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    odd = (
        '"',
        "'",
        "=",
        "${X:-",
        "}",
        "\\",
        "\0",
        "export ",
        "#",
        "STATIONMASTER_SHARDS",
        "\n",
        "\r",
        "é",
        "9",
        " ",
    )
    (tmp_path / ".env").write_text("".join(chance.choices(odd, k=60)), "utf-8")
    told = "."
    try:
        read_settings()
    except BadSettings as error:
        told = str(error)

    assert told.endswith(".")
