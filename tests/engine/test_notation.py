from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import notation
from engine.actions import SHARED, Action, Route
from engine.refusals import Malformed, Refused
from engine.title import titles
from tests.engine import toy
from tests.engine.walks import KNOWN, walk

WORD = st.text("ABCXYZ0189#&.é", min_size=1, max_size=6)
STOP = st.from_regex(r"[A-J][1-9][0-9]?(\.[0-3])?", fullmatch=True)
ROUTE = st.builds(Route, WORD, st.lists(STOP, min_size=1, max_size=6).map(tuple))
KINDS: dict[str, st.SearchStrategy[Any]] = {
    str(str): WORD,
    str(int): st.integers(0, 10**9 - 1),
    str(tuple[str, ...]): st.lists(WORD, max_size=4).map(tuple),
    str(tuple[Route, ...]): st.lists(ROUTE, max_size=3).map(tuple),
}


def verbs() -> list[type[Action]]:
    """Every verb there is: the shared ones, and those of each title."""
    own = [verb for title in (*titles().values(), toy.TITLE) for verb in title.verbs]
    return list(dict.fromkeys((*SHARED, *own)))


def actions(verb: type[Action]) -> st.SearchStrategy[Action]:
    kinds = notation.hints(verb)
    return st.builds(verb, WORD, **{name: KINDS[str(kinds[name])] for name in notation.names(verb)})


@given(st.one_of([actions(verb) for verb in verbs()]))
def test_what_is_written_is_read_again(action: Action):
    """A line stands for exactly the action it was written for."""
    line = notation.write(action)

    assert notation.read(line, action.actor, verbs()) == action
    assert "\n" not in line
    assert notation.write(notation.read(line, action.actor, verbs())) == line


def reading(text: str) -> Action | Malformed:
    """What becomes of a line: an action, or what is wrong with it."""
    try:
        return notation.read(text, "ann", verbs())
    except Malformed as error:
        return error


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_any_text_is_an_action_or_malformed(text: str):
    """No text does anything else than that."""
    found = reading(text)

    if isinstance(found, Malformed):
        assert found.key in {"unknown_verb", "spare_word", "missing_field", "bad_field"}
    else:
        assert reading(notation.write(found)) == found


@given(st.sampled_from(verbs()), st.lists(WORD | st.just("-") | st.just("1"), max_size=7))
def test_a_verb_with_any_words_is_an_action_or_malformed(verb: type[Action], words: list[str]):
    """Fields of the wrong kind or number are found at once."""
    found = reading(" ".join([verb.verb, *words]))

    if isinstance(found, Malformed):
        assert found.values["verb"] == verb.verb
    else:
        assert type(found) is verb


@pytest.mark.parametrize("name", KNOWN)
def test_the_actions_of_a_game_survive_writing(name: str):
    """Every action of a random game, and every offer in it, is its own line."""
    with toy.made_known():
        played = walk(name, most=True, style="random", plies=150)
        for game in played.games[::10]:
            for action in game.choices:
                assert game.read(notation.write(action), action.actor) == action


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "unknown_verb"),
        ("   ", "unknown_verb"),
        ("fly 1", "unknown_verb"),
        ("LAY 1 E12 57 0", "unknown_verb"),
        ("lay", "missing_field"),
        ("lay 1 E12 57", "missing_field"),
        ("lay 1 E12 57 x", "bad_field"),
        ("lay 1 E12 57 -1", "bad_field"),
        ("lay 1 E12 57 ²", "bad_field"),
        ("lay 1 E12 57 1234567890", "bad_field"),
        ("lay 1 E12 57 1 terrain more", "spare_word"),
        ("pass now", "spare_word"),
        ("run 1 ,", "bad_field"),
        ("run 1 RABA,", "bad_field"),
        ("run 1 - 2", "bad_field"),
        ("run 1 - :A1", "bad_field"),
        ("run 1 - 2:", "bad_field"),
        ("dividend SIK 1.5", "bad_field"),
    ],
)
def test_malformed_lines_say_what_is_wrong(line: str, key: str):
    """A line that is not an action names its fault."""
    with pytest.raises(Refused) as error:
        notation.read(line, "ann", verbs())

    assert (type(error.value), error.value.key) == (Malformed, key)


def test_empty_fields_at_the_end_are_left_out():
    """Lists and words that are empty are dashes inside a line, and nothing at its end."""
    kinds = {verb.verb: verb for verb in SHARED}

    assert notation.write(kinds["run"]("ann", "1")) == "run 1"
    assert notation.write(kinds["run"]("ann", "1", (), (Route("2", ("A1.0", "B2")),))) == "run 1 - 2:A1.0-B2"
    assert notation.write(kinds["lay"]("ann", "1", "E12", "57", 0)) == "lay 1 E12 57 0"
