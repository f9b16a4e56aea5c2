"""What a position has, in words: who passed, which companies are yet to start, and which are gone."""

import pytest

from assets import sentences
from bot.speech.sheets import charters
from engine.actions import Pass
from engine.game import Game
from tests.bot.decisions import view_at
from tests.games.t18cz import czech
from tests.games.t18mag import builders as mag
from tests.games.t1844 import swiss

LANGUAGES = pytest.mark.parametrize("lang", sentences.languages())


def told(game: Game, lang: str = "en") -> list[str]:
    """Players and companies in words."""
    return [*charters(view_at(game, lang).teller, game.pos)]


def named(game: Game) -> list[str]:
    """The companies that are yet to start."""
    head = "- Not in play yet: "
    return [unit for line in told(game) if line.startswith(head) for unit in line[len(head) :].split(", ")]


def test_companies_that_became_another_one_are_not_yet_to_start():
    """CH-SBB.2: they have ceased to exist, started or not."""
    before, after = swiss.opening(), swiss.Builder().formed().sr()

    assert set(named(before)) - set(named(after)) == {"NOB", "SCB", "VSB", "JS", "GB"}
    assert {"RhB", "MOB"} <= set(named(after))
    assert not any(unit in "\n".join(told(after)) for unit in ("NOB", "SCB", "VSB"))


def test_minors_that_nobody_drafted_are_not_yet_to_start():
    """MAG-V.12: they leave the game with the end of the draft."""
    game = mag.Builder(5).sr()
    gone = game.title.units.keys() - game.state.tokens_left.keys()

    assert len(gone) == 3
    assert not any(
        line.startswith(("- Not in play yet", *(f"- #{unit} " for unit in gone))) for line in told(game)
    )


@LANGUAGES
def test_each_group_of_players_comes_after_a_colon(lang: str):
    """Those who have passed, who decides, and who follows."""
    game = swiss.Builder().sr()
    line = told(game.play(Pass("ann")), lang)[0]
    words = [sentences.say(f"picture.order.{key}", lang) for key in ("passed", "now", "next")]

    assert line == "; ".join(
        f"{word}: {name}" for word, name in zip(words, ("Alder", "Birch", "Cedar"), strict=True)
    )


@LANGUAGES
def test_a_company_of_18cz_waits_to_be_active(lang: str):
    """The other titles float theirs."""
    czech_one = czech.Builder().holds("ann", VBW=25).founded(VBW=60).sr()
    swiss_one = swiss.Builder().holds("ann", RhB=20).pars(RhB=60).sr()
    active, floated = (
        sentences.say(key, lang) for key in ("in.18CZ.picture.not_floated", "picture.not_floated")
    )

    for game, here, other in ((czech_one, active, floated), (swiss_one, floated, active)):
        text = "\n".join(told(game, lang))
        assert (here in text, other in text) == (True, False)
