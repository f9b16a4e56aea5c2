"""The title that a new one begins as: written under a name of its own, it plays, and says what its clauses lack."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import engine.titles
from engine import kit, title
from engine.cli.main import main
from engine.game import Game
from engine.invariants import violations
from engine.opponents import STYLES
from engine.state import DEPOT
from engine.steps.trains import top_card


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
    title._folders.cache_clear()
    title._found.cache_clear()


def test_a_new_title_plays_at_once(home: Path, capsys: pytest.CaptureFixture[str]):
    """Its name, its clauses and its classes are its own; whole games keep every invariant."""
    assert main(["new", "18Moon"]) == 0
    forget()
    assert main(["play", "18Moon", "--players", "3", "--games", "4"]) == 0

    found = title.find("18moon")
    assert "4 games" in (told := capsys.readouterr().out)
    assert "0 violations" in told
    assert (found.name, found.extra.__name__) == ("18Moon", "T18MoonState")
    assert set(found.texts.clauses) == {"18MOON-1", "18MOON-2", "18MOON-3", "18MOON-4"}
    assert "kit" not in "".join(path.read_text("utf-8").lower() for path in (home / "t18moon").glob("*.*"))


@pytest.mark.parametrize("name", ["18Mag", "18cz", "", "a b", "../up", "x" * 17])
def test_a_name_that_is_none_or_taken_writes_nothing(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
):
    """It is said in a sentence."""
    assert main(["new", name]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(home.iterdir())


@pytest.mark.parametrize("style", STYLES)
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
