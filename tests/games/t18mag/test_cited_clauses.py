"""A refusal cites the clause that fits the case, not the one that fits most tables."""

import pytest

from engine.game import Game
from tests.games.t18mag.builders import MINORS, Builder, after, drafting, opening, refused


def clauses(game: Game, line: str, actor: str = "") -> list[str]:
    """The clauses that a refusal cites, without the sign of the title."""
    return [clause.removeprefix("MAG-") for clause in refused(game, line, actor).clauses]


def draft(*options: str, items: str = "") -> Game:
    """A draft of three in which these items were taken."""
    return after(opening(3, *options), *(f"draft {item}" for item in items.split()))


@pytest.mark.rule("MAG-OPT.MIN.2", "MAG-OPT.MIN.3", "MAG-OPT.SUP.1", "MAG-OPT.CIWL.11")
def test_a_draft_with_options_has_other_quotas_and_offers():
    """With all sixteen minors three players take five each; supporters are of a kind of their own."""
    fives = tuple(f"{four} {fifth}" for four, fifth in zip(MINORS[3], ("13", "14", "15"), strict=True))
    full = drafting(3, "new_minors=challenge", minors=fives, stop=15)
    helped = draft("supporters", items="KK FJ MA 1 2 GSvS 3")

    assert clauses(full, "draft 16") == ["OPT.MIN.2", "V.10"]
    assert clauses(draft("new_minors=challenge", items="16"), "draft 16") == ["OPT.MIN.1"]
    assert clauses(draft("new_minors=simple"), "draft 17")[0] == "OPT.MIN.3"
    assert clauses(draft(items="1"), "draft 14") == ["OPT.MIN.1"]
    assert clauses(draft("new_major", items="CIWL"), "draft CIWL") == ["OPT.CIWL.1", "OPT.CIWL.11"]
    assert clauses(helped, "draft SMFvR") == ["OPT.SUP.1"]
    assert clauses(helped, "draft GSvS") == ["OPT.SUP.1"]
    assert clauses(draft(items="1"), "draft 1") == ["V.1", "V.2"]


@pytest.mark.rule("MAG-OPT.CIWL.8", "MAG-OPT.CIWL.9")
def test_certificates_of_ciwl_are_of_other_sizes():
    """Its director certificate is not one of 20%, and none of its certificates is one of 10%."""
    game = Builder(3, "new_major").holds("ann", CIWL=40).holds("bob", CIWL=20).cash(ann=900).sr("ann")
    unowned = Builder(3, "new_major").cash(ann=900).sr("ann")

    assert clauses(unowned, "buy CIWL 40") == ["OPT.CIWL.9", "OPT.CIWL.10"]
    assert clauses(unowned, "buy SIK 20") == ["III.3.3.6"]
    assert clauses(unowned, "buy CIWL 10") == ["VII.5.1", "OPT.CIWL.8"]
    assert clauses(game, "sell CIWL 20") == ["VII.4.2", "OPT.CIWL.8", "OPT.CIWL.12"]


@pytest.mark.rule("MAG-OPT.SUP.2", "MAG-OPT.SUP.4", "MAG-OPT.SUP.5", "MAG-OPT.SUP.8", "MAG-OPT.SUP.9")
def test_supporters_change_what_is_cited():
    """They count against the limit, and what they do is in clauses of their own."""
    table = Builder(6, "supporters").owns("ann", "KK", "FJ", "DDSG").cash(ann=900)
    ten = table.holds("ann", SIK=40, RABA=20, GC=20, SNW=10).sr("ann")
    minor = Builder(3, "supporters").owns("ann", "KK", "DDSG", "MA", "n3").tiles(E10="57 2", D9="57 2")
    poor = minor.trains(n3="2").cash(n3=19)

    assert clauses(ten, "buy SNW 10") == ["VII.3.1", "OPT.SUP.2"]
    assert clauses(poor.minor("3", "train"), "train 3 2 depot 70") == ["VI.3.8.6", "VI.3.8.8", "OPT.SUP.4"]
    assert "OPT.SUP.5" in clauses(poor.minor("3"), "lay 3 C8 6 5 terrain")
    assert clauses(poor.minor("3"), "berth 3 D9 0") == ["OPT.SUP.8"]
    assert clauses(poor.minor("3", "run"), "run 3 MA 2:E10.0-D9.0") == ["OPT.SUP.9"]


@pytest.mark.rule("MAG-VI.4.1.1", "MAG-VI.4.2.2", "MAG-I.3", "MAG-VI.1.3")
def test_majors_have_clauses_of_their_own():
    """One token a round is said of both kinds, in two places; a major neither builds nor runs."""
    game = Builder().holds("ann", SIK=20).cash(SIK=200).major("SIK")
    placed = after(game, "token SIK F23 0")

    assert clauses(placed, "token SIK F19 0") == ["VI.4.2.2"]
    for line in ("lay SIK E12 L33 2", "run SIK", "train SIK 2 depot 80", "discard SIK 2"):
        assert clauses(game, line) == ["VI.4.1.1", "I.3"]
    assert clauses(game, "token 1 E12 0") == ["VI.1.2", "VI.1.3"]


@pytest.mark.rule("MAG-X.19")
def test_two_players_draft_in_an_order_of_their_own():
    """1-2-2-1: the priority deal does not travel."""
    assert clauses(after(opening(2), "draft 1"), "draft 2", "ann") == ["X.19"]
    assert clauses(draft(), "draft 2", "bob") == ["V.4", "V.3"]
