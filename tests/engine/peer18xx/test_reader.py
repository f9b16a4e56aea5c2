"""What a reader knows of the turn that a record is in, from one round to the next."""

import pytest

from engine.game import Game
from engine.peer18xx.in_force import Entry
from engine.peer18xx.our_turn import innermost
from engine.refusals import Malformed
from engine.titles.t18mag.flow import majors_order
from tests.engine.peer18xx.both_ways import entry, reader_at
from tests.games.t18cz import czech
from tests.games.t18mag.builders import Builder, after
from tests.games.t1844.test_powers import bls

FIRST, LAST = "SIK", majors_order(Builder().sr().pos)[-1]
PASS, NOTHING = entry(3, "pass"), {"kind": "variable", "amount": 0}


def dealing() -> Game:
    """Cy is the last to pass in a share round."""
    game = Builder().cash(ann=500, bob=500, cy=500).sr("ann")
    return after(game, "pass", "pass")


def dividing(major: str) -> Game:
    """A major of ann's has money to divide, and the SNW of bob's, too; it is before the last."""
    built = Builder().cash(ann=500, SNW=40, **{major: 40}).holds("ann", **{major: 20}).holds("bob", SNW=20)
    return built.major(major, "dividend")


@pytest.mark.parametrize(
    ("begin", "told", "round_", "known"),
    [
        (dealing(), PASS, "operating", ""),
        (dividing(LAST), {**entry(LAST, "dividend"), **NOTHING}, "stock", ""),
        (dividing(FIRST), {**entry(FIRST, "dividend"), **NOTHING}, "operating", FIRST),
    ],
)
def test_a_turn_is_known_until_its_operating_round_is_over(begin: Game, told: Entry, round_: str, known: str):
    """What was recorded before a share round says nothing of the turns behind it."""
    reader, before = reader_at(begin), Builder().major(FIRST)
    reader._turn.note(before.pos, FIRST, entry(FIRST, "pass"))
    reader.follow(0, told)

    assert innermost(reader.game) == round_
    assert reader._turn.unit == known


def test_what_a_record_skips_is_passed_before_its_next_entry_is_played():
    """So that a position of ours is the one in which the record was when that entry was made."""
    reader = reader_at(bls().company("BLS"))
    told = entry("BLS", "buy_train", train="3-0", variant="3", price=180)
    reader.come_to(0, told)

    assert innermost(reader.game) == "operating"
    assert reader.game.read("train BLS 3 depot 180") in reader.game.choices
    assert [action.verb for action in reader.ours.played] == ["pass"]


def test_what_comes_too_late_for_a_turn_is_looked_for_to_its_end_and_no_farther():
    """Minor 3 builds no more when it may place a token: that is passed, its trains are, and minor 4 is next."""
    built = Builder(3, "compat=peer18xx").tiles(E10="57 2", D9="57 2").cash(n3=300).trains(n3="")
    reader = reader_at(built.minor("3", "token"))
    lay = entry("3", "lay_tile", hex="F11", tile="8-0", rotation=2)
    reader.come_to(0, {**lay, "entity_type": "minor"})

    assert [action.verb for action in reader.ours.played] == ["pass", "pass"]
    assert reader.game.pos.unit == "4"


def test_an_entry_to_come_that_cannot_be_read_is_named_by_its_place():
    with pytest.raises(Malformed) as error:
        reader_at(bls().company("BLS")).come_to(7, entry("BLS", "lay_tile", hex="E10"))

    assert (error.value.key, error.value.values["entry"]) == ("record_entry", 7)


def test_behind_the_last_entry_only_passes_are_left():
    """The last company has divided in the last operating round: there its train step ends by itself, and the game."""
    built = czech.Builder().holds("ann", BN=60).operated("BN").prices(BN=90)
    reader = reader_at(built.trains(BN="3+3d").phase("h").cash(BN=900).company("BN", "train", (8, 3)))
    assert not reader.game.state.over
    reader.finish()

    assert reader.game.state.over
